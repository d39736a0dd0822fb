"""How commands call functions of the public API whose arguments are not quite those of the command line."""

from __future__ import annotations

import shlex
import shutil
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

import setrisk
from setrisk.errors import BadInput, UnknownFormat
from setrisk.methods import Identity
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.quantities import numbers_of_items, word_list
from setrisk.pipelines.database.duckdb_errors import one_line_message
from setrisk.pipelines.database.names import exists
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.risk.gate import limits_among, limits_on_grid
from setrisk.pipelines.risk.junit import begin_junit
from setrisk.pipelines.risk.limits import Limits
from setrisk.pipelines.showcase.demo import demo as run_demo
from setrisk.pipelines.transactions.proposal import command_options
from setrisk.terminal.help_texts import without_python
from setrisk.terminal.output import complain, say
from setrisk.terminal.queries import run_query

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

# Options that come first in a command that is proposed, in the order in which a source is read.
_FIRST = ("separator", "skip", "comment", "period", "exclude", "empty")
_UNCHANGED = (
    "warning: nothing had to be changed: the release shows the data as they are, and the gate refuses it (mark "
    "unprotected)"
)
_STILL_OUT = (
    "warning: whoever has the release that was dropped still has it, and can compare it with the others of its series; "
    "from here on they are judged as if it had never been out"
)


def assess(con: DuckDBPyConnection, *, sensitive: list[str] | None = None, **given: Any) -> DuckDBPyRelation:
    """Assess a release; one value of `sensitive` may be a file, a table, or several names."""
    one_or_several = sensitive[0] if sensitive and len(sensitive) == 1 else sensitive
    before = _criteria_of(con, given["name"])
    found = setrisk.assess(con, **given, sensitive=one_or_several)
    gone = before - _criteria_of(con, given["name"])
    if gone:
        criteria = word_list(sorted({criterion.replace("_", " ") for _, criterion in gone}))
        complain(
            f"warning: an assessment replaces the one before: what was found of {criteria} by attackers who know "
            f"{numbers_of_items(sorted({known for known, _ in gone}))} is gone"
        )
    return found


def _criteria_of(con: DuckDBPyConnection, name: str) -> set[tuple[int, str]]:
    """The numbers of known items, each with a criterion, by which a release or a data set was assessed."""
    return set(run(con, "assessment/assessed_by", name=name).fetchall())


def load(
    con: DuckDBPyConnection,
    *,
    database_file: Path,
    dataset: str,
    source: str,
    sql: bool = False,
    progress: Progress,
    **given: Any,
) -> Any:
    """Load a file, standard input or a query, and say which releases went with a data set that is replaced.

    Raises:
        BadInput: the query is not one SELECT; the message for an unknown format proposes a command.
    """
    made_from = run(con, "catalog/releases_of_dataset", dataset=dataset).fetchall()
    grids = run(con, "whatif/grids_of_dataset", dataset=dataset).fetchall()
    gone = [name for (name,) in (*made_from, *grids)] if given.get("replace") else []
    relation = _single_select(con, source) if sql else "/dev/stdin" if source == "-" else source
    try:
        loaded = setrisk.load(con, dataset, relation, progress=progress, **given)
    except UnknownFormat as error:
        if not error.likely:
            raise
        command = _proposed_command([str(database_file), dataset, source], {"sql": sql, **given}, error.likely)
        raise BadInput(f"{source}: its format is not clear; judging by its contents, most likely: {command}") from error
    if gone:
        say(f"dropped with the data set that it replaces: {', '.join(gone)}")
    return replace(loaded, warnings=tuple(map(without_python, loaded.warnings)))


def _proposed_command(words: list[str], given: dict[str, Any], likely: dict[str, Any]) -> str:
    """The command that most likely loads a source, with the options that were given."""
    options = command_options({**dict.fromkeys(_FIRST), **given, **likely})
    return shlex.join(["setrisk", "load", *words, *options])


