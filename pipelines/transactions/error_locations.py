"""In which of the files that are read an error is, on which line, and why: out of what DuckDB and relations say."""

from __future__ import annotations

import csv
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import duckdb

from setrisk.errors import BadInput, SetriskError
from setrisk.pipelines.database.duckdb_errors import (
    InputFault,
    csv_line_of,
    input_fault,
    kernel_error,
    name_of,
    reason_of,
    short_message,
)
from setrisk.pipelines.transactions import json_file
from setrisk.pipelines.transactions.csv_file import CsvFile
from setrisk.pipelines.transactions.input_files import InputFile

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_BROKEN_LINES = "its lines do not all end alike (LF, CRLF or CR), or its quotes break the rules of CSV"


class UnfitColumn(BadInput):
    """No column of the source is what its format asks for; in a JSON file, perhaps because of one record."""


class UnfitRow(BadInput):
    """A row of the source lacks what is asked for."""

    def __init__(self, row: int, reason: str) -> None:
        """With the number of the row among those of all files, from 1, and what comes after it in the message."""
        self.fault = InputFault(reason, row=row)
        super().__init__(str(self.fault))


@dataclass(frozen=True)
class OpenedFile:
    """A file that is being read: as it was found, the call of DuckDB's reader, and how it is written if it is CSV."""

    file: InputFile
    reader: str
    csv: CsvFile | None = None


@dataclass(frozen=True)
class Place:
    """What is read: the source, its files (none of a frame or query), and the connection that reads them."""

    source: object
    files: Sequence[OpenedFile] = ()
    reader: DuckDBPyConnection | None = None

    def fault(self, error: Exception) -> SetriskError:
        """The one clear error that an error of reading becomes."""
        if isinstance(error, duckdb.Error) and (kernel := kernel_error(error)):
            return kernel
        reason = str(error) if isinstance(error, BadInput) else reason_of(error)
        try:
            opened, line, reason = self._locate(error, reason)
        except (OSError, EOFError, zlib.error, csv.Error, ValueError):
            opened, line = None, None
        name = opened.file.name if opened and len(self.files) > 1 else name_of(self.source)
        for each in self.files:
            reason = reason.replace(each.file.path, name)
        reason = short_message(reason.removeprefix(f"{name}: "))
        return BadInput(f"{name}: {reason}" if line is None else f"{name}:{line}: {reason}")

    def _locate(self, error: Exception, reason: str) -> tuple[OpenedFile | None, int | None, str]:
        fault = error.fault if isinstance(error, UnfitRow) else input_fault(error)
        if fault and fault.file is not None:
            return self.files[fault.file - 1], fault.line, reason
        if fault and fault.row is not None:
            opened, row = self._file_of_row(fault.row)
            return opened, _line_of(opened, row), str(replace(fault, row=row))
        named = [each for each in self.files if each.file.path in str(error)]
        opened = named[0] if named else self.files[0] if len(self.files) == 1 else None
        if opened is None:
            return None, None, reason
        if opened.file.kind == "json":
            # DuckDB could read all of it, and some record is not as the others.
            is_odd = isinstance(error, UnfitColumn) or fault is not None or "JSON transform error" in reason
            return opened, *_locate_in_json(opened.file.path, reason, is_odd=is_odd)
        if record := csv_line_of(error):
            return opened, (opened.csv.line_of(record=record) if opened.csv else None) or record, reason
        if "state machine reached an invalid state" in reason:
            return opened, None, _BROKEN_LINES
        return opened, None, reason

    def _file_of_row(self, row: int) -> tuple[OpenedFile | None, int]:
        """The file in which a row of all files is, and its place there."""
        if len(self.files) < 2 or self.reader is None:
            return self.files[0] if self.files else None, row
        for each in self.files:
            ((n,),) = self.reader.execute(f"SELECT count(*) FROM {each.reader}").fetchall()
            if row <= n:
                return each, row
            row -= n
        return None, row


def _line_of(opened: OpenedFile | None, row: int) -> int | None:
    if opened is None:
        return None
    if opened.csv:
        return opened.csv.line_of(row=row)
    return json_file.line_of(opened.file.path, row) if opened.file.kind == "json" else None


def _locate_in_json(path: str, reason: str, *, is_odd: bool) -> tuple[int | None, str]:
    """The line, which DuckDB miscounts, and what is wrong."""
    try:
        if "Malformed JSON" in reason:
            return json_file.find_malformed(path) or (None, reason)
        return (is_odd and json_file.find_deviation(path)) or (None, reason)
    except json_file.Beyond:
        why = re.sub(r'^.*Malformed JSON in file ".*?", at byte \d+ in [^:]*: ', "not JSON: ", reason)
        # DuckDB's own number of the line may be wrong.
        why = re.sub(r'^JSON transform error in file ".*?", in [^:]*: ', "", why).rstrip(" .")
        return None, f"{why}; it is below the first {json_file.SEARCHED >> 20} MB, where the line is not looked for"
