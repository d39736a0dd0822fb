"""Whole loads: a file of any format, well-formed or damaged, comes in as plain Python reads it, or not at all."""

from __future__ import annotations

import csv
import io
import json
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb

import setrisk
from setrisk.errors import SetriskError
from tests.fuzz import readers
from tests.fuzz.draws import Draws
from tests.fuzz.mutators import mutated, packed
from tests.fuzz.oracle import Find, outcome

# Loads after which the database is made anew: rows that are deleted stay in memory.
_MOST_USES = 1_000
_STATE = """
SELECT
    (SELECT (count(*), bit_xor(hash(d.dataset, d.n_transactions, d.n_items))) FROM setrisk_private.dataset AS d),
    (SELECT (count(*), bit_xor(hash(i.item_id, i.item))) FROM setrisk_private.item AS i),
    (SELECT (count(*), bit_xor(hash(t.dataset, t.tid, t.position, t.item_id)))
        FROM setrisk_private.transaction_item AS t),
    (SELECT count(*) FROM setrisk_private.transaction_id),
    (SELECT count(*) FROM setrisk_private.snapshot),
    (SELECT count(*) FROM duckdb_tables() AS t WHERE t.temporary),
    (SELECT count(*) FROM duckdb_views() AS v WHERE v.temporary AND NOT v.internal)
"""


@dataclass
class Case:
    """A file, how it is loaded, and the other opinion on it."""

    name: str
    data: bytes
    read: Callable[[bytes], Sequence[Sequence[str | None]]]
    arguments: dict[str, Any] = field(default_factory=dict)
    is_packed: bool = False
    # Damage to a binary file may change what is in it without breaking it.
    tells_damage: bool = True
    is_whole: bool = True
    # Files beside it, and the pattern that names all of them.
    others: dict[str, bytes] = field(default_factory=dict)
    pattern: str = ""

    def opinion(self, keep: bool) -> readers.Lists | None:
        data = readers.unpacked(self.data) if self.is_packed else self.data
        return readers.opinion(lambda: self.read(data), keep=keep)


def names(draws: Draws, *, forbidden: str = "", plain: bool = False) -> list[str]:
    """A few names of items, some of which are of the kind that breaks things."""
    found = []
    for _ in range(draws.between(1, 6)):
        name = (
            draws.text() if not plain and draws.one_in(3) else draws.pick(("a", "b", "milk", "7", "item 1", "Item 1"))
        )
        name = "".join(c for c in name if c not in forbidden).strip(" ")
        found.append(name or "x")
    return found


def lists_of(draws: Draws, pool: Sequence[str], most: int = 8) -> list[list[str]]:
    return [draws.several(pool, 4) for _ in range(draws.between(1, most))]


def _lines(draws: Draws, lists: Sequence[Sequence[str]], separator: str) -> bytes:
    end = draws.pick(("\n", "\n", "\r\n"))
    text = end.join(separator.join(names) for names in lists)
    return (text + (end if not draws.one_in(4) else "")).encode("utf-8", "surrogatepass")


_STEERING = "\x00\n\r\x0b\x0c\x1f\ufeff"


def baskets(draws: Draws) -> Case:
    if draws.one_in(2):
        pool = names(draws, forbidden=_STEERING + ' \t"')
        data = _lines(draws, [each for each in lists_of(draws, pool) if each] or [["x", "y"]], " ")
        return Case("b.txt", data, lambda data: readers.baskets(data, separator=" "), {"separator": " "})
    separator = draws.pick((",", ";", "\t", "|", ", ", "::"))
    pool = names(draws, forbidden=_STEERING + '"' + separator)
    lists = [*lists_of(draws, pool), ["p", "q"]]
    data = _lines(draws, lists, separator)
    return Case("b.txt", data, lambda data: readers.baskets(data, separator=separator), {"separator": separator})


