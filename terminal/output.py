"""What the command line writes: results for people and for programs, and a progress bar."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from datetime import timedelta
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from setrisk.errors import BadInput
from setrisk.pipelines.common import quoting
from setrisk.pipelines.common.folders import make_own_folder
from setrisk.pipelines.common.printable import printable_text
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.quoting import literal
from setrisk.pipelines.database.connect import reason_with_advice
from setrisk.pipelines.database.duckdb_errors import one_line_message
from setrisk.pipelines.database.transaction import translate_interrupts
from setrisk.terminal.narrow import blocks, columns_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

# Rows of a table that a terminal gets to see, and screens that they may fill with texts that are wrapped; what a column
# of texts needs at least, and what it should have if its texts are no longer than that; and what is between columns.
_SHOWN, _SCREENS, _TEXT, _WHOLE, _PADDING = 80, 2, 12, 24, 2
# Seconds between lines about progress, if there is no bar.
_QUIET = 30
_CUT = "cells cut at … are whole in a pipe, with --format csv or json, or in fewer rows\n"
_ANSWER = "_setrisk_answer"
_NUMERIC = re.compile(r"U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\(.*\)")


class OutputFormat(StrEnum):
    """How results are printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    PARQUET = "parquet"


def say(text: object) -> None:
    """Print a line."""
    print(printable_text(str(text)))


def complain(text: object) -> None:
    """Print a line to standard error."""
    print(f"setrisk: {printable_text(str(text))}", file=sys.stderr)


def time_left(seconds: float, done: float, total: float | None) -> str:
    """How long it will take, in words; nothing if that is not known yet.

    Args:
        seconds: since the first part was begun.
        done: how many parts are.
        total: of how many.
    """
    if not done or not total:
        return ""
    return f"{timedelta(seconds=round(seconds * max(total - done, 0) / done))} left"


@contextmanager
def _progress_lines() -> Iterator[Progress]:
    """Progress as lines, so few that short work has none: of the last step, while it goes on."""
    began, last, ended = time.monotonic(), "", threading.Event()

    def report(step: str, done: int = 0, total: int = 0) -> None:
        nonlocal last
        last = f"{step}, {done:,} of {total:,}" if total else step

    def say_last() -> None:
        while not ended.wait(_QUIET):
            if last:
                complain(f"{last}, after {timedelta(seconds=round(time.monotonic() - began))}")

    thread = threading.Thread(target=say_last, daemon=True)
    thread.start()
    try:
        yield report
    finally:
        ended.set()
        thread.join()


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A progress bar on a terminal's standard error; elsewhere a line every half a minute, as logs are read later."""
    if not sys.stderr.isatty():
        with _progress_lines() as report:
            yield report
        return
    from rich.console import Console
    from rich.progress import BarColumn, ProgressColumn, Task, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar
    from rich.text import Text

    class TimeLeftColumn(ProgressColumn):
        """The time left as all parts so far have taken, however long each takes; Rich goes by the last 30 seconds."""

        def render(self, task: Task) -> Text:
            since = task.get_time() - task.fields["since"]
            return Text(time_left(since, task.completed, task.total), style="progress.remaining")

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeLeftColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, since=bar.get_time())

        def report(step: str, done: int = 0, total: int = 0) -> None:
            if bar.tasks[0].total != (total or None):  # other parts
                bar.update(task, since=bar.get_time())
            bar.update(task, description=printable_text(step), completed=done, total=total or None)

        yield report


def compute(con: DuckDBPyConnection, relation: DuckDBPyRelation, step: str) -> DuckDBPyRelation:
    """The same rows, computed once however often they are read; `step` says what is computed, for a progress bar.

    Raises:
        BadInput: the result cannot be made.
        KeyboardInterrupt: also if DuckDB has made an error of it.
    """
    with _translate_errors(step):
        con.execute(quoting.table(_ANSWER, relation.sql_query()))
    return con.table(f"temp.{_ANSWER}")


