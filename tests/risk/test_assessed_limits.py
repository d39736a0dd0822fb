"""Limits on what assessing a release finds: the gate goes by the worst row, and refuses what nobody measured."""

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from duckdb import DuckDBPyConnection, Error
from typer.testing import CliRunner

import setrisk
from setrisk import cli
from setrisk.errors import BadInput
from setrisk.pipelines.common.share import percent
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.risk.gate import highest_risks, release_assessed_for, verdict_on_release
from setrisk.pipelines.risk.junit import junit
from setrisk.pipelines.risk.limits import Limits
from setrisk.pipelines.risk.verdict import verdict_of_release

ITEMS = [f"item {number}" for number in range(11)]
BASKETS = (
    "SELECT list_transform([(n * 5 + 1) % 11, (n * 3) % 7, n % 5, (n * n) % 9][:2 + n % 3], lambda i: 'item ' || i) "
    "AS items FROM range(60) AS r(n)"
)
ALL = {"max_narrowing": 0.99, "max_inference": 0.99, "max_linkability": 0.99, "max_singling_out": 0.99}
CRITERIA = ["inference", "linkability", "narrowing", "singling_out"]


@pytest.fixture(scope="module")
def con() -> Iterator[DuckDBPyConnection]:
    with setrisk.connect() as connection:
        setrisk.load(connection, "shop", connection.sql(BASKETS))
        setrisk.protect(connection, "shop", "r", method="disassociation", k=3)
        for name, epsilon in (("noisy", 5), ("hardly noisy", 6)):
            setrisk.protect(connection, "shop", name, method="privbayes", epsilon=epsilon, universe=ITEMS)
        yield connection


def store(con: DuckDBPyConnection, release: str, *rows: tuple[str, int, int, int, int | None, int]) -> None:
    """Criterion, known items, attempts, and successes of the main attack, of the control, if there is one, and of the
    naive one.
    """
    for table in ("assessed_attack", "assessed_dataset"):
        con.execute(f"DELETE FROM setrisk_private.{table}")
    ask(con, release)
    for criterion, known, attempts, main, control, naive in rows:
        for variant, successes in (("main", main), ("control", control), ("naive", naive)):
            if successes is not None and (criterion != "narrowing" or variant == "main"):
                con.execute(
                    "INSERT INTO setrisk_private.assessed_attack BY NAME SELECT ? AS release, ? AS criterion, "
                    "? AS known, 'random' AS choice, 'uniform' AS adversary, ? AS variant, ? AS attempts, "
                    "? AS successes, 5 AS k, 1 AS scale",
                    [release, criterion, known, variant, attempts, successes],
                )


def ask(
    con: DuckDBPyConnection,
    release: str,
    known: tuple[int, ...] = (1, 2, 3, 4),
    control: str | None = None,
    people: int = 1000,
    reconstructions: int | None = 10,
    default_reconstructions: int | None = 10,
) -> None:
    """Say what an assessment has asked."""
    con.execute(
        "INSERT OR REPLACE INTO setrisk_private.release_assessment VALUES (?, ?, ?, NULL, ?, ?, ?)",
        [release, list(known), control, people, reconstructions, default_reconstructions],
    )


def refused(con: DuckDBPyConnection, release: str, **limits: Any) -> dict[str, tuple[float | None, float | None, str]]:
    rows = setrisk.check(con, release, **limits).fetchall()
    return {refusal: (found, allowed, reason) for _, refusal, _, found, allowed, reason in rows}


def test_the_upper_end_of_the_worst_row_is_held_against_the_limit(con: DuckDBPyConnection) -> None:
    store(con, "r", ("inference", 1, 1000, 300, 250, 100), ("inference", 3, 1000, 400, 250, 100))
    rows = con.sql("SELECT r.known, r.risk, r.risk_high FROM setrisk.assessed_risk('r') AS r ORDER BY r.known")
    (_, (_, risk, worst)) = rows.fetchall()
    assert risk == pytest.approx(0.2)
    assert worst > 0.22
    assert refused(con, "r", max_inference=worst) == {}
    # The estimate is below the limit, and the upper end of its interval above.
    ((found, allowed, reason),) = refused(con, "r", max_inference="21%").values()
    assert (found, allowed) == (worst, 0.21)
    assert reason.startswith("inference by 3 items has a risk of 20.0 %, and of up to ")
    assert reason.endswith(
        "with 95 % confidence (400 of 1000 guesses were right); the limit is 21 %, and too few people were asked about "
        "to be sure: run setrisk assess with more --people, or with a larger --control"
    )
    assert refused(con, "r", max_inference=0.1)["inference"][2].endswith("the limit is 10 %")
    # Everybody was asked about: more people cannot be.
    ask(con, "r", people=2000)
    ((_, _, reason),) = refused(con, "r", max_inference="21%").values()
    assert reason.endswith(
        "the limit is 21 %, and there are too few people to be sure: everybody with enough items was asked about; a "
        "larger --control may help"
    )


