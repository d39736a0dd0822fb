"""Enter releases into the catalog on Spark."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common import utc
from setrisk.spark.rows import drop_rows, replace_rows, view_of
from setrisk.spark.statements import rows_to_insert

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from setrisk.pipelines.methods.description import Method

_COLUMNS = (
    "dataset STRING, family STRING, method STRING, parameters STRING, created_at TIMESTAMP_NTZ, marks ARRAY<STRING>"
)


def publish(
    session: SparkSession,
    release: str,
    dataset: str,
    method: Method,
    tables: Mapping[str, DataFrame],
    *,
    parameters: Mapping[str, Any],
    marks: Sequence[str],
) -> None:
    """Write the tables of a release, then who is at risk without any attack, and its own row last. What fails on the
    way leaves nothing of it.

    Args:
        session: an attached session.
        release: its name, which no other release has, or one that is to be replaced.
        dataset: the data set that it was made of.
        method: what made it.
        tables: the rows of tables of the catalog, without their schemas and the column of the release.
        parameters: what everybody may know of how it was made.
        marks: what the gate reads.
    """
    from pyspark.sql import functions as sf

    # What an earlier attempt may have left, too.
    drop_rows(session, "release", release)
    try:
        for table, found in tables.items():
            replace_rows(session, table, release, found)
        entry = (dataset, method.family, method.name, json.dumps(parameters), utc.current_time(), list(marks))
        row = session.createDataFrame([entry], _COLUMNS)
        with view_of(session, "release", row.withColumn("release", sf.lit(release))) as view:
            for table, statement in (("release_coverage", "store_coverage"), ("record_risk", "store_unattacked_risk")):
                computed = rows_to_insert(session, f"risk/{statement}", {"release": view}, release=release)
                replace_rows(session, table, release, computed)
        replace_rows(session, "release", release, row)
    except BaseException:
        drop_rows(session, "release", release)
        raise
