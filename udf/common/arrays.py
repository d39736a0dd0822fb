"""Arrays, and steps on those of whole numbers, that more than one kernel takes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
# Whole numbers of any width.
Numbers = NDArray[np.integer[Any]]


def ranges(starts: Integers, lengths: Integers) -> Integers:
    """The numbers starts[i] to starts[i] + lengths[i] - 1 for all i, one after the other."""
    ends = lengths.cumsum()
    numbers: Integers = (starts - ends + lengths).repeat(lengths)
    numbers += np.arange(len(numbers))
    return numbers


def runs(values: Numbers) -> Integers:
    """Where runs of equal values start."""
    starts = np.ones(len(values), dtype=bool)
    np.not_equal(values[1:], values[:-1], out=starts[1:])
    return starts.nonzero()[0]


def intersection(some: Integers, others: Integers) -> Integers:
    """The numbers that are in both; each ascend, without duplicates."""
    few, many = (some, others) if len(some) < len(others) else (others, some)
    return few[is_among(few, many)]


def is_among(values: Integers, others: Integers) -> NDArray[np.bool_]:
    """Whether each value is one of the others, which ascend."""
    if not len(others):
        return np.zeros(len(values), dtype=bool)
    found: NDArray[np.bool_] = others[np.minimum(others.searchsorted(values), len(others) - 1)] == values
    return found
