"""How well attacks on disassociated releases did: the example of DISASSOC by hand, random releases by the oracle."""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput, MissingExtra, UnknownRelease
from setrisk.pipelines.risk.stored_risk import store_risk
from setrisk.udf.disassociation.movers_distance import movers_distance
from tests.support import reassociation_oracle as oracle

METHODS = ("random", "aba", "rga", "mra", "assignment")
PARTS = ("record_chunk", "term_chunk", "both")

# DISASSOC Table 2, and Table 4: scores of the terms of the anchoring chunk with all others.
TABLE_2 = (
    ("vessel", "blood", "treatment", "lung", "catheterisation"),
    ("cancer", "radiotherapy", "lung", "treatment"),
    ("cancer", "lung", "blood", "tumor", "biopsy"),
    ("cancer", "blood", "treatment", "tumor", "biopsy"),
)
TERMS = ("tumor", "biopsy", "vessel", "catheterisation", "radiotherapy")
TABLE_4 = {
    "blood": (0.20, 0.27, 0.17, 0.25, 0.08),
    "treatment": (0.27, 0.34, 0.16, 0.37, 0.48),
    "lung": (0.48, 0.36, 0.18, 0.36, 0.33),
    "cancer": (0.63, 0.44, 0.11, 0.20, 0.51),
}
ABA = "aba:table 4"
# What the attack of Table 5 is about, by the original record that holds it.
HIDDEN = {
    1: [
        ("vessel", "catheterisation"),
        *((term, other) for term in ("vessel", "catheterisation") for other in ("blood", "treatment", "lung")),
    ],
    2: [("radiotherapy", other) for other in ("cancer", "lung", "treatment")],
    3: [(term, "lung") for term in ("tumor", "biopsy")],
    4: [(term, "treatment") for term in ("tumor", "biopsy")],
}
UNATTACKED = "the chunks are not put together; only attacks show what they reveal"
UNEXPOSED = "the attack recovers no itemset of this person that the release hides"


@pytest.fixture(scope="module")
def db() -> Iterator[DuckDBPyConnection]:
    """One database for the whole module, since attaching takes a second; each test has releases of its own."""
    connection = setrisk.connect()
    yield connection
    connection.close()


def release_of(db: DuckDBPyConnection, name: str, records: Iterable[Iterable[str]], **given: Any) -> None:
    """The release `name` of a data set of the same name."""
    setrisk.load(db, name, pd.DataFrame({"items": [list(record) for record in records]}))
    setrisk.protect(db, name, name, method="disassociation", seed=1, **given)


def rows(
    db: DuckDBPyConnection, columns: str, relation: str, where: str = "true", schema: str = "setrisk"
) -> list[tuple[Any, ...]]:
    return db.execute(f"SELECT {columns} FROM {schema}.{relation} AS r WHERE {where}").fetchall()


def keyed(found: Iterable[Sequence[Any]], columns: int) -> dict[Any, Any]:
    """Rows by their first columns, which no two share; lists as sets."""
    by_key: dict[Any, Any] = {}
    for row in found:
        key = tuple(frozenset(value) if isinstance(value, list) else value for value in row[:columns])
        assert key not in by_key
        by_key[key] = tuple(row[columns:])
    return by_key


Row = tuple[int, int, int, int, int | None, int | None]  # cluster, anchor, home, chunk, and record or item_id


def store(db: DuckDBPyConnection, release: str, attacks: Mapping[str, Iterable[Row]]) -> None:
    """Attacks of our own."""
    columns = ["cluster", "anchor", "publishing_cluster", "chunk", "record", "item_id"]
    for attack, placements in attacks.items():
        db.execute(
            "INSERT INTO setrisk.attack_run VALUES (?, ?, 'aba', 'by hand', '{}', true, '2019-01-01')",
            [release, attack],
        )
        db.register("_placements", pd.DataFrame(placements, columns=columns).astype("Int64"))
        db.execute(
            "INSERT INTO setrisk.reassociation SELECT ?, ?, p.*, 1, NULL FROM _placements AS p", [release, attack]
        )
        db.unregister("_placements")
    store_risk(db, release, list(attacks))


def sub_records(db: DuckDBPyConnection, release: str, chunk: int, letters: str) -> list[int]:
    """The numbers of the sub-records of a chunk of cluster 1 that are these items, a letter each."""
    found = db.execute(
        "SELECT c.sub_record FROM setrisk.chunk_record AS c JOIN setrisk.published_item AS n USING (release, item_id) "
        "WHERE c.release = ? AND c.publishing_cluster = 1 AND c.chunk = ? GROUP BY c.sub_record "
        "HAVING string_agg(n.item, '' ORDER BY n.item) = ? ORDER BY c.sub_record",
        [release, chunk, letters],
    ).fetchall()
    return [record for (record,) in found]


