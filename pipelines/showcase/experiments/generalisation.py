"""Recall, precision and F of the eliminations against k (CONTEXT Figure 13)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.releases.attack import attack
from setrisk.pipelines.releases.drop import drop
from setrisk.pipelines.releases.protect import protect
from setrisk.pipelines.showcase import charts
from setrisk.pipelines.showcase.experiments.texts import load_knowledge
from setrisk.pipelines.transactions.load import load

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# A share of the items in privacy constraints that gives some hundred generalised items, as in CONTEXT Table II.
_SHARE = 0.02
_KS = range(2, 7)
_SEEDS = (1, 2, 3)


def generalisation(con: DuckDBPyConnection, data: Path, out: Path, progress: Progress) -> list[Path]:
    """All attacks on releases of medical and of news records; returns the files written."""
    load_knowledge(con, data, progress)
    rows = []
    for domain in ("medical", "news"):
        progress(f"finding noun phrases in the {domain} texts")
        load(con, domain, con.table(f"_setrisk_{domain}_records"), format="text")
        for k in _KS:
            for seed in _SEEDS:
                release = f"{domain} k={k} seed={seed}"
                protect(con, domain, release, k=k, random_constraints=_SHARE, seed=seed)
                known = {}
                for knowledge in ("self", domain, f"{domain} vectors", "glove"):
                    progress(f"{release}: attacking with {knowledge}")
                    attack(con, release, method="all", knowledge=knowledge)
                    known_cells = run(con, "showcase/known_cells", release=release, knowledge=knowledge)
                    ((known[knowledge],),) = known_cells.fetchall()
                outcomes = run(con, "showcase/elimination_outcomes", release=release)
                rows += [(domain, k, seed, *row, known.get(row[0])) for row in outcomes.fetchall()]
                drop(con, release)
    header = (
        "records", "k", "seed", "knowledge", "method", "tables", "cells", "density", "eliminated",
        "recall", "precision", "f_score", "known_cells",
    )  # fmt: skip
    table = charts.write_csv(out / "generalisation.csv", header, rows)
    lines = [
        (f"{domain} records, {title}", domain, f"{domain}{suffix}")
        for domain in ("medical", "news")
        for title, suffix in (("NGD", ""), ("trained vectors", " vectors"))
    ]
    return [table, charts.plot_by_k(rows, header, lines, out / "generalisation.png")]
