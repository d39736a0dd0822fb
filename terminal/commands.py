"""Commands made of functions of the public API: signatures and docstrings give arguments, options and help."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import docstring_parser
import duckdb
import typer

from setrisk.pipelines.database.names import OBJECT_TYPES
from setrisk.pipelines.database.task import TASKS
from setrisk.terminal import results
from setrisk.terminal.completion import (
    Completer,
    fixed_names,
    names_in_database,
    names_of_audits,
    names_of_corpora,
    names_of_methods,
)
from setrisk.terminal.database import open_database
from setrisk.terminal.help_texts import option_name, plain_text
from setrisk.terminal.options import (
    SetriskCommand,
    command_by_method,
    examples_help,
    methods_help,
    options_of,
    parse_values,
)
from setrisk.terminal.output import OutputFormat, progress_bar
from setrisk.terminal.results import Outcome

# Parameters that a command gives by itself.
_OWN = ("con", "progress")
# What annotations name that is imported for type checkers alone.
_NAMES = {"DuckDBPyConnection": duckdb.DuckDBPyConnection, "DuckDBPyRelation": duckdb.DuckDBPyRelation}


@dataclass(frozen=True)
class Flag:
    """An option that only the command line has."""

    name: str
    help: str


@dataclass(frozen=True)
class Command:
    """A command that runs a function of the public API.

    Attributes:
        function: the function.
        examples: command lines without `setrisk`; help shows them, and tests run them.
        show: prints what the function returns; what it returns as False ends the program with exit code 1.
        before: checks the arguments before the database is opened, and returns those to go on with.
        call: runs the function with the connection and the arguments that were given; by default as they are.
        name: name of the command, by default that of the function.
        arguments: parameters with a default that are arguments and not options.
        flags: options that only the command line has; `call` gets them.
        help: texts that take the place of the docstring's, if that speaks of Python.
        note: the end of the description.
        hidden: parameters that are not options.
        files: options with a file to write that only the command line has, and their help; `call` gets them.
        metavars: what help calls an argument, if not by the name of the parameter.
        environment: environment variables that give the value of an option.
        makes_database: whether it makes the database if there is none.
        step: what a progress bar says while the rows of the result are computed.
        methods: `protect` or `attack` if the command takes the parameters of the methods for it.
        repeated: whether each parameter of a method may have several values.
    """

    function: Callable[..., Any]
    examples: Sequence[str]
    show: Callable[[Outcome], bool | None] = results.show_rows
    call: Callable[..., Any] | None = None
    before: Callable[[dict[str, Any]], dict[str, Any]] | None = None
    name: str = ""
    arguments: Sequence[str] = ()
    flags: Sequence[Flag] = ()
    help: Mapping[str, str] = field(default_factory=dict)
    note: str = ""
    hidden: Sequence[str] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    metavars: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    makes_database: bool = False
    step: str | None = None
    methods: str = ""
    repeated: bool = False

    def add_to(self, app: typer.Typer) -> None:
        """Add the command to the program."""
        name = self.name or self.function.__name__.replace("_", "-")
        kind = command_by_method(self.examples) if self.methods else SetriskCommand
        app.command(name, cls=kind, help=self._description(), epilog=self._epilog())(self._program())

    def _program(self) -> Callable[..., None]:
        """The function that Typer calls, with a signature from which Typer makes arguments and options."""
        parameters = self.parameters()

        def run(**given: Any) -> None:
            self._run(**given)

        run.__name__ = self.function.__name__
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {p.name: p.annotation for p in parameters}
        return run

    def _run(
        self,
        *,
        database_file: Path | None = None,
        output_format: OutputFormat = OutputFormat.TABLE,
        output_rows: int = 0,
        **options: Any,
    ) -> None:
        given = {name: value for name, value in options.items() if value is not None and value != self._default(name)}
        if self.methods and not self.repeated:
            given = parse_values(self.methods, given)
        call = self.call or self.function
        if self.before:
            given = self.before(given)
        if database_file is None:
            with progress_bar() as progress:
                result = call(**given, **({"progress": progress} if self._has("progress") else {}))
            outcome = Outcome(None, given, result, output_format, output_rows, self.step)
            ended_well = self.show(outcome)
        else:
            task = TASKS[self.function.__name__]
            with open_database(database_file, make=self.makes_database, read_only=not task.writes) as con:
                own = {"database_file": database_file} if "database_file" in inspect.signature(call).parameters else {}
                if self._has("progress"):
                    with progress_bar() as progress:
                        result = call(con, **given, **own, progress=progress)
                else:
                    result = call(con, **given, **own)
                ended_well = self.show(Outcome(con, given, result, output_format, output_rows, self.step))
        if ended_well is False:
            raise SystemExit(1)

    def _default(self, name: str) -> Any:
        """What a parameter is if it is not given; None for the parameters of methods."""
        if any(flag.name == name for flag in self.flags):
            return False
        parameter = inspect.signature(self.function).parameters.get(name)
        return None if parameter is None else parameter.default

    def _has(self, name: str) -> bool:
        return name in inspect.signature(self.function).parameters

    def _description(self) -> str:
        first_paragraph = (inspect.getdoc(self.function) or "").split("\n\n")[0]
        return plain_text(f"{first_paragraph} {self.note}".strip(), inspect.signature(self.function).parameters)

    def _epilog(self) -> str:
        parts = [methods_help(task) for task in self.methods.split()]
        return "\n\n".join([*parts, *examples_help(self.examples)])

    def parameters(self) -> list[inspect.Parameter]:
        """The arguments and options of the command, as Typer reads them."""
        signature = inspect.signature(self.function)
        hints = typing.get_type_hints(self.function, localns=_NAMES)
        about = docstring_parser.parse(self.function.__doc__ or "")
        meanings = {p.arg_name: plain_text(p.description or "", signature.parameters) for p in about.params}
        meanings |= self.help
        made: list[inspect.Parameter] = []
        if "con" in signature.parameters:
            made.append(_keyword("database_file", _argument("DATABASE", "The DuckDB file.", Path)))
        options: list[inspect.Parameter] = []
        for p in signature.parameters.values():
            if p.name in (*_OWN, *self.hidden) or p.kind is p.VAR_KEYWORD:
                continue
            is_argument = p.name in self.arguments or (p.default is p.empty and p.kind is not p.KEYWORD_ONLY)
            default = None if isinstance(p.default, tuple) else p.default
            if isinstance(default, str) and _type_of(hints[p.name]) == list[str]:
                default = [default]
            if is_argument:
                argument = self._argument_of(p.name, hints[p.name], meanings.get(p.name, ""))
                made.append(_keyword(p.name, argument, default))
            else:
                option = self._option_of(p.name, hints[p.name], default, meanings.get(p.name, ""))
                options.append(_keyword(p.name, option, default))
        options += [
            _keyword(flag.name, Annotated[bool, typer.Option(f"--{option_name(flag.name)}", help=flag.help)], False)
            for flag in self.flags
        ]
        options += [
            _keyword(name, Annotated[Path | None, typer.Option(f"--{option_name(name)}", help=meaning)], None)
            for name, meaning in self.files.items()
        ]
        if hints.get("return") is duckdb.DuckDBPyRelation:
            options += [
                _keyword(
                    "output_format",
                    Annotated[OutputFormat, typer.Option("--format", "-f", help="How to print the result.")],
                    OutputFormat.TABLE,
                ),
            ]
            rows = typer.Option("--rows", min=0, help="Rows to print, 0 for all.")
            options.append(_keyword("output_rows", Annotated[int, rows], 0))
        if self.methods:
            options += [
                _keyword(name, annotation, None)
                for name, annotation in options_of(self.methods.split()[0], several=self.repeated).items()
            ]
        return [*made, *options]

    def _argument_of(self, name: str, hint: Any, meaning: str) -> Any:
        metavar = self.metavars.get(name, option_name(name).upper())
        return _argument(metavar, meaning, _type_of(hint), self._completer(name))

    def _completer(self, name: str) -> Completer | None:
        """What completes the value of a parameter, by the type of what it names."""
        if self.function.__name__ == "audit" and name == "method":
            return fixed_names(names_of_audits)
        task = TASKS.get(self.function.__name__)
        if task is None or (name in task.new and not self._has("replace")):
            return None
        if name == "name" and self._has("object_type"):
            types = typing.get_type_hints(self.function, localns=_NAMES)["object_type"]
            return names_in_database([each for kind in _members(types) for each in typing.get_args(kind)])
        if name in OBJECT_TYPES:
            return names_in_database([name], OBJECT_TYPES[name].reserved)
        if name in ("control", "members"):
            return names_in_database(["dataset"])
        if name == "corpus":
            return names_of_corpora
        if name == "method" and self.methods:
            return names_of_methods(self.methods.split()[0], several=self.methods != "protect")
        return names_of_methods("attack", several=True) if name == "attacks" else None

    def _option_of(self, name: str, hint: Any, default: Any, meaning: str) -> Any:
        kinds = _members(hint)
        given: dict[str, Any] = {"help": meaning, "envvar": self.environment.get(name)}
        if kinds == {bool}:
            names = f"--{option_name(name)}" if default is False else f"--{option_name(name)}/--no-{option_name(name)}"
            return Annotated[bool if default is False else bool | None, typer.Option(names, **given)]
        if complete := self._completer(name):
            given["autocompletion"] = complete
        type_: Any = _type_of(hint)
        choices = [value for kind in kinds if typing.get_origin(kind) is Literal for value in typing.get_args(kind)]
        if choices:
            # Typer takes choices from an enumeration; its members are texts.
            type_ = cast(Any, StrEnum)("Choice", {choice: choice for choice in choices})
        if float in kinds and str in kinds:
            given["metavar"] = "SHARE"
        letters = ["-f"] if name == "format" else []
        optional = type_ if default not in (None, inspect.Parameter.empty) else type_ | None
        return Annotated[
            type_ if default is inspect.Parameter.empty else optional,
            typer.Option(f"--{option_name(name)}", *letters, **given),
        ]


def _keyword(name: str, annotation: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _argument(metavar: str, meaning: str, type_: Any, complete: Any = None) -> Any:
    return Annotated[type_, typer.Argument(metavar=metavar, help=meaning, autocompletion=complete)]


def _members(hint: Any) -> set[Any]:
    """The types of a union, None aside."""
    parts = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
    return {part for part in parts if part is not type(None)}


def _type_of(hint: Any) -> Any:
    """The type in which the command line takes a value: several texts for a sequence, a path for what may be one."""
    kinds = _members(hint)
    if any(typing.get_origin(kind) is Sequence or typing.get_origin(kind) is typing.Sequence for kind in kinds):
        return list[str]
    for type_ in (Path, str, float, int):
        if type_ in kinds:
            return type_
    return str
