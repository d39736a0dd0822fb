"""The histogram of a data set as it is, without protection, so that an owner can compare releases with the raw data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.histogram import publishing
from setrisk.pipelines.methods.made import Made

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def make_identity_release(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress
) -> Made:
    """Write the exact histogram, marked `unprotected`; the caller holds the transaction."""
    progress("counting distinct itemsets")
    run(con, "histogram/publish_identity", release=release, dataset=dataset)
    return Made({}, ["unprotected"], publishing.summary(con, release))
