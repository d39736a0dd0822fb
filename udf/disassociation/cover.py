"""The cover problem: what the chunks of a disassociated release tell for certain of what belongs together.

Source: Barakat, Al Bouna, Nassar and Guyeux, "On the evaluation of the privacy breach in disassociated set-valued
datasets" (2016), and Awad, Al Bouna, Couchot and Philippe, "Safe disassociation of set-valued datasets" (2019), for the
problem; the counts below are our own.

A *reconstruction* gives each sub-record of a chunk to a different record of its cluster (of a shared chunk: to a
different record of the clusters that share it) and each term of a term chunk to one record or more, so that no record
is empty. The attacker knows nothing else. Three questions follow:

* Within a chunk an item *covers* another one if every sub-record with the other one holds it as well: whoever knows the
  other one knows both.
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
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations, product
from typing import NamedTuple

import numpy as np

from setrisk.udf.disassociation.published_chunks import Itemset, Place, PublishedChunks


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


def own_support(release: PublishedChunks, cluster: int, place: Place, support: int) -> int:
    """The least number of so many sub-records of a chunk that can come from the cluster: the rest of its joint cluster
    has room for the others, as far as it has records.
    """
    return max(0, support - (release.records_for(place) - release.n_records[cluster]))


def fits(release: PublishedChunks, cluster: int, places: Sequence[Place], n: int) -> bool:
    """Whether sub-records of these chunks can meet in n records of the cluster, without leaving records empty that
    would not be empty otherwise.
    """
    return not n_empty(release, cluster, places, n) or n_empty(release, cluster, [], 0) > 0


def n_empty(release: PublishedChunks, cluster: int, places: Sequence[Place], n: int) -> int:
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
                fitting[kind] = fits(release, cluster, meeting, k)
            if not fitting[kind]:
                found.append(set(meeting))
                if fits(release, cluster, meeting, 1):
                    yield meeting


class Link(NamedTuple):
    """An itemset with items in several chunks that is in records of a cluster for certain.

    Attributes:
        cluster: in which cluster.
        itemset: what is linked.
        least: the least number of records that hold it, over all reconstructions.
    """

    cluster: int
    itemset: Itemset
    least: int


def links_in(release: PublishedChunks, cluster: int, *, m: int, below: int | None = None) -> Iterator[Link]:
    """What is linked for certain in one cluster by at most m items.

    Args:
        release: the chunks.
        cluster: the cluster.
        m: most items of an itemset.
        below: only what is certain in fewer records than this; with k, the cover problems.
    """
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
                    yield Link(cluster, itemset, int(least[tuple(where)]))


class _Parts(NamedTuple):
    """The itemsets of a chunk that are for certain in records of a cluster.

    Attributes:
        held: by size, the itemsets, and in how many records they are at least.
        largest: the largest of these numbers.
    """

    held: dict[int, tuple[list[tuple[int, ...]], np.ndarray]]
    largest: int


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
    return _Parts(held, largest)
