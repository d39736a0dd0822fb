"""The sections of a report on a what-if grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.database.statements import text
from setrisk.pipelines.report.parts import Section, asked, risk_and_utility
from setrisk.pipelines.risk.gate import LEAST_COVERAGE
from setrisk.pipelines.whatif.cautions import cautions

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def sections_of_grid(con: DuckDBPyConnection, grid: str, limits: dict[str, float], progress: Progress) -> list[Section]:
    """What was tried, what to choose, and what failed."""
    progress("what was tried")
    tried, rows = asked(
        con,
        "Releases that were tried",
        text("report/tried_releases", grid=grid),
        chart=risk_and_utility,
    )
    useful, _ = asked(
        con,
        "What they keep, and how long they took",
        text("report/tried_utility", grid=grid),
    )
    failed, failures = asked(
        con,
        "Releases that failed, or were not tried",
        text("report/failed_releases", grid=grid),
    )
    results = con.sql(f"FROM {call('setrisk.whatif_results', grid)}")
    attacks = sorted({attack for (names,) in results.select("attacks").fetchall() for attack in names or []})
    said = [f"{each[0].upper()}{each[1:]}." for each in cautions(results)]
    sentences = [
        f"{len(rows)} releases were made and attacked ({', '.join(attacks)}), {len(failures)} failed or were not "
        "tried. Share at risk is that of the worst attack on a release, or of guessing where that is worse; error is "
        "the error of counting queries over all bands.",
        *said,
        "The threshold is the same whatever k a release has. In families without a threshold, at risk means something "
        "else: see what each promises. Shares at risk of different families cannot be compared.",
    ]
    found = [
        Section("What was tried", sentences, [tried, useful, *([failed] if failures else [])]),
        _recommended(con, grid, limits),
    ]
    return [
        *found,
        Section(
            "What was not tested",
            [],
            points=[
                "Other attacks than those named, and other parameters of these.",
                "How much another draw of the same release differs: each was made once.",
                "What the choice itself reveals, because it was made by looking at the data. For a noisy release, use "
                "its parameters to draw a new one.",
            ],
        ),
    ]


def _recommended(con: DuckDBPyConnection, grid: str, limits: dict[str, float]) -> Section:
    held = {"min_coverage": LEAST_COVERAGE, "max_error": 1.0, **limits}
    table, rows = asked(
        con,
        "The least distorted within the limits, or the nearest",
        text("report/recommended_releases", grid=grid, **{"max_at_risk": None, "max_score": None} | held),
    )
    what = ", ".join(f"{limit.replace('_', ' ')} {value:g}" for limit, value in held.items())
    if not rows:
        sentence = (
            "No release can be recommended: each one failed, has unknown risk, or has a mark or a series that the gate "
            "refuses."
        )
    elif rows[0]["is_within"] is None:
        sentence = (
            f"None is recommended, since no limit on risk was given. Number {rows[0]['cell']} is the least distorted "
            f"({what}), and puts {rows[0]['share_at_risk']:.1%} of people at risk."
        )
    elif rows[0]["is_within"] and rows[0]["error"] is None:
        sentence = (
            f"Number {rows[0]['cell']} is within the limits ({what}); which is least distorted is not known: no pair "
            "of items was asked for."
        )
    elif rows[0]["is_within"]:
        sentence = f"Number {rows[0]['cell']} is the least distorted within the limits ({what})."
    else:
        sentence = f"None is within the limits ({what}); number {rows[0]['cell']} is nearest."
    if rows and "seeded" in rows[0]["marks"]:
        sentence += " It is seeded: make it again without a seed, or the gate refuses it."
    return Section("Which to take", [sentence], [table])
