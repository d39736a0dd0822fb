"""Releases leave and enter the database, and what is loaded or made can be dropped."""

from __future__ import annotations

import json
import re
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from setrisk.errors import AlreadyExists, BadInput, UnknownRelease
from setrisk.pipelines.apart import apart, stream
from setrisk.pipelines.attach import ready, transaction
from setrisk.pipelines.faults import in_one_line, shortened, where_and_what
from setrisk.pipelines.input_files import readable
from setrisk.pipelines.quoting import literal
from setrisk.pipelines.serial.compose import check_steps, series_of
from setrisk.pipelines.serial.series import forget_findings

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# A file of a release on its way from the connection that reads it.
_STREAM = "_setrisk_import_stream"


@dataclass(frozen=True)
class Published:
    """What the releases of a family publish.

    Attributes:
        tables: of the catalog, each with the types of its columns as they leave the database: `item` for `item_id`.
        parameters: whole numbers among the parameters of the release that attacks read, each with its least value.
        promises: numbers of which the release must have one, each with its least value.
    """

    tables: dict[str, dict[str, str]]
    parameters: dict[str, int] = field(default_factory=dict)
    promises: dict[str, int] = field(default_factory=dict)


# A family is an entry here, `setrisk.exported_<table>` for each of its tables, and `setrisk.<family>_faults`, which
# takes the tables in this order.
PUBLISHED = {
    "generalisation": Published(
        {
            "generalised_item": {"generalised_item": "INTEGER", "item": "VARCHAR"},
            "generalised_record": {
                "record": "BIGINT",
                "position": "INTEGER",
                "item": "VARCHAR",
                "generalised_item": "INTEGER",
            },
        },
    ),
    "disassociation": Published(
        {
            "cluster": {"cluster": "INTEGER", "n_records": "BIGINT"},
            "chunk_record": {"cluster": "INTEGER", "chunk": "INTEGER", "record": "BIGINT", "item": "VARCHAR"},
            "joint_cluster": {"joint": "INTEGER", "cluster": "INTEGER"},
            "term_chunk": {"cluster": "INTEGER", "item": "VARCHAR"},
        },
        {"k": 2, "m": 1},
    ),
    "serial": Published(
        {
            "cluster": {"cluster": "INTEGER", "n_records": "BIGINT"},
            "cluster_record": {"cluster": "INTEGER", "record": "BIGINT", "item": "VARCHAR"},
            "private_term": {"cluster": "INTEGER", "item": "VARCHAR", "copies": "BIGINT"},
            "counterfeits": {"cluster": "INTEGER", "n": "BIGINT"},
            "private_set": {"cluster": "INTEGER", "private_set": "INTEGER", "item": "VARCHAR"},
        },
        promises={"r_th": 1, "m": 2},
    ),
    "histogram": Published({"histogram": {"itemset": "INTEGER", "item": "VARCHAR", "occurrences": "BIGINT"}}),
}
_ABOUT = {
    "family": "VARCHAR",
    "method": "VARCHAR",
    "parameters": "VARCHAR",
    # Of older exports; newer ones have the day alone.
    "created_at": "TIMESTAMP",
    "marks": "VARCHAR",
}
# How many rows each table has, so that a part of a release is not taken for the whole; exports of old have it not.
_COUNTED = {"n_rows": "VARCHAR"}
# Bytes of what a release says of itself, which is one row.
_MOST_ABOUT = 1_000_000
# The types that a column of a Parquet file may have for one of these.
_FITTING = {
    "INTEGER": "U?(TINY|SMALL|BIG)?INT(EGER)?",
    "BIGINT": "U?(TINY|SMALL|BIG)?INT(EGER)?",
    "VARCHAR": "VARCHAR|JSON",
    "TIMESTAMP": "TIMESTAMP(_(S|MS|NS))?|DATE",
}
FILE_FORMATS = ("parquet", "csv")


