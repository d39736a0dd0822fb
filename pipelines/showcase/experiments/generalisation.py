"""Recall, precision and F of the eliminations against k (CONTEXT Figure 13), on larger tables, against
density (Figure 14) and the threshold, and on dense records (Figure 15); and their time against the size of a table
(Figure 16).
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from setrisk.pipelines.common.progress import Progress, ignore_progress
from setrisk.pipelines.database.connect import connect
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.releases.drop import drop
from setrisk.pipelines.showcase import charts
from setrisk.pipelines.showcase.experiments import beliefs, dense, thresholds, wordnet
from setrisk.pipelines.showcase.experiments.eliminations import (
    HEADER,
    METHODS,
    SIZES,
    Setting,
    cell,
    rows_with_knowledge,
)
from setrisk.pipelines.showcase.experiments.texts import DOMAINS, load_knowledge, stage_words
from setrisk.pipelines.transactions.load import load
from setrisk.udf.generalisation.elimination import eliminate

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SEEDS = (1, 2, 3)
TIMES = ("rows", "columns", "method", "eliminated", "seconds")
# Rows and columns of square tables, and how often each is attacked.
_SIDES = (4, 8, 16, 32, 64, 128)
_RUNS = 10
# The fewer of the commonest words count, the denser are the texts, and what is generalised.
WORDS = (250, 100, 42, 16, 8)
_TEXTS = 640


def settings() -> Iterator[Setting]:
    """Those of the paper, and those with larger tables.

    With two per cent of the items a release has some hundred generalised items, as in CONTEXT Table II, most of them of
    two items; with a larger k, and half as many items, more of them have nine items and more.
    """
    for k in range(2, 7):
        yield Setting("k", k, 0.02)
    for k in (12, 16, 20):
        yield Setting("size", k, 0.01)


def generalisation(con: DuckDBPyConnection, data: Path, out: Path, progress: Progress) -> list[Path]:
    """All attacks on releases of medical and of news records, on all cores; returns the files written."""
    if not wordnet.is_installed():
        progress(
            f"leaving out words that are generalised with alike ones: WordNet is not in {wordnet.FOLDER} "
            "(Debian: apt-get install wordnet-base)"
        )
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        made = {pool.submit(_of_seed, data, *each): each for each in product(DOMAINS, _SEEDS)}
        for number, future in enumerate(as_completed(made), 1):
            domain, seed = made[future]
            progress(f"{number} of {len(made)}: attacked {domain} records, seed {seed}")
        parts = zip(*(future.result() for future in made), strict=True)
        rows, sizes, at_thresholds, sure, alike = ([row for of_seed in part for row in of_seed] for part in parts)
    return [
        charts.write_csv(out / "generalisation.csv", HEADER, rows),
        charts.write_csv(out / "generalisation-sizes.csv", SIZES, sizes),
        *thresholds.write(at_thresholds, out),
        *beliefs.write(sure, out),
        *(wordnet.write(alike, out) if alike else []),
        *write_times(out),
        *draw_pictures(out / "generalisation.csv", out),
    ]


def draw_pictures(table: Path, out: Path) -> list[Path]:
    """Against k, against density, and on dense records, of the results in a table; returns the files written."""
    import pandas as pd

    rows = pd.read_csv(table)
    of_figure = {name: rows[rows["figure"] == name] for name in ("k", "dense", "density")}
    against_k = [
        (
            f"{domain} records, {title}",
            rows_with_knowledge(f"{domain}{suffix}", of_figure["k"][of_figure["k"]["records"] == domain]),
        )
        for domain in DOMAINS
        for title, suffix in (("NGD", ""), ("trained vectors", " vectors"))
    ]
    dense_texts = [
        (f"dense texts, {title}", rows_with_knowledge(knowledge, of_figure["dense"]))
        for title, knowledge in (("NGD", "medical"), ("trained vectors", "medical vectors"))
    ]
    texts = rows_with_knowledge("medical vectors", of_figure["density"])
    # A point is where the seeds are on average.
    texts = texts.assign(density=texts.groupby("records")["density"].transform("mean").round(2))
    return [
        charts.plot_eliminations(against_k, "k", out / "generalisation.png"),
        charts.plot_eliminations(dense_texts, "k", out / "generalisation-dense.png"),
        charts.plot_eliminations([("trained vectors", texts)], "density", out / "generalisation-density.png"),
    ]


def write_times(out: Path) -> list[Path]:
    """How long each method takes on one square table of random distances, by its size; returns the files written."""
    import pandas as pd

    rows = [time_of(method, side) for side in _SIDES for method in METHODS]
    table = pd.DataFrame(rows, columns=list(TIMES))
    points = pd.DataFrame({"line": table["method"], "x": table["rows"], "y": 1000 * table["seconds"]})
    return [
        charts.write_csv(out / "generalisation-time.csv", TIMES, rows, digits=7),
        charts.plot_curves(
            [("one table of n x n", points)], ["n"], "milliseconds", out / "generalisation-time.png", columns=1,
            logarithmic=True,
        ),
    ]  # fmt: skip


def time_of(method: str, side: int) -> tuple[Any, ...]:
    """A row of the table of times: the mean processor time of ten attacks on the same table, as THESIS 5.3.6 has it."""
    table = np.random.default_rng(side).gamma(4, 0.4, size=(side, side))
    start = time.process_time()
    for _ in range(_RUNS):
        steps = eliminate(method, table)
    return side, side, method, int((steps > 0).sum()), (time.process_time() - start) / _RUNS


def _of_seed(data: Path, domain: str, seed: int) -> tuple[list[tuple[Any, ...]], ...]:
    """The rows of the five tables of results, in a database of their own."""
    rows, sizes, alike = [], [], []
    knowledge = ("self", domain, f"{domain} vectors", "glove")
    with closing(connect()) as con:
        load_knowledge(con, data, ignore_progress, [domain])
        load(con, domain, con.table(f"_setrisk_{domain}_records"), format="text")
        for setting in settings():
            of_cell, of_tables = cell(con, domain, setting, seed, knowledge)
            rows += of_cell
            sizes += of_tables
        at_thresholds = thresholds.cell(con, domain, seed, knowledge)
        sure = [row for each in beliefs.SETTINGS for row in beliefs.cell(con, domain, *each, seed, knowledge)]
        if domain == "medical":
            stage_words(con)
            for n_words in WORDS:
                rows += density_cell(con, n_words, seed, knowledge)
            words = dense.load_dense(con)
            for k in dense.KS:
                of_cell, of_tables = dense.cell(con, k, seed, knowledge)
                rows += of_cell
                sizes += of_tables
                if wordnet.is_installed():
                    alike += wordnet.cell(con, words, k, seed, knowledge)
    return rows, sizes, at_thresholds, sure, alike


def density_cell(con: DuckDBPyConnection, n_words: int, seed: int, knowledge: Sequence[str]) -> list[tuple[Any, ...]]:
    """The rows of the table of results for medical records that are sets of this many words, after `stage_words`."""
    name = f"{n_words} words"
    run(con, "showcase/stage_densest_texts", n_words=n_words, n_texts=_TEXTS)
    load(con, name, con.table("_setrisk_densest_texts"), format="lists")
    # Half of the words, so that there are tables even of eight.
    rows, _ = cell(con, name, Setting("density", 20, 0.5, is_text=False), seed, knowledge)
    drop(con, name)
    # A release that generalises every word leaves no item to compare with, whatever the attacker knows.
    return rows if any(known_cells for *_, known_cells in rows) else []
