"""Write reports of releases on Spark."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from setrisk.errors import UnknownRelease
from setrisk.pipelines.common.argument_types import check_types
from setrisk.pipelines.common.files import write_whole
from setrisk.pipelines.common.progress import ignore_progress
from setrisk.pipelines.common.share import Share
from setrisk.pipelines.report.commands import Commands
from setrisk.pipelines.report.release import sections_of_release
from setrisk.pipelines.report.write import check_page, page_of
from setrisk.pipelines.risk.gate import limits_among
from setrisk.spark.catalog import catalog_of, check_name, table_of
from setrisk.spark.failures import in_one_line
from setrisk.spark.rows import rows_of
from setrisk.spark.statements import rows_of_text
from setrisk.spark.steps import shared_steps
from setrisk.spark.unchanged import Unchanged
from setrisk.sql import PRIVATE, PUBLIC, relations, statement

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from pyspark.sql import DataFrame, SparkSession

# At the head of a query alone: a name of the user's may have these words in it.
_COLUMNS = re.compile(r"^SELECT COLUMNS\(\[([\w', ]*)\]\)")
# Whether a table of setrisk's is there: `attach` has made all of them.
_LOOKS_FOR_TABLE = statement("catalog/table_or_view").texts
# What DuckDB calls types by, of the names that sqlglot has for it.
_TYPES = {"TEXT": "VARCHAR", "INT": "INTEGER"}


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
    check_name("release", release)
    if rows_of(session, "release", release).isEmpty():
        raise UnknownRelease(f"there is no release {release!r} on Spark")
    unchanged = Unchanged(session, release=release)
    commands = _Calls("DATABASE", release, str(target), shared_names=_shared_names(session))
    with in_one_line("write the report", "nothing was written"), shared_steps(session):
        # It asks nothing else of a connection than this one answers.
        con = cast("DuckDBPyConnection", _Connection(session))
        sections = sections_of_release(con, release, held, commands, ignore_progress)
    unchanged.require("nothing was written")
    write_whole(target, page_of(f"Release {release}", sections))
    return target


def _shared_names(session: SparkSession) -> frozenset[str]:
    """Names that both a release and a data set have."""
    releases, datasets = (
        {row[0] for row in table_of(session, f"{schema}.{table}").select(table).collect()}
        for schema, table in ((PUBLIC, "release"), (PRIVATE, "dataset"))
    )
    return frozenset(releases & datasets)


class _Connection:
    """Answers queries, as a connection of DuckDB's does, by what Spark has."""

    def __init__(self, session: SparkSession) -> None:
        self._session = session
        self._found: DataFrame | None = None
        self._rows: list[tuple[Any, ...]] = []

    def execute(self, query: str, parameters: Mapping[str, Any] | Sequence[Any] | None = None) -> _Connection:
        """Ask a query, with values of its parameters by name or in their order."""
        if query in _LOOKS_FOR_TABLE and isinstance(parameters, Mapping):
            self._rows = [(catalog_of(self._session), parameters["schema"], parameters["table_name"])]
            columns = "database_name STRING, schema_name STRING, name STRING"
            self._found = self._session.createDataFrame(self._rows, columns)
            return self
        if parameters is not None and not isinstance(parameters, Mapping):
            names = [f"given_{place}" for place, _ in enumerate(parameters)]
            parts = iter(names)
            query = re.sub(r"\?", lambda _: f"${next(parts)}", query)
            parameters = dict(zip(names, parameters, strict=True))
        # Spark has no such list of names.
        query = _COLUMNS.sub(lambda named: "SELECT " + named[1].replace("'", ""), query)
        self._found = rows_of_text(self._session, query, parameters or {})
        self._rows = [tuple(row) for row in self._found.collect()]
        return self

    @property
    def description(self) -> list[tuple[str, str]]:
        """The columns of the answer, with their types in DuckDB."""
        assert self._found is not None
        json = {column.name for each in relations() for column in each.columns if column.type.startswith("JSON")}
        return [(name, "JSON" if name in json else _duckdb_type(kind)) for name, kind in self._found.dtypes]

    def fetchall(self) -> list[tuple[Any, ...]]:
        """The rows of the answer."""
        return self._rows


def _duckdb_type(name: str) -> str:
    """The type of DuckDB's for one of Spark's."""
    from sqlglot import exp

    written = exp.DataType.build(name, dialect="spark").sql("duckdb")
    named = re.sub(r"\w+", lambda word: _TYPES.get(word[0], word[0]), written)
    return re.sub(r"(\d), (\d)", r"\1,\2", named)


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
