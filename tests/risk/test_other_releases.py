"""A yes says which other releases are of the same people, in whatever family, and where that is unknown."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.risk.limits import Limits
from setrisk.pipelines.risk.verdict import OtherRelease, verdict_of_release


@pytest.fixture(scope="module")
def con() -> Iterator[DuckDBPyConnection]:
    with setrisk.connect() as con:
        people = {"march": range(60), "april": range(59, 100), "elsewhere": range(200, 260)}
        for dataset, ids in people.items():
            rows = [(number, item) for number in ids for item in ("x", "y", "z")[: 1 + number % 3]]
            setrisk.load(con, dataset, pd.DataFrame(rows, columns=["id", "item"]), id="id", item="item")
        setrisk.load(con, "without ids", con.sql("SELECT ['x'] AS items UNION ALL SELECT ['y']"), format="lists")
        setrisk.protect(con, "march", "chunks", method="disassociation", k=2)
        setrisk.protect(con, "march", "merged", k=3)
        setrisk.protect(con, "april", "of april", method="disassociation", k=2)
        setrisk.protect(con, "elsewhere", "of others", method="disassociation", k=2)
        for number in (1, 2):
            setrisk.protect(con, "march", f"noisy {number}", method="privbayes", epsilon=1.0, universe="x,y,z")
        for dataset in ("march", "april"):
            setrisk.protect(
                con, dataset, f"series {dataset}", method="m-invariance", m=2, series="months", sensitive="z"
            )
        yield con


def found(con: DuckDBPyConnection, release: str) -> dict[str, bool | None]:
    """Other releases that are here, and whether they are of the same people."""
    others = [OtherRelease(*row) for row in run(con, "risk/other_releases", release=release).fetchall()]
    return {other.name: other.is_of_the_same for other in others if other.is_here}


def test_they_are_found_by_the_data_set_and_by_ids(con: DuckDBPyConnection) -> None:
    others = ["merged", "noisy 1", "noisy 2", "of april", "series april", "series march"]
    assert found(con, "chunks") == dict.fromkeys(others, True)
    assert "of others" not in found(con, "of april")
    assert found(con, "of others") == {}


def test_a_series_and_a_budget_are_counted_elsewhere(con: DuckDBPyConnection) -> None:
    assert "noisy 2" not in found(con, "noisy 1")
    assert found(con, "noisy 1")["chunks"]
    assert "series march" not in found(con, "series april")
    assert found(con, "series april")["chunks"]


def test_noise_of_another_data_set_is_in_no_budget_of_this_one(con: DuckDBPyConnection) -> None:
    setrisk.protect(con, "april", "noisy april", method="privbayes", epsilon=1.0, universe="x,y,z")
    try:
        assert found(con, "noisy 1")["noisy april"] is True
    finally:
        setrisk.drop(con, "noisy april")


def test_without_ids_it_is_unknown(con: DuckDBPyConnection) -> None:
    setrisk.protect(con, "without ids", "of anybody", method="identity")
    try:
        assert found(con, "of others") == {"of anybody": None}
        assert found(con, "chunks")["of anybody"] is None
        assert set(found(con, "of anybody").values()) == {None}
    finally:
        setrisk.drop(con, "of anybody")


def test_ids_are_the_same_whatever_their_case_blanks_and_zeros(con: DuckDBPyConnection) -> None:
    rows = [(f" 00{number} ", item) for number in (1, 2, 3, 4) for item in ("x", "y")]
    setrisk.load(con, "written otherwise", pd.DataFrame(rows, columns=["id", "item"]), id="id", item="item")
    setrisk.protect(con, "written otherwise", "of the same", method="identity")
    try:
        assert found(con, "of the same")["chunks"] is True
    finally:
        setrisk.drop(con, "written otherwise", cascade=True)


def test_of_what_was_imported_it_is_unknown(con: DuckDBPyConnection, tmp_path: Path) -> None:
    setrisk.export(con, "of others", tmp_path / "out", anyway=True)
    setrisk.import_release(con, "from elsewhere", tmp_path / "out")
    try:
        assert found(con, "chunks")["from elsewhere"] is None
    finally:
        setrisk.drop(con, "from elsewhere")


DAY = date(2026, 3, 1)


@pytest.mark.parametrize(
    ("others", "clause"),
    [
        (
            [OtherRelease("a", True, None, True)],
            "; a was made of the same people: what both give away together was not looked at, so hand out one of them; "
            "what was handed out otherwise",
        ),
        (
            [OtherRelease(name, True, None, True) for name in "abcde"],
            "; a, b, c and 2 more were made of the same people: what they give away together was not looked at, so "
            "hand out one of them; what was handed out otherwise",
        ),
        (
            [OtherRelease("a", True, DAY, True), OtherRelease("b", True, None, True)],
            "; a (exported on 2026-03-01) was made of the same people: what both give away together was not looked at, "
            "which was accepted; b was made of the same people",
        ),
        (
            [OtherRelease("a", True, None, None), OtherRelease("b", False, DAY, None)],
            "; whether a and b (exported on 2026-03-01, no longer here) are of the same people is unknown; "
            "what was handed out otherwise",
        ),
        (
            [],
            "not assessed; what was handed out otherwise than by setrisk export, or by an earlier version of it, was "
            "not looked at; for what",
        ),
    ],
)
def test_a_yes_says_so(others: list[OtherRelease], clause: str) -> None:
    verdict = verdict_of_release([], Limits(max_at_risk=0.5), others=others)
    assert verdict.passes
    assert clause in verdict.sentence


def test_the_gate_asks(con: DuckDBPyConnection) -> None:
    from setrisk.pipelines.risk.gate import verdict_on_release

    limits = Limits(max_at_risk=1)
    said = verdict_on_release(con, "chunks", [], limits).sentence
    assert "; merged, noisy 1, noisy 2 and 3 more were made of the same people" in said
    assert "same people" not in verdict_on_release(con, "of others", [], limits).sentence
