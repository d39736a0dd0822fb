"""Every argument of every public relation, given what nobody should: rows, or an error that blames the argument."""

from __future__ import annotations

import atexit
import functools
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb

import setrisk
import setrisk.sql as relations
from setrisk.errors import SetriskError
from setrisk.pipelines.common.quoting import literal
from tests.fuzz.draws import TOKENS, Draws
from tests.fuzz.oracle import OF_ANOTHER_TYPE, Find, check_query_error, outcome

# Names of the database that `make` makes, of each kind.
DATASETS = ("shop", "shop 1", "shop 2")
RELEASES = ("coated", "chunks", "first", "second", "third", "invariant", "plain", "noisy", "taken in")
SERIES = ("both", "third", "invariant")
KNOWLEDGE = ("self", "words", "vectors")
GRIDS = ("tried",)
_NAMES = {
    "release": RELEASES, "dataset": DATASETS, "series": SERIES, "knowledge": KNOWLEDGE, "corpus": ("words",),
    "grid": GRIDS, "method": ("gba", "rba", "ra", "aba", "random", "mra", "cluster", "linkage", "all"),
    "scope": ("cluster", "transitive", "global"), "family": ("generalisation", "serial", "uncertainty"),
}  # fmt: skip
# Arguments that are lists of some kind.
_LISTS = {
    "distances": "[[1.0, 2.0], [3.0, NULL]]",
    "overlaps": "[{'size': 3, 'lo': 0, 'hi': 1, 'inside': true}]",
    "terms": "['bread', 'milk']",
    "pairs": "(SELECT list({'item_a': 'bread', 'item_b': 'milk'}))",
    "attacks": "['gba', 'aba']",
    "items": "['bread', 'milk']",
    "names": "['a', 'b']",
}


def make(con: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """A small database with data, releases of every family, findings, series, knowledge and a grid."""
    rows = (
        "SELECT unnest([['bread','milk'],['bread','tea'],['milk','tea'],['bread','milk','tea'],['eggs','milk'],"
        "['eggs','tea'],['bread','eggs'],['bread','milk'],['tea','milk'],['wine','milk'],['wine','bread'],['tea']]) "
        "AS items"
    )
    setrisk.load(con, "shop", con.sql(rows))
    for period in (1, 2):
        setrisk.load(con, f"shop {period}", con.sql(f"FROM ({rows}) LIMIT {6 + 3 * period}"))
    texts = con.sql("SELECT unnest(['bread and milk', 'milk tea', 'eggs bread', 'wine tea milk', 'bread']) AS text")
    setrisk.load_corpus(con, "words", texts)
    (folder / "vectors.txt").write_text("bread 1 0\nmilk 0 1\ntea 0.5 0.5\neggs 1 1\n")
    setrisk.embed(con, "vectors", folder / "vectors.txt")
    setrisk.protect(con, "shop", "coated", k=2, privacy_constraints=[["bread", "milk"], ["wine"]], seed=1)
    setrisk.protect(con, "shop", "chunks", method="disassociation", k=2, m=2)
    setrisk.protect(con, "shop", "plain", method="identity")
    setrisk.protect(con, "shop", "rho", method="rho", rho=0.5, sensitive=["wine", "eggs"], group_size=2, seed=1)
    setrisk.protect(con, "shop", "noisy", method="diffpart", epsilon=5.0, from_data=True, seed=2)
    serial: dict[str, Any] = {"sensitive": ["wine", "eggs"], "cluster_size": 3, "seed": 1}
    setrisk.protect(con, "shop 1", "first", method="sanony", series="both", r_th=3.0, **serial)
    setrisk.protect(con, "shop 2", "second", method="sanony", series="both", r_th=3.0, cluster_size=3, seed=2)
    setrisk.protect(con, "shop", "third", method="anony", r_th=3.0, **serial)
    setrisk.protect(con, "shop", "invariant", method="m-invariance", m=2, sensitive=["wine", "eggs"])
    for release, attack in (
        ("coated", "rba"), ("chunks", "aba"), ("plain", "linkage"), ("noisy", "linkage"), ("second", "transitive"),
        ("rho", "rules"),
    ):  # fmt: skip
        setrisk.attack(con, release, method=attack)
    setrisk.whatif(con, "shop", assess=False, grid="tried", method="disassociation", k=[2, 3], workers=1)
    setrisk.export(con, "chunks", folder / "chunks", anyway=True)
    setrisk.import_release(con, "taken in", folder / "chunks")


@functools.cache
def prepared() -> Path:
    """The folder of that database, made once in a process."""
    folder = Path(tempfile.mkdtemp(prefix="fuzz"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with setrisk.connect(folder / "all.duckdb") as con:
        make(con, folder)
    return folder


class Relations:
    """The target: one call of a public relation."""

    name = "relations"
    length = 120

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="fuzz"))
        self.path = Path(shutil.copy(prepared() / "all.duckdb", self.folder))
        self.public = [r for r in relations.relations() if not r.is_internal]
        (self.folder / "file.txt").write_text("a b\nb c 1\n1 2\n")
        self._open(self.path)

    def _open(self, path: Path) -> None:
        self.con = setrisk.connect(path)
        self.con.execute("SET memory_limit = '1GB'")
        self.con.execute(f"SET temp_directory = '{self.folder / 'spill'}'")

    def close(self) -> None:
        self.con.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, data: bytes) -> str:
        return self.check(self.shown(data))

    def shown(self, data: bytes) -> str:
        """The query that bytes become."""
        draws = Draws(data)
        relation = self.public[draws.below(len(self.public))]
        arguments, is_odd = [], False
        for parameter in relation.parameters:
            if parameter.default is not None and draws.one_in(2):
                continue
            value = self._value(draws, parameter.name)
            is_odd |= parameter.name in _NAMES and not value.startswith("'")
            arguments.append(f"{parameter.name} := {value}" if parameter.default is not None else value)
        call = f"setrisk.{relation.name}({', '.join(arguments)})"
        limit = draws.pick(("", "", "", " LIMIT 1", " LIMIT 0"))
        if is_odd:
            call = f"{call} /* {OF_ANOTHER_TYPE} */"
        return f"SELECT * FROM {call}{limit}" if relation.is_table else f"SELECT {call}"

    def check(self, query: str) -> str:
        """Run a query whose text holds the arguments."""
        try:
            came = outcome(lambda: self._answer(query), seconds=60.0)
        except Find as find:
            self.con.interrupt()
            try:
                self.con.execute("SELECT 1").fetchall()
            except duckdb.Error:
                self.con.close()
                self._open(self.path)
            raise Find(f"{query:.300}: {find}"[:1500]) from find
        if isinstance(came, SetriskError):
            raise Find(f"{query:.300}: {came}")
        return str(came)

    def _answer(self, query: str) -> str:
        try:
            self.con.execute(query).fetchmany(1000)
        except duckdb.Error as error:
            check_query_error(error, query)
            return "refused"
        return "answered"

    def _value(self, draws: Draws, name: str) -> str:
        """An argument: mostly of the right kind, else of any."""
        if not draws.one_in(3):
            if name in _NAMES:
                return literal(draws.pick(_NAMES[name]))
            if name in _LISTS and draws.one_in(2):
                return _LISTS[name]
            if name == "path":
                return literal(str(self.folder / "file.txt"))
            if name == "source":
                return literal(draws.pick(("setrisk.release", "setrisk.functions", "range(3)", "missing")))
            return _number(draws)
        return draws.pick(_KINDS)(draws)


