"""Can it be told of releases whether a person is in the data? What is stored, no noise, and what epsilon allows."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput, UnknownRelease
from setrisk.udf.common.arrays import Floats, Integers
from setrisk.udf.histogram import noise

ITEMS = ["tea", "milk", "bread", "wine", "salt"]
# Each as often as its place says, and one person alone with an item that nobody else has.
BASKETS = [["tea"]] * 40 + [["milk", "tea"]] * 12 + [["bread"]] * 4 + [["bread", "milk", "salt"]]
METHODS = {
    "diffpart": {"c1": "0.1", "c2": 0.1},
    "aplkiller": {"c1": "0.1"},
    "privbayes": {"degree": 2},
    "mixture": {},
}


class NoNoise(noise.SeededNoise):
    """What a method must never draw."""

    def laplace(self, epsilons: Floats) -> Integers:
        return np.zeros(len(epsilons), dtype=np.int64)


@pytest.fixture(scope="module")
def con() -> Iterator[DuckDBPyConnection]:
    connection = setrisk.connect()
    setrisk.load(connection, "shop", pd.DataFrame({"items": BASKETS}))
    for method, parameters in METHODS.items():
        setrisk.protect(connection, "shop", method, method=method, epsilon=1, universe=ITEMS, seed=1, **parameters)
    yield connection
    connection.close()


def audited(con: DuckDBPyConnection, release: str, **given_: Any) -> list[dict[str, Any]]:
    return setrisk.audit_membership(con, release, **given_).to_df().to_dict("records")


@pytest.mark.parametrize("method", METHODS)
def test_no_method_gives_more_than_its_epsilon_allows(con: DuckDBPyConnection, method: str) -> None:
    found = audited(con, method, people=2, releases=150 if method in ("privbayes", "mixture") else 600)
    assert [row["occurrences"] for row in found] == [40, 1]
    for row in found:
        assert row["allowed_advantage"] == pytest.approx((math.e - 1) / (math.e + 1))
        assert row["advantage"] == row["member_rate"] - row["outsider_rate"]
        assert row["advantage_low"] <= row["allowed_advantage"]
        assert not row["is_accused"]
    # DiffPart spends half of epsilon on the count, APLKiller all of it; what is drawn hides a person further.
    least = {"diffpart": 0, "aplkiller": 0.2, "privbayes": -1, "mixture": -1}[method]
    assert found[0]["advantage_low"] > least


def test_a_method_that_draws_no_noise_is_accused(con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noise, "SeededNoise", NoNoise)
    for method in ("diffpart", "aplkiller"):
        found = audited(con, method, people=1, releases=400)
        assert [(row["tid"], row["advantage"], row["is_accused"]) for row in found] == [(1, 1, True)]
        assert found[0]["advantage_low"] > 0.95
        assert "at least 40 records" in found[0]["event"]
        assert found[0]["sentence"].startswith(
            "of 100 releases with this person, 100 are taken for releases with the person; of 100 releases without, 0;"
        )


def test_results_are_stored_in_place_of_earlier_ones_and_go_with_the_release(con: DuckDBPyConnection) -> None:
    setrisk.protect(con, "shop", "stored", method="diffpart", epsilon=1, universe=ITEMS, seed=1)
    spent = con.sql("SELECT s.* FROM setrisk_private.spending AS s ORDER BY ALL").fetchall()
    with pytest.raises(Exception, match="has no audit of membership; setrisk audit-membership makes one"):
        con.sql("FROM setrisk.membership_audit('stored')").fetchall()
    first = audited(con, "stored", people=4, releases=40, seed=5)
    assert audited(con, "stored", people=4, releases=40, seed=5) == first
    assert len(audited(con, "stored", people=1, releases=40)) == 1
    assert con.sql("SELECT s.* FROM setrisk_private.spending AS s ORDER BY ALL").fetchall() == spent
    setrisk.drop(con, "stored")
    assert not con.sql("SELECT 1 FROM setrisk_private.audited_person AS p WHERE p.release = 'stored'").fetchall()


def test_an_item_that_only_one_person_has_is_never_shown_without_the_person(
    con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the items are those of the data, which the mark domain-from-data says, it is the items that tell."""
    setrisk.protect(con, "shop", "of the data", method="diffpart", epsilon=50, from_data=True, seed=1)
    alone = [row for row in audited(con, "of the data", people=20, releases=60) if row["tid"] == len(BASKETS)]
    assert [row["advantage"] for row in alone] == [1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"people": 0}, "people is 0"),
        ({"people": 101}, "people is 101"),
        ({"releases": 3}, "releases is 3"),
        ({"seed": -1}, "seed is -1"),
    ],
)
def test_what_cannot_be_asked_is_refused(con: DuckDBPyConnection, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        setrisk.audit_membership(con, "diffpart", **arguments)


def test_releases_that_hide_nobody_by_noise_are_refused(con: DuckDBPyConnection) -> None:
    with pytest.raises(UnknownRelease):
        setrisk.audit_membership(con, "nope")
    setrisk.protect(con, "shop", "open", method="identity")
    with pytest.raises(BadInput, match="open is by identity, without noise"):
        setrisk.audit_membership(con, "open")
    setrisk.protect(con, "shop", "framed", method="diffpart", epsilon=1, universe=pd.DataFrame({"items": [ITEMS]}))
    with pytest.raises(BadInput, match="made of a frame or a query, or by shards on Spark: make it of a table"):
        setrisk.audit_membership(con, "framed")
    setrisk.load(con, "one", pd.DataFrame({"items": [["tea"]]}))
    setrisk.protect(con, "one", "of one", method="diffpart", epsilon=1, universe=ITEMS)
    with pytest.raises(BadInput, match="of one is of 1 people with items"):
        setrisk.audit_membership(con, "of one")
