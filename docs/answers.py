"""Runs what the pages show, and puts below each command and query what comes out: `make docs` writes that, and a test
holds the pages against it.
"""

from __future__ import annotations

import contextlib
import io
import os
import random
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

from typer.testing import CliRunner

import setrisk
from docs import example_files
from setrisk import cli
from setrisk.terminal.output import OutputFormat, show

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

DOCS = Path(__file__).parent
# Lines of an answer that a page shows.
_MOST = 12
# Commands that may say no, with exit code 1.
_VERDICTS = ("check", "recommend", "may-publish")
# Programs of the shell that pages use; others, such as git and make, are not run.
PROGRAMS = ("head", "ls")
_PROGRESS = re.compile(r"^setrisk: .*, after \d+:\d\d:\d\d\n", re.MULTILINE)
_BLOCK = re.compile(
    r"^```(?P<language>console|sql|python)\n(?P<code>.*?)^```\n(?P<answer>\n```text\n.*?^```\n)?",
    re.DOTALL | re.MULTILINE,
)
# Those with something to run. What docs/spark.md shows is run by the tests on Spark.
PAGES = [
    page
    for page in ("README.md", *sorted(f"docs/{path.name}" for path in DOCS.glob("*.md") if path.stem != "spark"))
    if _BLOCK.search((DOCS.parent / page).read_text(encoding="utf-8"))
]


def answered(page: str, example: Path, folder: Path) -> str:
    """Run every block of a page.

    Args:
        page: its path from the root of the repository.
        example: a database that `docs/example_database.py` has made, for queries.
        folder: an empty folder, where commands run.

    Returns:
        The page, with the answers that came out in place of those that it had.
    """
    text = (DOCS.parent / page).read_text(encoding="utf-8")
    example_files.write(folder, (DOCS / "risk.md").read_text(encoding="utf-8"))
    with setrisk.connect(shutil.copy(example, folder / "example.duckdb")) as con:
        con.execute("SET threads = 1")  # so that rows come in one order
        run: dict[str, Callable[[str], tuple[str, str]]] = {
            "console": _run_console,
            "sql": lambda code: (code, _run_queries(con, code)),
            "python": lambda code: (code, _cut(_run_python(code))),
        }

        def replace(block: re.Match[str]) -> str:
            code, answer = run[block["language"]](block["code"])
            shown = f"```{block['language']}\n{code}```\n"
            return f"{shown}\n```text\n{answer}```\n" if answer else shown

        with contextlib.chdir(folder), _same_draws():
            return _BLOCK.sub(replace, text)


def _commands(code: str) -> list[str]:
    """The commands of a session, without what they have answered; one may go on in further lines."""
    return [command.rstrip("\n") for command in re.findall(r"^\$ (?:.*\\\n)*.*\n", code, re.MULTILINE)]


def _run_console(code: str) -> tuple[str, str]:
    lines = []
    status = 0
    for command in _commands(code):
        words = shlex.split(command.removeprefix("$ ").replace("\\\n", ""))
        answer = ""
        if words[0] == "setrisk":
            result = CliRunner().invoke(cli.app, words[1:])
            status, answer = result.exit_code, result.output
            is_verdict = words[1] in _VERDICTS and isinstance(result.exception, SystemExit | None)
            if status not in ((0, 1) if is_verdict else (0,)):
                raise AssertionError(f"{command}\n{answer}\n{result.exception!r}")
        elif words == ["echo", "$?"]:
            answer = f"{status}\n"
        elif words[0] in PROGRAMS:
            answer = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        lines += [f"{command}\n", _cut(_without_times(answer))]
    return "".join(lines), ""


def _run_queries(con: DuckDBPyConnection, code: str) -> str:
    answers = []
    for query in code.split(";"):
        if query.strip():
            with contextlib.redirect_stdout(io.StringIO()) as out:
                show(con, con.sql(query), OutputFormat.TABLE)
            answers.append(_cut(out.getvalue()))
    return "\n".join(answers)


def _run_python(code: str) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(code, "<page>", "exec"), names := {})
    if "con" in names:
        names["con"].close()
    return out.getvalue()


def _cut(answer: str) -> str:
    """The first lines, and a sign that there are more."""
    lines = answer.splitlines(keepends=True)
    return answer if len(lines) <= _MOST else "".join([*lines[: _MOST - 2], "...\n"])


def _without_times(answer: str) -> str:
    """An answer without what differs each time: a table whose column `seconds` has dots, and without lines that say how
    far something is that takes long.
    """
    answer = _PROGRESS.sub("", answer)
    head = answer.partition("\n")[0]
    start = head.find(" seconds ")
    if start < 0:
        return answer
    rows = answer.splitlines(keepends=True)
    return "".join(
        f"{row[:start]}{' ...':<9}{row[start + 9 :]}" if n >= 2 and row[start - 1 : start] == "|" else row
        for n, row in enumerate(rows)
    )


# What releases draw from the system at once: the key of an order, of 32 bytes, or a large array of keys.
_KEY, _LARGE = 32, 1000
_from_system = os.urandom


def _repeatable(n: int) -> bytes:
    """The same bytes each time for the order of records, whatever else was drawn before; others as the system draws."""
    return random.Random(n).randbytes(n) if n == _KEY or n >= _LARGE else _from_system(n)


@contextlib.contextmanager
def _same_draws() -> Iterator[None]:
    """The order of records comes out the same each time."""
    with mock.patch.object(os, "urandom", _repeatable), mock.patch.object(random, "_urandom", _repeatable):
        yield
