"""Top-down partitioning of itemsets under differential privacy: that of DiffPart (Chen et al. 2011, APL 4.3), and that
of LevelPart, which makes itemsets of one size (APL Algorithms 2 and 3).

A partition is a *cut*, nodes of the taxonomy that generalise its records: each node holds an item of each record, and
each item is below a node. It is expanded at one node of its cut into a partition for every non-empty subset of the
node's children; those whose noisy count reaches a threshold live on. Neighbours differ in one occurrence of one
itemset: it is in one partition of each step, so that the steps along its path add up, and nothing else does.

All partitions of a step, of several releases at once, are expanded together.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from setrisk.errors import NoiseSpent
from setrisk.udf.arrays import Floats, Integers
from setrisk.udf.noise import Noise, at_least, happens
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
    """Partitions that are to be expanded, a row each; all have a node that can be.

    Attributes:
        release: which release.
        cut: which nodes; a column per node.
        left: of the half of epsilon that partitions may spend.
        spent: of it.
        steps: how often the partition can be expanded at most, one node after the other.
    """

    release: Integers
    cut: NDArray[np.bool_]
    left: Floats
    spent: Floats
    steps: Integers


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
    # A little less, so that rounding never spends more.
    half = budget.epsilon * (1 - 2**-40) / 2
    live = _Partitions(
        np.arange(n_releases),
        np.arange(tree.n_nodes) == np.zeros((n_releases, 1), dtype=np.int64),
        np.full(n_releases, half),
        np.zeros(n_releases),
        np.full(n_releases, _steps_below(tree, np.zeros(1, dtype=np.int64), np.array([size]) if size else None)[0]),
    )
    home, itemset = records
    done: list[Drawn] = []
    whole = tree.n_nodes == 1
    while len(live.release):
        if not whole:
            live, home, itemset = _expanded(live, home, itemset, nodes, occurrences, tree, budget, noise, size)
        ended = _has_ended(live.cut, tree)
        done.append(_counted(live, ended, home, occurrences[itemset], tree, half, budget, noise))
        live, home, itemset = _taken(live, ~ended, home, itemset)
    return Drawn(
        np.concatenate([part.release for part in done]),
        np.concatenate([part.held for part in done]),
        np.concatenate([part.occurrences for part in done]),
        np.concatenate([part.spent for part in done]),
    )


def _expanded(
    live: _Partitions,
    home: Integers,
    itemset: Integers,
    nodes: NDArray[np.bool_],
    occurrences: Integers,
    tree: Taxonomy,
    budget: Budget,
    noise: Noise,
    size: int | None,
) -> tuple[_Partitions, Integers, Integers]:
    """The sub-partitions that pass, and the records in them."""
    node = _chosen(live.cut & (tree.n_children > 0), noise)
    fan_out = int(tree.n_children[node].max())
    n_subsets = 2**fan_out
    _check_size(len(node), n_subsets)
    # Subsets of children as bits; number 0, the empty one, is none.
    subsets = (np.arange(n_subsets)[:, None] >> np.arange(fan_out)) & 1
    has_child = np.arange(fan_out) < tree.n_children[node][:, None]
    child = np.where(has_child, tree.first_child[node][:, None] + np.arange(fan_out), 0)

    subset = np.zeros(len(home), dtype=np.int64)
    for place in range(fan_out):
        below = nodes[itemset, child[home, place]] & has_child[home, place]
        subset += below.astype(np.int64) << place
    count = np.bincount(home * n_subsets + subset, occurrences[itemset], len(node) * n_subsets)
    count = count.astype(np.int64).reshape(-1, n_subsets)

    legal = ~((1 - has_child) @ subsets.T).astype(bool)
    legal[:, 0] = False
    if size is not None:
        n_nodes = live.cut.sum(axis=1) - 1
        n_items = _summed(live.cut, tree.n_items) - tree.n_items[node]
        legal &= n_nodes[:, None] + subsets.sum(axis=1) <= size
        legal &= n_items[:, None] + np.where(has_child, tree.n_items[child], 0) @ subsets.T >= size

    alpha = live.left / live.steps
    threshold = np.sqrt(2) * budget.c_partition / alpha
    # That an empty sub-partition passes is drawn at once: its noise alone must reach the threshold.
    passed = legal & happens(np.broadcast_to(at_least(threshold, alpha)[:, None], legal.shape), noise)
    held = np.nonzero(legal & (count > 0))
    passed[held] = count[held] + noise.laplace(alpha[held[0]]) >= threshold[held[0]]

    parent, chosen = np.nonzero(passed)
    _check_size(len(parent), tree.n_nodes)
    cut = live.cut[parent]
    row = np.arange(len(parent))
    cut[row, node[parent]] = False
    for place in range(fan_out):
        added = subsets[chosen, place] == 1
        cut[row[added], child[parent[added], place]] = True
    place_of = np.cumsum(passed).reshape(passed.shape) - 1
    kept = passed[home, subset]
    return (
        _Partitions(
            live.release[parent],
            cut,
            (live.left - alpha)[parent],
            (live.spent + alpha)[parent],
            _steps_left(tree, cut, live.steps[parent], size),
        ),
        place_of[home[kept], subset[kept]],
        itemset[kept],
    )


def _check_size(n_partitions: int, width: int) -> None:
    if n_partitions * width > _MOST_CELLS:
        raise NoiseSpent(
            f"noise alone makes more than {_MOST_CELLS // width:,} partitions: raise c1, or lower the fan-out; the "
            "noise that was drawn is spent"
        )


def _summed(cut: NDArray[np.bool_], values: Integers) -> Integers:
    """The sum of the nodes' values in each cut, below 2^24: exact in numbers of four bytes."""
    sums: Integers = (cut @ values.astype(np.float32)).astype(np.int64)
    return sums


