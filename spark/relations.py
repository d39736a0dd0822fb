"""Relations of setrisk on Spark: the same names, parameters, defaults, rows and refusals as on DuckDB."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from numbers import Real
from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.common.quoting import literal
from setrisk.pipelines.common.spelling import suggestion
from setrisk.spark.failures import in_one_line, raised_message
from setrisk.spark.steps import check_steps, run_steps, shared_steps
from setrisk.sql import Relation, relations
from setrisk.sql.compiler.compose import compose, compose_checks

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# Parameters that name something in the catalog.
_NAMES = ("dataset", "release", "series", "grid", "corpus")
_WHERE_LISTED = "; the page reference/sql.md of the documentation has all of them"
# Conditions of Spark's that nothing but an argument can be the cause of: relations alone have the right types.
_WRONG_TYPES = ("CAST_INVALID_INPUT", "CAST_OVERFLOW", "DATATYPE_MISMATCH")


@in_one_line("answer the relation", "there is no answer")
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
            of nothing, or of the wrong type.
        SetriskError: what Spark could not do of it so far.

    Examples:
        >>> setrisk.spark.relation(session, "supports", dataset="visits", size=2).columns
        ['items', 'support']
    """
    found = _find(name)
    given = _literals(found, arguments)
    with _as_bad_input(found, arguments), shared_steps(session):
        # The relation itself may have no row for a name that nothing has.
        for query in compose_checks(found, given, _all()):
            check_steps(session, query)
        return run_steps(session, compose(found, given, _all()))


def _all() -> dict[str, Relation]:
    return {each.name: each for each in relations()}


def _find(name: str) -> Relation:
    if not isinstance(name, str):
        raise BadInput(f"a relation is asked for by its name, as text, and not by {name!r:.60}")
    public = {each.name: each for each in relations() if each.is_table and not each.is_internal}
    if name not in public:
        raise BadInput(f"there is no relation {name!r}{suggestion(name, public) or _WHERE_LISTED}")
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
        if not isinstance(value, str | Real | Decimal | list | tuple | Mapping | None):
            raise BadInput(f"{name} is {value!r:.60}; it must be a text, a number, a list, or true or false")
        # As SQL it would be NULL, which is no limit.
        if isinstance(value, Real | Decimal) and not math.isfinite(value):
            raise BadInput(f"{name} is {value}; it must be a finite number")
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise BadInput(f"{name} is {value:.3g}; no number may be as large")
    return {name: _literal(name, value) for name, value in arguments.items()}


def _literal(name: str, value: Any) -> str:
    """The argument of a parameter as SQL of DuckDB's."""
    try:
        return literal(_without_point(value))
    except TypeError as error:
        raise BadInput(f"{name} is {value!r:.60}: {error}") from None


def _without_point(value: Any) -> Any:
    """Whole numbers, such as 2.0, as such."""
    if isinstance(value, float | Decimal) and -(2**53) < value < 2**53 and value == int(value):
        return int(value)
    return value


@contextmanager
def _as_bad_input(relation: Relation, arguments: dict[str, Any]) -> Iterator[None]:
    """Raise what a query raises of setrisk's own as setrisk does, and what is of the wrong type, too."""
    from sqlglot import UnsupportedError

    try:
        yield
    except Exception as error:
        said = str(error)
        if message := raised_message(said):
            raise BadInput(message) from None
        wrong_type = next((_first_line(said) for each in _WRONG_TYPES if f"[{each}" in said), None)
        if isinstance(error, UnsupportedError):
            wrong_type = "a whole number is needed"
        if wrong_type is None:
            raise
        listed = ", ".join(f"{name} is {value!r:.60}" for name, value in arguments.items())
        raise BadInput(
            f"{relation.name} has an argument of the wrong type, of these: {listed} ({wrong_type})"
        ) from None


def _first_line(said: str) -> str:
    """What Spark says of a type, without the name of the condition, and what it proposes to its own users."""
    return re.sub(r"^\[\S+\] |\. \w.*$", "", said.splitlines()[0])
