"""Who is at risk, for the owner of the data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.pipelines.common.numbers import whole_number
from setrisk.pipelines.database.statements import text
from setrisk.pipelines.database.task import task

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


@task(writes=False, known=["release"], originals=True)
def risk(con: DuckDBPyConnection, release: str, *, at_risk_below: int | None = None) -> DuckDBPyRelation:
    """Show which records of a release are at risk, by each stored attack; for the owner of the data.

    Args:
        con: a DuckDB connection.
        release: a release that was made in this database.
        at_risk_below: the number of candidates, 2 or more, below which a record of a generalised or disassociated
            release is at risk; the release's own k unless given.

    Returns:
        `setrisk.risk`: record, tid, attack, at_risk, score, evidence, those at risk first.

    Raises:
        UnknownRelease: there is no such release.
        BadInput: the release was imported, so that its original data are not here; or the threshold is out of range.

    Examples:
        >>> found = setrisk.risk(con, "r1").filter("at_risk")
        >>> found.project("attack, evidence").limit(1).fetchall()
        [('gba:literature', 'knowing {oxygen mask} of this person leaves 1 of 80 records (k = 3)')]
    """
    if at_risk_below is not None:
        at_risk_below = whole_number("at_risk_below", at_risk_below, 2)
    return con.sql(text("risk/ordered_risk", release=release, at_risk_below=at_risk_below))


@task(writes=False, known=["release"], originals=True)
def risk_summary(con: DuckDBPyConnection, release: str, *, at_risk_below: int | None = None) -> DuckDBPyRelation:
    """Count how many records each stored attack puts at risk, beside guessing; for the owner of the data.

    Args:
        con: a DuckDB connection.
        release: a release that was made in this database.
        at_risk_below: the number of candidates, 2 or more, below which a record of a generalised or disassociated
            release is at risk; the release's own k unless given.

    Returns:
        `setrisk.risk_summary`: a row per attack, the worst first. `setrisk.risk_headline` says it in a sentence.

    Raises:
        UnknownRelease, BadInput: as `risk`.

    Examples:
        >>> setrisk.risk_summary(con, "r1").project("attack, records_at_risk, records").fetchall()
        [('rba:literature', 10.0, 80), ('gba:literature', 6.0, 80), ('ra:literature', 0.4, 80), ('none', 0.0, 80)]
    """
    if at_risk_below is not None:
        at_risk_below = whole_number("at_risk_below", at_risk_below, 2)
    return con.sql(text("risk/ordered_summary", release=release, at_risk_below=at_risk_below))
