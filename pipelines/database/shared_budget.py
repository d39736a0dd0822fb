"""Data sets of the same people share one budget of epsilon, whichever room derives them from one another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.pipelines.database.statements import run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Tables that keep their rows when the data sets and releases in them are dropped.
LEDGER = ("budget_limit", "shared_budget", "spending")


def share(con: DuckDBPyConnection, dataset: str, source: str) -> None:
    """Let a data set share the budget of the one that it was derived from, permanently: dropping it and drawing it
    again gives nothing back. The caller holds the transaction.

    Args:
        con: a DuckDB connection.
        dataset: the new data set; what an earlier one of that name has spent, or may spend, counts for both.
        source: the data set that it was derived from, or the name under which all periods of a load were loaded.
    """
    old, new = account_of(con, dataset), account_of(con, source)
    if old != new:
        run(con, "histogram/share_budget", account=old, source=new)


def account_of(con: DuckDBPyConnection, dataset: str) -> str:
    """The data set whose budget it shares: itself, unless setrisk derived it from another one."""
    rows = run(con, "histogram/account_of_dataset", dataset=dataset).fetchall()
    return str(rows[0][0]) if rows else dataset
