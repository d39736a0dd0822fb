"""The risk of one attack: computed from its own findings alone, and the same as when all are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

import setrisk
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.risk.stored_risk import SAFE_UNATTACKED

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

FAMILIES = {
    "chunks": "disassociation_risk",
    "general": "generalisation_risk",
    "counts": "histogram_risk",
    "serial 1": "serial_risk",
    "rho": "uncertainty_risk",
}


@pytest.fixture(scope="module")
def attacked() -> Iterator[DuckDBPyConnection]:
    """A release of each family, attacked with all that there is for it."""
    con = setrisk.connect()
    baskets = con.sql(
        "SELECT list_distinct(list_transform(range(5), lambda j: 'i' || hash(i, j) % (7 + j * 3))) AS items "
        "FROM range(150) AS t(i)"
    )
    setrisk.load(con, "baskets", baskets)
    setrisk.protect(con, "baskets", "chunks", method="disassociation", k=3, seed=1)
    con.execute("CREATE TABLE rare AS SELECT items FROM setrisk.rare_itemsets('baskets', k := 5)")
    setrisk.protect(con, "baskets", "general", method="coat", k=5, privacy_constraints="rare")
    setrisk.protect(con, "baskets", "counts", method="aplkiller", epsilon=1.0, from_data=True)
    setrisk.protect(con, "baskets", "serial 1", method="anony", sensitive=["i1", "i2"], r_th=8, series="serial", seed=1)
    setrisk.protect(con, "baskets", "rho", method="rho", rho=0.5, sensitive=["i1", "i2"], group_size=3, seed=1)
    for release in FAMILIES:
        setrisk.attack(con, release, method="all")
    yield con
    con.close()


@pytest.mark.parametrize("release", FAMILIES)
def test_the_risks_of_the_attacks_one_by_one_are_the_risk_of_all_of_them(
    attacked: DuckDBPyConnection, release: str
) -> None:
    relation = FAMILIES[release]
    whole = attacked.execute(f"FROM setrisk_internal.{relation}(?) ORDER BY ALL", [release]).fetchall()
    stored = attacked.execute("SELECT a.attack FROM setrisk.attack_run AS a WHERE a.release = ?", [release]).fetchall()
    attacks = [("none",), *stored]
    assert len(attacks) > 1
    one_by_one = [
        row
        for (attack,) in attacks
        for row in attacked.execute(
            f"FROM setrisk_internal.{relation}(?, attacks := [?])", [release, attack]
        ).fetchall()
    ]
    assert {row[2] for row in one_by_one} == {attack for (attack,) in attacks}
    assert sorted(one_by_one, key=repr) == sorted(whole, key=repr)


UNATTACKED = [
    ("histogram", "identity", {}),
    ("histogram", "privbayes", {"epsilon": 5, "from_data": True, "seed": 1}),
    ("histogram", "mixture", {"epsilon": 5, "from_data": True, "seed": 1}),
    ("histogram", "aplkiller", {"epsilon": 5, "from_data": True, "seed": 1}),
    ("disassociation", "disassociation", {"k": 2, "m": 1}),
    ("disassociation", "disassociation", {"k": 3, "refine": False}),
    ("disassociation", "disassociation", {"k": 4, "m": 40}),
    ("disassociation", "disassociation", {"k": 2, "max_cluster_size": 2}),
    ("uncertainty", "rho", {"rho": 0.9, "sensitive": ["i1", "a"]}),
    ("uncertainty", "rho", {"rho": 0.1, "sensitive": ["i1", "a"]}),
]


def test_each_family_that_needs_no_computing_is_tried() -> None:
    assert {family for family, *_ in UNATTACKED} == set(SAFE_UNATTACKED)


@pytest.mark.parametrize(("family", "method", "given"), UNATTACKED)
def test_what_is_stored_before_any_attack_is_what_is_computed(
    con: DuckDBPyConnection, family: str, method: str, given: dict[str, Any]
) -> None:
    """Of these families it is stored without being computed. Empty transactions and releases that show the data as they
    are, those of equal transactions, are among them.
    """
    risk = "SELECT r.* FROM setrisk_private.record_risk AS r ORDER BY ALL"
    setrisk.load(con, "all items", con.sql("SELECT ['i1', 'a'] AS items"))  # so that both are known
    for items in ("['i' || r.n % 3, 'i' || r.n % 7, 'i' || r.n % 8]", "CASE WHEN r.n > 9 THEN ['a', 'b'] ELSE [] END"):
        baskets = con.sql(f"SELECT CASE WHEN r.n % 11 > 0 THEN list_distinct({items}) ELSE [] END AS items "
                          "FROM range(60) AS r(n)")  # fmt: skip
        setrisk.load(con, "d", baskets, empty="keep")
        setrisk.protect(con, "d", "r", method=method, **given)
        stored = con.execute(risk).fetchall()
        assert len(stored) == 60
        con.execute("DELETE FROM setrisk_private.record_risk")
        run(con, f"risk/store_{family}_risk", release="r", attacks=["none"])
        assert stored == con.execute(risk).fetchall()
        setrisk.drop(con, "d", cascade=True)


@pytest.mark.parametrize("release", FAMILIES)
def test_an_attack_that_is_not_stored_has_no_risk(attacked: DuckDBPyConnection, release: str) -> None:
    found = attacked.execute(
        f"FROM setrisk_internal.{FAMILIES[release]}(?, attacks := ['none of these'])", [release]
    ).fetchall()
    assert found == []


@pytest.mark.parametrize("release", ["chunks", "general"])
def test_a_record_is_at_risk_where_the_candidates_are_fewer_than_k(attacked: DuckDBPyConnection, release: str) -> None:
    ((kinds, wrong),) = attacked.execute(
        "SELECT count(DISTINCT r.at_risk), count(*) FILTER (WHERE r.at_risk <> coalesce(r.candidates < p.k, false)) "
        f"FROM setrisk_internal.{FAMILIES[release]}($release) AS r "
        "CROSS JOIN setrisk_internal.promised_support($release) AS p",
        {"release": release},
    ).fetchall()
    assert (kinds, wrong) == (2, 0)


@pytest.mark.parametrize("release", ["counts", "serial 1", "rho"])
def test_families_that_look_for_nobody_among_others_have_no_candidates(
    attacked: DuckDBPyConnection, release: str
) -> None:
    relation = FAMILIES[release]
    ((records, with_candidates),) = attacked.execute(
        f"SELECT count(*), count(r.candidates) FROM setrisk_internal.{relation}(?) AS r", [release]
    ).fetchall()
    assert records > 0
    assert with_candidates == 0
