"""What a database holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.pipelines.database.task import task

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


@task(writes=False)
def info(con: DuckDBPyConnection) -> DuckDBPyRelation:
    """List what the database holds: data sets, releases, series, grids, knowledge and budgets; for the owner of the
    data.

    Args:
        con: a DuckDB connection.

    Returns:
        `setrisk.contents`: object_type, name, summary; a row for each thing.

    Examples:
        >>> setrisk.info(con).filter("object_type = 'series'").project("name, summary").fetchall()
        [('plain months', 'plain feb, plain mar')]
    """
    return con.sql("SELECT c.* FROM setrisk.contents() AS c ORDER BY c.object_type, c.name")
