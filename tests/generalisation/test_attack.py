"""Attacks on releases in SQL, their evaluation and the risk, on the papers' example and on what can be worked out."""

import math
from statistics import mean, stdev
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection
from scipy.stats import t

import setrisk
from setrisk.errors import BadInput, UnknownKnowledge, UnknownMethod, UnknownRelease
from setrisk.pipelines.methods.attack_run import NO_ATTACK
from setrisk.pipelines.risk.stored_risk import store_risk
from setrisk.udf.generalisation.elimination import eliminate
from tests.support.generalisation_steps import cell_truth, context, leave_unknown, view

KNOWN = {"knowledge": "figure 4", "context": 1}

# What CONTEXT Figures 6 and 9 and THESIS 4.1, 4.3, 4.9 leave, as rows of kept columns.
LEFT = {
    "mda": [{"blood pressure", "icd", "limbs", "injury"}] * 2
    + [{"blood pressure", "limbs", "injury"}, {"blood pressure", "icd", "limbs", "injury"}],
    "wba": [{"blood pressure", "icd", "limbs"}, {"blood pressure", "icd", "limbs", "injury"}, {"limbs", "injury"},
            {"blood pressure", "icd", "injury"}],
    "gba": [{"blood pressure", "icd", "limbs"}, {"icd", "injury"}, {"limbs", "injury"},
            {"blood pressure", "icd", "limbs", "injury"}],
    "rba": [{"blood pressure", "icd"}, {"icd"}, {"limbs", "injury"}, {"injury"}],
}  # fmt: skip


def kept(con: DuckDBPyConnection, release: str, method: str, **options: Any) -> list[set[str]]:
    given = "".join(f", {name} := {value!r}" for name, value in options.items())
    rows = con.execute(
        f"SELECT e.record, list(e.item) FILTER (WHERE e.step IS NULL) "
        f"FROM setrisk.eliminations('{release}', '{method}'{given}) AS e GROUP BY e.record ORDER BY e.record"
    ).fetchall()
    return [set(items or ()) for _, items in rows]


def test_context_is_the_nearest_plain_item_the_earlier_first(con: DuckDBPyConnection, example: str) -> None:
    near = {1: ["heart disease", "weakness"], 2: ["anesthesia", "pain"], 3: ["gangrene"], 4: ["knee"]}
    assert context(con, example) == [(record, 1, item) for record, items in near.items() for item in items]


def test_distance_table_of_figure_4(con: DuckDBPyConnection, example: str) -> None:
    rows = con.execute(
        "SELECT t.record, t.item, t.distance "
        "FROM setrisk.distance_table(?, 1, knowledge := 'figure 4', context := 1) AS t",
        [example],
    ).fetchall()
    table = {(record, item): distance for record, item, distance in rows}
    assert len(table) == 16
    assert table[1, "blood pressure"] == 0.56
    assert table[3, "icd"] == 2.93
    assert table[4, "injury"] == 1.03


def test_the_distance_table_of_no_generalised_item_is_an_error(con: DuckDBPyConnection, example: str) -> None:
    for asked, message in (
        ("99", "the release figure 2 has no generalised item 99; FROM setrisk.generalised_items"),
        ("NULL", "the release figure 2 has no generalised item NULL"),
        ("99, labelled := false", "no generalised item 99 that the attacker would see in it without labels"),
    ):
        with pytest.raises(duckdb.Error, match=message):
            con.execute(f"FROM setrisk.distance_table('{example}', {asked})").fetchall()
    with pytest.raises(duckdb.Error, match="there is no release nowhere"):
        con.execute("FROM setrisk.distance_table('nowhere', 99)").fetchall()


@pytest.mark.parametrize("method", LEFT)
def test_what_the_figures_leave(con: DuckDBPyConnection, example: str, method: str) -> None:
    assert kept(con, example, method, **KNOWN) == LEFT[method]


