"""What a worker takes for one shard, by the size of the shard. `python -m benchmarks.spark_worker OUT` writes
OUT/spark-worker.csv.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.measure import Measured, Row, data_file, measured, seconds_at_most

_SIZES = (8_000, 25_000, 100_000)
HEADER = ("records", "seconds", "mb", "records_a_second")


def run() -> Iterator[Row]:
    """Rows of the report."""
    for size, shard in _measure():
        title = f"a worker: one shard, {size:,} baskets, those of retail again and again"
        yield seconds_at_most(f"{title}, {size / shard.seconds:,.0f} records a second", shard, None)


def _measure() -> Iterator[tuple[int, Measured]]:
    """Each size, and what a shard of it takes."""
    for size in _SIZES:
        yield size, measured(_shard, size, runs=1)


def _shard(size: int) -> Callable[[], Any]:
    """A release of so many baskets of retail, repeated if there are fewer, as a task of Spark's makes it."""
    import setrisk
    from setrisk.spark.disassociation import release_of_shard

    with setrisk.connect() as con:
        loaded = setrisk.load(con, "d", data_file("retail", "retail.dat"), format="fimi")
        entries = con.sql(
            "SELECT 0 AS shard, e.tid + copies.n * $n AS tid, lpad(CAST(e.item_id AS VARCHAR), 10, '0') AS item "
            "FROM setrisk_private.transaction_item AS e, range(2) AS copies(n) WHERE e.tid + copies.n * $n <= $size",
            params={"n": loaded.n_transactions, "size": size},
        ).to_arrow_table()
    return lambda: release_of_shard(entries, {"k": 5, "m": 2})


def main(out: Path) -> None:
    """Write OUT/spark-worker.csv."""
    with (out / "spark-worker.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADER)
        for size, shard in _measure():
            writer.writerow((size, f"{shard.seconds:.2f}", f"{shard.peak_mb:.0f}", f"{size / shard.seconds:.0f}"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