def fimi(draws: Draws) -> Case:
    lists = lists_of(draws, ["1", "2", "17", "007", "99999999999999999999", "0"])
    return Case("f.dat", _lines(draws, lists, draws.pick((" ", "  ", "\t"))), readers.fimi, {"format": "fimi"})


def spmf(draws: Draws) -> Case:
    lists = [[f"{name} -1" for name in each] + ["-2"] for each in lists_of(draws, ["1", "2", "17", "0"])]
    return Case("s.txt", _lines(draws, lists, " "), readers.spmf, {"format": "spmf"})


def _csv(draws: Draws, rows: Sequence[Sequence[str]], separator: str) -> bytes:
    out = io.StringIO()
    writer = csv.writer(
        out,
        delimiter=separator,
        lineterminator=draws.pick(("\n", "\n", "\r\n")),
        quoting=draws.pick((csv.QUOTE_MINIMAL, csv.QUOTE_ALL)),
    )
    writer.writerows(rows)
    return out.getvalue().encode("utf-8", "surrogatepass")


def _dialect(draws: Draws) -> tuple[str, str, dict[str, Any]]:
    """Separator, ending and arguments of a CSV file."""
    separator = draws.pick((",", ";", "\t", "|"))
    return separator, ".tsv" if separator == "\t" else ".csv", {}


def long(draws: Draws) -> Case:
    separator, ends, arguments = _dialect(draws)
    pool = names(draws, forbidden="\x00")
    rows = [[f"t{n}", name] for n, each in enumerate(lists_of(draws, pool)) for name in each] or [["t", "x"]]
    data = _csv(draws, [["who", "what"], *rows], separator)
    return Case(
        "l" + ends,
        data,
        lambda data: readers.long(data, separator, "who", "what"),
        arguments | {"id": "who", "item": "what", "separator": separator},
    )


def lists(draws: Draws) -> Case:
    _, ends, arguments = _dialect(draws)
    part = draws.pick(("|", ";", " ", "::"))
    separator = {".tsv": "\t"}.get(ends, ",")
    pool = names(draws, forbidden="\x00" + part)
    rows = [["n", part.join(each)] for each in lists_of(draws, pool)]
    data = _csv(draws, [["id", "items"], *rows], separator)
    return Case(
        "l" + ends,
        data,
        lambda data: readers.lists(data, separator, "items", part),
        arguments | {"format": "lists", "separator": part},
    )


def histogram(draws: Draws) -> Case:
    pool = names(draws, forbidden="\x00 ")
    rows = [[" ".join(each), str(draws.pick((0, 1, 2, 3, 300)))] for each in lists_of(draws, pool)]
    data = _csv(draws, [["items", "n"], *rows, ["a", "1"]], ",")
    return Case(
        "h.csv", data, lambda data: readers.histogram(data, ",", "items", "n", " "), {"items": "items", "count": "n"}
    )


def matrix(draws: Draws) -> Case:
    separator, ends, arguments = _dialect(draws)
    pool = list(dict.fromkeys(["label", *names(draws, forbidden="\x00"), "last"]))
    rows = [["p", *(draws.pick(("0", "1", "1", "true", "0.0")) for _ in pool[1:])] for _ in range(draws.between(1, 6))]
    return Case(
        "m" + ends,
        _csv(draws, [pool, *rows], separator),
        lambda data: readers.matrix(data, separator, ["label"]),
        arguments | {"format": "matrix", "exclude": ["label"], "header": True, "separator": separator},
    )


def json_file(draws: Draws) -> Case:
    members: list[Any] = [*names(draws, forbidden="\x00"), *draws.several((1, 0, True, -5, 2**53), 3)]
    records = [{"items": draws.several(members, 4) or ["x"], "n": 1} for _ in range(draws.between(1, 6))]
    if draws.one_in(2):
        text = "".join(json.dumps(record, ensure_ascii=draws.one_in(2)) + "\n" for record in records)
        ends = draws.pick((".jsonl", ".ndjson"))
        return Case("j" + ends, text.encode(), lambda data: readers.json_lists(data, "items", is_lines=True))
    text = json.dumps(records, ensure_ascii=draws.one_in(2), indent=draws.pick((None, 1)))
    return Case("j.json", text.encode(), lambda data: readers.json_lists(data, "items", is_lines=False))


