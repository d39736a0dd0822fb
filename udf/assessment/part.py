"""What some of the records of a release say, if others are elsewhere: all parts together say what the release says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from setrisk.udf.assessment.linkability import matrix_of
from setrisk.udf.assessment.narrowing import Places
from setrisk.udf.assessment.nearest import highest_similarities
from setrisk.udf.assessment.records import Candidates, Records
from setrisk.udf.common.arrays import Floats, Integers

# Of what, about what, and how much. Sums of whole numbers are exact up to 2^53.
Answer = tuple[Integers, Integers, Floats]
# About all items together; and about one reconstruction, the numbers below.
ALL_ITEMS = -1
# Rows of scores that are computed at a time.
_ROWS = 500


@dataclass(frozen=True)
class Known:
    """A set of known items that is asked about.

    Attributes:
        items: the items; none that the release does not show.
        overlap: how many of them a candidate holds, at least 1.
        guessed: whether each item may be guessed by them; None if nothing is guessed.
    """

    items: tuple[int, ...]
    overlap: int
    guessed: NDArray[np.bool_] | None


@dataclass(frozen=True)
class Sources:
    """Two sources that are linked: the place, among all sets of known items, of what each knows of each person, -1 if
    all records are candidates; and the places of the people to choose from, a row for each person.
    """

    firsts: Integers
    seconds: Integers
    choices: Integers


def about_reconstruction(number: Any) -> Any:
    """What a row is about that is about a reconstruction, or several, by their numbers from 0."""
    return ALL_ITEMS - 1 - number


def weights_of_items(records: Records) -> Iterator[Answer]:
    """The weight of the records that hold each item, and of those of each reconstruction."""
    yield _rows(0, np.arange(records.n_items), records.item_weights)
    by_reconstruction = np.bincount(records.reconstructions, records.weights)
    yield _rows(0, about_reconstruction(np.arange(len(by_reconstruction))), by_reconstruction)


def weights_of_sizes(records: Records, *, sizes: Sequence[int], part: int) -> Iterator[Answer]:
    """The weight of the records of this part that have at least so many items, for each of the sizes."""
    fitting = np.array([records.weights[records.sizes >= size].sum() for size in sizes], dtype=float)
    yield _rows(part, np.array(sizes, dtype=np.int64), fitting)


def items_at(
    records: Records, *, places: Sequence[Integers], sizes: Sequence[int], firsts: Sequence[int]
) -> Iterator[Answer]:
    """The items of the records at some places among those with at least so many items, of which each record takes as
    many as it has weight; for each of the sizes, numbered from its first one.
    """
    for at, size, number in zip(places, sizes, firsts, strict=True):
        fit = (records.sizes >= size).nonzero()[0]
        if not len(fit):
            continue
        ends = records.weights[fit].cumsum()
        for place in ((at >= 0) & (at < ends[-1])).nonzero()[0]:
            record = int(fit[ends.searchsorted(at[place], side="right")])
            items = records.items_of(record)
            yield _rows(number + place, items, np.ones(len(items)))


def overlaps(records: Records, *, sets: Sequence[Sequence[int]]) -> Iterator[Answer]:
    """How many of some known items the records hold that hold most of them, for each set of them."""
    finder = Candidates(records)
    found = ((items, finder.candidates_of(items)) for items in sets)
    held = [0.0 if best is None else _overlap(records, best, items) for items, best in found]
    yield np.arange(len(sets)), np.full(len(sets), ALL_ITEMS), np.array(held, dtype=float)


def supports(records: Records, *, itemsets: Sequence[Sequence[int]], first: int = 0) -> Iterator[Answer]:
    """The weight of the records that hold all items of each itemset, numbered from the first one."""
    weights = [records.support(itemset) for itemset in itemsets]
    yield first + np.arange(len(itemsets)), np.full(len(itemsets), ALL_ITEMS), np.array(weights, dtype=float)


def held_by_candidates(records: Records, *, sets: Sequence[Known], first: int = 0) -> Iterator[Answer]:
    """What the candidates hold by each set of known items: the weight of those with each item that may be guessed, of
    all, and of those of each reconstruction.
    """
    finder = Candidates(records)
    for place, known in enumerate(sets):
        found, number = _candidates(finder, records, sets, place), first + place
        if not len(found):
            continue
        weights = records.weights[found]
        yield _rows(number, np.array([ALL_ITEMS]), weights[np.newaxis].sum(axis=1))
        by_reconstruction = np.bincount(records.reconstructions[found], weights)
        shown = by_reconstruction.nonzero()[0]
        yield _rows(number, about_reconstruction(shown), by_reconstruction[shown])
        if known.guessed is not None:
            held = np.where(known.guessed, records.weights_within(found), 0)
            held[list(known.items)] = 0
            items = held.nonzero()[0]
            yield _rows(number, items, held[items])


def scores(
    records: Records, *, sets: Sequence[Known], totals: Mapping[int, Floats], sources: Sequence[Sources]
) -> Iterator[Answer]:
    """What the candidates of this part add to the score of each choice of people to link. People are numbered from the
    first row of the first two sources.

    Args:
        records: the part.
        sets: all sets of known items.
        totals: of the sets that second sources know, the weight of all candidates, by reconstruction.
        sources: those that are linked.
    """
    finder, first = Candidates(records), 0
    for linked in sources:
        seconds, second_of = np.unique(linked.seconds, return_inverse=True)
        shares = [_shares(records, _candidates(finder, records, sets, number), totals, number) for number in seconds]
        weights = matrix_of(records, iter(shares))
        firsts, first_of = np.unique(linked.firsts, return_inverse=True)
        for start in range(0, len(firsts), _ROWS):
            rows = firsts[start : start + _ROWS]
            found = (_candidates(finder, records, sets, number) for number in rows)
            held = matrix_of(records, ((np.ones(len(each)), each) for each in found))
            block = np.asarray((held @ weights.T).todense())
            asked = ((start <= first_of) & (first_of < start + len(rows))).nonzero()[0]
            own = block[(first_of[asked] - start)[:, np.newaxis], second_of[linked.choices[asked]]]
            people, choices = own.nonzero()
            yield first + asked[people], choices.astype(np.int64), own[people, choices]
        first += len(linked.choices)


def remaining(places: Places, *, people: Sequence[Sequence[int]]) -> Iterator[Answer]:
    """How many records of this part may be a person's if the first item is known, the first two, and so on, for each
    person; and how many it has.
    """
    yield np.array([-1]), np.array([0]), np.array([places.n_records], dtype=float)
    for number, items in enumerate(people):
        counts = places.remaining(items)
        yield _rows(number, np.arange(len(counts)), counts)


def similarities(
    people: tuple[Records, Integers], *, others: Sequence[Integers], own: Sequence[int]
) -> Iterator[Answer]:
    """How similar each of some others is to the most similar person of this part, and which part of the other's items
    one person has; `own` is the number of the person that does not count, -1 if all do. The highest of all parts is
    that of all people.
    """
    records, numbers = people
    places = numbers.searchsorted(own)
    places[places == len(numbers)] = 0
    own_here = np.where(numbers[places] == own, places, -1)
    for about, values in enumerate(highest_similarities(records, others, own_here.tolist())):
        yield np.arange(len(others)), np.full(len(others), about), values


def _candidates(finder: Candidates, records: Records, sets: Sequence[Known], number: int) -> Integers:
    """The records of this part that hold as many of a set of known items as a candidate holds; none if all do."""
    known = sets[number]
    found = finder.candidates_of(known.items) if number >= 0 else None
    if found is None or _overlap(records, found, known.items) < known.overlap:
        return np.zeros(0, dtype=np.int64)
    return found


def _overlap(records: Records, found: Integers, items: Sequence[int]) -> int:
    """How many of some items each of the records holds that hold most of them."""
    return len(np.intersect1d(records.items_of(int(found[0])), items))


def _shares(records: Records, found: Integers, totals: Mapping[int, Floats], number: int) -> tuple[Floats, Integers]:
    """The part that each candidate stands for, of those of its reconstruction."""
    if not len(found):
        return np.zeros(0), found
    return records.weights[found] / totals[number][records.reconstructions[found]], found


def _rows(number: int, about: Integers, values: Sequence[float] | Integers | Floats) -> Answer:
    """Rows of one thing."""
    return np.full(len(about), number), np.asarray(about, dtype=np.int64), np.asarray(values, dtype=float)
