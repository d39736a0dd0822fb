"""COAT releases through the whole pipeline: what is published keeps the promise, whatever was asked for."""

import contextlib
import random
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import AlreadyExists, BadInput, InfeasibleConstraint, UnknownDataset, UnknownMethod
from setrisk.pipelines.risk.gate import limits_among, verdict_on_release
from tests.support import generalisation_verifier

# The entries of the records of the release 'r', by the names of items.
ENTRIES = (
    "(SELECT r.record, r.position, n.item, r.generalised_item FROM setrisk.generalised_record AS r "
    "LEFT JOIN setrisk.published_item AS n USING (release, item_id) WHERE r.release = 'r')"
)


@pytest.fixture
def letters(con: DuckDBPyConnection) -> DuckDBPyConnection:
    """THESIS Figure 2.11 (a)."""
    setrisk.load(con, "letters", pd.DataFrame({"items": [list("ad"), list("abg"), list("cf"), list("eh")]}))
    return con


def test_thesis_figure_2_11(letters: DuckDBPyConnection) -> None:
    made = setrisk.protect(
        letters,
        "letters",
        "r",
        k=2,
        privacy_constraints=[list("ab"), list("ef")],
        utility_constraints=[list("bdg"), list("cef")],
    )
    shown = letters.execute(
        "SELECT list_sort(list(coalesce(e.item, array_to_string(g.items, '')))) "
        f"FROM {ENTRIES} AS e "
        "LEFT JOIN setrisk.generalised_items('r') AS g USING (generalised_item) GROUP BY e.record ORDER BY ALL"
    ).fetchall()
    assert [row for (row,) in shown] == [["a", "bd"], ["a", "bd", "g"], ["c", "ef"], ["ef", "h"]]
    assert made.n_transactions == 4
    assert made.marks == []


@pytest.mark.parametrize(
    ("tamper", "finding"),
    [
        ("DELETE FROM setrisk.generalised_record WHERE item_id IS NULL", "items are suppressed"),
        (
            "DELETE FROM setrisk.generalised_item WHERE item_id IN (SELECT min(item_id) FROM setrisk.generalised_item)",
            "is not a",
        ),
        ("DELETE FROM setrisk_private.privacy_constraint", "there are 0 privacy constraints"),
        ("UPDATE setrisk.generalised_record SET record = 9 WHERE record = 1", "published for no transaction"),
    ],
)
def test_the_verifier_reads_what_is_published(letters: DuckDBPyConnection, tamper: str, finding: str) -> None:
    setrisk.protect(
        letters,
        "letters",
        "r",
        k=2,
        privacy_constraints=[list("ab"), list("ef")],
        utility_constraints=[list("bdg"), list("cef")],
    )
    letters.execute(tamper)
    assert finding in " ".join(generalisation_verifier.violations_of(letters, "r", k=2, max_suppression=0.15))


@pytest.mark.parametrize("how", ["file", "JSON lines", "table", "view"])
def test_constraints_from_elsewhere(letters: DuckDBPyConnection, tmp_path: Path, how: str) -> None:
    privacy: Any = tmp_path / "privacy.txt"
    privacy.write_text("# what to protect\na, b\ne,f\n")
    utility: Any = tmp_path / "utility.jsonl"
    utility.write_text('["b", "d", "g"]\n["c", "e", "f"]\n')
    if how == "JSON lines":
        privacy = tmp_path / "privacy.jsonl"
        privacy.write_text('["a", "b"]\n["e", "f"]\n')
    elif how in ("table", "view"):
        letters.execute(f"CREATE {how} guarded AS SELECT ['a', 'b'] AS items UNION ALL SELECT ['e', 'f']")
        privacy = "guarded"
    setrisk.protect(letters, "letters", "r", k=2, privacy_constraints=privacy, utility_constraints=utility)
    given = letters.execute(
        "SELECT list(i.item ORDER BY i.item) FROM setrisk_private.privacy_constraint AS c "
        "JOIN setrisk_private.item AS i USING (item_id) GROUP BY c.constraint_no ORDER BY ALL"
    ).fetchall()
    assert given == [(["a", "b"],), (["e", "f"],)]
    utility = [list("bdg"), list("cef")]
    assert not generalisation_verifier.violations_of(letters, "r", k=2, max_suppression=0.15, utility=utility)


