"""Which numbers count as equal, so that neither rounding nor the scale of a table decides what comes first.

Two numbers are equal if they differ by no more than `TOLERANCE` of the larger one. All numbers are >= 0.
"""

import numpy as np

from setrisk.udf.common.arrays import Floats

TOLERANCE = 1e-9
"""A million times the rounding errors of a number, and far below any difference that means something. Gaps inherit the
errors of the numbers that they lie between: between numbers that are within a millionth of each other, or next to a
number a billion times larger, rounding may still decide which of two gaps is the larger one."""


def first_largest(values: Floats) -> int:
    """The index of the first value that equals the largest; there must be one value at least."""
    return first_equal(values, values.item(values.argmax()))


def first_equal(values: Floats, largest: float) -> int:
    """The index of the first value that equals `largest`; none may be larger, and one must be equal."""
    return int((values >= largest * (1 - TOLERANCE)).argmax())


def is_above(value: float, limit: float) -> bool:
    """Whether a value is larger than a limit and does not equal it."""
    return value * (1 - TOLERANCE) > limit


def gaps_between(ascending: Floats) -> Floats:
    """The gaps between neighbours along the last axis, 0 between equal ones."""
    upper = ascending[..., 1:]
    gaps: Floats = upper - ascending[..., :-1]
    gaps[gaps <= upper * TOLERANCE] = 0.0
    return gaps


def descending_order(values: Floats) -> list[int]:
    """The indices of values from the largest to the smallest, equal neighbours in this order by index."""
    order = np.argsort(-values, kind="stable")
    falls = np.diff(values[order], prepend=np.inf) < -TOLERANCE * values[order]
    indices: list[int] = order[np.lexsort((order, np.cumsum(falls)))].tolist()
    return indices
