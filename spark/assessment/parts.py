"""Ask each part of a frame on its worker, and put the answers together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from setrisk.udf.assessment.records import Records, records_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from setrisk.udf.assessment.part import Answer

ENTRY = ("reconstruction", "record", "number", "weight")
"""The columns of records in parts: a row for each item of a record."""
_ANSWER = "of BIGINT, about BIGINT, value DOUBLE"
# Of answers that a worker holds at a time, about.
_ROWS = 500_000


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


def summed(rows: DataFrame) -> DataFrame:
    """The sums of answers, of each about each."""
    from pyspark.sql import functions as sf

    return rows.groupBy("of", "about").agg(sf.sum("value").alias("value"))


def collected(rows: DataFrame) -> Iterator[tuple[int, int, float]]:
    """The same, on this machine."""
    found = summed(rows).toArrow()
    return zip(*(found.column(name).to_pylist() for name in ("of", "about", "value")), strict=True)