# The example.


@pytest.fixture(scope="module")
def table_3(db: DuckDBPyConnection) -> str:
    """The release `table 3`, anchors numbered as printed, attacked by aba with the scores of Table 4."""
    setrisk.load(db, "table 2", pd.DataFrame({"items": [list(record) for record in TABLE_2]}))
    setrisk.protect(db, "table 2", "table 3", method="disassociation", k=2, m=2, max_cluster_size=5, refine=False)
    for table, column in (("setrisk.chunk_record", "sub_record"), ("setrisk_private.provenance", "record")):
        db.execute(
            f"UPDATE {table} AS t SET {column} = p.tid FROM (SELECT o.* FROM setrisk_private.provenance AS o) AS p "
            "WHERE t.release = 'table 3' AND p.release = 'table 3' "
            f"AND t.chunk = 1 AND p.chunk = 1 AND p.record = t.{column}"
        )
    db.execute("INSERT INTO setrisk.knowledge VALUES ('table 4', 'embedding', 'DISASSOC Table 4')")
    db.executemany(
        "INSERT INTO setrisk.similarity VALUES ('table 4', ?, ?, ?)",
        [
            [*sorted((anchor, term)), score]
            for anchor, scores in TABLE_4.items()
            for term, score in zip(TERMS, scores, strict=True)
        ],
    )
    setrisk.attack(db, "table 3", method="aba", knowledge="table 4")
    return "table 3"


def test_table_5_evaluated_by_hand(db: DuckDBPyConnection, table_3: str) -> None:
    """{biopsy, tumor} goes to the second record, wrongly, and to the third; all terms go where they belong.

    Two records have a term in a record chunk: the third gets it, the fourth does not. Two have terms in the term chunk
    and get them. HIDDEN has 4 pairs with a term of a record chunk and 10 with one of the term chunk.
    """
    scores = "mean_placements, accuracy, breakable, transaction_breakage, hidden, km_breakage"
    intervals = "accuracy_low, accuracy_high, transaction_low, transaction_high, km_low, km_high"
    found = rows(db, f"part, {scores}, draws, {intervals}", "reassociation_evaluation('table 3')", f"attack = '{ABA}'")
    one_cluster = (1, *[None] * 6)  # which tells no interval
    assert keyed(found, 1) == {
        ("record_chunk",): (2, 1 / 2, 2, 1 / 2, 4, 2 / 4, *one_cluster),
        ("term_chunk",): (3, 1, 2, 1, 10, 1, *one_cluster),
        ("both",): (5, 4 / 5, 4, 3 / 4, 14, 12 / 14, *one_cluster),
    }
    evaluated = setrisk.evaluate(db, table_3, draws=2, detailed=True).filter(f"attack = '{ABA}'")
    assert keyed(evaluated.fetchall(), 4) == {
        # Of anchors that all differ the three readings are one.
        (ABA, 1, "both", 1): (5, 4, 4, 4, 4, 3, 3, 3, 14, 12, 12, 12),
        (ABA, 1, "record_chunk", 1): (2, 1, 1, 1, 2, 1, 1, 1, 4, 2, 2, 2),
        (ABA, 1, "term_chunk", 1): (3, 3, 3, 3, 2, 2, 2, 2, 10, 10, 10, 10),
    }


def counted_records(n: int) -> str:
    return f"{n} reconstructed record{'' if n == 1 else 's'}"


def test_table_5_exposes_by_hand(db: DuckDBPyConnection, table_3: str) -> None:
    """The second record has lung and got tumor and biopsy too: two candidates for the pairs of the third."""
    part = {1: "term_chunk", 2: "term_chunk", 3: "record_chunk", 4: "record_chunk"}
    candidates = {1: 1, 2: 1, 3: 2}
    found = keyed(rows(db, "cluster, items, support, part", "hidden_itemsets('table 3')"), 2)
    assert found == {(1, frozenset(pair)): (1, part[tid]) for tid, pairs in HIDDEN.items() for pair in pairs}
    found = keyed(rows(db, "attack, items, support, exposed_records, candidates", "exposed_itemsets('table 3')"), 2)
    assert found == {(ABA, frozenset(p)): (1, 1, of) for tid, of in candidates.items() for p in HIDDEN[tid]}
    columns = "attack, items, support, is_hidden, is_exposed, candidates, evidence"
    found = keyed(rows(db, columns, "rare_itemset_exposure('table 3')"), 2)
    words = "found in {}, correctly for the one person who holds it (cluster 1)"
    hidden = (1, True, False, None, "no reconstructed record holds it correctly")
    assert found == {
        **{("none", frozenset(pair)): hidden for pairs in HIDDEN.values() for pair in pairs},
        **{
            (ABA, frozenset(p)): (1, True, True, of, words.format(counted_records(of)))
            for t, of in candidates.items()
            for p in HIDDEN[t]
        },
        **{(ABA, frozenset(pair)): hidden for pair in HIDDEN[4]},
    }


