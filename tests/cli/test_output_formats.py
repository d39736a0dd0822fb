"""Every output can be read again, in every format."""

import json
import math

import pytest

from setrisk.terminal.output import time_left
from tests.support.command_line import read_back, succeeded


@pytest.mark.parametrize("form", ["table", "json", "csv", "parquet"])
@pytest.mark.parametrize(
    ("command", "columns", "n"),
    [
        ("evaluate my.duckdb r1", ["attack", "draws", "tables", "cells", "added", "mean_eliminated", "density"], 3),
        ("risk my.duckdb r1", ["attack", "is_baseline", "draws", "records", "records_at_risk", "share_at_risk"], 3),
        ("risk my.duckdb r1 --detailed", ["record", "tid", "attack", "at_risk", "score", "evidence"], 180),
        ("sql my.duckdb 'SELECT r.release, r.method FROM setrisk.release AS r'", ["release", "method"], 1),
        ("sql my.duckdb 'SELECT 1 AS a WHERE false'", ["a"], 0),
    ],
)
def test_every_output_can_be_read_again(run, unchanged_folder, tmp_path, command, columns, n, form):
    rows = read_back(run(f"{command} --format {form}"), form, tmp_path)
    assert n is None or len(rows) == n
    assert n == 0 or rows
    for row in rows:
        assert list(row)[: len(columns)] == columns


@pytest.mark.parametrize("form", ["table", "json", "csv", "parquet"])
def test_the_findings_of_an_attack_can_be_read_again(run, working_folder, form):
    rows = read_back(run(f"attack my.duckdb r1 --method mda --format {form} --rows 3"), form, working_folder)
    assert [list(row) for row in rows] == [["attack", "generalised_item", "record", "item", "step"]] * 3


def test_a_limit_and_a_row_per_table(run, unchanged_folder, tmp_path):
    assert len(read_back(run("risk my.duckdb r1 --detailed --rows 7 -f json"), "json", tmp_path)) == 7
    assert {
        row["attack"] for row in read_back(run("evaluate my.duckdb r1 --detailed --draws 2 -f csv"), "csv", tmp_path)
    } == {
        "mda:self",
        "random_baseline",
        "rba:self",
    }


def test_the_outputs_agree(run, unchanged_folder, tmp_path):
    rows = {
        form: read_back(run(f"risk my.duckdb r1 --detailed -f {form}"), form, tmp_path)
        for form in ("json", "csv", "parquet", "table")
    }
    assert rows["json"] == rows["parquet"]
    for other in ("csv", "table"):
        for row, told in zip(rows["json"], rows[other], strict=True):
            assert (str(row["record"]), row["attack"], row["evidence"]) == (
                told["record"],
                told["attack"],
                told["evidence"],
            )
            assert str(row["at_risk"]).lower() == told["at_risk"].lower()
            assert row["score"] == pytest.approx(float(told["score"]), abs=1e-4)


VALUES = (
    "SELECT 'infinity'::DOUBLE AS up, '-infinity'::DOUBLE AS down, 'nan'::FLOAT AS nan, NULL AS nothing, "
    "[1, NULL] AS list, [1.5, 'infinity'::DOUBLE, NULL] AS deep, {'a': [NULL, 'x']} AS struct, true AS yes, "
    "12345678901234567890123::HUGEINT AS huge, 1.50::DECIMAL(5, 2) AS decimal, DATE '2020-01-31' AS day, "
    "12345678901234567890.12::DECIMAL(38, 2) AS exact, 'Infinity and NaN' AS words, "
    "'q\"\\é\n😀<script>' AS awkward, '' AS empty"
)


