"""The sections of a report on a what-if grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.quoting import literal
from setrisk.pipelines.report.parts import PARAMETERS, Section, asked, named, risk_and_utility
from setrisk.pipelines.risk.gate import LEAST_COVERAGE
from setrisk.pipelines.whatif.cautions import cautions

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def sections_of_grid(con: DuckDBPyConnection, grid: str, limits: dict[str, float], progress: Progress) -> list[Section]:
    """What was tried, what to choose, and what failed."""
    progress("what was tried")
    name = literal(grid)
    tried, rows = asked(
        con,
        "Releases that were tried",
        f"SELECT w.cell, w.method, {PARAMETERS}, w.marks, w.at_risk_below, w.worst_attack, w.share_at_risk, "
        "w.baseline_share,\n"
        "    w.beats_baseline, w.coverage, w.mean_score, w.max_score, w.error, w.spread\n"
        f"FROM setrisk.whatif_results({name}) AS w WHERE w.failure IS NULL ORDER BY w.error, w.cell",
        chart=risk_and_utility,
    )
    useful, _ = asked(
        con,
        "What they keep, and how long they took",
        "SELECT w.cell, w.error_low, w.error_medium, w.error_high, w.distortions, w.n_records, w.n_items, w.seconds\n"
        f"FROM setrisk.whatif_results({name}) AS w WHERE w.failure IS NULL ORDER BY w.error, w.cell",
    )
    failed, failures = asked(
        con,
        "Releases that failed, or were not tried",
        f"SELECT w.cell, w.method, {PARAMETERS}, w.at_risk_below, w.failure\n"
        f"FROM setrisk.whatif_results({name}) AS w WHERE w.failure IS NOT NULL ORDER BY w.cell",
    )
    attacks = sorted({attack for row in con.execute(
        f"SELECT DISTINCT unnest(w.attacks) FROM setrisk.whatif_results({name}) AS w"
    ).fetchall() for attack in row})  # fmt: skip
    said = [f"{each[0].upper()}{each[1:]}." for each in cautions(con.sql(f"FROM setrisk.whatif_results({name})"))]
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
        _recommended(con, name, limits),
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


def _recommended(con: DuckDBPyConnection, name: str, limits: dict[str, float]) -> Section:
    held = {"min_coverage": LEAST_COVERAGE, "max_error": 1.0, **limits}
    table, rows = asked(
        con,
        "The least distorted within the limits, or the nearest",
        f"SELECT w.cell, w.method, {PARAMETERS}, w.is_within, w.excess, w.worst_attack, w.share_at_risk, "
        "w.baseline_share,\n"
        "    w.beats_baseline, w.coverage, w.max_score, w.error, w.spread, w.marks\n"
        f"FROM setrisk.recommended({name}{named(held)}) AS w",
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
