"""Refining: terms of the term chunks of neighbouring clusters move to chunks that the clusters share.

Source: Terrovitis, Liagouris, Mamoulis and Skiadopoulos, "Privacy preservation by disassociation" (2012), and DISASSOC
section 3: a term that is too rare for the record chunks of each of two clusters may be frequent enough for both.

Two repairs, without which the guarantee (for each itemset of at most m terms there is a possible reconstruction in
which k records hold it) does not hold:

* A term that is elsewhere below a joint cluster, in a record chunk, a shared chunk or as a term kept back, is not
  refined there. The paper allows it if the shared chunk is k-anonymous. That is not enough: a sub-record with the
  term cannot come from the cluster where the term is, so that the k equal ones may be unable to meet in one
  cluster (tests/disassociation/test_guarantee.py has the example). Without such terms any sub-record may come from any
  cluster.
* A term chunk that became empty would bring the count condition of vertical partitioning back, and how many of the
  shared sub-records fall to which cluster is not published. So a cluster whose own record chunks do not fill all its
  records, however they are used, keeps one of its terms back.

Whether two neighbours are joined depends on them alone: a pass looks at all neighbours at once, in arrays, and only the
joints that it accepts are made one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from setrisk.udf.common.arrays import Integers, is_among, ranges, runs
from setrisk.udf.disassociation.cluster_terms import ClusterTerms
from setrisk.udf.disassociation.refining_nodes import Nodes
from setrisk.udf.disassociation.vertical_partitioning import record_chunks

# As many terms of a joint as this are rarely held by the same records: which of them are is found for all at once.
_MANY = 64


@dataclass(frozen=True)
class Joint:
    """A joint cluster.

    Attributes:
        clusters: their numbers, ascending; a joint of joints has those of both.
        rows: the terms of these clusters that are refined.
        chunk: of each of these rows the shared chunk, from 1.
    """

    clusters: Integers
    rows: Integers
    chunk: Integers


def refine(
    rows: ClusterTerms,
    chunked: NDArray[np.bool_],
    spare: NDArray[np.bool_],
    *,
    k: int,
    m: int,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Joint]:
    """Join clusters, as long as that shows more than the term chunks do.

    Clusters and joint clusters are ordered by the four terms of their term chunks that most term chunks hold, but for
    those kept back; each is tried with the next, in passes, until a pass joins none. A joint is accepted when the
    supports of its refined terms by its records are no less than its refined terms by the records of each part, summed
    over both parts.

    Args:
        rows: the terms of the clusters.
        chunked: of each row, whether its term is in a record chunk.
        spare: of each cluster, whether its record chunks have `n_records + k * (m - 1)` sub-records or more.
        k: as in vertical partitioning.
        m: as in vertical partitioning.
        progress: called with the joints that are made, and how many clusters there are.

    Returns:
        The joint clusters, inner ones first.
    """
    standing = chunked | _is_kept(rows, chunked, spare)
    nodes = Nodes(rows, standing)
    # One more than there are terms: a term that no term chunk holds.
    held = np.bincount(rows.term[~standing], minlength=rows.n_terms + 1)
    n_clusters = len(rows.n_records)
    front = np.unique(rows.cluster[~standing])
    tried = np.empty(0, dtype=np.int64)  # pairs of nodes, as numbers
    joints: list[Joint] = []
    changed = True
    while changed:
        progress(len(joints), n_clusters)
        one, other = _hopeful_pairs(nodes, nodes.order_nodes(front, held))
        pairs = np.minimum(one, other) * 2 * n_clusters + np.maximum(one, other)
        untried = ~is_among(pairs, tried)
        tried = np.sort(np.concatenate([tried, pairs[untried]]))
        gone = np.zeros(2 * n_clusters, dtype=bool)
        made = []
        for pair, shared in _accepted_pairs(nodes, one[untried], other[untried], k):
            if gone[pair[0]]:  # with the one before it
                continue
            gone[pair] = True
            joint, number = _join_nodes(nodes, pair, shared=shared, rows=rows, k=k, m=m)
            np.subtract.at(held, rows.term[joint.rows], 1)
            joints.append(joint)
            if len(nodes.terms[number]):
                made.append(number)
        changed = bool(gone.any())
        front = np.concatenate([front[~gone[front]], np.array(made, dtype=np.int64)])
    return joints


def _is_kept(rows: ClusterTerms, chunked: NDArray[np.bool_], spare: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether the term of each row must stay in the term chunk. In a cluster without sub-records to spare it is the
    term that the fewest term chunks hold; the larger number, if these tie.
    """
    kept = np.zeros(len(rows.term), dtype=bool)
    held = np.bincount(rows.term[~chunked], minlength=rows.n_terms)
    candidates = np.flatnonzero(~chunked & ~spare[rows.cluster])
    terms = rows.term[candidates]
    order = held[terms] * rows.n_terms - terms
    sizes = np.bincount(rows.cluster[candidates])
    sizes = sizes[sizes > 0]
    if len(sizes):
        least = np.minimum.reduceat(order, np.cumsum(sizes) - sizes)
        kept[candidates[order == np.repeat(least, sizes)]] = True
    return kept


