"""One risk that means the same for every release: the extremes, the expected orders, and what the owner is shown."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection
from scipy.stats import binomtest

import setrisk
from setrisk.errors import BadInput, UnknownDataset, UnknownRelease
from setrisk.pipelines.assessment.part_arguments import arguments_for_part

# Enough to be sure, and little enough to be quick.
FEW: dict[str, Any] = {"people": 150, "reconstructions": 2}
CRITERIA = ("narrowing", "inference", "linkability", "singling_out")


def baskets(n: int, seed: int, n_items: int = 30) -> pd.DataFrame:
    """Baskets of 6 items of a population in which some are more common."""
    draw = random.Random(seed)
    weights = [1 / (place + 3) for place in range(n_items)]
    drawn = [dict.fromkeys(draw.choices(range(n_items), weights, k=9)) for _ in range(n)]
    return pd.DataFrame({"items": [[f"item {item:02}" for item in items][:6] for items in drawn]})


@pytest.fixture(scope="module")
def con(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DuckDBPyConnection]:
    connection = setrisk.connect(tmp_path_factory.mktemp("assess") / "my.duckdb")
    setrisk.load(connection, "shop", baskets(500, 1))
    setrisk.load(connection, "others", baskets(400, 2))
    setrisk.load(connection, "third", baskets(500, 3))
    setrisk.load(connection, "corner shop", baskets(150, 4))
    yield connection
    connection.close()


def risks(con: DuckDBPyConnection, release: str) -> dict[tuple[str, int, str], tuple[float, float, float, bool]]:
    rows = con.sql(
        f"SELECT r.criterion, r.known, r.choice, r.risk, r.risk_low, r.risk_high, r.is_weak "
        f"FROM setrisk.assessed_risk('{release}') AS r"
    ).fetchall()
    return {row[:3]: row[3:] for row in rows}


def of_data(con: DuckDBPyConnection, dataset: str, release: str) -> str:
    """A release that shows the data as they are."""
    setrisk.protect(con, dataset, release, method="identity", replace=True)
    return release


def test_data_as_they_are_give_everybody_away_whom_enough_items_single_out(con: DuckDBPyConnection) -> None:
    alone = pd.DataFrame({"items": [[f"{letter} of {n}" for letter in "abcdef"] for n in range(120)]})
    setrisk.load(con, "alone", alone)
    # The same items, no two of which are one person's.
    mixed = [[f"{letter} of {(n + place) % 120}" for place, letter in enumerate("abcdef")] for n in range(120)]
    setrisk.load(con, "mixed", pd.DataFrame({"items": mixed}))
    setrisk.assess(con, of_data(con, "alone", "all alone"), known=3, control="mixed", **FEW)
    found = risks(con, "all alone")
    assert set(found) == {
        *((criterion, 3, choice) for criterion in CRITERIA[:3] for choice in ("random", "rarest")),
        ("singling_out", 3, "random"),
    }
    for risk, low, high, is_weak in found.values():
        assert risk == 1
        assert low > 0.9
        assert high == 1
        assert not is_weak


def test_a_data_set_is_assessed_as_it_is(con: DuckDBPyConnection) -> None:
    setrisk.load(
        con, "bare", pd.DataFrame({"items": [[f"{letter} of {n}" for letter in "abcdef"] for n in range(120)]})
    )
    with pytest.raises(duckdb.InvalidInputException, match="data set bare has no assessment"):
        risks(con, "bare")
    before = con.execute("FROM setrisk.release").fetchall()
    rows = setrisk.assess(con, "bare", known=3, **FEW).fetchall()
    found = risks(con, "bare")
    assert len(rows) == len(found) == 7
    for (criterion, *_), (risk, low, _, is_weak) in found.items():
        assert (risk, is_weak) == (1, False)
        # A fifth of 120 people is the control.
        assert low > (0.5 if criterion == "singling_out" else 0.8)
    assert con.execute("FROM setrisk.release").fetchall() == before
    with pytest.raises(BadInput, match="control and members are for releases"):
        setrisk.assess(con, "bare", control="others", **FEW)
    # The release of the same name is what is meant in SQL.
    of_data(con, "bare", "bare")
    with pytest.raises(BadInput, match="several things are called 'bare': release, dataset"):
        setrisk.assess(con, "bare", **FEW)
    with pytest.raises(duckdb.InvalidInputException, match="release bare has no assessment"):
        risks(con, "bare")
    setrisk.drop(con, "bare", object_type="release")
    assert risks(con, "bare") == found
    setrisk.drop(con, "bare")
    with pytest.raises(duckdb.InvalidInputException, match="there is no release bare, and no data set of this name"):
        risks(con, "bare")


def test_a_release_of_other_people_of_the_same_population_is_no_risk(con: DuckDBPyConnection) -> None:
    found = {}
    for seed in (10, 20, 30):
        for place, name in enumerate(("members", "outsiders", "of the release")):
            setrisk.load(con, name, baskets(400, seed + place), replace=True)
        # The release knows the population, and nobody in it.
        of_data(con, "of the release", "of others")
        con.execute("UPDATE setrisk.release SET dataset = 'members' WHERE release = 'of others'")
        setrisk.assess(con, "of others", known="1..3", control="outsiders", people=400, reconstructions=1)
        found.update({(seed, *key): row for key, row in risks(con, "of others").items() if key[0] != "narrowing"})
    assert {criterion for _, criterion, *_ in found} == set(CRITERIA) - {"narrowing"}
    # An interval of 95 % may miss it once in a while.
    missed = [key for key, (_, low, _, _) in found.items() if low > 0]
    assert len(missed) <= len(found) / 20, missed


def test_people_who_are_all_alike_are_at_no_risk(con: DuckDBPyConnection) -> None:
    for name in ("alike", "alike too"):
        setrisk.load(con, name, pd.DataFrame({"items": [list("abcde")] * 200}))
    setrisk.assess(con, of_data(con, "alike", "all alike"), known=2, control="alike too", **FEW)
    found = risks(con, "all alike")
    # No two of five letters are in one record only; those that are in fewest are tried, and fit nobody alone.
    assert {criterion for criterion, *_ in found} == set(CRITERIA)
    assert all(risk == 0 and low == 0 for risk, low, *_ in found.values())
    # There are ten pairs of five letters, and of so few tries the interval is wide.
    most = {criterion: 0.3 if criterion == "singling_out" else 0.1 for criterion in CRITERIA}
    assert all(high < most[criterion] for (criterion, *_), (_, _, high, _) in found.items())


def test_one_record_is_enough_to_ask_about(con: DuckDBPyConnection) -> None:
    setrisk.load(con, "one", pd.DataFrame({"items": [list("abc")]}))
    setrisk.load(con, "another", pd.DataFrame({"items": [list("ax")]}))
    setrisk.assess(con, of_data(con, "one", "of one"), known=1, control="another", **FEW)
    assert risks(con, "of one")["inference", 1, "random"][0] == 1


def test_a_release_without_content_is_not_attacked(con: DuckDBPyConnection) -> None:
    """Nothing would be found, and nothing looks like safety."""
    con.execute("DELETE FROM setrisk.histogram AS h WHERE h.release = ?", [of_data(con, "shop", "empty")])
    with pytest.raises(BadInput, match="release empty is empty: it has no records, so nothing can be learned from it"):
        setrisk.assess(con, "empty", known=2, control="others", **FEW)


def test_items_that_nobody_has_mislead_no_attacker(con: DuckDBPyConnection, tmp_path: Path) -> None:
    """They would be guessed of everybody, always wrong, and a release of the data as they are would look safe."""
    invented = [f"invented {n}" for n in range(5)]
    people = baskets(500, 1)
    people["items"] = [[*items, *invented] for items in people["items"]]
    setrisk.load(con, "with invented items", people)
    given: dict[str, Any] = {"known": [1, 3], "control": "others", **FEW}
    found = []
    for dataset in ("shop", "with invented items"):
        setrisk.export(con, of_data(con, dataset, "given away"), tmp_path / dataset, anyway=True)
        setrisk.import_release(con, f"of {dataset}", tmp_path / dataset)
        setrisk.assess(con, f"of {dataset}", members="shop", **given)
        found.append(con.sql(f"SELECT a.* FROM setrisk.assessment('of {dataset}') AS a ORDER BY ALL").fetchall())
    assert found[0] == found[1]


def test_nobody_with_so_many_items_gives_no_row_and_nothing_at_all_is_an_error(con: DuckDBPyConnection) -> None:
    of_data(con, "shop", "short")
    setrisk.assess(con, "short", known=[3, 5], control="others", **FEW)
    found = risks(con, "short")
    # Nobody has the ten items that two sources need to know five each.
    assert ("linkability", 3, "random") in found
    assert ("linkability", 5, "random") not in found
    with pytest.raises(BadInput, match="nobody has enough items"):
        setrisk.assess(con, "short", known=50, control="others", **FEW)
    assert risks(con, "short") == found


def test_risk_grows_with_what_is_known_and_falls_with_k(con: DuckDBPyConnection) -> None:
    of_data(con, "shop", "raw")
    setrisk.assess(con, "raw", known="1..4", **FEW)
    raw = risks(con, "raw")
    by_known = [raw["inference", known, "random"][0] for known in (1, 2, 3, 4)]
    assert by_known == sorted(by_known)
    assert by_known[-1] > 0.7
    inference, linkability = [by_known[2]], [raw["linkability", 3, "random"][0]]
    for k in (3, 40):
        setrisk.protect(con, "shop", f"chunks {k}", method="disassociation", k=k, seed=1)
        setrisk.assess(con, f"chunks {k}", known=3, control="others", **FEW)
        inference.append(risks(con, f"chunks {k}")["inference", 3, "random"][0])
        linkability.append(risks(con, f"chunks {k}")["linkability", 3, "random"][0])
    assert inference == sorted(inference, reverse=True)
    assert linkability == sorted(linkability, reverse=True)
    assert inference[0] > 0.3
    assert inference[-1] < 0.2


def test_assessing_makes_the_release_again_without_a_fifth_and_leaves_nothing(con: DuckDBPyConnection) -> None:
    con.execute("CREATE OR REPLACE TABLE pairs AS SELECT [['item 07', 'item 09'], ['item 20']] AS items")
    con.execute("CREATE OR REPLACE TABLE rare AS SELECT unnest(items) AS items FROM pairs")
    setrisk.protect(con, "shop", "merged", method="coat", k=5, privacy_constraints="rare")
    before = con.sql("SELECT t.* FROM setrisk.generalised_record AS t ORDER BY ALL").fetchall()
    setrisk.assess(con, "merged", known=2, **FEW)
    assert con.sql("SELECT t.* FROM setrisk.generalised_record AS t ORDER BY ALL").fetchall() == before
    datasets = con.sql("SELECT d.dataset FROM setrisk_private.dataset AS d WHERE d.dataset LIKE 'members %'")
    assert datasets.fetchall() == []
    found = risks(con, "merged")
    assert {criterion for criterion, *_ in found} == set(CRITERIA)
    # In place of what was stored.
    setrisk.assess(con, "merged", known=[1, 2], **FEW)
    assert {known for _, known, _ in risks(con, "merged")} == {1, 2}
    setrisk.drop(con, "merged")
    assert not con.sql("SELECT 1 FROM setrisk_private.assessed_attack AS a WHERE a.release = 'merged'").fetchall()
    assert not con.sql("SELECT 1 FROM setrisk_private.release_arguments AS a WHERE a.release = 'merged'").fetchall()


def test_narrowing_of_data_as_they_are_is_their_unicity(con: DuckDBPyConnection) -> None:
    of_data(con, "corner shop", "as they are")
    setrisk.assess(con, "as they are", known="1..4", k=3, people=150, control="others", reconstructions=1)
    narrowed = "SELECT a.known, a.attempts, a.successes FROM setrisk.assessment('as they are') AS a "
    for choice in ("random", "rarest"):
        found = con.sql(f"{narrowed} WHERE a.criterion = 'narrowing' AND a.choice = '{choice}' ORDER BY a.known")
        curve = con.sql(
            "SELECT c.known, c.asked_people, c.narrowed_people FROM setrisk.unicity_curve('corner shop', "
            f"k := 3, people := 150, choice := '{choice}') AS c WHERE c.known <= 4 ORDER BY c.known"
        )
        assert found.fetchall() == curve.fetchall()


def test_narrowing_is_that_of_the_release_and_not_of_one_of_fewer_people(con: DuckDBPyConnection) -> None:
    setrisk.protect(con, "corner shop", "narrowing", method="disassociation", k=3, seed=1)
    rows = "SELECT a.* FROM setrisk.assessment('narrowing') AS a WHERE a.criterion = 'narrowing' ORDER BY ALL"
    found = []
    for given in ({}, {"control": "others"}):
        setrisk.assess(con, "narrowing", known=[2, 4], people=150, reconstructions=1, **given)
        found.append(con.sql(rows).fetchall())
    assert found[0] == found[1]
    # All people of the data set are in it.
    assert {attempts for *_, attempts, _, _, _, _, _ in found[0]} == {150}
    # Those of the data as they are, too.
    setrisk.assess(con, "corner shop", known=[2, 4], people=150, k=3, reconstructions=1)
    before = con.sql(rows.replace("'narrowing')", "'corner shop')")).fetchall()
    assert [before[0][5:7]] == con.sql(
        "SELECT u.asked_people, u.narrowed_people "
        "FROM setrisk.unicity('corner shop', known := 2, k := 3, people := 150) AS u"
    ).fetchall()


def test_chunks_narrow_down_nobody_by_what_they_promise_of_and_people_by_more(con: DuckDBPyConnection) -> None:
    for m, asked in ((1, [1, 4]), (2, [1, 2])):
        setrisk.protect(con, "corner shop", "promised", method="disassociation", k=5, m=m, seed=1, replace=True)
        setrisk.assess(con, "promised", known=asked, people=150, control="others", reconstructions=1)
        found = risks(con, "promised")
        for known in range(1, m + 1):
            assert found["narrowing", known, "random"][0] == found["narrowing", known, "rarest"][0] == 0
        if m == 1:
            assert found["narrowing", 4, "rarest"][0] > 0.5


def test_noise_is_drawn_for_a_copy_and_not_spent(con: DuckDBPyConnection) -> None:
    setrisk.protect(con, "shop", "noisy", method="privbayes", epsilon=5, from_data=True)
    spent = con.sql("SELECT s.* FROM setrisk_private.spending AS s ORDER BY ALL").fetchall()
    setrisk.assess(con, "noisy", known=1, **FEW)
    assert con.sql("SELECT s.* FROM setrisk_private.spending AS s ORDER BY ALL").fetchall() == spent
    assert all(low <= 0.1 for _, low, _, _ in risks(con, "noisy").values())


def test_the_interval_of_the_risk_holds_it_as_often_as_it_should(con: DuckDBPyConnection) -> None:
    """Newcombe's method for ratios, through the relation: simulated attacks of known rates."""
    draw = np.random.default_rng(4)
    of_data(con, "shop", "simulated")
    for main, control in ((0.5, 0.3), (0.97, 0.5), (0.02, 0.001)):
        n, other = 300, 250
        rows = [
            (number, variant, attempts, right)
            for number in range(1, 401)
            for variant, attempts, right in (
                ("main", n, int(draw.binomial(n, main))),
                ("control", other, int(draw.binomial(other, control))),
                ("naive", n, 0),
            )
        ]
        con.execute("DELETE FROM setrisk_private.assessed_attack AS a WHERE a.release = 'simulated'")
        simulated = pd.DataFrame(rows, columns=["known", "variant", "attempts", "successes"])
        con.register("simulated", simulated)
        con.execute(
            "INSERT INTO setrisk_private.assessed_attack BY NAME SELECT 'simulated' AS release, "
            "'inference' AS criterion, 'random' AS choice, 'uniform' AS adversary, 1 AS scale, s.* FROM simulated AS s"
        )
        con.unregister("simulated")
        true = (main - control) / (1 - control)
        inside = sum(low <= true <= high for _, low, high, _ in risks(con, "simulated").values())
        assert 0.92 <= inside / 400 <= 0.99
        rates = con.sql(
            "SELECT a.successes, a.attempts, a.rate_low, a.rate_high FROM setrisk.assessment('simulated') AS a"
        )
        for successes, attempts, low, high in rates.limit(20).fetchall():
            interval = binomtest(successes, attempts).proportion_ci(method="wilson")
            assert (low, high) == pytest.approx((interval.low, interval.high))
    setrisk.drop(con, "simulated")


