"""How many itemsets of a histogram hold others, for thousands of histograms: what relations in SQL say, in arrays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from setrisk.udf.arrays import Integers

# So wide is a universe whose sets can all be listed.
_ALL_SETS = 20

Itemsets = NDArray[np.bool_]


def holders(held: Itemsets, weights: Integers, asked: Itemsets) -> Integers:
    """The weights of the itemsets that hold what is asked for, summed up.

    Args:
        held: a row per itemset, a column per item.
        weights: of each itemset; ones count the itemsets, their occurrences count records.
        asked: a row per itemset that is asked for, with the same columns.
    """
    n_items = held.shape[1]
    if not len(held):
        return np.zeros(len(asked), dtype=np.int64)
    if n_items > _ALL_SETS:
        lacks = asked.astype(np.float32) @ (~held).astype(np.float32).T
        found: Integers = (lacks == 0) @ weights
        return found
    number = 1 << np.arange(n_items)
    sums = np.bincount(held @ number, weights, 2**n_items).astype(np.int64)
    for item in range(n_items):
        # Sets without the item get what those with it have.
        halves = sums.reshape(-1, 2, 2**item)
        halves[:, 0] += halves[:, 1]
    return sums[asked @ number]


def leakages(held: Itemsets) -> tuple[Integers, Integers]:
    """The APLs of a histogram, as `setrisk.leakages` has them where supersets = 1.

    Args:
        held: a row per distinct itemset.

    Returns:
        Row of the itemset that is identified, and the item that is inferred of it.
    """
    ones = np.ones(len(held), dtype=np.int64)
    maximal = np.flatnonzero((holders(held, ones, held) == 1) & (held.sum(axis=1) > 1))
    row, item = np.nonzero(held[maximal])
    boundary = held[maximal[row]]
    boundary[np.arange(len(row)), item] = False
    alone = holders(held, ones, boundary) == 1
    return maximal[row[alone]], item[alone]
