"""Composition attacks: what the releases of a series reveal together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.progress import Progress

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


# Steps from a cluster over a second to a third one; so many take about a minute.
_MOST_STEPS = 20_000_000


def check_steps(con: DuckDBPyConnection, series: str) -> None:
    """Refuse to look for transitive composition where it would take hours and all memory.

    Raises:
        BadInput: too many clusters share non-private sets.
    """
    ((steps,),) = con.execute(
        "SELECT coalesce(sum(c.n * c.n), 0) FROM (SELECT count(*) AS n FROM setrisk.overlaps(?) AS o "
        "WHERE o.scope = 'cluster' GROUP BY o.release, o.cluster) AS c",
        [series],
    ).fetchall()
    if steps > _MOST_STEPS:
        raise BadInput(
            f"transitive composition would look at {steps:,} steps between clusters of the series {series!r}, more "
            f"than {_MOST_STEPS:,}: its clusters are small and alike. Attack it with cluster and global alone, or make "
            "clusters larger"
        )


def series_of(con: DuckDBPyConnection, release: str) -> str:
    """The series that a serial release belongs to."""
    ((series,),) = con.execute("SELECT s.series FROM setrisk.series AS s WHERE s.release = ?", [release]).fetchall()
    return str(series)


def compose_release(
    con: DuckDBPyConnection,
    release: str,
    method: str,
    measure: str,
    attack: str,
    arguments: dict[str, Any],
    progress: Progress,
) -> None:
    """Attack a release through the others of its series and store, for each record, the term of which an adversary
    believes most, in place of what an earlier attack of that name found.
    """
    progress(f"attacking with {method} composition")
    series = series_of(con, release)
    if method == "transitive":
        check_steps(con, series)
    con.execute("DELETE FROM setrisk.composition AS c WHERE c.release = ? AND c.attack = ?", [release, attack])
    given = {"series": series, "release": release, "attack": attack}
    if method == "exact":
        found, through = "setrisk_internal.exact_compositions($series, $release, largest := $largest)", "NULL"
        given["largest"] = arguments["largest"]
    else:
        found, through = "setrisk.compositions($series, release := $release, scope := $method)", "c.through"
        given["method"] = method
    con.execute(
        "INSERT INTO setrisk.composition SELECT $release, $attack, c.record, c.item, c.prior, c.posterior, "
        f"c.population_rate, c.allowed, {through} FROM {found} AS c ORDER BY c.record",
        given,
    )
