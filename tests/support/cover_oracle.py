"""What chunks tell of what belongs together: every reconstruction of a few small clusters, one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations, permutations, product

Record = tuple[int, int]  # cluster, number
Reconstruction = dict[Record, frozenset[int]]


@dataclass(frozen=True)
class Chunks:
    """Clusters that share chunks.

    Attributes:
        sizes: of each cluster.
        chunks: the clusters that each chunk's sub-records may come from, and these.
        terms: of each cluster.
    """

    sizes: Mapping[int, int]
    chunks: Sequence[tuple[Set[int], Sequence[frozenset[int]]]]
    terms: Mapping[int, Set[int]]


def reconstructions(release: Chunks) -> list[Reconstruction]:
    """Those without an empty record; if there is none, all. Of those that differ in the order of the records, one."""
    distinct = {
        tuple(sorted((home, tuple(sorted(items))) for (home, _), items in one.items())): one
        for one in all_reconstructions(release)
    }
    full = [one for one in distinct.values() if all(one.values())]
    return full or list(distinct.values())


def all_reconstructions(release: Chunks) -> Iterator[Reconstruction]:
    """Those with empty records, too."""
    records = [(cluster, number) for cluster, size in release.sizes.items() for number in range(size)]
    ways: list[list[Reconstruction]] = []
    named: set[int] = set()  # clusters whose records are told apart by now
    for clusters, sub_records in release.chunks:
        rooms = [record for record in records if record[0] in clusters]
        placed = {frozenset(zip(chosen, sub_records, strict=True)) for chosen in permutations(rooms, len(sub_records))}
        distinct = [dict(pairs) for pairs in placed]
        # The records of a cluster have no names: of the first chunk of a cluster alone, one placement is enough.
        ways.append(distinct if len(clusters) > 1 or clusters & named else distinct[:1])
        named |= clusters
    for cluster, terms in release.terms.items():
        rooms = [record for record in records if record[0] == cluster]
        for term in sorted(terms):
            ways.append(
                [
                    dict.fromkeys(chosen, frozenset({term}))
                    for size in range(1, len(rooms) + 1)
                    for chosen in combinations(rooms, size)
                ]
            )
    for way in product(*ways):
        yield {record: frozenset().union(*(part.get(record, frozenset()) for part in way)) for record in records}


def bounds(cluster: int, itemset: Set[int], found: list[Reconstruction]) -> tuple[int, int]:
    """In how many records of the cluster the itemset is, at least and at most."""
    counts = [sum(itemset <= items for (home, _), items in one.items() if home == cluster) for one in found]
    return min(counts), max(counts)


def possible_itemsets(cluster: int, found: list[Reconstruction], m: int) -> set[frozenset[int]]:
    """The itemsets of at most m items that a record of the cluster may have."""
    held = {items for one in found for (home, _), items in one.items() if home == cluster}
    return {
        frozenset(itemset)
        for items in held
        for size in range(1, m + 1)
        for itemset in combinations(sorted(items), size)
    }


def broken(cluster: int, found: list[Reconstruction], k: int, m: int) -> set[frozenset[int]]:
    """The itemsets of at most m items that a record may have, and k records in no reconstruction."""
    return {itemset for itemset in possible_itemsets(cluster, found, m) if bounds(cluster, itemset, found)[1] < k}
