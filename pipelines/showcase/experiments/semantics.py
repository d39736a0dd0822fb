"""Scores against human judgement (THESIS 3.2)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.quoting import identifier, literal
from setrisk.pipelines.database.statements import let_statements_read, run
from setrisk.pipelines.showcase import charts
from setrisk.pipelines.showcase.experiments.texts import load_knowledge

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


_BENCHMARKS = {"RG-65": "EN-RG-65.txt", "WordSim-353": "EN-WS-353-ALL.txt"}
HEADER = ("benchmark", "knowledge", "scorer", "pairs", "covered", "pearson", "spearman")


def semantics(con: DuckDBPyConnection, data: Path, out: Path, progress: Progress) -> list[Path]:
    """Correlation of each knowledge with two benchmarks; returns the files written."""
    load_knowledge(con, data, progress)
    rows = []
    for benchmark in _BENCHMARKS:
        progress(f"scoring {benchmark}")
        rows += cell(con, data, benchmark)
    return [charts.write_csv(out / "semantics.csv", HEADER, rows)]


def cell(con: DuckDBPyConnection, data: Path, benchmark: str) -> list[tuple[Any, ...]]:
    """The rows of the table of results for one benchmark: one per knowledge that is loaded."""
    run(con, "showcase/stage_judged_pairs", path=str(data / "wordsim" / _BENCHMARKS[benchmark]))
    rows = []
    for knowledge, scorer in run(con, "showcase/scorers").fetchall():
        relation = f"{scorer}_similarities"
        # `stage_judged_pairs` leaves the variable.
        query = f"FROM setrisk.{identifier(relation)}({literal(knowledge)}, getvariable('_setrisk_pairs'))"
        with let_statements_read(con, query):
            (outcome,) = run(con, "showcase/agreement_with_people").fetchall()
        rows.append((benchmark, knowledge, scorer, *outcome))
    return rows
