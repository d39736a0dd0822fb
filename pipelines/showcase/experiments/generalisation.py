"""Recall, precision and F of the eliminations against k (CONTEXT Figure 13), and on larger tables."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.progress import Progress, ignore_progress
from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.database.connect import connect
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.releases.attack import attack
from setrisk.pipelines.releases.drop import drop
from setrisk.pipelines.releases.protect import protect
from setrisk.pipelines.showcase import charts
from setrisk.pipelines.showcase.experiments.texts import DOMAINS, load_knowledge
from setrisk.pipelines.transactions.load import load

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SEEDS = (1, 2, 3)
_METHODS = ("mda", "tba", "wba", "gba", "rba")
# Of the random baseline, and of the attacks on permuted distances, which take longer.
_DRAWS, _PERMUTED_DRAWS = 30, 3
HEADER = (
    "figure", "records", "k", "seed", "knowledge", "method", "tables", "cells", "density", "eliminated", "recall",
    "precision", "f_score", "permuted_recall", "permuted_precision", "permuted_f_score", "known_cells",
)  # fmt: skip
SIZES = ("figure", "records", "k", "seed", "members", "rows", "tables")


@dataclass(frozen=True)
class Setting:
    """One release: what it shows, its k, and the share of the items in privacy constraints.

    With two per cent of the items a release has some hundred generalised items, as in CONTEXT Table II, most of them of
    two items; with a larger k, and half as many items, they have up to 16 and more.
    """

    figure: str
    k: int
    share: float


def settings() -> Iterator[Setting]:
    """Those of the paper, and those with larger tables."""
    for k in range(2, 7):
        yield Setting("k", k, 0.02)
    for k in (12, 16, 20):
        yield Setting("size", k, 0.01)


def generalisation(con: DuckDBPyConnection, data: Path, out: Path, progress: Progress) -> list[Path]:
    """All attacks on releases of medical and of news records, each kind in a process; returns the files written."""
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        progress("attacking releases of medical and of news records")
        found = list(pool.map(_of_domain, [data] * len(DOMAINS), DOMAINS))
    rows, sizes = ([row for part in parts for row in part] for parts in zip(*found, strict=True))
    lines = [
        (f"{domain} records, {title}", domain, f"{domain}{suffix}")
        for domain in DOMAINS
        for title, suffix in (("NGD", ""), ("trained vectors", " vectors"))
    ]
    return [
        charts.write_csv(out / "generalisation.csv", HEADER, rows),
        charts.write_csv(out / "generalisation-sizes.csv", SIZES, sizes),
        charts.plot_by_k([row for row in rows if row[0] == "k"], HEADER, lines, out / "generalisation.png"),
    ]


def _of_domain(data: Path, domain: str) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    rows, sizes = [], []
    with closing(connect()) as con:
        load_knowledge(con, data, ignore_progress, [domain])
        load(con, domain, con.table(f"_setrisk_{domain}_records"), format="text")
        for setting in settings():
            for seed in _SEEDS:
                of_cell, of_tables = cell(con, domain, setting, seed, ("self", domain, f"{domain} vectors", "glove"))
                rows += of_cell
                sizes += of_tables
    return rows, sizes


def cell(
    con: DuckDBPyConnection, domain: str, setting: Setting, seed: int, knowledge: Sequence[str]
) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """The rows of the tables of results for one setting and seed, of the records of a domain, which are loaded: one per
    attack, and one per size of a distance table.
    """
    protect(con, domain, "r", k=setting.k, random_constraints=setting.share, seed=seed)
    told: dict[str, tuple[Any, ...]] = {}
    known: dict[str, float] = {}
    for each in knowledge:
        attack(con, "r", method=_METHODS, knowledge=each)
        ((known[each],),) = run(con, "showcase/known_cells", release="r", knowledge=each).fetchall()
        for method in _METHODS:
            baseline = call("setrisk.elimination_baseline", "r", method, knowledge=each, draws=_PERMUTED_DRAWS)
            (told[f"{method}:{each}"],) = con.sql(f"SELECT recall, precision, f_score FROM {baseline}").fetchall()
    varied = (setting.figure, domain, setting.k, seed)
    rows = []
    for name, *measured in run(con, "showcase/elimination_outcomes", release="r", draws=_DRAWS).fetchall():
        method, _, each = name.partition(":")
        rows.append((*varied, each, method, *measured, *told.get(name, (None,) * 3), known.get(each)))
    sizes = [(*varied, *size) for size in run(con, "showcase/table_sizes", release="r").fetchall()]
    drop(con, "r")
    return rows, sizes
