"""Open a database, or install setrisk in a connection that the user has opened."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

import setrisk.sql as relations
from setrisk.errors import BadInput, WrongVersion
from setrisk.pipelines import install, template
from setrisk.pipelines.faults import is_conflict, is_interrupt, of_writing
from setrisk.udf import registration
from setrisk.version import __version__

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# One installation at a time: two threads that both find a macro missing would both create it.
_installing = threading.Lock()

# Bytes before the first block of a database's file.
_HEADERS = 3 * 4096
_READ_ONLY = "the database is open for reading only: open it for writing"


def connect(path: str | Path = ":memory:", *, read_only: bool = False) -> DuckDBPyConnection:
    """Open the DuckDB database at `path` (made where there is none) with setrisk attached.

    Raises:
        BadInput: the file is no DuckDB database, is in no folder, is locked by another process, or cannot be made.
        WrongVersion: a newer setrisk wrote the database.
    """
    _check_file(path)
    is_there = Path(path).exists()
    try:
        con = duckdb.connect(str(path), read_only=read_only)
    except duckdb.Error as error:
        # What could not be made whole; where another process has it, that made it.
        if not is_there and not _is_locked(str(error)) and _is_a_beginning(Path(path)):
            _remove(Path(path))
        raise BadInput(f"cannot open {path}: {what_to_do(str(error).splitlines()[0])}") from error
    is_new = False
    try:
        # Between the two another process may have made it.
        is_new = not is_there and not holds_something(con)
        # DuckDB would draw its own bars into the output of long queries, pipes included. In a notebook without
        # ipywidgets it draws none, and does not let itself be asked.
        with suppress(duckdb.InvalidInputException):
            con.execute("SET enable_progress_bar = false")
        _attach(con, is_new=True)
    except BaseException:
        if is_new:
            close_and_remove(con, Path(path))
        con.close()
        raise
    return con


def holds_something(con: DuckDBPyConnection) -> bool:
    """Whether there is more in the database than what `attach` makes."""
    return bool(
        con.execute(
            "SELECT 1 FROM duckdb_tables() AS t WHERE t.database_name = current_database() AND NOT t.temporary "
            "AND (t.estimated_size > 0 OR NOT starts_with(t.schema_name, 'setrisk')) LIMIT 1"
        ).fetchall()
    )


def close_and_remove(con: DuckDBPyConnection, path: Path) -> None:
    """Remove a database that this process has made."""
    # Before it is closed, while no other process can open it; Windows does that afterwards alone.
    _remove(path)
    con.close()
    if os.name == "nt":
        _remove(path)


def _is_a_beginning(path: Path) -> bool:
    """Whether a file has no more than the headers of a database, and no log beside it."""
    return path.is_file() and path.stat().st_size <= _HEADERS and not Path(f"{path}.wal").exists()


def _remove(path: Path) -> None:
    for each in (path, Path(f"{path}.wal")):
        with suppress(OSError):
            each.unlink(missing_ok=True)


def _check_file(path: str | Path) -> None:
    """Of another program's file DuckDB would fetch a reader from the network."""
    if str(path).startswith(":memory:"):
        return
    if Path(path).is_dir():
        raise BadInput(f"cannot open {path}: it is a folder; name a DuckDB file")
    if not Path(path).parent.is_dir():
        raise BadInput(f"cannot open {path}: there is no folder {Path(path).parent}; make it first")
    if Path(path).is_file():
        with suppress(OSError), Path(path).open("rb") as file:
            head = file.read(12)
            if head[8:] != b"DUCK":
                raise BadInput(f"cannot open {path}: it is no DuckDB database; name another file, or remove it")


def what_to_do(reason: str) -> str:
    """DuckDB's words, and what they call for."""
    if _is_locked(reason):
        return f"{reason}; end the other process, or wait for it"
    if "with version number" in reason:
        return f"{reason}; upgrade DuckDB"
    if is_damage(reason):
        return f"{reason}; the file is damaged: go back to a copy of it, or make it again"
    return reason


