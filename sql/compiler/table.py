"""A table of the catalog."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from setrisk.errors import BadSql
from setrisk.sql.compiler import tokens
from setrisk.sql.compiler.header import Column, comment, read_columns
from setrisk.sql.compiler.relation import SCHEMAS

_CREATE = re.compile(
    r"CREATE TABLE IF NOT EXISTS (?P<schema>\w+)\.(?P<name>\w+) \(\n(?P<columns>.*?)\n\)\s*", re.DOTALL
)
# A line each: a column, or a key over several.
_COLUMN = re.compile(
    r"    (?P<name>[a-z_][a-z_0-9]*) (?P<type>[A-Z]+(?:\([^)]*\))?(?:\[\])*)"
    r"(?P<filled> NOT NULL| PRIMARY KEY)?(?: [A-Z].*?)?,?"
)
_KEY = re.compile(r"    (?:PRIMARY KEY \((?P<names>[a-z_0-9, ]+)\)|CHECK \(.*\)),?")


@dataclass(frozen=True)
class Table:
    """One table of the catalog; `key` names the columns of its primary key."""

    path: Path
    schema: str
    name: str
    meaning: str
    create: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]


def read_table(path: Path) -> Table:
    """Read one file of the catalog.

    Raises:
        BadSql: naming file and line, if it is anything but one CREATE TABLE of the file's name, with a line a
            column, or its head describes other columns.
    """
    text = path.read_text(encoding="utf-8")
    head = comment(text)
    body = "\n" * len(head) + "\n".join(text.split("\n")[len(head) :])
    match = _CREATE.fullmatch(body.strip())
    if not (match and head):
        raise BadSql(f"{path}:1: a file of the catalog is a head comment and one CREATE TABLE IF NOT EXISTS")
    start = body.index("CREATE")
    if match["schema"] not in SCHEMAS or match["name"] != path.stem:
        line = tokens.line_at(body, start)
        raise BadSql(f"{path}:{line}: must create the table {path.stem} in one of the schemas {SCHEMAS}")
    meaning, columns = read_columns(path, head)
    described = [f"{column.name} {column.type}{'?' if column.nullable else ''}" for column in columns]
    key: list[str] = []
    for number, line in enumerate(match["columns"].split("\n"), tokens.line_at(body, start) + 1):
        if column := _COLUMN.fullmatch(line):
            made = f"{column['name']} {column['type']}{'' if column['filled'] else '?'}"
            if not described or described.pop(0) != made:
                raise BadSql(f"{path}:{number}: the head must describe this column as `{made}`, in this order")
            key += [column["name"]] if column["filled"] == " PRIMARY KEY" else []
        elif not (keys := _KEY.fullmatch(line)):
            raise BadSql(f"{path}:{number}: a line is a column, or a key of the table")
        elif keys["names"]:
            key += keys["names"].split(", ")
    if described:
        raise BadSql(f"{path}:1: the head describes `{described[0]}`, which the table does not have")
    return Table(path, match["schema"], match["name"], meaning, body.strip(), columns, tuple(key))
