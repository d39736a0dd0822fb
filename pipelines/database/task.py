"""What every public function does before its own work: check types, attach, check that it may write, look up names."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, cast

from setrisk.pipelines.common.argument_types import Function, checked_call
from setrisk.pipelines.database.attach import ensure_attached
from setrisk.pipelines.database.names import require, require_free, require_originals
from setrisk.pipelines.database.transaction import check_writes


@dataclass(frozen=True)
class Task:
    """What is known of a public function.

    Attributes:
        writes: whether it changes the database.
        new: parameters whose value must be a name that is free.
    """

    writes: bool
    new: tuple[str, ...]


TASKS: dict[str, Task] = {}
"""Public functions that work on a database, by name."""


def task(
    *,
    writes: bool,
    known: Sequence[str] = (),
    new: Sequence[str] = (),
    originals: bool = False,
) -> Callable[[Function], Function]:
    """Make a function a task. Arguments of other types than its annotations say are refused.

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
            call = checked_call(function, signature, args, given)
            arguments = call.arguments
            con = arguments["con"]
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
            return function(*call.args, **call.kwargs)

        return cast(Function, run)

    return decorate
