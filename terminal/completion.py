"""What the shell completes: names in the database, and names of methods."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import duckdb
import typer

import setrisk
from setrisk.errors import SetriskError
from setrisk.pipelines.database.names import names_of
from setrisk.pipelines.methods.description import METHODS

Completer = Callable[[typer.Context, str], list[str]]


def names_in_database(object_type: str) -> Completer:
    """Completes the names of this type that the database has which the command names."""

    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        path = ctx.params.get("database_file")
        if path is None or not Path(path).is_file():
            return []
        try:
            with setrisk.connect(path, read_only=True) as con:
                return [name for name in names_of(con, object_type) if name.startswith(incomplete)]
        except (SetriskError, duckdb.Error):
            return []

    return complete


def names_of_methods(task: str) -> Completer:
    """Completes the names of the methods for a task."""

    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        return sorted({m.name for m in METHODS if m.task == task and m.name.startswith(incomplete)})

    return complete
