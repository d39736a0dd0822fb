"""The papers' experiments on real data, by one command: tables and pictures for the documentation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from setrisk.errors import BadInput
from setrisk.pipelines import charts
from setrisk.pipelines.attach import connect
from setrisk.pipelines.exchange import drop
from setrisk.pipelines.load import load
from setrisk.pipelines.progress import Progress, silent
from setrisk.pipelines.quoting import literal
from setrisk.pipelines.run import attack, protect
from setrisk.pipelines.semantics import corpus, embed

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

FAMILIES = ("semantics", "generalisation")

# As many records as the papers had (CONTEXT Table II: 758, 643 and 263).
_RECORDS = 640
# Equal values share the mean of their ranks (Spearman).
_MEAN_RANK = "rank() OVER (ORDER BY {0}) + (count(*) OVER (PARTITION BY {0}) - 1) / 2"
# A share of the items in privacy constraints that gives some hundred generalised items, as in CONTEXT Table II.
_SHARE = 0.02
_KS = range(2, 7)
_SEEDS = (1, 2, 3)


def reproduce(family: str, data: str | Path, out: str | Path, *, progress: Progress = silent) -> list[Path]:
    """Run the experiments of a family on the real data sets and write tables and pictures.

    Args:
        family: `semantics` (scores against human judgement, THESIS 3.2) or `generalisation` (recall, precision and
            F against k, CONTEXT Figure 13).
        data: the folder of the data sets, with medical-abstracts, ohsumed, reuters, glove and wordsim in it.
        out: the folder for the results, made where there is none.
        progress: called with each step.

    Returns:
        The files written.

    Raises:
        BadInput: no such family, or a data file is missing.
        MissingExtra: `setrisk[text]` or `setrisk[plot]` is not installed.
    """
    if family not in FAMILIES:
        raise BadInput(f"there are no experiments for {family!r}; there are {', '.join(FAMILIES)}")
    data, out = Path(data), Path(out)
    for name in ("medical-abstracts", "ohsumed", "reuters", "glove", "wordsim"):
        if not (data / name).is_dir():
            raise BadInput(f"{data}: has no folder {name}")
    out.mkdir(parents=True, exist_ok=True)
    con = connect()
    try:
        return (_semantics if family == "semantics" else _generalisation)(con, data, out, progress)
    finally:
        con.close()


def _texts(con: DuckDBPyConnection, data: Path) -> None:
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


def _knowledge(con: DuckDBPyConnection, data: Path, progress: Progress) -> None:
    """The measures: NGD on each corpus, vectors trained on each corpus, and GloVe's."""
    _texts(con, data)
    for domain in ("medical", "news"):
        progress(f"reading the {domain} corpus")
        corpus(con, domain, con.table(f"{domain}_corpus"))
        progress(f"training vectors on the {domain} corpus")
        embed(con, f"{domain} vectors", corpus=domain)
    embed(con, "glove", data / "glove" / "glove.twitter.27B.25d.top12k.txt")


def _semantics(con: DuckDBPyConnection, data: Path, out: Path, progress: Progress) -> list[Path]:
    _knowledge(con, data, progress)
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
        for measure, kind in con.execute("SELECT m.measure, m.kind FROM setrisk.measure AS m ORDER BY ALL").fetchall():
            progress(f"scoring {benchmark} by {measure}")
            con.execute(
                "CREATE OR REPLACE TEMP TABLE scored AS SELECT j.human, s.score FROM judged AS j "
                f"JOIN setrisk.{kind}_scores($measure, getvariable('judged_pairs')) AS s USING (item_a, item_b)",
                {"measure": measure},
            )
            rows += con.execute(
                "SELECT $benchmark, $measure, $kind, count(*), count(s.score), corr(s.score, s.human), "
                "(SELECT corr(r.by_score, r.by_human) FROM (SELECT "
                f"{_MEAN_RANK.format('k.score')} AS by_score, {_MEAN_RANK.format('k.human')} AS by_human "
                "FROM scored AS k WHERE k.score IS NOT NULL) AS r) "
                "FROM scored AS s",
                {"benchmark": benchmark, "measure": measure, "kind": kind},
            ).fetchall()
    header = ("benchmark", "measure", "kind", "pairs", "covered", "pearson", "spearman")
    return [charts.write_csv(out / "semantics.csv", header, rows)]


def _generalisation(con: DuckDBPyConnection, data: Path, out: Path, progress: Progress) -> list[Path]:
    _knowledge(con, data, progress)
    rows = []
    for domain in ("medical", "news"):
        progress(f"finding noun phrases in the {domain} texts")
        load(con, domain, con.table(f"{domain}_records"), format="text")
        for k in _KS:
            for seed in _SEEDS:
                release = f"{domain} k={k} seed={seed}"
                protect(con, domain, release, k=k, random_constraints=_SHARE, seed=seed)
                known = {}
                for measure in ("self", domain, f"{domain} vectors", "glove"):
                    progress(f"{release}: attacking with {measure}")
                    attack(con, release, method="all", measure=measure)
                    ((known[measure],),) = con.execute(
                        "SELECT count(d.distance) / count(*) "
                        "FROM setrisk.distances($release, measure := $measure) AS d",
                        {"release": release, "measure": measure},
                    ).fetchall()
                rows += [(domain, k, seed, *row, known.get(str(row[0]))) for row in _outcome(con, release)]
                drop(con, release)
    header = (
        "records", "k", "seed", "measure", "method", "tables", "cells", "density", "eliminated",
        "recall", "precision", "f_score", "known_cells",
    )  # fmt: skip
    table = charts.write_csv(out / "generalisation.csv", header, rows)
    lines = [
        (f"{domain} records, {title}", domain, f"{domain}{suffix}")
        for domain in ("medical", "news")
        for title, suffix in (("NGD", ""), ("trained vectors", " vectors"))
    ]
    return [table, charts.against_k(rows, header, lines, out / "generalisation.png")]


def _outcome(con: DuckDBPyConnection, release: str) -> list[tuple[object, ...]]:
    """One row per measure and method of a release, and one for the random baseline, which needs no measure."""
    return con.execute(
        "SELECT coalesce(a.measure, ''), coalesce(a.method, 'random baseline'), e.tables, e.cells, e.density, "
        "e.eliminated, e.recall, e.precision, e.f_score FROM setrisk.evaluation($release) AS e "
        "LEFT JOIN (SELECT s.* FROM setrisk.attack AS s WHERE s.release = $release) AS a ON a.attack = e.attack "
        "ORDER BY ALL",
        {"release": release},
    ).fetchall()
