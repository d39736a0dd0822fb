"""What an attacker may look at: the context as a whole, and releases that do not label generalised items."""

import json
import math
from collections.abc import Sequence
from hashlib import sha256
from itertools import groupby

import numpy as np
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput
from tests.support.generalisation_steps import context

DOCUMENTS = [
    "cough and fever and flu", "cough, fever, flu", "cough and flu", "fever and flu", "fever and gout",
    "cough and gout", "gout", "asthma", "asthma and cough", "nothing at all", "chest pain, cough, fever",
]  # fmt: skip
PATIENTS = [
    ["cough", "flu", "fever"], ["cough", "gout", "fever"], ["fever", "flu"], ["asthma", "gout"], ["cough", "flu"],
    ["fever", "asthma"],
]  # fmt: skip


def ngd(fx: float, fy: float, fxy: float, n: float) -> float:
    return (math.log(max(fx, fy)) - math.log(fxy)) / (math.log(n) - math.log(min(fx, fy)))


def hits(*terms: str) -> int:
    return sum(all(term in document for term in terms) for document in DOCUMENTS)


@pytest.fixture
def patients(con: DuckDBPyConnection) -> DuckDBPyConnection:
    """Flu and gout are one generalised item; the corpus is DOCUMENTS."""
    setrisk.load_corpus(con, "documents", pd.DataFrame({"text": DOCUMENTS}))
    setrisk.load(con, "d", pd.DataFrame({"items": PATIENTS}))
    constraints = {"privacy_constraints": [["flu"], ["gout"]], "utility_constraints": [["flu", "gout"]]}
    setrisk.protect(con, "d", "r", k=5, keep_order=True, **constraints)
    return con


def distances(con: DuckDBPyConnection, given: str) -> dict[tuple[int, str], float | None]:
    rows = con.execute(f"FROM setrisk.distance_table('r', 1, {given})").fetchall()
    return {(record, item): distance for record, item, distance in rows}


def test_a_context_as_a_whole(patients: DuckDBPyConnection) -> None:
    """CONTEXT 4.1 and THESIS 3.5.1: documents that hold each item of the context, next to the mean over the items."""
    setrisk.attack(patients, "r", method="tba", knowledge="documents", conjunctive=True)
    setrisk.attack(patients, "r", method="tba", knowledge="documents")
    wholes = distances(patients, "knowledge := 'documents', conjunctive := true")
    means = distances(patients, "knowledge := 'documents'")
    around: dict[int, list[str]] = {
        record: [item for *_, item in rows] for record, rows in groupby(context(patients, "r"), key=lambda row: row[0])
    }
    assert sorted(map(len, around.values())) == [1, 1, 1, 2, 2]
    for record, items in around.items():
        for member in ("flu", "gout"):
            fxy = max(hits(*items, member), 0.5)
            whole = ngd(hits(*items), hits(member), fxy, len(DOCUMENTS))
            assert wholes[record, member] == (pytest.approx(whole) if whole >= 0 else None)
            each = [ngd(hits(item), hits(member), max(hits(item, member), 0.5), len(DOCUMENTS)) for item in items]
            assert means[record, member] == pytest.approx(np.mean(each))
    assert wholes != means


def test_a_context_as_a_whole_for_who_knows_the_release_alone(patients: DuckDBPyConnection) -> None:
    found = distances(patients, "conjunctive := true")
    generalised = sum(bool({"flu", "gout"} & set(items)) for items in PATIENTS)
    for record, rows in groupby(context(patients, "r"), key=lambda row: row[0]):
        items = {item for *_, item in rows}
        holders = [patient for patient in PATIENTS if items <= set(patient)]
        both = sum(bool({"flu", "gout"} & set(patient)) for patient in holders)
        expected = pytest.approx(ngd(len(holders), generalised, both, len(PATIENTS)))
        assert found[record, "flu"] == found[record, "gout"] == expected


def test_terms_of_a_whole_context_are_found_in_documents(patients: DuckDBPyConnection) -> None:
    term = "\x1f".join(["chest pain", "cough"])
    rows = patients.execute(
        "SELECT h.item_a, h.item_b, h.hits FROM setrisk.term_hits('documents', [$term, 'fever']) AS h", {"term": term}
    ).fetchall()
    assert set(rows) == {(term, None, 1), ("fever", None, hits("fever")), (term, "fever", 1)}


