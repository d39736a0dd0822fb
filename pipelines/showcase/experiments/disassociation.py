"""Accuracy, Word Mover's Distance and breakages of the attacks on disassociated texts (DISASSOC Figures 2 to 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.statements import run, text
from setrisk.pipelines.disassociation.methods import (
    Assignment,
    AverageReassociation,
    Cover,
    MostRelatedReassociation,
    RelatedGroupReassociation,
)
from setrisk.pipelines.releases.attack import attack
from setrisk.pipelines.releases.drop import drop
from setrisk.pipelines.releases.protect import protect
from setrisk.pipelines.showcase import charts
from setrisk.pipelines.showcase.experiments.texts import load_knowledge, stage_words
from setrisk.pipelines.transactions.load import load

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SEEDS = (1, 2, 3, 4, 5)
# How many of the 640 abstracts are used (those with most of the commonest words), and the fraction that a seed draws.
_CHOSEN = 400
_SHARE = 0.8
# The attacker counts in a corpus (NGD), or has word vectors: trained on that corpus, or general ones.
_KNOWLEDGE = ("medical", "medical vectors", "glove")
# In the paper aba places the sub-records of record chunks for rga and mra, too.
_METHODS = (
    AverageReassociation(), RelatedGroupReassociation(as_printed=True), MostRelatedReassociation(as_printed=True),
    Assignment(),
)  # fmt: skip
# What rga and mra make of record chunks by themselves is looked at against k alone.
_OWN_WAYS = (RelatedGroupReassociation(), MostRelatedReassociation())
# What chunks tell for certain, which nobody needs to know words for, is looked at against k alone, too.
_WITHOUT_KNOWLEDGE = (Cover(),)
# The word vectors of the Word Mover's Distance.
_EMBEDDING = "glove"


@dataclass(frozen=True)
class Setting:
    """One release: the figure that it belongs to, and the parameters that the figures vary."""

    figure: str
    k: int = 3
    density: float = 0.3
    max_cluster_size: int = 25
    refine: bool = False


def settings() -> Iterator[Setting]:
    """The paper's settings (k with clusters of 25 at density 0.3; density; cluster size), and one with refining."""
    for k in (2, 3, 4, 5):
        yield Setting("k", k=k)
    for tenths in (2, 3, 4, 5, 6, 7):
        yield Setting("density", density=tenths / 10)
    for power in (2, 3, 4, 5, 6):
        yield Setting("cluster size", max_cluster_size=3**power)
    yield Setting("refining", refine=True)


HEADER = (
    "figure", "k", "max_cluster_size", "density", "words", "refine", "seed", "knowledge", "method", "as_printed",
    "part", "placements", "accuracy", "accuracy_printed", "accuracy_matching", "transaction_breakage",
    "transaction_printed", "transaction_matching", "hidden", "km_breakage", "km_printed", "km_matching", "wmd",
)  # fmt: skip


def disassociation(con: DuckDBPyConnection, data: Path, out: Path, progress: Progress) -> list[Path]:
    """All attacks on releases of medical abstracts, each a set of words; returns the files written."""
    load_knowledge(con, data, progress)
    progress("finding noun phrases in the medical texts")
    stage_words(con)
    rows = []
    for setting in settings():
        for seed in _SEEDS:
            progress(f"{setting}, seed {seed}")
            rows += cell(con, setting, seed, _KNOWLEDGE)
    written = [charts.write_csv(out / "disassociation.csv", HEADER, rows)]
    for figure, x in (("k", "k"), ("density", "density"), ("cluster size", "max_cluster_size")):
        name = f"disassociation-{figure.replace(' ', '-')}.png"
        written.append(charts.plot_breakages(rows, HEADER, figure, x, out / name))
    return written


def cell(con: DuckDBPyConnection, setting: Setting, seed: int, knowledge: Sequence[str]) -> list[tuple[Any, ...]]:
    """The rows of the table of results for one setting and seed, after `stage_words`: one per attack and part."""
    n_words = _n_words(con, setting.density)
    density = _stage_texts(con, n_words)
    load(con, "records", con.sql(text("showcase/drawn_texts", n_texts=int(_CHOSEN * _SHARE), seed=seed)))
    protect(
        con, "records", "r", method="disassociation", k=setting.k, m=2, seed=seed, refine=setting.refine,
        max_cluster_size=setting.max_cluster_size,
    )  # fmt: skip
    is_against_k = setting.figure == "k"
    for each in knowledge:
        attack(con, "r", method=(*_METHODS, *(_OWN_WAYS if is_against_k else ())), knowledge=each)
    if is_against_k:
        attack(con, "r", method=_WITHOUT_KNOWLEDGE)
    attack(con, "r", method="random", seed=seed)
    varied = (setting.figure, setting.k, setting.max_cluster_size, density, n_words, setting.refine, seed)
    outcomes = run(con, "disassociation/attack_outcomes", release="r", embedding=_EMBEDDING).fetchall()
    drop(con, "records", cascade=True)
    return [(*varied, *row) for row in outcomes]


def _n_words(con: DuckDBPyConnection, density: float) -> int:
    """How many of the commonest words bring the density (fraction of the words that a record holds) closest to the one
    that is asked for.
    """
    low, high = 2, 640
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _stage_texts(con, middle) >= density else (low, middle)
    densities = {n_words: _stage_texts(con, n_words) for n_words in (low, high)}
    nearest = min(densities, key=lambda n_words: abs(densities[n_words] - density))
    if abs(densities[nearest] - density) > 0.05:
        raise BadInput(f"no choice of the texts has a density near {density}; the nearest is {densities[nearest]:.2f}")
    return nearest


def _stage_texts(con: DuckDBPyConnection, n_words: int) -> float:
    """Stage the abstracts that hold most of the commonest words, for drawing from them, and return their density."""
    ((density,),) = run(con, "showcase/stage_densest_texts", n_words=n_words, n_texts=_CHOSEN).fetchall()
    return float(density)
