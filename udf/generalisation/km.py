"""k^m-anonymity by generalising items along a taxonomy: Apriori-based anonymisation (AA)."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import ArrayLike, NDArray

from setrisk.errors import BadInput
from setrisk.udf.common.arrays import Integers, intersection, ranges
from setrisk.udf.common.taxonomy import Taxonomy
from setrisk.udf.generalisation.arguments import check_feasible, distinct_pairs

Bools = NDArray[np.bool_]

_ROOT = 0


@dataclass(frozen=True)
class Cut:
    """Nodes of a taxonomy of which each item has exactly one at or above its leaf.

    node: int64[n_items], the node that each item is published as: its leaf, or one above.
    loss: the NCP of the transactions, in [0, 1]: the mean over all entries of the share of the items that the published
        node stands for; 0 for an item that is published as it is.
    """

    node: Integers
    loss: float


def km(
    tids: ArrayLike,
    items: ArrayLike,
    *,
    n_transactions: int,
    taxonomy: Taxonomy,
    k: int,
    m: int,
    progress: Callable[[int, int, int], None] | None = None,
) -> Cut:
    """Generalise items until every itemset of up to m published nodes is supported by k transactions or by none.

    A node is supported by a transaction that holds an item at or below it, a set of nodes by one that supports all of
    them. One node *outranks* another if it has more support, or as much and a smaller number; so it outranks what is
    below it. For sizes 1 to m:

    1. Look at all sets of that many nodes, none of which is below another or below the cut, in lexicographic order of
       rank: that is the order of depth in the count-tree of the source. Take the next one with the support 1 to k - 1.
    2. Of all ways to replace some of its nodes by nodes above them, so that k transactions or more support the result,
       take the one after which the cut has the least loss. Ties: the larger number of the first node, then of the
       second, and so on; nodes further down have larger numbers.
    3. All that is below a replacement is generalised to it, in all transactions. Sets with such a node are not looked
       at any more.

    Generalising never makes the support of a set smaller, so that the sizes before need no second look.

    Args:
        tids: integers [n], 0 <= tid < n_transactions; transactions that do not occur are empty.
        items: integers [n], 0 <= item < number of leaves, parallel to `tids`; the pairs are distinct, in any order.
        n_transactions: |D|.
        taxonomy: its leaves are the items.
        k: the least support, >= 2.
        m: the largest number of items in an itemset, >= 1.
        progress: called with the size of the sets that are looked at, the number of nodes that are looked through, and
            of all.

    Raises:
        BadInput: an argument is out of its range.
        InfeasibleConstraint: there are items, but fewer than k transactions hold any.

    Source: Terrovitis, Mamoulis and Kalnis 2008, Algorithms 2 (DA) and 3 (AA), and their NCP. Their count-tree lists
    all sets of nodes, which takes memory; here supports are counted where the order arrives at them. The order of equal
    supports, and ties of loss, are ours.
    """
    if k < 2:
        raise BadInput(f"k is {k}; it must be 2 or more")
    if m < 1:
        raise BadInput(f"m is {m}; it must be 1 or more")
    tid, item = distinct_pairs(tids, items, n_transactions, len(taxonomy.leaf))
    check_feasible(tid, k)
    search = _Search(tid, item, n_transactions, taxonomy, k, progress)
    longest = int(np.bincount(tid, minlength=1).max())
    for size in range(1, min(m, longest) + 1):
        search.generalise_rare(size)
    return search.read_cut()


class _Search:
    """Looks for rare sets of nodes, depth first in the order of rank, and generalises what is in them."""

    def __init__(
        self,
        tids: Integers,
        items: Integers,
        n_transactions: int,
        taxonomy: Taxonomy,
        k: int,
        progress: Callable[[int, int, int], None] | None,
    ) -> None:
        self._taxonomy, self._k, self._progress = taxonomy, k, progress
        self._n_transactions = n_transactions
        self._tids, self._items = tids, items
        self._low = taxonomy.first_leaf
        self._high = self._low + taxonomy.n_items
        # Nodes that are not below the cut.
        self._published = np.ones(taxonomy.n_nodes, np.bool_)
        entries = np.concatenate([[0], np.bincount(items, minlength=len(taxonomy.leaf))[taxonomy.items].cumsum()])
        n_entries = entries[self._high] - entries[self._low]
        # Of each node, if all that is below it is published as this node; without the factor |I| times all entries.
        self._loss = np.where(taxonomy.is_internal, n_entries * taxonomy.n_items, 0)
        # Of the cut, at and below each node.
        self._loss_of_cut = np.zeros(taxonomy.n_nodes, np.int64)
        self._size = 1

    def read_cut(self) -> Cut:
        """What has become of the items."""
        node = self._taxonomy.leaf.copy()
        while not (done := self._published[node]).all():
            node[~done] = self._taxonomy.parent[node[~done]]
        worst = len(self._tids) * len(self._taxonomy.leaf)
        return Cut(node, float(self._loss_of_cut[_ROOT] / worst) if worst else 0.0)

    def generalise_rare(self, size: int) -> None:
        """See to it that no set of this many published nodes is rare."""
        self._size = size
        self._extend()
        self._visit([], np.arange(self._n_transactions))

    def _extend(self) -> None:
        """Add to each transaction the nodes at and above the cut that it supports, but for the root."""
        found, n_nodes = [np.zeros(0, np.int64)], self._taxonomy.n_nodes
        node = self._taxonomy.leaf[self._items]
        tids = self._tids
        while len(node):
            found.append((tids * n_nodes + node)[self._published[node]])
            node = self._taxonomy.parent[node]
            below = node != _ROOT
            tids, node = tids[below], node[below]
        keys = np.unique(np.concatenate(found))
        tids, self._nodes = keys // n_nodes, keys % n_nodes
        self._first_of_transaction = _offsets(np.bincount(tids, minlength=self._n_transactions))
        self._support = np.bincount(self._nodes, minlength=n_nodes)
        self._first_of_node = _offsets(self._support)
        self._transactions_by_node = tids[np.argsort(self._nodes, kind="stable")]
        in_order = np.lexsort((np.arange(n_nodes), -self._support))
        self._rank = np.empty(n_nodes, np.int64)
        self._rank[in_order] = np.arange(n_nodes)

    def _visit(self, first: list[int], transactions: Integers) -> None:
        """See to it that no set which begins with these nodes is rare, until one of them is generalised."""
        counts = self._count(transactions)
        allowed = self._published & (counts > 0)
        for node in first:
            allowed &= (self._high <= self._low[node]) | (self._low >= self._high[node])
        if first:
            allowed &= self._rank > self._rank[first[-1]]
        is_last = len(first) == self._size - 1
        if is_last:
            allowed &= counts < self._k
        following = np.flatnonzero(allowed)
        for number, node in enumerate(following[np.argsort(self._rank[following])].tolist()):
            if not self._published[node]:
                continue
            if is_last:
                self._generalise([*first, node])
            else:
                self._visit([*first, node], intersection(transactions, self._transactions(node)))
            if not self._published[first].all():
                return
            if not first and self._progress is not None:
                self._progress(self._size, number + 1, len(following))

    def _transactions(self, node: int) -> Integers:
        """The transactions that support a node, ascending."""
        if node == _ROOT:
            return np.unique(self._tids)
        return self._transactions_by_node[self._first_of_node[node] : self._first_of_node[node + 1]]

    def _count(self, transactions: Integers) -> Integers:
        """How many of these transactions support each node."""
        starts = self._first_of_transaction[transactions]
        places = ranges(starts, self._first_of_transaction[transactions + 1] - starts)
        return np.bincount(self._nodes[places], minlength=self._taxonomy.n_nodes)

    def _generalise(self, nodes: list[int]) -> None:
        """Generalise a rare set of nodes with the least loss."""
        ways = sorted(
            (self._added_loss(way, nodes), tuple(-node for node in way), way)
            for way in product(*(self._upwards(node) for node in nodes))
            if self._is_apart(way)
        )
        for _, _, way in ways:
            if self._is_frequent(set(way)):
                for node in set(way) - set(nodes):
                    self._publish(node)
                return

    def _upwards(self, node: int) -> list[int]:
        """A node and those above it."""
        above = [node]
        while above[-1] != _ROOT:
            above.append(int(self._taxonomy.parent[above[-1]]))
        return above

    def _is_apart(self, way: tuple[int, ...]) -> bool:
        """Whether no node of a way is below another one."""
        return all(
            one == other or self._high[one] <= self._low[other] or self._high[other] <= self._low[one]
            for one in way
            for other in way
        )

    def _added_loss(self, way: tuple[int, ...], nodes: list[int]) -> int:
        """How much the loss of the cut grows if nodes are replaced this way."""
        return sum(int(self._loss[node] - self._loss_of_cut[node]) for node in set(way) - set(nodes))

    def _is_frequent(self, nodes: set[int]) -> bool:
        """Whether k transactions or more support all of these nodes."""
        first, *others = sorted(nodes, key=lambda node: int(self._support[node]))
        transactions = self._transactions(first)
        for node in others:
            transactions = intersection(transactions, self._transactions(node))
        return len(transactions) >= self._k

    def _publish(self, node: int) -> None:
        """Generalise all that is below a node to it."""
        below = (self._low >= self._low[node]) & (self._high <= self._high[node])
        below[node] = False
        self._published &= ~below
        added = self._loss[node] - self._loss_of_cut[node]
        for above in self._upwards(node):
            self._loss_of_cut[above] += added


def _offsets(counts: Integers) -> Integers:
    return np.concatenate([[0], np.cumsum(counts)])