def test_tba_with_the_exact_and_the_printed_threshold(con: DuckDBPyConnection, example: str) -> None:
    exact = kept(con, example, "tba", **KNOWN)
    printed = kept(con, example, "tba", threshold=1.60, **KNOWN)
    assert printed == [{"blood pressure", "icd", "limbs"}, {"icd", "injury"}, {"injury"},
                       {"blood pressure", "icd", "injury"}]  # fmt: skip
    assert exact == [*printed[:3], printed[3] - {"blood pressure"}]


def test_a_record_without_context_keeps_its_row_unknown(con: DuckDBPyConnection, example: str) -> None:
    con.execute("DELETE FROM setrisk.generalised_record WHERE record = 4 AND item_id IS NOT NULL")
    cells = con.execute(
        "SELECT t.distance FROM setrisk.distance_table(?, 1, knowledge := 'figure 4', context := 1) AS t "
        "WHERE t.record = 4",
        [example],
    ).fetchall()
    assert cells == [(None,)] * 4
    assert kept(con, example, "rba", **KNOWN)[3] == {"blood pressure", "icd", "limbs", "injury"}


def test_a_distance_is_the_mean_over_the_known_context(con: DuckDBPyConnection, example: str) -> None:
    con.execute("INSERT INTO setrisk.similarity VALUES ('figure 4', 'icd', 'weakness', -1.0)")
    con.execute("INSERT INTO setrisk.similarity VALUES ('figure 4', 'injury', 'weakness', 0.3)")
    leave_unknown(con, "figure 4", example)
    ((both,), (unreliable,)) = con.execute(
        "SELECT t.distance FROM setrisk.distance_table(?, 1, knowledge := 'figure 4') AS t "
        "WHERE t.record = 1 AND t.item IN ('icd', 'injury') ORDER BY t.item",
        [example],
    ).fetchall()
    assert both == pytest.approx((0.78 + 1.0) / 2)
    # A positive score of an NGD knowledge is a negative distance: left out.
    assert unreliable == 2.19


def test_an_embedding_is_read_as_a_cosine(con: DuckDBPyConnection, example: str) -> None:
    con.execute("INSERT INTO setrisk.knowledge VALUES ('cosines', 'embedding', '')")
    con.execute("INSERT INTO setrisk.similarity VALUES ('cosines', 'icd', 'knee', 0.25)")
    leave_unknown(con, "cosines", example)
    rows = con.execute(
        "SELECT t.distance FROM setrisk.distance_table(?, 1, knowledge := 'cosines') AS t "
        "WHERE t.record = 4 ORDER BY t.distance",
        [example],
    ).fetchall()
    assert rows == [(0.75,), (None,), (None,), (None,)]


def test_self_distances_follow_the_formula(con: DuckDBPyConnection) -> None:
    records = [["x", "p", "y"], ["x", "q"], ["x", "p"], ["y", "q"], ["z"], ["z", "x"]]
    setrisk.load(con, "d", pd.DataFrame({"items": records}))
    setrisk.protect(con, "d", "r", k=4, privacy_constraints=[["p"], ["q"]], utility_constraints=[["p", "q"]])
    rows = dict(
        con.execute(
            f"SELECT i.item, s.distance FROM setrisk_internal.self_distances('r', {view()}) AS s "
            "JOIN setrisk.published_item AS i ON i.item_id = s.anchor"
        ).fetchall()
    )

    def ngd(fx: int, fy: int, fxy: int, n: int) -> float:
        return (math.log(max(fx, fy)) - math.log(fxy)) / (math.log(n) - math.log(min(fx, fy)))

    assert rows == {"x": pytest.approx(ngd(4, 4, 3, 6)), "y": pytest.approx(ngd(2, 4, 2, 6))}


