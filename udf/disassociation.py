"""Disassociation: which cluster a record is in, and where each of its terms is published.

Source: Terrovitis, Liagouris, Mamoulis and Skiadopoulos, "Privacy preservation by disassociation" (2012); DISASSOC
section 3, Definitions 1 and 2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from setrisk.udf.horizontal_partitioning import Integers, horizontal
from setrisk.udf.refining import Joint, Leaf, refine
from setrisk.udf.vertical_partitioning import vertical

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Disassociated:
    """What is published where. Clusters are numbered from 0 in the recursion's order, joint clusters after them.

    Attributes:
        cluster: of each record.
        term_cluster, term, home, chunk: a row per term of a cluster: `home` is the cluster or joint cluster that
            publishes it, `chunk` the number of the chunk there, from 1, or 0 for the term chunk.
        joint, leaf: a row per cluster of a joint cluster.
    """

    cluster: NDArray[np.int32]
    term_cluster: NDArray[np.int32]
    term: NDArray[np.int32]
    home: NDArray[np.int32]
    chunk: NDArray[np.int32]
    joint: NDArray[np.int32]
    leaf: NDArray[np.int32]


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
    clusters = horizontal(
        starts,
        items,
        k=k,
        max_cluster_size=max_cluster_size,
        progress=lambda done, total: progress("partitioning horizontally", done, total),
    )
    leaves = []
    for number, records in enumerate(clusters):
        progress("partitioning vertically", number, len(clusters))
        holders = _holders(records, starts, items)
        leaves.append(Leaf(len(records), holders, *vertical(holders, len(records), k=k, m=m)))
    joints = refine(leaves, k=k, m=m, progress=lambda done, total: progress("refining", done, total)) if refined else []
    cluster = np.empty(len(starts) - 1, dtype=np.int32)
    for number, records in enumerate(clusters):
        cluster[records] = number
    return Disassociated(cluster, *_rows(_placed(leaves, joints), 4), *_rows(_members(len(leaves), joints), 2))


def _holders(records: Integers, starts: Integers, items: Integers) -> dict[int, int]:
    """For each term the records of a cluster that hold it, as bits."""
    holders: dict[int, int] = {}
    bit = 1
    for record in records.tolist():
        for term in items[starts[record] : starts[record + 1]].tolist():
            holders[term] = holders.get(term, 0) | bit
        bit <<= 1
    return holders


def _placed(leaves: list[Leaf], joints: list[Joint]) -> list[tuple[int, int, int, int]]:
    placed = [
        (number, term, number, chunk_no)
        for number, leaf in enumerate(leaves)
        for chunk_no, chunk in enumerate((sorted(leaf.term_chunk), *leaf.chunks))
        for term in chunk
    ]
    for joint_no, joint in enumerate(joints, len(leaves)):
        chunk_of = {term: chunk_no for chunk_no, chunk in enumerate(joint.chunks, 1) for term in chunk}
        placed += [(leaf, term, joint_no, chunk_of[term]) for leaf, term in joint.refined]
    return placed


def _members(n_leaves: int, joints: list[Joint]) -> list[tuple[int, int]]:
    return [(joint_no, leaf) for joint_no, joint in enumerate(joints, n_leaves) for leaf in joint.leaves]


def _rows(rows: Sequence[tuple[int, ...]], width: int) -> NDArray[np.int32]:
    return np.array(rows, dtype=np.int32).reshape(-1, width).T
