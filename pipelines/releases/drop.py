"""Remove things from the catalog, with everything that depends on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from setrisk.errors import BadInput
from setrisk.pipelines.database.names import OBJECT_TYPES, ObjectTypeName, find_type
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.task import task
from setrisk.pipelines.database.transaction import transaction
from setrisk.pipelines.serial.series import forget_findings

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@task(writes=True)
def drop(
    con: DuckDBPyConnection, name: str, *, object_type: ObjectTypeName | None = None, cascade: bool = False
) -> str:
    """Remove a release, a data set, knowledge (with its corpus or vectors), a series with its releases, or the
    results of a grid. What attacks have found with knowledge stays, and so do releases that
    were kept from a grid. Only the last release of a series can be dropped: later ones were made in view of earlier.

    Args:
        con: a DuckDB connection.
        name: its name.
        object_type: `release`, `dataset`, `knowledge`, `series` or `grid`; needed only if several things have this
            name. A series or grid that shares its name with something else is dropped only if this names it.
        cascade: drop the releases of a data set with it.

    Returns:
        What it was, as in `object_type`.

    Raises:
        UnknownRelease, UnknownDataset, UnknownKnowledge: there is nothing of that name (and type).
        BadInput: several things have this name, or releases were made of the data set. Nothing was dropped.

    Examples:
        >>> setrisk.drop(con, "r4")
        'release'
    """
    if object_type is not None and object_type not in OBJECT_TYPES:
        raise BadInput(f"nothing has the type {object_type!r}; there are {', '.join(OBJECT_TYPES)}")
    found = find_type(con, name, object_type)
    with transaction(con):
        if found == "dataset":
            drop_dataset(con, name, cascade=cascade)
        elif found == "knowledge":
            run(con, "catalog/delete_knowledge", knowledge=name)
            run(con, "catalog/delete_corpus", corpus=name)
        elif found == "series":
            drop_releases(
                con, con.execute("SELECT s.release FROM setrisk.series AS s WHERE s.series = ?", [name]).fetchall()
            )
        elif found == "grid":
            run(con, "catalog/delete_grid", grid=name)
        else:
            drop_releases(con, [(name,)])
    return found


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
        raise BadInput(
            f"releases were made of {dataset!r}: {', '.join(releases)}; drop them first, or all at once with cascade "
            "(--cascade)"
        )
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
