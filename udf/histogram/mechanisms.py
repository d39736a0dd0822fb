"""What claims to be epsilon-differentially private, as audits see it: releases of tiny histograms.

Histograms are of a tiny universe, a count for every itemset: place i is the itemset whose items are the bits of i + 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from setrisk.udf.common.arrays import Floats, Integers
from setrisk.udf.histogram.noise import Noise
from setrisk.udf.histogram.noisy_partitioning import Histograms


@dataclass(frozen=True)
class Mechanism:
    """Something that claims to be epsilon-differentially private.

    Attributes:
        releases: draws so many releases of a histogram at an epsilon.
        theory: the epsilon that is known of it, by the epsilon that it claims; NaN if nothing is known.
    """

    releases: Callable[[Integers, int, float, Noise], Integers]
    theory: Callable[[float], float]


def mechanism_of(
    draw: Callable[[NDArray[np.bool_], Integers, int, float, Noise], Histograms],
    theory: Callable[[float], float],
) -> Mechanism:
    """A mechanism that publishes itemsets with counts.

    Args:
        draw: draws releases: of the itemsets that occur, a column per item; of how often each does; so many; at an
            epsilon; with noise from a source.
        theory: as `Mechanism.theory`.
    """

    def releases(histogram: Integers, n: int, epsilon: float, noise: Noise) -> Integers:
        held, occurrences = _occurring_itemsets(histogram)
        return _counts(draw(held, occurrences, n, epsilon, noise), n)

    return Mechanism(releases, theory)


def _noisy_counts(histogram: Integers, n: int, epsilon: float, noise: Noise) -> Integers:
    drawn = noise.laplace(np.full(n * len(histogram), epsilon)).reshape(n, len(histogram))
    noisy: Integers = histogram + drawn
    return noisy


def _textbook_laplace(histogram: Integers, n: int, epsilon: float, noise: Noise) -> Integers:
    """NOT PRIVATE, a demonstration: Laplace noise in floating point, whose low bits reveal the count.

    The doubles near 0 lie denser than those near 1: what comes out as 1 + noise is a multiple of 2^-53, what comes out
    as 0 + noise need not be (Mironov 2012). The features are the exponents of the lowest bits that are set.
    """
    uniform, sign = noise.uniform(n, len(histogram)), noise.uniform(n, len(histogram)) < 0.5
    published = histogram + np.where(sign, -1, 1) * np.log(1 - uniform) / epsilon
    return lowest_bits(published)


def lowest_bits(doubles: Floats) -> Integers:
    """The exponent of the lowest bit that is set in each double; 1024, above all of them, for 0."""
    fraction, exponent = np.frexp(doubles)
    whole = (fraction * 2.0**53).astype(np.int64)
    lowest = np.frexp((whole & -whole).astype(np.float64))[1] - 1
    bits: Integers = np.where(whole == 0, 1024, exponent - 53 + lowest).astype(np.int64)
    return bits


def _occurring_itemsets(histogram: Integers) -> tuple[NDArray[np.bool_], Integers]:
    """The itemsets that occur, and how often."""
    place = np.flatnonzero(histogram)
    held = ((place[:, None] + 1) >> np.arange(len(histogram).bit_length()) & 1).astype(bool)
    return held, histogram[place]


def _counts(drawn: Histograms, n: int) -> Integers:
    """The published counts of all itemsets, 0 for those that are not published."""
    n_items = drawn.held.shape[1]
    counts = np.zeros((n, 2**n_items - 1), dtype=np.int64)
    np.add.at(counts, (drawn.release, drawn.held @ (1 << np.arange(n_items)) - 1), drawn.occurrences)
    return counts


# What shows what an audit can see, and what a release is never made by.
MECHANISMS: Mapping[str, Mechanism] = {
    "noisy-count": Mechanism(_noisy_counts, lambda epsilon: epsilon),
    "textbook-laplace": Mechanism(_textbook_laplace, lambda epsilon: math.inf),
}
