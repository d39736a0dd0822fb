"""Transactions under a set-based generalisation that is still being chosen."""

import math
from collections.abc import Sequence

import numpy as np

from setrisk.udf.common.arrays import Floats, Integers, ranges

SUPPRESSED = -1
"""The label of an item that no record of the release shows."""


class GeneralisedTransactions:
    """The transactions under the current generalisation; a generalised item is named by its smallest item.

    A *slot* is the place of one (transaction, item) pair in transaction order. A generalised item has one
    live slot in each transaction that supports it: as many as its support, by ascending transaction.
    """

    def __init__(self, tids: Integers, items: Integers, n_transactions: int, weights: Floats) -> None:
        """Each item as it is; the pairs in transaction order, a weight per item."""
        n_items = len(weights)
        self.n_transactions = n_transactions
        self.label = np.arange(n_items)
        # By label; values of a label that is not in use any more are meaningless.
        self.support = np.bincount(items, minlength=n_items)
        self.size = np.ones(n_items, np.int64)
        self.weight = weights.copy()  # the sum over the members
        self._item_weights = weights
        self._tid = tids
        self._first_slot_of_transaction = _offsets(np.bincount(tids, minlength=n_transactions))
        self._slots_by_item = np.argsort(items, kind="stable")
        self._first_slot_of_item = _offsets(self.support)
        self._merged_slots: dict[int, Integers] = {}
        # Per slot the generalised item whose live slot it is; `_void` for none.
        self._void = n_items
        self._live = items.copy()

    def transactions(self, label: int) -> Integers:
        """The transactions that support a generalised item, ascending."""
        return self._tid[self._slots(label)]

    def count(self, transactions: Integers) -> Integers:
        """How many of these transactions support each generalised item: [n_items], by label."""
        first = self._first_slot_of_transaction
        starts = first[transactions]
        slots = ranges(starts, first[transactions + 1] - starts)
        return np.bincount(self._live[slots], minlength=self._void + 1)[: self._void]

    def masks(self, labels: Sequence[int]) -> Integers:
        """Which of these generalised items each transaction supports, as bits, the first one highest."""
        masks = np.zeros(self.n_transactions, np.int64)
        for label, bit in zip(labels, bits(len(labels)), strict=True):
            masks[self.transactions(label)] |= bit
        return masks

    def subset_supports(self, masks: Integers, size: int) -> Integers:
        """The supports of the 2^size subsets of those generalised items."""
        return _superset_sums(np.bincount(masks, minlength=1 << size))

    def log_utility_loss(self) -> float:
        """The logarithm of the sum of UL over the generalised items, -inf for none."""
        n_items = len(self.label)
        in_use = self.label == np.arange(n_items)
        generalised = np.flatnonzero(in_use & (self.size > 1) & (self.support > 0))
        if len(generalised) == 0:
            return -math.inf
        loss = log_loss(self.size[generalised], self.weight[generalised], self.support[generalised])
        log_itemsets = n_items * math.log(2) + math.log1p(-(2.0**-n_items))
        return float(np.logaddexp.reduce(loss)) - log_itemsets - math.log(self.n_transactions)

    def merge(self, one: int, other: int) -> int:
        """Make two generalised items one; its label."""
        members = np.flatnonzero((self.label == one) | (self.label == other))
        return self._form(members, [self._take_slots(one), self._take_slots(other)])

    def suppress(self, item: int) -> int:
        """Take an item out of all transactions; the label of what is left of its generalised item."""
        label = int(self.label[item])
        self._live[self._take_slots(label)] = self._void
        self.label[item] = SUPPRESSED
        members = np.flatnonzero(self.label == label)
        if len(members) == 0:
            return SUPPRESSED
        return self._form(members, [self._slots_of_item(member) for member in members.tolist()])

    def _form(self, members: Integers, slots: list[Integers]) -> int:
        """Make one generalised item of these members (ascending), whose slots are given."""
        label = int(members[0])
        every = np.sort(np.concatenate(slots), kind="stable")
        live = every[np.diff(self._tid[every], prepend=-1) > 0]
        self._live[every] = self._void
        self._live[live] = label
        self._merged_slots[label] = live
        self.label[members] = label
        self.support[label] = len(live)
        self.size[label] = len(members)
        self.weight[label] = self._item_weights[members].sum()
        return label

    def _slots(self, label: int) -> Integers:
        merged = self._merged_slots.get(label)
        return self._slots_of_item(label) if merged is None else merged

    def _take_slots(self, label: int) -> Integers:
        slots = self._slots(label)
        self._merged_slots.pop(label, None)
        return slots

    def _slots_of_item(self, item: int) -> Integers:
        return self._slots_by_item[self._first_slot_of_item[item] : self._first_slot_of_item[item + 1]]


def log_loss(sizes: Integers, weights: Floats, supports: Integers) -> Floats:
    """Logarithms of UL(g) without the factor that all have in common; `weights` are sums over the members."""
    itemsets = sizes * math.log(2) + np.log1p(-np.exp2(-sizes.astype(np.float64)))
    return np.asarray(itemsets + np.log(weights / sizes) + np.log(supports), np.float64)


def _superset_sums(counts: Integers) -> Integers:
    """From the number of transactions with exactly these bits to the number with at least these bits."""
    sums = counts.copy()
    for bit in range(len(counts).bit_length() - 1):
        halves = sums.reshape(-1, 2, 1 << bit)
        halves[:, 0] += halves[:, 1]
    return sums


def bits(size: int) -> list[int]:
    """The bits of `size` places, the first one highest."""
    return [1 << position for position in reversed(range(size))]


def _offsets(counts: Integers) -> Integers:
    return np.concatenate([[0], np.cumsum(counts)])