def parquet(draws: Draws) -> Case:
    import pyarrow as pa
    import pyarrow.parquet as pq

    held = [each or ["x"] for each in lists_of(draws, names(draws, forbidden="\x00"))]
    out = io.BytesIO()
    pq.write_table(pa.table({"items": pa.array(held, pa.list_(pa.string()))}), out)
    return Case("p.parquet", out.getvalue(), lambda data: held, tells_damage=False)


def several(draws: Draws) -> Case:
    """A pattern of CSV files, whose columns may stand in any order in each."""
    pool = names(draws, forbidden="\x00\r\n")
    files: dict[str, bytes] = {}
    for number in range(draws.between(1, 3)):
        header = draws.pick((["who", "what"], ["who", "what"], ["what", "who"]))
        rows = [{"who": f"{number} {n}", "what": name} for n, name in enumerate(draws.several(pool, 3) or ["x"])]
        cells = [header, *([row[column] for column in header] for row in rows)]
        files[f"x{number}.csv"] = _csv(draws, cells, ",")
    made = Case("x0.csv", files.pop("x0.csv"), lambda data: [], {"id": "who", "item": "what"}, others=files)
    made.pattern = "x*.csv"

    def read(data: bytes) -> list[list[str | None]]:
        return readers.long_of_all((data, *made.others.values()), ",", "who", "what")

    made.read = read
    return made


def text(draws: Draws) -> Case:
    pool = ("heart attacks", "the red house", "eats", "of", "blood pressure rises", "a dog")
    rows = [[" ".join(draws.several(pool, 3)) or "dogs"] for _ in range(draws.between(1, 4))]

    def read(data: bytes) -> list[list[str]]:
        from setrisk.udf.transactions.noun_phrases import noun_phrases

        columns, found = readers.table(data, ",")
        return [noun_phrases(cell or "") for cell in readers.column(columns, found, "text")]

    return Case("t.csv", _csv(draws, [["text", "n"], *([*row, "1"] for row in rows)], ","), read, {"text": "text"})


FORMATS = (
    baskets, baskets, fimi, spmf, long, long, lists, histogram, matrix, json_file, json_file, parquet, text, several,
)  # fmt: skip


def case(draws: Draws) -> Case:
    """A file of some format: whole in one of three cases, damaged otherwise; packed in one of five."""
    made = draws.pick(FORMATS)(draws)
    is_damaged = draws.below(3) > 0
    in_gzip = draws.one_in(5) and not made.pattern
    if is_damaged and not (in_gzip and draws.one_in(2)):
        made.data, made.is_whole = mutated(draws, made.data), False
    if in_gzip:
        damage = is_damaged and made.is_whole
        made.data, made.is_packed, made.name = packed(draws, made.data, damage=damage), True, made.name + ".gz"
        made.is_whole &= not damage
        if damage and not made.tells_damage:
            made.tells_damage = True  # gzip's own check tells
    if draws.one_in(16) and made.name[0] in "bfs":
        made.arguments["skip"] = draws.pick((0, 1, 2, 10**9))
        skip, read = made.arguments["skip"], made.read
        # What stands first then is no mark of the file.
        made.read = lambda data: read(readers.unmarked(b"\n".join(_split(data)[skip:])))
        made.is_whole = False
    return made


def _split(data: bytes) -> list[bytes]:
    import re

    return re.split(rb"\r\n|\n|\r", data)


