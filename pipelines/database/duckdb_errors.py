"""Errors of DuckDB as messages of one line."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

import duckdb

from setrisk import errors
from setrisk.errors import BadInput, SetriskError

# The reason in DuckDB's errors about CSV. It follows the text of the line, which may itself take several lines.
_OF_CSV = r"^(Error when converting|Expected Number|Value with|Invalid unicode|Maximum line) .*$"


def name_of(source: object) -> str:
    """How messages and the catalog name the source."""
    if isinstance(source, duckdb.DuckDBPyRelation):
        return "query"
    return str(source) if isinstance(source, str | Path) else type(source).__name__


def kernel_error(error: duckdb.Error) -> SetriskError | None:
    """The error of setrisk that a kernel raised, and DuckDB wrapped into its own."""
    found = re.search(r"executing the UDF: (\w+): (.*)", str(error))
    kind = found and getattr(errors, found[1], None)
    return kind(found[2]) if found and kind else None


@dataclass(frozen=True)
class InputFault:
    """What `setrisk_internal.input_error` says of a source: what is wrong, and where, if it knows, from 1."""

    reason: str
    file: int | None = None
    line: int | None = None
    row: int | None = None

    def __str__(self) -> str:
        """A sentence without file and line."""
        return self.reason if self.row is None else f"row {self.row} {self.reason}"


def input_fault(error: Exception) -> InputFault | None:
    """The fault of a source that a relation raised, and DuckDB wrapped into its own error."""
    found = re.search(r'\{"file":.*\}', str(error))
    try:
        return InputFault(**json.loads(found[0])) if found and isinstance(error, duckdb.Error) else None
    except (ValueError, TypeError):
        return None  # what was read has such a text, too


def one_line_message(error: duckdb.Error) -> str:
    """DuckDB's message without the line of carets that points into the query, or the message of a kernel in it."""
    text = str(error)
    if inner := re.search(r'"exception_message":("(?:[^"\\]|\\.)*")', text):  # of a deferred write
        text = f"IO Error: {json.loads(inner[1])}"
    return str(kernel_error(error) or " ".join(line.strip() for line in text.splitlines() if line.strip(" ^")))


def write_error(error: duckdb.Error) -> BadInput | None:
    """The error for a database that could not be written, for example on a full disk; None for other errors."""
    said = one_line_message(error)
    unwritten = isinstance(error, duckdb.TransactionException) and "Failed to commit" in said
    full = isinstance(error, duckdb.IOException) and re.search(
        r"(?i)could not write|no space left|file too large", said
    )
    if unwritten or full:
        return BadInput(f"the database cannot be written, and nothing was changed: {said}")
    return None


def is_conflict(error: BaseException) -> bool:
    """Whether two concurrent transactions wrote the same thing, such as the next item number."""
    said = str(error).lower()
    return isinstance(error, duckdb.TransactionException | duckdb.ConstraintException) and (
        "conflict" in said or "primary key" in said
    )


def is_interrupt(error: BaseException) -> bool:
    """Whether this error is due to Ctrl-C, in a query or in Python that DuckDB calls: a kernel or a reader."""
    said = str(error)
    return said == "Query interrupted" or bool(re.search(r"(executing the UDF|failed): KeyboardInterrupt\b", said))


def is_source_error(error: duckdb.Error) -> bool:
    """Whether an error of loading is due to the source."""
    return not (is_conflict(error) or is_interrupt(error) or write_error(error))


def located_message(error: Exception, source: object) -> str:
    """A message of one line that names the source, and the line for a CSV file."""
    name, line = name_of(source), csv_line_of(error)
    reason = short_message(reason_of(error))
    if line is not None:
        return f"{name}:{line}: {reason}"
    return reason if reason.startswith(name) else f"{name}: {reason}"


def csv_line_of(error: Exception) -> int | None:
    """The line at which DuckDB stopped reading a CSV file; None for other errors."""
    found = re.search(r"CSV Error on Line: (\d+)", str(error))
    return int(found[1]) if found else None


def reason_of(error: Exception) -> str:
    """The first line of DuckDB's message, without the kinds of error and the names of our streams."""
    if fault := input_fault(error):
        return str(fault)
    if isinstance(error, UnicodeDecodeError) or re.search(r"\b(INTERNAL|FATAL) Error", str(error)):
        return "is damaged: DuckDB cannot read it"
    if csv_line_of(error) is not None and (found := re.search(_OF_CSV, str(error), re.M)):
        return found[0]
    said = re.sub(r"reading the stream registered as '\w+' failed: ", "", str(error).splitlines()[0])
    return re.sub(r"^((\w+ )*Error: )+", "", said)


def short_message(text: str, most: int = 300) -> str:
    """A message with no more of the user's data than is needed to find them: long values in quotes are cut, and so is
    the whole.
    """
    cut = re.sub(r"""(['"])((?!\1).{40})(?:(?!\1).){20,}\1""", r"\1\2...\1", text)
    return cut if len(cut) <= most else f"{cut[:most]}..."