def _number(draws: Draws) -> str:
    value: Any = draws.number()
    if isinstance(value, float):
        return (
            f"CAST('{value!r}' AS DOUBLE)"
            if draws.one_in(2) or value != value
            else f"{value!r}".replace("inf", "1e999")
        )
    return str(value)


def _any_name(draws: Draws) -> str:
    return literal(draws.pick([name for names in _NAMES.values() for name in names]))


def _text(draws: Draws) -> str:
    return literal(draws.text().replace("\0", ""))


def _token(draws: Draws) -> str:
    return literal(draws.pick(TOKENS).replace("\0", ""))


def _list(draws: Draws) -> str:
    return f"[{', '.join(draws.pick(_PLAIN)(draws) for _ in range(draws.below(4)))}]"


def _constant(draws: Draws) -> str:
    return draws.pick(
        (
            "NULL", "[]", "[NULL]", "[[]]", "{}", "''", "true", "false", "CAST(NULL AS VARCHAR)",
            "CAST(NULL AS BIGINT)", "DATE '2024-02-30'", "DATE '2024-02-28'", "INTERVAL 1 YEAR",
            "'\\xFF'::BLOB", "{'a': 1}", "MAP {'a': 1}",
            "1::UTINYINT", "1.5::DECIMAL(3, 1)", "(SELECT 1)", "(SELECT 'coated')", "(SELECT NULL)", "'coated'::JSON",
            "uuid()", "repeat('x', 100000)", "range(100000)", "[[1.0]]", "[['a']]", "-0", "1e999", "pi()",
        )
    )  # fmt: skip


_PLAIN: tuple[Callable[[Draws], str], ...] = (_number, _any_name, _text, _token, lambda draws: "NULL")
_KINDS: tuple[Callable[[Draws], str], ...] = (_number, _any_name, _text, _token, _list, _list, _constant, _constant)
