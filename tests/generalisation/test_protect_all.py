"""COAT releases that protect all itemsets of up to m items, through the whole pipeline."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import setrisk
from setrisk.errors import BadInput, InfeasibleConstraint, SetriskError
from setrisk.pipelines.methods.attack_run import NO_ATTACK
from setrisk.udf.generalisation.coat import Generalisation
from tests.support import generalisation_verifier


def load(con: DuckDBPyConnection, records: list[list[str]]) -> None:
    setrisk.load(con, "d", pd.DataFrame({"items": records}))


@pytest.fixture
def shop(con: DuckDBPyConnection) -> DuckDBPyConnection:
    """Baskets of some of 40 items, some of which few people buy."""
    draw = np.random.default_rng(3)
    baskets = np.minimum(draw.zipf(1.4, size=(300, 6)), 40)
    load(con, [[f"item {number}" for number in dict.fromkeys(row.tolist())] for row in baskets])
    return con


def test_without_options_a_release_protects_every_pair(shop: DuckDBPyConnection) -> None:
    made = setrisk.protect(shop, "d", "r")
    assert "all itemsets of up to 2 items protected" in made.summary
    assert made.marks == []
    assert not generalisation_verifier.violations_of(shop, "r", k=5, m=2, max_suppression=0.15)
    ((parameters,),) = shop.execute("SELECT r.parameters FROM setrisk.release AS r").fetchall()
    assert '"k": 5' in parameters
    assert '"m": 2' in parameters
    assert shop.execute("SELECT c.coverage FROM setrisk.coverage('r') AS c").fetchall() == [(1.0,)]
    assert shop.execute("FROM setrisk.violated_constraints('r')").fetchall() == []
    ((highest, at_risk),) = shop.execute(
        "SELECT max(r.score), sum(r.at_risk::INT) FROM setrisk.risk('r') AS r"
    ).fetchall()
    assert highest <= 1 / 5
    assert at_risk == 0


@pytest.mark.parametrize("given", [{"protect_all": 2}, {"privacy_constraints": "all"}])
def test_it_can_be_asked_for(shop: DuckDBPyConnection, given: dict[str, Any]) -> None:
    setrisk.protect(shop, "d", "by default", seed=1)
    setrisk.protect(shop, "d", "asked", seed=1, **given)
    query = "SELECT * EXCLUDE (release) FROM setrisk.generalised_record AS r WHERE r.release = ? ORDER BY ALL"
    assert shop.execute(query, ["asked"]).fetchall() == shop.execute(query, ["by default"]).fetchall()


@pytest.mark.parametrize("k", [2, 7])
@pytest.mark.parametrize("m", [1, 3])
def test_other_sizes(shop: DuckDBPyConnection, k: int, m: int) -> None:
    setrisk.protect(shop, "d", "r", k=k, protect_all=m)
    assert not generalisation_verifier.violations_of(shop, "r", k=k, m=m, max_suppression=0.15)


def test_utility_constraints_are_kept(shop: DuckDBPyConnection) -> None:
    utility = [[f"item {n}" for n in range(1, 41) if n % 2 == odd and n < 38] for odd in (0, 1)]
    items = {item for (item,) in shop.execute("SELECT i.item FROM setrisk_private.item AS i").fetchall()}
    utility = [[item for item in group if item in items] for group in utility]
    setrisk.protect(shop, "d", "r", utility_constraints=utility, max_suppression=1)
    assert not generalisation_verifier.violations_of(shop, "r", k=5, m=2, max_suppression=1, utility=utility)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"protect_all": 0}, "protect_all is 0"),
        ({"protect_all": 17}, "protect_all is 17; it must be at most 16"),
        ({"protect_all": 2, "random_constraints": 0.1}, "protect_all and random_constraints are given"),
        ({"privacy_constraints": "all", "random_constraints": 0.1}, "privacy_constraints and random_constraints"),
    ],
)
def test_wrong_requests(shop: DuckDBPyConnection, given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        setrisk.protect(shop, "d", "r", **given)


def test_all_is_not_taken_for_what_has_that_name(shop: DuckDBPyConnection) -> None:
    shop.execute('CREATE TABLE "all" AS SELECT [i.item] AS items FROM setrisk_private.item AS i LIMIT 1')
    with pytest.raises(BadInput, match="'all' stands for every itemset, but there is an item, a table or a file"):
        setrisk.protect(shop, "d", "r", privacy_constraints="all")


def test_constraints_in_a_frame_are_not_compared_with_a_name(shop: DuckDBPyConnection) -> None:
    made = setrisk.protect(shop, "d", "r", privacy_constraints=pd.DataFrame({"items": [["item 1"], ["item 2"]]}))
    assert "2 itemsets of 2 of the" in made.summary


def test_longer_itemsets_than_any_basket_are_not_looked_for(con: DuckDBPyConnection) -> None:
    load(con, [["a", "b"], ["a", "b"], ["a"], ["c", "a"]])
    made = setrisk.protect(con, "d", "r", k=2, protect_all=16)
    assert "all itemsets of up to 16 items protected" in made.summary
    assert not generalisation_verifier.violations_of(con, "r", k=2, m=16, max_suppression=0.15)


def test_what_cannot_be_protected_is_named_and_nothing_is_published(con: DuckDBPyConnection) -> None:
    load(con, [["a"], ["a"], ["b"], ["a", "c"]])
    with pytest.raises(InfeasibleConstraint, match=r"the itemset \{b\} cannot be satisfied at k = 2 .* 0\.15"):
        setrisk.protect(con, "d", "r", k=2, utility_constraints=[["a"]])
    assert con.execute("FROM setrisk.release").fetchall() == []


@pytest.mark.parametrize("privacy_constraints", ["all", [["item 1"], ["item 30"]]])
def test_a_release_that_breaks_its_promise_is_not_published(
    shop: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch, privacy_constraints: str | list[list[str]]
) -> None:
    def generalise_nothing(*_: Any, n_items: int, **__: Any) -> Generalisation:
        return Generalisation(np.arange(n_items, dtype=np.int32), merges=0, suppressed=0, log_utility_loss=-np.inf)

    monkeypatch.setattr("setrisk.udf.generalisation.coat.coat", generalise_nothing)
    monkeypatch.setattr("setrisk.udf.generalisation.coat_all.coat_all", generalise_nothing)
    with pytest.raises(SetriskError, match="does not keep its promise; nothing was published"):
        setrisk.protect(shop, "d", "r", privacy_constraints=privacy_constraints)
    assert shop.execute("FROM setrisk.release").fetchall() == []


def test_a_broken_promise_is_found(shop: DuckDBPyConnection) -> None:
    setrisk.protect(shop, "d", "r")
    shop.execute(
        "DELETE FROM setrisk.generalised_record AS e WHERE e.record > 4 AND e.item_id = "
        "(SELECT mode(e.item_id) FROM setrisk.generalised_record AS e)"
    )
    found = shop.execute("SELECT v.items, v.support, v.k FROM setrisk.violated_constraints('r') AS v").fetchall()
    assert found
    assert all(1 <= support < k == 5 for _, support, k in found)
    wrong = generalisation_verifier.violations_of(shop, "r", k=5, m=2, max_suppression=1)
    assert any("is shown by" in fault for fault in wrong)


items = st.sampled_from(["a", "b", "c", "d", "e", "f,", "7", "ü"])


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    baskets=st.lists(st.lists(items, unique=True, max_size=5), min_size=4, max_size=15).filter(
        lambda baskets: sum(map(bool, baskets)) >= 3
    ),
    k=st.integers(2, 3),
    m=st.integers(1, 3),
)
def test_records_are_counted_by_what_they_show(
    con: DuckDBPyConnection, baskets: list[list[str]], k: int, m: int
) -> None:
    """The risk without an attack is the same if every itemset of items is counted."""
    for (release,) in con.execute("SELECT r.release FROM setrisk.release AS r").fetchall():
        setrisk.drop(con, release, object_type="release")
    for (dataset,) in con.execute("SELECT d.dataset FROM setrisk_private.dataset AS d").fetchall():
        setrisk.drop(con, dataset, object_type="dataset")
    load(con, baskets)
    setrisk.protect(con, "d", "r", k=k, protect_all=m, max_suppression=1)
    stored = con.execute("FROM setrisk_internal.shown_generalisation_risk('r') ORDER BY ALL").fetchall()
    assert stored
    query = "FROM setrisk_internal.generalisation_risk('r', attacks := [?]) ORDER BY ALL"
    assert stored == con.execute(query, [NO_ATTACK]).fetchall()
    assert not any(at_risk for _, _, _, at_risk, *_ in stored)
    assert not generalisation_verifier.violations_of(con, "r", k=k, m=m, max_suppression=1)


def test_attackers_who_know_frequent_itemsets_find_people_too(shop: DuckDBPyConnection) -> None:
    """The same release by constraints, of which only the rare itemsets count, puts fewer at risk."""

    def at_risk() -> set[int]:
        query = "SELECT r.record FROM setrisk_internal.generalisation_risk('r', attacks := ['gba:self']) AS r"
        return {record for (record,) in shop.execute(f"{query} WHERE r.at_risk").fetchall()}

    setrisk.protect(shop, "d", "r", seed=1)
    setrisk.attack(shop, "r", method="gba")
    by_all = at_risk()
    shop.execute("UPDATE setrisk.release SET parameters = '{\"k\": 5}'")
    shop.execute(
        "INSERT INTO setrisk_private.privacy_constraint SELECT 'r', rare.number, i.item_id FROM ("
        "SELECT row_number() OVER () AS number, unnest(r.items) AS item FROM setrisk.rare_itemsets('d', k := 5) AS r"
        ") AS rare JOIN setrisk_private.item AS i USING (item)"
    )
    assert at_risk() < by_all


def test_real_data(con: DuckDBPyConnection, data: Path) -> None:
    """Each release that a test makes is verified."""
    setrisk.load(con, "d", data / "bms-webview" / "BMS1_spmf.txt", format="spmf")
    setrisk.protect(con, "d", "r")
    assert con.execute("SELECT count(*) FROM setrisk.risk('r') AS r WHERE r.at_risk").fetchall() == [(0,)]
    errors = dict(con.execute("SELECT u.band, u.error FROM setrisk.utility('r') AS u").fetchall())
    assert errors["high"] < 0.4
