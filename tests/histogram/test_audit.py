"""The audit: it catches what gives less than it claims, accuses nothing that does not, and its bounds hold."""

import math

import numpy as np
import pytest

from setrisk.errors import BadInput
from setrisk.pipelines.histogram.claim import claim_of
from setrisk.udf.common.arrays import Floats, Integers
from setrisk.udf.histogram.audit import (
    Audit,
    Neighbours,
    audit,
    audit_draws,
    tiny_neighbours,
)
from setrisk.udf.histogram.events import Event
from setrisk.udf.histogram.mechanisms import Mechanism, lowest_bits
from setrisk.udf.histogram.noise import SeededNoise

REPAIRED = {"noisy-count": 20_000, "diffpart": 12_000, "aplkiller": 12_000, "privbayes": 300, "mixture": 100}

# The smallest neighbours: of one itemset.
ONE = np.array([1], dtype=np.int64)
PAIR = Neighbours("0 and 1", ONE - 1, ONE)


class TooQuiet(SeededNoise):
    """Noise of so many times the epsilon that it claims."""

    def __init__(self, seed: int, times: int) -> None:
        super().__init__(seed)
        self.times = times

    def laplace(self, epsilons: Floats) -> Integers:
        return super().laplace(self.times * epsilons)

    def loudest_place(self, scores: Floats, epsilon: float, sensitivity: float) -> int:
        return super().loudest_place(scores, self.times * epsilon, sensitivity)


def mechanism(name: str) -> Mechanism:
    """What `audit` audits by this name."""
    return claim_of(name.removesuffix(":as_printed"), epsilon=1, as_printed=name.endswith(":as_printed")).mechanism


def plain(epsilon: float, seed: int, releases: int, significance_level: float = 0.05) -> Audit:
    noise = SeededNoise(seed)
    return audit_draws(
        lambda histogram, n: histogram + noise.laplace(np.full(n, epsilon))[:, None],
        [PAIR],
        releases=releases,
        significance_level=significance_level,
    )


@pytest.mark.parametrize("epsilon", [0.5, 1.0])
@pytest.mark.parametrize("name", REPAIRED)
def test_what_is_repaired_keeps_its_claim(name: str, epsilon: float) -> None:
    found = audit(mechanism(name), epsilon, noise=SeededNoise(5), releases=REPAIRED[name])
    assert found.bound <= epsilon
    assert mechanism(name).theory(epsilon) == epsilon


@pytest.mark.parametrize("name", ["noisy-count", "diffpart", "aplkiller"])
def test_the_audit_sees_three_quarters_of_what_they_spend(name: str) -> None:
    assert audit(mechanism(name), 1.0, noise=SeededNoise(6), releases=REPAIRED[name]).bound > 0.75


def test_redrawing_until_positive_costs_more_than_claimed() -> None:
    found = audit(mechanism("aplkiller:as_printed"), 0.5, noise=SeededNoise(7), releases=20_000)
    assert 0.55 < found.bound < mechanism("aplkiller:as_printed").theory(0.5) == pytest.approx(0.7141, abs=1e-3)
    # The redrawn boundary itemset, at the value 1, is likelier with count 1 than with count 2.
    assert found.event == Event(2, "is", (1,))
    assert (found.pair.name, found.likelier) == ("boundary itemset, 1 and 2", "fewer")


@pytest.mark.parametrize("epsilon", [0.5, 1.0])
def test_the_low_bits_of_textbook_noise_tell_the_count(epsilon: float) -> None:
    found = audit(mechanism("textbook-laplace"), epsilon, noise=SeededNoise(8), releases=10_000)
    assert found.bound > 4
    # 1 + noise is a multiple of 2^-53.
    assert found.event.relation == "at most"
    assert found.event.value[0] <= -54
    assert found.likelier == "fewer"


@pytest.mark.parametrize("name", ["noisy-count", "diffpart", "aplkiller"])
def test_noise_of_half_the_scale_is_caught(name: str) -> None:
    assert audit(mechanism(name), 0.5, noise=TooQuiet(9, 2), releases=8_000).bound > 0.6


def test_privbayes_is_caught_where_it_spends_more_than_it_claims() -> None:
    """It has all other items for parents: of a lower degree nothing was found where it spent five times its claim."""
    assert audit(mechanism("privbayes"), 0.5, noise=TooQuiet(9, 3), releases=400).bound > 0.6
    assert audit(mechanism("privbayes"), 1.0, noise=TooQuiet(9, 2), releases=400).bound > 1.2


def test_the_audit_sees_what_privbayes_spends() -> None:
    assert 0.4 < audit(mechanism("privbayes"), 1.0, noise=SeededNoise(9), releases=1000).bound < 1