def _hopeful_pairs(nodes: Nodes, order: Integers) -> tuple[Integers, Integers]:
    """The nodes that may be joined with the next one in this order, and those: no mean of supports is above the
    largest.
    """
    one, other = order[:-1], order[1:]
    n_one, n_other = nodes.n_records[one].astype(float), nodes.n_records[other].astype(float)
    largest = nodes.largest[one] + nodes.largest[other]
    hopeful = largest * n_one * n_other >= (n_one + n_other) ** 2
    return one[hopeful], other[hopeful]


def _accepted_pairs(nodes: Nodes, one: Integers, other: Integers, k: int) -> Iterator[tuple[list[int], Integers]]:
    """The pairs of nodes that are to be joined, with the terms to refine."""
    if not len(one):
        return
    terms_one, pair_one = nodes.terms_of(one)
    terms_other, pair_other = nodes.terms_of(other)
    width = max(terms_one.max(), terms_other.max()) + 1
    keys_one, keys_other = pair_one * width + terms_one, pair_other * width + terms_other
    found = np.minimum(keys_other.searchsorted(keys_one), len(keys_other) - 1)
    common = np.flatnonzero(keys_other[found] == keys_one)
    supports_one, supports_other = nodes.supports_of(one)[common], nodes.supports_of(other)[found[common]]
    free = (supports_one > 0) & (supports_other > 0) & (supports_one + supports_other >= k)
    shared, pair = terms_one[common[free]], pair_one[common[free]]
    n_terms = np.bincount(pair, minlength=len(one))
    # Sums of whole numbers are exact, as long as they are below 2^53.
    supports = np.bincount(pair, weights=(supports_one + supports_other)[free], minlength=len(one))
    n_one, n_other = nodes.n_records[one].astype(float), nodes.n_records[other].astype(float)
    # supports / n >= n_terms / n_one + n_terms / n_other
    enough = (n_terms > 0) & (supports * n_one * n_other >= n_terms * (n_one + n_other) ** 2)
    ends = np.cumsum(n_terms)
    for number in np.flatnonzero(enough).tolist():
        yield [int(one[number]), int(other[number])], shared[ends[number] - n_terms[number] : ends[number]]


def _join_nodes(
    nodes: Nodes, pair: list[int], *, shared: Integers, rows: ClusterTerms, k: int, m: int
) -> tuple[Joint, int]:
    """The joint of two nodes that shares these terms, and the number of the node that it makes."""
    clusters = np.sort(np.concatenate([nodes.clusters[number] for number in pair]))
    found = ranges(rows.first_rows[clusters], rows.n_held[clusters])
    found = found[is_among(rows.term[found], shared)]
    chunks = record_chunks(*_joint_holders(rows, found), k=k, m=m)
    chunk_of = {term: number for number, chunk in enumerate(chunks, 1) for term in chunk}
    chunk = np.array([chunk_of[term] for term in rows.term[found].tolist()])
    standing = np.sort(np.concatenate([*(nodes.standing[number] for number in pair), shared]))
    standing = standing[runs(standing)]
    terms = np.concatenate([nodes.terms[number] for number in pair])
    supports = np.concatenate([nodes.supports[number] for number in pair])
    left = _remaining_terms(terms, supports, shared, standing)
    return Joint(clusters, found, chunk), nodes.add_joint(clusters, standing, *left, int(nodes.n_records[pair].sum()))


def _joint_holders(rows: ClusterTerms, found: Integers) -> tuple[dict[int, int], dict[int, list[int]] | None]:
    """For each term of these rows the records that hold it, as bits: a bit for each record that holds any of them; and,
    unless they are few, the terms that it has a record in common with.
    """
    by_term = found[np.argsort(rows.term[found], kind="stable")]
    supports = rows.supports[by_term]
    records = rows.holders[ranges(rows.starts[by_term], supports)]
    distinct = np.sort(records)
    distinct = distinct[runs(distinct)]
    numbers = distinct.searchsorted(records)
    terms = rows.term[by_term]
    first = runs(terms)
    ends = np.cumsum(np.add.reduceat(supports, first))
    holders = {}
    for term, (start, end) in zip(terms[first].tolist(), pairwise([0, *ends.tolist()]), strict=True):
        holds = np.zeros(len(distinct), dtype=bool)
        holds[numbers[start:end]] = True
        holders[term] = int.from_bytes(np.packbits(holds, bitorder="little").tobytes(), "little")
    if len(first) < _MANY:
        return holders, None
    held = csr_array((np.ones(len(numbers), dtype=np.int32), numbers, np.concatenate([[0], ends])))
    both = held @ held.T
    met = terms[first][both.indices].tolist()
    return holders, {
        term: met[start:end] for term, (start, end) in zip(holders, pairwise(both.indptr.tolist()), strict=True)
    }


def _remaining_terms(
    terms: Integers, supports: Integers, shared: Integers, standing: Integers
) -> tuple[Integers, Integers]:
    """The terms of the term chunks of a joint cluster, and their supports: of the terms of both nodes, one after the
    other, those that are not shared.
    """
    by_term = np.argsort(terms, kind="stable")
    terms = terms[by_term]
    first = runs(terms)
    supports = np.add.reduceat(supports[by_term], first)
    terms = terms[first]
    supports[is_among(terms, standing)] = 0
    free = np.ones(len(terms), dtype=bool)
    free[np.searchsorted(terms, shared)] = False
    return terms[free], supports[free]
