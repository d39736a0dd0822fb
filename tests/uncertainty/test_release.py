"""Releases by rho-uncertainty, from the data set to the gate; `conftest.py` verifies each of them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput, SetriskError
from setrisk.pipelines.showcase.experiments import protection
from setrisk.pipelines.uncertainty import rho as pipeline
from setrisk.udf.uncertainty import best_rules, closed_rules
from setrisk.udf.uncertainty.rho import Uncertainty

# Each with a number of people. Of the four with tea and rice two take pills; of the one with tea and figs, one does.
PEOPLE = {
    ("rice", "tea", "pills"): 2,
    ("rice", "tea"): 2,
    ("figs", "tea", "pills"): 1,
    ("rice",): 3,
    ("tea",): 2,
    ("drops", "rice"): 1,
}


@pytest.fixture
def people(con: DuckDBPyConnection) -> DuckDBPyConnection:
    rows = [list(items) for items, times in PEOPLE.items() for _ in range(times)]
    setrisk.load(con, "d", pd.DataFrame({"items": rows}))
    return con


def fetch(con: DuckDBPyConnection, query: str) -> list[tuple[Any, ...]]:
    return con.execute(query).fetchall()


def test_what_gives_a_sensitive_item_away_is_suppressed(people: DuckDBPyConnection) -> None:
    """Figs alone give pills away: with tea and rice, they are as likely as not."""
    made = setrisk.protect(people, "d", "r", method="rho", rho=0.5, sensitive="pills, drops")
    assert made.summary == ("2 of 2 sensitive items shown, by 0 generalised items, 1 item suppressed")
    assert made.marks == []
    assert fetch(people, "SELECT r.parameters FROM setrisk.release AS r") == [('{"rho": 0.5, "keep_order": false}',)]
    shown = fetch(people, "SELECT p.item FROM setrisk.published_item AS p ORDER BY p.item")
    assert shown == [("drops",), ("pills",), ("rice",), ("tea",)]
    assert fetch(people, "SELECT c.covered_items, c.all_items FROM setrisk.coverage('r') AS c") == [(2, 5)]
    # One of 20 entries is lost.
    costs = dict(fetch(people, "FROM setrisk.distortions('r')"))
    assert costs == {"suppressed_share": 1 / 20, "certainty_penalty": 1 / 20, "mean_generalised_size": 1}


def test_the_attack_finds_the_most_confident_rules(people: DuckDBPyConnection) -> None:
    setrisk.protect(people, "d", "r", method="rho", rho=0.5, sensitive=["pills", "drops"])
    found = setrisk.attack(people, "r").fetchall()
    assert sorted((item, known, n, m, exact) for _, _, item, known, n, m, _, exact in found) == [
        ("drops", ["rice"], 8, 1, True),
        ("pills", ["rice", "tea"], 4, 2, True),
        ("pills", ["rice", "tea"], 4, 2, True),
        ("pills", ["tea"], 7, 3, True),
    ]
    assert fetch(people, "FROM setrisk.rule_evaluation('r')") == [
        ("rules", 4, 1.0, 1.0, pytest.approx((1 / 8 + 1 + 3 / 7) / 4), 0.5, 0, 0.0)
    ]
    assert fetch(people, "FROM setrisk.rule_evaluation_by_item('r') ORDER BY item") == [
        ("rules", "drops", 1, 1, 1 / 8, 1 / 8, 0),
        ("rules", "pills", 3, 3, pytest.approx((1 + 3 / 7) / 3), 0.5, 0),
    ]


def test_the_risk_of_each_person_is_the_most_confident_rule(people: DuckDBPyConnection) -> None:
    """As if the release had promised 40 %, two are at risk."""
    setrisk.protect(people, "d", "r", method="rho", rho=0.5, sensitive=["pills", "drops"])
    people.execute("UPDATE setrisk.release SET parameters = '{\"rho\": 0.4}'")
    setrisk.attack(people, "r")
    risks = fetch(
        people,
        "SELECT r.at_risk, round(r.score, 3), r.evidence, count(*) FROM setrisk.risk('r') AS r "
        "WHERE r.attack = 'rules' GROUP BY ALL ORDER BY ALL",
    )
    given = "knowing {} of this person gives {} a confidence of {} records (promised: at most 40.0 %)"
    assert risks == [
        (False, 0, "the release shows no sensitive item of this person", 7),
        (False, 0.125, given.format("{rice}", "{drops}", "12.5 %: 1 of 8"), 1),
        (True, 0.429, given.format("{tea}", "{pills}", "42.9 %: 3 of 7"), 1),
        (True, 0.5, given.format("{rice, tea}", "{pills}", "50.0 %: 2 of 4"), 2),
    ]
    assert fetch(people, "SELECT e.people, e.people_share FROM setrisk.rule_evaluation('r') AS e") == [(3, 3 / 11)]
    assert setrisk.check(people, "r", max_at_risk=0.2, min_coverage=0).fetchall() != []
    assert setrisk.check(people, "r", max_at_risk=0.3, min_coverage=0).fetchall() == []


def test_nothing_is_known_of_someone_with_nothing_else(con: DuckDBPyConnection) -> None:
    setrisk.load(con, "d", pd.DataFrame({"items": [["pills"], ["tea"], ["rice"], ["rice"]]}))
    setrisk.protect(con, "d", "r", method="rho", rho=0.25, sensitive="pills", seed=1)
    setrisk.attack(con, "r")
    ((evidence,),) = fetch(
        con, "SELECT r.evidence FROM setrisk.risk('r') AS r WHERE r.attack = 'rules' AND r.score > 0"
    )
    assert evidence.startswith("knowing nothing of this person gives {pills} a confidence of 25.0 %: 1 of 4 records")


def test_items_are_generalised_along_a_taxonomy(con: DuckDBPyConnection, tmp_path: Path) -> None:
    """Figs alone give pills away; food, which rice is too, does not. Sensitive items may be in the taxonomy, too."""
    rows = [["figs", "pills"]] * 3 + [["rice"]] * 7 + [[f"thing {n}"] for n in range(20)]
    setrisk.load(con, "d", pd.DataFrame({"items": rows}))
    taxonomy = tmp_path / "groups.csv"
    things = "".join(f"thing {n},all\n" for n in range(20))
    taxonomy.write_text(f"item,parent\nfigs,food\nrice,food\nfood,all\npills,drugs\ndrops,drugs\ndrugs,all\n{things}")
    made = setrisk.protect(con, "d", "r", method="rho", rho=0.4, sensitive=["pills"], taxonomy=str(taxonomy))
    assert made.summary.startswith("1 of 1 sensitive item shown, by 1 generalised item of up to 2 members")
    members = (
        "SELECT p.item FROM setrisk.generalised_item AS g JOIN setrisk.published_item AS p USING (release, item_id)"
    )
    assert fetch(con, f"{members} ORDER BY p.item") == [("figs",), ("rice",)]
    setrisk.attack(con, "r")
    known = fetch(con, "SELECT f.known_items, f.known_support, f.rule_support FROM setrisk.rule_findings('r') AS f")
    assert known == [(["generalised item 1"], 10, 3)] * 3


def test_an_imported_release_is_attacked_alike(people: DuckDBPyConnection, tmp_path: Path) -> None:
    setrisk.protect(people, "d", "r", method="rho", rho=0.5, sensitive=["pills", "drops"], group_size=2)
    setrisk.export(people, "r", tmp_path / "out", anyway=True)
    with setrisk.connect() as other:
        assert setrisk.import_release(other, "theirs", tmp_path / "out") == "uncertainty"
        assert setrisk.attack(other, "theirs").fetchall() == setrisk.attack(people, "r").fetchall()


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("protected_item", "item\npills\npills\n", "protected_item: pills is there twice"),
        ("protected_item", "item\nfigs\n", "protected_item: no record shows figs"),
        ("protected_item", 'item\n""\n', "protected_item: a row lacks its item"),
        ("release", None, "its parameters must hold rho"),
    ],
)
def test_a_damaged_folder_is_refused(
    people: DuckDBPyConnection, tmp_path: Path, name: str, text: str | None, message: str
) -> None:
    setrisk.protect(people, "d", "r", method="rho", rho=0.5, sensitive=["pills", "drops"])
    setrisk.export(people, "r", tmp_path / "out", format="csv", anyway=True)
    file = tmp_path / "out" / f"{name}.csv"
    file.write_text(file.read_text().replace("rho", "r_th") if text is None else text)
    with pytest.raises(BadInput, match=message):
        setrisk.import_release(people, "theirs", tmp_path / "out")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"rho": 0}, "rho is 0; it must be above 0 and below 1"),
        ({"rho": 1}, "rho is 1; it must be above 0 and below 1"),
        ({"rho": 1.5}, "rho is 1.5"),
        ({"rho": None}, "rho needs rho"),
        ({"sensitive": None}, "rho needs sensitive"),
        ({"sensitive": "pils"}, "'pils' is neither a file, .* nor an item of any data set; did you mean 'pills'"),
        ({"sensitive": ""}, "sensitive: no item is given"),
        ({"sensitive": "soap"}, "no transaction of 'd' has any of these items"),
        ({"taxonomy": "tree", "group_size": 2}, "taxonomy and group_size are given; rho takes one of them"),
        ({"sensitive": "pills,drops,rice,figs,tea", "group_size": 2}, "all items of the data set are"),
    ],
)
def test_wrong_requests(people: DuckDBPyConnection, given: dict[str, Any], message: str) -> None:
    setrisk.load(people, "other", pd.DataFrame({"items": [["soap"]]}))
    with pytest.raises(SetriskError, match=message):
        setrisk.protect(people, "d", "r", method="rho", **{"rho": 0.5, "sensitive": "pills", **given})
    assert fetch(people, "FROM setrisk.release") == []
    assert fetch(people, "FROM setrisk_private.sensitive_item") == []


def test_a_file_with_the_name_of_an_item_is_not_taken_for_it(
    people: DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pills").write_text("tea\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match="'pills' is an item, and there is a table or a file of that name, too"):
        setrisk.protect(people, "d", "r", method="rho", rho=0.5, sensitive="pills")
    made = setrisk.protect(people, "d", "r", method="rho", rho=0.5, sensitive=str(tmp_path / "pills"))
    assert "1 sensitive item" in made.summary


def test_what_was_not_looked_through_counts_as_what_is_promised(
    people: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if records of two items were long, and there were too much to compare: only two known items, or all."""
    monkeypatch.setattr(best_rules, "LONGEST", 1)
    monkeypatch.setattr(closed_rules, "MOST_STEPS", 0)
    setrisk.protect(people, "d", "r", method="rho", rho=0.6, sensitive=["pills", "drops"])
    setrisk.attack(people, "r")
    assert fetch(people, "SELECT e.exact_share, e.highest_confidence FROM setrisk.rule_evaluation('r') AS e") == [
        (0, 0.6)
    ]
    risks = fetch(people, "SELECT DISTINCT r.score, r.at_risk FROM setrisk.risk('r') AS r WHERE r.attack = 'rules'")
    assert sorted(risks) == [(0, False), (0.6, False)]
    ((evidence,),) = fetch(
        people, "SELECT r.evidence FROM setrisk.risk('r') AS r WHERE r.evidence LIKE '%drops%' AND r.attack = 'rules'"
    )
    assert "gives {drops} a confidence of at least 12.5 %: 1 of 8 records" in evidence
    assert setrisk.check(people, "r", max_score=0.55, min_coverage=0).fetchall() != []