def show(
    con: DuckDBPyConnection,
    relation: DuckDBPyRelation,
    format: OutputFormat,
    rows: int = 0,
    *,
    step: str | None = None,
    folder: str | None = None,
    stored: str | None = None,
    whole: bool = False,
    head: Mapping[str, object] | None = None,
    list_name: str = "",
) -> None:
    """Print a result for people, or hand it on for programs.

    Args:
        con: the connection of the relation.
        relation: what to print; it is computed here.
        format: for whom.
        rows: rows to print, 0 for all.
        step: what is computed, for a progress bar; None if it takes no time to speak of.
        folder: where the result may lie on its way; a new one unless given.
        stored: a query that gives the rows again, if they are stored.
        whole: no cell is cut, however many lines that takes: each may be the reason of a verdict.
        head: what JSON says of the rows as a whole: it is an object then, with the rows as a list.
        list_name: what that list is called.

    Raises:
        BadInput: the result cannot be made.
        KeyboardInterrupt: also if DuckDB has made an error of it.
    """
    if rows:
        relation = relation.limit(rows)
    if format is OutputFormat.TABLE:
        with _translate_errors(step):
            table = _table(relation, stored, whole)
        sys.stdout.write(table)
    else:
        _write_result(con, relation, format, step, folder, head, list_name)
    sys.stdout.flush()


@contextmanager
def _translate_errors(step: str | None) -> Iterator[None]:
    """What DuckDB says while it computes a result, as errors of ours; with a bar that says what is computed, if it is
    to be said: how far it is cannot be known.
    """
    with ExitStack() as waiting:
        if step is not None:
            waiting.enter_context(progress_bar())(step)
        try:
            with translate_interrupts():
                yield
        except duckdb.Error as error:
            raise query_error(error) from error


def query_error(error: duckdb.Error) -> BadInput:
    """What DuckDB says of a query, and what to do."""
    reason = reason_with_advice(one_line_message(error))
    if "disabled by configuration" in reason or "configuration has been locked" in reason:
        reason += "; --read-only keeps away from files and settings: leave it out"
    return BadInput(f"query: {reason}")


def forbid_files(con: DuckDBPyConnection, folder: str) -> None:
    """Let queries neither write nor read files, but for the database itself and those in a folder; for good. DuckDB
    knows no files that may only be read.
    """
    ((is_locked, reaches_files),) = con.execute(
        "SELECT current_setting('lock_configuration'), current_setting('enable_external_access')"
    ).fetchall()
    if is_locked and not reaches_files:  # by an earlier command on the same database in this process
        return
    con.execute(f"SET allowed_directories = [{literal(f'{folder}{os.sep}')}]")
    con.execute("SET enable_external_access = false")
    # What it writes of its own accord, such as logs and profiles, is set.
    con.execute("SET lock_configuration = true")


def _write_result(
    con: DuckDBPyConnection,
    relation: DuckDBPyRelation,
    format: OutputFormat,
    step: str | None,
    folder: str | None,
    head: Mapping[str, object] | None,
    list_name: str,
) -> None:
    with make_own_folder() if folder is None else nullcontext(folder) as place:
        path = Path(place) / "result"
        options = {
            OutputFormat.JSON: "FORMAT json, ARRAY true",
            OutputFormat.CSV: "FORMAT csv, HEADER true",
            OutputFormat.PARQUET: "FORMAT parquet",
        }[format]
        with _translate_errors(step):
            con.execute(quoting.copy(relation.sql_query(), str(path), options))
        if format is OutputFormat.JSON:
            _make_valid(path)
            if head is not None:
                rows = path.read_text(encoding="utf-8").strip()
                fields = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in head.items()]
                text = ",\n".join([*fields, f"{json.dumps(list_name)}: {rows}"])
                path.write_text(f"{{\n{text}\n}}\n", encoding="utf-8")
        with path.open("rb") as result:
            shutil.copyfileobj(result, sys.stdout.buffer)


def _make_valid(path: Path) -> None:
    """JSON has no infinity and no NaN, but DuckDB writes them; they become text. No rows are `[]`, in one line.
    All else stays as it is.
    """
    text = path.read_text(encoding="utf-8")
    if not text.strip("[] \t\n"):
        path.write_text("[]\n", encoding="utf-8")
    if "Infinity" in text or "NaN" in text:
        # A text, whatever it holds, or one of them.
        parts = re.compile(r'"(?:[^"\\]|\\.)*"|-?Infinity|NaN')
        valid = parts.sub(lambda found: found[0] if found[0][0] == '"' else f'"{found[0]}"', text)
        path.write_text(valid, encoding="utf-8")