def test_table_5_is_a_risk_by_hand(db: DuckDBPyConnection, table_3: str) -> None:
    """The smallest of the worst itemsets is named: items are numbered by name."""
    found = keyed(rows(db, "attack, tid, at_risk, score, evidence", "risk('table 3')"), 2)
    words = (
        "knowing {{{}}} of this person leads to {} of the reconstructed records (k = 2), "
        "correctly so for 100 % of the people with the same items in the cluster"
    )
    assert found == {
        **{("none", tid): (False, 0, UNATTACKED) for tid in (1, 2, 3, 4)},
        (ABA, 1): (True, 1, words.format("blood, catheterisation", 1)),
        (ABA, 2): (True, 1, words.format("cancer, radiotherapy", 1)),
        (ABA, 3): (False, 1 / 2, words.format("biopsy, lung", 2)),
        (ABA, 4): (False, 0, UNEXPOSED),
    }
    assert setrisk.risk(db, table_3).fetchall()[0] == (None, 1, ABA, *found[ABA, 1])


def test_table_5_from_table_2_by_hand(db: DuckDBPyConnection, table_3: str) -> None:
    """The terms of the anchoring chunk are in one place; catheterisation is nowhere."""
    origin = (0, 0)
    vectors = {
        **dict.fromkeys(TABLE_4, origin),
        "vessel": (3, 4),
        "tumor": (0, 3),
        "biopsy": (0, 3),
        "radiotherapy": (4, 0),
    }
    db.execute("INSERT INTO setrisk.knowledge VALUES ('plane', 'embedding', 'by hand')")
    db.executemany(
        "INSERT INTO setrisk.embedding VALUES ('plane', ?, ?)", [[term, [*at]] for term, at in vectors.items()]
    )
    anchors_alone = {1: 5 / 4, 2: 4 / 4, 3: 2 * 3 / 5, 4: 2 * 3 / 5}
    # The second: of its five terms two came to (0, 3), and of its six two are there and one at (4, 0).
    by_part = {
        "record_chunk": {**anchors_alone, 2: (3 / 4 - 3 / 5) * 3 + 1 / 4 * 5, 3: 0},
        "term_chunk": {**anchors_alone, 1: 0, 2: 0},
        "both": {1: 0, 2: (3 / 4 - 3 / 6) * 3 + (1 / 4 - 1 / 6) * 5, 3: 0, 4: anchors_alone[4]},
    }
    found = keyed(rows(db, "attack, part, tid, distance", "movers_distances('table 3', 'plane')"), 3)
    assert {key: distance for key, (distance,) in found.items()} == pytest.approx(
        {("none", part, tid): distance for part in PARTS for tid, distance in anchors_alone.items()}
        | {(ABA, part, tid): distance for part in PARTS for tid, distance in by_part[part].items()},
        abs=1e-9,
    )


# Where the example is silent.


@pytest.fixture(scope="module")
def equal_anchors(db: DuckDBPyConnection) -> str:
    """One cluster, k = 3: the anchors {x} and {y}, a second chunk of a, b and c, and a term z."""
    with_x = ["xab", "xac", "xb", "xb", "xc", "xc", "x", "x"]
    with_y = ["yab", "yab", "yac", "yac", "y", "y", "y", "yz"]
    release_of(db, "equal anchors", with_x + with_y, k=3, m=2, max_cluster_size=20, refine=False)
    assert len(sub_records(db, "equal anchors", 1, "x")) == 8
    assert len(sub_records(db, "equal anchors", 2, "ab")) == 3
    return "equal anchors"


def test_people_like_this_one_are_all_who_hold_it(db: DuckDBPyConnection, equal_anchors: str) -> None:
    """{a, b} on one {x} is right for {x, a, b} alone; but two with the anchor {x} hold {x, a}."""
    (anchor, *_), (fragment, *_) = sub_records(db, equal_anchors, 1, "x"), sub_records(db, equal_anchors, 2, "ab")
    store(db, equal_anchors, {"one": [(1, anchor, 1, 2, fragment, None)]})
    found = keyed(rows(db, "tid, at_risk, score, evidence", "risk('equal anchors')", "attack = 'one'"), 1)
    assert found[1,] == (
        True,
        1 / 2,
        "knowing {a, x} of this person leads to 1 of the reconstructed records (k = 3), "
        "correctly so for 50 % of the people with the same items in the cluster",
    )
    assert found[2,] == (False, 0, UNEXPOSED)


