"""The items of transactions as kernels take them: numbered in the order of their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from numpy.typing import NDArray


def ranked_items(
    con: DuckDBPyConnection, dataset: str, n_transactions: int, entries: dict[str, Any]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[Any]]:
    """Number the items of a data set by their names, which breaks ties between equally frequent ones: the order of item
    numbers is that of names within one load only.

    Args:
        con: a DuckDB connection.
        dataset: a loaded data set.
        n_transactions: how many transactions it has.
        entries: the columns tid and item_id, in the order of tid.

    Returns:
        Where the items of each transaction start, and where those of the last end; the rank of the item of each entry,
        from 0; and the item number of each rank.
    """
    by_name = con.execute("SELECT i.item_id FROM setrisk_internal.item_supports(?) AS i ORDER BY i.item", [dataset])
    item_ids = np.asarray(by_name.fetchnumpy()["item_id"])
    rank = np.empty(item_ids.max(initial=0) + 1, dtype=np.int64)
    rank[item_ids] = np.arange(len(item_ids))
    lengths = np.bincount(np.asarray(entries["tid"]) - 1, minlength=n_transactions)
    return np.concatenate([[0], np.cumsum(lengths)]), rank[np.asarray(entries["item_id"])], item_ids
