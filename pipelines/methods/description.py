"""How a method is described: a frozen dataclass whose fields are its parameters.

    class Coat(ReleaseMethod, name="coat", family="generalisation", run="generalisation.coat:make_coat_release", ...):
        \"\"\"Merge items into generalised items until ...\"\"\"

        k: int = parameter("number of records ...", low=2)

Defining the class registers the method. Python, the command line, what-if grids, the gate, reports and the reference
read the description; nothing else lists methods or their parameters.
"""

from __future__ import annotations

import dataclasses
import hashlib
import importlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from setrisk.errors import BadInput
from setrisk.pipelines.common.spelling import suggestion
from setrisk.pipelines.methods.attack_run import NO_ATTACK, RANDOM_BASELINE
from setrisk.pipelines.methods.families import FAMILIES
from setrisk.pipelines.methods.parameters import Parameter, Parameters, parameter


class Guess(Parameters):
    """The parameters of an attack that guesses, so that others are held against it: it is run once a draw, each with a
    seed of its own.
    """

    seed: int = parameter("seed of the random draws", default=0, low=0)
    draws: int = parameter("how often to guess; the risk of guessing is the mean", default=10, low=1, high=1000)


class _Described(Parameters):
    """A method, once a subclass has a name."""

    method: ClassVar[Method]
    task: ClassVar[str]

    def __init_subclass__(
        cls,
        *,
        name: str | None = None,
        family: str = "",
        run: str | Callable[..., Any] = "",
        paper: str = "",
        promise: str = "",
        accuracy: str = "",
        long_name: str = "",
        draw: str | Callable[..., Any] = "",
        audited_with: Mapping[str, Any] | None = None,
        audited_releases: int | None = None,
        theoretical_epsilon: str | Callable[..., float] = "",
        preset: Mapping[str, Sequence[Any]] | None = None,
        preset_if: Sequence[str] = (),
    ) -> None:
        """Register the method, if this is one.

        Args:
            name: what users call it.
            family: of the releases that it makes or attacks.
            run: the function that does it, or its module in `setrisk.pipelines` and its name, `module:function`.
            paper: the paper that describes it, and the section, or `our own`.
            promise: what a release of it promises, in words, with its public parameters in braces.
            accuracy: how far the numbers of a release are off, in the same way.
            long_name: what the letters of the name stand for, if it is short for something.
            draw: of a noisy histogram: the function that draws releases for audits, or its module and name as in `run`.
            audited_with: values of parameters with which `audit` draws them if only the name is given, in place of the
                defaults.
            audited_releases: how many of them `audit` draws by default.
            theoretical_epsilon: the function that knows what epsilon the method really gives, or its module and name.
            preset: values of parameters that a grid of all methods tries; without it, such a grid leaves the method
                out.
            preset_if: parameters of which one must be given, or such a grid leaves the method out.
        """
        has_docstring = bool(vars(cls).get("__doc__"))
        super().__init_subclass__()
        if name is None:
            return
        if not has_docstring:
            raise ValueError(f"{name}: {cls.__name__} needs a docstring, which says what the method does")
        if not callable(run) and not (isinstance(run, str) and ":" in run):
            raise ValueError(f"{name}: run is {run!r}; it must be the function that does it")
        cls.method = Method(
            name=name,
            family=family,
            task=cls.task,
            meaning=_first_paragraph(cls.__doc__ or ""),
            paper=paper,
            run=_import_later(run) if isinstance(run, str) else run,
            parameters=cls.parameters(),
            describe=cls,
            promise=promise,
            accuracy=accuracy,
            is_baseline=issubclass(cls, Guess),
            long_name=long_name,
            draw=(_import_later(draw) if isinstance(draw, str) else draw) if draw else None,
            audited_with=audited_with or {},
            audited_releases=audited_releases,
            theoretical_epsilon=(
                _import_later(theoretical_epsilon) if isinstance(theoretical_epsilon, str) else theoretical_epsilon
            )
            if theoretical_epsilon
            else None,
            preset=preset,
            preset_if=tuple(preset_if),
        )
        register(cls.method)

    def __post_init__(self) -> None:
        """Check the values.

        Raises:
            BadInput: one does not fit its type or range.
        """
        self.method.arguments(self.given_values())

    def given_values(self) -> dict[str, Any]:
        """The parameters that have a value, by name."""
        values = {p.name: getattr(self, p.name) for p in self.method.parameters}
        return {name: value for name, value in values.items() if value is not None}

    def changed_values(self) -> dict[Parameter, Any]:
        """The parameters whose value is not the default, each value in the parameter's type."""
        values = {p: p.check(getattr(self, p.name)) for p in self.method.parameters}
        return {
            p: value for p, value in values.items() if value is not None and (p.default is None or value != p.default)
        }