def test_unlabelled_generalised_items(con: DuckDBPyConnection, example: str) -> None:
    """THESIS 3.5.2: what stands in more than one record is a member, what stands in one is context; then by k."""
    marked = kept(con, example, "rba", **KNOWN)
    assert kept(con, example, "rba", labelled=False, **KNOWN) == marked
    con.execute("INSERT INTO setrisk.published_item VALUES (?, 99, 'pills')", [example])
    con.execute("INSERT INTO setrisk.generalised_record VALUES (?, 3, 9, 99, NULL), (?, 4, 9, 99, NULL)", [example] * 2)
    roles = {
        k: {
            item
            for (item,) in con.execute(
                f"SELECT n.item FROM setrisk_internal.unlabelled_items($release, {view('unlabelled_k := $k')}) AS u "
                "JOIN setrisk.published_item AS n USING (item_id) WHERE u.generalised_item IS NOT NULL",
                {"release": example, "k": k},
            ).fetchall()
        }
        for k in (2, 3)
    }
    members = {"blood pressure", "icd", "limbs", "injury"}
    assert roles == {2: members | {"pills"}, 3: members}


@pytest.mark.parametrize("method", ["ra", *LEFT, "tba"])
def test_stored_findings_are_those_of_sql(con: DuckDBPyConnection, example: str, method: str) -> None:
    found = setrisk.attack(con, example, method=method, **KNOWN).fetchall()
    live = con.execute(
        "SELECT e.record, e.item, e.step "
        f"FROM setrisk.eliminations(?, '{method}', knowledge := 'figure 4', context := 1) AS e "
        "WHERE e.step IS NOT NULL ORDER BY ALL",
        [example],
    ).fetchall()
    assert sorted((record, item, step) for _, _, record, item, step in found) == live
    again = setrisk.attack(con, example, method=method, **KNOWN).fetchall()
    assert again == found
    assert con.execute("SELECT count(*) FROM setrisk.attack_run").fetchall() == [(1,)]


def test_evaluation_of_the_example(con: DuckDBPyConnection, example: str) -> None:
    """Figure 9 strikes 10 members, all added: recall 10 / 10 of 16 cells with 6 original ones (density 0.375)."""
    setrisk.attack(con, example, method="all", **KNOWN)
    rows = {row[0]: row for row in setrisk.evaluate(con, example, permuted=True).fetchall()}
    assert set(rows) == {
        "random_baseline",
        *(f"{m}:figure 4:context=1" for m in ("ra", "mda", "tba", "wba", "gba", "rba")),
        *(f"{m}:figure 4:context=1:permuted" for m in ("mda", "tba", "wba", "gba", "rba")),
    }
    columns = setrisk.evaluate(con, example).columns
    rba = dict(zip(columns, rows["rba:figure 4:context=1"], strict=True))
    assert (rba["cells"], rba["added"], rba["mean_eliminated"], rba["density"]) == (16, 10, 10, 0.375)
    assert (rba["recall"], rba["precision"], rba["f_score"]) == (1, 1, 1)
    gba = dict(zip(columns, rows["gba:figure 4:context=1"], strict=True))
    # Figure 6 strikes (C1, injury), (C2, blood pressure), (C2, limbs), (C3, blood pressure), (C3, icd): all added.
    assert (gba["mean_eliminated"], gba["recall"], gba["precision"]) == (5, 0.5, 1)
    assert gba["f_score"] == pytest.approx(2 / 3)


def test_random_baseline_is_the_mean_over_its_runs(con: DuckDBPyConnection, example: str) -> None:
    """Against the kernel, run by run: 4 records of 4 members, of which they hold 2, 1, 2 and 1 (Figure 1)."""
    original = np.array([[1, 1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1], [0, 0, 0, 1]], dtype=bool)
    shares = []
    for run in range(1, 61):
        gone = eliminate("ra", np.zeros((4, 4)), seed=run * 1000003 + 1) > 0
        correct, eliminated, added = (gone & ~original).sum(), gone.sum(), (~original).sum()
        shares.append(
            (correct / added, correct / eliminated if eliminated else None, 2 * correct / (added + eliminated))
        )
    assert len({share for share, _, _ in shares}) > 3
    assert any(share is None for _, share, _ in shares)  # precision is a mean over fewer runs
    (found,) = setrisk.evaluate(con, example, draws=60).fetchall()
    assert found[:2] == ("random_baseline", 60)
    for place, values in enumerate(zip(*shares, strict=True)):
        known = [float(value) for value in values if value is not None]
        half = t.ppf(0.975, len(known) - 1) * stdev(known) / math.sqrt(len(known))
        wanted = [mean(known), max(mean(known) - half, 0), min(mean(known) + half, 1)]
        assert list(found[7 + 3 * place : 10 + 3 * place]) == pytest.approx(wanted, abs=1e-3)


