"""Disassociation (Terrovitis, Liagouris, Mamoulis, Skiadopoulos 2012) on sets; slow, exact, for small data."""

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

Records = Sequence[Set[int]]
Chunks = list[list[int]]


class Joint(NamedTuple):
    leaves: list[int]
    chunks: Chunks


class Node(NamedTuple):
    leaves: list[int]
    standing: frozenset[int]  # in record chunks of the leaves or shared chunks of the joints below, or kept back there


@dataclass(frozen=True)
class Disassociated:
    clusters: list[list[int]]
    chunks: list[Chunks]
    term_chunks: list[set[int]]
    joints: list[Joint]


def _supports(records: Records) -> Counter[int]:
    return Counter(item for record in records for item in record)


def _sub_records(records: Records, items: Sequence[int]) -> list[frozenset[int]]:
    return [frozenset(record & set(items)) for record in records if record & set(items)]


def _by_support(items: Set[int], supports: Counter[int]) -> list[int]:
    return sorted(items, key=lambda item: (-supports[item], item))


def horpart(records: Records, k: int, max_cluster_size: int) -> list[list[int]]:
    def parts(part: list[int], used: frozenset[int]) -> list[list[int]]:
        if len(part) < max_cluster_size:
            return [part] if part else []
        supports = _supports([records[index] - used for index in part])
        if not supports:
            return [part]
        term = _by_support(supports.keys(), supports)[0]
        with_term = [index for index in part if term in records[index]]
        without_term = [index for index in part if term not in records[index]]
        return parts(with_term, used | {term}) + parts(without_term, used)

    clusters: list[list[int]] = []
    collected: list[int] = []
    for part in parts(list(range(len(records))), frozenset()):
        collected = collected + part
        if len(collected) >= k:
            clusters.append(collected)
            collected = []
    if collected and clusters:
        clusters[-1] = clusters[-1] + collected
    elif collected:
        clusters.append(collected)
    return [sorted(cluster) for cluster in clusters]


def _is_km_anonymous(sub_records: Records, k: int, m: int) -> bool:
    occurrences = Counter(
        itemset
        for sub_record in sub_records
        for size in range(1, m + 1)
        for itemset in combinations(sorted(sub_record), size)
    )
    return all(count >= k for count in occurrences.values())


def _greedy_chunks(records: Records, items: Set[int], k: int, m: int) -> Chunks:
    """Chunks of the items, all of support k or more."""
    chunks: Chunks = []
    remaining = _by_support(items, _supports(records))
    while remaining:
        chunk = [remaining[0]]
        for item in remaining[1:]:
            if _is_km_anonymous(_sub_records(records, [*chunk, item]), k, m):
                chunk.append(item)
        chunks.append(chunk)
        remaining = [item for item in remaining if item not in chunk]
    return chunks


def _n_sub_records(records: Records, chunks: Chunks) -> int:
    return sum(len(_sub_records(records, chunk)) for chunk in chunks)


def verpart(records_of_cluster: Records, k: int, m: int) -> tuple[Chunks, set[int]]:
    records = records_of_cluster
    supports = _supports(records)
    term_chunk = {item for item in supports if supports[item] < k}
    chunks = _greedy_chunks(records, supports.keys() - term_chunk, k, m)
    v = len(chunks)
    if v >= 2 and not term_chunk and _n_sub_records(records, chunks) < len(records) + k * (min(m, v) - 1):
        rarest = min((item for chunk in chunks for item in chunk), key=lambda item: (supports[item], -item))
        chunks = [[item for item in chunk if item != rarest] for chunk in chunks]
        chunks = [chunk for chunk in chunks if chunk]
        term_chunk = {rarest}
    return chunks, term_chunk


def refine(
    clusters: Sequence[Records], chunks: Sequence[Chunks], term_chunks: Sequence[Set[int]], k: int, m: int
) -> tuple[list[Joint], list[set[int]]]:
    """The joints in the order in which they are made, and what is left of the term chunks."""
    left = [set(terms) for terms in term_chunks]
    reserved = _reserved_terms(clusters, chunks, term_chunks, k, m)

    def refinable(leaf: int) -> set[int]:
        return left[leaf] - reserved[leaf]

    def terms(node: Node) -> set[int]:
        return {item for leaf in node.leaves for item in refinable(leaf)}

    def size(node: Node) -> int:
        return sum(len(clusters[leaf]) for leaf in node.leaves)

    def join(one: Node, other: Node) -> tuple[Node, Joint] | None:
        leaves = sorted(one.leaves + other.leaves)
        standing = one.standing | other.standing
        common = (terms(one) & terms(other)) - standing
        rows = [record & common & refinable(leaf) for leaf in leaves for record in clusters[leaf]]
        supports = _supports(rows)
        candidates = {item for item in common if supports[item] >= k}
        if not candidates:
            return None
        n = len(candidates)
        gain = Fraction(sum(supports[item] for item in candidates), size(one) + size(other))
        if gain < Fraction(n, size(one)) + Fraction(n, size(other)):
            return None
        shared = _greedy_chunks([row & candidates for row in rows], candidates, k, m)
        for leaf in leaves:
            left[leaf] -= candidates & refinable(leaf)
        return Node(leaves, standing | candidates), Joint(leaves, shared)

    joints: list[Joint] = []
    nodes = [
        Node([leaf], frozenset(item for chunk in own for item in chunk) | reserved[leaf])
        for leaf, own in enumerate(chunks)
    ]
    changed = True
    while changed:
        changed = False
        holders = Counter(item for leaf in range(len(clusters)) for item in refinable(leaf))
        ranks = {node.leaves[0]: sorted((-holders[item], item) for item in terms(node))[:4] for node in nodes}
        # Fewer than four terms come after more that begin alike, as after any other.
        nodes.sort(key=lambda node: ([*ranks[node.leaves[0]], *[(1, 0)] * 4][:4], node.leaves[0]))
        passed: list[Node] = []
        i = 0
        while i < len(nodes):
            joined = join(nodes[i], nodes[i + 1]) if i + 1 < len(nodes) else None
            if joined is None:
                passed.append(nodes[i])
                i += 1
            else:
                passed.append(joined[0])
                joints.append(joined[1])
                i += 2
                changed = True
        nodes = passed
    return joints, left


def _reserved_terms(
    clusters: Sequence[Records], chunks: Sequence[Chunks], term_chunks: Sequence[Set[int]], k: int, m: int
) -> list[set[int]]:
    """Of each leaf the term that must stay in its term chunk, where its own sub-records are too few without one."""
    holders = Counter(item for term_chunk in term_chunks for item in term_chunk)
    reserved: list[set[int]] = []
    for records, own, term_chunk in zip(clusters, chunks, term_chunks, strict=True):
        needs_one = bool(term_chunk) and _n_sub_records(records, own) < len(records) + k * (m - 1)
        reserved.append({min(term_chunk, key=lambda item: (holders[item], -item))} if needs_one else set())
    return reserved


_refine = refine  # `disassociate` has a parameter of that name


def disassociate(records: Records, k: int, m: int, max_cluster_size: int, refine: bool) -> Disassociated:
    clusters = horpart(records, k, max_cluster_size)
    held = [[records[index] for index in cluster] for cluster in clusters]
    parts = [verpart(cluster, k, m) for cluster in held]
    chunks = [own for own, _ in parts]
    term_chunks = [terms for _, terms in parts]
    joints: list[Joint] = []
    if refine:
        joints, term_chunks = _refine(held, chunks, term_chunks, k, m)
    return Disassociated(clusters, chunks, term_chunks, joints)
