"""The cells of a grid: methods, with all combinations of the values of their parameters."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from setrisk.errors import BadInput
from setrisk.pipelines.common.spelling import suggestion
from setrisk.pipelines.methods.description import METHODS, Method, Parameter
from setrisk.pipelines.methods.registry import baseline, method

_MOST_CELLS = 1_000


@dataclass(frozen=True)
class Cell:
    """A release to try: its method, the parameters of the method, and the attacks on the release."""

    method: Method
    parameters: dict[str, Any]
    attacks: list[str]

    @property
    def tables(self) -> list[Any]:
        """Values of parameters that may be names of tables."""
        return [
            self.parameters[p.name] for p in self.method.parameters if p.accepts_table and p.name in self.parameters
        ]


def cells(methods: Sequence[str], attacks: Sequence[str] | None, parameters: Mapping[str, Any]) -> list[Cell]:
    """All cells: method by method, the values of the last parameter changing fastest.

    Args:
        methods: names of methods that protect.
        attacks: names of attacks, each for the releases of its family, in addition to guessing; None for all of them.
        parameters: one value for each parameter, or several in a list, tuple or range; several numbers also as text,
            `2..6` or `0.1,0.5`. Each method takes the parameters that it has; at least one method must have each. A
            value that is itself a list, such as privacy constraints, is one value.

    Raises:
        UnknownMethod: there is no such method or attack.
        BadInput: a parameter that no method has, a required one that is missing, an invalid value, an attack for none
            of the families, a family without an attack, or too many cells.
    """
    if not methods:
        raise BadInput("name one or several methods to protect with")
    chosen = [method(name, "protect") for name in dict.fromkeys(methods)]
    known = {p.name for each in chosen for p in each.parameters}
    for name in parameters:
        if name not in known:
            raise BadInput(
                f"{', '.join(methods)}: no parameter {name!r}; there are {', '.join(sorted(known))}"
                f"{suggestion(name, known)}"
            )
    on = {each.family: _attacks_on(each, attacks) for each in chosen}
    for name in attacks or ():
        if name != "all" and not any(name in names for names in on.values()):
            method(name, "attack")
            raise BadInput(f"{name} attacks none of the families of the grid: {', '.join(on)}")
    own = [(each, _own_values(each, parameters)) for each in chosen]
    n_cells = sum(math.prod(map(len, values.values())) for _, values in own)
    if n_cells > _MOST_CELLS:
        raise BadInput(f"the grid has {n_cells:,} releases; it may have at most {_MOST_CELLS:,}")
    return [
        Cell(each, dict(zip(values, combination, strict=True)), on[each.family])
        for each, values in own
        for combination in product(*values.values())
    ]


def _attacks_on(chosen: Method, attacks: Sequence[str] | None) -> list[str]:
    there = [m.name for m in METHODS if m.task == "attack" and m.family == chosen.family]
    if attacks is None or "all" in attacks:
        return there
    found = [name for name in there if name in attacks]
    if not found:
        raise BadInput(
            f"no attack on the releases of {chosen.name} is named, of the family {chosen.family}: there are "
            f"{', '.join(there)}"
        )
    # An attack is only meaningful in comparison with guessing.
    guessing = baseline(chosen.family)
    return found if guessing in (None, *found) else [str(guessing), *found]


def _own_values(chosen: Method, parameters: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The values of each parameter that the method has, if there are any."""
    own = [p for p in chosen.parameters if parameters.get(p.name) is not None]
    for parameter in chosen.parameters:
        if parameter.required and parameter not in own:
            raise BadInput(f"{chosen.name} needs {parameter.name}: {parameter.meaning}")
    return {p.name: _values(p, parameters[p.name]) for p in own}


def _values(parameter: Parameter, given: Any) -> list[Any]:
    """The values of a parameter, each once.

    Raises:
        BadInput: there is no value, or one that cannot be sent to another process.
    """
    several = given if isinstance(given, list | tuple | range) and parameter.type is not object else [given]
    found = list(_parse_values(parameter, several))
    if not found:
        raise BadInput(f"{parameter.name}: no value is given")
    for value in found:
        if not _is_plain(value):
            raise BadInput(
                f"{parameter.name} is a {type(value).__name__}; here it must be a number, a text or lists of them: "
                "give the name of a table, or a file"
            )
    if parameter.type is float:
        found = [_finite_number(parameter, value) for value in found]
    # By repr, since 1 equals true.
    return list({repr(value): value for value in found}.values())


def _finite_number(parameter: Parameter, value: Any) -> Any:
    """A number as this parameter takes it, 1.0 for 1; anything else unchanged."""
    try:
        value = float(value) if type(value) is int else value
    except OverflowError:
        value = math.inf
    if isinstance(value, float) and not math.isfinite(value):
        raise BadInput(f"{parameter.name} is {value}; it must be a finite number")
    return value


def _parse_values(parameter: Parameter, values: Iterable[Any]) -> Iterator[Any]:
    for value in values:
        if not isinstance(value, str) or parameter.type not in (int, float, bool):
            yield value
            continue
        for part in value.split(","):
            bounds = re.fullmatch(r"\s*(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})\s*", part)
            if bounds is None:
                yield parameter.check(part.strip())
            elif parameter.type is bool:
                raise BadInput(f"{parameter.name} is {part!r}; it must be true or false")
            else:
                low, high = int(bounds[1]), int(bounds[2])
                if not low <= high <= low + _MOST_CELLS:
                    raise BadInput(
                        f"{parameter.name} is {part!r}; give a range of up to {_MOST_CELLS:,} numbers, the least first"
                    )
                yield from range(low, high + 1)


def _is_plain(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(_is_plain(each) for each in value)
    return value is None or isinstance(value, str | int | float | bool)
