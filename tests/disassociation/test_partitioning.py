"""The partitioning kernels against their literal transcription, and the examples of the papers."""

from collections.abc import Sequence, Set

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setrisk.udf.disassociation import refining, refining_nodes
from setrisk.udf.disassociation.disassociate import Disassociated, disassociate
from setrisk.udf.disassociation.horizontal_partitioning import partition_horizontally
from setrisk.udf.disassociation.vertical_partitioning import cluster_chunks
from tests.support import disassociation_oracle

# DISASSOC Table 2; numbers follow the names.
NAMES = ("biopsy", "blood", "cancer", "catheterisation", "lung", "radiotherapy", "treatment", "tumor", "vessel")
TABLE_2 = (
    {"vessel", "blood", "treatment", "lung", "catheterisation"},
    {"cancer", "radiotherapy", "lung", "treatment"},
    {"cancer", "lung", "blood", "tumor", "biopsy"},
    {"cancer", "blood", "treatment", "tumor", "biopsy"},
)

records_of_any_kind = st.lists(st.sets(st.integers(0, 9), max_size=7), min_size=1, max_size=40)


def arrays(records: Sequence[Set[int]]) -> tuple[np.ndarray, np.ndarray]:
    starts = np.cumsum([0, *(len(record) for record in records)])
    return starts, np.array([item for record in records for item in sorted(record)], dtype=np.int64)


def chunks_of(found: Disassociated, home: int) -> list[set[int]]:
    """The chunks of a cluster or joint cluster, the term chunk first."""
    chunks: dict[int, set[int]] = {0: set()}
    rows = zip(found.term_cluster, found.term, found.publishing_cluster, found.chunk, strict=True)
    for cluster, term, at, chunk in rows:
        if at == home:
            assert chunk or cluster == home
            chunks.setdefault(int(chunk), set()).add(int(term))
    assert sorted(chunks) == list(range(len(chunks)))
    return [chunks[number] for number in sorted(chunks)]


@settings(max_examples=150)
@given(records=records_of_any_kind, k=st.integers(2, 4), larger=st.integers(0, 8))
def test_horizontal_is_the_oracle(records: list[set[int]], k: int, larger: int) -> None:
    found = partition_horizontally(*arrays(records), k=k, max_cluster_size=k + larger)
    assert [part.tolist() for part in found] == disassociation_oracle.horpart(records, k, k + larger)


@settings(max_examples=150)
@given(records=records_of_any_kind, k=st.integers(2, 4), m=st.integers(1, 4))
def test_vertical_is_the_oracle(records: list[set[int]], k: int, m: int) -> None:
    holders: dict[int, int] = {}
    for place, record in enumerate(records):
        for item in record:
            holders[item] = holders.get(item, 0) | 1 << place
    frequent = {term: bits for term, bits in holders.items() if bits.bit_count() >= k}
    chunks = cluster_chunks(frequent, len(records), k=k, m=m, rare=len(frequent) < len(holders))
    assert (chunks, holders.keys() - set().union(*chunks)) == disassociation_oracle.verpart(records, k, m)


@settings(max_examples=200)
@given(
    records=st.lists(st.sets(st.integers(0, 11), max_size=6), min_size=8, max_size=60),
    k=st.integers(2, 4),
    m=st.integers(1, 3),
    larger=st.integers(0, 6),
    refined=st.booleans(),
)
def test_disassociation_is_the_oracle(records: list[set[int]], k: int, m: int, larger: int, refined: bool) -> None:
    found = disassociate(*arrays(records), k=k, m=m, max_cluster_size=k + larger, refined=refined)
    expected = disassociation_oracle.disassociate(records, k, m, k + larger, refined)
    n_clusters = len(expected.clusters)
    assert [np.flatnonzero(found.cluster == n).tolist() for n in range(n_clusters)] == expected.clusters
    for number in range(n_clusters):
        own = [expected.term_chunks[number], *map(set, expected.chunks[number])]
        assert chunks_of(found, number) == own
    joints = [found.leaf[found.joint == n].tolist() for n in range(n_clusters, n_clusters + len(expected.joints))]
    assert joints == [joint.leaves for joint in expected.joints]
    for number, joint in enumerate(expected.joints, n_clusters):
        assert chunks_of(found, number) == [set(), *map(set, joint.chunks)]


@pytest.mark.parametrize(("many", "listed", "m"), [(64, 12, 2), (1, 12, 2), (1, 4, 3)])
def test_joints_of_joints_come_out_too(monkeypatch: pytest.MonkeyPatch, many: int, listed: int, m: int) -> None:
    """On data where refining has much to do: what hypothesis draws seldom has joints of joints. What is left out as
    too little to pay, or is known from an earlier pass, makes no difference.
    """
    monkeypatch.setattr(refining, "_MANY", many)
    monkeypatch.setattr(refining_nodes, "_LISTED", listed)
    draw = np.random.default_rng(5)
    shares = 1 / np.arange(1, 101)
    shares /= shares.sum()
    records = [set(draw.choice(100, size=5, replace=False, p=shares).tolist()) for _ in range(600)]
    found = disassociate(*arrays(records), k=4, m=m, max_cluster_size=16)
    expected = disassociation_oracle.disassociate(records, 4, m, 16, True)
    joints = range(found.joint.min(), found.joint.max() + 1)
    assert [found.leaf[found.joint == n].tolist() for n in joints] == [joint.leaves for joint in expected.joints]
    assert [chunks_of(found, n) for n in joints] == [[set(), *map(set, joint.chunks)] for joint in expected.joints]
    assert max(len(joint.leaves) for joint in expected.joints) >= 10


def test_disassoc_tables_2_and_3() -> None:
    records = [{NAMES.index(name) for name in transaction} for transaction in TABLE_2]
    found = disassociate(*arrays(records), k=2, m=2, max_cluster_size=5, refined=False)
    assert found.cluster.tolist() == [0, 0, 0, 0]
    named = [{NAMES[term] for term in chunk} for chunk in chunks_of(found, 0)]
    assert named == [
        {"vessel", "catheterisation", "radiotherapy"},
        {"blood", "treatment", "lung", "cancer"},
        {"tumor", "biopsy"},
    ]


@pytest.mark.parametrize("m", [1, 2, 5, 250])
def test_long_equal_records_take_neither_the_stack_nor_forever(m: int) -> None:
    """Each of the 300 items splits a part into all and nothing."""
    records = [set(range(300))] * 40
    found = disassociate(*arrays(records), k=5, m=m, max_cluster_size=25)
    assert set(found.cluster.tolist()) == {0}
    assert chunks_of(found, 0) == [set(), set(range(300))]


def test_a_long_tail_of_single_records_is_no_giant_cluster() -> None:
    """Records that share nothing split off one by one; they join by fives, whatever the recursion's depth."""
    records = [{0} for _ in range(30)] + [{n} for n in range(1, 5001)]
    found = disassociate(*arrays(records), k=5, m=2, max_cluster_size=25)
    sizes = np.bincount(found.cluster)
    assert sizes.min() == 5
    assert sizes.max() == 30


@pytest.mark.parametrize("records", [[set()] * 12, [set()] * 6 + [{1, 2}] * 6, [{1}] * 12])
def test_empty_and_equal_records(records: list[set[int]]) -> None:
    found = disassociate(*arrays(records), k=3, m=2, max_cluster_size=4)
    assert np.bincount(found.cluster).min() >= 3
    assert (found.chunk > 0).all()
