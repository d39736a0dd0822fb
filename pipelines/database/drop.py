"""Remove things from the catalog, with everything that depends on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from setrisk.errors import BadInput, UnknownDataset, UnknownMeasure, UnknownRelease
from setrisk.pipelines.database.attach import ready
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.transaction import transaction
from setrisk.pipelines.serial.series import forget_findings

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

KINDS = ("release", "dataset", "measure", "series", "grid")


def drop(con: DuckDBPyConnection, name: str, *, kind: str | None = None, cascade: bool = False) -> str:
    """Remove a release, a data set, a measure (with its corpus or vectors), a series with its releases, or the
    results of a grid; returns which kind it was. What attacks have found with a measure stays, and so do releases that
    were kept from a grid. Only the last release of a series can be dropped: later ones were made in view of earlier.

    Args:
        con: a DuckDB connection.
        name: its name.
        kind: `release`, `dataset`, `measure`, `series` or `grid`; needed only where several things have
            this name. A series or grid that shares its name with another kind is dropped only if its kind is given.
        cascade: drop the releases of a data set with it.

    Raises:
        UnknownRelease, UnknownDataset, UnknownMeasure: there is nothing of that name (and kind).
        BadInput: several things have this name, or releases were made of the data set. Nothing was dropped.
    """
    ready(con)
    if kind is not None and kind not in KINDS:
        raise BadInput(f"there is no kind {kind!r}; there are {', '.join(KINDS)}")
    where = {
        "release": "setrisk.release",
        "dataset": "setrisk_private.dataset",
        "measure": "setrisk.measure",
        "series": "setrisk.series",
        "grid": "setrisk_private.whatif_cell",
    }
    kinds = [
        k
        for k in KINDS
        if kind in (None, k) and con.execute(f"SELECT 1 FROM {where[k]} AS t WHERE t.{k} = ?", [name]).fetchall()
    ]
    if not kinds:
        missing = {"dataset": UnknownDataset, "measure": UnknownMeasure}.get(kind or "", UnknownRelease)
        raise missing(f"there is no {kind or 'release, data set, measure, series or grid'} {name!r}")
    while len(kinds) > 1 and kinds[-1] in ("series", "grid"):
        kinds.pop()
    if len(kinds) > 1:
        raise BadInput(f"{name!r} is a {' and a '.join(kinds)}; say which kind to drop")
    with transaction(con):
        if kinds == ["dataset"]:
            drop_dataset(con, name, cascade=cascade)
        elif kinds == ["measure"]:
            run(con, "catalog/delete_measure", measure=name)
            run(con, "catalog/delete_corpus", corpus=name)
        elif kinds == ["series"]:
            drop_releases(
                con, con.execute("SELECT s.release FROM setrisk.series AS s WHERE s.series = ?", [name]).fetchall()
            )
        elif kinds == ["grid"]:
            run(con, "catalog/delete_grid", grid=name)
        else:
            drop_releases(con, [(name,)])
    return kinds[0]


def drop_dataset(con: DuckDBPyConnection, dataset: str, *, cascade: bool) -> None:
    """Delete a data set, and with `cascade` its releases; the caller holds the transaction.

    Raises:
        BadInput: releases were made of it, and go with it only where that is said.
    """
    releases = [
        release
        for (release,) in con.execute(
            "SELECT r.release FROM setrisk.release AS r WHERE r.dataset = ? ORDER BY ALL", [dataset]
        ).fetchall()
    ]
    if releases and not cascade:
        raise BadInput(f"releases were made of {dataset!r}: {', '.join(releases)}; drop them first, or cascade")
    drop_releases(con, [(release,) for release in releases])
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
    for (series,) in con.execute(
        "SELECT DISTINCT s.series FROM setrisk.series AS s WHERE list_contains($names, s.release)", {"names": names}
    ).fetchall():
        forget_findings(con, series)
    for name in names:
        run(con, "catalog/delete_release", release=name)
