"""Ask each part of a frame on its worker, and put the answers together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from setrisk.spark.keep import computed
from setrisk.udf.assessment.records import Records, records_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from setrisk.udf.assessment.part import Answer

ENTRY = ("reconstruction", "record", "number", "weight")
"""The columns of records in parts: a row for each item of a record."""
_ANSWER = "of BIGINT, about BIGINT, value DOUBLE"
# Of answers that a worker holds at a time, about.
_ROWS = 500_000


def in_parts(entries: DataFrame) -> DataFrame:
    """Records in parts, in the order of their reconstructions and numbers from part to part."""
    records = entries.select(*ENTRY).repartitionByRange(*ENTRY[:2]).sortWithinPartitions(*ENTRY[:3])
    # Kept: the parts might be others if they were made again, and each is asked several times.
    return computed(records)


def answers(
    parts: DataFrame, read: Callable[[Any], Any], ask: Callable[..., Iterable[Answer]], **given: Any
) -> DataFrame:
    """What is answered in each part of a frame, a row each: of what, about what, and how much.

    Args:
        parts: a frame whose partitions are the parts.
        read: what a worker makes of the rows of a part, an Arrow table, before it asks.
        ask: a kernel, as in `setrisk.udf.assessment.part`.
        **given: what the kernel takes.
    """

    # Without annotations: Spark takes those of texts for types of another interface.
    def answer(batches):  # type: ignore[no-untyped-def]
        import pyarrow as pa  # type: ignore[import-untyped]

        rows = list(batches)
        if not rows:
            return
        held, size = [], 0
        for columns in ask(read(pa.Table.from_batches(rows)), **given):
            held.append(columns)
            size += len(columns[0])
            if size >= _ROWS:
                yield _batch(held)
                held, size = [], 0
        if held:
            yield _batch(held)

    return parts.mapInArrow(answer, _ANSWER)


def _batch(found: list[Answer]) -> Any:
    import pyarrow as pa

    columns = [np.concatenate(column) for column in zip(*found, strict=True)]
    return pa.RecordBatch.from_arrays([pa.array(each) for each in columns], ["of", "about", "value"])


def part_number() -> int:
    """The number of the part that a worker has before it, from 0."""
    from pyspark import TaskContext

    task = TaskContext.get()
    assert task is not None
    return task.partitionId()


def read_records(n_items: int) -> Callable[[Any], Records]:
    """What reads the records of a part: rows with the columns `ENTRY`, in their order."""

    def read(rows: Any) -> Records:
        return records_of(n_items, *(rows.column(name).to_numpy() for name in ENTRY))

    return read


def sums(rows: DataFrame) -> Iterator[tuple[int, int, float]]:
    """The sums of answers, of each about each."""
    return _triples(_summed(rows))


def highest(rows: DataFrame) -> Iterator[tuple[int, int, float]]:
    """The highest answers, of each about each."""
    from pyspark.sql import functions as sf

    return _triples(rows.groupBy("of", "about").agg(sf.max("value").alias("value")))


def best_sums(rows: DataFrame) -> Iterator[tuple[int, tuple[int, float] | None, dict[int, float]]]:
    """Of each, the item that has the highest sum, the first of equals, with the sum, if there are answers about items;
    and all sums about something else.
    """
    from pyspark.sql import functions as sf

    about, value = sf.col("about"), sf.col("value")
    is_item = about >= 0
    found = (
        _summed(rows)
        .groupBy("of")
        .agg(
            sf.max(sf.when(is_item, sf.struct(value, -about))).alias("best"),
            sf.collect_list(sf.when(~is_item, sf.struct(about, value))).alias("others"),
        )
    )
    for of, best, others in found.collect():
        yield of, None if best is None else (-best[1], best[0]), dict(map(tuple, others))


def _summed(rows: DataFrame) -> DataFrame:
    from pyspark.sql import functions as sf

    return rows.groupBy("of", "about").agg(sf.sum("value").alias("value"))


def _triples(rows: DataFrame) -> Iterator[tuple[int, int, float]]:
    found = rows.toArrow()
    return zip(*(found.column(name).to_pylist() for name in ("of", "about", "value")), strict=True)
