"""Beliefs and remedies against exact fractions, enumeration, and the paper's examples."""

import math
from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise
from types import ModuleType
from typing import NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from setrisk.errors import BadInput
from setrisk.udf.serial.posterior import _EXACT, Overlap, Remedy, posterior, remedy, weights
from tests.support import sanony_oracle

# Non-sensitive sets of SANONY Table 1 that records of different people share, or that the examples name.
THEFT, MURDER, VANDAL, ABUSE, MANSL = (
    frozenset(each.split())
    for each in ("theft arson", "theft arson murder", "vandal arson", "abuse arson", "abuse arson mansl")
)
FRAUD, ASSAULT = frozenset({"theft", "arson", "fraud"}), frozenset({"DUI", "assault"})
MILLION = 1_000_000


class Case(NamedTuple):
    copies: int
    size: int
    overlaps: list[Overlap]


@st.composite
def overlaps_of(draw: st.DrawFn, size: int, sides: Sequence[bool | None]) -> Overlap:
    """Any range, most often one that can be; a record is never inside of an empty overlap, or outside of a full one."""
    inside = draw(st.sampled_from(sides))
    common = draw(st.integers(int(inside is True), size - int(inside is False)))
    lo, hi = draw(st.integers(0, common)), draw(st.integers(0, common))
    return Overlap(common, min(lo, hi), max(lo, hi), inside)


@st.composite
def cases(
    draw: st.DrawFn, *, sizes: tuple[int, int], most: int, sides: Sequence[bool | None] = (True, False, None)
) -> Case:
    size = draw(st.integers(*sizes))
    copies = draw(st.integers(0, size))
    return Case(copies, size, draw(st.lists(overlaps_of(size, sides), max_size=most)))


def exact(oracle: ModuleType, case: Case) -> Fraction:
    cover = [
        oracle.Evidence(each.size, oracle.Range(each.lo, each.hi), None if each.inside is None else int(each.inside))
        for each in case.overlaps
    ]
    return oracle.posterior(case.copies, case.size, cover)


def one_belief(copies: int, size: int, common: int, lo: int, hi: int, inside: bool | None) -> float:
    return posterior(copies, size, [Overlap(common, lo, hi, inside)])


@settings(max_examples=150)
@given(case=cases(sizes=(1, 14), most=4))
def test_small_clusters_are_the_oracle_to_the_last_bit(case: Case) -> None:
    assert posterior(*case) == float(exact(sanony_oracle, case))


@settings(max_examples=150)
@given(case=cases(sizes=(15, _EXACT), most=3))
def test_clusters_that_are_counted_exactly_are_the_oracle(case: Case) -> None:
    assert posterior(*case) == float(exact(sanony_oracle, case))


@settings(max_examples=150)
@given(case=cases(sizes=(_EXACT + 1, 400), most=3))
def test_larger_clusters_are_the_oracle_to_nine_digits(case: Case) -> None:
    assert math.isclose(posterior(*case), exact(sanony_oracle, case), rel_tol=1e-9)


@settings(max_examples=200)
@given(size=st.integers(1, 9), data=st.data())
def test_one_overlap_is_a_matter_of_counting_placements(size: int, data: st.DataObject) -> None:
    copies = data.draw(st.integers(0, size))
    overlap = data.draw(overlaps_of(size, (True, False)))
    found = sanony_oracle.Evidence(overlap.size, sanony_oracle.Range(overlap.lo, overlap.hi), int(overlap.inside))
    counted = sanony_oracle.counted_posterior(copies, size, found)
    prior = Fraction(copies, size)
    assert posterior(copies, size, [overlap]) == float(prior if counted is None else counted)
    assert sanony_oracle.posterior(copies, size, [found]) == (prior if counted is None else counted)