def test_equal_anchors_are_counted_in_three_ways(db: DuckDBPyConnection, equal_anchors: str) -> None:
    """Of eight with the anchor {x} one holds {a, b}, which is placed on three of them.

    Whoever assigns the eight to people at random is right with each of the three once in eight times; to the paper all
    three are correct; at most one can be. Of the person that holds {a, b} the record has it once in eight times three.
    Six of the eight have something in the chunk, so that to the paper three of them are broken. Of the hidden itemsets
    {a, x} has two holders, one of whom holds {a, b}; {b, x} has three and is not hidden.
    """
    anchors, (fragment, *_) = sub_records(db, equal_anchors, 1, "x"), sub_records(db, equal_anchors, 2, "ab")
    store(db, equal_anchors, {"three": [(1, anchor, 1, 2, fragment, None) for anchor in anchors[:3]]})
    hidden = {frozenset(items): n for items, n in rows(db, "items, support", "hidden_itemsets('equal anchors')")}
    assert hidden == {frozenset("ax"): 2, frozenset("by"): 2, frozenset("cy"): 2, frozenset("yz"): 1}
    found = rows(
        db,
        "COLUMNS('placements|correct|brok|break|hidden|exposed')",
        "reassociation_evaluation_by_cluster('equal anchors', draws := 2)",
        "attack = 'three' AND part = 'record_chunk'",
    )
    assert found == [(3, 3 * 1 / 8, 3, 1, 10, 3 / 8, 3, 1, 3, 3 / 8 / 2, 1, 1 / 2)]


def test_two_are_found_by_two_fragments(db: DuckDBPyConnection, equal_anchors: str) -> None:
    """{a, b} on one {x} finds {x, a} of {x, a, b}, {a, c} on another that of {x, a, c}."""
    one, other = sub_records(db, equal_anchors, 1, "x")[:2]
    (ab, *_), (ac, *_) = (sub_records(db, equal_anchors, 2, letters) for letters in ("ab", "ac"))
    store(db, equal_anchors, {"two": [(1, one, 1, 2, ab, None), (1, other, 1, 2, ac, None)]})
    found = rows(
        db,
        "support, exposed_records, candidates",
        "exposed_itemsets('equal anchors')",
        "attack = 'two' AND list_sort(items) = ['a', 'x']",
    )
    assert found == [(2, 2, 2)]


def test_one_record_is_rightly_one_persons(db: DuckDBPyConnection) -> None:
    """Two hold {p, z}, and z is placed on one of five equal anchors."""
    release_of(db, "one of two", ["pz", "pz", "p", "p", "p"], k=3, m=2, max_cluster_size=20, refine=False)
    setrisk.attack(db, "one of two", method="aba", anchors=1)
    assert rows(db, "list_sort(items), support, exposed_records, candidates", "exposed_itemsets('one of two')") == [
        (["p", "z"], 2, 1, 1)
    ]
    scores = sorted(rows(db, "score, at_risk", "risk('one of two')", "attack <> 'none'"))
    assert scores == [*[(0, False)] * 3, *[(1 / 2, True)] * 2]
    evidence = rows(db, "evidence", "rare_itemset_exposure('one of two')", "attack <> 'none'")
    words = "found in 1 reconstructed record, correctly for 1 of the 2 people who hold it (cluster 1)"
    assert evidence == [(words,)]


def test_an_attack_that_places_nothing_breaks_nothing(db: DuckDBPyConnection) -> None:
    """No term is held three times, so that there are no anchors: a row for each attack, run and part all the same."""
    release_of(db, "no anchors", ["ab", "cd", "ef", "gh"], k=3, m=2, max_cluster_size=20, refine=False)
    setrisk.attack(db, "no anchors", method="aba")
    found = keyed(rows(db, "*", "reassociation_evaluation_by_cluster('no anchors', draws := 2)"), 4)
    assert found == {
        (attack, run, part, 1): (0,) * 12 if part == "record_chunk" else (0, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0)
        for attack, run in (("aba:self", 1), ("random_baseline", 1), ("random_baseline", 2))
        for part in PARTS
    }


def test_clusters_that_agree_tell_no_interval(db: DuckDBPyConnection) -> None:
    """7 of 25 in either cluster, each on one of 25 equal anchors: 7 / 25 * 25 is not 7 in floating point."""
    records = [[anchor, f"{anchor}{n}"] for anchor in "pq" for n in range(25)]
    release_of(db, "agree", records, k=3, m=2, max_cluster_size=30, refine=False)
    known = oracle.Release(db, "agree")
    assert [len(known.term_chunks[cluster]) for cluster in known.clusters] == [25, 25]
    placements = [
        (cluster, anchor, cluster, 0, None, item)
        for cluster in known.clusters
        for anchor, item in enumerate(sorted(known.term_chunks[cluster])[:7], 1)
    ]
    store(db, "agree", {"seven": placements})
    found = rows(
        db,
        "accuracy, transaction_breakage, km_breakage, accuracy_low, accuracy_high, transaction_low, transaction_high, "
        "km_low, km_high",
        "reassociation_evaluation('agree', draws := 2)",
        "attack = 'seven' AND part = 'both'",
    )
    assert found == [(pytest.approx(1 / 25), pytest.approx(7 / 625), pytest.approx(7 / 625), *[None] * 6)]


