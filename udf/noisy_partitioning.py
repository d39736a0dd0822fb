"""Top-down partitioning of itemsets under differential privacy: that of DiffPart (Chen et al. 2011, APL 4.3), and that
of LevelPart, which makes itemsets of one size (APL Algorithms 2 and 3).

A partition is a *cut*, nodes of the taxonomy that generalise its records: each node holds an item of each record, and
each item is below a node. It is expanded at one node of its cut into a partition for every non-empty subset of the
node's children; those whose noisy count reaches a threshold live on. Neighbours differ in one occurrence of one
itemset: it is in one partition of each step, so that the steps along its path add up, and nothing else does.

All partitions of a step, of several releases at once, are expanded together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from setrisk.errors import NoiseSpent
from setrisk.udf.arrays import Floats, Integers
from setrisk.udf.noise import Noise, at_least, drawable, happens
from setrisk.udf.taxonomy import Taxonomy

# So many cells may a step have, nodes of cuts or sub-partitions: some fifty bytes each for what is computed of them.
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
        c_partition: a partition passes where its noisy count reaches so many standard deviations of the noise.
        c_itemset: the same of itemsets; whatever it is, only counts of 1 or more are published.
    """

    epsilon: float
    c_partition: float
    c_itemset: float


@dataclass(frozen=True)
class _Partitions:
    """Partitions that are to be expanded, a row each, and the records in them.

    Attributes:
        release: which release.
        cut: which nodes; a column per node.
        left: of the half of epsilon that partitions may spend.
        spent: of it.
        steps: how often the partition can be expanded at most, one node after the other.
        n_nodes: how many nodes are in the cut.
        n_items: how many items are below them.
        home: of each record, in which partition it is.
        itemset: of each record, which it is.
    """

    release: Integers
    cut: NDArray[np.bool_]
    left: Floats
    spent: Floats
    steps: Integers
    n_nodes: Integers
    n_items: Integers
    home: Integers
    itemset: Integers

    def without(self, rows: NDArray[np.bool_]) -> _Partitions:
        """All others."""
        if not rows.any():
            return self
        kept = ~rows
        inside = kept[self.home]
        return _Partitions(
            self.release[kept],
            self.cut[kept],
            self.left[kept],
            self.spent[kept],
            self.steps[kept],
            self.n_nodes[kept],
            self.n_items[kept],
            (np.cumsum(kept) - 1)[self.home[inside]],
            self.itemset[inside],
        )


@dataclass(frozen=True)
class _Rules:
    """What is the same in all steps: what `partitioned` is given."""

    nodes: NDArray[np.bool_]
    occurrences: Floats
    tree: Taxonomy
    budget: Budget
    noise: Noise
    size: int | None