def test_intervals_over_tables(con: DuckDBPyConnection) -> None:
    """The ratio estimator over twelve tables of four cells, two of them added, with intervals well inside of 0 to 1."""
    con.execute("INSERT INTO setrisk_private.dataset VALUES ('d', '', 24, 24, '2019-01-01')")
    con.execute(
        "INSERT INTO setrisk.release VALUES ('r', 'd', 'generalisation', 'coat', '{\"k\": 2}', '2019-01-01', [])"
    )
    con.execute("INSERT INTO setrisk.attack_run VALUES ('r', 'a', 'rba', 'self', '{}', true, '2019-01-01')")
    strikes = [(1, 0), (2, 0), (1, 1), (2, 0), (0, 1), (1, 0), (2, 0), (1, 1), (0, 2), (1, 0), (2, 0), (1, 0)]
    for table, (right, wrong) in enumerate(strikes, 1):
        first, second = (
            2 * table - 1,
            2 * table,
        )  # two records, and two members of the same numbers: one each is original
        for record in (first, second):
            con.execute("INSERT INTO setrisk_private.provenance VALUES ('r', NULL, NULL, ?, ?)", [record, record])
            con.execute("INSERT INTO setrisk.generalised_record VALUES ('r', ?, 1, NULL, ?)", [record, table])
            con.execute("INSERT INTO setrisk.generalised_item VALUES ('r', ?, ?)", [table, record])
            con.execute("INSERT INTO setrisk_private.transaction_item VALUES ('d', ?, 1, ?)", [record, record])
        added, held = [(first, second), (second, first)], [(first, first), (second, second)]
        for record, item in added[:right] + held[:wrong]:
            con.execute("INSERT INTO setrisk.elimination VALUES ('r', 'a', ?, ?, ?, 1)", [table, record, item])
    row = next(row for row in setrisk.evaluate(con, "r").fetchall() if row[0] == "a")
    correct = [right for right, _ in strikes]
    eliminated = [right + wrong for right, wrong in strikes]
    for place, (numerators, denominators) in enumerate(
        [
            (correct, [2] * 12),
            (correct, eliminated),
            ([2 * n for n in correct], [2 + n for n in eliminated]),
        ]
    ):
        ratio = sum(numerators) / sum(denominators)
        squares = sum((n - ratio * d) ** 2 for n, d in zip(numerators, denominators, strict=True))
        half = 2.200985 * math.sqrt(12 / 11 * squares) / sum(denominators)
        assert 0 < ratio - half < ratio + half < 1
        found = row[7 + 3 * place : 10 + 3 * place]
        assert list(found) == pytest.approx([ratio, ratio - half, ratio + half], abs=1e-4)


