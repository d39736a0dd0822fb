"""A first look at a data set, in words."""

import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import UnknownDataset


def findings(con: DuckDBPyConnection) -> dict[str, str]:
    return dict(setrisk.profile(con, "d").project("aspect, finding").fetchall())


def load(con: DuckDBPyConnection, baskets: list[list[str]]) -> None:
    setrisk.load(con, "d", pd.DataFrame({"items": baskets}), empty="keep")


def test_it_says_what_there_is(con: DuckDBPyConnection) -> None:
    load(con, [["a", "b", "c"], ["a", "b"], ["a"], [], ["a", "d"]])
    known = dict(con.execute("SELECT u.known, u.unicity FROM setrisk.unicity_curve('d') AS u").fetchall())
    assert findings(con) == {
        "transactions": "5, source: DataFrame",
        "items": "4; in most transactions: a (4), b (2), c (1), d (1)",
        "lengths": "numbers of items: 1 to 3, median 2; empty transactions: 1",
        "largest transactions": "numbers of items: 3 (number 1), 2 (number 2), 2 (number 5)",
        "near duplicates": "no two items differ only in blanks or case",
        "unicity": "of up to 2,000 people who have so many items, those whom they single out if known: "
        + ", ".join(f"{n}: {100 * known[n]:.1f} %" for n in (1, 2, 3)),
    }


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Milk", "milk "], '1, such as "Milk" and "milk "'),
        (["ice cream", "icecream"], '1, such as "ice cream" and "icecream"'),
        (["a\u00a0b", "a b"], '1, such as "a b" and "a\u00a0b"'),
        (["x", "X", "y", "Y "], '2, such as "X" and "x"; "Y " and "y"'),
    ],
)
def test_names_that_differ_in_blanks_or_case(con: DuckDBPyConnection, names: list[str], said: str) -> None:
    load(con, [names, ["z"]])
    assert findings(con)["near duplicates"] == f"names that are spelled in several ways: {said}"


def test_without_any_item(con: DuckDBPyConnection) -> None:
    load(con, [[], []])
    assert findings(con) == {
        "transactions": "2, source: DataFrame",
        "items": "0",
        "lengths": "no transaction has an item; empty transactions: 2",
        "near duplicates": "no two items differ only in blanks or case",
    }


def test_it_must_be_there(con: DuckDBPyConnection) -> None:
    load(con, [["a"]])
    with pytest.raises(UnknownDataset, match="there is no data set 'dd'; there are d"):
        setrisk.profile(con, "dd")
