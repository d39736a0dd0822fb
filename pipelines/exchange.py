"""Export releases from the database as files, and import them from files."""

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
from setrisk.pipelines.statements import run
from setrisk.sql import statement

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# A file of a release, streamed from the connection that reads it.
_STREAM = "_setrisk_imported_stream"


@dataclass(frozen=True)
class Published:
    """What the releases of a family publish.

    Attributes:
        tables: tables of the catalog, each with the columns of its file and their types; a file has `item`, a name,
            where the table has `item_id`.
        faults: statements of `sql/exchange` that look for faults in the files, in the order in which they are run.
            What one of them finds may be the cause of what later ones would find.
        parameters: whole numbers that attacks read from the parameters of the release, each with its least value.
        promises: numbers of which the parameters must have at least one, each with its least value.
    """

    tables: dict[str, dict[str, str]]
    faults: tuple[str, ...]
    parameters: dict[str, int] = field(default_factory=dict)
    promises: dict[str, int] = field(default_factory=dict)


# Each family needs an entry here, and in `sql/exchange/statements` an `exported_<table>` for each of its tables, its
# faults, and an `import_<family>`.
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
        ("generalisation_faults",),
    ),
    "disassociation": Published(
        {
            "cluster": {"cluster": "INTEGER", "n_records": "BIGINT"},
            "chunk_record": {"cluster": "INTEGER", "chunk": "INTEGER", "record": "BIGINT", "item": "VARCHAR"},
            "joint_cluster": {"joint": "INTEGER", "cluster": "INTEGER"},
            "term_chunk": {"cluster": "INTEGER", "item": "VARCHAR"},
        },
        ("cluster_faults", "joint_cluster_faults", "sub_record_faults", "term_faults"),
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
        ("cluster_faults", "cluster_record_faults", "private_term_faults", "counterfeit_faults"),
        promises={"r_th": 1, "m": 2},
    ),
    "histogram": Published(
        {"histogram": {"itemset": "INTEGER", "item": "VARCHAR", "occurrences": "BIGINT"}},
        ("histogram_faults",),
    ),
}
_ABOUT = {
    "family": "VARCHAR",
    "method": "VARCHAR",
    "parameters": "VARCHAR",
    # Older exports have a time, newer ones only the day.
    "created_at": "TIMESTAMP",
    "marks": "VARCHAR",
}
# How many rows each table has, so that a part of a release is not taken for the whole; older exports lack it.
_COUNTED = {"n_rows": "VARCHAR"}
# Largest size in bytes of the file `release`, which has one row.
_MOST_ABOUT = 1_000_000
# For each type of a column, the types that it may have in a Parquet file.
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
    """Write the published tables of a release, and nothing else, as files into a new folder, with item names.

    Args:
        con: a DuckDB connection.
        release: the release.
        folder: the folder to write to, which must not exist or must be empty.
        format: `parquet` or `csv`.
        replace: replace an earlier export in that folder.
        anyway: export the release even if the gate refuses it whatever the limits are: to attack it elsewhere, not to
            publish it.

    Returns:
        The files: `release` (what the release says of itself) and one per published table.

    Raises:
        UnknownRelease: there is no such release.
        AlreadyExists: the folder exists, and is not to be replaced or holds something else.
        BadInput: the format is unknown, the folder cannot be written, or the gate refuses the release for its marks or
            its series; the message names the reasons. Nothing was written.
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
            f"{folder}: exists already{', and is not an export of setrisk' if replace else ''}; name a new folder"
        )
    # Written aside and moved in one step, so that a crash leaves no half of a release.
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        # mkdtemp would make a folder that nobody else may read; this has the user's usual permissions.
        aside = folder.with_name(f".{folder.name}-{secrets.token_hex(4)}")
        aside.mkdir()
    except OSError as error:
        raise BadInput(f"{folder}: cannot be written: {error.strerror}") from error
    try:
        n_rows = {table: _write(con, aside, table, format, release=release) for table in PUBLISHED[found[0][0]].tables}
        _write(con, aside, "release", format, release=release, n_rows=json.dumps(n_rows))
        if folder.exists():
            # Kept beside it until the new one is in place, so that it is not lost if that fails.
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


def _write(con: DuckDBPyConnection, folder: Path, table: str, format: str, **parameters: str) -> int:
    """Write the rows of a statement `exchange/exported_<table>` as the file of a table; returns how many there are."""
    (query,) = statement(f"exchange/exported_{table}").texts
    target = literal(str(folder / f"{table}.{format}"))
    ((n_rows,),) = con.execute(f"COPY ({query}\n) TO {target} (FORMAT {format})", parameters).fetchall()
    return int(n_rows)


def _refuse(con: DuckDBPyConnection, release: str, family: str) -> None:
    """Refuse a release that the gate refuses whatever the limits are. Unless the release is in a series, only published
    tables are read.

    Raises:
        BadInput: the release has a mark with which it may not be published, or its series puts people at risk.
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
            f"the release {release!r} may not be published: {said}. To export it nevertheless, use --anyway (in Python "
            "anyway=True)"
        )


