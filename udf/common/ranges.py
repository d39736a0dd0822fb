"""The ranges of numbers that noise is drawn with, if no array is needed to know them."""

from __future__ import annotations

from setrisk.errors import BadInput

# Epsilon of a release or a count, and of what is audited.
LEAST_EPSILON, MOST_EPSILON = 1e-4, 100.0
# The largest c1 and c2, in standard deviations of the noise: at the largest epsilon, 64-bit numbers treat anything
# rarer as impossible.
MOST_C = 450.0


def check_epsilon(epsilon: float) -> None:
    """Refuse what no one can mean, and what numbers of 64 bits cannot hold the noise of.

    Raises:
        BadInput: epsilon is not from `LEAST_EPSILON` to `MOST_EPSILON`.
    """
    if not LEAST_EPSILON <= epsilon <= MOST_EPSILON:  # NaN is neither
        raise BadInput(f"epsilon is {epsilon}; it must be from {LEAST_EPSILON:g} to {MOST_EPSILON:g}")