def test_what_was_not_measured_keeps_no_limit(con: DuckDBPyConnection) -> None:
    store(con, "r")
    found = refused(con, "r", **ALL)
    assert {name: row[:2] for name, row in found.items()} == dict.fromkeys(CRITERIA, (None, 0.99))
    assert all("run setrisk assess" in reason for *_, reason in found.values())
    # Nobody outside of the release has three items: one such row is enough.
    store(con, "r", ("inference", 1, 1000, 300, 250, 100), ("inference", 3, 1000, 400, None, 100))
    found = refused(con, "r", max_inference=0.9, max_linkability=0.9, max_narrowing=0.9)
    assert {name: row[:2] for name, row in found.items()} == dict.fromkeys(CRITERIA[:3], (None, 0.9))
    assert (
        "inference by 3 items has an unknown risk, since nobody outside of the release has enough items: run"
        in found["inference"][2]
    )
    assert "more people who are not in it (--control), or go by fewer known items" in found["inference"][2]
    # Beyond the required numbers that leaves nothing unknown.
    assert refused(con, "r", max_inference=0.5, known=1) == {}
    assert found["linkability"][2] == (
        "no guess of linkability could be made by 1, 2, 3, 4 items, since nobody has two items; nothing can keep a "
        "limit on it: leave out max_linkability, and limit the others"
    )
    assert "no guess of narrowing could be made by 1, 2, 3, 4 items, since nobody has any" in found["narrowing"][2]
    # Nothing to guess by more known items: by fewer there may be.
    ask(con, "r", (2, 3))
    (reason,) = (reason for *_, reason in refused(con, "r", max_singling_out=0.9, known="2..3").values())
    assert reason == (
        "no guess of singling out could be made by 2, 3 items, since no record that the attack saw shows so many; run "
        "setrisk assess --known 1,2,3, and go by --known 1 here"
    )
    store(con, "noisy", ("inference", 1, 1000, 300, 250, 100))
    assert "narrowing does not apply to it" in refused(con, "noisy", max_narrowing=0.9)["narrowing"][2]
    # Nor would assessing it help.
    store(con, "noisy")
    assert "narrowing does not apply to it" in refused(con, "noisy", max_narrowing=0.9)["narrowing"][2]


def test_few_reconstructions_keep_no_limit(con: DuckDBPyConnection) -> None:
    """Attackers who draw more are right more often. It says nothing of narrowing, of which nothing is drawn."""
    limits = {"max_inference": 0.5, "max_narrowing": 0.5}
    store(con, "r", ("inference", 1, 1000, 260, 250, 100), ("narrowing", 1, 1000, 100, None, 0))
    assert refused(con, "r", **limits) == {}
    for reconstructions, words in ((9, "only 9"), (None, "an unknown number of")):
        ask(con, "r", reconstructions=reconstructions)
        found = refused(con, "r", **limits)
        assert list(found) == ["inference"]
        assert found["inference"][::2] == (
            None,
            f"inference is unknown, since the attackers drew {words} random reconstructions of the release, and who "
            "draws more may be right more often: run setrisk assess without --reconstructions, or with 10 or more",
        )
    ask(con, "r", reconstructions=200)
    assert refused(con, "r", **limits) == {}
    assert "these attackers drew 200 random reconstructions of it" in str(release_assessed_for(con, "r"))


def test_a_yes_says_that_no_guess_of_sensitive_items_worked(con: DuckDBPyConnection) -> None:
    limits = Limits(max_inference=0.5)
    said = "guesses of sensitive items were right no more often than may be chance, which does not show that they are"
    any_item = ("inference", 1, 1000, 260, 250, 100)
    for rows, is_said in (
        ((any_item,), False),
        ((any_item, ("sensitive_recall", 1, 1000, 5, 5, 5)), True),
        ((any_item, ("sensitive_recall", 1, 1000, 100, 50, 5)), False),
    ):
        store(con, "r", *rows)
        verdict = verdict_on_release(con, "r", [], limits)
        assert verdict.passes
        assert (said in verdict.sentence) == is_said


@pytest.mark.parametrize(
    ("family", "n_records", "usual"),
    [
        ("generalisation", 0, 100),
        ("disassociation", 2_000, 100),
        ("disassociation", 3_000, 66),
        ("serial", 10_000, 20),
        ("generalisation", 20_001, 10),
        ("generalisation", 1_000_000, 10),
        ("histogram", 50, 1),
    ],
)
def test_more_reconstructions_are_drawn_of_small_releases(
    con: DuckDBPyConnection, family: str, n_records: int, usual: int
) -> None:
    found = con.execute("SELECT setrisk_internal.default_reconstructions(?, ?)", [family, n_records])
    assert found.fetchall() == [(usual,)]


