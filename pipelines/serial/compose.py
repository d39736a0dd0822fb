"""Composition attacks: what the releases of a series reveal together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setrisk.pipelines.progress import Progress

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


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
    ((series,),) = con.execute("SELECT s.series FROM setrisk.series AS s WHERE s.release = ?", [release]).fetchall()
    con.execute("DELETE FROM setrisk.composition AS c WHERE c.release = ? AND c.attack = ?", [release, attack])
    con.execute(
        "INSERT INTO setrisk.composition SELECT $release, $attack, c.record, c.item, c.prior, c.posterior, "
        "c.population_rate, c.allowed, c.through "
        "FROM setrisk.compositions($series, release := $release, scope := $method) AS c ORDER BY c.record",
        {"series": series, "release": release, "attack": attack, "method": method},
    )
