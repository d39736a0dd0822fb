"""The commands that a report suggests, with the names at hand."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from setrisk.pipelines.database.statements import run
from setrisk.pipelines.risk.verdict import options_text

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True)
class Commands:
    """What a report suggests to run.

    Attributes:
        database: the file of the database.
        name: what is reported on.
        path: the file of the report.
        options: what else it was given.
    """

    database: str
    name: str
    path: str
    options: str = ""

    def assess(self, name: str, options: str = "") -> str:
        """Assess a release, or a data set."""
        return f"setrisk assess {shlex.quote(self.database)} {shlex.quote(name)} {options}".strip()

    def report(self, limits: Mapping[str, float], options: str = "") -> str:
        """Write this report again, by these limits."""
        return (
            f"setrisk report {shlex.quote(self.database)} {shlex.quote(self.name)} {shlex.quote(self.path)} --replace "
            f"{' '.join(filter(None, [options_text(limits), options, self.options]))}"
        )


def commands_on(con: DuckDBPyConnection, name: str, path: Path | None, max_error: float | None) -> Commands:
    """The commands on what is reported on.

    Args:
        con: a DuckDB connection.
        name: what is reported on.
        path: the file of the report; None if it is only shown.
        max_error: the largest error of counting queries, if it was given.
    """
    ((database,),) = run(con, "report/database_file").fetchall()
    if database and Path(database).is_relative_to(Path.cwd()):
        database = str(Path(database).relative_to(Path.cwd()))
    options = "" if max_error is None else f"--max-error {max_error:g}"
    return Commands(database or "DATABASE", name, str(path) if path else f"{name}.html", options)
