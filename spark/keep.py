"""Rows that are computed once, and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def computed(rows: DataFrame) -> DataFrame:
    """The same rows, computed now. They are kept on the disks and in the memory of the workers as long as the frame
    lives, and are lost with a worker; or in the folder that `spark.checkpoint.dir` named when the session was started.
    """
    # A session of Spark Connect has no context that could be asked.
    context = getattr(rows.sparkSession, "sparkContext", None)
    return rows.checkpoint() if context and context.getCheckpointDir() else rows.localCheckpoint()


def keep(rows: DataFrame) -> DataFrame:
    """The same rows, as `computed`. Of no rows Spark is told so, and plans nothing of what hangs on them: most steps of
    a relation are about families that a release is not of.
    """
    kept = computed(rows)
    return kept.limit(0) if kept.isEmpty() else kept