def test_a_long_record_is_looked_through(con: DuckDBPyConnection) -> None:
    """Three items together give the sensitive one half; any two of them much less."""
    fillers = [f"filler {n}" for n in range(14)]
    rows = [[*fillers, "x", "y", "z", "s", f"u{n}"] for n in range(10)]
    rows += [[*fillers, "x", "y", "z", *(f"u{n}" for n in range(10))]] * 10
    rows += [[*fillers, *pair] for pair in ("xy", "xz", "yz") for _ in range(40)]
    rows += [fillers] * 100 + [["only", "s"]]
    setrisk.load(con, "d", pd.DataFrame({"items": rows}))
    setrisk.protect(con, "d", "r", method="rho", rho=0.5, sensitive="s")
    found = setrisk.attack(con, "r").filter("confidence > 0.4").fetchall()
    assert {(*known, n, m, exact) for _, _, _, known, n, m, _, exact in found} == {("x", "y", "z", 20, 10, True)}


@pytest.mark.parametrize("rho", [1, 7])
def test_a_folder_that_promises_nothing_is_not_imported(people: DuckDBPyConnection, tmp_path: Path, rho: int) -> None:
    setrisk.protect(people, "d", "r", method="rho", rho=0.5, sensitive=["pills"])
    setrisk.export(people, "r", tmp_path / "out", format="csv", anyway=True)
    file = tmp_path / "out" / "release.csv"
    file.write_text(file.read_text().replace("0.5", str(rho)))
    with pytest.raises(BadInput, match=f"its rho is {rho}, which promises nothing: below 1 is wanted"):
        setrisk.import_release(people, "theirs", tmp_path / "out")


