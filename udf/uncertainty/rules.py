"""Rules from what is known of a record to a sensitive item of it, and a search for those of too high a confidence.

A rule X -> a has a set X of published items, which may be empty, and a sensitive item a outside it. Its support is the
number of records that show X and a; its confidence is the quotient of that and of the support of X. A rule *violates*
if its support is positive and its confidence is above rho.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from setrisk.errors import BadInput
from setrisk.udf.common.arrays import Integers, intersection, ranges, runs
from setrisk.udf.generalisation.arguments import indices

Bools = NDArray[np.bool_]


def largest_supports(rho: float | Fraction, n_records: int) -> Integers:
    """The largest support that a rule may have, by the support of what is known: rho times that, rounded down.

    A decimal is taken as it is written: 0.3 is three tenths, and not the binary number next to it.

    Raises:
        BadInput: rho is not between 0 and 1.
    """
    if not 0 < rho < 1:
        raise BadInput(f"rho is {rho}; it must be above 0 and below 1")
    share = rho if isinstance(rho, Fraction) else Fraction(repr(float(rho)))
    # Numbers of any size: numerator and denominator of a long decimal leave no room in 64 bits.
    return np.array([share.numerator * known // share.denominator for known in range(n_records + 1)], np.int64)


def sensitive_items(sensitive: ArrayLike, n_items: int) -> Integers:
    """The sensitive items, ascending, checked."""
    items = indices(sensitive, n_items, "sensitive")
    distinct = np.unique(items)
    if len(distinct) < len(items):
        raise BadInput("sensitive holds an item more than once")
    return distinct


class PublishedRecords:
    """Records of published items, of which items can be suppressed. A record that shows no item is not published.

    support: of each item, 0 for one that is not shown.
    """

    def __init__(self, tids: Integers, items: Integers, n_transactions: int, n_items: int) -> None:
        """Index distinct pairs, which come in the order of transactions."""
        self.n_transactions = n_transactions
        self.support = np.bincount(items, minlength=n_items)
        self._tids, self._items = tids, items
        self._length = np.bincount(tids, minlength=n_transactions)
        self._first_of_record = _offsets(self._length)
        self._records_by_item = tids[np.argsort(items, kind="stable")]
        self._first_of_item = _offsets(self.support)

    @property
    def n_published(self) -> int:
        """How many records show an item."""
        return int(np.count_nonzero(self._length))

    @property
    def all_records(self) -> Integers:
        """The records that show an item, ascending."""
        return np.flatnonzero(self._length)

    def records(self, item: int) -> Integers:
        """The records that show an item, ascending."""
        if not self.support[item]:
            return np.zeros(0, np.int64)
        return self._records_by_item[self._first_of_item[item] : self._first_of_item[item + 1]]

    def items_of(self, records: Integers) -> Integers:
        """The items of these records, one record after the other; suppressed ones, too, until they are renumbered."""
        starts = self._first_of_record[records]
        return self._items[ranges(starts, self._first_of_record[records + 1] - starts)]

    def lengths(self, records: Integers) -> Integers:
        """How many items each of these records shows, without suppressed ones."""
        return self._length[records]

    def count_holding(self, items: Integers) -> int:
        """How many records show all of these items."""
        if not len(items):
            return self.n_published
        first, *others = items[self.support[items].argsort()].tolist()
        holding = self.records(first)
        for item in others:
            holding = intersection(holding, self.records(item))
        return len(holding)

    def suppress(self, item: int) -> None:
        """Take an item out of all records."""
        self._length[self.records(item)] -= 1
        self.support[item] = 0

    def renumber(self) -> PublishedRecords:
        """The same records of the shown items alone, which become 0, 1, 2, ..."""
        is_shown = self.support > 0
        kept = is_shown[self._items]
        number = is_shown.cumsum() - 1
        return PublishedRecords(
            self._tids[kept], number[self._items[kept]], self.n_transactions, int(np.count_nonzero(is_shown))
        )


def published_records(tids: Integers, items: Integers, n_transactions: int, label: Integers) -> PublishedRecords:
    """The records if each item is published as its label, and not at all if that is negative."""
    shown = label[items] >= 0
    keys = np.sort(tids[shown] * len(label) + label[items[shown]])
    keys = keys[runs(keys)]
    return PublishedRecords(keys // len(label), keys % len(label), n_transactions, len(label))


class RuleSearch:
    """Looks for violating rules of one size of X after the other, depth first; X grows item by item.

    No rule of a smaller size may violate when those of a size are looked for. Then three things need no look:

    - X with an item x that all records of X without x show, too. The rule without x has the same confidence, so that
      it would violate at a smaller size. The same holds for all that contains X.
    - X that no record shows together with a.
    - X and all that contains it, if the support of X -> a is at most rho times the support of r without a, for each
      record r with X and a. For what contains X in such a record has at least the support of the record without a,
      and no rule of it has a larger support than X -> a.
    """

    def __init__(
        self,
        records: PublishedRecords,
        sensitive: Integers,
        largest: Integers,
        fresh: Bools,
        progress: Callable[[int, int, int], None] | None = None,
    ) -> None:
        """Prepare the search.

        Args:
            records: what is published.
            sensitive: the items a.
            largest: see `largest_supports`.
            fresh: which items count as new: X must hold one of them.
            progress: called with the size, the number of sensitive items that are looked through, and of all.
        """
        self._largest, self._progress = largest, progress
        # Items are numbers of those that are shown, so that no array is longer than need be.
        self._shown = np.flatnonzero(records.support)
        self._sensitive = np.flatnonzero(np.isin(self._shown, sensitive))
        self._fresh = fresh[self._shown]
        self._records = records.renumber()
        self._n_items = len(self._shown)
        # Rare items first: fewer records go far down. The new ones before all others, so that X begins with one.
        order = np.lexsort((self._records.support, ~self._fresh))
        self._rank = np.empty(self._n_items, np.int64)
        self._rank[order] = np.arange(self._n_items)
        # Of each record, the support of all that it shows beside a; 0 until it is asked for.
        self._support_of_rest = np.zeros(records.n_transactions, np.int64)
        # Many records show the same beside a: the support of each such set, by its bytes.
        self._counts: dict[bytes, int] = {}
        self._size = self._consequent = 0
        self._found: list[Integers] = []
        self.is_exhausted = False

    def find(self, size: int) -> Integers:
        """The violating rules with an X of this size, at least 1: a row for each, X and then a.

        `is_exhausted` tells afterwards whether no larger X is left to look at.
        """
        self._size, self._found, self.is_exhausted = size, [np.zeros((0, size + 1), np.int64)], True
        everything = self._records.all_records
        for number, consequent in enumerate(self._sensitive.tolist()):
            self._consequent = consequent
            self._support_of_rest[:] = 0
            self._visit([], everything, self._records.records(consequent), self._records.support)
            if self._progress is not None:
                self._progress(size, number + 1, len(self._sensitive))
        return self._shown[np.concatenate(self._found)]

    def _visit(self, first: list[int], records: Integers, with_consequent: Integers, before: Integers) -> None:
        """Look at all X that begin with these items.

        Args:
            first: items in the order of rank.
            records: those that show them.
            with_consequent: those of them that show a, too.
            before: the supports of all items together with all of `first` but the last.
        """
        beside = self._records.items_of(with_consequent)
        of_rule = np.bincount(beside, minlength=self._n_items)
        of_rule[self._consequent] = 0
        allowed = self._rank > self._rank[first[-1]] if first else self._fresh
        following = np.flatnonzero((of_rule > 0) & allowed)
        if not len(following):
            return
        known = before
        if first:
            known = np.bincount(self._records.items_of(records), minlength=self._n_items)
        of_rule, of_known = of_rule[following], known[following]
        is_last = len(first) == self._size - 1
        if is_last:
            self._keep(first, following[of_rule > self._largest[of_known]])
        grows = of_known < len(records)
        if first:
            grows &= of_known < before[following]
        following, of_rule = following[grows], of_rule[grows]
        if len(following):
            least = self._least_support_of_rest(with_consequent)
            following = following[of_rule > self._largest[least[following]]]
        if is_last:
            self.is_exhausted &= not len(following)
            return
        for item in following[np.argsort(self._rank[following])].tolist():
            with_item = self._records.records(item)
            self._visit(
                [*first, item], intersection(records, with_item), intersection(with_consequent, with_item), known
            )

    def _keep(self, first: list[int], last: Integers) -> None:
        """Note the rules of `first` and one of these items."""
        if len(last):
            rules = np.empty((len(last), self._size + 1), np.int64)
            rules[:, :-2], rules[:, -2], rules[:, -1] = first, last, self._consequent
            self._found.append(rules)

    def _least_support_of_rest(self, records: Integers) -> Integers:
        """By item, the least support that one of these records with that item has without a."""
        for record in records[self._support_of_rest[records] == 0].tolist():
            self._support_of_rest[record] = self._count_rest(record)
        least = np.full(self._n_items, len(self._largest) - 1, np.int64)
        support = self._support_of_rest[records].repeat(self._records.lengths(records))
        np.minimum.at(least, self._records.items_of(records), support)
        return least

    def _count_rest(self, record: int) -> int:
        """How many records show all that this one shows beside a."""
        rest = self._records.items_of(np.array([record]))
        rest = rest[rest != self._consequent]
        key = rest.tobytes()
        if key not in self._counts:
            self._counts[key] = self._records.count_holding(rest)
        return self._counts[key]


def _offsets(counts: Integers) -> Integers:
    return np.concatenate([[0], np.cumsum(counts)])
