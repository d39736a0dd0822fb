"""What epsilon a mechanism really gives: a lower bound, from many releases of two neighbouring histograms.

Epsilon-differential privacy bounds the ratio between the probabilities of every event under neighbours. An event whose
probabilities are further apart than the claim allows refutes the claim; that none is found proves nothing (Ding et al.
2018, "Detecting violations of differential privacy"; Jagielski et al. 2020, "Auditing differentially private machine
learning").

Histograms are of a tiny universe: see `udf/histogram/mechanisms.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from setrisk.errors import BadInput
from setrisk.udf.common.arrays import Integers
from setrisk.udf.common.ranges import check_epsilon
from setrisk.udf.histogram.events import Event, Relation, code_counts, probability_bounds
from setrisk.udf.histogram.mechanisms import Mechanism
from setrisk.udf.histogram.noise import Noise, SecureNoise

# Draws releases of a histogram: a row per release, a column per feature of it.
Run = Callable[[Integers, int], Integers]
Progress = Callable[[int, int], None]

# How many releases of each histogram are drawn by default.
RELEASES = 100_000
# Many enough that noise never hides them, few enough that counts do not dwarf one occurrence.
_MANY = 200
# The most releases that are held in memory at once.
_MOST_RELEASES = 1_000_000
# Whole releases that are rarer than this in the first half reveal nothing in the second.
_RARE = 5


@dataclass(frozen=True)
class Neighbours:
    """Two histograms of which one has one occurrence of one itemset more.

    Attributes:
        name: what differs.
        fewer: the counts without the occurrence.
        more: the counts with it.
    """

    name: str
    fewer: Integers
    more: Integers


@dataclass(frozen=True)
class Audit:
    """The event that was found to be the strongest evidence.

    Attributes:
        bound: epsilon is at least this, at the significance level; 0 if nothing was found.
        event: that shows it.
        pair: the neighbours whose releases differ so.
        likelier: under which of them the event is likelier.
        probable: a lower bound of the probability of the event there.
        improbable: an upper bound of its probability under the other.
        releases: how many were drawn of each histogram; the bound is from half of them.
        significance_level: probability, at most, that the bound does not hold.
    """

    bound: float
    event: Event
    pair: Neighbours
    likelier: Literal["more", "fewer"]
    probable: float
    improbable: float
    releases: int
    significance_level: float


def audit(
    mechanism: Mechanism,
    epsilon: float,
    *,
    noise: Noise | None = None,
    releases: int = RELEASES,
    n_items: int = 3,
    significance_level: float = 0.05,
    progress: Progress | None = None,
) -> Audit:
    """A lower bound on the epsilon of a mechanism that claims one.

    Args:
        mechanism: what is audited.
        epsilon: what it claims.
        noise: where its draws come from; `SecureNoise` unless given.
        releases: how many of each histogram, at least 2.
        n_items: the size of the universe, 2 or 3.
        significance_level: probability, at most, that the bound does not hold.
        progress: gets how many of how many histograms are done.

    Raises:
        BadInput: a number out of its range.
        MissingExtra: no noise is given, and OpenDP is not installed.
    """
    check_epsilon(epsilon)
    source = SecureNoise() if noise is None else noise
    return audit_draws(
        lambda histogram, n: mechanism.releases(histogram, n, epsilon, source),
        tiny_neighbours(n_items),
        releases=releases,
        significance_level=significance_level,
        progress=progress,
    )


def audit_draws(
    run: Run,
    neighbours: Sequence[Neighbours],
    *,
    releases: int,
    significance_level: float = 0.05,
    progress: Progress | None = None,
) -> Audit:
    """A lower bound on the epsilon of what `run` draws.

    For each pair of neighbours, in both directions, the first half of the releases chooses an event, the second half
    alone bounds its probabilities (Clopper and Pearson 1934). All these bounds hold together at the significance level
    (Bonferroni), hence the largest does.

    Args:
        run: draws releases, independent of each other.
        neighbours: at least one pair.
        releases: how many to draw of each histogram, at least 2.
        significance_level: probability, at most, that the bound does not hold, above 0 and below 1.
        progress: gets how many of how many histograms are done.

    Raises:
        BadInput: a number out of its range, no neighbours, or such as differ in more or less than one occurrence.
    """
    if not 2 <= releases <= _MOST_RELEASES:
        raise BadInput(
            f"{releases} releases; an audit needs 2 at least, as it chooses an event on half of them, and may have "
            f"{_MOST_RELEASES:,} at most"
        )
    if not 0 < significance_level < 1:
        raise BadInput(f"significance_level is {significance_level}; it must be above 0 and below 1")
    if not neighbours:
        raise BadInput("no neighbours to audit: give at least one pair")
    for pair in neighbours:
        if pair.fewer.shape != pair.more.shape or sorted((pair.more - pair.fewer)[pair.more != pair.fewer]) != [1]:
            raise BadInput(f"the neighbours {pair.name!r} must differ in one occurrence of one itemset")
    error = significance_level / (4 * len(neighbours))

    histograms = {h.tobytes(): h for pair in neighbours for h in (pair.fewer, pair.more)}
    drawn: dict[bytes, Integers] = {}
    for key, histogram in histograms.items():
        drawn[key] = run(histogram, releases)
        if progress is not None:
            progress(len(drawn), len(histograms))

    half, found = releases // 2, []
    for pair in neighbours:
        fewer, more = drawn[pair.fewer.tobytes()], drawn[pair.more.tobytes()]
        directions: list[tuple[Literal["more", "fewer"], Integers, Integers]] = [
            ("more", more, fewer),
            ("fewer", fewer, more),
        ]
        for likelier, here, there in directions:
            event = _most_telling_event(here[:half], there[:half], error)
            n = releases - half
            low, high = probability_bounds(event.count_in(here[half:]), event.count_in(there[half:]), n, error)
            bound = math.log(low / high) if low > high else 0.0
            found.append(Audit(bound, event, pair, likelier, float(low), float(high), releases, significance_level))
    return max(found, key=lambda each: each.bound)


def tiny_neighbours(n_items: int) -> list[Neighbours]:
    """The neighbours that an audit tries, over a universe of 2 or 3 items.

    Raises:
        BadInput: a universe of another size.
    """
    if n_items not in (2, 3):
        raise BadInput(
            f"a universe of {n_items} items; an audit supports 2 or 3 items; with more, single events are too rare"
        )
    whole = 2**n_items - 1
    boundary, single = whole >> 1, 1

    def pair(name: str, itemset: int, count: int, others: Mapping[int, int]) -> Neighbours:
        fewer = np.zeros(whole, dtype=np.int64)
        fewer[np.array(list(others), dtype=np.int64) - 1] = list(others.values())
        fewer[itemset - 1] = count
        more = fewer.copy()
        more[itemset - 1] += 1
        return Neighbours(name, fewer, more)

    return [
        pair("boundary itemset, 0 and 1", boundary, 0, {whole: _MANY}),
        pair("boundary itemset, 1 and 2", boundary, 1, {whole: _MANY}),
        pair("itemset alone, 0 and 1", single, 0, {}),
        pair("largest itemset, 0 and 1", whole, 0, {boundary: 3}),
        pair("larger counts", boundary, 20, {single: 10}),
    ]


def _most_telling_event(here: Integers, there: Integers, error: float) -> Event:
    """The event that bounds epsilon best, by these releases, if it is likelier here."""
    events: list[Event] = []
    counts: list[Integers] = []
    both = np.concatenate([here, there])
    whole = np.zeros(len(both), dtype=np.int64)
    for place in range(both.shape[1]):
        values, code = np.unique(both[:, place], return_inverse=True)
        exact = code_counts(code, len(here))
        upwards, downwards = exact[:, ::-1].cumsum(axis=1)[:, ::-1], exact.cumsum(axis=1)
        relations: list[tuple[Relation, Integers]] = [("is", exact), ("at least", upwards), ("at most", downwards)]
        for relation, each in relations:
            events += [Event(place, relation, (int(value),)) for value in values]
            counts.append(each)
        whole = np.unique(whole * len(values) + code, return_inverse=True)[1]
    exact = code_counts(whole, len(here))
    often = np.flatnonzero(exact[0] >= _RARE)
    rows = both[np.unique(whole, return_index=True)[1][often]]
    events += [Event(None, "is", tuple(row)) for row in rows.tolist()]
    counts.append(exact[:, often])
    seen = np.concatenate(counts, axis=1)
    low, high = probability_bounds(seen[0], seen[1], len(here), error)
    return events[int(np.argmax(low / high))]
