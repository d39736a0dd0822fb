"""Who is at risk, for the owner of the data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.errors import BadInput
from setrisk.pipelines.common.quoting import literal
from setrisk.pipelines.database.attach import ready
from setrisk.pipelines.database.releases import own_family

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


def risk(con: DuckDBPyConnection, release: str, *, at_risk_below: int | None = None) -> DuckDBPyRelation:
    """Which records of a release are at risk, by each stored attack; for the owner of the data.

    Args:
        con: a DuckDB connection.
        release: a release that was made in this database.
        at_risk_below: of a generalised or disassociated release, the number of candidates, 2 or more, below which a
            record is at risk; the release's own k unless given.

    Returns:
        `setrisk.risk`: record, attack, at_risk, score, evidence, those at risk first.

    Raises:
        UnknownRelease: there is no such release.
        BadInput: the release was imported, so that its original data are not here; or the threshold is out of range.
    """
    ready(con)
    own_family(con, release)
    return con.sql(
        f"SELECT r.* FROM setrisk.risk({literal(release)}{_threshold(at_risk_below)}) AS r "
        "ORDER BY r.at_risk DESC, r.score DESC, r.attack, r.record"
    )


def risk_summary(con: DuckDBPyConnection, release: str, *, at_risk_below: int | None = None) -> DuckDBPyRelation:
    """How many records each stored attack puts at risk, beside guessing; for the owner of the data.

    Args:
        con: a DuckDB connection.
        release: a release that was made in this database.
        at_risk_below: as in `risk`.

    Returns:
        `setrisk.risk_summary`: a row per attack, the worst first. `setrisk.risk_headline` says it in a sentence.

    Raises:
        UnknownRelease, BadInput: as `risk`.
    """
    ready(con)
    own_family(con, release)
    return con.sql(
        f"SELECT r.* FROM setrisk.risk_summary({literal(release)}{_threshold(at_risk_below)}) AS r "
        "ORDER BY r.share_at_risk DESC, round(r.mean_score, 9) DESC, r.attack DESC"
    )


def _threshold(at_risk_below: int | None) -> str:
    """The threshold as a further argument of a relation."""
    if at_risk_below is None:
        return ""
    if isinstance(at_risk_below, bool) or not isinstance(at_risk_below, int) or at_risk_below < 2:
        raise BadInput(f"at_risk_below is {at_risk_below!r}; it must be a whole number of at least 2")
    return f", at_risk_below := {at_risk_below:d}"
