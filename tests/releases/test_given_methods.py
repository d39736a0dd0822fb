"""Methods that are given to protect and attack: by name, by description, or what is neither."""

from pathlib import Path

import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput
from setrisk.methods import Coat, RandomElimination, RedistributedElimination


def test_a_description_and_a_name_with_parameters_make_the_same(baskets: DuckDBPyConnection) -> None:
    setrisk.protect(baskets, "baskets", "one", Coat(k=2, privacy_constraints=[["a", "b"]], seed=1))
    setrisk.protect(baskets, "baskets", "other", method="coat", k=2, privacy_constraints=[["a", "b"]], seed=1)
    rows = "SELECT r.record, r.position, r.item_id, r.generalised_item FROM setrisk.generalised_record AS r "
    one, other = (baskets.execute(rows + "WHERE r.release = ? ORDER BY ALL", [r]).fetchall() for r in ("one", "other"))
    assert one == other
    setrisk.attack(baskets, "one", [RandomElimination(draws=2), RedistributedElimination(context=1), "mda"])
    stored = baskets.execute("SELECT a.attack FROM setrisk.attack_run AS a ORDER BY ALL").fetchall()
    assert stored == [("mda:self",), ("ra:self:draws=2",), ("rba:self:context=1",)]
    setrisk.attack(baskets, "other", ["all", "rba", RedistributedElimination(context=1)])
    stored = baskets.execute("SELECT a.attack FROM setrisk.attack_run AS a WHERE a.release = 'other'").fetchall()
    assert [name for (name,) in stored if "context" in name] == ["rba:self:context=1"]
    assert len(stored) == 7


def test_a_description_takes_no_parameters_beside_its_own(baskets: DuckDBPyConnection) -> None:
    with pytest.raises(BadInput, match="coat has its parameters already: seed cannot be given"):
        setrisk.protect(baskets, "baskets", "one", Coat(k=2, random_constraints=0.5), seed=1)


def test_an_attack_is_not_a_way_to_make_a_release(baskets: DuckDBPyConnection) -> None:
    with pytest.raises(BadInput, match=r"ra is an attack on a release; give it to setrisk\.attack"):
        setrisk.protect(baskets, "baskets", "one", RandomElimination())  # type: ignore[arg-type]


def test_an_attack_on_another_family_is_refused(baskets: DuckDBPyConnection) -> None:
    setrisk.protect(baskets, "baskets", "chunks", method="disassociation", k=2)
    with pytest.raises(setrisk.errors.UnknownMethod, match="there is no attack 'rba' on releases of the family"):
        setrisk.attack(baskets, "chunks", RedistributedElimination())


def test_what_is_given_in_the_wrong_place_is_refused_with_advice(baskets: DuckDBPyConnection) -> None:
    setrisk.protect(baskets, "baskets", "one", Coat(k=2, random_constraints=0.5))
    calls = [
        (lambda: setrisk.attack(baskets, "one", Coat(k=2)), r"coat makes a release; give it to setrisk\.protect"),
        (lambda: setrisk.attack(baskets, "one", 3), "method is 3; name one or several methods"),
        (lambda: setrisk.attack(baskets, "one", RandomElimination), r"is a class; give RandomElimination\(\)"),
        (lambda: setrisk.attack(baskets, "one", ["mda", RandomElimination]), r"give RandomElimination\(\)"),
        (lambda: setrisk.protect(baskets, "baskets", "two", Coat, k=5), r"Coat is a class; give Coat\(k=5\)"),
        (lambda: setrisk.protect(baskets, "baskets", "two", 3), "method is 3; give a method of setrisk.methods"),
        (lambda: setrisk.protect(Path("my.duckdb"), "baskets", "r"), r"open it with setrisk\.connect\('my\.duckdb'\)"),
        (lambda: setrisk.risk("my.duckdb", "one"), r"open it with setrisk\.connect\('my\.duckdb'\)"),
        (lambda: setrisk.risk(None, "one"), r"a connection comes first, not None; setrisk\.connect\(path\) opens one"),
    ]  # fmt: skip
    for call, message in calls:
        with pytest.raises(BadInput, match=message):
            call()