@pytest.mark.parametrize(
    ("main", "others", "least", "most"),
    [
        # Whatever can be said of three people, and of so many that hardly anybody is left to gain something about.
        ((1244, 1446), 3, 0.74, 1.0),
        ((39, 39), 9, 1.0, 1.0),
        ((300, 300), 300, 0.0, 0.02),
    ],
)
def test_a_control_that_is_always_right_leaves_unknown_what_it_has_not_shown(
    con: DuckDBPyConnection, main: tuple[int, int], others: int, least: float, most: float
) -> None:
    of_data(con, "shop", "simulated")
    con.execute("DELETE FROM setrisk_private.assessed_attack AS a WHERE a.release = 'simulated'")
    for variant, right, attempts in (("main", *main), ("control", others, others), ("naive", 0, main[1])):
        con.execute(
            "INSERT INTO setrisk_private.assessed_attack VALUES "
            "('simulated', 'inference', 1, 'random', 'uniform', ?, ?, ?, NULL, 1)",
            [variant, attempts, right],
        )
    ((risk, _, high, _),) = risks(con, "simulated").values()
    assert risk == 0
    assert least <= high <= most
    setrisk.drop(con, "simulated")


def test_whoever_links_two_sources_chooses_among_as_many_people_however_many_are_asked_about(
    con: DuckDBPyConnection,
) -> None:
    """Among more people the choice is right less often: two numbers of people could not be compared."""
    setrisk.load(
        con, "many", con.sql("SELECT ['a' || n % 40, 'b' || n % 23, 'c' || n % 31] AS items FROM range(520) r(n)")
    )
    setrisk.protect(con, "many", "many chunks", method="disassociation", k=3, seed=1)
    found = {}
    for people in (150, 400):
        setrisk.assess(con, "many chunks", known=1, people=people, reconstructions=2)
        for attempts, successes in con.execute(
            "SELECT a.attempts, a.successes FROM setrisk.assessment('many chunks') AS a WHERE a.criterion = "
            "'linkability' AND a.choice = 'random' AND a.variant = 'naive'"
        ).fetchall():
            found[people] = attempts, successes
        sentences = con.execute(
            "SELECT r.sentence FROM setrisk.assessed_risk('many chunks') AS r WHERE r.criterion = 'linkability'"
        ).fetchall()
        assert all("as the same person among 100; " in sentence for (sentence,) in sentences)
    assert found == {150: (150, 2), 400: (400, 4)}
    setrisk.drop(con, "many", cascade=True)


