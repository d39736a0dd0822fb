"""Itemsets as bit masks of any width, to find equal ones."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from setrisk.udf.common.arrays import Integers


def itemset_numbers(held: NDArray[np.bool_]) -> Integers:
    """A number for each itemset, from 0; equal itemsets have equal numbers.

    Args:
        held: a row per itemset, a column per item.
    """
    width = -(-max(held.shape[1], 1) // 64) * 8
    packed = np.zeros((len(held), width), dtype=np.uint8)
    packed[:, : -(-held.shape[1] // 8)] = np.packbits(held, axis=1)
    keys: NDArray[Any] = packed.view(np.uint64 if width == 8 else f"V{width}")[:, 0]
    numbers: Integers = np.unique(keys, return_inverse=True)[1].astype(np.int64)
    return numbers


def count_itemsets(held: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], Integers]:
    """The distinct itemsets that are not empty, a row each, and how many rows have each.

    Args:
        held: a row per record, a column per item.
    """
    rows = held[held.any(axis=1)]
    _, first, counts = np.unique(itemset_numbers(rows), return_index=True, return_counts=True)
    return rows[first], counts