def test_what_one_knows_of_no_itemset_is_no_risk(db: DuckDBPyConnection) -> None:
    """With m = 1 nothing is promised of two terms together."""
    release_of(db, "one term", ["pz", "p", "p"], k=2, m=1, max_cluster_size=20, refine=False)
    setrisk.attack(db, "one term", method="aba")
    assert rows(db, "*", "hidden_itemsets('one term')") == rows(db, "*", "rare_itemset_exposure('one term')") == []
    assert rows(db, "DISTINCT hidden, km_breakage, km_low", "reassociation_evaluation('one term')") == [(0, None, None)]
    assert set(rows(db, "attack, at_risk, score", "risk('one term')")) == {("none", False, 0), ("aba:self", False, 0)}


# Against the oracle.


def drawn_records(draw: random.Random, n: int, items: int, longest: int, skew: float) -> list[list[str]]:
    weights = [1 / (rank + 1) ** skew for rank in range(items)]
    return [
        [f"i{item:02}" for item in sorted(set(draw.choices(range(items), weights, k=draw.randint(1, longest))))]
        for _ in range(n)
    ]


def drawn_knowledge(db: DuckDBPyConnection, draw: random.Random, release: str) -> str:
    """Scores of all pairs that attacks on the release compare, with ties and unknown ones."""
    knowledge = f"drawn for {release}"
    db.execute("INSERT INTO setrisk.knowledge VALUES (?, 'embedding', 'drawn')", [knowledge])
    scores = [None, *(n / 4 for n in range(-3, 5))]
    pairs = sorted(rows(db, "*", f"compared_terms('{release}')", schema="setrisk_internal"))
    frame = pd.DataFrame(
        [(knowledge, *pair, draw.choice(scores)) for pair in pairs],
        columns=["knowledge", "item_a", "item_b", "similarity"],
    )
    db.register("_drawn", frame)
    db.execute("INSERT INTO setrisk.similarity SELECT d.* FROM _drawn AS d")
    db.unregister("_drawn")
    return knowledge


def knowing_placements(draw: random.Random, known: Any) -> list[Row]:
    """An attacker who is often right: fragments of record chunks on one anchor each, terms on up to three."""
    published = [
        *(
            (home, chunk, record, None, items)
            for (home, chunk, record), items in known.sub_records.items()
            if home in known.joints or chunk > 1
        ),
        *((home, 0, None, term, frozenset([term])) for home, terms in known.term_chunks.items() for term in terms),
    ]
    placed: dict[Any, Row] = {}
    for home, chunk, record, term, items in sorted(published, key=repr):
        anchors = sorted(anchor for anchor in known.anchors if anchor[0] in known.joints.get(home, {home}))
        for _ in range(1 if term is None else draw.randint(0, 3)):
            # No anchor takes a fragment twice.
            free = [anchor for anchor in anchors if (anchor, home, chunk, items) not in placed]
            right = [a for a in free if any(items <= known.originals[tid] for tid in known.behind(a))]
            if free:
                anchor = draw.choice(right if right and draw.random() < 0.7 else free)
                placed[anchor, home, chunk, items] = (*anchor, home, chunk, record, term)
    return list(placed.values())


def baseline(db: DuckDBPyConnection, known: Any, release: str, runs: int) -> dict[tuple[str, int], Any]:
    """What the random attack draws in each run."""
    fragments = {
        fragment: oracle.Fragment(home, chunk, frozenset(items))
        for fragment, home, chunk, items in rows(
            db, "fragment, publishing_cluster, chunk, items", f"fragments('{release}')", schema="setrisk_internal"
        )
    }
    drawn: dict[tuple[str, int], list[Any]] = {("random_baseline", run): [] for run in range(1, runs + 1)}
    relation = f"random_anchors('{release}', draws := {runs})"
    for run, fragment, cluster, anchor in rows(
        db, "draw, fragment, cluster, anchor", relation, schema="setrisk_internal"
    ):
        drawn["random_baseline", run].append(oracle.Placement((cluster, anchor), fragments[fragment]))
    return {attack: oracle.Attack(known, placements) for attack, placements in drawn.items()}


