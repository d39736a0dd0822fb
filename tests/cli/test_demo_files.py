"""A demo replaces nothing but a demo; a database that another process has made stays."""

from pathlib import Path

import pytest

import setrisk
from setrisk.pipelines.showcase.demo import _is_demo
from setrisk.terminal import database as terminal_database


def test_a_demo_replaces_nothing_but_a_demo(run, working_folder):
    (working_folder / "notes.png").write_text("mine")
    before = (working_folder / "my.duckdb").read_bytes()
    for words, message in (
        ("demo new.duckdb --picture notes.png", "notes.png exists already, and is not a picture"),
        ("demo new.duckdb --picture p.duckdb", "p.duckdb: name a file that ends in .png"),
        ("demo my.duckdb --replace", "my.duckdb: exists already; remove it or name another file"),
        ("demo notes.png --replace", "cannot open notes.png: it is not a DuckDB database"),
    ):
        result = run(words)
        assert (result.code, result.output) == (2, b""), words
        assert result.error.startswith(f"setrisk: {message}"), words
    assert (working_folder / "notes.png").read_text() == "mine"
    assert (working_folder / "my.duckdb").read_bytes() == before
    assert not (working_folder / "new.duckdb").exists()


OF_A_DEMO = "INSERT INTO setrisk_private.dataset VALUES ('patients', 'demo', 4, 12, '2024-01-01')"


@pytest.mark.parametrize(
    "mine",
    [
        f"{OF_A_DEMO}; CREATE TABLE customers AS SELECT 1 AS id",
        f"{OF_A_DEMO}; CREATE VIEW customers AS SELECT 1 AS id",
        f"{OF_A_DEMO}; INSERT INTO setrisk.release VALUES "
        "('theirs', NULL, 'serial', 'anony', '{}', '2024-01-01', ['imported'])",
        f"{OF_A_DEMO}; INSERT INTO setrisk.corpus VALUES ('mine', 'mine', 1)",
        "SELECT 1",
        "DROP SCHEMA setrisk CASCADE; DROP SCHEMA setrisk_private CASCADE; CREATE TABLE customers AS SELECT 1 AS id",
    ],
)
def test_a_database_with_anything_else_is_no_demo(run, tmp_path, mine):
    with setrisk.connect(tmp_path / "own.duckdb") as con:
        con.execute(mine)
    before = (tmp_path / "own.duckdb").read_bytes()
    assert not _is_demo(tmp_path / "own.duckdb")
    result = run("demo", str(tmp_path / "own.duckdb"), "--replace")
    assert result.code == 2
    assert "own.duckdb: exists already" in result.error
    assert (tmp_path / "own.duckdb").read_bytes() == before


def test_a_demo_that_was_broken_off_is_one(tmp_path):
    with setrisk.connect(tmp_path / "own.duckdb") as con:
        con.execute(OF_A_DEMO)
    assert _is_demo(tmp_path / "own.duckdb")


def test_a_database_that_another_process_has_made_meanwhile_stays(tmp_path, monkeypatch):
    path = tmp_path / "my.duckdb"
    with setrisk.connect(path) as con:
        setrisk.load(con, "theirs", con.sql("SELECT ['a', 'b'] AS items"))
    before = path.read_bytes()
    monkeypatch.setattr(Path, "exists", lambda self: False)
    with pytest.raises(RuntimeError), terminal_database.open_database(path, make=True):
        raise RuntimeError
    monkeypatch.undo()
    assert path.read_bytes() == before