def test_where_nobody_outside_was_asked_there_is_no_risk_to_show(con: DuckDBPyConnection) -> None:
    of_data(con, "shop", "alone here")
    row = ("alone here", "inference", 1, "random", "uniform", "main", 9, 9, None, 1)
    con.execute("INSERT INTO setrisk_private.assessed_attack VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    assert risks(con, "alone here") == {("inference", 1, "random"): (None, None, None, True)}
    setrisk.drop(con, "alone here")


def test_people_who_are_in_both_data_sets_are_no_control(con: DuckDBPyConnection) -> None:
    alone = [
        (f"p{n}", item) for n in range(60) for item in (f"all {n % 7}", *(f"{letter} of {n}" for letter in "bcdef"))
    ]
    setrisk.load(con, "with ids", pd.DataFrame(alone, columns=["id", "item"]), format="long")
    both = pd.DataFrame(alone[: 6 * 30] + [(f"q{n}", f"all {n % 7}") for n in range(200)], columns=["id", "item"])
    setrisk.load(con, "in both", both, format="long")
    # Left in, the thirty who are in the release would be guessed as easily as any, and the risk would be half.
    setrisk.assess(con, of_data(con, "with ids", "ids"), known=3, control="in both", **FEW)
    assert risks(con, "ids")["singling_out", 3, "random"][0] == 1
    assert ("inference", 3, "random") in risks(con, "ids")
    assert risks(con, "ids")["inference", 3, "random"][0] is None
    with pytest.raises(BadInput, match="whose people are in the release"):
        setrisk.assess(con, "ids", known=3, control="with ids")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"known": 0}, "known is 0; it must be"),
        ({"known": "4..1"}, "a range that ends before it begins; write 1..4"),
        ({"known": "some"}, "known is 'some'; give numbers"),
        ({"known": []}, "give at least one number"),
        ({"people": 0}, "people is 0"),
        ({"reconstructions": 0}, "reconstructions is 0"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": 2**63}, "seed is 9"),
        ({"k": 1}, "k is 1"),
        ({"k": 2**31}, "k is 2"),
    ],
)
def test_what_cannot_be_asked_is_refused(con: DuckDBPyConnection, given: dict[str, Any], message: str) -> None:
    of_data(con, "shop", "asked")
    with pytest.raises(BadInput, match=message):
        setrisk.assess(con, "asked", **given)


