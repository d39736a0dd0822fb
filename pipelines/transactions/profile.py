"""A first look at a data set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.pipelines.common.quoting import literal
from setrisk.pipelines.database.task import task

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


@task(writes=False, known=["dataset"])
def profile(con: DuckDBPyConnection, dataset: str) -> DuckDBPyRelation:
    """Look at a data set for the first time: whether it was split into the right items, and how far it singles people
    out; for the owner of the data.

    Args:
        con: a DuckDB connection.
        dataset: a loaded data set.

    Returns:
        `setrisk.profile`: position, aspect, finding; a row for the transactions, the items, the lengths and the largest
        of the transactions, near duplicates among the items, and unicity.

    Raises:
        UnknownDataset: there is no such data set.

    Examples:
        >>> setrisk.profile(con, "visits").filter("aspect = 'near duplicates'").project("finding").fetchall()
        [('no two items differ only in blanks or case',)]
    """
    return con.sql(f"SELECT p.* FROM setrisk.profile({literal(dataset)}) AS p ORDER BY p.position")
