"""The reference of the Python API, from signatures, docstrings and descriptions of methods."""

from __future__ import annotations

import dataclasses
import inspect
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from docstring_parser import Docstring, DocstringStyle, parse

import setrisk
import setrisk.spark
from setrisk import errors, methods
from setrisk.errors import SetriskError
from setrisk.methods import AttackMethod, Parameter, ReleaseMethod

_INTRODUCTION = """\
# The Python API

Generated from signatures and docstrings by `make docs`; `help(setrisk.load)` says the same.

Each function but `connect`, `attach` and `audit` takes a DuckDB connection first. Functions that answer with rows
return a DuckDB relation: read it with `.fetchall()`, `.df()` or `.arrow()`, or ask on with `.filter(...)`. Functions
that make something return a small dataclass. Every write is one transaction, and a function that raises has changed
nothing.

In the examples `con` is a connection to a database of 80 made-up patients: the data set `visits`; its releases `r1`
(generalised), `r2` (in chunks), `r3` (the histogram as it is), `r4` (a noisy histogram), `r5` (by rho-uncertainty); the
corpus `literature`; and the series `plain months` with the releases `plain feb` and `plain mar`.
"""


def python_reference() -> str:
    """A section a room, an entry a function; then methods, results and errors."""
    lines = [_INTRODUCTION]
    by_room = defaultdict(list)
    for function in _functions():
        by_room[function.__module__.split(".")[2]].append(function)
    for room, functions in by_room.items():
        lines += [f"## {room.capitalize()}", ""]
        for function in functions:
            lines += _entry(function)
    lines += ["## On Spark", "", _SPARK, ""]
    for name in setrisk.spark.__all__:
        lines += _entry(getattr(setrisk.spark, name), "setrisk.spark.")
    lines += ["## Descriptions of methods", "", _METHODS, ""]
    for method in _methods():
        lines += _method(method)
    lines += ["## For authors of methods", "", _AUTHORS, "", "```text", OWN_METHOD.read_text(encoding="utf-8").rstrip()]
    lines += ["```", ""]
    for described in (methods.ReleaseMethod, methods.AttackMethod):
        lines += _base(described)
    lines += _entry(methods.parameter, "setrisk.methods.")
    for each in (methods.Parameter, methods.Made, methods.AttackRun, methods.Method, methods.Family):
        lines += _result(each)
    lines += ["## Results", ""]
    for result in _results():
        lines += _result(result)
    lines += ["## Errors", "", _ERRORS, "", _table([["error", "is a", "meaning"], *_errors()])]
    return "\n".join(lines).rstrip() + "\n"


_SPARK = """\
`import setrisk.spark`; these take a session of Spark 4 first, [where data lie](../spark.md) that one machine does not
hold. In the examples the session has the data set `visits`."""
_METHODS = """\
`setrisk.methods` has a frozen dataclass for each method. Its fields are the parameters, checked when it is made:
`setrisk.protect(con, "visits", "r5", setrisk.methods.Coat(k=5, privacy_constraints="rare"))`. The name of a method with
keywords does the same: `method="coat", k=5, privacy_constraints="rare"`."""
_AUTHORS = """\
A method of your own is a class that derives from `ReleaseMethod` or `AttackMethod`, and a function that does the work.
Defining the class registers it. These names are those of `setrisk.methods`. A package names the module with its classes
as an entry point of the group `setrisk.methods`: then every process that imports setrisk knows them, also the command
line and the processes of what-if grids. `CONTRIBUTING.md`, at the top of the repository, lists which tables a release
of each family fills. An example, `docs/own_method.py`:"""
OWN_METHOD = Path(__file__).parent / "own_method.py"
_ERRORS = """\
These are the errors that setrisk raises on purpose, with a message that says what is wrong, where, and
what to do. Catch `setrisk.SetriskError` for any of them."""


def _functions() -> Iterator[Callable[..., Any]]:
    """The public functions, those to open and load first."""
    functions = [getattr(setrisk, name) for name in setrisk.__all__]
    rooms = [
        "database",
        "transactions",
        "semantics",
        "methods",
        "assessment",
        "risk",
        "utility",
        "whatif",
        "report",
        "advice",
        "exchange",
    ]
    functions = [function for function in functions if inspect.isfunction(function)]

    def place(function: Callable[..., Any]) -> int:
        room = function.__module__.split(".")[2]
        return rooms.index(room) if room in rooms else len(rooms)

    yield from sorted(functions, key=place)


def _methods() -> list[type[ReleaseMethod] | type[AttackMethod]]:
    """Methods that come with setrisk, in the order in which help lists them."""
    return [m.describe for m in setrisk.METHODS if m.describe.__module__.startswith("setrisk.")]


