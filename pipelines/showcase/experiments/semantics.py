"""Scores against human judgement (THESIS 3.2)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.quoting import literal
from setrisk.pipelines.showcase import charts
from setrisk.pipelines.showcase.experiments.texts import load_knowledge

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Equal values share the mean of their ranks (Spearman).
_MEAN_RANK = "rank() OVER (ORDER BY {0}) + (count(*) OVER (PARTITION BY {0}) - 1) / 2"


def semantics(con: DuckDBPyConnection, data: Path, out: Path, progress: Progress) -> list[Path]:
    """Correlation of each knowledge with two benchmarks; returns the files written."""
    load_knowledge(con, data, progress)
    rows = []
    for benchmark, name in (("RG-65", "EN-RG-65.txt"), ("WordSim-353", "EN-WS-353-ALL.txt")):
        path = literal(str(data / "wordsim" / name))
        con.execute(
            "CREATE OR REPLACE TEMP TABLE judged AS "
            "SELECT lower(j.column0) AS item_a, lower(j.column1) AS item_b, CAST(j.column2 AS DOUBLE) AS human "
            f"FROM read_csv({path}, delim = '\t', header = false) AS j"
        )
        con.execute(
            "SET VARIABLE judged_pairs = (SELECT list({'item_a': j.item_a, 'item_b': j.item_b}) FROM judged AS j)"
        )
        for knowledge, scorer in con.execute(
            "SELECT k.knowledge, k.scorer FROM setrisk.knowledge AS k ORDER BY ALL"
        ).fetchall():
            progress(f"scoring {benchmark} by {knowledge}")
            con.execute(
                "CREATE OR REPLACE TEMP TABLE scored AS SELECT j.human, s.similarity FROM judged AS j "
                f"JOIN setrisk.{scorer}_scores($knowledge, getvariable('judged_pairs')) AS s USING (item_a, item_b)",
                {"knowledge": knowledge},
            )
            rows += con.execute(
                "SELECT $benchmark, $knowledge, $scorer, count(*), count(s.similarity), corr(s.similarity, s.human), "
                "(SELECT corr(r.by_score, r.by_human) FROM (SELECT "
                f"{_MEAN_RANK.format('k.similarity')} AS by_score, {_MEAN_RANK.format('k.human')} AS by_human "
                "FROM scored AS k WHERE k.similarity IS NOT NULL) AS r) "
                "FROM scored AS s",
                {"benchmark": benchmark, "knowledge": knowledge, "scorer": scorer},
            ).fetchall()
    header = ("benchmark", "knowledge", "scorer", "pairs", "covered", "pearson", "spearman")
    return [charts.write_csv(out / "semantics.csv", header, rows)]