def export(
    con: DuckDBPyConnection,
    release: str,
    folder: str | Path,
    *,
    format: str = "parquet",
    replace: bool = False,
    anyway: bool = False,
) -> list[Path]:
    """Write the published tables of a release, and nothing else, as files with item names into a new folder.

    Args:
        con: a DuckDB connection.
        release: the release.
        folder: where to; it must not exist, or be empty.
        format: `parquet` or `csv`.
        replace: take the place of an earlier export.
        anyway: write what the gate refuses without limits, too: to attack it elsewhere, not to publish it.

    Returns:
        The files: `release` (what the release says of itself) and one a published table.

    Raises:
        UnknownRelease, BadInput, AlreadyExists: nothing was written; the gate refuses the release for its marks or its
            series, and the message names the reasons.
    """
    ready(con)
    if format not in FILE_FORMATS:
        raise BadInput(f"there is no export format {format!r}; there are {', '.join(FILE_FORMATS)}")
    found = con.execute("SELECT r.family FROM setrisk.release AS r WHERE r.release = ?", [release]).fetchall()
    if not found:
        raise UnknownRelease(f"there is no release {release!r}")
    if not anyway:
        _refuse(con, release, found[0][0])
    folder = Path(folder)
    if folder.is_symlink():
        folder = folder.resolve()
    if folder.exists() and not _is_free(con, folder, replace):
        raise AlreadyExists(
            f"{folder}: exists already{', and is no export of setrisk' if replace else ''}; name a new folder"
        )
    # Written aside and moved in one step, so that a crash leaves no half of a release.
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        # With the rights that a folder of the user has.
        aside = folder.with_name(f".{folder.name}-{secrets.token_hex(4)}")
        aside.mkdir()
    except OSError as error:
        raise BadInput(f"{folder}: cannot be written: {error.strerror}") from error
    try:
        name, n_rows = literal(release), {}
        for table in PUBLISHED[found[0][0]].tables:
            n_rows[table] = _write(
                con, f"SELECT e.* FROM setrisk_internal.exported_{table}({name}) AS e", aside, table, format
            )
        counted = literal(json.dumps(n_rows))
        about = f"SELECT e.*, {counted} AS n_rows FROM setrisk_internal.exported_release({name}) AS e"
        _write(con, about, aside, "release", format)
        if folder.exists():
            # Beside it until the new one is there: whatever comes between, it is not lost.
            earlier = folder.with_name(f"{aside.name}-earlier")
            folder.rename(earlier)
            try:
                aside.rename(folder)
            except BaseException:
                earlier.rename(folder)
                raise
            shutil.rmtree(earlier)
        else:
            aside.rename(folder)
    except (OSError, duckdb.IOException) as error:
        shutil.rmtree(aside, ignore_errors=True)
        said = in_one_line(error) if isinstance(error, duckdb.Error) else error.strerror
        raise BadInput(f"{folder}: cannot be written, and nothing was: {said}") from error
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise
    return sorted(folder.iterdir())


def _write(con: DuckDBPyConnection, query: str, folder: Path, table: str, format: str) -> int:
    """Write the rows of a query as the file of a table; returns how many they are."""
    target = literal(str(folder / f"{table}.{format}"))
    ((n_rows,),) = con.execute(f"COPY ({query}) TO {target} (FORMAT {format})").fetchall()
    return int(n_rows)


def _refuse(con: DuckDBPyConnection, release: str, family: str) -> None:
    """Refuse what the gate refuses whatever the limits are. Where there is no series, marks are all that this is, and
    nothing but published tables is read.

    Raises:
        BadInput: the release has a mark that it may not be published with, or its series puts people at risk.
    """
    if family == "serial":
        check_steps(con, series_of(con, release))
        query = "SELECT f.refusal, f.reason FROM setrisk.refusals(?) AS f ORDER BY ALL"
    else:
        query = "SELECT m.mark, m.reason FROM setrisk_internal.refused_marks(?) AS m ORDER BY ALL"
    reasons = con.execute(query, [release]).fetchall()
    if reasons:
        said = "; ".join(f"{reason} ({mark})" for mark, reason in reasons)
        raise BadInput(
            f"the release {release!r} may not be published: {said}. To export it all the same, say --anyway (in Python "
            "anyway=True)"
        )


