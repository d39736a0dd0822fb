"""What Spark takes on this machine, beside DuckDB with the same memory: loading, questions, and releases by shards, by
one and by two cores. `python -m benchmarks.spark 1000000 OUT` adds rows for so many records to OUT/spark.csv; with
`steps` after it, of Spark's own steps alone, without a release, and by two cores.
"""

from __future__ import annotations

import csv
import functools
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.measure import Measured, Row, in_turn

RECORDS = 1_000_000
# Items of a record, and of how many there are.
_LENGTH, _ITEMS = 10, 1_000
_MEMORY_GB = 2
_STEPS = ("loading", "supports", "rare pairs", "unicity", "a release in shards of 25,000")
HEADER = ("records", "step", "duckdb_seconds", "duckdb_mb", "two_cores_seconds", "one_core_seconds", "spark_mb")


@dataclass(frozen=True)
class Step:
    """What one step takes, on DuckDB, and on Spark with two cores and with one."""

    step: str
    duckdb: Measured | None
    two_cores: Measured
    one_core: Measured | None


def run() -> Iterator[Row]:
    """Rows of the report."""
    steps = measure(RECORDS)
    for each in steps:
        assert each.duckdb is not None
        ratio = each.two_cores.seconds / each.duckdb.seconds
        title = f"Spark, 2 cores, {RECORDS:,} records: {each.step}"
        yield Row(title, f"DuckDB, {_MEMORY_GB} GB", each.two_cores, each.duckdb, ratio, "", None)
    for each in steps:
        assert each.one_core is not None
        ratio = each.one_core.seconds / each.two_cores.seconds
        yield Row(f"Spark, 2 cores: {each.step}", "1 core", each.two_cores, each.one_core, ratio, "", None)


def measure(n_records: int, *, own_steps: bool = False) -> list[Step]:
    """The steps, for so many records; without a release, and by two cores alone, if those of Spark's own are wanted."""
    n_steps, cores = (len(_STEPS) - 1, (2,)) if own_steps else (len(_STEPS), (2, 1))
    with tempfile.TemporaryDirectory() as folder:
        file = _generate(Path(folder), n_records)
        here = _measure_duckdb(file, n_steps)
        two, *one = ([_with_children(each) for each in in_turn(_on_spark, file, n, folder, n_steps)] for n in cores)
    by_one: Sequence[Measured | None] = one[0] if one else (None,) * n_steps
    return [Step(*each) for each in zip(_STEPS[:n_steps], here, two, by_one, strict=True)]


def _measure_duckdb(file: Path, n_steps: int) -> Sequence[Measured | None]:
    """What the steps take on DuckDB; nothing if its memory does not do, of which it says so."""
    try:
        return in_turn(_on_duckdb, file, n_steps)
    except RuntimeError as error:
        if "allocate" not in str(error):
            raise
        print(f"DuckDB, {_MEMORY_GB} GB: {error}", file=sys.stderr)
        return (None,) * n_steps


def _generate(folder: Path, n_records: int) -> Path:
    """A Parquet file with a row per record and item, of which few are frequent."""
    import duckdb

    file = folder / "entries.parquet"
    with duckdb.connect() as con:
        con.execute("SELECT setseed(0.5)")
        con.execute("SET threads = 1")  # so that the seed counts
        con.sql(
            "SELECT records.record, 'item ' || CAST(floor($items * pow(random(), 3)) AS INTEGER) AS item "
            "FROM range($n) AS records(record), range($length) AS places(place)",
            params={"items": _ITEMS, "n": n_records, "length": _LENGTH},
        ).write_parquet(str(file))
    return file


def _on_duckdb(file: Path, n_steps: int) -> Sequence[Callable[[], Any]]:
    import setrisk

    con = setrisk.connect()
    con.execute("SET memory_limit = $limit", {"limit": f"{_MEMORY_GB} GB"})
    con.execute("SET temp_directory = $folder", {"folder": str(file.parent)})
    return (
        lambda: setrisk.load(con, "d", file, format="long", id="record", item="item"),
        lambda: con.sql("FROM setrisk.supports('d', size := 1)").fetchall(),
        lambda: con.sql("SELECT count(*) FROM setrisk.rare_itemsets('d', k := 5)").fetchall(),
        lambda: con.sql("FROM setrisk.unicity('d')").fetchall(),
        lambda: setrisk.protect(con, "d", "r", method="disassociation", replace=True).summary,
    )[:n_steps]


def _on_spark(file: Path, cores: int, folder: str, n_steps: int) -> Sequence[Callable[[], Any]]:
    import setrisk.spark

    session = start(cores, Path(folder) / f"warehouse of {cores}")
    setrisk.spark.attach(session)
    ask = functools.partial(setrisk.spark.relation, session, dataset="d")

    def then_memory(job: Callable[[], Any]) -> Callable[[], Any]:
        def run_job() -> float:
            job()
            return _peak_of_children_mb()

        return run_job

    return [
        then_memory(job)
        for job in (
            lambda: setrisk.spark.load(session, "d", session.read.parquet(str(file)), id="record", item="item"),
            lambda: ask("supports", size=1).collect(),
            lambda: ask("rare_itemsets", k=5).count(),
            lambda: ask("unicity").collect(),
            lambda: setrisk.spark.protect(session, "d", "r", shard_size=25_000, replace=True),
        )[:n_steps]
    ]


def start(cores: int, warehouse: Path, partitions: int = 16) -> Any:
    """A session of Spark on this machine, with what it does by default but for memory and partitions."""
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    settings: dict[str, bool | float | int | str | None] = {
        "spark.driver.memory": f"{_MEMORY_GB}g",
        "spark.sql.shuffle.partitions": str(partitions),
        "spark.sql.warehouse.dir": str(warehouse),
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }
    session = SparkSession.builder.master(f"local[{cores}]").config(map=settings).getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    return session


def _with_children(found: Measured) -> Measured:
    """What Spark's own processes took at their peaks, so far, in place of this one's."""
    return replace(found, peak_mb=found.result)


def _peak_of_children_mb() -> float:
    """The sum of the peaks of all processes that this one has started, as Linux knows them."""
    parents, peaks = {}, {}
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            fields = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
        except OSError:  # it has ended
            continue
        number = int(status.parent.name)
        parents[number] = int(fields["PPid"])
        peaks[number] = int(fields.get("VmHWM", "0 kB").split()[0]) / 1024
    ours = {os.getpid()}
    while more := {number for number, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(peaks[number] for number in ours - {os.getpid()})


def main(n_records: int, out: Path, *, own_steps: bool) -> None:
    """Add the rows for so many records to OUT/spark.csv."""
    file = out / "spark.csv"
    is_new = not file.exists()
    with file.open("a", newline="", encoding="utf-8") as opened:
        writer = csv.writer(opened, lineterminator="\n")
        if is_new:
            writer.writerow(HEADER)
        for each in measure(n_records, own_steps=own_steps):
            here = (each.duckdb.seconds, each.duckdb.peak_mb) if each.duckdb else (None, None)
            one_core = each.one_core.seconds if each.one_core else None
            numbers = (*here, each.two_cores.seconds, one_core, each.two_cores.peak_mb)
            writer.writerow((n_records, each.step, *("" if n is None else f"{n:.1f}" for n in numbers)))


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), own_steps=sys.argv[3:] == ["steps"])
