"""Values, names and queries as SQL text, where DuckDB takes no parameters: views, files, readers, other databases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from numbers import Number

Value = str | int | float | bool | Sequence[str] | Sequence[int] | Mapping[str, str] | None


def literal(value: Value) -> str:
    """A value as a DuckDB literal. Written here, since most commands need it, and sqlglot takes long to import."""
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{literal(key)}: {literal(each)}' for key, each in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, bool):
        return str(value).upper()
    if value is None or (isinstance(value, Number) and value != value):  # NaN differs from itself
        return "NULL"
    if isinstance(value, Number):
        return str(value)
    raise TypeError(f"{value!r:.60} cannot be written as SQL text: it is a {type(value).__name__}")


def identifier(name: str) -> str:
    """A name as a quoted DuckDB identifier."""
    return '"' + name.replace('"', '""') + '"'


def qualified_name(name: str) -> str:
    """The name of a table of setrisk, with its schema, as quoted identifiers."""
    return ".".join(map(identifier, name.split(".")))


def call(relation: str, *values: Value, **named: Value) -> str:
    """A call, such as `call("setrisk.risk", "r1", at_risk_below=5)`; named parameters that are None are left out."""
    given = [f"{name} := {literal(value)}" for name, value in named.items() if value is not None]
    return f"{relation}({', '.join([*map(literal, values), *given])})"


def union(queries: Iterable[str]) -> str:
    """The rows of all the queries."""
    return " UNION ALL ".join(queries)


def view(name: str, query: str) -> str:
    """The statement that makes a temporary view of a query."""
    return create("TEMP VIEW", identifier(name), query)


def table(name: str, query: str) -> str:
    """The statement that keeps the rows of a query in a temporary table."""
    return create("TEMP TABLE", identifier(name), query)


def create(kind: str, name: str, query: str) -> str:
    """The statement that makes a view or table of a query, in place of one that has its name, which is quoted."""
    return f"CREATE OR REPLACE {kind} {name} AS (\n{query}\n)"


def insert(table: str, query: str) -> str:
    """The statement that adds the rows of a query to a table, whose name is quoted, by the names of the columns."""
    return f"INSERT INTO {table} BY NAME {query}"


def schema(name: str) -> str:
    """The statement that makes a schema, whose name is quoted, if there is none."""
    return f"CREATE SCHEMA IF NOT EXISTS {name}"


def attach(path: object, name: str, options: str = "") -> str:
    """The statement that attaches a database file."""
    return f"ATTACH {literal(str(path))} AS {identifier(name)} {options}"


def detach(name: str) -> str:
    """The statement that detaches a database."""
    return f"DETACH {identifier(name)}"


def describe(source: str) -> str:
    """The query that lists the columns of a table, or of what a reader gives."""
    return f"DESCRIBE SELECT * FROM {source}"


def drop(kind: str, name: str) -> str:
    """The statement that drops a temporary view or table, if there is one."""
    return f"DROP {kind} IF EXISTS temp.{identifier(name)}"


def copy(query: str, path: str, options: str) -> str:
    """The statement that writes the rows of a query to a file, in the format of the options."""
    return f"COPY ({query}\n) TO {literal(path)} ({options})"