def test_nothing_is_green_by_asking_less(con: DuckDBPyConnection) -> None:
    """A smaller assessment in place of a larger one keeps no limit, unless fewer known items are asked for by name."""
    store(con, "r", ("inference", 1, 1000, 260, 250, 100))
    ask(con, "r", (1,))
    (reason,) = [reason for *_, reason in refused(con, "r", max_inference=0.5).values()]
    assert reason == (
        "inference is unknown for attackers who know 2, 3, 4 items, for whom it was not assessed: run setrisk assess "
        "--known 1,2,3,4, or say by --known which numbers to go by"
    )
    # To measure more does not help where what was measured is above the limit; it is unknown all the same.
    found, _, reason = refused(con, "r", max_inference=0.01)["inference"]
    assert found is None
    assert reason.startswith("inference is unknown for attackers who know 2, 3, 4 items, for whom it was not assessed")
    assert re.search(r"; what was measured may be up to [0-9.]+ % already, and the limit is 1 %$", reason)
    assert refused(con, "r", max_inference=0.5, known=1) == {}
    assert refused(con, "r", max_inference=0.5, known="1..2") != {}
    assert con.sql(
        "SELECT f.refusal FROM setrisk.refusals('r', max_inference := 0.01, known := [1]) AS f"
    ).fetchall() == [("inference",)]
    for known in ("[]", "[0]", "[NULL]"):
        with pytest.raises(Error, match="it must be numbers of known items from 1 to 50"):
            con.sql(f"FROM setrisk.refusals('r', max_inference := 0.5, known := {known})").fetchall()
    with pytest.raises(BadInput, match=r"known is '4\.\.1', a range that ends before it begins; write 1\.\.4"):
        setrisk.check(con, "r", max_inference=0.5, known="4..1")


def test_numbers_that_are_named_must_have_been_measured(con: DuckDBPyConnection) -> None:
    store(con, "r", ("inference", 1, 1000, 260, 250, 100), ("linkability", 1, 1000, 200, 10, 1))
    ask(con, "r", (1, 50))
    for limit in (0.01, 0.5):
        ((found, _, reason),) = refused(con, "r", max_inference=limit, known=(1, 50)).values()
        assert found is None
        assert reason.startswith(
            "no guess of inference could be made by 50 items, since nobody has enough items; go by fewer known items, "
            "such as --known 1"
        )
    # Without a limit on it, it is said to be unknown, too.
    assert [row[:2] for row in highest_risks(con, "r", Limits(known=(50,)))] == [
        ("inference", None),
        ("linkability", None),
    ]
    assert refused(con, "r", max_inference=0.5, known=1) == {}
    # Nobody named these numbers, so that too few items are no gap.
    ask(con, "r")
    assert refused(con, "r", max_inference=0.5) == {}
    # What was done already is not asked for again.
    store(con, "r", ("inference", 1, 1000, 260, 250, 100))
    ask(con, "r", (1, 50))
    assert "setrisk assess" not in refused(con, "r", max_linkability=0.5, known=50)["linkability"][2]
    assert "setrisk assess" not in refused(con, "r", max_inference=0.5, known=50)["inference"][2]


def test_guesses_of_sensitive_items_count_as_inference(con: DuckDBPyConnection) -> None:
    plain = ("inference", 1, 1000, 260, 250, 100)
    store(con, "r", plain, ("sensitive_recall", 1, 1000, 10, 10, 0), ("sensitive_precision", 1, 100, 90, 20, 0))
    ((found, _, reason),) = refused(con, "r", max_inference=0.5).values()
    assert found is not None
    assert reason.startswith("inference of sensitive items (how many guesses are right) by 1 item has a risk of 87.5 %")
    assert "inference is that of any item, or of a sensitive one if that is worse; " in str(
        release_assessed_for(con, "r")
    )
    # If nothing is guessed of others, nobody knows what being in the release adds.
    store(con, "r", plain, ("sensitive_recall", 1, 1000, 10, 0, 0), ("sensitive_precision", 1, 10, 10, None, 0))
    assert "since nothing was guessed of anybody outside" in refused(con, "r", max_inference=0.5)["inference"][2]
    # That nothing is guessed is no fault of the attack, if other guesses work; that guesses of these work shows nothing
    # of others.
    store(con, "r", plain, ("sensitive_recall", 1, 1000, 0, 0, 0))
    assert refused(con, "r", max_inference=0.1) == {}
    store(con, "r", ("inference", 1, 1000, 50, 50, 100), ("sensitive_recall", 1, 1000, 20, 10, 0))
    assert (
        "inference is unknown, since the attacks were too weak to say anything"
        in refused(con, "r", max_inference=0.1)["inference"][2]
    )


@pytest.mark.parametrize("limit", [np.float64(0.5), np.float32(0.5), Decimal("0.5"), Fraction(1, 2)])
def test_a_limit_may_be_any_real_number(limit: Any) -> None:
    assert Limits(max_inference=limit).max_inference == 0.5