def assert_found(db: DuckDBPyConnection, release: str, known: Any) -> None:
    """Findings and reconstructed records are those stored."""
    named = {name: item for item, name in known.names.items()}
    found: dict[str, list[Any]] = defaultdict(list)
    columns = "attack, cluster, anchor, publishing_cluster, chunk, sub_record, items"
    for attack, cluster, anchor, home, chunk, record, items in rows(
        db, columns, f"reassociation_findings('{release}')"
    ):
        assert (record is None) == (chunk == 0)
        fragment = oracle.Fragment(home, chunk, frozenset(named[item] for item in items))
        found[attack].append(oracle.Placement((cluster, anchor), fragment))
    assert {attack: sorted(of, key=repr) for attack, of in found.items()} == {
        attack: sorted(of.placements, key=repr) for attack, of in known.stored.items() if of.placements
    }
    shown = rows(db, "attack, cluster, anchor, part, item", f"reconstructed_records('{release}')")
    assert sorted(shown) == sorted(
        (attack, *anchor, part, known.names[item])
        for attack, of in known.attacks.items()
        for anchor, parts in of.records.items()
        for part, items in parts.items()
        for item in items
    )


def assert_evaluated(db: DuckDBPyConnection, release: str, known: Any, *, runs: int, intervals: bool) -> None:
    attacks = {(attack, 1): of for attack, of in known.stored.items()} | baseline(db, known, release, runs)
    scores = {
        (*attack, part, cluster): of_cluster
        for attack, of in attacks.items()
        for (part, cluster), of_cluster in of.evaluation().items()
    }
    found = keyed(rows(db, "*", f"reassociation_evaluation_by_cluster('{release}', draws := {runs})"), 4)
    assert found.keys() == scores.keys()
    for key, of_cluster in scores.items():
        assert found[key] == pytest.approx(tuple(map(float, of_cluster)), abs=1e-9), key
    if intervals:
        assert_intervals(db, release, scores, runs)


def assert_intervals(db: DuckDBPyConnection, release: str, scores: dict[Any, Any], runs: int) -> None:
    """Ratios over clusters, and means over runs; t95 is off by 0.004 at most."""
    relation = f"reassociation_evaluation('{release}', draws := {runs})"
    evaluated = keyed(rows(db, "*", relation), 2)
    assert evaluated.keys() == {(attack, part) for attack, _, part, _ in scores}
    for (attack, part), (n_runs, *found) in evaluated.items():
        by_run: dict[int, list[Any]] = defaultdict(list)
        for (of_attack, run, of_part, _), of_cluster in scores.items():
            if (of_attack, of_part) == (attack, part):
                by_run[run].append(of_cluster)
        totals = [oracle.Scores(*map(sum, zip(*clusters, strict=True))) for clusters in by_run.values()]
        draws, interval = (totals, oracle.mean) if attack == "random_baseline" else (by_run[1], oracle.ratio)
        assert n_runs == len(totals)
        expected = [
            *(
                sum(total.placements for total in totals) / n_runs,
                *interval([(d.correct, d.placements) for d in draws]),
            ),
            *(totals[0].breakable, *interval([(d.broken, d.breakable) for d in draws])),
            *(totals[0].hidden, *interval([(d.exposed, d.hidden) for d in draws])),
            interval([(d.correct_printed, d.placements) for d in draws]).value,
            interval([(d.correct_matching, d.placements) for d in draws]).value,
            interval([(d.broken_printed, d.breakable) for d in draws]).value,
            interval([(d.broken_matching, d.breakable) for d in draws]).value,
            interval([(d.exposed_printed, d.hidden) for d in draws]).value,
            interval([(d.exposed_matching, d.hidden) for d in draws]).value,
        ]
        assert [value is None for value in found] == [value is None for value in expected]
        known, wanted = ([value for value in values if value is not None] for values in (found, expected))
        assert known == pytest.approx(wanted, abs=0.002)


def assert_exposed(db: DuckDBPyConnection, release: str, known: Any) -> None:
    named = {name: item for item, name in known.names.items()}

    def numbered(by_key: dict[Any, Any]) -> dict[Any, Any]:
        return {(*key[:-1], frozenset(named[item] for item in key[-1])): value for key, value in by_key.items()}

    found = keyed(rows(db, "cluster, items, support, part", f"hidden_itemsets('{release}')"), 2)
    assert numbered(found) == known.hidden
    columns = "attack, cluster, items, support, exposed_records, candidates"
    found = keyed(rows(db, columns, f"exposed_itemsets('{release}')"), 3)
    assert numbered(found) == {
        (attack, *key): value for attack, of in known.attacks.items() for key, value in of.exposed_itemsets.items()
    }
    columns = "attack, items, support, is_hidden, is_exposed, candidates, evidence"
    found = keyed(rows(db, columns, f"rare_itemset_exposure('{release}')"), 2)
    rare = {}
    for attack, of in known.attacks.items():
        where: dict[Any, dict[int, Any]] = defaultdict(dict)
        for (cluster, items), value in of.exposed_itemsets.items():
            where[items][cluster] = value
        for items, holders in known.rare_itemsets().items():
            rare[attack, items] = (len(holders), True, False, None, "no reconstructed record holds it correctly")
            if items in where:
                candidates = of.candidates(items)
                n_exposed = sum(n for _, n, _ in where[items].values())
                assert n_exposed == 1 or len(holders) > 1
                people = (
                    "the one person who holds it"
                    if len(holders) == 1
                    else f"{n_exposed} of the {len(holders)} people who hold it"
                )
                evidence = (
                    f"found in {counted_records(candidates)}, correctly for {people} (cluster {min(where[items])})"
                )
                rare[attack, items] = (len(holders), True, True, candidates, evidence)
    assert numbered(found) == rare


