"""Records drawn from a mixture of product distributions that agrees with noisy supports of items and pairs.

Source: the mixture is the relaxed data set of Aydore, Brown, Kearns, Kenthapadi, Melis, Roth and Siva, "Differentially
private query release through adaptive projection" (ICML 2021): each of its rows is a product distribution, and they
are fitted to noisy answers by their gradient. There the queries are chosen adaptively; here all pairs of items are
asked for, since a record with few items is in few of them (`noisy_supports`). Everything after that is computed from
noisy numbers, which costs no epsilon.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_array

from setrisk.udf.common import masks
from setrisk.udf.common.arrays import Floats, Integers
from setrisk.udf.histogram.bayesian_network import Members
from setrisk.udf.histogram.noise import Noise
from setrisk.udf.histogram.noisy_supports import Supports, noisy_supports

# How many product distributions, all of the same weight: so many for each item, but no more than the second number.
# With fewer, rare combinations do not get one of their own.
_COMPONENTS_PER_ITEM, COMPONENTS = 4, 200
# Steps of the fit at most. It is not run to its end, which would fit the noise.
_STEPS = 200
# How much it weighs that records would be empty, beside supports that are off by as many records.
_OF_EMPTY = 0.01
# Standard deviations of the noise by which a pair must differ from what its items have in common by chance.
CLEAR_PAIR = 2.0


@dataclass(frozen=True)
class Mixed:
    """Itemsets of one release.

    Attributes:
        held: which of the items of `supports` each distinct itemset has, none of them empty, a row each.
        occurrences: how often each was drawn.
        supports: that they were drawn by, private as they are.
    """

    held: Members
    occurrences: Integers
    supports: Supports


def mixture(held: csr_array, occurrences: Integers, *, epsilon: float, noise: Noise) -> Mixed:
    """Draw about as many itemsets as there are records; those that are empty are left out.

    Args, and what epsilon says: as `noisy_supports`.
    """
    supports = noisy_supports(held, occurrences, epsilon=epsilon, noise=noise)
    chances = fit(supports.item_supports, expected_pairs(supports), supports.n_records)
    drawn, counts = draw_records(chances, supports.n_records, noise)
    return Mixed(drawn, counts, supports)


def expected_pairs(supports: Supports) -> Floats:
    """The supports of pairs that records are to have: those that are clear of the noise, and of all others what their
    items have in common by chance; within what the supports of the two items allow.
    """
    each = supports.item_supports
    by_chance = np.outer(each, each) / max(supports.n_records, 1)
    noisy = supports.pair_supports
    is_clear = np.abs(noisy - by_chance) > CLEAR_PAIR * supports.pair_noise
    pairs = np.clip(np.where(is_clear, noisy, by_chance), 0, np.minimum.outer(each, each))
    np.fill_diagonal(pairs, 0)
    return np.asarray(pairs)


def fit(item_supports: Floats, pair_supports: Floats, n_records: int) -> Floats:
    """A mixture of product distributions: of each component and item, the probability that a record has it.

    What is least is the sum of the squared differences of supports, over all items and all pairs, and of the squared
    number of empty records, with little weight.

    Args:
        item_supports: in how many records each item is.
        pair_supports: in how many each pair is, symmetric; the diagonal is not looked at.
        n_records: how many records there are, in equal shares of the components.

    Returns:
        components x items.
    """
    n_items = len(item_supports)
    components = min(max(_COMPONENTS_PER_ITEM * n_items, 1), COMPONENTS)
    if n_items == 0 or n_records == 0:
        return np.zeros((components, n_items))
    share = np.clip(item_supports / n_records, 1e-6, 1 - 1e-3)
    # Components must differ to begin with; how they do is the same for all data, so that it reveals nothing.
    spread = np.random.default_rng(0).normal(size=(components, n_items))
    start = np.clip(share * np.exp(spread), 1e-6, 0.9)
    each = n_records / components
    scale = 1 / max(np.square(pair_supports).sum(), 1.0)

    def loss(logits: Floats) -> tuple[float, Floats]:
        chances = _chances(logits.reshape(components, n_items))
        pairs_off = each * (chances.T @ chances) - pair_supports
        np.fill_diagonal(pairs_off, 0)
        items_off = each * chances.sum(axis=0) - item_supports
        empty = each * np.exp(np.log1p(-np.minimum(chances, 1 - 1e-9)).sum(axis=1))
        n_empty = empty.sum()
        slope = each * (2 * chances @ pairs_off + items_off) * chances * (1 - chances)
        slope -= _OF_EMPTY * n_empty * empty[:, None] * chances
        value = (np.square(pairs_off).sum() + np.square(items_off).sum() + _OF_EMPTY * n_empty**2) / 2
        return scale * value, scale * slope.ravel()

    found = minimize(
        loss,
        np.log(start / (1 - start)).ravel(),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": _STEPS, "ftol": 1e-12, "gtol": 1e-9},
    )
    return _chances(found.x.reshape(components, n_items))


def _chances(logits: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -500, 500))))


def draw_records(chances: Floats, n_records: int, noise: Noise) -> tuple[Members, Integers]:
    """Draw records, each from one of the components, and of it every item by itself.

    Returns:
        The distinct itemsets that are not empty, a row each, and how often each was drawn.
    """
    components, n_items = chances.shape
    which = (noise.uniform(n_records) * components).astype(np.int64)
    drawn = np.concatenate(
        [
            noise.uniform(n, n_items) < row
            for n, row in zip(np.bincount(which, minlength=components), chances, strict=True)
        ]
    )
    return masks.count_itemsets(drawn)
