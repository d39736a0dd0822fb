"""COAT for all itemsets of up to m items, which are looked for as it goes on and never listed."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from setrisk.errors import BadInput
from setrisk.udf.common.arrays import Integers, intersection
from setrisk.udf.generalisation.arguments import disjoint_itemsets, distinct_pairs
from setrisk.udf.generalisation.coat import Generalisation, TooMuchSuppression
from setrisk.udf.generalisation.generalised_transactions import SUPPRESSED, GeneralisedTransactions
from setrisk.udf.generalisation.partners import Partners

Bools = NDArray[np.bool_]


def coat_all(
    tids: ArrayLike,
    items: ArrayLike,
    *,
    n_transactions: int,
    n_items: int,
    utility: Sequence[ArrayLike],
    k: int,
    m: int,
    max_suppression: float = 0.15,
    progress: Callable[[int, int, int], None] | None = None,
) -> Generalisation:
    """Generalise and suppress items until every itemset of up to m items has the support k or none.

    Then the release is k^m-anonymous. An itemset of generalised items is *rare* if 1 to k - 1 transactions support it.
    One generalised item *outranks* another if it has more support, or as much and a smaller item. First no generalised
    item may be rare, then no pair, and so on up to m; merging makes nothing rare that was not. While there are rare
    itemsets of a size:

    1. Of each, look at all its generalised items but the lowest in rank. Take those that come first if they are
       compared from the highest rank on.
    2. Of the rare itemsets that have these, take the one with the largest support. Ties: the lowest has the smaller
       item.
    3. Merge the lowest with another generalised item of its utility constraint, if possible with one that leaves the
       itemset with support k or more; among these with the one that adds the least uncertainty, which is the support of
       a generalised item times the logarithm of the number of its items: the bits that are missing to say which item
       a transaction had. Ties: the one with the smallest item.
    4. If there is none, suppress the smallest item of the lowest, and begin again with single items.

    Args:
        tids: integers [n], 0 <= tid < n_transactions; transactions that do not occur are empty.
        items: integers [n], 0 <= item < n_items, parallel to `tids`; the pairs are distinct, in any order.
        n_transactions: |D|.
        n_items: |I|.
        utility: disjoint arrays of items; an item in none of them may only be suppressed.
        k: the least support, >= 2.
        m: the largest number of items in an itemset, >= 1.
        max_suppression: the largest share of the n_items items that may be suppressed, in [0, 1].
        progress: called with the size of the itemsets that are looked at, the number of generalised items that are in
            no rare one with any of lower rank, and of all.

    Raises:
        BadInput: an argument is out of its range.
        TooMuchSuppression: the steps would suppress more than `max_suppression`.

    The utility loss of `coat` doubles with each item of a generalised item, whatever its support. To protect all
    itemsets most items must be merged with some other; by that measure the frequent ones are, too, in small generalised
    items. By uncertainty those go together that are rare, and what is frequent stays as it is.

    Source: the promise is that of Terrovitis, Mamoulis and Kalnis 2008, Definition 1, and so is the order of sizes. The
    choices of steps 1 to 3 are ours.
    """
    if k < 2:
        raise BadInput(f"k is {k}; it must be 2 or more")
    if m < 1:
        raise BadInput(f"m is {m}; it must be 1 or more")
    if not 0 <= max_suppression <= 1:
        raise BadInput(f"max_suppression is {max_suppression}; it must be between 0 and 1")
    tid, item = distinct_pairs(tids, items, n_transactions, n_items)
    release = GeneralisedTransactions(tid, item, n_transactions, np.ones(n_items))
    longest = int(np.bincount(tid, minlength=1).max())
    search = _Search(release, disjoint_itemsets(utility, n_items), k, min(m, longest), max_suppression, progress)
    while search.satisfy_next_size():
        pass
    return Generalisation(release.label.astype(np.int32), search.merges, search.suppressed, release.log_utility_loss())


class _Search:
    """Looks for rare itemsets, depth first in the order of rank, and merges what is in them."""

    def __init__(
        self,
        release: GeneralisedTransactions,
        utility: list[Integers],
        k: int,
        m: int,
        max_suppression: float,
        progress: Callable[[int, int, int], None] | None,
    ) -> None:
        n_items = len(release.label)
        self.release = release
        self.merges = self.suppressed = 0
        self._k, self._m, self._max_suppression, self._progress = k, m, max_suppression, progress
        self._partners = Partners(utility, n_items)
        self._everything = np.arange(release.n_transactions)
        # Of the numbers of items that a generalised item may have.
        self._log = np.log(np.maximum(np.arange(n_items + 1), 1))
        # By size: the generalised items that are in no rare itemset of that size with any of lower rank.
        self._done_of_size = np.zeros((m + 1, n_items), np.bool_)
        self._size = 1
        # By the number of generalised items before: those that are done after these.
        self._done: list[Bools] = []

    def satisfy_next_size(self) -> bool:
        """See to it that no itemset of one more item is rare; whether any size is left to look at."""
        if self._size > self._m:
            return False
        self._done = [self._done_of_size[self._size]]
        suppressed = self.suppressed
        self._satisfy([], self._everything)
        self._size = self._size + 1 if self.suppressed == suppressed else 1
        return True

    def _satisfy(self, first: list[int], transactions: Integers) -> int:
        """See to it that no itemset which begins with these generalised items is rare.

        Args:
            first: generalised items in the order of rank, whose itemset is not rare.
            transactions: those that support all of them.

        Returns:
            With how many of `first` the search goes on: one less if all is done; fewer if a merge has changed one of
            them, or has made one that outranks it; -1 after a suppression.
        """
        release, depth = self.release, len(first)
        if depth == self._size - 1:
            left = self._merge_rare(first, transactions)
            if left < depth:
                return left
        else:
            counts = self._counts(first, transactions)
            n_merges = self.merges
            while True:
                waiting = np.where(self._is_lower(first) & (counts > 0) & ~self._done[depth], release.support, 0)
                if not waiting.any():
                    break
                following = int(np.argmax(waiting))
                self._done[depth + 1 :] = [np.zeros_like(self._done[0])]
                left = self._satisfy([*first, following], intersection(transactions, release.transactions(following)))
                if left < depth:
                    return left
                if depth == 0:
                    self._report()
                if self.merges > n_merges:
                    counts, n_merges = self._counts(first, transactions), self.merges
        if first:
            self._done[depth - 1][first[-1]] = True
        return depth - 1

    def _report(self) -> None:
        if self._progress is not None:
            in_use = self._in_use()
            self._progress(self._size, int((in_use & self._done[0]).sum()), int(in_use.sum()))

    def _in_use(self) -> Bools:
        used: Bools = self.release.label == np.arange(len(self.release.label))
        return used

    def _counts(self, first: list[int], transactions: Integers) -> Integers:
        """How many of the transactions support each generalised item."""
        if not first:
            return np.where(self._in_use(), self.release.support, 0)
        return self.release.count(transactions)

    def _is_lower(self, first: list[int]) -> Bools:
        """Which items the last of these generalised items outranks."""
        support = self.release.support
        if not first:
            return np.ones(len(support), np.bool_)
        last = first[-1]
        lower: Bools = support < support[last]
        lower[last + 1 :] |= support[last + 1 :] == support[last]
        return lower

    def _merge_rare(self, first: list[int], transactions: Integers) -> int:
        """Merge what is rare together with these; what it returns, see `_satisfy`."""
        release, depth = self.release, len(first)
        counts = self._counts(first, transactions)
        while True:
            rare = np.where(self._is_lower(first) & (counts < self._k), counts, 0)
            if not rare.any():
                return depth
            lowest = int(np.argmax(rare))
            candidates = self._partners.find_others(lowest, release.label)
            if len(candidates) == 0:
                self._suppress([*first, lowest])
                return -1
            both = release.count(
                intersection(transactions, release.transactions(lowest)) if first else release.transactions(lowest)
            )
            after = counts[lowest] + counts[candidates] - both[candidates]
            enough = after >= self._k
            if enough.any():
                candidates, after = candidates[enough], after[enough]
            place = self._least_uncertain(lowest, candidates)
            partner = int(candidates[place])
            merged = release.merge(lowest, partner)
            self.merges += 1
            for done in self._done:
                done[merged] = False
            if partner in first:
                return first.index(partner)
            left = sum(self._outranks(one, merged) for one in first)
            if left < depth:
                return left
            counts[[lowest, partner]] = 0
            counts[merged] = after[place]

    def _outranks(self, one: int, other: int) -> bool:
        support = self.release.support
        return bool(support[one] > support[other] or (support[one] == support[other] and one < other))

    def _least_uncertain(self, lowest: int, candidates: Integers) -> int:
        """The place of the candidate with which merging adds the least uncertainty."""
        size, support = self.release.size, self.release.support
        overlap = self.release.count(self.release.transactions(lowest))
        together = support[lowest] + support[candidates] - overlap[candidates]
        added = (
            together * self._log[size[lowest] + size[candidates]] - support[candidates] * self._log[size[candidates]]
        )
        # What differs by rounding alone is equal: a release must not depend on the last bit of a logarithm.
        return int(np.argmax(added <= added.min() + 1e-6))

    def _suppress(self, itemset: list[int]) -> None:
        """Suppress the smallest item of the lowest of a rare itemset; what it was with is looked at again."""
        release, lowest = self.release, itemset[-1]
        self.suppressed += 1
        n_items = len(release.label)
        # The quotient rounds to the very float that was written as a decimal; the product would not.
        if self.suppressed / n_items > self._max_suppression:
            needed = f"{self.suppressed} of {n_items} items, more than the share of {self._max_suppression:g}"
            raise TooMuchSuppression(None, tuple(sorted(itemset)), needed)
        beside = np.flatnonzero(release.count(release.transactions(lowest)))
        left = release.suppress(lowest)
        self._done_of_size[:, beside] = False
        if left != SUPPRESSED:
            self._done_of_size[:, left] = False
