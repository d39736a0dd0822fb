"""The risk of the records of a release: computed once, when it is made or attacked, and stored for all who ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.pipelines.releases import family_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# The name under which the release as it is, without any attack, has its risk.
NO_ATTACK = "none"


def store_risk(con: DuckDBPyConnection, release: str, attack: str) -> None:
    """Compute the risk of each record by a stored attack, in place of what was stored of it; the caller holds the
    transaction. For a release whose original data are here.
    """
    given = {"release": release, "attack": attack}
    for table in ("record_risk", "baseline_draw"):
        con.execute(
            f"DELETE FROM setrisk_private.{table} AS t WHERE t.release = $release AND t.attack = $attack", given
        )
    _compute(con, given)


def store_baseline_draw(con: DuckDBPyConnection, release: str, attack: str, draw: int) -> None:
    """Compute the risk by one draw of a random baseline and store how many records it narrows down to how few. The rows
    of the draw that is stored last stay as those of the attack; the caller holds the transaction.

    Args:
        con: a DuckDB connection.
        release: a release whose original data are here.
        attack: the name of the baseline's findings.
        draw: the number of the draw.
    """
    given = {"release": release, "attack": attack}
    con.execute("DELETE FROM setrisk_private.record_risk AS r WHERE r.release = $release AND r.attack = $attack", given)
    _compute(con, given)
    con.execute(
        "INSERT INTO setrisk_private.baseline_draw "
        "SELECT r.release, r.attack, $draw, r.candidates, count(*), sum(r.score), max(r.score) "
        "FROM setrisk_private.record_risk AS r WHERE r.release = $release AND r.attack = $attack "
        "GROUP BY r.release, r.attack, r.candidates ORDER BY r.candidates",
        given | {"draw": draw},
    )


def forget_draws(con: DuckDBPyConnection, release: str, attack: str) -> None:
    """Delete the draws of an earlier run of a random baseline; the caller holds the transaction."""
    con.execute(
        "DELETE FROM setrisk_private.baseline_draw AS d WHERE d.release = ? AND d.attack = ?", [release, attack]
    )


def store_coverage(con: DuckDBPyConnection, release: str) -> None:
    """Compute how much of the data the promise of a new release is about; the caller holds the transaction."""
    con.execute(
        "INSERT INTO setrisk_private.release_coverage BY NAME SELECT c.* FROM setrisk_internal.computed_coverage(?) AS c",
        [release],
    )


def _compute(con: DuckDBPyConnection, given: dict[str, str]) -> None:
    # Of its family alone: DuckDB takes longer to plan a union of all than to answer one, where data are small.
    family = family_of(con, given["release"])
    con.execute(
        "INSERT INTO setrisk_private.record_risk BY NAME SELECT $release AS release, c.* "
        f"FROM setrisk_internal.{family}_risk($release, attack := $attack) AS c ORDER BY c.record",
        given,
    )
