"""What two engines are asked, and the rows that they answer, as they can be compared."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import Any

import sqlglot
from duckdb import DuckDBPyConnection
from sqlglot import exp

import setrisk.sql as relations
from setrisk.spark.catalog import name_of
from setrisk.sql.compiler.dialect import SourceDialect
from setrisk.sql.compiler.table import Table

# Types that Spark reads from Parquet otherwise.
CASTS = {"UUID": "VARCHAR", "JSON": "VARCHAR", "UBIGINT": "DECIMAL(20, 0)"}


def copy_table(session: Any, con: DuckDBPyConnection, folder: Path, table: Table) -> None:
    """Give Spark the rows of a table, and these alone."""
    # Other tests of the session have numbered their items, too.
    session.sql(f"TRUNCATE TABLE {name_of(session, table)}")
    casts = (f"CAST({each.name} AS {CASTS.get(each.type, each.type)}) AS {each.name}" for each in table.columns)
    file = folder / f"{table.name}.parquet"
    with con.cursor() as own:
        if own.sql(f"SELECT 1 FROM {table.schema}.{table.name} LIMIT 1").fetchall():
            own.execute(f"COPY (SELECT {', '.join(casts)} FROM {table.schema}.{table.name}) TO '{file}'")
            session.sql(f"INSERT INTO {name_of(session, table)} BY NAME SELECT * FROM parquet.`{file}`")


def arguments_of(call: str, relation: relations.Relation) -> dict[str, str]:
    """The arguments of a call, as SQL, by the names of the parameters."""
    text = f"SELECT called{call[call.index('(') :]}"
    listed = sqlglot.parse_one(text, dialect=SourceDialect).expressions[0].expressions
    by_place = [each for each in listed if not isinstance(each, exp.PropertyEQ)]
    given = dict(zip((parameter.name for parameter in relation.parameters), by_place, strict=False))
    given |= {each.this.name: each.expression for each in listed if isinstance(each, exp.PropertyEQ)}
    return {name: argument.sql(SourceDialect) for name, argument in given.items()}


def plain_rows(rows: Iterable[Any]) -> list[str]:
    """The rows in one order. Integers are equal whatever their type; other numbers to 11 digits, since the last ones of
    a sum depend on the order of its terms.
    """
    return sorted(repr([_plain(value) for value in row]) for row in rows)


def _plain(value: Any) -> Any:
    if isinstance(value, float | Decimal):
        return int(value) if value == value // 1 else f"{value:.11g}"
    if hasattr(value, "asDict"):  # a struct of Spark's
        value = value.asDict()
    if isinstance(value, dict):
        return [_plain(each) for each in value.values()]
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, datetime.datetime):
        return value.replace(tzinfo=None).isoformat()
    return value if isinstance(value, bool | int | str | None) else str(value)
