"""Enter releases into the catalog on Spark."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from setrisk.errors import SetriskError
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
    risk: str = "risk/store_unattacked_risk",
    of_risk: Mapping[str, Any] = {},
    broken: Callable[[Mapping[str, str]], DataFrame] | None = None,
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
        risk: the statement that finds who is at risk without any attack.
        of_risk: its arguments, but for the release.
        broken: what breaks the promise of the release, given the view that has its row; None if that was looked at.

    Raises:
        SetriskError: something does, which would be a defect of the method.
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
            coming = {"release": view}
            if broken is not None and not broken(coming).isEmpty():
                raise SetriskError(
                    "the release does not keep its promise; nothing was published. Please report this defect"
                )
            for table, found in (
                ("release_coverage", rows_to_insert(session, "risk/store_coverage", coming, release=release)),
                ("record_risk", rows_to_insert(session, risk, coming, release=release, **of_risk)),
            ):
                replace_rows(session, table, release, found)
        replace_rows(session, "release", release, row)
    except BaseException:
        drop_rows(session, "release", release)
        raise
