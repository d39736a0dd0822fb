"""What every input must come to: success, or one clear error and nothing changed; soon, and never a crash."""

from __future__ import annotations

import faulthandler
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import duckdb

from setrisk.errors import BadSql, SetriskError

# Seconds that an input may take: a hundred times what it takes, so that a busy machine is no find.
PATIENCE = 20.0
# Characters of an error's message, and of the data in it.
LONGEST_MESSAGE = 500
MOST_DATA = 80


class Find(AssertionError):
    """An input that came to what none may come to."""


class _Late(BaseException):
    pass


def _ring(number: int, frame: object) -> None:
    raise _Late


@contextmanager
def time_limit(seconds: float = PATIENCE, *, watched: bool = True) -> Iterator[None]:
    """A find where it takes longer; where not even the signal is heard and it is `watched`, the process ends with the
    stack of all threads.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    if watched:
        faulthandler.dump_traceback_later(3 * seconds, exit=True)
    rung = False
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    except BaseException as error:
        # DuckDB makes another error of what a signal raises while it reads.
        rung = signal.getitimer(signal.ITIMER_REAL)[0] == 0
        if rung:
            raise Find(f"takes longer than {seconds:g} s") from error
        raise
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if watched:
            faulthandler.cancel_dump_traceback_later()


def outcome(action: Callable[[], Any], data: str = "", *, seconds: float = PATIENCE, watched: bool = True) -> Any:
    """What an action returns, or the error that setrisk raises on purpose; anything else is a find.

    Args:
        action: what to do.
        data: the text that it is given, of which no more than a glimpse may stand in a message.
        seconds: that it may take.
        watched: whether the process shall end where a signal is not heard.
    """
    with time_limit(seconds, watched=watched):
        try:
            return action()
        except SetriskError as error:
            if isinstance(error, BadSql):
                raise Find(f"a defect of the package is blamed on the input: {error}") from error
            check_message(str(error), data)
            return error
        except Find:
            raise
        except Exception as error:
            if signal.getitimer(signal.ITIMER_REAL)[0] == 0 and sys.platform != "win32":
                raise
            raise Find(f"{type(error).__module__}.{type(error).__name__}: {str(error)[:600]}") from error


def check_message(message: str, data: str = "") -> None:
    """One line, short, and without more than a glimpse of the data."""
    if not message.strip():
        raise Find("an error without a message")
    if len(message.splitlines()) > 1:
        raise Find(f"a message of several lines: {message!r:.300}")
    if len(message) > LONGEST_MESSAGE:
        raise Find(f"a message of {len(message)} characters: {message!r:.300}")
    for start in range(len(message) - MOST_DATA):
        if message[start : start + MOST_DATA + 1] in data:
            raise Find(f"more than {MOST_DATA} characters of the data in a message: {message!r:.300}")


# What DuckDB says where the fault is not the argument's; what it says of an argument is held against the argument.
_DEFECTS = re.compile(
    r"(?i)internal error|database has been invalidated|division by zero|divide by zero|assertion|"
    r"Traceback|\b(Zero|Value|Type|Index|Key|Attribute|Overflow|Recursion|Memory|Unicode\w*|Name|Assertion|Runtime)Error"
)
# An argument of another type than the relation takes is told by the types.
_OF_TYPES = re.compile(
    r"Unimplemented type for cast|bignum too large for type|when casting from source column (release|dataset|series|"
    r"knowledge|corpus|grid)\b|can't be cast to the destination type (STRUCT|MAP|\w+\[|\")"
)
# Stands beside a name that is not given as text: DuckDB then makes a number of what it is compared with.
OF_ANOTHER_TYPE = "a name of another type"
_OF_NUMBERS = (duckdb.ConversionException, duckdb.OutOfRangeException)


def check_query_error(error: duckdb.Error, arguments: str) -> None:
    """An error of a query may blame its arguments, in DuckDB's words or ours, and nothing else."""
    said = str(error)
    if isinstance(error, duckdb.InternalException | duckdb.FatalException) or _DEFECTS.search(said):
        raise Find(f"{type(error).__name__}: {said[:600]}") from error
    if isinstance(error, duckdb.OutOfMemoryException):
        raise Find(f"takes too much memory: {said[:300]}") from error
    if isinstance(error, _OF_NUMBERS):
        if _OF_TYPES.search(said) or OF_ANOTHER_TYPE in arguments:
            return
        shown = re.findall(r"'([^']*)'|\"([^\"]*)\"|\bvalue ([^' ]\S*)|(-?\d[\d.e+]*)", said.partition("\n\nLINE 1")[0])
        values = [part for groups in shown for part in groups if part]
        if "''" in said and "''" in arguments:
            return
        if not any(_stands_in(value, arguments) for value in values):
            raise Find(f"{type(error).__name__} that names none of the arguments: {said[:600]}") from error


def _stands_in(value: str, arguments: str) -> bool:
    # However DuckDB spells what is no letter.
    plain = re.sub(r"\W", "", value)
    arguments = arguments.replace("repeat('x', 100000)", "x" * 100_000)
    if value in arguments or (plain and plain in re.sub(r"\W", "", arguments)):
        return True
    try:
        wanted = float(value)
    except ValueError:
        return False
    return any(float(each) == wanted for each in re.findall(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", arguments))