def partitioned(
    nodes: NDArray[np.bool_],
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
        nodes: of each distinct itemset the nodes of the taxonomy that it touches (`Taxonomy.nodes_of`).
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
    rules = _Rules(nodes, occurrences.astype(np.float64), tree, budget, noise, size)
    # A little less, so that rounding never spends more.
    half = budget.epsilon * (1 - 2**-40) / 2
    root = np.zeros(n_releases, dtype=np.int64)
    live = _Partitions(
        np.arange(n_releases),
        np.arange(tree.n_nodes) == root[:, None],
        np.full(n_releases, half),
        np.zeros(n_releases),
        np.repeat(_steps_below(tree, root[:1], np.array([size])) if size else tree.n_internal[:1], n_releases),
        np.ones(n_releases, dtype=np.int64),
        np.repeat(tree.n_items[:1], n_releases),
        *records,
    )
    done: list[Drawn] = []
    while len(live.release):
        # A single item needs no step.
        if tree.n_nodes > 1:
            live = _expanded(rules, live)
        ended = np.logical_not((live.cut & tree.is_internal).any(axis=1))
        if ended.any():
            done.append(_counted(rules, live, ended, half))
        live = live.without(ended)
    return joined(done, n_items=len(tree.leaf))


def joined(parts: Sequence[Drawn], *, n_items: int) -> Drawn:
    """One after the other."""
    empty = np.zeros(0, dtype=np.int64)
    every = [Drawn(empty, np.zeros((0, n_items), dtype=bool), empty, np.zeros(0)), *parts]
    return Drawn(*(np.concatenate(columns) for columns in zip(*(vars(part).values() for part in every), strict=True)))


def _expanded(rules: _Rules, live: _Partitions) -> _Partitions:
    """The sub-partitions that pass, and the records in them."""
    tree, noise = rules.tree, rules.noise
    node = _chosen(live.cut & tree.is_internal, noise)
    fan_out = int(tree.n_children[node].max())
    n_subsets = 2**fan_out
    _check_size(len(node), n_subsets)
    # Subsets of children as bits, the first child's first; number 0, the empty one, is none.
    number = np.arange(n_subsets)
    bits = (number[:, None] >> np.arange(fan_out)) & 1
    n_own_subsets = 1 << tree.n_children[node]
    # Of children that there are not, any node: no subset has them.
    child = tree.children[node, :fan_out]

    cell = live.home * n_subsets + (_touched(rules.nodes, live, child) & (n_own_subsets - 1)[live.home])
    count = np.bincount(cell, rules.occurrences[live.itemset], len(node) * n_subsets)
    count = count.astype(np.int64).reshape(-1, n_subsets)

    n_nodes = (live.n_nodes - 1)[:, None] + bits.sum(axis=1)
    n_items = (live.n_items - tree.n_items[node])[:, None] + tree.n_items[child] @ bits.T
    legal = number < n_own_subsets[:, None]
    legal[:, 0] = False
    if rules.size is not None:
        legal &= (n_nodes <= rules.size) & (n_items >= rules.size)

    # Of the noise that is drawn and of the probability that is computed it must be the same to the last bit.
    alpha = drawable(live.left / live.steps)
    threshold = np.sqrt(2) * rules.budget.c_partition / alpha
    # That an empty sub-partition passes is drawn at once: its noise alone must reach the threshold.
    passed = legal & happens(np.repeat(at_least(threshold, alpha)[:, None], n_subsets, axis=1), noise)
    held = np.nonzero(legal & (count > 0))
    passed[held] = count[held] + noise.laplace(alpha[held[0]]) >= threshold[held[0]]

    parent, chosen = np.nonzero(passed)
    _check_size(len(parent), tree.n_nodes)
    cut = live.cut[parent]
    row = np.arange(len(parent))
    cut[row, node[parent]] = False
    for place in range(fan_out):
        cut[row, child[parent, place]] |= bits[chosen, place] == 1
    place_of = np.cumsum(passed) - 1
    kept = passed.ravel()[cell]
    return _Partitions(
        live.release[parent],
        cut,
        (live.left - alpha)[parent],
        (live.spent + alpha)[parent],
        _steps_left(tree, cut, live.steps[parent], rules.size),
        n_nodes[parent, chosen],
        n_items[parent, chosen],
        place_of[cell[kept]],
        live.itemset[kept],
    )


def _touched(nodes: NDArray[np.bool_], live: _Partitions, child: Integers) -> Integers:
    """Of each record which of the nodes in the row of its partition it touches, as bits."""
    bits = np.zeros(len(live.home), dtype=np.int64)
    for place in range(child.shape[1]):
        bits |= nodes[live.itemset, child[live.home, place]].astype(np.int64) << place
    return bits


def _check_size(n_partitions: int, width: int) -> None:
    if n_partitions * width > _MOST_CELLS:
        raise NoiseSpent(
            f"noise alone makes more than {_MOST_CELLS // width:,} partitions: raise c1, or lower the fan-out; the "
            "noise that was drawn is spent"
        )


def _chosen(cut: NDArray[np.bool_], noise: Noise) -> Integers:
    """A node of each cut at random."""
    numbers = np.cumsum(cut, axis=1, dtype=np.int32)
    drawn = (noise.uniform(len(cut)) * numbers[:, -1]).astype(np.int64)
    found: Integers = np.argmax(numbers > drawn[:, None], axis=1)
    return found


def _steps_left(tree: Taxonomy, cut: NDArray[np.bool_], before: Integers, size: int | None) -> Integers:
    """How often partitions can be expanded at most (Par of APL Formula 1; DiffPart: the internal nodes of the cut)."""
    internal = cut & tree.is_internal
    if size is None:
        # Below 2^24: exact in numbers of four bytes.
        return (internal @ tree.n_internal.astype(np.float32)).astype(np.int64)
    single = internal.sum(axis=1) == 1
    steps = before - 1
    if single.any():
        others = cut[single].sum(axis=1) - 1
        steps[single] = _steps_below(tree, internal[single].argmax(axis=1), size - others)
    return np.maximum(steps, 1)


def _steps_below(tree: Taxonomy, node: Integers, size: Integers) -> Integers:
    """How many internal nodes at and below each node have one of `size` items below them, at most.

    On each level that is at most `size` and at most all of them: APL Theorem 3, of the real tree where the number of
    items is no power of the fan-out.
    """
    steps: Integers = np.minimum(tree.widths[node], size[:, None]).sum(axis=1)
    return np.maximum(steps, 1)


def _counted(rules: _Rules, live: _Partitions, ended: NDArray[np.bool_], half: float) -> Drawn:
    """The itemsets of the partitions that have ended, those that pass."""
    count = np.bincount(live.home, rules.occurrences[live.itemset], len(ended))[ended].astype(np.int64)
    alpha = half + live.left[ended]
    noisy = count + rules.noise.laplace(alpha)
    passed = noisy >= np.maximum(np.sqrt(2) * rules.budget.c_itemset / alpha, 1)
    rows = np.flatnonzero(ended)[passed]
    return Drawn(
        live.release[rows], live.cut[np.ix_(rows, rules.tree.leaf)], noisy[passed], live.spent[rows] + alpha[passed]
    )
