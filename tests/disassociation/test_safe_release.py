"""Safe disassociation, the relations about covers, and the attack by covers. `conftest.py` verifies each release."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from duckdb import DuckDBPyConnection
from hypothesis import given, settings
from hypothesis import strategies as st

import setrisk
from setrisk.pipelines.showcase.experiments import protection
from setrisk.udf.disassociation.published_chunks import Place
from tests.support import cover_bounds

# Everybody has bread; who has jam has butter.
BREAKFAST = [["bread", "butter", "jam"]] * 3 + [["bread", "butter"]] * 3 + [["bread", "tea"]] * 4 + [["bread", "rare"]]


def fetch(con: DuckDBPyConnection, query: str) -> list[tuple[Any, ...]]:
    return con.execute(query).fetchall()


def certain_pairs(con: DuckDBPyConnection) -> set[tuple[int, frozenset[int], int]]:
    numbers = dict(fetch(con, "SELECT p.item, p.item_id FROM setrisk.published_item AS p"))
    rows = fetch(con, "SELECT c.cluster, c.item_a, c.item_b, c.certain_records FROM setrisk.certain_pairs('r') AS c")
    return {(cluster, frozenset({numbers[a], numbers[b]}), least) for cluster, a, b, least in rows}


@pytest.fixture
def breakfast(con: DuckDBPyConnection) -> DuckDBPyConnection:
    setrisk.load(con, "d", pd.DataFrame({"items": BREAKFAST}))
    return con


def test_what_covers_something_else_is_suppressed(breakfast: DuckDBPyConnection) -> None:
    setrisk.protect(breakfast, "d", "r", method="disassociation", k=3, m=2)
    covers = "SELECT c.item, c.cover FROM setrisk.chunk_covers('r') AS c ORDER BY ALL"
    assert set(fetch(breakfast, covers)) >= {("butter", "bread"), ("jam", "bread"), ("jam", "butter")}
    made = setrisk.protect(breakfast, "d", "r", method="disassociation", k=3, m=2, safe=True, replace=True)
    assert fetch(breakfast, covers) == []
    assert fetch(breakfast, "FROM setrisk.certain_pairs('r') AS c WHERE c.certain_records < 3") == []
    assert made.summary.endswith(" % are suppressed, the rest in term chunks")
    ((parameters,),) = fetch(breakfast, "SELECT r.parameters FROM setrisk.release AS r")
    assert parameters.endswith('"refine": true, "safe": true}')


def test_data_that_one_chunk_shows_as_they_are_are_shown_so_no_longer(con: DuckDBPyConnection) -> None:
    setrisk.load(con, "d", pd.DataFrame({"items": [["a", "b"]] * 5 + [["a"]] * 5}))
    assert setrisk.protect(con, "d", "r", method="disassociation", k=5).marks == ["unprotected"]
    assert setrisk.protect(con, "d", "r", method="disassociation", k=5, safe=True, replace=True).marks == []
    # One record without b is enough, so that all is in one chunk still.
    setrisk.load(con, "e", pd.DataFrame({"items": [["a", "b"]] * 6 + [["a"]] * 5}))
    assert setrisk.protect(con, "e", "s", method="disassociation", k=5, safe=True).marks == []


@settings(max_examples=40, deadline=None)
@given(
    patterns=st.lists(st.frozensets(st.integers(1, 7), min_size=1, max_size=5), min_size=1, max_size=6),
    draws=st.lists(st.integers(0, 5), min_size=6, max_size=40),
    k=st.integers(2, 3),
    m=st.integers(1, 3),
    size=st.integers(3, 20),
)
def test_small_data(patterns: list[frozenset[int]], draws: list[int], k: int, m: int, size: int) -> None:
    rows = [[f"i{item}" for item in sorted(patterns[draw % len(patterns)])] for draw in draws]
    with setrisk.connect() as con:
        setrisk.load(con, "d", pd.DataFrame({"items": rows}))
        setrisk.protect(con, "d", "r", method="disassociation", k=k, m=m, max_cluster_size=size, safe=True)
        assert certain_pairs(con) >= {
            (link.cluster, link.itemset, link.least)
            for link in cover_bounds.links(cover_bounds.chunks_of(con, "r"), m=2)
        }


@pytest.mark.parametrize("name", ["retail", "BMS-WebView-2", "disease-symptom"])
@pytest.mark.parametrize(("k", "m"), [(2, 3), (5, 2)])
def test_real_data(con: DuckDBPyConnection, data: Path, name: str, k: int, m: int) -> None:
    """What `certain_pairs` says is what the kernel says, and so much of terms as the bounds of their supports say."""
    protection.load_data(con, data, name)
    for is_safe in (False, True):
        setrisk.protect(con, name, "r", method="disassociation", k=k, m=m, safe=is_safe, replace=True, seed=1)
        chunks, found = cover_bounds.chunks_of(con, "r"), certain_pairs(con)
        of_terms = {each for each in found if each[1] & chunks.terms_of(each[0])}
        assert found - of_terms == {
            (link.cluster, link.itemset, link.least) for link in cover_bounds.links(chunks, m=2)
        }
        for cluster, pair, least in islice(sorted(of_terms, key=str), 0, None, max(1, len(of_terms) // 50)):
            assert cover_bounds.support_bounds(chunks, cluster, pair).least == least
        if is_safe:
            assert all(least >= k for _, _, least in found)


def test_a_term_is_with_what_all_records_have(con: DuckDBPyConnection) -> None:
    """Tea is too rare for a chunk: one record has it at least, and bread. A safe release shows bread in one less."""
    setrisk.load(con, "d", pd.DataFrame({"items": [["bread", "jam"]] * 3 + [["bread"]] * 3 + [["bread", "tea"]]}))
    setrisk.protect(con, "d", "r", method="disassociation", k=3, m=2, safe=True)
    assert fetch(con, "FROM setrisk.certain_pairs('r')") == []
    setrisk.protect(con, "d", "r", method="disassociation", k=3, m=2, replace=True)
    found = fetch(con, "FROM setrisk.certain_pairs('r') ORDER BY ALL")
    chunks = cover_bounds.chunks_of(con, "r")
    numbers = dict(fetch(con, "SELECT p.item, p.item_id FROM setrisk.published_item AS p"))
    assert found
    for cluster, item_a, item_b, records, least, least_b in found:
        assert records == chunks.n_records[cluster]
        assert cover_bounds.support_bounds(chunks, cluster, {numbers[item_a], numbers[item_b]}).least == least
        assert cover_bounds.support_bounds(chunks, cluster, {numbers[item_b]}).least == least_b >= least


def test_the_attack_takes_the_anchors_with_what_most_have(con: DuckDBPyConnection, data: Path) -> None:
    protection.load_data(con, data, "BMS-WebView-2")
    setrisk.protect(con, "BMS-WebView-2", "r", method="disassociation", k=5, m=2, seed=1)
    placed = setrisk.attack(con, "r", method="cover").fetchall()
    chunks = cover_bounds.chunks_of(con, "r")
    anchors = {
        cluster: chunks.chunks[Place(cluster, 1)] for cluster in chunks.n_records if Place(cluster, 1) in chunks.chunks
    }
    shares = {
        cluster: {item: n / chunks.n_records[cluster] for item, n in Counter(i for one in shown for i in one).items()}
        for cluster, shown in anchors.items()
    }
    assert len(placed) > 1000
    for _, cluster, anchor, publishing_cluster, _, _, _, rank, fit in placed:
        held = anchors[cluster][anchor - 1]
        assert fit == pytest.approx(sum(shares[cluster][item] for item in held))
        if rank == 1:
            members = chunks.joints.get(publishing_cluster, {publishing_cluster})
            fits = [sum(shares[each][i] for i in one) for each in members for one in anchors.get(each, ())]
            assert fit == pytest.approx(max(fits))


def test_a_safe_release_is_imported_and_attacked_alike(breakfast: DuckDBPyConnection, tmp_path: Path) -> None:
    setrisk.protect(breakfast, "d", "r", method="disassociation", k=3, m=2, safe=True)
    setrisk.export(breakfast, "r", tmp_path / "out", anyway=True)
    with setrisk.connect() as other:
        setrisk.import_release(other, "theirs", tmp_path / "out")
        found = setrisk.attack(other, "theirs", method="cover").fetchall()
    assert found == setrisk.attack(breakfast, "r", method="cover").fetchall()
    assert fetch(breakfast, "SELECT count(*) FROM setrisk.reassociation_evaluation('r')") != [(0,)]