def _results() -> list[type]:
    return [c for name in setrisk.__all__ if dataclasses.is_dataclass(c := getattr(setrisk, name))]


def _errors() -> Iterator[list[str]]:
    for error in vars(errors).values():
        if isinstance(error, type) and issubclass(error, SetriskError) and error.__name__ in setrisk.__all__:
            base = error.__bases__[0].__name__
            yield [f"`setrisk.{error.__name__}`", f"`{base}`", (parse(error.__doc__ or "").short_description or "")]


def _entry(function: Callable[..., Any], module: str = "setrisk.") -> list[str]:
    read = parse(function.__doc__ or "", DocstringStyle.GOOGLE)
    lines = [f"### {function.__name__}", "", "```text", _signature(function, module), "```", "", *_described(read)]
    if read.params:
        rows = [["argument", "meaning"]]
        rows += [[f"`{argument.arg_name}`", argument.description or ""] for argument in read.params]
        lines += [_table(rows), ""]
    if read.returns and read.returns.description:
        lines += [f"Returns: {_line(read.returns.description)}", ""]
    for raised in read.raises:
        names = ", ".join(f"`{name.strip()}`" for name in (raised.type_name or "").split(","))
        lines += [f"Raises {names}: {_line(raised.description or '')}", ""]
    for example in read.examples:
        lines += ["```pycon", example.description or "", "```", ""]
    return lines


def _described(read: Docstring) -> list[str]:
    between = "\n\n" if read.blank_after_short_description else "\n"
    text = f"{read.short_description or ''}{between}{read.long_description or ''}"
    return [line for part in text.split("\n\n") if part.strip() for line in (_line(part), "")]


def _signature(function: Callable[..., Any], module: str) -> str:
    """As it is written, over several lines if it is long."""
    signature = inspect.signature(function)
    parts = []
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        default = parameter.default
        value = (
            "..."
            if default is dataclasses.MISSING
            else default.__name__
            if inspect.isfunction(default)
            else repr(default)
        )
        shown = "" if default is parameter.empty else f" = {value}"
        parts.append(f"{stars.get(parameter.kind, '')}{parameter.name}: {parameter.annotation}{shown}")
    name, returns = f"{module}{function.__name__}", f" -> {signature.return_annotation}"
    short = f"{name}({', '.join(parts)}){returns}"
    if len(short) <= 100:
        return short
    return "\n".join([f"{name}(", *(f"    {part}," for part in parts), f"){returns}"])


def _base(described: type[ReleaseMethod] | type[AttackMethod]) -> list[str]:
    """A class to derive from, with the arguments that a class statement gives it."""
    read = parse(described.__init_subclass__.__doc__ or "", DocstringStyle.GOOGLE)
    rows = [["argument of the class", "meaning"]]
    rows += [[f"`{argument.arg_name}`", argument.description or ""] for argument in read.params]
    return [f"### {described.__name__}", "", *_described(parse(described.__doc__ or "")), _table(rows), ""]


def _method(described: type[ReleaseMethod] | type[AttackMethod]) -> list[str]:
    method = described.method
    lines = [f"### {described.__name__}", "", f"{method.meaning}.", ""]
    lines += [f"Name: `{method.name}`, to {method.task}; family: {method.family}; paper: {method.paper}.", ""]
    if method.promise:
        lines += [f"It promises: {method.promise}", ""]
    rows = [["field", "type", "default", "range", "meaning"]]
    hints = {field.name: str(field.type) for field in dataclasses.fields(described)}  # type: ignore[arg-type]
    for p in method.parameters:
        default = "required" if p.required else "" if p.default is None else f"`{p.default!r}`"
        rows.append([f"`{p.name}`", f"`{hints[p.name]}`", default, _range(p), p.meaning])
    return [*lines, *([_table(rows), ""] if method.parameters else ["It has no parameters.", ""])]


def _range(parameter: Parameter) -> str:
    if parameter.low is None and parameter.high is None:
        return ""
    if parameter.high is None:
        return f"{parameter.low:g} or more"
    return f"{parameter.low:g} to {parameter.high:g}" if parameter.low is not None else f"up to {parameter.high:g}"


def _result(result: type) -> list[str]:
    read = parse(result.__doc__ or "", DocstringStyle.GOOGLE)
    meanings = {attribute.arg_name: attribute.description or "" for attribute in read.params}
    rows = [["field", "type", "meaning"]]
    rows += [[f"`{f.name}`", f"`{f.type}`", meanings[f.name]] for f in dataclasses.fields(result)]
    return [f"### {result.__name__}", "", *_described(read), _table(rows), ""]


def _line(text: str) -> str:
    return " ".join(text.split())


def _table(rows: list[list[str]]) -> str:
    head, *body = ([_line(cell).replace("|", "\\|") for cell in row] for row in rows)
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *body))