def test_permuted_distances_are_a_baseline_of_each_attack(con: DuckDBPyConnection) -> None:
    """By the kernel and the truth, draw by draw; the row of the attack is that of its own parameters."""
    draw = np.random.default_rng(3)
    records = [[f"i{item}" for item in sorted(set(draw.integers(0, 12, size=5)))] for _ in range(40)]
    setrisk.load(con, "d", pd.DataFrame({"items": records}))
    setrisk.protect(con, "d", "r", k=10, random_constraints=0.3, seed=2)
    setrisk.attack(con, "r", method="ra")
    setrisk.attack(con, "r", method="gba", scaled=True, context=1)
    setrisk.attack(con, "r", method="tba", threshold=0.01)
    truth = cell_truth(con, "r")
    named = dict(con.execute("SELECT n.item_id, n.item FROM setrisk.published_item AS n").fetchall())
    added = sum(not original for original in truth.values())
    found = {row[0]: row[1:] for row in setrisk.evaluate(con, "r", draws=4, permuted=True).fetchall()}
    given = {
        "gba:self:context=1:scaled=True": ("context := 1", {"scaled": True}),
        "tba:self:threshold=0.01": ("", {"threshold": 0.01}),
    }
    assert found.keys() == {"ra:self", "random_baseline", *given, *(f"{attack}:permuted" for attack in given)}
    for attack, (looked_at, options) in given.items():
        tables = con.execute(f"FROM setrisk_internal.distance_tables('r', 'self', {view(looked_at)})").fetchall()
        outcomes = []
        for number in range(1, 5):
            gone = []
            for generalised_item, rows, items, distances in tables:
                table = np.array(distances, dtype=float)
                seed = number * 1000003 + generalised_item
                steps = eliminate(attack.partition(":")[0], table, seed=seed, permuted=True, **options)
                gone += [(rows[i], named[items[j]]) for i, j in np.argwhere(steps).tolist()]
            correct = sum(not truth.get(cell, True) for cell in gone)
            outcomes.append((len(gone), correct / added, correct / len(gone), 2 * correct / (added + len(gone))))
        draws, n_tables, cells, n_added, eliminated, density, *scores = found[f"{attack}:permuted"]
        assert (draws, cells, n_added) == (4, len(truth), added)
        assert (n_tables, density) == (found[attack][1], found[attack][5])
        expected = [mean(values) for values in zip(*outcomes, strict=True)]
        assert [eliminated, *scores[::3]] == pytest.approx(expected)
        half = t.ppf(0.975, 3) * stdev(recall for _, recall, *_ in outcomes) / 2
        assert scores[2] - scores[0] == pytest.approx(half, abs=1e-4)


def test_guessing_has_no_permuted_distances(con: DuckDBPyConnection, example: str) -> None:
    with pytest.raises(duckdb.Error, match=r"ra guesses: see setrisk\.elimination_evaluation"):
        con.execute("FROM setrisk.elimination_baseline(?, 'ra')", [example]).fetchall()


def test_findings_are_evaluated_without_their_knowledge(con: DuckDBPyConnection, example: str) -> None:
    setrisk.attack(con, example, method="rba", **KNOWN)
    before = setrisk.evaluate(con, example, draws=2).fetchall()
    setrisk.drop(con, "figure 4")
    assert setrisk.evaluate(con, example, draws=2).fetchall() == before
    with pytest.raises(UnknownKnowledge, match="no knowledge 'figure 4'"):
        setrisk.evaluate(con, example, draws=2, permuted=True)


@pytest.mark.parametrize(
    ("call", "half"),
    [
        ("ratio_half_width(3, 2.0, 6)", 4.302653 * math.sqrt(3) / 6),
        ("ratio_half_width(3, 0, 6)", None),
        ("ratio_half_width(1, 2.0, 6)", None),
        ("ratio_half_width(3, 2.0, 0)", None),
        ("mean_half_width(3, 0.5)", 4.302653 * 0.5 / math.sqrt(3)),
        ("mean_half_width(3, 0)", None),
        ("mean_half_width(1, NULL)", None),
    ],
)
def test_draws_without_spread_have_no_interval(con: DuckDBPyConnection, call: str, half: float | None) -> None:
    ((found,),) = con.execute(f"SELECT setrisk_internal.{call}").fetchall()
    assert found == (None if half is None else pytest.approx(half, abs=1e-4))


def test_t_quantiles(con: DuckDBPyConnection) -> None:
    stats = pytest.importorskip("scipy.stats")
    for df in (1, 2, 3, 5, 10, 29, 216, 100_000, 10**9):
        ((value,),) = con.execute(f"SELECT setrisk_internal.t95({df})").fetchall()
        assert value == pytest.approx(stats.t.ppf(0.975, df), abs=0.004)


