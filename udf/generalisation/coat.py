"""COAT: set-based generalisation that satisfies privacy constraints and stays inside utility constraints.

Loukides, Gkoulalas-Divanis and Malin 2011, as THESIS 2.2.3 (Figure 2.11), 3.4 (Definitions 12 to 15) and
CONTEXT 3.1 (Definitions 3.1 to 3.3) use it. These texts show what COAT produces, not how it chooses; how it
chooses here is said in the docstring of `coat`.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from setrisk.errors import BadInput, InfeasibleConstraint
from setrisk.udf.common.arrays import Floats, Integers
from setrisk.udf.generalisation.arguments import disjoint_itemsets, distinct_pairs, item_weights
from setrisk.udf.generalisation.generalised_transactions import GeneralisedTransactions, bits, log_loss
from setrisk.udf.generalisation.partners import Partners
from setrisk.udf.generalisation.violations import Violations, violates


class TooMuchSuppression(InfeasibleConstraint):
    """An itemset that is protected only if more items are suppressed than the limit allows.

    `index` is its place in the list of privacy constraints, None if all itemsets are protected; `constraint` its items
    in ascending order.
    """

    def __init__(self, index: int | None, constraint: tuple[int, ...], needed: str) -> None:
        """Say what the itemset would need suppressed."""
        what = "the itemset" if index is None else f"privacy constraint {index}"
        super().__init__(
            f"{what} (items {', '.join(map(str, constraint))}) is not satisfied without "
            f"suppressing {needed}; raise max_suppression, lower k, or join utility constraints"
        )
        self.index = index
        self.constraint = constraint


@dataclass(frozen=True, eq=False)
class Generalisation:
    """A set-based generalisation (CONTEXT Definition 3.3) with suppression.

    label: int32[n_items], the smallest item of the generalised item that each item belongs to, `SUPPRESSED`
        for none; an item that is alone under its label is published as it is.
    merges: number of times that two generalised items were made one.
    suppressed: number of suppressed items.
    log_utility_loss: natural logarithm of the utility loss, -inf for no loss; the loss itself is below the
        smallest float as soon as some 1,100 items exist.
    """

    label: NDArray[np.int32]
    merges: int
    suppressed: int
    log_utility_loss: float

    @property
    def utility_loss(self) -> float:
        """The sum of UL(g) over the generalised items of two items or more, >= 0; it may underflow to 0."""
        return math.exp(self.log_utility_loss)


def coat(
    tids: ArrayLike,
    items: ArrayLike,
    *,
    n_transactions: int,
    n_items: int,
    constraints: Sequence[ArrayLike],
    utility: Sequence[ArrayLike],
    k: int,
    max_suppression: float = 0.15,
    weights: ArrayLike | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Generalisation:
    """Generalise and suppress items until every privacy constraint is satisfied.

    A transaction supports a generalised item when it holds any member of it. A constraint is satisfied when
    every non-empty subset of its generalised image (the generalised items of its items, suppressed ones left
    out) is supported by at least k transactions or by none. While some constraint is not:

    1. Take the constraint and the violating subset with the largest support. Ties: the earlier constraint,
       the smaller subset, the lexicographically first one, where each generalised item counts as the smallest
       item that the constraint has in it.
    2. In the subset take the generalised item g of least support. Ties: the smallest item of the constraint.
    3. Merge g with another generalised item of its utility constraint: one that satisfies the whole
       constraint if there is any, else one that satisfies the violating subset, else any; among these the one
       whose merged item has the least utility loss
       UL(g) = (2^|g| - 1) / (2^|I| - 1) * w(g) * support(g) / |D|. Ties: the one with the smallest item.
    4. If the utility constraint is one generalised item already, or the item is in none, suppress the
       constraint's smallest item in g; the other members of g stay.

    Every step leaves fewer generalised items or fewer items, so the loop ends.

    Args:
        tids: integers [n], 0 <= tid < n_transactions; transactions that do not occur are empty.
        items: integers [n], 0 <= item < n_items, parallel to `tids`; the pairs are distinct, in any order.
            Items that do not occur may be merged in like any other.
        n_transactions: |D|.
        n_items: |I|.
        constraints: arrays of 1 to `MAX_CONSTRAINT_SIZE` items.
        utility: disjoint arrays of items; an item in none of them may only be suppressed.
        k: the least support, >= 2.
        max_suppression: the largest share of the n_items items that may be suppressed, in [0, 1].
        weights: positive numbers [n_items]; w(g) is the mean over the members of g. 1 by default.
        progress: called after each step with the number of satisfied constraints and of all constraints.

    Raises:
        BadInput: an argument is out of its range.
        TooMuchSuppression: the steps would suppress more than `max_suppression`.

    Source: THESIS 2.2.3, Definitions 12 to 15. Definition 15 as printed asks for more than the minimum
    support; "at least" is THESIS 2.2.3 and CONTEXT Definition 3.2. The choices of steps 1 to 4 are ours.
    """
    if k < 2:
        raise BadInput(f"k is {k}; it must be 2 or more")
    if not 0 <= max_suppression <= 1:
        raise BadInput(f"max_suppression is {max_suppression}; it must be between 0 and 1")
    if n_transactions < 0 or n_items < 0:
        raise BadInput(f"n_transactions is {n_transactions}, n_items is {n_items}; they must be 0 or more")
    release = GeneralisedTransactions(
        *distinct_pairs(tids, items, n_transactions, n_items), n_transactions, item_weights(weights, n_items)
    )
    violations = Violations(release, constraints, k)
    search = _Search(release, violations, Partners(disjoint_itemsets(utility, n_items), n_items), k)
    merges = suppressed = 0
    while (index := violations.next_constraint()) is not None:
        item, partner = search.step(index)
        if partner is not None:
            merges += 1
            violations.merge(int(release.label[item]), partner)
        else:
            suppressed += 1
            # The quotient rounds to the very float that was written as a decimal; the product would not.
            if suppressed / n_items > max_suppression:
                needed = f"{suppressed} of {n_items} items, more than the share of {max_suppression:g}"
                raise TooMuchSuppression(index, tuple(violations.constraints[index]), needed)
            violations.suppress(item)
        if progress is not None:
            progress(violations.n_satisfied, len(violations.constraints))
    return Generalisation(release.label.astype(np.int32), merges, suppressed, release.log_utility_loss())


class _Search:
    """What to do about a violated constraint."""

    def __init__(self, release: GeneralisedTransactions, violations: Violations, partners: Partners, k: int) -> None:
        self._release, self._violations, self._partners, self._k = release, violations, partners, k

    def step(self, index: int) -> tuple[int, int | None]:
        """The item to act on for a constraint, and the generalised item to merge its own with.

        None for the latter: suppress the item.
        """
        image = self._violations.image(index)
        subset = self._violations.worst_subset(index)
        held = [label for label, bit in zip(image, bits(len(image)), strict=True) if subset & bit]
        chosen = min(held, key=lambda label: int(self._release.support[label]))
        item = image[chosen]
        candidates = self._partners.find_others(item, self._release.label)
        if len(candidates) == 0:
            return item, None
        return item, _Merge(self._release, list(image), chosen, self._k).best_candidate(candidates, subset)


class _Merge:
    """The merges that one generalised item g of a constraint's image may take part in.

    Subsets of the image are bit masks. A merge changes only the supports of subsets with g and, for a
    candidate of the image, of those with the candidate.
    """

    def __init__(self, release: GeneralisedTransactions, image: list[int], g: int, k: int) -> None:
        self.release = release
        self.g = g
        self.k = k
        # The bit of each generalised item in the image, 0 for all others.
        self.bit_of = np.zeros(len(release.label), np.int64)
        self.bit_of[image] = bits(len(image))
        self.bit = int(self.bit_of[g])
        self.masks = release.masks(image)
        self.supports = release.subset_supports(self.masks, len(image))
        self.overlap = release.count(release.transactions(g))

    def best_candidate(self, candidates: Integers, subset: int) -> int:
        """The generalised item to merge g with, of at least one; `subset` is the violating one."""
        satisfying = candidates[self._support_after(candidates, subset) >= self.k]
        satisfying_all = self._satisfying_constraint(satisfying)
        preferred = next(some for some in (satisfying_all, satisfying, candidates) if len(some))
        loss = self._loss_after(preferred)
        # The logarithm of a loss that equals the least one; rounding is some 1e-11 for 16,000 items. A release must not
        # depend on the last bit of a logarithm, which differs between processors.
        return int(preferred[loss <= loss.min() + 1e-9][0])

    def _loss_after(self, candidates: Integers) -> Floats:
        release, g = self.release, self.g
        return log_loss(
            release.size[g] + release.size[candidates],
            release.weight[g] + release.weight[candidates],
            release.support[g] + release.support[candidates] - self.overlap[candidates],
        )

    def _satisfying_constraint(self, candidates: Integers) -> Integers:
        """The candidates whose merge with g leaves no violating subset in the image."""
        subsets = np.arange(len(self.supports))
        with_g = (subsets & self.bit) != 0
        violating = subsets[~with_g & violates(self.supports, self.k)]
        if len(violating):
            # Only the merge of g with a generalised item that is in all of these changes them all.
            candidates = candidates[(self.bit_of[candidates] & np.bitwise_and.reduce(violating)) != 0]
        # What no transaction supports without g, none will support with the merged item. (A subset with the
        # candidate turns into the subset without it, which is looked at itself.)
        at_risk = subsets[with_g & (self.supports < self.k) & (self.supports[subsets ^ self.bit] > 0)]
        # Few transactions to count in are quickly counted, and leave fewer candidates for the others.
        for subset in at_risk[np.argsort(self.supports[at_risk ^ self.bit], kind="stable")].tolist():
            if len(candidates) == 0:
                break
            support = self._support_after(candidates, subset)
            candidates = candidates[(support == 0) | (support >= self.k)]
        return candidates

    def _support_after(self, candidates: Integers, subset: int) -> Integers:
        """The support of what a subset with g becomes when g is merged with each candidate c.

        With T the other generalised items of the subset: |T and g| + |T and c| - |T and g and c|.
        """
        others = subset ^ self.bit
        support: Integers = self.supports[subset] + self._gain(others)[candidates]
        # A candidate that is in the subset is not in T, and all three supports are known.
        own = self.bit_of[candidates] & others
        inside = own != 0
        known = self.supports[subset ^ own] + self.supports[others] - self.supports[subset]
        support[inside] = known[inside]
        return support

    def _gain(self, others: int) -> Integers:
        """How many transactions support `others` and a generalised item, but not g: [n_items], by label."""
        if others == 0:
            return self.release.support - self.overlap
        if self.supports[others] == self.supports[others | self.bit]:
            return np.zeros_like(self.overlap)
        return self.release.count(np.flatnonzero((self.masks & (others | self.bit)) == others))
