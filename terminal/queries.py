"""Queries that users write."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb

from setrisk.pipelines.database.transaction import translate_interrupts
from setrisk.terminal.output import query_error

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


def run_query(con: DuckDBPyConnection, query: str) -> DuckDBPyRelation:
    """The result of a query; of one without any, a row that says that it is done.

    Raises:
        BadInput: DuckDB refuses it.
    """
    try:
        with translate_interrupts():
            relation = con.sql(query)
    except duckdb.Error as error:
        raise query_error(error) from error
    if relation is None:
        return con.values("done").project("col0 AS result")
    return relation
