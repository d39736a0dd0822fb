"""Tables and views of the user's database, by the names that he writes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import duckdb

from setrisk.errors import BadInput
from setrisk.pipelines.common.quoting import identifier

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

# A part of a qualified name: in quotes, or up to the next dot.
_PART = r'"(?:[^"]|"")+"|[^".]+'


# Parameters: name, and schema and database or ''. The names of SQL are alike whatever their case.
_FOUND = """
SELECT n.database_name, n.schema_name, n.name
FROM (
    SELECT t.database_name, t.schema_name, t.table_name AS name FROM duckdb_tables() AS t
    UNION ALL
    SELECT v.database_name, v.schema_name, v.view_name FROM duckdb_views() AS v
) AS n
WHERE lower(n.name) = lower($name)
    AND CASE WHEN $schema = '' THEN list_contains(current_schemas(true), n.schema_name)
        ELSE lower(n.schema_name) = lower($schema) END
    AND CASE WHEN $database = '' THEN n.database_name IN (current_database(), 'temp')
        ELSE lower(n.database_name) = lower($database) END
ORDER BY n.name <> $name, n.database_name <> 'temp'
LIMIT 1
"""


def is_table(con: DuckDBPyConnection, name: str) -> bool:
    """Whether there is a table or a view of that very name where a query looks for it."""
    found = con.execute(_FOUND, {"name": name, "schema": "", "database": ""}).fetchall()
    return bool(found) and found[0][2] == name


def table(con: DuckDBPyConnection, name: str) -> DuckDBPyRelation | None:
    """The table or view of a name, with its schema, or also its database, before it; None where there is none.

    Raises:
        BadInput: it is there and cannot be read.
    """
    parts = [part[1:-1].replace('""', '"') if part[0] == '"' else part for part in re.findall(_PART, name)]
    # The name as it stands, a table of a schema, of a schema of a database, and of a database.
    for path in ([name], parts, [*parts[:1], "main", *parts[1:]]):
        if not 1 <= len(path) <= 3 or (path != [name] and not re.fullmatch(rf"(?:{_PART})(?:\.(?:{_PART}))*", name)):
            continue
        database, schema, last = ["", "", *path][-3:]
        found = con.execute(_FOUND, {"name": last, "schema": schema, "database": database}).fetchall()
        if found:
            try:
                return con.sql(f"FROM {'.'.join(map(identifier, found[0]))}")
            except duckdb.Error as error:
                raise BadInput(f"{name}: this table cannot be read: {str(error).splitlines()[0]}") from error
    return None
