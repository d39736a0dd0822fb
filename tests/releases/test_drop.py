"""What is dropped is gone from every table, and nothing else is."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput, UnknownDataset, UnknownKnowledge, UnknownRelease
from tests.support.awkward_releases import PATIENTS, VISITED, make, opened_copy, snapshot, without


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made once; each test gets a copy of the file."""
    path = tmp_path_factory.mktemp("template") / "made.duckdb"
    make(path)
    return path


@pytest.fixture
def con(template: Path, tmp_path: Path) -> Iterator[DuckDBPyConnection]:
    with opened_copy(template, tmp_path) as connection:
        yield connection


@pytest.mark.parametrize(("release", "n_tables"), [("r", 12), ("d", 14)])
def test_a_dropped_release_is_gone_from_every_table_and_no_other_is_touched(con, release, n_tables):
    before = snapshot(con)
    tables = [table for table, rows in before.items() if any(row.get("release") == release for row in rows)]
    assert len(tables) == n_tables
    assert setrisk.drop(con, release) == "release"
    assert snapshot(con) == without(before, "release", release)
    with pytest.raises(UnknownRelease, match=f"there is no release, data set, knowledge, series or grid '{release}'"):
        setrisk.drop(con, release)


def test_a_dropped_data_set_leaves_the_dictionary_to_the_others(con):
    before = snapshot(con)
    assert setrisk.drop(con, "unused") == "dataset"
    wanted = without(before, "dataset", "unused")
    wanted["setrisk_private.item"] = [row for row in before["setrisk_private.item"] if row["item"] != "only here"]
    assert len(wanted["setrisk_private.item"]) == len(before["setrisk_private.item"]) - 1
    assert snapshot(con) == wanted


def test_a_data_set_with_releases_is_dropped_with_them_or_not_at_all(con):
    before = snapshot(con)
    with pytest.raises(
        BadInput, match="releases were made of 'secret patients': r, r2; drop them first, or all at once with cascade"
    ):
        setrisk.drop(con, "secret patients")
    assert snapshot(con) == before
    assert setrisk.drop(con, "secret patients", cascade=True) == "dataset"
    wanted = without(without(before, "release", "r", "r2"), "dataset", "secret patients")
    kept = {"a", "b", "z", "y", "only here", *VISITED}
    wanted["setrisk_private.item"] = [row for row in before["setrisk_private.item"] if row["item"] in kept]
    assert snapshot(con) == wanted
    assert con.execute("SELECT count(*) FROM setrisk.elimination_evaluation('o')").fetchall() == [(7,)]


def test_a_name_that_was_dropped_is_free_again(con):
    setrisk.drop(con, "secret patients", cascade=True)
    loaded = setrisk.load(con, "secret patients", pd.DataFrame({"items": PATIENTS}))
    assert loaded.n_transactions == len(PATIENTS)
    setrisk.protect(con, "secret patients", "r", k=2, random_constraints=0.5, seed=1)
    setrisk.attack(con, "r", method="mda")
    setrisk.drop(con, "c")
    setrisk.load_corpus(con, "c", pd.DataFrame({"text": ["a b"]}))
    setrisk.drop(con, "v")
    setrisk.load_corpus(con, "v", pd.DataFrame({"text": ["a b"]}))


@pytest.mark.parametrize("knowledge", ["c", "v", "imported"])
def test_a_dropped_knowledge_is_gone_and_what_attacks_have_found_with_it_stays(con, knowledge):
    before = snapshot(con)
    evaluation = (
        "SELECT e.* FROM setrisk.elimination_evaluation('r') AS e WHERE e.attack <> 'random_baseline' ORDER BY ALL"
    )
    evaluated = con.execute(evaluation).fetchall()
    assert len(evaluated) == 6
    assert setrisk.drop(con, knowledge, object_type="knowledge") == "knowledge"
    wanted = without(without(before, "knowledge", knowledge), "corpus", knowledge)
    wanted["setrisk.attack_run"] = before["setrisk.attack_run"]
    assert snapshot(con) == wanted
    gone = [table for table in before if wanted[table] != before[table]]
    kind = {"c": "setrisk.corpus_word", "v": "setrisk.embedding", "imported": "setrisk.corpus_hits"}[knowledge]
    assert {"setrisk.knowledge", kind} < {*gone, "setrisk.corpus"}
    for row, earlier in zip(con.execute(evaluation).fetchall(), evaluated, strict=True):
        assert row[0] == earlier[0]
        assert row[1:] == pytest.approx(earlier[1:])
    with pytest.raises(UnknownKnowledge):
        setrisk.attack(con, "r", knowledge=knowledge)


def test_one_name_for_several_needs_its_type(con):
    setrisk.load(con, "r", pd.DataFrame({"items": [["a"]]}))
    setrisk.load_corpus(con, "r", pd.DataFrame({"text": ["a b"]}))
    before = snapshot(con)
    with pytest.raises(BadInput, match="several things are called 'r': release, dataset, knowledge; say which"):
        setrisk.drop(con, "r")
    assert snapshot(con) == before
    assert setrisk.drop(con, "r", object_type="dataset") == "dataset"
    assert setrisk.drop(con, "r", object_type="knowledge") == "knowledge"
    assert setrisk.drop(con, "r") == "release"
    assert not any(
        "r" in (row.get("release"), row.get("dataset"), row.get("corpus")) for t in snapshot(con).values() for row in t
    )


@pytest.mark.parametrize(
    ("kind", "error"),
    [("release", UnknownRelease), ("dataset", UnknownDataset), ("knowledge", UnknownKnowledge), (None, UnknownRelease)],
)
def test_what_is_not_there_cannot_be_dropped(con, kind, error):
    with pytest.raises(error, match=r"there is no .*'nope'"):
        setrisk.drop(con, "nope", object_type=kind)
    with pytest.raises(BadInput, match=r"object_type is 'table'; it must be release, dataset, .* grid or export"):
        setrisk.drop(con, "r", object_type="table")


def test_dropping_is_part_of_the_users_transaction(con):
    before = snapshot(con)
    con.execute("BEGIN")
    setrisk.drop(con, "secret patients", cascade=True)
    setrisk.drop(con, "c")
    con.execute("ROLLBACK")
    assert snapshot(con) == before
