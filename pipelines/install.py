"""Schemas, tables, macros and the view of setrisk, made in a database: copied from a template where nothing of them is
there yet, since DuckDB takes twenty times as long to bind all macros as to copy them; by statements otherwise.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from importlib.util import cache_from_source
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

import setrisk.sql as relations
from setrisk.pipelines.quoting import identifier, literal
from setrisk.udf import registration
from setrisk.version import __version__

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# What the template is called while it is attached.
_TEMPLATE = "_setrisk_template"

# The public ones; a meaning is running text, since clients print a line break within a value as \n.
_FUNCTIONS_VIEW = """
CREATE OR REPLACE VIEW setrisk.functions AS
SELECT
    f.function_name AS name,
    split_part(f.comment, chr(10), 2) AS family,
    split_part(f.comment, chr(10), 1) AS signature,
    array_to_string(string_split(f.comment, chr(10))[4:], ' ') AS meaning
FROM duckdb_functions() AS f
WHERE f.schema_name = 'setrisk' AND f.database_name = current_database() AND f.comment LIKE 'setrisk.%'
    AND split_part(f.comment, chr(10), 3) = 'public'
ORDER BY family, name
"""


def install(con: DuckDBPyConnection) -> None:
    """Make what is missing, and replace the macros of another version. The kernels must be registered."""
    for schema in relations.SCHEMAS:
        con.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
    for table in relations.tables():
        con.execute(table.create)
    _add_columns(con)
    _drop_obsolete(con)
    for statement in _macros():
        con.execute(statement)
    con.execute(_FUNCTIONS_VIEW)
    con.execute(
        f"CREATE OR REPLACE MACRO setrisk._version() AS {{'version': '{__version__}', 'sql': '{relations.digest()}'}}"
    )


@cache
def _macros() -> tuple[str, ...]:
    """What makes the macros: written once in a process, which takes as long as to run it."""
    return tuple(
        statement
        for relation in relations.relations(udfs=registration.NAMES)
        for statement in (relation.macro(), relation.comment())
    )


def install_temporary(con: DuckDBPyConnection) -> None:
    """Make the scalar macros as TEMP ones, where the database is read-only."""
    for relation in relations.relations(udfs=registration.NAMES):
        if not relation.is_table:
            con.execute(relation.macro(schema=None))


@contextmanager
def template(con: DuckDBPyConnection) -> Iterator[str | None]:
    """The statement that does what `install` does in a database without any schema of setrisk, good while this lasts;
    None where there is no template. No transaction may be open.
    """
    path = _kept()
    try:
        if path:
            con.execute(f"ATTACH {literal(str(path))} AS {_TEMPLATE} (READ_ONLY)")
    except duckdb.Error:
        # A connection may be forbidden to read files.
        path = None
    if not path:
        yield None
        return
    try:
        ((database,),) = con.execute("SELECT current_database()").fetchall()
        yield f"COPY FROM DATABASE {_TEMPLATE} TO {identifier(database)} (SCHEMA)"
    finally:
        con.execute(f"DETACH {_TEMPLATE}")


def _kept() -> Path | None:
    """The template, kept as bytecode is and where it is; None where it cannot be, or shall not."""
    path = Path(cache_from_source(__file__)).with_name(f"template-{_key()}.duckdb")
    if path.exists() or sys.dont_write_bytecode:
        return path if path.exists() else None
    # Renamed when it is whole: two processes may write at once.
    written = path.with_suffix(f".{os.getpid()}")
    with suppress(OSError, duckdb.Error), _removed_after(written):
        path.parent.mkdir(parents=True, exist_ok=True)
        for older in path.parent.glob("template-*.duckdb"):
            # Another process may have it open, where that forbids to remove it.
            with suppress(OSError):
                older.unlink()
        with duckdb.connect(written) as con:
            registration.register(con)
            install(con)
            con.execute("CHECKPOINT")
        written.replace(path)
    return path if path.exists() else None


@contextmanager
def _removed_after(path: Path) -> Iterator[None]:
    """Whatever happens, neither the database nor its log stays."""
    try:
        yield
    finally:
        for each in (path, Path(f"{path}.wal")):
            with suppress(OSError):
                each.unlink(missing_ok=True)


def _key() -> str:
    """Of all that a template is made from: SQL files, kernels' names, DuckDB, and the code that makes statements."""
    made_with = (relations.digest(), *sorted(registration.NAMES), duckdb.__version__, version("sqlglot"), __version__)
    hashed = hashlib.sha256(" ".join(made_with).encode())
    for path in (Path(__file__), *sorted(relations.FOLDER.glob("*.py"))):
        hashed.update(path.read_bytes())
    return hashed.hexdigest()[:16]


def _add_columns(con: DuckDBPyConnection) -> None:
    """Give tables that an older setrisk has made the columns that they lack, NULL in the rows that are there."""
    there = set(
        con.execute(
            "SELECT lower(c.schema_name), lower(c.table_name), lower(c.column_name) FROM duckdb_columns() AS c "
            "WHERE c.database_name = current_database() AND list_contains($schemas, lower(c.schema_name))",
            {"schemas": list(relations.SCHEMAS)},
        ).fetchall()
    )
    for table in relations.tables():
        for name, type_ in table.columns.items():
            if (table.schema, table.name, name) not in there:
                con.execute(f"ALTER TABLE {table.schema}.{table.name} ADD COLUMN {name} {type_}")


def _drop_obsolete(con: DuckDBPyConnection) -> None:
    """Drop the macros of an older setrisk, told from the user's own by their comments."""
    for name, kind in con.execute(
        "SELECT DISTINCT f.function_name, if(f.function_type = 'table_macro', 'MACRO TABLE', 'MACRO') "
        "FROM duckdb_functions() AS f WHERE f.schema_name = 'setrisk' AND f.database_name = current_database() "
        "AND starts_with(f.comment, 'setrisk.' || f.function_name || '(')"
    ).fetchall():
        con.execute(f"DROP {kind} setrisk.{identifier(name)}")