def protect(con: DuckDBPyConnection, *, release: str, progress: Progress, **given: Any) -> Any:
    """Make a release, and warn if it replaces one of a series."""
    is_of_series = given.get("replace", False) and _is_in_series(con, release)
    made = setrisk.protect(con, release=release, progress=progress, **given)
    if "unprotected" in made.marks and made.method != Identity.method.name:
        complain(_UNCHANGED)
    if is_of_series:
        complain(_STILL_OUT)
    return made


def import_release(con: DuckDBPyConnection, *, release: str, **given: Any) -> str:
    """Import a release, and warn if it replaces one of a series."""
    is_of_series = given.get("replace", False) and _is_in_series(con, release)
    family = setrisk.import_release(con, release, **given)
    if is_of_series:
        complain(_STILL_OUT)
    return family


def drop(con: DuckDBPyConnection, *, name: str, **given: Any) -> str:
    """Drop something, and warn if it is a release of a series, or a series."""
    is_of_series = _is_in_series(con, name)
    # Listed only if one is meant: the list looks at all entries of all data sets.
    is_export = given.get("object_type") == "export"
    listed = setrisk.info(con).fetchall() if is_export else []
    exports = [summary for kind, called, summary in listed if (kind, called) == ("export", name)]
    dropped = setrisk.drop(con, name, **given)
    if is_export:
        say(f"forgotten: {'; '.join(exports)}")
    if is_of_series and dropped in ("release", "series"):
        complain(_STILL_OUT)
    return dropped


def _is_in_series(con: DuckDBPyConnection, name: str) -> bool:
    return exists(con, "series", name) or bool(run(con, "catalog/series_of_releases", releases=[name]).fetchall())


def prepare_check(given: dict[str, Any]) -> dict[str, Any]:
    """Before anything else, write that there is no verdict yet to the file for it; then read the limits of a file once,
    so that the verdict names those that the gate has used. Returns the arguments with them.
    """
    if given.get("junit") is not None:
        begin_junit(given["junit"], given["release"])
    return prepare_export(given)


def prepare_export(given: dict[str, Any]) -> dict[str, Any]:
    """Read the limits of a file once, so that the verdict names those that the gate has used."""
    limits, others = _read_limits(given)
    return {**others, **limits.arguments}


def prepare_recommend(given: dict[str, Any]) -> dict[str, Any]:
    """Read the limits of a file once, so that the verdict names those that were used."""
    limits, others = _read_limits(given)
    return {**others, **limits_on_grid(limits).arguments}


def _read_limits(given: dict[str, Any]) -> tuple[Limits, dict[str, Any]]:
    """The limits among the arguments, with those of their file, and the other arguments."""
    names = {*(field.name for field in fields(Limits)), "limits"}
    return limits_among(given), {name: value for name, value in given.items() if name not in names}


def check(con: DuckDBPyConnection, *, release: str, junit: Path | None = None, **given: Any) -> DuckDBPyRelation:
    """Ask the gate; the file for the verdict is written when the rows are there."""
    return setrisk.check(con, release, **given)


def risk(con: DuckDBPyConnection, *, detailed: bool = False, **given: Any) -> DuckDBPyRelation:
    """Who is at risk: a row per attack, or per record and attack."""
    return (setrisk.risk if detailed else setrisk.risk_summary)(con, **given)


def _single_select(con: DuckDBPyConnection, query: str) -> DuckDBPyRelation:
    """The relation of a query that changes nothing: anything else would not be undone if the load fails."""
    try:
        statements = con.extract_statements(query)
    except duckdb.Error as error:
        raise BadInput(f"query: {one_line_message(error)}") from error
    if [statement.type for statement in statements] != [duckdb.StatementType.SELECT]:
        raise BadInput("query: give one SELECT")
    return run_query(con, query)


def demo(**given: Any) -> None:
    """Run the demo. After `make demo` the program is in .venv and not on the path."""
    run_demo(**given, command="setrisk" if shutil.which("setrisk") else sys.argv[0])
