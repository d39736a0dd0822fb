"""The statements of the experiments, on data that are small enough to see what comes out."""

import gzip
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.pipelines.database.statements import let_statements_read, run
from setrisk.pipelines.showcase.experiments import semantics as experiments_semantics


def texts(con: DuckDBPyConnection, table: str) -> list[str]:
    return [text for (text,) in con.table(table).fetchall()]


def test_a_text_of_the_medical_corpus_begins_like_no_record_and_no_other_text(
    con: DuckDBPyConnection, tmp_path: Path
) -> None:
    abstracts, ohsumed = tmp_path / "abstracts.csv", tmp_path / "ohsumed.jsonl.gz"
    same = "x" * 80
    given = ["A first, text.", f"{same} second", "Third text", f"{same} fourth", "Fifth text"]
    pd.DataFrame({"condition_label": 1, "medical_abstract": given}).to_csv(abstracts, index=False)
    with gzip.open(ohsumed, "wt") as file:
        file.writelines(json.dumps({"text": text}) + "\n" for text in ("a FIRST text", "Sixth text", "sixth, text"))
    run(con, "showcase/stage_medical_texts", abstracts=str(abstracts), ohsumed=str(ohsumed), n_records=2)
    assert texts(con, "_setrisk_medical_records") == given[:2]
    found = sorted(texts(con, "_setrisk_medical_corpus"))
    assert found in (["Fifth text", "Sixth text", "Third text"], ["Fifth text", "Third text", "sixth, text"])


def test_a_text_of_the_news_corpus_begins_like_no_record(con: DuckDBPyConnection, tmp_path: Path) -> None:
    articles = tmp_path / "news.txt"
    articles.write_text('earn\tprofits "rise"\nearn\tProfits rise!\ntrade\tships\ntrade\tships\n')
    run(con, "showcase/stage_news_texts", articles=str(articles), n_records=1)
    assert texts(con, "_setrisk_news_records") == ['profits "rise"']
    assert texts(con, "_setrisk_news_corpus") == ["ships", "ships"]


def test_texts_with_most_of_the_commonest_words(con: DuckDBPyConnection) -> None:
    phrases = [["heart failure", "heart"], ["heart attack", "stroke"], ["attack"], ["rare"]]
    setrisk.load(con, "phrases", pd.DataFrame({"items": phrases}), items="items")
    run(con, "showcase/stage_words", dataset="phrases")
    found = run(con, "showcase/stage_densest_texts", n_words=2, n_texts=3).fetchall()
    # Words in two texts are attack and heart: both in the second, one in the first and in the third.
    assert found == [(pytest.approx((1 + 2 + 1) / 3 / 2),)]
    drawn = run(con, "showcase/drawn_texts", n_texts=3, seed=1).fetchall()
    assert sorted(drawn) == [(["attack"],), (["attack", "heart"],), (["heart"],)]
    assert run(con, "showcase/drawn_texts", n_texts=2, seed=1).fetchall() == drawn[:2]


def test_equal_values_share_the_mean_of_their_ranks(con: DuckDBPyConnection, tmp_path: Path) -> None:
    pairs = pd.DataFrame(
        {
            "item_a": list("abcdefg"),
            "item_b": "z",
            "human": [1, 2, 2, 5, 3.5, 9, 9],
            "similarity": [0.1, 0.3, None, 0.3, 0.3, -0.2, 2],
        }
    )
    path = tmp_path / "pairs.txt"
    upper = pairs.assign(item_a=pairs["item_a"].str.upper())[["item_a", "item_b", "human"]]
    upper.to_csv(path, sep="\t", header=False, index=False)
    run(con, "showcase/stage_judged_pairs", path=str(path))
    asked = con.sql("SELECT unnest(getvariable('_setrisk_pairs'), recursive := true)").fetchall()
    assert sorted(asked) == [(letter, "z") for letter in "abcdefg"]
    con.execute(
        "CREATE TEMP TABLE given AS SELECT p.* REPLACE (nullif(p.similarity, 'nan') AS similarity) FROM pairs AS p"
    )
    with let_statements_read(con, "SELECT g.item_a, g.item_b, g.similarity FROM given AS g"):
        ((n_pairs, covered, pearson, spearman),) = run(con, "showcase/agreement_with_people").fetchall()
    known = pairs.dropna()
    ranks = known[["human", "similarity"]].rank()
    assert (n_pairs, covered) == (7, 6)
    assert pearson == pytest.approx(np.corrcoef(known["human"], known["similarity"])[0, 1])
    assert spearman == pytest.approx(np.corrcoef(ranks["human"], ranks["similarity"])[0, 1])


def test_people_of_several_scopes_count_once_in_each(con: DuckDBPyConnection) -> None:
    rows = (
        "('cluster', 'r1', 1, true), ('cluster', 'r1', 1, true), ('transitive', 'r1', 1, true), "
        "('transitive', 'r1', 2, true), ('global', 'r1', 3, true), ('global', 'r1', 4, false), "
        "('global', 'r2', 1, true)"
    )
    with let_statements_read(con, f"FROM (VALUES {rows}) AS v(scope, release, record, may_be_person)"):
        found = run(con, "showcase/people_by_scope").fetchall()
    assert sorted(found) == [("r1", 1, 2, 1, 3), ("r2", 0, 0, 1, 1)]


def test_each_knowledge_is_compared_with_people_by_its_own_scorer(
    con: DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load_little(con: DuckDBPyConnection, data: Path, progress: object) -> None:
        setrisk.load_corpus(
            con, "texts", pd.DataFrame({"text": ["cat and dog", "a cat", "a dog", "the car", "a road", "a sea"]})
        )
        words = pd.DataFrame({"word": ["cat", "dog", "car"], "x": [1.0, 1.0, -1.0], "y": [0.0, 0.5, 0.2]})
        (tmp_path / "vectors.txt").write_text(words.to_csv(sep=" ", header=False, index=False))
        setrisk.embed(con, "vectors", tmp_path / "vectors.txt")

    monkeypatch.setattr(experiments_semantics, "load_knowledge", load_little)
    (tmp_path / "wordsim").mkdir()
    (tmp_path / "out").mkdir()
    for name in ("EN-RG-65.txt", "EN-WS-353-ALL.txt"):
        (tmp_path / "wordsim" / name).write_text("cat\tdog\t3\ncat\tcar\t1\nzebra\tcar\t2\n")
    (path,) = experiments_semantics.semantics(con, tmp_path, tmp_path / "out", lambda step: None)
    found = pd.read_csv(path)[["benchmark", "knowledge", "scorer", "pairs", "covered"]]
    assert found.values.tolist() == [
        [benchmark, *of_knowledge]
        for benchmark in ("RG-65", "WordSim-353")
        for of_knowledge in (["texts", "ngd", 3, 2], ["vectors", "embedding", 3, 2])
    ]
