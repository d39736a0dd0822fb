"""The attacks on disassociated releases: the worked example of DISASSOC, and what can be worked out."""

from collections import Counter
from itertools import chain, permutations
from typing import Any

import duckdb
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection
from hypothesis import given, settings
from hypothesis import strategies as st

import setrisk
from setrisk.errors import BadInput, UnknownKnowledge, UnknownMethod, UnknownRelease
from setrisk.udf.disassociation import reassociation
from setrisk.udf.disassociation.reassociation import assigned_anchor_sets, drawn_anchors

# DISASSOC Table 2, and Table 4: scores of the terms of the anchoring chunk with all others.
TABLE_2 = (
    ["vessel", "blood", "treatment", "lung", "catheterisation"],
    ["cancer", "radiotherapy", "lung", "treatment"],
    ["cancer", "lung", "blood", "tumor", "biopsy"],
    ["cancer", "blood", "treatment", "tumor", "biopsy"],
)
TERMS = ("tumor", "biopsy", "vessel", "catheterisation", "radiotherapy")
TABLE_4 = {
    "blood": (0.20, 0.27, 0.17, 0.25, 0.08),
    "treatment": (0.27, 0.34, 0.16, 0.37, 0.48),
    "lung": (0.48, 0.36, 0.18, 0.36, 0.33),
    "cancer": (0.63, 0.44, 0.11, 0.20, 0.51),
}
# The anchors of Table 3 in their printed order.
ANCHORS = (
    {"blood", "treatment", "lung"},
    {"cancer", "lung", "treatment"},
    {"cancer", "lung", "blood"},
    {"cancer", "blood", "treatment"},
)
FRAGMENTS = ("biopsy, tumor", "vessel", "catheterisation", "radiotherapy")
# Tables 6, 7 and 10, a row per anchor, a column per fragment. Printed values are rounded down at places.
SCORES = {
    "aba": (
        (0.316, 0.170, 0.326, 0.296), (0.416, 0.150, 0.310, 0.440), (0.393, 0.153, 0.270, 0.306),
        (0.353, 0.146, 0.273, 0.356),
    ),
    "rga": (
        (0.360, 0.175, 0.365, 0.405), (0.475, 0.170, 0.365, 0.495), (0.475, 0.175, 0.305, 0.420),
        (0.415, 0.165, 0.31, 0.490),
    ),
    "mra": (
        (0.42, 0.18, 0.37, 0.48), (0.53, 0.18, 0.37, 0.51), (0.53, 0.18, 0.36, 0.51), (0.53, 0.17, 0.37, 0.51),
    ),
}  # fmt: skip
# Tables 5, 8 and 9 print the same reconstruction.
RECONSTRUCTED = [
    {"blood", "treatment", "lung", "vessel", "catheterisation"},
    {"cancer", "lung", "treatment", "tumor", "biopsy", "radiotherapy"},
    {"cancer", "lung", "blood", "tumor", "biopsy"},
    {"cancer", "blood", "treatment"},
]


@pytest.fixture
def table_3(con: DuckDBPyConnection) -> str:
    """The release `table 3` of the data set `table 2`, anchors numbered as printed, and the knowledge `table 4`."""
    setrisk.load(con, "table 2", pd.DataFrame({"items": TABLE_2}))
    setrisk.protect(con, "table 2", "table 3", method="disassociation", k=2, m=2, max_cluster_size=5, refine=False)
    for table, column in (("setrisk.chunk_record", "sub_record"), ("setrisk_private.provenance", "record")):
        con.execute(
            f"UPDATE {table} AS t SET {column} = p.tid FROM (SELECT o.* FROM setrisk_private.provenance AS o) AS p "
            f"WHERE t.chunk = 1 AND p.chunk = 1 AND p.record = t.{column}"
        )
    con.execute("INSERT INTO setrisk.knowledge VALUES ('table 4', 'embedding', 'DISASSOC Table 4')")
    con.executemany(
        "INSERT INTO setrisk.similarity VALUES ('table 4', ?, ?, ?)",
        [
            [*sorted((anchor, term)), score]
            for anchor, scores in TABLE_4.items()
            for term, score in zip(TERMS, scores, strict=True)
        ],
    )
    return "table 3"


