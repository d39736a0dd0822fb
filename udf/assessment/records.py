"""The records of a release as an adversary sees them, by record and by item."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from setrisk.udf.common.arrays import Integers, intersection, ranges, runs

# Stands for an item that no record holds.
UNKNOWN = -1
# So many known items at most, since overlaps are counted in a byte.
MOST_KNOWN = 100
# So many times as long a list is searched for each record of the other; lists of more equal lengths are marked, which
# is quicker then.
_FEW_TIMES = 8


@dataclass(frozen=True)
class Records:
    """Records with weights, of one or several reconstructions of a release.

    Items are numbered from 0, the most frequent first, so that the first of equally good guesses is the commonest.

    Attributes:
        starts: where the items of each record start, and where the last ones end.
        items: the items of all records.
        weights: how many equal records each one stands for.
        reconstructions: the number of the reconstruction of each record, from 0.
        n_items: how many items the release shows.
    """

    starts: Integers
    items: Integers
    weights: Integers
    reconstructions: Integers
    n_items: int

    @property
    def n_records(self) -> int:
        """How many there are, in all reconstructions."""
        return len(self.weights)

    @cached_property
    def sizes(self) -> Integers:
        """How many items each record holds."""
        return np.diff(self.starts)

    @cached_property
    def _by_item(self) -> tuple[Integers, Integers]:
        """Where the records of each item start, and the records, ascending within an item."""
        owners = np.arange(self.n_records).repeat(self.sizes)
        order = np.argsort(self.items, kind="stable")
        starts = np.zeros(self.n_items + 1, dtype=np.int64)
        np.cumsum(np.bincount(self.items, minlength=self.n_items), out=starts[1:])
        return starts, owners[order]

    def items_of(self, record: int) -> Integers:
        """The items of a record."""
        return self.items[self.starts[record] : self.starts[record + 1]]

    def holders(self, item: int) -> Integers:
        """The records that hold an item, ascending; none for `UNKNOWN`."""
        starts, records = self._by_item
        return records[starts[item] : starts[item + 1]] if item != UNKNOWN else records[:0]

    @cached_property
    def item_weights(self) -> Integers:
        """The weight of the records that hold each item."""
        return self.weights_within(np.arange(self.n_records))

    def weights_within(self, records: Integers) -> Integers:
        """The weight of those of some records that hold each item."""
        lengths = self.sizes[records]
        places = ranges(self.starts[records], lengths)
        # Sums of whole numbers, exact in floating point up to 2^53.
        sums = np.bincount(self.items[places], self.weights[records].repeat(lengths), self.n_items)
        return sums.astype(np.int64)

    def support(self, itemset: Sequence[int]) -> int:
        """The weight of the records that hold all of some items, in all reconstructions."""
        first, *others = sorted((self.holders(item) for item in itemset), key=len)
        for other in others:
            first = intersection(first, other)
        return int(self.weights[first].sum())


def records_of(
    n_items: int, reconstructions: Integers, records: Integers, items: Integers, weights: Integers
) -> Records:
    """The records of entries, one for each item of a record, in the order of reconstructions, records and items.

    Args:
        n_items: how many items the release shows.
        reconstructions: the number of the reconstruction of each entry, from 1.
        records: the number of the record.
        items: the item.
        weights: the weight of the record.
    """
    starts = np.union1d(runs(reconstructions), runs(records)).astype(np.int64)
    return Records(np.append(starts, len(records)), items, weights[starts], reconstructions[starts] - 1, n_items)


class Candidates:
    """Finds the records that overlap most with what is known of a person."""

    def __init__(self, records: Records) -> None:
        """Set up for some records."""
        self._records = records
        self._overlaps = np.zeros(records.n_records, dtype=np.uint8)
        self._is_marked = np.zeros(records.n_records, dtype=bool)

    def candidates_by_known(self, items: Sequence[int]) -> Iterator[Integers | None]:
        """The candidates if the first item is known, the first two, and so on.

        Args:
            items: distinct items that become known one after the other, at most `MOST_KNOWN`.

        Yields:
            The records of the largest overlap, over all reconstructions; None, which stands for all records, if none
            holds any of the known items.
        """
        held: list[Integers] = []
        candidates = None
        has_all = True
        for item in items:
            holders = self._records.holders(item)
            # What no record holds changes no overlap.
            if len(holders):
                held.append(holders)
                if has_all:
                    found = holders if candidates is None else self._intersection(candidates, holders)
                    # As long as some records hold all that is known, nothing need be counted.
                    has_all = len(found) > 0
                    candidates = found if has_all else self._most_overlapping(held, is_counted=False)
                else:
                    candidates = self._most_overlapping(held, is_counted=True)
            yield candidates

    def candidates_of(self, items: Sequence[int]) -> Integers | None:
        """The candidates if all these items are known."""
        held = sorted((holders for item in items if len(holders := self._records.holders(item))), key=len)
        if not held:
            return None
        found, *others = held
        for other in others:
            found = self._intersection(found, other)
        return found if len(found) else self._most_overlapping(held, is_counted=False)

    def _intersection(self, some: Integers, others: Integers) -> Integers:
        """The records that are in both lists."""
        few, many = (some, others) if len(some) < len(others) else (others, some)
        if _FEW_TIMES * len(few) < len(many):
            return intersection(few, many)
        self._is_marked[many] = True
        found: Integers = few[self._is_marked[few]]
        self._is_marked[many] = False
        return found

    def _most_overlapping(self, held: Sequence[Integers], *, is_counted: bool) -> Integers:
        """The records that are in most of some lists of records; `is_counted` if all but the last are counted."""
        if not is_counted:
            self._overlaps[:] = 0
        for holders in held[-1:] if is_counted else held:
            self._overlaps[holders] += 1
        most: Integers = (self._overlaps == self._overlaps.max()).nonzero()[0]
        return most
