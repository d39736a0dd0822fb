"""How few known items single people out of real data, before any release."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.showcase import charts
from setrisk.pipelines.transactions.load import Loaded, load

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_FOURSQUARE = "foursquare-bangkok"
HEADER = (
    "data", "transactions", "items", "choice", "known", "asked_people", "narrowed_people", "unicity", "unicity_low",
    "unicity_high",
)  # fmt: skip


def assessment(con: DuckDBPyConnection, data: Path, out: Path, progress: Progress) -> list[Path]:
    """Curves of unicity, with random and with the rarest known items; returns the files written."""
    rows = []
    for loaded in (
        load(con, "retail", data / "retail" / "retail.dat", format="fimi"),
        load(con, "BMS-WebView-1", data / "bms-webview" / "BMS1_spmf.txt", format="spmf"),
        load(con, "BMS-WebView-2", data / "bms-webview" / "BMS2_spmf.txt", format="spmf"),
        load(con, "Foursquare", data / _FOURSQUARE / "location_bangkok.csv", format="matrix", exclude=["column0"]),
        load(con, "NLTCS", data / "nltcs" / "*.data", format="matrix"),
        load(con, "MSNBC", data / "msnbc" / "msnbc990928.seq.gz", format="fimi", skip=7, comment="%"),
    ):
        for choice in ("random", "rarest"):
            progress(f"asking about {loaded.dataset}, {choice} known items")
            rows += cell(con, loaded, choice)
    table = charts.write_csv(out / "assessment.csv", HEADER, rows)
    return [table, _draw_curves(table, out / "assessment.png")]


def cell(con: DuckDBPyConnection, loaded: Loaded, choice: str) -> list[tuple[Any, ...]]:
    """The rows of the table of results for one data set and choice: one per number of known items."""
    query = f"SELECT c.* FROM {call('setrisk.unicity_curve', loaded.dataset, choice=choice)} AS c ORDER BY c.known"
    of_data = (loaded.dataset, loaded.n_transactions, loaded.n_items, choice)
    return [(*of_data, *row) for row in con.sql(query).fetchall()]


def _draw_curves(table: Path, path: Path) -> Path:
    """The curves of the results in a table, a panel per choice of the known items."""
    import pandas as pd

    rows = pd.read_csv(table)
    points = pd.DataFrame({"line": rows["data"], "x": rows["known"], "y": 100 * rows["unicity"]})
    panels = [(f"{choice} items", points[rows["choice"] == choice]) for choice in ("random", "rarest")]
    return charts.plot_curves(
        panels, x=["known items of a person"] * 2, y="people whom they single out (%)", path=path, columns=2
    )
