"""A grid may be tried on a sample, and each of its releases may take so much time and memory."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput
from setrisk.pipelines.common.cores import core_count
from setrisk.pipelines.whatif.memory import share_of_memory
from setrisk.pipelines.whatif.recommend import cautions

pytestmark = pytest.mark.xdist_group("limits of trying")

FEW: dict[str, Any] = {"pairs": 5, "reconstructions": 2, "workers": 1, "known": 1, "people": 60, "attacks": "aba"}


@pytest.fixture(scope="module")
def con() -> Iterator[DuckDBPyConnection]:
    with setrisk.connect() as con:
        baskets = con.sql("SELECT n % 80 AS id, 'item ' || ((n * 7 + n // 80) % 9) AS item FROM range(320) AS r(n)")
        setrisk.load(con, "shop", baskets, id="id", item="item")
        yield con


def tried(con: DuckDBPyConnection, columns: str, **given: Any) -> list[tuple[Any, ...]]:
    found = setrisk.whatif(con, "shop", method="disassociation", **{**FEW, **given})
    return found.project(columns).fetchall()


def test_a_sample_is_tried_in_place_of_all(con: DuckDBPyConnection) -> None:
    sampled, again = (
        tried(con, "sample, n_records, n_items, error, inference, failure", sample=60, seed=1) for _ in range(2)
    )
    assert sampled == again
    ((sample, n_records, _, _, _, failure),) = sampled
    assert (sample, n_records, failure) == (60, 60, None)
    # Nothing of it stays.
    assert con.execute("SELECT d.dataset FROM setrisk_private.dataset AS d").fetchall() == [("shop",)]


def test_as_many_as_there_are_is_no_sample(con: DuckDBPyConnection) -> None:
    assert tried(con, "sample, n_records", sample=80, assess=False) == [(None, 80)]


def test_what_takes_too_long_or_too_much_has_failed(con: DuckDBPyConnection) -> None:
    ((late,),) = tried(con, "failure", time_limit=0.01)
    assert late == "making, attacking and assessing it took longer than the time limit of 0.01 s"
    ((large, again), (large_too, _)) = tried(con, "failure, marks", k=[3, 4], memory_limit=0.02)
    assert large == large_too == "it took more than the memory limit of 0.02 GB"
    assert again is None


@pytest.mark.parametrize(("max_cells", "left_out"), [(0, "rba"), (1_000_000, None), (None, None)])
def test_a_large_release_is_not_attacked_by_the_sharper_adversary(
    con: DuckDBPyConnection, max_cells: int | None, left_out: str | None
) -> None:
    given = {**FEW, "attacks": "none", "k": 40, "max_cells": max_cells}
    grid = setrisk.whatif(con, "shop", method=["coat", "disassociation"], **given)
    assert grid.project("method, left_out_attack, assessment_failure").fetchall() == [
        ("coat", left_out, None),
        ("disassociation", None, None),
    ]
    # Nobody attacked what they promise, which is no 0.
    assert grid.project("share_at_risk, highest_score").fetchall() == [(None, None)] * 2
    about = "the sharper adversary was not asked about 1 of"
    said = any(sentence.startswith(about) for sentence in cautions(con, grid))
    assert said == (left_out is not None)
    ((name,),) = con.sql("SELECT max(w.grid) FROM setrisk_private.whatif_cell AS w").fetchall()
    asked = con.execute(
        "SELECT a.cell, list(DISTINCT a.adversary ORDER BY a.adversary) "
        "FROM setrisk_private.whatif_assessed_attack AS a WHERE a.grid = ? GROUP BY a.cell ORDER BY a.cell",
        [name],
    ).fetchall()
    assert asked == [(1, ["uniform"] if left_out else ["sharper", "uniform"]), (2, ["sharper", "uniform"])]
    # A limit on what assessing finds does not go by attacks on the promise.
    best = setrisk.recommend(con, name, max_narrowing=0.999, max_error=2, known=1)
    assert best.project("worst_attack, share_at_risk").fetchall() == [("none", None)]


@pytest.mark.parametrize(
    ("limits", "is_within"),
    [({}, True), ({"max_inference": 1}, True), ({"max_narrowing": 0.99}, None), ({"max_error": 0}, False)],
)
def test_what_was_not_asked_matters_to_limits_on_it(
    con: DuckDBPyConnection, limits: dict[str, float], is_within: bool | None
) -> None:
    if ("attacked",) not in con.execute("SELECT w.grid FROM setrisk_private.whatif_cell AS w").fetchall():
        setrisk.whatif(con, "shop", method="coat", grid="attacked", k=40, max_cells=0, **{**FEW, "attacks": "rba"})
    given = {"max_at_risk": 1, "min_coverage": 0, "max_error": 2, "known": 1, **limits}
    found = setrisk.recommend(con, "attacked", **given)
    assert found.project("is_within, left_out_attack").fetchall() == [(is_within, "rba")]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"max_cells": -1}, "max_cells is -1; it must be a whole number of at least 0"),
        ({"max_cells": 9, "keep": True}, "keep is for releases of which nothing is left untried, and max_cells leaves"),
        ({"max_cells": 9, "assess": False}, "max_cells leaves out an attack of the assessment, and nothing is to be"),
        ({"sample": 9}, "sample is 9; it must be a whole number of at least 10"),
        ({"sample": 20, "keep": True}, "keep is for releases of all people, and sample tries them on some"),
        ({"time_limit": 0}, "time_limit is 0; it must be a number above 0"),
        ({"memory_limit": float("nan")}, "memory_limit is nan; it must be a number above 0"),
    ],
)
def test_limits_that_are_none(con: DuckDBPyConnection, given: dict[str, Any], message: str) -> None:
    n_grids = con.execute("SELECT count(DISTINCT w.grid) FROM setrisk_private.whatif_cell AS w").fetchall()
    with pytest.raises(BadInput, match=message):
        tried(con, "failure", **given)
    assert con.execute("SELECT count(DISTINCT w.grid) FROM setrisk_private.whatif_cell AS w").fetchall() == n_grids


def test_processes_share_the_memory() -> None:
    with setrisk.connect() as con:
        for limit, expected in (("1.5 TiB", 1649.3), ("2 GiB", 2.147), ("2 GB", 1.93), ("900 MB", 0.9)):
            con.execute(f"SET memory_limit = '{limit}'")
            assert share_of_memory(con, 1) == pytest.approx(expected, rel=0.01)
        assert share_of_memory(con, 3) == pytest.approx(0.3, rel=0.01)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="cores cannot be taken from a process here")
def test_no_more_cores_are_counted_than_the_process_may_use() -> None:
    allowed = os.sched_getaffinity(0)
    assert core_count() == len(allowed)
    try:
        os.sched_setaffinity(0, {min(allowed)})
        assert core_count() == 1
    finally:
        os.sched_setaffinity(0, allowed)
