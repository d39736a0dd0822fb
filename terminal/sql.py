"""The command that runs queries."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from setrisk.errors import BadInput
from setrisk.pipelines.common.folders import make_own_folder
from setrisk.terminal.database import open_database
from setrisk.terminal.output import OutputFormat, forbid_files
from setrisk.terminal.prompt import answer, converse

EXAMPLE = "sql my.duckdb \"SELECT * FROM setrisk.supports('baskets', size := 2) ORDER BY support DESC LIMIT 5\""


def sql(
    database: Annotated[Path, typer.Argument(metavar="DATABASE", help="The DuckDB file.")],
    sql: Annotated[
        str | None,
        typer.Argument(metavar="SQL", help="Any DuckDB query; without one, a prompt, or what is piped in."),
    ] = None,
    format: Annotated[
        OutputFormat, typer.Option("--format", "-f", help="How to print the result.")
    ] = OutputFormat.TABLE,
    rows: Annotated[int, typer.Option(min=0, help="Rows to print, 0 for all.")] = 0,
    read_only: Annotated[
        bool,
        typer.Option(
            "--read-only",
            help="Change nothing, and leave others read; neither write nor read any file but the database.",
        ),
    ] = False,
) -> None:
    """Run a query with the relations of setrisk at hand; `FROM setrisk.functions` lists them. Without a query, ask for
    queries at a prompt, with history and completion of names.
    """
    is_prompt = sql is None and sys.stdin is not None and sys.stdin.isatty()
    text = "" if is_prompt else _read_piped() if sql is None else sql
    unwritable = database.exists() and not os.access(database, os.W_OK)
    with make_own_folder() as folder, open_database(database, read_only=read_only or unwritable) as con:
        if read_only:
            forbid_files(con, folder)
        if is_prompt:
            converse(con, format, rows, folder)
        else:
            answer(con, text, format, rows, folder)


def _read_piped() -> str:
    """The queries that are piped in.

    Raises:
        BadInput: nothing is, or it cannot be read, or is not text.
    """
    if sys.stdin is None:
        raise BadInput("there is no query, and standard input is closed: give a query, or pipe one in")
    try:
        text = sys.stdin.read()
    except UnicodeDecodeError as error:
        raise BadInput(f"the queries that are piped in are not text in {error.encoding}") from error
    except OSError as error:
        raise BadInput(f"the queries cannot be read from standard input: {error.strerror or error}") from error
    # What a locale of C takes for text may be bytes of anything.
    if "\0" in text or text != text.encode(errors="ignore").decode():
        raise BadInput(f"the queries that are piped in are not text in {sys.stdin.encoding}")
    return text
