"""A Bayesian network of binary attributes: grown from a histogram, its tables of counts, and itemsets sampled from it.

Source: Zhang, Cormode, Procopiuc, Srivastava and Xiao, "PrivBayes: private data release via Bayesian networks" (2017),
NoisyConditionals and GreedyBayes. Nothing here is private by itself: `privbayes` brings the noise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from setrisk.udf.common import masks
from setrisk.udf.common.arrays import Floats, Integers

# Whether an itemset, the column, has an attribute, the row.
Members = NDArray[np.bool_]


@dataclass(frozen=True)
class Network:
    """The attributes in the order in which they are drawn, and of each the parents: earlier ones, in that order."""

    order: tuple[int, ...]
    parents: tuple[tuple[int, ...], ...]


def chain(n_items: int, degree: int) -> Network:
    """A network of degree 0, without parents, or n_items - 1, where all earlier attributes are parents."""
    return Network(tuple(range(n_items)), tuple(tuple(range(min(item, degree))) for item in range(n_items)))


def grow_network(scores: Scores, *, degree: int, first: int, draw: Callable[[Floats], int]) -> Network:
    """Draw attribute after attribute, each together with its parents, by their scores (GreedyBayes).

    Args:
        scores: of the histogram.
        degree: how many parents an attribute has, as soon as there are so many earlier ones; at least 1.
        first: the attribute to begin with.
        draw: is given the scores of all pairs of an attribute that is left and possible parents; returns the place of
            one.
    """
    order, rest = [first], np.delete(np.arange(scores.n_items), first)
    parents: list[tuple[int, ...]] = [()]
    sets: list[tuple[int, ...]] = []
    shown = np.empty((0, len(rest)))
    while len(rest):
        *earlier, newest = order
        if len(earlier) < degree:
            # All earlier ones become parents: what there was in the last round is one too few.
            sets, shown = [], shown[:0]
        new = [(*others, newest) for others in combinations(earlier, min(degree - 1, len(earlier)))]
        sets += new
        shown = np.concatenate([shown, [scores.scores_with((newest, *others), rest) for *others, _ in new]])
        place, child = divmod(draw(shown.ravel()), len(rest))
        shown = np.delete(shown, child, axis=1)
        order.append(int(rest[child]))
        rest = np.delete(rest, child)
        parents.append(sets[place])
    return Network(tuple(order), tuple(parents))


class Scores:
    """How much attributes reveal about each other, n R: half the sum of |c(x, p) - c(x) c(p) / n| over all values x of
    an attribute and p of its parents, where c counts the records that have them, of all n. As counts are whole,
    products of two are exact while there are fewer than 90 million.

    What was asked for once is remembered, for other releases of the same histogram.
    """

    def __init__(self, members: Members, occurrences: Integers) -> None:
        """Take a histogram: which itemsets, the columns, have an attribute, the row, and how often each occurs."""
        self.n_items = len(members)
        self._members = members
        self._counts = occurrences.astype(np.float64)
        self._holders = [np.flatnonzero(row) for row in members]
        self._held = [self._counts[holders] for holders in self._holders]
        self._totals = np.array([held.sum() for held in self._held])
        self._known: dict[tuple[int, ...], Floats] = {}
        # Cells of the last parents: of the first of them, of the first two, ...
        self._path: list[tuple[int, Integers]] = []

    def scores_with(self, parents: Sequence[int], items: Integers) -> Floats:
        """The score of each item with these parents."""
        key = tuple(sorted(parents))
        if key not in self._known:
            self._known[key] = np.full(self.n_items, np.nan)
        known = self._known[key]
        missing = items[np.isnan(known[items])]
        if len(missing):
            known[missing] = self._compute(self._cells(parents), 2 ** len(key), missing)
        return known[items]

    def _cells(self, parents: Sequence[int]) -> Integers:
        """The cells of the itemsets; parents that begin as the last ones did take less time."""
        shared = 0
        for (item, _), parent in zip(self._path, parents, strict=False):
            if item != parent:
                break
            shared += 1
        del self._path[shared:]
        for item in parents[shared:]:
            cells = self._members[item].astype(np.int64)
            self._path.append((item, 2 * self._path[-1][1] + cells if self._path else cells))
        return self._path[-1][1]

    def _compute(self, cells: Integers, n_cells: int, items: Integers) -> Floats:
        having = np.array([np.bincount(cells[self._holders[item]], self._held[item], n_cells) for item in items])
        n_records = self._counts.sum()
        # Records with an item are off by as much as those without it, which saves the half.
        off = n_records * having - np.outer(self._totals[items], np.bincount(cells, self._counts, n_cells))
        scores: Floats = np.abs(off).sum(axis=1) / max(n_records, 1.0)
        return scores


def marginal(members: Members, occurrences: Integers, items: Sequence[int]) -> Integers:
    """How many records there are of each combination of the items, of which the last is the last bit of its number."""
    cells = np.zeros(members.shape[1], dtype=np.int64)
    for item in items:
        cells = 2 * cells + members[item]
    return np.bincount(cells, occurrences, 2 ** len(items)).astype(np.int64)


def conditionals(marginals: Sequence[Integers], degree: int) -> list[Floats]:
    """The probability of each attribute for each combination of its parents; a half if there are no records.

    Args:
        marginals: of the parents of an attribute and itself, for each from the first that has `degree` of them. Those
            before it are its parents, and have all earlier ones for parents: what is theirs can be had from it.
        degree: as above.
    """
    first = [marginals[0].reshape(2 << place, -1).sum(axis=1) for place in range(degree)]
    found = []
    for counts in [*first, *marginals]:
        without, having = counts.reshape(-1, 2).T
        total = without + having
        found.append(np.where(total > 0, having / np.maximum(total, 1), 0.5))
    return found


def draw_records(
    network: Network, chances: Sequence[Floats], n_records: int, uniform: Callable[[int], Floats]
) -> tuple[Members, Integers]:
    """Draw records along the network with such conditional distributions.

    Returns:
        The distinct itemsets that are not empty, a row each, and how often each was drawn.
    """
    drawn = np.zeros((len(network.order), n_records), dtype=bool)
    for item, parents, chance in zip(network.order, network.parents, chances, strict=True):
        cells = np.zeros(n_records, dtype=np.int64)
        for parent in parents:
            cells = 2 * cells + drawn[parent]
        drawn[item] = uniform(n_records) < chance[cells]
    return masks.count_itemsets(drawn.T)
