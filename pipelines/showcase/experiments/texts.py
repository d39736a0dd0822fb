"""The texts behind the experiments, and what an attacker may know of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.quoting import literal
from setrisk.pipelines.semantics.embedding import embed
from setrisk.pipelines.semantics.load_corpus import load_corpus

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# As many records as the papers had (CONTEXT Table II: 758, 643 and 263).
_RECORDS = 640


def _make_views(con: DuckDBPyConnection, data: Path) -> None:
    """Views of the documents. Records and corpus are disjoint: 797 of the medical abstracts stand in OHSUMED too, four
    news articles twice in Reuters. An attacker who counts the documents behind the records would know too much.
    """
    abstracts = literal(str(data / "medical-abstracts" / "medical_tc_test.csv"))
    ohsumed = literal(str(data / "ohsumed" / "ohsumed_single_23.jsonl.gz"))
    news = literal(str(data / "reuters" / "R52_test.txt"))
    # Two texts are one document when their first 80 letters are the same.
    key = "left(regexp_replace(lower(d.text), '[^a-z]', '', 'g'), 80)"
    con.execute(
        "CREATE TEMP TABLE medical AS SELECT row_number() OVER () AS n, a.medical_abstract AS text "
        f"FROM read_csv({abstracts}) AS a"
    )
    con.execute(f"CREATE TEMP VIEW medical_records AS SELECT d.text FROM medical AS d WHERE d.n <= {_RECORDS}")
    con.execute(
        "CREATE TEMP VIEW medical_corpus AS SELECT any_value(d.text) AS text FROM ("
        f"SELECT m.text FROM medical AS m WHERE m.n > {_RECORDS} "
        f"UNION ALL SELECT o.text FROM read_json({ohsumed}) AS o) AS d "
        f"WHERE {key} NOT IN (SELECT {key} FROM medical_records AS d) GROUP BY {key}"
    )
    con.execute(
        "CREATE TEMP TABLE news AS SELECT row_number() OVER () AS n, r.column1 AS text "
        f"FROM read_csv({news}, delim = '\t', header = false, quote = '') AS r"
    )
    con.execute(f"CREATE TEMP VIEW news_records AS SELECT d.text FROM news AS d WHERE d.n <= {_RECORDS}")
    con.execute(
        f"CREATE TEMP VIEW news_corpus AS SELECT d.text FROM news AS d WHERE d.n > {_RECORDS} "
        f"AND {key} NOT IN (SELECT {key} FROM news_records AS d)"
    )


def load_knowledge(con: DuckDBPyConnection, data: Path, progress: Progress) -> None:
    """Load what attackers know: NGD on each corpus, vectors trained on each corpus, and GloVe's."""
    _make_views(con, data)
    for domain in ("medical", "news"):
        progress(f"reading the {domain} corpus")
        load_corpus(con, domain, con.table(f"{domain}_corpus"))
        progress(f"training vectors on the {domain} corpus")
        embed(con, f"{domain} vectors", corpus=domain)
    embed(con, "glove", data / "glove" / "glove.twitter.27B.25d.top12k.txt")
