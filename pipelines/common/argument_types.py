"""Refuse arguments of the wrong types, by what a function says of its parameters."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Collection, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache, wraps
from numbers import Real
from os import PathLike
from pathlib import Path
from typing import Any, Literal, NamedTuple, SupportsIndex, TypeVar, cast

from setrisk.errors import BadInput
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.quantities import word_list

Function = TypeVar("Function", bound=Callable[..., Any])

NAMES = ("release", "dataset", "knowledge", "series", "grid", "corpus", "control", "members", "name")
"""Parameters whose value is a name."""

# What annotations name that is imported for type checkers alone.
_UNCHECKED = dict.fromkeys(("DataFrame", "DuckDBPyConnection", "DuckDBPyRelation", "SparkSession"), object)


class _Kind(NamedTuple):
    """A kind of values, in words and as a question."""

    wanted: str
    holds: Callable[[Any], bool]


_KINDS = {
    bool: _Kind("true or false", lambda value: isinstance(value, bool)),
    int: _Kind("a whole number", lambda value: isinstance(value, SupportsIndex) and not isinstance(value, bool)),
    float: _Kind("a number", lambda value: isinstance(value, Real) and not isinstance(value, bool)),
    str: _Kind("text", lambda value: isinstance(value, str)),
    Path: _Kind("a path", lambda value: isinstance(value, PathLike)),
    Sequence[str]: _Kind("a list of texts", lambda value: _is_list_of_texts(value)),
    Progress: _Kind("a function", callable),
}
# Of these a parameter may take several; what takes others beside them, such as `5%` for a number, checks them itself.
_TEXTS = {str, Path, Sequence[str]}


def check_types(function: Function) -> Function:
    """Make a function refuse arguments of the wrong types before it does anything. `task` does so for tasks."""
    signature = inspect.signature(function)

    @wraps(function)
    def run(*args: Any, **given: Any) -> Any:
        call = checked_call(function, signature, args, given)
        return function(*call.args, **call.kwargs)

    return cast(Function, run)


def checked_call(
    function: Callable[..., Any], signature: inspect.Signature, args: Sequence[Any], given: Mapping[str, Any]
) -> inspect.BoundArguments:
    """The arguments of a call, without defaults. Fractions, and numbers and texts of numpy's, are made those of Python
    that DuckDB and numpy take everywhere.

    Args:
        function: what is called.
        signature: its signature, which takes longer to find than all else that is done here.
        args: the positional arguments.
        given: the keyword arguments.

    Raises:
        TypeError: there are too many, or too few.
        BadInput: one does not have the type that the function says, if that is a simple one.
    """
    try:
        call = signature.bind(*args, **given)
    except TypeError as error:
        raise TypeError(f"{function.__name__}() {_complaint(error)}") from None
    if "con" in call.arguments:
        _check_connection(call.arguments["con"])
    kinds = _kinds_of(function)
    for name in call.arguments.keys() & kinds.keys():
        value = call.arguments[name] = _of_python(call.arguments[name])
        if not kinds[name].holds(value):
            if name in NAMES:
                raise BadInput(f"{name} is {value!r:.60} in {function.__name__}(); it must be a name, as text")
            raise BadInput(f"{name} is {value!r:.60}; it must be {kinds[name].wanted}")
    return call


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


@cache
def _kinds_of(function: Callable[..., Any]) -> dict[str, _Kind]:
    """The kinds of those parameters whose types are simple; found when the function is called for the first time."""
    hints = typing.get_type_hints(function, localns=_UNCHECKED)
    parameters = [p.name for p in inspect.signature(function).parameters.values() if p.kind is not p.VAR_KEYWORD]
    return {name: kind for name in parameters if (kind := _kind(hints[name]))}


def _kind(hint: Any) -> _Kind | None:
    """What an annotation stands for; None if it is not a simple one."""
    parts = typing.get_args(hint) if typing.get_origin(hint) in (types.UnionType, typing.Union) else (hint,)
    wanted = [part for part in parts if part is not type(None)]
    if len(wanted) == 1 and typing.get_origin(wanted[0]) is Literal:
        kinds = [_choice(typing.get_args(wanted[0]))]
    elif (len(wanted) == 1 and wanted[0] in _KINDS) or _TEXTS.issuperset(wanted):
        kinds = [_KINDS[part] for part in wanted]
    else:
        return None
    is_optional = len(wanted) < len(parts)
    return _Kind(
        word_list([kind.wanted for kind in kinds], "or"),
        lambda value: (is_optional and value is None) or any(kind.holds(value) for kind in kinds),
    )


def _choice(texts: tuple[str, ...]) -> _Kind:
    return _Kind(word_list(texts, "or"), lambda value: isinstance(value, str) and value in texts)


def _is_list_of_texts(value: Any) -> bool:
    is_list = isinstance(value, Collection) and not isinstance(value, str)
    return is_list and all(isinstance(each, str) for each in value)


def _of_python(value: Any) -> Any:
    """A number, text or truth value of numpy's as one of Python's, and a fraction as a number."""
    if isinstance(value, Fraction | Decimal):
        return float(value)
    return value.item() if type(value).__module__ == "numpy" and getattr(value, "shape", None) == () else value
