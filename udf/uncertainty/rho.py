"""rho-uncertainty: no sensitive item can be inferred with a confidence above rho, whatever is known of a record."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from setrisk.errors import BadInput
from setrisk.udf.common.arrays import Integers
from setrisk.udf.common.taxonomy import Taxonomy
from setrisk.udf.generalisation.arguments import distinct_pairs
from setrisk.udf.generalisation.generalised_transactions import SUPPRESSED
from setrisk.udf.uncertainty.giving_back import give_back
from setrisk.udf.uncertainty.rule_suppression import suppress_violating
from setrisk.udf.uncertainty.rules import (
    Bools,
    PublishedRecords,
    largest_supports,
    published_records,
    sensitive_items,
)

_ROOT = 0


@dataclass(frozen=True, eq=False)
class Uncertainty:
    """What the items are published as.

    label: int32[n_items], the smallest item of the generalised item that each item belongs to, `SUPPRESSED` for none;
        an item that is alone under its label is published as it is.
    suppressed: number of suppressed items.
    loss: the mean over all entries, in [0, 1]: 1 for a suppressed item, for a generalised one the share of all
        non-sensitive items that it stands for, 0 for an item that is published as it is.
    """

    label: NDArray[np.int32]
    suppressed: int
    loss: float


def suppress_control(
    tids: ArrayLike,
    items: ArrayLike,
    *,
    n_transactions: int,
    n_items: int,
    sensitive: ArrayLike,
    rho: float | Fraction,
    progress: Callable[[int, int, int], None] | None = None,
) -> Uncertainty:
    """Suppress items until no rule X -> a with a sensitive item a has a confidence above rho.

    X is any set of published items, sensitive ones too, that a record shows together with a; it may be empty. While
    some rule violates:

    1. Take all violating rules with the fewest items in X.
    2. Suppress the item with the best payoff, in X or as a: the number of these rules that it is in, divided by the
       number of records that show it. Ties: the one in fewer records, then the smallest.

    A suppression changes no rule without that item, except for those whose X is empty: a record that shows no item any
    more is not published, and not counted.

    At the end, items of which no rule violates any more are shown again (`give_back`): of an item that was suppressed
    for the sake of a, before a was suppressed for other rules, for example.

    Args:
        tids: integers [n], 0 <= tid < n_transactions; transactions that do not occur are empty.
        items: integers [n], 0 <= item < n_items, parallel to `tids`; the pairs are distinct, in any order.
        n_transactions: |D|.
        n_items: |I|.
        sensitive: the sensitive items, each once.
        rho: the largest confidence, above 0 and below 1. A decimal counts as it is written: 0.3 is three tenths.
        progress: called with the size of X, the number of sensitive items that are looked through, and of all.

    Raises:
        BadInput: an argument is out of its range.

    Source: Cao, Karras, Raissi and Tan 2010, SuppressControl. Their payoff weighs rules against lost information, here
    1 for each record; ties, that empty records do not count, and that items are given back, are ours.
    """
    tid, item = distinct_pairs(tids, items, n_transactions, n_items)
    a = sensitive_items(sensitive, n_items)
    largest = largest_supports(rho, n_transactions)
    everything = np.ones(n_items, np.bool_)
    records = PublishedRecords(tid, item, n_transactions, n_items)
    suppressed = suppress_violating(records, a, largest, everything, everything, progress)
    label = np.arange(n_items)
    label[suppressed] = SUPPRESSED
    label = give_back(tid, item, n_transactions, label, a, largest)
    is_lost = label == SUPPRESSED
    return Uncertainty(
        label.astype(np.int32), int(is_lost.sum()), int(is_lost[item].sum()) / len(item) if len(item) else 0.0
    )


def top_down_control(
    tids: ArrayLike,
    items: ArrayLike,
    *,
    n_transactions: int,
    n_items: int,
    sensitive: ArrayLike,
    taxonomy: Taxonomy,
    rho: float | Fraction,
    progress: Callable[[int, int], None] | None = None,
) -> Uncertainty:
    """Generalise non-sensitive items along a taxonomy, and suppress, until no rule has a confidence above rho.

    Sensitive items are never generalised. What is lost, see `Uncertainty`.

    1. All non-sensitive items are generalised to the root. Sensitive items are suppressed as by `suppress_control`,
       which may not suppress the root.
    2. Of the generalised items that are published, take the one whose replacement by its children in the taxonomy
       gains most, without regard to rules. Ties: the smaller number of the node.
    3. Replace it, and suppress as by `suppress_control` what violates then. If that loses less than before, it is kept;
       if not, the generalised item stays as it was, and is not tried again. Go on with step 2 until all are tried.

    What is suppressed once stays suppressed until all nodes are tried, and all items below a generalised item together
    with it. At the end single items are shown again, each as it is, as far as no rule violates then (`give_back`).

    Args:
        tids: integers [n], 0 <= tid < n_transactions; transactions that do not occur are empty.
        items: integers [n], 0 <= item < n_items, parallel to `tids`; the pairs are distinct, in any order.
        n_transactions: |D|.
        n_items: |I|.
        sensitive: the sensitive items, each once; not all items.
        taxonomy: its leaves are the non-sensitive items in ascending order; `Taxonomy.with_items` makes it of one of
            all items.
        rho: the largest confidence, above 0 and below 1. A decimal counts as it is written: 0.3 is three tenths.
        progress: called with the number of generalised items that were tried, and of all in the taxonomy.

    Raises:
        BadInput: an argument is out of its range.

    Source: Cao, Karras, Raissi and Tan 2010, TDControl. That a gain is compared before suppression, that the search
    goes on with other nodes after one that does not pay, that suppressed items stay so, and that they are given back,
    is ours.
    """
    tid, item = distinct_pairs(tids, items, n_transactions, n_items)
    a = sensitive_items(sensitive, n_items)
    largest = largest_supports(rho, n_transactions)
    if len(taxonomy.leaf) != n_items - len(a):
        raise BadInput(
            f"the taxonomy has {len(taxonomy.leaf)} leaves, but there are {n_items - len(a)} non-sensitive items"
        )
    search = _TopDown(tid, item, n_transactions, n_items, a, taxonomy, largest)
    n_internal = int(taxonomy.is_internal.sum())
    n_tried = 0
    while search.try_next():
        n_tried += 1
        if progress is not None:
            progress(n_tried, n_internal)
    search.give_back()
    label = search.label
    return Uncertainty(label.astype(np.int32), int((label == SUPPRESSED).sum()), search.share_lost())


class _TopDown:
    """Specialises generalised items from the root on."""

    def __init__(
        self,
        tids: Integers,
        items: Integers,
        n_transactions: int,
        n_items: int,
        sensitive: Integers,
        taxonomy: Taxonomy,
        largest: Integers,
    ) -> None:
        self._tids, self._items, self._n_transactions = tids, items, n_transactions
        self._sensitive, self._taxonomy, self._largest = sensitive, taxonomy, largest
        self._plain = np.delete(np.arange(n_items), sensitive)
        self._entries = np.bincount(items, minlength=n_items)
        n_entries = self._entries[self._plain[taxonomy.items]].cumsum()
        n_entries = np.concatenate([[0], n_entries])[
            np.stack([taxonomy.first_leaf, taxonomy.first_leaf + taxonomy.n_items])
        ]
        # Of each node if it is published; without the factor of the number of non-sensitive items times all entries.
        self._loss = np.where(taxonomy.is_internal, (n_entries[1] - n_entries[0]) * taxonomy.n_items, 0)
        self._gain = self._loss.copy()
        np.subtract.at(self._gain, taxonomy.parent[1:], self._loss[1:])
        self._smallest = np.array([self._members(node)[0] for node in range(taxonomy.n_nodes)])
        # Generalised items that are published and were not tried yet.
        self._is_open = np.zeros(taxonomy.n_nodes, np.bool_)
        self.label = np.arange(n_items)
        self._show(_ROOT)
        is_sensitive = np.zeros(n_items, np.bool_)
        is_sensitive[sensitive] = True
        self._repair(np.ones(n_items, np.bool_), is_sensitive)
        self._lost = self._count_lost()

    def try_next(self) -> bool:
        """Specialise the generalised item that gains most if that pays; whether there was any to try."""
        gain = np.where(self._is_open, self._gain, 0)
        node = int(gain.argmax())
        if not gain[node]:
            return False
        self._is_open[node] = False
        before, was_open = self.label.copy(), self._is_open.copy()
        first = int(self._taxonomy.first_child[node])
        fresh = np.zeros(len(self.label), np.bool_)
        for child in range(first, first + int(self._taxonomy.n_children[node])):
            fresh[self._show(child)] = True
        self._repair(fresh, np.ones(len(self.label), np.bool_))
        lost = self._count_lost()
        if lost < self._lost:
            self._lost = lost
        else:
            self.label, self._is_open = before, was_open
        return True

    def give_back(self) -> None:
        """Show suppressed items, each as it is, as far as no rule violates then."""
        self.label = give_back(
            self._tids, self._items, self._n_transactions, self.label, self._sensitive, self._largest
        )
        self._lost = self._count_lost()

    def share_lost(self) -> float:
        """The mean loss of an entry."""
        worst = len(self._plain) * len(self._items)
        return self._lost / worst if worst else 0.0

    def _members(self, node: int) -> Integers:
        """The items at and below a node, ascending."""
        first = self._taxonomy.first_leaf[node]
        return np.sort(self._plain[self._taxonomy.items[first : first + self._taxonomy.n_items[node]]])

    def _show(self, node: int) -> int:
        """Publish all that is below a node as this node; its label."""
        members = self._members(node)
        self.label[members] = members[0]
        self._is_open[node] = self._taxonomy.is_internal[node]
        return int(members[0])

    def _repair(self, fresh: Bools, may_go: Bools) -> None:
        """Suppress until no rule with a fresh item violates."""
        records = published_records(self._tids, self._items, self._n_transactions, self.label)
        suppressed = suppress_violating(records, self._sensitive, self._largest, fresh, may_go, None)
        self.label[np.isin(self.label, suppressed)] = SUPPRESSED
        self._is_open &= self.label[self._smallest] != SUPPRESSED

    def _count_lost(self) -> int:
        """What is lost, times the number of non-sensitive items and of all entries."""
        is_suppressed = self.label == SUPPRESSED
        size = np.bincount(self.label[~is_suppressed], minlength=len(self.label))[self.label]
        weight = np.where(is_suppressed, len(self._plain), np.where(size > 1, size, 0))
        return int((weight * self._entries).sum())
