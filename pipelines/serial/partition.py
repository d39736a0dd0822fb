"""The cluster of each record: from a table, or by horizontal partitioning of the non-sensitive items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np

from setrisk.errors import BadInput
from setrisk.pipelines.common.columns import Columns
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.names import number_of_transactions
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.tables import is_table
from setrisk.pipelines.transactions.item_ranks import ranked_items

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def placements(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress
) -> Columns:
    """The cluster of each transaction: one row per transaction, in order, with tid and cluster, both from 1.

    Raises:
        BadInput: the partition is not a table, or does not have each transaction exactly once.
    """
    n_transactions = number_of_transactions(con, dataset)
    tids = np.arange(1, n_transactions + 1)
    if arguments["partition"] is None:
        cluster = _cluster_records(con, dataset, release, n_transactions, arguments["cluster_size"], progress)
    else:
        cluster = _read_partition(con, dataset, n_transactions, arguments["partition"])
    return {"tid": tids, "cluster": cluster + 1}


def _cluster_records(
    con: DuckDBPyConnection, dataset: str, release: str, n_transactions: int, cluster_size: int, progress: Progress
) -> Any:
    from setrisk.udf.disassociation.horizontal_partitioning import partition_horizontally

    progress("reading the data set")
    entries = con.execute(
        "SELECT e.tid, e.item_id FROM setrisk_internal.non_sensitive_entries(?, ?) AS e ORDER BY e.tid",
        [dataset, release],
    ).fetchnumpy()
    starts, ranks, _ = ranked_items(con, dataset, n_transactions, entries)
    clusters = partition_horizontally(
        starts,
        ranks,
        k=cluster_size,
        max_cluster_size=cluster_size,
        progress=lambda done, total: progress("clustering records", done, total),
    )
    cluster = np.empty(n_transactions, dtype=np.int64)
    for number, records in enumerate(clusters):
        cluster[records] = number
    return cluster


def _read_partition(con: DuckDBPyConnection, dataset: str, n_transactions: int, partition: object) -> Any:
    """The clusters of a table, numbered from 0 in the order of their values there."""
    name = str(partition)
    if not is_table(con, name):
        raise BadInput(f"partition: there is no table {name!r}")
    columns = con.table(name).columns
    if "cluster" not in columns or not {"tid", "id"} & set(columns):
        raise BadInput(f"partition: the table {name!r} must have the columns cluster, and tid or id as it was loaded")
    try:
        if "tid" in columns:
            rows = run(con, "serial/numbered_clusters", partition=name).fetchnumpy()
        else:
            rows = run(con, "serial/given_clusters", partition=name, dataset=dataset).fetchnumpy()
    except duckdb.Error as error:
        raise BadInput(f"partition: {name!r} cannot be read: {str(error).splitlines()[0]}") from error
    if any(np.ma.is_masked(rows[column]) for column in ("tid", "cluster")):
        raise BadInput(f"partition: a row of the table {name!r} lacks its transaction or its cluster")
    if not np.array_equal(rows["tid"], np.arange(1, n_transactions + 1)):
        raise BadInput(
            f"partition: the table {name!r} must have each of the {n_transactions:,} transactions of {dataset!r} once"
        )
    return np.unique(np.asarray(rows["cluster"]), return_inverse=True)[1]
