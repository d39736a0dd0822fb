"""How histograms are written, and what is said of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from duckdb import DuckDBPyConnection
    from numpy.typing import NDArray

    from setrisk.udf.arrays import Integers

_ENTRIES, _COUNTS, _NAMES = "_setrisk_entries", "_setrisk_counts", "_setrisk_names"


def write(
    con: DuckDBPyConnection, release: str, held: NDArray[np.bool_], occurrences: Integers, items: Sequence[str]
) -> None:
    """Write itemsets, a row each with a column per item, their occurrences, and the names of the items that they show.

    Items are numbered by their places in the universe, and rows stand in the order of the itemsets: neither tells which
    items the data have.
    """
    import numpy as np
    import pandas as pd

    row, place = np.nonzero(held)
    entries = pd.DataFrame({"number": row, "item_id": place + 1})
    counts = pd.DataFrame({"number": np.arange(len(occurrences)), "occurrences": occurrences})
    shown = np.unique(place)
    names = pd.DataFrame({"item_id": shown + 1, "item": pd.Series([items[each] for each in shown], dtype="object")})
    con.register(_ENTRIES, entries)
    con.register(_COUNTS, counts)
    con.register(_NAMES, names)
    con.execute(
        "INSERT INTO setrisk.histogram SELECT $release, i.itemset, c.occurrences FROM ("
        "SELECT e.number, CAST(list_sort(list(e.item_id)) AS INTEGER[]) AS itemset "
        f"FROM {_ENTRIES} AS e GROUP BY e.number) AS i JOIN {_COUNTS} AS c USING (number) ORDER BY ALL",
        {"release": release},
    )
    con.execute(
        f"INSERT INTO setrisk.published_item SELECT $release, n.item_id, n.item FROM {_NAMES} AS n ORDER BY n.item_id",
        {"release": release},
    )
    for view in (_ENTRIES, _COUNTS, _NAMES):
        con.unregister(view)


def summary(con: DuckDBPyConnection, release: str) -> str:
    """What a release is, in words."""
    ((itemsets, occurrences, items),) = con.execute(
        "SELECT count(*), coalesce(sum(h.occurrences), 0), "
        "(SELECT count(*) FROM setrisk.published_item AS p WHERE p.release = $release) "
        "FROM setrisk.histogram AS h WHERE h.release = $release",
        {"release": release},
    ).fetchall()
    return f"{itemsets:,} distinct itemsets of {items:,} items, {occurrences:,} occurrences"
