"""Safe disassociation of what a kernel has disassociated: what is suppressed, and what is published then."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from setrisk.udf.common.arrays import Integers
from setrisk.udf.disassociation.disassociate import Disassociated
from setrisk.udf.disassociation.published_chunks import Itemset, Place, PublishedChunks
from setrisk.udf.disassociation.safe import make_safe


@dataclass(frozen=True)
class Repaired:
    """A disassociated data set without cover problems.

    Attributes:
        result: what is published where.
        n_suppressed: how many entries of records are not shown any more, not even by a term chunk.
    """

    result: Disassociated
    n_suppressed: int


def repair(result: Disassociated, *, k: int, m: int) -> Repaired:
    """Suppress terms in sub-records until no chunk has a term that another one covers, and no link of up to m terms is
    certain in fewer than k records (`make_safe`).

    Args:
        result: what `disassociate` returned.
        k: as there.
        m: as there.

    Raises:
        InfeasibleConstraint: a cluster has fewer than k records.
    """
    sub_records = _sub_records(result)
    places = sorted(sub_records)
    in_terms = result.chunk == 0
    safe = make_safe(
        PublishedChunks(
            dict(enumerate(np.bincount(result.cluster).tolist())),
            {place: [frozenset(items) for items in sub_records[place].values()] for place in places},
            _sets(result.term_cluster[in_terms], result.term[in_terms]),
            _sets(result.joint, result.leaf),
        ),
        k=k,
        m=m,
        without_covers=True,
    )
    records = {place: list(sub_records[place]) for place in places}
    gone = {(each.place, records[each.place][each.sub_record - 1], each.item) for each in safe.suppressed}
    moved = {*safe.moved}
    n_suppressed = sum((each.place.publishing_cluster, each.item) not in moved for each in safe.suppressed)
    return Repaired(_safe_result(result, gone, moved, {*safe.lost}), n_suppressed)


def _sub_records(result: Disassociated) -> dict[Place, dict[int, set[int]]]:
    """By chunk and record, the terms of the sub-record."""
    found: dict[Place, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    for publishing_cluster, chunk, record, term in _entries(result):
        found[Place(publishing_cluster, chunk)][record].add(term)
    return found


def _entries(result: Disassociated) -> list[tuple[int, int, int, int]]:
    """Publishing cluster, chunk, record and term of each entry that a chunk shows."""
    columns = (result.publishing_cluster[result.row], result.chunk[result.row], result.record, result.term[result.row])
    return list(zip(*(column.tolist() for column in columns), strict=True))


def _sets(keys: Integers, values: Integers) -> dict[int, Itemset]:
    held: dict[int, set[int]] = defaultdict(set)
    for key, value in zip(keys.tolist(), values.tolist(), strict=True):
        held[key].add(value)
    return {key: frozenset(members) for key, members in held.items()}


def _safe_result(
    result: Disassociated,
    gone: set[tuple[Place, int, int]],
    moved: set[tuple[int, int]],
    lost: set[tuple[int, int]],
) -> Disassociated:
    """What is left without these entries, with these terms of clusters in the term chunk, and without these of joint
    clusters. Chunks are numbered from 1 again; the first one has the anchors of attacks.
    """
    publishers = list(zip(result.publishing_cluster.tolist(), result.term.tolist(), strict=True))
    is_moved = np.array([publisher in moved for publisher in publishers], np.bool_)
    is_left = np.array([publisher not in lost for publisher in publishers], np.bool_)
    chunk = np.where(is_moved, 0, result.chunk)
    is_shown = np.array(
        [(Place(number, n), record, term) not in gone for number, n, record, term in _entries(result)], np.bool_
    )
    new_row = is_left.cumsum() - 1
    publishing_cluster, chunk = result.publishing_cluster[is_left], chunk[is_left]
    has_chunk = np.isin(result.joint, publishing_cluster[chunk > 0])
    return Disassociated(
        result.cluster,
        result.term_cluster[is_left],
        result.term[is_left],
        publishing_cluster,
        _renumbered_chunks(publishing_cluster, chunk),
        result.record[is_shown],
        new_row[result.row[is_shown]],
        result.joint[has_chunk],
        result.leaf[has_chunk],
    )


def _renumbered_chunks(publishing_cluster: Integers, chunk: Integers) -> Integers:
    """The numbers of the chunks, from 1 without gaps in each cluster that publishes some; 0 stays."""
    is_shown = chunk > 0
    places, place = np.unique(np.stack([publishing_cluster, chunk])[:, is_shown], axis=1, return_inverse=True)
    first_place = np.searchsorted(places[0], places[0])
    numbers = np.zeros_like(chunk)
    numbers[is_shown] = (np.arange(places.shape[1]) - first_place + 1)[place.ravel()]
    return numbers
