"""The cover problem: what the chunks of a disassociated release tell for certain of what belongs together.

Source: Barakat, Al Bouna, Nassar and Guyeux, "On the evaluation of the privacy breach in disassociated set-valued
datasets" (2016), and Awad, Al Bouna, Couchot and Philippe, "Safe disassociation of set-valued datasets" (2019), for the
problem; the counts below are our own.

A *reconstruction* gives each sub-record of a chunk to a different record of its cluster (of a shared chunk: to a
different record of the clusters that share it) and each term of a term chunk to one record or more, so that no record
is empty. The attacker knows nothing else. Three questions follow:

* Within a chunk an item *covers* another one if every sub-record with the other one holds it as well: whoever knows the
  other one knows both. An item is the *cover of the chunk* if it is in all of its sub-records.
* In how many records is an itemset with items in several chunks, at least and at most, over all reconstructions? It is
  *linked* for certain if that is one record or more in all of them: the items of its chunks are in so many sub-records
  that some have to meet. There is a *cover problem* if a link is certain in fewer than k records: the release shows
  that these few records exist.
* The release promises that each itemset of m items or fewer that someone may hold is in k records of some
  reconstruction. The promise is *broken* for an itemset that is in some records of a reconstruction, but in k of
  none. That can happen for two reasons only: a chunk shows an itemset in fewer than k sub-records, or so many
  sub-records meet in the k records that too few are left for the others, which would be empty. The second reason
  concerns chunks, whichever of their items are known.

If the sub-records do not suffice to fill the records of a cluster at all, some of its records are empty, and nothing is
concluded from the rule that none is.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import combinations, product
from math import prod
from typing import NamedTuple

import numpy as np

from setrisk.errors import BadInput

Itemset = frozenset[int]


class Place(NamedTuple):
    """Where a chunk is published: the cluster or joint cluster, and the number of the chunk there."""

    publishing_cluster: int
    chunk: int


@dataclass(frozen=True)
class PublishedChunks:
    """What a disassociated release shows.

    Attributes:
        n_records: of each cluster.
        chunks: the sub-records of each record chunk and shared chunk, without empty ones.
        terms: the terms of the term chunk of each cluster that has some.
        joints: the clusters of each joint cluster, those of inner joint clusters included.

    Raises:
        BadInput: a chunk is published by no cluster, or has more sub-records than its clusters have records; or an
            item is in several chunks of the same cluster, so that a sub-record may not go to all of them.
    """

    n_records: Mapping[int, int]
    chunks: Mapping[Place, Sequence[Itemset]]
    terms: Mapping[int, Set[int]]
    joints: Mapping[int, Set[int]]

    def __post_init__(self) -> None:
        """Refuse what the counts do not hold for."""
        for place, sub_records in self.chunks.items():
            if place.publishing_cluster not in self.n_records and place.publishing_cluster not in self.joints:
                raise BadInput(f"chunk {place.chunk} of {place.publishing_cluster}, which is not a cluster")
            if len(sub_records) > self.records_for(place):
                raise BadInput(f"chunk {place.chunk} of {place.publishing_cluster} has more sub-records than records")
        for cluster in self.n_records:
            places = Counter(
                item
                for chunk in (*map(self.items_of, self.places_of(cluster)), self.terms_of(cluster))
                for item in chunk
            )
            if any(times > 1 for times in places.values()):
                raise BadInput(f"cluster {cluster} shows an item in several of its chunks")

    @cached_property
    def _places(self) -> dict[int, list[Place]]:
        places: dict[int, list[Place]] = defaultdict(list)
        for place in sorted(self.chunks):
            for cluster in self.joints.get(place.publishing_cluster, {place.publishing_cluster}):
                places[cluster].append(place)
        return places

    @cached_property
    def joint_places(self) -> dict[int, list[Place]]:
        """The shared chunks of each joint cluster."""
        found: dict[int, list[Place]] = {joint: [] for joint in self.joints}
        for place in self.chunks:
            if place.publishing_cluster in found:
                found[place.publishing_cluster].append(place)
        return found

    @cached_property
    def n_own(self) -> Counter[int]:
        """The number of sub-records that each cluster or joint cluster publishes."""
        counts: Counter[int] = Counter()
        for place, sub_records in self.chunks.items():
            counts[place.publishing_cluster] += len(sub_records)
        return counts

    @cached_property
    def _items(self) -> dict[Place, Itemset]:
        return {place: frozenset().union(*sub_records) for place, sub_records in self.chunks.items()}

    def places_of(self, cluster: int) -> list[Place]:
        """The record chunks of a cluster and the shared chunks that it has a part in."""
        return self._places[cluster]

    def items_of(self, place: Place) -> Itemset:
        """The items of a chunk."""
        return self._items[place]

    def terms_of(self, cluster: int) -> Set[int]:
        """The terms of its term chunk."""
        return self.terms.get(cluster, frozenset())

    def records_for(self, place: Place) -> int:
        """The number of records that the sub-records of a chunk may come from."""
        number = place.publishing_cluster
        return sum(self.n_records[cluster] for cluster in self.joints.get(number, {number}))

    def family_of(self, cluster: int) -> list[int]:
        """The clusters of the outermost joint cluster that has it; without any, the cluster itself."""
        outermost = self._outermost.get(cluster)
        return [cluster] if outermost is None else sorted(self.joints[outermost])

    def joints_of(self, cluster: int) -> list[int]:
        """The joint clusters of its family, inner ones first."""
        return self._inner_joints.get(self._outermost.get(cluster, cluster), [])

    @cached_property
    def _outermost(self) -> dict[int, int]:
        return {cluster: joint for joint in self._by_size for cluster in self.joints[joint]}

    @cached_property
    def _inner_joints(self) -> dict[int, list[int]]:
        inner: dict[int, list[int]] = defaultdict(list)
        for joint in self._by_size:
            inner[self._outermost[min(self.joints[joint])]].append(joint)
        return inner

    @cached_property
    def _by_size(self) -> list[int]:
        return sorted(self.joints, key=lambda joint: len(self.joints[joint]))


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


def chunk_supports(sub_records: Iterable[Itemset], m: int) -> Counter[tuple[int, ...]]:
    """The number of sub-records that hold each itemset of 1 to m items, which ascend."""
    supports: Counter[tuple[int, ...]] = Counter()
    for items, times in Counter(sub_records).items():
        for size in range(1, m + 1):
            for itemset in combinations(sorted(items), size):
                supports[itemset] += times
    return supports


def covers(sub_records: Sequence[Itemset]) -> dict[int, Itemset]:
    """For each item of a chunk the other items that cover it: those in every sub-record that holds it."""
    held: dict[int, Itemset] = {}
    for items in set(sub_records):
        for item in items:
            held[item] = held.get(item, items) & items
    return {item: common - {item} for item, common in held.items()}


def chunk_cover(sub_records: Sequence[Itemset]) -> Itemset:
    """The items that are in all sub-records of a chunk."""
    return reduce(frozenset.intersection, sub_records)


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
    while most and not _fits(release, cluster, list(parts), most):
        most -= 1
    held_in = [own_support(release, cluster, place, support) for place, support in supports.items()]
    held_in += [1] * len(terms)  # a term is in one record at least
    least = max(0, sum(held_in) - (len(held_in) - 1) * n_records)
    if not parts and terms == release.terms_of(cluster) and len(terms) == 1 and not _n_empty(release, cluster, [], 0):
        # Nothing but this term fills what the sub-records leave empty.
        least = max(least, n_records - sum(len(release.chunks[place]) for place in release.places_of(cluster)))
    return Bounds(min(least, most), most)


def own_support(release: PublishedChunks, cluster: int, place: Place, support: int) -> int:
    """The least number of so many sub-records of a chunk that can come from the cluster: the rest of its joint cluster
    has room for the others, as far as it has records.
    """
    return max(0, support - (release.records_for(place) - release.n_records[cluster]))


def _fits(release: PublishedChunks, cluster: int, places: Sequence[Place], n: int) -> bool:
    """Whether sub-records of these chunks can meet in n records of the cluster, without leaving records empty that
    would not be empty otherwise.
    """
    return not _n_empty(release, cluster, places, n) or _n_empty(release, cluster, [], 0) > 0


def _n_empty(release: PublishedChunks, cluster: int, places: Sequence[Place], n: int) -> int:
    """How many records stay empty at least, in the clusters that share chunks with this one, if sub-records of these
    chunks meet in n of its records.
    """
    empty = needs(release, cluster, places, n)
    # An inner joint cluster gives its clusters what it has; to which of them does not matter to the outer ones.
    for joint in release.joints_of(cluster):
        to_give = sum(len(release.chunks[place]) - n * (place in places) for place in release.joint_places[joint])
        for member in release.joints[joint]:
            given = min(empty[member], to_give)
            empty[member] -= given
            to_give -= given
    return sum(empty.values())


def needs(release: PublishedChunks, cluster: int, places: Sequence[Place], n: int) -> dict[int, int]:
    """How many records each cluster of the family has to fill from shared chunks, if sub-records of these chunks
    meet in n records of the cluster.
    """
    left = {member: release.n_records[member] - release.n_own[member] for member in release.family_of(cluster)}
    if n:
        # In these records one sub-record would have been enough.
        left[cluster] += n * (sum(place.publishing_cluster == cluster for place in places) - 1)
    return {member: 0 if release.terms_of(member) else max(0, number) for member, number in left.items()}


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
    found: list[tuple[int, ...]] = []
    rare: set[tuple[int, ...]] = set()
    supports = chunk_supports(sub_records, m)
    for itemset in sorted((itemset for itemset in supports if supports[itemset] < k), key=lambda one: (len(one), one)):
        rare.add(itemset)
        if len(itemset) == 1 or not any(part in rare for part in combinations(itemset, len(itemset) - 1)):
            found.append(itemset)
    return found


def crowded_chunks(release: PublishedChunks, cluster: int, *, k: int, m: int) -> Iterator[tuple[Place, ...]]:
    """The smallest sets of chunks whose sub-records can meet in a record, but not in k, for want of others."""
    found: list[set[Place]] = []
    if all(release.terms_of(member) for member in release.family_of(cluster)):
        return
    places = release.places_of(cluster)
    # What meets is counted, whichever of its own chunks it is from.
    fitting: dict[tuple[int, tuple[Place, ...]], bool] = {}
    for size in range(1, m + 1):
        for meeting in combinations(places, size):
            if any(smaller <= set(meeting) for smaller in found):
                continue
            shared = tuple(place for place in meeting if place.publishing_cluster != cluster)
            kind = (size - len(shared), shared)
            if kind not in fitting:
                fitting[kind] = _fits(release, cluster, meeting, k)
            if not fitting[kind]:
                found.append(set(meeting))
                if _fits(release, cluster, meeting, 1):
                    yield meeting


class Chance(NamedTuple):
    """How likely a record that holds a known itemset holds one more item.

    Attributes:
        item: it.
        least, most: the share of such records, over all reconstructions.
        expected: the chance, if all ways to give out the sub-records are equally likely, whatever stays empty.
    """

    item: int
    least: float
    expected: float
    most: float


def chances(release: PublishedChunks, cluster: int, known: Set[int]) -> list[Chance]:
    """What someone concludes who knows these items of a record of the cluster: about each other item of its chunks.

    `least` and `most` are exact if the known items are in one record chunk and the bounds of supports are exact.
    Otherwise the true share is between them.

    Raises:
        BadInput: the cluster does not show all of these items, or none are known.
    """
    found = []
    holding = support_bounds(release, cluster, known)
    for place in release.places_of(cluster):
        part = frozenset(known & release.items_of(place))
        shown = [items for items in release.chunks[place] if part <= items]
        n_possible = len(shown) if part else release.records_for(place)
        for item in sorted(release.items_of(place) - part):
            both = support_bounds(release, cluster, known | {item})
            found.append(
                Chance(
                    item,
                    both.least / max(1, holding.most),
                    sum(item in items for items in shown) / max(1, n_possible),
                    min(1.0, both.most / max(1, holding.least)),
                )
            )
    return found


class Link(NamedTuple):
    """An itemset with items in several chunks that is in records of a cluster for certain.

    Attributes:
        cluster: where.
        itemset: what is linked.
        by_cover: whether it holds, of one of the chunks, an item that covers the chunk.
        least, most: the records that hold it, over all reconstructions.
        expected: these, if all ways to give out the sub-records are equally likely, whatever stays empty.
    """

    cluster: int
    itemset: Itemset
    by_cover: bool
    least: int
    most: int
    expected: float


def links(release: PublishedChunks, *, m: int, below: int | None = None) -> Iterator[Link]:
    """What is linked for certain by at most m items.

    Args:
        release: the chunks.
        m: most items of an itemset.
        below: only what is certain in fewer records than this; with k, the cover problems.
    """
    for cluster in release.n_records:
        yield from links_in(release, cluster, m=m, below=below)


def links_in(release: PublishedChunks, cluster: int, *, m: int, below: int | None = None) -> Iterator[Link]:
    """What is linked for certain in one cluster."""
    n_records = release.n_records[cluster]
    below = n_records + 1 if below is None else below
    parts = [part for place in release.places_of(cluster) if (part := _chunk_parts(release, cluster, place, m))]
    for n_chunks in range(2, m + 1):
        for chosen in combinations(parts, n_chunks):
            if sum(part.largest for part in chosen) <= (n_chunks - 1) * n_records:
                continue
            for sizes in product(range(1, m - n_chunks + 2), repeat=n_chunks):
                if sum(sizes) > m or any(size not in part.held for part, size in zip(chosen, sizes, strict=True)):
                    continue
                held = [part.held[size][1] for part, size in zip(chosen, sizes, strict=True)]
                least = reduce(np.add.outer, held) - (n_chunks - 1) * n_records
                for where in np.argwhere((least >= 1) & (least < below)).tolist():
                    itemset = frozenset[int]().union(
                        *(part.held[size][0][i] for part, size, i in zip(chosen, sizes, where, strict=True))
                    )
                    yield Link(
                        cluster,
                        itemset,
                        any(itemset & part.cover for part in chosen),
                        int(least[tuple(where)]),
                        support_bounds(release, cluster, itemset).most,
                        n_records * prod(_share(release, part.place, itemset) for part in chosen),
                    )


class _Parts(NamedTuple):
    """The itemsets of a chunk that are for certain in records of a cluster.

    Attributes:
        place: the chunk.
        held: by size, the itemsets, and in how many records they are at least.
        largest: the largest of these numbers.
        cover: the items that cover the chunk.
    """

    place: Place
    held: dict[int, tuple[list[tuple[int, ...]], np.ndarray]]
    largest: int
    cover: Itemset


def _chunk_parts(release: PublishedChunks, cluster: int, place: Place, m: int) -> _Parts | None:
    """Nothing, if all sub-records of the chunk may come from other clusters."""
    sub_records = release.chunks[place]
    if not own_support(release, cluster, place, len(sub_records)):
        return None
    here: dict[int, dict[tuple[int, ...], int]] = defaultdict(dict)
    for itemset, support in chunk_supports(sub_records, m - 1).items():
        if least := own_support(release, cluster, place, support):
            here[len(itemset)][itemset] = least
    held = {size: (list(leasts), np.array(list(leasts.values()))) for size, leasts in here.items()}
    largest = max((int(leasts.max()) for _, leasts in held.values()), default=0)
    return _Parts(place, held, largest, chunk_cover(sub_records))


def _share(release: PublishedChunks, place: Place, itemset: Itemset) -> float:
    """The share of the records that a chunk may come from with its part of the itemset."""
    part = itemset & release.items_of(place)
    return sum(part <= shown for shown in release.chunks[place]) / release.records_for(place)
