"""How sure an elimination is, learnt from others of which is known whether they were right.

THESIS 6.2 and CONTEXT 7 leave this, the confidence of an elimination, to future work. Our own answer is a logistic
regression on what can be seen of each eliminated cell.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from setrisk.errors import BadInput
from setrisk.udf.common.arrays import Floats


@dataclass(frozen=True)
class Regression:
    """What was learnt of eliminations.

    Attributes:
        low: the least value that each trait had; one number per trait.
        high: the largest.
        center: the mean of each trait.
        weights: the weight of each trait, after that of a constant.
    """

    low: Floats
    high: Floats
    center: Floats
    weights: Floats

    def beliefs(self, traits: Floats) -> Floats:
        """The belief in each elimination, 0 to 1. Beyond what was seen a trait counts as the nearest that was.

        Args:
            traits: eliminations x traits, as they were learnt from.
        """
        found: Floats = _chances(_with_constant(np.clip(traits, self.low, self.high) - self.center), self.weights)
        return found


def learn_belief(traits: Floats, is_right: NDArray[np.bool_]) -> Regression:
    """Learn by logistic regression what makes an elimination right.

    Before anything is seen, each weight has a normal distribution of mean 0 and variance 1, in the units of the traits:
    a few eliminations that were all right do not make certain, nor does a trait that is nearly the same for all.

    Args:
        traits: eliminations x traits, finite; differences of about 1 are large ones, as with logarithms and fractions.
        is_right: whether each elimination was right.

    Raises:
        BadInput: there is no elimination to learn from.
    """
    from scipy.optimize import minimize

    if not len(traits):
        raise BadInput("there is no elimination to learn from")
    center = traits.mean(axis=0)
    design = _with_constant(traits - center)

    def loss(weights: Floats) -> tuple[float, Floats]:
        score = design @ weights
        lost = np.logaddexp(0, score).sum() - score[is_right].sum() + weights @ weights / 2
        return float(lost), design.T @ (_chances(design, weights) - is_right) + weights

    found = minimize(loss, np.zeros(design.shape[1]), jac=True, method="L-BFGS-B", options={"ftol": 0, "gtol": 1e-8})
    return Regression(traits.min(axis=0), traits.max(axis=0), center, found.x)


def _with_constant(traits: Floats) -> Floats:
    return np.column_stack([np.ones(len(traits)), traits])


def _chances(design: Floats, weights: Floats) -> Floats:
    from scipy.special import expit

    chances: Floats = expit(design @ weights)
    return chances
