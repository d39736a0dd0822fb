"""Options and help of the parameters of methods, made of their descriptions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from itertools import pairwise
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from setrisk.errors import BadInput
from setrisk.pipelines.common.quantities import quantity
from setrisk.pipelines.database.names import OBJECT_TYPES
from setrisk.pipelines.methods.description import METHODS, Method
from setrisk.pipelines.methods.parameters import Parameter
from setrisk.pipelines.methods.registry import method
from setrisk.terminal.completion import methods_for_release, names_in_database
from setrisk.terminal.help_texts import escape_markup, option_name, without_python

# What the methods of a command do.
_TASKS = {"protect": "protect", "attack": "attack", "whatif": "protect", "advise": "protect"}
# Shorter names of options that are typed often; the help has no room for both.
_SHORTER = {"--privacy": "--privacy-constraints"}


def options_of(task: str, *, several: bool = False) -> dict[str, Any]:
    """An option for each parameter of the methods that do a task, by the name of the parameter.

    A command gets those that were given, as text. With `several`, each option may be repeated, and the command gets
    lists.
    """
    methods = _methods(task)
    return {name: _option(meanings, methods, several) for name, meanings in _parameters_by_name(methods).items()}


def parse_values(task: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """What a command was given, with the values of parameters of methods in their types.

    Raises:
        BadInput: a text means no value of the type.
    """
    # By one name, all methods have the same type.
    meant = {name: parameters[0] for name, parameters in _parameters_by_name(_methods(task)).items()}
    return {
        name: meant[name].parse(value) if name in meant and isinstance(value, str) else value
        for name, value in given.items()
    }


class SetriskCommand(TyperCommand):
    """A command whose options that take one value are given once."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments.

        Raises:
            BadInput: an option that takes one value is given twice, of which Typer would take the last.
        """
        rest = super().parse_args(ctx, list(args))
        # While a shell completes a line, it may not be right yet.
        _, _, given = ([], [], []) if ctx.resilient_parsing else self.make_parser(ctx).parse_args(list(args))
        for option in given:
            # Typer's arguments have no `multiple`, and a switch says the same however often.
            is_switch = getattr(option, "is_flag", False) and not option.secondary_opts
            if given.count(option) > 1 and not (getattr(option, "multiple", False) or is_switch):
                names = " or ".join([*option.opts, *option.secondary_opts])
                times = quantity(given.count(option), "time")
                raise BadInput(f"{names} is given {times}, but takes one value: give it once")
        return rest


class ByMethod(SetriskCommand):
    """A command whose help, with `--method` or the name of a method alone, is about that method alone.

    Attributes:
        examples: command lines without `setrisk`.
    """

    examples: Sequence[str] = ()

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keep what was given, for the help, which may be asked for before the method is read."""
        args = [_SHORTER.get(name, name) + is_ + value for name, is_, value in (arg.partition("=") for arg in args)]
        ctx.meta[__name__] = list(args)
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Offer no options but those of the methods that are named, or that attack the release that is named."""
        task = _TASKS[self.name or ""]
        names = _named_methods(ctx.meta.get(__name__, []))
        chosen = [m for m in methods_for_release(ctx, task) if m.name in names or not {*names} - {"all"}]
        others = _parameters_by_name(_methods(task)).keys() - _parameters_by_name(chosen).keys()
        kept = self.params
        try:
            self.params = [p for p in self.params if p.name not in others]
            offered: list[Any] = super().shell_complete(ctx, incomplete)
        finally:
            self.params = kept
        return offered

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help.

        Raises:
            UnknownMethod: there is no such method.
        """
        task = _TASKS[self.name or ""]
        given = ctx.meta.get(__name__, [])
        names = _named_methods(given) or _method_alone(given, task)
        chosen = [method(name, task) for name in names if name != "all"]
        if not chosen:
            super().format_help(ctx, formatter)
            return
        kept = self.params, self.epilog
        theirs = _parameters_by_name(chosen)
        others = _parameters_by_name(_methods(task)).keys() - theirs.keys()
        try:
            own = [p for p in self.params if p.name not in others | theirs.keys()]
            of_methods = {p.name: p for p in self.params if p.name in theirs}
            self.params = [*own, *(_narrowed_option(of_methods[name], theirs, chosen) for name in theirs)]
            fitting = [each for each in self.examples if not set(names).isdisjoint(_named_methods(each.split()))]
            self.epilog = "\n\n".join([_descriptions(chosen), *examples_help(fitting)])
            super().format_help(ctx, formatter)
        finally:
            self.params, self.epilog = kept


