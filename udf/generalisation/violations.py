"""Privacy constraints that items are generalised for: which of them is violated most."""

from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from setrisk.errors import BadInput
from setrisk.udf.common.arrays import Integers
from setrisk.udf.generalisation.arguments import indices
from setrisk.udf.generalisation.generalised_transactions import SUPPRESSED, GeneralisedTransactions, bits

Bools = NDArray[np.bool_]

MAX_CONSTRAINT_SIZE = 16
"""A constraint of n items has 2^n - 1 subsets, and every one is counted."""


class Violations:
    """The privacy constraints, and how far each is violated while items are merged and suppressed.

    A constraint is violated if a subset of its generalised image is supported by 1 to k - 1 transactions.
    """

    def __init__(self, release: GeneralisedTransactions, constraints: Sequence[ArrayLike], k: int) -> None:
        """Count the subsets of all constraints.

        Raises:
            BadInput: a constraint has no item, more than `MAX_CONSTRAINT_SIZE`, or one that there is not.
        """
        self.constraints = _check_constraints(constraints, len(release.label))
        self._release = release
        self._k = k
        self._constraints_with: dict[int, set[int]] = {}
        for index, constraint in enumerate(self.constraints):
            for item in constraint:
                self._constraints_with.setdefault(item, set()).add(index)
        # Per constraint the violating subset of largest support, and that support; 0 for a satisfied one.
        self._worst = np.zeros(len(constraints), np.int64)
        self._support = np.zeros(len(constraints), np.int64)
        self._measure(range(len(constraints)))

    @property
    def n_satisfied(self) -> int:
        """How many constraints are satisfied."""
        return int(np.count_nonzero(self._support == 0))

    def next_constraint(self) -> int | None:
        """The constraint whose violating subset has the largest support, None if all are satisfied."""
        if not self._support.any():
            return None
        return int(np.argmax(self._support))

    def image(self, index: int) -> dict[int, int]:
        """The generalised items of a constraint, each with the smallest item it has there, in their order."""
        image: dict[int, int] = {}
        for item in self.constraints[index]:
            label = int(self._release.label[item])
            if label != SUPPRESSED:
                image.setdefault(label, item)
        return image

    def worst_subset(self, index: int) -> int:
        """The violating subset with the largest support of a constraint's image, as bits, the first one highest."""
        return int(self._worst[index])

    def merge(self, one: int, other: int) -> None:
        """Make two generalised items one."""
        touched = self._constraints_with.pop(one, set()) | self._constraints_with.pop(other, set())
        self._constraints_with[self._release.merge(one, other)] = touched
        self._measure(touched)

    def suppress(self, item: int) -> None:
        """Take an item out of all transactions."""
        touched = self._constraints_with.pop(int(self._release.label[item]))
        left = self._release.suppress(item)
        if left != SUPPRESSED:
            self._constraints_with[left] = touched
        self._measure(touched)

    def _measure(self, indices: Iterable[int]) -> None:
        for index in indices:
            image = list(self.image(index))
            supports = self._release.subset_supports(self._release.masks(image), len(image))
            order = _subset_order(len(image))
            violating = np.where(violates(supports, self._k), supports, 0)[order]
            # The first of equal supports: `order` has the order of ties.
            worst = np.argmax(violating)
            self._worst[index] = order[worst]
            self._support[index] = violating[worst]


def violates(supports: Integers, k: int) -> Bools:
    """Which non-empty subsets have some support, but below k."""
    violates: Bools = (supports > 0) & (supports < k)
    violates[0] = False
    return violates


@cache
def _subset_order(size: int) -> Integers:
    """The subsets of `size` generalised items: smaller first, then in the lexicographic order of items.

    The first item is the highest bit, so that among subsets of one size the larger mask comes first.
    """
    subsets = np.arange(1 << size)
    sizes = np.zeros_like(subsets)
    for bit in bits(size):
        sizes += (subsets & bit) != 0
    order: Integers = subsets[np.lexsort((-subsets, sizes))]
    return order


def _check_constraints(constraints: Sequence[ArrayLike], n_items: int) -> list[list[int]]:
    checked: list[list[int]] = []
    for index, constraint in enumerate(constraints):
        items = np.unique(indices(constraint, n_items, f"privacy constraint {index}"))
        if not 1 <= len(items) <= MAX_CONSTRAINT_SIZE:
            raise BadInput(
                f"privacy constraint {index} has {len(items)} items; it must have 1 to {MAX_CONSTRAINT_SIZE}"
            )
        checked.append(items.tolist())
    return checked
