"""Reads taxonomies that the user passes as a file or as a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from setrisk.errors import BadInput
from setrisk.pipelines.common.files import exists
from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.database.statements import let_statements_read, run
from setrisk.pipelines.database.tables import is_table
from setrisk.pipelines.transactions.input_files import make_readable
from setrisk.pipelines.transactions.separate_reader import read_separately

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from setrisk.udf.common.taxonomy import Taxonomy


def read_taxonomy(con: DuckDBPyConnection, given: object) -> tuple[list[str], Taxonomy]:
    """Names of the leaves, and the tree, of a table or a file with a row for each node except the root.

    Args:
        con: a DuckDB connection.
        given: the name of a table, or the path of a CSV or Parquet file, with the columns item and parent.

    Raises:
        BadInput: there is none, it lacks these columns, or it is not a tree.
    """
    from setrisk.udf.common.taxonomy import from_parents

    name = str(given)
    try:
        if is_table(con, name):
            rows = _read_nodes(con, "query_table", name)
        elif exists(name):
            with make_readable(con, name) as path, read_separately(con) as reader:
                if name.endswith(".parquet"):
                    rows = _read_nodes(reader, "read_parquet", path)
                else:
                    rows = _read_nodes(reader, "read_csv", path, header=True, all_varchar=True)
        else:
            raise BadInput(f"taxonomy: there is neither a file nor a table {name!r}")
    except (duckdb.Error, UnicodeDecodeError) as error:
        raise BadInput(
            f"taxonomy: {name!r} must have the columns item and parent: {str(error).splitlines()[0]}"
        ) from error
    return from_parents(rows)


def _read_nodes(con: DuckDBPyConnection, function: str, name: str | Path, **options: bool) -> list[tuple[str, str]]:
    with let_statements_read(con, f"FROM {call(function, str(name), **options)}"):
        return run(con, "transactions/taxonomy_nodes").fetchall()
