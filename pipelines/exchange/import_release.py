"""Import releases from files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from setrisk.errors import AlreadyExists, BadInput
from setrisk.pipelines.common.quoting import Value, call, describe, drop, identifier, table
from setrisk.pipelines.database.deletion import drop_releases, forget_findings
from setrisk.pipelines.database.duckdb_errors import located_message, short_message
from setrisk.pipelines.database.names import exists
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.task import task
from setrisk.pipelines.database.transaction import transaction
from setrisk.pipelines.exchange.published import _ABOUT, _COUNTED, FILE_FORMATS, PUBLISHED
from setrisk.pipelines.methods.families import FAMILIES, Family
from setrisk.pipelines.transactions.input_files import make_readable
from setrisk.pipelines.transactions.separate_reader import read_separately, stream

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


# A file of a release, streamed from the connection that reads it.
_STREAM = "_setrisk_imported_stream"

# Largest size in bytes of the file `release`, which has one row.
_MOST_ABOUT = 1_000_000

# For each type of a column, the types that it may have in a Parquet file.
_FITTING = {
    "INTEGER": "U?(TINY|SMALL|BIG)?INT(EGER)?",
    "BIGINT": "U?(TINY|SMALL|BIG)?INT(EGER)?",
    "VARCHAR": "VARCHAR|JSON",
    "TIMESTAMP": "TIMESTAMP(_(S|MS|NS))?|DATE",
}


@task(writes=True, new=["release"])
def import_release(
    con: DuckDBPyConnection, release: str, folder: str | Path, *, series: str | None = None, replace: bool = False
) -> str:
    """Import a release that `export` wrote to a folder, so that it can be attacked here.

    The release gets the mark `imported`, which the gate refuses, since everything else in the folder may have been
    edited. The original transactions are not known here, so the release can be attacked, but `evaluate` and `risk` have
    nothing to compare the findings with.

    Args:
        con: a DuckDB connection.
        release: the name that the release gets: a new one, or one to `replace`.
        folder: the folder of the export.
        series: the series that a serial release continues; without it, a new series with the name of the release.
        replace: drop the release of this name, if there is one, with what attacks have found of it. If the new one
            cannot be imported, the old one stays.

    Returns:
        The family of the release.

    Raises:
        AlreadyExists: there is a release of that name, or, without `series`, a series.
        BadInput: a file is missing or does not hold what it should; the message names it. Or the release to replace is
            not the last one of its series. Nothing was imported, or dropped.

    Examples:
        >>> files = setrisk.export(con, "r3", "histogram", anyway=True)
        >>> setrisk.import_release(con, "theirs", "histogram")
        'histogram'
    """
    folder = Path(folder)
    if not replace:
        _require_free_series(con, release, series)
    with transaction(con), _drop_afterwards(con):
        if replace and exists(con, "release", release):
            drop_releases(con, [(release,)])
        # A series of which the dropped release was the only one has gone with it.
        _require_free_series(con, release, series)
        about = _read_about(con, folder)
        rows = con.execute(f"SELECT * FROM {identifier(about)}").fetchall()
        if len(rows) != 1:
            raise BadInput(f"{folder}: release must hold one row, it holds {len(rows)}")
        family, method, parameters, created_at, marks, *counted = rows[0]
        if None in (family, method, parameters, created_at):
            raise BadInput(f"{folder}: release lacks its family, method, parameters or created_at")
        if family not in PUBLISHED:
            raise BadInput(f"{folder}: holds a release of the unknown family {family!r}")
        if series is not None and family != "serial":
            raise BadInput(f"{folder}: holds a release of the family {family}, which has no series")
        _check_parameters(con, folder, parameters, FAMILIES[family])
        _read_tables(con, folder, family, release, counted)
        # Whatever the folder says: its list of marks may have been edited.
        all_marks = [*dict.fromkeys(mark for mark in (marks or "").split() if mark != "imported"), "imported"]
        run(
            con,
            "exchange/import_release",
            release=release,
            family=family,
            method=method,
            parameters=parameters,
            created_at=created_at,
            marks=all_marks,
        )
        if family == "serial":
            run(con, "exchange/append_to_series", series=series or release, release=release)
            forget_findings(con, series or release)
    return str(family)


def _require_free_series(con: DuckDBPyConnection, release: str, series: str | None) -> None:
    """Refuse a release that would continue a series because it has the name of it, and not because the user says so."""
    if series is None and exists(con, "series", release):
        raise AlreadyExists(
            f"there is already a series {release!r}: name it as the series, or choose another name for the release"
        )


@contextmanager
def _drop_afterwards(con: DuckDBPyConnection) -> Iterator[None]:
    """Drop the temporary tables of an import, whether it succeeds or not."""
    try:
        yield
    finally:
        # After an error of DuckDB the transaction has ended, and the rollback has dropped them.
        with suppress(duckdb.Error):
            for table in {"release", *(table for family in PUBLISHED.values() for table in family.tables)}:
                con.execute(drop("TABLE", f"_setrisk_imported_{table}"))


def _read_about(con: DuckDBPyConnection, folder: Path) -> str:
    """Read the file `release`, with its numbers of rows if it has any; returns the name of the temporary table."""
    is_counted = False
    for path in (folder / f"release.{form}" for form in FILE_FORMATS):
        if path.is_file():
            with suppress(OSError), path.open("rb") as file:
                # Parquet files contain the names of their columns as plain text, too.
                is_counted |= b"n_rows" in file.read(_MOST_ABOUT)
    return _read(con, folder, "release", _ABOUT | (_COUNTED if is_counted else {}))


def _read(con: DuckDBPyConnection, folder: Path, table: str, columns: dict[str, str]) -> str:
    """Read one file of an exported release into a temporary table; returns its name."""
    paths = [path for form in FILE_FORMATS if (path := folder / f"{table}.{form}").is_file()]
    if len(paths) != 1:
        raise BadInput(f"{folder}: must hold {table}.parquet or {table}.csv, it holds {len(paths) or 'none'} of them")
    name = f"_setrisk_imported_{table}"
    try:
        with make_readable(con, paths[0]) as path, read_separately(con) as reader:
            _copy(con, reader, name, path, columns)
    except (duckdb.Error, UnicodeDecodeError) as error:
        raise BadInput(located_message(error, paths[0])) from error
    return name


def _copy(con: DuckDBPyConnection, reader: DuckDBPyConnection, name: str, path: Path, columns: dict[str, str]) -> None:
    """Copy a file, which must have exactly these columns, into a temporary table."""
    casts = ", ".join(f"CAST(f.{column} AS {type_}) AS {column}" for column, type_ in columns.items())
    if path.suffix == ".parquet":
        source = call("read_parquet", str(path))
        found = {row[0]: row[1] for row in reader.execute(describe(source)).fetchall()}
        wrong = [c for c, type_ in columns.items() if not re.fullmatch(_FITTING[type_], found.get(c, ""))]
    else:
        dialect: dict[str, Value] = {"auto_detect": False, "delim": ",", "quote": '"', "escape": '"'}
        source = call("read_csv", str(path), **dialect, header=True, columns=columns)
        texts = dict.fromkeys(columns, "VARCHAR")
        lines = reader.sql(f"FROM {call('read_csv', str(path), **dialect, header=False, columns=texts)}")
        head = lines.limit(1).fetchall()
        found = dict.fromkeys(head[0] if head else (), "")
        wrong = [] if list(found) == list(columns) else list(columns)
    if wrong or len(found) != len(columns):
        asked = ", ".join(f"{column} {type_}" for column, type_ in columns.items())
        held = ", ".join(f"{column} {type_}".strip() for column, type_ in found.items())
        raise BadInput(f"{path}: must have the columns {asked}; it has {held or 'none'}")
    con.register(_STREAM, stream(reader, f"SELECT {casts} FROM {source} AS f"))
    try:
        con.execute(table(name, f"SELECT {casts} FROM {_STREAM} AS f"))
    finally:
        # After an error the transaction has ended, and the first error is the one to report.
        with suppress(duckdb.Error):
            con.unregister(_STREAM)


def _check_parameters(con: DuckDBPyConnection, folder: Path, parameters: str, family: Family) -> None:
    """Refuse parameters that are not valid JSON, or lack a number that attacks read."""
    try:
        values = json.loads(parameters)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{folder}: release: its parameters are not JSON: {error}") from error
    # Attacks read them with DuckDB, which is stricter in places. It would cast 4.5 and true to whole numbers.
    if con.execute("SELECT json_valid(?)", [parameters]).fetchall() != [(True,)]:
        raise BadInput(f"{folder}: release: its parameters are not JSON that DuckDB can read")
    for name, lowest in family.parameters.items():
        if not _is_number(con, parameters, name, lowest, whole=True):
            raise BadInput(f"{folder}: release: its parameters must hold {name}, a whole number of at least {lowest}")
    promises = [_is_number(con, parameters, name, lowest, whole=False) for name, lowest in family.promises.items()]
    if promises and not any(promises):
        either = " or ".join(f"{name}, a number of at least {lowest}" for name, lowest in family.promises.items())
        raise BadInput(f"{folder}: release: its parameters must hold {either}")
    for name, most in family.below.items():
        if values[name] >= most:
            raise BadInput(
                f"{folder}: release: its {name} is {values[name]}, which promises nothing: below {most} is wanted"
            )


def _is_number(con: DuckDBPyConnection, parameters: str, name: str, lowest: float, *, whole: bool) -> bool:
    given: dict[str, Any] = {"parameters": parameters, "parameter": name, "lowest": lowest, "whole": whole}
    ((is_one,),) = run(con, "exchange/has_number", **given).fetchall()
    return bool(is_one)


def _check_whole(con: DuckDBPyConnection, folder: Path, staged: dict[str, str], n_rows: str) -> None:
    """Refuse tables that do not have as many rows as the file `release` says."""
    try:
        expected = json.loads(n_rows)
        is_counted = {*expected} == {*staged} and all(type(n) is int for n in expected.values())
    except (ValueError, RecursionError, TypeError, AttributeError):
        is_counted = False
    if not is_counted:
        raise BadInput(f"{folder}: release: n_rows must be a JSON object with the number of rows of each table")
    for table_name, staged_name in staged.items():
        ((found,),) = run(con, "catalog/row_count", table_name=staged_name).fetchall()
        asked = expected[table_name]
        if found != asked:
            raise BadInput(
                f"{folder}: {table_name} holds {found:,} rows, but {short_message(f'{asked:,}', 30)} were exported: "
                "rows were lost or added on the way; copy the folder again"
            )


def _read_tables(
    con: DuckDBPyConnection, folder: Path, family: str, release: str, counted: Sequence[str | None]
) -> None:
    """Read the tables of the family into the catalog, if they are what they should be."""
    published = PUBLISHED[family]
    staged = {table: _read(con, folder, table, columns) for table, columns in published.tables.items()}
    for name in published.faults:
        if fault := run(con, f"exchange/{name}").fetchone():
            raise BadInput(f"{folder}: {fault[0]}")
    if counted:
        _check_whole(con, folder, staged, counted[0] or "")
    for name in published.imports:
        run(con, f"exchange/{name}", release=release)
