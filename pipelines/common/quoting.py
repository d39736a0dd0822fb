"""Values and names of the user, as SQL text: where DuckDB takes no parameters (views, COPY, reader arguments)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Value = str | int | float | bool | Sequence[str] | None


def literal(value: Value) -> str:
    """A value as a DuckDB literal."""
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    from sqlglot import exp

    return exp.convert(value).sql("duckdb")


def identifier(name: str) -> str:
    """A name as a quoted DuckDB identifier."""
    return '"' + name.replace('"', '""') + '"'


def call(relation: str, *values: Value, **named: Value) -> str:
    """A call, such as `call("setrisk.risk", "r1", at_risk_below=5)`; named parameters that are None are left out."""
    given = [f"{name} := {literal(value)}" for name, value in named.items() if value is not None]
    return f"{relation}({', '.join([*map(literal, values), *given])})"


def union(queries: Iterable[str]) -> str:
    """The rows of all the queries."""
    return " UNION ALL ".join(queries)
