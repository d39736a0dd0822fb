"""Reads itemsets that the user passes as lists, as a file or as a table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from setrisk.errors import BadInput
from setrisk.pipelines.common.files import exists
from setrisk.pipelines.common.spelling import suggestion
from setrisk.pipelines.database.duckdb_errors import located_message
from setrisk.pipelines.database.statements import let_statements_read, run
from setrisk.pipelines.database.tables import is_table, table
from setrisk.pipelines.transactions import sources

if TYPE_CHECKING:
    import numpy as np
    from duckdb import DuckDBPyConnection
    from numpy.typing import NDArray


def read_itemsets(con: DuckDBPyConnection, given: object, what: str, *, of: str = "itemset") -> list[list[str]]:
    """The itemsets in their order, each as a list of names.

    Args:
        con: a DuckDB connection.
        given: lists of names; or the path of a text file (one itemset per line, items separated by commas, lines that
            start with # skipped) or of a JSON or Parquet file with a list column; or the name of a table with a list
            column.
        what: the name of the argument in messages, such as privacy_constraints.
        of: the word for one of its entries in messages.

    Raises:
        BadInput: the file or table does not exist, or it is empty.
    """
    if isinstance(given, Sequence) and not isinstance(given, str):
        if any(isinstance(itemset, str) for itemset in given):
            raise BadInput(f"{what}: give a list of lists of items, not a list of items")
        if odd := [itemset for itemset in given if not isinstance(itemset, Collection) or isinstance(itemset, bytes)]:
            raise BadInput(f"{what}: give a list of lists of items; one of them is {odd[0]!r}")
        found = [[str(item) for item in itemset] for itemset in given]
    else:
        source, layout, format_ = given, sources.Layout(separator=",", comment="#"), "baskets"
        if isinstance(given, str) and not exists(given):
            if not is_table(con, given):
                raise BadInput(f"{what}: there is neither a file nor a table {given!r}")
            source = table(con, given)
        if not isinstance(source, str | Path) or Path(source).suffix in (".json", ".jsonl", ".parquet"):
            layout, format_ = sources.Layout(), "lists"
        try:
            with (
                sources.open_source(con, source, format_, layout) as reading,
                let_statements_read(con, reading.query),
            ):
                rows = run(con, "transactions/read_itemsets").fetchall()
        except BadInput as error:
            raise BadInput(f"{what}: {error}") from error
        except duckdb.Error as error:
            raise BadInput(f"{what}: {located_message(error, source)}") from error
        found = [itemset for (itemset,) in rows if itemset]
    if not found:
        raise BadInput(f"{what}: no {of} is given")
    return found


def read_itemsets_of(
    con: DuckDBPyConnection, given: object, what: str, items: Collection[str]
) -> Sequence[Sequence[str]]:
    """Itemsets in any form that `read_itemsets` accepts, or a single itemset as one text, separated by commas.

    Args:
        con: a DuckDB connection.
        given: the itemsets.
        what: the name of the argument in messages.
        items: the items of the data set.

    Raises:
        BadInput: as `read_itemsets` does; or a text is neither a file, nor a table, nor names of items.
    """
    if not isinstance(given, str) or Path(given).exists() or is_table(con, given):
        return read_itemsets(con, given, what)
    known = set(items)
    named = [given] if given in known else [item.strip() for item in given.split(",") if item.strip()]
    for item in named:
        if item not in known:
            tables = [name for (name,) in con.execute("SELECT t.table_name FROM duckdb_tables() AS t").fetchall()]
            raise BadInput(
                f"{what}: {item!r} is neither a file, nor a table, nor an item of the data set"
                f"{suggestion(item, [*tables, *items])}"
            )
    return read_itemsets(con, [named] if named else [], what)


def read_names(con: DuckDBPyConnection, given: object, what: str) -> list[str]:
    """Names in their order: from a list, from a string separated by commas, or from anything that `read_itemsets`
    accepts, one itemset after the other.

    Raises:
        BadInput: for the same reasons as in `read_itemsets`.
    """
    if isinstance(given, str) and not (exists(given) and Path(given).is_file()) and not is_table(con, given):
        given = [name.strip() for name in given.split(",") if name.strip()]
    if isinstance(given, bytes | Set | Iterator):
        raise BadInput(f"{what} is a {type(given).__name__}; give a list of names, a file or a table")
    if isinstance(given, Sequence) and not isinstance(given, str) and all(isinstance(name, str) for name in given):
        given = [list(given)]
    return [name for itemset in read_itemsets(con, given, what, of="item") for name in itemset]


def number_itemsets(
    itemsets: Sequence[Sequence[str]], items: NDArray[np.object_], what: str
) -> list[NDArray[np.int64]]:
    """The itemsets with each name replaced by its index in `items`, without repetitions.

    Raises:
        BadInput: the data set does not have an item of that name.
    """
    import numpy as np

    place = {name: number for number, name in enumerate(items)}
    for line, itemset in enumerate(itemsets, 1):
        for item in itemset:
            if item not in place:
                raise BadInput(f"{what} constraint {line} names {item!r}, which the data set does not have")
    return [np.unique(np.array([place[item] for item in itemset], dtype=np.int64)) for itemset in itemsets]