def assert_at_risk(db: DuckDBPyConnection, release: str, known: Any) -> None:
    found = keyed(rows(db, "attack, tid, at_risk, score", f"risk('{release}')"), 2)
    expected = {(attack, rec): value for attack, of in known.attacks.items() for rec, value in of.risk().items()}
    assert {key: at_risk for key, (at_risk, _) in found.items()} == {key: risk for key, (risk, _) in expected.items()}
    scores = {key: score for key, (_, score) in expected.items()}
    assert {key: score for key, (_, score) in found.items()} == pytest.approx(scores)
    assert all(value == (False, 0) for (attack, _), value in found.items() if attack == "none")


# Small: k is 2 or 3. Dense: few items, so that more than one of equal originals holds what is hidden. Wide: joints.
CASES = [("small", seed) for seed in range(10)] + [("dense", seed) for seed in range(4)] + [("wide", 0), ("wide", 1)]


@pytest.mark.parametrize(("kind", "seed"), CASES)
def test_random_releases(db: DuckDBPyConnection, kind: str, seed: int) -> None:
    draw = random.Random(seed)
    sizes: dict[str, tuple[int, int, int, float]] = {
        "small": (draw.randint(12, 60), draw.randint(5, 12), draw.randint(2, 6), draw.choice([0, 0.7, 1.2])),
        "dense": (draw.randint(40, 60), draw.randint(5, 7), draw.randint(4, 5), draw.choice([0, 0.4])),
        "wide": (200, 30, 6, 0.9),
    }
    given = {
        "small": {"k": draw.randint(2, 3), "m": draw.randint(2, 3), "max_cluster_size": draw.randint(6, 12)},
        "dense": {"k": 4, "m": 2 + seed % 2, "max_cluster_size": draw.randint(18, 30)},
        "wide": {"k": 4, "m": 2 + seed, "max_cluster_size": 16},
    }
    release = f"{kind} {seed}"
    release_of(db, release, drawn_records(draw, *sizes[kind]), **given[kind])
    knowledge = ("self", drawn_knowledge(db, draw, release))
    methods = METHODS if kind == "wide" else (METHODS[seed % 5], METHODS[(seed + 2) % 5])
    for place in range(2):
        setrisk.attack(db, release, method=methods[place::2], knowledge=knowledge[(seed + place) % 2])
    known = oracle.Release(db, release)
    assert known.joints or kind != "wide"
    store(db, release, {f"knowing {number}": knowing_placements(draw, known) for number in range(2)})
    known = oracle.Release(db, release)
    assert_found(db, release, known)
    assert_evaluated(db, release, known, runs=3, intervals=kind != "small" or seed % 4 == 0)
    assert_exposed(db, release, known)
    assert_at_risk(db, release, known)


def test_random_distances(db: DuckDBPyConnection) -> None:
    """Terms of several words, of which not all are known."""
    pytest.importorskip("ot", reason="POT is not installed")
    draw = random.Random(4)
    names = ["rye", "white WINE", "wine-glass", "Red wine", "no_word", "salt", "sea salt, fine", "Öl", "2 eggs", "?"]
    records = [[names[int(item[1:])] for item in record] for record in drawn_records(draw, 40, 10, 4, 0.4)]
    release_of(db, "distances", records, k=3, m=2, max_cluster_size=12)
    setrisk.attack(db, "distances", method=["random", "aba"])
    words = ("red", "white", "wine", "glass", "salt", "sea", "fine", "öl", "eggs", "2")
    vectors = {word: tuple(draw.randint(-8, 8) / 4 for _ in range(3)) for word in words}
    db.execute("INSERT INTO setrisk.knowledge VALUES ('kitchen', 'embedding', 'drawn')")
    db.executemany("INSERT INTO setrisk.embedding VALUES ('kitchen', ?, ?)", [[w, [*v]] for w, v in vectors.items()])
    known = oracle.Release(db, "distances")
    found = keyed(rows(db, "attack, part, tid, distance", "movers_distances('distances', 'kitchen')"), 3)
    expected = {
        (attack, *key): (distance,)
        for attack, of in known.attacks.items()
        for key, distance in of.movers_distances(vectors).items()
    }
    assert found.keys() == expected.keys()
    unknown = {key for key, (distance,) in expected.items() if distance is None}
    assert unknown
    assert {key for key, (distance,) in found.items() if distance is None} == unknown
    for key in found.keys() - unknown:
        assert found[key] == pytest.approx(expected[key], abs=1e-8)


