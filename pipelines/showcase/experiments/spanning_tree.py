"""MST, a synthesiser to compare with: noisy counts of items, then of pairs along a maximum spanning tree of those items
that are frequent enough to be seen through the noise, and a graphical model of both.

Source: McKenna, Miklau, Sheldon: Winning the NIST Contest, Journal of Privacy and Confidentiality 11(3), 2021, section
4. It needs the extra ``mbi``: noise is OpenDP's, the model that of the package mbi.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Standard deviations of noise that a count must exceed for its item to be seen, as published.
_SEEN_ABOVE = 3


def sample(records: NDArray[np.bool_], rho: float) -> NDArray[np.bool_]:
    """About as many records, with rho-zero-concentrated differential privacy: a third of rho each is for the counts of
    items, the choice of pairs and the counts of pairs.

    Args:
        records: a row each, a column per item.
        rho: the budget, > 0.

    Returns:
        Records, with the same columns; an item that is not seen is in none.
    """
    import jax
    import numpy as np
    from mbi import Domain, LinearMeasurement
    from mbi.estimation import mirror_descent

    # A record adds up to one to the number of records and to the support of each item.
    width = _width(1 + records.shape[1], rho / 3)
    n_records, *supports = _noisy([len(records), *records.sum(axis=0).tolist()], width)
    seen = [item for item, support in enumerate(supports) if support > _SEEN_ABOVE * width]
    found: NDArray[np.bool_] = np.zeros((max(n_records, 0), records.shape[1]), dtype=bool)
    if not seen or n_records <= 0:
        return found
    measured = [
        LinearMeasurement(jax.numpy.array([n_records - supports[item], supports[item]]), (item,), width)
        for item in seen
    ]
    estimates = np.clip(np.array(supports)[seen], 0, n_records)
    pairs = _spanning_tree(records[:, seen], estimates, n_records, rho / 3)
    width = _width(len(pairs), rho / 3)
    for one, other in ((seen[one], seen[other]) for one, other in pairs):
        cells = np.bincount(2 * records[:, one] + records[:, other], minlength=4).tolist()
        measured.append(LinearMeasurement(jax.numpy.array(_noisy(cells, width)), (one, other), width))
    model = mirror_descent(Domain(seen, [2] * len(seen)), measured, known_total=n_records)
    # Each tree is compiled anew: of hundreds of releases they would fill the memory.
    jax.clear_caches()
    for item, values in model.synthetic_data(n_records).to_dict().items():
        found[:, item] = values
    return found


def _spanning_tree(
    records: NDArray[np.bool_], supports: NDArray[np.int64], n_records: int, rho: float
) -> list[tuple[int, int]]:
    """Pairs of columns that make a tree, one after the other by noisy maxima: how far the counts of the four
    combinations of a pair are from what independent items would have. A record changes that by one at most.
    """
    import numpy as np
    import opendp.prelude as dp

    n_items = records.shape[1]
    if n_items == 1:
        return []
    one, other = np.triu_indices(n_items, 1)
    together = (records.T.astype(np.float64) @ records)[one, other]
    exact = records.sum(axis=0)
    distances = np.zeros(len(one))
    for count, of_one, of_other in (
        (together, supports[one], supports[other]),
        (exact[one] - together, supports[one], n_records - supports[other]),
        (exact[other] - together, n_records - supports[one], supports[other]),
        (len(records) - exact[one] - exact[other] + together, n_records - supports[one], n_records - supports[other]),
    ):
        distances += np.abs(count - of_one * of_other / n_records)
    choose = dp.m.make_noisy_max(
        dp.vector_domain(dp.atom_domain(T=float, nan=False)),
        dp.linf_distance(T=float),
        dp.zero_concentrated_divergence(),
        scale=math.sqrt((n_items - 1) / (2 * rho)),
    )
    tree = np.arange(n_items)  # of each item
    chosen = []
    for _ in range(n_items - 1):
        (candidates,) = np.nonzero(tree[one] != tree[other])
        pair = candidates[choose(distances[candidates].tolist())]
        chosen.append((int(one[pair]), int(other[pair])))
        tree[tree == tree[other[pair]]] = tree[one[pair]]
    return chosen


def _noisy(counts: list[int], width: float) -> list[int]:
    import opendp.prelude as dp

    measure = dp.m.make_gaussian(dp.vector_domain(dp.atom_domain(T=int)), dp.l2_distance(T=float), scale=width)
    noisy: list[int] = measure(counts)
    return noisy


def _width(counts: int, rho: float) -> float:
    """The standard deviation of noise for so many counts, each of which a record may change by one."""
    return math.sqrt(counts / (2 * rho))
