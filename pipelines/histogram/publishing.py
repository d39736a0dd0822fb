"""Publish histograms, and summarise them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.pipelines.common.columns import objects
from setrisk.pipelines.database.statements import run

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from duckdb import DuckDBPyConnection
    from numpy.typing import NDArray

    from setrisk.udf.common.arrays import Integers


def write(
    con: DuckDBPyConnection,
    release: str,
    held: NDArray[np.bool_],
    occurrences: Integers,
    items: Sequence[str],
    places: Integers | None = None,
) -> None:
    """Write itemsets (a row each, with a column per item), their occurrences, and the names of the items in them.

    Columns are all items of the universe, or those in the places that are given, ascending.

    Items are numbered by their places in the universe, and rows are in the order of the itemsets: neither reveals which
    items the data have.
    """
    import numpy as np

    row, column = np.nonzero(held)
    place = column if places is None else places[column]
    entries = {"number": row, "item_id": place + 1}
    counts = {"number": np.arange(len(occurrences)), "occurrences": occurrences}
    shown = np.unique(place)
    names = {"item_id": shown + 1, "item": objects([items[each] for each in shown])}
    run(
        con,
        "histogram/publish_histogram",
        tables={"_setrisk_entries": entries, "_setrisk_counts": counts, "_setrisk_names": names},
        release=release,
    )


def summary(con: DuckDBPyConnection, release: str) -> str:
    """A summary of a release, in words."""
    ((itemsets, occurrences, items),) = run(con, "histogram/release_sizes", release=release).fetchall()
    return f"{itemsets:,} distinct itemsets of {items:,} items, {occurrences:,} occurrences"
