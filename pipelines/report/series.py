"""The sections of a report on a series of releases."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.quantities import quantity
from setrisk.pipelines.common.quoting import call, union
from setrisk.pipelines.database.statements import run, text
from setrisk.pipelines.methods.families import FAMILIES
from setrisk.pipelines.report.assessed import assessment_of, opening_of_release
from setrisk.pipelines.report.commands import Commands
from setrisk.pipelines.report.meanings import meanings_section
from setrisk.pipelines.report.parts import (
    MOST_RECORDS,
    Opening,
    Row,
    Section,
    Table,
    bars,
    run_query,
    sentence,
    value_text,
)
from setrisk.pipelines.report.untested import has_unknown_risk, untested_attacks, untested_section
from setrisk.pipelines.risk.gate import limits_on_release
from setrisk.pipelines.risk.limits import Limits
from setrisk.pipelines.risk.verdict import reason_clauses, verdict_of_series

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def sections_of_series(
    con: DuckDBPyConnection, series: str, limits: Limits, commands: Commands, progress: Progress
) -> list[Section]:
    """What was published, what it reveals together, and what was not tested."""
    progress("what was released")
    releases, rows = run_query(
        con,
        "Releases, in order",
        text("report/releases_of_series", series=series),
    )
    own = [row["release"] for row in rows if "imported" not in row["marks"]]
    elsewhere = [row["release"] for row in rows if "imported" in row["marks"]]
    progress("whether the last one may be published")
    refused, refusals = _refusals(con, own, elsewhere, limits)
    found = [
        _last_section(con, series, rows[-1]["release"], refused, refusals, elsewhere, limits, commands),
        _meanings_section(con, [row["release"] for row in rows]),
        Section("What was released", [f"{quantity(len(rows), 'release')} of one thing that changes."], [releases]),
    ]
    if own:
        found.append(_risk_section(con, own))
    return [*found, _untested_section(con, series)]


def _meanings_section(con: DuckDBPyConnection, releases: list[str]) -> Section:
    attacks = [row for name in releases for row in run_query(con, "", text("report/run_methods", release=name))[1]]
    return meanings_section("serial", {}, [row["method"] for row in attacks], {row["knowledge"] for row in attacks})


def _refusals(con: DuckDBPyConnection, own: list[str], elsewhere: list[str], limits: Limits) -> tuple[Table, list[Row]]:
    """What the gate says about each release; those that were made elsewhere are judged by what needs no
    original data."""
    queries = [
        # The reason has what was found and what is allowed in words, with their units.
        f"SELECT f.* EXCLUDE (f.found, f.allowed) FROM {call('setrisk.refusals', release, **given.given_limits)} AS f"
        for releases, held in ((own, limits), (elsewhere, limits.imported_limits))
        for release in releases
        for given in [limits_on_release(con, release, held)]
    ]
    return run_query(
        con,
        "What the gate refuses",
        f"{union(queries)} ORDER BY ALL",
    )


def _untested_section(con: DuckDBPyConnection, series: str) -> Section:
    releases = run(con, "catalog/names_in_series", series=series).fetchall()
    points = [
        f"Attacks on {release}: {', '.join(called for _, called in left)}."
        for (release,) in releases
        if (left := untested_attacks(con, release, "serial"))
    ]
    return untested_section([*points, *FAMILIES["serial"].not_covered])


def _risk_section(con: DuckDBPyConnection, releases: list[str]) -> Section:
    unattacked = [release for release in releases if has_unknown_risk(con, release)]
    unknown = "has not been attacked, so it is unknown whether it keeps what it promises"
    sentences = [f"{release} {unknown}." for release in unattacked]
    queries = [
        text("report/risk_in_series", position=position, release=release)
        for position, release in enumerate(releases, 1)
        if release not in unattacked
    ]
    if not queries:
        return Section("Tests of what each promises: who is at risk", sentences)

    def label(row: Row) -> str:
        return f"{row['release']}: {value_text(row['attack'], 'attack')}"

    table, _ = run_query(
        con,
        "People at risk, by release and attack",
        f"SELECT e.* EXCLUDE (e.position, e.place) FROM ({union(queries)}) AS e ORDER BY e.position, e.place",
        chart=lambda rows: bars("Share of the people at risk", rows, label, "share_at_risk"),
    )
    return Section(
        "Tests of what each promises: who is at risk",
        ["The release as it is: what it reveals by itself; the attacks are those that were run on it.", *sentences],
        [table],
    )


def _last_section(
    con: DuckDBPyConnection,
    series: str,
    release: str,
    refused: Table,
    refusals: list[Row],
    elsewhere: list[str],
    limits: Limits,
    commands: Commands,
) -> Section:
    table, rows = run_query(
        con,
        "People of whom more could be believed than is promised",
        text("report/more_than_promised", series=series, release=release),
        most=MOST_RECORDS,
    )
    at_risk = {(row["release"], row["record"]) for row in rows}
    already_at_risk = {(row["release"], row["record"]) for row in rows if row["already_at_risk"]}
    reasons = [
        f"{name}: {'; '.join(reason_clauses([(row['refusal'], row['attack'], row['reason']) for row in found]))}"
        for name, found in groupby(refusals, key=itemgetter("release"))
    ]
    verdict = verdict_of_series(release, len(at_risk), len(already_at_risk), reasons)
    said = sentence(verdict.sentence)
    assessed = assessment_of(con, release, limits)
    opening = (
        Opening(verdict.passes, said)
        if release in elsewhere and not assessed.is_there
        else opening_of_release(con, release, assessed, verdict.passes, said, limits, commands)
    )
    sentences = [f"The comparison with the other releases alone: {said}"] if opening.is_green != verdict.passes else []
    if elsewhere:
        sentences.append(
            f"The original data of the releases made elsewhere ({', '.join(elsewhere)}) are not here, so it cannot be "
            "checked whether they keep their own promise, nor whether they keep a limit on that (max_at_risk, "
            "max_score, min_coverage)."
        )
    title = "May the last one be published, given what is out already?"
    return Section(title, sentences, [table, refused], opening=opening)
