"""The smallest changes of a release after which an attacker believes no more of a unit's people than is promised.

A unit is a cluster or a whole release. Beliefs are those of formula (12), by overlaps whose other sides have ranges by
Proposition 1.

Source: Bewong, Liu, Liu and Li, "Privacy preserving serial publication of transactional data" (2019), SANONY 2.3.1;
Lemma 4 says how many counterfeits are always enough for another release.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from setrisk.udf.serial.copies import bag_share, copy_range, is_above
from setrisk.udf.serial.posterior import Overlap, fewest_enough, posterior

# The most ways to add counterfeits that are tried.
_MOST_WAYS = 512
# What a piece of evidence says about a record: `Overlap.inside`.
_INSIDE = {"inside": True, "outside": False, "either": None}


@dataclass(frozen=True)
class Evidence:
    """An overlap of the unit with one of another release, or with what is left of one.

    Attributes:
        size, lo, hi: records of the overlap, and the range of copies that its other side alone allows.
        derived: whether it is with what is left of a cluster.
        leaning: whether it would not be there without the release that may be changed.
        cluster, held, n_records: of the unit of that release that it is with directly: its number, 0 for the whole
            release, its own copies of the term and its records; None otherwise.
    """

    size: int
    lo: int
    hi: int
    derived: bool
    leaning: bool
    cluster: int | None = None
    held: int | None = None
    n_records: int | None = None


@dataclass(frozen=True)
class Added:
    """Counterfeits that are added to a cluster, or with number 0 anywhere, with and without the term."""

    cluster: int
    with_term: int
    without_term: int


@dataclass(frozen=True)
class Bag:
    """The global bag of a release, of which each cluster has its share, rounded half up: the copies of the term in it,
    and the records of the release.
    """

    copies: int
    n_records: int

    def share(self, n_records: int) -> int:
        """The share of a cluster of so many records (SANONY formula 3)."""
        return bag_share(n_records, self.copies, self.n_records)


def added_counterfeits(
    copies: int,
    n_records: int,
    allowed: float,
    evidence: Sequence[Evidence],
    kinds: Sequence[Sequence[str]],
    bag: Bag,
) -> list[Added] | None:
    """The fewest counterfeits in a release after which no record of a unit of another release is at risk.

    Args:
        copies, n_records: of the unit at risk.
        allowed: the highest belief that its release promises.
        evidence: of the unit.
        kinds: what the evidence says of the unit's records, each kind once: inside, outside, or either, if it speaks
            of some of the records that are equal.
        bag: of the release that may be changed.

    Returns:
        What is to be added, an empty list if the unit is at risk without the release; None if no number helps, since
        what is left of clusters reveals too much. If there are very many ways, perhaps not the fewest, but none of them
        can be spared.
    """
    # Beyond the range that the unit itself allows, a wider one reveals no less (Lemma 4).
    bins: list[tuple[int, bool, int]] = []
    for each in evidence:
        if each.cluster is not None and each.lo <= min(each.size, copies):
            fewest_copies, most_copies = copy_range(copies, n_records, each.size)
            with_term, without_term = most_copies - each.hi, each.lo - fewest_copies
            bins += [
                (each.cluster, has_term, most)
                for has_term, most in ((True, with_term), (False, without_term))
                if most > 0
            ]

    def is_enough(numbers: Sequence[int]) -> bool:
        more = {(cluster, has_term): n for (cluster, has_term, _), n in zip(bins, numbers, strict=True)}
        changed = Bag(bag.copies, bag.n_records + sum(numbers))
        now = [_changed_evidence(each, more, changed) for each in evidence]
        return not _is_at_risk(copies, n_records, allowed, now, kinds)

    if _is_at_risk(copies, n_records, allowed, [None if each.leaning else each for each in evidence], kinds):
        return []
    most = [n for *_, n in bins]
    if prod(n + 1 for n in most) <= _MOST_WAYS:
        ways = sorted(product(*(range(n + 1) for n in most)), key=sum)
        found = next((list(way) for way in ways if is_enough(way)), None)
    else:
        found = _least_numbers(most, is_enough)
    if found is None:
        return None
    numbers = {(cluster, has_term): n for (cluster, has_term, _), n in zip(bins, found, strict=True)}
    return [
        Added(cluster, numbers.get((cluster, True), 0), numbers.get((cluster, False), 0))
        for cluster in sorted({cluster for (cluster, _), n in numbers.items() if n})
    ]


@dataclass(frozen=True)
class OwnChanges:
    """The smallest changes of a unit of which each is enough for its own records; None if none of the kind is.

    Attributes:
        counterfeits: without the term, added to the cluster.
        bagged: copies moved from the cluster to the global bag, of which it keeps its share.
        withheld: copies left out of the release: of the cluster first, then of the bag. None if another kind helps.
    """

    counterfeits: int | None
    bagged: int | None
    withheld: int | None


def own_changes(
    held: int,
    n_records: int,
    copies: int,
    allowed: float,
    r_th: float | None,
    evidence: Sequence[Evidence],
    kinds: Sequence[Sequence[str]],
    bag: Bag,
    *,
    whole: bool,
) -> OwnChanges:
    """What helps a unit of the release that may be changed.

    Args:
        held: the unit's own copies, without its share of the bag; of the whole release, all copies.
        n_records: of the unit.
        copies: of the term, in the whole release.
        allowed: the highest belief that the release promises.
        r_th: that in multiples of the population rate, which changes with the release; None if it does not.
        evidence, kinds: of the unit, as for `added_counterfeits`; nothing of it depends on the release.
        bag: of the release.
        whole: whether the unit is the whole release.
    """

    def is_enough(*, counterfeits: int = 0, bagged: int = 0, withheld: int = 0) -> bool:
        own = held - bagged - min(withheld, held)
        changed = Bag(
            bag.copies + bagged - (0 if whole else max(withheld - held, 0)),
            bag.n_records + counterfeits,
        )
        size = n_records + counterfeits
        has = own if whole else min(own + changed.share(size), size)
        limit = allowed if r_th is None else r_th * (copies - withheld) / changed.n_records
        return not _is_at_risk(has, size, limit, evidence, kinds)

    added = None if whole else fewest_enough(lambda n: is_enough(counterfeits=n), bag.n_records)
    bagged = next((n for n in range(1, 1 if whole else held + 1) if is_enough(bagged=n)), None)
    withheld = None
    if added is None and bagged is None:
        most = held if whole else held + bag.copies
        withheld = next((n for n in range(1, most + 1) if is_enough(withheld=n)), None)
    return OwnChanges(added, bagged, withheld)


def _changed_evidence(each: Evidence, more: dict[tuple[int, bool], int], bag: Bag) -> Evidence:
    """Evidence by a unit that has more counterfeits, and its share of a bag."""
    if each.cluster is None or each.held is None or each.n_records is None:
        return each
    with_term, without = (more.get((each.cluster, has_term), 0) for has_term in (True, False))
    size, held = each.n_records + with_term + without, each.held + with_term
    if each.cluster:
        held += bag.share(size)
    held = min(held, size)
    return Evidence(each.size, *copy_range(held, size, each.size), each.derived, each.leaning)


def _is_at_risk(
    copies: int,
    n_records: int,
    allowed: float,
    evidence: Sequence[Evidence | None],
    kinds: Sequence[Sequence[str]],
) -> bool:
    """Whether more is believed of any kind, by clusters alone or with what is left of others."""
    has_derived = any(each is not None and each.derived for each in evidence)
    for kind in kinds:
        cover = [
            (each.derived, Overlap(each.size, each.lo, each.hi, _INSIDE[place]))
            for each, place in zip(evidence, kind, strict=True)
            if each is not None
        ]
        covers = [[overlap for derived, overlap in cover if not derived]]
        if has_derived:
            covers.append([overlap for _, overlap in cover])
        if any(is_above(posterior(copies, n_records, each), allowed) for each in covers):
            return True
    return False


def _least_numbers(most: Sequence[int], is_enough: Callable[[Sequence[int]], bool]) -> list[int] | None:
    """The numbers that cannot be spared, tried one after the other; None if all are not enough."""
    numbers = list(most)
    if not is_enough(numbers):
        return None
    for place, n in enumerate(most):
        few, many = -1, n
        while many - few > 1:
            middle = (few + many) // 2
            numbers[place] = middle
            few, many = (few, middle) if is_enough(numbers) else (middle, many)
        numbers[place] = many
    return numbers
