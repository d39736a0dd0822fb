"""Relations of setrisk on Spark: the same names, parameters, defaults, rows and refusals as on DuckDB."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from numbers import Number, Real
from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.common.quoting import literal
from setrisk.spark.failures import raised_message
from setrisk.spark.steps import check_steps, run_steps, shared_steps
from setrisk.sql import Relation, relations
from setrisk.sql.compiler.compose import compose, compose_checks

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# Parameters that name something in the catalog.
_NAMES = ("dataset", "release", "series", "grid", "corpus")


def relation(session: SparkSession, name: str, **arguments: Any) -> DataFrame:
    """The rows of a relation, such as `supports` or `risk`, of the tables that the session has.

    Args:
        session: an attached session.
        name: name of a relation, as in SQL on DuckDB after `setrisk.`.
        **arguments: its parameters, by their names; the others have their defaults.

    Returns:
        A frame. Steps that are read several times are computed at once, and kept on the workers' disks and in their
        memory, as by `localCheckpoint`, as long as the frame lives, or in the folder that `spark.checkpoint.dir` names;
        the rest is computed when it is asked for rows. Ask anew for the relation once what it is about is replaced.

    Raises:
        BadInput: there is no such relation or parameter, or an argument is one that setrisk refuses, such as the name
            of nothing. A value of the wrong type ends in an error of Spark's own.

    Examples:
        >>> setrisk.spark.relation(session, "supports", dataset="visits", size=2).columns
        ['items', 'support']
    """
    found = _find(name)
    given = _literals(found, arguments)
    with _as_bad_input(), shared_steps(session):
        # The relation itself may have no row for a name that nothing has.
        for query in compose_checks(found, given, _all()):
            check_steps(session, query)
        return run_steps(session, compose(found, given, _all()))


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
        # As SQL it would be NULL, which is no limit.
        if isinstance(value, Real | Decimal) and not math.isfinite(value):
            raise BadInput(f"{name} is {value}; it must be a finite number")
    return {name: literal(value) for name, value in arguments.items()}


@contextmanager
def _as_bad_input() -> Iterator[None]:
    """Raise what a query raises of setrisk's own as setrisk does."""
    try:
        yield
    except Exception as error:
        if message := raised_message(str(error)):
            raise BadInput(message) from None
        raise
