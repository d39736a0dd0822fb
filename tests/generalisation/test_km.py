"""Releases by km: items generalised along a taxonomy until each itemset of up to m items is frequent."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput, InfeasibleConstraint, SetriskError

# Terrovitis, Mamoulis and Kalnis 2008, Figures 1 and 2.
PAPER = [["a1", "b1", "b2"], ["a2", "b1"], ["a2", "b1", "b2"], ["a1", "a2", "b2"]]
TREE = [("a1", "A"), ("a2", "A"), ("b1", "B"), ("b2", "B"), ("A", "All"), ("B", "All")]

real_wordnet = pytest.mark.skipif(
    not Path("/usr/share/wordnet/data.noun").exists(), reason="no WordNet (Debian: apt-get install wordnet-base)"
)


@pytest.fixture
def paper(con: DuckDBPyConnection) -> DuckDBPyConnection:
    setrisk.load(con, "d", pd.DataFrame({"items": PAPER}))
    con.execute("CREATE TABLE tree (item VARCHAR, parent VARCHAR)")
    con.executemany("INSERT INTO tree VALUES (?, ?)", TREE)
    return con


def generalised(con: DuckDBPyConnection) -> list[tuple[list[str], int]]:
    return con.execute("SELECT g.items, g.support FROM setrisk.generalised_items('r') AS g ORDER BY g.items").fetchall()


@pytest.mark.parametrize("suffix", ["", ".csv", ".parquet"])
def test_the_example_of_the_paper(paper: DuckDBPyConnection, tmp_path: Path, suffix: str) -> None:
    """A taxonomy may be a table or a file, and have items that the data set lacks."""
    paper.execute("INSERT INTO tree VALUES ('a3', 'A'), ('c1', 'C'), ('c2', 'C'), ('C', 'All')")
    taxonomy = f"{tmp_path}/tree{suffix}" if suffix else "tree"
    if suffix:
        paper.execute(f"COPY tree TO '{taxonomy}'")
    made = setrisk.protect(paper, "d", "r", method="km", k=2, taxonomy=taxonomy)
    assert generalised(paper) == [(["a1", "a2"], 4)]
    assert made.summary == (
        "all itemsets of up to 2 items protected, NCP 0.227 (1 is the worst), by 1 generalised item of up to 2 "
        "members, 0 items suppressed"
    )
    penalty = paper.execute("SELECT d.value FROM setrisk.distortions('r') AS d WHERE d.metric = 'certainty_penalty'")
    # Five of eleven entries are published as one that may mean two of four items.
    assert penalty.fetchall() == [(pytest.approx(5 / 11 * 2 / 4),)]
    assert made.marks == []
    ((parameters,),) = paper.execute("SELECT r.parameters FROM setrisk.release AS r").fetchall()
    assert parameters == '{"k": 2, "m": 2, "keep_order": false}'


def test_it_is_attacked_and_measured_like_other_generalised_releases(con: DuckDBPyConnection) -> None:
    setrisk.load(con, "d", Path(__file__).parents[2] / "docs" / "groceries.csv", format="baskets")
    setrisk.protect(con, "d", "r", method="km", group_size=2)
    setrisk.attack(con, "r", method="mda", knowledge="self")
    ((highest,),) = con.execute("SELECT max(r.score) FROM setrisk.risk('r') AS r WHERE r.attack = 'none'").fetchall()
    assert highest <= 1 / 5
    assert con.execute("SELECT c.coverage FROM setrisk.coverage('r') AS c").fetchall() == [(1.0,)]


def test_larger_groups_are_made_of_groups(con: DuckDBPyConnection) -> None:
    """In the order of support: two groups of a, g and b, c, and one of d, e and f."""
    baskets = [["a"]] * 4 + [["b"], ["c"], ["d"], ["e"], ["f"]] + [["g"]] * 3
    setrisk.load(con, "d", pd.DataFrame({"items": baskets}))
    setrisk.protect(con, "d", "r", method="km", k=3, m=1)
    assert generalised(con) == [(["a", "b", "c", "g"], 9), (["d", "e", "f"], 3)]


def test_everything_may_become_one_item(con: DuckDBPyConnection) -> None:
    setrisk.load(con, "d", pd.DataFrame({"items": [["a"], ["b"], ["c"], ["d"]]}))
    made = setrisk.protect(con, "d", "r", method="km", k=4)
    assert generalised(con) == [(["a", "b", "c", "d"], 4)]
    assert "NCP 1.000" in made.summary


def test_too_few_transactions_with_items(con: DuckDBPyConnection) -> None:
    setrisk.load(con, "d", pd.DataFrame({"items": [["a"], ["b"], [], []]}), empty="keep")
    with pytest.raises(InfeasibleConstraint, match="k is 3, but only 2 transactions hold any item"):
        setrisk.protect(con, "d", "r", method="km", k=3)
    assert con.execute("FROM setrisk.release").fetchall() == []


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"taxonomy": "tree", "group_size": 3}, "taxonomy and group_size are given; km takes one of them"),
        ({"taxonomy": "lacking"}, "neither a file nor a table 'lacking'"),
        ({"taxonomy": "small"}, r"'b1' of the data set is not among its items, .* \(2 in all\)"),
        ({"taxonomy": "d"}, "neither a file nor a table"),
        ({"group_size": 1}, "group_size is 1"),
        ({"m": 0}, "m is 0"),
        ({"k": 5}, "k is 5, but the data set has 4 transactions"),
    ],
)
def test_wrong_requests(paper: DuckDBPyConnection, given: dict[str, Any], message: str) -> None:
    paper.execute("CREATE TABLE small AS FROM tree WHERE parent <> 'B' AND item <> 'B'")
    with pytest.raises(SetriskError, match=message):
        setrisk.protect(paper, "d", "r", method="km", **{"k": 2, **given})
    assert paper.execute("FROM setrisk.release").fetchall() == []


def test_an_item_that_is_a_parent_too_is_refused(paper: DuckDBPyConnection) -> None:
    setrisk.load(paper, "e", pd.DataFrame({"items": [["A", "b1"], ["A"]]}))
    with pytest.raises(BadInput, match="'A' of the data set is not among its items, which are those that have no chil"):
        setrisk.protect(paper, "e", "r", method="km", k=2, taxonomy="tree")


@real_wordnet
def test_a_taxonomy_of_wordnet(con: DuckDBPyConnection) -> None:
    setrisk.load(con, "d", pd.DataFrame({"items": [["dog"], ["wolf"], ["apple"], ["pear"], ["pear"]]}))
    setrisk.protect(con, "d", "r", method="km", k=2, m=1, wordnet="/usr/share/wordnet")
    assert generalised(con) == [(["apple", "pear"], 3), (["dog", "wolf"], 2)]