def test_infeasible_request_names_the_constraint_and_publishes_nothing(letters: DuckDBPyConnection) -> None:
    with pytest.raises(InfeasibleConstraint, match=r"privacy constraint 2 \{e, f\} .* at most 0 of the items"):
        setrisk.protect(
            letters,
            "letters",
            "r",
            k=4,
            privacy_constraints=[list("a"), list("ef")],
            utility_constraints=[list("abcdgh")],
            max_suppression=0,
        )
    for table in ("setrisk.release", "setrisk.generalised_record", "setrisk_private.provenance"):
        assert letters.execute(f"SELECT count(*) FROM {table}").fetchall() == [(0,)]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"k": 1, "privacy_constraints": [["a"]]}, "k is 1; it must be at least 2"),
        ({"k": 2.5, "privacy_constraints": [["a"]]}, "k is 2.5; it must be a whole number"),
        ({"k": "many", "privacy_constraints": [["a"]]}, "k is the text 'many'; it must be a whole number"),
        (
            {"k": 2, "privacy_constraints": [["a"]], "random_constraints": 0.5},
            "privacy_constraints and random_constraints are given",
        ),
        ({"k": 2, "privacy_constraints": [["a", "zebra"]]}, "privacy constraint 1 names 'zebra'"),
        (
            {"k": 2, "privacy_constraints": [["a"]], "utility_constraints": [["a", "yak"]]},
            "utility constraint 1 names 'yak'",
        ),
        (
            {"k": 2, "privacy_constraints": [["a"]], "utility_constraints": [["a", "b"], ["b", "c"]]},
            "'b' is in more than one utility",
        ),
        (
            {"k": 2, "privacy_constraints": "nowhere.txt"},
            "'nowhere.txt' is neither a file, nor a table, nor an item of",
        ),
        ({"k": 2, "privacy_constraints": []}, "privacy_constraints: no itemset is given"),
        ({"k": 2, "random_constraints": 1.5}, "random_constraints is 1.5; it must be at most 1"),
        (
            {"k": 2, "privacy_constraints": [["a"]], "max_suppression": -0.1},
            "max_suppression is -0.1; it must be at least 0",
        ),
        ({"k": 2, "privacy_constraints": [["a"]], "epsilon": 1}, "coat has no parameter 'epsilon'"),
        (
            {"k": 2, "privacy_constraints": [["a"]], "keep_order": "maybe"},
            "keep_order is 'maybe'; it must be true or false",
        ),
    ],
)
def test_bad_requests(letters: DuckDBPyConnection, given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        setrisk.protect(letters, "letters", "r", **given)
    assert letters.execute("SELECT count(*) FROM setrisk.release").fetchall() == [(0,)]


def test_names_that_are_unknown_or_taken(letters: DuckDBPyConnection) -> None:
    with pytest.raises(UnknownDataset, match="no data set 'numbers'; there are letters"):
        setrisk.protect(letters, "numbers", "r", k=2, privacy_constraints=[["a"]])
    with pytest.raises(UnknownMethod, match="no method 'goat' to protect; there are coat"):
        setrisk.protect(letters, "letters", "r", method="goat")
    setrisk.protect(letters, "letters", "r", k=2, privacy_constraints=[["b"]])
    with pytest.raises(AlreadyExists, match="release 'r' exists"):
        setrisk.protect(letters, "letters", "r", k=2, privacy_constraints=[["b"]])


def test_positions_have_no_gaps_that_would_tell_merged_entries(con: DuckDBPyConnection) -> None:
    setrisk.load(con, "d", pd.DataFrame({"items": [list("xpyq"), list("zq"), list("zp")]}))
    setrisk.protect(
        con, "d", "r", k=3, privacy_constraints=[["p"], ["q"]], utility_constraints=[["p", "q"]], keep_order=True
    )
    entries = con.execute(
        "SELECT list(coalesce(e.item, 'pq') ORDER BY e.position), list(e.position ORDER BY e.position) "
        f"FROM {ENTRIES} AS e GROUP BY e.record ORDER BY ALL"
    ).fetchall()
    assert entries == [(["x", "pq", "y"], [1, 2, 3]), (["z", "pq"], [1, 2]), (["z", "pq"], [1, 2])]


def test_the_order_of_the_data_is_not_published(con: DuckDBPyConnection) -> None:
    setrisk.load(con, "d", pd.DataFrame({"items": [list("zqa"), list("aqz"), list("zap")]}))
    setrisk.protect(con, "d", "r", k=3, privacy_constraints=[["p"], ["q"]], utility_constraints=[["p", "q"]])
    orders = con.execute(
        f"SELECT DISTINCT list(coalesce(e.item, 'pq') ORDER BY e.position) FROM {ENTRIES} AS e GROUP BY e.record"
    ).fetchall()
    assert orders == [(["a", "pq", "z"],)]


def test_record_numbers_do_not_tell_transactions(con: DuckDBPyConnection) -> None:
    setrisk.load(con, "d", pd.DataFrame({"items": [[f"i{n % 7}", f"j{n % 5}"] for n in range(200)]}))
    orders = []
    for release, seed in (("one", None), ("two", None), ("seven", 7), ("seven again", 7)):
        made = setrisk.protect(con, "d", release, k=7, privacy_constraints=[["i1", "j1"]], seed=seed)
        assert made.marks == ([] if seed is None else ["seeded"])
        rows = con.execute(
            "SELECT p.tid FROM setrisk_private.provenance AS p WHERE p.release = ? ORDER BY p.record", [release]
        ).fetchall()
        orders.append([tid for (tid,) in rows])
        assert sorted(orders[-1]) == list(range(1, 201))
    assert orders[2] == orders[3]
    # Two independent orders of 200 agree in 1 place on average, and in more than 20 with a chance below 1e-19.
    for one, other in ((orders[0], orders[1]), (orders[0], list(range(1, 201))), (orders[2], list(range(1, 201)))):
        assert sum(a == b for a, b in zip(one, other, strict=True)) < 20


@pytest.mark.parametrize("seed", range(4))
def test_random_constraints_on_generated_data(con: DuckDBPyConnection, seed: int) -> None:
    rng = np.random.default_rng(seed)
    items = [[f"item {item}" for item in set(rng.zipf(1.4, 6).clip(1, 60))] for _ in range(120)]
    setrisk.load(con, "d", pd.DataFrame({"items": items}))
    for k in (2, 5):
        setrisk.protect(con, "d", f"r{k}", k=k, random_constraints=0.4, seed=seed)
        assert not con.execute("SELECT * FROM setrisk.violated_constraints(?)", [f"r{k}"]).fetchall()
    ((published,),) = con.execute(
        "SELECT r.parameters::VARCHAR FROM setrisk.release AS r WHERE r.release = 'r5'"
    ).fetchall()
    assert "seed" not in published


@pytest.mark.parametrize(
    ("file", "options"),
    [
        ("bms-webview/BMS1_spmf.txt", {"format": "spmf"}),
        ("disease-symptom/dataset.csv", {"format": "baskets", "separator": ",", "skip": 1}),
    ],
)
def test_real_data(con: DuckDBPyConnection, data: Path, file: str, options: dict[str, Any]) -> None:
    setrisk.load(con, "real", data / file, **options)
    for k in (2, 4):
        setrisk.protect(con, "real", f"k{k}", k=k, random_constraints=0.05, seed=k)
        assert not con.execute("SELECT * FROM setrisk.violated_constraints(?)", [f"k{k}"]).fetchall()


def test_wordnet_constraints(con: DuckDBPyConnection) -> None:
    pytest.importorskip("nltk", reason="setrisk[text] is not installed")
    folder = Path("/usr/share/wordnet")
    if not folder.is_dir():
        pytest.skip("WordNet's files are not in /usr/share/wordnet (Debian: wordnet-base)")
    records = [["goat", "anger"], ["dog", "joy"], ["horse", "sorrow"], ["cow", "pride"], ["goat", "joy"]]
    setrisk.load(con, "d", pd.DataFrame({"items": records}))
    setrisk.protect(con, "d", "r", k=2, privacy_constraints=[["dog"], ["anger"]], wordnet=str(folder))
    groups = con.execute("SELECT g.items FROM setrisk.generalised_items('r') AS g ORDER BY ALL").fetchall()
    animals, feelings = {"goat", "dog", "horse", "cow"}, {"anger", "joy", "sorrow", "pride"}
    assert len(groups) == 2
    for (members,) in groups:
        assert set(members) <= animals or set(members) <= feelings


def test_a_release_that_breaks_its_promise_is_found(letters: DuckDBPyConnection) -> None:
    setrisk.protect(
        letters,
        "letters",
        "r",
        k=2,
        privacy_constraints=[list("ab"), list("ef")],
        utility_constraints=[list("bdg"), list("cef")],
    )
    letters.execute(
        "DELETE FROM setrisk.generalised_record WHERE generalised_item IS NOT NULL AND record = "
        "(SELECT min(record) FROM setrisk.generalised_record WHERE generalised_item IS NOT NULL)"
    )
    broken = letters.execute("SELECT v.items, v.support, v.k FROM setrisk.violated_constraints('r') AS v").fetchall()
    assert broken
    assert all(support == 1 and k == 2 for _, support, k in broken)


def test_an_error_in_the_users_own_transaction_leaves_nothing_to_commit(letters: DuckDBPyConnection) -> None:
    letters.execute("BEGIN")
    with pytest.raises(InfeasibleConstraint):
        setrisk.protect(
            letters,
            "letters",
            "r",
            k=4,
            privacy_constraints=[list("a"), list("ef")],
            utility_constraints=[list("abcdgh")],
            max_suppression=0,
        )
    with contextlib.suppress(duckdb.Error):  # the COMMIT of a transaction that an error has ended rolls back
        letters.execute("COMMIT")
    assert letters.execute("SELECT count(*) FROM setrisk.release").fetchall() == [(0,)]
    setrisk.protect(letters, "letters", "r", k=2, privacy_constraints=[["b"]])


@pytest.mark.parametrize("method", ["coat", "km"])
def test_an_export_does_not_tell_what_other_data_sets_hold(
    con: DuckDBPyConnection, tmp_path: Path, method: str
) -> None:
    """Items of a data set that was loaded before have the smallest numbers."""
    setrisk.load(con, "before", pd.DataFrame({"items": [["zoster", "hiv"], ["syphilis"]]}))
    draw = random.Random(1)
    names = [*"abcdefghij", "hiv", "syphilis", "zoster"]
    setrisk.load(con, "d", pd.DataFrame({"items": [draw.sample(names, 4) for _ in range(60)]}))
    setrisk.protect(con, "d", "r", method=method, k=5)
    setrisk.export(con, "r", tmp_path / "out", anyway=True)
    members = pd.read_parquet(tmp_path / "out" / "generalised_item.parquet")
    firsts = members.groupby("generalised_item")["item"].min()
    assert firsts.is_monotonic_increasing
    records = pd.read_parquet(tmp_path / "out" / "generalised_record.parquet")
    records["name"] = records["item"].fillna(records["generalised_item"].map(firsts))
    assert all(
        of_one.sort_values("position")["name"].is_monotonic_increasing for _, of_one in records.groupby("record")
    )


def test_a_yes_says_that_the_order_of_the_data_is_published(letters: DuckDBPyConnection) -> None:
    verdicts = []
    for keep_order in (False, True):
        setrisk.protect(letters, "letters", "r", k=2, privacy_constraints=[["b"]], keep_order=keep_order, replace=True)
        setrisk.attack(letters, "r", method="ra")
        limits = limits_among({"max_at_risk": 1, "max_score": 0.9, "min_coverage": 0})
        verdicts.append(verdict_on_release(letters, "r", [], limits).sentence)
    assert ["in the order of the data" in verdict for verdict in verdicts] == [False, True]
