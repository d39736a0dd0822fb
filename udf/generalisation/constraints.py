"""Privacy constraints drawn at random, for experiments."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from setrisk.errors import BadInput


def draw_constraints(
    items: ArrayLike, share: float, *, sizes: tuple[int, int] = (2, 6), seed: int
) -> list[NDArray[np.int64]]:
    """Draw a share of the items without replacement and cut them into privacy constraints.

    The size of each constraint is drawn uniformly from sizes[0] to sizes[1]; near the end only from the sizes
    that leave a rest which can be cut too. The share is rounded to whole items, at least one constraint, and
    lowered to a number that can be cut into such sizes (with the default any number from 2 on can).

    Args:
        items: distinct integers [n], n >= sizes[0].
        share: in (0, 1].
        sizes: the smallest and the largest constraint, 1 <= smallest <= largest.
        seed: >= 0; the same arguments give the same constraints.

    Returns:
        The constraints, disjoint, the items of each ascending.

    Raises:
        BadInput: an argument is out of its range.

    Source: CONTEXT 6.1.4 (x % of the items) and THESIS 5.1.2. THESIS adds items to constraints of 3 to get
    those of 4 to 6, which saved it search-engine queries; here they are independent, and start at size 2.
    """
    pool = np.asarray(items)
    smallest, largest = sizes
    if not 1 <= smallest <= largest:
        raise BadInput(f"sizes is {sizes}; it must be (smallest, largest) with 1 <= smallest <= largest")
    if not 0 < share <= 1:
        raise BadInput(f"share is {share}; it must be above 0 and at most 1")
    if seed < 0:
        raise BadInput(f"seed is {seed}; it must be 0 or more")
    if pool.ndim != 1 or (pool.size and not np.issubdtype(pool.dtype, np.integer)):
        raise BadInput(f"items must be a flat array of integers, not {pool.dtype} of shape {pool.shape}")
    if len(np.unique(pool)) < len(pool):
        raise BadInput("items holds an item more than once; give distinct items")
    if len(pool) < smallest:
        raise BadInput(f"{len(pool)} items do not suffice for one constraint of {smallest}")
    left = max(smallest, round(share * len(pool)))
    while not _can_be_cut(left, smallest, largest):
        left -= 1
    rng = np.random.default_rng(seed)
    drawn = rng.permutation(pool.astype(np.int64))
    constraints = []
    while left:
        possible = range(smallest, min(largest, left) + 1)
        size = int(rng.choice([n for n in possible if _can_be_cut(left - n, smallest, largest)]))
        constraints.append(np.sort(drawn[left - size : left]))
        left -= size
    return constraints


def _can_be_cut(n: int, smallest: int, largest: int) -> bool:
    """Whether n items can be cut into parts of these sizes, that is, the fewest parts are not too many."""
    fewest_parts = -(-n // largest)
    return fewest_parts * smallest <= n
