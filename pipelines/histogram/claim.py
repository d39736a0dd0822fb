"""What an audit is of: a method with its parameters, and the epsilon that it claims."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.common.numbers import whole_number
from setrisk.pipelines.common.spelling import suggestion
from setrisk.pipelines.histogram.noisy import Input
from setrisk.pipelines.histogram.universe import Universe
from setrisk.pipelines.methods.choice import check_kind, refuse_parameters
from setrisk.pipelines.methods.description import METHODS, Method, ReleaseMethod

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from setrisk.udf.common.arrays import Integers
    from setrisk.udf.histogram.mechanisms import Mechanism
    from setrisk.udf.histogram.noise import Noise
    from setrisk.udf.histogram.noisy_partitioning import Histograms


@dataclass(frozen=True)
class Claim:
    """What an audit is of.

    Attributes:
        name: of the method, followed by `:as_printed` if these are the steps as its paper prints them.
        epsilon: the epsilon that it claims.
        mechanism: how its releases are drawn.
        seed: of their noise; None for that of real releases.
        releases: how many are drawn of each histogram by default; None if nothing says so.
    """

    name: str
    epsilon: float
    mechanism: Mechanism
    seed: int | None = None
    releases: int | None = None


def claim_of(
    method: str | ReleaseMethod, *, epsilon: float | None = None, as_printed: bool = False, seed: int | None = None
) -> Claim:
    """What is audited, by what `audit` was given.

    Raises:
        BadInput: there is nothing to audit, or parameters are missing, out of their range, or given twice.
    """
    named = {"epsilon": epsilon, "as_printed": as_printed or None, "seed": seed}
    given = {name: value for name, value in named.items() if value is not None}
    check_kind(method, ReleaseMethod, given)
    if isinstance(method, ReleaseMethod):
        refuse_parameters([method], given)
        return _claim_of_method(method.method, method.given_values())
    if not isinstance(method, str):
        raise BadInput(f"method is {method!r:.60}; give a method of setrisk.methods, or the name of one")
    if seed is not None:
        seed = given["seed"] = whole_number("seed", seed, 0)
    # Imported late, as numpy takes longer to import than most commands run.
    from setrisk.udf.histogram.mechanisms import MECHANISMS

    chosen = next((m for m in METHODS if (m.name, m.task) == (method, "protect")), None)
    if chosen is None and method not in MECHANISMS:
        names = [*MECHANISMS, *(m.name for m in METHODS if m.draw)]
        raise BadInput(
            f"there is no mechanism {method!r} to audit; there are {', '.join(names)}{suggestion(method, names)}"
        )
    if as_printed and "as_printed" not in {p.name for p in (chosen.parameters if chosen else ())}:
        raise BadInput(f"{method} has no steps as printed to audit; leave as_printed out")
    if chosen is not None:
        return _claim_of_method(chosen, {**chosen.audited_with, **given})
    if epsilon is None:
        raise BadInput(f"{method} needs epsilon: the epsilon that it claims")
    return Claim(method, epsilon, MECHANISMS[method], seed)


def no_audit(method: Method) -> str:
    """That nothing is known of whether a noisy method keeps its epsilon, after its name."""
    return (
        f"{method.name}, which has no audit: whether it keeps its epsilon was not measured. The package "
        f"{method.package} has to name the function that draws its releases, as draw of the method's class"
    )


def _claim_of_method(method: Method, given: dict[str, Any]) -> Claim:
    from scipy.sparse import csr_array

    from setrisk.udf.histogram.mechanisms import mechanism_of

    if not method.is_noisy:
        raise BadInput(f"{method.name} claims no epsilon: there is nothing to audit")
    draw, theory = method.draw, method.theoretical_epsilon
    if draw is None:
        raise BadInput(f"this is {no_audit(method)}")
    arguments = method.arguments(given)

    def draw_tiny(held: NDArray[np.bool_], occurrences: Integers, n: int, epsilon: float, noise: Noise) -> Histograms:
        items = [f"item {number}" for number in range(1, held.shape[1] + 1)]
        tiny = Input(Universe(items, None, False), csr_array(held), occurrences)
        drawn: Histograms = draw(tiny, {**arguments, "epsilon": epsilon}, noise, n)
        return drawn

    def theoretical_epsilon(epsilon: float) -> float:
        return math.nan if theory is None else theory({**arguments, "epsilon": epsilon})

    name = f"{method.name}:as_printed" if arguments.get("as_printed") else method.name
    mechanism = mechanism_of(draw_tiny, theoretical_epsilon)
    return Claim(name, arguments["epsilon"], mechanism, arguments.get("seed"), method.audited_releases)