def test_table_3(con: DuckDBPyConnection, table_3: str) -> None:
    chunks = con.execute(
        "SELECT c.chunk, c.sub_record, list(n.item ORDER BY n.item) FROM setrisk.chunk_record AS c "
        "JOIN setrisk.published_item AS n USING (release, item_id) GROUP BY ALL ORDER BY ALL"
    ).fetchall()
    assert [(chunk, set(items)) for chunk, _, items in chunks] == [
        *((1, anchor) for anchor in ANCHORS),
        (2, {"tumor", "biopsy"}),
        (2, {"tumor", "biopsy"}),
    ]
    terms = con.execute("SELECT n.item FROM setrisk.term_chunk AS t JOIN setrisk.published_item AS n USING (item_id)")
    assert {term for (term,) in terms.fetchall()} == {"vessel", "catheterisation", "radiotherapy"}


@pytest.mark.parametrize("method", SCORES)
def test_tables_6_7_and_10(con: DuckDBPyConnection, table_3: str, method: str) -> None:
    rows = con.execute(
        "SELECT s.anchor_set, array_to_string(list_sort(list(n.item)), ', ') AS items, s.fit "
        "FROM setrisk_internal.fragment_scores(?, ?, knowledge := 'table 4') AS s "
        "JOIN (SELECT p.fragment, unnest(p.items) AS item_id FROM setrisk_internal.fragments(?) AS p) AS m "
        "USING (fragment) JOIN setrisk.published_item AS n USING (item_id) GROUP BY s.anchor_set, s.fragment, s.fit",
        [table_3, method, table_3],
    ).fetchall()
    found = {(anchor, items): score for anchor, items, score in rows}
    assert len(found) == 16
    for anchor, scores in enumerate(SCORES[method], 1):
        for items, printed in zip(FRAGMENTS, scores, strict=True):
            assert found[anchor, items] == pytest.approx(printed, abs=0.006)


def test_formula_1_and_formula_3(con: DuckDBPyConnection, table_3: str) -> None:
    """The examples of 5.1 and 5.2: (0.47 + 0.61 + 0.84) / 2 / 3, and 0.33 as the median that leaves blood out."""
    found = con.execute(
        "SELECT s.fit FROM setrisk_internal.fragment_scores($release, 'aba', knowledge := 'table 4') AS s "
        "WHERE s.anchor_set = 1 AND s.chunk = 2 UNION ALL "
        "SELECT s.fit FROM setrisk_internal.fragment_scores($release, 'rga', knowledge := 'table 4') AS s "
        "JOIN setrisk_internal.fragments($release) AS p USING (fragment) "
        "JOIN setrisk.published_item AS n ON n.item_id = p.items[1] WHERE s.anchor_set = 1 AND n.item = 'radiotherapy'",
        {"release": table_3},
    ).fetchall()
    assert [score for (score,) in found] == pytest.approx([(0.47 + 0.61 + 0.84) / 6, (0.33 + 0.48) / 2])


@pytest.mark.parametrize("method", SCORES)
def test_tables_5_8_and_9(con: DuckDBPyConnection, table_3: str, method: str) -> None:
    setrisk.attack(con, table_3, method=method, knowledge="table 4")
    rows = con.execute(
        "SELECT r.anchor, list(r.item) FROM setrisk.reconstructed_records(?) AS r WHERE r.attack = ? "
        "GROUP BY r.anchor ORDER BY r.anchor",
        [table_3, f"{method}:table 4"],
    ).fetchall()
    assert [set(items) for _, items in rows] == RECONSTRUCTED


def test_the_assignment_gives_an_anchor_one_sub_record(con: DuckDBPyConnection, table_3: str) -> None:
    """As aba on the example, since no anchor gets two there; and by hand where one would."""
    rows = con.execute(
        "SELECT r.anchor, r.sub_record, r.items, r.rank "
        "FROM setrisk.reassociations(?, 'assignment', knowledge := 'table 4') AS r "
        "ORDER BY r.chunk DESC, r.rank, r.items",
        [table_3],
    ).fetchall()
    assert rows == [
        (2, 1, ["biopsy", "tumor"], 1),
        (3, 2, ["biopsy", "tumor"], 2),
        (1, None, ["catheterisation"], 1),
        (2, None, ["radiotherapy"], 1),
        (1, None, ["vessel"], 1),
    ]


def rows_of(con: DuckDBPyConnection, call: str) -> list[tuple[Any, ...]]:
    return con.execute(f"FROM setrisk.reassociations({call})").fetchall()


