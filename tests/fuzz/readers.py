"""What a file holds, by plain Python and as slowly as it likes: the other opinion that a load is held against.

A reader gives the transactions as lists of names, each name once, in order; raises `Bad` where the file breaks its
format, so that a load must refuse it; and raises `Open` where the format leaves open what it means, so that a load may
do either.
"""

from __future__ import annotations

import gzip
import json
import re
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

Lists = list[list[str]]
Rows = list[list[str | None]]


class Bad(Exception):
    """The file breaks its format."""


class Open(Exception):
    """The format does not say."""


def unpacked(data: bytes) -> bytes:
    """What a gzip file holds."""
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise Bad(f"gzip: {error}") from None


def text_of(data: bytes, *, some: bool = False) -> str:
    """Text in UTF-8, perhaps after a mark; of a table of which not all columns are read, also what is no text."""
    try:
        text = data.decode(errors="surrogateescape" if some else "strict")
    except UnicodeDecodeError:
        raise Bad("not UTF-8") from None
    text = text.removeprefix("\ufeff")
    if text.startswith("\ufeff"):
        raise Open
    if "\0" in text:
        raise Bad("a NUL character")
    return text


def unmarked(data: bytes) -> bytes:
    """Bytes that do not begin with a mark; what is thought of others is left open."""
    if data.startswith(b"\xef\xbb\xbf"):
        raise Open
    return data


def lines_of(data: bytes, skip: int = 0, comment: str = "") -> list[str]:
    """Lines, whatever ends each."""
    lines = re.split(r"\r\n|\n|\r", text_of(data))
    if lines[-1] == "":
        lines.pop()
    return [line for line in lines[skip:] if not (comment and line.startswith(comment))]


def distinct(lists: Sequence[Sequence[str | None]], *, keep: bool = False) -> Lists:
    """What is loaded of lists: an empty name is no item, and an item counts once, where it first stands."""
    found = [list(dict.fromkeys(name for name in names if name)) for names in lists]
    return [names for names in found if names or keep]


def trimmed(name: str) -> str:
    """Without the blanks of any script around it."""
    start, end = 0, len(name)
    while start < end and unicodedata.category(name[start]) == "Zs":
        start += 1
    while start < end and unicodedata.category(name[end - 1]) == "Zs":
        end -= 1
    return name[start:end]


def baskets(data: bytes, *, separator: str = "", skip: int = 0, comment: str = "") -> list[list[str]]:
    """A transaction a line; an item that begins with a quote ends with the next one, and may hold the separator."""
    found = [_items(line, separator) for line in lines_of(data, skip, comment)]
    if separator and len(found) >= 5 and sum(len(items) > 1 for items in found) < len(found) / 50:
        raise Open  # a separator that hardly any line holds, however that is counted, may be refused
    return found


def _items(line: str, separator: str) -> list[str]:
    blanks = "\t\n\f\r "
    if '"' not in line:
        parts = re.split(f"[{blanks}]+", line) if separator == "" else line.split(separator)
        return [trimmed(part) for part in parts]

    def length_of_separator(place: int) -> int:
        if separator:
            return len(separator) if line.startswith(separator, place) else 0
        return len(line[place:]) - len(line[place:].lstrip(blanks))

    found, place = [], 0
    while place <= len(line):
        start = place
        while line.startswith(" ", start):
            start += 1
        if line.startswith('"', start):
            name, place = _quoted(line, start)
            while line.startswith(" ", place) and not length_of_separator(place):
                place += 1
            if place < len(line) and not length_of_separator(place):
                raise Bad("text after a closing quote")
        else:
            start = place
            while place < len(line) and not length_of_separator(place):
                place += 1
            name = trimmed(line[start:place])
            if name.startswith('"'):
                raise Open  # blanks of another kind before a quote
        found.append(name)
        place += max(1, length_of_separator(place))
    return found


def fimi(data: bytes, *, skip: int = 0, comment: str = "") -> list[list[str]]:
    """Whole numbers."""
    found = baskets(data, skip=skip, comment=comment)
    if any(name and not re.fullmatch("[0-9]+", name) for names in found for name in names):
        raise Bad("not FIMI")
    return found


