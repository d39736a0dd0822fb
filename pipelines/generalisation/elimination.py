"""Attacks that eliminate added items from generalised releases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.semantics.scoring import score

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def eliminate_release(
    con: DuckDBPyConnection,
    release: str,
    method: str,
    knowledge: str,
    attack: str,
    arguments: dict[str, Any],
    progress: Progress,
) -> None:
    """Attack a release and store which members the attack eliminates. They replace those that an earlier attack of the
    same name found.
    """
    view = {"context": arguments["context"], "marked": arguments["marked"], "k": arguments["unmarked_k"]}
    score(con, knowledge, "generalisation/stage_context_pairs", progress=progress, release=release, **view)
    progress(f"attacking with {method}")
    run(
        con,
        "generalisation/store_eliminations",
        release=release,
        attack=attack,
        method=method,
        knowledge=knowledge,
        threshold=arguments.get("threshold"),
        scaled=arguments.get("scaled", False),
        seed=arguments.get("seed", 0),
        **view,
    )
