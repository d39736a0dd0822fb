"""Commands that say how safe releases are, and what they have cost."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

import setrisk
from setrisk.cli.headline import say_risk
from setrisk.cli.options import share
from setrisk.cli.output import OutputFormat, computed, progress_bar, say, show, show_narrow
from setrisk.cli.shell import Database, Dataset, Limit, MaxAtRisk, MaxScore, Output, Release, app, opened
from setrisk.pipelines.common.files import write_whole
from setrisk.pipelines.common.quoting import literal
from setrisk.pipelines.risk.gate import LEAST_COVERAGE, asked_for, check_junit
from setrisk.pipelines.risk.gate import junit as as_junit
from setrisk.pipelines.whatif.cautions import cautions

MinCoverage = Annotated[
    float | None,
    typer.Option(
        parser=share,
        metavar="SHARE",
        help="Least share of the rare itemsets of one or two items that the release promises to protect: 0.9, or 90%; "
        "0.5 unless given, where there is a limit on risk, or releases are compared.",
    ),
]


class Reported(StrEnum):
    """What can be reported on."""

    RELEASE = "release"
    SERIES = "series"
    GRID = "grid"


@app.command(epilog="Example: setrisk evaluate my.duckdb r1")
def evaluate(
    database: Database,
    release: Release,
    runs: Annotated[int, typer.Option(help="Runs of the random baseline.")] = 30,
    tables: Annotated[bool, typer.Option("--tables", help="A row per generalised item, or per cluster.")] = False,
    format: Output = OutputFormat.TABLE,
) -> None:
    """Say how well the stored attacks did, beside the random baseline; reads the original data."""
    with opened(database, read_only=True) as con:
        found = setrisk.evaluate(con, release, runs=runs, tables=tables)
        step = "evaluating attacks, and guessing beside them"
        if format is OutputFormat.TABLE and not tables:
            show_narrow(computed(con, found, step))
        else:
            show(con, found, format, step=step)
        if format is OutputFormat.TABLE:
            say_risk(con, release)


@app.command(epilog="Example: setrisk risk my.duckdb r1\n\nExample: setrisk risk my.duckdb r1 --records --format csv")
def risk(
    database: Database,
    release: Release,
    records: Annotated[
        bool, typer.Option("--records", help="Print a row per record and attack, with the evidence in words.")
    ] = False,
    at_risk_below: Annotated[
        int | None,
        typer.Option(help="Number of candidates below which a record is at risk; the release's own k unless given."),
    ] = None,
    format: Output = OutputFormat.TABLE,
    limit: Limit = 0,
) -> None:
    """Say how many people each stored attack puts at risk, beside guessing; with --records who, and why. Reads the
    original data.
    """
    with opened(database, read_only=True) as con:
        asked = setrisk.risk if records else setrisk.risk_summary
        found = asked(con, release, at_risk_below=at_risk_below)
        if format is OutputFormat.TABLE:
            say_risk(con, release, at_risk_below)
        show(con, found, format, limit, step="looking at who is at risk")


@app.command(epilog="Example: setrisk utility my.duckdb r1")
def utility(
    database: Database,
    release: Release,
    runs: Annotated[int, typer.Option(help="Random reconstructions of the release.")] = 20,
    queries: Annotated[int, typer.Option(help="Pairs of each of three bands of supports.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed for the pairs and the reconstructions.")] = 0,
    format: Output = OutputFormat.TABLE,
) -> None:
    """Say how well a release answers how many records hold a pair of items, on one scale for all families; reads the
    original data.
    """
    with opened(database, read_only=True) as con:
        found = setrisk.utility(con, release, runs=runs, queries=queries, seed=seed)
        show(con, found, format, step="asking reconstructions of the release")


def _yes(asked: dict[str, Any]) -> str:
    """How far the yes of the gate goes, with the limits that it has held the release to."""
    if not asked.keys() & {"max_at_risk", "max_score"}:
        looked_at = "its marks, its series and its coverage" if "min_coverage" in asked else "its marks and its series"
        return (
            f"yes, as far as {looked_at} go; no limit on risk was given, so nobody's risk was looked at: give "
            "--max-at-risk"
        )
    held = {"min_coverage": LEAST_COVERAGE, **asked}
    limits = [
        f"{said} {100 * held[name]:.6g} %"
        for name, said in (
            ("max_at_risk", "at risk at most"),
            ("max_score", "scores at most"),
            ("min_coverage", "coverage at least"),
        )
        if name in held
    ]
    return (
        f"yes, as far as its marks, its series, the limits ({', '.join(limits)}) and the attacks that were run go; "
        "`setrisk report` says what they do not look at"
    )


@app.command(
    epilog="Example: setrisk check my.duckdb r1\n\nExample: setrisk check my.duckdb r1 --max-at-risk 0.5 --attack rba "
    "--junit gate.xml"
)
def check(
    database: Database,
    release: Release,
    max_at_risk: MaxAtRisk = None,
    max_score: MaxScore = None,
    min_coverage: MinCoverage = None,
    attack: Annotated[
        list[str] | None, typer.Option(help="Method, or attack as risk names it, that must have been run; repeatable.")
    ] = None,
    limits: Annotated[
        Path | None,
        typer.Option(help="TOML file with max_at_risk, max_score, min_coverage, attacks; options override it."),
    ] = None,
    junit: Annotated[Path | None, typer.Option(help="Write the outcome as JUnit XML, too.")] = None,
    format: Output = OutputFormat.TABLE,
) -> None:
    """Say whether a release may be published: by its marks (such as seeded, or drawn-constraints), by the other
    releases of its series, and by your limits. Exits with 1 where something forbids it. Without limits it does not ask
    who is at risk by the release itself; with limits it reads the original data.
    """
    if junit is not None:
        check_junit(junit)
    asked = asked_for(
        max_at_risk=max_at_risk,
        max_score=max_score,
        min_coverage=min_coverage,
        attacks=attack or None,
        limits=limits,
    )
    with opened(database, read_only=True) as con:
        found = computed(con, setrisk.check(con, release, **asked), "looking at marks, series and limits")
        reasons = [reason for (reason,) in found.project("reason").fetchall()]
        show(con, found, format)
        if junit is not None:
            write_whole(junit, as_junit(release, found, asked))
        if format is OutputFormat.TABLE:
            say_risk(con, release)
    if format is OutputFormat.TABLE:
        say(f"no: {'; '.join(reasons)}" if reasons else _yes(asked))
    if reasons:
        sys.exit(1)


@app.command(epilog="Example: setrisk recommend my.duckdb 'baskets 1' --max-at-risk 0.3")
def recommend(
    database: Database,
    grid: Annotated[str, typer.Argument(metavar="GRID", help="Name of a grid that whatif has tried.")],
    max_at_risk: MaxAtRisk = None,
    max_score: MaxScore = None,
    min_coverage: MinCoverage = None,
    max_error: Annotated[
        float, typer.Option(help="Largest error of counting queries, from 0, always right, to 2, always wrong.")
    ] = 1.0,
    format: Output = OutputFormat.TABLE,
) -> None:
    """Say which of the releases that whatif has tried is least distorted within limits on risk. Exits with 1 where none
    is within them, or there is no limit on risk, and shows the nearest.
    """
    with opened(database, read_only=True) as con:
        found = setrisk.recommend(
            con,
            grid,
            max_at_risk=max_at_risk,
            max_score=max_score,
            min_coverage=min_coverage,
            max_error=max_error,
        )
        best = found.project(
            "is_within, error IS NOT NULL, list_contains(marks, 'seeded'), beats_baseline, coverage, share_at_risk"
        ).fetchall()
        results = con.sql(f"FROM setrisk.whatif_results({literal(grid)})")
        ((n_left, n_cells),) = results.aggregate("count(failure), count(*)").fetchall()
        said = cautions(results)
        show(con, found, format)
    if format is OutputFormat.TABLE:
        if n_left:
            say(f"{n_left} of the {n_cells} releases of the grid failed, or were not tried")
        if not best:
            say("none: each one failed, has unknown risk, or has a mark or a series that the gate refuses")
        elif best[0][0] is None:
            say(
                "none is recommended, since no limit on risk was given (--max-at-risk); this one is the least "
                f"distorted, and puts {best[0][5]:.1%} of people at risk"
            )
        elif not best[0][0]:
            say("none is within the limits; this one is nearest")
        elif not best[0][1]:
            say("it is within the limits; which is least distorted is not known: no pair of items was asked for")
        if best:
            for sentence in said:
                say(sentence)
        if best and best[0][3] is False:
            say("no attack on it that was run beats guessing: its share at risk is that of guessing")
        if best and best[0][4] < 1:
            say(f"its promise covers {best[0][4]:.1%} of the rare itemsets; risk looks at no others")
        if best and best[0][2]:
            say("it is seeded: make it again without a seed, or the gate refuses it")
    if not best or not best[0][0]:
        sys.exit(1)


@app.command(epilog="Example: setrisk report my.duckdb r1 r1.html --max-at-risk 0.05")
def report(
    database: Database,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A release, a series, or a grid of whatif.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The HTML file to write.")],
    object_type: Annotated[
        Reported | None, typer.Option(help="What to report on, if several things have this name.")
    ] = None,
    max_at_risk: MaxAtRisk = None,
    max_score: MaxScore = None,
    min_coverage: MinCoverage = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an earlier report.")] = False,
) -> None:
    """Write what was found to one HTML file: promise, attacks beside their baseline, who is at risk and why, what it
    has cost, what was not tested, and the SQL behind every number. For the owner: it is made of the original data.
    """
    with opened(database, read_only=True) as con:
        with progress_bar() as progress:
            written = setrisk.report(
                con,
                name,
                file,
                object_type=object_type.value if object_type else None,
                max_at_risk=max_at_risk,
                max_score=max_score,
                min_coverage=min_coverage,
                force=force,
                progress=progress,
            )
        say(written)


@app.command("may-publish", epilog="Example: setrisk may-publish my.duckdb march")
def may_publish(
    database: Database,
    release: Release,
    format: Output = OutputFormat.TABLE,
    limit: Limit = 0,
) -> None:
    """Say whether a serial release may be published, given what is out already: who would be at risk, through which
    release, and the smallest change that helps. Exits with 1 where someone would; reads the original data.
    """
    with opened(database, read_only=True) as con:
        found = computed(con, setrisk.may_publish(con, release), "comparing the releases of the series")
        counted = "count(DISTINCT (release, record))"
        ((n_records, n_anyway),) = found.aggregate(f"{counted}, {counted} FILTER (WHERE anyway)").fetchall()
        show(con, found, format, limit)
    if format is OutputFormat.TABLE and n_records:
        besides = f", {n_anyway:,} of them without {release} too" if n_anyway else ""
        say(f"no: {n_records:,} records would be at risk{besides}")
    elif format is OutputFormat.TABLE:
        say("yes, as far as composition attacks go")
    if n_records:
        sys.exit(1)


@app.command(epilog="Example: setrisk budget my.duckdb baskets --limit 1")
def budget(
    database: Database,
    dataset: Dataset,
    limit: Annotated[
        float | None, typer.Option(help="What all noisy releases together may spend, those that are out included.")
    ] = None,
    forget: Annotated[
        bool, typer.Option("--forget", help="Clear the ledger: where the name now stands for other people.")
    ] = False,
    format: Output = OutputFormat.TABLE,
) -> None:
    """Say what noisy releases of a data set have spent of epsilon, and how much they may; sets the limit."""
    with opened(database, read_only=limit is None and not forget) as con:
        show(con, setrisk.budget(con, dataset, limit=limit, forget=forget), format)


@app.command(epilog="Example: setrisk audit aplkiller --epsilon 0.5 --releases 20000 --seed 1")
def audit(
    method: Annotated[
        str, typer.Argument(metavar="METHOD", help="diffpart, aplkiller, privbayes, noisy-count or textbook-laplace.")
    ],
    epsilon: Annotated[float, typer.Option(help="What the method claims.")],
    published: Annotated[
        bool, typer.Option("--published", help="The paper's own steps, of aplkiller and privbayes.")
    ] = False,
    releases: Annotated[
        int | None, typer.Option(help="Of each histogram; 100,000 unless given, 10,000 of privbayes.")
    ] = None,
    confidence_level: Annotated[float, typer.Option(help="Probability that the bound holds.")] = 0.95,
    seed: Annotated[int | None, typer.Option(help="Draw numpy's noise, instead of the noise of releases.")] = None,
) -> None:
    """Draw many releases of neighbouring histograms, and say what epsilon a method gives at least. Exits with 1 where
    that is more than it claims.
    """
    with progress_bar() as progress:
        found = setrisk.audit(
            method,
            epsilon=epsilon,
            published=published,
            releases=releases,
            confidence_level=confidence_level,
            seed=seed,
            progress=progress,
        )
    say(
        f"{found.method}: claims {found.claim:g}, in theory {found.theory:.3g}, audited at least {found.bound:.3f} "
        f"({found.confidence_level:.0%} confidence, {found.releases:,} releases of each histogram)"
    )
    say(f"most telling: {found.event}: at least {found.probable:.4f} against at most {found.improbable:.4f}")
    say("accused: it gives less than it claims" if found.accused else "not accused")
    if found.accused:
        sys.exit(1)
