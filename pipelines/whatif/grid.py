"""The cells of a grid: methods, with all combinations of the values of their parameters."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any

from setrisk.errors import BadInput, MissingExtra
from setrisk.pipelines.common.quantities import word_list
from setrisk.pipelines.methods.attack_run import NO_ATTACK
from setrisk.pipelines.methods.description import METHODS, AttackMethod, Method, ReleaseMethod, unknown_parameter
from setrisk.pipelines.methods.parameters import Parameter
from setrisk.pipelines.methods.plugins import GROUP, is_known_everywhere
from setrisk.pipelines.methods.registry import method

ALL = "all"
"""In place of a method or an attack: all that fit."""
_MOST_CELLS = 1_000


@dataclass(frozen=True)
class Choice:
    """A method that is asked for.

    Attributes:
        method: the method.
        fixed: the parameters that its description fixes.
        preset: values of parameters that are tried unless others are given.
    """

    method: Method
    fixed: dict[str, Any]
    preset: Mapping[str, Sequence[Any]] = field(default_factory=dict)

    @property
    def attack_name(self) -> str:
        """What findings of an attack are called, whatever the attacker knows."""
        return self.method.attack_name(None, self.method.arguments(self.fixed))


@dataclass(frozen=True)
class Cell:
    """A release to try: its method, the parameters of the method, and the attacks on the release."""

    method: Method
    parameters: dict[str, Any]
    attacks: list[Choice]

    @property
    def attack_names(self) -> list[str]:
        """The attacks by name, each with the parameters that it does not leave at their defaults."""
        return [attack.attack_name for attack in self.attacks]

    @property
    def tables(self) -> list[Any]:
        """Values of parameters that may be names of tables."""
        return self.method.tables(self.parameters)


def cells(
    methods: Sequence[str | ReleaseMethod],
    attacks: Sequence[str | AttackMethod] | None,
    parameters: Mapping[str, Any],
) -> list[Cell]:
    """All cells: method by method, the values of the last parameter changing fastest.

    Args:
        methods: methods that protect. A description fixes the parameters that it does not leave at their defaults;
            "all" are those that have a preset, with its values unless others are given, and whatever it needs.
        attacks: attacks, each for the releases of its family, in addition to guessing; None for all of them, and
            "none" alone for none, not even guessing.
        parameters: one value for each parameter, or several in a list, tuple or range; several numbers also as text,
            `2..6` or `0.1,0.5`. Each method takes the parameters that it has; at least one method must have each. A
            value that is itself a list, such as privacy constraints, is one value.

    Raises:
        UnknownMethod: there is no such method or attack.
        MissingExtra: noisy methods are among all that fit, and OpenDP is not installed.
        BadInput: a parameter that no method has, or that a description fixes, a required one that is missing, an
            invalid value, an attack for none of the families, a family without an attack, or too many cells.
    """
    if not methods:
        raise BadInput("name one or several methods to protect with")
    asked = [choice for each in methods for choice in _release_choices(each, parameters)]
    chosen = list({(each.method.name, repr(each.fixed)): each for each in asked}.values())
    for name in parameters:
        if not any(name == p.name for each in chosen for p in each.method.parameters):
            raise unknown_parameter(name, [each.method for each in chosen])
    on = {each.method.family: _attacks_on(each.method, attacks) for each in chosen}
    _check_known([*chosen, *(attack for of_family in on.values() for attack in of_family)])
    attacking = {found.method.name for of_family in on.values() for found in of_family}
    for each in attacks or ():
        name = each if isinstance(each, str) else each.method.name
        if name not in {ALL, NO_ATTACK, *attacking}:
            method(name, "attack")
            raise BadInput(
                f"{name} attacks releases of another family; the methods that were given make releases of "
                f"{' and '.join(on)}: leave it out, or name a method whose releases it attacks"
            )
    own = [(each.method, _own_values(each, parameters)) for each in chosen]
    n_cells = sum(math.prod(map(len, values.values())) for _, values in own)
    if n_cells > _MOST_CELLS:
        raise BadInput(f"the grid has {n_cells:,} releases; it may have at most {_MOST_CELLS:,}")
    return [
        Cell(each, dict(zip(values, combination, strict=True)), on[each.family])
        for each, values in own
        for combination in product(*values.values())
    ]


def missing_needs(parameters: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The methods that a grid of all methods leaves out, since nothing is given that they need: by name, the parameters
    of which one must be given.
    """
    return {each.name: each.preset_if for each in _with_preset() if not _has_what_it_needs(each, parameters)}


def _with_preset() -> list[Method]:
    return [each for each in METHODS if each.task == "protect" and each.preset is not None]


