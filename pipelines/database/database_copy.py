"""Copy the input of releases to a database file of its own, and bring releases back from such a file."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

import setrisk.sql as relations
from setrisk.errors import BadInput
from setrisk.pipelines.common import quoting
from setrisk.pipelines.common.quoting import identifier
from setrisk.pipelines.database.connect import connect
from setrisk.pipelines.database.duckdb_errors import one_line_message
from setrisk.pipelines.database.shared_budget import LEDGER
from setrisk.pipelines.database.statements import text
from setrisk.pipelines.database.tables import is_table
from setrisk.pipelines.database.template import copy_template

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SEMANTIC = ("corpus", "knowledge")
# What was found of grids is needed for no release.
_OF_GRIDS = ("whatif_cell", "whatif_assessed_attack")


def copy(
    con: DuckDBPyConnection, path: Path, dataset: str, values: Iterable[Any], *, series: bool, semantic: bool
) -> None:
    """Create the database file `path` with one data set and everything that its releases may need.

    Args:
        con: a connection without an open transaction.
        path: a file that does not exist yet.
        dataset: the data set.
        values: values of parameters; tables and views that they name are copied, too.
        series: whether to copy other data sets and releases, for releases of a series.
        semantic: whether to copy the attackers' semantic knowledge.

    Raises:
        BadInput: there is no room, or no permission, to write it.
    """
    try:
        _copy(con, path, dataset, values, series=series, semantic=semantic)
    except (duckdb.IOException, duckdb.OutOfMemoryException, duckdb.PermissionException) as error:
        raise BadInput(
            f"the data cannot be copied to {path.parent}: {one_line_message(error)}; TMPDIR names another place"
        ) from error


def _copy(
    con: DuckDBPyConnection, path: Path, dataset: str, values: Iterable[Any], *, series: bool, semantic: bool
) -> None:
    _make(path)
    with _attach(con, path) as scratch:
        for table in relations.tables():
            columns = _columns(table)
            if table.name in _OF_GRIDS or (columns & set(_SEMANTIC) and "release" not in columns and not semantic):
                continue
            if "release" in columns and not series and table.name not in LEDGER:
                continue
            name = f"{table.schema}.{table.name}"
            # The whole ledger is copied, because other data sets may share the budget of this one.
            rows = (
                text("catalog/rows_of_table", table_name=name)
                if series or "dataset" not in columns or table.name in LEDGER
                else text("catalog/rows_of_dataset", table_name=name, dataset=dataset)
            )
            con.execute(quoting.insert(f"{scratch}.{name}", rows))
        for name in {value for value in values if isinstance(value, str) and is_table(con, value)}:
            rows = text("catalog/rows_of_table", table_name="given")
            con.table(name).query("given", quoting.create("TABLE", f"{scratch}.main.{identifier(name)}", rows))


def _make(path: Path) -> None:
    """Make a database file with nothing of a user in it: a copy of the template, in half the time, if it opens."""
    if copy_template(path):
        with suppress(BadInput):
            connect(path).close()
            return
        for left in (path, path.with_name(f"{path.name}.wal")):
            left.unlink(missing_ok=True)
    connect(path).close()


def export_rows(con: DuckDBPyConnection, path: Path, release: str) -> None:
    """Copy the rows of a release, and of the attacks on it, to a database file of their own."""
    with _attach(con, path) as kept:
        for schema in relations.SCHEMAS:
            con.execute(quoting.schema(f"{kept}.{schema}"))
        for name in _tables_of_releases():
            rows = text("catalog/rows_of_release", table_name=name, release=release)
            con.execute(quoting.create("TABLE", f"{kept}.{name}", rows))


@contextmanager
def import_rows(con: DuckDBPyConnection, path: Path) -> Iterator[list[str]]:
    """Attach a file that `export_rows` has written; yields the statements that copy its rows into this database."""
    with _attach(con, path) as kept:
        yield [
            quoting.insert(name, text("catalog/rows_of_table", table_name=f"{kept}.{name}"))
            for name in sorted(_tables_of_releases())
        ]


def _tables_of_releases() -> list[str]:
    """All tables with a release, except the ledger, which is written when epsilon is spent."""
    return [
        f"{table.schema}.{table.name}"
        for table in relations.tables()
        if "release" in _columns(table) and table.name not in (*LEDGER, *_OF_GRIDS)
    ]


def _columns(table: relations.Table) -> set[str]:
    return {column.name for column in table.columns}


@contextmanager
def _attach(con: DuckDBPyConnection, path: Path) -> Iterator[str]:
    name = f"scratch_{secrets.token_hex(8)}"
    con.execute(quoting.attach(path, name))
    try:
        yield name
    finally:
        con.execute(quoting.detach(name))
