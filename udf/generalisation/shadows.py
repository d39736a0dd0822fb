"""Generalised items that an attacker makes for itself, of items that a release publishes as they are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]

# Draws of the members of one generalised item, of which the best is taken; and how far from the number of records it
# may be, as a fraction.
_TRIES, _NEAR, _FAR = 20, 0.1, 0.25
# From how many items of about the right support each member is drawn if no draw is near, at least.
_CHOICES = 20


def draw_shadow(members: Integers, records: Integers, supports: Integers, generator: np.random.Generator) -> Integers:
    """Draw generalised items that have as many members as those of a release, and about as many entries.

    All members but one are drawn at random, and the last one so that the supports of all together come nearest to the
    number of records: COAT merges what is rare with what is frequent enough. If that does not come near, since what is
    generalised is more frequent than what is not, members are drawn among items that have about the mean support.

    One of each pair of items, by support, stays as it is, so that there is a context; then there may be fewer
    generalised items than the release has.

    Args:
        members: the number of members of each generalised item of the release, >= 2.
        records: how many records show it, >= 1.
        supports: of each item that is published as it is, ascending, >= 1.
        generator: draws.

    Returns:
        For each item the number of its generalised item, from 1 on, or 0 if it stays as it is.
    """
    # One of each pair, so that what stays, the context, has items of all supports.
    pairs = np.arange(len(supports) // 2)
    left = 2 * pairs + generator.integers(2, size=len(pairs))
    labels, number = np.zeros(len(supports), dtype=np.int64), 0
    for table in generator.permutation(len(members)).tolist():
        size = int(members[table])
        if size <= len(left):
            drawn = _draw_members(size, int(records[table]), supports[left], generator)
            number += 1
            labels[left[drawn]] = number
            left = np.delete(left, drawn)
    return labels


def _draw_members(size: int, records: int, supports: Integers, generator: np.random.Generator) -> Integers:
    """The places of `size` members in ascending supports."""
    best, distance = None, _FAR * records
    for _ in range(_TRIES):
        drawn = generator.choice(len(supports), size - 1, replace=False)
        last = _nearest(records - int(supports[drawn].sum()), supports, drawn, generator)
        drawn = np.append(drawn, last)
        apart = abs(int(supports[drawn].sum()) - records)
        if apart <= distance:
            best, distance = drawn, apart
        if apart <= _NEAR * records:
            break
    if best is None:
        width = max(size, _CHOICES)
        middle = int(np.searchsorted(supports, records / size))
        first = max(min(middle - width // 2, len(supports) - width), 0)
        best = first + generator.choice(min(width, len(supports)), size, replace=False)
    return best


def _nearest(support: int, supports: Integers, taken: Integers, generator: np.random.Generator) -> int:
    """The place of an item with the nearest support, drawn among those that have it and are not taken."""
    free = np.delete(np.arange(len(supports)), taken)
    apart = np.abs(supports[free] - support)
    return int(generator.choice(free[apart == apart.min()]))