def spmf(data: bytes, *, skip: int = 0, comment: str = "@") -> list[list[str]]:
    """Numbers, -1 after each itemset, -2 at the end."""
    found = []
    for line in lines_of(data, skip, comment):
        names = [name for name in re.split("[\t\n\f\r ]+", line) if name]
        if not line:
            found.append([])
            continue
        if names[-1:] != ["-2"] or "-2" in names[:-1] or (len(names) > 1 and names[-2] != "-1"):
            raise Bad("not SPMF")
        if any(not re.fullmatch("[0-9]+|-1", name) for name in names[:-1]):
            raise Bad("not SPMF")
        found.append([name for name in names if name not in ("-1", "-2")])
    return found


def cells(text: str, separator: str) -> Rows:
    """The rows of a CSV text; an empty cell is None. A quote begins a cell and is doubled inside."""
    rows: Rows = []
    row: list[str | None] = []
    place = 0
    width: int | None = None
    # Empty lines before the first row are passed over.
    text = text.lstrip("\r\n")
    while place < len(text):
        if text[place] == '"':
            value, place = _quoted(text, place)
            if text.startswith(" ", place):
                raise Open  # blanks after a closing quote
            if place < len(text) and not text.startswith((separator, "\n", "\r"), place):
                raise Bad("text after a closing quote")
        else:
            end = place
            while end < len(text) and text[end] not in "\r\n" and not text.startswith(separator, end):
                end += 1
            value, place = text[place:end], end
            if '"' in value:
                raise Open  # a quote inside of an unquoted cell
        row.append(value or None)
        if text.startswith(separator, place):
            place += len(separator)
            if place == len(text) or text[place] in "\r\n":
                row.append(None)
            else:
                continue
        place += 2 if text.startswith("\r\n", place) else 1
        if row == [None] and width not in (None, 1):
            row = []  # a blank line
            continue
        width = len(row) if width is None else width
        if len(row) != width:
            # Separators at the end of a row, without anything between them.
            raise Open if not any(row[width:]) and len(row) > width else Bad("rows of several lengths")
        rows.append(row)
        row = []
    return rows


def _quoted(text: str, place: int) -> tuple[str, int]:
    value = ""
    while True:
        end = text.find('"', place + 1)
        if end < 0:
            raise Bad("an unclosed quote")
        value += text[place + 1 : end]
        if text[end + 1 : end + 2] != '"':
            return value, end + 1
        value += '"'
        place = end + 1


def table(data: bytes, separator: str) -> tuple[list[str], Rows]:
    """Header and rows of a CSV file."""
    found = cells(text_of(data, some=True), separator)
    if not found:
        raise Bad("empty")
    names = [_as_text(name) or f"column{place}" for place, name in enumerate(found[0])]
    return names, found[1:]


def column(names: list[str], rows: Rows, name: str) -> list[str | None]:
    if names.count(name) != 1:
        raise Bad(f"{names.count(name)} columns {name}")
    place = names.index(name)
    return [_as_text(row[place]) for row in rows]


def _as_text(cell: str | None) -> str | None:
    """A cell that is read."""
    try:
        return cell and cell.encode().decode()
    except UnicodeEncodeError:
        raise Bad("not UTF-8") from None


def long(data: bytes, separator: str, id_: str, item: str) -> list[list[str | None]]:
    """Rows of one id are one transaction."""
    return long_of_all((data,), separator, id_, item)


def long_of_all(files: Iterable[bytes], separator: str, id_: str, item: str) -> list[list[str | None]]:
    """The same of several files, whose rows may be of one transaction."""
    found: dict[str, list[str | None]] = {}
    for data in files:
        names, rows = table(data, separator)
        for of, name in zip(column(names, rows, id_), column(names, rows, item), strict=True):
            if not of:
                raise Bad("no id")
            found.setdefault(of, []).append(name)
    return list(found.values())


