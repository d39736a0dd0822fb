"""What a report says first of a release: the verdict, the three risks, and how they grow with what is known."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from setrisk.pipelines.common.quantities import word_list
from setrisk.pipelines.common.share import limit_percent
from setrisk.pipelines.database.statements import run, text
from setrisk.pipelines.report.commands import Commands, known_option
from setrisk.pipelines.report.curves import (
    INTERVALS,
    PANELS,
    Criterion,
    Curves,
    Known,
    Measured,
    curves,
)
from setrisk.pipelines.report.parts import (
    Missing,
    Number,
    Opening,
    Row,
    Section,
    Table,
    run_query,
    sentence,
    share_text,
)
from setrisk.pipelines.report.unmeasured import Asked, unassessed_notes, unmeasured_notes
from setrisk.pipelines.risk.gate import HighestRisk, highest_risks
from setrisk.pipelines.risk.limits import REQUIRED_KNOWN, Limits
from setrisk.pipelines.risk.verdict import EXAMPLE_LIMITS, without_limit, without_limit_clause

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

RISKS = {"singling_out": "Singling out", "linkability": "Linkability", "inference": "Inference"}
"""The three risks, in the order in which they are shown, and their names."""
QUESTIONS = (
    "Singling out: does the release suggest a description that fits exactly one person?",
    "Linkability: can two sources, which know different items of the same people, find out by the release who is who?",
    "Inference: can somebody who knows some items of a person use the release to guess one more?",
)
"""What each of the three risks asks."""
LENGTHS = (
    "For singling out, known items are the length of the description: longer ones fit fewer people, but fewer of those "
    "that a release suggests are true of anybody, so that the risk may fall."
)
"""How to read singling out by the number of known items."""
NOT_YET = "Not yet: what was looked at gives no reason against it, but not enough was looked at. What is missing:"
"""In place of a yes of the gate, if that does not go by all three risks."""
# Known items by which an attack that is too weak with fewer may work.
_MANY_KNOWN = 8
# What narrows people down, unless a release was assessed by another number; and the known items then.
_K, _MOST_KNOWN = 5, 4
_MEASURED = "How the three risks were measured"


@dataclass(frozen=True)
class Assessment:
    """What an assessment of a release has found, which several parts of a report need.

    Attributes:
        criteria: what was measured, and of narrowing the number of records below which a person counts; nothing if the
            release was not assessed.
        asked: the numbers of known items that it was assessed for.
        assessed_for: what it is about, in words.
        highest: the highest risk by each criterion, as the gate goes by it.
        table: the highest of each of the three risks, if any was measured.
        rows: those of the table, by criterion.
    """

    criteria: dict[str, int | None]
    asked: list[int]
    assessed_for: str | None
    highest: list[HighestRisk]
    table: Table | None
    rows: dict[str, Row]

    @property
    def is_there(self) -> bool:
        """Whether any of the three risks was measured."""
        return not RISKS.keys().isdisjoint(self.criteria)

    @property
    def risks(self) -> dict[str, float | None]:
        """The highest risk by each criterion, None if it is unknown."""
        return {criterion: risk for criterion, risk, _ in self.highest}


def assessment_of(con: DuckDBPyConnection, release: str, limits: Limits) -> Assessment:
    """What an assessment of a release has found, held against limits: asked once, since each answer takes long."""
    criteria = dict(run(con, "report/assessed_criteria", release=release).fetchall())
    if not criteria:
        return Assessment({}, [], None, [], None, {})
    rows = run(con, "assessment/release_assessed_for", release=release).fetchall()
    assessed_for, asked = rows[0] if rows else (None, [])
    found = Assessment(criteria, asked, assessed_for, highest_risks(con, release, limits), None, {})
    if not found.is_there:
        return found
    table, risk_rows = run_query(
        con, "The highest of each risk", text("report/three_risks", release=release, known=limits.known or None)
    )
    return replace(found, table=table, rows={row["criterion"]: row for row in risk_rows})


def _number(name: str, row: Row | None, limit: float | None, no_guess: str = "") -> Number:
    if row is None and no_guess:
        return Number(name, no_guess, "", "No guess could be made, so that it is unknown.", is_unknown=True)
    if row is None:
        return Number(name, "not measured", "", "It is unknown.", is_unknown=True)
    if row["risk"] is None:
        return Number(name, "unknown", "", sentence(row["sentence"]), is_unknown=True)
    interval = f"{share_text(row['risk_low'])} to {share_text(row['risk_high'])}"
    if share_text(row["highest_end"]) != share_text(row["risk_high"]):
        interval += f"; up to {share_text(row['highest_end'])} with {row['highest_known']} known"
    # Beside the end that it holds for.
    held = "" if limit is None else f"; limit {limit_percent(limit)}"
    if row["is_unknown"]:
        measured = f"measured: {share_text(row['risk'])} ({interval})"
        return Number(name, "unknown", measured, sentence(row["sentence"]), is_unknown=True)
    if row["is_weak"]:
        # Nobody is to go by what few guesses found; the limit is held against the end of its interval.
        measured = f"measured: {share_text(row['risk'])} ({interval}){held}"
        return Number(name, f"up to {share_text(row['highest_end'])}", measured, sentence(row["sentence"]), False)
    return Number(name, share_text(row["risk"]), f"{interval}{held}", sentence(row["sentence"]), is_unknown=False)


def opening_of_release(
    con: DuckDBPyConnection,
    release: str,
    found: Assessment,
    passes: bool,
    said: str,
    limits: Limits,
    commands: Commands,
) -> Opening:
    """The verdict of the gate in red or green. It is not green if one of the three risks is unknown, or has no
    limit: what was not looked at must not look safe.

    Args:
        con: a DuckDB connection.
        release: the release.
        found: what an assessment of it has found.
        passes: whether the gate lets it pass.
        said: what the gate says.
        limits: that it was held against.
        commands: what to suggest.
    """
    given = limits.given_limits
    no_guess = "no guess" if found.is_there else ""
    numbers = [
        _number(name, found.rows.get(criterion), given.get(f"max_{criterion}"), no_guess)
        for criterion, name in RISKS.items()
    ]
    ((_, emptiness),) = run(con, "risk/published_size", release=release).fetchall()
    # An empty release can never be green, whatever is measured of it.
    missing = [] if emptiness else _missing_of_release(con, release, limits, found, commands)
    if passes and missing:
        return Opening(False, NOT_YET, missing, numbers)
    return Opening(passes, said, missing, numbers)


def _missing_of_release(
    con: DuckDBPyConnection, release: str, limits: Limits, found: Assessment, commands: Commands
) -> list[Missing]:
    """What must be measured or said before a release can have a green verdict."""
    required = list(limits.known or REQUIRED_KNOWN)
    asked, rows = found.asked, found.rows
    known = "" if required == list(REQUIRED_KNOWN) else f"--known {known_option(required)}"
    free = without_limit(found.risks, limits)
    if not found.is_there:
        return [
            Missing(
                "What it gives away about people was not measured. This measures it:", commands.assess(release, known)
            ),
            *missing_limits(limits, dict.fromkeys(without_limit(dict.fromkeys(RISKS), limits)), commands),
        ]
    if too_few := sorted(set(required) - set(asked)):
        missing = [
            Missing(
                f"It was not assessed for attackers who know {', '.join(map(str, too_few))} items. This measures it:",
                commands.assess(release, f"--known {known_option({*required, *asked})}{_people_options(con, release)}"),
            )
        ]
    else:
        assess_data = _assess_data(con, release, asked, commands)
        missing = _missing_risks(release, rows, asked, _people_options(con, release), assess_data, commands)
    # A limit helps nothing if no guess can be made.
    unguessed = set() if min(asked) > 1 else RISKS.keys() - rows.keys()
    limited = {criterion: risk for criterion, risk in free.items() if criterion not in unguessed}
    return [*missing, *missing_limits(limits, limited, commands)]


def _assess_data(con: DuckDBPyConnection, release: str, asked: Sequence[int], commands: Commands) -> str | None:
    """The command that assesses the data set of a release as it is; None if it was, for as many known items, or if the
    release was imported.
    """
    ((dataset, *_),) = run(con, "catalog/kept_arguments", release=release).fetchall()
    if dataset is None:
        return None
    ((known, _),) = run(con, "report/assessed_data", dataset=dataset).fetchall()
    if set(asked) <= set(known):
        return None
    return commands.assess(dataset, f"--known {known_option({*asked, *known})}", object_type="dataset")


def _people_options(con: DuckDBPyConnection, release: str) -> str:
    """The options that ask about the same people as the assessment that is stored."""
    ((members, control),) = run(con, "report/asked_people", release=release).fetchall()
    named = {"--members": members, "--control": control}
    return "".join(f" {option} {shlex.quote(name)}" for option, name in named.items() if name is not None)


def _missing_risks(
    release: str,
    rows: dict[str, Row],
    asked: Sequence[int],
    people: str,
    assess_data: str | None,
    commands: Commands,
) -> list[Missing]:
    """What to do about the risks that are unknown, by cause. `people` are the options that name whom to ask about."""
    no_guess = [name.lower() for criterion, name in RISKS.items() if criterion not in rows]
    without_control: dict[str, list[str]] = {}
    for criterion, name in RISKS.items():
        if criterion in rows and rows[criterion]["risk"] is None:
            without_control.setdefault(rows[criterion]["unknown_reason"], []).append(name.lower())
    weak = [
        name.lower()
        for criterion, name in RISKS.items()
        if criterion in rows
        and rows[criterion]["risk"] is not None
        and rows[criterion]["is_unknown"]
        and not rows[criterion]["unmeasured"]
    ]
    unmeasured = {name.lower(): rows[criterion]["unmeasured"] for criterion, name in RISKS.items() if criterion in rows}
    missing = []
    if no_guess and min(asked) > 1:
        missing.append(
            Missing(
                f"No guess of {word_list(no_guess)} could be made by {', '.join(map(str, asked))} items. By fewer "
                "known items there may be some:",
                commands.assess(release, f"--known {known_option({1, *asked})}{people}"),
            )
        )
    elif no_guess:
        missing.append(
            Missing(
                f"No guess of {word_list(no_guess)} could be made, however little is known: nobody has two items, or "
                "no record shows any. So it stays unknown, and this verdict cannot be green."
            )
        )
    missing += [
        Missing(
            f"No guess of {name} could be made by {', '.join(map(str, numbers))} items. Go by fewer known items, with "
            "--known, or it stays unknown."
        )
        for name, numbers in unmeasured.items()
        if numbers
    ]
    missing += [
        Missing(
            f"Nothing is known of {word_list(names)}: {reason}. A data set of more people of the same population, who "
            "are not in it, would help:",
            commands.assess(release, "--control DATASET"),
        )
        for reason, names in without_control.items()
    ]
    if weak and assess_data is not None:
        missing.append(
            Missing(
                f"Nothing is known of {word_list(weak)}: the attack was too weak. Does it work on the data as they "
                "are? Then what it found here counts. This shows it:",
                assess_data,
            )
        )
    elif weak and max(asked) < _MANY_KNOWN:
        missing.append(
            Missing(
                f"Nothing is known of {word_list(weak)}: the attack was too weak. With more known items it may not be:",
                commands.assess(release, f"--known 1..{_MANY_KNOWN}{people}"),
            )
        )
    elif weak:
        missing.append(
            Missing(
                f"Nothing is known of {word_list(weak)}: the attack was too weak, with up to {max(asked)} known items. "
                "So it stays unknown, and this verdict cannot be green."
            )
        )
    return missing


def missing_limits(limits: Limits, free: Mapping[str, float | None], commands: Commands) -> list[Missing]:
    """Which limits must be given before a release, or one of a grid, can have a green verdict.

    Args:
        limits: the limits that were given.
        free: the criteria that were assessed and have no limit, with the highest risk that there may be.
        commands: what to suggest.
    """
    of_risks = {criterion: risk for criterion, risk in free.items() if criterion in RISKS}
    if not of_risks:
        return []
    proposed = limits.numbers | {f"max_{criterion}": EXAMPLE_LIMITS[f"max_{criterion}"] for criterion in of_risks}
    said = without_limit_clause(of_risks)
    return [
        Missing(
            f"{said[0].upper()}{said[1:]}. Choose how much you accept, for example:",
            commands.report(proposed, f"--known {known_option(limits.known)}" if limits.known else ""),
        )
    ]


@dataclass(frozen=True)
class Measurements:
    """What was measured of a release, and of the data as they are.

    Attributes:
        charts: the picture.
        tables: what it is drawn of.
    """

    charts: list[Curves]
    tables: list[Table]


def measurements(
    con: DuckDBPyConnection,
    release: str,
    dataset: str | None,
    found: Assessment,
    limits: Limits,
    commands: Commands,
) -> Measurements:
    """The risks of a release by the number of known items, beside the data as they are.

    How few people share what is known can be counted in the data. The three risks of the data are known if the data set
    was assessed. Those of a release that was made elsewhere are not here: dataset is None.
    """
    assessed = found.criteria
    after: dict[str, list[Row]] = {}
    tables = []
    if assessed:
        table, rows = run_query(con, "The release", text("report/risk_curves", release=release))
        tables.append(table)
        after = _by_criterion(rows)
    most = max((row["known"] for rows in after.values() for row in rows), default=_MOST_KNOWN)
    k = assessed.get("narrowing") or _K
    before: dict[str, list[Known]] = {}
    is_before_known = False
    if dataset is not None:
        table, unicity = run_query(
            con,
            f"Before: people of {dataset} whom known items narrow down to fewer than {k} transactions",
            text("report/unicity_before", dataset=dataset, k=k, most=most),
        )
        tables.append(table)
        before["narrowing"] = known_risks(unicity, "unicity")
        ((before_known, _),) = run(con, "report/assessed_data", dataset=dataset).fetchall()
        is_before_known = bool(before_known)
    if assessed and is_before_known:
        table, rows = run_query(con, f"Before: {dataset} as it is", text("report/data_curves", dataset=dataset))
        tables.append(table)
        before |= {
            criterion: known_risks([row for row in measured if row["known"] <= most])
            for criterion, measured in _by_criterion(rows).items()
            if criterion != "narrowing"
        }
    ((is_noisy,),) = run(con, "assessment/is_noisy", release=release).fetchall()
    asked = Asked("the release", found.asked, is_noisy)
    unknown = {criterion for criterion, risk in found.risks.items() if risk is None}
    criteria = [
        Criterion(
            title.format(k=k),
            [
                Measured(
                    f"after: release {release}",
                    known_risks(after.get(criterion, []), is_unknown=criterion in unknown),
                    0,
                ),
                Measured("before: the data as they are", before.get(criterion, []), 1, is_before=True),
            ],
            unmeasured_notes(criterion, [(asked, after.get(criterion, []))])
            if not criterion.startswith("sensitive") or any(name.startswith("sensitive") for name in after)
            else [],
            limits.given_limits.get(f"max_{criterion}"),
        )
        for criterion, title in PANELS.items()
    ]
    measure = None if dataset is None or is_before_known else commands.assess(dataset, object_type="dataset")
    notes = [*_notes(dataset, k, is_assessed=bool(assessed), measure=measure), *unassessed_notes([asked])]
    return Measurements(curves("Risk by how much is known of a person", criteria, notes), tables)


def _by_criterion(rows: list[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["criterion"], []).append(row)
    return found


def known_risks(rows: Sequence[Row], value: str = "risk", *, is_unknown: bool = False) -> list[Known]:
    """The numbers of a line, whose intervals are in the columns of the same name. What is unknown has none; with
    `is_unknown` all are unknown, whatever was measured.
    """
    return [
        Known(
            row["known"], row[value], row[f"{value}_low"], row[f"{value}_high"], row.get("is_weak", False), is_unknown
        )
        for row in rows
        if row[value] is not None
    ]


def _notes(dataset: str | None, k: int, *, is_assessed: bool, measure: str | None) -> list[str]:
    """What the picture shows, and what 'before' is; `measure` is the command that measures it, if it was not."""
    notes = [
        f"{INTERVALS} Random items of the person are known, or the rarest: whichever may give away more.",
        "Before, the data as they are, is not here: the release was made elsewhere."
        if dataset is None
        else "Dashed is before: the data as they are. Narrowing was counted in them: of how many people of "
        f"{dataset} fewer than {k} transactions have the known items.",
    ]
    if is_assessed:
        notes.append(LENGTHS)
        if measure is not None:
            notes.append(
                f"The three risks before were not measured, so they have no dashed lines. To measure them: {measure}"
            )
    return notes


def measured_section(con: DuckDBPyConnection, release: str, found: Assessment, tables: list[Table]) -> Section:
    """The numbers behind the picture, and of an assessed release the attacks behind these."""
    if found.table is None:
        return Section(_MEASURED, ["The release was not assessed: its risks are unknown."], tables)
    attacks, _ = run_query(con, "All attacks", text("report/common_attacks", release=release))
    return Section(
        _MEASURED,
        [
            "The same attacks are tried on every release, whatever it promises: on people who are in it (main), on "
            "people of the same population who are not (control), and without what is known of them (naive). The risk "
            "is what main has in advance of control, of all that there is to gain. The uniform adversary draws at "
            "random what the release leaves open; the sharper one attacks it first, if its family has such attacks. "
            "The risk is that of the one who gains more.",
        ],
        [found.table, *tables, attacks],
        list(QUESTIONS),
    )
