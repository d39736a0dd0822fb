"""What an attacker may believe who counts every way in which the copies of a term can be placed.

Formula (12) of SANONY takes each overlap for itself, and its range alone: every number of copies in the range is as
good as any other. Here each placement in a cluster counts as often as the overlapping clusters can be completed to it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Neighbour:
    """A cluster of another release: which groups of records it shares, how many others it has, and its copies."""

    groups: tuple[int, ...]
    others: int
    copies: int


def exact_posteriors(sizes: Sequence[int], copies: int, neighbours: Sequence[Neighbour]) -> list[float] | None:
    """The probability that a record of each group has a term, all placements being equally likely.

    Args:
        sizes: records of each group of a cluster; those of a group are in the same overlaps.
        copies: of the term in the cluster, 0 to the sum of sizes.
        neighbours: clusters that share records with it; what they share with each other is left out of account.

    Returns:
        A probability for each group, None if no placement agrees with all neighbours.
    """
    total = 0
    held = [0] * len(sizes)
    for placed in itertools.product(*(range(min(size, copies) + 1) for size in sizes)):
        if sum(placed) != copies:
            continue
        ways = math.prod(map(math.comb, sizes, placed))
        for neighbour in neighbours:
            left = neighbour.copies - sum(placed[group] for group in neighbour.groups)
            ways *= math.comb(neighbour.others, left) if left >= 0 else 0
        total += ways
        for group, n in enumerate(placed):
            held[group] += ways * n
    return [n / (total * size) for n, size in zip(held, sizes, strict=True)] if total else None
