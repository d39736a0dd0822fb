"""The sections of a report on a series of releases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.quoting import literal
from setrisk.pipelines.methods.families import FAMILIES
from setrisk.pipelines.report.parts import MOST_RECORDS, Row, Section, Table, asked, bars, named
from setrisk.pipelines.report.untested import untested

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def sections_of_series(
    con: DuckDBPyConnection, series: str, limits: dict[str, float], progress: Progress
) -> list[Section]:
    """What was published, what it reveals together, and what was not tested."""
    progress("what was released")
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
    elsewhere = [row["release"] for row in rows if "imported" in row["marks"]]
    found = [Section("What was released", [f"{len(rows)} releases of one thing that changes."], [releases])]
    progress("whether the last one may be published")
    refused = _refused(con, own, elsewhere, limits)
    found.append(_last(con, name, literal(rows[-1]["release"]), refused, elsewhere, bool(limits)))
    if own:
        found.append(_at_risk(con, own))
    return [*found, _untested(con, name)]


def _refused(con: DuckDBPyConnection, own: list[str], elsewhere: list[str], limits: dict[str, float]) -> Table:
    """What the gate says about each release; those that were made elsewhere are judged by their marks alone."""
    each = "\nUNION ALL\n".join(
        f"SELECT f.* FROM setrisk.refusals({literal(release)}{named(given)}) AS f"
        for releases, given in ((own, limits), (elsewhere, {}))
        for release in releases
    )
    return asked(
        con,
        "What the gate refuses",
        f"SELECT e.release, e.refusal, e.attack, e.found, e.allowed, e.reason\nFROM (\n{each}\n) AS e ORDER BY ALL",
    )[0]


def _untested(con: DuckDBPyConnection, name: str) -> Section:
    releases = con.execute(
        f"SELECT s.release FROM setrisk.series AS s WHERE s.series = {name} ORDER BY s.position"
    ).fetchall()
    points = [
        f"{release}: {', '.join(called for _, called in left)}."
        for (release,) in releases
        if (left := untested(con, release, "serial"))
    ]
    return Section(
        "What was not tested",
        [
            "This report shows what was examined. The following was not: attacks that were not run on a release, and "
            "more."
        ],
        points=[*points, *FAMILIES["serial"].not_covered],
    )


def _at_risk(con: DuckDBPyConnection, releases: list[str]) -> Section:
    each = "\nUNION ALL\n".join(
        f"SELECT {number} AS place, {literal(release)} AS release, r.attack, r.records, r.at_risk, r.share_at_risk\n"
        f"FROM setrisk.risk_summary({literal(release)}) AS r"
        for number, release in enumerate(releases, 1)
    )

    def label(row: Row) -> str:
        return f"{row['release']}: {row['attack']}"

    table, _ = asked(
        con,
        "People at risk, by release and attack",
        "SELECT e.release, e.attack, e.records, e.at_risk, e.share_at_risk\n"
        f"FROM (\n{each}\n) AS e ORDER BY e.place, e.attack",
        chart=lambda rows: bars("Share of the people at risk", rows, label, "share_at_risk"),
    )
    sentence = "Attack 'none' is the release by itself; the others are those that were run on it."
    return Section("Who is at risk", [sentence], [table])


def _last(
    con: DuckDBPyConnection, name: str, release: str, refused: Table, elsewhere: list[str], has_limits: bool
) -> Section:
    table, rows = asked(
        con,
        "People of whom more could be believed than is promised",
        "SELECT m.release, m.record, m.item, m.scope, m.prior, m.posterior, m.allowed, m.through, m.anyway, m.change\n"
        f"FROM setrisk.may_publish({name}, {release}) AS m ORDER BY m.posterior / m.allowed DESC, m.release, m.record",
        most=MOST_RECORDS,
    )
    n_records = len({(row["release"], row["record"]) for row in rows})
    reasons = [f"{release}: {reason}" for release, *_, reason in refused.rows]
    if rows:
        reasons.insert(0, f"comparing the releases of the series puts {n_records:,} records at risk")
    if reasons:
        sentence = f"No: {'; '.join(reasons)}."
    else:
        how_far = "marks, limits and composition attacks go" if has_limits else "marks and composition attacks go"
        sentence = f"Yes, as far as {how_far}: nobody would be at risk by comparing the releases of the series."
    sentences = [sentence]
    if elsewhere:
        sentences.append(
            f"The original data of the releases made elsewhere ({', '.join(elsewhere)}) are not here, so it cannot be "
            "checked whether they keep their own promise, nor whether they are within limits on risk."
        )
    return Section("May the last one be published, given what is out already?", sentences, [table, refused])
