"""What a disassociated release shows: clusters, their chunks, and the chunks that several clusters share."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

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
