"""A wrong call says which function it was, and what is wrong."""

import numpy as np
import pytest

import setrisk
from setrisk.pipelines.common.columns import columns_of


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