def _has_ended(cut: NDArray[np.bool_], tree: Taxonomy) -> NDArray[np.bool_]:
    """Whether all nodes of a cut are items."""
    ended: NDArray[np.bool_] = (cut & (tree.n_children > 0)).sum(axis=1) == 0
    return ended


def _chosen(cut: NDArray[np.bool_], noise: Noise) -> Integers:
    """A node of each cut at random."""
    numbers = np.cumsum(cut, axis=1, dtype=np.int32)
    drawn = (noise.uniform(len(cut)) * numbers[:, -1]).astype(np.int64)
    found: Integers = np.argmax(numbers > drawn[:, None], axis=1)
    return found


def _steps_left(tree: Taxonomy, cut: NDArray[np.bool_], before: Integers, size: int | None) -> Integers:
    """How often partitions can be expanded at most (Par of APL Formula 1; DiffPart: the internal nodes of the cut)."""
    if size is None:
        return _summed(cut, tree.n_internal)
    internal = cut & (tree.n_children > 0)
    n_internal = internal.sum(axis=1)
    single = n_internal == 1
    steps = before - 1
    steps[single] = _steps_below(tree, internal[single].argmax(axis=1), size - (cut[single].sum(axis=1) - 1))
    return np.maximum(steps, 1)


def _steps_below(tree: Taxonomy, node: Integers, size: Integers | None) -> Integers:
    """How many internal nodes at and below each node have one of `size` items below them, at most.

    On each level that is at most `size` and at most all of them: APL Theorem 3, of the real tree where the number of
    items is no power of the fan-out.
    """
    if size is None:
        steps: Integers = tree.n_internal[node]
    else:
        steps = np.minimum(tree.widths[node], size[:, None]).sum(axis=1)
    return np.maximum(steps, 1)


def _counted(
    live: _Partitions,
    ended: NDArray[np.bool_],
    home: Integers,
    occurrences: Integers,
    tree: Taxonomy,
    half: float,
    budget: Budget,
    noise: Noise,
) -> Drawn:
    """The itemsets of the partitions that have ended, those that pass."""
    count = np.bincount(home, weights=occurrences, minlength=len(ended))[ended].astype(np.int64)
    alpha = half + live.left[ended]
    noisy = count + noise.laplace(alpha)
    passed = noisy >= np.maximum(np.sqrt(2) * budget.c_itemset / alpha, 1)
    rows = np.flatnonzero(ended)[passed]
    return Drawn(live.release[rows], live.cut[np.ix_(rows, tree.leaf)], noisy[passed], live.spent[rows] + alpha[passed])


def _taken(
    live: _Partitions, kept: NDArray[np.bool_], home: Integers, itemset: Integers
) -> tuple[_Partitions, Integers, Integers]:
    """The partitions that are kept, and the records in them."""
    inside = kept[home]
    return (
        _Partitions(live.release[kept], live.cut[kept], live.left[kept], live.spent[kept], live.steps[kept]),
        (np.cumsum(kept) - 1)[home[inside]],
        itemset[inside],
    )
