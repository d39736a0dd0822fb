"""Install setrisk in a connection that the user has opened."""

from __future__ import annotations

import re
import threading
import warnings
from typing import TYPE_CHECKING

import duckdb

import setrisk.sql as relations
from setrisk.errors import BadInput, WrongVersion
from setrisk.pipelines.common.argument_types import check_types
from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.database import install, template
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.transaction import is_in_transaction, is_read_only, transaction
from setrisk.udf import registration
from setrisk.version import __version__

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class OutOfDate(BadInput):
    """A database that is open for reading only has the relations of another version."""


# One installation at a time: two threads that both find a macro missing would both create it.
_installing = threading.Lock()
# Tables without which nothing can be asked.
_NEEDED = frozenset({"setrisk.release", "setrisk_private.transaction_item"})
_DROPPED = "tables of setrisk's were dropped from this database"


@check_types
def attach(con: DuckDBPyConnection) -> DuckDBPyConnection:
    """Install setrisk in the current database of a connection; returns the connection.

    Doing it again changes nothing. In an open transaction the tables and macros belong to that transaction: a rollback
    takes them away, and the next call brings them back; if this process has not attached to the database before,
    the transaction must not have called a function yet, since it cannot see new ones then. On a read-only database that
    has been attached before, everything is there; on any other, the scalar functions come as TEMP macros named
    `setrisk_<name>`.

    Raises:
        WrongVersion: a newer setrisk wrote the database.
        BadInput: a database of the connection has the name of a schema of setrisk; the open transaction cannot see
            the functions, and is as it was; or another transaction installs setrisk at this time.

    Examples:
        >>> import duckdb
        >>> con = setrisk.attach(duckdb.connect())
        >>> con.sql("SELECT setrisk.ngd(277, 315, 128, 7400) < 0.3").fetchall()
        [(True,)]
    """
    _attach(con)
    return con


def ensure_attached(con: DuckDBPyConnection) -> None:
    """Attach, for a task that needs the tables.

    Raises:
        BadInput: the database is read-only and setrisk, or this version of it, has never written to it; and what
            `attach` raises.
    """
    if not _attach(con, with_tables=True):
        raise BadInput(
            "the database holds nothing of setrisk's yet: load data into it, which needs it open for writing"
        )


def _attach(con: DuckDBPyConnection, *, with_tables: bool = False, is_new: bool = False) -> bool:
    """Whether the tables are there now; if they cannot be, and are needed, nothing is made. With a new connection it
    is not asked first whether they are: a "no" takes longer than the steps.
    """
    if not is_new and _is_attached(con):
        return True
    with _installing:
        registration.register(con)
        _check_names(con)
        if is_in_transaction(con) and registration.missing_kernels(con):
            raise BadInput("a transaction is open that began before setrisk was attached: end it, then attach")
        installed, dropped = _installed_version(con)
        if installed == (__version__, install.digest()) and not dropped:
            return True
        if installed and _version_numbers(installed[0]) > _version_numbers(__version__):
            raise WrongVersion(
                f"this database was written by setrisk {installed[0]}, this is {__version__}: upgrade setrisk"
            )
        if is_read_only(con):
            if dropped:
                raise BadInput(
                    f"{_DROPPED}: {', '.join(dropped)}; go back to a copy of the file from before that, or open it for "
                    "writing, which makes what is missing anew, without rows"
                )
            if installed and with_tables:
                raise OutOfDate(
                    "this database was written by another version of setrisk, and is open for reading only: open it "
                    "for writing once, which brings it up to date"
                )
            if installed or not with_tables:
                install.install_temporary(con)
            return installed is not None
        if is_in_transaction(con) or not _is_empty(con):
            with transaction(con):
                install.install(con)
        else:
            with template.open_template(con) as copy_statement, transaction(con):
                if copy_statement:
                    con.execute(copy_statement)
                # What was kept may have been damaged.
                if _installed_version(con) != ((__version__, install.digest()), []):
                    install.install(con)
    if dropped:
        warnings.warn(
            f"{_DROPPED}, and made anew now, without rows: {', '.join(dropped)}; go back to a copy of the file from "
            "before that if there is one",
            stacklevel=2,
        )
    return True


def _is_attached(con: DuckDBPyConnection) -> bool:
    """Whether macros and kernels are here and up to date; asked on a cursor, where a "no" is an error that would
    otherwise end the user's transaction. An open transaction, or a database that is not the cursor's, may see others.

    Every task asks this, so it is three queries as short as queries get; if the kernel that is registered last is
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


def _installed_version(con: DuckDBPyConnection) -> tuple[tuple[str, str] | None, list[str]]:
    """Version and digest that the database was installed with, or None; and the tables that somebody has dropped
    since, if one that all else needs is among them. Without another one, queries that read it are errors, and none is
    made anew: of a release whose stored risk is gone, no rows would read as no risk. Who has dropped a whole schema has
    meant to.
    """
    found = run(
        con,
        "catalog/installed_tables",
        public=relations.PUBLIC,
        private=relations.PRIVATE,
        internal=relations.INTERNAL,
    ).fetchall()
    if len({schema for schema, _ in found}) < len(relations.SCHEMAS):
        return None, []
    ((version,),) = con.execute(f"SELECT {call(install.VERSION)}").fetchall()
    installed = version["version"], version["sql"]
    # One that an older setrisk did not have is not lost.
    tables = [(table.schema, table.name) for table in relations.tables()]
    expected = tables if installed[1] == install.digest() else [table for table in tables if ".".join(table) in _NEEDED]
    dropped = [".".join(table) for table in expected if table not in {*found}]
    return installed, dropped if not _NEEDED.isdisjoint(dropped) else []


def _is_empty(con: DuckDBPyConnection) -> bool:
    """Whether the current database has no schema of setrisk's, not even one that something is missing from."""
    return not run(con, "catalog/schemas_called", names=list(relations.SCHEMAS)).fetchall()


def _version_numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))


def _check_names(con: DuckDBPyConnection) -> None:
    """A database called `setrisk` makes `setrisk.release` ambiguous."""
    found = run(con, "catalog/databases_called", names=list(relations.SCHEMAS)).fetchall()
    if found:
        raise BadInput(
            f"a database cannot be called {found[0][0]}, as setrisk's schema is: name the file otherwise, or ATTACH "
            "it under another name"
        )