def test_what_cannot_be_made_again_is_refused_and_says_what_helps(con: DuckDBPyConnection, tmp_path: Path) -> None:
    frame = pd.DataFrame({"items": [["item 07"]]})
    setrisk.protect(con, "shop", "of a frame", method="coat", k=5, privacy_constraints=frame)
    with pytest.raises(BadInput, match="made of a frame or a query, or by shards on Spark: give control"):
        setrisk.assess(con, "of a frame")
    setrisk.protect(con, "shop", "first", method="m-invariance", m=2, sensitive=["item 20"], series="s", seed=1)
    with pytest.raises(BadInput, match=r"one of a series.*give control"):
        setrisk.assess(con, "first")
    setrisk.export(con, of_data(con, "shop", "handed over"), tmp_path / "out", anyway=True)
    setrisk.import_release(con, "theirs", tmp_path / "out")
    with pytest.raises(BadInput, match="was imported, and who is in it is not known here"):
        setrisk.assess(con, "theirs")
    with pytest.raises(UnknownRelease):
        setrisk.assess(con, "nope")
    with pytest.raises(UnknownDataset):
        setrisk.assess(con, "handed over", control="nope")
    con.execute("BEGIN")
    with pytest.raises(BadInput, match="transaction is open"):
        setrisk.assess(con, "handed over")
    con.execute("ROLLBACK")


