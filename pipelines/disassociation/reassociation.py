"""Attacks that reassemble the records of a release in chunks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.methods.attack_run import AttackRun
from setrisk.pipelines.semantics.scoring import score, scorer_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

STORE = "disassociation/store_placements"


def reassociate_release(con: DuckDBPyConnection, asked: AttackRun, progress: Progress) -> None:
    """Attack a release and store where the attack places sub-records and terms, in place of what an earlier attack of
    the same name stored.
    """
    if asked.method in ("random", "cover"):  # need no scores, but the knowledge must exist
        scorer_of(con, asked.knowledge)
    else:
        score(con, asked.knowledge, "disassociation/stage_compared_terms", progress=progress, release=asked.release)
    progress(f"attacking with {asked.method}")
    run(con, STORE, **arguments_of(asked))


def arguments_of(asked: AttackRun) -> dict[str, Any]:
    """What the statement that stores the placements is given."""
    return {
        **asked.names,
        "anchors": asked.parameters["anchors"],
        "as_printed": asked.parameters.get("as_printed", False),
        "seed": asked.parameters.get("seed", 0),
    }
