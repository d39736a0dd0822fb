"""Rows that are computed once, and kept on the workers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def keep(rows: DataFrame) -> DataFrame:
    """The same rows, computed now and kept on the disks and in the memory of the workers as long as the frame lives.
    Of no rows Spark is told so, and plans nothing of what hangs on them: most steps of a relation are about families
    that a release is not of.
    """
    kept = rows.localCheckpoint()
    return kept.limit(0) if kept.isEmpty() else kept
