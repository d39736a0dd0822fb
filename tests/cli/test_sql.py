"""Queries: what `--read-only` keeps from them, and where they come from."""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

import setrisk
from setrisk.terminal.output import forbid_files

Forked = Callable[..., int]

# Everything that writes a file: queries, what DuckDB writes of its own accord, and what it would fetch.
WRITING = (
    "COPY (SELECT 1) TO 'made.csv'",
    "EXPLAIN ANALYZE COPY (SELECT 1) TO 'made.csv'",
    "EXPORT DATABASE 'made'",
    "ATTACH 'made.duckdb'",
    "SET log_query_path = 'made.log'",
    "PRAGMA enable_profiling = 'json'",
    "SET profiling_output = 'made.json'",
    "SET temp_directory = 'made'",
    "CREATE PERSISTENT SECRET made (TYPE s3)",
    "INSTALL httpfs",
    "SET enable_external_access = true",
    "SET allowed_directories = ['/']",
    "CREATE TABLE made AS SELECT 1 AS a",
)
LOGGING = "CALL enable_logging(storage = 'file', storage_path = 'made'); SELECT 1"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "in.csv").write_text("a\n1\n")
    setrisk.connect(tmp_path / "my.duckdb").close()
    return tmp_path


def test_read_only_writes_no_files(folder, forked, monkeypatch):
    before = (folder / "my.duckdb").read_bytes()
    home = sorted(Path.home().glob(".duckdb/**/*"))
    there = sorted([*folder.iterdir(), folder / "out", folder / "err"])
    for query in ("COPY (SELECT 1) TO 'made.csv'", LOGGING):
        # At the second DuckDB 1.5 may end the process; what counts is what is written.
        assert forked(folder, "sql", "my.duckdb", query, "--read-only") != 0
        assert sorted(folder.iterdir()) == there
    monkeypatch.chdir(folder)
    with setrisk.connect("my.duckdb", read_only=True) as con:
        forbid_files(con, str(folder / "allowed"))
        for query in WRITING:
            with pytest.raises(duckdb.Error):
                con.execute(query)
            assert sorted(folder.iterdir()) == there, query
    assert (folder / "my.duckdb").read_bytes() == before
    assert sorted(Path.home().glob(".duckdb/**/*")) == home


def test_read_only_reads_no_other_files_and_says_so(folder, forked):
    for query in ("FROM 'in.csv'", "SELECT * FROM read_text('in.csv')", "SELECT * FROM glob('*')"):
        assert forked(folder, "sql", "my.duckdb", query) == 0
        assert forked(folder, "sql", "my.duckdb", query, "--read-only") == 2
        assert (folder / "err").read_text().endswith("; --read-only keeps away from files and settings: leave it out\n")


@pytest.mark.parametrize("form", ["table", "csv", "json", "parquet"])
def test_read_only_gives_results_in_every_format(folder, forked, form):
    query = "SELECT count(*) > 40 AS many FROM setrisk.functions; CREATE TEMP TABLE t AS SELECT 1 AS a; FROM t"
    (folder / "queries").write_text(query)
    assert forked(folder, "sql", "my.duckdb", "--read-only", "--format", form, stdin="queries") == 0
    assert (folder / "out").read_bytes()


def test_read_only_spills_what_memory_does_not_hold(folder, forked):
    """Into the folder beside the database, which DuckDB removes."""
    query = "SELECT count(*) FROM (SELECT DISTINCT n::VARCHAR || repeat('x', 300) AS t FROM range(300000) AS r(n))"
    with setrisk.connect(folder / "my.duckdb", read_only=True) as con:
        con.execute("SET memory_limit = '80MB'")
        con.execute("SET threads = 1")
        forbid_files(con, str(folder / "allowed"))
        assert con.execute(query).fetchall() == [(300000,)]
    assert not (folder / "my.duckdb.tmp").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "there is no query, and standard input is closed: give a query, or pipe one in"),
        (b"SELECT \xe9\xff", "the queries that are piped in are not text in utf-8"),
        (b"SELECT 1\0", "the queries that are piped in are not text in utf-8"),
        (b"\x7fELF\x02\x01\x01\0\0", "the queries that are piped in are not text in utf-8"),
    ],
)
def test_input_that_is_closed_or_not_text_is_one_clear_error(folder, forked, content, message):
    if content is not None:
        (folder / "in").write_bytes(content)
    assert forked(folder, "sql", "my.duckdb", stdin="none" if content is None else "in") == 2
    assert (folder / "err").read_text().lower() == f"setrisk: {message}\n"
    assert (folder / "out").read_text() == ""
    # A query that is given needs no input.
    assert forked(folder, "sql", "my.duckdb", "SELECT 1", stdin="none") == 0


def test_a_damaged_database_does_not_ask_for_the_end_of_another_process(folder, forked):
    name = "blocked lock.duckdb"  # what the message of a lock must not be told by
    with setrisk.connect(folder / name) as con:
        con.execute("CREATE TABLE big AS SELECT hash(n) AS h FROM range(200000) AS r(n)")
    whole = (folder / name).read_bytes()
    for working_folder, command in ((100, "check"), (len(whole) // 2, "sql")):
        (folder / name).write_bytes(whole[:working_folder] + b"\xff" * 50 + whole[working_folder + 50 :])
        words = {"check": ["check", name, "r"], "sql": ["sql", name, "SELECT sum(h) FROM big"]}[command]
        assert forked(folder, *words) == 2
        said = (folder / "err").read_text()
        assert "Corrupt database file" in said
        assert said.endswith("; the file is damaged: go back to a copy of it, or make it again\n")
        assert "process" not in said
    shutil.copyfile(folder / "my.duckdb", folder / name)
    with duckdb.connect(folder / name):
        assert forked(folder, "sql", name, "SELECT 1") == 2
        assert (folder / "err").read_text().endswith("; end the other process, or wait for it\n")


def test_read_only_queries_change_nothing_and_let_others_read(run, working_folder):
    with duckdb.connect("my.duckdb", read_only=True):
        assert "r1" in run("sql", "my.duckdb", "FROM setrisk.release", "--read-only").text
        refused = run("sql", "my.duckdb", "DROP TABLE setrisk.release", "--read-only")
        assert (refused.code, refused.error.count("\n")) == (2, 1)


def test_a_database_that_cannot_be_written_is_read(run, working_folder, monkeypatch):
    monkeypatch.setattr("setrisk.terminal.sql.os.access", lambda path, mode: mode != os.W_OK)
    with duckdb.connect("my.duckdb", read_only=True):
        assert "r1" in run("sql", "my.duckdb", "FROM setrisk.release").text
