"""A table of the catalog."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from setrisk.errors import BadSql
from setrisk.sql.compiler import tokens
from setrisk.sql.compiler.header import comment
from setrisk.sql.compiler.relation import SCHEMAS

_CREATE = re.compile(
    r"CREATE TABLE IF NOT EXISTS (?P<schema>\w+)\.(?P<name>\w+) \(\n(?P<columns>.*?)\n\)\s*", re.DOTALL
)
# A line each: a column, or a key over several.
_COLUMN = re.compile(r"    (?P<name>[a-z_][a-z_0-9]*) (?P<type>[A-Z]+(?:\([^)]*\))?(?:\[\])*)(?: [A-Z].*?)?,?")
_KEY = re.compile(r"    (?:PRIMARY KEY|UNIQUE|CHECK) \(.*\),?")


@dataclass(frozen=True)
class Table:
    """One table of the catalog; `columns` are its columns with their types."""

    path: Path
    schema: str
    name: str
    meaning: str
    create: str
    columns: dict[str, str]


def read_table(path: Path) -> Table:
    """Read one file of the catalog.

    Raises:
        BadSql: naming file and line, where it is anything but one CREATE TABLE of the file's name, with a line a
            column.
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
    columns: dict[str, str] = {}
    for number, line in enumerate(match["columns"].split("\n"), tokens.line_at(body, start) + 1):
        if column := _COLUMN.fullmatch(line):
            columns[column["name"]] = column["type"]
        elif not _KEY.fullmatch(line):
            raise BadSql(f"{path}:{number}: a line is a column, or a key of the table")
    return Table(path, match["schema"], match["name"], "\n".join(head), body.strip(), columns)
