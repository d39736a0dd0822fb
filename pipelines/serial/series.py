"""The place of a release in its series."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.stored_risk import NO_ATTACK

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Series that a message names.
_MOST = 10


def append(con: DuckDBPyConnection, dataset: str, release: str, method: str, arguments: dict[str, Any]) -> str:
    """Give a release the last place of the series that the arguments name, or of a new one called like the release.

    Returns:
        The name of the series.

    Raises:
        BadInput: the series has no name; the data set stands in it already, or is older than its last one; or it was
            made by another method, and `mix` does not ask for that.
    """
    series = release if arguments["series"] is None else arguments["series"]
    if not series:
        raise BadInput("series is empty; a series has a name")
    found = con.execute(
        "SELECT s.position, s.release, r.method, r.dataset FROM setrisk.series AS s "
        "JOIN setrisk.release AS r ON r.release = s.release WHERE s.series = ? ORDER BY s.position",
        [series],
    ).fetchall()
    if found and arguments["series"] is None:
        raise BadInput(f"there is a series {series!r} already: name it with series, or call the release otherwise")
    others = sorted({made_by for _, _, made_by, _ in found if made_by != method})
    if others and not arguments["mix"]:
        raise BadInput(
            f"the series {series!r} was made by {', '.join(others)}, not by {method}; say mix to mix methods: what "
            "each promises then holds for its own releases at most"
        )
    for _, earlier, _, its_dataset in found:
        if its_dataset == dataset:
            raise BadInput(f"the series {series!r} has a release of {dataset!r} already: {earlier!r}")
    older = con.execute(
        "SELECT r.release, r.dataset FROM setrisk.series AS s JOIN setrisk.release AS r ON r.release = s.release "
        "JOIN setrisk_private.snapshot AS made ON made.dataset = r.dataset "
        "JOIN setrisk_private.snapshot AS given ON given.source = made.source AND given.dataset = $dataset "
        "WHERE s.series = $series AND made.position > given.position ORDER BY made.position DESC LIMIT 1",
        {"dataset": dataset, "series": series},
    ).fetchall()
    if older:
        raise BadInput(
            f"{dataset!r} is older than {older[0][1]!r}, of which the series {series!r} has {older[0][0]!r}; "
            "releases come in the order of their data"
        )
    position = found[-1][0] + 1 if found else 1
    con.execute("INSERT INTO setrisk.series VALUES (?, ?, ?)", [series, position, release])
    forget_findings(con, series)
    return str(series)


def forget_findings(con: DuckDBPyConnection, series: str, *, but: str | None = None) -> None:
    """Delete what attacks have found of the releases of a series, and whom they put at risk: they compared them with
    other releases than there are now. The caller, who has changed the series, holds the transaction.

    Args:
        con: a DuckDB connection.
        series: the series.
        but: a release that was compared with all that there are now, if there is one.
    """
    for table in ("setrisk.attack", "setrisk.composition", "setrisk_private.record_risk"):
        con.execute(
            f"DELETE FROM {table} AS t WHERE t.attack <> $no_attack AND t.release IS DISTINCT FROM $but "
            "AND t.release IN (SELECT s.release FROM setrisk.series AS s WHERE s.series = $series)",
            {"series": series, "no_attack": NO_ATTACK, "but": but},
        )


def joined(con: DuckDBPyConnection, release: str) -> None:
    """Forget what a release that was made and attacked on a copy of the database has made untrue of its series here, if
    it has one; its own findings stay where it was compared with all that are here. The caller holds the transaction.
    """
    for series, is_last in con.execute(
        "SELECT own.series, coalesce(max(other.position), 0) < own.position FROM setrisk.series AS own "
        "LEFT JOIN setrisk.series AS other ON other.series = own.series AND other.release <> own.release "
        "WHERE own.release = ? GROUP BY own.series, own.position",
        [release],
    ).fetchall():
        forget_findings(con, series, but=release if is_last else None)


def others(con: DuckDBPyConnection, series: str) -> str:
    """The series that there are beside this one, in words: perhaps one of them was meant. Empty where there is none."""
    found = con.execute(
        "SELECT DISTINCT s.series FROM setrisk.series AS s WHERE s.series <> ? ORDER BY s.series LIMIT 11", [series]
    ).fetchall()
    names = [repr(name) for (name,) in found]
    if len(names) > _MOST:
        names[_MOST:] = ["others"]
    return f"there is {' and '.join([', '.join(names[:-1]), names[-1]] if names[1:] else names)}" if names else ""
