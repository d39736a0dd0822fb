"""A what-if grid in three sentences: what was tried, which to take, and what to do next."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.quantities import quantity, word_list
from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.common.share import limit_percent, percent
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.report.commands import Commands
from setrisk.pipelines.risk.limits import ASSESSED, Limits
from setrisk.pipelines.risk.verdict import CRITERIA

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_MORE = (
    "What may help: a higher k (--k 20,50), at the price of errors; limits that you can answer for; or data of more "
    "people, where a risk is below its limit and only the upper end of its interval above it."
)


def grid_in_short(
    con: DuckDBPyConnection, grid: str, best: Mapping[str, Any] | None, limits: Limits, commands: Commands
) -> list[str]:
    """Three sentences about a grid, for readers who know none of the methods.

    Args:
        con: a DuckDB connection.
        grid: the grid.
        best: the row of `setrisk.recommended`, if there is one.
        limits: the limits that it was held against.
        commands: what to suggest.
    """
    ((dataset, n_transactions, n_items, sample, methods, n_cells, n_failed, known),) = run(
        con, "report/grid_facts", grid=grid
    ).fetchall()
    made_of = f", made of {sample:,} of the transactions, drawn at random" if sample else ""
    failed = f"; {n_failed} of them failed, or took too long" if n_failed else ""
    tried = (
        f"{quantity(n_cells, 'release')} of {dataset} ({quantity(n_transactions, 'transaction')}, "
        f"{quantity(n_items, 'item')}) by {word_list(methods)} {'was' if n_cells == 1 else 'were'} tried"
        f"{made_of}{failed}."
    )
    if best is None:
        return [tried, "None of them can be recommended; the reasons are below.", _MORE]
    number = f"number {best['cell']}, {best['method']}{_parameters_in_words(best)}"
    found = f"{_gives_away(best, limits, known)}{_keeps(con, grid, best)}"
    if not best["is_within"]:
        return [tried, f"None keeps the limits; {number}, comes nearest: {found}.", _MORE]
    command = commands.protect(dataset, best["method"], given_parameters(best))
    return [
        tried,
        f"{number[0].upper()}{number[1:]}, is the least distorted that keeps the limits: {found}.",
        f"To make it of all the data: {command}. Attack, assess and check it before it goes to anyone.",
    ]


def given_parameters(best: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a release, without a seed, by which whoever knows it could make it again."""
    found = best["parameters"]
    parameters: dict[str, Any] = json.loads(found) if isinstance(found, str) else dict(found or {})
    return {name: value for name, value in parameters.items() if value is not None and name != "seed"}


def _parameters_in_words(best: Mapping[str, Any]) -> str:
    given = [
        f"{name} = {value}" for name, value in given_parameters(best).items() if not isinstance(value, list | dict)
    ]
    return f" with {word_list(given)}" if given else ""


def _gives_away(best: Mapping[str, Any], limits: Limits, known: str | None) -> str:
    """What a release gives away, at most, as far as it was measured, with the limits that there are."""
    given = limits.given_limits
    risks = [
        f"{criterion.replace('_', ' ')} up to {percent(best[criterion])}"
        + (f" (limit {limit_percent(given[ASSESSED[criterion]])})" if ASSESSED[criterion] in given else "")
        for criterion in CRITERIA
        if best[criterion] is not None
    ]
    if not risks:
        return f"{percent(best['share_at_risk'])} of people are at risk by what it promises, and no more was measured"
    return f"{word_list(risks)}, by attackers who know {known} of a person"


def _keeps(con: DuckDBPyConnection, grid: str, best: Mapping[str, Any]) -> str:
    """How far counts of pairs are off."""
    results = con.sql(f"FROM {call('setrisk.whatif_results', grid)}").filter(f"cell = {int(best['cell'])}")
    ((of_frequent, of_all),) = results.project("error_high_support, error").fetchall()
    if of_all is None:
        return ""
    frequent = "" if of_frequent is None else f"{percent(of_frequent)} for frequent pairs, and "
    return f"; counts of pairs of items are off by {frequent}{percent(of_all)} for all pairs"
