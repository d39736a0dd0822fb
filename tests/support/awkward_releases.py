"""A database of releases whose items, data sets and secrets have awkward names, with attacks and knowledge."""

import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pandas as pd
from duckdb import DuckDBPyConnection

import setrisk

PATIENTS = [
    ["it's", "b", "a"],
    ['"q"', "b", "c"],
    ["x;y", "a", "NULL"],
    ["😀", "<script>", "a"],
    ["nan", "d", "c"],
    ["line\nbreak", "b,c", "a"],
    ["a", "b"],
    ["b", "c"],
    ["a", "c", "d"],
    ["hidden", "a", "b"],
]
# The last has no patient, so that items are not numbered in the order of their names.
VISITED = ["a", "b", "c", "it's", '"q"', "x;y", "😀", "line\nbreak", "b,c", "NULL", "aa"]
VISITS = [random.Random(n).sample(VISITED, 2 + n % 5) for n in range(60)]
SEED = 987654321


@contextmanager
def opened_copy(template: Path, folder: Path) -> Iterator[DuckDBPyConnection]:
    """A connection to a copy of the file that `make` has made, for a test that changes it."""
    connection = setrisk.connect(shutil.copy(template, folder / "copy.duckdb"))
    yield connection
    connection.close()


def make(path: Path) -> None:
    """Make a database with releases, attacks and knowledge."""
    with setrisk.connect(path) as con:
        setrisk.load(con, "secret patients", pd.DataFrame({"items": PATIENTS}))
        setrisk.load(con, "others", pd.DataFrame({"items": [["a", "b", "z"], ["b", "y"], ["a", "z"]]}))
        setrisk.load(con, "unused", pd.DataFrame({"id": ["p", "p"], "item": ["a", "only here"]}), format="long")
        rest = [item for item in dict.fromkeys(i for items in PATIENTS for i in items) if item != "hidden"]
        setrisk.protect(
            con,
            "secret patients",
            "r",
            k=2,
            privacy_constraints=[["it's", "nan"], ["😀"], ["hidden"]],
            utility_constraints=[rest],
            seed=SEED,
        )
        setrisk.protect(con, "secret patients", "r2", k=2, random_constraints=0.5, seed=3)
        setrisk.protect(con, "others", "o", k=2, privacy_constraints=[["z", "y"]])
        setrisk.load(con, "visits", pd.DataFrame({"items": VISITS}))
        setrisk.protect(con, "visits", "d", method="disassociation", k=4, max_cluster_size=16, seed=SEED)
        setrisk.attack(con, "d", method="all")
        documents = [f"a b c {word} nan" for items in PATIENTS for word in items]
        setrisk.load_corpus(con, "c", pd.DataFrame({"text": documents}))
        setrisk.load_corpus(con, "imported", pd.DataFrame({"item_a": ["a"], "item_b": ["b"], "hits": [2]}), counts_of=9)
        (path.parent / "v.txt").write_text("a 1 0\nb 0 1\nc 1 1\n")
        setrisk.embed(con, "v", path.parent / "v.txt")
        for release, known in (("r", ["self", "c", "v"]), ("r2", ["self"]), ("o", ["self", "c", "v"])):
            for knowledge in known:
                setrisk.attack(con, release, method=["mda", "rba"], knowledge=knowledge)


def snapshot(con: DuckDBPyConnection) -> dict[str, list[dict[str, Any]]]:
    """Every row of every table of the catalog."""
    tables = con.execute(
        "SELECT t.schema_name || '.' || t.table_name FROM duckdb_tables() AS t WHERE NOT t.temporary ORDER BY ALL"
    ).fetchall()
    held = {}
    for (table,) in tables:
        found = con.execute(f"SELECT t.* FROM {table} AS t ORDER BY ALL")
        columns = [column[0] for column in found.description or ()]
        held[table] = [dict(zip(columns, row, strict=True)) for row in found.fetchall()]
    return held


def without(held: dict[str, list[dict[str, Any]]], column: str, *values: str) -> dict[str, list[dict[str, Any]]]:
    return {table: [row for row in rows if row.get(column) not in values] for table, rows in held.items()}
