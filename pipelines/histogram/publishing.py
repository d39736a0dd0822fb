"""How histograms are written, and what is said of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from numpy.typing import NDArray

    from setrisk.udf.arrays import Integers

_ENTRIES, _COUNTS = "_setrisk_entries", "_setrisk_counts"


def write(
    con: DuckDBPyConnection, release: str, held: NDArray[np.bool_], occurrences: Integers, item_ids: Integers
) -> None:
    """Write itemsets, a row each with a column per item, and their occurrences; rows are stored in the order of the
    itemsets.
    """
    import pandas as pd

    row, item = np.nonzero(held)
    entries = pd.DataFrame({"number": row, "item_id": item_ids[item]})
    counts = pd.DataFrame({"number": np.arange(len(occurrences)), "occurrences": occurrences})
    con.register(_ENTRIES, entries)
    con.register(_COUNTS, counts)
    con.execute(
        "INSERT INTO setrisk.histogram SELECT $release, i.itemset, c.occurrences FROM ("
        "SELECT e.number, CAST(list_sort(list(e.item_id)) AS INTEGER[]) AS itemset "
        f"FROM {_ENTRIES} AS e GROUP BY e.number) AS i JOIN {_COUNTS} AS c USING (number) ORDER BY ALL",
        {"release": release},
    )
    con.unregister(_ENTRIES)
    con.unregister(_COUNTS)
    show_names(con, release)


def show_names(con: DuckDBPyConnection, release: str) -> None:
    """Publish the names of the items that the histogram shows, and no others."""
    con.execute(
        "INSERT INTO setrisk.published_item SELECT DISTINCT $release, i.item_id, i.item "
        "FROM (SELECT DISTINCT unnest(h.itemset) AS item_id FROM setrisk.histogram AS h WHERE h.release = $release) "
        "AS shown JOIN setrisk_private.item AS i USING (item_id) ORDER BY ALL",
        {"release": release},
    )


def summary(con: DuckDBPyConnection, release: str) -> str:
    """What a release is, in words."""
    ((itemsets, occurrences, items),) = con.execute(
        "SELECT count(*), coalesce(sum(h.occurrences), 0), "
        "(SELECT count(*) FROM setrisk.published_item AS p WHERE p.release = $release) "
        "FROM setrisk.histogram AS h WHERE h.release = $release",
        {"release": release},
    ).fetchall()
    return f"{itemsets:,} distinct itemsets of {items:,} items, {occurrences:,} occurrences"
