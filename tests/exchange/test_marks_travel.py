"""What the gate refuses for its marks leaves only where that is said, and no folder can take a mark away."""

import csv
import datetime
import re
import warnings
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput, Refused

ITEMS = ["a", "b", "c", "d"]
MARKED: dict[str, dict[str, Any]] = {
    "unprotected": {"method": "identity"},
    "seeded": {"method": "disassociation", "k": 12, "seed": 5},
    "as-printed": {"method": "aplkiller", "epsilon": 1, "universe": ITEMS, "as_printed": True},
    "domain-from-data": {"method": "aplkiller", "epsilon": 1, "from_data": True},
}
REASONS = {
    "unprotected": "it shows the data as they are",
    "seeded": "anyone who knows its seed can repeat its random draws",
    "as-printed": "it was made by the steps as the paper prints them, which do not keep the promise",
    "domain-from-data": "the item list came from the data, so every item it names reveals that someone has that item",
    "imported": "it was imported, so its method and its other marks are only what its folder claims",
    "doubtful": "this version of setrisk does not know this mark",
}


@pytest.fixture
def con(con: DuckDBPyConnection) -> DuckDBPyConnection:
    con.execute("CREATE TEMP TABLE baskets AS SELECT $items[1 + n % 3:] AS items FROM range(30) AS r(n)", {
        "items": ITEMS})  # fmt: skip
    setrisk.load(con, "shop", con.table("baskets"))
    return con


def marked(con: DuckDBPyConnection, release: str, *marks: str) -> None:
    """A release with marks that this or a later version could give it."""
    setrisk.protect(con, "shop", release, method="disassociation", k=2)
    con.execute("UPDATE setrisk.release SET marks = $marks WHERE release = $release", {
        "marks": list(marks), "release": release})  # fmt: skip


def marks_of(con: DuckDBPyConnection, release: str) -> list[str]:
    ((marks,),) = con.execute("SELECT r.marks FROM setrisk.release AS r WHERE r.release = ?", [release]).fetchall()
    return list(marks)


def gate_says(con: DuckDBPyConnection, release: str) -> list[tuple[str, str]]:
    return setrisk.check(con, release).project("refusal, reason").fetchall()


@pytest.mark.parametrize("mark", [*MARKED, "doubtful"])
def test_what_the_gate_refuses_is_exported_only_where_that_is_said(
    con: DuckDBPyConnection, tmp_path: Path, mark: str
) -> None:
    if mark in MARKED:
        setrisk.protect(con, "shop", "r", **MARKED[mark])
    else:
        marked(con, "r", mark)
    assert gate_says(con, "r") == [(mark, REASONS[mark])]
    with pytest.raises(BadInput) as raised:
        setrisk.export(con, "r", tmp_path / "out")
    assert str(raised.value) == (
        f"the release 'r' may not be published: no: {REASONS[mark]}. To export it nevertheless, to examine it "
        "elsewhere, use --anyway (in Python anyway=True)"
    )
    assert list(tmp_path.iterdir()) == []
    assert setrisk.export(con, "r", tmp_path / "out", anyway=True)