class ReleaseMethod(_Described):
    """A way to make a release of a data set."""

    task = "protect"


class AttackMethod(_Described):
    """A way to attack a release."""

    task = "attack"


@dataclass(frozen=True)
class Method:
    """What the registry knows of a way to make a release (`protect`) or to attack one (`attack`).

    Attributes:
        name: what users call it.
        family: of the releases that it makes or attacks.
        task: `protect` or `attack`.
        meaning: what it does, in words.
        paper: the paper that describes it, and the section, or `our own`.
        run: the function that does it, in the caller's transaction. `run(con, dataset, release, arguments, progress)`
            makes a release and returns what was Made, and has the noise as one more argument if it spends a budget;
            `run(con, asked, progress)` runs an attack; `asked` is an AttackRun.
        parameters: its parameters.
        describe: the class that describes it: called with values of parameters, it makes a description.
        promise: what a release of it promises, in words, with its public parameters in braces.
        accuracy: how far the numbers of a release are off, in the same way.
        is_baseline: whether it guesses, so that others are held against it.
        long_name: what the letters of its name stand for, if it is short for something.
        draw: the function that draws releases for audits, if it is a noisy histogram that can be audited:
            `draw(data, arguments, noise, n_releases)` has the `Input` of `pipelines/histogram/noisy.py` and returns
            `Histograms`.
        audited_with: values of parameters with which `audit` draws them if only the name is given, in place of the
            defaults.
        audited_releases: how many of them `audit` draws of each histogram by default, if it is not 100,000.
        theoretical_epsilon: the function that says, by the values of all parameters, what epsilon the method really
            gives; infinity if it has none. Without one, nothing is known.
        preset: values of parameters that a grid of all methods tries, unless others are given; None if such a grid
            leaves the method out.
        preset_if: parameters of which one must be given, or such a grid leaves the method out.
    """

    name: str
    family: str
    task: str
    meaning: str
    paper: str
    run: Callable[..., Any]
    parameters: tuple[Parameter, ...]
    describe: Callable[..., Any]
    promise: str = ""
    accuracy: str = ""
    is_baseline: bool = False
    long_name: str = ""
    draw: Callable[..., Any] | None = None
    audited_with: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    audited_releases: int | None = None
    theoretical_epsilon: Callable[..., float] | None = None
    preset: Mapping[str, Sequence[Any]] | None = None
    preset_if: tuple[str, ...] = ()

    @property
    def package(self) -> str:
        """The Python package that brings it."""
        return str(self.describe.__module__).split(".")[0]

    @property
    def is_noisy(self) -> bool:
        """Whether a release is paid for from the budget of its data set."""
        return self.task == "protect" and any(p.name == "epsilon" for p in self.parameters)

    def tables(self, given: Mapping[str, Any]) -> list[Any]:
        """Those of the values given that may be names of tables."""
        return [given[p.name] for p in self.parameters if p.accepts_table and p.name in given]

    def arguments(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All parameters with their values, checked.

        Raises:
            BadInput: an unknown or missing parameter, or a value that does not fit.
        """
        known = {p.name: p for p in self.parameters}
        for name in given:
            if name not in known:
                raise unknown_parameter(name, [self])
        for each in self.parameters:
            if each.required and given.get(each.name) is None:
                raise BadInput(f"{self.name} needs {each.name}: {each.meaning}")
        return {p.name: p.check(p.default if given.get(p.name) is None else given[p.name]) for p in self.parameters}

    def attack_name(self, knowledge: str | None, arguments: Mapping[str, Any]) -> str:
        """The name under which findings of the method are stored, such as `ra:self:draws=2`.

        Args:
            knowledge: the attacker's knowledge of items; None if attacks of the family compare none.
            arguments: the values of all parameters; those that are not the default become a part of the name, lists as
                a digest, which is short and shows no item.
        """
        changed = (
            f"{p.name}={_part_of_name(arguments[p.name])}" for p in self.parameters if arguments[p.name] != p.default
        )
        return ":".join([self.name, *([knowledge] if knowledge is not None else []), *changed])

    def is_attack_name(self, name: str, knowledge: str | None) -> bool:
        """Whether `attack_name` gives this name, for this knowledge and some values of the parameters."""
        start = self.attack_name(knowledge, {p.name: p.default for p in self.parameters})
        parts = name.removeprefix(start).split(":")
        if not name.startswith(start) or parts[0]:
            return False
        parameters = {p.name: p for p in self.parameters}
        given = dict(part.partition("=")[::2] for part in parts[1:])
        try:
            values = self.arguments({key: parameters[key].parse(text) for key, text in given.items()})
        except (BadInput, KeyError):
            return False
        return self.attack_name(knowledge, values) == name

    def has_defaults(self, arguments: Mapping[str, Any]) -> bool:
        """Whether each of the values is the default of its parameter."""
        return all(arguments[p.name] == p.default for p in self.parameters)


def unknown_parameter(name: str, methods: Sequence[Method]) -> BadInput:
    """The error that none of some methods has a parameter of this name."""
    known = list(dict.fromkeys(p.name for each in methods for p in each.parameters))
    named = " or ".join(dict.fromkeys(each.name for each in methods))
    return BadInput(
        f"{named} has no parameter {name!r}; there are {', '.join(known) or 'none'}{suggestion(name, known)}"
    )


def method_of_attack(name: str) -> str:
    """The name of the method of an attack, by the name that `Method.attack_name` gave it."""
    return name.partition(":")[0]


# What means all attacks, and, among the attacks on a release, the release as it is and guessing.
_TAKEN_NAMES = ("all", NO_ATTACK, RANDOM_BASELINE)

TAKEN_PARAMETERS = frozenset(
    (
        "assess", "at_risk_below", "attacks", "con", "database_file", "dataset", "grid", "keep", "knowledge",
        "known", "limits", "max_at_risk", "max_cells", "max_error", "max_inference", "max_linkability", "max_narrowing",
        "max_score", "max_singling_out", "memory_limit", "method", "min_coverage", "output_format",
        "output_rows", "parameters", "path", "pairs", "people", "progress", "reconstructions", "release",
        "replace", "sample", "time_limit", "workers",
    )
)  # fmt: skip
"""The names of what `protect`, `attack`, `whatif` and `advise` take beside the parameters of methods."""

METHODS: list[Method] = []
"""All methods that are known, in the order in which they were described."""


def register(method: Method) -> None:
    """Make a method known.

    Raises:
        ValueError: there is one of this name for the task already; the name is not a word, so that it could not be one
            of several names in a text, or means something else; there is no such family; or a parameter has the name of
            one that the tasks have, or of one of another type, or a default that it does not allow.
    """
    if not re.fullmatch(r"[\w-]+", method.name):
        raise ValueError(f"{method.name!r} is not a name of a method: only letters, digits, - and _ can be in it")
    if method.name in _TAKEN_NAMES:
        raise ValueError(f"a method cannot be called {method.name!r}, a name that means something else")
    if method.family not in FAMILIES:
        raise ValueError(f"{method.name}: there is no family {method.family!r}; there are {', '.join(FAMILIES)}")
    if taken := [p.name for p in method.parameters if p.name in TAKEN_PARAMETERS]:
        raise ValueError(
            f"{method.name}: a parameter cannot be called {taken[0]!r}, which protect, attack, whatif or advise has "
            "already"
        )
    if unknown := {*(method.preset or {}), *method.preset_if} - {p.name for p in method.parameters}:
        raise ValueError(f"{method.name}: its preset names {', '.join(sorted(unknown))}, and it has no such parameter")
    for each in method.parameters:
        for other in (m for m in METHODS if m.task == method.task):
            for same in (p for p in other.parameters if p.name == each.name):
                if (same.type, same.accepts_number) != (each.type, each.accepts_number):
                    raise ValueError(
                        f"{method.name}: {other.name} has a parameter {each.name!r} of another type, and on a command "
                        "line both would be one option: call it otherwise"
                    )
    for each in (p for p in method.parameters if not p.required):
        try:
            each.check(each.default)
        except BadInput as error:
            raise ValueError(f"{method.name}: the default of a parameter: {error}") from error
    if any((known.name, known.task) == (method.name, method.task) for known in METHODS):
        raise ValueError(f"there is a method {method.name!r} to {method.task} already")
    METHODS.append(method)


def _import_later(run: str) -> Callable[..., Any]:
    """A function whose module is imported when it is called: numpy takes half as long as DuckDB does."""
    module, function = run.split(":")

    def call(*given: Any) -> Any:
        return getattr(importlib.import_module(f"setrisk.pipelines.{module}"), function)(*given)

    return call


def _part_of_name(value: Any) -> Any:
    """A value in the name of an attack: lists are a digest."""
    if isinstance(value, str | Path | bool | int | float) or value is None:
        return value
    return hashlib.sha256(json.dumps([list(itemset) for itemset in value]).encode()).hexdigest()[:8]


def _first_paragraph(text: str) -> str:
    """The first paragraph of a docstring, without its full stop."""
    return " ".join(text.split("\n\n")[0].split()).removesuffix(".")
