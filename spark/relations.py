"""Relations of setrisk on Spark: the same names, parameters, defaults, rows and refusals as on DuckDB."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from numbers import Number
from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.common.quoting import literal
from setrisk.spark.catalog import catalog_of
from setrisk.spark.failures import raised_message
from setrisk.sql import INTERNAL, PRIVATE, PUBLIC, Relation, relations
from setrisk.sql.compiler.compose import compose, compose_checks
from setrisk.sql.compiler.spark import spark
from setrisk.sql.compiler.steps import read_instead, steps

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from sqlglot import exp

# Parameters that name something in the catalog.
_NAMES = ("dataset", "release", "series", "grid", "corpus")
# Characters of a query beyond which Spark's planner may run out of its stack.
_LONGEST = 20_000


def relation(session: SparkSession, name: str, **arguments: Any) -> DataFrame:
    """The rows of a relation, such as `supports` or `risk`, of the tables that the session has.

    Args:
        session: an attached session.
        name: name of a relation, as in SQL on DuckDB after `setrisk.`.
        **arguments: its parameters, by their names; the others have their defaults.

    Returns:
        A frame, of which Spark computes nothing before it is asked for rows. Steps that are read several times are kept
        on the workers' disks and in their memory, as by `localCheckpoint`.

    Raises:
        BadInput: there is no such relation or parameter, Spark cannot run it, or an argument is one that setrisk
            refuses, such as the name of nothing. A value of the wrong type ends in an error of Spark's own.

    Examples:
        >>> setrisk.spark.relation(session, "supports", dataset="visits", size=2).columns
        ['items', 'support']
    """
    found = _find(name)
    given = _literals(found, arguments)
    _check(session, found, given)
    with _as_bad_input():
        return run_steps(session, compose(found, given, _all()))


def run_steps(session: SparkSession, query: exp.Expr, *, instead: Mapping[str, str] = {}) -> DataFrame:
    """The rows of a composed query. Spark would compute a step again each time that it is read, so that what is read
    twice is kept.

    Args:
        session: an attached session.
        query: what `compose` made.
        instead: temporary views that are read in place of tables, by the names of these.
    """
    token, views = secrets.token_hex(4), []
    # Of each step, with all that Spark computes for it.
    sizes: dict[str, int] = {}
    found = None
    try:
        for step in steps(query):
            tree = step.query
            read = [table.name for table in _tables(tree)]
            for table in _tables(tree):
                if table.name in instead and table.name not in views:
                    table.set("db", None)
                    read_instead(table, instead[table.name])
                elif table.db:
                    _place(session, table)
                elif table.name in views:
                    read_instead(table, f"_setrisk_{token}_{table.name}")
            text = spark(tree)
            found = session.sql(text)
            if step.columns:
                found = found.toDF(*step.columns)
            if not step.name:
                continue
            size = sizes[step.name] = len(text) + sum(sizes.get(name, 0) for name in read)
            if step.reads > 1 or size > _LONGEST:
                # With columns anew: Spark takes those of a table, kept and read again, for the same in a join.
                found = found.localCheckpoint(eager=False).toDF(*found.columns)
                sizes[step.name] = 0
            views.append(step.name)
            found.createOrReplaceTempView(f"_setrisk_{token}_{step.name}")
    finally:
        for view in views:
            session.catalog.dropTempView(f"_setrisk_{token}_{view}")
    assert found is not None
    return found


def _all() -> dict[str, Relation]:
    return {each.name: each for each in relations()}


def _find(name: str) -> Relation:
    public = {each.name: each for each in relations() if each.is_table and not each.is_internal}
    if name not in public:
        raise BadInput(f"there is no relation {name!r}; there are {', '.join(sorted(public))}")
    return public[name]


def _literals(relation: Relation, arguments: dict[str, Any]) -> dict[str, str]:
    """The arguments as SQL of DuckDB's."""
    names = [each.name for each in relation.parameters]
    if unknown := arguments.keys() - set(names):
        listed = ", ".join(names) or "none"
        raise BadInput(f"{relation.name} has no parameter {min(unknown)!r}; it has {listed}")
    for each in relation.parameters:
        if each.default is None and each.name not in arguments:
            raise BadInput(f"{relation.name} needs {each.name}")
    for name, value in arguments.items():
        if name in _NAMES and not isinstance(value, str | None):
            raise BadInput(f"{name} is {value!r:.60}; it must be a name, as text")
        if not isinstance(value, str | Number | list | tuple | Mapping | None):
            raise BadInput(f"{name} is {value!r:.60}; it must be a text, a number, a list, or true or false")
    return {name: literal(value) for name, value in arguments.items()}


def _check(session: SparkSession, relation: Relation, given: dict[str, str]) -> None:
    """Ask what is to be asked first: the relation itself may have no row for a name that nothing has."""
    for query in compose_checks(relation, given, _all()):
        with _as_bad_input():
            run_steps(session, query).collect()


@contextmanager
def _as_bad_input() -> Iterator[None]:
    """Raise what a query raises of setrisk's own as setrisk does."""
    try:
        yield
    except Exception as error:
        if message := raised_message(str(error)):
            raise BadInput(message) from None
        raise


def _tables(tree: exp.Expr) -> list[exp.Table]:
    from sqlglot import exp

    return list(tree.find_all(exp.Table))


def _place(session: SparkSession, table: exp.Table) -> None:
    """Name the catalog of a table of setrisk's."""
    from sqlglot import exp

    if table.db in (PRIVATE, PUBLIC, INTERNAL):
        table.set("catalog", exp.to_identifier(catalog_of(session), quoted=True))
