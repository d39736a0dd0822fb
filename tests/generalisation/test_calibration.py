"""How sure eliminations are: the regression by itself, the shadow releases, and how it holds against the data."""

import math
from typing import Any

import numpy as np
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection
from hypothesis import given, settings
from hypothesis import strategies as st

import setrisk
from setrisk.errors import BadInput, UnknownKnowledge
from setrisk.udf.generalisation.belief import learn_belief


@given(st.integers(0, 2**32 - 1), st.integers(1, 60), st.integers(0, 4))
@settings(deadline=None)
def test_the_regression_is_the_most_likely_one(seed: int, n: int, n_traits: int) -> None:
    """No step from it makes the eliminations, and the weights, more likely."""
    draw = np.random.default_rng(seed)
    traits, is_right = draw.normal(3, 2, size=(n, n_traits)), draw.random(n) < 0.7
    learnt = learn_belief(traits, is_right)
    design = np.column_stack([np.ones(n), (traits - learnt.center) / learnt.scale])

    def log_likelihood(weights: np.ndarray[Any, Any]) -> float:
        chances = 1 / (1 + np.exp(-design @ weights))
        seen = math.fsum(math.log(c if right else 1 - c) for c, right in zip(chances, is_right, strict=True))
        return seen - math.fsum(weights**2) / 2

    best = log_likelihood(learnt.weights)
    for step in np.concatenate([np.eye(n_traits + 1), -np.eye(n_traits + 1)]):
        assert log_likelihood(learnt.weights + 0.01 * step) < best
    assert learnt.beliefs(traits) == pytest.approx(1 / (1 + np.exp(-design @ learnt.weights)))


def test_few_eliminations_do_not_make_certain() -> None:
    sure = learn_belief(np.zeros((5, 1)), np.ones(5, dtype=bool)).beliefs(np.zeros((1, 1)))
    surer = learn_belief(np.zeros((500, 1)), np.ones(500, dtype=bool)).beliefs(np.zeros((1, 1)))
    assert 0.7 < sure.item() < 0.95 < surer.item() < 1


def test_a_trait_that_all_share_says_nothing() -> None:
    traits, is_right = np.array([[0.1, 1.0], [0.1, 2.0], [0.1, 3.0], [0.1, 4.0]]), np.array([False, False, True, True])
    learnt = learn_belief(traits, is_right)
    low, high, other = learnt.beliefs(np.array([[0.1, 1.0], [0.1, 4.0], [7.0, 4.0]]))
    assert low < 0.5 < high == other


def test_without_eliminations_nothing_is_learnt() -> None:
    with pytest.raises(BadInput, match="no elimination to learn"):
        learn_belief(np.zeros((0, 2)), np.zeros(0, dtype=bool))


@pytest.fixture
def clinic(con: DuckDBPyConnection) -> DuckDBPyConnection:
    """Patients of two wards whose items do not mix, so that eliminations are often right."""
    draw = np.random.default_rng(4)
    records = [
        [f"{ward}{item}" for item in sorted(set((draw.zipf(1.5, size=6) % 25).tolist()))]
        for ward in draw.choice(["heart ", "skin "], size=300)
    ]
    setrisk.load(con, "d", pd.DataFrame({"items": records}))
    setrisk.protect(con, "d", "r", k=6, random_constraints=0.4, seed=2)
    return con


def test_beliefs_hold_against_the_data(clinic: DuckDBPyConnection) -> None:
    setrisk.attack(clinic, "r", method=["ra", "tba", "gba"])
    found = setrisk.calibrate(clinic, "r", seed=5).fetchall()
    eliminated = {
        (attack, record, item)
        for attack, _, record, item, _ in clinic.execute("FROM setrisk.elimination_findings('r')").fetchall()
        if not attack.startswith("ra")
    }
    assert {(attack, record, item) for attack, _, record, item, _ in found} == eliminated
    assert [belief for *_, belief in found] == sorted((row[-1] for row in found), reverse=True)
    rows = clinic.execute("FROM setrisk.belief_evaluation('r')").fetchall()
    assert sum(row[3] for row in rows) == len(eliminated)
    for attack, low, tables, n, sure, precision in rows:
        own = [row for row in found if row[0] == attack and low <= row[-1] < low + 0.1 + 1e-9 * (low == 0.9)]
        assert (tables, n) == (len({row[1] for row in own}), len(own))
        assert sure == pytest.approx(np.mean([row[-1] for row in own]))
        assert 0 <= precision <= 1
    for attack in ("tba:self", "gba:self"):
        ((right, sure),) = clinic.execute(
            "SELECT sum(e.precision * e.eliminated) / sum(e.eliminated), "
            "sum(e.mean_belief * e.eliminated) / sum(e.eliminated) "
            "FROM setrisk.belief_evaluation('r') AS e WHERE e.attack = ?",
            [attack],
        ).fetchall()
        assert right == pytest.approx(sure, abs=0.15)


