"""DiffPart, LevelPart and APLKiller: the kernels against the papers' steps on sets, and what they promise."""

import math
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setrisk.errors import BadInput, InfeasibleConstraint
from setrisk.udf.common.taxonomy import Taxonomy, balanced_taxonomy, taxonomy
from setrisk.udf.histogram.aplkiller import aplkiller
from setrisk.udf.histogram.noise import SeededNoise
from setrisk.udf.histogram.noisy_partitioning import Budget, Drawn, partition_records
from tests.support import noisy_partitioning_oracle as oracle

N_ITEMS = 6
histograms = st.dictionaries(
    st.frozensets(st.integers(0, N_ITEMS - 1), min_size=1), st.integers(1, 60), min_size=0, max_size=12
)
shapes = st.sampled_from(
    [
        [[0, 1], [2, 3], [4, 5]],
        [[[0, 1], [2, 3]], [4, 5]],
        [0, [1, [2, [3, [4, 5]]]]],
        [0, 1, 2, 3, 4, 5],
        [[[3, 1, 4], [0, 5]], 2],
    ]
)


class Fixed:
    """Draws that say what they are: noise by its epsilon alone, everything else always the same."""

    def __init__(self, u: float, noise: float) -> None:
        self.u, self.shift = u, noise

    def noise(self, epsilon: float) -> int:
        return int(np.floor(self.shift / epsilon + 1e-6))

    def laplace(self, epsilons: np.ndarray) -> np.ndarray:
        return np.array([self.noise(float(epsilon)) for epsilon in epsilons], dtype=np.int64)

    def loudest_place(self, scores: np.ndarray, epsilon: float, sensitivity: float) -> int:
        raise AssertionError("partitioning chooses nothing by its score")

    def uniform(self, *shape: int) -> np.ndarray:
        return np.full(shape, self.u)

    def of_oracle(self, oracle: ModuleType) -> Any:
        return oracle.Draws(self.noise, lambda p: self.u < p, lambda n: int(self.u * n))


def arrays(data: dict[frozenset[int], int], n_items: int = N_ITEMS) -> tuple[np.ndarray, np.ndarray]:
    held = np.zeros((len(data), n_items), dtype=bool)
    for row, itemset in enumerate(data):
        held[row, list(itemset)] = True
    return held, np.array(list(data.values()), dtype=np.int64)


def sets(drawn: Drawn, release: int = 0) -> list[tuple[frozenset[int], int]]:
    return [
        (frozenset(np.flatnonzero(held).tolist()), int(count))
        for number, held, count in zip(drawn.release, drawn.held, drawn.occurrences, strict=True)
        if number == release
    ]


def run(data: dict[frozenset[int], int], tree: Taxonomy, budget: Budget, noise: Any, **given: Any) -> Drawn:
    held, occurrences = arrays(data, len(tree.leaf))
    records = np.zeros(len(held), dtype=np.int64), np.arange(len(held))
    if (size := given.get("size")) is not None:
        of_size = np.flatnonzero(held.sum(axis=1) == size)
        records = np.zeros(len(of_size), dtype=np.int64), of_size
    return partition_records(tree.touched_children(held), occurrences, records, tree, budget, noise, **given)


@settings(max_examples=100)
@given(
    data=histograms,
    shape=shapes,
    c=st.sampled_from([0.0, 0.1, 0.5, 1.0, 2.0]),
    epsilon=st.sampled_from([0.3, 1.0, 4.0]),
    u=st.sampled_from([0.0, 0.2, 0.4, 0.999]),
    shift=st.sampled_from([-1.0, 0.0, 0.7, 2.0]),
    size=st.sampled_from([None, 1, 2, 3, 4, 5, 6]),
)
def test_partitions_are_those_of_the_printed_steps(
    data: dict[frozenset[int], int],
    shape: list,
    c: float,
    epsilon: float,
    u: float,
    shift: float,
    size: int | None,
) -> None:
    draws = Fixed(u, shift)
    found = run(data, taxonomy(shape), Budget(epsilon, c, 1.0), draws, size=size)
    of_size = {s: n for s, n in data.items() if size in (None, len(s))}
    expected = oracle.partitioned(
        of_size,
        oracle.tree(shape),
        epsilon,
        c,
        1.0,
        draws.of_oracle(oracle),
        size,
    )
    assert dict(sets(found)) == {s: count for s, (count, _) in expected.items()}
    assert len(found.release) == len(expected)
    spent = dict(zip((s for s, _ in sets(found)), found.spent, strict=True))
    assert spent == pytest.approx({s: cost for s, (_, cost) in expected.items()})
    assert all(cost <= epsilon for cost in spent.values())


