"""What THESIS and CONTEXT print in words and figures, and no other module checks."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.udf.generalisation.comparable_groups import ComparableGroups, WeightedTable
from setrisk.udf.generalisation.elimination import eliminate
from tests.support.generalisation_steps import cell_truth, context, leave_unknown

KNOWN = "knowledge := 'figure 4', context := 1"
MEMBERS = ["blood pressure", "icd", "limbs", "injury"]

# CONTEXT Figure 4 = THESIS Figure 3.6.
FIGURE_4 = np.array(
    [[0.56, 0.78, 1.57, 2.19], [1.75, 0.58, 1.74, 1.53], [2.60, 2.93, 1.78, 1.49], [1.60, 1.51, 1.89, 1.03]]
)

# The generalised item of each transaction as printed, struck items in square brackets.
ATTACKED = {
    "4.2": ("mda", "blood pressure, icd, limbs, injury", "blood pressure, icd, limbs, injury",
            "blood pressure, [icd], limbs, injury", "blood pressure, icd, limbs, injury"),
    "4.4": ("tba", "blood pressure, icd, limbs, [injury]", "[blood pressure], icd, [limbs], injury",
            "[blood pressure], [icd], [limbs], injury", "blood pressure, icd, [limbs], injury"),
    "4.10": ("wba", "blood pressure, icd, limbs, [injury]", "blood pressure, icd, limbs, injury",
             "[blood pressure], [icd], limbs, injury", "blood pressure, icd, [limbs], injury"),
    "4.13": ("gba", "blood pressure, icd, limbs, [injury]", "[blood pressure], icd, [limbs], injury",
             "[blood pressure], [icd], limbs, injury", "blood pressure, icd, limbs, injury"),
    "4.18": ("rba", "blood pressure, icd, [limbs], [injury]", "[blood pressure], icd, [limbs], [injury]",
             "[blood pressure], [icd], limbs, injury", "[blood pressure], [icd], [limbs], injury"),
}  # fmt: skip
# Figure 4.3 is the one of the threshold 1.60, not of the exact mean 1.595625.
THRESHOLDS = {"4.4": 1.60}


def publish(con: DuckDBPyConnection, entries: Sequence[str | tuple[str, ...]]) -> None:
    """The release `printed` of one record; a generalised item is a tuple, numbered by its position."""
    names = [name for entry in entries for name in ([entry] if isinstance(entry, str) else entry)]
    number = {name: item_id for item_id, name in enumerate(dict.fromkeys(names), 1)}
    con.execute("INSERT INTO setrisk.release VALUES ('printed', 'd', 'generalisation', 'coat', '{}', '2015-01-01', [])")
    con.executemany("INSERT INTO setrisk.published_item VALUES ('printed', ?, ?)", [[i, n] for n, i in number.items()])
    for position, entry in enumerate(entries, 1):
        if isinstance(entry, str):
            row = [number[entry], None]
        else:
            row = [None, position]
            members = [[position, number[name]] for name in entry]
            con.executemany("INSERT INTO setrisk.generalised_item VALUES ('printed', ?, ?)", members)
        con.execute("INSERT INTO setrisk.generalised_record VALUES ('printed', 1, ?, ?, ?)", [position, *row])


def contexts(con: DuckDBPyConnection) -> dict[int, set[str]]:
    """The two context items of each generalised item of the release `printed`, by its position."""
    rows = context(con, "printed")
    return {position: {item for _, of, item in rows if of == position} for _, position, _ in rows}


def test_supports_before_and_after(con: DuckDBPyConnection, example: str) -> None:
    """THESIS 3.4, CONTEXT 3.1. THESIS prints the support 1 for injury; in Figure 1.3 T3 and T4 hold it."""
    pairs = con.execute("SELECT s.items, s.support FROM setrisk.supports('figure 1', size := 2) AS s").fetchall()
    assert (["limbs", "injury"], 1) in pairs
    single = con.execute("SELECT s.items, s.support FROM setrisk.supports('figure 1', size := 1) AS s").fetchall()
    assert (["injury"], 2) in single
    after = con.execute("SELECT g.items, g.support FROM setrisk.generalised_items(?) AS g", [example]).fetchall()
    assert after == [(sorted(MEMBERS), 4)]


def test_original_and_added_items_of_t4(con: DuckDBPyConnection, example: str) -> None:
    """THESIS 3.4, CONTEXT 3.1."""
    t4 = {item: original for (record, item), original in cell_truth(con, example).items() if record == 4}
    assert t4 == {"blood pressure": False, "icd": False, "limbs": False, "injury": True}


def test_figure_3_7_without_brackets(con: DuckDBPyConnection, example: str) -> None:
    rows = con.execute(
        "SELECT list(n.item ORDER BY s.position, s.item_id) FROM setrisk_internal.shown_items($release) AS s "
        "JOIN setrisk.published_item AS n USING (item_id) WHERE n.release = $release "
        "GROUP BY s.record ORDER BY s.record",
        {"release": example},
    ).fetchall()
    assert [items for (items,) in rows] == [
        ["heart disease", *MEMBERS, "weakness", "dizziness"],
        ["anesthesia", *MEMBERS, "pain", "diabetes"],
        ["gangrene", *MEMBERS],
        ["knee", *MEMBERS],
    ]


@pytest.mark.parametrize("figure", ATTACKED)
def test_transactions_after_an_attack(con: DuckDBPyConnection, example: str, figure: str) -> None:
    """THESIS Figures 4.2, 4.4, 4.10, 4.13 and 4.18."""
    method, *printed = ATTACKED[figure]
    rows = con.execute(
        "SELECT string_agg(if(e.step IS NULL, e.item, '[' || e.item || ']'), ', ' ORDER BY e.item_id) "
        f"FROM setrisk.eliminations(?, ?, threshold := ?, {KNOWN}) AS e GROUP BY e.record ORDER BY e.record",
        [example, method, THRESHOLDS.get(figure)],
    ).fetchall()
    assert [line for (line,) in rows] == printed


@pytest.mark.parametrize(
    ("method", "options", "item", "records"),
    [("mda", {}, "icd", [1, 2, 4]), ("tba", {"threshold": 1.60}, "blood pressure", [1, 4])],
)
def test_records_that_may_still_hold_an_item(
    con: DuckDBPyConnection, example: str, method: str, options: dict[str, Any], item: str, records: list[int]
) -> None:
    """THESIS 4.1: who knows of an icd operation is left with three records; 4.2: blood pressure is in T1 or T4."""
    setrisk.attack(con, example, method=method, knowledge="figure 4", context=1, **options)
    left = con.execute(
        "SELECT list(r.record ORDER BY r.record) FROM setrisk.remaining_items($release) AS r "
        "JOIN setrisk.published_item AS n USING (item_id) "
        "WHERE n.release = $release AND n.item = $item AND r.attack <> 'none'",
        {"release": example, "item": item},
    ).fetchall()
    assert left == [(records,)]


def test_distance_from_two_context_items(con: DuckDBPyConnection, example: str) -> None:
    """THESIS 3.5.1: blood pressure in T1 is as far as heart disease and weakness are in the mean."""
    con.execute("INSERT INTO setrisk.similarity VALUES ('figure 4', 'blood pressure', 'weakness', -0.84)")
    leave_unknown(con, "figure 4", example)
    ((distance,),) = con.execute(
        "SELECT t.distance FROM setrisk.distance_table(?, 1, knowledge := 'figure 4', context := 2) AS t "
        "WHERE t.record = 1 AND t.item = 'blood pressure'",
        [example],
    ).fetchall()
    assert distance == pytest.approx((0.56 + 0.84) / 2)


def test_each_generalised_item_has_its_own_context(con: DuckDBPyConnection) -> None:
    """THESIS 3.5.1."""
    publish(con, ["i1", ("i2", "i3"), "i4", "i5", ("i6", "i7"), "i8", "i9"])
    assert contexts(con) == {2: {"i1", "i4"}, 5: {"i5", "i8"}}


def test_context_in_figure_5_5(con: DuckDBPyConnection) -> None:
    """THESIS 5.1.2: of (important prostate, cough, osteomyelitis, chest pain)."""
    entries: list[str | tuple[str, ...]] = [
        ("prostate cancer", "unstable angina", "depression", "coronary artery"),
        "reproductive system", "disease", "detection", "symptom", "treatment",
        ("recovery", "vomiting", "fever", "dry gangrene"),
        "prostate cell", "healthy cell", "part", "body", "bone", "advanced stage", "later stage", "early detection",
        "spread", "cancer cell",
        ("important prostate", "cough", "osteomyelitis", "chest pain"),
        "cancer symptom", "general pain", "prostate area",
    ]  # fmt: skip
    publish(con, entries)
    assert contexts(con)[1 + entries.index(("important prostate", "cough", "osteomyelitis", "chest pain"))] == {
        "cancer cell",
        "cancer symptom",
    }


def test_ngd(con: DuckDBPyConnection) -> None:
    """Horse and rider of the paper that THESIS 3.1.2 takes the formula from (Cilibrasi and Vitanyi 2007): 0.443."""
    ((rider, same, backwards, negative, never, unknown),) = con.execute(
        "SELECT setrisk.ngd(46700000, 12200000, 2630000, 8058044651), setrisk.ngd(7, 7, 7, 90), "
        "setrisk.ngd(12200000, 46700000, 2630000, 8058044651), setrisk.ngd(10, 12, 15, 90), "
        "setrisk.ngd(10, 12, 0, 90), setrisk.ngd(0, 12, 0, 90)"
    ).fetchall()
    assert rider == backwards == pytest.approx(0.443, abs=5e-4)
    assert same == 0
    # THESIS 3.1.2: negative where more documents hold both terms than hold one, and then unreliable.
    assert negative < 0
    assert never == float("inf")
    assert unknown is None


def test_paracetamol_is_nearer_to_a_cold_than_to_hiv(con: DuckDBPyConnection) -> None:
    """THESIS 3.1.2, CONTEXT 3.2. The counts of HIV and fever are printed, the others are made up."""
    counts = [
        ("HIV", None, 48_500_000), ("HIV", "fever", 29_200_000), ("fever", None, 150_000_000),
        ("paracetamol", None, 20_000_000), ("cold", None, 900_000_000),
        ("HIV", "paracetamol", 300_000), ("cold", "paracetamol", 12_000_000),
    ]  # fmt: skip
    frame = pd.DataFrame(counts, columns=["item_a", "item_b", "hits"])
    setrisk.load_corpus(con, "google", frame, counts_of=25_000_000_000)
    hits = con.execute("SELECT h.* FROM setrisk.term_hits('google', ['HIV', 'fever']) AS h").fetchall()
    assert sorted(hits, key=str) == sorted(counts[:3], key=str)
    scores = con.execute(
        "SELECT s.item_b, s.similarity FROM setrisk.ngd_similarities('google', "
        "[{'item_a': 'paracetamol', 'item_b': 'HIV'}, {'item_a': 'paracetamol', 'item_b': 'cold'}]) AS s"
    ).fetchall()
    distance = {term: -score for term, score in scores}
    assert distance["HIV"] > distance["cold"] > 0


def test_documents_that_hold_a_term_or_two(con: DuckDBPyConnection) -> None:
    """THESIS Definition 10."""
    texts = ["Fever came with HIV.", "HIV", "No fever, but HIV; fever later", "a cold", "high blood pressure"]
    setrisk.load_corpus(con, "texts", pd.DataFrame({"text": texts}))
    terms = ["hiv", "fever", "blood pressure", "cold", "pressure blood"]
    hits = con.execute("SELECT h.* FROM setrisk.term_hits('texts', ?) AS h", [terms]).fetchall()
    assert {(a, b): n for a, b, n in hits} == {
        ("hiv", None): 3,
        ("fever", None): 2,
        ("blood pressure", None): 1,
        ("cold", None): 1,
        ("fever", "hiv"): 2,
    }
    assert con.execute("SELECT c.n_documents FROM setrisk.corpus AS c").fetchall() == [(5,)]


def gap(group: Sequence[float] | np.ndarray) -> float:
    known = np.sort(np.asarray(group)[~np.isnan(group)])
    return float(np.diff(known).max())


def test_groups_are_the_rows_and_columns() -> None:
    """THESIS 4.4: eight groups; CONTEXT Definition 5.1: cells of one row or one column are comparable."""
    table = WeightedTable(FIGURE_4)
    weighted = FIGURE_4 * (3 / 4) ** 2
    expected = [gap(group) for group in [*weighted, *weighted.T]]
    assert len(expected) == 8
    np.testing.assert_allclose(ComparableGroups(table).at_start, expected)


def test_vulnerability_goes_up_or_down() -> None:
    """CONTEXT 5.1: icd goes from T3, and the vulnerability of T1 changes too: up, that of the column icd down."""
    table = WeightedTable(FIGURE_4)
    before = table.weighted.copy()
    ComparableGroups(table).eliminate(2, 1)
    after = table.weighted.copy()
    after[2, 1] = np.nan
    assert gap(before[0]) == pytest.approx(0.44, abs=0.006)
    assert gap(after[0]) == pytest.approx(0.88 - 0.39, abs=0.011)
    assert gap(before[:, 1]) == pytest.approx(0.80, abs=0.006)
    assert gap(after[:, 1]) == pytest.approx(0.76 - 0.39, abs=0.011)


@pytest.mark.parametrize("method", ["wba", "gba", "rba"])
def test_at_most_twelve_iterations(method: str) -> None:
    """THESIS 4.3."""
    assert eliminate(method, FIGURE_4, threshold=0.0).max() == 12
