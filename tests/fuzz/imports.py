"""Imports: folders of exported releases, changed as no export would, come in as they stand or not at all."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import duckdb

import setrisk
from setrisk.errors import SetriskError
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.exchange.published import PUBLISHED
from tests.fuzz.draws import NUMBERS, TOKENS, Draws
from tests.fuzz.mutators import mutated
from tests.fuzz.oracle import Find, outcome
from tests.fuzz.relations import prepared

RELEASES = {
    "generalisation": "coated",
    "disassociation": "chunks",
    "serial": "second",
    "uncertainty": "rho",
    "histogram": "plain",
}
_ABOUT = ("family", "method", "parameters", "created_at", "marks")
_MOST_USES = 1_000
# A table as it lies in the folder: its columns, and its rows as text, None for NULL.
Tables = dict[str, tuple[list[str], list[list[str | None]]]]


def exported(con: duckdb.DuckDBPyConnection, release: str, family: str) -> Tables:
    """What `export` writes, asked of the relations that it writes."""
    found: Tables = {}
    for table in ("release", *PUBLISHED[family].tables):
        counted = {"n_rows": "{}"} if table == "release" else {}
        relation = run(con, f"exchange/exported_{table}", release=release, **counted)
        # Row counts may be left out.
        columns = [column[0] for column in relation.description or [] if column[0] not in counted]
        rows = [row[: len(columns)] for row in relation.fetchall()]
        found[table] = (columns, [[None if value is None else str(value) for value in row] for row in rows])
    return found


class Imports:
    """The target: one folder, imported and dropped again."""

    name = "imports"
    length = 300

    def __init__(self) -> None:
        base = "/dev/shm" if Path("/dev/shm").is_dir() else None
        self.root = Path(tempfile.mkdtemp(prefix="fuzz", dir=base))
        with duckdb.connect(prepared() / "all.duckdb", read_only=True) as con:
            self.known = {family: exported(con, release, family) for family, release in RELEASES.items()}
        self.folder = self.root / "given"
        self.uses = 0
        self._open()

    def _open(self) -> None:
        self.con = setrisk.connect()
        self.con.execute("SET memory_limit = '500MB'")
        self.con.execute(f"SET temp_directory = '{self.root / 'spill'}'")
        self.con.execute("SET threads = 1")
        self.before = self._state()

    def close(self) -> None:
        self.con.close()
        shutil.rmtree(self.root, ignore_errors=True)

    def run(self, data: bytes) -> str:
        draws = Draws(data)
        family = draws.pick(list(RELEASES))
        tables: Tables = {
            table: (list(columns), [list(row) for row in rows]) for table, (columns, rows) in self.known[family].items()
        }
        is_whole = draws.one_in(8)
        if not is_whole:
            for _ in range(draws.between(1, 3)):
                _change(draws, tables)
        self.folder.mkdir()
        try:
            is_damaged = self._write(draws, tables, is_whole)
            return self.check(family, tables, is_whole=is_whole, is_damaged=is_damaged)
        finally:
            shutil.rmtree(self.folder)

    def check(self, family: str, tables: Tables, *, is_whole: bool = False, is_damaged: bool = False) -> str:
        """Import the folder; what came in is what the tables hold, where no file was damaged afterwards."""
        self.uses += 1
        if self.uses % _MOST_USES == 0:
            self.con.close()
            self._open()
        try:
            return self._imported(family, tables, is_whole, is_damaged)
        except Find:
            self.con.close()
            self._open()
            raise

    def _imported(self, family: str, tables: Tables, is_whole: bool, is_damaged: bool) -> str:
        shown = " ".join(str(cell) for _, rows in tables.values() for row in rows for cell in row)
        came = outcome(lambda: setrisk.import_release(self.con, "r", self.folder), shown)
        if isinstance(came, SetriskError):
            if self._state() != self.before:
                raise Find(f"refused, and something is left behind: {came}")
            if is_whole:
                raise Find(f"a whole folder is refused: {came}")
            return "refused"
        ((marks,),) = self.con.execute("SELECT r.marks FROM setrisk.release AS r WHERE r.release = 'r'").fetchall()
        found = exported(self.con, "r", family)
        setrisk.drop(self.con, "r")
        if self._state() != self.before:
            raise Find("dropped, and something is left behind")
        if "imported" not in marks:
            raise Find(f"the marks are {marks}")
        if not is_damaged:
            _compare(family, tables, found)
            if fault := structural_fault(family, found):
                raise Find(f"imported, though {fault}")
        return "imported"

    def _write(self, draws: Draws, tables: Tables, is_whole: bool) -> bool:
        """Write the folder; whether a file was damaged afterwards."""
        in_parquet = draws.one_in(3)
        for table, (columns, rows) in tables.items():
            name = self.folder / f"{table}.{'parquet' if in_parquet else 'csv'}"
            name.write_bytes(_parquet(table, columns, rows) if in_parquet else _csv(columns, rows))
        if is_whole or not draws.one_in(4):
            return False
        victim = draws.pick(sorted(self.folder.iterdir()))
        kind = draws.below(6)
        if kind == 0:
            victim.unlink()
        elif kind == 1:
            shutil.copy(victim, victim.with_suffix(".csv" if in_parquet else ".parquet"))
        elif kind == 2:
            victim.unlink()
            victim.mkdir()
        else:
            victim.write_bytes(mutated(draws, victim.read_bytes()))
        return True

    def _state(self) -> Any:
        tables = ("release", "series", "published_item", *(t for f in PUBLISHED.values() for t in f.tables))
        counts = ", ".join(f"(SELECT count(*) FROM setrisk.{table})" for table in dict.fromkeys(tables))
        return self.con.execute(
            f"SELECT {counts}, (SELECT count(*) FROM duckdb_tables() AS t WHERE t.temporary), txid_current() < 0"
        ).fetchall()


def _change(draws: Draws, tables: Tables) -> None:
    """One cell, row or column otherwise."""
    name = draws.pick(list(tables))
    columns, rows = tables[name]
    kind = draws.below(12)
    if not rows or kind == 0:
        rows.append([_cell(draws) for _ in columns])
    elif kind == 1:
        del rows[draws.below(len(rows))]
    elif kind == 2:
        rows.append(list(draws.pick(rows)))
    elif kind == 3:
        del rows[draws.below(len(rows)) :]
    elif kind == 4:
        columns[draws.below(len(columns))] = draws.pick(("item", "Item", "", "cluster", draws.text()))
    elif kind == 5 and name == "release" and len(columns) == len(_ABOUT):
        rows[0][2] = _parameters(draws, rows[0][2] or "{}")
    elif kind == 6 and name == "release" and len(columns) == len(_ABOUT):
        rows[0][draws.below(5)] = draws.pick((*RELEASES, "", "raw x"))
    elif kind == 7:
        one, other = draws.pick(rows), draws.pick(rows)
        place = draws.below(len(columns))
        one[place], other[place] = other[place], one[place]
    else:
        rows[draws.below(len(rows))][draws.below(len(columns))] = _cell(draws)


def _cell(draws: Draws) -> str | None:
    kind = draws.below(6)
    if kind == 0:
        return None
    if kind == 1:
        return str(draws.pick(NUMBERS))
    if kind == 2:
        return draws.pick(TOKENS)
    if kind == 3:
        return draws.text()
    return str(draws.between(0, 6))


def _parameters(draws: Draws, given: str) -> str:
    kind = draws.below(4)
    if kind == 0:
        return draws.pick(("", "[]", "{", "null", "NaN", '{"k": 2, "k": 3}', '{"k": 1e999}', "[" * 5000, '{"k": "2"}'))
    if kind == 1:
        return given + draws.text()
    held = json.loads(given) if given.startswith("{") else {}
    held[draws.pick(("k", "m", "r_th", "seed", draws.text()))] = draws.pick((None, True, [], "5", draws.number()))
    return json.dumps(held)


def _csv(columns: list[str], rows: list[list[str | None]]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([["" if cell is None else cell for cell in row] for row in rows])
    return out.getvalue().encode("utf-8", "surrogatepass")


def _parquet(table: str, columns: list[str], rows: list[list[str | None]]) -> bytes:
    """Whole numbers as such, where all of a column are and fit, text otherwise."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    made = []
    for place in range(len(columns)):
        cells = [row[place] for row in rows]
        are_numbers = columns[place] not in ("item", *_ABOUT) and all(
            cell is None or (re.fullmatch(r"-?[0-9]{1,18}", cell)) for cell in cells
        )
        if are_numbers:
            made.append(pa.array([None if cell is None else int(cell) for cell in cells], pa.int64()))
        elif columns[place] == "created_at" and all(cell and re.match(r"\d{4}-\d\d-\d\d", cell) for cell in cells):
            made.append(pa.array(cells, pa.string()).cast(pa.timestamp("us")))
        else:
            made.append(pa.array(cells, pa.string()))
    out = io.BytesIO()
    pq.write_table(pa.Table.from_arrays(made, names=columns), out)
    return out.getvalue()


