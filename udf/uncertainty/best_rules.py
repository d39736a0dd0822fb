"""The attack on sensitive items by rules, which are counted in the release alone."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from setrisk.udf.common.arrays import Floats, Integers, intersection
from setrisk.udf.generalisation.arguments import distinct_pairs
from setrisk.udf.generalisation.generalised_transactions import GeneralisedTransactions, bits
from setrisk.udf.uncertainty.closed_rules import best_closed_rule
from setrisk.udf.uncertainty.rules import PublishedRecords, sensitive_items

LONGEST = 16
"""In records of up to so many items all rules are counted; that takes two to this power of numbers."""


@dataclass(frozen=True, eq=False)
class BestRules:
    """The rule of the highest confidence for each sensitive item of each record, by record and item.

    tid, item: int64[n], the record and its sensitive item.
    support: int64[n], the number of records that show what is known and the item.
    known: int64[n], the number of records that show what is known.
    antecedent: what is known, published items of the record, ascending.
    is_exact: bool[n], whether no subset of the record gives a higher confidence.
    """

    tid: Integers
    item: Integers
    support: Integers
    known: Integers
    antecedent: list[tuple[int, ...]]
    is_exact: NDArray[np.bool_]

    @property
    def confidence(self) -> Floats:
        """The share of the records with what is known that have the sensitive item, too."""
        share: Floats = self.support / self.known
        return share


Rule = tuple[int, int, tuple[int, ...], bool]
"""Support, support of what is known, what is known, and whether it is exact."""


def best_rules(
    tids: ArrayLike,
    items: ArrayLike,
    *,
    n_transactions: int,
    n_items: int,
    sensitive: ArrayLike,
    progress: Callable[[int, int], None] | None = None,
) -> BestRules:
    """Infer each sensitive item of each record from what else the record shows, as well as that can be done.

    An attacker knows any items of a person, sensitive and generalised ones too, or none, and counts the records that
    show them all; the confidence is the share of these that show the sensitive item. Records that show nothing are not
    counted. Of rules with equal confidence the one with fewer items is taken, then the one with smaller items.

    In records of more than `LONGEST` items, what is known is what some records with the sensitive item have in common,
    without items that add nothing (`best_closed_rule`). If all but the sensitive one give the confidence 1, which no
    rule exceeds, they are taken, even if fewer items do as well. If there is too much to look through, up to two items
    are known, or all but the sensitive one: then the rule is not exact.

    Args:
        tids: integers [n], 0 <= tid < n_transactions, of the records.
        items: integers [n], 0 <= item < n_items, parallel to `tids`: published items, a generalised one by the
            smallest of its items; the pairs are distinct, in any order.
        n_transactions: |D|.
        n_items: |I|.
        sensitive: the sensitive items, each once.
        progress: called with the number of different records that are looked through, and of all.

    Raises:
        BadInput: an argument is out of its range.

    Source: the attack that Cao, Karras, Raissi and Tan 2010 protect against. The limits are ours.
    """
    tid, item = distinct_pairs(tids, items, n_transactions, n_items)
    is_sensitive = np.zeros(n_items, np.bool_)
    is_sensitive[sensitive_items(sensitive, n_items)] = True
    shown, record = np.unique(tid, return_inverse=True)
    attacker = _Attacker(record, item, len(shown), n_items)
    is_target = is_sensitive[item]
    # Equal records are attacked once.
    alike: dict[bytes, list[int]] = {}
    for number in np.unique(record[is_target]).tolist():
        alike.setdefault(attacker.items_of(number).tobytes(), []).append(number)
    best: dict[tuple[int, int], Rule] = {}
    for n_done, numbers in enumerate(alike.values()):
        held = attacker.items_of(numbers[0])
        for a in held[is_sensitive[held]].tolist():
            rule = attacker.best_rule(held, a)
            best |= dict.fromkeys(((number, a) for number in numbers), rule)
        if progress is not None:
            progress(n_done + 1, len(alike))
    rules = [best[pair] for pair in zip(record[is_target].tolist(), item[is_target].tolist(), strict=True)]
    support, known, antecedent, is_exact = zip(*rules, strict=True) if rules else ((), (), (), ())
    return BestRules(
        tid[is_target],
        item[is_target],
        np.array(support, np.int64),
        np.array(known, np.int64),
        list(antecedent),
        np.array(is_exact, np.bool_),
    )


class _Attacker:
    """Counts records of a release, each of which shows an item."""

    def __init__(self, records: Integers, items: Integers, n_records: int, n_items: int) -> None:
        self._records = PublishedRecords(records, items, n_records, n_items)
        self._masks = GeneralisedTransactions(records, items, n_records, np.ones(n_items))
        self._held, self._supports = b"", np.zeros(0, np.int64)

    def items_of(self, record: int) -> Integers:
        """The items of a record, ascending."""
        return self._records.items_of(np.array([record]))

    def best_rule(self, held: Integers, a: int) -> Rule:
        """The best rule for a sensitive item of a record that has these items."""
        if len(held) <= LONGEST:
            return self._best_of_all(held, a)
        rest = held[held != a]
        support, known = self._records.count_holding(held), self._records.count_holding(rest)
        antecedent = tuple(rest.tolist())
        if support == known:
            return support, known, antecedent, True
        if best := self._best_of_closed(rest, a):
            return best
        best = self._best_of_pairs(rest, a)
        return (support, known, antecedent, False) if support / known > best[0] / best[1] else best

    def _best_of_closed(self, rest: Integers, a: int) -> Rule | None:
        """The best rule of all, if there is not too much to look through."""
        masks: dict[int, int] = defaultdict(int)
        for place, item in enumerate(rest.tolist()):
            for record in self._records.records(item).tolist():
                masks[record] |= 1 << place
        with_a = [masks.get(record, 0) for record in self._records.records(a).tolist()]
        found = best_closed_rule(with_a, list(masks.values()), len(rest), self._records.n_published)
        if found is None:
            return None
        support, known, chosen = found
        return support, known, tuple(item for place, item in enumerate(rest.tolist()) if chosen >> place & 1), True

    def _best_of_all(self, held: Integers, a: int) -> Rule:
        """The best rule for a sensitive item, of all subsets of these items."""
        # The sensitive items of a record come one after the other.
        if self._held != held.tobytes():
            masks = self._masks.masks(held.tolist())
            self._held, self._supports = held.tobytes(), self._masks.subset_supports(masks, len(held))
        bit = bits(len(held))[int(np.flatnonzero(held == a)[0])]
        known = _subsets(len(held))
        known = known[(known & bit) == 0]
        support = self._supports[known | bit]
        first = int((support / self._supports[known]).argmax())
        of_known = int(known[first])
        antecedent = tuple(item for item, own in zip(held.tolist(), bits(len(held)), strict=True) if of_known & own)
        return int(support[first]), int(self._supports[of_known]), antecedent, True

    def _best_of_pairs(self, rest: Integers, a: int) -> Rule:
        """The best rule for a sensitive item, of those of up to two of the other items."""
        with_a = self._records.records(a)
        best: Rule = (len(with_a), self._records.n_published, (), False)
        supports = [self._records.support[rest], self._count_among(with_a, rest)]
        candidates: list[tuple[list[Integers], list[tuple[int, ...]]]] = [
            (supports, [(item,) for item in rest.tolist()])
        ]
        for place, item in enumerate(rest[:-1].tolist()):
            others = rest[place + 1 :]
            with_item = self._records.records(item)
            supports = [
                self._count_among(with_item, others),
                self._count_among(intersection(with_item, with_a), others),
            ]
            candidates.append((supports, [(item, other) for other in others.tolist()]))
        for (of_known, of_rule), antecedents in candidates:
            first = int((of_rule / of_known).argmax())
            if of_rule[first] / of_known[first] > best[0] / best[1]:
                best = int(of_rule[first]), int(of_known[first]), antecedents[first], False
        return best

    def _count_among(self, records: Integers, items: Integers) -> Integers:
        """How many of these records show each of these items."""
        return np.bincount(self._records.items_of(records), minlength=len(self._records.support))[items]


@cache
def _subsets(size: int) -> Integers:
    """All subsets of `size` items as bits, those with fewer items first, then those with smaller ones."""
    subsets = np.arange(1 << size)
    n_items = np.zeros(len(subsets), np.int64)
    for bit in range(size):
        n_items += (subsets >> bit) & 1
    return subsets[np.lexsort((-subsets, n_items))]
