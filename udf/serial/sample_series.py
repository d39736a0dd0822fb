"""SeGen: snapshots that follow each other, drawn from one (SANONY 4.1)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from setrisk.udf.common.arrays import Integers


def snapshots(n: int, *, size: int, kept: int, n_snapshots: int, draw: random.Random) -> Iterator[Integers]:
    """The record numbers of each snapshot, from 0, in random order.

    Args:
        n: records to draw from.
        size: records of each snapshot, at most n.
        kept: how many records of a snapshot the next one has again; the others are drawn from those that the last one
            does not have, so that size - kept is at most n - size.
        n_snapshots: how many.
        draw: the source of the draws.
    """
    snapshot = draw.sample(range(n), size)
    for number in range(n_snapshots):
        yield np.array(snapshot, dtype=np.int64)
        if number + 1 < n_snapshots:
            last = set(snapshot)
            others = [record for record in range(n) if record not in last]
            snapshot = draw.sample(snapshot, kept) + draw.sample(others, size - kept)
            draw.shuffle(snapshot)
