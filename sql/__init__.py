"""The relations of setrisk: one SELECT a file, checked and documented when it is read.

A file's head comment is its documentation and its signature::

    -- supports(dataset, size := 2)
    -- One row per itemset of `size` items that some transaction of the data set holds.
    -- items VARCHAR[]: the itemset, in item order; support BIGINT: transactions that hold it

`name(...)` is a table macro `setrisk.name`, `name(...) -> TYPE` a scalar one. Parameters are written
`$name` in the body. A line `-- duckdb only: why` says that the file does not carry over to Spark SQL; a
function that sqlglot does not know must be named there. A line `-- internal` says that the relation is a step
of others and no part of the public surface.
The folder `catalog` holds the tables instead, one CREATE TABLE a file.
"""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

from setrisk.errors import BadSql
from setrisk.sql.reading import called_at, read_relation, read_table
from setrisk.sql.relation import SCHEMAS, Parameter, Relation, Table

__all__ = ["SCHEMAS", "Parameter", "Relation", "Table", "digest", "read_relation", "relations", "tables"]

FOLDER = Path(__file__).parent


def relations(*, udfs: frozenset[str] = frozenset()) -> list[Relation]:
    """All relations, each after those that it calls."""
    return list(_relations(FOLDER, udfs))


@functools.cache
def _relations(folder: Path, udfs: frozenset[str]) -> tuple[Relation, ...]:
    """To read and check all files takes seconds."""
    found = {
        path.stem: read_relation(path, udfs=udfs)
        for path in sorted(folder.glob("*/*.sql"))
        if path.parent.name != "catalog"
    }
    ordered: dict[str, Relation] = {}

    def visit(name: str, caller: Relation | None, trail: tuple[str, ...]) -> None:
        if name in ordered:
            return
        if name not in found:
            assert caller is not None
            raise BadSql(f"{called_at(caller, name)}: calls setrisk.{name}, which no file defines")
        if name in trail:
            assert caller is not None
            circle = " -> ".join([*trail[trail.index(name) :], name])
            raise BadSql(f"{called_at(caller, name)}: calls itself: {circle}")
        for called in sorted(found[name].calls):
            visit(called, found[name], (*trail, name))
        ordered[name] = found[name]

    for name in found:
        visit(name, None, ())
    return tuple(ordered.values())


def tables() -> list[Table]:
    """The tables of the catalog, in the order of their files."""
    return [read_table(path) for path in sorted((FOLDER / "catalog").glob("*.sql"))]


@functools.cache
def digest() -> str:
    """A digest of all SQL files and of what makes statements of them: equal digests mean that a database needs no new
    macros.
    """
    hashed = hashlib.sha256()
    for path in (*sorted(FOLDER.glob("*/*.sql")), *sorted(FOLDER.glob("*.py"))):
        hashed.update(path.relative_to(FOLDER).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return hashed.hexdigest()[:16]
