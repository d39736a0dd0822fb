"""Mixtures: what a record changes, where the budget goes, and whether what is drawn agrees with the counts."""

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from duckdb import DuckDBPyConnection
from hypothesis import assume, settings
from hypothesis import given as drawn_by
from hypothesis import strategies as st
from scipy.optimize import check_grad
from scipy.sparse import csr_array
from scipy.stats import chisquare

import setrisk
from setrisk.errors import NoiseSpent
from setrisk.pipelines.histogram import noisy
from setrisk.udf.common.arrays import Floats, Integers
from setrisk.udf.histogram import mixture as fitted
from setrisk.udf.histogram.audit import Neighbours, audit_draws
from setrisk.udf.histogram.mixture import COMPONENTS, draw_records, expected_pairs, fit, mixture
from setrisk.udf.histogram.noise import SeededNoise
from setrisk.udf.histogram.noisy_supports import (
    Supports,
    choose_item_cut,
    choose_pair_cut,
    cut_records,
    deviation,
    noisy_supports,
    share_kept,
)
from tests.support.noises import Recording, Silent

N_ITEMS = 6
itemsets = st.frozensets(st.integers(0, N_ITEMS - 1), min_size=1)
histograms = st.dictionaries(itemsets, st.integers(1, 30), max_size=12)

# Items 0 and 1 always come together, as do 2 and 3; 4 comes with either; nobody has 5.
BLOCKS = {
    frozenset({0, 1}): 3000,
    frozenset({0, 1, 4}): 1000,
    frozenset({2, 3}): 2000,
    frozenset({2, 3, 4}): 500,
}


def arrays(data: dict[frozenset[int], int], n_items: int = N_ITEMS) -> tuple[csr_array, Integers]:
    held = np.array([[item in itemset for item in range(n_items)] for itemset in data], dtype=bool)
    return csr_array(held.reshape(-1, n_items)), np.array(list(data.values()), dtype=np.int64)


def records_of(sets: list[frozenset[int]], n_items: int = N_ITEMS) -> csr_array:
    return csr_array(np.array([[item in each for item in range(n_items)] for each in sets]).reshape(-1, n_items))


def rows(records: csr_array) -> list[frozenset[int]]:
    return [frozenset(np.flatnonzero(row).tolist()) for row in records.toarray()]


@drawn_by(st.lists(itemsets, max_size=15), st.integers(1, N_ITEMS + 1), st.integers(0, 99))
def test_a_cut_record_has_as_many_of_its_items_as_are_left(sets: list[frozenset[int]], most: int, seed: int) -> None:
    cut = rows(cut_records(records_of(sets), most, SeededNoise(seed)))
    assert [len(each) for each in cut] == [min(len(each), most) for each in sets]
    assert all(each <= whole for each, whole in zip(cut, sets, strict=True))


def test_every_subset_of_a_record_is_as_likely_to_be_left() -> None:
    cut = Counter(rows(cut_records(records_of([frozenset(range(5))] * 20_000), 2, SeededNoise(1))))
    assert set(cut) == {frozenset(pair) for pair in combinations(range(5), 2)}
    assert chisquare(list(cut.values())).pvalue > 0.001


@settings(max_examples=60)
@drawn_by(st.lists(itemsets, max_size=12), itemsets, st.integers(1, N_ITEMS), st.integers(0, 99))
def test_a_record_more_changes_no_more_counts_than_are_paid_for(
    sets: list[frozenset[int]], record: frozenset[int], most: int, seed: int
) -> None:
    # The last record is cut by the last draws: all others are cut as before.
    before, after = (cut_records(records_of(some), most, SeededNoise(seed)) for some in (sets, [*sets, record]))
    items = after.sum(axis=0) - before.sum(axis=0)
    assert set(items.tolist()) <= {0, 1}
    assert items.sum() <= most
    pairs = np.triu((after.T @ after).toarray() - (before.T @ before).toarray(), 1)
    assert set(pairs.ravel().tolist()) <= {0, 1}
    assert pairs.sum() <= math.comb(most, 2)


@settings(max_examples=60)
@drawn_by(histograms, st.floats(1e-4, 100), st.integers(0, 99))
def test_the_budget_is_spent_and_no_more(data: dict[frozenset[int], int], epsilon: float, seed: int) -> None:
    noise = Recording(seed)
    found = noisy_supports(*arrays(data), epsilon=epsilon, noise=noise)
    sizes, items, pairs = noise.added
    assert (len(sizes), len(items), len(pairs)) == (5, N_ITEMS, math.comb(len(found.items), 2))
    assert all(len(set(each.tolist())) <= 1 for each in noise.added)
    # A record has one size, so many items, and so many pairs.
    spent = Fraction(sizes[0]) + found.item_cut * Fraction(items[0])
    for each in pairs[:1]:
        spent += math.comb(found.pair_cut, 2) * Fraction(each)
        assert spent >= Fraction(epsilon) * (1 - Fraction(1, 2**38))
    assert spent <= Fraction(epsilon)
    assert math.fsum(found.spent.values()) == pytest.approx(epsilon, rel=1e-11)
    assert found.pair_cut <= max(len(found.items), 2)


