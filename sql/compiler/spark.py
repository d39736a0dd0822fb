"""Relations in Spark SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.errors import BadSql

if TYPE_CHECKING:
    from setrisk.sql.compiler.relation import Relation


def spark(relation: Relation) -> str:
    """The query in Spark SQL, without its checks.

    Raises:
        BadSql: it uses what Spark lacks.
    """
    from sqlglot import ErrorLevel, exp

    if relation.duckdb_only:
        raise BadSql(f"{relation.path}: duckdb only: {relation.duckdb_only}")
    tree = relation.tree.copy()
    for table in tree.find_all(exp.CTE):
        table.set("materialized", None)  # a hint, which Spark has no word for
    for call in tree.find_all(exp.Anonymous):
        for argument in call.expressions:
            if isinstance(argument, exp.PropertyEQ):
                argument.replace(exp.Kwarg(this=argument.this, expression=argument.expression))
    return tree.sql("spark", pretty=True, unsupported_level=ErrorLevel.RAISE)