def test_an_attack_that_never_works_shows_no_safety_nor_does_noise(con: DuckDBPyConnection) -> None:
    weak = (("inference", 1, 1000, 50, 50, 100), ("inference", 2, 1000, 50, 50, 100))
    for release in ("r", "noisy", "hardly noisy"):
        store(con, release, *weak)
        found = refused(con, release, max_inference=0.1)
        assert list(found) == ["inference"], release
        assert all("they did no better than without what is known" in reason for *_, reason in found.values())
        # What they found all the same is said, where it is above the limit.
        assert "what was measured" not in found["inference"][2]
        reason = refused(con, release, max_inference=0.01)["inference"][2]
        assert re.search(r"; what was measured may be up to [0-9.]+ % already, and the limit is 1 %$", reason)
        # A few right guesses more may be chance: of many rows one has them.
        store(con, release, *weak, ("inference", 3, 1000, 125, 120, 100))
        assert list(refused(con, release, max_inference=0.1)) == ["inference"], release
        # One row in which it works shows that it can; the others count by their upper ends still.
        store(con, release, *weak, ("inference", 3, 1000, 170, 160, 100))
        assert refused(con, release, max_inference=0.1) == {}
        assert list(refused(con, release, max_inference=0.01)) == ["inference"]


def store_data(con: DuckDBPyConnection, *rows: tuple[str, int, int, int, int | None, int]) -> None:
    """The same of the data of the releases as they are; what was stored of releases stays."""
    con.execute("CREATE OR REPLACE TEMP TABLE kept AS FROM setrisk_private.assessed_attack")
    con.execute("CREATE OR REPLACE TEMP TABLE asked AS FROM setrisk_private.release_assessment")
    store(con, "r", *rows)
    con.execute(
        "INSERT INTO setrisk_private.assessed_dataset BY NAME "
        "SELECT r.dataset, a.* EXCLUDE (release) FROM setrisk_private.assessed_attack AS a "
        "JOIN setrisk.release AS r USING (release)"
    )
    for table, kept in (("assessed_attack", "kept"), ("release_assessment", "asked")):
        con.execute(f"DELETE FROM setrisk_private.{table}")
        con.execute(f"INSERT INTO setrisk_private.{table} FROM {kept}")
        con.execute(f"DROP TABLE {kept}")


def test_attacks_that_work_on_the_data_as_they_are_show_what_a_release_resists(con: DuckDBPyConnection) -> None:
    """Otherwise a release that gives away less could be refused where one that gives away more is let pass."""
    found = ("inference", 2, 1000, 50, 50, 100)
    store(con, "r", found, ("linkability", 2, 1000, 1, 1, 1))
    assert list(refused(con, "r", max_inference=0.1, max_linkability=0.1)) == ["inference", "linkability"]
    # With other known items, or by another criterion, they show nothing.
    store_data(con, ("inference", 3, 1000, 800, 100, 100), ("linkability", 2, 1000, 1, 1, 1))
    assert list(refused(con, "r", max_inference=0.1, max_linkability=0.1)) == ["inference", "linkability"]
    store_data(con, ("inference", 2, 1000, 800, 100, 100))
    assert list(refused(con, "r", max_inference=0.1, max_linkability=0.1)) == ["linkability"]
    # What they found here counts: the upper end of the interval.
    ((_, high),) = con.sql(
        "SELECT r.risk, r.risk_high FROM setrisk.assessed_risk('r') AS r WHERE r.criterion = 'inference'"
    ).fetchall()
    assert 0 < high < 0.1
    assert list(refused(con, "r", max_inference=high / 2)) == ["inference"]
    # They are weak still, and the sentence says both; the data's own numbers are not the release's.
    ((is_weak, sentence),) = con.sql(
        "SELECT r.is_weak, r.sentence FROM setrisk.assessed_risk('r') AS r WHERE r.criterion = 'inference'"
    ).fetchall()
    assert is_weak
    assert "The attack works on the data as they are, but here hardly: without what is known it would be" in sentence
    ((n_rows,),) = con.sql("SELECT count(*) FROM setrisk.assessment('r')").fetchall()
    assert n_rows == 6
    limits = Limits(max_inference=0.1)
    verdict = verdict_on_release(con, "r", [], limits)
    assert verdict.resisted == ("inference",)
    suite = ElementTree.fromstring(junit("r", setrisk.check(con, "r", **limits.numbers), limits, None, verdict))
    assert {each.get("name"): each.get("value") for each in suite.iter("property")} == {"resisted": "inference"}
    # What had no limit, or one of 100 %, is no part of the yes.
    for other in (Limits(max_at_risk=0.1), Limits(max_linkability=0.1), Limits(max_inference=1, max_linkability=0.1)):
        assert verdict_on_release(con, "r", [], other).resisted == ()
    said = verdict.sentence
    assert (
        "; the attacks by inference, which work on the data as they are, were right no more often than may be chance "
        "without what is known; "
    ) in said
    # Nothing shows that the data set of an imported release is that of the people in it.
    con.execute("UPDATE setrisk.release SET dataset = NULL WHERE release = 'r'")
    con.execute("UPDATE setrisk_private.release_assessment SET members = 'shop', control = 'others'")
    assert "inference" in refused(con, "r", max_inference=0.1)
    con.execute("UPDATE setrisk.release SET dataset = 'shop' WHERE release = 'r'")