@settings(max_examples=100)
@given(
    data=histograms,
    shape=shapes,
    c=st.sampled_from([0.1, 0.5, 1.0]),
    u=st.sampled_from([0.0, 0.3, 0.999]),
    shift=st.sampled_from([-0.5, 0.0, 1.0]),
)
def test_aplkiller_is_the_printed_algorithm_repaired(
    data: dict[frozenset[int], int],
    shape: list,
    c: float,
    u: float,
    shift: float,
) -> None:
    draws = Fixed(u, shift)
    held, occurrences = arrays(data)
    c1 = [c, c, 2 * c, c, c, c]
    found = aplkiller(held, occurrences, [taxonomy(shape)] * N_ITEMS, [Budget(1.0, each, each) for each in c1], draws)
    expected = oracle.aplkiller(data, [oracle.tree(shape)] * N_ITEMS, 1.0, c1, draws.of_oracle(oracle))
    assert dict(sets(found)) == expected
    assert len(found.release) == len(expected)


@settings(max_examples=60)
@given(
    data=histograms,
    fan_out=st.integers(2, 4),
    c=st.sampled_from([0.0, 0.2, 1.0]),
    # The paper draws again until a count is positive: with 10, that takes 20,000 draws for one that is 0.
    epsilon=st.sampled_from([0.1, 1.0, 4.0]),
    seed=st.integers(0, 1000),
    as_printed=st.booleans(),
)
def test_no_release_has_a_leakage(
    data: dict[frozenset[int], int],
    fan_out: int,
    c: float,
    epsilon: float,
    seed: int,
    as_printed: bool,
) -> None:
    held, occurrences = arrays(data)
    drawn = aplkiller(
        held,
        occurrences,
        [balanced_taxonomy(N_ITEMS, fan_out)] * N_ITEMS,
        [Budget(epsilon, c, c)] * N_ITEMS,
        SeededNoise(seed),
        n_releases=4,
        as_printed=as_printed,
    )
    for release in range(4):
        found = sets(drawn, release)
        assert len(dict(found)) == len(found)
        assert all(itemset and count >= 1 for itemset, count in found)
        assert all(len(holders) > 1 for holders in oracle.leakages(dict(found)).values())
    assert (drawn.spent <= epsilon).all()


def test_releases_made_together_are_as_those_made_alone() -> None:
    """What passes, and with which counts, follows the same law."""
    data = {frozenset({0}): 3, frozenset({0, 1}): 6, frozenset({1, 2}): 2}
    held, occurrences = arrays(data, 3)
    tree, budgets = balanced_taxonomy(3, 2), [Budget(1.0, 0.5, 0.5)] * 3
    together = aplkiller(held, occurrences, [tree] * 3, budgets, SeededNoise(1), n_releases=1000)
    noise = SeededNoise(2)
    alone = [aplkiller(held, occurrences, [tree] * 3, budgets, noise) for _ in range(1000)]
    for itemset in ({0}, {0, 1}, {1, 2}, {0, 1, 2}):
        row = arrays({frozenset(itemset): 1}, 3)[0][0]
        shares, means, variances = [], [], []
        for parts in ([together], alone):
            counts = np.concatenate([part.occurrences[(part.held == row).all(axis=1)] for part in parts])
            shares.append(len(counts) / 1000)
            means.append(counts.mean())
            variances.append(counts.var() / len(counts))
        assert shares[0] == pytest.approx(shares[1], abs=0.07)
        assert means[0] == pytest.approx(means[1], abs=4 * np.sqrt(sum(variances)))


def test_counts_follow_the_law_of_two_items() -> None:
    """With two items there is one step: an itemset passes it with half of epsilon, and is counted with the other."""
    n, epsilon, c = 40_000, 1.0, 0.4
    data = {frozenset({0}): 2, frozenset({0, 1}): 1}
    held, occurrences = arrays(data, 2)
    tree = balanced_taxonomy(2, 2)
    drawn = partition_records(
        tree.touched_children(held),
        occurrences,
        (np.arange(n).repeat(2), np.tile(np.arange(2), n)),
        tree,
        Budget(epsilon, c, c),
        SeededNoise(3),
        n_releases=n,
    )
    threshold = np.sqrt(2) * c / (epsilon / 2)
    for itemset, count in (({0}, 2), ({0, 1}, 1), ({1}, 0)):
        row = arrays({frozenset(itemset): 1}, 2)[0][0]
        found = drawn.occurrences[(drawn.held == row).all(axis=1)]
        passes = oracle.reaches(threshold - count, epsilon / 2)
        counted = oracle.reaches(max(threshold, 1) - count, epsilon / 2)
        assert len(found) / n == pytest.approx(passes * counted, abs=4 * 0.5 / np.sqrt(n))