@settings(max_examples=150)
@given(case=cases(sizes=(2, 300), most=4, sides=(True, False)))
def test_weights_sum_to_the_log_odds(case: Case) -> None:
    copies, size, overlaps = case
    assume(0 < copies < size)
    possible = [
        each for each in overlaps if max(each.lo, copies - (size - each.size)) <= min(each.hi, each.size, copies)
    ]
    pairs = [weights(copies, size, each.size, each.lo, each.hi) for each in possible]
    told = [pair[0 if each.inside else 1] for pair, each in zip(pairs, possible, strict=True)]
    if None in told or {math.inf, -math.inf} <= set(told):
        assert posterior(*case) == copies / size
        return
    odds = math.log(copies / (size - copies)) + sum(told)
    assert math.isclose(posterior(*case), 1 / (1 + math.exp(-odds)) if odds > -700 else 0, rel_tol=1e-9)


def test_weights_of_records_that_are_nowhere_are_none() -> None:
    assert weights(2, 5, 0, 0, 0) == (None, 0)
    assert weights(2, 5, 5, 2, 2) == (0, None)
    assert weights(1, 2, 1, 0, 0) == (-math.inf, math.inf)
    assert weights(1, 2, 1, 1, 1) == (math.inf, -math.inf)
    assert weights(2, 5, 2, 3, 4) == (None, None)


@settings(max_examples=200)
@given(case=cases(sizes=(1, 200), most=0), data=st.data())
def test_what_the_cluster_itself_allows_tells_nothing(case: Case, data: st.DataObject) -> None:
    """SANONY Lemma 3, for ranges that are as wide or wider."""
    copies, size, _ = case
    overlap = data.draw(overlaps_of(size, (True, False, None)))
    lo, hi = max(copies - (size - overlap.size), 0), min(overlap.size, copies)
    wide = Overlap(overlap.size, data.draw(st.integers(-1, lo)), data.draw(st.integers(hi, size + 1)), overlap.inside)
    assert math.isclose(posterior(copies, size, [wide]), copies / size, rel_tol=1e-9)


@settings(max_examples=150)
@given(size=st.one_of(st.integers(2, 60), st.integers(_EXACT + 1, 200)), data=st.data())
def test_a_range_that_grows_on_one_side_moves_beliefs_one_way(size: int, data: st.DataObject) -> None:
    """SANONY Lemma 2 where it holds: from the least that can be, or up to the most, a range brings beliefs to the prior
    as it grows. (One that grows on the other side as well may move them away.)
    """
    copies, common = data.draw(st.integers(1, size - 1)), data.draw(st.integers(1, size - 1))
    lo, hi = max(copies - (size - common), 0), min(common, copies)
    prior = copies / size
    for inside in (True, False):
        up = [one_belief(copies, size, common, lo, top, inside) for top in range(lo, hi + 1)]
        down = [one_belief(copies, size, common, bottom, hi, inside) for bottom in range(hi, lo - 1, -1)]
        for beliefs, rises in ((up, inside), (down, not inside)):
            for less, more in pairwise(beliefs):
                assert (more - less) * (1 if rises else -1) >= -1e-12
            assert math.isclose(beliefs[-1], prior, rel_tol=1e-9)


def test_a_range_in_the_middle_may_move_beliefs_away_as_it_widens() -> None:
    """SANONY Lemma 2 where it does not hold: 2 of 4 copies in half of the records say nothing; 2 or 3 of them do."""
    assert one_belief(4, 8, 4, 2, 2, inside=True) == 4 / 8
    assert one_belief(4, 8, 4, 2, 3, inside=True) > 4 / 8


@settings(max_examples=200)
@given(case=cases(sizes=(2, 150), most=1, sides=(None,)))
def test_who_may_be_on_either_side_is_thought_of_the_worse(case: Case) -> None:
    copies, size, overlaps = case
    assume(overlaps and 0 < overlaps[0].size < size)
    each = overlaps[0]
    sides = [one_belief(copies, size, each.size, each.lo, each.hi, inside) for inside in (True, False)]
    assert math.isclose(posterior(*case), max(sides), rel_tol=1e-12)


