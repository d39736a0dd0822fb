"""What a report says of a what-if grid by the three risks, which mean the same for releases of all families."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from setrisk.pipelines.common.quantities import word_list
from setrisk.pipelines.database.statements import run, text
from setrisk.pipelines.report.assessed import LENGTHS, RISKS, known_risks, missing_limits
from setrisk.pipelines.report.commands import Commands, known_option
from setrisk.pipelines.report.curves import INTERVALS, PANELS, Criterion, Curves, Measured, curves
from setrisk.pipelines.report.parts import Missing, Row, Table, run_query
from setrisk.pipelines.report.scatter import AT_RISK, Measure, Scatter, names_of_releases, risk_and_utility
from setrisk.pipelines.report.unmeasured import Asked, unassessed_notes, unmeasured_notes
from setrisk.pipelines.risk.limits import ASSESSED, REQUIRED_KNOWN, Limits
from setrisk.pipelines.risk.verdict import without_limit

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True)
class AssessedCells:
    """The releases of a grid that were assessed.

    Attributes:
        rows: a row per release, criterion and number of known items.
        highest: a row per release, by its number: what limits go by, and what was asked about it.
        tables: the tables that have them.
        failed: the releases that failed, or were not tried, as notes call them.
        before: a row per criterion and number of known items of the data set, published as it is, if it was assessed.
        dataset: its name.
    """

    rows: list[Row]
    highest: Mapping[int | str, Row]
    tables: list[Table]
    failed: Sequence[str] = ()
    before: list[Row] = field(default_factory=list)
    dataset: str = ""

    def rows_of(self, cell: int | str, criterion: str) -> list[Row]:
        """What was measured of a release by a criterion."""
        return [row for row in self.rows if row["cell"] == cell and row["criterion"] == criterion]

    def highest_risk(self, cell: int | str, criterion: str) -> Row:
        """The highest risk of a release by a criterion, with the highest that it may be; nothing if there is none."""
        known = [row for row in self.rows_of(cell, criterion) if row["risk"] is not None]
        if not known:
            return {}
        highest = max(known, key=lambda row: float(row["risk"]))
        return {**highest, "risk_high": max(float(row["risk_high"]) for row in known)}


def assessed_cells(con: DuckDBPyConnection, grid: str, failures: Sequence[Row]) -> AssessedCells:
    """What was measured of the releases of a grid by the common adversary.

    Args:
        con: a DuckDB connection.
        grid: the grid.
        failures: the releases that failed, or were not tried.
    """
    curve_table, rows = run_query(con, "Risk by known items", text("report/cell_curves", grid=grid))
    highest_table, highest = run_query(
        con,
        "What limits hold for: the upper end of the interval where it is highest; nothing if it is unknown",
        text("report/assessed_releases", grid=grid),
    )
    dataset, before_table, before = _risks_of_data(con, grid, rows)
    return AssessedCells(
        rows,
        {row["cell"]: row for row in highest},
        [highest_table, *([curve_table] if rows else []), *before_table],
        [f"{row['cell']} ({row['method']})" for row in failures],
        before,
        dataset,
    )


def _risks_of_data(con: DuckDBPyConnection, grid: str, rows: Sequence[Row]) -> tuple[str, list[Table], list[Row]]:
    """The data set of a grid; and what was measured of it, published as it is, if it was assessed."""
    if not rows:
        return "", [], []
    ((dataset,),) = run(con, "report/dataset_of_grid", grid=grid).fetchall()
    ((known, _),) = run(con, "report/assessed_data", dataset=dataset).fetchall()
    if not known:
        return dataset, [], []
    table, before = run_query(con, f"Before: {dataset} as it is", text("report/data_curves", dataset=dataset))
    most = max(row["known"] for row in rows)
    return dataset, [table], [row for row in before if row["known"] <= most]


def curves_of_cells(tried: Sequence[Row], cells: AssessedCells, limits: Limits) -> list[Curves]:
    """A line for each release that was assessed. What few records are is the same for the whole grid."""
    k = min((row["at_risk_below"] for row in tried), default=0)
    names = names_of_releases(tried)
    asked = _asked_of_releases(names, cells)
    criteria = [
        Criterion(
            title.format(k=k),
            [
                Measured(
                    f"{cell}: {name}",
                    known_risks(
                        cells.rows_of(cell, criterion),
                        is_unknown=criterion in asked[cell].weak_criteria,
                    ),
                    style,
                    label=str(cell),
                )
                for style, (cell, name) in enumerate(names.items())
            ]
            # Narrowing of the data was counted by another k.
            + [
                Measured("before: the data as they are", before, len(names), is_before=True)
                for before in [known_risks([row for row in cells.before if row["criterion"] == criterion])]
                if before and criterion != "narrowing"
            ],
            # Nobody asks a grid about sensitive items.
            []
            if criterion.startswith("sensitive")
            else unmeasured_notes(criterion, [(asked[cell], cells.rows_of(cell, criterion)) for cell in names]),
            limits.given_limits.get(f"max_{criterion}"),
        )
        for criterion, title in PANELS.items()
    ]
    notes = [
        f"A line is a release, with its number at the end. {INTERVALS} Random items of the person are known, or the "
        "rarest: whichever may give away more.",
        *_omission_notes(asked, cells),
        LENGTHS,
        *([f"Dashed is before: {cells.dataset} as it is, without any release."] if cells.before else []),
    ]
    return curves("Risk by how much is known of a person, by release", criteria, notes)


def _asked_of_releases(names: Mapping[int | str, str], cells: AssessedCells) -> dict[int | str, Asked]:
    """What was asked about each release, by its number."""
    return {
        cell: Asked(
            f"{cell} ({name})",
            cells.highest[cell]["asked_known"] or [],
            cells.highest[cell]["is_noisy"],
            cells.highest[cell]["assessment_failure"] or "",
            frozenset(criterion for criterion in ASSESSED if cells.highest[cell][criterion] is None),
        )
        for cell, name in names.items()
    }


def _omission_notes(asked: Mapping[int | str, Asked], cells: AssessedCells) -> list[str]:
    """Which releases are in none of the pictures, and why."""
    failed = f"Failed, or not tried, so unknown (not 0): {word_list(cells.failed)}." if cells.failed else ""
    return [*unassessed_notes(list(asked.values())), *([failed] if failed else [])]


def pictures_of_grid(
    tried: Sequence[Row],
    cells: AssessedCells,
    limits: Limits,
    max_error: float,
    recommended: int | None = None,
    first: str = "",
) -> list[Scatter]:
    """Risk and utility: by the highest of the three risks that were measured, with one of them first, or else by the
    families' own attacks. A ring is around the recommended release, if there is one.
    """
    given = limits.given_limits
    names = names_of_releases(tried)
    asked = _asked_of_releases(names, cells)
    if not cells.rows:
        notes = (
            "Shares at risk are those by the attacks of each family on what it promises. What the releases give away "
            "about people was not assessed, so it is unknown (not 0).",
            *_omission_notes({}, cells),
        )
        measure = replace(AT_RISK, limit=given.get("max_at_risk"), max_error=max_error, notes=notes)
        return risk_and_utility(tried, measure, recommended)
    return [
        picture
        for criterion, name in sorted(RISKS.items(), key=lambda risk: risk[0] != first)
        for picture in risk_and_utility(
            [
                dict(row)
                | {end: highest.get(end) for end in ("risk", "risk_low", "risk_high")}
                | {"is_unknown": cells.highest[row["cell"]][criterion] is None}
                for row in tried
                for highest in [cells.highest_risk(row["cell"], criterion)]
            ],
            Measure(
                name.lower(),
                "risk",
                ("risk_low", "risk_high"),
                is_common=True,
                limit=given.get(f"max_{criterion}"),
                max_error=max_error,
                notes=(
                    *unmeasured_notes(criterion, [(asked[cell], cells.rows_of(cell, criterion)) for cell in names]),
                    *_omission_notes(asked, cells),
                ),
            ),
            recommended,
        )
    ]


def deciding_risk(best: Row | None, limits: Limits) -> str:
    """The risk by which the release in question comes nearest to its limit, or misses it most; if that is unknown, the
    first that has a limit, or else the first.
    """
    given = limits.given_limits

    def weight(criterion: str) -> float:
        limit = given.get(ASSESSED[criterion])
        risk = best[criterion] if best else None
        return -1.0 if limit is None else float(risk or 0) / limit if limit else float("inf")

    return max(RISKS, key=weight)


def missing_of_grid(
    tried: Sequence[Row],
    cells: AssessedCells,
    asked_known: Sequence[int],
    limits: Limits,
    free: Mapping[str, float | None],
    commands: Commands,
) -> list[Missing]:
    """What must be measured or said before one of the releases can have a green verdict.

    Args:
        tried: the releases.
        cells: those that were assessed.
        asked_known: for which numbers of known items.
        limits: the limits that were given.
        free: the criteria without a limit, with the highest risk that the release in question may have.
        commands: what to suggest.
    """
    asked = _asked_of_releases(names_of_releases(tried), cells)
    assessed = [each for each in asked.values() if each.known]
    missing = [Missing(note) for note in unassessed_notes(list(asked.values()))]
    if asked and not assessed:
        missing.append(Missing("Try them again by the same command, setrisk whatif, without --no-assess."))
    required = limits.known or REQUIRED_KNOWN
    if assessed and (too_few := sorted(set(required) - set(asked_known))):
        missing.append(
            Missing(
                f"They were not assessed for attackers who know {', '.join(map(str, too_few))} items. Try them again "
                f"by the same command, setrisk whatif, with --known {known_option({*required, *asked_known})}."
            )
        )
    unlimited = free or dict.fromkeys(without_limit(dict.fromkeys(RISKS), limits))
    return [*missing, *missing_limits(limits, unlimited, commands)]