@drawn_by(histograms)
def test_without_noise_and_cuts_supports_are_those_of_the_data(data: dict[frozenset[int], int]) -> None:
    found = noisy_supports(*arrays(data), epsilon=100, noise=Silent())
    items = sorted({item for itemset in data for item in itemset})
    assume(found.item_cut >= max(map(len, data), default=0))
    assert found.n_records == sum(data.values())
    clear = 3 * deviation(0.25 * 100 * (1 - 2**-40) / found.item_cut)
    support = {item: sum(n for itemset, n in data.items() if item in itemset) for item in items}
    assert found.items.tolist() == [item for item in items if support[item] > clear]
    assert found.item_supports.tolist() == [support[item] for item in found.items]
    left = [(itemset & set(found.items.tolist()), n) for itemset, n in data.items()]
    if found.pair_cut >= max((len(itemset) for itemset, _ in left), default=0):
        pairs = [
            [sum(n for itemset, n in left if {a, b} <= itemset) * (a != b) for b in found.items] for a in found.items
        ]
        held = found.pair_supports * share_of_pairs(data, found)
        np.testing.assert_allclose(held.reshape(len(pairs), len(pairs)), np.array(pairs).reshape(held.shape), atol=1e-9)


def share_of_pairs(data: dict[frozenset[int], int], found: Supports) -> float:
    """What supports of pairs were divided by: 1, unless sizes are counted in ranges that reach above the cut."""
    noise = deviation(found.spent["pairs"] / math.comb(found.pair_cut, 2))
    return noise / found.pair_noise


@pytest.mark.parametrize("epsilon", [0.001, 0.1, 1.0, 30.0])
def test_the_deviation_is_that_of_the_noise(epsilon: float) -> None:
    drawn = SeededNoise(1).laplace(np.full(200_000, epsilon))
    assert np.std(drawn) == pytest.approx(deviation(epsilon), rel=0.02, abs=1e-4)


def test_the_share_that_is_kept_is_that_of_whole_records() -> None:
    n_items, sizes = np.arange(1.0, 5), np.array([5.0, 0, 2, 1])
    # 5 + 2 * 3 + 4 items, of which a cut to two leaves 5 + 2 * 2 + 2; 2 * 3 + 6 pairs, of which it leaves 3.
    assert share_kept(n_items, sizes, 2, 1) == pytest.approx(11 / 15)
    assert share_kept(n_items, sizes, 2, 2) == pytest.approx(3 / 12)
    assert share_kept(n_items, sizes, 4, 2) == share_kept(n_items, np.zeros(4), 2, 2) == 1


def test_cuts_are_wide_if_the_noise_is_small() -> None:
    sizes = np.array([600.0, 200, 100, 50, 30, 20])
    assert choose_item_cut(sizes, 1000, epsilon=0.01) == 3
    assert choose_item_cut(100_000 * sizes, 10, epsilon=1.0) == 6
    few, many = (np.array([300.0, 200, 100]) * times for times in (1, 10_000))
    assert choose_pair_cut(sizes, 1.0, few, epsilon=0.005)[0] == 2
    cut, kept = choose_pair_cut(10_000 * sizes, 1.0, many, epsilon=1.0)
    assert cut == 3
    assert kept == pytest.approx(share_kept(np.arange(1.0, 7), sizes, 3, 2))


@pytest.mark.parametrize(("largest", "epsilon"), [(12, 0.1), (12, 0.3), (60, 0.3), (60, 1)])
def test_what_cuts_lose_is_added(largest: int, epsilon: float) -> None:
    """All items are alike; one record in twenty is large, and holds much of all that there is."""
    generator, width = np.random.default_rng(4), 80
    rows = [generator.permutation(width)[: largest if n % 20 == 0 else 2] for n in range(40_000)]
    held = np.zeros((len(rows), width), dtype=bool)
    held[np.repeat(np.arange(len(rows)), [len(row) for row in rows]), np.concatenate(rows)] = True
    found = noisy_supports(csr_array(held), np.ones(len(rows), dtype=np.int64), epsilon=epsilon, noise=Silent())
    assert min(found.item_cut, found.pair_cut) < largest
    supports = held.sum(axis=0)
    assert found.items.tolist() == list(range(width))
    # Sizes are counted in ranges, of which the middle stands for all.
    assert found.item_supports.mean() == pytest.approx(supports.mean(), rel=0.15)
    pairs = held.astype(np.float32).T @ held
    above = np.triu_indices(width, 1)
    assert found.pair_supports[above].mean() == pytest.approx(pairs[above].mean(), rel=0.35)
    assert found.least_item == pytest.approx(found.item_noise * 3, rel=0.01)


