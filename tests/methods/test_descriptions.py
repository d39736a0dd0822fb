"""How methods are described, and what is refused as a method."""

import dataclasses
from collections.abc import Iterator
from inspect import signature

import numpy as np
import pytest

import setrisk
from setrisk.cli import COMMANDS
from setrisk.errors import BadInput
from setrisk.methods import (
    Anony,
    Coat,
    Made,
    MInvariance,
    RandomReassociation,
    Sanony,
)
from setrisk.pipelines.methods.description import (
    METHODS,
    TAKEN_PARAMETERS,
    AttackMethod,
    Method,
    ReleaseMethod,
    register,
)
from setrisk.pipelines.methods.parameters import Parameters, parameter
from setrisk.udf.generalisation import elimination


def test_a_second_method_of_a_name_is_refused() -> None:
    with pytest.raises(ValueError, match="there is a method 'coat' to protect already"):
        register(dataclasses.replace(Coat.method))
    with pytest.raises(ValueError, match="there is a method 'random' to attack already"):
        register(dataclasses.replace(RandomReassociation.method, family="serial"))
    with pytest.raises(ValueError, match="'two words' is not a name of a method"):
        register(dataclasses.replace(Coat.method, name="two words"))
    assert len({(m.name, m.task) for m in METHODS}) == len(METHODS)


def test_a_method_that_could_be_taken_for_something_else_is_refused() -> None:
    for name in ("all", "none"):
        with pytest.raises(ValueError, match=f"a method cannot be called '{name}'"):
            register(dataclasses.replace(Coat.method, name=name))
    with pytest.raises(ValueError, match="new: there is no family 'histogramm'; there are"):
        register(dataclasses.replace(Coat.method, name="new", family="histogramm"))
    for name in TAKEN_PARAMETERS:
        parameters = (dataclasses.replace(Coat.method.parameters[0], name=name),)
        with pytest.raises(ValueError, match=f"new: a parameter cannot be called '{name}'"):
            register(dataclasses.replace(Coat.method, name="new", parameters=parameters))


def test_a_preset_is_of_parameters_of_the_method() -> None:
    for wrong in ({"preset": {"kk": (5,)}}, {"preset_if": ("kk",)}):
        with pytest.raises(ValueError, match="new: its preset names kk, and it has no such parameter"):
            register(dataclasses.replace(Coat.method, name="new", **wrong))  # type: ignore[arg-type]


def test_a_method_without_a_description_or_with_an_impossible_default_is_refused() -> None:
    def nothing(*given: object) -> None:
        """Do nothing."""

    with pytest.raises(ValueError, match="new: NoDocstring needs a docstring, which says what the method does"):

        class NoDocstring(AttackMethod, name="new", family="histogram", run=nothing):
            tries: int = parameter("how often", default=3)

    with pytest.raises(ValueError, match="new: the default of a parameter: tries is 99; it must be at most 5"):

        class TooMany(AttackMethod, name="new", family="histogram", run=nothing):
            """Tries too often."""

            tries: int = parameter("how often", default=99, high=5)

    assert all(method.name != "new" for method in METHODS)


def test_what_a_method_lacks_is_said_where_it_is_defined() -> None:
    def nothing(*given: object) -> None:
        """Do nothing."""

    with pytest.raises(ValueError, match=r"Bare: give the parameter tries its meaning: tries: \.\.\. = parameter\("):

        class Bare(AttackMethod, name="new", family="histogram", run=nothing):
            """Has a field as a dataclass has."""

            tries: int = 3

    for run in ("", "nothing", None, 3):
        with pytest.raises(ValueError, match=f"new: run is {run!r}; it must be the function that does it"):

            class Idle(AttackMethod, name="new", family="histogram", run=run):  # type: ignore[arg-type]
                """Does nothing."""

    with pytest.raises(ValueError, match=r"Listed: the parameter names is list\[str\] \| None; it must be int, float"):

        class Listed(AttackMethod, name="new", family="histogram", run=nothing):
            """Takes a type that no option has."""

            names: list[str] | None = parameter("some names", default=None)

    with pytest.raises(ValueError, match="new: coat has a parameter 'k' of another type, and on a command line both"):

        class Clash(ReleaseMethod, name="new", family="histogram", run=nothing):
            """Takes what another method takes, in another type."""

            k: str = parameter("a text", default="s")

    assert all(method.name != "new" for method in METHODS)


