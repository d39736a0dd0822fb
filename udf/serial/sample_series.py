"""SeGen: corpora that follow each other, drawn from one (SANONY 4.1)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from setrisk.udf.common.arrays import Integers


def corpora(n: int, *, size: int, kept: int, n_corpora: int, draw: random.Random) -> Iterator[Integers]:
    """The record numbers of each corpus, from 0, in random order.

    Args:
        n: records to draw from.
        size: records of each corpus, at most n.
        kept: how many records of a corpus the next one has again; the others are drawn from those that the last one has
            not, so that size - kept is at most n - size.
        n_corpora: how many.
        draw: the source of the draws.
    """
    corpus = draw.sample(range(n), size)
    for number in range(n_corpora):
        yield np.array(corpus, dtype=np.int64)
        if number + 1 < n_corpora:
            last = set(corpus)
            others = [record for record in range(n) if record not in last]
            corpus = draw.sample(corpus, kept) + draw.sample(others, size - kept)
            draw.shuffle(corpus)
