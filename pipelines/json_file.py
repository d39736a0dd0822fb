"""On which line of a JSON or JSON lines file a record starts, and what is wrong with it: for errors alone."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from setrisk.pipelines.files import ending, open_binary

_BLANKS = re.compile(r"[\s,]*")


def line_of(path: str | Path, row: int) -> int | None:
    """The line on which a record starts, the first being 1."""
    return next((line for line, _ in islice(_records(_text(path), _may_be_array(path)), row - 1, None)), None)


def starts_with_mark(path: str | Path) -> bool:
    """Whether a byte order mark comes first, which DuckDB's reader of JSON takes for a value or not at all."""
    with open_binary(path) as file:
        return file.read(len(codecs.BOM_UTF8)) == codecs.BOM_UTF8


def malformed(path: str | Path) -> tuple[int, str] | None:
    """The first line that is no JSON, and why."""
    data = _data(path)
    line = 1
    try:
        text = data.decode()
        if _may_be_array(path):
            for number, value in _records(text, may_be_array=True):
                line = number
                json.dumps(value, ensure_ascii=False).encode()
        else:
            for number, record in enumerate(text.split("\n"), 1):
                line = number
                # What Python takes and DuckDB does not: half of a character that is written in two.
                json.dumps(json.loads(record or "null"), ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        return data.count(b"\n", 0, error.start) + 1, "not UTF-8"
    except UnicodeEncodeError:
        return line, "not JSON: a surrogate stands alone"
    except json.JSONDecodeError as error:
        first = 1 if _may_be_array(path) else line
        return first + error.lineno - 1, f"not JSON: {error.msg}"
    return None


def odd(path: str | Path) -> tuple[int, str] | None:
    """The first line whose record is of another kind than the first one, has a list where that has none or none where
    it has one, or a list in a list; and what it is.
    """
    expected: dict[str, bool] | None = None
    kind: type | None = None
    for line, record in _records(_text(path), _may_be_array(path)):
        kind = kind or type(record)
        if type(record) is not kind:
            return line, f"{json.dumps(record)[:40]} is a record of another kind than the first one"
        found = {
            name: isinstance(value, list)
            for name, value in (record if isinstance(record, dict) else {"": record}).items()
            if value is not None
        }
        for value in record.values() if isinstance(record, dict) else [record]:
            if isinstance(value, dict):
                return line, f"{json.dumps(value)} is no name: text, a number or a truth value is"
            if isinstance(value, list) and (nested := [m for m in value if isinstance(m, list | dict)]):
                return line, f"{json.dumps(nested[0])} is no name: text, a number or a truth value is"
        expected = expected or found
        for name in found.keys() & expected.keys():
            if found[name] != expected[name]:
                what = repr(name) if name else "the record"
                return line, f"{what} is {'a' if found[name] else 'no'} list here, unlike in the first record"
    return None


def _data(path: str | Path) -> bytes:
    with open_binary(path) as file:
        return file.read().removeprefix(codecs.BOM_UTF8)


def _text(path: str | Path) -> str:
    return _data(path).decode(errors="replace")


def _may_be_array(path: str | Path) -> bool:
    return ending(path) == ".json"


def _records(text: str, may_be_array: bool) -> Iterator[tuple[int, object]]:
    """The records with their lines: of one array, or one after the other."""
    decoder = json.JSONDecoder()
    place, is_array = _after_blanks(text, 0), False
    if may_be_array and text.startswith("[", place) and text[_after_blanks(text, place + 1) :][:1] in "[{]":
        place, is_array = _after_blanks(text, place + 1), True
    line, counted = 1, 0
    while place < len(text) and text[place] != "]":
        line, counted = line + text.count("\n", counted, place), place
        record, end = decoder.raw_decode(text, place)
        yield line, record
        place = _after_blanks(text, end)
    if is_array and place == len(text):
        raise json.JSONDecodeError("the array is not closed", text, place)


def _after_blanks(text: str, place: int) -> int:
    found = _BLANKS.match(text, place)
    assert found is not None
    return found.end()
