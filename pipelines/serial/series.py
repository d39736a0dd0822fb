"""The place of a release in its series."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.database.deletion import forget_findings
from setrisk.pipelines.database.names import method_of, names_of
from setrisk.pipelines.database.statements import run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# How many series a message names.
_MOST = 10


def append(con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any]) -> str:
    """Append a release to the series that the arguments name, or to a new one with the name of the release.

    Returns:
        The name of the series.

    Raises:
        BadInput: the series has an empty name; it has a release of the data set already, or of a newer one; or it was
            made by another method and `mix` was not given.
    """
    series = release if arguments["series"] is None else arguments["series"]
    if not series:
        raise BadInput("series is empty; a series has a name")
    members = run(con, "serial/series_releases", series=series).fetchall()
    if members and arguments["series"] is None:
        raise BadInput(f"there is a series {series!r} already: name it with series, or give the release another name")
    method = method_of(con, release)
    others = sorted({made_by for _, _, made_by, _ in members if made_by != method})
    if others and not arguments["mix"]:
        raise BadInput(
            f"the series {series!r} was made by {', '.join(others)}, not by {method}; give mix to mix methods: then "
            "each method's promise covers its own releases at most"
        )
    for _, earlier, _, its_dataset in members:
        if its_dataset == dataset:
            raise BadInput(f"the series {series!r} has a release of {dataset!r} already: {earlier!r}")
    newer = run(con, "serial/newer_release", dataset=dataset, series=series).fetchall()
    if newer:
        raise BadInput(
            f"{dataset!r} is older than {newer[0][1]!r}, of which the series {series!r} has {newer[0][0]!r}; "
            "releases come in the order of their data"
        )
    position = members[-1][0] + 1 if members else 1
    run(con, "serial/append_release", series=series, position=position, release=release)
    forget_findings(con, series)
    return str(series)


def forget_outdated(con: DuckDBPyConnection, release: str) -> None:
    """Forget the findings that are no longer true of a series after a release joined it that was made and attacked on a
    copy of the database. The release's own findings stay if it was compared with all releases that are here. Does
    nothing for a release that is in no series. The caller holds the transaction.
    """
    for series, is_last in run(con, "serial/is_last_release", release=release).fetchall():
        forget_findings(con, series, but=release if is_last else None)


def other_series(con: DuckDBPyConnection, series: str) -> str:
    """The other series, in words, as one of them may have been meant; empty if there are none."""
    names = [repr(name) for name in names_of(con, "series") if name != series]
    if len(names) > _MOST:
        names[_MOST:] = ["others"]
    return f"there is {' and '.join([', '.join(names[:-1]), names[-1]] if names[1:] else names)}" if names else ""