def _has_what_it_needs(chosen: Method, parameters: Mapping[str, Any]) -> bool:
    return not chosen.preset_if or any(parameters.get(name) is not None for name in chosen.preset_if)


def _release_choices(given: str | ReleaseMethod, parameters: Mapping[str, Any]) -> list[Choice]:
    """A method that protects, or all that have a preset and what they need."""
    if given != ALL:
        return [_choice(given, "protect")]
    fitting = [each for each in _with_preset() if _has_what_it_needs(each, parameters)]
    if parameters.get("seed") is None and (noisy := [each for each in fitting if each.is_noisy]):
        _require_noise(noisy, parameters)
    return [Choice(each, {}, each.preset or {}) for each in fitting]


def _require_noise(noisy: Sequence[Method], parameters: Mapping[str, Any]) -> None:
    """See to it that noise can be drawn, before minutes are spent on other releases.

    Raises:
        MissingExtra: it cannot.
    """
    if find_spec("opendp") is None:
        given = {name for each in noisy for name in each.preset_if if parameters.get(name) is not None}
        raise MissingExtra(
            f"{word_list([each.name for each in noisy])} need OpenDP for their noise, which is not installed: pip "
            f"install 'setrisk[dp]' (265 MB), or leave {word_list(sorted(given))} out to try the other methods"
        )


def _check_known(asked: Iterable[Choice]) -> None:
    """Refuse methods that the processes which try the releases would not find.

    Raises:
        BadInput: one is described by a script of the user.
    """
    for each in asked:
        if not is_known_everywhere(each.method):
            raise BadInput(
                f"{each.method.name} is a method of this script alone, and what-if grids try releases in other "
                f"processes: make its module an entry point of the group {GROUP!r} of a package that is installed"
            )


def _choice(given: str | ReleaseMethod | AttackMethod, task: str) -> Choice:
    """A method by its name, which fixes nothing, or by its description.

    Raises:
        UnknownMethod: there is no method of this name.
    """
    if isinstance(given, str):
        return Choice(method(given, task), {})
    # Checked as the values of a grid are, since they go to another process, too.
    fixed = {p.name: _values(p, value)[0] for p, value in given.changed_values().items()}
    return Choice(given.method, fixed)


def _attacks_on(chosen: Method, attacks: Sequence[str | AttackMethod] | None) -> list[Choice]:
    """The attacks on the releases of a method, in the order of the registry."""
    if attacks is not None and list(attacks) == [NO_ATTACK]:
        return []
    there = [m for m in METHODS if m.task == "attack" and m.family == chosen.family]
    for each in attacks or ():
        if isinstance(each, str) and each != ALL:
            method(each, "attack")  # an error if there is none
    described = [_choice(each, "attack") for each in attacks or () if not isinstance(each, str)]
    named = [Choice(m, {}) for m in there if attacks is None or ALL in attacks or m.name in attacks]
    by_name = {each.attack_name: each for each in [*named, *described] if each.method in there}
    found = sorted(by_name.values(), key=lambda each: there.index(each.method))
    if not found:
        raise BadInput(
            f"none of the attacks that were given is for releases made by {chosen.name}: name one or several of "
            f"{', '.join(m.name for m in there)} as well"
        )
    # An attack is only meaningful in comparison with guessing.
    guessing = [Choice(m, {}) for m in there if m.is_baseline]
    return found if any(each.method.is_baseline for each in found) else [*guessing, *found]


def _own_values(chosen: Choice, parameters: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The values of each parameter that the method has, if there are any; those given go before a preset.

    Raises:
        BadInput: a description fixes a parameter that has values, or a required one has none.
    """
    name = chosen.method.name
    given = {**chosen.preset, **{key: value for key, value in parameters.items() if value is not None}}
    own = [p for p in chosen.method.parameters if p.name in given]
    for parameter in own:
        if parameter.name in chosen.fixed:
            raise BadInput(
                f"{parameter.name} has values for the whole grid, and {name} is described with {parameter.name}="
                f"{chosen.fixed[parameter.name]!r:.40}; give one of them"
            )
    for parameter in chosen.method.parameters:
        if parameter.required and parameter not in own and parameter.name not in chosen.fixed:
            raise BadInput(f"{name} needs {parameter.name}: {parameter.meaning}")
    return {
        p.name: _values(p, given[p.name]) if p in own else [chosen.fixed[p.name]]
        for p in chosen.method.parameters
        if p in own or p.name in chosen.fixed
    }


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
        if isinstance(value, Path):
            yield str(value)
            continue
        if not isinstance(value, str) or parameter.type not in (int, float, bool):
            yield value
            continue
        for part in value.split(","):
            bounds = re.fullmatch(r"\s*(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})\s*", part)
            if bounds is None:
                yield parameter.check(parameter.parse(part.strip()))
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
