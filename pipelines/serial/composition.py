"""Composition attacks: what the releases of a series reveal together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.methods.attack_run import AttackRun

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


# The most steps from a cluster over a second one to a third one; these take about a minute.
_MOST_STEPS = 20_000_000


def check_steps(con: DuckDBPyConnection, series: str) -> None:
    """Refuse to look for transitive composition if that would take hours and all memory.

    Raises:
        BadInput: too many clusters share non-sensitive sets.
    """
    ((steps,),) = run(con, "serial/transitive_steps", series=series).fetchall()
    if steps > _MOST_STEPS:
        raise BadInput(
            f"transitive composition would look at {steps:,} steps between clusters of the series {series!r}, more "
            f"than {_MOST_STEPS:,}: its clusters are small and alike. Attack it with cluster and global alone, or make "
            "clusters larger"
        )


def series_of(con: DuckDBPyConnection, release: str) -> str:
    """The series that a serial release belongs to."""
    ((series,),) = run(con, "catalog/series_of_releases", releases=[release]).fetchall()
    return str(series)


def compose_release(con: DuckDBPyConnection, asked: AttackRun, progress: Progress) -> None:
    """Attack a release through the others of its series and store, for each record, the sensitive item whose belief is
    highest in relation to what is allowed, in place of what an earlier attack of that name found.
    """
    progress(f"attacking with {asked.method} composition")
    series = series_of(con, asked.release)
    if asked.method == "transitive":
        check_steps(con, series)
    names: dict[str, Any] = {"series": series, "release": asked.release, "attack": asked.attack}
    if asked.method == "exact":
        run(con, "serial/store_exact_compositions", **names, max_cluster_size=asked.parameters["max_cluster_size"])
    else:
        run(con, "serial/store_compositions", **names, scope=asked.method, adversary=asked.parameters["adversary"])
