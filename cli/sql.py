"""The command that takes queries."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from setrisk.cli.output import OutputFormat
from setrisk.cli.prompt import answer, converse
from setrisk.cli.shell import Database, Limit, Output, app, opened
from setrisk.errors import BadInput


@app.command(
    epilog="Example: setrisk sql my.duckdb "
    "\"SELECT * FROM setrisk.supports('baskets', size := 2) ORDER BY support DESC LIMIT 5\""
)
def sql(
    database: Database,
    query: Annotated[
        str | None,
        typer.Argument(metavar="QUERY", help="Any DuckDB query; without one, a prompt, or what is piped in."),
    ] = None,
    format: Output = OutputFormat.TABLE,
    limit: Limit = 0,
    read_only: Annotated[
        bool, typer.Option("--read-only", help="Change nothing, and leave others read; so where it cannot be written.")
    ] = False,
) -> None:
    """Run a query with the relations of setrisk at hand; `FROM setrisk.functions` lists them. Without a query, ask for
    queries at a prompt, with history and completion of names.
    """
    with opened(database, read_only=read_only or (database.exists() and not os.access(database, os.W_OK))) as con:
        if query is None and sys.stdin.isatty():
            converse(con, format, limit)
        else:
            answer(con, _piped() if query is None else query, format, limit)


def _piped() -> str:
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as error:
        raise BadInput(f"the queries that are piped in are no text in {error.encoding}") from error
