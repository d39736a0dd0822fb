"""Disassociation: which cluster a record is in, and where each of its terms is published.

Source: Terrovitis, Liagouris, Mamoulis and Skiadopoulos, "Privacy preservation by disassociation" (2012); DISASSOC
section 3, Definitions 1 and 2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from setrisk.udf.common.arrays import Integers, ranges
from setrisk.udf.disassociation.cluster_terms import cluster_terms
from setrisk.udf.disassociation.horizontal_partitioning import partition_horizontally
from setrisk.udf.disassociation.refining import refine
from setrisk.udf.disassociation.vertical_partitioning import partition_vertically

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Disassociated:
    """What is published where. Clusters are numbered from 0 in the recursion's order, joint clusters after them.

    Attributes:
        cluster: of each record.
        term_cluster, term, publishing_cluster, chunk: a row per term of a cluster: `publishing_cluster` is the cluster
            or joint cluster that publishes it, `chunk` the number of the chunk there, from 1, or 0 for the term
            chunk.
        record, row: a row per record and term that a chunk shows of it: `row` is the place of the term above.
        joint, leaf: a row per cluster of a joint cluster.
    """

    cluster: Integers
    term_cluster: Integers
    term: Integers
    publishing_cluster: Integers
    chunk: Integers
    record: Integers
    row: Integers
    joint: Integers
    leaf: Integers

    @property
    def hides(self) -> bool:
        """Whether the release hides anything. It does not if every cluster shows all of its terms in a single chunk,
        since the sub-records then equal the records.
        """
        places = np.unique(np.stack([self.term_cluster, self.publishing_cluster, self.chunk]), axis=1)
        return bool((self.chunk == 0).any()) or places.shape[1] > len(np.unique(self.term_cluster))


def disassociate(
    starts: Integers,
    items: Integers,
    *,
    k: int,
    m: int,
    max_cluster_size: int,
    refined: bool = True,
    progress: Progress = lambda step, done, total: None,
) -> Disassociated:
    """Part records into clusters and the terms of each cluster into chunks.

    Args:
        starts: n + 1 places: record r has the items `items[starts[r]:starts[r + 1]]`.
        items: item numbers, each once a record; a smaller number wins a tie.
        k: at least 2; no more than there are records.
        m: at least 1.
        max_cluster_size: at least k: parts of so many records are split.
        refined: whether to join clusters afterwards.
        progress: called with the step, and how much of it is done.
    """
    clusters = partition_horizontally(
        starts,
        items,
        k=k,
        max_cluster_size=max_cluster_size,
        progress=lambda done, total: progress("partitioning horizontally", done, total),
    )
    cluster = np.empty(len(starts) - 1, dtype=np.int64)
    for number, records in enumerate(clusters):
        cluster[records] = number
    rows = cluster_terms(clusters, starts, items)
    chunk, spare = partition_vertically(
        rows, k=k, m=m, progress=lambda done, total: progress("partitioning vertically", done, total)
    )
    publishing_cluster = rows.cluster.copy()
    joints = []
    if refined:
        joints = refine(
            rows, chunk > 0, spare, k=k, m=m, progress=lambda done, total: progress("refining", done, total)
        )
    for number, joint in enumerate(joints, len(clusters)):
        publishing_cluster[joint.rows] = number
        chunk[joint.rows] = joint.chunk
    shown = np.flatnonzero(chunk)
    holders = rows.holders[ranges(rows.starts[shown], rows.supports[shown])]
    n_members = [len(joint.clusters) for joint in joints]
    return Disassociated(
        cluster,
        rows.cluster,
        rows.term,
        publishing_cluster,
        chunk,
        np.concatenate(clusters)[holders],
        np.repeat(shown, rows.supports[shown]),
        np.repeat(np.arange(len(clusters), len(clusters) + len(joints)), n_members),
        np.concatenate([rows.cluster[:0], *(joint.clusters for joint in joints)]),
    )
