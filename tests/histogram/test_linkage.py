"""The stored attack, what is true of its findings, who is at risk, and the errors of counting queries: counted again
from the sets.
"""

import math
from collections import Counter

import duckdb
import numpy as np
import pytest
from duckdb import DuckDBPyConnection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import setrisk
from setrisk.errors import BadInput
from setrisk.udf.histogram.noise import SeededNoise

Itemset = frozenset[str]
MANY = [f"item {n:03}" for n in range(90)]
few = st.dictionaries(st.frozensets(st.sampled_from(MANY[:5]), min_size=1), st.integers(1, 9), min_size=1, max_size=9)
wide = st.dictionaries(
    st.frozensets(st.sampled_from(MANY), min_size=1, max_size=5), st.integers(1, 9), min_size=1, max_size=9
)


def put(con: DuckDBPyConnection, data: dict[Itemset, int], published: dict[Itemset, int]) -> None:
    """A data set, and a release that shows what is given, whatever a mechanism would."""
    for name, kind in (("mine", "release"), ("people", "dataset")):
        if con.execute(
            f"SELECT 1 FROM setrisk{'_private' * (kind == 'dataset')}.{kind} WHERE {kind} = ?", [name]
        ).fetchall():
            setrisk.drop(con, name, object_type=kind)
    con.execute("CREATE OR REPLACE TEMP TABLE given (items VARCHAR[], n BIGINT)")
    con.executemany("INSERT INTO given VALUES (?, ?)", [[sorted(items), n] for items, n in data.items()])
    setrisk.load(con, "people", con.table("given"), format="histogram", items="items", count="n")
    con.execute(
        "INSERT INTO setrisk.release VALUES ('mine', 'people', 'histogram', 'diffpart', '{}', now()::TIMESTAMP, [])"
    )
    names = sorted(set().union(*data, *published))
    new = [
        name
        for name in names
        if not con.execute("SELECT 1 FROM setrisk_private.item WHERE item = ?", [name]).fetchall()
    ]
    con.executemany(
        "INSERT INTO setrisk_private.item SELECT coalesce(max(item_id), 0) + 1, ? FROM setrisk_private.item",
        [[name] for name in new] or [["unused"]],
    )
    number = dict(con.execute("SELECT item, item_id FROM setrisk_private.item").fetchall())
    if published:
        con.executemany(
            "INSERT INTO setrisk.histogram VALUES ('mine', ?, ?)",
            [[sorted(number[item] for item in items), n] for items, n in published.items()],
        )
    shown = set().union(*published)
    con.executemany(
        "INSERT INTO setrisk.published_item VALUES ('mine', ?, ?)",
        [[number[item], item] for item in sorted(shown)] or [[0, "unused"]],
    )


def leakages(published: dict[Itemset, int], confidence: float) -> dict[tuple[Itemset, str], tuple[int, float]]:
    """Of maximal itemsets and leaked items: supersets of the others, and the share of the itemset in them."""
    found = {}
    for itemset in published:
        if any(itemset < other for other in published):
            continue
        for item in itemset:
            holders = [other for other in published if itemset - {item} <= other]
            share = published[itemset] / sum(published[other] for other in holders)
            if len(itemset) > 1 and share >= confidence:
                found[itemset, item] = len(holders), share
    return found


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    case=st.one_of(st.tuples(few, few), st.tuples(wide, wide), wide.map(lambda data: (data, data))),
    confidence=st.sampled_from([1.0, 0.5, 0.1]),
)
def test_findings_truth_and_risk_are_as_counted(
    con: DuckDBPyConnection, case: tuple[dict[Itemset, int], dict[Itemset, int]], confidence: float
) -> None:
    data, published = case
    put(con, data, published)
    setrisk.attack(con, "mine", confidence=confidence)
    expected = leakages(published, confidence)
    truth = {
        (frozenset(itemset), leaked): (supersets, share, knowable, right)
        for itemset, leaked, supersets, share, knowable, right in con.execute(
            "SELECT items, leaked, supersets, confidence, knowable, correct_records FROM setrisk.leakage_truth('mine')"
        ).fetchall()
    }
    assert truth == {
        (itemset, item): (
            supersets,
            pytest.approx(share),
            sum(n for person, n in data.items() if itemset - {item} <= person),
            sum(n for person, n in data.items() if itemset <= person),
        )
        for (itemset, item), (supersets, share) in expected.items()
    }
    exposed = [person for person in data if any(itemset <= person for itemset, _ in expected)]
    ((_, n, _, _, knowable, precision, people, share),) = setrisk.evaluate(con, "mine").fetchall()
    assert n == len(expected)
    assert people == sum(data[person] for person in exposed)
    assert share == pytest.approx(people / sum(data.values()))
    right = sum(right for *_, right in truth.values())
    assert precision == (pytest.approx(right / knowable) if knowable else None)
    at_risk = con.execute(
        "SELECT tid, score FROM setrisk.risk('mine') WHERE at_risk AND attack <> 'none' ORDER BY ALL"
    ).fetchall()
    assert len(at_risk) == people
    scores = Counter(round(score, 9) for _, score in at_risk)
    best = Counter[float]()
    for person in exposed:
        best[round(max(share for (itemset, _), (_, share) in expected.items() if itemset <= person), 9)] += data[person]
    assert scores == best


