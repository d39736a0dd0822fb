"""Checks of what the kernels of COAT are given."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from setrisk.errors import BadInput, InfeasibleConstraint
from setrisk.udf.common.arrays import Floats, Integers


def distinct_pairs(tids: ArrayLike, items: ArrayLike, n_transactions: int, n_items: int) -> tuple[Integers, Integers]:
    """The pairs in the order of transactions, checked."""
    tid = indices(tids, n_transactions, "tids")
    item = indices(items, n_items, "items")
    if len(tid) != len(item):
        raise BadInput(f"tids has {len(tid)} entries, items has {len(item)}; they must be parallel")
    order = np.lexsort((item, tid))
    tid, item = tid[order], item[order]
    twice = np.flatnonzero((np.diff(tid) == 0) & (np.diff(item) == 0))
    if len(twice):
        first = twice[0]
        raise BadInput(f"transaction {tid[first]} holds item {item[first]} more than once; give distinct pairs")
    return tid, item


def disjoint_itemsets(utility: Sequence[ArrayLike], n_items: int) -> list[Integers]:
    """The utility constraints, the items of each ascending, checked."""
    checked: list[Integers] = []
    taken = np.zeros(n_items, np.bool_)
    for index, constraint in enumerate(utility):
        items = np.unique(indices(constraint, n_items, f"utility constraint {index}"))
        if taken[items].any():
            item = items[taken[items]][0]
            raise BadInput(f"item {item} is in more than one utility constraint; they must be disjoint")
        taken[items] = True
        checked.append(items)
    return checked


def item_weights(weights: ArrayLike | None, n_items: int) -> Floats:
    """The weight of each item, checked; 1 by default."""
    if weights is None:
        return np.ones(n_items)
    checked = np.asarray(weights, np.float64)
    if checked.shape != (n_items,):
        raise BadInput(f"weights has the shape {checked.shape}; it must have {n_items} numbers, one per item")
    wrong = np.flatnonzero(~(np.isfinite(checked) & (checked > 0)))
    if len(wrong):
        item = wrong[0]
        raise BadInput(f"the weight of item {item} is {checked[item]}; weights must be positive and finite")
    return checked


def indices(values: ArrayLike, upper: int, what: str) -> Integers:
    """The values as a flat array of integers from 0 to upper - 1, or BadInput."""
    array = np.asarray(values)
    if array.ndim != 1 or (array.size and not np.issubdtype(array.dtype, np.integer)):
        raise BadInput(f"{what} must be a flat array of integers, not {array.dtype} of shape {array.shape}")
    if array.size and (array.min() < 0 or array.max() >= upper):
        raise BadInput(f"{what} holds {array.min()} to {array.max()}; allowed are 0 to {upper - 1}")
    return array.astype(np.int64)


def check_feasible(tids: Integers, k: int) -> None:
    """See to it that k transactions or more hold an item, if any does: else not even one item for all would do.

    Args:
        tids: of each pair of a transaction and an item.
        k: the least support.

    Raises:
        InfeasibleConstraint: fewer do.
    """
    if 0 < (n_held := len(np.unique(tids))) < k:
        raise InfeasibleConstraint(
            f"k is {k:,}, but only {n_held:,} transactions hold any item: even if all items are one, that is rare"
        )
