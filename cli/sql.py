"""The command that takes queries."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from setrisk.cli.output import OutputFormat
from setrisk.cli.prompt import answer, converse
from setrisk.cli.shell import Database, Limit, Output, app, opened


@app.command(
    epilog="Example: setrisk sql my.duckdb "
    "\"SELECT * FROM setrisk.supports('baskets', size := 2) ORDER BY support DESC LIMIT 5\""
)
def sql(
    database: Database,
    query: Annotated[
        str | None,
        typer.Argument(metavar="[QUERY]", help="Any DuckDB query; without one, a prompt, or what is piped in."),
    ] = None,
    format: Output = OutputFormat.TABLE,
    limit: Limit = 0,
) -> None:
    """Run a query with the relations of setrisk at hand; `FROM setrisk.functions` lists them. Without a query, ask for
    queries at a prompt, with history and completion of names.
    """
    with opened(database) as con:
        if query is None and sys.stdin.isatty():
            converse(con, format, limit)
        else:
            answer(con, sys.stdin.read() if query is None else query, format, limit)
