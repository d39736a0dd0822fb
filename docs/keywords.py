"""The keywords that `protect`, `attack` and `whatif` take, as types: of the fields of the classes of the methods."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from setrisk.methods import METHODS

PATH = Path(__file__).parents[1] / "pipelines" / "methods" / "keywords.py"
_HEAD = '''\
"""The parameters of all methods that come with setrisk, as keywords with types.

Generated from the classes of the methods by `make docs`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from setrisk.pipelines.methods.parameters import Itemsets
'''
_SCALARS = ("int", "float", "bool", "str")


def keywords() -> str:
    """The module."""
    protect, attack = (_types(task) for task in ("protect", "attack"))
    grid = {name: [*kinds, *_several(kinds)] for name, kinds in protect.items()}
    parts = [
        _HEAD,
        _typed_dict("ReleaseParameters", "What `protect` takes by keyword.", protect),
        _typed_dict("AttackParameters", "What `attack` takes by keyword.", attack),
        _typed_dict("GridParameters", "What `whatif` takes by keyword: one value, or several.", grid),
    ]
    return "\n\n".join(parts)


def _types(task: str) -> dict[str, list[str]]:
    """The types of each parameter of the methods that do a task."""
    found: dict[str, list[str]] = {}
    for method in METHODS:
        if method.task == task and method.package == "setrisk":
            for field in dataclasses.fields(method.describe):  # type: ignore[arg-type]
                kinds = found.setdefault(field.name, [])
                kinds += [kind for kind in str(field.type).split(" | ") if kind not in kinds]
    return dict(sorted(found.items()))


def _several(kinds: list[str]) -> list[str]:
    """The types of several values; numbers may be written as text, `2..6`, and a list of itemsets is one value."""
    elements = [kind for kind in kinds if kind in _SCALARS]
    if not elements:
        return []
    written = [] if "str" in elements else ["str"]
    return [*written, f"Sequence[{' | '.join([*elements, *written])}]"]


def _typed_dict(name: str, meaning: str, types: dict[str, list[str]]) -> str:
    fields = "".join(
        f"    {parameter}: {' | '.join(sorted(kinds, key=lambda kind: kind == 'None'))}\n"
        for parameter, kinds in types.items()
    )
    return f'class {name}(TypedDict, total=False):\n    """{meaning}"""\n\n{fields}'
