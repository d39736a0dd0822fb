"""The texts behind the experiments, and what an attacker may know of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.semantics.embedding import embed
from setrisk.pipelines.semantics.load_corpus import load_corpus
from setrisk.pipelines.transactions.load import load

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# As many records as the papers had (CONTEXT Table II: 758, 643 and 263).
_RECORDS = 640


DOMAINS = ("medical", "news")


def load_knowledge(con: DuckDBPyConnection, data: Path, progress: Progress, domains: Sequence[str] = DOMAINS) -> None:
    """Load what attackers know: NGD on the corpus of each domain, vectors trained on it, and GloVe's. The texts of the
    records are then in `_setrisk_medical_records` and `_setrisk_news_records`.
    """
    stage_texts(con, data)
    for domain in domains:
        progress(f"reading the {domain} corpus")
        load_corpus(con, domain, con.table(f"_setrisk_{domain}_corpus"))
        progress(f"training vectors on the {domain} corpus")
        embed(con, f"{domain} vectors", corpus=domain)
    embed(con, "glove", data / "glove" / "glove.twitter.27B.25d.top12k.txt")


def stage_words(con: DuckDBPyConnection) -> None:
    """Stage the words of the medical abstracts, from their noun phrases."""
    load(con, "phrases", con.table("_setrisk_medical_records"), format="text")
    run(con, "showcase/stage_words", dataset="phrases")


def stage_texts(con: DuckDBPyConnection, data: Path) -> None:
    """Stage the texts of the records, and those of the corpora."""
    abstracts = str(data / "medical-abstracts" / "medical_tc_test.csv")
    ohsumed = str(data / "ohsumed" / "ohsumed_single_23.jsonl.gz")
    run(con, "showcase/stage_medical_texts", abstracts=abstracts, ohsumed=ohsumed, n_records=_RECORDS)
    run(con, "showcase/stage_news_texts", articles=str(data / "reuters" / "R52_test.txt"), n_records=_RECORDS)
