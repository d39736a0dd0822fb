"""The line of a JSON or JSON lines file on which a record starts, and what is wrong with it; used only for errors.

DuckDB counts lines wrongly if it reads with several threads or skips empty ones. The search here is bounded: the number
of a line is not worth minutes of reading a long file.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from setrisk.pipelines.common.files import ending, open_binary

_BLANKS = re.compile(r"[\s,]*")
# Bytes from the top in which a wrong record is searched for, which takes some seconds.
SEARCHED = 16 << 20
# Characters of a wrong value that a message shows.
_SHOWN = 40


class Beyond(ValueError):
    """The record is beyond the first `SEARCHED` bytes."""


class _NotJson(ValueError):
    def __init__(self, line: int, why: str, *, is_at_end: bool = False) -> None:
        super().__init__(line, why)
        self.line, self.why, self.is_at_end = line, why, is_at_end


def line_of(path: str | Path, row: int) -> int | None:
    """The line on which a record starts, the first being 1.

    Raises:
        Beyond: it is beyond the part that is searched.
    """
    if not _may_be_array(path):
        with open_binary(path) as file:  # lines may be long, but are not parsed
            full = (line for line, text in enumerate(file, 1) if text.strip())
            return next(islice(full, row - 1, None), None)
    return next((line for line, _ in islice(_records(path), row - 1, None)), None)


def starts_with_mark(path: str | Path) -> bool:
    """Whether the file starts with a byte order mark, which DuckDB's JSON reader does not handle."""
    with open_binary(path) as file:
        return file.read(len(codecs.BOM_UTF8)) == codecs.BOM_UTF8


def has_no_record(path: str | Path) -> bool:
    """Whether the file has no record."""
    try:
        return next(_records(path), None) is None
    except ValueError:
        return False


def find_malformed(path: str | Path) -> tuple[int, str] | None:
    """The first line that is not JSON, and why.

    Raises:
        Beyond: it is beyond the part that is searched.
    """
    try:
        for line, value in _records(path):
            try:
                # A lone half of a surrogate pair, which Python accepts and DuckDB does not.
                json.dumps(value, ensure_ascii=False).encode()
            except UnicodeEncodeError:
                return line, "not JSON: a surrogate stands alone"
    except _NotJson as error:
        return error.line, error.why
    return None


def find_deviation(path: str | Path) -> tuple[int, str] | None:
    """The first line whose record differs from the first one in its kind or in which values are lists, or has nested
    lists or objects; and a message that says what is wrong.

    Raises:
        Beyond: it is beyond the part that is searched.
    """
    expected: dict[str, bool] | None = None
    kind: type | None = None
    for line, record in _records(path):
        kind = kind or type(record)
        if type(record) is not kind:
            return line, f"{_short_json(record)} is a record of another kind than the first one"
        fields = record if isinstance(record, dict) else {"": record}
        found = {name: isinstance(value, list) for name, value in fields.items() if value is not None}
        for value in fields.values():
            if isinstance(value, dict) and isinstance(record, dict):
                return line, f"{_short_json(value)} is not a valid item name; expected a string, a number or a boolean"
            if isinstance(value, list) and (nested := [m for m in value if isinstance(m, list | dict)]):
                return (
                    line,
                    f"{_short_json(nested[0])} is not a valid item name; expected a string, a number or a boolean",
                )
        expected = expected or found
        for name in found.keys() & expected.keys():
            if found[name] != expected[name]:
                what = repr(name[:_SHOWN]) if name else "the record"
                return line, f"{what} is {'a' if found[name] else 'not a'} list here, unlike in the first record"
    return None


def _short_json(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _may_be_array(path: str | Path) -> bool:
    return ending(path) not in (".jsonl", ".ndjson")


def _records(path: str | Path) -> Iterator[tuple[int, object]]:
    """The records with their lines, from one array or one after the other.

    Raises:
        _NotJson: the file is not JSON at this point.
        Beyond: the file goes on beyond the part that is searched.
    """
    with open_binary(path) as file:
        data = file.read(SEARCHED + 1).removeprefix(codecs.BOM_UTF8)
    is_whole = len(data) <= SEARCHED
    found = _text_records if _may_be_array(path) else _line_records
    try:
        yield from found(data if is_whole else data[: data.rfind(b"\n") + 1])
    except _NotJson as error:
        # The search ended in the middle of a record, which is not a fault of the file.
        if is_whole or not error.is_at_end:
            raise
    if not is_whole:
        raise Beyond


def _line_records(data: bytes) -> Iterator[tuple[int, object]]:
    for number, record in enumerate(data.split(b"\n"), 1):
        if record.strip():
            for _, value in _text_records(record, number, may_be_array=False):
                yield number, value


def _text_records(data: bytes, line: int = 1, *, may_be_array: bool = True) -> Iterator[tuple[int, object]]:
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        try:
            yield from _text_records(data[: error.start], line, may_be_array=may_be_array)
        except _NotJson as cut:
            if not cut.is_at_end:
                raise
        raise _NotJson(line + data.count(b"\n", 0, error.start), "not UTF-8") from None
    decoder = json.JSONDecoder(parse_int=_parse_integer)
    place = _skip_blanks(text, 0)
    inner = _skip_blanks(text, place + 1)
    is_array = may_be_array and text.startswith("[", place) and text[inner : inner + 1] in "[{]"
    place = inner if is_array else place
    counted = 0
    while place < len(text) and text[place] != "]":
        line, counted = line + text.count("\n", counted, place), place
        try:
            record, end = decoder.raw_decode(text, place)
        except json.JSONDecodeError as error:
            at = line + text.count("\n", counted, error.pos)
            is_at_end = error.pos >= len(text) or error.msg.startswith("Unterminated")
            raise _NotJson(at, f"not JSON: {error.msg}", is_at_end=is_at_end) from None
        except RecursionError:
            raise _NotJson(line, "not JSON that can be read: its lists or objects are nested too deeply") from None
        yield line, record
        place = _skip_blanks(text, end)
    if is_array and place == len(text):
        line += text.count("\n", counted, place)
        raise _NotJson(line, "not JSON: the array is not closed", is_at_end=True)


def _parse_integer(digits: str) -> int | float:
    """Python refuses numbers with thousands of digits; their value does not matter here."""
    return int(digits) if len(digits) < 400 else float("inf")


def _skip_blanks(text: str, place: int) -> int:
    found = _BLANKS.match(text, place)
    assert found is not None
    return found.end()
