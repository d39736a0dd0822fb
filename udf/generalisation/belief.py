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
        center: what is subtracted from each trait; one number per trait.
        scale: what each trait is then divided by, > 0.
        weights: the weight of each trait, after that of a constant.
    """

    center: Floats
    scale: Floats
    weights: Floats

    def beliefs(self, traits: Floats) -> Floats:
        """The belief in each elimination, 0 to 1.

        Args:
            traits: eliminations x traits, as they were learnt from.
        """
        found: Floats = _chances(_with_constant((traits - self.center) / self.scale), self.weights)
        return found


def learn_belief(traits: Floats, is_right: NDArray[np.bool_]) -> Regression:
    """Learn by logistic regression what makes an elimination right.

    Each weight has a normal distribution of mean 0 and variance 1 before anything is seen, so that a few eliminations
    that were all right do not make certain. Traits are divided by their standard deviations before.

    Args:
        traits: eliminations x traits, finite.
        is_right: whether each elimination was right.

    Raises:
        BadInput: there is no elimination to learn from.
    """
    from scipy.optimize import minimize

    if not len(traits):
        raise BadInput("there is no elimination to learn a belief from")
    center, spread = traits.mean(axis=0), traits.std(axis=0)
    # A trait that all have says nothing; rounding leaves a little of its spread.
    scale = np.where(spread > 1e-9 * (1 + abs(center)), spread, np.inf)
    design = _with_constant((traits - center) / scale)

    def loss(weights: Floats) -> tuple[float, Floats]:
        score = design @ weights
        lost = np.logaddexp(0, score).sum() - score[is_right].sum() + weights @ weights / 2
        return float(lost), design.T @ (_chances(design, weights) - is_right) + weights

    found = minimize(loss, np.zeros(design.shape[1]), jac=True, method="L-BFGS-B", options={"ftol": 0, "gtol": 1e-8})
    return Regression(center, scale, found.x)


def _with_constant(traits: Floats) -> Floats:
    return np.column_stack([np.ones(len(traits)), traits])


def _chances(design: Floats, weights: Floats) -> Floats:
    from scipy.special import expit

    chances: Floats = expit(design @ weights)
    return chances