def test_placements_override_k_minus_1(con: DuckDBPyConnection, table_3: str) -> None:
    rows = rows_of(con, "'table 3', 'mra', knowledge := 'table 4', anchors := 3")
    terms = [(items, anchor, rank) for _, _, chunk, _, items, anchor, _, rank in rows if chunk == 0]
    assert sorted(terms) == [
        *((["catheterisation"], anchor, rank) for rank, anchor in enumerate((1, 2, 4), 1)),
        *((["radiotherapy"], anchor, rank) for rank, anchor in enumerate((2, 3, 4), 1)),
        *((["vessel"], anchor, rank) for rank, anchor in enumerate((1, 2, 3), 1)),
    ]
    # More than there are anchors are as many as there are.
    assert len(rows_of(con, "'table 3', 'aba', knowledge := 'table 4', anchors := 9")) == 2 + 3 * 4


def test_unknown_pairs_are_left_out_and_unknown_anchors_come_last(con: DuckDBPyConnection, table_3: str) -> None:
    con.execute(
        "UPDATE setrisk.similarity SET similarity = NULL WHERE item_b = 'vessel' AND item_a IN ('blood', 'treatment')"
    )
    con.execute("UPDATE setrisk.similarity SET similarity = NULL WHERE item_b = 'vessel' AND item_a = 'lung'")
    rows = rows_of(con, "'table 3', 'aba', knowledge := 'table 4', anchors := 4")
    ranked = {rank: (anchor, score) for _, _, _, _, items, anchor, score, rank in rows if items == ["vessel"]}
    assert ranked == {1: (2, 0.11), 2: (3, 0.11), 3: (4, 0.11), 4: (1, None)}


@pytest.mark.parametrize("method", ["rga", "mra"])
def test_in_the_paper_aba_places_sub_records(con: DuckDBPyConnection, table_3: str, method: str) -> None:
    """DISASSOC 5: {biopsy, tumor} goes to the third record at last, as by aba, and terms as by the method itself.

    mra finds three anchors with the same score for it, of which the fourth is one; with a larger score for the fourth
    it takes that one, and aba does not.
    """
    con.execute("UPDATE setrisk.similarity SET similarity = 0.9 WHERE item_a = 'tumor' AND item_b = 'treatment'")
    con.execute("UPDATE setrisk.similarity SET similarity = -0.9 WHERE item_a = 'biopsy' AND item_b = 'blood'")

    def placed(method: str, given: str = "") -> dict[bool, list[tuple[Any, ...]]]:
        rows = rows_of(con, f"'table 3', '{method}', knowledge := 'table 4', anchors := 2{given}")
        return {
            of_terms: sorted((tuple(row[4]), *row[5:]) for row in rows if (row[2] == 0) == of_terms)
            for of_terms in (True, False)
        }

    printed, own, aba = placed(method, ", as_printed := true"), placed(method), placed("aba")
    assert printed[False] == aba[False] != own[False]
    assert printed[True] == own[True] != aba[True]


def test_random_is_seeded_and_uses_each_anchor_once_a_fragment(con: DuckDBPyConnection, table_3: str) -> None:
    first, again, other = (rows_of(con, f"'table 3', 'random', anchors := 3, seed := {seed}") for seed in (1, 1, 2))
    assert sorted(first, key=repr) == sorted(again, key=repr) != sorted(other, key=repr)
    assert len({(repr(items), anchor) for _, _, _, _, items, anchor, _, _ in first}) == len(first) == 2 + 3 * 3


def test_the_release_alone_is_knowledge(con: DuckDBPyConnection) -> None:
    """{b, x} stand together in the second cluster; in the first x is a term, and goes to the anchor with b."""
    first = [["a", "c"]] * 3 + [["b", "c"]] * 2 + [["b", "c", "x"]]
    second = [["b", "x", "z"]] * 3 + [["z"]] * 5
    setrisk.load(con, "d", pd.DataFrame({"items": first + second}))
    setrisk.protect(con, "d", "r", method="disassociation", k=3, m=2, max_cluster_size=9, refine=False)
    assert con.execute("SELECT count(*) FROM setrisk.cluster").fetchall() == [(2,)]
    rows = con.execute(
        "SELECT DISTINCT list(n.item ORDER BY n.item) FROM setrisk.reassociations('r', 'aba') AS r "
        "JOIN setrisk.chunk_record AS a "
        "ON a.publishing_cluster = r.cluster AND a.chunk = 1 AND a.sub_record = r.anchor "
        "JOIN setrisk.published_item AS n ON n.item_id = a.item_id WHERE r.items = ['x'] GROUP BY r.rank"
    ).fetchall()
    assert rows == [(["b", "c"],)]


