"""The command that takes queries."""

from __future__ import annotations

from typing import Annotated

import typer

from setrisk.cli.output import OutputFormat, show
from setrisk.cli.shell import Database, Limit, Output, app, opened, query_of


@app.command(
    epilog="Example: setrisk sql my.duckdb "
    "\"SELECT * FROM setrisk.supports('baskets', size := 2) ORDER BY support DESC LIMIT 5\""
)
def sql(
    database: Database,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="Any DuckDB query.")],
    format: Output = OutputFormat.TABLE,
    limit: Limit = 0,
) -> None:
    """Run a query with the relations of setrisk at hand; `FROM setrisk.functions` lists them."""
    with opened(database) as con:
        show(con, query_of(con, query), format, limit)
