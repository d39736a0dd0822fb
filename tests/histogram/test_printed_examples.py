"""What APL prints of partitioning: Figures 1, 2, 6 and 12, the examples of 4.3 and 5.2; on the records of Table 1.

Items 1 to 4 of the paper are beer, toothpaste, scissor and hanger; here they are numbered from 0.
"""

import numpy as np
import pytest

from setrisk.udf.common.taxonomy import Taxonomy, balanced_taxonomy
from setrisk.udf.histogram import noisy_partitioning
from setrisk.udf.histogram.noisy_partitioning import Budget, Drawn, partition_records

# r1 to r5.
TABLE_1A = {(1, 2, 3, 4): 20, (1, 2): 4, (1,): 1, (1, 2, 3): 12, (3, 4): 3}
TREE = balanced_taxonomy(4, 2)

Cut = frozenset[frozenset[int]]


class Silent:
    """No noise. Empty partitions pass where that is asked for, and the first node of a cut is expanded."""

    def __init__(self, *, empty: bool = False) -> None:
        self.u = 0.0 if empty else 1 - 2.0**-53

    def laplace(self, epsilons: np.ndarray) -> np.ndarray:
        return np.zeros(len(epsilons), dtype=np.int64)

    def loudest_place(self, scores: np.ndarray, epsilon: float, sensitivity: float) -> int:
        raise AssertionError("partitioning chooses nothing by its score")

    def uniform(self, *shape: int) -> np.ndarray:
        return np.zeros(shape) if len(shape) == 1 else np.full(shape, self.u)


def items_below(tree: Taxonomy) -> list[frozenset[int]]:
    """Of each node, as the paper numbers them."""
    below: list[set[int]] = [set() for _ in range(tree.n_nodes)]
    for item, leaf in enumerate(tree.leaf.tolist(), 1):
        node = leaf
        below[node].add(item)
        while node:
            node = int(tree.parent[node])
            below[node].add(item)
    return [frozenset(items) for items in below]


def held(*itemsets: tuple[int, ...]) -> np.ndarray:
    rows = np.zeros((len(itemsets), 4), dtype=bool)
    for row, itemset in zip(rows, itemsets, strict=True):
        row[np.array(itemset) - 1] = True
    return rows


def cut(*nodes: set[int]) -> Cut:
    return frozenset(map(frozenset, nodes))


def run(
    monkeypatch: pytest.MonkeyPatch, noise: Silent, size: int | None = None
) -> tuple[list[dict[Cut, set[str]]], Drawn]:
    """The partitions after each step with the records in them, and what comes out."""
    steps: list[dict[Cut, set[str]]] = []
    names = [f"r{number}" for number in range(1, 6)]
    expanded = noisy_partitioning._expand

    def watched(*arguments):
        live = expanded(*arguments)
        below = items_below(TREE)
        found: dict[Cut, set[str]] = {}
        for place, nodes in enumerate(live.cut):
            inside = {names[number] for number in live.itemset[live.partition == place]}
            found[frozenset(below[node] for node in np.flatnonzero(nodes))] = inside
        steps.append(found)
        return live

    monkeypatch.setattr(noisy_partitioning, "_expand", watched)
    rows = held(*TABLE_1A)
    records = np.flatnonzero(rows.sum(axis=1) == size) if size else np.arange(5)
    occurrences = np.array(list(TABLE_1A.values()))
    drawn = partition_records(
        TREE.touched_children(rows), occurrences, (np.zeros(len(records), dtype=np.int64), records), TREE,
        Budget(1.0, 0.0, 0.0), noise, size=size,
    )  # fmt: skip
    return steps, drawn


def test_figure_1_taxonomy_tree() -> None:
    assert sorted(map(sorted, items_below(TREE))) == [[1], [1, 2], [1, 2, 3, 4], [2], [3], [3, 4], [4]]


def test_example_in_4_3_generalised_record() -> None:
    (touched,) = TREE.touched_children(held((1, 2, 3)))
    below = items_below(TREE)
    children = {below[node]: int(touched[TREE.internal_number[node]]) for node in np.flatnonzero(TREE.is_internal)}
    # Both nodes of the record's generalisation; of {1, 2} both children, of {3, 4} the first one.
    assert children == {frozenset({1, 2, 3, 4}): 0b11, frozenset({1, 2}): 0b11, frozenset({3, 4}): 0b01}


def test_figure_2_partitions_of_the_retail_data_by_diffpart(monkeypatch: pytest.MonkeyPatch) -> None:
    steps, drawn = run(monkeypatch, Silent())
    assert steps == [
        {cut({1, 2}): {"r2", "r3"}, cut({3, 4}): {"r5"}, cut({1, 2}, {3, 4}): {"r1", "r4"}},
        {cut({1}): {"r3"}, cut({1}, {2}): {"r2"}, cut({3}, {4}): {"r5"}, cut({1}, {2}, {3, 4}): {"r1", "r4"}},
        {cut({1}, {2}, {3}): {"r4"}, cut({1}, {2}, {3}, {4}): {"r1"}},
    ]
    found = {
        tuple((np.flatnonzero(row) + 1).tolist()): int(n) for row, n in zip(drawn.held, drawn.occurrences, strict=True)
    }
    assert found == TABLE_1A


def test_figure_6_partitions_for_itemsets_of_one_item(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the example of 5.2: {1, 2} and {3, 4} together are pruned. The text names leaves that no step can give."""
    steps, drawn = run(monkeypatch, Silent(empty=True), size=1)
    assert steps == [
        {cut({1, 2}): {"r3"}, cut({3, 4}): set()},
        {cut({1}): {"r3"}, cut({2}): set(), cut({3}): set(), cut({4}): set()},
    ]
    # Of those that no record is in, none is published: a count of 0 is no itemset.
    assert drawn.held.tolist() == held((1,)).tolist()
    assert drawn.occurrences.tolist() == [1]


def test_example_in_5_2_number_of_partitionings() -> None:
    """Two internal nodes: one less than before. One, beside an item: what it takes to get the others from it."""
    below = items_below(TREE)

    def steps(before: int, size: int, *nodes: set[int]) -> int:
        row = np.array([[items in nodes for items in below]])
        numbers = noisy_partitioning._numbers(TREE, row)
        return int(noisy_partitioning._steps_left(TREE, row, numbers, row.sum(axis=1), np.array([before]), size)[0])

    for size in (2, 3, 4):
        assert steps(3, size, {1, 2}, {3, 4}) == 2
        assert steps(3, size, {1, 2}, {3}) == 1
    # At the root, Theorem 3: the three internal nodes for two items or more (Figure 12), two for one item.
    assert [steps(9, size, {1, 2, 3, 4}) for size in (1, 2, 3, 4)] == [2, 3, 3, 3]
