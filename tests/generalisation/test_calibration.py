"""How sure eliminations are: the regression by itself, the shadow releases, and how it holds against the data."""

import math
from collections import Counter
from typing import Any

import numpy as np
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection
from hypothesis import given, settings
from hypothesis import strategies as st

import setrisk
from setrisk.errors import BadInput, UnknownKnowledge
from setrisk.pipelines.database.statements import run
from setrisk.udf.generalisation.belief import learn_belief
from setrisk.udf.generalisation.shadows import draw_shadow
from tests.support.generalisation_steps import cell_truth


@given(st.integers(0, 2**32 - 1), st.integers(1, 60), st.integers(0, 4))
@settings(deadline=None)
def test_the_regression_is_the_most_likely_one(seed: int, n: int, n_traits: int) -> None:
    """No step from it makes the eliminations, and the weights, more likely."""
    draw = np.random.default_rng(seed)
    traits, is_right = draw.normal(3, 2, size=(n, n_traits)), draw.random(n) < 0.7
    learnt = learn_belief(traits, is_right)
    design = np.column_stack([np.ones(n), traits - learnt.center])

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


def test_beyond_what_was_seen_nothing_is_concluded() -> None:
    traits, is_right = np.array([[0.0], [1.0], [2.0], [3.0]] * 50), np.array([False, False, True, True] * 50)
    highest, beyond, low, below = learn_belief(traits, is_right).beliefs(np.array([[3.0], [300.0], [0.0], [-300.0]]))
    assert highest == beyond > 0.9
    assert low == below < 0.1


def test_a_trait_that_is_nearly_the_same_for_all_says_little() -> None:
    """Thousands of cells of a few tables of nearly the same size."""
    size = np.repeat([[4.90], [4.91]], 5000, axis=0)
    low, high = learn_belief(size, np.arange(10_000) % 5000 < np.where(size[:, 0] < 4.905, 4500, 4600)).beliefs(
        np.array([[4.90], [4.91]])
    )
    assert low == pytest.approx(high, abs=0.02)
    assert low == pytest.approx(0.91, abs=0.02)


def test_without_eliminations_nothing_is_learnt() -> None:
    with pytest.raises(BadInput, match="no elimination to learn"):
        learn_belief(np.zeros((0, 2)), np.zeros(0, dtype=bool))


