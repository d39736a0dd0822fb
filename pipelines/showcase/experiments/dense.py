"""Precision, recall and F of all eliminations against k on dense records (THESIS 5.3.3, Figures 5.12 to 5.14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.database.statements import run
from setrisk.pipelines.showcase.experiments import eliminations
from setrisk.pipelines.transactions.load import load

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

DATASET = "dense"
KS = (2, 3, 4, 5, 6)
# As many texts as GoArticle has. Fewer words make them denser, but leave hardly any tables; so does a smaller share of
# the words in constraints.
_WORDS, _TEXTS = 42, 263
SHARE = 1.0


def load_dense(con: DuckDBPyConnection) -> list[str]:
    """Load the medical texts that share most of the commonest words, after `stage_words`; the words, sorted."""
    run(con, "showcase/stage_densest_texts", n_words=_WORDS, n_texts=_TEXTS)
    texts = con.table("_setrisk_densest_texts")
    load(con, DATASET, texts, format="lists")
    return sorted({word for _, words in texts.fetchall() for word in words})


def cell(
    con: DuckDBPyConnection, k: int, seed: int, knowledge: Sequence[str]
) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """The rows of the tables of results for one k and seed, after `load_dense`."""
    return eliminations.cell(con, DATASET, eliminations.Setting("dense", k, SHARE, is_text=False), seed, knowledge)
