"""What does sharding cost? `python -m benchmarks.sharding OUT` writes OUT/sharding.csv and a picture of it: releases by
shards of several sizes, made on Spark, beside the one of the whole.
"""

from __future__ import annotations

import csv
import math
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import setrisk
import setrisk.spark
from benchmarks.disassociation import load_generated
from benchmarks.measure import data_file
from setrisk.methods import Disassociation
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.showcase import charts

SIZES = (8_000, 25_000, 100_000)
# Known items of a person, and people who are asked about.
_KNOWN, _PEOPLE = 2, 300
HEADER = (
    "data", "transactions", "shard_size", "shards", "seconds", "in_term_chunks", "error_high", "error_medium",
    "error_low", "narrowing", "inference", "linkability", "singling_out",
)  # fmt: skip
_DRAWN = {
    "in_term_chunks": "entries in term chunks",
    "error_high": "error of counts of frequent pairs",
    "linkability": "linkability",
}
DATA = ("retail", "generated", "MSNBC")
_N_GENERATED = 300_000
# With ids that no two people have, in whatever data set: who is in a release by the id is no control.
_ENTRIES = (
    "SELECT e.dataset || ' ' || e.tid AS tid, i.item FROM setrisk_private.transaction_item AS e "
    "JOIN setrisk_private.item AS i USING (item_id) WHERE e.dataset = $dataset"
)
_PART = (
    "SELECT e.tid, i.item FROM setrisk_private.transaction_item AS e JOIN setrisk_private.item AS i USING (item_id) "
    "WHERE e.dataset = 'all' AND (hash(e.tid) % 10 = 0) = $is_other ORDER BY e.tid, e.position"
)


def main(out: Path) -> None:
    """Write the table."""
    with tempfile.TemporaryDirectory() as warehouse:
        session = start(warehouse)
        setrisk.spark.attach(session)
        rows = []
        for dataset in DATA:
            with setrisk.connect() as con:
                load(con, dataset)
                mine, others = entries(con, "d"), entries(con, "others")
                setrisk.spark.load(session, dataset, session.createDataFrame(mine), id="tid", item="item")
                rows.append(whole(con, dataset))
                write(out, rows)
            for size in SIZES:
                rows.append(by_shards(session, dataset, size, others))
                write(out, rows)
    draw(out)


def start(warehouse: str) -> Any:
    """Spark on two cores of this machine."""
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    settings: dict[str, bool | float | int | str | None] = {
        "spark.driver.memory": "4g",
        "spark.sql.shuffle.partitions": "8",
        "spark.sql.warehouse.dir": warehouse,
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }
    session = SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


def load(con: Any, dataset: str) -> None:
    """Load nine tenths of a data set as `d`, and the `others` to compare with, on this machine."""
    if dataset == "retail":
        setrisk.load(con, "all", data_file("retail", "retail.dat"), format="fimi")
    elif dataset == "MSNBC":
        setrisk.load(con, "all", data_file("msnbc", "msnbc990928.seq.gz"), format="fimi", skip=7, comment="%")
    else:
        load_generated(con, _N_GENERATED, "all")
    for name, is_other in (("d", False), ("others", True)):
        part = con.sql(_PART, params={"is_other": is_other})
        setrisk.load(con, name, part, id="tid", item="item")


def entries(con: Any, dataset: str) -> Any:
    """The entries of a data set, by names."""
    return con.sql(_ENTRIES, params={"dataset": dataset}).to_arrow_table()


def whole(con: Any, dataset: str) -> tuple[Any, ...]:
    """The row of a release that is made on one machine."""
    start = time.perf_counter()
    made = setrisk.protect(con, "d", "r", Disassociation())
    seconds = time.perf_counter() - start
    return dataset, made.n_transactions, None, 1, seconds, *outcomes(con)


def by_shards(session: Any, dataset: str, size: int, others: Any) -> tuple[Any, ...]:
    """The row of a release by shards."""
    start = time.perf_counter()
    made = setrisk.spark.protect(session, dataset, "r", shard_size=size, replace=True)
    seconds = time.perf_counter() - start
    shards = int(made.summary.rpartition(" in ")[2].split()[0])
    with setrisk.connect() as con:
        setrisk.spark.fetch(con, session, "r")
        setrisk.load(con, "others", others, id="tid", item="item")
        return dataset, made.n_transactions, size, shards, seconds, *outcomes(con)


def outcomes(con: Any) -> tuple[Any, ...]:
    """What a release keeps and gives away."""
    ((*_, own, shared),) = run(con, "disassociation/release_sizes", release="r").fetchall()
    ((n_entries,),) = con.sql(
        "SELECT count(*) FROM setrisk_private.transaction_item AS e JOIN setrisk.release AS r USING (dataset)"
    ).fetchall()
    setrisk.assess(con, "r", control="others", known=_KNOWN, k=5, people=_PEOPLE)
    ((_, _, *found),) = run(con, "showcase/protection_outcomes", release="r").fetchall()
    return 1 - (own + shared) / n_entries, *found


def write(out: Path, rows: list[tuple[Any, ...]]) -> None:
    """Write what is known so far."""
    with (out / "sharding.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADER)
        writer.writerows(["" if v is None else f"{v:.4f}" if isinstance(v, float) else v for v in row] for row in rows)


def draw(out: Path) -> None:
    """Draw what the table says, a panel for each quantity and a line for each data set."""
    import pandas as pd

    table = pd.read_csv(out / "sharding.csv")
    table = table.sort_values("shard_size", kind="stable")  # the whole comes last
    thousands = table["shard_size"].fillna(math.inf) / 1_000
    panels = [
        (title, pd.DataFrame({"line": table["data"], "x": thousands, "y": 100 * table[column]}))
        for column, title in _DRAWN.items()
    ]
    label = "records of a shard, in thousands (inf: one machine)"
    charts.plot_curves(panels, [label] * len(panels), "%", out / "sharding.png", columns=len(panels))


if __name__ == "__main__":
    data_file("retail", "retail.dat")  # says what is missing
    main(Path(sys.argv[1]))
