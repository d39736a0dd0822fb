"""Names are data: what a terminal makes of them, and what the encoding of a pipe lacks."""

import io
import json
import os
import shutil
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.pipelines.common.printable import printable_text
from setrisk.terminal.output import OutputFormat, progress_bar, show
from setrisk.terminal.results import Outcome, show_verdict
from setrisk.terminal.widths import column_widths, one_line_widths
from tests.support.forked_commands import Forked

# Colours, a title that is not ended, a line that is overwritten, writing turned about, a bell, C1, and a new line.
STEERING = ("\x1b[31mred", "\x1b]0;title", "over\rwritten", "\u202eturned", "bell\x07", "\x9b31m", "two\nlines", "\x7f")
PLAIN = ("plain", "café", "日本", "😀", "[bold]")
ESCAPED = "\\x1b[31mred"
# Lines of a terminal.
SCREEN = 40

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    path = folder / "my.duckdb"
    (folder / "names.jsonl").write_text(
        "".join(json.dumps({"items": [name, PLAIN[n % 5]]}) + "\n" for n, name in enumerate(STEERING * 3 + PLAIN))
    )
    with setrisk.connect(path) as con:
        setrisk.load(con, STEERING[0], folder / "names.jsonl", items="items")
        setrisk.protect(con, STEERING[0], STEERING[-2], method="disassociation", k=2)
    return path


@pytest.fixture
def database(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(made, tmp_path))


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def ran(*words: str | bytes, **settings: str) -> subprocess.CompletedProcess[str]:
        program = f"import sys; sys.path[:0] = {sys.path!r}; from setrisk.cli import main; main()"
        return subprocess.run(
            [sys.executable, "-P", "-c", program, *words],
            cwd=tmp_path,
            env={**os.environ, **settings},
            capture_output=True,
            text=True,
            errors="strict",
            encoding=settings.get("PYTHONIOENCODING", "utf-8"),
            check=False,
        )

    return ran


@pytest.mark.parametrize("name", STEERING)
def test_what_steers_is_written_as_escapes(name: str) -> None:
    assert printable_text(name).isprintable()
    assert printable_text(printable_text(name)) == printable_text(name) != name


@pytest.mark.parametrize("name", [*PLAIN, "👩‍👧", "می‌خواهم"])
def test_everything_else_is_left(name: str) -> None:
    assert printable_text(name) == name


