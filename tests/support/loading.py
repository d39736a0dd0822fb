"""What tests of loading ask of a database."""

from collections.abc import Sequence

import pandas as pd
from duckdb import DuckDBPyConnection

PRIVATE_TABLES = ("dataset", "item", "transaction_id", "transaction_item")
# Reads the lines of a text file; to be closed after further options.
READ_LINES = (
    "read_csv($path, columns = {'text': 'VARCHAR'}, header = false, auto_detect = false, delim = '', quote = '', "
    "escape = ''"
)


def temporary_tables(con: DuckDBPyConnection) -> list[str]:
    """Temporary tables, views and registered frames."""
    found = con.execute(
        "SELECT t.table_name FROM duckdb_tables() AS t WHERE t.temporary "
        "UNION ALL SELECT v.view_name FROM duckdb_views() AS v WHERE v.temporary AND NOT v.internal"
    ).fetchall()
    return [name for (name,) in found]


def transactions_of(con: DuckDBPyConnection, dataset: str) -> list[list[str]]:
    """The transactions of a data set as lists of names, in order."""
    ((n,),) = con.execute(
        "SELECT d.n_transactions FROM setrisk_private.dataset AS d WHERE d.dataset = ?", [dataset]
    ).fetchall()
    held: list[list[str]] = [[] for _ in range(n)]
    places: list[int] = [0] * n
    for tid, position, item in con.execute(
        "SELECT t.tid, t.position, i.item FROM setrisk_private.transaction_item AS t "
        "JOIN setrisk_private.item AS i USING (item_id) WHERE t.dataset = ? ORDER BY t.tid, t.position",
        [dataset],
    ).fetchall():
        assert position > places[tid - 1]
        places[tid - 1] = position
        held[tid - 1].append(item)
    return held


def expected_transactions(lists: Sequence[Sequence[str]], *, keep: bool = False) -> list[list[str]]:
    """What is loaded of these lists: '' is no item, an item counts once, where it first stands."""
    distinct = [list(dict.fromkeys(item for item in items if item)) for items in lists]
    return distinct if keep else [items for items in distinct if items]


def row_counts(con: DuckDBPyConnection) -> dict[str, int]:
    return {
        table: con.execute(f"SELECT count(*) FROM setrisk_private.{table}").fetchall()[0][0] for table in PRIVATE_TABLES
    }


def frame_of(*baskets: str) -> pd.DataFrame:
    return pd.DataFrame({"items": [list(basket) for basket in baskets]})
