"""Which method keeps most, if every item and every pair is to be held by five records or by none?"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.assessment.assess import assess
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.disassociation.methods import Disassociation
from setrisk.pipelines.generalisation.methods import Coat, Km, Pcta
from setrisk.pipelines.releases.protect import protect
from setrisk.pipelines.showcase import charts
from setrisk.pipelines.showcase.experiments import wordnet
from setrisk.pipelines.showcase.experiments.texts import stage_texts
from setrisk.pipelines.transactions.load import load

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from setrisk.pipelines.methods.description import ReleaseMethod

_K, _M, _SEED = 5, 2, 1
# Known items of a person, and people who are asked about.
_KNOWN, _PEOPLE = 2, 300
_LARGE: dict[str, tuple[str, dict[str, Any]]] = {
    "retail": ("retail/retail.dat", {"format": "fimi"}),
    "BMS-WebView-1": ("bms-webview/BMS1_spmf.txt", {"format": "spmf"}),
    "BMS-WebView-2": ("bms-webview/BMS2_spmf.txt", {"format": "spmf"}),
    "MSNBC": ("msnbc/msnbc990928.seq.gz", {"format": "fimi", "skip": 7, "comment": "%"}),
}
_SYMPTOMS, _TEXTS = "disease-symptom", "medical abstracts"
# The first transactions of large data sets; constraints of more itemsets take minutes to satisfy.
_TRANSACTIONS, _MOST_CONSTRAINTS = 4_000, 10_000
HEADER = (
    "data", "transactions", "items", "method", "seconds", "certainty_penalty", "error_high", "error_medium",
    "error_low", "narrowing", "inference", "linkability", "singling_out",
)  # fmt: skip


def protection(con: DuckDBPyConnection, data: Path, out: Path, progress: Progress) -> list[Path]:
    """Releases of six data sets by each method that can keep the promise; returns the files written."""
    rows = []
    for dataset in (*_LARGE, _SYMPTOMS, _TEXTS):
        load_data(con, data, dataset)
        for name, method in methods(con, dataset):
            progress(f"{dataset}: {name}")
            rows.append(cell(con, dataset, name, method))
    return [charts.write_csv(out / "protection.csv", HEADER, rows)]


def load_data(con: DuckDBPyConnection, data: Path, dataset: str) -> None:
    """Load a data set, of a large one the first transactions."""
    if dataset in _LARGE:
        file, given = _LARGE[dataset]
        load(con, "_setrisk_whole", data / file, replace=True, **given)
        run(con, "showcase/stage_first_transactions", dataset="_setrisk_whole", transactions=_TRANSACTIONS)
        load(con, dataset, con.table("_setrisk_first_transactions"), id="tid", item="item")
    elif dataset == _SYMPTOMS:
        load(con, dataset, data / _SYMPTOMS / "dataset.csv", format="baskets", separator=",", skip=1)
    else:
        stage_texts(con, data)
        load(con, dataset, con.table("_setrisk_medical_records"), format="text")


def methods(con: DuckDBPyConnection, dataset: str) -> Iterator[tuple[str, ReleaseMethod]]:
    """What is compared on a data set."""
    yield "coat", Coat(k=_K, protect_all=_M, seed=_SEED)
    yield "disassociation", Disassociation(k=_K, m=_M, seed=_SEED)
    yield "km, groups of 2", Km(k=_K, m=_M, group_size=2, seed=_SEED)
    yield "km, groups of 5", Km(k=_K, m=_M, group_size=5, seed=_SEED)
    if dataset == _TEXTS and wordnet.is_installed():
        yield "km, WordNet", Km(k=_K, m=_M, wordnet=str(wordnet.FOLDER), seed=_SEED)
    # Sorted, since what COAT and PCTA merge depends on the order of constraints.
    rare = sorted(rare_pairs(con, dataset, _MOST_CONSTRAINTS + 1))
    if 0 < len(rare) <= _MOST_CONSTRAINTS:
        yield "coat, rare pairs as constraints", Coat(k=_K, privacy_constraints=rare, seed=_SEED)
        yield "pcta, rare pairs as constraints", Pcta(k=_K, privacy_constraints=rare, seed=_SEED)


def rare_pairs(con: DuckDBPyConnection, dataset: str, most: int) -> list[list[str]]:
    """Items and pairs that are to be protected, in any order, up to so many of them."""
    found = con.execute(f"FROM {call('setrisk.rare_itemsets', dataset, k=_K, m=_M)}")
    return [items for items, _ in found.fetchmany(most)]


def cell(con: DuckDBPyConnection, dataset: str, name: str, method: ReleaseMethod) -> tuple[Any, ...]:
    """The row of the table of results for one release."""
    start = time.perf_counter()
    made = protect(con, dataset, "r", method, replace=True)
    seconds = time.perf_counter() - start
    assess(con, "r", known=_KNOWN, k=_K, people=_PEOPLE)
    ((n_items, *outcomes),) = run(con, "showcase/protection_outcomes", release="r").fetchall()
    return dataset, made.n_transactions, n_items, name, seconds, *outcomes
