"""The audit of noisy methods: do they keep to the epsilon that they claim?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import overload

from setrisk.pipelines.common.argument_types import check_types
from setrisk.pipelines.common.progress import Progress, ignore_progress
from setrisk.pipelines.histogram.claim import claim_of
from setrisk.pipelines.methods.description import ReleaseMethod


@dataclass(frozen=True)
class Audited:
    """The result of an audit.

    Attributes:
        method: name of the method, followed by `:as_printed` if these are the steps as its paper prints them.
        epsilon: the epsilon that the method claims.
        theoretical_epsilon: its epsilon according to theory; infinity if it has none, None if setrisk does not know it.
        least_epsilon: a lower bound of its epsilon, at the given significance level.
        accused: whether that bound is above the claim.
        event: an outcome that is more likely for one of two neighbouring histograms than for the other, in words.
        high_probability: lower bound of the probability of the event for the first of them.
        low_probability: upper bound of its probability for the other.
        releases: how many releases of each histogram were drawn.
        significance_level: probability, at most, that the bound does not hold: 0.05 for 95 % confidence.
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
    significance_level: float


@overload
def audit(
    method: ReleaseMethod,
    *,
    releases: int | None = None,
    significance_level: float = 0.05,
    progress: Progress = ignore_progress,
) -> Audited: ...


@overload
def audit(
    method: str,
    *,
    epsilon: float,
    as_printed: bool = False,
    releases: int | None = None,
    significance_level: float = 0.05,
    seed: int | None = None,
    progress: Progress = ignore_progress,
) -> Audited: ...


@check_types
def audit(
    method: str | ReleaseMethod,
    *,
    epsilon: float | None = None,
    as_printed: bool = False,
    releases: int | None = None,
    significance_level: float = 0.05,
    seed: int | None = None,
    progress: Progress = ignore_progress,
) -> Audited:
    """Draw many releases of neighbouring histograms and compute a lower bound of the epsilon that a method really has.

    An audit can accuse; it cannot acquit. A bound above the claim shows, at the given significance level, that the
    claim is wrong. A bound below it only shows that the audited events do not distinguish the histograms any better.

    Args:
        method: one of `diffpart`, `aplkiller`, `privbayes`, `mixture`, `noisy-count`, or `textbook-laplace`, which is
            not private; or a noisy method of another package, if that says how to draw its releases. In Python, also a
            method with its parameters, such as `setrisk.methods.DiffPart(epsilon=1, c1=0.5)`: it is audited with all of
            them but those that say what the items are, of which an audit has three of its own; by name, with those with
            which an audit sees most.
        epsilon: the epsilon that the method claims; in Python, a method with its parameters has one.
        as_printed: audit the steps as the paper prints them; for aplkiller and privbayes only.
        releases: how many releases of each histogram to draw; by default 100,000, for privbayes 10,000, for mixture
            1,000.
        significance_level: probability, at most, that the bound does not hold: 0.05 for 95 % confidence.
        seed: draw numpy's noise from this seed, instead of the noise of real releases.
        progress: called for each histogram.

    Raises:
        BadInput: an unknown method, a number outside its range, or epsilon, as_printed or a seed beside a method that
            has its parameters already.
        MissingExtra: OpenDP is not installed, and no seed is given.

    Examples:
        >>> audited = setrisk.audit("diffpart", epsilon=1, releases=100, seed=1)
        >>> audited.epsilon, audited.accused
        (1.0, False)
        >>> setrisk.audit(setrisk.methods.DiffPart(epsilon=1, c1=0.5, seed=1), releases=100).accused
        False
    """
    from setrisk.udf.histogram.audit import RELEASES
    from setrisk.udf.histogram.audit import audit as bounded
    from setrisk.udf.histogram.noise import SeededNoise

    claim = claim_of(method, epsilon=epsilon, as_printed=as_printed, seed=seed)
    if releases is None:
        releases = claim.releases or RELEASES
    found = bounded(
        claim.mechanism,
        claim.epsilon,
        noise=None if claim.seed is None else SeededNoise(claim.seed),
        releases=releases,
        significance_level=significance_level,
        progress=lambda done, total: progress(f"drawing releases by {claim.name}", done, total),
    )
    what = "the release" if found.event.place is None else f"the count of itemset {found.event.place + 1:b}"
    if claim.name == "textbook-laplace":
        what = "the exponent of the lowest bit of a count"
    value = ", ".join(map(str, found.event.value))
    theory = claim.mechanism.theory(claim.epsilon)
    return Audited(
        claim.name,
        claim.epsilon,
        None if math.isnan(theory) else theory,
        found.bound,
        found.bound > claim.epsilon,
        f"{what} {found.event.relation} {value} ({found.pair.name}; likelier with "
        f"{'one occurrence more' if found.likelier == 'more' else 'one occurrence fewer'})",
        found.probable,
        found.improbable,
        found.releases,
        found.significance_level,
    )