def test_what_a_release_was_made_with_must_be_as_it_was(con: DuckDBPyConnection, tmp_path: Path) -> None:
    con.execute("CREATE OR REPLACE TABLE named AS SELECT ['item 07', 'item 09'] AS items")
    file = tmp_path / "constraints.txt"
    file.write_text("item 07\n")
    for given, change in (
        ("named", lambda: con.execute("INSERT INTO named VALUES (['item 11'])")),
        (file, lambda: file.write_text("item 08\n")),
        (file, file.unlink),
    ):
        setrisk.protect(con, "shop", "named", method="coat", k=5, privacy_constraints=given, replace=True)
        if change != file.unlink:
            setrisk.assess(con, "named", known=1, people=20, reconstructions=1)
        change()
        with pytest.raises(BadInput, match=r"a table or file that it was made with has changed: give control"):
            setrisk.assess(con, "named", known=1, **FEW)


def test_assessing_again_finds_the_same(con: DuckDBPyConnection) -> None:
    """A release without a seed is made again by that of the assessment: nobody assesses until the answer is right."""
    setrisk.load(
        con, "again", con.sql("SELECT ['a' || n % 7, 'b' || n % 5, 'c' || n % 11] AS items FROM range(60) t(n)")
    )
    setrisk.protect(con, "again", "drawn anew", method="disassociation", k=3)
    found = [setrisk.assess(con, "drawn anew", known=2, **FEW | {"seed": seed}).fetchall() for seed in (1, 1, 2)]
    assert found[0] == found[1]
    assert found[0] != found[2]


def test_items_of_people_who_are_held_out_are_left_out_of_constraints(con: DuckDBPyConnection) -> None:
    """What is left of a constraint is protected still; without any there is nothing to assess."""
    setrisk.load(con, "few", pd.DataFrame({"items": [["a", "b", f"only {n}"] for n in range(10)]}))
    rare = [["a", f"only {n}"] for n in range(10)]
    setrisk.protect(con, "few", "of few", method="coat", k=2, privacy_constraints=rare)
    assert setrisk.assess(con, "of few", known=1, **FEW).fetchall()
    assert arguments_for_part(con, "coat", "few", "third", {"k": 2, "privacy_constraints": [*rare, ["b", "a"]]}, 7) == {
        "k": 2,
        "seed": 7,
        "privacy_constraints": [],
    }
    con.execute("CREATE TABLE rare_items AS SELECT ['a', 'only 1'] AS items")
    setrisk.load(con, "fewer", pd.DataFrame({"items": [["a"], ["a", "only 2"]]}))
    given = {"privacy_constraints": "rare_items", "utility_constraints": [["a", "only 1", "only 2"], ["b", "only 3"]]}
    assert arguments_for_part(con, "coat", "few", "fewer", given | {"seed": 3}, 7) == {
        "seed": 3,
        "privacy_constraints": [["a"]],
        "utility_constraints": [["a", "only 2"]],
    }
    setrisk.load(con, "ten", pd.DataFrame({"items": [["a", f"of {n}"] for n in range(10)]}))
    setrisk.protect(con, "ten", "of ten", method="disassociation", k=9)
    with pytest.raises(BadInput, match=r"cannot be made again without a fifth of its people: .*give control"):
        setrisk.assess(con, "of ten", known=1, **FEW)