def test_sensitive_items_that_nobody_has_are_named(people: DuckDBPyConnection) -> None:
    setrisk.load(people, "other", pd.DataFrame({"items": [["soap"]]}))
    made = setrisk.protect(people, "d", "r", method="rho", rho=0.5, sensitive="pills,soap")
    assert made.summary.endswith("; no transaction has the sensitive 'soap'")


def test_a_release_that_breaks_its_promise_is_not_made(
    people: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules are counted in what is published, by another kernel than that which chooses."""
    import numpy as np

    def nothing_suppressed(*_: object) -> Uncertainty:
        return Uncertainty(np.arange(5, dtype=np.int32), 0, 0.0)

    monkeypatch.setattr(pipeline, "_uncertainty", nothing_suppressed)
    with pytest.raises(SetriskError, match="does not keep its promise; nothing was published"):
        setrisk.protect(people, "d", "r", method="rho", rho=0.5, sensitive="pills")
    assert fetch(people, "FROM setrisk.release") == []


def test_it_is_tried_in_a_grid_of_all_methods_if_items_are_sensitive(people: DuckDBPyConnection) -> None:
    for given, tried in (({"sensitive": ["pills"]}, True), ({}, False)):
        grid = setrisk.whatif(
            people, "d", method="all", grid=f"grid {tried}", known=1, people=5, workers=1, k=2, **given
        )
        assert ("rho" in {row[1] for row in grid.select("cell, method").fetchall()}) == tried


def test_real_data(con: DuckDBPyConnection, data: Path) -> None:
    """No rule is too confident, by another count. Of visits to more pages than three nearly each is the only one of its
    kind, so that no sensitive page is left.
    """
    protection.load_data(con, data, "BMS-WebView-1")
    visits = con.sql(
        "SELECT list(i.item) AS items FROM setrisk_private.transaction_item AS t JOIN setrisk_private.item AS i "
        "USING (item_id) GROUP BY t.tid HAVING count(*) <= 3 ORDER BY t.tid"
    )
    setrisk.load(con, "d", visits)
    items = [item for (item,) in fetch(con, "SELECT i.item FROM setrisk_private.item AS i ORDER BY i.item")]
    setrisk.protect(con, "d", "r", method="rho", rho=0.3, sensitive=items[::9], group_size=4)
    records = fetch(
        con,
        "SELECT list(coalesce(g.item_id, -g.generalised_item)) FROM setrisk.generalised_record AS g GROUP BY g.record",
    )
    sensitive = {item for (item,) in fetch(con, "SELECT p.item_id FROM setrisk.protected_item AS p")}
    counts = Counter(each for (held,) in records for size in range(4) for each in combinations(sorted(held), size))
    rules = [
        (n, counts[tuple(item for item in itemset if item != a)])
        for itemset, n in counts.items()
        for a in sensitive.intersection(itemset)
    ]
    assert len(rules) > 100
    assert all(10 * both <= 3 * known for both, known in rules)
