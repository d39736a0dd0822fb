"""The attribute linkage attack: which items does a histogram tell of whoever is known to have the others?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setrisk.pipelines.progress import Progress

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def link_release(
    con: DuckDBPyConnection,
    release: str,
    method: str,
    measure: str,
    attack: str,
    arguments: dict[str, Any],
    progress: Progress,
) -> None:
    """Attack a histogram and store each boundary itemset from which the last item is told with the confidence that is
    asked for, in place of what an earlier attack of that name found.
    """
    progress("attacking with attribute linkage")
    con.execute("DELETE FROM setrisk.leakage AS l WHERE l.release = ? AND l.attack = ?", [release, attack])
    con.execute(
        "INSERT INTO setrisk.leakage SELECT $release, $attack, b.itemset, b.leaked, b.supersets, "
        "b.occurrences / b.superset_occurrences FROM setrisk_internal.boundary_supersets($release) AS b "
        "WHERE b.occurrences / b.superset_occurrences >= $confidence ORDER BY ALL",
        {"release": release, "attack": attack, "confidence": arguments["confidence"]},
    )
