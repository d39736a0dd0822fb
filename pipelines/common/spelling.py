"""What a name that is not known was probably meant to be."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

# Known names that are looked at; to compare with more takes too long for a message.
_MOST = 10_000


def suggestion(name: object, known: Iterable[str]) -> str:
    """The end of a message: the one or few known names that are nearly alike; empty if there are none."""
    spelled = {each.casefold(): each for each, _ in zip(known, range(_MOST), strict=False)}
    alike = difflib.get_close_matches(str(name).casefold(), spelled, n=3, cutoff=0.7)
    return f"; did you mean {' or '.join(repr(spelled[each]) for each in alike)}?" if alike else ""
