"""The sections of a report on a release."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.quoting import call, literal
from setrisk.pipelines.common.share import percent
from setrisk.pipelines.database.statements import run, text
from setrisk.pipelines.methods.attack_run import RANDOM_BASELINE
from setrisk.pipelines.methods.description import METHODS
from setrisk.pipelines.methods.families import FAMILIES, Family, gaps_of
from setrisk.pipelines.methods.promises import promise_text
from setrisk.pipelines.report.assessed import (
    Assessment,
    Measurements,
    assessment_of,
    measured_section,
    measurements,
    opening_of_release,
)
from setrisk.pipelines.report.commands import Commands
from setrisk.pipelines.report.meanings import meanings_of_names, meanings_section, whole_name
from setrisk.pipelines.report.parts import (
    MOST_RECORDS,
    Bars,
    Missing,
    Opening,
    Row,
    Section,
    Table,
    bars,
    run_query,
    sentence,
    value_text,
)
from setrisk.pipelines.report.scatter import AT_RISK, risk_and_utility
from setrisk.pipelines.report.untested import has_unknown_risk, untested_attacks, untested_section
from setrisk.pipelines.risk.gate import limits_on_release, verdict_on_release
from setrisk.pipelines.risk.limits import Limits
from setrisk.sql import relations

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Runs of the random baseline: as many as its draws for the share at risk. `evaluate` has more, and takes longer.
_DRAWS = 10
_TESTS = "Tests of its promise: attacks of its own family, beside guessing"
_LIMITS = {f.name: None for f in fields(Limits)} | {"allow_exported": False}
_WHO = "Tests of its promise: who is at risk, and why"


def sections_of_release(
    con: DuckDBPyConnection, release: str, limits: Limits, commands: Commands, progress: Progress
) -> list[Section]:
    """All sections, or, for an imported release, those that need no original data."""
    progress("what was released")
    entry, (described,) = run_query(con, "The release", text("report/described_release", release=release))
    family_name, is_imported = described["family"], "imported" in described["marks"]
    family = FAMILIES[family_name]
    progress("how risk grows with what is known")
    assessed = assessment_of(con, release, limits)
    has_measurements = not is_imported or assessed.is_there
    measured = (
        measurements(con, release, described["dataset"], assessed, limits, commands) if has_measurements else None
    )
    progress("whether it may be published")
    found = [
        _verdict_section(con, release, assessed, limits.imported_limits if is_imported else limits, measured, commands),
        _meanings_section(con, release, family_name, described["parameters"]),
        _release_section(con, release, entry, described),
    ]
    if measured is not None:
        found.append(measured_section(con, release, assessed, measured.tables))
    if is_imported:
        stored, _ = run_query(con, "Attacks that were run", text("report/stored_attacks", release=release))
        found.append(
            Section(
                "Risk",
                [
                    "The release was made elsewhere. Whether it keeps what it promises cannot be computed here, "
                    "because the original data are missing."
                    + (
                        f" So no limit on that was looked at ({', '.join(dropped)})."
                        if (dropped := sorted(limits.numbers.keys() - limits.imported_limits.numbers.keys()))
                        else ""
                    )
                ],
                [stored],
            )
        )
    else:
        progress("how well attacks did, beside guessing")
        found.append(_attack_section(con, release, family))
        progress("who is at risk")
        found.append(_risk_section(con, release, family))
        progress("what the release has cost")
        cost, kept = _cost_section(con, release)
        found.append(cost)
        # Whoever reads the verdict alone must not miss it.
        found[0] = replace(found[0], sentences=[kept, *found[0].sentences])
    untested = _untested_section(con, release, family_name, described["parameters"], assessed.assessed_for)
    return [*found, untested]


def _release_section(con: DuckDBPyConnection, release: str, entry: Table, row: Row) -> Section:
    made = next((m for m in METHODS if m.task == "protect" and m.name == row["method"]), None)
    sentences = [f"{release} was made by {whole_name(row['method'])}, of the family {row['family']}."]
    if made is not None:
        sentences += [f"{made.meaning}.", f"What it promises: {promise_text(made.promise, row['parameters'])}"]
    refused, _ = run_query(con, "", text("report/refused_marks", release=release))
    sentences += [f"But {reason} ({mark})." for mark, reason in refused.rows]
    covered = []
    if "imported" in row["marks"]:
        sentences.append("It was made elsewhere, so it cannot be checked here whether it keeps the promise.")
    else:
        _, (about,) = run_query(con, "", f"FROM {call('setrisk.coverage', release)}")
        # What was not counted would be an empty cell.
        counted = [name for name, value in about.items() if value is not None]
        query = f"SELECT COLUMNS({literal(counted)}) FROM {call('setrisk.coverage', release)}"
        covered = [run_query(con, "What it protects", query)[0]]
        if about["rare_itemsets"]:
            sentences.append(
                f"The promise covers {about['covered_itemsets']:,} of the {about['rare_itemsets']:,} itemsets of one "
                f"or two items that fewer than {about['k']} people hold ({percent(about['coverage'])}), "
                f"over {about['covered_items']:,} of the {about['all_items']:,} items. Other itemsets are not "
                "protected and may still identify people."
            )
        elif about["rare_itemsets"] is None:
            promised = "all" if about["coverage"] == 1 else "none"
            sentences.append(f"Rare itemsets were not counted: the method promises to protect {promised} of them.")
    return Section("What was released, and what it promises", sentences, [entry, *covered])


def _verdict_section(
    con: DuckDBPyConnection,
    release: str,
    assessed: Assessment,
    limits: Limits,
    measured: Measurements | None,
    commands: Commands,
) -> Section:
    """The verdict, the three risks, and the picture of them; of an imported release what the gate says."""
    limits = limits_on_release(con, release, limits)
    reasons, refusals = run_query(
        con,
        "Reasons not to publish",
        text("report/reasons_to_refuse", release=release, **_LIMITS | limits.given_limits),
    )
    verdict = verdict_on_release(
        con,
        release,
        [(row["refusal"], row["attack"], row["reason"]) for row in refusals],
        limits,
        (assessed.assessed_for, assessed.highest),
    )
    said = f"{sentence(verdict.sentence)} {meanings_of_names(verdict.sentence)}".strip()
    if measured is None:
        opening, charts = Opening(verdict.passes, said), []
    else:
        opening = opening_of_release(con, release, assessed, verdict.passes, said, limits, commands)
        kinds = {row["refusal"] for row in refusals}
        # An empty release can never pass, whatever attacks it.
        if "not_attacked" in kinds and "empty" not in kinds:
            attacks = Missing(
                "Attacks that the gate asks for are missing, or could say nothing. This runs those of setrisk that are "
                "missing:",
                commands.attack(release),
            )
            opening = replace(opening, missing=[attacks, *opening.missing])
        charts = measured.charts
    return Section(
        "May it be published?",
        [f"The gate alone: {said}"] if opening.is_green != verdict.passes else [],
        [reasons],
        opening=opening,
        charts=list(charts),
    )


def _meanings_section(con: DuckDBPyConnection, release: str, family: str, parameters: dict[str, Any]) -> Section:
    _, attacks = run_query(con, "", text("report/run_methods", release=release))
    return meanings_section(
        family,
        parameters,
        [row["method"] for row in attacks],
        {row["knowledge"] for row in attacks},
    )


def _attack_section(con: DuckDBPyConnection, release: str, family: Family) -> Section:
    stored, rows = run_query(con, "Attacks that were run", text("report/stored_attacks", release=release))
    if not rows:
        return Section(_TESTS, ["It has not been attacked, so it is unknown what attacks would find."], [stored])

    run = con.execute("SELECT a.attack, a.is_baseline FROM setrisk_internal.attack_runs(?) AS a", [release]).fetchall()
    grey = {RANDOM_BASELINE, *(attack for attack, is_baseline in run if is_baseline)}

    def charts(found: list[Row]) -> list[Bars]:
        return [
            chart
            for quantity in family.quantities
            for chart in bars(
                quantity.title,
                [row for row in found if quantity.part is None or row["part"] == quantity.part],
                lambda row: value_text(row["attack"], "attack"),
                quantity.column,
                quantity.interval,
                baseline=lambda row: row["attack"] in grey,
            )
        ]

    draws, relation = _DRAWS if family.semantic else None, f"setrisk.{family.evaluation}"
    _, ranked = run_query(con, "", text("risk/ordered_summary", release=release, at_risk_below=None))
    strongest = [row["attack"] for row in ranked]
    (evaluation,) = (each for each in relations() if each.name == family.evaluation)
    columns = [f"e.{column.name}" for column in evaluation.columns]
    # Without the other readings of a quantity, which would not fit on a page.
    shown = [column for column in columns if not column.endswith(("_printed", "_matching"))]
    outcome, _ = run_query(
        con,
        "How well they did",
        f"SELECT {', '.join(shown)} FROM {call(relation, release, draws=draws)} AS e "
        f"ORDER BY list_position({literal(strongest)}, e.attack), {', '.join(columns)}",
        chart=charts,
    )
    explained = (
        f"Grey bars are guessing without any knowledge: the random baseline is the mean over {_DRAWS} draws. An attack "
        "that guesses shows the one draw that is stored, and may leave out items that its knowledge does not know. "
        "Lines are 95 % intervals."
        if family.semantic
        else "These attacks do not guess, so there is no random baseline."
    )
    sentences = [explained, *([family.reading] if family.reading else [])]
    return Section(_TESTS, sentences, [outcome, stored])


def _risk_section(con: DuckDBPyConnection, release: str, family: Family) -> Section:
    if has_unknown_risk(con, release):
        return Section(_WHO, ["It has not been attacked, so it is unknown who is at risk."])
    by_attack, _ = run_query(
        con,
        "Records at risk, by attack",
        text("risk/ordered_summary", release=release, at_risk_below=None),
        chart=lambda rows: bars(
            "Share of the records at risk",
            rows,
            lambda row: value_text(row["attack"], "attack"),
            "share_at_risk",
            baseline=lambda row: bool(row["is_baseline"]),
        ),
    )
    who, _ = run_query(
        con,
        "Who is at risk, and why",
        # If the published records have no numbers, the owner's numbers would identify people: not even shown here.
        text(f"report/{'records' if family.numbered else 'people'}_at_risk", release=release),
        most=MOST_RECORDS,
    )
    _, (headline,) = run_query(con, "", f"SELECT h.sentence FROM {call('setrisk.risk_headline', release)} AS h")
    return Section(
        _WHO,
        [
            sentence(headline["sentence"]),
            "The release as it is: what it reveals without any attack. Grey is guessing, by its mean over several "
            "draws; the rows below are of its first draw.",
            *(["Records are numbered as in the release."] if family.numbered else []),
        ],
        [by_attack, who],
    )


def _cost_section(con: DuckDBPyConnection, release: str) -> tuple[Section, str]:
    """The section, and how far counts of pairs are off in a sentence."""
    utility, rows = run_query(
        con,
        "Errors of counting queries",
        text("report/query_errors", release=release),
        chart=lambda rows: bars(
            "Error of counting queries, 0 right to 2 wrong, by how many records hold the pair",
            rows,
            lambda row: str(row["band"]),
            "error",
            ("low", "high"),
            most=2.0,
        ),
    )
    own, _ = run_query(
        con,
        "Measures of its own family",
        text("report/own_metrics", release=release),
    )
    beside = _grid_tables(con, release)
    section = Section(
        "What it has cost",
        [
            "Counting queries ask how many records hold two items; they are answered by random reconstructions of the "
            "release. Lines are one standard deviation over the reconstructions.",
        ],
        [utility, *beside, own],
    )
    return section, kept_in_words({row["band"]: row["error"] for row in rows})


def kept_in_words(errors: dict[str, float]) -> str:
    """How far counts of pairs are off."""
    if "all" not in errors:
        return "What it keeps is unknown: no two items are together in any record of the data."
    frequent = f", of frequent pairs by {errors['high']:.2f}" if "high" in errors else ""
    useless = " It keeps next to nothing." if errors.get("high", errors["all"]) >= 1 else ""
    return (
        f"What it keeps: numbers of people who have a pair of items are off by {errors['all']:.2f} (0 is right, 2 "
        f"useless){frequent}.{useless}"
    )


def _grid_tables(con: DuckDBPyConnection, release: str) -> list[Table]:
    """The release beside what was tried on its data set, if anything was. Both are measured with the settings that most
    of those cells have: only then can they be compared.
    """
    found = run(con, "report/usual_settings", release=release).fetchall()
    if not found:
        return []
    ((reconstructions, pairs, threshold),) = found
    table, _ = run_query(
        con,
        f"Risk and utility, beside what was tried of the same data set (at risk: fewer than {threshold} candidates)",
        text(
            "report/beside_grids",
            release=release,
            reconstructions=reconstructions,
            pairs=pairs,
            at_risk_below=threshold,
        ),
        chart=lambda rows: risk_and_utility(rows, AT_RISK),
    )
    return [table]


def _untested_section(
    con: DuckDBPyConnection,
    release: str,
    family_name: str,
    parameters: Mapping[str, Any],
    assessed_for: str | None,
) -> Section:
    points = [f"The attack {called}: {m.meaning}." for m, called in untested_attacks(con, release, family_name)]
    if assessed_for is not None:
        points.append(f"Attackers who know another number of items: {assessed_for}.")
    ((knows_more,),) = run(con, "report/attackers_know_more", release=release).fetchall()
    if FAMILIES[family_name].semantic and not knows_more:
        points.append(
            "Attackers who know more about items than the release shows: no corpus and no word vectors were used "
            "(knowledge)."
        )
    return untested_section([*points, *gaps_of(family_name, parameters)])