def test_movers_distance_is_the_linear_program() -> None:
    pytest.importorskip("ot", reason="POT is not installed")
    draw = np.random.default_rng(0)
    for _ in range(10):
        one, other = (draw.integers(-3, 4, (draw.integers(1, 5), 2)).astype(float).tolist() for _ in range(2))
        distance = movers_distance([None, *one], [*other, None])
        assert distance == pytest.approx(oracle.movers_distance(one, other), abs=1e-9)
    assert movers_distance([None], [[0.0]]) is None
    assert movers_distance([[0.0]], []) is None


def test_movers_distance_without_pot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ot", None)
    with pytest.raises(MissingExtra, match=r"Word Mover's Distance needs POT: pip install 'setrisk\[wmd\]'"):
        movers_distance([[0.0]], [[1.0]])


# Names.

# The relations, and whether they read the originals.
RELATIONS = {
    "reassociation_findings({})": False,
    "reconstructed_records({})": False,
    "reassociation_evaluation_by_cluster({}, draws := 2)": True,
    "reassociation_evaluation({}, draws := 2)": True,
    "hidden_itemsets({})": True,
    "exposed_itemsets({})": True,
    "rare_itemset_exposure({})": True,
    "movers_distances({}, 'plane 2')": True,
    "risk({})": True,
}


def call(relation: str, release: str) -> str:
    return "setrisk." + relation.format(f"'{release}'")


@pytest.fixture(scope="module")
def others(db: DuckDBPyConnection) -> None:
    """A release of another family, and knowledge of either kind."""
    db.execute("INSERT INTO setrisk.release VALUES ('figure 2', '', 'generalisation', 'coat', '{}', '2019-01-01', [])")
    db.execute("INSERT INTO setrisk_private.provenance VALUES ('figure 2', NULL, NULL, 1, 1)")
    db.execute("INSERT INTO setrisk.knowledge VALUES ('plane 2', 'embedding', ''), ('web', 'ngd', '')")


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("query", ["FROM {}", "SELECT count(*) FROM {}", "FROM {} LIMIT 1"])
def test_no_row_is_no_answer(db: DuckDBPyConnection, others: None, relation: str, query: str) -> None:
    message = "no release nope was made in this database" if RELATIONS[relation] else "there is no release nope"
    with pytest.raises(duckdb.Error, match=message):
        db.execute(query.format(call(relation, "nope"))).fetchall()
    if relation != "risk({})":
        with pytest.raises(duckdb.Error, match="figure 2 is of the family generalisation, not of disassociation"):
            db.execute(query.format(call(relation, "figure 2"))).fetchall()


def test_knowledge_without_vectors_has_no_distances(db: DuckDBPyConnection, others: None, table_3: str) -> None:
    for knowledge, message in (
        ("nope", "there is no knowledge nope"),
        ("web", "the knowledge web has no vectors"),
        ("self", "the knowledge self has no vectors"),
    ):
        with pytest.raises(duckdb.Error, match=message):
            rows(db, "*", f"movers_distances('table 3', '{knowledge}')")


def test_an_imported_release_is_attacked_but_not_judged(db: DuckDBPyConnection, table_3: str, tmp_path: Path) -> None:
    setrisk.export(db, table_3, tmp_path / "table 3", anyway=True)
    setrisk.import_release(db, "imported", tmp_path / "table 3")
    assert setrisk.attack(db, "imported", method="random").fetchall()
    assert rows(db, "*", "reconstructed_records('imported')", "attack = 'random:self' AND part = 'term_chunk'")
    for judge in (setrisk.evaluate, setrisk.risk):
        with pytest.raises(BadInput, match="'imported' was not made in this database: the original data are not here"):
            judge(db, "imported")
        with pytest.raises(UnknownRelease, match="there is no release 'nope'; there are"):
            judge(db, "nope")
    for relation, originals in RELATIONS.items():
        if originals:
            with pytest.raises(duckdb.Error, match="no release imported was made in this database"):
                db.execute(f"FROM {call(relation, 'imported')}").fetchall()
    for runs in (1, 10_001):
        with pytest.raises(BadInput, match=f"draws is {runs}; it must be from 2 to 10,000"):
            setrisk.evaluate(db, table_3, draws=runs)
