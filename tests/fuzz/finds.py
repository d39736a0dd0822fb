"""The corpus: what once ended in a traceback, a hang, a silent loss or a dead instance, each as small as it gets.

What is bytes stands here as bytes; what is large is generated.
"""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable

from tests.fuzz import readers
from tests.fuzz.loads import Case


def _flipped(data: bytes, place: int, bit: int = 1) -> bytes:
    place %= len(data)
    return data[:place] + bytes([data[place] ^ bit]) + data[place + 1 :]


_LONG = b"who,what\n1,a\n1,b\n2,a\n"
_PACKED = gzip.compress(b"1 2 3\n2 3 4\n" * 9, mtime=0)
_BY_COLUMNS = {"id": "who", "item": "what"}


def _long(data: bytes) -> list[list[str | None]]:
    return readers.long(data, ",", "who", "what")


def other_columns() -> Case:
    """A pattern of files whose columns stand in another order each: read by place, ids became items."""
    made = Case("x0.csv", _LONG, lambda data: [], dict(_BY_COLUMNS), others={"x1.csv": b"what,who\nc,3\nd,3\n"})
    made.pattern = "x*.csv"
    made.read = lambda data: [row for each in (data, *made.others.values()) for row in _long(each)]
    return made


def no_header_in_the_second() -> Case:
    """A pattern whose second file has no header: its first row was taken for one and lost."""
    made = Case("x0.csv", _LONG, lambda data: [], dict(_BY_COLUMNS), others={"x1.csv": b"3,c\n3,d\n"})
    made.pattern = "x*.csv"
    made.read = lambda data: [row for each in (data, *made.others.values()) for row in _long(each)]
    return made


def crc() -> Case:
    """gzip's checksum is wrong."""
    return Case("f.dat.gz", _flipped(_PACKED, -8), readers.fimi, {"format": "fimi"}, is_packed=True)


def length() -> Case:
    """gzip's length is wrong."""
    return Case("f.dat.gz", _flipped(_PACKED, -1), readers.fimi, {"format": "fimi"}, is_packed=True)


def another_item() -> Case:
    """One flipped bit in a stored block of gzip: another item, with a checksum that says so."""
    stored = gzip.compress(b"1 2 3\n", compresslevel=0, mtime=0)
    place = stored.index(b"1 2 3")
    return Case("f.dat.gz", _flipped(stored, place, 4), readers.fimi, {"format": "fimi"}, is_packed=True)


def damaged_json_lines() -> Case:
    """JSON lines in gzip that ends early."""
    packed = gzip.compress(b'{"items": ["a", "b"]}\n' * 50, mtime=0)

    def read(data: bytes) -> list[list[str | None]]:
        return readers.json_lists(data, "items", is_lines=True)

    return Case("j.jsonl.gz", packed[:-20], read, is_packed=True)


def _parquet() -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    out = io.BytesIO()
    pq.write_table(pa.table({"items": pa.array([["a", "b"], ["b"]] * 50, pa.list_(pa.string()))}), out)
    return out.getvalue()