def test_a_data_set_is_assessed_and_shown_whatever_release_has_its_name(con: DuckDBPyConnection) -> None:
    setrisk.protect(con, "shop", "shop", method="disassociation", k=3)
    given: dict[str, Any] = {"known": 1, "people": 30, "reconstructions": 2}
    of_data = setrisk.assess(con, "shop", object_type="dataset", **given).fetchall()
    assert all("these data" in row[-1] for row in of_data if row[0] == "inference")
    assert setrisk.assess(con, "shop", object_type="release", **given).fetchall() != of_data
    setrisk.drop(con, "shop", object_type="release")
    assert con.sql("FROM setrisk.assessed_risk('shop') ORDER BY ALL").fetchall() == of_data
    assert run(con, "assessment/risks_of_data", dataset="shop").fetchall() == of_data


def test_weak_is_what_is_right_no_more_often_than_chance_allows(con: DuckDBPyConnection) -> None:
    """Each of many rows may be right a little more often by chance, and must not show that the attack works."""
    draw = np.random.default_rng(3)
    columns = ("criterion", "known", "choice", "adversary", "variant", "attempts", "successes", "k", "scale")
    rows = [
        ("inference", known, "random", "uniform", variant, 300, int(draw.binomial(300, 0.3)), None, 1.0)
        for known in range(1, 401)
        for variant in ("main", "control", "naive")
    ]
    store(con, "r")
    con.executemany(
        f"INSERT INTO setrisk_private.assessed_attack (release, {', '.join(columns)}) "
        f"VALUES ('r', {', '.join('?' * len(columns))})",
        rows,
    )
    ((n_strong,),) = con.sql(
        "SELECT count(*) FILTER (WHERE NOT r.is_weak) FROM setrisk.assessed_risk('r') AS r"
    ).fetchall()
    assert n_strong <= 1
    # What works is seen to work by as many people.
    store(con, "r", ("inference", 4, 300, 135, 100, 90))
    assert con.sql("SELECT r.is_weak FROM setrisk.assessed_risk('r') AS r").fetchall() == [(False,)]


def test_a_control_of_another_population_says_nothing(con: DuckDBPyConnection) -> None:
    """It is guessed better than the people in the release, so that the risk would be 0 whatever is given away."""
    foreign = ("inference", 1, 1000, 300, 600, 100)
    store(con, "r", foreign, ("linkability", 2, 1000, 300, 100, 1), ("narrowing", 2, 1000, 300, None, 1))
    # People of its own, who were held out, are of the same population.
    assert refused(con, "r", max_inference=0.5) == {}
    ask(con, "r", control="elsewhere")
    rows = con.sql(
        "SELECT r.criterion, r.risk IS NULL, r.risk_low IS NULL, r.risk_high IS NULL, r.sentence "
        "FROM setrisk.assessed_risk('r') AS r ORDER BY ALL"
    ).fetchall()
    said = "people of the control are guessed better than those in the release: they are of another population"
    # Not by one criterion alone: they are no better to compare with by another. Narrowing compares with nobody.
    assert [row[1:4] for row in rows] == [(True, True, True), (True, True, True), (False, False, False)]
    assert [said in row[-1] for row in rows] == [True, True, False]
    assert list(refused(con, "r", max_linkability=0.9)) == ["linkability"]
    assert refused(con, "r", max_narrowing=0.9) == {}
    for limit in (0.01, 0.99):
        ((found, _, reason),) = refused(con, "r", max_inference=limit).values()
        assert found is None
        assert f"inference by 1 item has an unknown risk, since {said}; run setrisk assess with a control of" in reason
    # The report says so, too, and not that there were too few others.
    html = re.sub(r"\s+", " ", setrisk.show(con, "r", max_inference=0.99).html)
    assert f"Nothing is known of linkability and inference: {said}. " in html
    assert f"of the release: {said}." in html
    assert "nobody outside of the release" not in html


def test_a_sentence_about_few_people_says_how_many(con: DuckDBPyConnection) -> None:
    rows = {
        "narrowing": "3 of 20 people", "inference": "12 of 20 guesses were right, and 3 of 20 about others",
        "linkability": "12 of 20 guesses were right, and 3 of 20 about others",
        "sensitive_recall": "12 of 20 people, and 3 of 20 about others",
        "sensitive_precision": "12 of 20 guesses were right, and 3 of 20 about others",
        "singling_out": "12 of 20 guesses were right",
    }  # fmt: skip
    for n in (20, 100):
        store(con, "r", *((each, 1, n, 3 if each == "narrowing" else 12, 3, 0) for each in rows))
        found = con.sql("SELECT r.criterion, r.sentence FROM setrisk.assessed_risk('r') AS r").fetchall()
        for criterion, sentence in found:
            few = f"; {rows[criterion]}, so few that the risk may be anything from "
            assert (few in sentence) == (n == 20), sentence


def test_what_a_release_of_the_same_name_showed_does_not_count(con: DuckDBPyConnection) -> None:
    setrisk.protect(con, "shop", "again", method="disassociation", k=3)
    store(con, "again", ("inference", 1, 1000, 300, 290, 100))
    assert refused(con, "again", max_inference=0.1) == {}
    setrisk.protect(con, "shop", "again", method="disassociation", k=3, replace=True)
    assert "it was not assessed" in refused(con, "again", max_inference=0.1)["inference"][2]


