"""Run the statements that lie in `sql/<topic>/statements`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import duckdb

import setrisk.sql as relations
from setrisk.pipelines.common.quoting import Value, drop, literal, view

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from setrisk.pipelines.common.columns import Columns


def run(
    con: DuckDBPyConnection, name: str, /, *, tables: Mapping[str, Columns] | None = None, **parameters: Any
) -> DuckDBPyConnection:
    """Run the statements of a file, one after the other, in the caller's transaction.

    Args:
        con: a DuckDB connection.
        name: topic and file, such as `serial/publish_names`.
        tables: what the statements read beside the database, under the names by which they do; for those without rows.
        **parameters: values of all parameters in its signature.

    Returns:
        The connection, with the rows of the last statement.

    Raises:
        TypeError: the values are not those that the signature asks for.
    """
    statement = _find_statement(name, parameters)
    with register(con, tables or {}):
        for text in statement.texts:
            used = statement.uses(text)
            con.execute(text, {key: value for key, value in parameters.items() if key in used} or None)
    return con


def text(name: str, /, **parameters: Value) -> str:
    """The query of a file, with values in place of its parameters, to run it later or to show it.

    Raises:
        TypeError: the values are not those that the signature asks for.
    """
    return _find_statement(name, parameters).with_literals({key: literal(value) for key, value in parameters.items()})


def _find_statement(name: str, parameters: Mapping[str, Any]) -> relations.Statement:
    statement = relations.statement(name)
    declared = {parameter.name for parameter in statement.header.parameters}
    if parameters.keys() != declared:
        raise TypeError(f"{name} takes {sorted(declared)}, not {sorted(parameters)}")
    return statement


READ = "_setrisk_read"


@contextmanager
def let_statements_read(con: DuckDBPyConnection, query: str) -> Iterator[None]:
    """Let statements read a query, which opens a source of the user, as `_setrisk_read`."""
    con.execute(view(READ, query))
    try:
        yield
    finally:
        # After an error the transaction may be one that takes the view away with it, and nothing else.
        with suppress(duckdb.Error):
            con.execute(drop("VIEW", READ))


@contextmanager
def register(con: DuckDBPyConnection, tables: Mapping[str, Columns]) -> Iterator[None]:
    """Let DuckDB read tables in memory, by their names."""
    for name, columns in tables.items():
        con.register(name, columns)
    try:
        yield
    finally:
        # After an interrupt the transaction is aborted, which must not be the error that the caller sees.
        with suppress(duckdb.Error):
            for name in tables:
                con.unregister(name)
