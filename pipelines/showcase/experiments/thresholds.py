"""What lower and higher thresholds do to TBA and WBA (THESIS 5.3.4, Figure 5.15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from setrisk.pipelines.database.statements import run
from setrisk.pipelines.releases.attack import attack
from setrisk.pipelines.releases.drop import drop
from setrisk.pipelines.releases.protect import protect
from setrisk.pipelines.showcase import charts
from setrisk.pipelines.showcase.experiments.eliminations import PERMUTED_DRAWS
from setrisk.udf.common.arrays import Floats
from setrisk.udf.generalisation.elimination import default_threshold, eliminate, permuted_distances

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

HEADER = (
    "records", "k", "seed", "knowledge", "method", "ratio", "cells", "added", "eliminated", "recall", "precision",
    "f_score", "permuted_recall", "permuted_precision", "permuted_f_score",
)  # fmt: skip
_METHODS = ("tba", "wba")
# What the default threshold of each table is multiplied by.
_RATIOS = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0)
_K, _SHARE = 4, 0.02
Table = tuple[Floats, np.ndarray[Any, np.dtype[np.bool_]]]


def cell(con: DuckDBPyConnection, domain: str, seed: int, knowledge: Sequence[str]) -> list[tuple[Any, ...]]:
    """The rows of the table of results for one seed, of the records of a domain, which are loaded."""
    protect(con, domain, "r", k=_K, random_constraints=_SHARE, keep_order=True, seed=seed)
    rows: list[tuple[Any, ...]] = []
    for each in knowledge:
        attack(con, "r", method=_METHODS, knowledge=each)
        found = run(con, "showcase/original_cells", release="r", knowledge=each).fetchall()
        tables = [(np.array(distances, dtype=float), np.array(originals)) for distances, originals in found]
        rows += [(domain, _K, seed, each, *outcome) for outcome in _outcomes(tables)]
    drop(con, "r")
    return rows


def write(rows: Sequence[Sequence[Any]], out: Path) -> list[Path]:
    """The table of results, and its picture."""
    table = charts.write_csv(out / "generalisation-threshold.csv", HEADER, rows)
    return [table, draw_picture(table, out / "generalisation-threshold.png")]


def draw_picture(table: Path, path: Path) -> Path:
    """What lower and higher thresholds do, of the results in a table, for vectors trained on the corpus of each
    domain.
    """
    import pandas as pd

    rows = pd.read_csv(table).rename(columns={"ratio": "threshold / default"})
    cases = [
        (f"{domain} records", rows[(rows["records"] == domain) & (rows["knowledge"] == f"{domain} vectors")])
        for domain in rows["records"].unique()
    ]
    return charts.plot_eliminations(cases, "threshold / default", path)


def _outcomes(tables: Sequence[Table]) -> Iterator[tuple[Any, ...]]:
    cells = sum(distances.size for distances, _ in tables)
    if not cells:
        return
    # As `elimination_baseline` permutes them.
    permuted = [
        [
            (permuted_distances(distances, draw * 1_000_003 + number), originals)
            for number, (distances, originals) in enumerate(tables, 1)
        ]
        for draw in range(1, PERMUTED_DRAWS + 1)
    ]
    added = sum(int((~originals).sum()) for _, originals in tables)
    for method in _METHODS:
        for ratio in _RATIOS:
            eliminated, *scores = _scores(method, ratio, tables)
            of_draws = [_scores(method, ratio, drawn)[1:] for drawn in permuted]
            yield method, ratio, cells, added, eliminated, *scores, *map(_mean, zip(*of_draws, strict=True))


def _scores(method: str, ratio: float, tables: Sequence[Table]) -> tuple[int, float, float | None, float]:
    """How many cells of all tables go, and their recall, precision and F."""
    eliminated = correct = added = 0
    for distances, originals in tables:
        gone = eliminate(method, distances, threshold=ratio * default_threshold(method, distances)) > 0
        eliminated += int(gone.sum())
        correct += int((gone & ~originals).sum())
        added += int((~originals).sum())
    precision = correct / eliminated if eliminated else None
    return eliminated, correct / added, precision, 2 * correct / (added + eliminated)


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