# Copies, overlap, and ranges: wide, narrow, and far from what is likely, which is 500 in the first, with a standard
# deviation of 16, and 250,000 in those of 500,000 copies, with one of 250.
@pytest.mark.parametrize(
    ("copies", "common", "lo", "hi"),
    [
        (1000, 500_000, 400, 600),
        (1000, 500_000, 480, 500),
        (1000, 500_000, 0, 100),
        (1000, 500_000, 0, 1),
        (1000, 500_000, 900, 1000),
        (1000, 500_000, 501, 1000),
        (500_000, 500_000, 250_000, 250_001),
        (500_000, 500_000, 249_000, 251_000),
        (500_000, 500_000, 240_000, 249_000),
        (500_000, 500_000, 0, 5000),
        (500_000, 500_000, 260_500, 260_600),
        (500_000, 500_000, 495_000, 500_000),
        (999_999, 400_000, 399_999, 400_000),
        (999_000, 400_000, 399_900, 400_000),
        (3, 999_000, 0, 2),
        (3, 10, 1, 3),
        (400_000, 3, 1, 2),
    ],
)
def test_clusters_of_a_million_records_are_exact_to_eleven_digits(copies: int, common: int, lo: int, hi: int) -> None:
    inside, outside = (one_belief(copies, MILLION, common, lo, hi, side) for side in (True, False))
    expected = _mean_copies(copies, MILLION, common, lo, hi)
    assert math.isclose(inside, expected / common, rel_tol=1e-11)
    assert math.isclose(outside, (copies - expected) / (MILLION - common), rel_tol=1e-11)


def _mean_copies(copies: int, size: int, common: int, lo: int, hi: int) -> Decimal:
    """How many copies the overlap has on average where it has lo to hi, by Horner's rule from the far end."""
    with localcontext(prec=40):
        ways, copied = Decimal(1), Decimal(hi)  # relative to those of the number at hand
        for r in range(hi - 1, lo - 1, -1):
            ratio = Decimal((copies - r) * (common - r)) / ((r + 1) * (size - copies - common + r + 1))
            ways, copied = 1 + ratio * ways, r + ratio * copied
        return copied / ways


@settings(max_examples=200)
@given(copies=st.integers(1, MILLION - 1), common=st.integers(1, MILLION - 1), data=st.data())
def test_a_known_number_has_a_closed_form_at_any_size(copies: int, common: int, data: st.DataObject) -> None:
    r = data.draw(st.integers(max(copies - (MILLION - common), 0), min(common, copies)))
    inside, outside = (one_belief(copies, MILLION, common, r, r, side) for side in (True, False))
    assert math.isclose(inside, r / common, rel_tol=1e-12)
    assert math.isclose(outside, (copies - r) / (MILLION - common), rel_tol=1e-12)


@settings(max_examples=30)
@given(copies=st.integers(1, MILLION - 1), common=st.integers(1, MILLION - 1), data=st.data())
def test_beliefs_of_all_records_sum_to_the_copies(copies: int, common: int, data: st.DataObject) -> None:
    least, most = max(copies - (MILLION - common), 0), min(common, copies)
    lo = data.draw(st.integers(least, most))
    hi = data.draw(st.integers(lo, most))
    inside, outside = (one_belief(copies, MILLION, common, lo, hi, side) for side in (True, False))
    assert math.isclose(common * inside + (MILLION - common) * outside, copies, rel_tol=1e-9)
    assert lo * (1 - 1e-9) <= common * inside <= hi * (1 + 1e-9)


@pytest.mark.parametrize("inside", [True, False, None])
def test_all_of_a_million_is_the_prior(inside: bool | None) -> None:
    for copies, common in ((1000, 500_000), (500_000, 500_000), (999_999, 3), (1, 1)):
        assert math.isclose(one_belief(copies, MILLION, common, 0, MILLION, inside), copies / MILLION, rel_tol=1e-9)


