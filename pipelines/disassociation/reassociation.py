"""Attacks that reassemble the records of a release in chunks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.semantics.scoring import score, scorer_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def reassociate_release(
    con: DuckDBPyConnection,
    release: str,
    method: str,
    knowledge: str,
    attack: str,
    arguments: dict[str, Any],
    progress: Progress,
) -> None:
    """Attack a release and store where the attack places sub-records and terms, in place of what an earlier attack of
    the same name stored.
    """
    if method == "random":  # needs no scores, but the knowledge must exist
        scorer_of(con, knowledge)
    else:
        score(con, knowledge, "disassociation/stage_compared_terms", progress=progress, release=release)
    progress(f"attacking with {method}")
    run(
        con,
        "disassociation/store_placements",
        release=release,
        attack=attack,
        method=method,
        knowledge=knowledge,
        placements=arguments["placements"],
        seed=arguments.get("seed", 0),
    )