@pytest.mark.parametrize(("fan_out", "height"), [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (4, 2)])
def test_steps_are_those_of_theorem_3(fan_out: int, height: int) -> None:
    n = fan_out**height
    tree = balanced_taxonomy(n, fan_out)
    root = oracle.tree(nested(n, fan_out))
    for size in range(1, n + 1):
        steps = int(np.minimum(tree.widths[0], size).sum())
        assert steps == oracle.theorem_3(n, fan_out, size)
        if n <= 9:
            assert steps == oracle.most_visited(root, size)


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7, 10])
@pytest.mark.parametrize("fan_out", [2, 3])
def test_steps_are_enough_where_the_tree_is_not_full(n: int, fan_out: int) -> None:
    tree = balanced_taxonomy(n, fan_out)
    root = oracle.tree(nested(n, fan_out))
    assert tree.n_nodes == 1 + sum(len(node.children) for node in root.internal())
    for size in range(1, n + 1):
        assert np.minimum(tree.widths[0], size).sum() >= oracle.most_visited(root, size)


def nested(n: int, fan_out: int) -> Any:
    """A balanced tree from below: join neighbours, level by level, and leave nodes of one child out."""
    level: list[Any] = list(range(n))
    while len(level) > 1:
        groups = [level[start : start + fan_out] for start in range(0, len(level), fan_out)]
        level = [group[0] if len(group) == 1 else group for group in groups]
    return level[0]


@pytest.mark.parametrize(("n", "fan_out"), [(1, 2), (2, 2), (7, 2), (17, 2), (10, 3), (77, 10)])
def test_a_balanced_tree_joins_neighbours(n: int, fan_out: int) -> None:
    made, expected = balanced_taxonomy(n, fan_out), taxonomy(nested(n, fan_out))
    assert all(np.array_equal(a, b) for a, b in zip(vars(made).values(), vars(expected).values(), strict=True))
    assert (made.n_items[made.leaf] == 1).all()
    assert made.n_items[0] == n


def test_more_items_than_a_word_has_bits() -> None:
    n_items = 70
    data = {frozenset({0, 1, 69}): 300, frozenset({1, 69}): 200, frozenset({5, 64, 68}): 400}
    held, occurrences = arrays(data, n_items)
    drawn = aplkiller(
        held,
        occurrences,
        [balanced_taxonomy(n_items, 2)] * n_items,
        [Budget(100.0, 1.5, 1.5)] * n_items,
        SeededNoise(1),
    )
    found = dict(sets(drawn))
    assert len(found) == len(drawn.release)
    assert {itemset: found.get(itemset) for itemset in data} == data
    assert found[frozenset({0, 69})] == 1
    assert all(len(holders) > 1 for holders in oracle.leakages(found).values())


def test_one_item_is_counted_at_once() -> None:
    drawn = run({frozenset({0}): 500}, balanced_taxonomy(1, 2), Budget(1.0, 1.0, 1.0), SeededNoise(1))
    ((itemset, count),) = sets(drawn)
    assert itemset == {0}
    assert abs(count - 500) < 50


def test_no_records_make_releases_of_noise_alone() -> None:
    drawn = run({}, balanced_taxonomy(4, 2), Budget(1.0, 0.0, 0.0), SeededNoise(1), n_releases=50)
    assert len(drawn.release) > 50
    assert (drawn.occurrences >= 1).all()


def test_noise_that_grows_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("setrisk.udf.histogram.noisy_partitioning._MOST_CELLS", 10_000)
    with pytest.raises(InfeasibleConstraint, match="raise c1"):
        run({}, balanced_taxonomy(40, 2), Budget(1.0, 0.0, 1.0), SeededNoise(1))


@pytest.mark.parametrize("fan_out", [1, 0])
def test_fan_outs_that_are_none(fan_out: int) -> None:
    with pytest.raises(BadInput, match="fan_out"):
        balanced_taxonomy(5, fan_out)


def test_trees_that_are_none() -> None:
    with pytest.raises(BadInput, match="empty"):
        balanced_taxonomy(0, 2)


def test_noise_and_probabilities_have_the_same_epsilon() -> None:
    """Noise comes in multiples of 2^-50: what a partition spends, and its chance to pass, are of what is drawn."""
    drawn: list[float] = []

    class Watched(SeededNoise):
        def laplace(self, epsilons: np.ndarray) -> np.ndarray:
            drawn.extend(epsilons[epsilons < 0.4e-4].tolist())
            return super().laplace(epsilons)

    n_items = 60
    held = np.eye(n_items, dtype=bool)
    tree = balanced_taxonomy(n_items, 3)
    records = np.zeros(n_items, dtype=np.int64), np.arange(n_items)
    occurrences = np.full(n_items, 10**9)
    partition_records(tree.touched_children(held), occurrences, records, tree, Budget(1e-4, 1.0, 1.0), Watched(1))
    assert drawn
    assert all(epsilon * 2**50 == math.floor(epsilon * 2**50) for epsilon in drawn)
