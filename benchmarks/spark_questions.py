"""What ends with a verdict on a release, on Spark by two cores beside DuckDB: attacks, the gate, a report, and what it
gives away about people. It is many questions about few records.
"""

from __future__ import annotations

import csv
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.measure import Measured, Row, data_file, in_turn
from benchmarks.spark import start

# Baskets of retail, and people that are asked about.
_BASKETS, _PEOPLE = 5_000, 300
_LIMITS: dict[str, Any] = {"max_at_risk": 0.05, "attacks": ["aba"]}
_QUESTIONS = ("a release", "attack aba", "attack cover", "attack random", "the gate", "a report", "assess")
HEADER = ("question", "duckdb_seconds", "spark_seconds")


def run() -> Iterator[Row]:
    """Rows of the report."""
    for question, peer, ours in _measure():
        title = f"Spark, 2 cores, {_BASKETS:,} baskets of retail: {question}"
        yield Row(title, "DuckDB" if peer else "", ours, peer, ours.seconds / peer.seconds if peer else None, "", None)


def _measure() -> Iterator[tuple[str, Measured | None, Measured]]:
    """Each question, what it takes on DuckDB, and on Spark; and what it takes Spark to hand the release to DuckDB."""
    with tempfile.TemporaryDirectory() as folder:
        here, there = in_turn(_on_duckdb, folder), in_turn(_on_spark, folder)
    yield from zip((*_QUESTIONS, "fetch"), (*here, None), there, strict=True)


def _baskets() -> list[list[str]]:
    lines = data_file("retail", "retail.dat").read_text("utf-8").splitlines()
    return [sorted(set(line.split())) for line in lines[:_BASKETS]]


def _on_duckdb(folder: str) -> Sequence[Callable[[], Any]]:
    import pyarrow as pa  # type: ignore[import-untyped]

    import setrisk

    con = setrisk.connect()
    setrisk.load(con, "d", pa.table({"items": _baskets()}), items="items")
    report = Path(folder) / "duckdb.html"
    return (
        lambda: setrisk.protect(con, "d", "r", setrisk.methods.Disassociation(k=5, m=2)).summary,
        lambda: setrisk.attack(con, "r", method="aba").fetchall(),
        lambda: setrisk.attack(con, "r", method="cover").fetchall(),
        lambda: setrisk.attack(con, "r", method="random").fetchall(),
        lambda: setrisk.check(con, "r", **_LIMITS).fetchall(),
        lambda: str(setrisk.report(con, "r", report, **_LIMITS)),
        lambda: setrisk.assess(con, "r", known=2, people=_PEOPLE).fetchall(),
    )


def _on_spark(folder: str) -> Sequence[Callable[[], Any]]:
    import setrisk.spark

    session = start(2, Path(folder) / "warehouse", partitions=2)
    setrisk.spark.attach(session)
    frame = session.createDataFrame(list(enumerate(_baskets())), "id INT, items ARRAY<STRING>")
    setrisk.spark.load(session, "d", frame, id="id", items="items")
    report = Path(folder) / "spark.html"
    return (
        lambda: setrisk.spark.protect(session, "d", "r", setrisk.methods.Disassociation(k=5, m=2)).summary,
        lambda: setrisk.spark.attack(session, "r", "aba").count(),
        lambda: setrisk.spark.attack(session, "r", "cover").count(),
        lambda: setrisk.spark.attack(session, "r", "random").count(),
        lambda: len(setrisk.spark.check(session, "r", **_LIMITS).collect()),
        lambda: str(setrisk.spark.report(session, "r", report, **_LIMITS)),
        lambda: setrisk.spark.assess(session, "r", known=2, people=_PEOPLE).count(),
        lambda: setrisk.spark.fetch(setrisk.connect(), session, "r"),
    )


def main(out: Path) -> None:
    """Write OUT/spark-questions.csv."""
    with (out / "spark-questions.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADER)
        for question, here, there in _measure():
            writer.writerow((question, f"{here.seconds:.2f}" if here else "", f"{there.seconds:.1f}"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
