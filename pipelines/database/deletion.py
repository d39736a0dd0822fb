"""Delete data sets and releases, with everything that depends on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from setrisk.errors import BadInput
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.methods.attack_run import NO_ATTACK

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def drop_dataset(con: DuckDBPyConnection, dataset: str, *, cascade: bool) -> None:
    """Delete a data set, and with `cascade` its releases; the caller holds the transaction.

    Raises:
        BadInput: releases were made of it, and go with it only if that is said.
    """
    releases = run(con, "catalog/releases_of_dataset", dataset=dataset).fetchall()
    if releases and not cascade:
        names = ", ".join(name for (name,) in releases)
        raise BadInput(
            f"releases were made of {dataset!r}: {names}; drop them first, or all at once with cascade (--cascade)"
        )
    drop_releases(con, releases)
    run(con, "catalog/delete_dataset", dataset=dataset)


def drop_releases(con: DuckDBPyConnection, releases: Sequence[tuple[str]]) -> None:
    """Delete releases; the caller holds the transaction.

    Raises:
        BadInput: one that stays was made with one of these in view.
    """
    names = [release for (release,) in releases]
    found = run(con, "catalog/release_made_later", releases=names).fetchall()
    if found:
        earlier, later, series = found[0]
        raise BadInput(
            f"{later!r} comes after {earlier!r} in the series {series!r} and was made with it in view; drop later "
            "releases first, or the whole series"
        )
    for (series,) in run(con, "catalog/series_of_releases", releases=names).fetchall():
        forget_findings(con, series)
    for name in names:
        run(con, "catalog/delete_release", release=name)


def forget_findings(con: DuckDBPyConnection, series: str, *, but: str | None = None) -> None:
    """Delete what attacks on the releases of a series have found, and the records that they put at risk: they compared
    the releases with others than there are now. The caller, who has changed the series, holds the transaction.

    Args:
        con: a DuckDB connection.
        series: the series.
        but: a release that was compared with all that there are now, if there is one.
    """
    run(con, "serial/forget_findings", series=series, no_attack=NO_ATTACK, except_release=but)