def _plain(rows: list[list[str | None]]) -> Counter[tuple[str | None, ...]] | None:
    """Rows to be compared; None where a number is spelled in a way that may be read otherwise."""
    found: Counter[tuple[str | None, ...]] = Counter()
    for row in rows:
        found[tuple(cell or None for cell in row)] += 1
    return found


def _compare(family: str, given: Tables, found: Tables) -> None:
    """Nothing is lost on the way in."""
    for table, (columns, rows) in given.items():
        if table == "release":
            continue
        numbers = [place for place, column in enumerate(columns) if column != "item"]
        spelled = [row[place] for row in rows for place in numbers if row[place]]
        if any(not re.fullmatch("0|-?[1-9][0-9]*", cell or "") for cell in spelled):
            continue
        if table == "histogram":
            one, other = (_sets(each) for each in (given[table][1], found[table][1]))
        else:
            one, other = _plain(rows), _plain(found[table][1])
        if one != other:
            lost = list((one - other).items())[:3] if one is not None and other is not None else None
            raise Find(f"{family}: {table} holds other rows than were given; lost are {lost!r:.300}")


def _sets(rows: list[list[str | None]]) -> Counter[Any]:
    """Of a histogram: how often each itemset occurs, whatever it is numbered."""
    held: dict[str | None, tuple[set[str], str | None]] = {}
    for itemset, item, occurrences in rows:
        members, _ = held.setdefault(itemset, (set(), occurrences))
        if item:
            members.add(item)
    return Counter((frozenset(members), occurrences) for members, occurrences in held.values())


