"""How many copies of a sensitive item a part of a release can have: a cluster by its share of the bag, and an overlap.

Both are in SQL too, in `sql/serial/internal/bag_share.sql` and `sql/serial/copy_range.sql`: relations ask for millions
of them, which would take minutes by way of Python, and a kernel has no database to ask.
`tests/serial/test_sql_and_kernels.py` holds the two together.

Source: Bewong, Liu, Liu and Li, "Privacy preserving serial publication of transactional data" (2019), SANONY.
"""

from __future__ import annotations

from typing import TypeVar

from setrisk.udf.common.arrays import Integers

# What doubles may be off by, in relation to a belief; `sql/common/internal/is_above.sql` allows the same.
TOLERANCE = 1e-9

Records = TypeVar("Records", int, Integers)


def bag_share(cluster_size: Records, in_bag: int, release_size: int) -> Records:
    """The copies of a term in the global bag that an attacker assigns to a cluster: its share by records, rounded half
    up (formula 3, footnote 6).
    """
    return (2 * cluster_size * in_bag + release_size) // (2 * release_size)


def copy_range(copies: int, cluster_size: int, overlap_size: int) -> tuple[int, int]:
    """The fewest and the most copies that an overlap can hold, by one cluster alone (formula 5)."""
    return max(copies - (cluster_size - overlap_size), 0), min(overlap_size, copies)


def is_above(belief: float, allowed: float) -> bool:
    """Whether a belief is above the one that is allowed, by more than the rounding error of doubles."""
    return belief > allowed * (1 + TOLERANCE)
