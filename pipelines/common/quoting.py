"""Values and names of the user, as SQL text: where DuckDB takes no parameters (views, COPY, reader arguments)."""

from __future__ import annotations

from collections.abc import Sequence


def literal(value: str | int | float | bool | Sequence[str]) -> str:
    """A value as a DuckDB literal."""
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    from sqlglot import exp

    return exp.convert(value).sql("duckdb")


def identifier(name: str) -> str:
    """A name as a quoted DuckDB identifier."""
    return '"' + name.replace('"', '""') + '"'
