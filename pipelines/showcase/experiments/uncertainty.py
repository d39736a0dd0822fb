"""What is left of sensitive items, and of the others, if none may be inferred with more than a given confidence?"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.generalisation.publishing import read_transactions
from setrisk.pipelines.releases.attack import attack
from setrisk.pipelines.releases.protect import protect
from setrisk.pipelines.showcase import charts
from setrisk.pipelines.showcase.experiments import protection
from setrisk.pipelines.uncertainty.methods import Rho

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_RHO, _SHARE, _SEED = 0.5, 0.05, 1
DATA = ("retail", "BMS-WebView-1", "BMS-WebView-2", "MSNBC", "disease-symptom", "medical abstracts")
# Of these, groups of two take from many minutes to hours: of few large ones nearly all records have most.
_WIDE = ("retail", "medical abstracts")
HEADER = (
    "data", "transactions", "items", "sensitive_items", "method", "seconds", "shown_share", "certainty_penalty",
    "error_high", "highest_confidence", "inferred_share",
)  # fmt: skip


def uncertainty(con: DuckDBPyConnection, data: Path, out: Path, progress: Progress) -> list[Path]:
    """The data as they are, and releases of six data sets by rho; returns the files written."""
    rows: list[tuple[Any, ...]] = []
    for dataset in DATA:
        protection.load_data(con, data, dataset)
        progress(f"{dataset}: as it is")
        rows += raw_cells(con, dataset)
        for name, method in methods(con, dataset):
            progress(f"{dataset}: {name}")
            rows.append(cell(con, dataset, name, method))
    return [charts.write_csv(out / "uncertainty.csv", HEADER, rows)]


def methods(con: DuckDBPyConnection, dataset: str) -> Iterator[tuple[str, Rho]]:
    """What is compared on a data set."""
    sensitive = drawn_items(con, dataset)
    yield "suppression", Rho(rho=_RHO, sensitive=sensitive, seed=_SEED)
    for size in (10,) if dataset in _WIDE else (10, 2):
        yield f"groups of {size}", Rho(rho=_RHO, sensitive=sensitive, group_size=size, seed=_SEED)


def drawn_items(con: DuckDBPyConnection, dataset: str) -> list[str]:
    """The items that are sensitive: so many of all, drawn at random."""
    items = sorted(item for (item,) in run(con, "transactions/items_of_dataset", dataset=dataset).fetchall())
    return sorted(random.Random(_SEED).sample(items, max(1, round(_SHARE * len(items)))))


def raw_cells(con: DuckDBPyConnection, dataset: str) -> Iterator[tuple[Any, ...]]:
    """Two rows of the table of results: how surely sensitive items could be inferred from the data as they are, and
    what it costs to leave all sensitive items out.
    """
    from setrisk.udf.uncertainty.best_rules import best_rules

    transactions = read_transactions(con, dataset, 1)
    names = drawn_items(con, dataset)
    sensitive = np.flatnonzero(np.isin(transactions.names, names))
    start = time.perf_counter()
    rules = best_rules(**transactions.given_to_kernel(), n_items=len(transactions.names), sensitive=sensitive)
    seconds = time.perf_counter() - start
    inferred = len(np.unique(rules.tid[rules.confidence > _RHO])) / len(np.unique(rules.tid))
    of = dataset, transactions.n_transactions, len(transactions.names), len(names)
    yield *of, "as it is", seconds, 1.0, 0.0, 0.0, float(rules.confidence.max()), inferred
    lost = float(np.isin(transactions.items, sensitive).mean())
    yield *of, "without sensitive items", None, 0.0, lost, None, None, 0.0


def cell(con: DuckDBPyConnection, dataset: str, name: str, method: Rho) -> tuple[Any, ...]:
    """The row of the table of results for one release."""
    start = time.perf_counter()
    made = protect(con, dataset, "r", method, replace=True)
    seconds = time.perf_counter() - start
    attack(con, "r")
    ((n_items, n_sensitive, *outcomes),) = run(con, "showcase/uncertainty_outcomes", release="r").fetchall()
    return dataset, made.n_transactions, n_items, n_sensitive, name, seconds, *outcomes
