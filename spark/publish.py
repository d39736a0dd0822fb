"""Enter releases into the catalog on Spark."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import setrisk
from setrisk.errors import SetriskError
from setrisk.pipelines.common import utc
from setrisk.pipelines.releases.arguments import hash_of_contents
from setrisk.spark.failures import in_one_line
from setrisk.spark.keep import keep
from setrisk.spark.rows import drop_rows, replace_rows, require_written, view_of
from setrisk.spark.statements import rows_to_read, rows_to_write

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from setrisk.pipelines.methods.description import Method
    from setrisk.spark.unchanged import Unchanged

_COLUMNS = (
    "dataset STRING, family STRING, method STRING, parameters STRING, created_at TIMESTAMP_NTZ, marks ARRAY<STRING>"
)


@dataclass(frozen=True)
class Made:
    """A release that is not written yet.

    Attributes:
        tables: the rows of tables of the catalog, without their schemas and the column of the release.
        parameters: what everybody may know of how it was made.
        marks: what the gate reads.
        summary: how much it shows, in words.
    """

    tables: Mapping[str, DataFrame]
    parameters: Mapping[str, Any]
    marks: list[str]
    summary: str


def kept(session: SparkSession, method: Method, given: Mapping[str, Any]) -> dict[str, DataFrame]:
    """What is kept for the owner of how a release is made: what its method was given, to make it again of fewer people
    when it is assessed, and its seed. Only what JSON holds can be kept, and files by their names.
    """
    try:
        text = json.dumps(dict(given), default=os.fspath, allow_nan=False)
    except (TypeError, ValueError):
        text = None
    with setrisk.connect() as con:
        found = None if text is None else hash_of_contents(con, method, given)
    tables = {"release_arguments": session.createDataFrame([(found, text)], "hash STRING, arguments STRING")}
    if (seed := given.get("seed")) is not None:
        tables["release_seed"] = session.createDataFrame([(int(seed),)], "seed BIGINT")
    return tables


def row_of_release(session: SparkSession, dataset: str, method: Method, made: Made) -> DataFrame:
    """The row of a release in the list of releases, without its name."""
    entry = (dataset, method.family, method.name, json.dumps(made.parameters), utc.current_time(), list(made.marks))
    return session.createDataFrame([entry], _COLUMNS)


def publish(
    session: SparkSession,
    release: str,
    dataset: str,
    method: Method,
    made: Made,
    unchanged: Unchanged,
    *,
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
        made: the release.
        unchanged: the data set, and the release that is replaced, if there is one, as they were before it was made.
        risk: the statement that finds who is at risk without any attack.
        of_risk: its arguments, but for the release.
        broken: what breaks the promise of the release, given the view that has its row; None if that was looked at.

    Raises:
        SetriskError: something does, which would be a defect of the method; or the data set was replaced meanwhile, a
            release of this name made, or rows of it were lost to another program.
    """
    from pyspark.sql import functions as sf

    nothing = "nothing was published"
    unchanged.require(nothing)
    # What an earlier attempt may have left, too.
    drop_rows(session, "release", release)
    unchanged.expect_no_release()
    try:
        for table, rows in made.tables.items():
            replace_rows(session, table, release, rows)
        row = row_of_release(session, dataset, method, made)
        with view_of(session, "release", row.withColumn("release", sf.lit(release))) as view:
            coming = {"release": view}
            if broken is not None and not broken(coming).isEmpty():
                raise SetriskError(f"the release does not keep its promise; {nothing}. Please report this defect")
            found = {
                "release_coverage": keep(rows_to_write(session, "risk/store_coverage", coming, release=release)),
                "record_risk": keep(rows_to_write(session, risk, coming, release=release, **of_risk)),
            }
        for table, rows in found.items():
            replace_rows(session, table, release, rows)
        require_written(session, release, {**made.tables, **found}, nothing)
        unchanged.require(nothing)
        replace_rows(session, "release", release, row)
    except BaseException:
        drop_rows(session, "release", release)
        raise


def size_of_release(session: SparkSession, release: str) -> tuple[int, str | None]:
    """How many records a release has that was just published, and that it shows nothing, in words, if that is so."""
    with in_one_line("count the records of the release", "it was published"):
        ((n_records, emptiness),) = rows_to_read(session, "risk/published_size", {}, release=release).collect()
    return n_records, emptiness
