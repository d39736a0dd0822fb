"""The prompt for queries: driven by keys, as at a terminal."""

import stat
import sys
from pathlib import Path

import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput
from setrisk.terminal import prompt
from setrisk.terminal.output import OutputFormat
from setrisk.terminal.prompt import answer, completions, converse, is_finished, names

RELATIONS, NAMED = ["setrisk.risk", "setrisk.release", "setrisk_private.item"], ["it's", "r1", "r2 <b>"]
COLUMNS = ["at_risk", "attack", "release"]


@pytest.fixture
def history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "history"
    monkeypatch.setenv("SETRISK_HISTORY", str(path))
    return path


def typed(con: DuckDBPyConnection, keys: str) -> None:
    toolkit = pytest.importorskip("prompt_toolkit")
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    assert toolkit
    with create_pipe_input() as keyboard, create_app_session(input=keyboard, output=DummyOutput()):
        keyboard.send_text(keys)
        converse(con, OutputFormat.CSV, 0)


def test_queries_are_answered_over_several_lines_and_errors_end_nothing(
    con: DuckDBPyConnection, history: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    typed(con, "SELECT 1 AS one,\r2 AS two;\rSELECT nonsense;\r\x03SELECT 'last' AS x; SELECT 4 AS y;\r\x04")
    out, err = capfd.readouterr()
    assert "one,two\n1,2\n" in out
    assert out.endswith("x\nlast\ny\n4\n")
    assert err.startswith("setrisk: query: Binder Error")
    assert "+SELECT 1 AS one," in history.read_text()
    if sys.platform != "win32":
        assert stat.S_IMODE(history.stat().st_mode) == 0o600


def test_a_query_that_is_interrupted_ends_nothing(
    con: DuckDBPyConnection, history: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    real = prompt.show

    def interrupted(con: DuckDBPyConnection, relation: object, *given: object, **named: object) -> None:
        if "interrupted" in str(relation):
            raise KeyboardInterrupt
        real(con, relation, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(prompt, "show", interrupted)
    typed(con, "CREATE TEMP TABLE mine AS SELECT 7 AS a;\rSELECT 1 AS interrupted;\rFROM mine;\rDROP TABLE mine;\r\x04")
    out, err = capfd.readouterr()
    assert err == "setrisk: interrupted; nothing was changed\n"
    assert "a\n7\n" in out


def test_tab_where_nothing_can_be_asked(
    con: DuckDBPyConnection, history: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    typed(con, "BEGIN;\rSELECT error('x');\rSELECT 1 AS setrisk.re\t;\rROLLBACK;\rSELECT 3 AS three;\r\x04")
    out, err = capfd.readouterr()
    assert "three\n3\n" in out
    assert "Traceback" not in err


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such rights there")
def test_a_history_that_others_could_read_is_closed_to_them(con: DuckDBPyConnection, history: Path) -> None:
    history.touch(mode=0o644)
    history.chmod(0o644)
    typed(con, "SELECT 1;\r\x04")
    assert stat.S_IMODE(history.stat().st_mode) == 0o600


def test_without_a_place_for_the_history_there_is_none(
    con: DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SETRISK_HISTORY", str(tmp_path / "no folder" / "history"))
    typed(con, "SELECT 3 AS three;\r\x04")
    assert "three\n3\n" in capfd.readouterr().out


def test_it_ends_by_a_word(con: DuckDBPyConnection, history: Path, capfd: pytest.CaptureFixture[str]) -> None:
    typed(con, ".quit\r")
    assert "Ctrl-D or .quit ends" in capfd.readouterr().out


def test_it_ends_by_a_word_on_a_line_of_its_own(
    con: DuckDBPyConnection, history: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    typed(con, "SELECT 3\rquit\r")
    assert "Ctrl-D or .quit ends" in capfd.readouterr().out


@pytest.mark.parametrize("command", [".tables", "\\d"])
def test_a_command_of_another_prompt_is_none_here(
    con: DuckDBPyConnection, history: Path, capfd: pytest.CaptureFixture[str], command: str
) -> None:
    typed(con, f"{command}\rSELECT 3 AS three;\r\x04")
    out, err = capfd.readouterr()
    assert f"{command} is not a command here; help says what there is" in err
    assert "three\n3\n" in out


@pytest.mark.parametrize("word", ["help", ".help", "?", "HELP", "help;"])
def test_a_word_asks_for_help(
    con: DuckDBPyConnection, history: Path, capfd: pytest.CaptureFixture[str], word: str
) -> None:
    typed(con, f"{word}\rSELECT 3 AS three;\r\x04")
    out, err = capfd.readouterr()
    assert out.count("End a query with ; to run it.") == 2
    assert "three\n3\n" in out
    assert not err
    queries = [line for line in out.splitlines() if line.startswith("    SELECT")]
    assert len(queries) == 2
    for query in queries:
        con.execute(query)


def test_tab_completes(con: DuckDBPyConnection, history: Path, capfd: pytest.CaptureFixture[str]) -> None:
    typed(con, "SELECT count(*) AS n FROM setrisk.composition_ev\t('x');\r\x04")
    assert "no release x was made in this database" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("SELECT * FROM setrisk.r", ["setrisk.risk", "setrisk.release"]),
        ("SELECT * FROM setrisk_", ["setrisk_private.item"]),
        ("SELECT * FROM ", []),
        ("SELECT * FROM setrisk.risk('", ["it''s'", "r1'", "r2 <b>'"]),
        ("SELECT * FROM setrisk.risk('r2", ["r2 <b>'"]),
        ("SELECT at", ["at_risk", "attack"]),
        ("SELECT r.at_", ["at_risk"]),
        ("SELECT r.", []),
        ("SELECT 'done' AS set", ["setrisk.risk", "setrisk.release"]),
    ],
)
def test_completions(before: str, expected: list[str]) -> None:
    assert [text for text, _ in completions(before, RELATIONS, COLUMNS, NAMED)] == expected


def test_all_names_are_known(con: DuckDBPyConnection) -> None:
    setrisk.load(con, "it's", con.sql("SELECT ['a'] AS items"))
    con.execute("CREATE TABLE mine (of_mine INTEGER)")
    relations, columns, named = names(con)
    assert {"setrisk.risk", "setrisk.supports", "setrisk.release", "setrisk_private.dataset"} <= set(relations)
    assert {"share_at_risk", "n_transactions", "of_mine"} <= set(columns)
    assert named == ["it's"]


def test_statements_before_one_that_fails_are_done(con: DuckDBPyConnection) -> None:
    with pytest.raises(BadInput, match="query: Catalog Error"):
        answer(con, "CREATE TABLE mine (x INTEGER); SELECT * FROM nowhere; DROP TABLE mine", OutputFormat.TABLE, 0)
    assert con.execute("FROM mine").fetchall() == []


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "my.duckdb"
    setrisk.connect(path).close()
    return path


def test_queries_that_are_piped_in(
    database: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from typer.testing import CliRunner

    from setrisk.cli import app

    ran = CliRunner().invoke(app, ["sql", str(database), "--format", "csv"], input="SELECT 1 AS one;\nSELECT 2 AS two")
    assert ran.exit_code == 0
    assert "one\n1\ntwo\n2\n" in ran.output + capfd.readouterr().out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SELECT 1", False),
        ("SELECT 1;", True),
        ("SELECT 1; -- a note", True),
        ("SELECT 1 -- a note;", False),
        ("SELECT 1 /* a ; note */", False),
        ("SELECT 1 /* not yet;", False),
        ("SELECT ';", False),
        ("SELECT ';\nx' AS a;", True),
        ("SELECT 'it''s';", True),
        ("SELECT 'it''s;", False),
        ('SELECT 1 AS "a;', False),
        ('SELECT 1 AS "a\'b";', True),
        ("SELECT $$ it's; $$;", True),
        ("SELECT $$ not yet;", False),
    ],
)
def test_a_query_ends_with_a_semicolon_of_its_own(text: str, expected: bool) -> None:
    assert is_finished(text) is expected
