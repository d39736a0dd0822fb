"""A what-if grid in three sentences: what was tried, which to take, and what to do next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.quantities import numbers_of_items, quantity, word_list
from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.common.share import limit_percent, percent
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.report.commands import Commands, known_option
from setrisk.pipelines.report.parts import sentence
from setrisk.pipelines.risk.limits import ASSESSED, Limits
from setrisk.pipelines.risk.verdict import CRITERIA, Verdict, options_text

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Characters of the value of a parameter in a sentence.
_LONGEST_VALUE = 30
_HIGHER_K = "a higher k (--k 20,50), at the price of errors; "
_MORE = (
    "What may help: {}limits that you can answer for; or data of more people, where a risk is below its limit and only "
    "the upper end of its interval above it."
)
# Up to which k a higher one may help, and above which a lower one.
_USUAL_K, _LEAST_K = 10, 2
_ONLY_SO_FAR = ", as far as the uniform adversary was asked, which is not yet a yes"


def grid_in_short(
    con: DuckDBPyConnection,
    grid: str,
    best: Mapping[str, Any] | None,
    verdict: Verdict,
    limits: Limits,
    max_error: float,
    commands: Commands,
) -> list[str]:
    """Three sentences about a grid, for readers who know none of the methods.

    Args:
        con: a DuckDB connection.
        grid: the grid.
        best: the row of the release to take, or of the nearest, if there is one.
        verdict: the verdict on it.
        limits: the limits that it was held against.
        max_error: the largest error of counting queries.
        commands: what to suggest.
    """
    ((dataset, n_transactions, n_items, sample, methods, n_cells, n_failed, known, least_k, unchanged),) = run(
        con, "report/grid_facts", grid=grid
    ).fetchall()
    made_of = f", made of {sample:,} of the transactions, drawn at random" if sample else ""
    failed = f"; {n_failed} of them failed, or took too long" if n_failed else ""
    tried = (
        f"{quantity(n_cells, 'release')} of {dataset} ({quantity(n_transactions, 'transaction')}, "
        f"{quantity(n_items, 'item')}) by {word_list(methods)} {'was' if n_cells == 1 else 'were'} tried"
        f"{made_of}{failed}{_clause_on_unchanged(unchanged, n_cells)}."
    )
    if best is None:
        return [tried, sentence(verdict.sentence), _next_step(n_transactions, least_k, n_cells, n_failed, unchanged)]
    name = f"{best['cell']}, {best['method']}{_parameters_in_words(best)}"
    found = f"{_gives_away(best, limits, known)}{_keeps(con, grid, best, max_error)}"
    is_open = best["is_within"] is None and best["left_out_attack"] is not None
    if not best["is_within"] and not is_open:
        return [
            tried,
            f"None keeps the limits; number {name}, comes nearest: {found}.",
            remedies(best, limits, max_error, sample),
        ]
    command = commands.protect(dataset, best["method"], given_parameters(best))
    new = "that is another draw, and of all the data" if sample else "that is another draw"
    return [
        tried,
        f"Number {name}, is the least distorted that keeps the limits{_ONLY_SO_FAR if is_open else ''}: {found}.",
        f"To make one like it of all the data: {command}. Since {new}, look at it before it goes to anyone: "
        f"{_to_look_at(limits, known, commands)}.",
    ]


def _next_step(n_transactions: int, least_k: int | None, n_cells: int, n_failed: int, unchanged: Sequence[int]) -> str:
    """What may help if there is nothing to recommend, nor anything that comes near."""
    if least_k is not None and n_transactions < least_k:
        return f"Nobody can hide among {least_k} of {n_transactions} people: take more data, or a lower k (--k)."
    if len(unchanged) == n_cells - n_failed > 0:
        return "Nothing needed to change, so that each shows all that the data show: ask for more (--k, --known)."
    more_time = "more time or memory (--time-limit, --memory-limit), " if n_failed else ""
    return (
        f"What helps depends on the reasons: {more_time}fewer known items (--known) if nobody has as many, or other "
        "limits."
    )


def _to_look_at(limits: Limits, known: Sequence[int] | None, commands: Commands) -> str:
    """The commands that a release has to pass by the limits that it was chosen by."""
    known_items = f"--known {known_option(known)}" if known else ""
    asked = " ".join(filter(None, [known_items, options_text(limits.numbers)]))
    return word_list(
        [commands.attack("RELEASE"), commands.assess("RELEASE", known_items), commands.check("RELEASE", asked)]
    )


def _clause_on_unchanged(cells: Sequence[int], n_cells: int) -> str:
    """Which releases show the data as they are."""
    if not cells:
        return ""
    if len(cells) == n_cells:
        return "; all of them show the data as they are, since nothing needed to change"
    numbers = f"number {cells[0]} shows" if len(cells) == 1 else f"numbers {word_list([*map(str, cells)])} show"
    return f"; {numbers} the data as they are, since nothing needed to change"


def remedies(best: Mapping[str, Any], limits: Limits, max_error: float, sample: int | None) -> str:
    """What may help if the nearest release misses a limit: that on the error, one on risk, or both."""
    k, given = best["parameters"].get("k") or 0, limits.given_limits
    if (best["error"] or 0) <= max_error:
        return _MORE.format(_HIGHER_K if k <= _USUAL_K else "")
    larger = "a larger sample (--sample), since what few people have is lost first; " if sample else ""
    if any((best[each] or 0) > given.get(ASSESSED[each], 1) for each in CRITERIA):
        return (
            "Counts are too wrong, and risks too high, so that no k mends both. What may help: "
            f"{larger}limits that you can answer for; or data of more people."
        )
    lower = "a lower k (--k), at more risk; " if k > _LEAST_K else ""
    return f"Counts are too wrong. What may help: {larger}{lower}or a higher --max-error."


def given_parameters(best: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a release, without a seed, by which whoever knows it could make it again."""
    return {name: value for name, value in best["parameters"].items() if value is not None and name != "seed"}