@pytest.mark.parametrize("relation", ["assessment", "assessed_risk"])
def test_no_answer_is_no_row_by_mistake(con: DuckDBPyConnection, relation: str) -> None:
    of_data(con, "shop", "not assessed")
    with pytest.raises(duckdb.Error, match="release not assessed has no assessment; setrisk assess makes one"):
        con.sql(f"FROM setrisk.{relation}('not assessed')").fetchall()
    with pytest.raises(duckdb.Error, match="there is no release nope"):
        con.sql(f"FROM setrisk.{relation}('nope')").fetchall()


def ill(n: int, seed: int, rate: float) -> pd.DataFrame:
    """People with four everyday items, one of which goes with an illness at a rate, and nothing else with any."""
    draw = random.Random(seed)
    everyday = [f"item {number:02}" for number in range(12)]
    return pd.DataFrame(
        {
            "items": [
                [*items, *(["ill"] if "item 00" in items and draw.random() < rate else [])]
                for items in (draw.sample(everyday, 4) for _ in range(n))
            ]
        }
    )


def sensitive_counts(con: DuckDBPyConnection, release: str) -> dict[tuple[str, str, int], tuple[int, int]]:
    rows = con.sql(
        "SELECT a.criterion, a.variant, a.known, a.attempts, a.successes "
        f"FROM setrisk.assessment('{release}') AS a WHERE a.choice = 'random' AND a.criterion LIKE 'sensitive%'"
    ).fetchall()
    return {row[:3]: row[3:] for row in rows}


def test_sensitive_items_are_guessed_where_most_candidates_hold_them(con: DuckDBPyConnection) -> None:
    setrisk.load(con, "ill", ill(300, 1, 0.9))
    setrisk.load(con, "ill others", ill(300, 2, 0.9))
    given = {"known": [1, 4], "control": "ill others", "people": 300, "reconstructions": 1}
    setrisk.assess(con, of_data(con, "ill", "of the ill"), sensitive="ill", **given)
    found = sensitive_counts(con, "of the ill")
    n_ill = sum("ill" in items for items in ill(300, 1, 0.9)["items"])
    # With one item known the illness is guessed of those of whom that is the item that goes with it; nine of ten have
    # it, others as well: knowledge about people in general, which is no risk of being in the release.
    guessed, right = found["sensitive_precision", "main", 1]
    assert found["sensitive_recall", "main", 1] == (n_ill, right)
    assert 0 < guessed < 300 / 3
    assert right / guessed > 0.75
    risk = risks(con, "of the ill")
    assert risk["sensitive_precision", 1, "random"][1] == 0
    # They are no better than about others, and so they do not show that these items are safe.
    assert risk["sensitive_precision", 1, "random"][3]
    ((said,),) = con.sql(
        "SELECT r.sentence FROM setrisk.assessed_risk('of the ill') AS r "
        "WHERE r.criterion = 'sensitive_precision' AND r.known = 1 AND r.choice = 'random'"
    ).fetchall()
    assert said.endswith("what it has in advance of guesses about others may be chance")
    # With all four, the person's record is the only one, or one of a few, in most cases.
    guessed, right = found["sensitive_precision", "main", 4]
    assert right / guessed > 0.9
    assert right / n_ill > 0.9
    assert risk["sensitive_recall", 4, "random"][0] > 0
    # Half of the people are not ill: without what is known nothing is guessed.
    assert not any(criterion == "sensitive_precision" for criterion, variant, _ in found if variant == "naive")
    assert found["sensitive_recall", "naive", 4] == (n_ill, 0)
    # Other guesses are as they were.
    before = con.sql(
        "SELECT a.* FROM setrisk.assessment('of the ill') AS a WHERE a.criterion = 'inference' ORDER BY ALL"
    )
    counted = before.fetchall()
    setrisk.assess(con, "of the ill", **given)
    assert (
        con.sql("SELECT a.* FROM setrisk.assessment('of the ill') AS a ORDER BY ALL")
        .filter("criterion = 'inference'")
        .fetchall()
        == counted
    )
    assert sensitive_counts(con, "of the ill") == {}


def test_what_nobody_can_be_guessed_to_have_is_no_proof_of_safety(con: DuckDBPyConnection) -> None:
    """One in ten of those with the item: no candidates are ill in the majority, so nothing is ever guessed."""
    for seed, name in enumerate(("few ill", "few ill others")):
        setrisk.load(con, name, ill(300, seed, 0.1))
    setrisk.assess(
        con, of_data(con, "few ill", "of few"), sensitive=["ill"], known=1, control="few ill others", people=300,
        reconstructions=1,
    )  # fmt: skip
    found = risks(con, "of few")
    assert not any(criterion == "sensitive_precision" for criterion, *_ in found)
    risk, _, _, is_weak = found["sensitive_recall", 1, "random"]
    assert (risk, is_weak) == (0, True)


