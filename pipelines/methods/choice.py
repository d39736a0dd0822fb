"""The methods that a caller asks for: by name, by description, or several of both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from setrisk.errors import BadInput
from setrisk.pipelines.methods.description import AttackMethod, ReleaseMethod

Described = TypeVar("Described", ReleaseMethod, AttackMethod)


def list_methods(given: object, kind: type[Described], parameter: str) -> list[str | Described]:
    """The methods that are asked for, each by its name or its description; a text may name several, separated by
    commas.

    Args:
        given: a name, a description, or several of both.
        kind: what each description must be: `ReleaseMethod` or `AttackMethod`.
        parameter: what the caller calls `given`.

    Raises:
        BadInput: there is none, or something that is not a method of this kind.
    """
    parts: list[Any]
    if isinstance(given, str | type | ReleaseMethod | AttackMethod):
        parts = [given]
    elif isinstance(given, Iterable):
        parts = list(given)
    else:
        raise BadInput(f"{parameter} is {given!r:.60}; name one or several methods to {kind.task} with")
    listed: list[str | Described] = []
    for each in parts:
        check_kind(each, kind)
        if not isinstance(each, str | kind):
            raise BadInput(f"{each!r:.60} is not a method; name one or several methods to {kind.task} with")
        listed += [name.strip() for name in each.split(",")] if isinstance(each, str) else [each]
    if not listed:
        raise BadInput(f"name one or several methods to {kind.task} with")
    return listed


def refuse_parameters(described: Iterable[ReleaseMethod | AttackMethod], parameters: Iterable[str]) -> None:
    """Refuse parameters that are given beside descriptions, which have theirs.

    Raises:
        BadInput: there are such parameters.
    """
    if names := ", ".join(parameters):
        methods = ", ".join(each.method.name for each in described)
        raise BadInput(f"{methods} has its parameters already: {names} cannot be given")


def check_kind(given: object, kind: type[Described], parameters: Mapping[str, Any] | None = None) -> None:
    """Refuse a description of the other kind, and the class of a method in the place of one of its objects; the message
    says what to do.

    Raises:
        BadInput: it is one.
    """
    if isinstance(given, type) and issubclass(given, ReleaseMethod | AttackMethod) and hasattr(given, "method"):
        values = ", ".join(f"{name}={value!r:.40}" for name, value in (parameters or {}).items())
        raise BadInput(f"{given.__name__} is a class; give {given.__name__}({values})")
    if isinstance(given, AttackMethod) and kind is ReleaseMethod:
        raise BadInput(
            f"{given.method.name} is an attack on a release; give it to setrisk.attack, or to setrisk.whatif as attacks"
        )
    if isinstance(given, ReleaseMethod) and kind is AttackMethod:
        raise BadInput(
            f"{given.method.name} makes a release; give it to setrisk.protect, or to setrisk.whatif as method"
        )
