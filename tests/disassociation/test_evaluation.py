"""How well attacks on disassociated releases did: the example of DISASSOC by hand, and random releases against the oracle."""

from __future__ import annotations

import importlib.util
import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import duckdb
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput, MissingExtra, UnknownRelease
from setrisk.udf.movers_distance import movers_distance

METHODS = ("random", "aba", "rga", "mra", "assignment")
PARTS = ("record chunks", "term chunks", "both")

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
ABA = "aba table 4"


def load_oracle() -> ModuleType:
    spec = importlib.util.spec_from_file_location("evaluation_oracle", Path(__file__).with_name("evaluation_oracle.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


oracle = load_oracle()


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


def rows(db: DuckDBPyConnection, query: str) -> list[tuple[Any, ...]]:
    return db.execute(query).fetchall()


def by_key(found: Iterable[Sequence[Any]], columns: int) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    """Rows by their first columns, which no two share."""
    keyed: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    for row in found:
        key = tuple(frozenset(value) if isinstance(value, list) else value for value in row[:columns])
        assert key not in keyed
        keyed[key] = tuple(row[columns:])
    return keyed


def store(
    db: DuckDBPyConnection, release: str, attack: str, placements: Iterable[tuple[int, int, int, int, Any, Any]]
) -> None:
    """An attack of our own: rows of cluster, anchor, home, chunk, record or None, item_id or None."""
    db.execute("INSERT INTO setrisk.attack VALUES (?, ?, 'aba', 'by hand', '{}', '2019-01-01')", [release, attack])
    ranked: dict[Any, int] = defaultdict(int)
    for row in placements:
        ranked[row[2:]] += 1
        db.execute(
            "INSERT INTO setrisk.reassociation VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)",
            [release, attack, *row, ranked[row[2:]]],
        )


def sub_record(db: DuckDBPyConnection, release: str, chunk: int, items: str) -> list[int]:
    """The numbers of the sub-records of a chunk of cluster 1 that are these items, one letter each."""
    found = db.execute(
        "SELECT c.record FROM setrisk.chunk_record AS c JOIN setrisk.published_item AS n USING (release, item_id) "
        "WHERE c.release = ? AND c.cluster = 1 AND c.chunk = ? GROUP BY c.record "
        "HAVING string_agg(n.item, '' ORDER BY n.item) = ? ORDER BY c.record",
        [release, chunk, items],
    ).fetchall()
    return [record for (record,) in found]


# The example.


@pytest.fixture(scope="module")
def table_3(db: DuckDBPyConnection) -> str:
    """The release `table 3`, anchors numbered as printed, attacked by aba with the scores of Table 4."""
    setrisk.load(db, "table 2", pd.DataFrame({"items": [list(record) for record in TABLE_2]}))
    setrisk.protect(db, "table 2", "table 3", method="disassociation", k=2, m=2, max_cluster_size=5, refine=False)
    for table in ("setrisk.chunk_record", "setrisk_private.provenance"):
        db.execute(
            f"UPDATE {table} AS t SET record = p.tid FROM (SELECT o.* FROM setrisk_private.provenance AS o) AS p "
            "WHERE t.release = 'table 3' AND p.release = 'table 3' "
            "AND t.chunk = 1 AND p.chunk = 1 AND p.record = t.record"
        )
    db.execute("INSERT INTO setrisk.measure VALUES ('table 4', 'embedding', 'DISASSOC Table 4')")
    db.executemany(
        "INSERT INTO setrisk.similarity VALUES ('table 4', ?, ?, ?)",
        [
            [*sorted((anchor, term)), score]
            for anchor, scores in TABLE_4.items()
            for term, score in zip(TERMS, scores, strict=True)
        ],
    )
    setrisk.attack(db, "table 3", method="aba", measure="table 4")
    return "table 3"


def test_table_5_is_evaluated_by_hand(db: DuckDBPyConnection, table_3: str) -> None:
    """Table 5 gives {biopsy, tumor} to the second record, wrongly, and to the third; all terms are where they belong.

    Third and fourth record have a term in a record chunk, of which the third gets it; first and second have terms in the
    term chunk, and get them. Hidden are tumor and biopsy with lung (the third) and treatment (the fourth); radiotherapy
    with three others; vessel and catheterisation with three others each, and with each other.
    """
    found = by_key(
        rows(
            db,
            "SELECT e.part, e.runs, e.placements, e.accuracy, e.breakable, e.transaction_breakage, e.hidden, e.km_breakage, "
            "e.accuracy_low, e.accuracy_high, e.transaction_low, e.transaction_high, e.km_low, e.km_high "
            f"FROM setrisk.reassociation_evaluation('table 3', runs := 2) AS e WHERE e.attack = '{ABA}'",
        ),
        1,
    )
    one_cluster_tells_no_interval = (None,) * 6
    assert found == {
        ("record chunks",): (1, 2, 1 / 2, 2, 1 / 2, 4, 2 / 4, *one_cluster_tells_no_interval),
        ("term chunks",): (1, 3, 1, 2, 1, 10, 1, *one_cluster_tells_no_interval),
        ("both",): (1, 5, 4 / 5, 4, 3 / 4, 14, 12 / 14, *one_cluster_tells_no_interval),
    }


def test_table_5_exposes_by_hand(db: DuckDBPyConnection, table_3: str) -> None:
    own = ("vessel", "catheterisation")
    first = [(*own,), *((term, other) for term in own for other in ("blood", "treatment", "lung"))]
    second = [("radiotherapy", other) for other in ("cancer", "lung", "treatment")]
    third = [(term, "lung") for term in ("tumor", "biopsy")]
    fourth = [(term, "treatment") for term in ("tumor", "biopsy")]
    hidden = by_key(
        rows(db, "SELECT h.items, h.cluster, h.support, h.part FROM setrisk.hidden_itemsets('table 3') AS h"), 1
    )
    assert hidden == {
        **{(frozenset(pair),): (1, 1, "term chunks") for pair in first + second},
        **{(frozenset(pair),): (1, 1, "record chunks") for pair in third + fourth},
    }
    exposed = by_key(
        rows(
            db,
            "SELECT e.attack, e.items, e.support, e.found, e.candidates FROM setrisk.exposed_itemsets('table 3') AS e",
        ),
        2,
    )
    # The second record got tumor and biopsy too, and has lung: two candidates.
    assert exposed == {
        **{(ABA, frozenset(pair)): (1, 1, 1) for pair in first + second},
        **{(ABA, frozenset(pair)): (1, 1, 2) for pair in third},
    }
    rare = by_key(
        rows(
            db,
            "SELECT r.attack, r.items, r.support, r.hidden, r.exposed, r.candidates, r.evidence "
            "FROM setrisk.rare_itemset_exposure('table 3') AS r",
        ),
        2,
    )
    unexposed = (
        {
            **{("none", frozenset(pair)) for pair in first + second + third + fourth},
            **{(ABA, frozenset(pair)) for pair in fourth},
        }
        if False
        else {
            *(("none", frozenset(pair)) for pair in first + second + third + fourth),
            *((ABA, frozenset(pair)) for pair in fourth),
        }
    )
    words = "put together in {} reconstructed records, rightly for 1 of the 1 people who hold it (cluster 1)"
    assert rare == {
        **{key: (1, True, False, None, "hidden") for key in unexposed},
        **{(ABA, frozenset(pair)): (1, True, True, 1, words.format(1)) for pair in first + second},
        **{(ABA, frozenset(pair)): (1, True, True, 2, words.format(2)) for pair in third},
    }


def test_table_5_is_a_risk_by_hand(db: DuckDBPyConnection, table_3: str) -> None:
    """The smallest of the worst itemsets is named: items are numbered by name."""
    tids = oracle.Release(db, "table 3").record_of
    found = by_key(
        rows(db, "SELECT r.attack, r.record, r.at_risk, r.score, r.evidence FROM setrisk.risk('table 3') AS r"), 2
    )
    nothing = "no itemset that the release hides is put together for this person"
    words = (
        "who knows {{{}}} of this person finds it in {} reconstructed records (k = 2); 100 % of the people like this one "
        "in the cluster are rightly among them"
    )
    assert found == {
        **{("none", tids[tid]): (False, 0, nothing) for tid in (1, 2, 3, 4)},
        (ABA, tids[1]): (True, 1, words.format("blood, catheterisation", 1)),
        (ABA, tids[2]): (True, 1, words.format("cancer, radiotherapy", 1)),
        (ABA, tids[3]): (False, 1 / 2, words.format("biopsy, lung", 2)),
        (ABA, tids[4]): (False, 0, nothing),
    }


def test_table_5_is_so_far_from_table_2_by_hand(db: DuckDBPyConnection, table_3: str) -> None:
    """The terms of the anchoring chunk are in one place; catheterisation is nowhere."""
    db.execute("INSERT INTO setrisk.measure VALUES ('plane', 'embedding', 'by hand')")
    vectors = {
        **dict.fromkeys(TABLE_4, [0, 0]), "vessel": [3, 4], "tumor": [0, 3], "biopsy": [0, 3], "radiotherapy": [4, 0]
    }  # fmt: skip
    db.executemany("INSERT INTO setrisk.embedding VALUES ('plane', ?, ?)", list(map(list, vectors.items())))
    found = by_key(rows(db, "FROM setrisk.movers_distances('table 3', 'plane')"), 3)
    anchors_alone = {1: 5 / 4, 2: 4 / 4, 3: 2 * 3 / 5, 4: 2 * 3 / 5}
    # The second: of five terms two at (0, 3), and of six two there and one at (4, 0).
    by_part = {
        "record chunks": {**anchors_alone, 2: (3 / 4 - 3 / 5) * 3 + 1 / 4 * 5, 3: 0},
        "term chunks": {**anchors_alone, 1: 0, 2: 0},
        "both": {1: 0, 2: (3 / 4 - 3 / 6) * 3 + (1 / 4 - 1 / 6) * 5, 3: 0, 4: 2 * 3 / 5},
    }
    expected = {
        **{("none", part, tid): distance for part in PARTS for tid, distance in anchors_alone.items()},
        **{(ABA, part, tid): distance for part in PARTS for tid, distance in by_part[part].items()},
    }
    assert {key: distance for key, (distance,) in found.items()} == pytest.approx(expected, abs=1e-9)


# What the definitions say where the example is silent.


@pytest.fixture(scope="module")
def equal_anchors(db: DuckDBPyConnection) -> str:
    """One cluster, k = 3: the anchors {x} and {y}, a second chunk of a, b and c, and a term z."""
    x = ["xab", "xac", "xb", "xb", "xc", "xc", "x", "x"]
    y = ["yab", "yab", "yac", "yac", "y", "y", "y", "yz"]
    release_of(db, "equal anchors", x + y, k=3, m=2, max_cluster_size=20, refine=False)
    assert len(sub_record(db, "equal anchors", 1, "x")) == 8
    assert len(sub_record(db, "equal anchors", 2, "ab")) == 3
    return "equal anchors"


def test_people_like_this_one_are_all_who_hold_it(db: DuckDBPyConnection, equal_anchors: str) -> None:
    """{x, a} is on one anchor, for whoever is {x, a, b}; but two hold it, and the anchor may be the other's."""
    (anchor, *_), (piece, *_) = sub_record(db, equal_anchors, 1, "x"), sub_record(db, equal_anchors, 2, "ab")
    store(db, equal_anchors, "one", [(1, anchor, 1, 2, piece, None)])
    known = oracle.Release(db, equal_anchors)
    assert known.risk(known.attacks["one"])[known.record_of[1]] == (True, 1 / 2)
    found = by_key(
        rows(db, "SELECT r.attack, r.record, r.at_risk, r.score, r.evidence FROM setrisk.risk('equal anchors') AS r"), 2
    )
    assert found["one", known.record_of[1]] == (
        True,
        1 / 2,
        "who knows {a, x} of this person finds it in 1 reconstructed records (k = 3); 50 % of the people like this one in "
        "the cluster are rightly among them",
    )
    assert found["one", known.record_of[2]][:2] == (False, 0)


def test_two_are_found_by_two_pieces(db: DuckDBPyConnection, equal_anchors: str) -> None:
    """{a, b} on one anchor finds {x, a} of the one person, {a, c} on another that of the other."""
    one, other, *_ = sub_record(db, equal_anchors, 1, "x")
    pieces = [sub_record(db, equal_anchors, 2, items)[0] for items in ("ab", "ac")]
    store(
        db,
        equal_anchors,
        "two",
        [(1, anchor, 1, 2, piece, None) for anchor, piece in zip((one, other), pieces, strict=True)],
    )
    found = rows(
        db,
        "SELECT e.support, e.found, e.candidates FROM setrisk.exposed_itemsets('equal anchors') AS e "
        "WHERE e.attack = 'two' AND list_sort(e.items) = ['a', 'x']",
    )
    assert found == [(2, 2, 2)]


def test_one_record_is_rightly_one_persons(db: DuckDBPyConnection) -> None:
    """Two hold {p, z}, and z is placed on one of five equal anchors."""
    release_of(db, "one of two", ["pz", "pz", "p", "p", "p"], k=3, m=2, max_cluster_size=20, refine=False)
    setrisk.attack(db, "one of two", placements=1)
    found = rows(
        db,
        "SELECT r.support, r.exposed, r.candidates, r.evidence FROM setrisk.rare_itemset_exposure('one of two') AS r "
        "WHERE r.attack <> 'none'",
    )
    words = "put together in 1 reconstructed records, rightly for 1 of the 2 people who hold it (cluster 1)"
    assert found == [(2, True, 1, words)]
    assert rows(db, "SELECT e.found, e.candidates FROM setrisk.exposed_itemsets('one of two') AS e") == [(1, 1)]
    assert rows(
        db,
        "SELECT r.score, count(*) FROM setrisk.risk('one of two') AS r WHERE r.attack <> 'none' GROUP BY ALL ORDER BY ALL",
    ) == [(0, 3), (1 / 2, 2)]


def test_an_attack_that_places_nothing_breaks_nothing(db: DuckDBPyConnection) -> None:
    """No term is held three times: there is no anchor. A row for each attack, run, part and cluster all the same."""
    release_of(db, "no anchors", ["ab", "cd", "ef", "gh"], k=3, m=2, max_cluster_size=20, refine=False)
    setrisk.attack(db, "no anchors")
    found = by_key(rows(db, "FROM setrisk.cluster_evaluation('no anchors', runs := 2)"), 4)
    assert found == {
        (attack, run, part, 1): (0, 0, 0, 0, 0, 0) if part == "record chunks" else (0, 0, 4, 0, 4, 0)
        for attack, run in (("aba self", 1), ("random baseline", 1), ("random baseline", 2))
        for part in PARTS
    }


def test_clusters_that_agree_tell_no_interval(db: DuckDBPyConnection) -> None:
    """7 of 25 in either cluster: 7 / 25 * 25 is not 7 in floating point."""
    release_of(
        db, "agree", [[anchor, f"{anchor}{n}"] for anchor in "pq" for n in range(25)],
        k=3, m=2, max_cluster_size=30, refine=False,
    )  # fmt: skip
    known = oracle.Release(db, "agree")
    assert [len(known.term_chunks[cluster]) for cluster in known.clusters] == [25, 25]
    store(
        db,
        "agree",
        "seven",
        [
            (cluster, anchor, cluster, 0, None, item)
            for cluster in known.clusters
            for anchor, item in enumerate(sorted(known.term_chunks[cluster])[:7], 1)
        ],
    )
    found = rows(
        db,
        "SELECT e.accuracy, e.transaction_breakage, e.km_breakage, e.accuracy_low, e.transaction_low, e.transaction_high, "
        "e.km_low, e.km_high FROM setrisk.reassociation_evaluation('agree', runs := 2) AS e "
        "WHERE e.attack = 'seven' AND e.part = 'both'",
    )
    assert found == [(1, 7 / 25, 7 / 25, None, None, None, None, None)]


# Against the oracle.


def drawn_records(draw: random.Random, n: int, items: int, longest: int, skew: float) -> list[list[str]]:
    weights = [1 / (rank + 1) ** skew for rank in range(items)]
    return [
        [f"i{item:02}" for item in sorted(set(draw.choices(range(items), weights, k=draw.randint(1, longest))))]
        for _ in range(n)
    ]


def drawn_measure(db: DuckDBPyConnection, draw: random.Random, release: str) -> str:
    """Scores of all pairs that attacks on the release compare, with ties and unknown ones."""
    measure = f"drawn for {release}"
    db.execute("INSERT INTO setrisk.measure VALUES (?, 'embedding', 'drawn')", [measure])
    pairs = db.execute(
        "SELECT c.item_a, c.item_b FROM setrisk.compared_terms(?) AS c ORDER BY ALL", [release]
    ).fetchall()
    scores = [None, *(n / 4 for n in range(-3, 5))]
    frame = pd.DataFrame([(measure, *pair, draw.choice(scores)) for pair in pairs], columns=["m", "a", "b", "s"])
    db.register("_drawn", frame)
    db.execute("INSERT INTO setrisk.similarity SELECT d.* FROM _drawn AS d")
    db.unregister("_drawn")
    return measure


def knowing_placements(draw: random.Random, known: Any) -> list[tuple[int, int, int, int, Any, Any]]:
    """An attacker who is often right: each sub-record but those of anchoring chunks on one anchor, terms on up to three."""
    published = [
        (home, chunk, record, None, items)
        for (home, chunk, record), items in known.sub_records.items()
        if home in known.joints or chunk > 1
    ] + [(cluster, 0, None, term, frozenset([term])) for cluster, terms in known.term_chunks.items() for term in terms]
    placed = set()
    for home, chunk, record, term, items in sorted(published, key=repr):
        anchors = sorted(anchor for anchor in known.anchors if anchor[0] in known.joints.get(home, {home}))
        for _ in range(1 if term is None else draw.randint(0, 3)):
            free = [anchor for anchor in anchors if (anchor, home, chunk, items) not in {p[:4] for p in placed}]
            right = [a for a in free if any(items <= known.originals[tid] for tid in known.behind(a))]
            if free:
                anchor = draw.choice(right if right and draw.random() < 0.7 else free)
                placed.add((anchor, home, chunk, items, record, term))
    return sorted(((*anchor, home, chunk, record, term) for anchor, home, chunk, _, record, term in placed), key=repr)


def baseline(db: DuckDBPyConnection, release: str, runs: int) -> dict[int, list[Any]]:
    """What the random attack draws in each run."""
    pieces = {
        piece: oracle.Piece(home, chunk, frozenset(items))
        for piece, home, chunk, items in rows(
            db, f"SELECT p.piece, p.home, p.chunk, p.items FROM setrisk.pieces('{release}') AS p"
        )
    }
    drawn: dict[int, list[Any]] = {run: [] for run in range(1, runs + 1)}
    for run, piece, cluster, anchor in rows(
        db, f"SELECT r.run, r.piece, r.cluster, r.anchor FROM setrisk.random_anchors('{release}', runs := {runs}) AS r"
    ):
        drawn[run].append(oracle.Placement((cluster, anchor), pieces[piece]))
    return drawn


def assert_found(db: DuckDBPyConnection, release: str, known: Any) -> None:
    """Findings and reconstructed records, as they are stored."""
    items = {name: number for number, name in known.names.items()}
    found: dict[str, list[Any]] = defaultdict(list)
    for attack, cluster, anchor, home, chunk, record, names in rows(
        db,
        "SELECT f.attack, f.cluster, f.anchor, f.home, f.chunk, f.record, f.items "
        f"FROM setrisk.reassociation_findings('{release}') AS f",
    ):
        piece = oracle.Piece(home, chunk, frozenset(items[name] for name in names))
        assert (record is None) == (chunk == 0)
        found[attack].append(oracle.Placement((cluster, anchor), piece))
    assert {attack: sorted(of, key=repr) for attack, of in found.items()} == {
        attack: sorted(of, key=repr) for attack, of in known.attacks.items() if of
    }
    shown = rows(
        db, f"SELECT r.attack, r.cluster, r.anchor, r.part, r.item FROM setrisk.reconstructed_records('{release}') AS r"
    )
    assert sorted(shown) == sorted(
        (attack, *anchor, part, known.names[item])
        for attack, placements in {**known.attacks, "none": []}.items()
        for anchor, parts in known.reconstructed(placements).items()
        for part, of in parts.items()
        for item in of
    )


def assert_evaluated(db: DuckDBPyConnection, release: str, known: Any, runs: int) -> None:
    placements = {(attack, 1): of for attack, of in known.attacks.items()} | {
        ("random baseline", run): of for run, of in baseline(db, release, runs).items()
    }
    expected = {
        (*attack, part, cluster): tuple(scores)
        for attack, of in placements.items()
        for (part, cluster), scores in known.evaluation(of).items()
    }
    assert by_key(rows(db, f"FROM setrisk.cluster_evaluation('{release}', runs := {runs})"), 4) == expected


def assert_exposed(db: DuckDBPyConnection, release: str, known: Any) -> None:
    items = {name: number for number, name in known.names.items()}

    def numbered(keyed: dict[Any, Any]) -> dict[Any, Any]:
        return {(*key[:-1], frozenset(items[name] for name in key[-1])): value for key, value in keyed.items()}

    hidden = rows(db, f"SELECT h.cluster, h.items, h.support, h.part FROM setrisk.hidden_itemsets('{release}') AS h")
    assert numbered(by_key(hidden, 2)) == known.hidden
    exposed = {attack: known.exposed_itemsets(of) for attack, of in {**known.attacks, "none": []}.items()}
    found = rows(
        db,
        f"SELECT e.attack, e.cluster, e.items, e.support, e.found, e.candidates FROM setrisk.exposed_itemsets('{release}') AS e",
    )
    assert numbered(by_key(found, 3)) == {
        (attack, *key): value for attack, of in exposed.items() for key, value in of.items()
    }

    rare = {}
    for attack, of in exposed.items():
        for itemset, holders in known.rare_itemsets().items():
            where = {cluster: value for (cluster, items_of), value in of.items() if items_of == itemset}
            candidates = next((value[2] for value in where.values()), None)
            evidence = (
                f"put together in {candidates} reconstructed records, rightly for {sum(v[1] for v in where.values())} of the "
                f"{len(holders)} people who hold it (cluster {min(where)})"
                if where
                else "hidden"
            )
            rare[attack, itemset] = (len(holders), True, bool(where), candidates, evidence)
    found = rows(
        db,
        "SELECT r.attack, r.items, r.support, r.hidden, r.exposed, r.candidates, r.evidence "
        f"FROM setrisk.rare_itemset_exposure('{release}') AS r",
    )
    assert numbered(by_key(found, 2)) == rare


def assert_at_risk(db: DuckDBPyConnection, release: str, known: Any) -> None:
    found = by_key(rows(db, f"SELECT r.attack, r.record, r.at_risk, r.score FROM setrisk.risk('{release}') AS r"), 2)
    expected = {
        (attack, record): value
        for attack, of in {**known.attacks, "none": []}.items()
        for record, value in known.risk(of).items()
    }
    assert found.keys() == expected.keys()
    assert {key for key, (at_risk, _) in found.items() if at_risk} == {
        key for key, (at_risk, _) in expected.items() if at_risk
    }
    assert {key: score for key, (_, score) in found.items()} == pytest.approx(
        {key: score for key, (_, score) in expected.items()}
    )
    assert all(value == (False, 0) for (attack, _), value in found.items() if attack == "none")


# Small: k of 2 or 3. Dense: few items, so that equal anchors have more than one holder of what is hidden. Wide: with joints.
CASES = [*(("small", seed) for seed in range(16)), *(("dense", seed) for seed in (101, 124, 136, 137)), *(("wide", seed) for seed in range(2))]  # fmt: skip


@pytest.mark.parametrize(("kind", "seed"), CASES)
def test_random_releases_against_the_oracle(db: DuckDBPyConnection, kind: str, seed: int) -> None:
    draw = random.Random(seed)
    if kind == "small":
        n, items, longest, skew = (
            draw.randint(12, 60),
            draw.randint(5, 12),
            draw.randint(2, 6),
            draw.choice([0, 0.7, 1.2]),
        )
        given = {"k": draw.randint(2, 3), "m": draw.randint(2, 3), "max_cluster_size": draw.randint(6, 12)}
    elif kind == "dense":
        n, items, longest, skew = (
            draw.randint(30, 60),
            draw.randint(5, 8),
            draw.randint(4, 6),
            draw.choice([0, 0.4, 0.8]),
        )
        given = {"k": 4, "m": draw.randint(2, 3), "max_cluster_size": draw.randint(14, 30)}
    else:
        n, items, longest, skew = 200, draw.choice([30, 40]), draw.randint(4, 6), 1.1
        given = {"k": 4, "m": 2, "max_cluster_size": 16}
    release = f"{kind} {seed}"
    release_of(db, release, drawn_records(draw, n, items, longest, skew), **given)
    measures = ["self", drawn_measure(db, draw, release)]
    if kind == "wide":
        assert oracle.Release(db, release).joints
        methods: Sequence[str] = METHODS
    else:
        methods = (METHODS[seed % 5], METHODS[(seed + 2) % 5])
    for place, method in enumerate(methods):
        setrisk.attack(db, release, method=method, measure=measures[place % 2])
    known = oracle.Release(db, release)
    for number in range(2):
        store(db, release, f"knowing {number}", knowing_placements(draw, known))
    known = oracle.Release(db, release)
    assert_found(db, release, known)
    assert_evaluated(db, release, known, runs=2)
    assert_exposed(db, release, known)
    assert_at_risk(db, release, known)
