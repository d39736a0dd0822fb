"""What do noisy histograms and synthetic records keep of narrow and of wide data, and what do they give away?"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.assessment.assess import assess
from setrisk.pipelines.assessment.membership import audit_membership
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.histogram.methods import DiffPart, Identity, Mixture, PrivBayes
from setrisk.pipelines.methods.description import ReleaseMethod
from setrisk.pipelines.releases.protect import protect
from setrisk.pipelines.showcase import charts
from setrisk.pipelines.showcase.experiments.other_synthesisers import OTHERS
from setrisk.pipelines.transactions.load import load

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from setrisk.pipelines.transactions.load import Loaded

_SEED = 1
EPSILONS = (0.5, 1.0, 2.0)
# Known items of a person, and people who are asked about; releases with and without each of three people.
_KNOWN, _K, _PEOPLE, _RELEASES = 2, 5, 300, 100
_FILES: dict[str, tuple[str, dict[str, Any]]] = {
    "NLTCS": ("nltcs/*.data", {"format": "matrix"}),
    "MSNBC": ("msnbc/msnbc990928.seq.gz", {"format": "fimi", "skip": 7, "comment": "%"}),
    "BMS-WebView-1": ("bms-webview/BMS1_spmf.txt", {"format": "spmf"}),
    "BMS-WebView-2": ("bms-webview/BMS2_spmf.txt", {"format": "spmf"}),
    "retail": ("retail/retail.dat", {"format": "fimi"}),
}
# Beyond it PrivBayes takes hours, or gigabytes: it needs a score for every pair of items, and a byte for every item of
# every record.
_MOST_OF_PRIVBAYES = 5_000
# A part of one of them, as of which even pac-synth draws so many releases within minutes.
_FEW = "2,000 of NLTCS"
_PARTS = {_FEW: ("NLTCS", 2_000)}
_AUDITED = ("NLTCS", _FEW)
# They take several seconds, or minutes, for one of 400 releases.
_SLOW = (("pac-synth", "NLTCS"), ("mst", "NLTCS"), ("mst", _FEW), ("aim", _FEW))
HEADER = (
    "data", "transactions", "items", "method", "epsilon", "seconds", "records", "error_high", "error_medium",
    "error_low", "error_existing", "inference", "linkability", "singling_out", "member_advantage", "allowed_advantage",
)  # fmt: skip


def synthesis(con: DuckDBPyConnection, data: Path, out: Path, progress: Progress) -> list[Path]:
    """Releases of five data sets, and of a part of one, at three epsilons; returns the files written."""
    rows: list[tuple[Any, ...]] = []
    for dataset in (*_FILES, *_PARTS):
        loaded = load_data(con, data, dataset)
        for name, epsilon, method in methods(loaded):
            progress(f"{dataset}: {name}, epsilon {epsilon}")
            rows.append(cell(con, loaded, name, epsilon, method))
            charts.write_csv(out / "synthesis.csv", HEADER, rows)
    return [out / "synthesis.csv"]


def load_data(con: DuckDBPyConnection, data: Path, dataset: str) -> Loaded:
    """Load a data set, or the first transactions of one."""
    whole, n_transactions = _PARTS.get(dataset, (dataset, None))
    file, given = _FILES[whole]
    loaded = load(con, whole, data / file, replace=True, **given)
    if n_transactions is None:
        return loaded
    run(con, "showcase/stage_first_transactions", dataset=whole, transactions=n_transactions)
    return load(con, dataset, con.table("_setrisk_first_transactions"), id="tid", item="item")


def methods(loaded: Loaded) -> Iterator[tuple[str, float | None, ReleaseMethod]]:
    """What is compared on a data set."""
    yield "the data", None, Identity()
    for epsilon in EPSILONS:
        given: dict[str, Any] = {"epsilon": epsilon, "from_data": True, "seed": _SEED}
        yield "diffpart", epsilon, DiffPart(**given)
        if loaded.n_items <= _MOST_OF_PRIVBAYES:
            yield "privbayes", epsilon, PrivBayes(**given)
        yield "mixture", epsilon, Mixture(**given)
        for other in OTHERS:
            if other.takes(loaded.n_transactions, loaded.n_items):
                yield other.name, epsilon, other.method(epsilon)


def cell(
    con: DuckDBPyConnection, loaded: Loaded, name: str, epsilon: float | None, method: ReleaseMethod
) -> tuple[Any, ...]:
    """The row of the table of results for one release."""
    start = time.perf_counter()
    made = protect(con, loaded.dataset, "r", method, replace=True)
    seconds = time.perf_counter() - start
    (errors,) = run(con, "showcase/synthesis_outcomes", release="r").fetchall()
    risks: tuple[float | None, ...] = (None, None, None)
    members: tuple[float | None, ...] = (None, None)
    # Of an empty release nothing can be learned.
    if made.emptiness is None:
        assess(con, "r", known=_KNOWN, k=_K, people=_PEOPLE)
        (risks,) = run(con, "showcase/assessed_criteria", release="r").fetchall()
        if loaded.dataset in _AUDITED and (name, loaded.dataset) not in _SLOW and not isinstance(method, Identity):
            audit_membership(con, "r", releases=_RELEASES)
            (members,) = run(con, "showcase/largest_advantage", release="r").fetchall()
    about = (loaded.dataset, made.n_transactions, loaded.n_items, name, epsilon, seconds, made.n_records)
    return *about, *errors, *risks, *members
