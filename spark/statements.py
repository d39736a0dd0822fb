"""What setrisk's statements would write, as frames of Spark's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.quoting import literal
from setrisk.spark.relations import run_steps
from setrisk.sql import Relation, relations, statement
from setrisk.sql.compiler.compose import compose

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_INSERT = re.compile(r"\s*INSERT INTO \S+ (?:BY NAME|\((?P<columns>[^)]*)\))\s")


def rows_to_insert(session: SparkSession, name: str, coming: Mapping[str, str], **arguments: Any) -> DataFrame:
    """The rows that the only INSERT of a statement would insert.

    Args:
        session: an attached session.
        name: topic and name of the statement.
        coming: views to read in the place of tables, by the names of these: what is not written yet.
        **arguments: a value for each parameter.
    """
    inserting = statement(name)
    (text,) = (text for text in inserting.texts if _INSERT.match(text))
    found = _INSERT.match(text)
    assert found is not None
    query = Relation(inserting.path, replace(inserting.header, name=inserting.path.stem), text[found.end() :])
    given = {parameter: literal(value) for parameter, value in arguments.items()}
    rows = run_steps(session, compose(query, given, {each.name: each for each in relations()}), instead=coming)
    columns = found["columns"]
    return rows.toDF(*(column.strip() for column in columns.split(","))) if columns else rows
