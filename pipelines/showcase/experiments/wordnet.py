"""TBA and RBA on dense records if any words are generalised together, and if only alike ones are (CONTEXT 6.2.3,
Figure 15).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.releases.drop import drop
from setrisk.pipelines.releases.protect import protect
from setrisk.pipelines.showcase import charts
from setrisk.pipelines.showcase.experiments import dense
from setrisk.pipelines.showcase.experiments.eliminations import OUTCOMES, outcomes, rows_with_knowledge
from setrisk.udf.common.arrays import Floats
from setrisk.udf.semantics.wordnet import similarities

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Debian's package wordnet-base; setrisk does not bring these files.
FOLDER = Path("/usr/share/wordnet")
HEADER = ("constraints", "k", "seed", "suppressed", "pairs", "alike", *OUTCOMES)
# The similarity of Wu and Palmer from which two words are alike.
_ALIKE = 0.5
_METHODS = ("tba", "rba")


def is_installed() -> bool:
    """Whether WordNet's files are on this machine."""
    return (FOLDER / "data.noun").exists()


def cell(
    con: DuckDBPyConnection, words: Sequence[str], k: int, seed: int, knowledge: Sequence[str]
) -> list[tuple[Any, ...]]:
    """The rows of the table of results for one k and seed, of these dense words, which are loaded."""
    similarity = similarities(FOLDER, list(words), list(words))
    rows: list[tuple[Any, ...]] = []
    for constraints, utility in (("any", None), ("alike", alike_words(words, similarity))):
        protect(con, dense.DATASET, "r", k=k, random_constraints=dense.SHARE, utility_constraints=utility, seed=seed)
        varied = (constraints, k, seed, *_merge_counts(con, words, similarity))
        rows += [(*varied, *outcome) for outcome in outcomes(con, "r", knowledge, _METHODS)]
        drop(con, "r")
    return rows


def alike_words(words: Sequence[str], similarity: Floats) -> list[list[str]]:
    """The words in groups, so that any two of a group are alike.

    The paper joins to the items of a privacy constraint whatever is alike one of them. Two of those need not be alike,
    and most often all words are linked in the end.
    """
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.spatial.distance import squareform

    groups = fcluster(linkage(squareform(1 - similarity), "complete"), 1 - _ALIKE, "distance")
    return [[word for word, own in zip(words, groups, strict=True) if own == group] for group in np.unique(groups)]


def write(rows: Sequence[Sequence[Any]], out: Path) -> list[Path]:
    """The table of results, and its picture."""
    table = charts.write_csv(out / "generalisation-wordnet.csv", HEADER, rows)
    return [table, draw_picture(table, out / "generalisation-wordnet.png")]


def draw_picture(table: Path, path: Path) -> Path:
    """What any words and alike ones do against k, of the results in a table, for vectors trained on the corpus."""
    import pandas as pd

    rows = rows_with_knowledge("medical vectors", pd.read_csv(table))
    cases = [(f"{kind} words", rows[rows["constraints"] == kind]) for kind in ("any", "alike")]
    return charts.plot_eliminations(cases, "k", path)


def _merge_counts(con: DuckDBPyConnection, words: Sequence[str], similarity: Floats) -> tuple[int, int, int]:
    """How many words are suppressed, and of how many pairs a generalised item may be either, and how many of these are
    alike.
    """
    number = {word: place for place, word in enumerate(words)}
    items = con.sql(f"FROM {call('setrisk.generalised_items', 'r')}").project("items").fetchall()
    pairs = [similarity[number[a], number[b]] for (members,) in items for a, b in combinations(members, 2)]
    shown = len(con.table("setrisk.published_item").filter("release = 'r'"))
    return len(words) - shown, len(pairs), sum(value >= _ALIKE for value in pairs)
