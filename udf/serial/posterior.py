"""What a record's overlaps with other releases say of its sensitive items: formulas (12) to (14).

Source: Bewong, Liu, Liu and Li, "Privacy preserving serial publication of transactional data" (2019), SANONY 2.3.1.

With n records of which ns hold the item, and W(r) = C(ns, r) C(n - ns, o - r) ways to give r of the copies to an
overlap of o records, the two formulas have one denominator, and their numerators are sums of W over the overlap's
range:

    inside the overlap (z = 1):  P(O | s) ~ sum W(r) r / ns           P(O | no s) ~ sum W(r) (o - r) / (n - ns)
    outside (z = 0):             P(O | s) ~ sum W(r) (ns - r) / ns    P(O | no s) ~ sum W(r) (n - ns - o + r) / (n - ns)

So all that is needed are sums of W, times whole numbers that are never negative: nothing cancels out.

`sql/serial/internal/class_posteriors.sql` computes formula (12) too, for all records of a series at once, from the
`weights` of their overlaps; `tests/serial/test_sql_and_kernels.py` holds the two together.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from setrisk.errors import BadInput
from setrisk.udf.serial.copies import TOLERANCE, copy_range, is_above

# Clusters of so many records are counted in whole numbers, without rounding.
_EXACT = 100
# Beyond so many standard deviations from its largest value, W adds nothing to a sum of doubles.
_WIDTH = 40
# Up to so many counterfeits are tried one by one, then twice as many each time, and what is between.
_ONE_BY_ONE = 64


@dataclass(frozen=True)
class Overlap:
    """The records that a cluster shares with one of another release: how many, how many copies of the item they hold at
    least and at most, and whether the record that is asked about is one of them. None: the overlap has some of the
    records that are equal to it, and the attacker may know whether the person is in the other release; the higher
    belief counts.
    """

    size: int
    lo: int
    hi: int
    inside: bool | None


def posterior(copies: int, cluster_size: int, overlaps: Sequence[Overlap]) -> float:
    """The probability that a record of a cluster has a sensitive item, given the cover of the cluster (formula 12).

    Args:
        copies: of the item in the cluster, 0 to cluster_size.
        cluster_size: records, at least 1.
        overlaps: the cover, each with a size of 0 to cluster_size.

    Returns:
        The probability, in [0, 1]. An overlap that no placement of the copies agrees with is left out; if overlaps
        contradict each other (0/0), it is the prior probability, copies / cluster_size.

    Raises:
        BadInput: numbers that no cluster has.
    """
    if not 0 <= copies <= cluster_size or cluster_size < 1:
        raise BadInput(f"a cluster of {cluster_size} records cannot have {copies} copies of a sensitive item")
    prior = copies / cluster_size
    for overlap in overlaps:
        if not 0 <= overlap.size <= cluster_size:
            raise BadInput(f"an overlap of {overlap.size} records is impossible in a cluster of {cluster_size}")
    if copies in (0, cluster_size) or not overlaps:
        return prior
    factors = [
        _strongest_factor(copies, cluster_size, overlap)
        for overlap in overlaps
        # What no placement of the copies agrees with reveals nothing (SANONY, after Proposition 1).
        if _is_possible(copies, cluster_size, overlap)
    ]
    holds, lacks = copies, cluster_size - copies
    if cluster_size <= _EXACT:
        for with_term, without in factors:
            holds, lacks = holds * int(with_term), lacks * int(without)
        if holds == lacks == 0:
            return prior
        found = holds / (holds + lacks)
    else:
        never, always = (any(factor[side] == 0 for factor in factors) for side in (0, 1))
        if never or always:
            found = prior if never and always else float(always)
        else:
            odds = math.log(holds / lacks) + math.fsum(math.log(a) - math.log(b) for a, b in factors)
            found = 1 / (1 + math.exp(-odds)) if odds > -700 else 0.0
    return found


def weights(copies: int, cluster_size: int, overlap: int, lo: int, hi: int) -> tuple[float | None, float | None]:
    """What an overlap adds to the log odds that a record has the item, for records inside of it and for those outside.

    Infinite if it leaves no doubt; None if there is no such record, or no placement agrees with the range.

    Raises:
        BadInput: numbers that no cluster has.
    """
    if not 0 <= copies <= cluster_size or not 0 <= overlap <= cluster_size:
        raise BadInput(
            f"no cluster of {cluster_size} has {copies} copies of a sensitive item and an overlap of {overlap} records"
        )
    inside, outside = (_log(_factor(copies, cluster_size, overlap, lo, hi, side)) for side in (True, False))
    return inside, outside


@dataclass(frozen=True)
class Remedy:
    """The smallest changes of which each brings a belief down to what is allowed; None if none of the kind does.

    Attributes:
        counterfeits: without the item, added to the cluster.
        fewer_copies: of the item, in the cluster; in a whole release, of its own copies.
        more_copies: of the item, with a counterfeit each, elsewhere in the release: they make the item more common.
    """

    counterfeits: int | None
    fewer_copies: int
    more_copies: int | None


def remedy(
    copies: int,
    cluster_size: int,
    overlaps: Sequence[Overlap],
    allowed: float,
    rate: float,
    n_records: int,
    whole: bool,
) -> Remedy:
    """What helps a cluster of which an attacker believes more than is allowed.

    Args:
        copies, cluster_size: as for `posterior`.
        overlaps: with the ranges of the other side alone (formula 5): the cluster's own change with it.
        allowed: the highest belief, which changes with the population rate.
        rate: the population rate of the item.
        n_records: records of the release.
        whole: whether the cluster is the whole release: then fewer copies make the item rarer, and less is allowed.
    """

    def belief_of(copies: int, size: int) -> float:
        return posterior(copies, size, overlaps)

    def is_enough(n: int) -> bool:
        return not is_above(belief_of(copies, cluster_size + n), allowed * n_records / (n_records + n))

    fewer = next(
        n
        for n in range(1, copies + 1)
        if not is_above(belief_of(copies - n, cluster_size), allowed * ((copies - n) / copies if whole else 1))
    )
    # allowed / rate * (rate * n + more) / (n + more) reaches the belief.
    belief, factor = belief_of(copies, cluster_size), allowed / rate
    more = None
    if factor > belief and not whole:
        more = math.ceil(n_records * (belief - allowed) / (factor - belief) * (1 - TOLERANCE))
    return Remedy(fewest_enough(is_enough, n_records), fewer, more)


def fewest_enough(is_enough: Callable[[int], bool], most: int) -> int | None:
    """The smallest number that is enough, of those that are tried; None if none is."""
    # More is not always better: the rate falls with each record, and a range that was empty may reveal something again.
    for n in range(1, min(_ONE_BY_ONE, most) + 1):
        if is_enough(n):
            return n
    few, many = _ONE_BY_ONE, min(2 * _ONE_BY_ONE, most)
    while few < many and not is_enough(many):
        few, many = many, min(2 * many, most)
    if few >= many:
        return None
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if is_enough(middle) else (middle, many)
    return many


def _is_possible(copies: int, size: int, overlap: Overlap) -> bool:
    lo, hi = copy_range(copies, size, overlap.size)
    return max(lo, overlap.lo) <= min(hi, overlap.hi)


def _strongest_factor(copies: int, size: int, overlap: Overlap) -> tuple[float, float]:
    sides = (True, False) if overlap.inside is None else (overlap.inside,)
    return max((_factor(copies, size, overlap.size, overlap.lo, overlap.hi, side) for side in sides), key=_ratio)


def _log(factor: tuple[float, float]) -> float | None:
    with_term, without = factor
    if not with_term or not without:
        return math.inf if with_term else -math.inf if without else None
    return math.log(with_term / without)


def _ratio(factor: tuple[float, float]) -> float:
    """How much evidence raises the odds; -1 if it cannot be."""
    with_term, without = factor
    return with_term / without if without else math.inf if with_term else -1.0


@functools.lru_cache(maxsize=65536)
def _factor(copies: int, size: int, overlap: int, lo: int, hi: int, inside: bool) -> tuple[float, float]:
    """P(O | s) and P(O | no s), but for a factor that both have; whole numbers for small clusters. (0, 0) if the
    overlap cannot have any number of copies in the range.
    """
    fewest_copies, most_copies = copy_range(copies, size, overlap)
    lo, hi = max(lo, fewest_copies), min(hi, most_copies)
    if lo > hi:
        return 0, 0
    lacking = size - copies
    if lo == hi:  # the commonest of ranges: the ways are a factor of both
        with_term = lo if inside else copies - lo
        without = overlap - lo if inside else lacking - overlap + lo
        return with_term * lacking, without * copies
    if size <= _EXACT:
        with_term = without = 0
        for r in range(lo, hi + 1):
            ways = math.comb(copies, r) * math.comb(lacking, overlap - r)
            with_term += ways * (r if inside else copies - r)
            without += ways * (overlap - r if inside else lacking - overlap + r)
        # At least 1: a record inside of an empty overlap, or outside of a full one, is nowhere.
        common = max(math.gcd(with_term * lacking, without * copies), 1)
        return with_term * lacking // common, without * copies // common
    mean = copies * overlap / size
    deviation = math.sqrt(mean * lacking * (size - overlap) / (size * max(size - 1, 1)))
    near = min(max(round(mean), lo), hi)
    reach = int(_WIDTH * deviation) + 100
    # Away from the mean W falls at least as fast as from its largest value on.
    lo, hi = max(lo, near - reach), min(hi, near + reach)
    rs = np.arange(lo, hi + 1, dtype=np.float64)
    steps = np.log((copies - rs[:-1]) / rs[1:]) + np.log((overlap - rs[:-1]) / (lacking - overlap + rs[1:]))
    logs = np.concatenate([[0.0], np.cumsum(steps)])
    shares = np.exp(logs - logs.max())
    return (
        float(np.sum(shares * (rs if inside else copies - rs)) / copies),
        float(np.sum(shares * (overlap - rs if inside else lacking - overlap + rs)) / lacking),
    )
