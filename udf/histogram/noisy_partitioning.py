"""Top-down partitioning of itemsets under differential privacy: that of DiffPart (Chen et al. 2011, APL 4.3), and that
of LevelPart, which makes itemsets of one size (APL Algorithms 2 and 3).

A partition is a *cut*, nodes of the taxonomy that generalise its records: each node holds an item of each record, and
each item is below a node. It is expanded at one node of its cut into a partition for every non-empty subset of the
node's children; those whose noisy count reaches a threshold live on. Neighbours differ in one occurrence of one
itemset: it is in one partition of each step, so that the steps along its path add up, and nothing else does.

All partitions of a step, of several releases at once, are expanded together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from setrisk.errors import NoiseSpent
from setrisk.udf.common.arrays import Floats, Integers, Numbers
from setrisk.udf.common.taxonomy import Taxonomy
from setrisk.udf.histogram.noise import Noise, draw_events, drawable_epsilons, tail_probability

# The most children of a node: it expands into every non-empty subset of them.
MOST_CHILDREN = 10
# The most cells of a step (nodes of cuts, or sub-partitions); each needs about fifty bytes.
_MOST_CELLS = 2**25


@dataclass(frozen=True)
class Histograms:
    """Itemsets of several releases, a row each.

    Attributes:
        release: which release, from 0.
        held: which items; a column per item.
        occurrences: how often, 1 or more.
    """

    release: Integers
    held: NDArray[np.bool_]
    occurrences: Integers


@dataclass(frozen=True)
class Drawn(Histograms):
    """Itemsets that partitioning has made, and what the count of each has cost on the way.

    Attributes:
        spent: of epsilon, by the partitions that led to the itemset and by its count.
    """

    spent: Floats


@dataclass(frozen=True)
class Budget:
    """How a partitioning spends, and what passes.

    Attributes:
        epsilon: all that it may spend along a path; half of it is kept for the counts of itemsets.
        c_partition: a partition passes if its noisy count reaches so many standard deviations of the noise.
        c_itemset: the same of itemsets; whatever it is, only counts of 1 or more are published.
    """

    epsilon: float
    c_partition: float
    c_itemset: float


class _Partitions(NamedTuple):
    """Partitions that are to be expanded, a row each, and the records in them.

    Attributes:
        release: which release.
        cut: which nodes; a column per node.
        numbers: of the nodes in the cut that have children, how many there are up to each node.
        n_nodes: how many nodes are in the cut.
        n_items: how many items are below them.
        steps: how often the partition can be expanded at most, one node after the other.
        left: of the half of epsilon that partitions may spend.
        spent: of it.
        partition: of each record, the place of its partition.
        itemset: of each record, which it is.
    """

    release: Integers
    cut: NDArray[np.bool_]
    numbers: NDArray[np.int32]
    n_nodes: Integers
    n_items: Integers
    steps: Integers
    left: Floats
    spent: Floats
    partition: Integers
    itemset: Integers

    def without_rows(self, rows: NDArray[np.bool_]) -> _Partitions:
        """All others."""
        columns: list[Any]
        *columns, partition, itemset = self
        kept = ~rows
        inside = kept[partition]
        place = kept.cumsum() - 1
        return _Partitions._make([*(column[kept] for column in columns), place[partition[inside]], itemset[inside]])


@dataclass(frozen=True)
class _Rules:
    """What is the same in all steps: what `partition_records` is given."""

    touched: Numbers
    occurrences: Floats
    tree: Taxonomy
    budget: Budget
    noise: Noise
    size: int | None


def partition_records(
    touched: Numbers,
    occurrences: Integers,
    records: tuple[Integers, Integers],
    tree: Taxonomy,
    budget: Budget,
    noise: Noise,
    *,
    n_releases: int = 1,
    size: int | None = None,
) -> Drawn:
    """Partition records until what generalises them are single items.

    Args:
        touched: of each distinct itemset the children of each internal node that it touches
            (`Taxonomy.touched_children`).
        occurrences: of each distinct itemset.
        records: release and itemset of what is partitioned, ascending by release.
        tree: the taxonomy.
        budget: what may be spent, and the thresholds.
        noise: where draws come from.
        n_releases: how many releases are made.
        size: make itemsets of this size only (LevelPart); of any size unless given (DiffPart).

    Returns:
        The itemsets whose noisy counts reach the threshold. `budget.epsilon`-differentially private in `records`, for
        each release.

    Raises:
        NoiseSpent: thresholds so low that noise alone makes more partitions than fit into memory.
    """
    rules = _Rules(touched, occurrences.astype(np.float64), tree, budget, noise, size)
    # A little less, so that rounding never spends more.
    half = budget.epsilon * (1 - 2**-40) / 2
    root = np.zeros(1, dtype=np.int64)
    cut = np.zeros((n_releases, tree.n_nodes), dtype=bool)
    cut[:, root] = True
    live = _Partitions(
        np.arange(n_releases),
        cut,
        _numbers(tree, cut),
        np.ones(n_releases, dtype=np.int64),
        np.repeat(tree.n_items[root], n_releases),
        np.repeat(_steps_below(tree, root, np.array([size])) if size else tree.n_internal[root], n_releases),
        np.full(n_releases, half),
        np.zeros(n_releases),
        *records,
    )
    done: list[Drawn] = []
    while len(live.release):
        # A single item needs no step.
        if tree.n_nodes > 1:
            live = _expand(rules, live)
        ended = live.numbers[:, -1] == 0
        if ended.any():
            done.append(_draw_counts(rules, live, ended, half))
            live = live.without_rows(ended)
    return join_drawn(done, n_items=len(tree.leaf))


def join_drawn(parts: Sequence[Drawn], *, n_items: int) -> Drawn:
    """One after the other."""
    empty = np.zeros(0, dtype=np.int64)
    every = [Drawn(empty, np.zeros((0, n_items), dtype=bool), empty, np.zeros(0)), *parts]
    return Drawn(*(np.concatenate(columns) for columns in zip(*(vars(part).values() for part in every), strict=True)))


def _expand(rules: _Rules, live: _Partitions) -> _Partitions:
    """The sub-partitions that pass, and the records in them."""
    tree, noise, size = rules.tree, rules.noise, rules.size
    node = _choose_nodes(live.numbers, noise)
    fan_out = int(tree.n_children[node].max())
    n_subsets = 2**fan_out
    _check_size(len(node), n_subsets)
    subset, n_chosen = _subsets(fan_out)

    cell = live.partition * n_subsets + rules.touched[live.itemset, tree.internal_number[node][live.partition]]
    count = np.bincount(cell, rules.occurrences[live.itemset], len(node) * n_subsets)
    count = count.astype(np.int64).reshape(-1, n_subsets)

    n_others, n_other_items = live.n_nodes - 1, live.n_items - tree.n_items[node]
    n_below = tree.items_of_children[node, :fan_out] @ subset.T
    if size is None:
        legal = n_below > 0
    else:
        legal = n_below >= np.maximum(size - n_other_items, 1)[:, None]
        legal &= n_chosen <= (size - n_others)[:, None]

    # The noise and the probability must use bit-identical values.
    alpha = drawable_epsilons(live.left / live.steps)
    threshold = math.sqrt(2) * rules.budget.c_partition / alpha
    # That an empty sub-partition passes is drawn at once: its noise alone must reach the threshold.
    passed = legal & draw_events(tail_probability(threshold, alpha), n_subsets, noise)
    held = np.nonzero(legal & (count > 0))
    passed[held] = count[held] + noise.laplace(alpha[held[0]]) >= threshold[held[0]]

    parent, chosen = np.nonzero(passed)
    _check_size(len(parent), tree.n_nodes)
    cut = live.cut[parent]
    row = np.arange(len(parent))
    cut[row, node[parent]] = False
    # A child that does not exist is numbered as the root, which is not in the cut any more.
    cut[row[:, None], tree.children[node[parent], :fan_out]] = subset[chosen]
    numbers = _numbers(tree, cut)
    n_nodes = n_others[parent] + n_chosen[chosen]
    place = passed.cumsum() - 1
    kept = passed.ravel()[cell]
    return _Partitions(
        live.release[parent],
        cut,
        numbers,
        n_nodes,
        n_other_items[parent] + n_below[parent, chosen],
        _steps_left(tree, cut, numbers, n_nodes, live.steps[parent], size),
        (live.left - alpha)[parent],
        (live.spent + alpha)[parent],
        place[cell[kept]],
        live.itemset[kept],
    )


@cache
def _subsets(n: int) -> tuple[Integers, Integers]:
    """Subsets of n children, a row each, as bits, the first child's first, and their sizes; the first one is empty."""
    subsets = (np.arange(2**n)[:, None] >> np.arange(n)) & 1
    return subsets, subsets.sum(axis=1)


