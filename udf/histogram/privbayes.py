"""PrivBayes: itemsets sampled from a Bayesian network whose shape and counts are differentially private.

Source: Zhang, Cormode, Procopiuc, Srivastava and Xiao, "PrivBayes: private data release via Bayesian networks" (ACM
TODS 42(4), 2017), for binary attributes and the score R. There the number n of records is public, and neighbours differ
in the values of one record; here one of them has a record more, so that n costs a part of the budget.

Why the score n R changes by less than 2: it is half the sum of the absolute entries of M = C - c_X c_P' / n, where C
counts the records by the value of an attribute X and of its parents P. Let a and b be the distributions of X and of P.
A record more, with the values x and p, changes M by n / (n + 1) * (e_x - a) (e_p - b)', where e_x is 1 at x, else 0.
The absolute entries of such a product sum up to the product of the sums: n / (n + 1) * 2 (1 - a_x) * 2 (1 - b_p) < 4.
It comes as near to 4 as one likes: n records without X and P, and then one with them. (From no records to one, M is 0.)
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from setrisk.errors import InfeasibleConstraint
from setrisk.udf.common.arrays import Integers
from setrisk.udf.histogram.bayesian_network import (
    Members,
    Network,
    Scores,
    chain,
    conditionals,
    draw_records,
    grow_network,
    marginal,
)
from setrisk.udf.histogram.noise import Noise
from setrisk.udf.histogram.noisy_partitioning import Histograms

# The parts of the budget: of all of it for the number of records, of the rest for the network (beta in the paper).
_FOR_NUMBER = 0.05
_FOR_NETWORK = 0.3
# What can be computed: parents of an attribute, and scores that a network is drawn by, half a minute of OpenDP's time.
_MOST_PARENTS = 20
_MOST_SCORES = 20_000_000


@dataclass(frozen=True)
class Synthetic(Histograms):
    """Itemsets of one release.

    Attributes:
        network: that they were drawn from, private as they are.
        spent: of epsilon, by what it was spent on.
    """

    network: Network
    spent: Mapping[str, float]


def privbayes(
    held: Members,
    occurrences: Integers,
    *,
    epsilon: float,
    theta: float,
    degree: int | None = None,
    noise: Noise,
    as_printed: bool = False,
    scores: Scores | None = None,
) -> Synthetic:
    """Draw about as many itemsets as there are records; those that are empty are left out.

    Args:
        held: a row per distinct itemset, none of them empty, and a column per item, at least one. Which items there
            are must not come from the records.
        occurrences: of each itemset.
        epsilon: the budget, above 0: a record more or less makes no outcome more than exp(epsilon) times as likely.
        theta: how many times the noise the counts of the marginals are at least, on average; sets the degree.
        degree: instead: how many parents an attribute has, at most.
        noise: the source of the draws.
        as_printed: the steps as the paper prints them, for reproduction only: epsilon is for neighbours with as many
            records.
        scores: of the histogram, if several releases of it are made.

    Raises:
        InfeasibleConstraint: a degree with too large marginals, or too many networks. Nothing was drawn. The degree
            that theta sets is never one: it depends on a draw, which the error would reveal.
    """
    n_items, n_records = held.shape[1], int(occurrences.sum())
    if degree is not None:
        degree = min(degree, n_items - 1)
        _check_degree(n_items, degree)
    spent = {}
    # The most by which a neighbour changes all counts of a marginal together, and a score.
    count_sensitivity, score_sensitivity = 1, 2.0
    if as_printed:
        count_sensitivity, score_sensitivity = 2, 3 + 2 / max(n_records, 1)
    else:
        spent["number of records"] = _FOR_NUMBER * epsilon
        n_records += int(noise.laplace(np.array([spent["number of records"]]))[0])
        n_records = max(n_records, 0)
    # A little less, so that rounding never spends more.
    epsilon *= 1 - 2**-40
    left = epsilon - sum(spent.values())

    if degree is None:
        degree = useful_degree(n_items, n_records, (1 - _FOR_NETWORK) * left / count_sensitivity, theta)
    members = np.ascontiguousarray(held.T)
    if _has_choice(n_items, degree):
        spent["network"] = _FOR_NETWORK * left
        per_attribute = spent["network"] / (n_items - 1)
        network = grow_network(
            scores or Scores(members, occurrences),
            degree=degree,
            first=int(noise.uniform(1)[0] * n_items),
            draw=lambda scores: noise.loudest_place(scores, per_attribute, score_sensitivity),
        )
    else:
        network = chain(n_items, degree)

    spent["marginals"] = epsilon - sum(spent.values())
    per_count = spent["marginals"] / (n_items - degree) / count_sensitivity
    marginals = []
    for item, parents in zip(network.order[degree:], network.parents[degree:], strict=True):
        counts = marginal(members, occurrences, [*parents, item])
        marginals.append(np.maximum(counts + noise.laplace(np.full(len(counts), per_count)), 0))
    itemsets, counts = draw_records(network, conditionals(marginals, degree), n_records, noise.uniform)
    return Synthetic(np.zeros(len(counts), dtype=np.int64), itemsets, counts, network, spent)


def useful_degree(n_items: int, n_records: int, epsilon: float, theta: float) -> int:
    """The largest degree that can be computed, with counts of at least theta times the noise on average; else 0.

    Args:
        n_items: how many attributes there are.
        n_records: how many records there are.
        epsilon: for all marginals together, if a neighbour changes the counts of one by 1.
        theta: as above.
    """
    for degree in range(min(n_items - 1, _MOST_PARENTS), 0, -1):
        noise = (n_items - degree) / epsilon
        if n_records / 2 ** (degree + 1) >= theta * noise and _n_scores(n_items, degree) <= _MOST_SCORES:
            return degree
    return 0


def _has_choice(n_items: int, degree: int) -> bool:
    """Whether networks of this degree differ: not without parents, nor if all marginals are the whole."""
    return 0 < degree < n_items - 1


def _n_scores(n_items: int, degree: int) -> int:
    """How many scores a network is drawn by: with t attributes chosen, n_items - t times the sets of parents of t."""
    return math.comb(n_items + 1, degree + 2) if _has_choice(n_items, degree) else 0


def _check_degree(n_items: int, degree: int) -> None:
    if degree > _MOST_PARENTS:
        raise InfeasibleConstraint(
            f"PrivBayes with degree {degree}: a marginal would have 2^{degree + 1} counts; the degree may be "
            f"{_MOST_PARENTS} at most. Lower it, or let theta set it"
        )
    n_scores = _n_scores(n_items, degree)
    if n_scores > _MOST_SCORES:
        raise InfeasibleConstraint(
            f"PrivBayes with degree {degree}: a network of {n_items} items needs {n_scores:,} scores; at "
            f"most {_MOST_SCORES:,} are supported. Lower the degree, or let theta set it"
        )
