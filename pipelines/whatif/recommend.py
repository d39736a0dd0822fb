"""Which release of a grid to take, and notes that readers need in order to compare releases."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.common.share import Share
from setrisk.pipelines.database.statements import let_statements_read, run
from setrisk.pipelines.database.task import task
from setrisk.pipelines.risk.gate import limits_among, limits_on_grid
from setrisk.pipelines.risk.limits import ASSESSED, Limits
from setrisk.pipelines.risk.verdict import Verdict, guessing_note, verdict_of_grid

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

# The largest error of counting queries, unless a limit is given (sql/whatif/recommended.sql).
MAX_ERROR = 1.0


@task(writes=False, known=["grid"])
def recommend(
    con: DuckDBPyConnection,
    grid: str,
    *,
    max_at_risk: Share | None = None,
    max_score: Share | None = None,
    min_coverage: Share | None = None,
    max_narrowing: Share | None = None,
    max_inference: Share | None = None,
    max_linkability: Share | None = None,
    max_singling_out: Share | None = None,
    known: str | int | Sequence[int] | None = None,
    max_error: float = MAX_ERROR,
    limits: str | Path | None = None,
) -> DuckDBPyRelation:
    """Recommend the least distorted release of a grid that keeps the limits on risk; for the owner of the data.

    Args:
        con: a DuckDB connection.
        grid: the name of a grid that `whatif` has tried.
        max_at_risk: the largest fraction of its records, 0 to 1, that the worst attack, or guessing, may put at risk.
        max_score: the highest score, 0 to 1, that `risk` may give a record.
        min_coverage: the smallest fraction of the rare itemsets, 0 to 1, that the release must promise to protect,
            because at risk and score consider no others; by default 0.5, or 0 if the only limits are those on what
            assessing finds, which do not go by what a release promises.
        max_narrowing: the largest fraction of people, 0 to 1, whom a few known items may leave with few records. This
            and the next three are held against the upper end of the highest interval that assessing the release has
            found, and mean the same for every family; a release of which it is not known keeps none of them.
        max_inference: the highest risk, 0 to 1, that one more item of a person is inferred.
        max_linkability: the highest risk, 0 to 1, that two sources about the same person are linked.
        max_singling_out: the highest risk, 0 to 1, that somebody is singled out.
        known: the numbers of known items that a release must have been assessed for to keep one of these four limits,
            such as `1..2`; `1..4` unless given, as `whatif` has it. Numbers that are given must have been measured,
            too.
        max_error: the largest error of counting queries over all bands, 0 to 2: a release that is too distorted to be
            useful is not worth recommending, however safe it is.
        limits: a TOML file that has any of these but `max_error`; values given directly override the file. Attacks in
            it are refused: they are required of a release, and a grid has those that `whatif` was given.

    Returns:
        `setrisk.recommended`: a row with the release, and `is_within`. If that is false, no release keeps the limits,
        and this one misses them by least; if it is NULL, there is no limit on risk, or an attack on this one was left
        out, and it is the least distorted. No row if each release failed, has unknown risk, was not assessed and there
        is a limit on that, or has a mark that the gate refuses.

    Raises:
        BadInput: there is no such grid, a limit is outside its range, or the file is not a list of limits, or names
            attacks.

    Examples:
        >>> setrisk.recommend(con, "visits 1", max_at_risk=0.5).project("cell, is_within").fetchall()
        [(2, False)]
    """
    held = limits_on_grid(limits_among(locals()))
    most = parse_max_error(max_error)
    return con.sql(f"FROM {call('setrisk.recommended', grid, **held.given_limits, max_error=most)}")


def parse_max_error(max_error: float) -> float:
    """The largest error of counting queries.

    Raises:
        BadInput: it is not from 0 to 2.
    """
    if not 0 <= max_error <= 2:
        raise BadInput(f"max_error is {max_error!r}; it must be a number from 0 to 2")
    return float(max_error)


def grid_assessed_for(con: DuckDBPyConnection, grid: str) -> tuple[str | None, list[int]]:
    """What the assessment of the releases of a grid is about, in words, and for which numbers of known items they were
    assessed; None and no numbers if none was.
    """
    rows = run(con, "whatif/grid_assessed_for", grid=grid).fetchall()
    return rows[0] if rows else (None, [])


def verdict_on_grid(
    con: DuckDBPyConnection, grid: str, best: Mapping[str, Any] | None, limits: Limits, max_error: float
) -> Verdict:
    """Which release of a grid to take, with what assessing it is about and has found.

    Args:
        con: a DuckDB connection.
        grid: the grid.
        best: the row of `setrisk.recommended`, if there is one.
        limits: the limits that it was held against.
        max_error: the largest error of counting queries.
    """
    assessed_for, _ = grid_assessed_for(con, grid)
    given = {limit: limits.given_limits.get(limit) for limit in (*ASSESSED.values(), "known")}
    obstacles = run(con, "whatif/obstacles", grid=grid, needs_attacks=limits.has_family_limit, **given).fetchall()
    resisted = run(con, "whatif/resisted_criteria", grid=grid, cell=best["cell"]).fetchall() if best else []
    return verdict_of_grid(
        best,
        limits,
        max_error,
        assessed_for,
        obstacles,
        [criterion for (criterion,) in resisted],
        keeps_order=best is not None and _keeps_order(best["parameters"]),
        exported=[title for (title,) in run(con, "whatif/exported_of_grid", grid=grid).fetchall()],
    )


def _keeps_order(parameters: str | Mapping[str, Any]) -> bool:
    """Whether a release of these parameters, which may be JSON, has its entries in the order of the data."""
    given = json.loads(parameters) if isinstance(parameters, str) else parameters
    return bool(given.get("keep_order"))


def failure_note(n_failed: int, n_cells: int) -> list[str]:
    """How many releases of a grid have no results, if any have none."""
    return [f"{n_failed} of the {n_cells} releases of the grid failed, or were not tried"] if n_failed else []


def cautions(con: DuckDBPyConnection, results: DuckDBPyRelation, *, is_recommended: bool = False) -> list[str]:
    """Notes on the rows of `setrisk.whatif_results`, one or more sentences.

    Args:
        con: a DuckDB connection.
        results: the rows.
        is_recommended: whether the verdict on one of them follows, which says itself if no attack does better.
    """
    with let_statements_read(con, results.sql_query()):
        found = run(con, "whatif/compared_results").fetchall()
    ((threshold, n_unbeaten, n_unprotected, n_empty, n_unassessed, n_less_attacked, sample, n_m, least, most),) = found
    said = [
        f"at risk means: fewer than {threshold} candidates, if a release is generalised or disassociated; in other "
        "families what their pages say"
    ]
    if sample:
        said.append(
            f"they were made of {sample:,} transactions, drawn at random: what a release of all gives away and keeps "
            "is unknown until it is made and assessed"
        )
    if n_m > 1:
        said.append(
            f"m ranges from {least} to {most}: a larger m takes more itemsets into account, so that it may show a "
            "higher share at risk"
        )
    if n_unprotected:
        said.append(f"in {n_unprotected} of the releases the data are as they were: they have the mark unprotected")
    if n_empty:
        said.append(
            f"{n_empty} of the releases {'is' if n_empty == 1 else 'are'} empty: nothing can be learned from "
            f"{'it' if n_empty == 1 else 'them'}"
        )
    if n_unassessed:
        said.append(
            f"{n_unassessed} of the releases {'was' if n_unassessed == 1 else 'were'} not assessed: what "
            f"{'it gives' if n_unassessed == 1 else 'they give'} away is unknown, and keeps no limit"
        )
    if n_less_attacked:
        said.append(
            f"the sharper adversary was not asked about {n_less_attacked} of the releases, which have more cells than "
            f"max_cells: what {'it gives' if n_less_attacked == 1 else 'they give'} away is known by the uniform "
            "adversary alone until a release is assessed"
        )
    if n_unbeaten and not is_recommended:
        said.append(guessing_note(f"{n_unbeaten} of the releases"))
    return said
