"""The audit of noisy methods: is the epsilon that they claim the one that they give?"""

from __future__ import annotations

from dataclasses import dataclass

from setrisk.errors import BadInput
from setrisk.pipelines.progress import Progress, silent


@dataclass(frozen=True)
class Audited:
    """What an audit of a method found.

    Attributes:
        method: which, with `published` where it is the paper's own variant.
        claim: the epsilon that it claims.
        theory: the epsilon that is known of it; infinity where there is none.
        bound: with the confidence, its epsilon is at least this.
        accused: whether that is more than it claims.
        event: what is likelier for one of two neighbours than for the other, in words.
        probable, improbable: bounds of the probability of the event there and here.
        releases: how many were drawn of each histogram.
        confidence: that the bound holds.
    """

    method: str
    claim: float
    theory: float
    bound: float
    accused: bool
    event: str
    probable: float
    improbable: float
    releases: int
    confidence: float


def audit(
    method: str,
    *,
    epsilon: float,
    published: bool = False,
    releases: int | None = None,
    confidence: float = 0.95,
    seed: int | None = None,
    progress: Progress = silent,
) -> Audited:
    """Draw many releases of neighbouring histograms and bound from below the epsilon that a method really gives.

    An audit can accuse; it cannot acquit. A bound above the claim shows, but for 1 - confidence, that the claim is
    wrong; one below shows that these events do not tell more.

    Args:
        method: `diffpart`, `aplkiller`, `privbayes`, `noisy-count`, or `textbook-laplace`, which is not private.
        epsilon: what it claims.
        published: the paper's own steps, of aplkiller and privbayes.
        releases: of each histogram; 100,000 unless given, 10,000 of privbayes.
        confidence: that the bound holds.
        seed: draw numpy's noise from a seed, instead of the noise that releases have.
        progress: called with each histogram.

    Raises:
        BadInput: an unknown method, or a number out of its range.
        MissingExtra: OpenDP is not installed, and no seed is given.
    """
    from setrisk.udf.audit import MECHANISMS
    from setrisk.udf.audit import audit as bounded
    from setrisk.udf.noise import SeededNoise

    name = f"{method} published" if published else method
    if published and name not in MECHANISMS:
        raise BadInput(f"{method} has no published variant to audit")
    if seed is not None and seed < 0:
        raise BadInput(f"seed is {seed}; it must be at least 0")
    found = bounded(
        name,
        epsilon,
        noise=None if seed is None else SeededNoise(seed),
        releases=releases,
        confidence=confidence,
        progress=lambda done, total: progress(f"drawing releases by {name}", done, total),
    )
    what = "the release" if found.event.place is None else f"the count of itemset {found.event.place + 1:b}"
    if method == "textbook-laplace":
        what = "the exponent of the lowest bit of a count"
    value = ", ".join(map(str, found.event.value))
    return Audited(
        name,
        epsilon,
        MECHANISMS[name].theory(epsilon),
        found.bound,
        found.bound > epsilon,
        f"{what} {found.event.relation} {value} ({found.pair.name}; likelier with "
        f"{'one occurrence more' if found.likelier == 'more' else 'one occurrence fewer'})",
        found.probable,
        found.improbable,
        found.releases,
        found.confidence,
    )