def test_the_same_seed_gives_the_same_belief_and_leaves_nothing_else(clinic: DuckDBPyConnection) -> None:
    setrisk.attack(clinic, "r", method="tba")
    tables = clinic.execute("SELECT t.schema_name, t.table_name FROM duckdb_tables() AS t").fetchall()

    def sizes() -> dict[str, int]:
        return {
            f"{schema}.{name}": clinic.execute(f"SELECT count(*) FROM {schema}.{name}").fetchall()[0][0]
            for schema, name in tables
        }

    before = sizes()
    first = setrisk.calibrate(clinic, "r", shadows=1, seed=1).fetchall()
    after = sizes()
    assert {name for name in before if before[name] != after[name]} == {"setrisk.elimination_belief"}
    assert setrisk.calibrate(clinic, "r", shadows=1, seed=1).fetchall() == first
    assert sizes() == after
    assert setrisk.calibrate(clinic, "r", shadows=1, seed=2).fetchall() != first
    setrisk.attack(clinic, "r", method="tba")
    assert clinic.execute("FROM setrisk.elimination_beliefs('r')").fetchall() == []
    setrisk.calibrate(clinic, "r", shadows=1, seed=1)
    setrisk.drop(clinic, "r")
    assert clinic.execute("FROM setrisk.elimination_belief").fetchall() == []


def test_an_imported_release_can_be_calibrated(clinic: DuckDBPyConnection, tmp_path) -> None:  # type: ignore[no-untyped-def]
    """An attacker needs nothing but what is published."""
    setrisk.attack(clinic, "r", method="tba")
    expected = setrisk.calibrate(clinic, "r", shadows=1, seed=1).project("record, item, belief").order("ALL").fetchall()
    setrisk.export(clinic, "r", tmp_path / "published", anyway=True)
    with setrisk.connect() as other:
        setrisk.import_release(other, "theirs", tmp_path / "published")
        setrisk.attack(other, "theirs", method="tba")
        found = (
            setrisk.calibrate(other, "theirs", shadows=1, seed=1)
            .project("record, item, belief")
            .order("ALL")
            .fetchall()
        )
        with pytest.raises(Exception, match="no release theirs was made in this database"):
            other.execute("FROM setrisk.belief_evaluation('theirs')").fetchall()
    assert len(found) == len(expected) > 0


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"shadows": 0}, "shadows is 0; it must be from 1 to 100"),
        ({"shadows": 101}, "shadows is 101"),
        ({"seed": -1}, "seed is -1; give an integer >= 0"),
    ],
)
def test_options_out_of_range(clinic: DuckDBPyConnection, given: dict[str, int], message: str) -> None:
    setrisk.attack(clinic, "r", method="tba")
    with pytest.raises(BadInput, match=message):
        setrisk.calibrate(clinic, "r", **given)  # type: ignore[arg-type]


def test_what_cannot_be_calibrated(clinic: DuckDBPyConnection) -> None:
    with pytest.raises(BadInput, match="no attack on r is stored that goes by more than guessing"):
        setrisk.calibrate(clinic, "r")
    setrisk.attack(clinic, "r", method="ra")
    with pytest.raises(BadInput, match="no attack on r is stored that goes by more than guessing"):
        setrisk.calibrate(clinic, "r")
    setrisk.protect(clinic, "d", "chunks", method="disassociation", k=3)
    with pytest.raises(BadInput, match="chunks is not a generalised release"):
        setrisk.calibrate(clinic, "chunks")


def test_a_release_without_generalised_items_has_no_eliminations(con: DuckDBPyConnection) -> None:
    setrisk.load(con, "d", pd.DataFrame({"items": [["a", "b"]] * 5}))
    setrisk.protect(con, "d", "r", k=2, privacy_constraints=[["a"]])
    setrisk.attack(con, "r", method="tba")
    with pytest.raises(BadInput, match="no release can be made of what r publishes as it is, to learn from"):
        setrisk.calibrate(con, "r")
    assert con.execute("SELECT count(*) FROM setrisk_private.dataset").fetchall() == [(1,)]


def test_an_attack_that_found_nothing_does_not_stop_others(clinic: DuckDBPyConnection) -> None:
    setrisk.attack(clinic, "r", method="tba", threshold=1e9)
    setrisk.attack(clinic, "r", method="tba")
    assert {row[0] for row in setrisk.calibrate(clinic, "r", shadows=1).fetchall()} == {"tba:self"}


def test_there_must_be_something_to_learn_from(con: DuckDBPyConnection, example: str) -> None:
    # Four records of one to three plain items: nothing that COAT has to generalise.
    setrisk.attack(con, example, method="rba", knowledge="figure 4", context=1)
    before = con.execute("SELECT count(*) FROM setrisk.release").fetchall()
    with pytest.raises(BadInput, match="rba:figure 4:context=1 eliminated nothing from 3 shadow releases"):
        setrisk.calibrate(con, example, seed=1)
    assert con.execute("SELECT count(*) FROM setrisk.release").fetchall() == before
    setrisk.drop(con, "figure 4")
    with pytest.raises(UnknownKnowledge, match="no knowledge 'figure 4'"):
        setrisk.calibrate(con, example)
