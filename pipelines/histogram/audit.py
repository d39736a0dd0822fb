"""The audit of noisy methods: do they keep to the epsilon that they claim?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from setrisk.errors import BadInput
from setrisk.pipelines.common.numbers import whole_number
from setrisk.pipelines.common.progress import Progress, ignore_progress
from setrisk.pipelines.methods.description import METHODS, Method

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from setrisk.udf.common.arrays import Integers
    from setrisk.udf.histogram.audit import Mechanism
    from setrisk.udf.histogram.noise import Noise
    from setrisk.udf.histogram.noisy_partitioning import Histograms


@dataclass(frozen=True)
class Audited:
    """The result of an audit.

    Attributes:
        method: name of the method, followed by `as printed` if these are the steps as its paper prints them.
        epsilon: the epsilon that the method claims.
        theoretical_epsilon: its epsilon according to theory; infinity if it has none, None if setrisk does not know it.
        least_epsilon: a lower bound of its epsilon, at the given confidence level.
        accused: whether that bound is above the claim.
        event: an outcome that is more likely for one of two neighbouring histograms than for the other, in words.
        high_probability: lower bound of the probability of the event for the first of them.
        low_probability: upper bound of its probability for the other.
        releases: how many releases of each histogram were drawn.
        confidence_level: probability that the bound holds.
    """

    method: str
    epsilon: float
    theoretical_epsilon: float | None
    least_epsilon: float
    accused: bool
    event: str
    high_probability: float
    low_probability: float
    releases: int
    confidence_level: float


def audit(
    method: str,
    *,
    epsilon: float,
    as_printed: bool = False,
    releases: int | None = None,
    confidence_level: float = 0.95,
    seed: int | None = None,
    progress: Progress = ignore_progress,
) -> Audited:
    """Draw many releases of neighbouring histograms and compute a lower bound of the epsilon that a method really has.

    An audit can accuse; it cannot acquit. A bound above the claim shows, at the given confidence, that the claim is
    wrong. A bound below it only shows that the audited events do not distinguish the histograms any better.

    Args:
        method: one of `diffpart`, `aplkiller`, `privbayes`, `noisy-count`, or `textbook-laplace`, which is not private;
            or a noisy method of another package, if that says how to draw its releases.
        epsilon: the epsilon that the method claims.
        as_printed: audit the steps as the paper prints them; for aplkiller and privbayes only.
        releases: how many releases of each histogram to draw; by default 100,000, for privbayes 10,000.
        confidence_level: probability that the bound holds.
        seed: draw numpy's noise from this seed, instead of the noise of real releases.
        progress: called for each histogram.

    Raises:
        BadInput: an unknown method, or a number outside its range.
        MissingExtra: OpenDP is not installed, and no seed is given.

    Examples:
        >>> audited = setrisk.audit("diffpart", epsilon=1, releases=100, seed=1)
        >>> audited.epsilon, audited.accused
        (1, False)
    """
    from setrisk.udf.histogram.audit import MECHANISMS
    from setrisk.udf.histogram.audit import audit as bounded
    from setrisk.udf.histogram.noise import SeededNoise

    name = f"{method} as printed" if as_printed else method
    if as_printed and name not in MECHANISMS:
        raise BadInput(f"{method} has no steps as printed to audit; leave as_printed out")
    if seed is not None:
        seed = whole_number("seed", seed, 0)
    mechanism = MECHANISMS.get(name) or _mechanism_of(name)
    found = bounded(
        name,
        epsilon,
        mechanism=mechanism,
        noise=None if seed is None else SeededNoise(seed),
        releases=releases,
        confidence_level=confidence_level,
        progress=lambda done, total: progress(f"drawing releases by {name}", done, total),
    )
    what = "the release" if found.event.place is None else f"the count of itemset {found.event.place + 1:b}"
    if method == "textbook-laplace":
        what = "the exponent of the lowest bit of a count"
    value = ", ".join(map(str, found.event.value))
    theory = math.nan if mechanism is None else mechanism.theory(epsilon)
    return Audited(
        name,
        epsilon,
        None if math.isnan(theory) else theory,
        found.bound,
        found.bound > epsilon,
        f"{what} {found.event.relation} {value} ({found.pair.name}; likelier with "
        f"{'one occurrence more' if found.likelier == 'more' else 'one occurrence fewer'})",
        found.probable,
        found.improbable,
        found.releases,
        found.confidence_level,
    )


def no_audit(method: Method) -> str:
    """That nothing is known of whether a noisy method keeps its epsilon, after its name."""
    return (
        f"{method.name}, which has no audit: whether it keeps its epsilon was not measured. The package "
        f"{method.package} has to name the function that draws its releases, as draw of the method's class"
    )


def _mechanism_of(name: str) -> Mechanism | None:
    """How an audit draws releases by a method that no kernel of ours draws; None if there is no such method.

    Raises:
        BadInput: it has no noise, or nothing says how to draw its releases.
    """
    import numpy as np

    from setrisk.pipelines.histogram.noisy import Input
    from setrisk.pipelines.histogram.universe import Universe
    from setrisk.udf.histogram.audit import mechanism_of

    method = next((m for m in METHODS if (m.name, m.task) == (name, "protect")), None)
    if method is None:
        return None
    if not method.is_noisy:
        raise BadInput(f"{name} claims no epsilon: there is nothing to audit")
    draw = method.draw
    if draw is None:
        raise BadInput(f"this is {no_audit(method)}")

    def draw_tiny(held: NDArray[np.bool_], occurrences: Integers, n: int, epsilon: float, noise: Noise) -> Histograms:
        items = [f"item {number}" for number in range(1, held.shape[1] + 1)]
        arguments = method.arguments({**method.audited_with, "epsilon": epsilon})
        drawn: Histograms = draw(Input(Universe(items, None, False), held, occurrences), arguments, noise, n)
        return drawn

    return mechanism_of(draw_tiny)