@pytest.mark.parametrize(
    ("hint", "value", "words"),
    [
        (str, 7, "x is 7; it must be a text"),
        (str | None, ["a"], r"x is \['a'\]; it must be a text"),
        (int | str, True, "x is True; it must be a text or a number"),
        (int | str, [1], r"x is \[1\]; it must be a text or a number"),
    ],
)
def test_a_text_is_a_text(hint: type, value: object, words: str) -> None:
    class Typed(Parameters):
        x: hint = parameter("something", default=None)  # type: ignore[valid-type]

    (found,) = Typed.parameters()
    assert found.check("some text") == "some text"
    with pytest.raises(BadInput, match=words):
        found.check(value)


def test_what_was_made_has_its_types() -> None:
    with pytest.raises(TypeError, match="Made: parameters is 'x'; it must be a dict"):
        Made("x", [], "")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Made: summary is 2; it must be a str"):
        Made({}, [], 2)  # type: ignore[arg-type]


def test_the_names_that_parameters_of_methods_cannot_have_are_those_of_the_tasks() -> None:
    own = {parameter.name for method in METHODS for parameter in method.parameters}
    functions = (setrisk.protect, setrisk.attack, setrisk.whatif, setrisk.advise)
    tasks = {name for task in functions for name in signature(task).parameters}
    commands = {p.name for command in COMMANDS if command.methods for p in command.parameters()}
    assert own.isdisjoint(TAKEN_PARAMETERS)
    assert (tasks | commands) - own == TAKEN_PARAMETERS


def test_a_description_is_checked_when_it_is_made() -> None:
    with pytest.raises(BadInput, match="k is 1; it must be at least 2"):
        Coat(k=1)
    with pytest.raises(TypeError, match="'r_th'"):
        Anony()  # type: ignore[call-arg]
    with pytest.raises(dataclasses.FrozenInstanceError):
        Coat(k=2).k = 3  # type: ignore[misc]


def test_a_number_may_be_of_numpy_and_not_a_text() -> None:
    assert Coat.method.arguments(Coat(k=np.int64(5)).given_values())["k"] == 5  # type: ignore[arg-type]
    assert type(Coat.method.arguments({"k": np.int64(5)})["k"]) is int
    with pytest.raises(BadInput, match="k is the text '5'; it must be a whole number"):
        Coat(k="5")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="k is the text '5'; it must be a whole number"):
        Coat.method.arguments({"k": "5"})
    assert Coat.method.arguments({"k": 5, "max_suppression": "15%"})["max_suppression"] == 0.15


def test_the_name_of_a_series_is_a_text() -> None:
    for method, given in ((Anony, {"r_th": 2}), (Sanony, {"r_th": 2}), (MInvariance, {"m": 2})):
        with pytest.raises(BadInput, match="series is 3; it must be a name, as text"):
            method.method.arguments({**given, "series": 3})


@pytest.mark.parametrize("described", METHODS, ids=lambda m: f"{m.family}-{m.name}")
def test_a_description_says_all_that_there_is_to_say(described: Method) -> None:
    assert described.meaning
    assert not described.meaning.endswith(".")
    assert described.paper
    assert bool(described.promise) == (described.task == "protect")
    assert all(p.meaning for p in described.parameters)


def test_each_family_has_at_most_one_baseline() -> None:
    baselines = [m.family for m in METHODS if m.is_baseline]
    assert sorted(baselines) == ["disassociation", "generalisation"]


def test_a_class_without_a_name_is_a_group_of_parameters() -> None:
    before = len(METHODS)

    class Group(ReleaseMethod):
        """Not a method."""

        a: int = parameter("one", default=1)

    class Other(AttackMethod):
        """Neither."""

    assert [p.name for p in Group.parameters()] == ["a"]
    assert Other.parameters() == ()
    assert len(METHODS) == before


def test_the_kernel_of_eliminations_knows_the_methods_of_its_family_and_no_other() -> None:
    options = {"threshold", "scaled", "seed"}
    attacks = [m for m in METHODS if (m.family, m.task) == ("generalisation", "attack")]
    assert {m.name: options & {p.name for p in m.parameters} for m in attacks} == elimination.OPTIONS


def test_setrisk_methods_offers_every_description() -> None:
    def classes(base: type) -> Iterator[type]:
        for each in base.__subclasses__():
            yield each
            yield from classes(each)

    own = {c for base in (ReleaseMethod, AttackMethod) for c in classes(base) if c.__module__.startswith("setrisk.")}
    described = {c for c in own if "method" in vars(c)}
    assert len(described) >= 20
    assert all(vars(setrisk.methods)[c.__name__] is c for c in described)