def test_json_is_valid_whatever_the_values(run, unchanged_folder):
    def forbidden(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    result = succeeded(run("sql", "my.duckdb", VALUES, "--format", "json"))
    assert "12345678901234567890.12" in result.text
    (row,) = json.loads(result.text, parse_constant=forbidden)
    assert row == {
        "up": "Infinity",
        "down": "-Infinity",
        "nan": "NaN",
        "nothing": None,
        "list": [1, None],
        "deep": [1.5, "Infinity", None],
        "struct": {"a": [None, "x"]},
        "yes": True,
        "huge": 12345678901234567890123,
        "decimal": 1.5,
        "day": "2020-01-31",
        "exact": 12345678901234567890.12,
        "words": "Infinity and NaN",
        "awkward": 'q"\\é\n😀<script>',
        "empty": "",
    }
    assert json.loads(succeeded(run("sql", "my.duckdb", "SELECT 1 AS a WHERE false", "-f", "json")).text) == []


def test_csv_and_parquet_keep_the_values(run, unchanged_folder, tmp_path):
    (row,) = read_back(run("sql", "my.duckdb", VALUES, "-f", "parquet"), "parquet", tmp_path)
    assert (row["up"], row["down"], row["nothing"], row["list"]) == (math.inf, -math.inf, None, [1, None])
    assert math.isnan(row["nan"])
    assert row["awkward"] == 'q"\\é\n😀<script>'
    (row,) = read_back(run("sql", "my.duckdb", VALUES, "-f", "csv"), "csv", tmp_path)
    assert (row["up"], row["nothing"], row["list"], row["awkward"]) == ("inf", "", "[1, NULL]", 'q"\\é\n😀<script>')


def test_a_table_shows_names_as_they_are(run, unchanged_folder):
    names = ["[red]x[/red]", "[bold", ":smile:", "<script>", "'", '"', "😀", "a\\b", "y" * 12_000]
    listed = ", ".join("'" + name.replace("'", "''") + "'" for name in names)
    result = succeeded(
        run("sql", "my.duckdb", f'SELECT unnest([{listed}]) AS "[i]name", 0.123456::DOUBLE AS number, NULL AS nothing')
    )
    assert result.text.startswith("[i]name ")
    for name in names:
        assert f"\n{name} " in result.text
    assert "0.1235" in result.text
    assert "None" not in result.text


def test_what_a_query_changes_is_changed_once(run, working_folder):
    succeeded(run("sql", "my.duckdb", "CREATE TABLE main.mine (a INTEGER)"))
    for form in ("table", "json", "csv", "parquet"):
        succeeded(run("sql", "my.duckdb", "INSERT INTO main.mine VALUES (1)", "-f", form))
    assert json.loads(succeeded(run("sql", "my.duckdb", "SELECT count(*) AS n FROM main.mine", "-f", "json")).text) == [
        {"n": 4}
    ]
    succeeded(run("sql", "my.duckdb", ""))


def test_nothing_is_coloured_where_nobody_looks(run, working_folder, monkeypatch):
    for name in ("FORCE_COLOR", "GITHUB_ACTIONS", "PY_COLORS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    commands = (
        "--help",
        "load --help",
        "evaluate my.duckdb r1",
        "attack my.duckdb r1",
        "evaluate my.duckdb nope",
        "risk --x",
    )
    for command in (*commands, "load my.duckdb d nope.txt", "sql my.duckdb 'SELECT 1'", "nonsense"):
        result = run(command)
        assert b"\x1b" not in result.output
        assert "\x1b" not in result.error


def test_a_query_may_end_in_a_comment(run, unchanged_folder):
    for format in ("table", "csv", "json"):
        assert "1" in run("sql", "my.duckdb", "SELECT 1 AS a -- one", "--format", format).text


def test_nearly_certain_is_not_certain(run, unchanged_folder):
    text = succeeded(run("sql", "my.duckdb", "SELECT 0.99999::DOUBLE AS nearly, 1::DOUBLE AS certain")).text
    assert text.splitlines()[-1].split() == ["0.99999", "|", "1"]


@pytest.mark.parametrize(
    ("done", "total", "expected"), [(0, 20, ""), (2, None, ""), (2, 20, "0:09:00 left"), (20, 20, "0:00:00 left")]
)
def test_time_left_goes_by_all_that_is_done(done, total, expected):
    assert time_left(60, done, total) == expected


def test_json_without_rows_is_an_empty_list(run, working_folder):
    result = succeeded(run("sql", "my.duckdb", "SELECT 1 AS one WHERE false", "--format", "json"))
    assert result.text == "[]\n"