def test_a_shared_sub_record_goes_to_any_cluster_of_its_joint(con: DuckDBPyConnection) -> None:
    """As often as it occurs, over all clusters of the joint together."""
    records = [[f"p{n}", *(["s"] if row < 3 else ["t"])] for n in range(4) for row in range(5)]
    setrisk.load(con, "d", pd.DataFrame({"items": records}))
    setrisk.protect(con, "d", "r", method="disassociation", k=4, m=2, max_cluster_size=5)
    joints = {joint for (joint,) in con.execute("SELECT DISTINCT j.joint FROM setrisk.joint_cluster AS j").fetchall()}
    assert joints
    published = con.execute(
        "SELECT count(DISTINCT (c.publishing_cluster, c.chunk, c.sub_record)) FROM setrisk.chunk_record AS c "
        "WHERE c.publishing_cluster IN (SELECT j.joint FROM setrisk.joint_cluster AS j)"
    ).fetchall()
    for method in ("aba", "rga", "mra", "assignment", "random"):
        rows = [row for row in rows_of(con, f"'r', '{method}'") if row[1] in joints]
        assert [(len({row[1:4] for row in rows}),)] == published
        assert len(rows) == len({row[1:4] for row in rows})


def test_a_random_attack_draws_all_anchors_alike() -> None:
    """As many as there are copies, none twice, in any order; all of them where there are too few."""
    drawn = drawn_anchors(4, [2] * 12_000, seed=1)
    counts = Counter(map(tuple, drawn))
    assert set(counts) == set(permutations(range(1, 5), 2))
    # There are 12 equally likely outcomes; five standard deviations are allowed.
    assert all(abs(count - 1000) < 5 * (1000 * 11 / 12) ** 0.5 for count in counts.values())
    assert [sorted(anchors) for anchors in drawn_anchors(3, [3, 5, 1], seed=2)[:2]] == [[1, 2, 3]] * 2
    assert len(drawn_anchors(3, [3, 5, 1], seed=2)[2]) == 1


@pytest.mark.parametrize("small", [0, 10**9])
def test_an_assignment_is_the_best_of_all(monkeypatch: pytest.MonkeyPatch, small: int) -> None:
    """By trying all, whichever way it is solved; an unknown score counts as the lowest."""
    monkeypatch.setattr(reassociation, "_SMALL", small)

    @settings(max_examples=100)
    @given(st.data())
    def is_the_best(data: st.DataObject) -> None:
        copies = data.draw(st.lists(st.integers(1, 3), min_size=1, max_size=3).filter(lambda n: sum(n) <= 4))
        anchors = data.draw(st.lists(st.integers(1, 2), min_size=1, max_size=4).filter(lambda n: sum(n) <= 6))
        score = st.one_of(st.none(), st.sampled_from([-1.0, -0.5, 0.0, 0.25]))
        row = st.lists(score, min_size=len(anchors), max_size=len(anchors))
        scores = data.draw(st.lists(row, min_size=len(copies), max_size=len(copies)))
        found = assigned_anchor_sets(scores, copies, anchors)
        assert all(len(sets) <= n for sets, n in zip(found, copies, strict=True))
        taken = Counter(chain.from_iterable(found))
        assert all(taken[number] <= n for number, n in enumerate(anchors, 1))
        assert taken.total() == min(sum(copies), sum(anchors))
        lowest = min((score for row in scores for score in row if score is not None), default=0.0)
        known = [[lowest if score is None else score for score in row] for row in scores]
        fragments = [fragment for fragment, n in enumerate(copies) for _ in range(n)]
        places = [number for number, n in enumerate(anchors) for _ in range(n)]
        few, many, of = (fragments, places, known) if len(fragments) <= len(places) else (
            places, fragments, [[row[at] for row in known] for at in range(len(anchors))]
        )  # fmt: skip
        best = max(sum(of[a][b] for a, b in zip(few, chosen, strict=True)) for chosen in permutations(many, len(few)))
        assert sum(known[fragment][at - 1] for fragment, sets in enumerate(found) for at in sets) == pytest.approx(best)

    is_the_best()