class Loads:
    """The target: a database, in which each file is loaded and dropped again."""

    name = "loads"
    length = 400

    def __init__(self) -> None:
        # The tagger takes seconds to come, which are no input's.
        from setrisk.udf.transactions.noun_phrases import noun_phrases

        noun_phrases("a dog")
        base = "/dev/shm" if Path("/dev/shm").is_dir() else None
        self.folder = Path(tempfile.mkdtemp(prefix="fuzz", dir=base))
        self.uses = 0
        self._open()

    def _open(self) -> None:
        self.con = setrisk.connect()
        self.con.execute("SET memory_limit = '500MB'")
        self.con.execute("SET threads = 1")
        self.con.execute(f"SET temp_directory = '{self.folder / 'spill'}'")
        setrisk.load(self.con, "kept", self.con.sql("SELECT ['a', 'kept item'] AS items"))
        self.before = self._state()

    def _open_again(self) -> None:
        """Where a find has left more than it found."""
        try:
            self.con.interrupt()
            if self._state() == self.before:
                return
        except duckdb.Error:
            pass
        self.con.close()
        self._open()

    def close(self) -> None:
        self.con.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, data: bytes) -> str:
        """Load one file; says what came of it."""
        draws = Draws(data)
        made = case(draws)
        made.arguments["empty"] = "keep" if draws.one_in(6) else "drop"
        return self.check(made)

    def check(self, made: Case) -> str:
        self.uses += 1
        if self.uses % _MOST_USES == 0:
            self.con.close()
            self._open()
        files = {self.folder / name: data for name, data in ({made.name: made.data} | made.others).items()}
        for path, data in files.items():
            path.write_bytes(data)
        try:
            return self._loaded(made, self.folder / (made.pattern or made.name))
        except Find:
            self._open_again()
            raise
        finally:
            for path in files:
                path.unlink(missing_ok=True)

    def _loaded(self, made: Case, path: Path) -> str:
        keep = made.arguments.get("empty") == "keep"
        shown = b"\n".join((made.data, *made.others.values())).decode("utf-8", "replace")
        came = outcome(lambda: setrisk.load(self.con, "d", path, **made.arguments), shown)
        try:
            expected = made.opinion(keep)
            is_bad = ""
        except readers.Bad as error:
            expected, is_bad = None, str(error) or "bad"
        if isinstance(came, SetriskError):
            if self._state() != self.before:
                raise Find(f"refused, and something is left behind: {came}")
            is_single = expected is not None and all(len(set(items)) <= 1 for items in expected)
            if made.is_whole and not is_bad and not (is_single and "holds the separator" in str(came)):
                raise Find(f"a whole file is refused: {came}")
            return "refused"
        found = self.contents("d", came.n_transactions)
        self._drop()
        if is_bad and (made.tells_damage or made.is_whole) and not (keep and is_bad == "no transaction"):
            raise Find(f"loaded, though it must be refused ({is_bad}): {found!r:.300}")
        if expected is not None and found != expected and (made.tells_damage or made.is_whole):
            raise Find(f"loaded as {found!r:.300}, but the file holds {expected!r:.300}")
        return "loaded"

    def contents(self, dataset: str, n: int) -> readers.Lists:
        """The transactions of a data set as lists of names, in order."""
        held: readers.Lists = [[] for _ in range(n)]
        for tid, item in self.con.execute(
            "SELECT t.tid, i.item FROM setrisk_private.transaction_item AS t JOIN setrisk_private.item AS i "
            "USING (item_id) WHERE t.dataset = ? ORDER BY t.tid, t.position",
            [dataset],
        ).fetchall():
            held[tid - 1].append(item)
        return held

    def _drop(self) -> None:
        self.con.execute("BEGIN")
        for table in ("dataset", "transaction_item", "transaction_id", "snapshot"):
            self.con.execute(
                f"DELETE FROM setrisk_private.{table} WHERE {'subject' if table == 'snapshot' else 'dataset'} <> 'kept'"
            )
        self.con.execute("DELETE FROM setrisk_private.item WHERE item_id > 2")
        self.con.execute("COMMIT")

    def _state(self) -> Any:
        return self.con.execute(_STATE).fetchall()
