"""Horizontal partitioning: records that share frequent terms come into one cluster (HORPART).

Source: Terrovitis, Liagouris, Mamoulis and Skiadopoulos, "Privacy preservation by disassociation" (2012), as DISASSOC
section 3 sums it up. The recursion there splits a part by its most frequent term that no split above it has used: into
the records with the term, where the recursion goes on with one term more in use, and those without it, where it goes
on with the same. Following the second branch down, each record leaves with the first of the chosen terms that it
holds: one pass over the part finds the whole chain of splits, with counts that only ever fall.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from setrisk.udf.common.arrays import Integers, ranges, runs


def partition_horizontally(
    starts: Integers,
    items: Integers,
    *,
    k: int,
    max_cluster_size: int,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Integers]:
    """Part records into clusters.

    Args:
        starts: n + 1 places: record r has the items `items[starts[r]:starts[r + 1]]`.
        items: item numbers, each once a record; a smaller number wins a tie.
        k: a cluster has at least k records. Walking through the parts in the recursion's order, parts join until they
            have k records together; what is left over joins the last cluster.
        max_cluster_size: parts of so many records are split, while a term is left to split on.
        progress: called with the records that are in clusters, and all records.

    Returns:
        The record numbers of each cluster, ascending, in the recursion's order.
    """
    n_records = len(starts) - 1
    done = 0
    parts: list[Integers] = []
    open_parts: list[tuple[Integers, tuple[int, ...]]] = [(np.arange(n_records), ())]
    while open_parts:
        records, used = open_parts.pop()
        split = [] if len(records) < max_cluster_size else _splits(records, starts, items, used, max_cluster_size)
        if split:
            open_parts += reversed(split)
        elif len(records):
            parts.append(records)
            done += len(records)
            progress(done, n_records)
    return _join_small(parts, k)


def _splits(
    records: Integers, starts: Integers, items: Integers, used: tuple[int, ...], max_cluster_size: int
) -> list[tuple[Integers, tuple[int, ...]]]:
    """The chain of splits of a part: the records with each chosen term, and those that are left, each with the terms
    used above it. Nothing if there is no term to split on.
    """
    lengths = starts[records + 1] - starts[records]
    local_starts = np.cumsum(lengths) - lengths
    entries = items[ranges(starts[records], lengths)]
    # A sort of plain numbers brings the records of each term together.
    width = len(records).bit_length()
    holders = np.sort(entries << width | np.repeat(np.arange(len(records)), lengths))
    holder_term = holders >> width
    holders &= (1 << width) - 1
    first = runs(holder_term)
    ends = np.append(first[1:], len(holders))
    terms = holder_term[first]

    # What a term weighs: its records and, if these tie, the smaller number; 0 or less without records.
    n_terms = len(terms)
    weights = (ends - first) * n_terms - np.arange(n_terms)
    weights[np.isin(terms, used)] = 0
    order = np.argsort(-weights)[: np.count_nonzero(weights)]
    place = np.full(holder_term.max(initial=0) + 1, len(order))
    place[terms[order]] = np.arange(len(order))
    place_of = place[entries]
    heaviest = weights[order]
    weights = np.append(heaviest, 0)

    free = np.ones(len(records), dtype=bool)
    left = len(records)
    found: list[tuple[Integers, tuple[int, ...]]] = []
    seen = 0
    while left >= max_cluster_size and len(order):
        best = weights[:seen].argmax() if seen else 0
        # Weights only fall: none is above what the first unseen one had.
        while seen < len(order) and heaviest[seen] >= weights[best]:
            seen = min(2 * seen + 64, len(order))
            best = weights[:seen].argmax()
        if weights[best] <= 0:
            break
        term = order[best]
        holding = holders[first[term] : ends[term]]
        holding = holding[free[holding]]
        free[holding] = False
        left -= len(holding)
        gone = place_of[ranges(local_starts[holding], lengths[holding])]
        np.subtract.at(weights, gone, n_terms)
        found.append((records[holding], (*used, int(terms[term]))))
    if found and left:
        found.append((records[free], used))
    return found


def _join_small(parts: list[Integers], k: int) -> list[Integers]:
    clusters: list[Integers] = []
    waiting: list[Integers] = []
    n_waiting = 0
    for part in parts:
        waiting.append(part)
        n_waiting += len(part)
        if n_waiting >= k:
            clusters.append(np.sort(np.concatenate(waiting)) if len(waiting) > 1 else part)
            waiting, n_waiting = [], 0
    if waiting and clusters:
        clusters[-1] = np.sort(np.concatenate([clusters[-1], *waiting]))
    elif waiting:
        clusters.append(np.sort(np.concatenate(waiting)))
    return clusters