def test_privbayes_as_printed_tells_the_number_of_records() -> None:
    found = audit(mechanism("privbayes:as_printed"), 0.5, noise=SeededNoise(9), releases=200)
    assert found.bound > 1.2
    assert mechanism("privbayes:as_printed").theory(0.5) == math.inf
    # From no record nothing is drawn; from one, mostly one.
    assert (found.event, found.pair.name) == (Event(None, "is", (0,) * 7), "itemset alone, 0 and 1")
    assert found.likelier == "fewer"


@pytest.mark.parametrize("epsilon", [0.5, 1.0, 2.0])
def test_the_bound_is_below_and_near_an_epsilon_that_is_known(epsilon: float) -> None:
    assert 0.8 * epsilon < plain(epsilon, 10, 50_000).bound < epsilon


def test_the_bound_fails_no_more_often_than_its_significance_level_allows() -> None:
    """Of few releases, where selection on the releases that are also evaluated would overshoot time and again."""
    over = sum(plain(0.2, seed, 200, significance_level=0.2).bound > 0.2 for seed in range(300))
    assert over <= 0.2 * 300


def test_nothing_is_found_where_nothing_differs() -> None:
    found = audit_draws(lambda histogram, n: np.zeros((n, 1), dtype=np.int64), [PAIR], releases=100)
    assert found.bound == 0


def test_what_is_told_plainly_is_bounded_by_the_releases_alone() -> None:
    found = audit_draws(lambda histogram, n: np.repeat(histogram[None], n, axis=0), [PAIR], releases=2000)
    # Never seen in 1000: (1 - p)^1000 = error, and 1 - p of always; four bounds share 5%.
    error = 0.05 / 4
    p = error ** (1 / 1000)
    assert (found.probable, found.improbable) == pytest.approx((p, 1 - p))
    assert found.bound == pytest.approx(math.log(p / (1 - p)))


def test_a_whole_release_is_an_event_too() -> None:
    """Each feature alone is a fair coin under both; together they tell everything."""

    def run(histogram: Integers, n: int) -> Integers:
        coin = generator.integers(0, 2, n)
        return np.stack([coin, coin ^ histogram[0]], axis=1)

    generator = np.random.default_rng(11)
    found = audit_draws(run, [PAIR], releases=2000)
    assert found.event.place is None
    assert found.bound > 4


def test_the_event_is_chosen_on_one_half_and_judged_on_the_other() -> None:
    """What is only in the first half of the releases bounds nothing."""

    def run(histogram: Integers, n: int) -> Integers:
        return np.where(np.arange(n) < n // 2, histogram[0], 0)[:, None]

    assert audit_draws(run, [PAIR], releases=2000).bound == 0


def test_neighbours_differ_in_one_occurrence() -> None:
    for n_items in (2, 3):
        for pair in tiny_neighbours(n_items):
            assert len(pair.fewer) == 2**n_items - 1
            assert np.sort(pair.more - pair.fewer).tolist() == [0] * (2**n_items - 2) + [1]


def test_lowest_bits() -> None:
    doubles = np.array([0.0, 1.0, -1.0, 0.75, 6.0, 2.0**-60, 1 + 2.0**-52, 1 - 2.0**-53, -(2.0**-1022)])
    assert lowest_bits(doubles).tolist() == [1024, 0, 0, -2, 1, -60, -52, -53, -1022]


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    audit(mechanism("noisy-count"), 1.0, noise=SeededNoise(1), releases=10, progress=lambda *each: told.append(each))
    # Of the ten histograms of five pairs, two are the same.
    assert told == [(done, 9) for done in range(1, 10)]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"epsilon": 0.0}, r"epsilon is 0.0; it must be from 0\.0001 to 100"),
        ({"releases": 1}, "1 releases; an audit needs 2"),
        ({"significance_level": 0.0}, "significance_level is 0.0; it must be above 0 and below 1"),
        ({"n_items": 4}, "a universe of 4 items"),
    ],
)
def test_refusals(given: dict, message: str) -> None:
    arguments = {"epsilon": 1.0, "releases": 10, "noise": SeededNoise(1)} | given
    with pytest.raises(BadInput, match=message):
        audit(mechanism("noisy-count"), **arguments)


@pytest.mark.parametrize("more", [ONE - 1, ONE + 1, np.array([1, 0])])
def test_what_are_no_neighbours_is_refused(more: Integers) -> None:
    with pytest.raises(BadInput, match="must differ in one occurrence of one itemset"):
        audit_draws(
            lambda histogram, n: np.zeros((n, 1), dtype=np.int64), [Neighbours("no", ONE - 1, more)], releases=10
        )
    with pytest.raises(BadInput, match="at least one pair"):
        audit_draws(lambda histogram, n: np.zeros((n, 1), dtype=np.int64), [], releases=10)