@pytest.mark.parametrize(
    ("sensitive", "known", "message"),
    [
        ("elsewhere", "1,2", r"nothing was measured of these items for 1, 2 known items, .*; assess without sensitive"),
        (["a", "b", "c", "d"], 1, r"for 1 known items"),
        (["a", "b", "c"], "1,2", r"for 2 known items, .*; assess with --known 1, or without sensitive items"),
    ],
)
def test_sensitive_items_of_which_nothing_can_be_measured_are_refused(
    con: DuckDBPyConnection, sensitive: Any, known: Any, message: str
) -> None:
    """Stored without them, the assessment would look as if nothing was found."""
    rows = con.sql("SELECT ['a', 'b', 'c', 'd'][1 + n % 3 :] AS items FROM range(90) AS r(n)")
    setrisk.load(con, "four items", rows, replace=True)
    setrisk.load(con, "else", con.sql("SELECT ['elsewhere', 'a'] AS items FROM range(20)"), replace=True)
    setrisk.protect(con, "four items", "of four", method="identity")
    before = con.sql("FROM setrisk_private.assessed_attack").fetchall()
    with pytest.raises(BadInput, match=message):
        setrisk.assess(con, "of four", sensitive=sensitive, known=known)
    assert con.sql("FROM setrisk_private.assessed_attack").fetchall() == before


@pytest.mark.parametrize("given", ["", " , ", []])
def test_no_sensitive_item_is_no_question_by_mistake(con: DuckDBPyConnection, given: Any) -> None:
    of_data(con, "shop", "whole")
    with pytest.raises(BadInput, match="sensitive: no item is given"):
        setrisk.assess(con, "whole", sensitive=given, **FEW)


def test_sensitive_items_are_read_like_other_items(con: DuckDBPyConnection, tmp_path: Path) -> None:
    of_data(con, "shop", "read")
    (tmp_path / "sensitive.txt").write_text("item 07\nitem 09\n")
    con.execute("CREATE OR REPLACE TABLE private AS SELECT ['item 07', 'item 09'] AS items")
    found = []
    for given in ("item 07, item 09", ["item 09", "item 07"], "private", tmp_path / "sensitive.txt"):
        setrisk.assess(con, "read", sensitive=given, known=1, control="others", people=50, reconstructions=1)
        found.append(sensitive_counts(con, "read"))
    assert found[0]
    assert found == found[:1] * 4
    with pytest.raises(BadInput, match="sensitive: 'item 7' is neither a file, nor a table, nor an item"):
        setrisk.assess(con, "read", sensitive=["item 7"], control="others")


def test_an_imported_release_is_as_risky_as_the_one_that_was_exported(con: DuckDBPyConnection, tmp_path: Path) -> None:
    setrisk.protect(con, "shop", "ours", method="disassociation", k=3, seed=1)
    setrisk.export(con, "ours", tmp_path / "published", anyway=True)
    setrisk.import_release(con, "handed in", tmp_path / "published")
    given = {"known": 2, "control": "others", **FEW}
    setrisk.assess(con, "ours", **given)
    setrisk.assess(con, "handed in", members="shop", **given)
    counts = "SELECT a.* FROM setrisk.assessment('{}') AS a ORDER BY ALL"
    assert con.sql(counts.format("handed in")).fetchall() == con.sql(counts.format("ours")).fetchall()
    for missing in ({"control": "others"}, {"members": "shop"}, {}):
        with pytest.raises(BadInput, match="handed in was imported, and who is in it is not known here: give members"):
            setrisk.assess(con, "handed in", **missing)
    # Limits on what was found hold for it, too; those on what it promises need the data that it was made of.
    limits: dict[str, Any] = {"max_inference": 0, "known": 2}
    assert set(setrisk.check(con, "handed in", **limits).project("refusal").fetchall()) == {
        ("imported",),
        ("inference",),
        ("seeded",),
    }
    with pytest.raises(BadInput, match="'handed in' was not made in this database"):
        setrisk.check(con, "handed in", max_at_risk=1, **limits)
    said = re.sub(r"\s+", " ", setrisk.show(con, "handed in", max_at_risk=1, **limits).html)
    assert "; inference is unknown, since the attackers drew only 2 random reconstructions of the release" in said
    assert "So no limit on that was looked at (max_at_risk)." in said
    assert "the people in it are said to be those of shop; for comparison there are the people of others" in said
    assert "after: release handed in" in said
    with pytest.raises(BadInput, match="made of shop: members is for imported releases"):
        setrisk.assess(con, "ours", members="third", control="others")
    with pytest.raises(BadInput, match="whose people are in the release"):
        setrisk.assess(con, "handed in", members="shop", control="shop")
    with pytest.raises(UnknownDataset):
        setrisk.assess(con, "handed in", members="nobody", control="others")
    # Who is not in it fits nowhere, and would count as safe the more is known.
    with pytest.raises(BadInput, match=r"of the people of third have items that no record of handed in can have"):
        setrisk.assess(con, "handed in", members="third", control="others", known=2, **FEW)


def test_releases_of_a_series_are_assessed_one_by_one(con: DuckDBPyConnection) -> None:
    for seed, name in ((7, "patients"), (8, "other patients")):
        people = baskets(200, seed)
        people["items"] = [[*items, "ill"] if n % 8 == 0 else items for n, items in enumerate(people["items"])]
        setrisk.load(con, name, people)
    setrisk.protect(con, "patients", "of patients", method="anony", r_th=2, cluster_size=8, sensitive=["ill"], seed=1)
    setrisk.assess(con, "of patients", known=2, control="other patients", sensitive="ill", **FEW)
    found = risks(con, "of patients")
    assert {criterion for criterion, *_ in found} >= set(CRITERIA)
    # No belief may be more than twice the rate of one in eight: nothing is guessed.
    assert found["sensitive_recall", 2, "random"][0] == 0