def test_much_evidence_leaves_no_doubt_and_no_overflow() -> None:
    """A hundred overlaps whose odds a double cannot hold."""
    for size in (_EXACT, 10 * _EXACT):
        for inside, certain in ((True, 0), (False, 1)):
            strong = [Overlap(size // 2, 0, 1, inside)] * 300
            assert math.isclose(posterior(size // 4, size, strong), certain, abs_tol=1e-100)


@pytest.mark.parametrize(
    ("copies", "size", "overlap"),
    [(-1, 5, None), (6, 5, None), (0, 0, None), (0, -1, None), (2, 5, (-1, 0, 0, True)), (2, 5, (6, 0, 2, None))],
)
def test_numbers_that_no_cluster_has_are_refused(
    copies: int, size: int, overlap: tuple[int, int, int, bool | None] | None
) -> None:
    with pytest.raises(BadInput, match=r"cannot have|is impossible in a cluster"):
        posterior(copies, size, [Overlap(*overlap)] if overlap else [])
    if size:
        with pytest.raises(BadInput, match="no cluster of"):
            weights(copies, size, overlap[0] if overlap else 0, 0, 0)


def table_4(oracle: ModuleType) -> tuple[ModuleType, ...]:
    """The releases of SANONY Table 4."""
    return (
        oracle.Release(
            [
                oracle.Cluster([FRAUD, THEFT], {"HIV": 1, "cancer": 1}),
                oracle.Cluster([VANDAL, ABUSE], {"cancer": 1}),
                oracle.Cluster([ASSAULT, ASSAULT], {"HIV": 1}),
            ],
            {"herpes": 1},
        ),
        oracle.Release(
            [oracle.Cluster([THEFT, MURDER], {"cancer": 1}), oracle.Cluster([VANDAL, ABUSE, MANSL], {"cancer": 1})], {}
        ),
        oracle.Release(
            [
                oracle.Cluster([THEFT, MURDER, THEFT], {"cancer": 1, "HIV": 1}),
                oracle.Cluster([MANSL, MANSL], {"cancer": 1}),
            ],
            {},
        ),
    )


def belief_of(oracle: ModuleType, term: str, unit: ModuleType, other: ModuleType, *, inside: bool | None) -> float:
    """Of a record of a unit, after a look at another unit."""
    overlap = Overlap(oracle.overlap(unit, other).total(), *oracle.range_of(term, unit, other), inside)
    return posterior(unit.copies[term], unit.records.total(), [overlap])


def test_examples_6_7_9_and_10_laura_has_hiv() -> None:
    first, second, _ = table_4(sanony_oracle)
    laura, later = sanony_oracle.published(first)[0], sanony_oracle.published(second)[0]
    assert sanony_oracle.overlap(laura, later) == {THEFT: 1}
    assert sanony_oracle.range_of("HIV", laura, later) == (0, 0)
    assert sanony_oracle.range_of("cancer", laura, later) == (0, 1)
    assert belief_of(sanony_oracle, "HIV", laura, later, inside=False) == 1
    assert belief_of(sanony_oracle, "cancer", laura, later, inside=False) == 0.5
    assert sanony_oracle.serial_risk(Fraction(1), sanony_oracle.population_rate("HIV", first)) == 3
    whole, later = sanony_oracle.whole(first), sanony_oracle.whole(second)
    herpes = belief_of(sanony_oracle, "herpes", whole, later, inside=False)
    assert herpes == 1 / 3
    assert herpes / sanony_oracle.population_rate("herpes", first) == 2


def test_example_8_what_is_left_of_a_cluster_tells_of_a_third() -> None:
    first, second, third = (sanony_oracle.published(release)[-2:] for release in table_4(sanony_oracle))
    pivot = second[1]
    found = sanony_oracle.range_of("cancer", pivot, first[0])
    assert found == (1, 1)
    left = sanony_oracle.derived_range(pivot.copies["cancer"], found)
    assert left == (0, 0)
    common = sanony_oracle.overlap(pivot, third[1]).total()
    assert one_belief(1, 2, common, *left, False) == 1


def test_example_11_one_counterfeit_with_hiv_hides_laura() -> None:
    first, second, _ = table_4(sanony_oracle)
    laura, later = sanony_oracle.published(first)[0], sanony_oracle.published(second)[0]
    by_term = {}
    for term in ("HIV", "cancer"):
        earlier = sanony_oracle.copy_range(laura.copies[term], 2, 1)
        needs = sanony_oracle.backward_needs(earlier, sanony_oracle.range_of(term, laura, later))
        by_term[term] = sanony_oracle.most_needed([needs])
    assert by_term == {"HIV": (0, 1), "cancer": (0, 0)}
    assert sanony_oracle.all_needed(by_term.values()) == 1
    perturbed = sanony_oracle.Cluster([THEFT, MURDER, frozenset({"murder"})], {"cancer": 1, "HIV": 1}, 1)
    (later,) = sanony_oracle.published(sanony_oracle.Release([perturbed], {}))
    assert sanony_oracle.range_of("HIV", laura, later) == (0, 1)
    assert belief_of(sanony_oracle, "HIV", laura, later, inside=False) == 0.5


def test_example_12_one_counterfeit_with_cancer_keeps_what_is_left_from_telling() -> None:
    found = sanony_oracle.Range(1, 1)
    needs = sanony_oracle.forward_needs(copies=1, size=3, common=2, found=found, counterfeits=0)
    assert needs == (0, 1)
    assert sanony_oracle.derived_range_among_counterfeits(copies=2, size=4, found=found, counterfeits=1) == (0, 1)
    assert one_belief(1, 2, 1, 0, 1, None) == 0.5


# Remedies


class Risk(NamedTuple):
    """What `remedy` is given; the overlaps have the ranges of the other side."""

    copies: int
    size: int
    overlaps: list[Overlap]
    allowed: float
    rate: float
    n_records: int
    whole: bool


@st.composite
def risks(draw: st.DrawFn, oracle: ModuleType) -> Risk:
    copies, size, overlaps = draw(cases(sizes=(2, 12), most=3).filter(lambda case: case.copies > 0))
    whole = draw(st.booleans())
    n_records = size + (0 if whole else draw(st.integers(0, 60)))
    rate = (copies + (0 if whole else draw(st.integers(0, (n_records - size) // 2)))) / n_records
    # At least the population rate, and less than what is believed.
    belief = believed(oracle, copies, size, overlaps)
    assume(belief > rate * 1.001)
    allowed = rate + (belief - rate) * draw(st.floats(0, 0.99))
    return Risk(copies, size, overlaps, allowed, rate, n_records, whole)


def believed(oracle: ModuleType, copies: int, size: int, overlaps: Sequence[Overlap]) -> float:
    """What is believed of a cluster; ranges that contradict each other tell nothing."""
    told = []
    for each in overlaps:
        own = oracle.copy_range(copies, size, each.size)
        both = oracle.intersection(own, oracle.Range(each.lo, each.hi))
        if both.lo <= both.hi:
            told.append(Overlap(each.size, *both, each.inside))
    return posterior(copies, size, told)


def assert_remedy(oracle: ModuleType, risk: Risk, found: Remedy) -> None:
    tolerance = 1 + 1e-9

    def is_enough(counterfeits: int) -> bool:
        less_common = risk.n_records / (risk.n_records + counterfeits)
        belief = believed(oracle, risk.copies, risk.size + counterfeits, risk.overlaps)
        return belief <= risk.allowed * less_common * tolerance

    def is_few(fewer: int) -> bool:
        allowed = risk.allowed * ((risk.copies - fewer) / risk.copies if risk.whole else 1)
        return believed(oracle, risk.copies - fewer, risk.size, risk.overlaps) <= allowed * tolerance

    # More may help less: they make the term less common, and ranges that contradicted each other tell something again.
    if found.counterfeits is None:
        assert not is_enough(risk.n_records)
    else:
        assert is_enough(found.counterfeits)
        assert not is_enough(found.counterfeits - 1)
    assert is_few(found.fewer_copies)
    assert not any(is_few(n) for n in range(found.fewer_copies))

    belief = believed(oracle, risk.copies, risk.size, risk.overlaps)

    def is_common(more: int, slack: float) -> bool:
        rate = (risk.rate * risk.n_records + more) / (risk.n_records + more)
        return belief <= risk.allowed / risk.rate * rate * slack

    assert (found.more_copies is None) == (risk.whole or risk.allowed / risk.rate <= belief)
    if found.more_copies is not None:
        assert is_common(found.more_copies, tolerance)
        assert not is_common(found.more_copies - 1, 1 / tolerance)


@settings(max_examples=150)
@given(data=st.data())
def test_each_remedy_is_enough_and_no_less_is(data: st.DataObject) -> None:
    risk = data.draw(risks(sanony_oracle))
    assert_remedy(sanony_oracle, risk, remedy(*risk))