def is_damage(reason: str) -> bool:
    """Whether DuckDB says that a database's file is not as it was written."""
    return "Corrupt database file" in reason or "Could not read enough bytes from file" in reason


def _is_locked(reason: str) -> bool:
    """Whether DuckDB says that another process has the file open. Names of files and blocks may hold the word, too."""
    return "Could not set lock on file" in reason


def attach(con: DuckDBPyConnection) -> DuckDBPyConnection:
    """Install setrisk in the current database of a connection; returns the connection.

    Doing it again changes nothing. In an open transaction the tables and macros belong to that transaction: a rollback
    takes them away, and the next call brings them back; where this process has not attached to the database before,
    the transaction must not have called a function yet, since it cannot see new ones then. On a read-only database that
    has been attached before, everything is there; on any other, the scalar functions come as TEMP macros named
    `setrisk_<name>`.

    Raises:
        WrongVersion: a newer setrisk wrote the database.
        BadInput: a database of the connection has the name of a schema of setrisk; the open transaction cannot see
            the functions, and is as it was; or another transaction installs setrisk at this time.
    """
    _attach(con)
    return con


def ready(con: DuckDBPyConnection) -> None:
    """Attach, for a task that needs the tables.

    Raises:
        BadInput: the database is read-only and setrisk has never written to it; and what `attach` raises.
    """
    if not _attach(con, with_tables=True):
        raise BadInput(
            "the database is open for reading only and holds nothing of setrisk's: open it for writing, and load data"
        )


def _attach(con: DuckDBPyConnection, *, with_tables: bool = False, is_new: bool = False) -> bool:
    """Whether the tables are there now; where they cannot be, and are needed, nothing is made. With a new connection it
    is not asked first whether they are: a "no" takes longer than the steps.
    """
    if not is_new and _is_attached(con):
        return True
    with _installing:
        registration.register(con)
        _check_names(con)
        if in_transaction(con) and registration.missing_from(con):
            raise BadInput("a transaction is open that began before setrisk came: end it, then attach")
        installed = _installed(con)
        if installed == (__version__, install.digest()):
            return True
        if installed and _ordinal(installed[0]) > _ordinal(__version__):
            raise WrongVersion(
                f"this database was written by setrisk {installed[0]}, this is {__version__}: upgrade setrisk"
            )
        if is_read_only(con):
            if installed or not with_tables:
                install.install_temporary(con)
            return installed is not None
        if in_transaction(con) or not _is_empty(con):
            with transaction(con):
                install.install(con)
        else:
            with template.copying(con) as copying, transaction(con):
                if copying:
                    con.execute(copying)
                # What was kept may have been damaged.
                if _installed(con) != (__version__, install.digest()):
                    install.install(con)
    return True


