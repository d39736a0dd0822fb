"""Tables and views of the user's database, by their names as users write them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import duckdb

from setrisk.errors import BadInput
from setrisk.pipelines.common.quoting import identifier
from setrisk.pipelines.database.statements import run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

# A part of a qualified name: in quotes, or up to the next dot.
_PART = r'"(?:[^"]|"")+"|[^".]+'


def is_table(con: DuckDBPyConnection, name: str) -> bool:
    """Whether there is a table or a view of that very name where a query looks for it."""
    found = run(con, "catalog/table_or_view", table_name=name, schema="", database="").fetchall()
    return bool(found) and found[0][2] == name


def table(con: DuckDBPyConnection, name: str) -> DuckDBPyRelation | None:
    """The table or view of a name, with its schema, or also its database, before it; None if there is none.

    Raises:
        BadInput: it is there and cannot be read.
    """
    parts = [part[1:-1].replace('""', '"') if part[0] == '"' else part for part in re.findall(_PART, name)]
    # The name as it is, a table of a schema, of a schema of a database, and of a database.
    for path in ([name], parts, [*parts[:1], "main", *parts[1:]]):
        if not 1 <= len(path) <= 3 or (path != [name] and not re.fullmatch(rf"(?:{_PART})(?:\.(?:{_PART}))*", name)):
            continue
        database, schema, last = ["", "", *path][-3:]
        found = run(con, "catalog/table_or_view", table_name=last, schema=schema, database=database).fetchall()
        if found:
            try:
                its_database, its_schema, its_name = map(identifier, found[0])
                return con.table(f"{its_database}.{its_schema}.{its_name}")
            except duckdb.Error as error:
                raise BadInput(f"{name}: this table cannot be read: {str(error).splitlines()[0]}") from error
    return None
