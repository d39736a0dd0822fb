"""In how many records an itemset can be, over all reconstructions of a disassociated release, and what of its promise
is broken: by counting, for releases that are too large for `cover_oracle`, which these counts are held against.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from itertools import combinations, product
from typing import NamedTuple

from duckdb import DuckDBPyConnection

from setrisk.errors import BadInput
from setrisk.udf.disassociation.cover import (
    Link,
    chunk_supports,
    crowded_chunks,
    fits,
    links_in,
    n_empty,
    own_support,
)
from setrisk.udf.disassociation.published_chunks import Itemset, Place, PublishedChunks


def chunks_of(con: DuckDBPyConnection, name: str) -> PublishedChunks:
    """The chunks that the tables of a release show."""

    def rows(columns: str, table: str) -> list[tuple[int, ...]]:
        return con.execute(f"SELECT {columns} FROM setrisk.{table} WHERE release = ? ORDER BY ALL", [name]).fetchall()

    return published_chunks(
        rows("cluster, n_records", "cluster"),
        rows("publishing_cluster, chunk, sub_record, item_id", "chunk_record"),
        rows("cluster, item_id", "term_chunk"),
        rows("joint, cluster", "joint_cluster"),
    )


def published_chunks(
    clusters: Iterable[tuple[int, int]],
    chunk_records: Iterable[tuple[int, int, int, int]],
    terms: Iterable[tuple[int, int]],
    joints: Iterable[tuple[int, int]],
) -> PublishedChunks:
    """The chunks, from rows as a release stores them.

    Args:
        clusters: cluster, number of records.
        chunk_records: publishing cluster, chunk, sub-record, item; the sub-records of a chunk are numbered from 1.
        terms: cluster, term.
        joints: joint cluster, cluster.
    """
    sub_records: dict[Place, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    for publishing_cluster, chunk, sub_record, item in chunk_records:
        sub_records[Place(publishing_cluster, chunk)][sub_record].add(item)
    members: dict[int, set[int]] = defaultdict(set)
    for joint, cluster in joints:
        members[joint].add(cluster)
    held: dict[int, set[int]] = defaultdict(set)
    for cluster, term in terms:
        held[cluster].add(term)
    return PublishedChunks(
        {cluster: n_records for cluster, n_records in clusters if cluster not in members},
        {place: [frozenset(shown[number]) for number in sorted(shown)] for place, shown in sub_records.items()},
        held,
        members,
    )


def links(release: PublishedChunks, *, m: int, below: int | None = None) -> Iterator[Link]:
    """What is linked for certain in all clusters."""
    for cluster in release.n_records:
        yield from links_in(release, cluster, m=m, below=below)


class Bounds(NamedTuple):
    """The number of records of a cluster that hold an itemset, at least and at most, over all reconstructions."""

    least: int
    most: int


def support_bounds(release: PublishedChunks, cluster: int, itemset: Set[int]) -> Bounds:
    """In how many records of a cluster an itemset can be.

    `least` is exact if each cluster that shares a chunk with this one has a term chunk, or sub-records enough in its
    own record chunks to fill its records; without, it may be too small, and is never too large.

    Raises:
        BadInput: the cluster does not show all of these items, or the itemset has none.
    """
    parts = {place: shown for place in release.places_of(cluster) if (shown := itemset & release.items_of(place))}
    terms = itemset & release.terms_of(cluster)
    if not itemset or sum(map(len, parts.values())) + len(terms) < len(itemset):
        raise BadInput(f"cluster {cluster} does not show all of the items of {sorted(itemset)}")
    supports = {place: sum(part <= shown for shown in release.chunks[place]) for place, part in parts.items()}
    n_records = release.n_records[cluster]
    most = min([n_records, *supports.values()])
    while most and not fits(release, cluster, list(parts), most):
        most -= 1
    held_in = [own_support(release, cluster, place, support) for place, support in supports.items()]
    held_in += [1] * len(terms)  # a term is in one record at least
    least = max(0, sum(held_in) - (len(held_in) - 1) * n_records)
    if not parts and terms == release.terms_of(cluster) and len(terms) == 1 and not n_empty(release, cluster, [], 0):
        # Nothing but this term fills what the sub-records leave empty.
        least = max(least, n_records - sum(len(release.chunks[place]) for place in release.places_of(cluster)))
    return Bounds(min(least, most), most)


class BrokenPromise(NamedTuple):
    """An itemset that some reconstruction holds in a cluster, and none in k records of it.

    Every itemset of the cluster that has these items is broken as well.
    """

    cluster: int
    itemset: Itemset
    most: int


def broken_promises(release: PublishedChunks, *, k: int, m: int) -> Iterator[BrokenPromise]:
    """The smallest itemsets of at most m items for which the promise is broken, in all clusters."""
    for cluster in release.n_records:
        yield from _breaks_of_cluster(release, cluster, k=k, m=m)


def _breaks_of_cluster(release: PublishedChunks, cluster: int, *, k: int, m: int) -> Iterator[BrokenPromise]:
    places = release.places_of(cluster)
    candidates: list[Itemset] = []
    if release.n_records[cluster] < k:
        items = frozenset(release.terms_of(cluster)).union(*map(release.items_of, places))
        candidates += [frozenset({item}) for item in sorted(items)]
    else:
        for place in places:
            candidates += map(frozenset, rare_itemsets(release.chunks[place], k=k, m=m))
        for meeting in crowded_chunks(release, cluster, k=k, m=m):
            candidates += map(frozenset, product(*(sorted(release.items_of(place)) for place in meeting)))
    smallest: list[Itemset] = []
    for itemset in sorted(candidates, key=lambda one: (len(one), sorted(one))):
        # A rare itemset may hold one of a crowded chunk, and the other way round.
        if not any(smaller <= itemset for smaller in smallest):
            smallest.append(itemset)
            if most := support_bounds(release, cluster, itemset).most:
                yield BrokenPromise(cluster, itemset, most)


def rare_itemsets(sub_records: Iterable[Itemset], *, k: int, m: int) -> list[tuple[int, ...]]:
    """The itemsets of at most m items that a chunk shows in fewer than k sub-records, without those that hold another
    one.
    """
    supports = chunk_supports(sub_records, m)
    rare = {itemset for itemset, support in supports.items() if support < k}
    smallest = [
        itemset
        for itemset in rare
        if not any(part in rare for size in range(1, len(itemset)) for part in combinations(itemset, size))
    ]
    return sorted(smallest, key=lambda itemset: (len(itemset), itemset))
