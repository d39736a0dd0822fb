"""Which generalised items may be merged: those of one utility constraint."""

import numpy as np

from setrisk.udf.common.arrays import Integers


class Partners:
    """The utility constraints, asked for what a generalised item may be merged with."""

    def __init__(self, constraints: list[Integers], n_items: int) -> None:
        """Disjoint utility constraints; an item in none of them has no partners."""
        self._constraints = constraints
        self._constraint_of = np.full(n_items, -1)
        for index, items in enumerate(constraints):
            self._constraint_of[items] = index

    def find_others(self, item: int, label: Integers) -> Integers:
        """Find the generalised items of the utility constraint of an item, but its own, ascending.

        Args:
            item: the item.
            label: of each item the smallest item of its generalised item, which names that.
        """
        index = self._constraint_of[item]
        if index < 0:
            return np.empty(0, np.int64)
        items = self._constraints[index]
        others: Integers = items[(label[items] == items) & (items != label[item])]
        return others