def test_the_score_is_the_highest_chance(con: DuckDBPyConnection) -> None:
    """Two common items together may be rare: what is published as it is, of five records, k = 3."""
    setrisk.load(con, "d", pd.DataFrame({"items": [["a", "b"], ["a"], ["b"], ["a"], ["b"]]}))
    con.execute(
        "INSERT INTO setrisk.release VALUES ('r', 'd', 'generalisation', 'coat', '{\"k\": 3}', '2019-01-01', [])"
    )
    con.execute(
        "INSERT INTO setrisk.generalised_record "
        "SELECT 'r', t.tid, t.position, t.item_id, NULL FROM setrisk_private.transaction_item AS t"
    )
    con.execute("INSERT INTO setrisk_private.provenance SELECT 'r', NULL, NULL, n, n FROM range(1, 6) AS t(n)")
    con.execute(
        "INSERT INTO setrisk_private.privacy_constraint SELECT 'r', 1, i.item_id FROM setrisk_private.item AS i"
    )
    store_risk(con, "r", [NO_ATTACK])
    found = {record: row for record, _, *row in setrisk.risk(con, "r").fetchall()}
    assert found[1] == ["none", True, 1.0, "knowing {a, b} of this person leaves 1 of 5 records (k = 3)"]
    assert found[2] == [
        "none",
        False,
        pytest.approx(1 / 3),
        "knowing {a} of this person leaves 3 of 5 records (k = 3)",
    ]


@pytest.mark.parametrize("seed", [0, 12_345, 2**31 - 1])
def test_the_random_attack_takes_any_seed(con: DuckDBPyConnection, example: str, seed: int) -> None:
    setrisk.attack(con, example, method="ra", seed=seed)
    found = con.execute("SELECT count(*) FROM setrisk.eliminations(?, 'ra', seed := ?)", [example, 2**63 - 1 - seed])
    assert found.fetchall() == [(16,)]


def test_risk_of_the_example(con: DuckDBPyConnection, example: str) -> None:
    """After RBA blood pressure may stand in record 1 alone, and icd in 1 and 2; k = 4. Before, each in all four."""
    setrisk.attack(con, example, method="rba", **KNOWN)
    rows = {
        (record, attack): (at_risk, score, evidence)
        for record, _, attack, at_risk, score, evidence in setrisk.risk(con, example).fetchall()
    }
    rba = "rba:figure 4:context=1"
    assert len(rows) == 8
    assert rows[1, rba] == (True, 1.0, "knowing {blood pressure} of this person leaves 1 of 4 records (k = 4)")
    assert rows[2, rba] == (True, 0.5, "knowing {icd} of this person leaves 2 of 4 records (k = 4)")
    assert rows[3, rba] == (False, 0.0, "this person has no protected itemset that the attack leaves in place")
    assert rows[1, "none"][:2] == (False, 0.25)
    assert rows[2, "none"][:2] == (False, 0.25)


def test_an_itemset_that_the_attack_wrongly_strikes_is_no_risk(con: DuckDBPyConnection, example: str) -> None:
    con.execute(
        "INSERT INTO setrisk.attack_run VALUES (?, 'wrong', 'rba', 'self', '{}', true, '2019-01-01')", [example]
    )
    con.execute(
        "INSERT INTO setrisk.elimination SELECT $release, 'wrong', 1, 1, i.item_id, 1 FROM setrisk.published_item AS i "
        "WHERE i.release = $release AND i.item IN ('blood pressure', 'icd')",
        {"release": example},
    )
    store_risk(con, example, ["wrong"])
    found = con.execute(
        "SELECT r.at_risk, r.score FROM setrisk.risk(?) AS r WHERE r.attack = 'wrong' AND r.record = 1", [example]
    ).fetchall()
    assert found == [(False, 0.0)]


