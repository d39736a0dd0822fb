"""Vertical partitioning: the terms of a cluster are dealt out to record chunks and a term chunk (VERPART).

Source: Terrovitis, Liagouris, Mamoulis and Skiadopoulos, "Privacy preservation by disassociation" (2012), and DISASSOC
section 3. The records of a cluster that hold a term are the bits of one Python integer: the support of an itemset is a
conjunction and a count of bits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from setrisk.udf.common.arrays import Integers, ranges
from setrisk.udf.disassociation.cluster_terms import ClusterTerms

Chunk = list[int]


def partition_vertically(
    rows: ClusterTerms, *, k: int, m: int, progress: Callable[[int, int], None] = lambda done, total: None
) -> tuple[Integers, NDArray[np.bool_]]:
    """Deal out the terms of all clusters.

    Args:
        rows: the terms of the clusters.
        k: least support of what a record chunk shows.
        m: size of the itemsets for which it must hold.
        progress: called with the clusters that are done, and how many there are.

    Returns:
        The chunk of each row, from 1, or 0 for the term chunk; and of each cluster, whether its record chunks have
        `n_records + k * (m - 1)` sub-records or more.
    """
    n_clusters = len(rows.n_records)
    frequent = np.flatnonzero(rows.supports >= k)
    cluster, terms, supports = rows.cluster[frequent], rows.term[frequent].tolist(), rows.supports[frequent]
    first_record = np.cumsum(rows.n_records) - rows.n_records
    records = rows.holders[ranges(rows.starts[frequent], supports)]
    bits = (records - np.repeat(first_record[cluster], supports)).tolist()
    held = [sum(map((1).__lshift__, bits[start:end])) for start, end in pairwise([0, *np.cumsum(supports).tolist()])]

    n_frequent = np.bincount(cluster, minlength=n_clusters)
    rare = (np.bincount(rows.cluster, minlength=n_clusters) > n_frequent).tolist()
    ends = np.cumsum(n_frequent).tolist()
    dealt: list[int] = []
    spare = []
    for number, (start, end) in enumerate(pairwise([0, *ends])):
        progress(number, n_clusters)
        n_records = rows.n_records.item(number)
        holders = dict(zip(terms[start:end], held[start:end], strict=True))
        chunks = cluster_chunks(holders, n_records, k=k, m=m, rare=rare[number])
        chunk_of = {term: n for n, chunk in enumerate(chunks, 1) for term in chunk}
        dealt += [chunk_of.get(term, 0) for term in holders]
        spare.append(_n_sub_records(chunks, holders) >= n_records + k * (m - 1))
    chunk = np.zeros(len(rows.term), dtype=np.int64)
    chunk[frequent] = dealt
    return chunk, np.array(spare)


def cluster_chunks(holders: Mapping[int, int], n_records: int, *, k: int, m: int, rare: bool) -> list[Chunk]:
    """Deal out the terms of one cluster that are frequent in it.

    Args:
        holders: for each term that k records or more hold these records, as bits; a smaller term wins a tie.
        n_records: of the cluster, empty ones included.
        k: as above.
        m: as above.
        rare: whether the cluster has terms that fewer than k records hold.

    Returns:
        The record chunks, each with its terms by falling support. Terms of none of them are for the term chunk: the
        rare ones and, if the count condition asks for a term chunk and there are no rare ones, the rarest.
    """
    chunks = record_chunks(holders, k=k, m=m)
    if rare or len(chunks) < 2 or _n_sub_records(chunks, holders) >= n_records + k * (min(m, len(chunks)) - 1):
        return chunks
    # Too few sub-records to fill all records that an attacker's itemset would leave empty: a term that may be in
    # any record makes up for it.
    rarest = _terms_by_support(holders)[-1]
    return [chunk for chunk in ([term for term in chunk if term != rarest] for chunk in chunks) if chunk]


def _terms_by_support(holders: Mapping[int, int]) -> list[int]:
    """The terms by falling support, then by number."""
    return sorted(holders, key=lambda term: (-holders[term].bit_count(), term))


def _n_sub_records(chunks: Sequence[Chunk], holders: Mapping[int, int]) -> int:
    """The sub-records of all chunks that are not empty."""
    total = 0
    for chunk in chunks:
        held = 0
        for term in chunk:
            held |= holders[term]
        total += held.bit_count()
    return total


def record_chunks(
    holders: Mapping[int, int], meeting: Mapping[int, Sequence[int]] | None = None, *, k: int, m: int
) -> list[Chunk]:
    """Deal out terms that k records or more hold, by falling support, each to the first chunk that stays k^m-anonymous
    with it: every itemset of at most m of its terms that occurs is held by k records or more. `meeting` may say of
    each term which others it has a record in common with: no other is looked at.
    """
    chunks: list[Chunk] = []
    rest = _terms_by_support(holders)
    while rest:
        chunk: dict[int, int] = {}
        left: Chunk = []
        for term in rest:
            others = chunk.values() if meeting is None else [chunk[one] for one in meeting[term] if one in chunk]
            if _has_no_rare_itemset(holders[term], list(others), k, m - 1):
                chunk[term] = holders[term]
            else:
                left.append(term)
        chunks.append(list(chunk))
        rest = left
    return chunks


def _has_no_rare_itemset(holding: int, others: list[int], k: int, more: int) -> bool:
    """Whether at most `more` of the terms can be added to an itemset of which `holding` are the records, without
    coming to 1 to k - 1 records. A term that all of these records hold changes nothing and need not be added.
    """
    if not more:
        return True
    narrower = []
    for number, other in enumerate(others):
        both = holding & other
        if both and both != holding:
            if both.bit_count() < k:
                return False
            narrower.append((both, number))
    return more == 1 or all(_has_no_rare_itemset(both, others[number + 1 :], k, more - 1) for both, number in narrower)
