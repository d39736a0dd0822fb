"""A value of a wrong type is one error that names the parameter, and changes nothing."""

import inspect
import typing
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

import setrisk
from setrisk.errors import BadInput
from setrisk.pipelines.common.argument_types import NAMES
from setrisk.pipelines.database.task import TASKS
from tests.support.loading import row_counts

FUNCTIONS = {name: each for name in setrisk.__all__ if inspect.isfunction(each := getattr(setrisk, name))}
# Every parameter of every public function, but the connection, and what anything may be given as.
PARAMETERS = [
    (name, parameter.name)
    for name, function in FUNCTIONS.items()
    for parameter in inspect.signature(function).parameters.values()
    if parameter.name != "con" and parameter.annotation != "object" and parameter.kind is not parameter.VAR_KEYWORD
]
# What is refused of each simple type.
WRONG: dict[Any, list[Any]] = {
    bool: ["no", 1, 0.0, None],
    int: ["x", "5", 1.5, 2.0, True, Fraction(2), np.float64(2), np.True_, np.add, None],
    float: ["x", "0.5", True, np.True_, [0.5], None],
    str: [5, b"x", ["x"], Path("x"), None],
}


@pytest.fixture(scope="module")
def con():
    with setrisk.connect() as con:
        setrisk.load(con, "shop", con.sql("SELECT ['bread', 'milk'] AS items UNION ALL SELECT ['milk']"))
        setrisk.protect(con, "shop", "keep", "identity")
        setrisk.whatif(con, "shop", method="identity", grid="grid", assess=False, workers=1)
        yield con


def arguments(name: str, con: duckdb.DuckDBPyConnection) -> dict[str, Any]:
    """What a function needs to be given, right as far as it goes."""
    is_new = "release" in TASKS[name].new if name in TASKS else False
    right = {
        "con": con,
        "dataset": "shop",
        "release": "new" if is_new else "keep",
        "name": "keep",
        "grid": "grid",
        "method": "diffpart",
    }
    parameters = inspect.signature(FUNCTIONS[name]).parameters.values()
    needed = [p.name for p in parameters if p.default is p.empty and p.kind is not p.VAR_KEYWORD]
    return {parameter: right.get(parameter, f"{parameter}.html") for parameter in needed}


def wrong_values(name: str, parameter: str) -> list[Any]:
    """Values that a parameter must not take: what is nothing at all, and those like its values."""
    hints = typing.get_type_hints(FUNCTIONS[name], localns={"DuckDBPyConnection": Any, "DuckDBPyRelation": Any})
    hint = hints[parameter]
    kinds = {*typing.get_args(hint | None)} - {type(None)}
    like = next((values for kind, values in WRONG.items() if kinds == {kind}), [])
    return [object(), *(value for value in like if value is not None or type(None) not in typing.get_args(hint))]


@pytest.mark.parametrize(("name", "parameter"), PARAMETERS)
def test_values_of_other_types_are_refused(con, name, parameter):
    before = row_counts(con)
    for value in wrong_values(name, parameter):
        with pytest.raises(BadInput, match=rf"^{parameter} is "):
            FUNCTIONS[name](**(arguments(name, con) | {parameter: value}))
    assert row_counts(con) == before


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("protect", {"release": "keep", "method": "identity", "replace": "no"}, "replace is 'no'; it must be true or"),
        ("load", {"source": "a.txt", "exclude": ["a", 5]}, r"exclude is \['a', 5\]; it must be text or a list"),
        ("load", {"source": "a.txt", "empty": "maybe"}, "empty is 'maybe'; it must be drop or keep"),
        ("check", {"attacks": "mda"}, "attacks is 'mda'; it must be a list of texts"),
        ("assess", {"object_type": "series"}, "object_type is 'series'; it must be release or dataset"),
        ("show", {"object_type": "dataset"}, "object_type is 'dataset'; it must be release, series or grid"),
        ("show", {"limits": 5}, "limits is 5; it must be text or a path"),
        ("audit", {"epsilon": 1, "progress": "x"}, "progress is 'x'; it must be a function"),
        ("attach", {"con": "x.duckdb"}, "'x.duckdb' is not a connection; open it with setrisk.connect"),
    ],
)
def test_the_message_says_what_it_must_be(con, name, given, message):
    with pytest.raises(BadInput, match=f"^{message}"):
        FUNCTIONS[name](**(arguments(name, con) | given))


def test_names_are_those_of_the_parameters():
    assert {*NAMES} <= {parameter for _, parameter in PARAMETERS}


@pytest.mark.parametrize("half", [np.float32(0.5), np.array(0.5), Fraction(1, 2), Decimal("0.5")])
def test_any_kind_of_number_is_taken(con, half, tmp_path):
    (tmp_path / "lines.txt").write_text("a title\nbread milk\n")
    loaded = setrisk.load(
        con, "lines", tmp_path / "lines.txt", format="baskets", skip=np.int64(1), header=None, replace=np.True_
    )
    assert loaded.n_transactions == 1
    assert setrisk.set_budget(con, "lines", epsilon_limit=half).project("epsilon_limit").fetchall() == [(half,)]
    assert not setrisk.audit("noisy-count", epsilon=half, significance_level=half, releases=100, seed=1).accused


@pytest.mark.parametrize("exclude", ["bread", ["bread"], ("bread",), {"bread"}, np.array(["bread"])])
def test_one_excluded_column_needs_no_list(con, exclude):
    matrix = con.sql("SELECT 1 AS bread, 1 AS milk, 0 AS insulin")
    assert setrisk.load(con, "matrix", matrix, exclude=exclude, replace=True).examples == ("milk",)
