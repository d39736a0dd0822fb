"""Noise of both sources follows its law, and OpenDP proves what it is asked for."""

import math
from decimal import Decimal, getcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import setrisk
from setrisk.errors import BadInput
from setrisk.udf.common.ranges import MOST_C, MOST_EPSILON
from setrisk.udf.histogram.noise import (
    _LEAST,
    Noise,
    SecureNoise,
    SeededNoise,
    _least_noise,
    draw_events,
    drawable_epsilons,
    noisy_count,
    tail_probability,
)

pytest.importorskip("opendp", reason="OpenDP is not installed: pip install 'setrisk[dp]'")

SOURCES = pytest.mark.parametrize("noise", [SecureNoise(), SeededNoise(7)], ids=["OpenDP", "seed"])
# In standard deviations: what OpenDP draws differs from run to run, and is further off once in hundreds of millions.
FAR = 6


def test_opendp_proves_the_epsilon_of_its_own_draws() -> None:
    assert _least_noise().map(1) == _LEAST


@given(st.lists(st.tuples(st.floats(1e-9, 1e6), st.integers(-(2**62), 2**62)), min_size=1))
def test_noise_is_made_of_opendps_as_its_proof_says(draws: list[tuple[float, int]]) -> None:
    """Draw by draw, in fractions: magnitudes are whole quotients, never by more than the epsilon that is asked for."""
    epsilons, least = zip(*draws, strict=True)
    noise = SecureNoise()
    # What comes after these draws is far from 0, so that nothing is drawn again after it.
    rest = iter([*least, *[2**62] * len(draws)])
    noise._least = lambda zeros: [next(rest) for _ in zeros]
    found = noise.laplace(np.array(epsilons))
    for value, epsilon, y in zip(found.tolist(), epsilons, least, strict=True):
        n = math.floor(min(Fraction(epsilon), 4096) * 2**50)
        magnitude = (y if y >= 0 else -y - 1) // n
        assert abs(value) in ((magnitude,) if magnitude else (0, 2**62 // n))


@given(st.floats(1e-9, MOST_EPSILON / 2), st.floats(0, MOST_C))
def test_probabilities_are_those_of_the_noise_that_is_drawn(asked: float, c: float) -> None:
    """To thirteen digits, where the threshold is so many standard deviations."""
    epsilon = drawable_epsilons(np.array([asked]))
    times, rest = divmod(Fraction(float(epsilon[0])), Fraction(1, 2**50))
    assert rest == 0
    assert times == math.floor(Fraction(asked) * 2**50)
    threshold = np.sqrt(2) * c / epsilon
    getcontext().prec = 50
    a = (-Decimal(int(times)) / 2**50).exp()
    exactly = a ** math.ceil(threshold[0]) / (1 + a)
    assert abs(Decimal(float(tail_probability(threshold, epsilon)[0])) / exactly - 1) < Decimal("1e-12")


def test_there_is_no_noise_for_an_epsilon_that_is_too_small() -> None:
    for epsilon in (2.0**-51, 0.0, -1.0, float("nan")):
        with pytest.raises(ValueError, match="no noise"):
            SecureNoise().laplace(np.array([1.0, epsilon]))


@SOURCES
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
def test_noise_is_discrete_laplace(noise: Noise, epsilon: float) -> None:
    n = 20_000
    drawn = noise.laplace(np.full(n, epsilon))
    a = np.exp(-epsilon)
    for value in (-2, -1, 0, 1, 2, 5):
        p = (1 - a) / (1 + a) * a ** abs(value)
        assert (drawn == value).mean() == pytest.approx(p, abs=FAR * np.sqrt(p / n))
    for threshold in (0, 0.2, 2, 3.7):
        p = tail_probability(np.array([threshold]), np.array([epsilon]))[0]
        assert (drawn >= threshold).mean() == pytest.approx(p, abs=FAR * np.sqrt(p * (1 - p) / n))


@SOURCES
def test_every_draw_has_its_own_epsilon(noise: Noise) -> None:
    epsilons = np.tile([1000.0, 0.001], 50)
    drawn = noise.laplace(epsilons)
    assert (drawn[::2] == 0).all()
    assert np.abs(drawn[1::2]).mean() > 100


@SOURCES
def test_the_loudest_is_drawn_as_permute_and_flip_does(noise: Noise) -> None:
    """Of two, the lower one wins where exponential noise of its scale makes up for the difference."""
    n, epsilon, sensitivity, difference = 1_500, 1.0, 2.0, 3.0
    lower = np.mean([noise.loudest_place(np.array([difference, 0.0]), epsilon, sensitivity) for _ in range(n)])
    p = np.exp(-difference * epsilon / (2 * sensitivity)) / 2
    assert lower == pytest.approx(p, abs=FAR * np.sqrt(p / n))


@SOURCES
def test_uniform_numbers_fill_their_range(noise: Noise) -> None:
    drawn = noise.uniform(100, 200)
    assert drawn.shape == (100, 200)
    assert drawn.min() >= 0
    assert drawn.max() < 1
    assert (drawn * 2.0**53 == np.round(drawn * 2.0**53)).all()
    assert np.bincount((drawn * 10).astype(int).ravel(), minlength=10) == pytest.approx(2000, abs=FAR * np.sqrt(2000))


class Constant:
    """Uniform numbers that are all the same."""

    def __init__(self, u: float) -> None:
        self.u = u

    def uniform(self, *shape: int) -> np.ndarray:
        return np.full(shape, self.u)


def test_what_is_improbable_happens_as_rarely_as_it_should() -> None:
    """Not once in 2^53 times, as where a uniform number of 53 bits is compared once."""
    probabilities = np.array([0.0, 1e-30, 2.0**-53, 0.3, 1.0])
    assert draw_events(probabilities, 1, Constant(2.0**-53))[:, 0].tolist() == [False, False, False, True, True]
    assert draw_events(probabilities, 1, Constant(0.0))[:, 0].tolist() == [False, True, True, True, True]
    # After 53 zeros the next bits are compared with those of the probability, shifted: here above them.
    drawn = iter([0.0, 0.5])
    source = Constant(0.0)
    source.uniform = lambda *shape: np.full(shape, next(drawn))  # type: ignore[method-assign]
    assert draw_events(np.array([0.4 * 2.0**-53]), 1, source).tolist() == [[False]]


@SOURCES
def test_events_happen_with_their_probabilities(noise: Noise) -> None:
    n = 20_000
    for p in (0.01, 0.5, 0.93):
        assert draw_events(np.array([p]), n, noise).mean() == pytest.approx(p, abs=FAR * np.sqrt(p * (1 - p) / n))


@pytest.mark.parametrize("epsilon", [0.0, -1.0, 1e-30, 1e30, float("nan"), float("inf")])
def test_counts_with_an_epsilon_that_is_none(epsilon: float) -> None:
    with pytest.raises(BadInput, match=r"must be from 0\.0001 to 100"):
        noisy_count(5, epsilon)
    with pytest.raises(BadInput, match=r"must be from 0\.0001 to 100"):
        setrisk.audit("noisy-count", epsilon=epsilon, seed=1)


def test_counts_at_the_ends_of_their_range_stay_in_it() -> None:
    for n in (2**63 - 1, -(2**63)):
        assert all(-(2**63) <= noisy_count(n, 0.01) <= 2**63 - 1 for _ in range(20))
