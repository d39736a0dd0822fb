"""What setrisk's statements and relations would give if something was written already, as frames of Spark's."""

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

_INSERT = re.compile(r"(?:\s*--[^\n]*\n)*\s*INSERT INTO \w+\.(?P<table>\w+) (?:BY NAME|\((?P<columns>[^)]*)\))\s")


def rows_to_insert(
    session: SparkSession, name: str, coming: Mapping[str, str], *, into: str | None = None, **arguments: Any
) -> DataFrame:
    """The rows that an INSERT of a statement would insert.

    Args:
        session: an attached session.
        name: topic and name of the statement.
        coming: views to read in the place of tables, by the names of these: what is not written yet.
        into: the table, without its schema, if the statement has several of them.
        **arguments: a value for each parameter.
    """
    found = [(text, match) for text in statement(name).texts if (match := _INSERT.match(text))]
    ((text, match),) = (each for each in found if into in (None, each[1]["table"]))
    rows = _rows(session, _query(name, text[match.end() :]), coming, arguments)
    columns = match["columns"]
    return rows.toDF(*(column.strip() for column in columns.split(","))) if columns else rows


def rows_to_read(session: SparkSession, name: str, coming: Mapping[str, str], **arguments: Any) -> DataFrame:
    """The rows of a statement that is one SELECT; arguments are those of `rows_to_insert`."""
    (text,) = statement(name).texts
    return _rows(session, _query(name, text), coming, arguments)


def rows_of_relation(session: SparkSession, name: str, coming: Mapping[str, str], **arguments: Any) -> DataFrame:
    """The rows of a relation; arguments are those of `rows_to_insert`."""
    (query,) = (each for each in relations() if each.name == name)
    return _rows(session, query, coming, arguments)


def _query(name: str, text: str) -> Relation:
    """A query of a statement's, as if it were that of a relation."""
    of = statement(name)
    return Relation(of.path, replace(of.header, name=of.path.stem), text)


def _rows(session: SparkSession, query: Relation, coming: Mapping[str, str], arguments: Mapping[str, Any]) -> DataFrame:
    given = {parameter: literal(value) for parameter, value in arguments.items()}
    return run_steps(session, compose(query, given, {each.name: each for each in relations()}), instead=coming)
