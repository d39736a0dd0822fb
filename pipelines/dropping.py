"""Remove what is in the catalog, with all that hangs on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from setrisk.errors import BadInput, UnknownDataset, UnknownMeasure, UnknownRelease
from setrisk.pipelines.attach import ready, transaction
from setrisk.pipelines.histogram.budget import LEDGER
from setrisk.pipelines.serial.series import forget_findings

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

KINDS = ("release", "dataset", "measure", "series", "grid")


def drop(con: DuckDBPyConnection, name: str, *, kind: str | None = None, cascade: bool = False) -> str:
    """Remove a release, a data set, a measure (with its corpus or vectors), a series with its releases, or what was
    found of a grid; returns which kind it was. What attacks have found with a measure stays, and so do releases that
    were kept of a grid. Of a series only the last release can go: the later ones were made with the earlier in view.

    Args:
        con: a DuckDB connection.
        name: its name.
        kind: `release`, `dataset`, `measure`, `series` or `grid`; needed only where one name stands for several. A
            series or grid that is called like one of the others goes only where it is asked for.
        cascade: drop the releases of a data set with it.

    Raises:
        UnknownRelease, UnknownDataset, UnknownMeasure: there is nothing of that name (and kind).
        BadInput: the name stands for several, or releases were made of the data set. Nothing was dropped.
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
            _delete(con, "measure", name)
            _delete(con, "corpus", name)
        elif kinds == ["series"]:
            drop_releases(
                con, con.execute("SELECT s.release FROM setrisk.series AS s WHERE s.series = ?", [name]).fetchall()
            )
        elif kinds == ["grid"]:
            _delete(con, "grid", name)
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
    _delete(con, "dataset", dataset)
    con.execute(
        "DELETE FROM setrisk_private.item AS i "
        "WHERE i.item_id NOT IN (SELECT DISTINCT t.item_id FROM setrisk_private.transaction_item AS t) "
        # The universe of a noisy release names items that no transaction holds.
        "AND i.item_id NOT IN (SELECT p.item_id FROM setrisk.published_item AS p JOIN setrisk.release AS r "
        "USING (release) WHERE r.dataset IS NOT NULL)"
    )


def drop_releases(con: DuckDBPyConnection, releases: Sequence[tuple[str]]) -> None:
    """Delete releases; the caller holds the transaction.

    Raises:
        BadInput: one that stays was made with one of these in view.
    """
    names = [release for (release,) in releases]
    later = con.execute(
        "SELECT gone.release, stays.release, stays.series FROM setrisk.series AS gone JOIN setrisk.series AS stays "
        "ON stays.series = gone.series AND stays.position > gone.position WHERE list_contains($names, gone.release) "
        "AND NOT list_contains($names, stays.release) ORDER BY ALL LIMIT 1",
        {"names": names},
    ).fetchall()
    if later:
        gone, stays, series = later[0]
        raise BadInput(
            f"{stays!r} comes after {gone!r} in the series {series!r} and was made with it in view; drop later "
            "releases first, or the whole series"
        )
    for (series,) in con.execute(
        "SELECT DISTINCT s.series FROM setrisk.series AS s WHERE list_contains($names, s.release)", {"names": names}
    ).fetchall():
        forget_findings(con, series)
    for name in names:
        _delete(con, "release", name)
        # What was found of it stays.
        con.execute("UPDATE setrisk_private.whatif_cell AS w SET release = NULL WHERE w.release = ?", [name])


def _delete(con: DuckDBPyConnection, column: str, value: str) -> None:
    """Delete the rows of this release, data set, corpus or measure from every table of the catalog that names it; what
    an attack has found with a measure stays, and so does the entry of the attack; and the ledger of what was spent.
    """
    for schema, table in con.execute(
        "SELECT c.schema_name, c.table_name FROM duckdb_columns() AS c JOIN duckdb_tables() AS t "
        "USING (database_name, schema_name, table_name) "
        "WHERE c.column_name = $column AND c.schema_name IN ('setrisk', 'setrisk_private') "
        "AND c.database_name = current_database() AND NOT (c.column_name = 'measure' AND c.table_name = 'attack') "
        "AND NOT list_contains($ledger, c.table_name) "
        "AND NOT (c.column_name = 'release' AND c.table_name = 'whatif_cell')",
        {"column": column, "ledger": list(LEDGER)},
    ).fetchall():
        con.execute(f"DELETE FROM {schema}.{table} AS t WHERE t.{column} = ?", [value])
