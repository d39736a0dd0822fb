"""Write reports of releases on Spark."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from setrisk.pipelines.common.argument_types import check_types
from setrisk.pipelines.common.files import write_whole
from setrisk.pipelines.common.progress import ignore_progress
from setrisk.pipelines.common.share import Share
from setrisk.pipelines.report.commands import Commands
from setrisk.pipelines.report.parts import Section
from setrisk.pipelines.report.release import sections_of_release
from setrisk.pipelines.report.write import check_page, page_of
from setrisk.pipelines.risk.gate import limits_among
from setrisk.spark.catalog import table_of
from setrisk.spark.connection import connection_of
from setrisk.spark.failures import in_one_line
from setrisk.spark.rows import release_of
from setrisk.spark.steps import shared_steps
from setrisk.spark.unchanged import Unchanged
from setrisk.sql import PRIVATE, PUBLIC

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


_ABOUT_SQL = Section(
    "The SQL on this page",
    [
        "The numbers were found by Spark. The SQL on this page is that of DuckDB, and commands such as setrisk assess "
        "are those of one machine: they work there once setrisk.spark.fetch has copied the release. On Spark "
        "setrisk.spark.relation, assess, attack and check ask the same."
    ],
)


@check_types
def report(
    session: SparkSession,
    release: str,
    path: str | Path,
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
    replace: bool = False,
) -> Path:
    """Write what was found of a release on Spark to one HTML file on this machine, as `setrisk.report` does. Spark
    answers the same queries, and their answers alone come here.

    Args:
        session: an attached session.
        release: a release on Spark.
        path: the file to write, which ends in .html or .htm.
        max_at_risk: a limit, as in `setrisk.report`; and so are the others.
        max_score: the same.
        min_coverage: the same.
        max_narrowing: the same.
        max_inference: the same.
        max_linkability: the same.
        max_singling_out: the same.
        known: the numbers of known items that the release must have been assessed for.
        allow_exported: whether other releases of the same people may have been exported before.
        attacks: one or several attacks that must have been run.
        limits: a TOML file that has any of these; values given directly override the file.
        replace: replace an earlier report.

    Returns:
        The path.

    Raises:
        UnknownRelease, UnknownMethod, BadInput: as `setrisk.report`.
        SetriskError: what Spark could not do, or the release was replaced meanwhile; nothing was written.

    Examples:
        >>> setrisk.spark.report(session, "chunks of visits", "chunks.html", max_at_risk=0.05).name
        'chunks.html'
    """
    held = limits_among(locals())
    target = Path(path)
    check_page(target, replace=replace)
    release_of(session, release)
    unchanged = Unchanged(session, release=release)
    commands = _Calls("DATABASE", release, str(target), shared_names=_shared_names(session))
    with in_one_line("write the report", "nothing was written"), shared_steps(session):
        sections = sections_of_release(connection_of(session), release, held, commands, ignore_progress)
    unchanged.require("nothing was written")
    write_whole(target, page_of(f"Release {release}", [*sections, _ABOUT_SQL]))
    return target


def _shared_names(session: SparkSession) -> frozenset[str]:
    """Names that both a release and a data set have."""
    releases, datasets = (
        {row[0] for row in table_of(session, f"{schema}.{table}").select(table).collect()}
        for schema, table in ((PUBLIC, "release"), (PRIVATE, "dataset"))
    )
    return frozenset(releases & datasets)


@dataclass(frozen=True)
class _Calls(Commands):
    """The calls in Python that a report on Spark suggests, in the place of commands."""

    def assess(self, name: str, options: str = "", *, object_type: str = "release") -> str:
        """Assess a release, or a data set."""
        of_type = f", object_type={object_type!r}" if name in self.shared_names else ""
        return f"setrisk.spark.assess(session, {name!r}{of_type}{_arguments(options)})"

    def attack(self, release: str) -> str:
        """Attack a release by all methods."""
        return f"setrisk.spark.attack(session, {release!r})"

    def report(self, limits: Mapping[str, float], options: str = "") -> str:
        """Write this report again, by these limits."""
        given = "".join(f", {name}={value:g}" for name, value in limits.items())
        return f"setrisk.spark.report(session, {self.name!r}, {self.path!r}{given}{_arguments(options)}, replace=True)"


def _arguments(options: str) -> str:
    """Options of a command as arguments in Python."""
    words = shlex.split(options)
    pairs = zip(words[::2], words[1::2], strict=True)
    return "".join(f", {name.removeprefix('--').replace('-', '_')}={value!r}" for name, value in pairs)
