"""Events, sets of releases by which histograms can be distinguished, and bounds of their probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.special import betaincinv

from setrisk.udf.common.arrays import Floats, Integers

Relation = Literal["is", "is not", "at least", "at most"]


@dataclass(frozen=True)
class Event:
    """A set of releases.

    Attributes:
        place: the feature that it looks at; None for all of them.
        relation: of the feature to the value.
        value: of the feature; of all features, if it looks at all.
    """

    place: int | None
    relation: Relation
    value: tuple[int, ...]

    def count_in(self, outcomes: Integers) -> int:
        """How many of the releases are in the set."""
        if self.place is None:
            return int((outcomes == np.array(self.value)).all(axis=1).sum())
        seen, (value,) = outcomes[:, self.place], self.value
        held = {"is": seen == value, "is not": seen != value, "at least": seen >= value, "at most": seen <= value}[
            self.relation
        ]
        return int(held.sum())


def code_counts(codes: Integers, n: int) -> Integers:
    """How often each code, from 0, is among the first n, and among the others."""
    most = int(codes.max(initial=-1)) + 1
    return np.array([np.bincount(codes[:n], minlength=most), np.bincount(codes[n:], minlength=most)])


def probability_bounds(
    probable: Integers | int, improbable: Integers | int, n: int, error: float
) -> tuple[Floats, Floats]:
    """What the first probability is at least, the second at most (Clopper and Pearson 1934).

    Args:
        probable: how often the first event was seen, 0 to n; one number, or many.
        improbable: how often the second was seen, of the same shape.
        n: of how many releases each, at least 1.
        error: the probability that a bound does not hold, of each of the two, above 0 and below 1.

    Returns:
        A lower bound of the probability of the first event and an upper bound of that of the second, 0 to 1, of the
        shape of what was seen.
    """
    seen, other = np.asarray(probable), np.asarray(improbable)
    # The ends are exact: never seen, and always seen.
    low = np.where(seen > 0, betaincinv(np.maximum(seen, 1), n - seen + 1, error), 0.0)
    high = np.where(other < n, betaincinv(other + 1, np.maximum(n - other, 1), 1 - error), 1.0)
    return low, high
