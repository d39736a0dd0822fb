"""Values and names of the user, as SQL text: where DuckDB takes no parameters (views, COPY, reader arguments)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Value = str | int | float | bool | Sequence[str] | Sequence[int] | None


def literal(value: Value) -> str:
    """A value as a DuckDB literal."""
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    from sqlglot import exp

    # A tuple would become a row of as many columns.
    return exp.convert(list(value) if isinstance(value, tuple) else value).sql("duckdb")


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
    return f"CREATE OR REPLACE TEMP VIEW {identifier(name)} AS {query}"


def table(name: str, query: str) -> str:
    """The statement that keeps the rows of a query in a temporary table."""
    return f"CREATE OR REPLACE TEMP TABLE {identifier(name)} AS (\n{query}\n)"


def drop(kind: str, name: str) -> str:
    """The statement that drops a temporary view or table, if there is one."""
    return f"DROP {kind} IF EXISTS temp.{identifier(name)}"


def copy(query: str, path: str, options: str) -> str:
    """The statement that writes the rows of a query to a file, in the format of the options."""
    return f"COPY ({query}\n) TO {literal(path)} ({options})"