@contextmanager
def transaction(con: DuckDBPyConnection) -> Iterator[None]:
    """All or nothing: a transaction of our own, or a part of the one that the user has open. DuckDB has no savepoints,
    so an error ends the user's transaction as an error of DuckDB's would: it can only be rolled back.
    """
    with interruptible():
        if in_transaction(con):
            try:
                yield
            except BaseException:
                # A second BEGIN is the error that does it; where DuckDB raised the first one, it is done already.
                with suppress(duckdb.Error):
                    con.execute("BEGIN")
                raise
            return
        try:
            con.execute("BEGIN")
            yield
            con.execute("COMMIT")
        except BaseException as error:
            # Ctrl-C may come before BEGIN is done, or after COMMIT is.
            with suppress(duckdb.TransactionException):
                con.execute("ROLLBACK")
            if isinstance(error, duckdb.InvalidInputException) and "read-only mode" in str(error):
                raise BadInput(_READ_ONLY) from error
            if is_conflict(error):
                raise BadInput(
                    "another transaction wrote the same at the same time; nothing was changed: end it and do this again"
                ) from error
            if isinstance(error, duckdb.Error) and (unwritten := of_writing(error)):
                raise unwritten from error
            raise


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl-C is a KeyboardInterrupt inside a query too, where DuckDB makes an error of it."""
    try:
        yield
    except (RuntimeError, duckdb.Error) as error:
        if is_interrupt(error):
            raise KeyboardInterrupt from error
        raise


def in_transaction(con: DuckDBPyConnection) -> bool:
    """Whether the user has a transaction open: then two statements see one transaction number."""
    first, second = (con.execute("SELECT txid_current()").fetchall() for _ in range(2))
    return bool(first == second)


def _is_attached(con: DuckDBPyConnection) -> bool:
    """Whether macros and kernels are here and up to date; asked on a cursor, where a "no" is an error that would
    otherwise end the user's transaction. An open transaction, or a database that is not the cursor's, may see others.

    Every task asks this, so it is three queries as short as queries get; where the kernel that is registered last is
    there, all are.
    """
    cursor = con.cursor()
    try:
        ((version, database),) = cursor.execute(
            f"SELECT {install.VERSION}(), current_database() "
            f"WHERE true OR {registration.UDFS[-1].probe()} IS NULL OR EXISTS (FROM setrisk.release)"
        ).fetchall()
    except duckdb.Error:
        return False
    finally:
        cursor.close()
    if version != {"version": __version__, "sql": install.digest()}:
        return False
    ((first, here),) = con.execute("SELECT txid_current(), current_database()").fetchall()
    ((second,),) = con.execute("SELECT txid_current()").fetchall()
    return bool(first != second and here == database)


def _installed(con: DuckDBPyConnection) -> tuple[str, str] | None:
    """Version and digest that the database was installed with, or None."""
    # Of what is installed, tables are found soonest: ten times as soon as a view, a hundred times as a function. One of
    # each schema, since users may drop any.
    found = con.execute(
        "SELECT t.schema_name FROM duckdb_tables() AS t WHERE t.database_name = current_database() "
        "AND (t.schema_name, t.table_name) IN (('setrisk', 'release'), ('setrisk_private', 'transaction_item')) "
        "UNION ALL SELECT s.schema_name FROM duckdb_schemas() AS s WHERE s.database_name = current_database() "
        "AND s.schema_name = $internal",
        {"internal": relations.INTERNAL},
    ).fetchall()
    if len(found) < len(relations.SCHEMAS):
        return None
    ((version,),) = con.execute(f"SELECT {install.VERSION}()").fetchall()
    return version["version"], version["sql"]


def _is_empty(con: DuckDBPyConnection) -> bool:
    """Whether the current database has no schema of setrisk's, not even one that something is missing from."""
    ((n,),) = con.execute(
        "SELECT count(*) FROM duckdb_schemas() AS s WHERE s.database_name = current_database() "
        "AND list_contains($schemas, lower(s.schema_name))",
        {"schemas": list(relations.SCHEMAS)},
    ).fetchall()
    return bool(n == 0)


def _ordinal(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))


def _check_names(con: DuckDBPyConnection) -> None:
    """A database called `setrisk` makes `setrisk.release` ambiguous."""
    found = con.execute(
        "SELECT d.database_name FROM duckdb_databases() AS d WHERE list_contains($schemas, lower(d.database_name))",
        {"schemas": list(relations.SCHEMAS)},
    ).fetchall()
    if found:
        raise BadInput(
            f"a database cannot be called {found[0][0]}, as setrisk's schema is: name the file otherwise, or ATTACH "
            "it under another name"
        )


def check_writes(con: DuckDBPyConnection) -> None:
    """See that the current database can be written.

    Raises:
        BadInput: it is open for reading only.
    """
    if is_read_only(con):
        raise BadInput(_READ_ONLY)


def is_read_only(con: DuckDBPyConnection) -> bool:
    """Whether the current database is."""
    ((read_only,),) = con.execute(
        "SELECT readonly FROM duckdb_databases() WHERE database_name = current_database()"
    ).fetchall()
    return bool(read_only)
