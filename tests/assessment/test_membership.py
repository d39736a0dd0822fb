"""Can it be told whether a person is in the data? What is known of noise, no noise, and what epsilon allows."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection
from hypothesis import given, settings
from hypothesis import strategies as st

import setrisk
from setrisk.errors import BadInput, UnknownRelease
from setrisk.pipelines.assessment.membership import _spread_places
from setrisk.pipelines.histogram.noisy import Input
from setrisk.pipelines.histogram.universe import Universe
from setrisk.udf.common.arrays import Floats, Integers
from setrisk.udf.histogram import noise
from setrisk.udf.histogram.audit import Event, _most_separating_event, advantage

ITEMS = ["tea", "milk", "bread", "wine", "salt"]
# Each as often as its place says, and one person alone with an item that nobody else has.
BASKETS = [["tea"]] * 40 + [["milk", "tea"]] * 12 + [["bread"]] * 4 + [["bread", "milk", "salt"]]
METHODS = {
    "diffpart": {"c1": "0.1", "c2": 0.1},
    "aplkiller": {"c1": "0.1"},
    "privbayes": {"degree": 2},
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


def test_the_advantage_by_a_noisy_count_is_what_epsilon_allows() -> None:
    """Laplace noise on whole numbers reaches the bound: the probability that the noise is 0."""
    for epsilon in (0.5, 1.0, 2.0):
        drawn, missed = noise.SeededNoise(3), 0
        for _ in range(60):
            members, outsiders = (count + drawn.laplace(np.full(2_000, epsilon)) for count in (7, 6))
            found = advantage(members, outsiders)
            missed += not found.low <= math.tanh(epsilon / 2) <= found.high
            # Where the likelihoods of the two are equal, on either side of a value that is as likely for both.
            assert found.event.relation in ("at least", "at most", "is", "is not")
            assert found.low <= found.member_rate - found.outsider_rate <= found.high
        assert missed <= 3


def test_without_noise_everything_is_told() -> None:
    found = advantage(np.full(1_000, 7), np.full(1_000, 6))
    assert (found.member_rate, found.outsider_rate) == (1, 0)
    assert found.low > 0.98
    assert found.high == 1


def test_nothing_is_told_by_what_never_changes_or_only_in_the_half_that_chooses() -> None:
    same = np.zeros(1_000, dtype=np.int64)
    assert advantage(same, same).member_rate == advantage(same, same).outsider_rate
    first_half = np.where(np.arange(1_000) < 500, 1, 0)
    found = advantage(first_half, same)
    assert found.event == Event(0, "at least", (1,))
    assert found.member_rate == found.outsider_rate == 0


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=12).map(
        lambda pairs: np.array(pairs).T
    )
)
def test_the_sign_separates_best_of_all_values_and_thresholds(pair: Integers) -> None:
    members, outsiders = pair

    def gain(event: Event) -> int:
        return event.count_in(members[:, None]) - event.count_in(outsiders[:, None])

    every = [Event(0, r, (v,)) for r in ("is", "is not", "at least", "at most") for v in range(-3, 4)]
    assert gain(_most_separating_event(members, outsiders)) == max(map(gain, every))


@pytest.mark.parametrize("method", METHODS)
def test_no_method_gives_more_than_its_epsilon_allows(con: DuckDBPyConnection, method: str) -> None:
    found = audited(con, method, people=2, releases=150 if method == "privbayes" else 600)
    assert [row["occurrences"] for row in found] == [40, 1]
    for row in found:
        assert row["allowed_advantage"] == pytest.approx((math.e - 1) / (math.e + 1))
        assert row["advantage"] == row["member_rate"] - row["outsider_rate"]
        assert row["advantage_low"] <= row["allowed_advantage"]
        assert not row["is_accused"]
    # DiffPart spends half of epsilon on the count, APLKiller all of it; what PrivBayes draws hides a person further.
    least = {"diffpart": 0, "aplkiller": 0.2, "privbayes": -1}[method]
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


def test_people_are_spread_from_the_commonest_to_the_rarest_whatever_the_order_of_the_rows() -> None:
    held = np.array([[1, 0], [0, 1], [1, 1]], dtype=bool)
    occurrences = np.array([1, 8, 1])
    for order in ([0, 1, 2], [2, 1, 0]):
        data = Input(Universe(["a", "b"], None, False), held[order], occurrences[order])
        spread = [[order[row] for row in _spread_places(data, people)] for people in (1, 2, 3, 10)]
        assert spread == [[1], [1, 2], [1, 2], [1, 0, 2]]


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
    with pytest.raises(BadInput, match="made of a frame or a query: make it of a table"):
        setrisk.audit_membership(con, "framed")
    setrisk.load(con, "one", pd.DataFrame({"items": [["tea"]]}))
    setrisk.protect(con, "one", "of one", method="diffpart", epsilon=1, universe=ITEMS)
    with pytest.raises(BadInput, match="of one is of 1 people with items"):
        setrisk.audit_membership(con, "of one")
