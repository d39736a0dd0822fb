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
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from setrisk.udf.vertical_partitioning import Chunk, by_support, filled, record_chunks

# Terms by which clusters are ordered: more cost time and change little.
_COMPARED = 4


@dataclass
class Leaf:
    """A cluster as vertical partitioning leaves it.

    Attributes:
        n_records: empty ones included.
        holders: for each term the records that hold it, as bits.
        chunks: the record chunks.
        term_chunk: the terms of the term chunk; refining takes terms out of it.
    """

    n_records: int
    holders: Mapping[int, int]
    chunks: list[Chunk]
    term_chunk: set[int]


@dataclass(frozen=True)
class Joint:
    """A joint cluster.

    Attributes:
        leaves: numbers of its clusters, ascending; a joint of joints has those of both.
        chunks: the shared chunks, each with its terms by falling support.
        refined: the clusters and terms of which the shared chunks tell.
    """

    leaves: tuple[int, ...]
    chunks: list[Chunk]
    refined: list[tuple[int, int]]


@dataclass(eq=False)
class _Node:
    """A cluster or joint cluster that may still be joined."""

    leaves: tuple[int, ...]
    n_records: int
    refinable: dict[int, int]  # the terms that may be refined, with the records that hold them
    where: dict[int, list[int]]  # the leaves in which each of them may be
    standing: frozenset[int]  # terms that stand below where they cannot be refined
    refused: _Node | None = None  # the neighbour that it could not be joined with


def refine(
    leaves: Sequence[Leaf], *, k: int, m: int, progress: Callable[[int, int], None] = lambda done, total: None
) -> list[Joint]:
    """Join clusters, as long as that tells more than the term chunks do.

    Clusters and joint clusters are ordered by the four terms that most term chunks hold among those that may be
    refined; each is tried with the next, in passes, until a pass joins none. A joint is accepted when the supports of
    its refined terms by its records are no less than its refined terms by the records of each part, summed over both
    parts.

    Args:
        leaves: the clusters; their term chunks lose the refined terms.
        k: as in vertical partitioning.
        m: as in vertical partitioning.
        progress: called with the clusters that a pass has tried, and how many there are.

    Returns:
        The joint clusters, inner ones first.
    """
    held = Counter(term for leaf in leaves for term in leaf.term_chunk)
    nodes = [_node(number, leaf, held, k, m) for number, leaf in enumerate(leaves)]
    refinable = Counter(term for node in nodes for term in node.refinable)
    joints: list[Joint] = []
    changed = True
    while changed:
        changed = False
        tried, nodes = _ordered(nodes, refinable), []
        at = 0
        while at < len(tried):
            progress(at, len(tried))
            one = tried[at]
            other = tried[at + 1] if at + 1 < len(tried) else None
            made = _joined(one, other, leaves, k, m) if other and one.refused is not other else None
            if other and made:
                joints.append(made[0])
                nodes.append(made[1])
                refinable.subtract(term for _, term in made[0].refined)
                changed = True
                at += 2
            else:
                one.refused = other
                nodes.append(one)
                at += 1
    return joints


def _node(number: int, leaf: Leaf, held: Mapping[int, int], k: int, m: int) -> _Node:
    terms = sorted(leaf.term_chunk)
    if terms and filled(leaf.chunks, leaf.holders) < leaf.n_records + k * (m - 1):
        terms.remove(min(terms, key=lambda term: (held[term], -term)))
    standing = leaf.holders.keys() - terms
    supports = {term: leaf.holders[term].bit_count() for term in terms}
    return _Node((number,), leaf.n_records, supports, {term: [number] for term in terms}, frozenset(standing))


def _ordered(nodes: list[_Node], refinable: Mapping[int, int]) -> list[_Node]:
    """The nodes by their most common terms, ties by number; those without any come last."""
    by_count = sorted(refinable, key=lambda term: (-refinable[term], term))
    place = np.empty(max(by_count, default=0) + 1, dtype=np.int64)
    place[by_count] = np.arange(len(by_count))
    sizes = np.array([len(node.refinable) for node in nodes])
    terms = np.fromiter(chain.from_iterable(node.refinable for node in nodes), dtype=np.int64, count=sizes.sum())
    none = len(place)
    ranked = np.repeat(np.arange(len(nodes)), sizes) * none + place[terms]
    ranked.sort()
    ends = np.cumsum(sizes)
    keys = []
    for nth in range(_COMPARED):
        has = sizes > nth
        key = np.full(len(nodes), none)
        key[has] = ranked[(ends - sizes)[has] + nth] % none
        keys.append(key)
    numbers = [node.leaves[0] for node in nodes]
    return [nodes[at] for at in np.lexsort((numbers, *reversed(keys)))]


def _joined(one: _Node, other: _Node, leaves: Sequence[Leaf], k: int, m: int) -> tuple[Joint, _Node] | None:
    """The joint of two nodes and the node that it makes, or None where it tells no more than the term chunks."""
    supports = {
        term: one.refinable[term] + other.refinable[term] for term in one.refinable.keys() & other.refinable.keys()
    }
    standing = one.standing | other.standing
    supports = {term: support for term, support in supports.items() if support >= k and term not in standing}
    n_records = one.n_records + other.n_records
    # support / n >= terms / n_one + terms / n_other, in whole numbers.
    if not supports or sum(supports.values()) * one.n_records * other.n_records < len(supports) * n_records * n_records:
        return None
    where = {term: one.where[term] + other.where[term] for term in supports}
    offsets: dict[int, int] = {}
    end = 0
    for leaf in {leaf for among in where.values() for leaf in among}:
        offsets[leaf] = end
        end += leaves[leaf].n_records
    holders = {
        term: sum(leaves[leaf].holders[term] << offsets[leaf] for leaf in among) for term, among in where.items()
    }
    chunks = record_chunks(by_support(holders), holders, k=k, m=m)
    refined = [(leaf, term) for term, among in where.items() for leaf in among]
    for leaf, term in refined:
        leaves[leaf].term_chunk.remove(term)
    left = {term: support for term, support in one.refinable.items() if term not in holders}
    left_where = {term: one.where[term] for term in left}
    for term, support in other.refinable.items():
        if term not in holders:
            left[term] = left.get(term, 0) + support
            left_where[term] = left_where.get(term, []) + other.where[term]
    members = list(one.leaves)
    for leaf in other.leaves:
        insort(members, leaf)
    node = _Node(tuple(members), n_records, left, left_where, standing | holders.keys())
    return Joint(node.leaves, chunks, refined), node