def _parameters_in_words(best: Mapping[str, Any]) -> str:
    given = [
        f"{name} = {shorten(str(value), _LONGEST_VALUE, placeholder='...')}"
        for name, value in given_parameters(best).items()
        if not isinstance(value, list | dict)
    ]
    return f" with {word_list(given)}" if given else ""


def _gives_away(best: Mapping[str, Any], limits: Limits, known: Sequence[int] | None) -> str:
    """What a release gives away, at most, as far as it was measured, with the limits that there are."""
    if known is None:
        return f"{percent(best['share_at_risk'])} of people are at risk by what it promises, and no more was measured"
    given = limits.given_limits
    risks = []
    for criterion in CRITERIA:
        risk, limit = best[criterion], given.get(ASSESSED[criterion])
        if risk is None and criterion == "narrowing":  # it does not apply to noisy releases
            continue
        highest = "unknown" if risk is None else f"up to {percent(risk)}"
        allowed = "no limit" if limit is None else f"limit {limit_percent(limit)}"
        risks.append(f"{criterion.replace('_', ' ')} {highest} ({allowed})")
    known_items = numbers_of_items(known)
    left_out = best["left_out_attack"]
    untried = "who knows more" if left_out is None else f"who knows more, or attacks it by {left_out} first,"
    return f"{word_list(risks)}, by attackers who know {known_items} of a person ({untried} was not tried)"


def _keeps(con: DuckDBPyConnection, grid: str, best: Mapping[str, Any], max_error: float) -> str:
    """How wrong counts of pairs are."""
    results = con.sql(f"FROM {call('setrisk.whatif_results', grid)}").filter(f"cell = {int(best['cell'])}")
    ((of_frequent, of_all),) = results.project("error_high_support, error").fetchall()
    if of_all is None:
        return "; how wrong counts of pairs of items are is unknown"
    frequent = "" if of_frequent is None else f", for frequent pairs {of_frequent:.2f}"
    return (
        f"; counts of pairs of items have an error of {of_all:.2f} (0 is right, 2 useless; limit {max_error:g})"
        f"{frequent}"
    )