def _is_free(con: DuckDBPyConnection, folder: Path, replace: bool) -> bool:
    """Whether a folder is empty, or may be replaced and holds nothing but the files of an export."""
    if not folder.is_dir():
        return False
    found = {path.name for path in folder.iterdir()}
    return not found or (
        replace
        and any(
            found <= {f"{table}.{format}" for table in ("release", *family.tables)}
            and _is_exported(con, folder / f"release.{format}")
            for format in FILE_FORMATS
            for family in PUBLISHED.values()
        )
    )


def _is_exported(con: DuckDBPyConnection, file: Path) -> bool:
    """Whether a file has the columns of the file `release`."""
    try:
        columns = con.sql(f"FROM {literal(str(file))}").columns
    except duckdb.Error:
        return False
    return columns in ([*_ABOUT], [*_ABOUT, *_COUNTED])


def import_release(con: DuckDBPyConnection, release: str, folder: str | Path, *, series: str | None = None) -> str:
    """Import a folder that `export` wrote, as the release `release`, so that it can be attacked here.

    The release gets the mark `imported`, which the gate refuses, since everything else in the folder may have been
    edited. The original transactions are not known here, so the release can be attacked, but `evaluate` and `risk` have
    nothing to compare the findings with.

    Args:
        con: a DuckDB connection.
        release: the name that the release gets.
        folder: the folder of the export.
        series: the series that a serial release continues; without it, a new series with the name of the release.

    Returns:
        The family of the release.

    Raises:
        AlreadyExists: there is a release of that name, or, without `series`, a series.
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
            f"there is already a series {release!r}: name it as the series, or choose another name for the release"
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


@contextmanager
def _dropped_afterwards(con: DuckDBPyConnection) -> Iterator[None]:
    """Drop the temporary tables of an import, whether it succeeds or not."""
    try:
        yield
    finally:
        # After an error of DuckDB the transaction has ended, and the rollback has dropped them.
        with suppress(duckdb.Error):
            for table in {"release", *(table for family in PUBLISHED.values() for table in family.tables)}:
                con.execute(f"DROP TABLE IF EXISTS temp._setrisk_imported_{table}")


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
        with readable(con, paths[0]) as path, apart(con) as reader:
            _copy(con, reader, name, path, columns)
    except (duckdb.Error, UnicodeDecodeError) as error:
        raise BadInput(where_and_what(error, paths[0])) from error
    return name


def _copy(con: DuckDBPyConnection, reader: DuckDBPyConnection, name: str, path: Path, columns: dict[str, str]) -> None:
    """Copy a file, which must have exactly these columns, into a temporary table."""
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
        # After an error the transaction has ended, and the first error is the one to report.
        with suppress(duckdb.Error):
            con.unregister(_STREAM)


def _check_parameters(con: DuckDBPyConnection, folder: Path, parameters: str, published: Published) -> None:
    """Refuse parameters that are not valid JSON, or lack a number that attacks read."""
    try:
        json.loads(parameters)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{folder}: release: its parameters are not JSON: {error}") from error
    # Attacks read them with DuckDB, which is stricter in places. It would cast 4.5 and true to whole numbers.
    if con.execute("SELECT json_valid(?)", [parameters]).fetchall() != [(True,)]:
        raise BadInput(f"{folder}: release: its parameters are not JSON that DuckDB can read")
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


def _check_whole(con: DuckDBPyConnection, folder: Path, staged: dict[str, str], n_rows: str) -> None:
    """Refuse tables that do not have as many rows as the file `release` says."""
    try:
        expected = json.loads(n_rows)
        is_counted = {*expected} == {*staged} and all(type(n) is int for n in expected.values())
    except (ValueError, RecursionError, TypeError, AttributeError):
        is_counted = False
    if not is_counted:
        raise BadInput(f"{folder}: release: n_rows must be a JSON object with the number of rows of each table")
    for table, name in staged.items():
        ((found,),) = con.execute(f"SELECT count(*) FROM {name}").fetchall()
        if found != expected[table]:
            raise BadInput(
                f"{folder}: {table} holds {found:,} rows, but {shortened(f'{expected[table]:,}', 30)} were exported: "
                "rows were lost or added on the way; copy the folder again"
            )


def _read_tables(
    con: DuckDBPyConnection, folder: Path, family: str, release: str, counted: Sequence[str | None]
) -> None:
    """Read the tables of the family into the catalog, where they are what they should be."""
    published = PUBLISHED[family]
    staged = {table: _read(con, folder, table, columns) for table, columns in published.tables.items()}
    for name in published.faults:
        if fault := run(con, f"exchange/{name}").fetchone():
            raise BadInput(f"{folder}: {fault[0]}")
    if counted:
        _check_whole(con, folder, staged, counted[0] or "")
    run(con, f"exchange/import_{family}", release=release)