def _is_free(con: DuckDBPyConnection, folder: Path, replace: bool) -> bool:
    """Whether a folder is empty, or may be replaced and has nothing but the files of an export."""
    if not folder.is_dir():
        return False
    found = {path.name for path in folder.iterdir()}
    return not found or (
        replace
        and any(
            found <= {f"{table}.{format}" for table in ("release", *each.tables)}
            and _is_exported(con, folder / f"release.{format}")
            for format in FILE_FORMATS
            for each in PUBLISHED.values()
        )
    )


def _is_exported(con: DuckDBPyConnection, file: Path) -> bool:
    """Whether a file is what a release says of itself."""
    try:
        columns = con.sql(f"FROM {literal(str(file))}").columns
    except duckdb.Error:
        return False
    return columns in ([*_ABOUT], [*_ABOUT, *_COUNTED])


def import_release(con: DuckDBPyConnection, release: str, folder: str | Path, *, series: str | None = None) -> str:
    """Read a folder that `export` wrote as the release `release`, to be attacked here; returns its family.

    A serial release becomes the last one of the series `series`, or of a new one that is called like the release. It
    gets the mark `imported`, which the gate refuses, since all else that its folder says of it may have been edited.
    Who stands behind its records is not known here, so it can be attacked, but neither
    `evaluate` nor `risk` have anything to compare with.

    Raises:
        AlreadyExists: there is a release of that name.
        BadInput: a file is missing or does not hold what it should; the message names it. Nothing was imported.
    """
    ready(con)
    if not release:
        raise BadInput("the release needs a name")
    folder = Path(folder)
    if con.execute("SELECT 1 FROM setrisk.release AS r WHERE r.release = ?", [release]).fetchall():
        raise AlreadyExists(f"the release {release!r} exists already; drop it first or choose another name")
    if series is None and con.execute("SELECT 1 FROM setrisk.series AS s WHERE s.series = ?", [release]).fetchall():
        raise AlreadyExists(
            f"there is a series {release!r} already: name it as the series, or call the release otherwise"
        )
    with transaction(con), _dropped_afterwards(con):
        rows = con.execute(f"SELECT * FROM {_read_about(con, folder)}").fetchall()
        if len(rows) != 1:
            raise BadInput(f"{folder}: release must hold one row, it holds {len(rows)}")
        family, method, parameters, created_at, marks, *counted = rows[0]
        if None in (family, method, parameters, created_at):
            raise BadInput(f"{folder}: release lacks its family, method, parameters or created_at")
        if family not in PUBLISHED:
            raise BadInput(f"{folder}: holds a release of the unknown family {family!r}")
        if series is not None and family != "serial":
            raise BadInput(f"{folder}: holds a release of the family {family}, which has no series")
        _check_parameters(con, folder, parameters, PUBLISHED[family])
        _read_tables(con, folder, family, release, counted)
        # Whatever the folder says: someone may have taken marks away there.
        all_marks = [*dict.fromkeys(mark for mark in (marks or "").split() if mark != "imported"), "imported"]
        con.execute(
            "INSERT INTO setrisk.release VALUES (?, NULL, ?, ?, ?, ?, ?)",
            [release, family, method, parameters, created_at, all_marks],
        )
        if family == "serial":
            con.execute(
                "INSERT INTO setrisk.series SELECT $series, coalesce(max(s.position), 0) + 1, $release "
                "FROM setrisk.series AS s WHERE s.series = $series",
                {"series": series or release, "release": release},
            )
            forget_findings(con, series or release)
    return str(family)


