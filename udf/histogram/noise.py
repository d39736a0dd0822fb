"""Where noise comes from: OpenDP and the operating system, which no one can guess, or a seed, for experiments."""

from __future__ import annotations

import functools
import math
import os
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from setrisk.errors import MissingExtra
from setrisk.udf.common.arrays import Floats, Integers
from setrisk.udf.common.ranges import check_epsilon

# The epsilon of OpenDP's own draws, and how many of them are drawn ahead at most.
_LEAST = 2.0**-50
_AHEAD = 256
# How many uniform numbers are drawn at once; a remainder that is too small is thrown away.
_UNIFORM_AHEAD = 4096


class Noise(Protocol):
    """A source of draws. All of them protect people: `laplace` and `loudest_place` state what they cost, what decides
    by a `uniform` number must say so itself.
    """

    def laplace(self, epsilons: Floats) -> Integers:
        """Discrete Laplace noise, a draw for each epsilon: P(z) = (1 - a) / (1 + a) * a ** |z| with a = exp(-epsilon).

        A whole number that one person changes by at most 1, published with a draw added, is epsilon-differentially
        private (Ghosh, Roughgarden and Sundararajan 2009).
        """

    def loudest_place(self, scores: Floats, epsilon: float, sensitivity: float) -> int:
        """The place of the largest score after exponential noise of scale 2 * sensitivity / epsilon.

        Epsilon-differentially private if one person changes each score by at most `sensitivity`: it draws as
        permute-and-flip does, which is never worse than the exponential mechanism (McKenna and Sheldon 2020; Ding et
        al. 2021).
        """

    def uniform(self, *shape: int) -> Floats:
        """Numbers from 0 to less than 1, multiples of 2^-53."""


class SecureNoise:
    """Noise of OpenDP's exact samplers, and uniform numbers of the operating system's secure source.

    OpenDP draws discrete Laplace noise y of one small epsilon e only, 2^-50, many draws at once: a call of it takes as
    long as thirty draws. All other noise is made of these draws, in whole numbers, without rounding:

    * g = y if y >= 0, else -y - 1, is geometric: P(g) is proportional to exp(-e) ** g, as g and -g - 1 are of y;
    * g // n, for a whole n, is geometric with exp(-n e): it is k or more if g is n k or more;
    * with a fair sign, drawn again if it is -0, that is discrete Laplace noise of epsilon n e.

    n e is `drawable_epsilons(epsilon)`: the epsilon that is asked for, or less by less than 2^-50.

    Raises:
        MissingExtra: OpenDP is not installed; there is no other noise to fall back to.
    """

    def __init__(self) -> None:
        """Find OpenDP at once, so that nothing is read or spent if it is not installed."""
        self._least = _least_noise()
        self._n_drawn = 0
        # Geometric draws that are left over, and beside each 1 or -1.
        self._left = np.empty((2, 0), dtype=np.int64)
        self._uniform_left = np.empty(0)

    def laplace(self, epsilons: Floats) -> Integers:
        """As `Noise.laplace`; an epsilon above 4096 is taken for 4096."""
        if not (epsilons >= _LEAST).all():
            raise ValueError("an epsilon is below 2^-50: there would be no noise")
        return self._scaled_noise((np.minimum(epsilons, 2.0**12) / _LEAST).astype(np.int64))

    def _scaled_noise(self, times: Integers) -> Integers:
        """Discrete Laplace noise of so many times the epsilon of OpenDP's draws."""
        geometric, sign = self._draw(len(times))
        noise: Integers = geometric // times * sign
        again = (noise == 0) & (sign < 0)
        if again.any():
            noise[again] = self._scaled_noise(times[again])
        return noise

    def _draw(self, n: int) -> Integers:
        """Draws of the geometric distribution with exp(-2^-50), and of 1 or -1, a row each."""
        missing = n - self._left.shape[1]
        if missing > 0:
            # More than needed, for the calls to come.
            missing = max(missing, min(self._n_drawn, _AHEAD))
            self._n_drawn += missing
            # Zeros that one person changes by 1: the noise alone.
            y = np.array(self._least(np.zeros(missing, dtype=np.int64)), dtype=np.int64)
            sign = 1 - 2 * (np.frombuffer(os.urandom(missing), dtype=np.int8) & 1).astype(np.int64)
            self._left = np.concatenate([self._left, [np.where(y >= 0, y, -y - 1), sign]], axis=1)
        drawn, self._left = self._left[:, :n], self._left[:, n:]
        return drawn

    def loudest_place(self, scores: Floats, epsilon: float, sensitivity: float) -> int:
        """As `Noise.loudest_place`."""
        dp = _opendp()
        space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.linf_distance(T=float)
        scale = 2 * sensitivity / epsilon
        measurement = dp.m.make_noisy_max(*space, dp.max_divergence(), scale=scale)
        while measurement.map(sensitivity) > epsilon:
            scale = math.nextafter(scale, math.inf)
            measurement = dp.m.make_noisy_max(*space, dp.max_divergence(), scale=scale)
        return int(measurement(scores.tolist()))

    def uniform(self, *shape: int) -> Floats:
        """As `Noise.uniform`."""
        n = math.prod(shape)
        if n > len(self._uniform_left):
            bits = np.frombuffer(os.urandom(8 * max(n, _UNIFORM_AHEAD)), dtype=np.uint64)
            self._uniform_left = (bits >> np.uint64(11)).astype(np.float64) * 2.0**-53
        drawn, self._uniform_left = self._uniform_left[:n], self._uniform_left[n:]
        return drawn.reshape(shape)