def test_such_limits_are_limits_on_risk_and_ask_for_no_attack_of_the_family(con: DuckDBPyConnection) -> None:
    store(con, "r", ("narrowing", 2, 1000, 0, None, 0))
    assert refused(con, "r", max_narrowing=0.01) == {}
    assert list(refused(con, "r", min_coverage=0)) == ["no_limit"]
    # A limit that everything keeps is none.
    assert list(refused(con, "r", max_narrowing=1)) == ["no_limit"]
    rows = con.sql(
        "SELECT f.refusal, f.attack, f.reason FROM setrisk.refusals('r', max_inference := 1) AS f"
    ).fetchall()
    assert [refusal for refusal, *_ in rows] == ["no_limit"]
    assert verdict_of_release(rows, Limits(max_inference=1)).sentence.endswith("; a limit of 100 % counts as none")
    assert {"narrowing", "not_attacked"} == set(refused(con, "r", max_narrowing=0, max_at_risk=1))
    for limits in ({"max_inference": 1.5}, {"max_singling_out": "much"}):
        with pytest.raises(BadInput, match="it must be a number from 0 to 1"):
            setrisk.check(con, "r", **limits)


def test_junit_passes_no_criterion_that_is_unknown(con: DuckDBPyConnection) -> None:
    store(con, "r", ("inference", 1, 1000, 300, 290, 100))
    limits = Limits(max_inference=0.1, max_linkability=0.1)
    suite = ElementTree.fromstring(junit("r", setrisk.check(con, "r", **limits.numbers), limits))
    of = {case.get("name"): [part.tag for part in case] for case in suite}
    assert (of["inference"], of["linkability"], of["narrowing"], of["no_limit"]) == ([], ["failure"], ["skipped"], [])


@pytest.mark.parametrize(
    ("main", "control", "comparison"),
    [
        (19, 19, "guesses about others were right as often"),
        (12, 14, "guesses about others were right as often"),
        (14, 12, "what it has in advance of guesses about others may be chance"),
        (19, 2, None),
    ],
)
def test_guesses_of_sensitive_items_that_are_like_those_about_others_are_weak(
    con: DuckDBPyConnection, main: int, control: int, comparison: str | None
) -> None:
    store(con, "r", ("sensitive_precision", 1, 19, main, control, 1))
    ((is_weak, sentence),) = con.sql("SELECT r.is_weak, r.sentence FROM setrisk.assessed_risk('r') AS r").fetchall()
    assert is_weak == (comparison is not None)
    assert comparison is None or sentence.endswith(f". The attack is too weak to say anything: {comparison}")


@pytest.mark.parametrize(("attempts", "main", "control", "highest"), [(1000, 300, 400, 0.1), (10, 3, 4, 0.7)])
def test_an_attack_that_is_worse_than_the_control_is_no_risk_as_far_as_so_many_people_show(
    con: DuckDBPyConnection, attempts: int, main: int, control: int, highest: float
) -> None:
    store(con, "r", ("inference", 1, attempts, main, control, 1))
    ((risk, low, high),) = con.sql(
        "SELECT r.risk, r.risk_low, r.risk_high FROM setrisk.assessed_risk('r') AS r"
    ).fetchall()
    assert (risk, low) == (0, 0)
    assert 0 < high < highest


@pytest.mark.parametrize(("people", "choices"), [(1000, 100), (30, 30)])
def test_a_yes_says_among_how_many_people_somebody_is_recognised(
    con: DuckDBPyConnection, people: int, choices: int
) -> None:
    store(con, "r", ("linkability", 1, people, 0, 0, 1), ("linkability", 2, 20, 0, 0, 1))
    ask(con, "r", (1, 2))
    said = f"; linkability is that of recognising a person among at most {choices}; "
    assert said in str(release_assessed_for(con, "r"))


def test_a_yes_says_what_was_asked_about(con: DuckDBPyConnection) -> None:
    store(con, "r", ("inference", 1, 1000, 300, 290, 100), ("narrowing", 1, 1000, 0, None, 0))
    ask(con, "r", (1,))
    assessed_for = release_assessed_for(con, "r")
    assert assessed_for is not None
    assert assessed_for.startswith("it was assessed for attackers who know 1 item of a person, and for no others; ")
    assert assessed_for.endswith("for comparison, a fifth of its people were left out when it was made again")
    assert "recognising" not in assessed_for
    ask(con, "r", (1,), "branch")
    assert str(release_assessed_for(con, "r")).endswith(
        "the people of branch, and the result is only as good as that choice"
    )
    ask(con, "r", (1,))
    limits = Limits(max_inference=0.5, max_narrowing=0.1, known=(1,))
    assert verdict_of_release([], limits, assessed_for).sentence.count(assessed_for) == 1
    suite = ElementTree.fromstring(junit("r", setrisk.check(con, "r", **limits.given_limits), limits, assessed_for))
    assert [each.get("value") for each in suite.iter("property")] == [assessed_for]
    assert suite.get("tests") == str(len(suite.findall("testcase")))
    # Other limits do not go by it.
    by_attacks = verdict_of_release([], Limits(max_at_risk=0.5), assessed_for).sentence
    assert assessed_for not in by_attacks
    # Attacks on its promise are said to have been looked at only if a limit goes by them.
    assert "the attacks that were run" in by_attacks
    assert "the attacks that were run" not in verdict_of_release([], limits, assessed_for).sentence
    text = re.sub(r"\s+", " ", setrisk.show(con, "r", **limits.numbers).html)
    assert f"Attackers who know another number of items: {assessed_for}." in text
    assert release_assessed_for(con, "noisy") is None