@contextmanager
def _dropped_afterwards(con: DuckDBPyConnection) -> Iterator[None]:
    """Drop the temporary tables of an import, whatever comes of it."""
    try:
        yield
    finally:
        # An error of DuckDB has ended the transaction: then they go with the rollback.
        with suppress(duckdb.Error):
            for table in {"release", *(table for family in PUBLISHED.values() for table in family.tables)}:
                con.execute(f"DROP TABLE IF EXISTS temp._setrisk_import_{table}")


def _read_about(con: DuckDBPyConnection, folder: Path) -> str:
    """Read what a release says of itself, with the numbers of rows where it has them."""
    is_counted = False
    for path in (folder / f"release.{form}" for form in FILE_FORMATS):
        if path.is_file():
            with suppress(OSError), path.open("rb") as file:
                # Parquet files, too, have the names of their columns as plain text.
                is_counted |= b"n_rows" in file.read(_MOST_ABOUT)
    return _read(con, folder, "release", _ABOUT | (_COUNTED if is_counted else {}))


def _read(con: DuckDBPyConnection, folder: Path, table: str, columns: dict[str, str]) -> str:
    """Read one file of an exported release into a temporary table; returns its name."""
    paths = [path for form in FILE_FORMATS if (path := folder / f"{table}.{form}").is_file()]
    if len(paths) != 1:
        raise BadInput(f"{folder}: must hold {table}.parquet or {table}.csv, it holds {len(paths) or 'none'} of them")
    name = f"_setrisk_import_{table}"
    try:
        with readable(con, paths[0]) as path, apart(con) as reader:
            _copy(con, reader, name, path, columns)
    except (duckdb.Error, UnicodeDecodeError) as error:
        raise BadInput(where_and_what(error, paths[0])) from error
    return name


def _copy(con: DuckDBPyConnection, reader: DuckDBPyConnection, name: str, path: Path, columns: dict[str, str]) -> None:
    """Make a temporary table of what a file holds in these columns, and no others."""
    quoted = literal(str(path))
    casts = ", ".join(f"CAST(f.{column} AS {type_}) AS {column}" for column, type_ in columns.items())
    if path.suffix == ".parquet":
        source = f"read_parquet({quoted})"
        found = {row[0]: row[1] for row in reader.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()}
        wrong = [c for c, type_ in columns.items() if not re.fullmatch(_FITTING[type_], found.get(c, ""))]
    else:
        given = f"{quoted}, auto_detect = false, delim = ',', quote = '\"', escape = '\"'"
        types, texts = (
            ", ".join(f"'{column}': '{type_}'" for column, type_ in pairs)
            for pairs in (columns.items(), dict.fromkeys(columns, "VARCHAR").items())
        )
        source = f"read_csv({given}, header = true, columns = {{{types}}})"
        head = reader.execute(f"FROM read_csv({given}, header = false, columns = {{{texts}}}) LIMIT 1").fetchall()
        found = dict.fromkeys(head[0] if head else (), "")
        wrong = [] if list(found) == list(columns) else list(columns)
    if wrong or len(found) != len(columns):
        asked = ", ".join(f"{column} {type_}" for column, type_ in columns.items())
        held = ", ".join(f"{column} {type_}".strip() for column, type_ in found.items())
        raise BadInput(f"{path}: must have the columns {asked}; it has {held or 'none'}")
    con.register(_STREAM, stream(reader, f"SELECT {casts} FROM {source} AS f"))
    try:
        con.execute(f"CREATE OR REPLACE TEMP TABLE {name} AS SELECT {casts} FROM {_STREAM} AS f")
    finally:
        # After an error the transaction is at its end, and the first error is the one to tell.
        with suppress(duckdb.Error):
            con.unregister(_STREAM)


