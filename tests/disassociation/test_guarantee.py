"""What an attacker who knows m terms can tell: the guarantee itself, by trying every reconstruction of small clusters,
and why the refining of the paper does not keep it.
"""

from collections.abc import Sequence, Set

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setrisk.udf.disassociation.cluster_terms import cluster_terms
from setrisk.udf.disassociation.disassociate import disassociate
from setrisk.udf.disassociation.refining import refine
from setrisk.udf.disassociation.vertical_partitioning import partition_vertically
from tests.support import disassociation_verifier


def arrays(records: Sequence[Set[int]]) -> tuple[np.ndarray, np.ndarray]:
    starts = np.cumsum([0, *(len(record) for record in records)])
    return starts, np.array([item for record in records for item in sorted(record)], dtype=np.int64)


def shown(records: Sequence[set[int]], terms: np.ndarray) -> list[frozenset[int]]:
    """The sub-records of a chunk of these terms."""
    items = set(terms.tolist())
    return [frozenset(record & items) for record in records if record & items]


@settings(max_examples=100)
@given(
    records=st.lists(st.sets(st.integers(0, 6), min_size=1, max_size=5), min_size=3, max_size=6),
    k=st.integers(2, 3),
    m=st.integers(1, 3),
)
def test_every_itemset_has_a_reconstruction_with_k_records(records: list[set[int]], k: int, m: int) -> None:
    """One cluster: record chunks, term chunk and count condition."""
    found = disassociate(*arrays(records), k=k, m=m, max_cluster_size=len(records) + 1)
    chunks = [shown(records, found.term[found.chunk == n]) for n in range(1, found.chunk.max(initial=0) + 1)]
    terms = set(found.term[found.chunk == 0].tolist())
    whole = disassociation_verifier.Leaf(records, chunks, terms)
    assert not disassociation_verifier.guarantee_broken([whole], [], k, m)


@pytest.mark.parametrize("m", [1, 2, 3])
def test_joint_clusters_keep_the_guarantee(m: int) -> None:
    """Two clusters that share chunks: their sub-records may come from any record of both."""
    draw = np.random.default_rng(3)
    k, n_joints = 3, 0
    for _ in range(5000):
        rare = draw.random((10, draw.integers(1, 4))) < 0.4
        common = (draw.random(10) < 0.7) | ~rare.any(axis=1)
        records = [set(np.flatnonzero([one, *others]).tolist()) for one, others in zip(common, rare, strict=True)]
        n_first = int(draw.integers(4, 7))
        clusters = [np.arange(n_first), np.arange(n_first, 10)]
        rows = cluster_terms(clusters, *arrays(records))
        chunk, spare = partition_vertically(rows, k=k, m=m)
        for joint in refine(rows, chunk > 0, spare, k=k, m=m):
            n_joints += 1
            in_term_chunk = chunk == 0
            in_term_chunk[joint.rows] = False
            leaves = []
            for number, members in enumerate(clusters):
                own = [records[record] for record in members]
                of_cluster = rows.cluster == number
                chunks = [
                    shown(own, rows.term[of_cluster & (chunk == n)])
                    for n in range(1, chunk[of_cluster].max(initial=0) + 1)
                ]
                terms = set(rows.term[of_cluster & in_term_chunk].tolist())
                leaves.append(disassociation_verifier.Leaf(own, chunks, terms))
            shared = [shown(records, rows.term[joint.rows[joint.chunk == n]]) for n in range(1, joint.chunk.max() + 1)]
            assert not disassociation_verifier.guarantee_broken(leaves, shared, k, m)
    assert n_joints > 100


def test_the_count_condition_is_needed() -> None:
    """Two chunks and no term chunk: if k records held {1, 2}, too few sub-records would be left for the others."""
    records = [{1}, {1}, {1, 2}, {2}, {2}]
    chunks = [[frozenset({1})] * 3, [frozenset({2})] * 3]
    assert disassociation_verifier.guarantee_broken([disassociation_verifier.Leaf(records, chunks, set())], [], 2, 2)
    found = disassociate(*arrays(records), k=2, m=2, max_cluster_size=9)
    assert set(zip(found.term.tolist(), found.chunk.tolist(), strict=True)) == {(1, 1), (2, 0)}


# Terms of the example: z is frequent in one cluster each, u fills up its term chunk.
W, X, V, P, Y, Q = range(1, 7)


def cluster(z: int, u: int, rows: Sequence[Set[int]]) -> list[set[int]]:
    records = [{z, *row} for row in rows]
    records[0].add(u)
    return records


CLUSTERS = (
    cluster(21, 31, [{Y, P}, {W, P}, {W, P}, {X, P}, {X}, {V}]),
    cluster(22, 32, [{W, P}, {W, P}, {X, P}, {X, P}, {V}, {V}]),
    cluster(23, 33, [{W, Q}, {W, Q}, {X, Q}, {X, Q}, {V}, {V}]),
    cluster(24, 34, [{Y, Q, W, X, V}] * 4 + [{W, X, V}, set()]),
)


def test_k_anonymity_of_shared_chunks_is_not_enough() -> None:
    """k = 5, m = 2. A shared chunk over all four with w, x, v, y repeats each sub-record five times, although w, x and
    v stand in the record chunk of the last cluster. {y} must be in the first cluster (with the term 21) in five records
    to hide who holds {21, y}; but five of its six records hold sub-records that cannot come from the last cluster, the
    only one where there is room for them.
    """
    verify = disassociation_verifier
    by_hand = verify.Published(
        sizes=[(n, 6) for n in range(4)],
        sub_records={
            **{(n, 1): {r: [21 + n] for r in range(1, 7)} for n in range(3)},
            (3, 1): {r: [24, W, X, V] for r in range(1, 6)} | {6: [24]},
            (4, 1): dict(enumerate([[Y]] * 5 + [[W]] * 6 + [[X]] * 6 + [[V]] * 5, 1)),
        },
        joints={4: {0, 1, 2, 3}},
        term_chunks={0: [P, 31], 1: [P, 32], 2: [Q, 33], 3: [Q, 34]},
        named=sorted(set().union(*(record for records in CLUSTERS for record in records))),
    )
    transactions = dict(enumerate((record for records in CLUSTERS for record in records), 1))
    owned = verify.Owned(transactions, [((tid - 1) // 6, tid) for tid in transactions], {})
    said = verify.violations(by_hand, owned, k=5, m=2)
    assert f"shared chunk (4, 1): [{Y}] cannot stand 5 times in cluster 0" in said


def test_refining_leaves_out_what_stands_elsewhere() -> None:
    starts, items = arrays([record for cluster in CLUSTERS for record in cluster])
    rows = cluster_terms([np.arange(6 * n, 6 * n + 6) for n in range(4)], starts, items)
    chunk, spare = partition_vertically(rows, k=5, m=2)
    joints = refine(rows, chunk > 0, spare, k=5, m=2)
    assert joints
    for joint in joints:
        below = np.isin(rows.cluster, joint.clusters) & np.isin(rows.term, rows.term[joint.rows])
        assert joint.rows.tolist() == np.flatnonzero(below).tolist()
        assert not chunk[joint.rows].any()