def test_an_unscored_context_is_named_in_words(patients: DuckDBPyConnection) -> None:
    setrisk.attack(patients, "r", method="tba", knowledge="documents")
    with pytest.raises(Exception, match=r"documents has not scored \(cough and fever, (flu|gout)\) yet"):
        distances(patients, "knowledge := 'documents', conjunctive := true")


# Two generalised items that the same records show, and an item that is not generalised but common.
VISITS = [["a", "b", "x", "p1"], ["a", "y", "x", "p2"], ["c", "b", "x", "p3"], ["c", "y", "x", "p4"]]
CONSTRAINTS = [["a", "c"], ["b", "y"]]


def guessed(con: DuckDBPyConnection, constraints: Sequence[Sequence[str]] | None) -> set[frozenset[str]]:
    """What an attacker takes for generalised items that are not labelled."""
    rows = con.execute(
        "SELECT e.generalised_item, list(DISTINCT e.item) "
        "FROM setrisk.eliminations('r', 'mda', labelled := false, utility_constraints := $constraints) AS e "
        "GROUP BY e.generalised_item",
        {"constraints": constraints},
    ).fetchall()
    return {frozenset(items) for _, items in rows}


@pytest.fixture
def visits(con: DuckDBPyConnection) -> DuckDBPyConnection:
    setrisk.load(con, "d", pd.DataFrame({"items": VISITS}))
    setrisk.protect(con, "d", "r", k=4, privacy_constraints=[["a"], ["b"]], utility_constraints=CONSTRAINTS)
    return con


def test_known_utility_constraints_separate_generalised_items(visits: DuckDBPyConnection) -> None:
    """THESIS 3.5.2: each generalised item is within one utility constraint, and an item of none is context."""
    assert guessed(visits, None) == {frozenset("acbyx")}
    assert guessed(visits, CONSTRAINTS) == {frozenset("ac"), frozenset("by")}
    assert guessed(visits, [["a", "c", "b", "y"]]) == {frozenset("acby")}


def test_utility_constraints_are_an_option_of_attacks(visits: DuckDBPyConnection) -> None:
    """What is stored is what was read, so that the attack can be held against itself after the table has gone."""
    visits.execute("CREATE TABLE groups AS SELECT unnest([['a', 'c'], ['b', 'y']]) AS items")
    setrisk.attack(visits, "r", method="tba", labelled=False, utility_constraints="groups")
    visits.execute("DROP TABLE groups")
    setrisk.attack(visits, "r", method="tba", labelled=False, utility_constraints=CONSTRAINTS)
    found = {row[0]: row[1:] for row in setrisk.evaluate(visits, "r", permuted=True).fetchall()}
    of_table, of_lists = names = [
        f"tba:self:labelled=False:utility_constraints={given}"
        for given in ("groups", sha256(json.dumps(CONSTRAINTS).encode()).hexdigest()[:8])
    ]
    assert found.keys() == {"random_baseline", *names, *(f"{name}:permuted" for name in names)}
    assert found[of_table] == found[of_lists]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"utility_constraints": CONSTRAINTS}, "utility_constraints separate generalised items that are not labelled"),
        ({"labelled": False, "utility_constraints": [["foo", "bar"]]}, "utility_constraints name no item that r publ"),
        ({"labelled": False, "utility_constraints": "nowhere"}, "neither a file nor a table 'nowhere'"),
        ({"labelled": False, "utility_constraints": []}, "utility_constraints: no itemset is given"),
        ({"conjunctive": "yes"}, "conjunctive is 'yes'; it must be true or false"),
    ],
)
def test_options_that_no_attacker_has(visits: DuckDBPyConnection, options: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        setrisk.attack(visits, "r", method="tba", **options)  # type: ignore[arg-type]
    assert visits.execute("SELECT count(*) FROM setrisk.attack_run").fetchall() == [(0,)]


def test_options_that_no_attacker_has_in_sql(visits: DuckDBPyConnection) -> None:
    for given, message in (
        ("utility_constraints := [['a']]", "give labelled := false, too"),
        ("conjunctive := NULL", "conjunctive is NULL"),
    ):
        with pytest.raises(Exception, match=message):
            visits.execute(f"FROM setrisk.eliminations('r', 'tba', {given})").fetchall()
