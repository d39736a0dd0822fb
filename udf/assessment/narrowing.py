"""How many records of a release may be a person's, if some of the person's items are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from setrisk.udf.common.arrays import Integers, ranges, runs


@dataclass(frozen=True)
class Places:
    """Where the items of a person's record may be.

    A release shows parts: whole records, or sub-records. A host is what may be a person's: a record, or all records of
    a cluster, which look the same. A record of the host has one part of each of the host's chunks, so known items that
    are in one chunk must be in one part of it, and no more records can hold them than there are such parts. If records
    are published whole, each is a host with one chunk of one part. No item is in two chunks of a host. Clusters of a
    joint cluster share chunks: each has a chunk of its own here, of one source, whose parts go to one record each.

    Attributes:
        label_starts: where the labels of each item start, and where the last ones end. A label is what parts show: the
            item itself, or a generalised item that it may be a member of.
        labels: the labels of all items.
        part_starts: where the parts of each label start, and where the last ones end.
        parts: the parts that show each label.
        chunks: the chunk of each part, ascending.
        hosts: the host of each part, ascending.
        weights: how many records each host is.
        sources: the source of the chunk of each part.
        part_weights: how many records may have each part.
    """

    label_starts: Integers
    labels: Integers
    part_starts: Integers
    parts: Integers
    chunks: Integers
    hosts: Integers
    weights: Integers
    sources: Integers
    part_weights: Integers
    _parts_of: dict[int, Integers] = field(default_factory=dict)

    @cached_property
    def is_shared(self) -> NDArray[np.bool_]:
        """Whether each source is that of chunks of several hosts."""
        chunks = runs(self.chunks)
        return np.bincount(self.sources[chunks]) > 1

    @property
    def n_records(self) -> int:
        """How many records the release has."""
        return int(self.weights.sum())

    def remaining(self, items: Sequence[int]) -> list[int]:
        """How many records may be the person's if the first item is known, the first two, and so on."""
        return list(remaining_records(self, items))

    def parts_of(self, item: int) -> Integers:
        """The parts that may hold an item, ascending."""
        if item not in self._parts_of:
            labels = self.labels[self.label_starts[item] : self.label_starts[item + 1]]
            lengths = self.part_starts[labels + 1] - self.part_starts[labels]
            self._parts_of[item] = np.unique(self.parts[ranges(self.part_starts[labels], lengths)])
        return self._parts_of[item]


def remaining_records(places: Places, items: Sequence[int]) -> Iterator[int]:
    """How many records may be the person's if the first item is known, the first two, and so on.

    Args:
        places: what the release shows.
        items: items that the release shows, each once.
    """
    # Parts of hosts that can hold all items so far, once for each item that they may hold.
    kept = np.zeros(0, dtype=np.int64)
    is_left = np.ones(len(places.weights), dtype=bool)
    for n_known, item in enumerate(items, 1):
        parts = places.parts_of(item)
        kept = np.concatenate([kept, parts[is_left[places.hosts[parts]]]])
        found, overlaps = np.unique(kept, return_counts=True)
        if not len(found):
            yield 0
            continue
        by_chunk = runs(places.chunks[found])
        # A record has one part of a chunk: the best one. As many records as there are best parts can have one.
        best = np.maximum.reduceat(overlaps, by_chunk)
        is_best = overlaps == best.repeat(np.diff(by_chunk, append=len(found)))
        holders = np.add.reduceat(np.where(is_best, places.part_weights[found], 0), by_chunk)
        hosts = places.hosts[found[by_chunk]]
        by_host = runs(hosts)
        is_able = np.add.reduceat(best, by_host) == n_known
        is_left = np.zeros(len(places.weights), dtype=bool)
        is_left[hosts[by_host][is_able]] = True
        kept = kept[is_left[places.hosts[kept]]]
        yield _able_records(places, places.sources[found[by_chunk]], hosts, holders, is_left)


def _able_records(
    places: Places, sources: Integers, hosts: Integers, holders: Integers, is_able: NDArray[np.bool_]
) -> int:
    """The records of some hosts that can hold all known items at once.

    Args:
        places: what the release shows.
        sources: of each chunk with a known item.
        hosts: of each of these chunks, ascending.
        holders: how many records can have the known items that are in the chunk.
        is_able: whether each host can hold all known items.
    """
    among = is_able[hosts].nonzero()[0]
    if not len(among):
        return 0
    # By host; shared chunks first, and those first that the fewest records can have.
    order = np.lexsort((holders[among], ~places.is_shared[sources[among]], hosts[among]))
    among = among[order]
    by_host = runs(hosts[among])
    most = np.minimum(np.minimum.reduceat(holders[among], by_host), places.weights[hosts[among][by_host]])
    # What hosts share is there once, for all of them together.
    shared, group = np.unique(sources[among][by_host], return_inverse=True)
    limits = np.zeros(len(shared), dtype=np.int64)
    limits[group] = holders[among][by_host]
    return int(np.minimum(np.bincount(group, most).astype(np.int64), limits).sum())