def test_bad_requests(con: DuckDBPyConnection, example: str) -> None:
    with pytest.raises(UnknownRelease, match="no release 'figure 3'; did you mean 'figure 2'"):
        setrisk.attack(con, "figure 3")
    with pytest.raises(UnknownMethod, match="there is no attack 'xba' on releases of the family generalisation"):
        setrisk.attack(con, example, method="xba")
    with pytest.raises(UnknownKnowledge, match="no knowledge 'google'; there are self, figure 4"):
        setrisk.attack(con, example, knowledge="google")
    with pytest.raises(BadInput, match="no parameter 'depth'"):
        setrisk.attack(con, example, depth=3)
    with pytest.raises(BadInput, match="context is 0; it must be at least 1"):
        setrisk.attack(con, example, context=0)
    with pytest.raises(BadInput, match="draws is 1"):
        setrisk.evaluate(con, example, draws=1)
    with pytest.raises(BadInput, match="leave permuted or detailed out"):
        setrisk.evaluate(con, example, detailed=True, permuted=True)
    setrisk.load(con, "others", pd.DataFrame({"items": [["a", "b"]] * 4}))
    setrisk.protect(con, "others", "chunks", method="disassociation", k=2)
    with pytest.raises(BadInput, match="chunks is not a generalised release: it has no distances"):
        setrisk.evaluate(con, "chunks", permuted=True)
    assert con.execute("SELECT count(*) FROM setrisk.attack_run").fetchall() == [(0,)]


def test_eliminate_takes_any_list_of_lists(con: DuckDBPyConnection) -> None:
    ((steps,),) = con.execute(
        "SELECT setrisk.eliminate('rba', [[0.56,0.78,1.57,2.19],[1.75,0.58,1.74,1.53],[2.60,2.93,1.78,1.49],"
        "[1.60,1.51,1.89,1.03]])"
    ).fetchall()
    assert [[step is None for step in row] for row in steps] == [
        [True, True, False, False], [False, True, False, False], [False, False, True, True], [False, False, False, True]
    ]  # fmt: skip
    assert con.execute("SELECT setrisk.eliminate('mda', [[1, NULL], [3, 2]])").fetchall() == [
        ([[None, None], [1, None]],)
    ]
    assert con.execute("SELECT setrisk.eliminate('mda', NULL)").fetchall() == [(None,)]
    many = con.execute(
        "SELECT count(*), count(DISTINCT e.steps) FROM (SELECT setrisk.eliminate('gba', list_transform(range(20), "
        "lambda i: list_transform(range(8), lambda j: ((i * 7 + j * 13 + t.n * 31) % 97) / 10.0))) AS steps "
        "FROM range(200) AS t(n)) AS e"
    ).fetchall()
    assert many == [(200, 97)]


def test_knowledge_that_has_not_scored_the_release_is_an_error_and_not_a_finding(
    con: DuckDBPyConnection, example: str
) -> None:
    con.execute("INSERT INTO setrisk.knowledge VALUES ('new', 'ngd', '')")
    with pytest.raises(duckdb.Error, match="the knowledge new has not scored"):
        con.execute("SELECT * FROM setrisk.eliminations(?, 'rba', knowledge := 'new')", [example]).fetchall()


def test_a_threshold_of_0_is_an_attack_of_its_own(con: DuckDBPyConnection, example: str) -> None:
    setrisk.attack(con, example, method="rba", **KNOWN)
    setrisk.attack(con, example, method="rba", threshold=0, **KNOWN)
    assert con.execute("SELECT count(DISTINCT a.attack) FROM setrisk.attack_run AS a").fetchall() == [(2,)]


def test_a_release_of_others_has_no_evaluation(con: DuckDBPyConnection, example: str) -> None:
    con.execute("DELETE FROM setrisk_private.provenance")
    setrisk.attack(con, example, method="rba", **KNOWN)
    for relation in ("elimination_evaluation", "risk"):
        with pytest.raises(duckdb.Error, match="no release figure 2 was made in this database"):
            con.execute(f"SELECT * FROM setrisk.{relation}(?)", [example]).fetchall()
    with pytest.raises(BadInput, match="was not made in this database"):
        setrisk.evaluate(con, example)
