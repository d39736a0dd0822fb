"""What the shell completes: names in the database, and names of methods."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import duckdb
import typer

import setrisk
from setrisk.errors import SetriskError
from setrisk.pipelines.database.names import family_of, names_of
from setrisk.pipelines.methods.description import METHODS, Method

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Answer = TypeVar("Answer")
Completer = Callable[[typer.Context, str], list[str]]


def names_in_database(types: Sequence[str], reserved: Sequence[str] = ()) -> Completer:
    """Completes the names of these types, or of the one that `--object-type` says, that the database has which the
    command names; and names that need no database.
    """

    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        said = _value_of(ctx, "object_type")
        asked = [str(said)] if said else types
        found = _answer_of(ctx, lambda con: {name for each in asked for name in names_of(con, each)})
        return sorted(name for name in (*(found or ()), *reserved) if name.startswith(incomplete))

    return complete


def names_of_corpora(ctx: typer.Context, incomplete: str) -> list[str]:
    """Completes the names of the corpora in the database that the command names."""
    found = _answer_of(ctx, lambda con: names_of(con, "corpus"))
    return [name for name in found or () if name.startswith(incomplete)]


def fixed_names(names: Callable[[], Iterable[str]]) -> Completer:
    """Completes names that are the same whatever the command is about."""

    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        return sorted(name for name in names() if name.startswith(incomplete))

    return complete


def names_of_audits() -> set[str]:
    """What can be audited."""
    # Imported late, as it takes longer than all else that is completed.
    from setrisk.udf.histogram.mechanisms import MECHANISMS

    return MECHANISMS.keys() | {m.name for m in METHODS if m.draw}


def methods_for_release(ctx: typer.Context, task: str) -> list[Method]:
    """The methods for a task; of the family of the release, if the command attacks one."""
    families = _families(ctx) if task == "attack" else None
    return [m for m in METHODS if m.task == task and (not families or m.family in families)]


def names_of_methods(task: str, *, several: bool = False) -> Completer:
    """Completes the names of the methods for a task, and of the family that the command is about.

    Args:
        task: `protect` or `attack`.
        several: whether commas separate several; those that are there already are not offered again.
    """

    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        fitting = {m.name for m in methods_for_release(ctx, task)}
        before, comma, last = incomplete.rpartition(",") if several else ("", "", incomplete)
        fitting -= {name.strip() for name in before.split(",")}
        return sorted(f"{before}{comma}{name}" for name in fitting if name.startswith(last))

    return complete


def _families(ctx: typer.Context) -> set[str]:
    """The families of the release, or of the methods that make releases, which the command names so far."""
    if release := _value_of(ctx, "release") or _value_of(ctx, "name"):
        family = _answer_of(ctx, lambda con: family_of(con, release))
        return set() if family is None else {family}
    given = _value_of(ctx, "method") or ()
    names = {name.strip() for each in ([given] if isinstance(given, str) else given) for name in each.split(",")}
    return {m.family for m in METHODS if m.task == "protect" and m.name in names}


def _value_of(ctx: typer.Context, name: str) -> Any:
    """The value of a parameter so far. When the value of an option is asked for, Click leaves arguments unread."""
    arguments = [each.name for each in ctx.command.params if each.param_type_name == "argument"]
    return ctx.params.get(name) or dict(zip(arguments, ctx.args, strict=False)).get(name)


def _answer_of(ctx: typer.Context, ask: Callable[[DuckDBPyConnection], Answer]) -> Answer | None:
    """What the database says that the command names; None if there is none, or it cannot say."""
    path = _value_of(ctx, "database_file")
    if path is None or not Path(path).is_file():
        return None
    try:
        with setrisk.connect(path, read_only=True) as con:
            return ask(con)
    except (SetriskError, duckdb.Error):
        return None