def command_by_method(examples: Sequence[str]) -> type[ByMethod]:
    """The class of a command with these examples."""
    return type("CommandByMethod", (ByMethod,), {"examples": tuple(examples)})


def examples_help(examples: Sequence[str]) -> list[str]:
    """A paragraph for each example."""
    return [f"Example: setrisk {example}" for example in examples]


def methods_help(task: str) -> str:
    """The methods that do a task, a paragraph each."""
    return f"Methods to {task}; setrisk {task} NAME --help says more of one:\n\n{_descriptions(_methods(task))}"


def _methods(task: str) -> list[Method]:
    return [m for m in METHODS if m.task == task]


def _named_methods(args: list[str]) -> list[str]:
    """The names that follow `--method`, which may be several."""
    given = [after for before, after in pairwise(args) if before == "--method"]
    given += [arg.removeprefix("--method=") for arg in args if arg.startswith("--method=")]
    return [name.strip() for each in given for name in each.split(",") if name.strip()]


def _method_alone(args: list[str], task: str) -> list[str]:
    """The method of `setrisk protect coat --help`: nothing else is given, so that it cannot be a file."""
    words = [arg for arg in args if arg not in ("--help", "-h")]
    return words if len(words) == 1 and words[0] in {m.name for m in _methods(task)} else []


def _parameters_by_name(methods: list[Method]) -> dict[str, list[Parameter]]:
    """The parameters of methods, which may mean something else by one name: each says it for itself."""
    found: dict[str, list[Parameter]] = {}
    for parameter in dict.fromkeys(p for m in methods for p in m.parameters):
        found.setdefault(parameter.name, []).append(parameter)
    return found


def _descriptions(methods: list[Method]) -> str:
    return escape_markup("\n\n".join(f"{m.name}: {m.meaning} ({m.family})" for m in methods))


def _narrowed_option(option: Any, theirs: dict[str, list[Parameter]], chosen: list[Method]) -> Any:
    """The option as it concerns the chosen methods."""
    changed = copy(option)
    changed.help = _text(theirs[option.name], chosen)
    changed.rich_help_panel = f"Options of {' and '.join(m.name for m in chosen)}"
    return changed


def _panel(meant: list[Parameter], methods: list[Method]) -> str:
    """The part of the help in which an option is listed: by the family of its methods, if that is one."""
    families = {m.family for m in methods if any(p in m.parameters for p in meant)}
    if len(families) > 1:
        return "Options of several methods"
    (family,) = families
    return f"Options of {', '.join(m.name for m in methods if m.family == family and m.parameters)}"


def _option(meant: list[Parameter], methods: list[Method], several: bool) -> Any:
    parameter = meant[0]
    spelled = option_name(parameter.name)
    given: dict[str, Any] = {"help": _text(meant, methods), "rich_help_panel": _panel(meant, methods)}
    if parameter.name in OBJECT_TYPES:
        given["autocompletion"] = names_in_database([parameter.name])
    if parameter.type is bool:
        # A grid tries both if both are given.
        type_: Any = list[bool] if several else bool
        return Annotated[type_ | None, typer.Option(f"--{spelled}/--no-{spelled}", **given)]
    if several and parameter.type is not object:
        kind = {int: "INTEGERS", float: "NUMBERS"}.get(parameter.type, "TEXT")
        return Annotated[list[str] | None, typer.Option(f"--{spelled}", metavar=kind, **given)]
    kind = {int: "INTEGER", float: "NUMBER"}.get(parameter.type, "TEXT")
    return Annotated[str | None, typer.Option(f"--{spelled}", metavar=kind, **given)]


def _text(meant: list[Parameter], methods: list[Method]) -> str:
    return escape_markup(". ".join(_meaning(each, methods) for each in meant) + ".")


def _meaning(parameter: Parameter, methods: list[Method]) -> str:
    of = [m.name for m in methods if parameter in m.parameters]
    only = "" if len(of) == len(methods) else f" ({', '.join(of)})"
    meaning = without_python(parameter.meaning)
    return f"{meaning[0].upper()}{meaning[1:]}{only}{_range(parameter)}"


def _range(parameter: Parameter) -> str:
    parts = [
        "required" if parameter.required else "",
        f"default {str(parameter.default).lower()}" if parameter.default is not None else "",
        f"from {parameter.low:g}" if parameter.low is not None else "",
        f"to {parameter.high:g}" if parameter.high is not None else "",
    ]
    given = ", ".join(part for part in parts if part)
    return f"; {given}" if given else ""
