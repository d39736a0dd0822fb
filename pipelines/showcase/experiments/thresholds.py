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
from setrisk.udf.common.arrays import Floats
from setrisk.udf.generalisation.elimination import default_threshold, eliminate

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

HEADER = (
    "records", "k", "seed", "knowledge", "method", "ratio", "cells", "added", "eliminated", "recall", "precision",
    "f_score",
)  # fmt: skip
_METHODS = ("tba", "wba")
# What the default threshold of each table is multiplied by.
_RATIOS = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0)
_K, _SHARE = 4, 0.02
Table = tuple[Floats, np.ndarray[Any, np.dtype[np.bool_]]]


def cell(con: DuckDBPyConnection, domain: str, seed: int, knowledge: Sequence[str]) -> list[tuple[Any, ...]]:
    """The rows of the table of results for one seed, of the records of a domain, which are loaded."""
    protect(con, domain, "r", k=_K, random_constraints=_SHARE, seed=seed)
    rows: list[tuple[Any, ...]] = []
    for each in knowledge:
        attack(con, "r", method=_METHODS, knowledge=each)
        found = run(con, "showcase/original_cells", release="r", knowledge=each).fetchall()
        tables = [(np.array(distances, dtype=float), np.array(originals)) for distances, originals in found]
        rows += [(domain, _K, seed, each, *outcome) for outcome in _outcomes(tables)]
    drop(con, "r")
    return rows


def write(rows: Sequence[Sequence[Any]], out: Path) -> list[Path]:
    """The table of results, and F against the threshold for vectors trained on the corpus of each domain."""
    import pandas as pd

    table = pd.DataFrame(rows, columns=list(HEADER))
    panels = []
    for domain in table["records"].unique():
        of = table[(table["records"] == domain) & (table["knowledge"] == f"{domain} vectors")]
        means = of.groupby(["method", "ratio"], as_index=False)["f_score"].mean()
        panels.append((f"{domain} records", means.rename(columns={"method": "line", "ratio": "x", "f_score": "y"})))
    picture = out / "generalisation-threshold.png"
    return [
        charts.write_csv(out / "generalisation-threshold.csv", HEADER, rows),
        charts.plot_curves(panels, ["threshold / default"] * len(panels), "F", picture, columns=len(panels)),
    ]


def _outcomes(tables: Sequence[Table]) -> Iterator[tuple[Any, ...]]:
    cells = sum(distances.size for distances, _ in tables)
    if not cells:
        return
    added = sum(int((~originals).sum()) for _, originals in tables)
    for method in _METHODS:
        defaults = [default_threshold(method, distances) for distances, _ in tables]
        for ratio in _RATIOS:
            eliminated = correct = 0
            for (distances, originals), default in zip(tables, defaults, strict=True):
                gone = eliminate(method, distances, threshold=ratio * default) > 0
                eliminated += int(gone.sum())
                correct += int((gone & ~originals).sum())
            precision = correct / eliminated if eliminated else None
            f_score = 2 * correct / (added + eliminated)
            yield method, ratio, cells, added, eliminated, correct / added, precision, f_score
