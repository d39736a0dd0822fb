"""Releases by PCTA: items clustered until each privacy constraint is satisfied."""

import random
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput, InfeasibleConstraint
from setrisk.pipelines.showcase.experiments import protection

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
        "suppressed"
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


def test_whether_pcta_or_coat_keeps_more_depends_on_the_order_of_constraints(
    con: DuckDBPyConnection, data: Path
) -> None:
    """As the page on generalisation says."""
    protection.load_data(con, data, "MSNBC")
    constraints = sorted(protection.rare_pairs(con, "MSNBC", 100))

    def errors(method: str, order: int | None) -> int:
        given = constraints if order is None else random.Random(order).sample(constraints, len(constraints))
        setrisk.protect(con, "MSNBC", "r", method=method, privacy_constraints=given, seed=1, replace=True)
        found = con.execute("SELECT u.error FROM setrisk.utility('r', 20, 100) AS u WHERE u.band = 'high'")
        return round(100 * found.fetchall()[0][0])

    of_pcta, of_coat = ([errors(method, order) for order in (None, 0, 1, 2)] for method in ("pcta", "coat"))
    assert (of_pcta[0], of_coat[0]) == (6, 13)
    assert [(min(each), max(each)) for each in (of_pcta[1:], of_coat[1:])] == [(13, 19), (8, 13)]
    assert all(one > other for one, other in zip(of_pcta[1:], of_coat[1:], strict=True))


def test_every_itemset_is_for_others(con: DuckDBPyConnection) -> None:
    setrisk.load(con, "d", pd.DataFrame({"items": [["a", "b"], ["a"], ["b"]]}))
    with pytest.raises(BadInput, match="not every itemset: coat and km do that"):
        setrisk.protect(con, "d", "r", method="pcta", k=2, privacy_constraints="all")
