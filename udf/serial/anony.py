"""Anony: how many copies of each sensitive item a cluster keeps, and how many go to the global bag.

Source: Bewong, Liu, Liu and Li, "Privacy preserving serial publication of transactional data" (2019), SANONY 2.2, steps
2 (sanitisation) and 4 (refining).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from setrisk.udf.common.arrays import Floats, Integers, runs
from setrisk.udf.serial.copies import bag_share

# What doubles may be off by: a copy more or less is a whole number.
_EXACT = 1e-9


def kept_copies(
    sizes: Integers,
    terms: Integers,
    clusters: Integers,
    copies: Integers,
    *,
    r_th: float,
    order: Sequence[int],
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[tuple[Integers, Integers, Integers], Integers]:
    """Divide the copies of each sensitive item between the clusters and the global bag.

    Args:
        sizes: records of each cluster, at least 1.
        terms, clusters, copies: a row per sensitive item, numbered from 0, and cluster that holds it: how many of its
            records do; each pair once, in the order of the terms, each of which has a row.
        r_th: how many times the population rate a cluster may have, at least 1.
        order: of the clusters, in which refining goes through them.
        progress: called with the terms that are done, and all terms.

    Returns:
        Rows like those given, of what each cluster has in the end, and the copies of each term in the bag. For every
        cluster and term, copies + max(J, round(J)) <= r_th * (its share of all copies), where J is its share of the
        bag, as long as there is a copy to move, and always for r_th of 2 or more; and no cluster has room for a copy
        that is in the bag.
    """
    starts = np.append(runs(terms), len(terms))
    bags = np.zeros(max(len(starts) - 1, 0), dtype=np.int64)
    found: list[tuple[Integers, Integers, Integers]] = []
    for term in range(len(bags)):
        rows = slice(starts[term], starts[term + 1])
        held = np.zeros(len(sizes), dtype=np.int64)
        held[clusters[rows]] = copies[rows]
        kept, bags[term] = _refine(*_sanitise(sizes, held, r_th), sizes, int(held.sum()), r_th, order)
        filled = np.flatnonzero(kept)
        found.append((np.full(len(filled), term), filled, kept[filled]))
        progress(term + 1, len(bags))
    columns = zip(*found, strict=True) if found else ((), (), ())
    by_term, by_cluster, by_copies = (np.concatenate([terms[:0], *column]) for column in columns)
    return (by_term, by_cluster, by_copies), bags


def _limits(sizes: Integers, total: int, r_th: float) -> Floats:
    """How many copies of a term r_th allows each cluster; none has more of them than records."""
    return np.asarray(min(r_th * total / int(sizes.sum()), 1.0) * sizes, np.float64)


def _most_copies(sizes: Integers, bag: int, total: int, r_th: float) -> Integers:
    """How many copies of a term each cluster may keep when so many of all are in the bag (formula 4)."""
    n_records = int(sizes.sum())
    share = sizes * bag / n_records
    limit = np.floor(_limits(sizes, total, r_th) + _EXACT - np.maximum(share, bag_share(sizes, bag, n_records)))
    most: Integers = np.clip(limit, 0, None).astype(np.int64)
    return most


def _sanitise(sizes: Integers, held: Integers, r_th: float) -> tuple[Integers, int]:
    """What each cluster keeps, and the bag; the bag counts in the limit of each cluster, and only ever grows."""
    total, bag = int(held.sum()), 0
    while True:
        kept = np.minimum(held, _most_copies(sizes, bag, total, r_th))
        if total - kept.sum() == bag:
            return kept, bag
        bag = total - int(kept.sum())


def _refine(
    kept: Integers, bag: int, sizes: Integers, total: int, r_th: float, order: Sequence[int]
) -> tuple[Integers, int]:
    """Move copies out of the bag into clusters that have room, so that spare room reveals nothing about a cluster."""
    if not bag:
        return kept, bag
    n_records = int(sizes.sum())
    limits = _limits(sizes, total, r_th) + _EXACT
    kept = kept.copy()
    # Room only grows while the bag empties, and is largest without one.
    candidates = np.zeros(len(sizes), dtype=bool)
    candidates[kept + 1 <= limits] = True
    waiting = [cluster for cluster in order if candidates[cluster]]
    moved = True
    while moved and bag:
        moved = False
        for cluster in waiting:
            size, limit = int(sizes[cluster]), float(limits[cluster])
            while bag:
                share = size * (bag - 1) / n_records
                if kept[cluster] + 1 + max(share, bag_share(size, bag - 1, n_records)) > limit:
                    break
                kept[cluster] += 1
                bag -= 1
                moved = True
    return kept, bag
