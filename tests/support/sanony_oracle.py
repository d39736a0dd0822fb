"""Anony and Sanony (Bewong, Liu, Liu, Li 2019) on multisets; slow, exact, for small data. Formulas are the paper's."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb, floor
from typing import NamedTuple

NonPrivate = frozenset[str]


class Cluster(NamedTuple):
    records: Sequence[NonPrivate]  # counterfeits among them
    segment: Mapping[str, int]  # copies of sensitive items: the cluster sensitive segment
    counterfeits: int = 0  # x_d: how many of the records are


class Release(NamedTuple):
    clusters: Sequence[Cluster]
    bag: Mapping[str, int]


class Unit(NamedTuple):
    """A published cluster, or a release as a whole, as an attacker counts it."""

    records: Counter[NonPrivate]
    copies: Counter[str]  # N(s, C*)


class Range(NamedTuple):
    """Of copies, both ends included; empty where lo > hi."""

    lo: int
    hi: int


class Evidence(NamedTuple):
    """An overlap: N(O), [r1, r2], and z: 1 inside, 0 outside, None for either, of which the higher belief counts."""

    size: int
    range: Range
    z: int | None


# 2.2: single independent publication


def rounded(number: Fraction) -> int:
    """Footnote 6; halves up."""
    return floor(number + Fraction(1, 2))


def bag_share(size: int, in_bag: int, n_records: int) -> Fraction:
    """J of formula (3)."""
    return Fraction(size * in_bag, n_records)


def s_risk(copies: Fraction, size: int, total: int, n_records: int) -> Fraction:
    """Formulas (1) and (4)."""
    return (copies / size) / Fraction(total, n_records)


def may_keep(copies: int, size: int, in_bag: int, total: int, n_records: int, r_th: Fraction) -> bool:
    """Formula (2), by the share of the bag as it is and as others count it; and no more copies than records."""
    share = bag_share(size, in_bag, n_records)
    counted = copies + max(share, Fraction(rounded(share)))
    return s_risk(counted, size, total, n_records) <= r_th and copies + rounded(share) <= size


def sanitised(sizes: Sequence[int], held: Sequence[int], r_th: Fraction) -> tuple[list[int], int]:
    """Step 2, for one term: what each cluster keeps, and the bag."""
    total, n_records = sum(held), sum(sizes)
    in_bag = 0
    while True:
        kept = [
            max((c for c in range(had + 1) if may_keep(c, size, in_bag, total, n_records, r_th)), default=0)
            for size, had in zip(sizes, held, strict=True)
        ]
        if total - sum(kept) == in_bag:
            return kept, in_bag
        in_bag = total - sum(kept)


def anony(sizes: Sequence[int], held: Sequence[int], r_th: Fraction, order: Sequence[int]) -> tuple[list[int], int]:
    """Steps 2 to 4, for one term."""
    total, n_records = sum(held), sum(sizes)
    kept, in_bag = sanitised(sizes, held, r_th)
    moved = True
    while moved:
        moved = False
        for cluster in order:
            while in_bag and may_keep(kept[cluster] + 1, sizes[cluster], in_bag - 1, total, n_records, r_th):
                kept[cluster] += 1
                in_bag -= 1
                moved = True
    return kept, in_bag


# 2.3: privacy disclosures in a serial publication


def published(release: Release) -> list[Unit]:
    """Its clusters, each with its share of the bag (formula 3); more copies than records cannot be."""
    n_records = sum(len(cluster.records) for cluster in release.clusters)
    units = []
    for cluster in release.clusters:
        size = len(cluster.records)
        copies = Counter(cluster.segment)
        copies.update({term: rounded(bag_share(size, in_bag, n_records)) for term, in_bag in release.bag.items()})
        units.append(Unit(Counter(cluster.records), Counter({term: min(n, size) for term, n in copies.items()})))
    return units


def whole(release: Release) -> Unit:
    """The release as a single cluster (2.3.2)."""
    records: Counter[NonPrivate] = Counter()
    copies = Counter(release.bag)
    for cluster in release.clusters:
        records.update(cluster.records)
        copies.update(cluster.segment)
    return Unit(records, copies)


def overlap(one: Unit, other: Unit) -> Counter[NonPrivate]:
    """Definition 6."""
    return Counter({items: min(n, other.records[items]) for items, n in one.records.items() if items in other.records})


def copy_range(copies: int, size: int, common: int) -> Range:
    """Formula (5)."""
    return Range(max(copies - (size - common), 0), min(common, copies))


def intersection(one: Range, other: Range) -> Range:
    """Formula (6)."""
    return Range(max(one.lo, other.lo), min(one.hi, other.hi))


def range_of(term: str, one: Unit, other: Unit) -> Range:
    """Proposition 1."""
    common = overlap(one, other).total()
    by_one, by_other = (copy_range(unit.copies[term], unit.records.total(), common) for unit in (one, other))
    return intersection(by_one, by_other)


def derived_range(copies: int, found: Range) -> Range:
    """Formula (8); copies: of the cluster from which the overlap is taken, found: of the overlap."""
    return Range(max(copies - found.hi, 0), max(copies - found.lo, 0))


def prior(copies: int, size: int) -> Fraction:
    """Formula (9)."""
    return Fraction(copies, size)


def _choose(n: int, k: int) -> int:
    """Ways that cannot be are none."""
    return comb(n, k) if n >= 0 and k >= 0 else 0


def probability_if_held(copies: int, size: int, found: Evidence) -> Fraction:
    """Formula (13); 0 where there is no such record."""
    every = _choose(size - 1, found.size - found.z)
    ways = (
        _choose(copies - 1, r - found.z) * _choose(size - copies, found.size - r)
        for r in range(found.range.lo, found.range.hi + 1)
    )
    return Fraction(sum(ways), every) if every else Fraction(0)


def probability_if_not_held(copies: int, size: int, found: Evidence) -> Fraction:
    """Formula (14); 0 where there is no such record."""
    every = _choose(size - 1, found.size - found.z)
    ways = (
        _choose(copies, r) * _choose(size - copies - 1, found.size - r - found.z)
        for r in range(found.range.lo, found.range.hi + 1)
    )
    return Fraction(sum(ways), every) if every else Fraction(0)


def posterior(copies: int, size: int, cover: Sequence[Evidence]) -> Fraction:
    """Formula (12), the highest by all sides on which the record may be; the prior where it is 0/0. An overlap that no
    placement agrees with does not benefit the attacker (after Proposition 1) and is left out.
    """
    cover = [
        found
        for found in cover
        if max(found.range.lo, copies - (size - found.size)) <= min(found.range.hi, found.size, copies)
    ]
    sides = [
        [z for z in (1, 0) if found.size - z >= 0 and found.size - z <= size - 1] if found.z is None else [found.z]
        for found in cover
    ]
    beliefs = []
    for chosen in product(*sides):
        holds = prior(copies, size)
        lacks = 1 - holds
        for found, z in zip(cover, chosen, strict=True):
            holds *= probability_if_held(copies, size, found._replace(z=z))
            lacks *= probability_if_not_held(copies, size, found._replace(z=z))
        beliefs.append(holds / (holds + lacks) if holds + lacks else prior(copies, size))
    return max(beliefs)


def counted_posterior(copies: int, size: int, found: Evidence) -> Fraction | None:
    """What (12) to (14) are about for one overlap, without them: of all placements of the copies over the records that
    agree with the range, the share in which a given record has one. None where no placement agrees.
    """
    record = 0 if found.z else size - 1  # the overlap are the first records
    agreeing = [
        placed
        for placed in combinations(range(size), copies)
        if found.range.lo <= sum(place < found.size for place in placed) <= found.range.hi
    ]
    return Fraction(sum(record in placed for placed in agreeing), len(agreeing)) if agreeing else None


def population_rate(term: str, release: Release) -> Fraction:
    """2.2: ss(s, T)."""
    unit = whole(release)
    return Fraction(unit.copies[term], unit.records.total())


def serial_risk(belief: Fraction, rate: Fraction) -> Fraction:
    """Formula (15)."""
    return belief / rate


# 3: backward and forward perturbation


class Needs(NamedTuple):
    """Counterfeits without and with a term."""

    without: int
    with_term: int


def backward_needs(earlier: Range, found: Range) -> Needs:
    """Formula (16); earlier: by the cluster that is out already (5), found: by both (6)."""
    return Needs(found.lo - earlier.lo, earlier.hi - found.hi)


def forward_needs(copies: int, size: int, common: int, found: Range, counterfeits: int) -> Needs:
    """Formula (20), where less than none is none; counterfeits: x_d of the size records."""
    true_derived = size - counterfeits - common
    return Needs(max(copies - found.hi - counterfeits, 0), max(true_derived + found.lo - copies, 0))


def most_needed(needs: Iterable[Needs]) -> Needs:
    """Formula (17): for all overlaps of a cluster, by term."""
    each = list(needs)
    return Needs(max((need.without for need in each), default=0), max((need.with_term for need in each), default=0))


def all_needed(by_term: Collection[Needs]) -> int:
    """Formula (18): how many counterfeits serve all terms."""
    return max((need.without + need.with_term for need in by_term), default=0)


def derived_range_among_counterfeits(copies: int, size: int, found: Range, counterfeits: int) -> Range:
    """Formula (19): of a derived cluster's records that are none of the x_d counterfeits."""
    left = derived_range(copies, found)
    return Range(max(left.lo - counterfeits, 0), min(size - counterfeits - found.lo, left.hi))
