"""The risk of the records of a release: computed and stored when the release is made, and when it is attacked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.pipelines.database.names import family_of
from setrisk.pipelines.database.statements import run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def store_risk(con: DuckDBPyConnection, release: str, attack: str) -> None:
    """Compute and store the risk of each record by a stored attack, in place of what was stored before. The original
    data of the release must be in this database; the caller holds the transaction.
    """
    forget_draws(con, release, attack)
    _store_record_risk(con, release, attack)


def store_baseline_draw(con: DuckDBPyConnection, release: str, attack: str, draw: int) -> None:
    """Compute the risk by one draw of a random baseline, and store how many records it leaves with each number of
    candidates. The risk of the single records is kept for the draw that is stored last. The caller holds the
    transaction.

    Args:
        con: a DuckDB connection.
        release: a release whose original data are here.
        attack: the name of the baseline's findings.
        draw: the number of the draw.
    """
    _store_record_risk(con, release, attack)
    run(con, "risk/store_baseline_draw", release=release, attack=attack, draw=draw)


def forget_draws(con: DuckDBPyConnection, release: str, attack: str) -> None:
    """Delete the draws of an earlier run of a random baseline; the caller holds the transaction."""
    run(con, "risk/delete_baseline_draws", release=release, attack=attack)


def store_coverage(con: DuckDBPyConnection, release: str) -> None:
    """Compute and store how much of the data the promise of a new release covers; the caller holds the transaction."""
    run(con, "risk/store_coverage", release=release)


def _store_record_risk(con: DuckDBPyConnection, release: str, attack: str) -> None:
    run(con, "risk/delete_record_risk", release=release, attack=attack)
    # A statement per family: for small data, DuckDB takes longer to plan a union of all families than to run one.
    run(con, f"risk/store_{family_of(con, release)}_risk", release=release, attack=attack)
