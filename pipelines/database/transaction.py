"""Transactions: all or nothing, and what may be written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import duckdb

from setrisk.errors import BadInput
from setrisk.pipelines.database.duckdb_errors import is_conflict, is_interrupt, write_error
from setrisk.pipelines.database.statements import run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


_READ_ONLY = "the database is open for reading only: open it for writing"


@contextmanager
def transaction(con: DuckDBPyConnection) -> Iterator[None]:
    """All or nothing: a transaction of our own, or a part of the one that the user has open. DuckDB has no savepoints,
    so an error ends the user's transaction as an error of DuckDB's would: it can only be rolled back.
    """
    with translate_interrupts():
        if is_in_transaction(con):
            try:
                yield
            except BaseException:
                # A second BEGIN is the error that does it; if DuckDB raised the first one, it is done already.
                with suppress(duckdb.Error):
                    con.execute("BEGIN")
                raise
            return
        try:
            con.execute("BEGIN")
            yield
            con.execute("COMMIT")
        except BaseException as error:
            # Ctrl-C may come before BEGIN is done, or after COMMIT is.
            with suppress(duckdb.TransactionException):
                con.execute("ROLLBACK")
            if isinstance(error, duckdb.InvalidInputException) and "read-only mode" in str(error):
                raise BadInput(_READ_ONLY) from error
            if is_conflict(error):
                raise BadInput(
                    "another transaction wrote the same at the same time; nothing was changed: end it and do this again"
                ) from error
            if isinstance(error, duckdb.Error) and (unwritten := write_error(error)):
                raise unwritten from error
            raise


@contextmanager
def translate_interrupts() -> Iterator[None]:
    """Ctrl-C is a KeyboardInterrupt inside a query too, where DuckDB makes an error of it."""
    try:
        yield
    except (RuntimeError, duckdb.Error) as error:
        if is_interrupt(error):
            raise KeyboardInterrupt from error
        raise


def is_in_transaction(con: DuckDBPyConnection) -> bool:
    """Whether the user has a transaction open: then two statements see one transaction number."""
    first, second = (con.execute("SELECT txid_current()").fetchall() for _ in range(2))
    return bool(first == second)


def check_writes(con: DuckDBPyConnection) -> None:
    """See that the current database can be written.

    Raises:
        BadInput: it is open for reading only.
    """
    if is_read_only(con):
        raise BadInput(_READ_ONLY)


def is_read_only(con: DuckDBPyConnection) -> bool:
    """Whether the current database is."""
    ((read_only,),) = run(con, "catalog/current_database_is_read_only").fetchall()
    return bool(read_only)