@given(
    st.lists(st.tuples(st.integers(1, 12), st.integers(1, 300)), max_size=12),
    st.lists(st.integers(1, 60), max_size=120),
    st.integers(0, 2**32 - 1),
)
@settings(deadline=None)
def test_shadows_have_the_shapes_of_the_release(shapes: list[tuple[int, int]], supports: list[int], seed: int) -> None:
    members, records = (np.array([shape[place] for shape in shapes], dtype=np.int64) for place in (0, 1))
    plain = np.sort(np.array(supports, dtype=np.int64))
    labels, again = (draw_shadow(members, records, plain, np.random.default_rng(seed)) for _ in range(2))
    np.testing.assert_array_equal(labels, again)
    assert 2 * (labels > 0).sum() <= len(plain)
    pairs = labels[: len(labels) // 2 * 2].reshape(-1, 2) > 0
    assert (pairs.sum(axis=1) <= 1).all()
    sizes = Counter(Counter(labels[labels > 0].tolist()).values())
    assert sizes <= Counter(members.tolist())
    # What is left out would not have left half of the items as they are.
    left = Counter(members.tolist()) - sizes
    assert all(size > len(plain) // 2 - (labels > 0).sum() for size in left)


@pytest.mark.parametrize("highest", [100, 12])
def test_shadows_have_about_as_many_records(highest: int) -> None:
    """Ten tables of two members and twenty records, among items of all supports, and among rare ones."""
    supports = np.sort(np.tile(np.arange(1, highest + 1), 1000 // highest))
    labels = draw_shadow(np.full(10, 2), np.full(10, 20), supports, np.random.default_rng(1))
    sums = [supports[labels == number].sum() for number in range(1, 11)]
    assert min(sums) >= 15
    assert max(sums) <= 25


def test_what_stays_has_items_of_all_supports() -> None:
    """However many generalised items there are: else the frequent ones would be gone, and all contexts alike."""
    supports = np.sort(np.repeat([1, 4, 9], [400, 40, 40]))
    labels = draw_shadow(np.full(100, 2), np.full(100, 5), supports, np.random.default_rng(1))
    assert (labels > 0).sum() == 200
    assert [(labels[supports == support] == 0).mean() >= 0.5 for support in (1, 4, 9)] == [True] * 3


def test_shadows_of_what_is_more_frequent_than_any_plain_item_take_the_most_frequent() -> None:
    supports = np.arange(1, 401)
    labels = draw_shadow(np.array([2]), np.array([1000]), supports, np.random.default_rng(1))
    assert (labels > 0).sum() == 2
    assert supports[labels > 0].min() > 350


# The items that a release publishes as they are.
PLAIN = (
    "setrisk.published_item AS p WHERE p.release = $1 AND p.item_id NOT IN "
    "(SELECT g.item_id FROM setrisk.generalised_item AS g WHERE g.release = $1) ORDER BY p.item_id"
)


@pytest.fixture
def clinic(con: DuckDBPyConnection) -> DuckDBPyConnection:
    """Patients of two wards whose items do not mix, so that eliminations are often right."""
    draw = np.random.default_rng(4)
    records = [
        [f"{ward}{item}" for item in sorted(set((draw.zipf(1.5, size=6) % 25).tolist()))]
        for ward in draw.choice(["heart ", "skin "], size=300)
    ]
    setrisk.load(con, "d", pd.DataFrame({"items": records}))
    setrisk.protect(con, "d", "r", k=6, random_constraints=0.4, keep_order=True, seed=2)
    return con


def test_beliefs_hold_against_the_data(clinic: DuckDBPyConnection) -> None:
    setrisk.attack(clinic, "r", method=["ra", "tba", "gba"])
    # Seven generalised items: seeds make much of a difference with three shadow releases.
    found = setrisk.calibrate(clinic, "r", shadows=20, seed=5).fetchall()
    eliminated = {
        (attack, record, item)
        for attack, _, record, item, _ in clinic.execute("FROM setrisk.elimination_findings('r')").fetchall()
        if not attack.startswith("ra")
    }
    assert {(attack, record, item) for attack, _, record, item, _ in found} == eliminated
    assert [belief for *_, belief in found] == sorted((row[-1] for row in found), reverse=True)
    truth = cell_truth(clinic, "r")
    rows = clinic.execute("FROM setrisk.belief_evaluation('r')").fetchall()
    assert sum(row[3] for row in rows) == len(eliminated)
    for attack, low, tables, n, sure, precision in rows:
        own = [row for row in found if row[0] == attack and low <= row[-1] < low + 0.1 + 1e-9 * (low == 0.9)]
        assert (tables, n) == (len({row[1] for row in own}), len(own))
        assert sure == pytest.approx(np.mean([row[-1] for row in own]))
        assert precision == pytest.approx(np.mean([not truth[record, item] for _, _, record, item, _ in own]))
    for attack in ("tba:self", "gba:self"):
        ((right, sure),) = clinic.execute(
            "SELECT sum(e.precision * e.eliminated) / sum(e.eliminated), "
            "sum(e.mean_belief * e.eliminated) / sum(e.eliminated) "
            "FROM setrisk.belief_evaluation('r') AS e WHERE e.attack = ?",
            [attack],
        ).fetchall()
        assert right == pytest.approx(sure, abs=0.15)


def test_seeds_agree_better_on_more_shadow_releases(clinic: DuckDBPyConnection) -> None:
    setrisk.attack(clinic, "r", method="tba")

    def spread(shadows: int) -> float:
        found = (setrisk.calibrate(clinic, "r", shadows=shadows, seed=seed).fetchall() for seed in range(4))
        return float(np.ptp([np.mean([belief for *_, belief in rows]) for rows in found]))

    assert spread(12) < spread(3) / 2


@pytest.mark.parametrize("seed", [1, 2])
def test_large_tables_are_calibrated_too(con: DuckDBPyConnection, seed: int) -> None:
    """Four topics, k = 20, a third of the items generalised: tables of twenty members and more."""
    draw = np.random.default_rng(1)
    records = []
    for topic in draw.integers(4, size=500):
        topics = np.where(draw.random(12) < 0.85, topic, draw.integers(4, size=12))
        words = np.minimum(draw.zipf(1.35, size=12), 60)
        records.append([f"t{t} w{w}" for t, w in dict.fromkeys(zip(topics.tolist(), words.tolist(), strict=True))][:5])
    setrisk.load(con, "d", pd.DataFrame({"items": records}))
    setrisk.protect(con, "d", "r", k=20, random_constraints=0.4, keep_order=True, seed=1)
    setrisk.attack(con, "r", method=["tba", "rba"])
    setrisk.calibrate(con, "r", seed=seed)
    rows = con.execute(
        "SELECT sum(e.precision * e.eliminated) / sum(e.eliminated), sum(e.mean_belief * e.eliminated) "
        "/ sum(e.eliminated) FROM setrisk.belief_evaluation('r') AS e GROUP BY e.attack"
    ).fetchall()
    assert len(rows) == 2
    for right, sure in rows:
        assert right > 0.8
        assert sure == pytest.approx(right, abs=0.1)


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


@pytest.mark.parametrize("keep_order", [True, False])
def test_shadows_have_the_order_of_the_release(clinic: DuckDBPyConnection, keep_order: bool) -> None:
    """In the order of items, the place of a generalised item says nothing of the member that the record really has."""
    setrisk.protect(clinic, "d", "ordered", k=6, random_constraints=0.4, seed=2, keep_order=keep_order)
    plain = [item for (item,) in clinic.execute("SELECT p.item_id FROM " + PLAIN, ["ordered"]).fetchall()]
    labels = {"item_id": np.array(plain[:6]), "generalised_item": np.array([1, 1, 1, 2, 2, 2])}
    run(clinic, "generalisation/publish_shadow", tables={"_setrisk_labels": labels}, release="ordered", shadow="s")
    number = dict(zip(plain[:6], [1, 1, 1, 2, 2, 2], strict=True))

    def records(release: str) -> dict[int, list[int | str]]:
        found: dict[int, list[int | str]] = {}
        for record, item, generalised in clinic.execute(
            "SELECT e.record, e.item_id, e.generalised_item FROM setrisk.generalised_record AS e WHERE e.release = ? "
            "ORDER BY e.record, e.position",
            [release],
        ).fetchall():
            found.setdefault(record, []).append(f"g{generalised}" if item is None else item)
        return found

    def shadow_of(record: list[int | str]) -> list[int | str]:
        items = [item for item in record if isinstance(item, int)]
        shown = list(dict.fromkeys(f"g{number[item]}" if item in number else item for item in items))
        first = {f"g{n}": min(item for item in number if number[item] == n) for n in (1, 2)}
        return shown if keep_order else sorted(shown, key=lambda form: first.get(str(form), form))

    published = {record: shadow_of(items) for record, items in records("ordered").items()}
    assert records("s") == {record: shown for record, shown in published.items() if shown}


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
    # Who does not know what is generalised does not know either what is published as it is.
    setrisk.attack(clinic, "r", method="rba", labelled=False)
    with pytest.raises(BadInput, match="no attack on r is stored that goes by more than guessing"):
        setrisk.calibrate(clinic, "r")
    setrisk.protect(clinic, "d", "chunks", method="disassociation", k=3)
    with pytest.raises(BadInput, match="chunks is not a generalised release"):
        setrisk.calibrate(clinic, "chunks")


def test_a_release_without_generalised_items_has_no_eliminations(con: DuckDBPyConnection) -> None:
    setrisk.load(con, "d", pd.DataFrame({"items": [["a", "b"]] * 5}))
    setrisk.protect(con, "d", "r", k=2, privacy_constraints=[["a"]])
    setrisk.attack(con, "r", method="tba")
    with pytest.raises(BadInput, match="r generalises nothing: there is no elimination to be sure of"):
        setrisk.calibrate(con, "r")


def test_something_must_be_published_as_it_is(con: DuckDBPyConnection) -> None:
    setrisk.load(con, "d", pd.DataFrame({"items": [["a", "b"], ["a"], ["c", "b"], ["c"]]}))
    setrisk.protect(con, "d", "r", k=4, privacy_constraints=[["a"]])
    setrisk.attack(con, "r", method="mda")
    con.execute("BEGIN")
    with pytest.raises(BadInput, match=r"r publishes only \d items? as they are: too few for generalised items of 2"):
        setrisk.calibrate(con, "r")
    # Bad input does not end a transaction that the user has open.
    con.execute("COMMIT")


def test_an_attack_that_found_nothing_does_not_stop_others(clinic: DuckDBPyConnection) -> None:
    setrisk.attack(clinic, "r", method="tba", threshold=1e9)
    setrisk.attack(clinic, "r", method="tba")
    assert {row[0] for row in setrisk.calibrate(clinic, "r", shadows=1, seed=1).fetchall()} == {"tba:self"}


def test_there_must_be_something_to_learn_from(con: DuckDBPyConnection, example: str) -> None:
    """Knowledge of one member and one context item, and of nothing that is published as it is."""
    con.execute("INSERT INTO setrisk.knowledge VALUES ('cosines', 'embedding', '')")
    con.execute("INSERT INTO setrisk.similarity VALUES ('cosines', 'icd', 'knee', 0.25)")
    setrisk.attack(con, example, method="mda", knowledge="cosines")
    before = con.execute("SELECT count(*) FROM setrisk.release").fetchall()
    with pytest.raises(BadInput, match="mda:cosines eliminated nothing from 3 shadow releases"):
        setrisk.calibrate(con, example, seed=1)
    assert con.execute("SELECT count(*) FROM setrisk.release").fetchall() == before
    setrisk.drop(con, "cosines")
    with pytest.raises(UnknownKnowledge, match="no knowledge 'cosines'"):
        setrisk.calibrate(con, example)
