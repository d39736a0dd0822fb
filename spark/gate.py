"""The gate on Spark: may a release be published, judging by limits on its risk?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from setrisk.pipelines.common.argument_types import check_types
from setrisk.pipelines.common.share import Share
from setrisk.pipelines.risk.gate import limits_among, limits_on_release
from setrisk.spark.connection import connection_of
from setrisk.spark.failures import in_one_line
from setrisk.spark.keep import keep
from setrisk.spark.relations import relation
from setrisk.spark.rows import release_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


@check_types
@in_one_line("hold the release against limits", "there is no verdict")
def check(
    session: SparkSession,
    release: str,
    *,
    max_at_risk: Share | None = None,
    max_score: Share | None = None,
    min_coverage: Share | None = None,
    max_narrowing: Share | None = None,
    max_inference: Share | None = None,
    max_linkability: Share | None = None,
    max_singling_out: Share | None = None,
    known: str | int | Sequence[int] | None = None,
    allow_exported: bool = False,
    attacks: Sequence[str] = (),
    limits: str | Path | None = None,
) -> DataFrame:
    """Say whether a release on Spark may be published, and if not, why, as `setrisk.check` does.

    Args:
        session: an attached session.
        release: a release on Spark.
        max_at_risk: a limit, as in `setrisk.check`; and so are the others.
        max_score: the same.
        min_coverage: the same.
        max_narrowing: the same.
        max_inference: the same.
        max_linkability: the same.
        max_singling_out: the same.
        known: the numbers of known items that the release must have been assessed for.
        allow_exported: whether other releases of the same people may have been exported before. Spark learns of no
            export from another database.
        attacks: one or several attacks that must have been run.
        limits: a TOML file that has any of these; values given directly override the file.

    Returns:
        The relation `refusals`: release, refusal, attack, found, allowed, reason. No row: its marks, these limits, and
        what attacks and `assess` have found give no reason against it; what was not limited was not looked at. Without
        a limit on risk there is always a row. A frame is true in Python even if it has no row: publish if
        `setrisk.spark.check(...).isEmpty()`.

    Raises:
        UnknownRelease, UnknownMethod, BadInput: as `setrisk.check`.
        SetriskError: what Spark could not do.

    Examples:
        >>> refusals = setrisk.spark.check(session, "chunks of visits", max_inference=0.1)
        >>> [row.refusal for row in refusals.collect()]
        ['inference']
    """
    held = limits_among(locals())
    release_of(session, release)
    held = limits_on_release(connection_of(session), release, held)
    return keep(relation(session, "refusals", release=release, **held.given_limits))
