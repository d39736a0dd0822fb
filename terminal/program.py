"""Run the program, and end it with the right exit code."""

from __future__ import annotations

import sys
import traceback
import warnings
from typing import NoReturn, TextIO

import duckdb
import typer

from setrisk.errors import BadInput, Refused, SetriskError
from setrisk.pipelines.common.printable import printable_text
from setrisk.pipelines.database.connect import is_damage, reason_with_advice
from setrisk.pipelines.database.duckdb_errors import one_line_message
from setrisk.pipelines.methods.description import METHODS
from setrisk.terminal import signals, streams
from setrisk.terminal.output import complain

# Exit codes; 130 is what shells say of Ctrl-C.
_NO = 1
_REFUSED = 2
_DEFECT = 70
_INTERRUPTED = 130


def run(app: typer.Typer) -> NoReturn:
    """Run the command that the arguments name; exits with 0 fine, 1 the gate says no, 2 bad input, 70 a defect of
    setrisk.
    """
    with streams.keep_writable():
        code = _run_command(app)
        if (failure := streams.write_failure()) is not None:
            complain(f"the output cannot be written: {failure.strerror}")
            code = code or _REFUSED
    signals.leave(code)


def _run_command(app: typer.Typer) -> int:
    """The exit code of the command that the arguments name; a failure of its output does not change it."""
    signals.install_handlers()
    warnings.showwarning = _show_warning  # type: ignore[assignment]
    try:
        _check_arguments()
        app(standalone_mode=True)
    except BaseException as error:
        return _exit_code(error)
    return 0


def _show_warning(
    message: Warning | str,
    _category: type[Warning],
    _filename: str,
    _lineno: int,
    _file: TextIO | None = None,
    _line: str | None = None,
) -> None:
    """Print a warning for people, as errors are printed: without the line of the program that gives it."""
    complain(f"warning: {message}")


def _exit_code(error: BaseException) -> int:
    """The exit code that an exception means, once people have seen it."""
    if signals.ended_by or isinstance(error, KeyboardInterrupt):
        # Whatever a signal's exception has become on its way: DuckDB makes errors of its own of it.
        code = signals.ended_by[0] if signals.ended_by else _INTERRUPTED
        if code == _INTERRUPTED:
            complain(f"interrupted; {_interrupt_message(error)}")
        return code
    if isinstance(error, SystemExit):
        return _typer_exit_code(error)
    if isinstance(error, SetriskError):
        complain(error)
        return _NO if isinstance(error, Refused) else _REFUSED
    if isinstance(error, OSError):
        complain(error if error.filename else f"the output cannot be written: {error.strerror}")
        return _REFUSED
    if isinstance(error, MemoryError | duckdb.OutOfMemoryException):
        complain(f"this takes more memory than there is; nothing was changed: {error}")
        return _REFUSED
    if isinstance(error, duckdb.Error) and (isinstance(error, duckdb.IOException) or is_damage(str(error))):
        complain(reason_with_advice(one_line_message(error)))
        return _REFUSED
    traceback.print_exception(error)
    culprit = _failing_package(error)
    whose = f"of the package {culprit}, which brings a method" if culprit else "of setrisk"
    complain(f"this is a defect {whose}, not of your input; please report it{' there' if culprit else ''}")
    return _DEFECT


def _failing_package(error: BaseException) -> str | None:
    """The package that brought the method in which an error happened; None if the method is of setrisk, or there is
    none.
    """
    modules = {m.run.__module__.partition(".")[0] for m in METHODS} - {"setrisk"}
    frames = [frame.f_globals.get("__name__", "") for frame, _ in traceback.walk_tb(error.__traceback__)]
    for module in reversed(frames):
        package = module.partition(".")[0]
        if package in modules or package == "setrisk":
            return package if package in modules else None
    return None


def _typer_exit_code(end: SystemExit) -> int:
    """After Ctrl-C, Typer passes on only the exit code. What it takes for the end of input or output becomes 1,
    the gate's no.
    """
    if end.code == _INTERRUPTED:
        complain(f"interrupted; {_interrupt_message(end)}")
    hidden = end.__context__
    if isinstance(hidden, typer.Abort):
        hidden = hidden.__cause__
    if end.code == 1 and isinstance(hidden, EOFError | OSError):
        return _exit_code(hidden)
    return end.code if isinstance(end.code, int) else int(bool(end.code))


def _check_arguments() -> None:
    """DuckDB takes text only, and no bytes that are invalid in the encoding of the system."""
    for given in sys.argv[1:]:
        if not given.isascii() and given != given.encode(errors="ignore").decode():
            raise BadInput(
                f"{printable_text(given)}: this argument is not valid UTF-8 (or whatever encoding this system uses)"
            )


def _interrupt_message(error: BaseException | None) -> str:
    """What a command that was interrupted has left."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt) and error.args:
            return str(error)
        error = error.__context__
    return "nothing was changed"
