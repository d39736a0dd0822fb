"""What every public function does before its own work: attach, check that it may write, and look up names."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar, cast

from setrisk.errors import BadInput
from setrisk.pipelines.database.attach import ensure_attached
from setrisk.pipelines.database.names import require, require_free, require_originals
from setrisk.pipelines.database.transaction import check_writes

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Task:
    """What is known of a public function.

    Attributes:
        writes: whether it changes the database.
        new: parameters whose value must be a name that is free.
    """

    writes: bool
    new: tuple[str, ...]


NAMES = ("release", "dataset", "knowledge", "series", "grid", "corpus", "control", "members", "name")
"""Parameters whose value is a name."""

TASKS: dict[str, Task] = {}
"""Public functions that work on a database, by name."""


def task(
    *,
    writes: bool,
    known: Sequence[str] = (),
    new: Sequence[str] = (),
    originals: bool = False,
) -> Callable[[Function], Function]:
    """Make a function a task. Its parameters in `NAMES` are names in the catalog, and so texts.

    A task opens its transaction itself, after it has checked its arguments: bad input does not end a transaction that
    the user has open.

    Args:
        writes: whether it changes the database, which must then not be read-only.
        known: parameters whose value must be the name of something that exists.
        new: parameters whose value, if it is not the default, must be a name that is free, unless the task has to
            `replace`.
        originals: whether it needs the original data of its `release`, so that an imported one is refused.
    """

    def decorate(function: Function) -> Function:
        signature = inspect.signature(function)
        TASKS[function.__name__] = Task(writes, tuple(new))

        @wraps(function)
        def run(*args: Any, **given: Any) -> Any:
            try:
                arguments = signature.bind(*args, **given).arguments
            except TypeError as error:
                raise TypeError(f"{function.__name__}() {_complaint(error)}") from None
            con = arguments["con"]
            _check_connection(con)
            for name in arguments.keys() & NAMES:
                if arguments[name] is not signature.parameters[name].default:
                    _check_is_text(function.__name__, name, arguments[name])
            ensure_attached(con)
            if writes:
                check_writes(con)
            for name in known:
                require(con, name, arguments[name])
            if not arguments.get("replace"):
                for name in new:
                    if arguments.get(name) is not signature.parameters[name].default:
                        require_free(con, name, arguments[name], can_replace="replace" in signature.parameters)
            if originals:
                require_originals(con, arguments["release"])
            return function(*args, **given)

        return cast(Function, run)

    return decorate


def _complaint(error: TypeError) -> str:
    """What Python says of a call with wrong arguments, to come after the name of the function."""
    said = str(error)
    return f"got {said}" if said.startswith(("too many", "multiple")) else said


def _check_connection(con: object) -> None:
    """Refuse what is passed by mistake instead of a connection: most often the path of the database."""
    if isinstance(con, str | Path):
        raise BadInput(f"{str(con)!r} is not a connection; open it with setrisk.connect({str(con)!r})")
    if not hasattr(con, "execute"):
        raise BadInput(f"a connection comes first, not {con!r:.60}; setrisk.connect(path) opens one")


def _check_is_text(function: str, parameter: str, value: object) -> None:
    """Refuse a name that is not a text: DuckDB would compare it with names as if it were one, and NULL with none."""
    if not isinstance(value, str):
        raise BadInput(f"{parameter} is {value!r:.60} in {function}(); it must be a name, as text")