@pytest.mark.parametrize(
    "changed", ["nothing", "one item more", "one item less", "one item another", "half of the items"]
)
def test_the_same_people_without_ids_are_no_control(con: DuckDBPyConnection, changed: str) -> None:
    """Where all are alike, that people are similar says nothing (see above)."""
    rows = baskets(200, 5, n_items=200)
    setrisk.load(con, "same", rows, replace=True)
    again = [items[::2] if changed == "half of the items" else items for items in rows["items"]]
    again = [items[1:] if changed in ("one item less", "one item another") else items for items in again]
    if changed in ("one item more", "one item another"):
        again = [[*items, next(f"item {n:02}" for n in range(30) if f"item {n:02}" not in items)] for items in again]
    setrisk.load(con, "again", pd.DataFrame({"items": again[::-1]}), replace=True)
    said = (
        r"(100\.0|9\d\.\d) % of the people of again have \d+\.\d % or more of the items of both in common with "
        "somebody in the release, which of others, with as many items, "
    )
    with pytest.raises(BadInput, match=said):
        setrisk.assess(con, of_data(con, "same", "of the same"), known=2, control="again", **FEW)
    assert con.sql("FROM setrisk_private.assessed_attack AS a WHERE a.release = 'of the same'").fetchall() == []


@pytest.mark.parametrize("are_others", [True, False])
def test_a_few_items_of_each_person_are_no_control_either(con: DuckDBPyConnection, are_others: bool) -> None:
    """They are similar to nobody, but somebody in the release has them all."""
    draw = random.Random(1)
    everybody = [[f"item {item}" for item in draw.sample(range(600), 60)] for _ in range(200)]
    setrisk.load(con, "much", pd.DataFrame({"items": everybody[:100]}), replace=True)
    parts = pd.DataFrame({"items": [draw.sample(items, 3) for items in everybody[100 if are_others else 0 :][:100]]})
    setrisk.load(con, "a little", parts, replace=True)
    given: dict[str, Any] = {"known": 1, "control": "a little", **FEW}
    of_data(con, "much", "of much")
    if are_others:
        setrisk.assess(con, "of much", **given)
    else:
        with pytest.raises(
            BadInput, match=r"100\.0 % of the people of a little have 100\.0 % or more of their items in c"
        ):
            setrisk.assess(con, "of much", **given)


def test_small_baskets_that_are_alike_by_chance_are_a_control(con: DuckDBPyConnection) -> None:
    """Each basket of one item is somebody's in the release, too: people are compared with those of as many items."""
    sizes = [1, 1, 2, 4]
    people = {}
    for name, seed, chosen in (("mixed sizes", 11, sizes), ("smaller", 12, [1])):
        kept = [items[: chosen[n % len(chosen)]] for n, items in enumerate(baskets(400, seed)["items"])]
        people[name] = pd.DataFrame({"items": kept})
        setrisk.load(con, name, people[name])
    setrisk.assess(con, of_data(con, "mixed sizes", "of mixed sizes"), known=1, control="smaller", **FEW)
    assert ("inference", 1, "random") in risks(con, "of mixed sizes")


def test_people_of_another_population_are_no_control(con: DuckDBPyConnection) -> None:
    """Of people whose items are unknown to the release nothing can be guessed, which says nothing of those in it."""
    setrisk.load(con, "of a garage", pd.DataFrame({"items": [[f"tool {n % 9}", "item 01"] for n in range(30)]}))
    of_data(con, "shop", "of shop")
    for is_refused in (False, True):
        if is_refused:
            more = [[f"tool {n % 9}", f"tool {n % 7}", "item 01"] for n in range(30)]
            setrisk.load(con, "of a garage", pd.DataFrame({"items": more}), replace=True)
            with pytest.raises(BadInput, match=r"entries of of a garage 6\d\.\d % are items that nobody of shop has"):
                setrisk.assess(con, "of shop", known=1, control="of a garage", **FEW)
        else:
            setrisk.assess(con, "of shop", known=1, control="of a garage", **FEW)


def test_the_risk_can_be_computed_from_the_attacks_that_are_shown(con: DuckDBPyConnection) -> None:
    """Of singling out, too, where the control is what is left for as many people as are in the release."""
    setrisk.protect(con, "shop", "to recompute", method="disassociation", k=3, seed=1)
    setrisk.assess(con, "to recompute", known=[1, 4], **FEW)
    rows = con.sql(
        "SELECT r.criterion, r.risk, m.rate, c.rate FROM setrisk.assessed_risk('to recompute') AS r "
        "JOIN setrisk.assessment('to recompute') AS m USING (criterion, known, choice, adversary) "
        "LEFT JOIN (FROM setrisk.assessment('to recompute') AS a SELECT a.* WHERE a.variant = 'control') AS c "
        "USING (criterion, known, choice, adversary) WHERE m.variant = 'main'"
    ).fetchall()
    assert {criterion for criterion, *_ in rows} == set(CRITERIA)
    for criterion, risk, main, control in rows:
        expected = main if criterion == "narrowing" else max((main - control) / (1 - control), 0)
        assert risk == pytest.approx(expected), criterion