def test_hardly_any_item_is_made_up() -> None:
    held = csr_array((np.ones(5000, dtype=bool), (np.arange(5000), np.arange(5000) % 50)), shape=(5000, 20_000))
    made_up = [
        np.sum(noisy_supports(held, np.ones(5000, dtype=np.int64), epsilon=1, noise=SeededNoise(seed)).items >= 50)
        for seed in range(5)
    ]
    # Five are expected, of 19,950 that nobody has.
    assert 0 < np.mean(made_up) < 10


def test_how_many_strong_pairs_are_noise_is_as_the_page_says(con: DuckDBPyConnection, data: Path) -> None:
    setrisk.load(con, "visits", data / "bms-webview" / "BMS1_spmf.txt", format="spmf")
    given = noisy.read_input(con, "visits", "mixture", {"universe": None, "from_data": True}, lambda *_: None)
    found = mixture(given.itemsets, given.occurrences, epsilon=1, noise=SeededNoise(1))

    def pairs(held: Any, occurrences: Integers) -> tuple[Floats, Floats]:
        """Supports of all pairs of the items that are kept, and how many times as often as by chance they come."""
        together = np.asarray((held.T * occurrences) @ held, dtype=float)
        supports = np.diag(together)
        lift = together * occurrences.sum() / np.maximum(np.outer(supports, supports), 1)
        above = np.triu_indices(len(together), 1)
        return together[above], lift[above]

    kept = given.matrix[:, found.supports.items].astype(np.int64)
    drawn, drawn_lift = pairs(found.held.astype(np.int64), found.occurrences)
    true, true_lift = pairs(kept, given.occurrences)
    strong = (drawn >= 50) & (drawn_lift > 3)
    assert strong.sum() > 500
    is_noise = strong & ((true < 25) | (true_lift < 1.5))
    assert 0.38 < is_noise.sum() / strong.sum() < 0.48


def test_small_records_do_not_come_out_empty() -> None:
    """Of 20,000 records with one to three of 40 items; without a weight on empty ones 19,077 are left."""
    generator, width = np.random.default_rng(0), 40
    frequency = 1 / np.arange(1, width + 1)
    held = np.zeros((20_000, width), dtype=bool)
    for row in held:
        size = generator.choice([1, 2, 3], p=[0.6, 0.3, 0.1])
        row[generator.choice(width, size, replace=False, p=frequency / frequency.sum())] = True
    found = mixture(csr_array(held), np.ones(len(held), dtype=np.int64), epsilon=1, noise=SeededNoise(1))
    assert found.occurrences.sum() > 19_500


def test_records_of_one_item_stay_so() -> None:
    data = {frozenset({item}): 1000 for item in range(N_ITEMS)}
    found = mixture(*arrays(data), epsilon=100, noise=Silent())
    assert found.occurrences.sum() > 5_800
    assert found.occurrences[found.held.sum(axis=1) == 1].sum() > 5_600


@pytest.mark.parametrize(("times", "low", "high"), [(1, 1.0, 3.0), (3, 3.0, 9.0)])
def test_an_audit_of_its_counts_sees_what_is_spent(times: int, low: float, high: float) -> None:
    """Of epsilon 3; with three times as much in the noise they are caught."""

    class Louder(SeededNoise):
        def laplace(self, epsilons: Floats) -> Integers:
            return super().laplace(times * epsilons)

    noise = Louder(7)

    def draw(histogram: Integers, n: int) -> Integers:
        # Two large groups beside the pair that is tested, so that its items are kept.
        held, occurrences = arrays({frozenset({0, 1}): 60 + int(histogram[0]), frozenset({0, 2}): 20}, 3)
        found = [noisy_supports(held, occurrences, epsilon=3, noise=noise) for _ in range(n)]
        return np.array([[_pair(each, 0, 1)] for each in found])

    one = np.array([1], dtype=np.int64)
    audited = audit_draws(draw, [Neighbours("60 and 61", one - 1, one)], releases=2_000, significance_level=0.05)
    assert low < audited.bound < high


def _pair(supports: Supports, a: int, b: int) -> int:
    """The noisy support of a pair, as it was before it was made up for cuts; -1 if it is left out."""
    if not {a, b} <= set(supports.items.tolist()):
        return -1
    share = deviation(supports.spent["pairs"] / math.comb(supports.pair_cut, 2)) / supports.pair_noise
    row, column = (supports.items.tolist().index(item) for item in (a, b))
    return round(supports.pair_supports[row, column] * share)


