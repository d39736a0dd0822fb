"""A wrong call says which function it was, and what is wrong."""

import inspect
from pathlib import Path

import numpy as np
import pytest

import setrisk
from setrisk.errors import BadInput
from setrisk.pipelines.common.argument_types import NAMES
from setrisk.pipelines.common.columns import columns_of
from setrisk.pipelines.database.task import TASKS


@pytest.mark.parametrize(
    ("positional", "named", "message"),
    [
        (["con", "r1"], {"foo": 1}, r"^risk\(\) got an unexpected keyword argument 'foo'$"),
        (["con", "r1"], {"release": "r2"}, r"^risk\(\) got multiple values for argument 'release'$"),
        (["con", "r1", *range(20)], {}, r"^risk\(\) got too many positional arguments$"),
        (["con"], {}, r"^risk\(\) missing a required argument: 'release'$"),
        ([], {}, r"^risk\(\) missing a required argument: 'con'$"),
    ],
)
def test_a_wrong_call_names_the_function(positional, named, message):
    with pytest.raises(TypeError, match=message):
        setrisk.risk(*positional, **named)


def test_columns_of_rows():
    columns = columns_of([{"name": "a", "size": 1, "share": None}, {"share": 0.5, "name": "", "size": 2}])
    assert {name: column.tolist() for name, column in columns.items() if name != "share"} == {
        "name": ["a", ""],
        "size": [1, 2],
    }
    np.testing.assert_array_equal(columns["share"], [np.nan, 0.5])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"a": 1}, {"a": 1, "b": 2}], r"a row has \['a', 'b'\], the first one \['a'\]"),
        ([{"a": 1}, {}], r"a row has \[\], the first one \['a'\]"),
        ([{"a": "x"}, {"a": None}], "a has texts and None"),
        ([{"a": None}, {"a": "x"}], "a has texts and None"),
        ([{"a": 1}, {"a": "x"}], "a has texts and 1"),
    ],
)
def test_rows_that_are_not_alike_are_refused(rows, message):
    with pytest.raises(TypeError, match=message):
        columns_of(rows)


# Every task that takes a name, and the parameter that is it.
NAMED = [
    (function.__name__, parameter)
    for function in (getattr(setrisk, task) for task in TASKS)
    for parameter in inspect.signature(function).parameters
    if parameter in NAMES
]


@pytest.fixture(scope="module")
def con():
    with setrisk.connect() as con:
        yield con


def test_the_parameters_that_are_names_are_known():
    assert {("drop", "name"), ("assess", "control"), ("whatif", "grid"), ("attack", "knowledge")} <= {*NAMED}


@pytest.mark.parametrize(("task", "parameter"), NAMED)
def test_a_name_that_is_not_a_text_is_refused(con, task, parameter):
    function = getattr(setrisk, task)
    parameters = inspect.signature(function).parameters
    needed = {
        name: "r1" for name, each in parameters.items() if each.default is each.empty and each.kind != each.VAR_KEYWORD
    }
    for value in (None, 3, Path("r1")):
        if value is not parameters[parameter].default:
            with pytest.raises(BadInput, match=rf"^{parameter} is .* in {task}\(\); it must be a name, as text$"):
                function(**{**needed, "con": con, parameter: value})