def test_of_equal_findings_risk_names_the_one_that_takes_the_least_to_know(con: DuckDBPyConnection) -> None:
    """Whatever order they come in."""
    person = frozenset("abcdef")
    for published in (["ab", "cde", "ef"], ["ef", "cde", "ab"]):
        put(con, {person: 1}, {frozenset(itemset): 1 for itemset in published})
        setrisk.attack(con, "mine", confidence=0.5)
        evidence = con.execute("SELECT evidence FROM setrisk.risk('mine') WHERE attack <> 'none'").fetchall()
        assert evidence == [("knowing {f} of this person reveals {e} with a confidence of 100.0 %",)]


def test_raw_data_put_everyone_at_risk_by_themselves(con: DuckDBPyConnection) -> None:
    setrisk.load(con, "people", con.sql("SELECT ['a', 'b'] AS items FROM range(4)"))
    setrisk.protect(con, "people", "raw", method="identity")
    rows = setrisk.risk(con, "raw").fetchall()
    assert [(attack, at_risk) for _, _, attack, at_risk, _, _ in rows] == [("none", True)] * 4
    setrisk.protect(con, "people", "noisy", method="diffpart", epsilon=1, universe="a,b", seed=1)
    assert not any(row[3] for row in setrisk.risk(con, "noisy").fetchall())


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(case=st.one_of(st.tuples(few, few), st.tuples(wide, wide)), seed=st.integers(0, 5))
def test_counting_queries_are_answered_as_counted(
    con: DuckDBPyConnection, case: tuple[dict[Itemset, int], dict[Itemset, int]], seed: int
) -> None:
    data, published = case
    put(con, data, published)
    names = dict(con.execute("SELECT item_id, item FROM setrisk_private.item").fetchall())
    asked = [
        (kind, frozenset(names[item] for item in itemset))
        for kind, itemset in con.execute(
            "SELECT query_type, itemset FROM setrisk_internal.counting_queries('mine', 60, $seed)", {"seed": seed}
        ).fetchall()
    ]
    assert Counter(kind for kind, _ in asked) == {"existing": 30, "random": 30}
    assert {itemset for kind, itemset in asked if kind == "existing"} <= set(data)
    largest, items = max(map(len, data)), set().union(*data)
    assert all(1 <= len(itemset) <= largest and itemset <= items for _, itemset in asked)

    def error(itemset: Itemset) -> float:
        support, noisy = (sum(n for each, n in of.items() if itemset <= each) for of in (data, published))
        return abs(noisy - support) / max(support, 0.2 * sum(data.values()))

    found = {
        kind: mean
        for kind, _, mean, _ in con.execute(
            "FROM setrisk.counting_query_errors('mine', queries := 60, sanity := 0.2, seed := $seed)", {"seed": seed}
        ).fetchall()
    }
    for kind in ("existing", "random", "all"):
        errors = [error(itemset) for of, itemset in asked if kind in (of, "all")]
        assert found[kind] == pytest.approx(sum(errors) / len(errors))


