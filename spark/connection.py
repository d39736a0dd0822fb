"""What asks a connection of DuckDB's, asked of Spark."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from setrisk.spark.catalog import catalog_of
from setrisk.spark.statements import rows_of_text
from setrisk.sql import relations, statement

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from pyspark.sql import DataFrame, SparkSession

# At the head of a query alone: a name of the user's may have these words in it.
_COLUMNS = re.compile(r"^SELECT COLUMNS\(\[([\w', ]*)\]\)")
# Whether a table of setrisk's is there: `attach` has made all of them.
_LOOKS_FOR_TABLE = statement("catalog/table_or_view").texts
# What DuckDB calls types by, of the names that sqlglot has for it.
_TYPES = {"TEXT": "VARCHAR", "INT": "INTEGER"}


def connection_of(session: SparkSession) -> DuckDBPyConnection:
    """What answers queries of setrisk's by what Spark has, for functions that ask, and nothing else of a connection."""
    return cast("DuckDBPyConnection", _Connection(session))


class _Connection:
    """Answers queries, as a connection of DuckDB's does, by what Spark has."""

    def __init__(self, session: SparkSession) -> None:
        self._session = session
        self._found: DataFrame | None = None
        self._rows: list[tuple[Any, ...]] = []

    def execute(self, query: str, parameters: Mapping[str, Any] | Sequence[Any] | None = None) -> _Connection:
        """Ask a query, with values of its parameters by name or in their order."""
        if query in _LOOKS_FOR_TABLE and isinstance(parameters, Mapping):
            self._rows = [(catalog_of(self._session), parameters["schema"], parameters["table_name"])]
            columns = "database_name STRING, schema_name STRING, name STRING"
            self._found = self._session.createDataFrame(self._rows, columns)
            return self
        if parameters is not None and not isinstance(parameters, Mapping):
            names = [f"given_{place}" for place, _ in enumerate(parameters)]
            parts = iter(names)
            query = re.sub(r"\?", lambda _: f"${next(parts)}", query)
            parameters = dict(zip(names, parameters, strict=True))
        # Spark has no such list of names.
        query = _COLUMNS.sub(lambda named: "SELECT " + named[1].replace("'", ""), query)
        self._found = rows_of_text(self._session, query, parameters or {})
        self._rows = [tuple(row) for row in self._found.collect()]
        return self

    @property
    def description(self) -> list[tuple[str, str]]:
        """The columns of the answer, with their types in DuckDB."""
        assert self._found is not None
        json = {column.name for each in relations() for column in each.columns if column.type.startswith("JSON")}
        return [(name, "JSON" if name in json else _duckdb_type(kind)) for name, kind in self._found.dtypes]

    def fetchall(self) -> list[tuple[Any, ...]]:
        """The rows of the answer."""
        return self._rows


def _duckdb_type(name: str) -> str:
    """The type of DuckDB's for one of Spark's."""
    from sqlglot import exp

    written = exp.DataType.build(name, dialect="spark").sql("duckdb")
    named = re.sub(r"\w+", lambda word: _TYPES.get(word[0], word[0]), written)
    return re.sub(r"(\d), (\d)", r"\1,\2", named)
