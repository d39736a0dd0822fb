"""How many itemsets of a histogram hold others, for thousands of histograms: as relations in SQL do, but on arrays."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from setrisk.udf.common.arrays import Integers

# So wide is a universe whose sets can all be listed.
ALL_SETS = 20

Itemsets = NDArray[np.bool_]
# Takes itemsets, a row each with a column per item; returns for each the total weight of those that hold it.
Holders = Callable[[Itemsets], Integers]


def holders(held: Itemsets, weights: Integers | None = None) -> Holders:
    """A function that counts how many itemsets hold others.

    Args:
        held: a row per itemset, a column per item.
        weights: of each itemset, such as its occurrences; 1 unless given.
    """
    if weights is None:
        weights = np.ones(len(held), dtype=np.int64)
    if not len(held):
        return lambda asked: np.zeros(len(asked), dtype=np.int64)
    n_items = held.shape[1]
    if n_items > ALL_SETS:
        others = (~held).astype(np.float32).T
        return lambda asked: (asked.astype(np.float32) @ others == 0) @ weights
    number = 1 << np.arange(n_items)
    sums = np.bincount(held @ number, weights, 2**n_items).astype(np.int64)
    for item in range(n_items):
        # Sets without the item get what those with it have.
        halves = sums.reshape(-1, 2, 2**item)
        halves[:, 0] += halves[:, 1]
    return lambda asked: sums[asked @ number]


def leakages(held: Itemsets, holding: Holders) -> tuple[Integers, Integers]:
    """The APLs of a histogram, as `setrisk.leakages` has them where supersets = 1.

    Args:
        held: a row per distinct itemset.
        holding: how many of them hold others.

    Returns:
        Row of the itemset that is identified, and the item that is inferred of it.
    """
    maximal = np.flatnonzero((holding(held) == 1) & (held.sum(axis=1) > 1))
    row, item = np.nonzero(held[maximal])
    boundary = held[maximal[row]]
    boundary[np.arange(len(row)), item] = False
    alone = holding(boundary) == 1
    return maximal[row[alone]], item[alone]