def test_what_cannot_be_asked(con: DuckDBPyConnection) -> None:
    # No boundary itemset: parameters are checked all the same.
    put(con, {frozenset({"a"}): 2}, {frozenset({"a"}): 2})
    with pytest.raises(BadInput, match="confidence"):
        setrisk.attack(con, "mine", confidence=1.5)
    with pytest.raises(BadInput, match="no items"):
        setrisk.attack(con, "mine", knowledge="glove")
    for call, message in (
        ("counting_query_errors('nowhere')", "no release nowhere"),
        ("counting_query_errors('mine', queries := 1)", "queries is 1"),
        ("counting_query_errors('mine', seed := -1)", "seed is -1"),
        ("counting_query_errors('mine', sanity := 0)", "sanity is 0; it must be above 0"),
        ("counting_query_errors('mine', sanity := 'nan'::DOUBLE)", "sanity is nan"),
        ("interactive_leakages('mine', epsilon := -1)", "epsilon is -1; it must be above 0"),
        ("interactive_leakages('mine', epsilon := NULL)", "epsilon is NULL"),
        ("leakage_findings('nowhere')", "no release nowhere"),
    ):
        with pytest.raises(Exception, match=message):
            con.execute(f"FROM setrisk.{call}").fetchall()


def test_a_correlation_of_nine_tenths_multiplies_epsilon_by_ten(con: DuckDBPyConnection) -> None:
    """APL 4.2: with Pr(beer | toothpaste, scissor, hanger) = 0.9 the guarantee is e^(10 epsilon)."""
    query = "SELECT setrisk.correlated_epsilon(?, ?)"
    found = [con.execute(query, [0.3, gamma]).fetchall()[0][0] for gamma in (0.9, 0.5, 0.1, 0, 1)]
    assert found == [pytest.approx(3), pytest.approx(0.6), pytest.approx(3), None, None]
    for epsilon, gamma, message in (
        (0, 0.5, "epsilon is 0; it must be above 0"),
        (1, 1.5, "gamma is 1.5; it must be"),
    ):
        with pytest.raises(duckdb.Error, match=message):
            con.execute(query, [epsilon, gamma]).fetchall()


@pytest.mark.parametrize(("known", "whole"), [(9, 1), (1, 9), (6, 4), (3, 7)])
def test_the_guarantee_under_correlation_holds_whoever_joins(con: DuckDBPyConnection, known: int, whole: int) -> None:
    """One person joins, with the item or without, and the counts keep their ratio."""
    query = "SELECT setrisk_internal.interactive_probability(?, ?, 0.5)"
    ((before,),) = con.execute(query, [known, whole]).fetchall()
    ((bound,),) = con.execute("SELECT setrisk.correlated_epsilon(0.5, ?)", [whole / (known + whole)]).fetchall()
    for factor in (1 + 1 / known, 1 + 1 / whole):
        ((after,),) = con.execute(query, [known * factor, whole * factor]).fetchall()
        assert abs(math.log(after / before)) <= bound


def test_two_noisy_counts_tell_an_item_as_often_as_computed(con: DuckDBPyConnection) -> None:
    """APL 4.2, on Table 1 (a): who has toothpaste, scissor and hanger, and not beer?"""
    items = frozenset({"beer", "toothpaste", "scissor", "hanger"})
    table = {items: 20, items - {"hanger"}: 12, items - {"scissor", "hanger"}: 4}
    put(con, table, table)
    found = {
        leaked: (known, whole, probability)
        for leaked, known, whole, probability in con.execute(
            "SELECT leaked, known_occurrences, occurrences, probability "
            "FROM setrisk.interactive_leakages('mine', epsilon := 0.1)"
        ).fetchall()
    }
    assert {leaked: counts[:2] for leaked, counts in found.items()} == {
        leaked: (12 if leaked == "hanger" else 0, 20) for leaked in items
    }
    n = 200_000
    noise = SeededNoise(1)
    for known, whole, probability in found.values():
        first, second = (count + noise.laplace(np.full(n, 0.1)) for count in (known, whole))
        assert ((first == 0) & (second > 0)).mean() == pytest.approx(probability, abs=0.002)
    for leaked, known_epsilon in (("hanger", 0.1 * (20 + 12) / 12), ("beer", None)):
        ((epsilon,),) = con.execute(
            "SELECT correlated_epsilon FROM setrisk.interactive_leakages('mine', epsilon := 0.1) WHERE leaked = ?",
            [leaked],
        ).fetchall()
        assert epsilon == (None if known_epsilon is None else pytest.approx(known_epsilon))
    # Without noise to speak of both answers are the counts.
    ((exactly,),) = con.execute("SELECT setrisk_internal.interactive_probability(0, 20, 50)").fetchall()
    assert exactly == pytest.approx(1)
