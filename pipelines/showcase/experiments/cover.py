"""What do chunks tell for certain, by how much does that beat attacks by semantics, and what does its repair cost?"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.assessment.assess import assess
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.disassociation.methods import Disassociation
from setrisk.pipelines.releases.attack import attack
from setrisk.pipelines.releases.protect import protect
from setrisk.pipelines.showcase import charts
from setrisk.pipelines.showcase.experiments import protection

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_K, _M, _SEED = 5, 2, 1
# Known items of a person, people who are asked about, and random draws.
_KNOWN, _PEOPLE, _DRAWS = 2, 300, 10
DATA = ("retail", "BMS-WebView-1", "BMS-WebView-2", "MSNBC", "disease-symptom", "medical abstracts")
HEADER = (
    "data", "transactions", "release", "seconds", "suppressed", "certain_pairs", "few_certain", "items_with_cover",
    "km_random", "km_aba", "km_cover", "accuracy_random", "accuracy_aba", "accuracy_cover", "inference", "error_high",
)  # fmt: skip


def cover(con: DuckDBPyConnection, data: Path, out: Path, progress: Progress) -> list[Path]:
    """Releases of six data sets in chunks, with their covers and without; returns the files written."""
    rows = []
    for dataset in DATA:
        protection.load_data(con, data, dataset)
        for is_safe in (False, True):
            progress(f"{dataset}: {'safe' if is_safe else 'as it is'}")
            rows.append(cell(con, dataset, is_safe))
    return [charts.write_csv(out / "cover.csv", HEADER, rows)]


def cell(con: DuckDBPyConnection, dataset: str, is_safe: bool) -> tuple[Any, ...]:
    """The row of the table of results for one release."""
    start = time.perf_counter()
    made = protect(con, dataset, "r", Disassociation(k=_K, m=_M, safe=is_safe, seed=_SEED), replace=True)
    seconds = time.perf_counter() - start
    attack(con, "r", method=["aba", "cover"])
    assess(con, "r", known=_KNOWN, k=_K, people=_PEOPLE)
    ((*outcomes,),) = run(con, "showcase/cover_outcomes", release="r", draws=_DRAWS).fetchall()
    return dataset, made.n_transactions, "safe" if is_safe else "as it is", seconds, *outcomes
