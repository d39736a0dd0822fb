"""A data set's histogram as it is: no protection, so that an owner can ask the same questions of raw data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setrisk.pipelines.histogram import publishing
from setrisk.pipelines.progress import Progress
from setrisk.pipelines.releases import Made

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def identity_release(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress
) -> Made:
    """Write the exact histogram, marked `unprotected`; the caller holds the transaction."""
    progress("counting distinct itemsets")
    con.execute(
        "INSERT INTO setrisk.histogram SELECT $release, h.items, h.occurrences "
        "FROM setrisk.itemset_histogram($dataset) AS h ORDER BY ALL",
        {"release": release, "dataset": dataset},
    )
    con.execute(
        "INSERT INTO setrisk.published_item SELECT DISTINCT $release, i.item_id, i.item "
        "FROM (SELECT DISTINCT unnest(h.itemset) AS item_id FROM setrisk.histogram AS h WHERE h.release = $release) "
        "AS shown JOIN setrisk_private.item AS i USING (item_id) ORDER BY ALL",
        {"release": release},
    )
    return Made({}, ["unprotected"], publishing.summary(con, release))
