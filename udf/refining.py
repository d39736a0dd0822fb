"""Refining: terms of the term chunks of neighbouring clusters move to chunks that the clusters share.

Source: Terrovitis, Liagouris, Mamoulis and Skiadopoulos, "Privacy preservation by disassociation" (2012), and DISASSOC
section 3: a term that is too rare for the record chunks of each of two clusters may be frequent enough for both.

Two repairs, without which the guarantee (for each itemset of at most m terms there is a possible reconstruction in
which k records hold it) does not hold:

* A term that stands elsewhere below a joint cluster, in a record chunk, a shared chunk or as a term kept back, is not
  refined there. The paper allows it where the shared chunk is k-anonymous. That is not enough: a sub-record with the
  term cannot come from the cluster where the term stands, so that the k equal ones may be unable to meet in one
  cluster (tests/disassociation/test_guarantee.py has the example). Without such terms any sub-record may come from any
  cluster.
* A term chunk that became empty would bring the count condition of vertical partitioning back, and how many of the
  shared sub-records fall to which cluster no one is told. So a cluster whose own record chunks do not fill all its
  records, however they are used, keeps one of its terms back.

Whether two neighbours are joined depends on them alone: a pass looks at all neighbours at once, in arrays, and only the
joints that it accepts are made one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from setrisk.udf.arrays import Integers, among, ranges, runs
from setrisk.udf.cluster_terms import ClusterTerms
from setrisk.udf.vertical_partitioning import record_chunks

# Terms by which clusters are ordered: more cost time and change little.
_COMPARED = 4


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


@dataclass(frozen=True)
class _Node:
    """A cluster or joint cluster; `standing` are the terms that stand below where they are not refined."""

    clusters: Integers
    n_records: int
    standing: Integers


@dataclass(frozen=True)
class _Front:
    """The nodes that may still be joined, with the terms of the term chunks of their clusters.

    Attributes:
        nodes: their numbers.
        first: the first cluster of each.
        n_records: of each.
        sizes: how many terms each has, one or more.
        terms: of one node after the other, ascending.
        supports: the records that hold the term in the node; 0 for a term that is not to be refined there.
        largest: support of each node.
    """

    nodes: Integers
    first: Integers
    n_records: Integers
    sizes: Integers
    terms: Integers
    supports: Integers
    largest: Integers

    @cached_property
    def starts(self) -> Integers:
        return np.cumsum(self.sizes) - self.sizes

    def but(self, gone: NDArray[np.bool_], more: _Front) -> _Front:
        """The nodes that are not gone, and more."""
        left = ~gone
        terms_left = np.repeat(left, self.sizes)
        return _Front(
            np.concatenate([self.nodes[left], more.nodes]),
            np.concatenate([self.first[left], more.first]),
            np.concatenate([self.n_records[left], more.n_records]),
            np.concatenate([self.sizes[left], more.sizes]),
            np.concatenate([self.terms[terms_left], more.terms]),
            np.concatenate([self.supports[terms_left], more.supports]),
            np.concatenate([self.largest[left], more.largest]),
        )


def refine(
    rows: ClusterTerms,
    chunked: NDArray[np.bool_],
    spare: NDArray[np.bool_],
    *,
    k: int,
    m: int,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Joint]:
    """Join clusters, as long as that tells more than the term chunks do.

    Clusters and joint clusters are ordered by the four terms that most of them could refine, among those that each
    could; each is tried with the next, in passes, until a pass joins none. A joint is accepted when the supports of its
    refined terms by its records are no less than its refined terms by the records of each part, summed over both parts.

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
    standing = chunked | _kept_back(rows, chunked, spare)
    nodes = _clusters(rows, standing)
    front = _front(nodes, rows.cluster[~standing], rows.term[~standing], rows.supports[~standing])
    held = np.bincount(front.terms, minlength=rows.n_terms)
    n_clusters = len(nodes)
    tried = np.empty(0, dtype=np.int64)  # pairs of nodes, as numbers
    joints: list[Joint] = []
    changed = True
    while changed:
        progress(len(joints), n_clusters)
        order = _order(front, held)
        ones = _hopeful(front, order)
        one, other = front.nodes[order[ones]], front.nodes[order[ones + 1]]
        pairs = np.minimum(one, other) * 2 * n_clusters + np.maximum(one, other)
        untried = ~among(pairs, tried)
        tried = np.sort(np.concatenate([tried, pairs[untried]]))
        gone = np.zeros(len(order), dtype=bool)
        made = []
        for at, shared in _accepted(front, order, ones[untried], k):
            pair = order[at : at + 2]
            if gone[pair[0]]:  # with the one before it
                continue
            gone[pair] = True
            joint, node = _joined(*(nodes[n] for n in front.nodes[pair].tolist()), shared=shared, rows=rows, k=k, m=m)
            np.subtract.at(held, rows.term[joint.rows], 1)
            of_both = ranges(front.starts[pair], front.sizes[pair])
            terms, supports = _left(front.terms[of_both], front.supports[of_both], shared, node.standing)
            made.append((np.full(len(terms), len(nodes)), terms, supports))
            joints.append(joint)
            nodes.append(node)
        changed = bool(made)
        if changed:
            front = front.but(gone, _front(nodes, *map(np.concatenate, zip(*made, strict=True))))
    return joints