def _check_parameters(con: DuckDBPyConnection, folder: Path, parameters: str, published: Published) -> None:
    """Refuse parameters that are no JSON, or lack a number that attacks read."""
    try:
        json.loads(parameters)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{folder}: release: its parameters are no JSON: {error}") from error
    # DuckDB, which attacks read them with, is the stricter one at places. It would cast 4.5 and true to whole numbers.
    if con.execute("SELECT json_valid(?)", [parameters]).fetchall() != [(True,)]:
        raise BadInput(f"{folder}: release: its parameters are no JSON that DuckDB reads")
    for name, lowest in published.parameters.items():
        fits = con.execute(
            "SELECT json_type($given, $path) IN ('BIGINT', 'UBIGINT') "
            "AND TRY_CAST(json_extract_string($given, $path) AS INTEGER) >= $lowest",
            {"given": parameters, "path": f"$.{name}", "lowest": lowest},
        ).fetchall()
        if fits != [(True,)]:
            raise BadInput(f"{folder}: release: its parameters must hold {name}, a whole number of at least {lowest}")
    promises = [
        con.execute(
            "SELECT json_type($given, $path) IN ('BIGINT', 'UBIGINT', 'DOUBLE') "
            "AND TRY_CAST(json_extract_string($given, $path) AS DOUBLE) >= $lowest",
            {"given": parameters, "path": f"$.{name}", "lowest": lowest},
        ).fetchall()
        for name, lowest in published.promises.items()
    ]
    if promises and [(True,)] not in promises:
        either = " or ".join(f"{name}, a number of at least {lowest}" for name, lowest in published.promises.items())
        raise BadInput(f"{folder}: release: its parameters must hold {either}")


def _check_whole(con: DuckDBPyConnection, folder: Path, given: dict[str, str], n_rows: str) -> None:
    """Refuse tables that have not as many rows as the release says."""
    try:
        expected = json.loads(n_rows)
        is_counted = {*expected} == {*given} and all(type(n) is int for n in expected.values())
    except (ValueError, RecursionError, TypeError, AttributeError):
        is_counted = False
    if not is_counted:
        raise BadInput(f"{folder}: release: n_rows must be a JSON object with the number of rows of each table")
    for table, name in given.items():
        ((found,),) = con.execute(f"SELECT count(*) FROM {name}").fetchall()
        if found != expected[table]:
            raise BadInput(
                f"{folder}: {table} holds {found:,} rows, and {shortened(f'{expected[table]:,}', 30)} were exported: "
                "rows were lost or added on the way; copy the folder again"
            )


def _read_tables(
    con: DuckDBPyConnection, folder: Path, family: str, release: str, counted: Sequence[str | None]
) -> None:
    """Read the tables of the family into the catalog, where they are what they should be."""
    tables = PUBLISHED[family].tables
    given = {table: _read(con, folder, table, columns) for table, columns in tables.items()}
    # The fault of a row that lacks a number may be NULL; that it lacks one is a fault of its own.
    faults = con.execute(
        f"SELECT f.fault FROM setrisk_internal.{family}_faults({', '.join(map(literal, given.values()))}) AS f "
        "WHERE f.fault IS NOT NULL ORDER BY f.step, f.fault LIMIT 1"
    ).fetchall()
    if faults:
        raise BadInput(f"{folder}: {faults[0][0]}")
    if counted:
        _check_whole(con, folder, given, counted[0] or "")
    named = [given[table] for table, columns in tables.items() if "item" in columns]
    con.execute(
        f"INSERT INTO setrisk.published_item SELECT $release, i.* FROM setrisk_internal.imported_item({literal(named)}) AS i",
        {"release": release},
    )
    for table, source in given.items():
        reader = "imported_histogram" if table == "histogram" else "imported_rows"
        rows = f"setrisk_internal.{reader}($release, '{source}')" if source in named else source
        con.execute(
            f"INSERT INTO setrisk.{table} BY NAME SELECT $release AS release, i.* FROM {rows} AS i",
            {"release": release},
        )
