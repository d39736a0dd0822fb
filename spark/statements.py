"""What setrisk's statements and relations would give if something was written already, as frames of Spark's."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.quoting import literal
from setrisk.spark.keep import keep
from setrisk.spark.steps import run_steps
from setrisk.sql import Relation, relations, statement
from setrisk.sql.compiler.compose import compose
from setrisk.sql.compiler.header import Parameter

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# The head of a statement, where there is none.
_ANY = "assessment/stage_places"
_WRITE = re.compile(
    r"(?:\s*--[^\n]*\n)*\s*"
    r"(?:INSERT INTO \w+\.|CREATE OR REPLACE TEMP TABLE )(?P<table>\w+) (?:BY NAME|AS|\((?P<columns>[^)]*)\))\s"
)


def rows_to_write(
    session: SparkSession, name: str, coming: Mapping[str, str], *, into: str | None = None, **arguments: Any
) -> DataFrame:
    """The rows that a statement would insert into a table, or put into a temporary one.

    Args:
        session: an attached session.
        name: topic and name of the statement.
        coming: views to read in the place of tables, by the names of these: what is not written yet.
        into: the table, without its schema, if the statement has several of them.
        **arguments: a value for each parameter.
    """
    found = [(text, match) for text in statement(name).texts if (match := _WRITE.match(text))]
    ((text, match),) = (each for each in found if into in (None, each[1]["table"]))
    rows = _rows(session, _query(name, text[match.end() :]), coming, arguments)
    columns = match["columns"]
    return rows.toDF(*(column.strip() for column in columns.split(","))) if columns else rows


def rows_to_read(session: SparkSession, name: str, coming: Mapping[str, str], **arguments: Any) -> DataFrame:
    """The rows of a statement that is one SELECT; arguments are those of `rows_to_write`."""
    (text,) = statement(name).texts
    return _rows(session, _query(name, text), coming, arguments)


def rows_of_text(session: SparkSession, text: str, arguments: Mapping[str, Any]) -> DataFrame:
    """The rows of a query in the SQL of DuckDB, with a value for each parameter."""
    names = tuple(Parameter(name) for name in arguments)
    header = replace(statement(_ANY).header, name="query", parameters=names, checks=())
    return _rows(session, Relation(statement(_ANY).path, header, text), {}, arguments)


def rows_of_relation(session: SparkSession, name: str, coming: Mapping[str, str], **arguments: Any) -> DataFrame:
    """The rows of a relation; arguments are those of `rows_to_write`."""
    (query,) = (each for each in relations() if each.name == name)
    return _rows(session, query, coming, arguments)


class Staging:
    """The temporary tables of statements, as views, which later statements read."""

    def __init__(self, session: SparkSession, coming: Mapping[str, str]) -> None:
        """Begin with views that are read in the place of tables."""
        self._session, self._own = session, list[str]()
        self.views = dict(coming)

    def write(self, name: str, **arguments: Any) -> None:
        """Run a statement that writes temporary tables."""
        for table in [match["table"] for text in statement(name).texts if (match := _WRITE.match(text))]:
            self.put(table, keep(rows_to_write(self._session, name, self.views, into=table, **arguments)))

    def put(self, table: str, rows: DataFrame) -> None:
        """Take these rows for a table."""
        view = f"_setrisk_staged_{secrets.token_hex(4)}_{table}"
        rows.createOrReplaceTempView(view)
        self._own.append(view)
        self.views[table] = view

    def read(self, name: str, **arguments: Any) -> DataFrame:
        """The rows of a statement that is one SELECT."""
        return rows_to_read(self._session, name, self.views, **arguments)

    def table(self, name: str) -> DataFrame:
        """The rows of a temporary table."""
        return self._session.table(self.views[name])

    def close(self) -> None:
        """Forget the views that were made here."""
        for view in self._own:
            self._session.catalog.dropTempView(view)


def _query(name: str, text: str) -> Relation:
    """A query of a statement's, as if it were that of a relation."""
    of = statement(name)
    return Relation(of.path, replace(of.header, name=of.path.stem), text)


def _rows(session: SparkSession, query: Relation, coming: Mapping[str, str], arguments: Mapping[str, Any]) -> DataFrame:
    given = {parameter: literal(value) for parameter, value in arguments.items()}
    return run_steps(session, compose(query, given, {each.name: each for each in relations()}), instead=coming)
