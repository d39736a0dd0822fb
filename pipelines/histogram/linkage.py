"""The attribute linkage attack: infer one item of a person from all the others by means of a histogram."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.statements import run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def link_release(
    con: DuckDBPyConnection,
    release: str,
    method: str,
    knowledge: str,
    attack: str,
    arguments: dict[str, Any],
    progress: Progress,
) -> None:
    """Attack a histogram and store each item that can be inferred from the other items of a maximal itemset with the
    requested confidence. The findings of an earlier attack of that name are replaced.
    """
    progress("attacking with attribute linkage")
    run(con, "histogram/store_leakages", release=release, attack=attack, confidence=arguments["confidence"])
