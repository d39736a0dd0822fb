"""What a report says of a series of releases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.pipelines.methods import FAMILIES
from setrisk.pipelines.quoting import literal
from setrisk.pipelines.report.parts import Row, Section, asked, bars

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_MOST_RECORDS = 25


def sections_of_series(con: DuckDBPyConnection, series: str, limits: dict[str, float]) -> list[Section]:
    """What is out, what it reveals together, and what was not tested."""
    name = literal(series)
    releases, rows = asked(
        con,
        "Releases, in order",
        "SELECT s.position, s.release, r.dataset, r.method, r.parameters, r.marks, r.created_at,\n"
        "    (SELECT sum(c.n_records) FROM setrisk.cluster AS c WHERE c.release = s.release)::BIGINT AS records\n"
        "FROM setrisk.series AS s JOIN setrisk.release AS r ON r.release = s.release\n"
        f"WHERE s.series = {name} ORDER BY s.position",
    )
    own = [row["release"] for row in rows if "imported" not in row["marks"]]
    found = [Section("What was released", [f"{len(rows)} releases of one thing that changes."], [releases])]
    if own:
        found.append(_at_risk(con, own, limits))
    found.append(_last(con, name, literal(rows[-1]["release"])))
    untested = [
        "What a release that is not in the series tells: only these were looked at.",
        *FAMILIES["serial"].not_covered,
    ]
    return [*found, Section("What was not tested", [], points=untested)]


def _at_risk(con: DuckDBPyConnection, releases: list[str], limits: dict[str, float]) -> Section:
    each = "\nUNION ALL\n".join(
        f"SELECT {number} AS place, {literal(release)} AS release, r.attack, count(*) AS records,\n"
        "    count(*) FILTER (WHERE r.at_risk) AS at_risk, count(*) FILTER (WHERE r.at_risk) / count(*) AS share\n"
        f"FROM setrisk.risk({literal(release)}) AS r GROUP BY r.attack"
        for number, release in enumerate(releases, 1)
    )

    def label(row: Row) -> str:
        return f"{row['release']}: {row['attack']}"

    table, rows = asked(
        con,
        "People at risk, by release and attack",
        f"SELECT e.release, e.attack, e.records, e.at_risk, e.share\nFROM (\n{each}\n) AS e ORDER BY e.place, e.attack",
        chart=lambda rows: bars("Share of the people at risk", rows, label, "share"),
    )
    sentences = ["Attack 'none' is the release by itself; the others are those that were run on it."]
    limit = limits.get("max_at_risk")
    if limit is not None:
        above = [label(row) for row in rows if row["share"] > limit]
        sentences.append(
            f"Above the limit of {limit:g}: {', '.join(above)}." if above else f"None is above the limit of {limit:g}."
        )
    return Section("Who is at risk", sentences, [table])


def _last(con: DuckDBPyConnection, name: str, release: str) -> Section:
    table, rows = asked(
        con,
        "People of whom more could be believed than is promised",
        "SELECT m.release, m.record, m.item, m.scope, m.prior, m.posterior, m.allowed, m.through, m.anyway, m.change\n"
        f"FROM setrisk.may_publish({name}, {release}) AS m ORDER BY m.posterior / m.allowed DESC, m.release, m.record",
        most=_MOST_RECORDS,
    )
    sentence = (
        f"No: {len({(row['release'], row['record']) for row in rows}):,} records would be at risk."
        if rows
        else "Yes, as far as composition attacks go: nobody would be at risk by comparing the releases of the series."
    )
    return Section("May the last one be published, given what is out already?", [sentence], [table])
