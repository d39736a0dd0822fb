"""Whether an attacker knows which of its eliminations to trust (THESIS 6.2, CONTEXT 7)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.generalisation.calibration import calibrate
from setrisk.pipelines.releases.attack import attack
from setrisk.pipelines.releases.drop import drop
from setrisk.pipelines.releases.protect import protect
from setrisk.pipelines.showcase import charts

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

HEADER = (
    "records", "k", "seed", "knowledge", "method", "belief", "tables", "eliminated", "mean_belief", "precision",
)  # fmt: skip
_METHODS = ("tba", "wba", "gba", "rba")
# The k of a release, and the fraction of its items in privacy constraints: small tables, and larger ones.
SETTINGS = ((4, 0.02), (16, 0.01))
# The picture leaves out what fewer eliminations say.
_FEW = 20


def cell(
    con: DuckDBPyConnection, domain: str, k: int, share: float, seed: int, knowledge: Sequence[str]
) -> list[tuple[Any, ...]]:
    """The rows of the table of results for one setting and seed, of the records of a domain, which are loaded."""
    protect(con, domain, "r", k=k, random_constraints=share, keep_order=True, seed=seed)
    for each in knowledge:
        attack(con, "r", method=_METHODS, knowledge=each)
    calibrate(con, "r", seed=seed)
    found = con.sql(f"FROM {call('setrisk.belief_evaluation', 'r')}").order("ALL").fetchall()
    rows = []
    for name, *measured in found:
        method, _, each = name.partition(":")
        rows.append((domain, k, seed, each, method, *measured))
    drop(con, "r")
    return rows


def write(rows: Sequence[Sequence[Any]], out: Path) -> list[Path]:
    """The table of results, and how often eliminations are right against the belief in them, for vectors trained
    on the corpus of each domain and for the release alone.
    """
    import pandas as pd

    table = pd.DataFrame(rows, columns=list(HEADER))
    for column in ("mean_belief", "precision"):
        table[column] *= table["eliminated"]
    panels = []
    for k, domain in product(table["k"].unique(), table["records"].unique()):
        for title, known in (("trained vectors", f"{domain} vectors"), ("the release alone", "self")):
            of = table[(table["k"] == k) & (table["records"] == domain) & (table["knowledge"] == known)]
            sums = of.groupby(["method", "belief"], as_index=False)[["eliminated", "mean_belief", "precision"]]
            means = sums.sum().query(f"eliminated >= {_FEW}")
            right = means["precision"] / means["eliminated"]
            points = pd.DataFrame({"line": means["method"], "x": means["belief"], "y": right})
            every = means.groupby("belief", as_index=False)[["eliminated", "mean_belief"]].sum()
            sure = every["mean_belief"] / every["eliminated"]
            told = pd.DataFrame({"line": "mean belief", "x": every["belief"], "y": sure})
            panels.append((f"{domain} records, k = {k}, {title}", pd.concat([told, points])))
    picture = out / "generalisation-belief.png"
    return [
        charts.write_csv(out / "generalisation-belief.csv", HEADER, rows),
        charts.plot_curves(panels, ["belief, from"] * len(panels), "eliminations that are right", picture, columns=2),
    ]