def test_a_yes_names_what_had_no_limit(con: DuckDBPyConnection) -> None:
    store(
        con, "r", ("inference", 1, 1000, 300, 290, 100), ("linkability", 1, 1000, 20, 20, 10),
        ("singling_out", 1, 1000, 50, 50, 100),
    )  # fmt: skip
    ask(con, "r", (1, 2))
    limits = Limits(max_linkability=0.05, known=(1,))
    ((inference,),) = con.sql(
        "SELECT r.risk_high FROM setrisk.assessed_risk('r') AS r WHERE r.criterion = 'inference'"
    ).fetchall()
    verdict = verdict_on_release(con, "r", [], limits)
    assert verdict.passes
    # The attack that singles out never worked: what it found is no number.
    assert verdict.without_limit == {"singling_out": None, "inference": inference}
    clause = f"no limit was given for singling out (unknown) and inference (up to {percent(inference)})"
    assert f"give no reason against it; {clause}; attacks on what it promises had no limit" in verdict.sentence
    # Nobody has so many items, or no record: that is said, too.
    assert (
        "; no guess could be made of inference by 2 items, of linkability by 2 items, of singling" in verdict.sentence
    )
    suite = ElementTree.fromstring(junit("r", setrisk.check(con, "r", **limits.given_limits), limits, None, verdict))
    said = {case.get("name"): case[0].get("message") for case in suite if len(case)}
    assert said["inference"] == f"not examined: no limit was given for inference (up to {percent(inference)})"
    # A limit that everything keeps is none, and is not said to be kept.
    verdict = verdict_on_release(con, "r", [], Limits(max_inference="100%", max_linkability=0.05))  # type: ignore[arg-type]
    assert set(verdict.without_limit) == {"singling_out", "inference"}
    assert verdict.sentence.startswith("yes: it keeps the limits (linkability at most 5 %); ")
    assert f"and inference (up to {percent(inference)}); a limit of 100 % counts as none; " in verdict.sentence
    assert "people was not assessed" in verdict_on_release(con, "noisy", [], Limits(max_at_risk=0.5)).sentence


def test_what_a_report_suggests_to_measure_asks_about_the_same_people(con: DuckDBPyConnection) -> None:
    store(con, "r", ("inference", 1, 1000, 300, 290, 100))
    ask(con, "r", (1,), "branch office")
    page = unescape(setrisk.show(con, "r").html)
    assert "r --known 1,2,3,4 --control 'branch office'</kbd>" in page
    ask(con, "r", (1,))
    assert "r --known 1,2,3,4</kbd>" in unescape(setrisk.show(con, "r").html)


def test_what_is_unknown_may_be_anything(con: DuckDBPyConnection) -> None:
    store(con, "r", ("inference", 1, 1, 1, None, 0))
    ((risk, said),) = con.sql("SELECT r.risk, r.sentence FROM setrisk.assessed_risk('r') AS r").fetchall()
    assert risk is None
    assert "100.0 % to 100.0 %" not in said


def test_few_guesses_are_counted(con: DuckDBPyConnection) -> None:
    store(con, "r", ("singling_out", 1, 4, 1, 0, 0), ("singling_out", 2, 1000, 300, 0, 0))
    ((low, high, said),) = con.sql(
        "SELECT r.risk_low, r.risk_high, r.sentence FROM setrisk.assessed_risk('r') AS r WHERE r.known = 1"
    ).fetchall()
    few = f"1 of 4 guesses were right, so few that the risk may be anything from {percent(low)} to {percent(high)}"
    assert f"without being in this release it would be 0; {few}. The attack is too weak to say anything" in said
    reason = refused(con, "r", max_singling_out=0.5)["singling_out"][2]
    assert "with 95 % confidence (1 of 4 guesses were right); the limit is 50 %, and so few guesses do not" in reason
    assert reason.endswith("if the release suggests no more descriptions, a lower risk cannot be shown")


def test_few_guesses_do_not_hide_a_risk_above_the_limit(con: DuckDBPyConnection) -> None:
    store(con, "r", ("singling_out", 1, 300, 100, 0, 0), ("singling_out", 3, 1, 0, 0, 0))
    found, _, reason = refused(con, "r", max_singling_out=0.05)["singling_out"]
    risks = dict(con.sql("SELECT r.known, r.risk FROM setrisk.assessed_risk('r') AS r").fetchall())
    # The number that is held against the limit, and what it rests on, are in the reason, too.
    assert reason == (
        f"singling out by 1 item has a risk of {percent(risks[1])}, and singling out by 3 items one of up to "
        f"{percent(found)} with 95 % confidence (0 of 1 guess was right); the limit is 5 %"
    )
    assert found > risks[1]


