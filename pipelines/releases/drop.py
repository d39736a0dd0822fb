"""Remove things from the catalog, with everything that depends on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.pipelines.database.deletion import drop_dataset, drop_releases
from setrisk.pipelines.database.names import ObjectTypeName, find_type
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.task import task
from setrisk.pipelines.database.transaction import transaction

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@task(writes=True)
def drop(
    con: DuckDBPyConnection, name: str, *, object_type: ObjectTypeName | None = None, cascade: bool = False
) -> str:
    """Remove a release, a data set, knowledge (with its corpus or vectors), a series with its releases, the results of
    a grid, or the memory of an export. What attacks have found with knowledge stays, and so do releases that were kept
    from a grid. Only the last release of a series can be dropped: later ones were made in view of earlier ones.

    That a release was exported is remembered without it: `check` asks whether other releases are of the same people. An
    export of a data set that is dropped keeps its ids as hashes. Forget it, as `export`, only if nobody has the files.

    Args:
        con: a DuckDB connection.
        name: its name.
        object_type: `release`, `dataset`, `knowledge`, `series`, `grid` or `export`; needed only if several things have
            this name. A series or grid that shares its name with something else is dropped only if this names it, and
            an export never otherwise.
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
    found = find_type(con, name, object_type)
    with transaction(con):
        if found == "dataset":
            drop_dataset(con, name, cascade=cascade)
        elif found == "knowledge":
            run(con, "catalog/delete_knowledge", knowledge=name)
            run(con, "catalog/delete_corpus", corpus=name)
        elif found == "series":
            drop_releases(con, run(con, "catalog/names_in_series", series=name).fetchall())
        elif found == "grid":
            run(con, "catalog/delete_grid", grid=name)
        elif found == "export":
            run(con, "catalog/delete_export", release=name)
        else:
            drop_releases(con, [(name,)])
    return found
