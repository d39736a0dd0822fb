"""Guesses one more item of a person, of whom some items are known."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from setrisk.udf.assessment.records import UNKNOWN, Candidates, Records
from setrisk.udf.common.arrays import Integers


@dataclass(frozen=True)
class Guess:
    """A guess of an item.

    Attributes:
        person: the place of the person among those who are attacked.
        known: how many items were known.
        item: the guessed item; `UNKNOWN` if there is none to guess.
        share: the fraction of the candidates that hold it, 0 to 1.
        naive: the item that is guessed without what is known: the most frequent one that is not known.
    """

    person: int
    known: int
    item: int
    share: float
    naive: int


def guesses(
    records: Records,
    people: Sequence[Sequence[int]],
    *,
    numbers: Collection[int] | None = None,
    guessable: NDArray[np.bool_] | None = None,
) -> Iterator[Guess]:
    """The best guess of an item that is not known, for each person and each number of known items.

    The candidates of a person are the records, over all reconstructions, whose overlap with the known items is largest.
    The guess is the item that most of them hold; of equals the most frequent in the release, then the first by name.

    Args:
        records: what the release shows.
        people: for each person, the items that become known one after the other; `UNKNOWN` for those that the release
            does not show.
        numbers: the numbers of known items to guess by; all of them unless given.
        guessable: whether each item may be guessed; all of them unless given.
    """
    finder = Candidates(records)
    # People of whom the same is known get the same guess.
    seen: dict[frozenset[int], tuple[int, float, int]] = {}
    total = int(records.weights.sum())
    for person, items in enumerate(people):
        for n_known, candidates in enumerate(finder.candidates_by_known(items), 1):
            if numbers is not None and n_known not in numbers:
                continue
            known = frozenset(items[:n_known]) - {UNKNOWN}
            if known not in seen:
                if candidates is None:
                    weights, weight = records.item_weights, total
                else:
                    weights, weight = records.weights_within(candidates), int(records.weights[candidates].sum())
                item = best_item(weights, known, guessable)
                share = float(weights[item] / weight) if item != UNKNOWN else 0.0
                seen[known] = item, share, best_item(records.item_weights, known, guessable)
            yield Guess(person, n_known, *seen[known])


def best_item(weights: Integers, known: Collection[int], guessable: NDArray[np.bool_] | None = None) -> int:
    """The item of the greatest weight that is not known, and may be guessed; `UNKNOWN` if none has any."""
    open_weights = weights.copy() if guessable is None else np.where(guessable, weights, 0)
    open_weights[list(known)] = 0
    best = int(open_weights.argmax()) if len(open_weights) else UNKNOWN
    return best if best != UNKNOWN and open_weights[best] > 0 else UNKNOWN
