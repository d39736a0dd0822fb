"""Word Mover's Distance: how far the terms of one record have to travel to become those of another.

Source: Kusner, Sun, Kolkin and Weinberger, "From word embeddings to document distances" (2015); DISASSOC 6.1.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from setrisk.errors import MissingExtra


def movers_distance(one: Sequence[Sequence[float] | None], other: Sequence[Sequence[float] | None]) -> float | None:
    """The least mean Euclidean distance over which the terms of one record become those of the other.

    Args:
        one: a vector per term, all of equal weight; None if the term is unknown: it is left out.
        other: the same for the other record, vectors of the same length.

    Returns:
        The distance, or None if either record has no known term.

    Raises:
        MissingExtra: POT is not installed.
    """
    try:
        import ot
    except ImportError as error:
        raise MissingExtra("Word Mover's Distance needs POT: pip install 'setrisk[wmd]'") from error
    from scipy.spatial.distance import cdist

    first, second = (np.array([v for v in vectors if v is not None], dtype=np.float64) for vectors in (one, other))
    if not len(first) or not len(second):
        return None
    weights = (np.full(len(v), 1 / len(v)) for v in (first, second))
    return float(ot.emd2(*weights, cdist(first, second)))
