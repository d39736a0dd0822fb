"""The options of methods, out of their registry."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

from setrisk.pipelines.methods import METHODS, Method, Parameter


def with_options_of(task: str, *, several: bool = False) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command that ends in `**parameters` an option for each parameter of the methods that do the task.

    The command gets those that were given, as words: the registry checks them. With `several`, each option may be
    repeated, and the command gets lists.
    """
    methods = [m for m in METHODS if m.task == task]
    # Methods may mean something else by one name: each says it for itself.
    parameters: dict[str, list[Parameter]] = {}
    for parameter in dict.fromkeys(p for m in methods for p in m.parameters):
        parameters.setdefault(parameter.name, []).append(parameter)

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(command, eval_str=True)
        own = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
        added = [
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_option(meant, methods, several)
            )
            for name, meant in parameters.items()
        ]

        def run(**given: Any) -> None:
            command(**{name: value for name, value in given.items() if name not in parameters or value is not None})

        run.__name__, run.__doc__ = command.__name__, command.__doc__
        run.__signature__ = signature.replace(parameters=[*own, *added])  # type: ignore[attr-defined]
        run.__annotations__ = {p.name: p.annotation for p in (*own, *added)}
        return run

    return decorate


def methods_help(task: str) -> str:
    """The methods that do a task, a paragraph each."""
    lines = (f"{m.name}: {m.meaning} ({m.family})" for m in METHODS if m.task == task)
    return _without_markup("\n\n".join((f"Methods to {task}:", *lines)))


def _option(meant: list[Parameter], methods: list[Method], several: bool) -> Any:
    parameter = meant[0]
    spelled = parameter.name.replace("_", "-")
    text = _without_markup(". ".join(_meaning(each, methods) for each in meant) + ".")
    if several and parameter.type is not object:
        kind = {int: "INTEGERS", float: "NUMBERS", bool: "true,false"}.get(parameter.type, "TEXT")
        return Annotated[list[str] | None, typer.Option(f"--{spelled}", help=text, metavar=kind)]
    if parameter.type is bool:
        return Annotated[bool | None, typer.Option(f"--{spelled}/--no-{spelled}", help=text)]
    kind = {int: "INTEGER", float: "NUMBER"}.get(parameter.type, "TEXT")
    return Annotated[str | None, typer.Option(f"--{spelled}", help=text, metavar=kind)]


def _meaning(parameter: Parameter, methods: list[Method]) -> str:
    of = [m.name for m in methods if parameter in m.parameters]
    only = "" if len(of) == len(methods) else f" ({', '.join(of)})"
    return f"{parameter.meaning[0].upper()}{parameter.meaning[1:]}{only}{_range(parameter)}"


def _range(parameter: Parameter) -> str:
    parts = [
        "required" if parameter.required else "",
        f"default {str(parameter.default).lower()}" if parameter.default is not None else "",
        f"from {parameter.low:g}" if parameter.low is not None else "",
        f"to {parameter.high:g}" if parameter.high is not None else "",
    ]
    given = ", ".join(part for part in parts if part)
    return f"; {given}" if given else ""


def _without_markup(text: str) -> str:
    """Typer reads [text] as markup."""
    return text.replace("[", r"\[")