def test_a_lucky_guess_is_no_risk_that_was_found(con: DuckDBPyConnection) -> None:
    store(con, "r", ("singling_out", 1, 1, 1, 0, 0), ("singling_out", 2, 1000, 300, 10, 10))
    _, _, reason = refused(con, "r", max_singling_out=0.1)["singling_out"]
    assert reason.startswith("singling out by 2 items has a risk of ")
    _, _, reason = refused(con, "r", max_singling_out=0.5)["singling_out"]
    assert "so few guesses do not show that it is kept" in reason


def test_a_sentence_names_the_few_guesses_of_the_other_adversary(con: DuckDBPyConnection) -> None:
    """The upper end of the interval is theirs, and hundreds of guesses of the one who gains more do not explain it."""
    store(con, "r", ("singling_out", 2, 300, 100, 0, 0))
    con.execute(
        "INSERT INTO setrisk_private.assessed_attack BY NAME SELECT a.* REPLACE ('sharper' AS adversary, "
        "CASE a.variant WHEN 'main' THEN 5 ELSE 300 END AS attempts, least(a.successes, 1) AS successes) "
        "FROM setrisk_private.assessed_attack AS a WHERE a.release = 'r'"
    )
    ((adversary, high, sentence),) = con.sql(
        "SELECT r.adversary, r.risk_high, r.sentence FROM setrisk.assessed_risk('r') AS r"
    ).fetchall()
    assert adversary == "uniform"
    assert (
        f"; by the sharper adversary 1 of 5 guesses were right, so few that the risk may be up to {percent(high)}"
        in sentence
    )


def test_an_attack_that_stays_too_weak_has_an_end(con: DuckDBPyConnection) -> None:
    store(con, "r", *(("inference", known, 1000, 50, 50, 100) for known in range(1, 9)))
    reason = refused(con, "r", max_inference=0.1)["inference"][2]
    assert reason.endswith(
        "; run setrisk assess on the data set shop itself, too, with --known 1,2,3,4: if they work on the data as they "
        "are, what they found here counts"
    )
    # They do not work there either.
    store_data(con, *(("inference", known, 1000, 50, 50, 100) for known in range(1, 9)))
    reason = refused(con, "r", max_inference=0.1)["inference"][2]
    assert reason.endswith("such as --known 1..8, or with more --people")
    ask(con, "r", tuple(range(1, 9)), people=2000)
    assert refused(con, "r", max_inference=0.1)["inference"][2].endswith("nothing can keep a limit on it")


def test_on_the_command_line(tmp_path: Path) -> None:
    """The limits come from a file, too; the verdict says with how many known items the release was assessed."""
    database = str(tmp_path / "my.duckdb")
    with setrisk.connect(database) as con:
        setrisk.load(
            con,
            "shop",
            con.sql(
                "SELECT ['a' || n % 20, 'b' || n % 20, 'c' || n % 100, 'd' || (n * 7) % 11] AS items "
                "FROM range(200) r(n)"
            ),
        )
        setrisk.protect(con, "shop", "r", method="disassociation", k=3)
    (tmp_path / "limits.toml").write_text("max_inference = 0.99\nmax_narrowing = 0.98\nmax_linkability = 1\n")

    def run(*words: str) -> tuple[int, str]:
        result = CliRunner().invoke(cli.app, [*words])
        return result.exit_code, result.output

    given = ("check", database, "r", "--limits", str(tmp_path / "limits.toml"))
    code, said = run(*given)
    assert (code, said.splitlines()[-1]) == (
        1,
        "no: inference is unknown, since it was not assessed: run setrisk assess; narrowing is unknown, since it was "
        "not assessed: run setrisk assess",
    )
    assert run("assess", database, "r", "--known", "1..2", "--people", "100")[0] == 0
    assert run(*given, "--max-narrowing", "99%")[0] == 1
    given = (*given, "--max-narrowing", "99%", "--known", "1..2")
    found = json.loads(run(*given, "--format", "json")[1])
    assert (found["release"], found["passes"], found["refusals"]) == ("r", True, [])
    assert found["assessed_for"].startswith("it was assessed for attackers who know 1, 2 items")
    assert found["assessed_for"] in found["verdict"]
    code, said = run(*given)
    assert code == 0, said
    assert "yes: it keeps the limits (narrowing at most 99 %, inference at most 99 %); its marks and its series" in said
    assert "attacks on what it promises had no limit, and were not looked at" in said
    assert "not been attacked" not in said
    assert (
        "it was assessed for attackers who know 1, 2 items of a person, and for no others; these attackers drew 100 "
        "random reconstructions of it, and who draws more may be right more often; narrowed down means fewer than 5 "
        "records; "
    ) in said
    assert run("attack", database, "r", "--method", "random")[0] == 0
    assert re.search(
        r"had no limit: of those that were run, random:self puts [0-9.]+ % of people at risk; the promise covers "
        r"100.0 % of the rare itemsets;",
        run(*given)[1],
    )
