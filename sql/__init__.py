"""The relations of setrisk: one SELECT a file, whose head comment documents it (`compiler.header`).

A file of a folder such as `generalisation` becomes the table macro `setrisk.<name>`, which people call; one of its
folder `internal`, and of `checks`, the macro `setrisk_internal.<name>`, a step of others. `name(...) -> TYPE` is a
scalar macro. Parameters are written `$name` in the query. The folder `catalog` holds the tables instead, one CREATE
TABLE a file, and each folder `statements` what only setrisk's own code runs: what writes, and what nothing else asks
for.
"""

from __future__ import annotations

import functools
import hashlib
import re
from pathlib import Path

from setrisk.errors import BadSql
from setrisk.sql.compiler import tokens
from setrisk.sql.compiler.header import Column, Parameter
from setrisk.sql.compiler.relation import INTERNAL, PRIVATE, PUBLIC, SCHEMAS, Relation, read_relation
from setrisk.sql.compiler.statement import Statement, read_statement
from setrisk.sql.compiler.table import Table, read_table

__all__ = [
    "INTERNAL",
    "PRIVATE",
    "PUBLIC",
    "SCHEMAS",
    "Column",
    "Parameter",
    "Relation",
    "Statement",
    "Table",
    "digest",
    "read_relation",
    "relations",
    "statement",
    "statements",
    "tables",
]

FOLDER = Path(__file__).parent
_NO_RELATIONS = ("catalog", "statements")
# A kernel by the name that `udf/registration.py` gives it.
_KERNEL = re.compile(r"\b_setrisk_\w+_v\d+\(")


def relations() -> list[Relation]:
    """All relations, each after those that it calls."""
    return list(_relations(FOLDER))


def needs_python(relation: Relation) -> bool:
    """Whether a relation calls a kernel, itself or through others, so that only a connection of setrisk can run it."""
    if _KERNEL.search(relation.body):
        return True
    return any(needs_python(called) for called in relations() if called.name in relation.calls)


@functools.cache
def _relations(folder: Path) -> tuple[Relation, ...]:
    read = [read_relation(path) for path in sorted(folder.glob("*/**/*.sql")) if path.parent.name not in _NO_RELATIONS]
    found: dict[str, Relation] = {}
    for relation in read:
        if relation.name in found:
            raise BadSql(f"{relation.path}:1: the relation {found[relation.name].path} has this name already")
        found[relation.name] = relation
    ordered: dict[str, Relation] = {}

    def visit(name: str, caller: Relation | None, trail: tuple[str, ...]) -> None:
        if name in ordered:
            return
        if name not in found:
            assert caller is not None
            raise BadSql(f"{_call_site(caller, name)}, which no file defines")
        if name in trail:
            assert caller is not None
            circle = " -> ".join([*trail[trail.index(name) :], name])
            raise BadSql(f"{_call_site(caller, name)}, and so itself: {circle}")
        relation = found[name]
        for schema, called, start in tokens.calls(relation.body):
            if called in found and schema != found[called].schema:
                raise BadSql(
                    f"{relation.path}:{tokens.line_at(relation.body, start)}: calls {schema}.{called}, which is "
                    f"{found[called].schema}.{called}"
                )
        for called in sorted(relation.calls):
            visit(called, relation, (*trail, name))
        ordered[name] = relation

    for name in found:
        visit(name, None, ())
    return tuple(ordered.values())


def _call_site(caller: Relation, name: str) -> str:
    """File and line of the first call of `name`, and the call."""
    for schema, called, start in tokens.calls(caller.body):
        if called == name:
            return f"{caller.path}:{tokens.line_at(caller.body, start)}: calls {schema}.{name}"
    return f"{caller.path}:1: checks {name}"


@functools.cache
def statement(name: str) -> Statement:
    """The statements of the file `<topic>/statements/<name>.sql`, by topic and name: `serial/publish_names`."""
    topic, _, file = name.partition("/")
    return read_statement(FOLDER / topic / "statements" / f"{file}.sql")


def statements() -> list[Statement]:
    """All of them, in the order of their files."""
    return [read_statement(path) for path in sorted(FOLDER.glob("*/statements/*.sql"))]


def tables() -> list[Table]:
    """The tables of the catalog, in the order of their files."""
    return list(_tables(FOLDER))


@functools.cache
def _tables(folder: Path) -> tuple[Table, ...]:
    return tuple(read_table(path) for path in sorted((folder / "catalog").glob("*.sql")))


@functools.cache
def digest() -> str:
    """A digest of all SQL files and of what makes statements of them: equal digests mean that a database needs no new
    macros.
    """
    hashed = hashlib.sha256()
    for path in (*sorted(FOLDER.glob("**/*.sql")), *sorted(FOLDER.glob("**/*.py"))):
        hashed.update(path.relative_to(FOLDER).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return hashed.hexdigest()[:16]