def _check_size(n_partitions: int, width: int) -> None:
    if n_partitions * width > _MOST_CELLS:
        raise NoiseSpent(
            f"noise alone makes more than {_MOST_CELLS // width:,} partitions: raise c1, or lower the fan-out"
        )


def _numbers(tree: Taxonomy, cut: NDArray[np.bool_]) -> NDArray[np.int32]:
    """How many nodes of each cut that have children there are up to each node."""
    return (cut & tree.is_internal).cumsum(axis=1, dtype=np.int32)


def _choose_nodes(numbers: NDArray[np.int32], noise: Noise) -> Integers:
    """A node at random of those of each row that are numbered."""
    drawn = (noise.uniform(len(numbers)) * numbers[:, -1]).astype(np.int64)
    found: Integers = (numbers > drawn[:, None]).argmax(axis=1)
    return found


def _steps_left(
    tree: Taxonomy,
    cut: NDArray[np.bool_],
    numbers: NDArray[np.int32],
    n_nodes: Integers,
    before: Integers,
    size: int | None,
) -> Integers:
    """How often partitions can be expanded at most (Par of APL Formula 1; DiffPart: the internal nodes of the cut)."""
    if size is None:
        # Below 2^24: exact in numbers of four bytes.
        return (cut @ tree.n_internal.astype(np.float32)).astype(np.int64)
    steps = before - 1
    (single,) = np.nonzero(numbers[:, -1] == 1)
    if len(single):
        steps[single] = _steps_below(tree, numbers[single].argmax(axis=1), size + 1 - n_nodes[single])
    return np.maximum(steps, 1)


def _steps_below(tree: Taxonomy, node: Integers, size: Integers) -> Integers:
    """How many internal nodes at and below each node have one of `size` items below them, at most.

    On each level that is at most `size` and at most all of them: APL Theorem 3, of the real tree if the number of
    items is not a power of the fan-out.
    """
    steps: Integers = np.minimum(tree.widths[node], size[:, None]).sum(axis=1)
    return np.maximum(steps, 1)


def _draw_counts(rules: _Rules, live: _Partitions, ended: NDArray[np.bool_], half: float) -> Drawn:
    """The itemsets of the partitions that have ended, those that pass."""
    (rows,) = np.nonzero(ended)
    count = np.bincount(live.partition, rules.occurrences[live.itemset], len(ended))[rows].astype(np.int64)
    alpha = half + live.left[rows]
    noisy = count + rules.noise.laplace(alpha)
    passed = noisy >= np.maximum(math.sqrt(2) * rules.budget.c_itemset / alpha, 1)
    rows = rows[passed]
    return Drawn(
        live.release[rows], live.cut[rows][:, rules.tree.leaf], noisy[passed], live.spent[rows] + alpha[passed]
    )
