"""Which numbers of a distance table count as equal, so that neither rounding nor scale decides what comes first, unless
two numbers differ by just the tolerance.

Distances, weighted distances, gaps, vulnerabilities and thresholds are equal if they differ by no more than the
tolerance of the table, which stays the same while cells are eliminated.
"""

import numpy as np

from setrisk.udf.common.arrays import Floats

TOLERANCE = 2.0**-30
"""Of the largest distance of a table: about 1e-9, and not on the grid of distances rounded to some decimals. That is a
million times the rounding errors of all its numbers, gaps included, and far below any difference that means
something."""

RATIO_TOLERANCE = 2.0**-20
"""Of gaps divided by ranges, which are in 0 .. 1: about 1e-6. A range that has a gap may be little more than
`TOLERANCE` of the largest distance, and rounding errors of 1e-15 of that distance are a millionth of such a range."""


def tolerance_of(distances: Floats) -> float:
    """Up to which difference two numbers of a table are equal, given its distances at the start (NaN = unknown)."""
    return TOLERANCE * float(np.fmax.reduce(distances, axis=None, initial=0.0))


def first_largest(values: Floats, tolerance: float) -> int:
    """The index of the first value that equals the largest; there must be one value at least."""
    return first_equal(values, values.item(values.argmax()), tolerance)


def first_equal(values: Floats, largest: float, tolerance: float) -> int:
    """The index of the first value that equals `largest`; none may be larger, and one must be equal."""
    return int((values >= largest - tolerance).argmax())


def is_above(value: float, limit: float, tolerance: float) -> bool:
    """Whether a value is larger than a limit and does not equal it."""
    return value > limit + tolerance


def gaps_between(ascending: Floats, tolerance: float) -> Floats:
    """The gaps between neighbours along the last axis, 0 between equal ones."""
    gaps: Floats = ascending[..., 1:] - ascending[..., :-1]
    gaps[gaps <= tolerance] = 0.0
    return gaps


def descending_order(values: Floats, tolerance: float) -> list[int]:
    """The indices of values from the largest to the smallest, equal neighbours in this order by index."""
    order = np.argsort(-values, kind="stable")
    falls = np.diff(values[order], prepend=np.inf) < -tolerance
    indices: list[int] = order[np.lexsort((order, np.cumsum(falls)))].tolist()
    return indices
