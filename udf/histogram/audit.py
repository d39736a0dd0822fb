"""What epsilon a mechanism really gives: a lower bound, from many releases of two neighbouring histograms.

Epsilon-differential privacy bounds the ratio between the probabilities of every event under neighbours. An event whose
probabilities are further apart than the claim allows refutes the claim; that none is found proves nothing (Ding et al.
2018, "Detecting violations of differential privacy"; Jagielski et al. 2020, "Auditing differentially private machine
learning").

Histograms are of a tiny universe, a count for every itemset: place i is the itemset whose items are the bits of i + 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from setrisk.errors import BadInput
from setrisk.udf.common.arrays import Floats, Integers
from setrisk.udf.common.ranges import MOST_EPSILON, check_epsilon
from setrisk.udf.histogram.aplkiller import MOST_REDRAWN, aplkiller
from setrisk.udf.histogram.events import Event, Relation, code_counts, probability_bounds
from setrisk.udf.histogram.noise import Noise, SecureNoise
from setrisk.udf.histogram.noisy_partitioning import Budget, Histograms, partition_records
from setrisk.udf.histogram.privbayes import privbayes
from setrisk.udf.histogram.taxonomy import balanced_taxonomy

# Draws releases of a histogram: a row per release, a column per feature of it.
Run = Callable[[Integers, int], Integers]
Progress = Callable[[int, int], None]

# Many enough that noise never hides them, few enough that counts do not dwarf one occurrence.
_MANY = 200
# The most releases that are held in memory at once.
_MOST_RELEASES = 1_000_000
# Whole releases that are rarer than this in the first half reveal nothing in the second.
_RARE = 5
# In standard deviations of the noise; so low that an itemset with no occurrence is published now and then: the
# probability of that shows all that was spent on it.
_THRESHOLD = 0.05


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
        bound: epsilon is at least this, with the confidence; 0 if nothing was found.
        event: that shows it.
        pair: the neighbours whose releases differ so.
        likelier: under which of them the event is likelier.
        probable: a lower bound of the probability of the event there.
        improbable: an upper bound of its probability under the other.
        releases: how many were drawn of each histogram; the bound is from half of them.
        confidence_level: that the bound holds.
    """

    bound: float
    event: Event
    pair: Neighbours
    likelier: Literal["more", "fewer"]
    probable: float
    improbable: float
    releases: int
    confidence_level: float


@dataclass(frozen=True)
class Mechanism:
    """Something that claims to be epsilon-differentially private.

    Attributes:
        releases: draws so many releases of a histogram at an epsilon.
        theory: the epsilon that is known of it, by the epsilon that it claims; NaN if nothing is known.
        releases_by_default: how many releases an audit draws of each histogram.
        most_epsilon: beyond which it would take without end.
    """

    releases: Callable[[Integers, int, float, Noise], Integers]
    theory: Callable[[float], float]
    releases_by_default: int = 100_000
    most_epsilon: float = MOST_EPSILON


def audit(
    name: str,
    epsilon: float,
    *,
    mechanism: Mechanism | None = None,
    noise: Noise | None = None,
    releases: int | None = None,
    n_items: int = 3,
    confidence_level: float = 0.95,
    progress: Progress | None = None,
) -> Audit:
    """A lower bound on the epsilon of a mechanism that claims one.

    Args:
        name: one of `MECHANISMS`; or that of the mechanism given.
        epsilon: what it claims.
        mechanism: another one.
        noise: where its draws come from; `SecureNoise` unless given.
        releases: how many of each histogram; as the mechanism says, unless given.
        n_items: the size of the universe, 2 or 3.
        confidence_level: that the bound holds.
        progress: gets how many of how many histograms are done.

    Raises:
        BadInput: an unknown mechanism, or a number out of its range.
        MissingExtra: no noise is given, and OpenDP is not installed.
    """
    if mechanism is None and name not in MECHANISMS:
        raise BadInput(f"there is no mechanism {name!r} to audit; there are {', '.join(MECHANISMS)}")
    check_epsilon(epsilon)
    mechanism, source = mechanism or MECHANISMS[name], SecureNoise() if noise is None else noise
    if epsilon > mechanism.most_epsilon:
        raise BadInput(f"epsilon is {epsilon:g}; of {name} it may be {mechanism.most_epsilon:g} at most")
    return audit_draws(
        lambda histogram, n: mechanism.releases(histogram, n, epsilon, source),
        tiny_neighbours(n_items),
        releases=mechanism.releases_by_default if releases is None else releases,
        confidence_level=confidence_level,
        progress=progress,
    )


def audit_draws(
    run: Run,
    neighbours: Sequence[Neighbours],
    *,
    releases: int,
    confidence_level: float = 0.95,
    progress: Progress | None = None,
) -> Audit:
    """A lower bound on the epsilon of what `run` draws.

    For each pair of neighbours, in both directions, the first half of the releases chooses an event, the second half
    alone bounds its probabilities (Clopper and Pearson 1934). All these bounds hold together with the confidence
    (Bonferroni), hence the largest does.

    Args:
        run: draws releases, independent of each other.
        neighbours: at least one pair.
        releases: how many to draw of each histogram, at least 2.
        confidence_level: that the bound holds, between 0 and 1.
        progress: gets how many of how many histograms are done.

    Raises:
        BadInput: a number out of its range, no neighbours, or such as differ in more or less than one occurrence.
    """
    if not 2 <= releases <= _MOST_RELEASES:
        raise BadInput(
            f"{releases} releases; an audit needs 2 at least, as it chooses an event on half of them, and may have "
            f"{_MOST_RELEASES:,} at most"
        )
    if not 0 < confidence_level < 1:
        raise BadInput(f"confidence_level is {confidence_level}; it must be above 0 and below 1")
    if not neighbours:
        raise BadInput("no neighbours to audit: give at least one pair")
    for pair in neighbours:
        if pair.fewer.shape != pair.more.shape or sorted((pair.more - pair.fewer)[pair.more != pair.fewer]) != [1]:
            raise BadInput(f"the neighbours {pair.name!r} must differ in one occurrence of one itemset")
    error = (1 - confidence_level) / (4 * len(neighbours))

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
            found.append(Audit(bound, event, pair, likelier, float(low), float(high), releases, confidence_level))
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