def test_what_its_series_puts_at_risk_is_exported_only_where_that_is_said(
    con: DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one who has s is told by the next month, where the others are back and nobody has it."""
    for month, people in (("jan", "abcd"), ("feb", "bcde")):
        had = [[person] for person in people] + ([["a", "s"]] if month == "jan" else [])
        rows = " UNION ALL ".join(f"SELECT '{items[0]}' AS id, '{items[-1]}' AS item" for items in had)
        setrisk.load(con, month, con.sql(rows), id="id", item="item")
        given: dict[str, Any] = {"sensitive": ["s"]} if month == "jan" else {}
        setrisk.protect(con, month, month, method="anony", series="months", r_th=2, cluster_size=4, **given)
        if month == "jan":
            assert gate_says(con, "jan")[0][0] == "no_limit"
    for month in ("jan", "feb"):
        assert [refusal for refusal, _ in gate_says(con, month)] == ["series"]
        with pytest.raises(BadInput, match=f"the release '{month}' may not be published: no: .* at risk; .*_publish"):
            setrisk.export(con, month, tmp_path / month)
        assert not (tmp_path / month).exists()
    # Comparing a series may take more than there is; then nobody has to wait for it in vain.
    monkeypatch.setattr("setrisk.pipelines.serial.composition._MOST_STEPS", -1)
    with pytest.raises(BadInput, match="transitive composition would look at"):
        setrisk.export(con, "jan", tmp_path / "jan")
    assert setrisk.export(con, "jan", tmp_path / "jan", anyway=True)
    said = (tmp_path / "jan" / "README.md").read_text(encoding="utf-8")
    assert "whether it may be published was not asked" in said
    assert "months" not in said


def test_all_reasons_are_named_at_once(con: DuckDBPyConnection, tmp_path: Path) -> None:
    marked(con, "r", "seeded", "doubtful")
    with pytest.raises(BadInput, match=f"{REASONS['doubtful']}; {REASONS['seeded']}. To export"):
        setrisk.export(con, "r", tmp_path / "out")


def test_an_earlier_export_stays_where_the_gate_refuses(con: DuckDBPyConnection, tmp_path: Path) -> None:
    marked(con, "r")
    files = setrisk.export(con, "r", tmp_path / "out", anyway=True)
    setrisk.protect(con, "shop", "s", method="identity")
    with pytest.raises(BadInput, match="may not be published"):
        setrisk.export(con, "s", tmp_path / "out", replace=True)
    assert sorted((tmp_path / "out").iterdir()) == files


def test_a_mark_that_is_called_like_a_limit_is_told_as_a_mark_and_no_more(con: DuckDBPyConnection) -> None:
    marked(con, "r", "imported", "inference")
    said = setrisk.show(con, "r", max_inference=0.1).html
    found = re.findall(r"But ([^<]*?) \((\w+)\)\.", said)
    assert [mark for _, mark in found] == ["imported", "inference"]
    assert not [reason for reason, _ in found if "is unknown" in reason]


CLAIMS = ["", "seeded", "imported", "imported seeded imported", " seeded  seeded ", "Imported"]


def test_no_folder_takes_the_mark_of_an_import_away(con: DuckDBPyConnection, tmp_path: Path) -> None:
    setrisk.protect(con, "shop", "raw", method="disassociation", k=12, seed=5)
    setrisk.export(con, "raw", tmp_path / "out", format="csv", anyway=True)
    path = tmp_path / "out" / "release.csv"
    with path.open(newline="") as file:
        head, row = csv.reader(file)
    place = head.index("marks")
    assert row[place] == "seeded"
    for number, claimed in enumerate(CLAIMS):
        with path.open("w", newline="") as file:
            csv.writer(file).writerows([head, [*row[:place], claimed, *row[place + 1 :]]])
        theirs, again = f"theirs, {claimed!r}", f"again, {claimed!r}"
        setrisk.import_release(con, theirs, tmp_path / "out")
        others = [mark for mark in dict.fromkeys(claimed.split()) if mark != "imported"]
        assert marks_of(con, theirs) == [*others, "imported"], claimed
        assert ("imported", REASONS["imported"]) in gate_says(con, theirs), claimed
        # It goes on with its marks, and they do not wear off.
        folder = tmp_path / f"again {number}"
        with pytest.raises(BadInput, match="it was imported, so its method"):
            setrisk.export(con, theirs, folder)
        setrisk.export(con, theirs, folder, anyway=True)
        setrisk.import_release(con, again, folder)
        assert marks_of(con, again) == [*others, "imported"], claimed


@pytest.mark.parametrize("format", ["csv", "parquet"])
def test_an_export_tells_the_day_and_no_time_of_it(con: DuckDBPyConnection, tmp_path: Path, format: str) -> None:
    """The day in UTC, whatever time zone the connection is in."""
    marked(con, "r")
    con.execute("UPDATE setrisk.release SET created_at = '2026-03-01 23:59:58.123456' WHERE release = 'r'")
    con.execute("SET TimeZone = 'Pacific/Kiritimati'")
    setrisk.export(con, "r", tmp_path / "out", format=format, anyway=True)
    file = tmp_path / "out" / f"release.{format}"
    given = "all_varchar = true" if format == "csv" else "binary_as_string = false"
    ((told,),) = con.execute(f"SELECT created_at FROM read_{format}('{file}', {given})").fetchall()
    assert told == ("2026-03-01" if format == "csv" else datetime.date(2026, 3, 1))
    assert b"59:58" not in file.read_bytes()
    setrisk.import_release(con, "theirs", tmp_path / "out")
    con.execute("RESET TimeZone")
    ((created,),) = con.execute("SELECT r.created_at FROM setrisk.release AS r WHERE r.release = 'theirs'").fetchall()
    assert created == datetime.datetime(2026, 3, 1)


def test_an_empty_release_is_not_exported(con: DuckDBPyConnection, tmp_path: Path) -> None:
    setrisk.load(con, "d", pd.DataFrame({"items": [["a"], ["b"], ["c"]]}))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        setrisk.protect(con, "d", "r", k=2, protect_all=1, utility_constraints=[["a"]], max_suppression=1)
    with pytest.raises(Refused, match=r"no records|no item"):
        setrisk.export(con, "r", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_read_me_says_what_the_records_are(con: DuckDBPyConnection, tmp_path: Path) -> None:
    setrisk.load(con, "d", pd.DataFrame({"items": [*[["a", "b"], ["a", "c"], ["b"]] * 200, ["b", "c", "d"]]}))
    said = {}
    for method, given in {
        "km": {"k": 5},
        "disassociation": {"k": 5},
        "mixture": {"epsilon": 2, "universe": ITEMS},
        "anony": {"r_th": 2, "sensitive": "c", "cluster_size": 3},
    }.items():
        setrisk.protect(con, "d", method, method=method, **given)
        setrisk.export(con, method, tmp_path / method, anyway=True)
        said[method] = (tmp_path / method / "README.md").read_text(encoding="utf-8")
    setrisk.protect(con, "d", "ordered", method="km", k=5, keep_order=True)
    setrisk.export(con, "ordered", tmp_path / "ordered", anyway=True)
    assert "What the order of entries reveals." in (tmp_path / "ordered" / "README.md").read_text(encoding="utf-8")
    assert "What the order of entries reveals." not in said["km"]
    assert not [text for text in said.values() if re.search(r"THESIS|CONTEXT|DISASSOC|SANONY|APL", text)]
    assert "Each record stands for one person's set of items" in said["km"]
    assert "parts of a cluster belong together is hidden" in said["disassociation"]
    assert "No record is that of a person" in said["mixture"]
    assert "**How far it is off**: The number of records with an item is off by about" in said["mixture"]
    assert "Each record stands for" not in said["mixture"]
    assert "some records may be counterfeits, which are nobody's" in said["anony"]
