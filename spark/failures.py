"""Say in setrisk's words, and in one line, what failed on Spark."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from setrisk.errors import BadInput, InfeasibleConstraint, SetriskError

# What a query of setrisk's raised.
_RAISED = re.compile(r"\[USER_RAISED_EXCEPTION\] (.*?)\s*SQLSTATE: P0001", re.DOTALL)
# The error at the end of a traceback of Python's, without the lines of code before it.
_PYTHON = re.compile(r"Traceback \(most recent call last\):\n(?:[ \t][^\n]*\n)*([\w.]+)(?:: ([^\n]*))?")
_OWN = "setrisk.errors."
_CAUSE = re.compile(r"^Caused by: ([\w.$]+: .+)$", re.MULTILINE)
# Which of many tasks failed, where, and how often; and the class of an error of Java's.
_WHERE = re.compile(r"^.*most recent failure: (?:Lost task .*? executor \w+\): )?")
_CLASS = re.compile(r"^(?:: )?(?:[\w$]+\.)+[\w$]+: ")


def raised_message(text: str) -> str | None:
    """The message of an error that a query raised, of the text of Spark's error; None if the error is another."""
    found = _RAISED.search(text)
    return found[1].strip() if found else None


@contextmanager
def as_bad_input(messages: Mapping[str, str]) -> Iterator[None]:
    """Raise an error of Spark's as `BadInput`.

    Args:
        messages: by the name of a condition of Spark's, or by how it begins.

    Raises:
        BadInput: Spark said one of these. Any other error is raised as it is.
    """
    try:
        yield
    except Exception as error:
        # Some errors reach Python as those of Java, which have the condition in their text alone.
        said = str(error)
        for condition, message in messages.items():
            if f"[{condition}" in said:
                raise BadInput(message) from None
        raise


@contextmanager
def in_one_line(doing: str, left: str) -> Iterator[None]:
    """Raise what fails on Spark as an error of setrisk's. The traceback of a worker's Python is its cause; that of Java
    is left out, but for those who look at the error's `__context__`.

    Args:
        doing: what Spark was to do.
        left: what is there afterwards.
    """
    from py4j.protocol import Py4JError  # type: ignore[import-untyped]
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JError) as error:
        raise _error_of(str(error), doing, left) from (error if isinstance(error, PySparkException) else None)


def _error_of(text: str, doing: str, left: str) -> SetriskError:
    if message := raised_message(text):
        return BadInput(f"{message}; {left}")
    if not (found := _PYTHON.findall(text)):
        return SetriskError(f"Spark could not {doing}: {_of_java(text)}; {left}")
    # An error that was raised while another one was handled comes after that one.
    name, message = found[-1]
    if name == "ModuleNotFoundError":
        message += ", of the workers' Python: PYSPARK_PYTHON has to name one with setrisk[spark] before Spark starts"
    if name.startswith(_OWN):
        kinds = {each.__name__: each for each in (BadInput, InfeasibleConstraint)}
        return kinds.get(name.removeprefix(_OWN), SetriskError)(f"{message}; {left}")
    return SetriskError(f"Spark could not {doing}: {': '.join(filter(None, (name, message)))}; {left}")


def _of_java(text: str) -> str:
    """What is wrong, of an error of Java's: the innermost cause that says something, or else the first line."""
    lines = [line for line in text.splitlines() if line and not line.startswith("An error occurred while calling")]
    line = ([*lines[:1], *_CAUSE.findall(text)] or [text])[-1]
    message = _CLASS.sub("", _WHERE.sub("", line)).rstrip(" .")
    if message.startswith("Python worker exited"):
        return "a worker's Python was killed or crashed, perhaps since memory ran out"
    if message.startswith("[CHECKPOINT_RDD_BLOCK_ID_NOT_FOUND]"):
        return "a worker was lost, with rows that it kept: try again, or start the session with spark.checkpoint.dir"
    return message