def _kept_back(rows: ClusterTerms, chunked: NDArray[np.bool_], spare: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Of each row, whether its term must stay in the term chunk: of the terms of a cluster without sub-records to spare
    the one that the fewest term chunks hold; the larger number, where these tie.
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


def _clusters(rows: ClusterTerms, standing: NDArray[np.bool_]) -> list[_Node]:
    """A node for each cluster; `standing` tells of each row whether its term is not to be refined."""
    numbers = np.arange(len(rows.n_records))
    stands = np.flatnonzero(standing)
    terms = rows.term[stands]
    ends = np.searchsorted(rows.cluster[stands], numbers, side="right").tolist()
    return [
        _Node(numbers[n : n + 1], n_records, terms[start:end])
        for n, (n_records, (start, end)) in enumerate(zip(rows.n_records.tolist(), pairwise([0, *ends]), strict=True))
    ]


def _front(nodes: Sequence[_Node], node: Integers, terms: Integers, supports: Integers) -> _Front:
    """The front of nodes that have terms: a row per term, with the number of its node, by both."""
    starts = runs(node)
    numbers = node[starts]
    of_numbers = [nodes[number] for number in numbers.tolist()]
    return _Front(
        numbers,
        np.array([one.clusters[0] for one in of_numbers], dtype=np.int64),
        np.array([one.n_records for one in of_numbers], dtype=np.int64),
        np.diff(starts, append=len(node)),
        terms,
        supports,
        np.maximum.reduceat(supports, starts) if len(starts) else supports,
    )


def _order(front: _Front, held: Integers) -> Integers:
    """The places of the nodes by their commonest terms, ties by number. `held` counts for each term the term chunks
    that hold it.
    """
    if not len(front.nodes):
        return front.nodes
    place = np.empty(len(held), dtype=np.int32)
    place[np.argsort(-held, kind="stable")] = np.arange(len(held), dtype=np.int32)
    places = place[front.terms]
    keys = []
    for _ in range(_COMPARED):
        first = np.minimum.reduceat(places, front.starts)
        places[places == np.repeat(first, front.sizes)] = len(held)
        keys.append(first)
    return np.lexsort((front.first, *reversed(keys)))


def _hopeful(front: _Front, order: Integers) -> Integers:
    """Places in this order of nodes that may be joined with their next: no mean of supports is above the largest."""
    largest, n_records = front.largest[order], front.n_records[order].astype(float)
    n_both = n_records[:-1] + n_records[1:]
    return np.flatnonzero((largest[:-1] + largest[1:]) * n_records[:-1] * n_records[1:] >= n_both**2)


def _accepted(front: _Front, order: Integers, ones: Integers, k: int) -> Iterator[tuple[int, Integers]]:
    """Of nodes and their next in this order, given by the places of the first ones in it, those that are to be joined,
    with the terms to refine.
    """
    if not len(ones):
        return
    is_one = np.zeros(len(order) + 1, dtype=bool)
    is_one[ones] = True
    places = np.flatnonzero(is_one | np.concatenate([[False], is_one[:-1]]))
    nodes = order[places]
    where = ranges(front.starts[nodes], front.sizes[nodes])
    terms = front.terms[where]
    width = int(terms.max()) + 1
    keys = np.repeat(np.arange(len(places)) * width, front.sizes[nodes]) + terms
    # A term of a node that its next has too has a key that is larger by the width.
    of_one = np.flatnonzero(np.repeat(is_one[places], front.sizes[nodes]))
    of_other = np.minimum(keys.searchsorted(keys[of_one] + width), len(keys) - 1)
    common = keys[of_other] == keys[of_one] + width
    of_one, of_other = of_one[common], of_other[common]
    supports_one, supports_other = front.supports[where[of_one]], front.supports[where[of_other]]
    free = (supports_one > 0) & (supports_other > 0) & (supports_one + supports_other >= k)
    shared, pair = terms[of_one[free]], keys[of_one[free]] // width
    n_terms = np.bincount(pair, minlength=len(places))
    # Sums of whole numbers are exact, as long as they are below 2^53.
    supports = np.bincount(pair, weights=(supports_one + supports_other)[free], minlength=len(places))
    n_one = front.n_records[nodes].astype(float)
    n_other = np.append(n_one[1:], 1)
    # supports / n >= n_terms / n_one + n_terms / n_other
    enough = (n_terms > 0) & (supports * n_one * n_other >= n_terms * (n_one + n_other) ** 2)
    ends = np.cumsum(n_terms)
    for number in np.flatnonzero(enough).tolist():
        yield int(places[number]), shared[ends[number] - n_terms[number] : ends[number]]


def _joined(one: _Node, other: _Node, *, shared: Integers, rows: ClusterTerms, k: int, m: int) -> tuple[Joint, _Node]:
    """The joint of two nodes that shares these terms, and the node that it makes."""
    clusters = np.sort(np.concatenate([one.clusters, other.clusters]))
    wanted = (clusters[:, None] * rows.n_terms + shared).ravel()
    found = np.minimum(np.searchsorted(rows.keys, wanted), len(rows.keys) - 1)
    found = found[rows.keys[found] == wanted]
    chunks = record_chunks(_joint_holders(rows, found), k=k, m=m)
    chunk_of = {term: number for number, chunk in enumerate(chunks, 1) for term in chunk}
    chunk = np.array([chunk_of[term] for term in rows.term[found].tolist()])
    standing = np.sort(np.concatenate([one.standing, other.standing, shared]))
    standing = standing[runs(standing)]
    return Joint(clusters, found, chunk), _Node(clusters, one.n_records + other.n_records, standing)


def _joint_holders(rows: ClusterTerms, found: Integers) -> dict[int, int]:
    """For each term of these rows the records that hold it, as bits: a bit for each record that holds any of them."""
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
    return holders


def _left(terms: Integers, supports: Integers, shared: Integers, standing: Integers) -> tuple[Integers, Integers]:
    """The terms of the term chunks of a joint cluster, and their supports: of the terms of both nodes, one after the
    other, those that are not shared.
    """
    by_term = np.argsort(terms, kind="stable")
    terms = terms[by_term]
    first = runs(terms)
    supports = np.add.reduceat(supports[by_term], first)
    terms = terms[first]
    supports[among(terms, standing)] = 0
    free = np.ones(len(terms), dtype=bool)
    free[np.searchsorted(terms, shared)] = False
    return terms[free], supports[free]