def mechanism_of(draw: Callable[[NDArray[np.bool_], Integers, int, float, Noise], Histograms]) -> Mechanism:
    """A mechanism of which nothing is known but how to draw so many releases of itemsets that occur so often."""

    def releases(histogram: Integers, n: int, epsilon: float, noise: Noise) -> Integers:
        held, occurrences, _ = _occurring_itemsets(histogram)
        return _counts(draw(held, occurrences, n, epsilon, noise), n)

    return Mechanism(releases, _unknown_epsilon)


def _draw_partitioned(histogram: Integers, n: int, epsilon: float, noise: Noise) -> Integers:
    held, occurrences, n_items = _occurring_itemsets(histogram)
    tree = balanced_taxonomy(n_items, 2)
    records = np.repeat(np.arange(n), len(held)), np.tile(np.arange(len(held)), n)
    budget = Budget(epsilon, _THRESHOLD, _THRESHOLD)
    return _counts(
        partition_records(tree.touched_children(held), occurrences, records, tree, budget, noise, n_releases=n), n
    )


def _aplkiller(as_printed: bool) -> Callable[[Integers, int, float, Noise], Integers]:
    def releases(histogram: Integers, n: int, epsilon: float, noise: Noise) -> Integers:
        held, occurrences, n_items = _occurring_itemsets(histogram)
        trees = [balanced_taxonomy(n_items, 2)] * n_items
        budgets = [Budget(epsilon, _THRESHOLD, _THRESHOLD)] * n_items
        return _counts(aplkiller(held, occurrences, trees, budgets, noise, n_releases=n, as_printed=as_printed), n)

    return releases


def _privbayes(as_printed: bool) -> Callable[[Integers, int, float, Noise], Integers]:
    """With all other items as parents, one marginal holds the counts of all itemsets, and what is drawn from it reveals
    most of them. Of smaller degrees noise is spread over several marginals, and on the network, and hardly anything is
    revealed: an audit of them would find nothing, whatever was wrong.
    """

    def releases(histogram: Integers, n: int, epsilon: float, noise: Noise) -> Integers:
        held, occurrences, n_items = _occurring_itemsets(histogram)
        given: dict[str, Any] = {"theta": 1.0, "degree": n_items - 1, "as_printed": as_printed}
        drawn = (privbayes(held, occurrences, epsilon=epsilon, noise=noise, **given) for _ in range(n))
        return np.array([_counts(each, 1)[0] for each in drawn])

    return releases


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


def _occurring_itemsets(histogram: Integers) -> tuple[NDArray[np.bool_], Integers, int]:
    """The itemsets that occur, how often, and how many items there are."""
    n_items = len(histogram).bit_length()
    place = np.flatnonzero(histogram)
    held = ((place[:, None] + 1) >> np.arange(n_items) & 1).astype(bool)
    return held, histogram[place], n_items


def _counts(drawn: Histograms, n: int) -> Integers:
    """The published counts of all itemsets, 0 for those that are not published."""
    n_items = drawn.held.shape[1]
    counts = np.zeros((n, 2**n_items - 1), dtype=np.int64)
    np.add.at(counts, (drawn.release, drawn.held @ (1 << np.arange(n_items)) - 1), drawn.occurrences)
    return counts


def _claimed_epsilon(epsilon: float) -> float:
    return epsilon


def _unknown_epsilon(epsilon: float) -> float:
    return math.nan


def _unbounded_epsilon(epsilon: float) -> float:
    return math.inf


def _redrawn_epsilon(epsilon: float) -> float:
    """The log ratio for counts 1 and 2 that are drawn again until they are positive, at the value 1."""
    return math.log(math.exp(epsilon) + 1 - math.exp(-epsilon))


MECHANISMS: Mapping[str, Mechanism] = {
    "noisy-count": Mechanism(_noisy_counts, _claimed_epsilon),
    "diffpart": Mechanism(_draw_partitioned, _claimed_epsilon),
    "aplkiller": Mechanism(_aplkiller(as_printed=False), _claimed_epsilon),
    "aplkiller as printed": Mechanism(_aplkiller(as_printed=True), _redrawn_epsilon, most_epsilon=MOST_REDRAWN),
    "privbayes": Mechanism(_privbayes(as_printed=False), _claimed_epsilon, releases_by_default=10_000),
    # It draws as many records as there are: one more than there were is a proof.
    "privbayes as printed": Mechanism(_privbayes(as_printed=True), _unbounded_epsilon, releases_by_default=10_000),
    "textbook-laplace": Mechanism(_textbook_laplace, _unbounded_epsilon),
}
