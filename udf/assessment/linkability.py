"""Links what two sources know of the same people, through a release."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from setrisk.udf.assessment.records import UNKNOWN, Candidates, Records
from setrisk.udf.common.arrays import Floats, Integers

# Rows of scores that are computed at a time.
_ROWS = 500


def links(
    records: Records,
    firsts: Sequence[Sequence[int]],
    seconds: Sequence[Sequence[int]],
    choices: Integers,
    known: int,
) -> tuple[Integers, Floats]:
    """For each person of the first source, the person of the second whose candidates are most of all among the first's.

    The candidates of a person are the records, over all reconstructions, whose overlap with the known items is largest.
    A person of the second source scores the fraction of that person's candidates that are also candidates of the first,
    added up over the reconstructions. Whoever has an item there that the first source knows is chosen last, since the
    two sources know no item of a person both. Of equals the first in `choices` is chosen, so their order should be
    random.

    Args:
        records: what the release shows.
        firsts: for each person of the first source, at least `known` items.
        seconds: the same for the second source.
        choices: for each person of the first source, the places in `seconds` of those to choose from; a row each.
        known: how many of the items each source knows.

    Returns:
        The place in `seconds` of the person chosen, for each in `firsts`; and how likely the right one is chosen by
        chance, among those who have no item there that the first source knows.
    """
    if not choices.size:
        return np.full(len(firsts), -1, dtype=np.int64), np.zeros(len(firsts))
    return best_links(_scores(records, firsts, seconds, choices, known), choices)


def best_links(scores: Floats, choices: Integers) -> tuple[Integers, Floats]:
    """The first of those with the highest score, of each row of choices, and how likely the right one is chosen by
    chance among those who may be chosen: their scores are not negative.
    """
    best = choices[np.arange(len(choices)), scores.argmax(axis=1)]
    return best, 1 / np.maximum((scores >= 0).sum(axis=1), 1)


def rounded_scores(scores: Floats) -> Floats:
    """Scores without the last digits, in which sums of equal fractions in another order differ."""
    return scores.round(9)


def _scores(
    records: Records,
    firsts: Sequence[Sequence[int]],
    seconds: Sequence[Sequence[int]],
    choices: Integers,
    known: int,
) -> Floats:
    """How well each choice fits, and -1 for whoever has an item that the first source knows."""
    chosen = np.zeros(choices.shape)
    finder = Candidates(records)
    n_reconstructions = int(records.reconstructions.max(initial=-1)) + 1
    # Equal sets are computed once.
    first_sets, first_of = _distinct(firsts, known)
    second_sets, second_of = _distinct(seconds, known)
    weights = matrix_of(records, _shares(records, finder, second_sets, known, n_reconstructions))
    first_items, second_items = (_items(sets, records.n_items) for sets in (first_sets, second_sets))
    for start in range(0, len(first_sets), _ROWS):
        rows = first_sets[start : start + _ROWS]
        found = [finder.candidates_of(items) for items in rows]
        held = matrix_of(records, ((np.ones(len(each)), each) if each is not None else None for each in found))
        scores = np.asarray((held @ weights.T).todense())
        # Without candidates, all are: each person of the second source fits equally well.
        scores[[each is None for each in found]] = 0
        scores = rounded_scores(scores)
        scores[(first_items[start : start + _ROWS] @ second_items.T).toarray() > 0] = -1
        asked = ((start <= first_of) & (first_of < start + len(rows))).nonzero()[0]
        chosen[asked] = scores[(first_of[asked] - start)[:, np.newaxis], second_of[choices[asked]]]
    return chosen


def _items(sets: Sequence[Sequence[int]], n_items: int) -> sparse.csr_matrix:
    """A row for each set, with ones at its items; none for `UNKNOWN`."""
    known = [[item for item in items if item != UNKNOWN] for items in sets]
    starts = np.cumsum([0, *map(len, known)])
    return sparse.csr_matrix((np.ones(starts[-1]), np.concatenate([[], *known]), starts), (len(sets), n_items))


def _distinct(people: Sequence[Sequence[int]], known: int) -> tuple[list[tuple[int, ...]], Integers]:
    """The distinct sets of known items, and which of them each person has."""
    numbers: dict[tuple[int, ...], int] = {}
    of_person = [numbers.setdefault(tuple(sorted(items[:known])), len(numbers)) for items in people]
    return list(numbers), np.array(of_person, dtype=np.int64)


def _shares(
    records: Records, finder: Candidates, sets: Sequence[Sequence[int]], known: int, n_reconstructions: int
) -> Iterator[tuple[Floats, Integers]]:
    """The candidates of each set, and the part of the candidates of its reconstruction that each one stands for."""
    for items in sets:
        candidates = finder.candidates_of(items)
        if candidates is None:
            candidates = np.arange(records.n_records)
        weights = records.weights[candidates].astype(float)
        reconstructions = records.reconstructions[candidates]
        totals = np.bincount(reconstructions, weights, n_reconstructions)
        yield weights / totals[reconstructions], candidates


def matrix_of(
    records: Records, rows: Iterator[tuple[NDArray[np.float64], Integers] | None] | Iterator[tuple[Floats, Integers]]
) -> sparse.csr_matrix:
    """A row with values at some records for each of `rows`; None gives an empty one."""
    lengths, values, columns = [0], [np.zeros(0)], [np.zeros(0, dtype=np.int64)]
    for row in rows:
        lengths.append(0 if row is None else len(row[1]))
        if row is not None:
            values.append(row[0])
            columns.append(row[1])
    return sparse.csr_matrix(
        (np.concatenate(values), np.concatenate(columns), np.cumsum(lengths)), (len(lengths) - 1, records.n_records)
    )
