"""PCTA: merge items by clustering until privacy constraints are satisfied, without utility constraints."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from setrisk.errors import BadInput
from setrisk.udf.common.arrays import Floats, Integers
from setrisk.udf.generalisation.arguments import check_feasible, distinct_pairs
from setrisk.udf.generalisation.coat import Generalisation
from setrisk.udf.generalisation.generalised_transactions import GeneralisedTransactions, bits, log_loss
from setrisk.udf.generalisation.violations import Violations


def pcta(
    tids: ArrayLike,
    items: ArrayLike,
    *,
    n_transactions: int,
    n_items: int,
    constraints: Sequence[ArrayLike],
    k: int,
    progress: Callable[[int, int], None] | None = None,
) -> Generalisation:
    """Merge clusters of items until every privacy constraint is satisfied; at first each item is a cluster.

    What satisfies a constraint, see `coat`. While some constraint is not satisfied:

    1. Take the constraint and the violating subset with the largest support; ties as in `coat`. It needs the fewest
       further transactions.
    2. Of all pairs of a cluster in that subset and another cluster, merge the two whose union has the least utility
       loss UL(g), see `coat`. Ties: the cluster of the subset, then the other, with the smallest item.

    Args:
        tids: integers [n], 0 <= tid < n_transactions; transactions that do not occur are empty.
        items: integers [n], 0 <= item < n_items, parallel to `tids`; the pairs are distinct, in any order.
        n_transactions: |D|.
        n_items: |I|.
        constraints: arrays of 1 to `MAX_CONSTRAINT_SIZE` items.
        k: the least support, >= 2.
        progress: called after each step with the number of satisfied constraints and of all constraints.

    Raises:
        BadInput: an argument is out of its range.
        InfeasibleConstraint: a constraint is violated, and fewer than k transactions hold any item.

    Source: Gkoulalas-Divanis and Loukides 2011. Unlike COAT, it looks at all clusters of the constraint, not at that of
    least support alone, and takes the cheapest merge even if another one would satisfy the constraint at once. The
    order of constraints and of ties is ours.
    """
    if k < 2:
        raise BadInput(f"k is {k}; it must be 2 or more")
    tid, item = distinct_pairs(tids, items, n_transactions, n_items)
    release = GeneralisedTransactions(tid, item, n_transactions, np.ones(n_items))
    violations = Violations(release, constraints, k)
    merges = 0
    if violations.next_constraint() is not None:
        check_feasible(tid, k)
    while (index := violations.next_constraint()) is not None:
        image = list(violations.image(index))
        subset = violations.worst_subset(index)
        held = [label for label, bit in zip(image, bits(len(image)), strict=True) if subset & bit]
        violations.merge(*_cheapest_merge(release, sorted(held)))
        merges += 1
        if progress is not None:
            progress(violations.n_satisfied, len(violations.constraints))
    return Generalisation(release.label.astype(np.int32), merges, 0, release.log_utility_loss())


def _cheapest_merge(release: GeneralisedTransactions, held: list[int]) -> tuple[int, int]:
    """One of these clusters and another one whose union has the least utility loss."""
    clusters = np.flatnonzero(release.label == np.arange(len(release.label)))
    losses = np.array([_losses(release, cluster, clusters) for cluster in held])
    # What differs by rounding alone is equal: a release must not depend on the last bit of a logarithm.
    row, column = np.argwhere(losses <= losses.min() + 1e-9)[0]
    return held[row], int(clusters[column])


def _losses(release: GeneralisedTransactions, cluster: int, others: Integers) -> Floats:
    """Logarithms of the utility loss of the union with each other cluster; infinite with itself."""
    overlap = release.count(release.transactions(cluster))
    losses = log_loss(
        release.size[cluster] + release.size[others],
        release.weight[cluster] + release.weight[others],
        release.support[cluster] + release.support[others] - overlap[others],
    )
    return np.where(others == cluster, np.inf, losses)
