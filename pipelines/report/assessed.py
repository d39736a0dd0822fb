"""What a report says first of a release: the verdict, the three risks, and how they grow with what is known."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from setrisk.pipelines.common.quantities import word_list
from setrisk.pipelines.common.share import limit_percent
from setrisk.pipelines.database.statements import run, text
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
from setrisk.pipelines.risk.limits import REQUIRED_KNOWN, Limits

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
NOT_YET = "Not yet: nothing that was looked at speaks against it, but not enough was looked at. What is missing:"
"""In place of a yes of the gate, if that does not go by all three risks."""
_EXAMPLES = {"singling_out": 0.05, "linkability": 0.02, "inference": 0.1}
# What narrows people down, unless a release was assessed by another number; and the known items then.
_K, _MOST_KNOWN = 5, 4
_MEASURED = "How the three risks were measured"


def is_assessed(con: DuckDBPyConnection, release: str) -> bool:
    """Whether any of the three risks was measured."""
    return bool(RISKS.keys() & {criterion for criterion, _ in _assessed_criteria(con, release)})


def _assessed_criteria(con: DuckDBPyConnection, release: str) -> list[tuple[str, int | None]]:
    return run(con, "report/assessed_criteria", release=release).fetchall()


def _risk_rows(con: DuckDBPyConnection, release: str, limits: Limits) -> dict[str, Row]:
    """The highest of each of the three risks that were measured, by criterion."""
    rows: list[Row] = []
    if is_assessed(con, release):
        _, rows = run_query(con, "", text("report/three_risks", release=release, known=limits.known or None))
    return {row["criterion"]: row for row in rows}


def _number(name: str, row: Row | None, limit: float | None) -> Number:
    if row is None:
        return Number(name, "not measured", "", "It is unknown.", is_unknown=True)
    if row["risk"] is None:
        return Number(name, "unknown", "", sentence(row["sentence"]), is_unknown=True)
    interval = f"{share_text(row['risk_low'])} to {share_text(row['risk_high'])}"
    # Beside the end that it holds for.
    held = "" if limit is None else f"; limit {limit_percent(limit)}"
    if row["is_unknown"]:
        measured = f"measured: {share_text(row['risk'])} ({interval})"
        return Number(name, "unknown", measured, sentence(row["sentence"]), is_unknown=True)
    return Number(name, share_text(row["risk"]), f"{interval}{held}", sentence(row["sentence"]), is_unknown=False)


def opening_of_release(
    con: DuckDBPyConnection, release: str, passes: bool, said: str, limits: Limits, reported: str | None = None
) -> Opening:
    """The verdict of the gate in red or green. It is not green where one of the three risks is unknown, or has no
    limit: what was not looked at must not look safe.

    Args:
        con: a DuckDB connection.
        release: the release.
        passes: whether the gate lets it pass.
        said: what the gate says.
        limits: that it was held against.
        reported: what the report is on, if that is not the release alone.
    """
    rows = _risk_rows(con, release, limits)
    given = limits.given_limits
    numbers = [_number(name, rows.get(criterion), given.get(f"max_{criterion}")) for criterion, name in RISKS.items()]
    missing = [*_missing_of_release(con, release, limits, rows), *missing_limits(reported or release, limits)]
    if passes and missing:
        return Opening(False, NOT_YET, missing, numbers)
    return Opening(passes, said, missing, numbers)


def _missing_of_release(con: DuckDBPyConnection, release: str, limits: Limits, rows: dict[str, Row]) -> list[Missing]:
    """What must be measured before a release can have a green verdict."""
    command, missing = f"setrisk assess DATABASE {shlex.quote(release)}", []
    required = list(limits.known or REQUIRED_KNOWN)
    asked = _assessed_numbers(con, release)
    measure = command if required == list(REQUIRED_KNOWN) else f"{command} --known {known_option(required)}"
    if not is_assessed(con, release):
        missing.append(Missing("What it gives away about people was not measured. This measures it:", measure))
    elif too_few := sorted(set(required) - set(asked)):
        missing.append(
            Missing(
                f"It was not assessed for attackers who know {', '.join(map(str, too_few))} items. This measures it:",
                f"{command} --known {known_option({*required, *asked})}",
            )
        )
    else:
        missing += _missing_risks(command, rows)
    return missing


def _assessed_numbers(con: DuckDBPyConnection, release: str) -> list[int]:
    """The numbers of known items that a release was assessed for."""
    rows = run(con, "assessment/assessed_scope", release=release).fetchall()
    return rows[0][1] if rows else []


def known_option(numbers: Iterable[int]) -> str:
    """Numbers as `--known` takes them."""
    return ",".join(map(str, sorted(numbers)))


def _missing_risks(command: str, rows: dict[str, Row]) -> list[Missing]:
    """What to do about the risks that are unknown, by cause."""
    nobody = [name.lower() for criterion, name in RISKS.items() if criterion not in rows]
    without_control = [
        name.lower() for criterion, name in RISKS.items() if criterion in rows and rows[criterion]["risk"] is None
    ]
    weak = [
        name.lower()
        for criterion, name in RISKS.items()
        if criterion in rows and rows[criterion]["risk"] is not None and rows[criterion]["is_unknown"]
    ]
    missing = []
    if nobody:
        missing.append(
            Missing(
                f"Nothing is known of {word_list(nobody)}: there was nobody with enough items to ask about, or nothing "
                "to guess. If fewer items are known there may be:",
                f"{command} --known 1",
            )
        )
    if without_control:
        missing.append(
            Missing(
                f"Nothing is known of {word_list(without_control)}: of people who are not in the release nobody could "
                "be asked about. A data set of more such people would help:",
                f"{command} --control DATASET",
            )
        )
    if weak:
        missing.append(
            Missing(
                f"Nothing is known of {word_list(weak)}: the attack was too weak. With more known items it may not be:",
                f"{command} --known 1..8",
            )
        )
    return missing


def missing_limits(name: str, limits: Limits) -> list[Missing]:
    """Which limits must be given before a release, or one of a grid, can have a green verdict."""
    given = limits.numbers
    # A limit that everything keeps is none.
    free = [criterion for criterion in RISKS if given.get(f"max_{criterion}", 1) >= 1]
    if not free:
        return []
    proposed = given | {f"max_{criterion}": _EXAMPLES[criterion] for criterion in free}
    options = " ".join(
        [f"--{limit.replace('_', '-')} {value:g}" for limit, value in proposed.items()]
        + ([f"--known {known_option(limits.known)}"] if limits.known else [])
    )
    return [
        Missing(
            f"No limit was given for {word_list([RISKS[criterion].lower() for criterion in free])}. Choose how much "
            "you accept, for example:",
            f"setrisk report DATABASE {shlex.quote(name)} {shlex.quote(f'{name}.html')} --replace {options}",
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


def measurements(con: DuckDBPyConnection, release: str, dataset: str | None, limits: Limits) -> Measurements:
    """The risks of a release by the number of known items, beside the data as they are.

    How few people share what is known can be counted in the data. The three risks of the data are known if the data set
    was assessed. Those of a release that was made elsewhere are not here: dataset is None.
    """
    assessed = dict(_assessed_criteria(con, release))
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
        ((is_before_known,),) = run(con, "report/is_assessed_dataset", dataset=dataset).fetchall()
    if assessed and is_before_known:
        table, rows = run_query(con, f"Before: {dataset} as it is", text("report/risk_curves", release=dataset))
        tables.append(table)
        before |= {
            criterion: known_risks([row for row in measured if row["known"] <= most])
            for criterion, measured in _by_criterion(rows).items()
            if criterion != "narrowing"
        }
    ((is_noisy,),) = run(con, "assessment/is_noisy", release=release).fetchall()
    asked = Asked("the release", _assessed_numbers(con, release), is_noisy)
    criteria = [
        Criterion(
            title.format(k=k),
            [
                Measured(f"after: release {release}", known_risks(after.get(criterion, [])), 0),
                Measured("before: the data as they are", before.get(criterion, []), 1, is_before=True),
            ],
            unmeasured_notes(criterion, [(asked, after.get(criterion, []))])
            if not criterion.startswith("sensitive") or any(name.startswith("sensitive") for name in after)
            else [],
            limits.given_limits.get(f"max_{criterion}"),
        )
        for criterion, title in PANELS.items()
    ]
    notes = [
        *_notes(dataset, k, is_assessed=bool(assessed), is_before_known=is_before_known),
        *unassessed_notes([asked]),
    ]
    return Measurements(curves("Risk by how much is known of a person", criteria, notes), tables)


def _by_criterion(rows: list[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["criterion"], []).append(row)
    return found


def known_risks(rows: Sequence[Row], value: str = "risk") -> list[Known]:
    """The numbers of a line, whose intervals are in the columns of the same name. What is unknown has none."""
    return [
        Known(row["known"], row[value], row[f"{value}_low"], row[f"{value}_high"], row.get("is_weak", False))
        for row in rows
        if row[value] is not None
    ]


def _notes(dataset: str | None, k: int, *, is_assessed: bool, is_before_known: bool) -> list[str]:
    """What the picture shows, and what 'before' is."""
    notes = [
        f"{INTERVALS} Random items of the person are known, or the rarest: whichever may give away more.",
        "Before, the data as they are, is not here: the release was made elsewhere."
        if dataset is None
        else "Dashed is before: the data as they are. Narrowing was counted in them: of how many people of "
        f"{dataset} fewer than {k} transactions have the known items.",
    ]
    if is_assessed and not is_before_known and dataset is not None:
        notes.append(
            "The three risks before were not measured, so they have no dashed lines. To measure them: "
            f"setrisk assess DATABASE {shlex.quote(dataset)}"
        )
    return notes


def measured_section(con: DuckDBPyConnection, release: str, limits: Limits, tables: list[Table]) -> Section:
    """The numbers behind the picture, and of an assessed release the attacks behind these."""
    if not is_assessed(con, release):
        return Section(_MEASURED, ["The release was not assessed: its risks are unknown."], tables)
    three_risks, _ = run_query(
        con, "The highest of each risk", text("report/three_risks", release=release, known=limits.known or None)
    )
    attacks, _ = run_query(con, "All attacks", text("report/common_attacks", release=release))
    return Section(
        _MEASURED,
        [
            "The same attacks are tried on every release, whatever it promises: on people who are in it (main), on "
            "people of the same population who are not (control), and without what is known of them (naive). The risk "
            "is what main has in advance of control, of all that there is to gain. The uniform adversary draws at "
            "random what the release leaves open; the sharper one attacks it first, where its family has such attacks. "
            "The risk is that of the one who gains more.",
        ],
        [three_risks, *tables, attacks],
        list(QUESTIONS),
    )