def test_pairs_that_are_not_clear_are_taken_by_chance() -> None:
    supports = noisy_supports(*arrays(BLOCKS), epsilon=100, noise=Silent())
    each, by_chance = supports.item_supports, expected_pairs(supports)
    assert by_chance[0, 1] == pytest.approx(4000)
    noisy = Supports(**{**vars(supports), "pair_noise": 1e6})
    expected = np.outer(each, each) / 6500
    np.fill_diagonal(expected, 0)
    np.testing.assert_allclose(expected_pairs(noisy), np.minimum(expected, np.minimum.outer(each, each)))


def test_the_slope_of_the_fit_is_that_of_its_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {}

    def minimize(fun: object, start: Floats, **_: object) -> object:
        asked["off"] = check_grad(lambda x: fun(x)[0], lambda x: fun(x)[1], start)  # type: ignore[operator]
        asked["size"] = np.linalg.norm(fun(start)[1])  # type: ignore[operator]
        return type("Found", (), {"x": start})

    monkeypatch.setattr(fitted, "minimize", minimize)
    supports = noisy_supports(*arrays(BLOCKS), epsilon=100, noise=Silent())
    fit(supports.item_supports, expected_pairs(supports), supports.n_records)
    assert asked["off"] < 1e-5 * asked["size"]


def test_what_is_drawn_has_the_supports_of_the_data() -> None:
    found = mixture(*arrays(BLOCKS), epsilon=100, noise=Silent())
    assert found.supports.items.tolist() == [0, 1, 2, 3, 4]
    assert abs(found.occurrences.sum() - 6500) < 65
    drawn = (found.held.T * found.occurrences) @ found.held
    held, occurrences = arrays(BLOCKS, 5)
    data = (held.toarray().T * occurrences) @ held.toarray()
    assert np.abs(drawn - data).max() < 150
    # What never comes together does not.
    assert drawn[:2, 2:4].max() < 65


def test_equal_records_are_counted_together() -> None:
    found = mixture(*arrays(BLOCKS), epsilon=1, noise=SeededNoise(2))
    assert found.held.any(axis=1).all()
    assert len({row.tobytes() for row in found.held}) == len(found.held) == len(found.occurrences)


def test_records_come_of_all_components_alike() -> None:
    chances = np.eye(COMPONENTS)
    held, occurrences = draw_records(chances, 100_000, SeededNoise(3))
    assert held.sum(axis=1).tolist() == [1] * COMPONENTS
    assert chisquare(occurrences).pvalue > 0.001


@pytest.mark.parametrize(
    "data",
    [{}, {frozenset({0}): 1}, {frozenset({0}): 5000}, {frozenset({0, 1}): 1}, {frozenset(range(N_ITEMS)): 1}],
)
@pytest.mark.parametrize("epsilon", [1e-4, 1, 100])
def test_any_data(data: dict[frozenset[int], int], epsilon: float) -> None:
    found = mixture(*arrays(data), epsilon=epsilon, noise=SeededNoise(5))
    assert found.held.shape == (len(found.occurrences), len(found.supports.items))
    assert (found.occurrences > 0).all()


def test_releases_that_do_not_fit_into_memory_together_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever wanted several then draws one at a time."""
    given = noisy.Input(noisy.universe.Universe([f"i{n}" for n in range(N_ITEMS)], None, False), *arrays(BLOCKS))
    drawn = noisy.draw_mixture(given, {"epsilon": 100}, SeededNoise(1), 2)
    assert set(drawn.release.tolist()) == {0, 1}
    assert drawn.held.shape == (len(drawn.release), N_ITEMS)
    monkeypatch.setattr(noisy, "_MOST_CELLS", drawn.held.size - 1)
    with pytest.raises(NoiseSpent, match="do not fit into memory"):
        noisy.draw_mixture(given, {"epsilon": 100}, SeededNoise(1), 2)
    assert len(noisy.draw_mixture(given, {"epsilon": 100}, SeededNoise(1)).held)


def test_one_item() -> None:
    found = mixture(csr_array([[True]]), np.array([40]), epsilon=10, noise=Silent())
    assert found.held.tolist() == [[True]]
    assert 30 < found.occurrences[0] <= 40


def test_wide_data_are_never_dense() -> None:
    # As bytes they would be 20 GB.
    generator = np.random.default_rng(1)
    n, width = 20_000, 1_000_000
    row = np.repeat(np.arange(n), 5)
    column = np.where(
        generator.random(5 * n) < 0.5, generator.integers(0, 20, 5 * n), generator.integers(0, width, 5 * n)
    )
    held = csr_array((np.ones(5 * n, dtype=bool), (row, column)), shape=(n, width))
    held.sum_duplicates()
    found = mixture(held, np.ones(n, dtype=np.int64), epsilon=5, noise=SeededNoise(1))
    assert set(range(20)) <= set(found.supports.items.tolist())
