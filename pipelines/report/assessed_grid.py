"""What a report says of a what-if grid by the three risks, which mean the same for releases of all families."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import TYPE_CHECKING

from setrisk.pipelines.database.statements import text
from setrisk.pipelines.report.assessed import RISKS, known_items, known_option, missing_limits
from setrisk.pipelines.report.curves import PANELS, Criterion, Curves, Measured, curves
from setrisk.pipelines.report.parts import Missing, Row, Table, run_query
from setrisk.pipelines.report.scatter import AT_RISK, Measure, Scatter, risk_and_utility
from setrisk.pipelines.risk.limits import REQUIRED_KNOWN, Limits

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Characters of a parameter in a legend.
_LONGEST_VALUE = 30


@dataclass(frozen=True)
class AssessedCells:
    """The releases of a grid that were assessed.

    Attributes:
        rows: a row per release, criterion and number of known items.
        tables: the table that has them, if there are any.
    """

    rows: list[Row]
    tables: list[Table]

    def highest_risks(self, criterion: str) -> dict[int, Row]:
        """The row of the highest risk that each release may have by a criterion."""
        found: dict[int, Row] = {}
        for row in self.rows:
            cell = row["cell"]
            if row["criterion"] == criterion and (cell not in found or row["risk_high"] > found[cell]["risk_high"]):
                found[cell] = row
        return found


def assessed_cells(con: DuckDBPyConnection, grid: str) -> AssessedCells:
    """What was measured of the releases of a grid by the common adversary."""
    table, rows = run_query(con, "Risk by known items", text("report/cell_curves", grid=grid))
    return AssessedCells(rows, [table] if rows else [])


def curves_of_cells(tried: Sequence[Row], cells: AssessedCells, limits: Limits) -> list[Curves]:
    """A line for each release that was assessed. What few records are is the same for the whole grid."""
    k = min((row["at_risk_below"] for row in tried), default=0)
    groups = sorted({str(row["method"]) for row in tried})
    names = _names_of_releases(tried)
    criteria = [
        Criterion(
            title.format(k=k),
            [
                Measured(
                    names[row["cell"]],
                    [
                        known_items(each, "risk")
                        for each in cells.rows
                        if each["cell"] == row["cell"] and each["criterion"] == criterion
                    ],
                    groups.index(str(row["method"])),
                    label=str(row["cell"]),
                )
                for row in sorted(tried, key=lambda row: int(row["cell"]))
            ],
            limit=limits.given_limits.get(f"max_{criterion}"),
        )
        for criterion, title in PANELS.items()
    ]
    notes = [
        "A line is a release, with its number at the end; lines of one colour are of one method. Random items of the "
        "person are known, or the rarest: whichever may give away more. Bands are 95 % intervals.",
        "An empty circle is an attack that was too weak to say anything: it does not mean safe.",
    ]
    return curves("Risk by how much is known of a person, by release", criteria, notes)


def _names_of_releases(tried: Sequence[Row]) -> dict[int, str]:
    """Number and method of each release, with the parameters by which it differs from others of its method."""
    names = {}
    for row in tried:
        differing = [
            f"{name} = {shorten(str(value), _LONGEST_VALUE, placeholder='...')}"
            for name, value in row["parameters"].items()
            if any(other["parameters"].get(name) != value for other in tried if other["method"] == row["method"])
        ]
        names[row["cell"]] = ", ".join([f"{row['cell']}: {row['method']}", *differing])
    return names


def pictures_of_grid(tried: Sequence[Row], cells: AssessedCells, limits: Limits) -> list[Scatter]:
    """Risk and utility: by the highest of the three risks that were measured, or else by the families' own attacks."""
    given = limits.given_limits
    measures = {criterion: cells.highest_risks(criterion) for criterion in RISKS}
    if not any(measures.values()):
        return risk_and_utility(tried, Measure(AT_RISK.name, AT_RISK.column, limit=given.get("max_at_risk")))
    return [
        picture
        for criterion, name in RISKS.items()
        for picture in risk_and_utility(
            [
                dict(row) | {end: highest.get(end) for end in ("risk", "risk_low", "risk_high", "is_weak")}
                for row in tried
                for highest in [measures[criterion].get(row["cell"], {})]
            ],
            Measure(
                f"{name.lower()}: highest risk",
                "risk",
                ("risk_low", "risk_high"),
                is_common=True,
                limit=given.get(f"max_{criterion}"),
            ),
        )
    ]


def missing_of_grid(
    grid: str, tried: Sequence[Row], cells: AssessedCells, asked_known: Sequence[int], limits: Limits
) -> list[Missing]:
    """What must be measured or said before one of the releases can have a green verdict."""
    missing, assessed = [], {row["cell"] for row in cells.rows}
    if unknown := [str(row["cell"]) for row in tried if row["cell"] not in assessed]:
        missing.append(
            Missing(
                f"What they give away about people was not measured of {len(unknown)} of the {len(tried)} releases. "
                "Try them again by the same command, setrisk whatif, without --no-assess."
            )
        )
    required = limits.known or REQUIRED_KNOWN
    if assessed and (too_few := sorted(set(required) - set(asked_known))):
        missing.append(
            Missing(
                f"They were not assessed for attackers who know {', '.join(map(str, too_few))} items. Try them again "
                f"by the same command, setrisk whatif, with --known {known_option({*required, *asked_known})}."
            )
        )
    return [*missing, *missing_limits(grid, limits)]