def test_names_do_not_reach_the_terminal_as_they_are(database: Path, tmp_path: Path, forked: Forked) -> None:
    def run(*words: str) -> tuple[int, str, str]:
        code = forked(tmp_path, *words)
        return code, *((tmp_path / name).read_bytes().decode() for name in ("out", "err"))

    for words in (
        ["sql", str(database), 'SELECT item AS "a\x1bb", [item] AS list FROM setrisk_private.item'],
        ["attack", str(database), STEERING[-2], "--method", "aba"],
        ["risk", str(database), STEERING[-2]],
        ["risk", str(database), "nope\x1b[31m"],
        ["protect", str(database), STEERING[0], "\x1b[31m", "--method", "identity"],
        ["drop", str(database), STEERING[-2]],
        ["load", str(database), "x", "no\x1b[31mfile.csv"],
        ["report", str(database), "\x1b[31m", "a\x1b[31mb.html"],
    ):
        code, output, error = run(*words)
        assert code in (0, 2), error
        assert (output + error).replace("\n", "").isprintable(), words
        assert code == 0 or len(error.splitlines()) == 1
    assert ESCAPED in run("sql", str(database), "FROM setrisk_private.dataset")[1]
    for format in ("csv", "json"):
        _, names, _ = run("sql", str(database), "SELECT item FROM setrisk_private.item", "--format", format)
        assert PLAIN[2] in names
        assert ESCAPED not in names


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_pipe_that_lacks_a_character_gets_its_escape(database: Path, run: Run, encoding: str) -> None:
    ran = run("sql", str(database), "SELECT item FROM setrisk_private.item", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "\\u65e5\\u672c" in ran.stdout
    assert ("café" in ran.stdout) == (encoding == "cp1252")


@pytest.mark.skipif(sys.platform == "win32", reason="there every argument is text")
def test_an_argument_that_is_no_text(database: Path, run: Run) -> None:
    before = database.read_bytes()
    for words in (
        ["load", database, "d", b"caf\xe9.csv"],
        ["risk", database, b"\xe9"],
        ["sql", database, b"SELECT '\xe9'"],
    ):
        ran = run(*map(os.fsencode, words))
        assert ran.returncode == 2
        assert ran.stderr.startswith("setrisk: ")
        assert ran.stderr.endswith("this argument is not valid UTF-8 (or whatever encoding this system uses)\n")
        assert "\\udce9" in ran.stderr
    assert database.read_bytes() == before


def shown(
    con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch, query: str, columns: int, stored: str | None = None
) -> list[str]:
    """The lines that a terminal of so many columns gets."""
    with terminal(monkeypatch, columns) as written:
        show(con, con.sql(query), OutputFormat.TABLE, stored=stored)
    return written.getvalue().splitlines()


@contextmanager
def terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> Iterator[io.StringIO]:
    """What a terminal of so many columns, and of 40 lines, gets."""
    written = io.StringIO()
    with monkeypatch.context() as patch:
        patch.setenv("COLUMNS", str(columns))
        patch.setenv("LINES", str(SCREEN))
        patch.setattr(written, "isatty", lambda: True)
        patch.setattr(sys, "stdout", written)
        yield written


@pytest.mark.parametrize(("columns", "is_table"), [(200, True), (60, False), (20, False)])
def test_a_number_is_never_cut_in_two(
    con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch, columns: int, is_table: bool
) -> None:
    """Half of 0.0546 is 0.0, which is another risk; what does not fit stands a value a line."""
    shares = {f"share_at_risk_{n}": 0.0546 + n / 1000 for n in range(5)}
    wide = ", ".join(f"{share}::DOUBLE AS {name}" for name, share in shares.items())
    query = f"SELECT 'a text of some words' AS method, {wide} FROM range(90)"
    lines = shown(con, monkeypatch, query, columns)
    for name, share in shares.items():
        assert any(name in line and (is_table or line.endswith(f"| {share:.4f}".rstrip("0"))) for line in lines)
        assert any(f"{share:.4f}".rstrip("0") in line for line in lines)
    assert is_table == (sum("a text of some words" in line and "0.0546" in line for line in lines) == 80)
    assert lines[-1] == "... and 10 more rows; a pipe, --format csv or json gives them all"


def test_a_long_answer_that_is_stored_says_how_to_get_the_rest(
    con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = "FROM setrisk.leakage_findings('r')"
    lines = shown(con, monkeypatch, "SELECT range FROM range(1070)", 80, stored)
    assert len(lines) == 83
    assert lines[-1] == (
        f'... and 990 more rows; `setrisk sql` with "{stored}" in a pipe, or with --format csv or json, gives them all'
    )


@pytest.mark.parametrize("columns", [200, 160, 120, 80])
def test_all_that_people_call_stands_on_two_screens(
    con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    """A line each, with names of pages whole, and at least half of the signatures."""
    lines = shown(con, monkeypatch, "FROM setrisk.functions", columns)
    signatures = [name for (name,) in con.execute("SELECT signature FROM setrisk.functions ORDER BY ALL").fetchall()]
    assert len(lines) == len(signatures) + 3 <= 2 * SCREEN
    assert max(map(len, lines[1:])) == columns  # the head is printed in bold
    *rows, last = lines[2:]
    assert last == "cells cut at … are whole in a pipe, with --format csv or json, or in fewer rows"
    assert all(row.rstrip().endswith(".md") for row in rows)
    begins = [row.split("  ")[0].rstrip("…") for row in rows]
    assert all(name.startswith(begin) for name, begin in zip(signatures, begins, strict=True))
    assert sum(name == begin for name, begin in zip(signatures, begins, strict=True)) >= len(signatures) / 2


def test_what_fits_on_two_screens_is_not_cut(con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of these rows takes two lines, and the head two."""
    query = "SELECT range AS row, 'and some words that take more than a line ' || range AS words FROM range({})"
    for rows, n_lines, is_cut in ((39, 80, False), (40, 43, True)):
        lines = shown(con, monkeypatch, query.format(rows), 40)
        assert len(lines) == n_lines
        assert any("…" in line for line in lines) == is_cut


def test_reasons_of_a_verdict_are_never_cut(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many lines that takes, they wrap."""
    reason = "a reason of some words that nobody who reads a verdict must miss, " * 4
    with setrisk.connect(made, read_only=True) as con:
        refusals = con.sql(
            f"SELECT 'limit' AS refusal, NULL AS attack, '{reason}' || range || '.' AS reason FROM range(30)"
        )
        with terminal(monkeypatch, 80) as written:
            show_verdict(Outcome(con, {"release": STEERING[-2]}, refusals, OutputFormat.TABLE, 0, None))
    shown = " ".join(written.getvalue().replace("limit", "").split())
    assert len(written.getvalue().splitlines()) > 2 * SCREEN
    assert all(f"{reason}{n}." in shown for n in range(30))


def test_columns_are_as_wide_as_it_takes_for_few_lines() -> None:
    """No other way to divide the room saves more than a line."""
    columns = (
        ("a", "a few words that are long", "some text, and then some more of it"),
        ("the name of something", "and others", "one"),
        ("", "short", "and the words of a sentence"),
    )

    def n_lines(widths: Sequence[int]) -> int:
        wrapped = [
            [len(textwrap.wrap(cell, width)) for cell in column] for column, width in zip(columns, widths, strict=True)
        ]
        return sum(map(max, zip(*wrapped, strict=True)))

    for room in (20, 30, 45, 60):
        found = column_widths(columns, [4, 4, 4], room)
        assert sum(found) == room
        divided = ((a, b, room - a - b) for a in range(4, room) for b in range(4, room - a - 3))
        assert n_lines(found) <= min(map(n_lines, divided)) + 1


def test_widths_of_one_line_cut_little_and_least_of_the_first() -> None:
    """A column whose cells are longer is wider; of two that are alike the first is."""
    long, short = ["x" * n for n in (30, 40, 50)], ["y" * n for n in (5, 10, 20)]
    assert one_line_widths((long, short), [4, 4], 80) == [50, 20]
    first, second = one_line_widths((long, long), [4, 4], 60)
    assert (first + second, first > second) == (60, True)
    assert one_line_widths((short, long), [4, 4], 40) == [10, 30]


def test_logs_show_that_long_work_goes_on(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("setrisk.terminal.output._QUIET", 0.02)
    with progress_bar() as progress:
        progress("trying releases", 2, 5)
        for _ in range(500):
            time.sleep(0.01)
            if said := capsys.readouterr().err:
                break
    assert said.splitlines()[0] == "setrisk: trying releases, 2 of 5, after 0:00:00"
    time.sleep(0.1)
    capsys.readouterr()
    time.sleep(0.1)
    assert capsys.readouterr().err == ""
