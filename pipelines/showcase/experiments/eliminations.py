"""One generalised release and all attacks on it: the rows of the tables of results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.releases.attack import attack
from setrisk.pipelines.releases.drop import drop
from setrisk.pipelines.releases.protect import protect

if TYPE_CHECKING:
    import pandas as pd
    from duckdb import DuckDBPyConnection

METHODS = ("mda", "tba", "wba", "gba", "rba")
# Of the random baseline, and of the attacks on permuted distances, which take longer.
_DRAWS, PERMUTED_DRAWS = 30, 3
OUTCOMES = (
    "knowledge", "method", "tables", "cells", "density", "eliminated", "recall", "precision", "f_score",
    "permuted_recall", "permuted_precision", "permuted_f_score", "known_cells",
)  # fmt: skip
HEADER = ("figure", "records", "k", "seed", *OUTCOMES)
SIZES = ("figure", "records", "k", "seed", "members", "rows", "tables")


@dataclass(frozen=True)
class Setting:
    """One release: what it shows, its k, the share of the items in privacy constraints, and whether its records are
    texts, whose order is the context that attacks look at.
    """

    figure: str
    k: int
    share: float
    is_text: bool = True


def cell(
    con: DuckDBPyConnection, dataset: str, setting: Setting, seed: int, knowledge: Sequence[str]
) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """The rows of the tables of results for one setting and seed, of a loaded data set: one per attack, and one per
    size of a distance table.
    """
    protect(con, dataset, "r", k=setting.k, random_constraints=setting.share, keep_order=setting.is_text, seed=seed)
    varied = (setting.figure, dataset, setting.k, seed)
    rows = [(*varied, *outcome) for outcome in outcomes(con, "r", knowledge)]
    sizes = [(*varied, *size) for size in run(con, "showcase/table_sizes", release="r").fetchall()]
    drop(con, "r")
    return rows, sizes


def outcomes(
    con: DuckDBPyConnection, release: str, knowledge: Sequence[str], methods: Sequence[str] = METHODS
) -> list[tuple[Any, ...]]:
    """How well each attack on a release does with each knowledge, beside the same on permuted distances, and the random
    baseline: a row each.
    """
    told: dict[str, tuple[Any, ...]] = {}
    known: dict[str, float] = {}
    for each in knowledge:
        attack(con, release, method=methods, knowledge=each)
        ((known[each],),) = run(con, "showcase/known_cells", release=release, knowledge=each).fetchall()
        for method in methods:
            row = con.sql(
                f"FROM {call('setrisk.elimination_baseline', release, method, knowledge=each, draws=PERMUTED_DRAWS)}"
            )
            # No row if nothing is generalised.
            told |= {f"{method}:{each}": scores for scores in row.project("recall, precision, f_score").fetchall()}
    rows = []
    for name, *measured in run(con, "showcase/elimination_outcomes", release=release, draws=_DRAWS).fetchall():
        method, _, each = name.partition(":")
        rows.append((each, method, *measured, *told.get(name, (None,) * 3), known.get(each)))
    return rows


def rows_with_knowledge(knowledge: str, table: pd.DataFrame) -> pd.DataFrame:
    """The rows of results of attacks with this knowledge, and of random eliminations, which need none."""
    return table[(table["knowledge"] == knowledge) | (table["method"] == "random_baseline")]
