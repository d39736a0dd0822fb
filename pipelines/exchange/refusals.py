"""Why a release may not be published, whatever is tolerable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.database.names import family_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def refusals_by_itself(con: DuckDBPyConnection, release: str) -> list[tuple[str, str]]:
    """The refusals for what it shows and how it was made, each with its reason: only published tables are read."""
    return _refusals(con, "refusals_by_itself", release)


def refusals_of(con: DuckDBPyConnection, release: str) -> list[tuple[str, str]]:
    """The same, and of one of a series for what the series reveals, which the original data tell."""
    is_of_series = family_of(con, release) == "serial"
    return _refusals(con, "refusals_without_limits" if is_of_series else "refusals_by_itself", release)


def _refusals(con: DuckDBPyConnection, relation: str, release: str) -> list[tuple[str, str]]:
    query = f"SELECT r.refusal, r.reason FROM {call(f'setrisk_internal.{relation}', release)} AS r ORDER BY ALL"
    return con.execute(query).fetchall()