def test_draws_in_parts_are_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = drawn_anchors(5, [1, 2, 3, 4, 5, 6, 7], seed=3)
    monkeypatch.setattr(reassociation, "_AT_ONCE", 12)
    assert drawn_anchors(5, [1, 2, 3, 4, 5, 6, 7], seed=3) == whole


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("'nope', 'aba'", "no release nope"),
        ("'table 3', 'rba'", "no reassociation method rba"),
        ("'table 3', 'aba', knowledge := 'nope'", "no knowledge nope"),
        ("'table 3', 'aba', anchors := 0", "anchors is 0; it must be at least 1"),
        ("'table 3', 'random', seed := -1", "^Invalid Input Error: seed is -1; it must be at least 0"),
        ("'table 3', 'random', seed := NULL", "seed is NULL; it must be at least 0"),
        ("'figure 2', 'aba'", "of the family generalisation, not of disassociation"),
    ],
)
def test_misspelt_names_are_errors(con: DuckDBPyConnection, table_3: str, call: str, message: str) -> None:
    con.execute("INSERT INTO setrisk.release VALUES ('figure 2', '', 'generalisation', 'coat', '{}', '2019-01-01', [])")
    with pytest.raises(duckdb.Error, match=message):
        rows_of(con, call)


def test_a_method_of_another_package_does_not_get_the_answer_of_ours(con: DuckDBPyConnection, table_3: str) -> None:
    con.execute("CREATE TABLE every_method AS FROM setrisk.methods")
    con.execute("UPDATE every_method AS m SET package = 'other' WHERE m.method = 'mra'")
    con.execute("CREATE OR REPLACE VIEW setrisk.methods AS FROM every_method")
    with pytest.raises(duckdb.Error, match="no reassociation method mra; there are"):
        rows_of(con, "'table 3', 'mra'")


@pytest.mark.parametrize(
    ("release", "given", "kind"),
    [
        ("nope", {}, UnknownRelease),
        ("table 3", {"knowledge": "nope"}, UnknownKnowledge),
        ("table 3", {"knowledge": "nope", "method": "random"}, UnknownKnowledge),
        ("table 3", {"knowledge": None}, BadInput),
        ("table 3", {"method": []}, BadInput),
        ("table 3", {"method": "rba"}, UnknownMethod),
        ("table 3", {"anchors": 0}, BadInput),
        ("table 3", {"context": 1}, BadInput),
    ],
)
def test_bad_attacks_store_nothing(
    con: DuckDBPyConnection, table_3: str, release: str, given: dict[str, Any], kind: type[Exception]
) -> None:
    with pytest.raises(kind):
        setrisk.attack(con, release, **given)
    assert con.execute("SELECT count(*) FROM setrisk.reassociation").fetchall() == [(0,)]
    assert con.execute("SELECT count(*) FROM setrisk.attack_run").fetchall() == [(0,)]


@pytest.fixture
def scored(con: DuckDBPyConnection) -> DuckDBPyConnection:
    records = [["a", "b", "x"], ["a", "b"], ["a", "c", "y"], ["a", "c"]] * 3
    setrisk.load(con, "d", pd.DataFrame({"items": records}))
    setrisk.protect(con, "d", "r", method="disassociation", k=4, m=2, max_cluster_size=20, refine=False)
    return con


def test_each_pair_of_terms_is_scored_once_a_data_set(scored: DuckDBPyConnection) -> None:
    con = scored
    setrisk.load_corpus(con, "texts", pd.DataFrame({"text": ["a x", "b x", "c y", "a y", "b c"]}))
    setrisk.attack(con, "r", method=["aba", "mra"], knowledge="texts")
    pairs = con.execute("SELECT s.item_a, s.item_b FROM setrisk.similarity AS s").fetchall()
    assert len(pairs) == len(set(pairs)) > 0
    setrisk.protect(con, "d", "r2", method="disassociation", k=4, m=2, max_cluster_size=8, refine=False)
    setrisk.attack(con, "r2", method="aba", knowledge="texts")
    again = con.execute("SELECT s.item_a, s.item_b FROM setrisk.similarity AS s").fetchall()
    assert len(again) == len(set(again))
