"""What a report says of a release."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from setrisk.pipelines.methods import FAMILIES, METHODS, Family
from setrisk.pipelines.quoting import literal
from setrisk.pipelines.report.parts import (
    MOST_RECORDS,
    PARAMETERS,
    Bars,
    Row,
    Section,
    asked,
    bars,
    named,
    risk_and_utility,
)
from setrisk.pipelines.report.untested import untested

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def sections_of_release(con: DuckDBPyConnection, release: str, limits: dict[str, float]) -> list[Section]:
    """All sections, or those that need no original data, where the release was imported."""
    name = literal(release)
    ((family_name, marks),) = con.execute(
        "SELECT r.family, r.marks FROM setrisk.release AS r WHERE r.release = ?", [release]
    ).fetchall()
    family = FAMILIES[family_name]
    found = [_released(con, release, name)]
    if "imported" in marks:
        stored, _ = asked(con, "Attacks that were run", _stored(name))
        found.append(
            Section(
                "Risk",
                ["The release was made elsewhere: without the original data its risk cannot be told here."],
                [stored],
            )
        )
    else:
        found += [
            _verdict(con, name, limits),
            _attacks(con, name, family),
            _at_risk(con, name, family),
            _cost(con, name),
        ]
    return [*found, _untested(con, release, family_name)]


def _released(con: DuckDBPyConnection, release: str, name: str) -> Section:
    entry, (row,) = asked(
        con,
        "The release",
        "SELECT r.dataset, r.family, r.method, r.parameters, r.marks, r.created_at,\n"
        "    (SELECT count(*) FROM setrisk.published_item AS p WHERE p.release = r.release) AS items\n"
        f"FROM setrisk.release AS r WHERE r.release = {name}",
    )
    made = next((m for m in METHODS if m.task == "protect" and m.name == row["method"]), None)
    sentences = [f"{release} was made by {row['method']}, of the family {row['family']}."]
    if made is not None:
        parameters = {key: value for key, value in row["parameters"].items() if value is not None}
        sentences = [
            f"{made.meaning} ({made.source}).",
            f"What it promises: {made.promise.format_map(defaultdict(lambda: 'as its publisher chose', parameters))}",
        ]
    refused, _ = asked(
        con, "", f"SELECT f.refusal, f.reason FROM setrisk.refusals({name}) AS f WHERE f.refusal <> 'not attacked'"
    )
    sentences += [f"But {reason} ({mark})." for mark, reason in refused.rows]
    coverage = FAMILIES[row["family"]].coverage
    covered = []
    if "imported" in row["marks"]:
        sentences.append("It was made elsewhere: whether it keeps the promise cannot be told here.")
    elif coverage:
        table, (about,) = asked(con, "What it protects", f"SELECT c.* FROM setrisk.{coverage}({name}) AS c")
        sentences.append(
            f"That is promised of {about['itemsets']:,} itemsets, of {about['items']:,} of the {about['all_items']:,} "
            "items: of no others, and others may find people."
        )
        covered = [table]
    return Section("What was released, and what it promises", sentences, [entry, *covered])


def _verdict(con: DuckDBPyConnection, name: str, limits: dict[str, float]) -> Section:
    table, rows = asked(
        con,
        "Reasons not to publish",
        "SELECT f.refusal, f.attack, f.found, f.allowed, f.reason\n"
        f"FROM setrisk.refusals({name}{named(limits)}) AS f ORDER BY ALL",
    )
    how_far = "its marks, these limits and the attacks that were run" if limits else "its marks"
    sentence = f"The gate refuses it: {'; '.join(row['reason'] for row in rows)}." if rows else (
        f"The gate lets it pass, as far as {how_far} go."
    )  # fmt: skip
    without = [] if limits else ["No limits on risk were given, so that the gate looked at the marks alone."]
    return Section("May it be published?", [sentence, *without], [table])


def _attacks(con: DuckDBPyConnection, name: str, family: Family) -> Section:
    stored, rows = asked(con, "Attacks that were run", _stored(name))
    if not rows:
        return Section("Attacks", ["No one has attacked it: nothing is known of what attacks find."], [stored])

    def charts(found: list[Row]) -> list[Bars]:
        return [
            chart
            for quantity in family.quantities
            for chart in bars(
                quantity.title,
                [row for row in found if quantity.part is None or row["part"] == quantity.part],
                lambda row: str(row["attack"]),
                quantity.column,
                quantity.interval,
                baseline=lambda row: str(row["attack"]).startswith("random"),
            )
        ]

    outcome, _ = asked(
        con,
        "How well they did",
        f"SELECT e.* FROM setrisk.{family.evaluation}({name}) AS e ORDER BY ALL",
        chart=charts,
    )
    sentence = (
        "Grey bars are the random baseline: what someone gets who knows nothing. Lines are 95 % intervals."
        if family.semantic
        else "These attacks need no luck, so that there is no random baseline; 'none' is the release as it is."
    )
    return Section("Attacks beside their baseline", [sentence], [outcome, stored])


def _stored(name: str) -> str:
    return (
        "SELECT a.attack, a.method, a.measure, a.attacked_at\n"
        f"FROM setrisk.attack AS a WHERE a.release = {name} ORDER BY a.attacked_at, a.attack"
    )


def _at_risk(con: DuckDBPyConnection, name: str, family: Family) -> Section:
    by_attack, _ = asked(
        con,
        "Records at risk, by attack",
        "SELECT r.attack, count(*) AS records, count(*) FILTER (WHERE r.at_risk) AS at_risk,\n"
        "    count(*) FILTER (WHERE r.at_risk) / count(*) AS share,\n"
        "    avg(r.score) AS mean_score, max(r.score) AS max_score\n"
        f"FROM setrisk.risk({name}) AS r GROUP BY r.attack ORDER BY share DESC, r.attack",
        chart=lambda rows: bars("Share of the records at risk", rows, lambda row: str(row["attack"]), "share"),
    )
    who, _ = asked(
        con,
        "Who is at risk, and why",
        # Where records have no numbers in what is published, theirs are the owner's: not even here.
        # Equal scores differ in their last digits, by the order in which DuckDB has added them up.
        f"SELECT {'r.record' if family.numbered else 'count(*) AS people'}, r.attack, round(r.score, 9) AS score,\n"
        f"    r.evidence\nFROM setrisk.risk({name}) AS r WHERE r.at_risk GROUP BY ALL\n"
        "ORDER BY score DESC, r.attack, r.evidence, 1",
        most=MOST_RECORDS,
    )
    return Section(
        "Who is at risk, and why",
        [
            "Attack 'none' is the release as it is, without any attack.",
            *(["Records are numbered as in the release."] if family.numbered else []),
        ],
        [by_attack, who],
    )


def _cost(con: DuckDBPyConnection, name: str) -> Section:
    utility, _ = asked(
        con,
        "Errors of counting queries",
        "SELECT u.band, u.pairs, u.least, u.most, u.error, u.spread,\n"
        "    u.error - u.spread AS low, u.error + u.spread AS high\n"
        f"FROM setrisk.utility({name}) AS u ORDER BY u.band = 'all', u.least",
        chart=lambda rows: bars(
            "Error of counting queries, 0 right to 2 wrong, by how many records hold the pair",
            rows,
            lambda row: str(row["band"]),
            "error",
            ("low", "high"),
            most=2.0,
        ),
    )
    own, _ = asked(
        con,
        "Measures of its own family",
        f"SELECT d.measure, d.value FROM setrisk.distortions({name}) AS d ORDER BY d.measure",
    )
    runs, queries = _asked_before(con, name)
    beside, _ = asked(
        con,
        "Risk and utility, beside what was tried of the same data set",
        "SELECT 'this' AS cell, 'this release' AS method, made.parameters, m.share_at_risk, m.error\n"
        f"FROM setrisk.measures({name}, runs := {runs}, queries := {queries}) AS m\n"
        f"JOIN setrisk.release AS made ON made.release = {name}\n"
        f"UNION ALL\nSELECT w.grid || ' ' || w.cell, w.method, {PARAMETERS}, w.share_at_risk, w.error\n"
        "FROM setrisk_private.whatif_cell AS w JOIN setrisk.release AS made ON made.dataset = w.dataset\n"
        f"WHERE made.release = {name} AND w.failure IS NULL AND w.release IS DISTINCT FROM made.release\n"
        f"    AND w.runs = {runs} AND w.queries = {queries} ORDER BY ALL",
        chart=risk_and_utility,
    )
    return Section(
        "What it has cost",
        [
            "Counting queries ask how many records hold two items, of random reconstructions of the release. Lines "
            "are one standard deviation from one reconstruction to the next.",
        ],
        [utility, beside, own],
    )


def _asked_before(con: DuckDBPyConnection, name: str) -> tuple[int, int]:
    """Runs and queries that utility was measured with when releases of the data set were tried, those of most of them:
    only then they may be compared.
    """
    found = con.execute(
        "SELECT w.runs, w.queries FROM setrisk_private.whatif_cell AS w JOIN setrisk.release AS made USING (dataset) "
        f"WHERE made.release = {name} AND w.failure IS NULL "
        "GROUP BY ALL ORDER BY count(*) DESC, w.runs, w.queries LIMIT 1"
    ).fetchall()
    return found[0] if found else (20, 100)


def _untested(con: DuckDBPyConnection, release: str, family_name: str) -> Section:
    points = [f"The attack {called}: {m.meaning}." for m, called in untested(con, release, family_name)]
    ((knows_more,),) = con.execute(
        f"SELECT count(*) > 0 FROM setrisk.stored_attacks({literal(release)}) AS a "
        "WHERE a.measure <> 'self' AND NOT a.is_luck"
    ).fetchall()
    if FAMILIES[family_name].semantic and not knows_more:
        points.append(
            "Attackers who know more of items than the release shows: no corpus and no word vectors were used "
            "(measure)."
        )
    return Section(
        "What was not tested",
        ["A report shows what was looked at. What follows was not, and may be worse:"],
        points=[*points, *FAMILIES[family_name].not_covered],
    )
