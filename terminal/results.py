"""What commands print of the results of their functions. Each returns False if the program ends with exit code 1."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.files import write_whole
from setrisk.pipelines.common.quantities import numbers_of_items, quantity, word_list
from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.common.share import percent
from setrisk.pipelines.database.names import family_of, is_made_here
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.exchange.read_me import refusals_by_itself
from setrisk.pipelines.methods.families import FAMILIES
from setrisk.pipelines.risk.gate import highest_risks, release_assessed_for, verdict_on_release
from setrisk.pipelines.risk.junit import junit
from setrisk.pipelines.risk.limits import Limits
from setrisk.pipelines.risk.verdict import verdict_of_series
from setrisk.pipelines.transactions.separators import separator_name
from setrisk.pipelines.whatif.recommend import MAX_ERROR, cautions, failure_note, grid_assessed_for, verdict_on_grid
from setrisk.terminal.help_texts import option_name
from setrisk.terminal.output import OutputFormat, complain, compute, say, show, show_narrow

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Known items by which people are singled out, as `load` says it.
_FEW_KNOWN = (2, 4)
# Characters of an item that are shown.
_SHOWN = 40
# What a table for people shows of a grid; the rest is in the other formats.
_GRID_COLUMNS = (
    "cell, method, parameters, narrowing, inference, linkability, singling_out, coverage, worst_attack, share_at_risk, "
    "baseline_share, error, spread, seconds, failure"
)


@dataclass(frozen=True)
class Outcome:
    """What a command has to print.

    Attributes:
        con: connection to the database, if the command opened one.
        given: the arguments that were given.
        result: what the function returned.
        format: how to print a relation.
        rows: rows to print, 0 for all.
        step: what a progress bar says while the rows of a relation are computed.
    """

    con: DuckDBPyConnection | None
    given: dict[str, Any]
    result: Any
    format: OutputFormat
    rows: int
    step: str | None

    @property
    def database(self) -> DuckDBPyConnection:
        """The connection of a command that opened a database."""
        assert self.con is not None
        return self.con

    @property
    def is_table(self) -> bool:
        """Whether people read it, so that sentences may follow."""
        return self.format is OutputFormat.TABLE


def show_rows(outcome: Outcome, stored: str | None = None) -> None:
    """Print a relation; `stored` is a query that gives its rows again."""
    show(outcome.database, outcome.result, outcome.format, outcome.rows, step=outcome.step, stored=stored)


def show_loaded(outcome: Outcome) -> None:
    """Say what was loaded, and how it was read."""
    loaded = outcome.result
    for part in loaded.periods or (loaded,):
        say(
            f"{part.dataset}: {quantity(part.n_transactions, 'transaction')}, {quantity(part.n_items, 'item')}, "
            f"{quantity(part.n_entries, 'entry', 'entries')} ({quantity(part.repeats_dropped, 'repeat')} dropped, "
            f"{quantity(part.empty_dropped, 'empty transaction')} dropped, {part.empty_kept:,} kept)"
        )
    if loaded.separator is not None:
        override = "" if outcome.given.get("separator") else "; `--separator` overrides"
        say(f"{quantity(loaded.n_items, 'item')}, separated by {separator_name(loaded.separator)}{override}")
    if loaded.examples:
        say(f"items such as {', '.join(map(_quote, loaded.examples))}")
        say(f"the largest transactions hold {', '.join(f'{n:,}' for n in loaded.longest)} items")
    for warning in loaded.warnings:
        complain(f"warning: {warning}")
    last = (loaded.periods or (loaded,))[-1].dataset
    say(f"{_sentence_on_few_items(outcome.database, last)}: FROM {call('setrisk.unicity_curve', last)} ORDER BY known")


def _sentence_on_few_items(con: DuckDBPyConnection, dataset: str) -> str:
    """How many people a few known items single out, in words."""
    shares = []
    for known in _FEW_KNOWN:
        ((share,),) = con.sql(f"FROM {call('setrisk.unicity', dataset, known=known)}").project("unicity").fetchall()
        if share is not None:
            shares.append(f"{known} known items single out {percent(share)}")
    if not shares:
        return "how many people a few known items single out"
    return f"{word_list(shares)} of the people who have so many"


def _quote(item: str) -> str:
    return f'"{item}"' if len(item) <= _SHOWN else f'"{item[:_SHOWN]}..."'


def show_protected(outcome: Outcome) -> None:
    """Say which release was made."""
    made = outcome.result
    marks = f" [{', '.join(made.marks)}]" if made.marks else ""
    records = f"{made.n_records:,} records" + (
        "" if made.n_records == made.n_transactions else f", made of the {made.n_transactions:,}"
    )
    say(f"{made.release}: {records} of {made.dataset} by {made.method}, {made.summary}{marks}")
    if made.emptiness:
        complain(f"warning: {made.release} is empty: {made.emptiness}")


def show_nothing(outcome: Outcome) -> None:
    """Print nothing: the function has printed what it did."""


def show_findings(outcome: Outcome) -> None:
    """Print what attacks found, and how many people they put at risk."""
    release = outcome.given["release"]
    findings = FAMILIES[family_of(outcome.database, release)].findings
    show_rows(outcome, stored=f"FROM {call(f'setrisk.{findings}', release)}")
    if outcome.is_table:
        say_risk(outcome)


def show_evaluation(outcome: Outcome) -> None:
    """Print how well attacks did."""
    if outcome.is_table and not outcome.given.get("detailed"):
        attacks = outcome.result.limit(outcome.rows) if outcome.rows else outcome.result
        show_narrow(compute(outcome.database, attacks, outcome.step or ""))
    else:
        show_rows(outcome)
    if outcome.is_table:
        say_risk(outcome)


def show_risk(outcome: Outcome) -> None:
    """Print who is at risk, after a sentence that sums it up."""
    if outcome.is_table:
        say_risk(outcome)
    show_rows(outcome)


def say_risk(outcome: Outcome) -> None:
    """Print how many people are at risk by the worst attack, beside guessing; nothing of a release that was imported,
    whose people are not known here.
    """
    release = outcome.given["release"]
    if not is_made_here(outcome.database, release):
        return
    ((clauses,),) = outcome.database.execute(
        "SELECT h.clauses FROM setrisk.risk_headline($release, at_risk_below := $threshold) AS h",
        {"release": release, "threshold": outcome.given.get("at_risk_below")},
    ).fetchall()
    for clause in clauses:  # one line each, because together they are wider than a terminal
        say(f"{release}: {clause}")


def show_verdict(outcome: Outcome) -> bool:
    """Print why a release may not be published, or how far the yes goes."""
    release = outcome.given["release"]
    limits = Limits.from_arguments(outcome.given)
    refusals = compute(outcome.database, outcome.result, "looking at marks, series and limits")
    assessed_for = release_assessed_for(outcome.database, release)
    reasons = refusals.project("refusal, attack, reason").fetchall()
    found = highest_risks(outcome.database, release, limits)
    verdict = verdict_on_release(outcome.database, release, reasons, limits, (assessed_for, found))
    head = {
        "release": release,
        "passes": verdict.passes,
        "verdict": verdict.sentence,
        "assessed_for": assessed_for,
        "without_limit": verdict.without_limit,
        "resisted": verdict.resisted,
    }
    show(outcome.database, refusals, outcome.format, outcome.rows, head=head, whole=True, list_name="refusals")
    if outcome.given.get("junit") is not None:
        write_whole(outcome.given["junit"], junit(release, refusals, limits, assessed_for, verdict))
    if outcome.is_table:
        if limits.has_family_limit or limits.attacks or not limits.has_assessed_limit:
            say_risk(outcome)
        say(verdict.sentence)
    return verdict.passes


def show_series_verdict(outcome: Outcome) -> bool:
    """Print who would be at risk by the series, or how far the yes goes."""
    found = compute(outcome.database, outcome.result, "comparing the releases of the series")
    people = set(found.project("release, record, already_at_risk").fetchall())
    verdict = verdict_of_series(outcome.given["release"], len(people), sum(is_already for *_, is_already in people))
    show(outcome.database, found, outcome.format, outcome.rows, whole=True)
    if outcome.is_table:
        say(verdict.sentence)
    return verdict.passes


def show_grid(outcome: Outcome) -> bool:
    """Print the releases that were tried, and notes for their readers."""
    tried = outcome.result
    shown = tried.project(_GRID_COLUMNS) if outcome.is_table else tried
    show(outcome.database, shown, outcome.format, outcome.rows, whole=True)
    n_made = sum(failure is None for (failure,) in tried.project("failure").fetchall())
    if outcome.is_table:
        for sentence in (
            cautions(outcome.database, tried) if n_made else ["none of the releases has results: see its failure"]
        ):
            say(sentence)
        if n_made:
            say(_grid_name(outcome))
    return bool(n_made)


def _grid_name(outcome: Outcome) -> str:
    """What the grid is called, who attacked its releases, and what to do next."""
    grid = outcome.given.get("grid")
    if grid is None:
        ((grid,),) = run(outcome.database, "whatif/newest_grid", dataset=outcome.given["dataset"]).fetchall()
    _, known = grid_assessed_for(outcome.database, grid)
    attackers = f", assessed for attackers who know {numbers_of_items(known)} of a person" if known else ""
    return f"the grid is {grid!r}{attackers}; to choose one of its releases: setrisk recommend"


def show_recommended(outcome: Outcome) -> bool:
    """Print the release to take, and how far that goes."""
    con, grid = outcome.database, outcome.given["grid"]
    recommended = outcome.result
    rows = [dict(zip(recommended.columns, row, strict=True)) for row in recommended.fetchall()]
    assessed_for, _ = grid_assessed_for(con, grid)
    verdict = verdict_on_grid(
        con,
        grid,
        rows[0] if rows else None,
        Limits.from_arguments(outcome.given),
        outcome.given.get("max_error", MAX_ERROR),
    )
    head = {
        "grid": grid,
        "passes": verdict.passes,
        "verdict": verdict.sentence,
        "assessed_for": assessed_for,
        "without_limit": verdict.without_limit,
        "resisted": verdict.resisted,
    }
    show(con, recommended, outcome.format, outcome.rows, head=head, whole=True, list_name="recommended")
    if outcome.is_table:
        tried = con.sql(f"FROM {call('setrisk.whatif_results', grid)}")
        ((n_failed, n_cells),) = run(con, "whatif/cell_counts", grid=grid).fetchall()
        notes = cautions(outcome.database, tried, is_recommended=True) if rows else []
        for sentence in (*failure_note(n_failed, n_cells), verdict.sentence, *notes, *verdict.notes):
            say(sentence)
    return verdict.passes


def show_advice(outcome: Outcome) -> bool:
    """Print which release to take, what was not tried, and where the page is."""
    advice = outcome.result
    for sentence in advice.sentences:
        say(sentence)
    needs: dict[tuple[str, ...], list[str]] = {}
    for method, parameters in advice.left_out.items():
        needs.setdefault(parameters, []).append(method)
    for parameters, methods in needs.items():
        options = word_list([f"--{option_name(name)}" for name in parameters], "or")
        say(f"not tried: {word_list(methods)}, which need{'s' if len(methods) == 1 else ''} {options}")
    if advice.release is not None:
        say(f"{advice.release.release}: {advice.release.summary}")
    if advice.reason:
        say(advice.reason)
    say(f"the page, for the owner of the data alone: {advice.page}")
    return bool(advice.passes)


def show_paths(outcome: Outcome) -> None:
    """Print the files that were written."""
    paths = [outcome.result] if isinstance(outcome.result, Path) else outcome.result
    for path in paths:
        say(path)


def show_exported(outcome: Outcome) -> None:
    """Print the files, and to standard error how far the yes of the gate goes, or why nobody should rely on them."""
    show_paths(outcome)
    con, release = outcome.database, outcome.given["release"]
    if not outcome.given.get("anyway"):
        complain(verdict_on_release(con, release, [], Limits.from_arguments(outcome.given)).sentence)
        return
    reasons = "; ".join(reason for _, reason in refusals_by_itself(con, release))
    complain(
        f"warning: the gate was not asked about {release}: it was exported to be examined, not to be published"
        f"{': ' if reasons else ''}{reasons}"
    )
    ((keeps_order,),) = run(con, "risk/keeps_order", release=release).fetchall()
    if keeps_order:
        complain(f"warning: the entries of {release} are in the order of the data, which may tell what was merged")


def show_imported(outcome: Outcome) -> None:
    """Say what was imported."""
    say(f"{outcome.given['release']}: imported, of the family {outcome.result}")


def show_dropped(outcome: Outcome) -> None:
    """Say what was dropped."""
    called = {"dataset": "data set"}.get(outcome.result, outcome.result)
    has_releases = outcome.result == "series" or (outcome.result == "dataset" and outcome.given.get("cascade"))
    say(f"dropped the {called} {outcome.given['name']}{' and the releases that it had' if has_releases else ''}")
    if outcome.result == "dataset":
        for (n_people,) in run(outcome.database, "exchange/kept_people", dataset=outcome.given["name"]).fetchall():
            ids = f", with hashes of {n_people:,} ids" if n_people else ""
            say(
                f"that releases of it were exported stays known{ids}: setrisk info lists the exports, and setrisk drop "
                "--object-type export forgets one"
            )


def show_sample_series(outcome: Outcome) -> None:
    """Say which data sets were drawn."""
    drawn = outcome.result
    say(f"{', '.join(drawn.datasets)}: {drawn.n_transactions:,} transactions each, drawn from {drawn.dataset}")


def show_corpus(outcome: Outcome) -> None:
    """Say what a corpus holds."""
    made = outcome.result
    what = f"{made.n_counts:,} counts" if outcome.given.get("counts_of") else f"{made.n_words:,} words"
    say(f"{made.corpus}: {made.n_documents:,.0f} documents, {what}")


def show_embedding(outcome: Outcome) -> None:
    """Say what an embedding holds."""
    made = outcome.result
    say(f"{made.knowledge}: {made.n_words:,} words of {made.dimensions} dimensions")


def show_audit(outcome: Outcome) -> bool:
    """Print the bound that an audit found; False if it accuses the method."""
    found = outcome.result
    theory = "unknown" if found.theoretical_epsilon is None else f"{found.theoretical_epsilon:.3g}"
    say(
        f"{found.method}: claims {found.epsilon:g}, in theory {theory}, "
        f"audited at least {found.least_epsilon:.3f} (significance level {percent(found.significance_level)}, "
        f"{found.releases:,} releases of each histogram)"
    )
    say(
        f"strongest evidence: {found.event}: at least {found.high_probability:.4f} "
        f"against at most {found.low_probability:.4f}"
    )
    say("accused: it spends more epsilon than it claims" if found.accused else "not accused")
    return not found.accused


def show_membership(outcome: Outcome) -> bool:
    """Print how well a release reveals whether people are in the data; False if that accuses the method."""
    show_rows(outcome)
    return not any(is_accused for (is_accused,) in outcome.result.project("is_accused").fetchall())
