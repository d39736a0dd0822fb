"""Vertical partitioning: the terms of a cluster are dealt out to record chunks and a term chunk (VERPART).

Source: Terrovitis, Liagouris, Mamoulis and Skiadopoulos, "Privacy preservation by disassociation" (2012), and DISASSOC
section 3. The records of a cluster that hold a term are the bits of one Python integer: the support of an itemset is a
conjunction and a count of bits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Chunk = list[int]


def vertical(holders: Mapping[int, int], n_records: int, *, k: int, m: int) -> tuple[list[Chunk], set[int]]:
    """Deal out the terms of a cluster.

    Args:
        holders: for each term the records that hold it, as bits, one or more; a smaller term wins a tie.
        n_records: of the cluster, empty ones included.
        k: least support of what a record chunk shows.
        m: size of the itemsets for which it must hold.

    Returns:
        The record chunks, each with its terms by falling support, and the terms of the term chunk.
    """
    frequent = by_support({term: bits for term, bits in holders.items() if bits.bit_count() >= k})
    chunks = record_chunks(frequent, holders, k=k, m=m)
    term_chunk = set(holders) - set(frequent)
    needed = n_records + k * (min(m, len(chunks)) - 1)
    if len(chunks) >= 2 and not term_chunk and filled(chunks, holders) < needed:
        # Too few sub-records to fill all records that an adversary's itemset would leave empty: a term that may
        # stand in any record makes up for it.
        rarest = frequent[-1]
        term_chunk.add(rarest)
        chunks = [chunk for chunk in ([t for t in c if t != rarest] for c in chunks) if chunk]
    return chunks, term_chunk


def by_support(holders: Mapping[int, int]) -> list[int]:
    """The terms by falling support, then by number."""
    return sorted(holders, key=lambda term: (-holders[term].bit_count(), term))


def filled(chunks: Sequence[Chunk], holders: Mapping[int, int]) -> int:
    """The sub-records of all chunks that are not empty."""
    total = 0
    for chunk in chunks:
        held = 0
        for term in chunk:
            held |= holders[term]
        total += held.bit_count()
    return total


def record_chunks(terms: Sequence[int], holders: Mapping[int, int], *, k: int, m: int) -> list[Chunk]:
    """Deal out terms that k records or more hold, in their order, each to the first chunk that stays k^m-anonymous with
    it: every itemset of at most m of its terms that occurs is held by k records or more.
    """
    chunks: list[Chunk] = []
    rest = list(terms)
    while rest:
        chunk: Chunk = []
        left: Chunk = []
        for term in rest:
            fits = _no_rare_itemset(holders[term], [holders[t] for t in chunk], k, m - 1)
            (chunk if fits else left).append(term)
        chunks.append(chunk)
        rest = left
    return chunks


def _no_rare_itemset(holding: int, others: list[int], k: int, more: int) -> bool:
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
    return more == 1 or all(_no_rare_itemset(both, others[number + 1 :], k, more - 1) for both, number in narrower)
