"""The scores of terms that an attack on a release needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.progress import Progress, ignore_progress
from setrisk.pipelines.database.names import require
from setrisk.pipelines.database.statements import run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


SELF = "self"


def score(
    con: DuckDBPyConnection, knowledge: str, stage: str, *, progress: Progress = ignore_progress, **parameters: Any
) -> int:
    """Score the pairs of terms that this knowledge has not scored yet, and return how many there were.

    Args:
        con: a DuckDB connection.
        knowledge: the name of knowledge; `self` needs no scores, because it counts in the release.
        stage: the statement that stages the pairs, in the columns item_a < item_b of `_setrisk_pairs`.
        progress: called with the step.
        **parameters: values of the parameters of that statement.

    Raises:
        UnknownKnowledge: no knowledge has this name.
    """
    scorer = scorer_of(con, knowledge)
    if scorer == SELF:
        return 0
    progress(f"scoring terms by {knowledge}")
    run(con, stage, **parameters)
    ((n,),) = run(con, "semantics/leave_unscored", knowledge=knowledge).fetchall()
    if n:
        # A statement per scorer: a relation that is called by a variable name is seen by no check of the loader.
        run(con, f"semantics/store_{scorer}_scores", knowledge=knowledge)
    run(con, "semantics/drop_pairs")
    return int(n)


def scorer_of(con: DuckDBPyConnection, knowledge: str) -> str:
    """How knowledge scores pairs of terms: `ngd`, `embedding` or `self`.

    Raises:
        UnknownKnowledge: no knowledge has this name.
    """
    if knowledge == SELF:
        return SELF
    require(con, "knowledge", knowledge, besides="; `setrisk load-corpus` and `setrisk embed` make more")
    ((scorer,),) = run(con, "semantics/scorer", knowledge=knowledge).fetchall()
    return str(scorer)