def structural_fault(family: str, tables: Tables) -> str | None:
    """What no release can be, said of an imported one; asked in plain Python."""
    rows = {table: held[1] for table, held in tables.items()}
    if family in ("generalisation", "uncertainty"):
        known = {row[0] for row in rows["generalised_item"]}
        for _, _, item, generalised in rows["generalised_record"]:
            if (item is None) == (generalised is None) or (generalised is not None and generalised not in known):
                return "an entry is neither an item nor a generalised one that is there"
        shown = {row[2] for row in rows["generalised_record"]}
        if any(item is None or item not in shown for (item,) in rows.get("protected_item", [])):
            return "a sensitive item is in no record"
        return None
    if family == "histogram":
        counted = {(row[0], row[2]) for row in rows["histogram"]}
        if len({itemset for itemset, _ in counted}) < len(counted):
            return "an itemset has two counts"
        if any(occurrences is None or int(occurrences) < 0 for _, occurrences in counted):
            return "a count is negative"
        return None
    sizes = {row[0]: int(row[1] or 0) for row in rows["cluster"]}
    if len(sizes) < len(rows["cluster"]) or any(size < 1 for size in sizes.values()):
        return "a cluster is there twice, or has no record"
    if family == "serial":
        for cluster, record, item in rows["cluster_record"]:
            if cluster not in sizes or item is None or record is None:
                return "a record is in no cluster"
        for cluster, _, copies in rows["sensitive_count"]:
            if cluster not in sizes or not 1 <= int(copies or 0) <= sizes[cluster]:
                return "a sensitive item has more copies than its cluster has records"
        return None
    joints = {row[0] for row in rows["joint_cluster"]}
    for cluster, _, _, item in rows["chunk_record"]:
        if (cluster not in sizes and cluster not in joints) or item is None:
            return "a sub-record is in no cluster"
    if any(row[0] not in sizes for row in rows["term_chunk"]):
        return "a term chunk is in no cluster"
    return None
