"""DuckDB's SQL as the files of this package are written in it."""

from __future__ import annotations

from typing import ClassVar

from sqlglot import exp
from sqlglot.dialects.duckdb import DuckDB
from sqlglot.parsers.duckdb import DuckDBParser


class SourceDialect(DuckDB):
    """DuckDB, but that indexes of lists stay as they are written, from 1, and that `len` is the length of a list alone:
    other engines count from 0, and call the length of a text otherwise.
    """

    INDEX_OFFSET = 0

    class Parser(DuckDBParser):
        """Reads it."""

        FUNCTIONS: ClassVar = {**DuckDBParser.FUNCTIONS, "LEN": exp.ArraySize.from_arg_list}