def lists(data: bytes, separator: str, items: str, part: str) -> list[list[str]]:
    """A column of text to be split."""
    names, rows = table(data, separator)
    return [[trimmed(name) for name in (cell or "").split(part)] for cell in column(names, rows, items)]


def histogram(data: bytes, separator: str, items: str, count: str, part: str) -> list[list[str]]:
    """As many transactions as each row says."""
    names, rows = table(data, separator)
    found: list[list[str]] = []
    for cell, n in zip(column(names, rows, items), column(names, rows, count), strict=True):
        if not n or not re.fullmatch(r" *\+?[0-9]+ *", n):
            raise (Open if n and re.fullmatch(r"[\s0-9.eE+_-]+", n) else Bad)("a count")
        if int(n) > 100_000:
            raise Open
        found += [[trimmed(name) for name in (cell or "").split(part)]] * int(n)
    return found


def matrix(data: bytes, separator: str, exclude: Sequence[str]) -> list[list[str]]:
    """A column an item, each cell 0 or 1."""
    names, rows = table(data, separator)
    if len(set(names)) < len(names):
        raise Bad("two columns of a name")
    places = [place for place, name in enumerate(names) if name not in exclude]
    if not places or any(name not in names for name in exclude):
        raise Bad("no columns")
    found = []
    for row in rows:
        held = []
        for place in places:
            cell = trimmed(_as_text(row[place]) or "").lower()
            if cell not in ("0", "1", "0.0", "1.0", "true", "false"):
                raise Bad(f"the cell {cell}")
            if cell in ("1", "1.0", "true"):
                held.append(names[place])
        found.append(held)
    return found


def json_records(data: bytes, *, is_lines: bool) -> list[Any]:
    """The records of a JSON or JSON lines file."""
    if data.startswith(b"\xef\xbb\xbf"):
        raise Bad("a mark")
    text = text_of(data)

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({name.lower() for name, _ in pairs}) < len(pairs):
            raise Open
        return dict(pairs)

    def odd(word: str) -> Any:
        raise Bad(f"{word} is no JSON")

    try:
        if is_lines:
            parts = re.split(r"\r\n|\n|\r", text)
            return [json.loads(part, object_pairs_hook=once, parse_constant=odd) for part in parts if part.strip()]
        found = json.loads(text, object_pairs_hook=once, parse_constant=odd)
    except RecursionError:
        raise Open from None
    except ValueError as error:
        # Records one after the other, as DuckDB takes them, too.
        # So does it take a comma after the last member, and blanks that JSON does not know.
        is_open = (not is_lines and "Extra data" in str(error)) or re.search(r",\s*[]}]|[\v\f]", text)
        raise (Open if is_open else Bad)(str(error)) from None
    return found if isinstance(found, list) else [found]


def json_lists(data: bytes, items: str, *, is_lines: bool) -> list[list[str | None]]:
    """The lists that records hold under a name."""
    found: list[list[str | None]] = []
    for record in json_records(data, is_lines=is_lines):
        if not isinstance(record, dict):
            raise Open
        value = record.get(items)
        if value is None:
            raise Open  # no list, or none given
        if not isinstance(value, list):
            raise Bad("no list")
        found.append([_name(member) for member in value])
    return found


def _name(member: Any) -> str:
    if isinstance(member, str):
        try:
            member.encode()
        except UnicodeEncodeError:
            raise Bad("half a character") from None
        if "\0" in member:
            raise Open
        return member
    if isinstance(member, bool):
        return "true" if member else "false"
    if isinstance(member, int) and abs(member) < 2**63:
        return str(member)
    if member is None or isinstance(member, list | dict):
        raise Bad("no name")
    raise Open


def opinion(read: Callable[[], Sequence[Sequence[str | None]]], *, keep: bool = False) -> Lists | None:
    """What a reader says is loaded, None where it leaves that open.

    Raises:
        Bad: it must be refused.
    """
    try:
        found = read()
        if any(name is None for names in found for name in names):
            found = [[name or "" for name in names] for names in found]
        loaded = distinct(found, keep=keep)
    except Open:
        return None
    if not loaded:
        raise Bad("no transaction")
    return loaded
