"""What releases promise, in words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from string import Formatter
from typing import Any


def promise_text(text: str, parameters: Mapping[str, Any]) -> str:
    """A text about a release, with its parameters; an imported release, or a method of a grid, may not say all of them.
    A part in square brackets is left out without its parameters.
    """
    there = {name: value for name, value in parameters.items() if value is not None}
    text = re.sub(r"\[(.*?)\]", lambda part: part[1] if _names(part[1]) <= there.keys() else "", text)
    return text.format_map(defaultdict(lambda: "as its publisher chose", there))


def _names(text: str) -> set[str]:
    """The parameters in a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}