def _table(relation: DuckDBPyRelation, stored: str | None, whole: bool) -> str:
    """A table as wide as the terminal and no longer than a look; a pipe gets all of it, unfolded."""
    names, rows = [printable_text(name) for name in relation.columns], relation.fetchall()
    numeric = [_NUMERIC.fullmatch(str(type_)) is not None for type_ in relation.types]
    if not sys.stdout.isatty():
        return _plain_table(names, [[_cell(value) for value in row] for row in rows], numeric)
    shown = [[_cell(value) for value in row] for row in rows[:_SHOWN]]
    more = len(rows) - len(shown)
    rest = (
        "a pipe, --format csv or json gives them all"
        if stored is None
        else f'`setrisk sql` with "{printable_text(stored)}" in a pipe, or with --format csv or json, gives them all'
    )
    left_out = f"... and {more:,} more rows; {rest}\n" if more else ""
    columns = list(zip(names, *shown, strict=True))
    longest = [max(map(len, column)) for column in columns]
    size = shutil.get_terminal_size()
    room = size.columns - _PADDING * (len(columns) - 1)
    # Short texts, such as names, are whole if there is room for that.
    for length in (_WHOLE, _TEXT):
        least = [
            width if is_number or width <= length else _TEXT for width, is_number in zip(longest, numeric, strict=True)
        ]
        if sum(least) <= room:
            break
    else:
        return _records(names, shown) + left_out
    from setrisk.terminal.widths import column_widths, one_line_widths

    wrapped = _grid(names, shown, numeric, column_widths(columns, least, room)) + left_out
    # If the room is too small for names, these would be cut, too.
    if whole or length != _WHOLE or sum(longest) <= room or wrapped.count("\n") <= _SCREENS * size.lines:
        return wrapped
    return _grid(names, shown, numeric, one_line_widths(columns, least, room), is_cut=True) + _CUT + left_out


def _grid(
    names: list[str], rows: list[list[str]], numeric: list[bool], widths: list[int], *, is_cut: bool = False
) -> str:
    """Columns of these widths; texts that are longer are wrapped, or cut."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for name, is_number, width in zip(names, numeric, widths, strict=True):
        # Half of a number is another number.
        table.add_column(
            name,
            justify="right" if is_number else "left",
            overflow="ellipsis" if is_cut else "fold",
            width=width,
            no_wrap=is_number or is_cut,
        )
    for row in rows:
        table.add_row(*row)
    console = Console(highlight=False, markup=False, emoji=False)
    with console.capture() as captured:
        console.print(table)
    return captured.get()


def _records(names: list[str], rows: list[list[str]]) -> str:
    """A line per value, for rows that are wider than the terminal."""
    width = max(map(len, names))
    blocks = (
        "".join(f"{name.ljust(width)} | {cell}".rstrip() + "\n" for name, cell in zip(names, row, strict=True))
        for row in rows
    )
    return "\n".join(blocks)


def show_narrow(relation: DuckDBPyRelation) -> None:
    """Print a result of many columns for people, in several tables if one would be too wide.

    Raises:
        BadInput: the result cannot be made.
        KeyboardInterrupt: also if DuckDB has made an error of it.
    """
    try:
        with translate_interrupts():
            columns = columns_of(relation, _NUMERIC, _cell)
    except duckdb.Error as error:
        raise query_error(error) from error
    tables = []
    for block in blocks(columns):
        names, cells, numeric = zip(*block, strict=True)
        rows = [list(row) for row in zip(*cells, strict=True)]
        tables.append(_plain_table([printable_text(name) for name in names], rows, list(numeric)))
    sys.stdout.write("\n".join(tables))
    sys.stdout.flush()


def _plain_table(names: list[str], rows: list[list[str]], numeric: list[bool]) -> str:
    """Columns separated by bars; a terminal's library takes minutes for a million rows."""
    widths = [max(map(len, column)) for column in zip(names, *rows, strict=True)]
    lines = [names, ["-" * width for width in widths], *rows]
    aligned = (
        " | ".join(
            cell.rjust(width) if is_number else cell.ljust(width)
            for cell, width, is_number in zip(line, widths, numeric, strict=True)
        )
        for line in lines
    )
    return "".join(f"{line.rstrip()}\n" for line in aligned)


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        is_plain = value == 0 or 1e-3 <= abs(value) < 1e15
        shown = f"{value:.4f}".rstrip("0").rstrip(".") if is_plain else f"{value:.4g}"
        # Nearly certain is not certain.
        return shown if shown != "1" or value == 1 else repr(value)
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    return printable_text(str(value))
