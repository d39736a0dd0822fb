"""The sharper adversary: what an attack leaves open, by hand, and what it adds to an assessment."""

from collections import Counter, defaultdict

import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.pipelines.assessment.arrays import reconstructed_records
from setrisk.pipelines.database.statements import run
from setrisk.udf.assessment.inference import guesses

DRAWS = 12


def drawn(con: DuckDBPyConnection, statement: str, release: str, **method: str) -> list[Counter[str]]:
    """The records of each reconstruction: the items of each, one after the other."""
    run(con, f"assessment/{statement}", release=release, reconstructions=DRAWS, seed=1, **method)
    found = defaultdict(Counter)
    for number, items in con.execute(
        "SELECT any_value(d.reconstruction), string_agg(d.item, '' ORDER BY d.item) FROM _setrisk_drawn_entry AS d "
        "GROUP BY d.reconstruction, d.record"
    ).fetchall():
        found[number][items] += 1
    return list(found.values())


def test_what_an_attack_eliminates_from_a_record_is_never_drawn_there(con: DuckDBPyConnection) -> None:
    """Published are {a, (x, y)}, {a, (x, y)}, {b, (x, y)} and {b}. The NGD of a and (x, y) is (ln 3 - ln 2) / (ln 4 -
    ln 2) = 0.58, that of b and (x, y) is (ln 3 - ln 1) / (ln 4 - ln 2) = 1.58. So mda eliminates x, the first of the
    farthest, from the record with b, and nothing else.
    """
    setrisk.load(con, "four", pd.DataFrame({"items": [["a", "x"], ["a", "y"], ["b", "x"], ["b"]]}))
    setrisk.protect(con, "four", "g", method="coat", k=2, privacy_constraints=[["y"]], utility_constraints=[["x", "y"]])
    uniform = sum(drawn(con, "stage_reconstructions", "g"), Counter())
    assert {"ax", "ay", "bx", "by", "b"} == set(uniform)
    sharper = drawn(con, "stage_sharper_generalisation", "g", method="mda")
    assert len(sharper) == DRAWS
    assert all(each["by"] == each["b"] == 1 and each["ax"] + each["ay"] == 2 for each in sharper)
    # What nothing was eliminated from is drawn alike by both.
    assert sum(sharper, Counter())["ax"] == uniform["ax"] > 0


def test_what_an_attack_puts_together_is_in_one_record(con: DuckDBPyConnection) -> None:
    """{b, x} stand together in the second cluster. In the first x is a term, for which aba takes k - 1 = 2 of the three
    anchors with b, and none with a.
    """
    first = [["a", "c"]] * 3 + [["b", "c"]] * 2 + [["b", "c", "x"]]
    second = [["b", "x", "z"]] * 3 + [["z"]] * 5
    setrisk.load(con, "d", pd.DataFrame({"items": first + second}))
    setrisk.protect(con, "d", "r", method="disassociation", k=3, m=2, max_cluster_size=9, refine=False)
    expected = Counter({"ac": 3, "bc": 1, "bcx": 2, "bxz": 3, "z": 5})
    assert drawn(con, "stage_sharper_disassociation", "r", method="aba") == [expected] * DRAWS
    uniform = sum(drawn(con, "stage_reconstructions", "r"), Counter())
    assert uniform["acx"] > 0


def test_what_has_no_anchor_is_drawn_at_random(con: DuckDBPyConnection) -> None:
    """No two hold the same: there are terms only, and each is in a record of its own choosing."""
    setrisk.load(con, "apart", pd.DataFrame({"items": [["p"], ["q"], ["r"], ["s"]]}))
    setrisk.protect(con, "apart", "terms", method="disassociation", k=2, seed=1)
    found = drawn(con, "stage_sharper_disassociation", "terms", method="aba")
    assert all(sorted("".join(records.elements())) == ["p", "q", "r", "s"] for records in found)
    assert len(set(map(str, found))) > 1


def baskets(n: int, step: int) -> pd.DataFrame:
    return pd.DataFrame({"items": [sorted({f"{(n * step + m * m) % 17:02}" for m in range(5)}) for n in range(n)]})


@pytest.mark.parametrize(
    ("method", "given", "sharper"),
    [
        ("disassociation", {"k": 3, "seed": 1}, {"sharper"}),
        ("coat", {"k": 9, "random_constraints": 0.5, "seed": 1}, {"sharper"}),
        ("identity", {}, set()),
    ],
)
def test_the_risk_is_that_of_the_adversary_who_gains_more(
    con: DuckDBPyConnection, method: str, given: dict[str, float], sharper: set[str]
) -> None:
    setrisk.load(con, "shop", baskets(60, 3))
    setrisk.load(con, "others", baskets(40, 5))
    setrisk.protect(con, "shop", "r", method=method, **given)
    setrisk.assess(con, "r", known=2, control="others", people=40, reconstructions=2)
    rates = {
        row[:4]: row[4]
        for row in con.sql("SELECT * FROM setrisk.assessment('r') WHERE criterion <> 'narrowing'")
        .project("criterion, choice, adversary, variant, rate")
        .fetchall()
    }
    assert {adversary for _, _, adversary, variant in rates if variant != "naive"} == {"uniform"} | sharper
    assert {adversary for _, _, adversary, variant in rates if variant == "naive"} == {"uniform"}
    rows = con.sql("SELECT * FROM setrisk.assessed_risk('r')").project("criterion, choice, adversary, risk").fetchall()
    assert len({row[:2] for row in rows}) == len(rows) == 7
    for criterion, choice, adversary, risk in rows:
        if criterion == "narrowing":
            assert adversary == "uniform"
            continue
        mains, controls = (
            {each: rates[criterion, choice, each, variant] for each in {"uniform"} | sharper}
            for variant in ("main", "control")
        )
        risks = {each: max(0, (mains[each] - controls[each]) / (1 - controls[each])) for each in mains}
        assert risk == pytest.approx(risks[adversary])
        assert risk == pytest.approx(max(risks.values()))


def test_the_uniform_adversary_infers_what_linkage_does_with_the_same_confidence(con: DuckDBPyConnection) -> None:
    setrisk.load(con, "shop", baskets(60, 3))
    setrisk.protect(con, "shop", "h", method="identity")
    run(con, "assessment/stage_reconstructions", release="h", reconstructions=1, seed=0)
    names = [
        item for (item,) in con.execute("SELECT s.item FROM _setrisk_shown_item AS s ORDER BY s.number").fetchall()
    ]
    rows = con.sql("FROM setrisk.leakages('h')").project("known_items, leaked, confidence").fetchall()
    known = [[names.index(item) for item in items] for items, _, _ in rows]
    records = reconstructed_records(con)
    last = {guess.person: guess for guess in guesses(records, known) if guess.known == len(known[guess.person])}
    assert len(rows) > 20
    for number, (_, leaked, confidence) in enumerate(rows):
        assert last[number].share >= confidence - 1e-9
        if names[last[number].item] == leaked:
            assert last[number].share == pytest.approx(confidence)
    assert any(names[last[number].item] == leaked for number, (_, leaked, _) in enumerate(rows))
