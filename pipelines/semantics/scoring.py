"""The scores of terms that an attack on a release needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from setrisk.errors import AlreadyExists, BadInput, UnknownMeasure
from setrisk.pipelines.common.progress import Progress, silent
from setrisk.pipelines.database.statements import run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


SELF = "self"


def score(
    con: DuckDBPyConnection, measure: str, pairs: str, given: Mapping[str, object], *, progress: Progress = silent
) -> int:
    """Score the pairs of terms that a measure has not scored yet, and return how many there were.

    Args:
        con: a DuckDB connection.
        measure: the name of a measure; `self` needs no scores, because it counts in the release.
        pairs: the SQL of a call that returns them, in the columns item_a < item_b, such as `setrisk_internal.f($x)`.
        given: the values of the parameters in that call.
        progress: called with the step.

    Raises:
        UnknownMeasure: there is no such measure.
    """
    kind = kind_of(con, measure)
    if kind == SELF:
        return 0
    progress(f"scoring terms by {measure}")
    con.execute(
        "SET VARIABLE _setrisk_pairs = (SELECT list({'item_a': p.item_a, 'item_b': p.item_b}) FROM "
        f"(SELECT n.* FROM {pairs} AS n "
        "ANTI JOIN (SELECT s.* FROM setrisk.similarity AS s WHERE s.measure = $measure) AS s "
        "ON s.item_a = n.item_a AND s.item_b = n.item_b) AS p)",
        {**given, "measure": measure},
    )
    ((n,),) = con.execute("SELECT coalesce(len(getvariable('_setrisk_pairs')), 0)").fetchall()
    if n:
        run(con, f"semantics/store_{kind}_scores", measure=measure)
    con.execute("RESET VARIABLE _setrisk_pairs")
    return int(n)


def kind_of(con: DuckDBPyConnection, measure: str) -> str:
    """The kind of a measure: `ngd`, `embedding` or `self`.

    Raises:
        UnknownMeasure: there is no such measure.
    """
    if measure == SELF:
        return SELF
    found = con.execute("SELECT m.kind FROM setrisk.measure AS m WHERE m.measure = ?", [measure]).fetchall()
    if not found:
        known = [m for (m,) in con.execute("SELECT m.measure FROM setrisk.measure AS m ORDER BY ALL").fetchall()]
        raise UnknownMeasure(
            f"there is no measure {measure!r}; known are {', '.join([SELF, *known])}; "
            "`setrisk corpus` and `setrisk embed` make more"
        )
    return str(found[0][0])


def _check_new(con: DuckDBPyConnection, measure: str) -> None:
    if not measure or measure == SELF:
        raise BadInput(f"a measure cannot be called {measure!r}")
    if con.execute("SELECT 1 FROM setrisk.measure AS m WHERE m.measure = ?", [measure]).fetchall():
        raise AlreadyExists(f"the measure {measure!r} exists already; drop it first or choose another name")
