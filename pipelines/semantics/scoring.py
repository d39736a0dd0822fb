"""The scores of terms that an attack on a release needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from setrisk.errors import AlreadyExists, BadInput, UnknownKnowledge
from setrisk.pipelines.common.progress import Progress, silent
from setrisk.pipelines.database.statements import run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


SELF = "self"


def score(
    con: DuckDBPyConnection, knowledge: str, pairs: str, given: Mapping[str, object], *, progress: Progress = silent
) -> int:
    """Score the pairs of terms that this knowledge has not scored yet, and return how many there were.

    Args:
        con: a DuckDB connection.
        knowledge: the name of knowledge; `self` needs no scores, because it counts in the release.
        pairs: the SQL of a call that returns them, in the columns item_a < item_b, such as `setrisk_internal.f($x)`.
        given: the values of the parameters in that call.
        progress: called with the step.

    Raises:
        UnknownKnowledge: no knowledge has this name.
    """
    scorer = scorer_of(con, knowledge)
    if scorer == SELF:
        return 0
    progress(f"scoring terms by {knowledge}")
    con.execute(
        "SET VARIABLE _setrisk_pairs = (SELECT list({'item_a': p.item_a, 'item_b': p.item_b}) FROM "
        f"(SELECT n.* FROM {pairs} AS n "
        "ANTI JOIN (SELECT s.* FROM setrisk.similarity AS s WHERE s.knowledge = $knowledge) AS s "
        "ON s.item_a = n.item_a AND s.item_b = n.item_b) AS p)",
        {**given, "knowledge": knowledge},
    )
    ((n,),) = con.execute("SELECT coalesce(len(getvariable('_setrisk_pairs')), 0)").fetchall()
    if n:
        run(con, f"semantics/store_{scorer}_scores", knowledge=knowledge)
    con.execute("RESET VARIABLE _setrisk_pairs")
    return int(n)


def scorer_of(con: DuckDBPyConnection, knowledge: str) -> str:
    """How knowledge scores pairs of terms: `ngd`, `embedding` or `self`.

    Raises:
        UnknownKnowledge: no knowledge has this name.
    """
    if knowledge == SELF:
        return SELF
    found = con.execute("SELECT k.scorer FROM setrisk.knowledge AS k WHERE k.knowledge = ?", [knowledge]).fetchall()
    if not found:
        known = [m for (m,) in con.execute("SELECT k.knowledge FROM setrisk.knowledge AS k ORDER BY ALL").fetchall()]
        raise UnknownKnowledge(
            f"there is no knowledge {knowledge!r}; known are {', '.join([SELF, *known])}; "
            "`setrisk corpus` and `setrisk embed` make more"
        )
    return str(found[0][0])


def _check_new(con: DuckDBPyConnection, knowledge: str) -> None:
    if not knowledge or knowledge == SELF:
        raise BadInput(f"knowledge cannot be called {knowledge!r}")
    if con.execute("SELECT 1 FROM setrisk.knowledge AS k WHERE k.knowledge = ?", [knowledge]).fetchall():
        raise AlreadyExists(f"the knowledge {knowledge!r} exists already; drop it first or choose another name")
