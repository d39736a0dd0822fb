"""The sections of a report on a what-if grid."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.quantities import quantity
from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.database.statements import text
from setrisk.pipelines.methods.description import METHODS, method_of_attack
from setrisk.pipelines.report.assessed import NOT_YET, QUESTIONS
from setrisk.pipelines.report.assessed_grid import (
    assessed_cells,
    curves_of_cells,
    deciding_risk,
    missing_of_grid,
    pictures_of_grid,
)
from setrisk.pipelines.report.commands import Commands
from setrisk.pipelines.report.in_short import grid_in_short
from setrisk.pipelines.report.meanings import TITLE, meanings_section
from setrisk.pipelines.report.parts import Missing, Opening, Row, Section, Table, run_query, sentence
from setrisk.pipelines.report.untested import untested_section
from setrisk.pipelines.risk.limits import Limits
from setrisk.pipelines.risk.verdict import Verdict
from setrisk.pipelines.whatif.recommend import cautions, failure_note, grid_assessed_for, verdict_on_grid

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_EXCESS = (
    "The nearest is the release with the least excess: the largest amount by which it misses a limit. An excess of "
    "0.8 is 80 percentage points of a risk, or 0.8 of the error."
)


_IN_WORDS = (
    *QUESTIONS,
    "Narrowing: do the known items of a person fit so few records that one of them is most likely that person's?",
    "Singling out, linkability and inference are measured by guesses: of 100 that would be wrong if the person was "
    "not in the data, 10 are right if a risk is 10 %. Narrowing is the share of people for whom it is so. Up to is the "
    "upper end of the 95 % interval, by which limits go: if few people can be asked, it is high.",
    "The error of counts of pairs says how wrong it is to count in the release how many people have two items: 0 is "
    "right, 0.67 half or twice as many, and 2 useless.",
    "Green is not yet a yes to publishing: what was tried is thrown away, and the release that is made must be "
    "attacked, assessed and checked itself.",
)
"""What the first sentences speak of, for readers who know none of it."""


def sections_of_grid(
    con: DuckDBPyConnection, grid: str, limits: Limits, max_error: float, commands: Commands, progress: Progress
) -> list[Section]:
    """What was tried, what to choose, and what failed."""
    progress("what was tried")
    tried, rows = run_query(
        con,
        "Releases that were tried",
        text("report/tried_releases", grid=grid),
    )
    failed, failures = run_query(
        con,
        "Releases that failed, or were not tried",
        text("report/failed_releases", grid=grid),
    )
    cells = assessed_cells(con, grid, failures)
    assessed_for, asked_known = grid_assessed_for(con, grid)
    useful, _ = run_query(
        con,
        "What they keep, and how many seconds each took to make, without attacks and assessment",
        text("report/tried_utility", grid=grid),
    )
    results = con.sql(f"FROM {call('setrisk.whatif_results', grid)}")
    attacks = sorted({attack for (names,) in results.select("attacks").fetchall() for attack in names or []})
    knowledge = set(results.select("method, knowledge").fetchall())
    notes = [sentence(note) for note in cautions(con, results)]
    sentences = [
        f"{quantity(len(rows), 'release')} {'was' if len(rows) == 1 else 'were'} made"
        + (f" and attacked ({', '.join(attacks)})." if attacks else "; no attack was run on what they promise."),
        *map(sentence, failure_note(len(failures), len(rows) + len(failures))),
        "Share at risk is that of the worst attack on a release, or of guessing if that is worse; error is the "
        "error of counting queries over all bands.",
        *notes,
        "The threshold is the same whatever k a release has. In families without a threshold, at risk means something "
        "else: see what each promises. Shares at risk of different families cannot be compared.",
    ]
    best, verdict, recommended = best_release(con, grid, limits, max_error)
    missing = missing_of_grid(rows, cells, asked_known, limits, verdict.without_limit, commands)
    ringed = best["cell"] if best and verdict.passes else None
    pictures = pictures_of_grid(rows, cells, limits, max_error, ringed, deciding_risk(best, limits))
    found = [
        Section(
            "Which to take",
            grid_in_short(con, grid, best, verdict, limits, max_error, commands),
            opening=_opening(verdict, missing),
            charts=[*pictures[:1]],
        ),
        Section("In words", list(_IN_WORDS)),
        *_meanings_sections(rows, attacks, knowledge),
        Section(
            "How far this goes",
            [
                *([f"The gate alone: {sentence(verdict.sentence)}"] if verdict.passes and missing else []),
                *map(sentence, verdict.notes),
                *([_EXCESS] if best and best["excess"] > 0 else []),
            ],
            [recommended],
            charts=[*curves_of_cells(rows, cells, limits), *pictures[1:]],
        ),
        Section("What was tried", sentences, [tried, *cells.tables, useful, *([failed] if failures else [])]),
    ]
    return [
        *found,
        untested_section(
            [
                "Other attacks than those named, and other parameters of these.",
                *([] if assessed_for is None else [f"Attackers who know another number of items: {assessed_for}."]),
                "How much another draw of the same release differs: each was made once.",
                "What the choice itself reveals, because it was made by looking at the data. For a noisy release, use "
                "its parameters to draw a new one.",
            ]
        ),
    ]


def _meanings_sections(rows: list[Row], attacks: list[str], knowledge: set[tuple[str, str]]) -> list[Section]:
    """What the words mean in each family that was tried. At risk goes by the grid's threshold, whatever k is.

    Args:
        rows: the releases that were made.
        attacks: their names.
        knowledge: what the attackers of releases by a method knew of items, with that method.
    """
    made = {m.name: m for m in METHODS if m.task == "protect"}
    families = sorted({made[row["method"]].family for row in rows if row["method"] in made})
    sections = []
    for family in families:
        settings = [
            {p.name: p.default for p in made[row["method"]].parameters}
            | row["parameters"]
            | {"k": row["at_risk_below"]}
            for row in rows
            if row["method"] in made and made[row["method"]].family == family
        ]
        values = {name: {each[name] for each in settings if each.get(name) is not None} for name in ("k", "m")}
        parameters = {name: " or ".join(map(str, sorted(given))) for name, given in values.items() if given}
        title = f"{TITLE} in releases by {family}" if len(families) > 1 else TITLE
        methods = [method_of_attack(attack) for attack in attacks]
        known = {name for method, name in knowledge if method in made and made[method].family == family}
        few = "whatever k a release was made with, somebody is at risk, or narrowed down,"
        sections.append(replace(meanings_section(family, parameters, methods, known, few), title=title))
    return sections


def best_release(
    con: DuckDBPyConnection, grid: str, limits: Limits, max_error: float
) -> tuple[Row | None, Verdict, Table]:
    """The row of the release to take, or of the nearest, if there is one; the verdict; and the table of that row.

    Args:
        con: a DuckDB connection.
        grid: the grid.
        limits: the limits that its releases are held against.
        max_error: the largest error of counting queries.
    """
    names = (field.name for field in fields(Limits) if field.name not in ("attacks", "allow_exported"))
    held = {**dict.fromkeys(names), **limits.given_limits}
    table, rows = run_query(
        con,
        "The least distorted within the limits, or the nearest",
        text("report/recommended_releases", grid=grid, max_error=max_error, **held),
    )
    if not rows:
        return None, verdict_on_grid(con, grid, None, limits, max_error), table
    results = con.sql(f"FROM {call('setrisk.whatif_results', grid)}").filter(f"cell = {int(rows[0]['cell'])}")
    ((left_out,),) = results.project("left_out_attack").fetchall()
    # Said in words: the table is as wide as paper.
    best = {**rows[0], "left_out_attack": left_out}
    return best, verdict_on_grid(con, grid, best, limits, max_error), table


def _opening(verdict: Verdict, missing: list[Missing]) -> Opening:
    is_green = verdict.passes and not missing
    return Opening(is_green, NOT_YET if verdict.passes and missing else sentence(verdict.sentence), missing)
