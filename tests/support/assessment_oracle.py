"""The common adversary, literally and slowly: records are sets of items, with a weight and the reconstruction that they
are of; an item that no record holds is a negative number.
"""

from collections.abc import Sequence
from fractions import Fraction

from setrisk.udf.assessment.records import UNKNOWN

Record = tuple[frozenset[int], int, int]


def candidates(records: Sequence[Record], known: frozenset[int]) -> list[Record]:
    """The records of the largest overlap, which are all if nothing overlaps."""
    largest = max((len(items & known) for items, _, _ in records), default=0)
    return [record for record in records if len(record[0] & known) == largest]


def weight_of(item: int, records: Sequence[Record]) -> int:
    return sum(weight for items, weight, _ in records if item in items)


def guess(records: Sequence[Record], among: Sequence[Record], known: frozenset[int], n_items: int) -> int:
    """The item that most of some records hold; items are numbered by frequency, so the first of equals wins."""
    best, best_weight = -1, 0
    for item in range(n_items):
        if item not in known and weight_of(item, among) > best_weight:
            best, best_weight = item, weight_of(item, among)
    return best


def link(records: Sequence[Record], first: frozenset[int], seconds: Sequence[frozenset[int]]) -> int:
    """The first person of the second source with the highest score."""
    ours = candidates(records, first)
    is_known = any(items & first for items, _, _ in records)
    best, best_score = 0, Fraction(-1)
    for place, second in enumerate(seconds):
        theirs = candidates(records, second)
        score = Fraction(0)
        for reconstruction in {number for _, _, number in theirs}:
            of_this = [record for record in theirs if record[2] == reconstruction]
            shared = sum(weight for items, weight, number in of_this if (items, weight, number) in ours)
            score += Fraction(shared, sum(weight for _, weight, _ in of_this))
        if not is_known:
            score = Fraction(0)
        # The two sources know no item of a person both.
        if first & second - {UNKNOWN}:
            score = Fraction(-1, 2)
        if score > best_score:
            best, best_score = place, score
    return best
