"""Schemas, tables, macros and views of setrisk, made in a database by statements."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import setrisk.sql as relations
from setrisk.pipelines.common import quoting
from setrisk.pipelines.common.quoting import call, identifier, literal
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.methods.description import METHODS
from setrisk.sql import INTERNAL, PUBLIC, Column
from setrisk.version import __version__

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# What `attach` asks for first: which setrisk has made the rest.
VERSION = f"{INTERNAL}._version"
# What an upgrade asks for: which macros setrisk has made here. What else is in its schemas is the user's.
_MADE = "_macros"
_FIRST_SENTENCE = re.compile(r".*?[.?](?= [A-Z]|$)")


def _column(name: str, meaning: str, *, kind: str = "VARCHAR", nullable: bool = False) -> Column:
    return Column(name=name, type=kind, nullable=nullable, meaning=meaning)


VIEWS = {
    "columns": (
        _column("relation", "the relation, table or view that has the column, with its schema"),
        _column("position", "its place among the columns, from 1", kind="INTEGER"),
        _column("name", "its name"),
        _column("type", "its type"),
        _column("nullable", "whether it may be NULL", kind="BOOLEAN"),
        _column("unit", "what it counts or measures", nullable=True),
        _column("range", "the values that it may have, such as `0 to 1` or `>= 1`", nullable=True),
        _column("meaning", "what it says", nullable=True),
    ),
    "functions": (
        _column("signature", "name and parameters, with their defaults"),
        _column("meaning", "what it answers, in a sentence"),
        _column("example", "a query"),
        _column("page", "the page of docs/ that explains it"),
    ),
    "methods": (
        _column("task", "protect or attack"),
        _column("family", "the family of releases that it makes or attacks"),
        _column("method", "its name"),
        _column("meaning", "what it does, in a sentence"),
        _column("paper", "the paper that describes it, and the section, or `our own`"),
        _column("is_baseline", "whether it guesses, for attacks to be compared with", kind="BOOLEAN"),
        _column("package", "the Python package that brings it: setrisk, or another that is installed beside it"),
    ),
}
"""The columns of the views that say what there is."""


def install(con: DuckDBPyConnection) -> None:
    """Make what is missing, and replace the macros of another version. The kernels must be registered."""
    for schema in relations.SCHEMAS:
        con.execute(quoting.schema(schema))
    for table in relations.tables():
        con.execute(table.create)
    _add_columns(con)
    _drop_obsolete(con)
    # Macros read it.
    con.execute(quoting.create("VIEW", f"{PUBLIC}.methods", _methods()))
    for statement in _macros():
        con.execute(statement)
    con.execute(quoting.create("VIEW", f"{PUBLIC}.functions", _functions()))
    con.execute(quoting.create("VIEW", f"{PUBLIC}.columns", _columns()))
    own = ", ".join(literal(list(each)) for each in sorted(_own_macros()))
    con.execute(quoting.create("MACRO", f"{INTERNAL}.{_MADE}()", f"[{own}]"))
    con.execute(quoting.create("MACRO", f"{VERSION}()", literal({"version": __version__, "sql": digest()})))


def digest() -> str:
    """A digest of all that is made: equal digests mean that a database needs nothing new."""
    return _digest_with(_method_rows())


@cache
def _digest_with(methods: tuple[tuple[str | int | bool, ...], ...]) -> str:
    return hashlib.sha256(f"{relations.digest()} {methods} {VIEWS}".encode()).hexdigest()[:16]


@cache
def _macros() -> tuple[str, ...]:
    return tuple(statement for each in relations.relations() for statement in (each.macro(), each.comment()))


def install_temporary(con: DuckDBPyConnection) -> None:
    """Make the scalar macros as TEMP ones, if the database is read-only."""
    for relation in relations.relations():
        if not relation.is_table:
            con.execute(relation.macro(temporary=True))


def _methods() -> str:
    """The query that lists the methods, those of other packages included."""
    return _listing_query("methods", _method_rows(), "family, task DESC, method")


def _method_rows() -> tuple[tuple[str | int | bool, ...], ...]:
    return tuple((m.task, m.family, m.name, m.meaning, m.paper, m.is_baseline, m.package) for m in METHODS)


def _functions() -> str:
    """The query that lists what people call: in short, since a screen has to hold many."""
    return _listing_query(
        "functions",
        [
            (
                each.signature.removeprefix(f"{PUBLIC}."),
                _FIRST_SENTENCE.match(each.meaning)[0],  # type: ignore[index]
                each.header.example,
                each.header.page,
            )
            for each in relations.relations()
            if not each.is_internal
        ],
        "signature",
    )


def _columns() -> str:
    """The query that lists the columns of what people call, of the published tables, and of the views."""
    with_columns: list[relations.Relation | relations.Table] = [*relations.relations(), *relations.tables()]
    listed = {each.name: each.columns for each in with_columns if each.schema == PUBLIC} | VIEWS
    return _listing_query(
        "columns",
        [
            (f"{PUBLIC}.{name}", position, c.name, c.type, c.nullable, c.unit, c.range, c.meaning)
            for name, columns in listed.items()
            for position, c in enumerate(columns, 1)
        ],
        "relation, position",
    )


def _listing_query(view: str, rows: Sequence[tuple[str | int | bool, ...]], order: str) -> str:
    """The query of a view with these rows, with NULL for what is empty."""
    names = [column.name for column in VIEWS[view]]
    values = ", ".join(
        "(" + ", ".join("NULL" if value == "" else _constant(value) for value in row) + ")" for row in rows
    )
    return f"SELECT rows.* FROM (VALUES {values}) AS rows({', '.join(names)}) ORDER BY {order}"


def _constant(value: str | int | bool) -> str:
    return literal(value) if isinstance(value, str) else str(value)


def _add_columns(con: DuckDBPyConnection) -> None:
    """Give tables that an older setrisk has made the columns that they lack, NULL in the rows that are there."""
    there = set(run(con, "catalog/columns_there", schemas=list(relations.SCHEMAS)).fetchall())
    for table in relations.tables():
        for column in table.columns:
            if (table.schema, table.name, column.name) not in there:
                con.execute(f"ALTER TABLE {table.schema}.{table.name} ADD COLUMN {column.name} {column.type}")


def _own_macros() -> set[tuple[str, str, str]]:
    """Schema, name and kind of the macros of this setrisk."""
    return {(each.schema, each.name, "MACRO TABLE" if each.is_table else "MACRO") for each in relations.relations()}


def _drop_obsolete(con: DuckDBPyConnection) -> None:
    """Drop the macros that an older setrisk has made, and this one does not have."""
    there = set(run(con, "catalog/macros_there", schemas=list(relations.SCHEMAS)).fetchall())
    if (INTERNAL, _MADE, "MACRO") not in there:
        return
    ((made,),) = con.execute(f"SELECT {call(f'{INTERNAL}.{_MADE}')}").fetchall()
    for schema, name, kind in sorted({*map(tuple, made)} & there - _own_macros()):
        con.execute(f"DROP {kind} {schema}.{identifier(name)}")
