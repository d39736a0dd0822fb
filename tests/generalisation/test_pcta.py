"""Releases by PCTA: items clustered until each privacy constraint is satisfied."""

from typing import Any

import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput, InfeasibleConstraint

# The example of tests/generalisation/test_pcta_kernel.py.
BASKETS = [["a", "b"], ["a"], ["a"], ["b"], ["a", "c"], ["c"], *[["d"], ["e"]] * 6]


@pytest.fixture
def shop(con: DuckDBPyConnection) -> DuckDBPyConnection:
    setrisk.load(con, "d", pd.DataFrame({"items": BASKETS}))
    return con


def generalised(con: DuckDBPyConnection) -> list[tuple[list[str], int]]:
    return con.execute("SELECT g.items, g.support FROM setrisk.generalised_items('r') AS g ORDER BY g.items").fetchall()


def test_the_cheapest_merge_is_made(shop: DuckDBPyConnection) -> None:
    made = setrisk.protect(shop, "d", "r", method="pcta", k=2, privacy_constraints="a,b")
    assert generalised(shop) == [(["b", "c"], 4)]
    assert made.summary == (
        "1 itemset of 2 of the 5 items protected, and no others, by 1 generalised item of up to 2 members, 0 items "
        "suppressed, entries ordered by item"
    )
    assert made.marks == []
    assert shop.execute("FROM setrisk.violated_constraints('r')").fetchall() == []
    assert shop.execute("SELECT c.coverage FROM setrisk.coverage('r') AS c").fetchone() != (1.0,)


def test_drawn_constraints_are_marked_and_refused(shop: DuckDBPyConnection) -> None:
    made = setrisk.protect(shop, "d", "r", method="pcta", k=2, random_constraints=1, seed=1)
    assert made.marks == ["seeded", "drawn-constraints"]
    refused = shop.execute("SELECT f.refusal FROM setrisk.refusals('r') AS f").fetchall()
    assert {"seeded", "drawn-constraints"} <= {refusal for (refusal,) in refused}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "say what to protect"),
        ({"privacy_constraints": "a,b", "random_constraints": 0.5}, "say what to protect"),
        ({"privacy_constraints": "a,x"}, "'x'"),
        ({"privacy_constraints": "a,b", "k": 1}, "k is 1"),
    ],
)
def test_wrong_requests(shop: DuckDBPyConnection, given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        setrisk.protect(shop, "d", "r", method="pcta", **{"k": 2, **given})
    assert shop.execute("FROM setrisk.release").fetchall() == []


def test_too_few_transactions_with_items(con: DuckDBPyConnection) -> None:
    setrisk.load(con, "d", pd.DataFrame({"items": [["a"], ["b"], [], []]}), empty="keep")
    with pytest.raises(InfeasibleConstraint, match="k is 3, but only 2 transactions hold any item"):
        setrisk.protect(con, "d", "r", method="pcta", k=3, privacy_constraints="a")
    assert con.execute("FROM setrisk.release").fetchall() == []
