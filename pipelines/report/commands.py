"""The commands that a report suggests, with the names at hand."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.database.names import REPORTED_TYPES, names_of, type_option
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.risk.verdict import options_text

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def known_option(numbers: Iterable[int]) -> str:
    """Numbers as `--known` takes them."""
    return ",".join(map(str, sorted(numbers)))


@dataclass(frozen=True)
class Commands:
    """What a report suggests to run.

    Attributes:
        database: the file of the database.
        name: what is reported on.
        path: the file of the report.
        options: what else it was given.
        shared_names: names that both a release and a data set have.
    """

    database: str
    name: str
    path: str
    options: str = ""
    shared_names: frozenset[str] = frozenset()

    def protect(self, dataset: str, method: str, parameters: Mapping[str, Any]) -> str:
        """Make a release of a data set, by the parameters that a command can have."""
        options = [
            f"--{'' if value else 'no-'}{spelled}"
            if isinstance(value, bool)
            else f"--{spelled} {shlex.quote(str(value))}"
            for spelled, value in ((name.replace("_", "-"), value) for name, value in parameters.items())
            if not isinstance(value, list | dict)
        ]
        return " ".join(
            [
                "setrisk protect",
                shlex.quote(self.database),
                shlex.quote(dataset),
                "RELEASE",
                f"--method {method}",
                *options,
            ]
        )

    def assess(self, name: str, options: str = "", *, object_type: str = "release") -> str:
        """Assess a release, or a data set."""
        of_type = f"--object-type {object_type}" if name in self.shared_names else ""
        return " ".join(
            filter(None, ["setrisk assess", shlex.quote(self.database), shlex.quote(name), of_type, options])
        )

    def attack(self, release: str) -> str:
        """Attack a release by all methods."""
        return f"setrisk attack {shlex.quote(self.database)} {shlex.quote(release)}"

    def check(self, release: str, options: str) -> str:
        """Ask the gate about a release."""
        return f"setrisk check {shlex.quote(self.database)} {shlex.quote(release)} {options}"

    def report(self, limits: Mapping[str, float], options: str = "") -> str:
        """Write this report again, by these limits."""
        return (
            f"setrisk report {shlex.quote(self.database)} {shlex.quote(self.name)} {shlex.quote(self.path)} --replace "
            f"{' '.join(filter(None, [options_text(limits), options, self.options]))}"
        )


def commands_on(
    con: DuckDBPyConnection, name: str, object_type: str, path: Path | None, max_error: float | None
) -> Commands:
    """The commands on what is reported on.

    Args:
        con: a DuckDB connection.
        name: what is reported on.
        object_type: what that is.
        path: the file of the report; None if it is only shown.
        max_error: the largest error of counting queries, if it was given.
    """
    ((database,),) = run(con, "report/database_file").fetchall()
    if database and Path(database).is_relative_to(Path.cwd()):
        database = str(Path(database).relative_to(Path.cwd()))
    of_type = type_option(con, name, object_type, REPORTED_TYPES)
    options = " ".join(filter(None, [of_type, "" if max_error is None else f"--max-error {max_error:g}"]))
    shared_names = frozenset({*names_of(con, "release")} & {*names_of(con, "dataset")})
    return Commands(database or "DATABASE", name, str(path) if path else f"{name}.html", options, shared_names)