def damaged_parquet() -> Case:
    """Parquet whose pages are overwritten: DuckDB gave the whole instance up."""
    data = bytearray(_parquet())
    data[4 : len(data) // 3] = b"\xff" * (len(data) // 3 - 4)
    return Case("p.parquet", bytes(data), lambda data: [], tells_damage=False, is_whole=False)


def cut_parquet() -> Case:
    """Parquet without its end."""
    data = _parquet()

    def read(data: bytes) -> list[list[str | None]]:
        raise readers.Bad("cut")

    return Case("p.parquet", data[: len(data) // 2], read)


def four_billion_transactions() -> Case:
    """A histogram of 13 bytes that takes 19 GB."""

    def read(data: bytes) -> list[list[str]]:
        raise readers.Bad("more than fits")

    return Case("h.csv", b"items,n\na,4294967295\n", read, {"items": "items", "count": "n"})


def long_header() -> Case:
    """A header line above 131,072 characters, which Python's csv took for an error."""
    names = [f"item {n} {'x' * 40}" for n in range(3_000)]
    data = (",".join(names) + "\n" + ",".join("1" for _ in names) + "\n").encode()
    return Case(
        "m.csv",
        data,
        lambda data: readers.matrix(data, ",", []),
        {"format": "matrix", "header": True, "separator": ","},
    )


def long_name() -> Case:
    """A name above 131,072 characters, which Python's csv does not read."""

    def read(data: bytes) -> list[list[str]]:
        raise readers.Open

    data = b"a," + b"x" * 140_000 + b"\n1,1\n"
    return Case("m.csv", data, read, {"format": "matrix", "header": True}, is_whole=False)


def long_integer() -> Case:
    """An integer of 5,000 digits in JSON, which Python does not read."""

    def read(data: bytes) -> list[list[str]]:
        raise readers.Open

    return Case("j.json", b'[{"items": ["a", ' + b"9" * 5000 + b"]}]", read, is_whole=False)


def deep_json() -> Case:
    """Lists in lists, deeper than Python goes."""

    def read(data: bytes) -> list[list[str]]:
        raise readers.Bad("no names")

    return Case("j.json", b'[{"items": ' + b"[" * 100_000 + b"]" * 100_000 + b"}]", read)


def unclosed_quote() -> Case:
    """A quote that is never closed: the rest of the file stood in the message."""
    data = b'who,what\n1,"a\n' + b"2,a secret of someone\n" * 200
    return Case("l.csv", data, _long, dict(_BY_COLUMNS))


def nul_before_cr() -> Case:
    """A NUL before the end of a line vanished."""
    return Case("b.txt", b"a b\0\r\nc d\r\n", readers.baskets, {"separator": " "})


def quoted_end_without_an_end() -> Case:
    """A CR in quotes became a LF where other lines end in CRLF and the last in nothing."""
    return Case("l.csv", b'who,what\r\n1,"a\rb"', _long, dict(_BY_COLUMNS))


def mixed_ends() -> Case:
    """CRLF and LF, as grep leaves a file of Windows."""
    return Case("f.dat", b"1 2\r\n3\n4 5\r\n6\n", readers.fimi, {"format": "fimi"})


def quoted_comma() -> Case:
    """A separator within quotes."""
    data = b'"a,b",milk\nmilk,tea\n'
    return Case(
        "b.csv", data, lambda data: readers.baskets(data, separator=","), {"format": "baskets", "separator": ","}
    )


def latin_header() -> Case:
    """A header that is not UTF-8, in a column that is not read."""
    return Case("l.csv", b"x\xff,who,what\nx,1,a\n", _long, dict(_BY_COLUMNS))


def end_in_a_name() -> Case:
    """A name with a CR in it, in quotes: it became an LF."""
    data = b'label,"a\rb",c\np,1,1\n'
    arguments = {"format": "matrix", "exclude": ["label"], "header": True, "separator": ","}
    return Case("m.csv", data, lambda data: readers.matrix(data, ",", ["label"]), arguments)


LOADS: tuple[Callable[[], Case], ...] = (
    other_columns, no_header_in_the_second, crc, length, another_item, damaged_json_lines, damaged_parquet, cut_parquet,
    four_billion_transactions, long_header, long_name, long_integer, deep_json, unclosed_quote, nul_before_cr,
    mixed_ends, quoted_end_without_an_end, quoted_comma, latin_header, end_in_a_name,
)  # fmt: skip

LIMITS = {
    "deeper than Python goes": b"attacks = " + b"[" * 100_000,
    "deep tables": b"a" + b".a" * 50_000 + b" = 1",
    "an integer of 5,000 digits": b"max_at_risk = " + b"9" * 5000,
    "a name of 5,000 characters": b'"' + b"x" * 5000 + b'" = 1',
    "a value of 5,000 characters": b'max_at_risk = "' + b"x" * 5000 + b'"',
    "a list of forty values": b"max_score = [" + b"1, " * 40 + b"]",
    "no UTF-8": b"max_at_risk = 0.1 # \xff",
    "several lines": b'attacks = "a\\nb"',
}

JSON_FILES = {
    "deeper than Python goes": (b"[" * 100_000, ".json"),
    "an integer of 5,000 digits": (b'{"items": [' + b"9" * 5000 + b"]}", ".jsonl"),
    "half a character": (b'{"items": ["\\ud800"]}\n', ".jsonl"),
}

# On the database that `relations.make` makes.
QUERIES = (
    # Rows of other families were divided by nothing.
    "SELECT * FROM setrisk.distortions('coated')",
    "SELECT * FROM setrisk.distortions('chunks')",
    # Threads that wait for each other for ever.
    "SELECT f.record FROM setrisk.risk('chunks') AS f WHERE f.at_risk LIMIT 3",
    "SELECT f.record FROM setrisk.risk('coated') AS f WHERE f.at_risk LIMIT 1",
)