class SeededNoise:
    """Noise that can be drawn again from its seed, for experiments: it protects no one from who knows the seed."""

    def __init__(self, seed: int) -> None:
        """Start from a seed."""
        self._generator = np.random.default_rng(seed)

    def laplace(self, epsilons: Floats) -> Integers:
        """As `Noise.laplace`: the difference of two geometric numbers."""
        stop = -np.expm1(-epsilons)
        first, second = (self._generator.geometric(stop) for _ in range(2))
        noise: Integers = first - second
        return noise

    def loudest_place(self, scores: Floats, epsilon: float, sensitivity: float) -> int:
        """As `Noise.loudest_place`."""
        return int(np.argmax(scores * (epsilon / (2 * sensitivity)) + self._generator.exponential(size=len(scores))))

    def uniform(self, *shape: int) -> Floats:
        """As `Noise.uniform`."""
        return self._generator.random(shape)


class WatchedNoise:
    """Noise of another source, and whether any of it was drawn yet."""

    def __init__(self, noise: Noise, before: Callable[[], None] = lambda: None) -> None:
        """Watch a source of which nothing was drawn; `before` is called once, before the first draw, and may refuse it
        by an error.
        """
        self._noise, self._before = noise, before
        self.is_drawn = False

    def laplace(self, epsilons: Floats) -> Integers:
        """As `Noise.laplace`."""
        return self._source_to_draw().laplace(epsilons)

    def loudest_place(self, scores: Floats, epsilon: float, sensitivity: float) -> int:
        """As `Noise.loudest_place`."""
        return self._source_to_draw().loudest_place(scores, epsilon, sensitivity)

    def uniform(self, *shape: int) -> Floats:
        """As `Noise.uniform`."""
        return self._source_to_draw().uniform(*shape)

    def _source_to_draw(self) -> Noise:
        """The source, of which something is drawn now."""
        if not self.is_drawn:
            self._before()
            self.is_drawn = True
        return self._noise


def noisy_count(n: int, epsilon: float) -> int:
    """A count that one person changes by at most 1, with noise that makes it epsilon-differentially private; what is
    beyond BIGINT is its end.

    Raises:
        BadInput: epsilon is out of its range.
        MissingExtra: OpenDP is not installed.
    """
    check_epsilon(epsilon)
    noisy = n + int(SecureNoise().laplace(np.array([epsilon]))[0])
    return min(max(noisy, -(2**63)), 2**63 - 1)


def drawable_epsilons(epsilons: Floats) -> Floats:
    """The largest epsilons, not above these, that `SecureNoise` has noise of: whole multiples of 2^-50."""
    # A power of two: no bit is lost but those below it.
    multiples: Floats = np.floor(epsilons / _LEAST) * _LEAST
    return multiples


def draw_events(probabilities: Floats, n: int, noise: Noise) -> NDArray[np.bool_]:
    """Whether what has each probability, a row each, happens, n times each, to the last bit of the probability: if
    the first 53 bits of a uniform number are those of the probability, further ones decide.
    """
    each = probabilities[:, None]
    drawn = noise.uniform(len(probabilities), n)
    # All numbers that begin with these bits are below the probability; or some of them are.
    found: NDArray[np.bool_] = drawn + 2.0**-53 <= each
    open_ = found != (drawn < each)
    if open_.any():
        further = (each - drawn)[open_] * 2.0**53
        found[open_] = draw_events(further, 1, noise)[:, 0]
    return found


def tail_probability(thresholds: Floats, epsilons: Floats) -> Floats:
    """The probability that discrete Laplace noise reaches each threshold, 0 or more, with `drawable_epsilons`."""
    reached: Floats = np.exp(-epsilons * np.ceil(thresholds)) / (1 + np.exp(-epsilons))
    return reached


@functools.cache
def _opendp() -> Any:
    try:
        import opendp.prelude as dp
    except ImportError as error:
        raise MissingExtra(
            "noise that protects people comes from OpenDP, which is not installed: pip install 'setrisk[dp]' (265 MB); "
            "for an experiment that protects no one, ask for a seed"
        ) from error
    dp.enable_features("contrib")
    return dp


@functools.cache
def _least_noise() -> Callable[[Integers], list[int]]:
    """OpenDP's noise for counts that one person changes by at most 1."""
    dp = _opendp()
    space = dp.vector_domain(dp.atom_domain(T="i64")), dp.l1_distance(T="i64")
    drawn: Callable[[Integers], list[int]] = dp.m.make_laplace(*space, 1 / _LEAST)
    return drawn
