"""The attribute linkage attack: a literal comparison of all pairs, and real data. tests/fixtures has the tables."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import duckdb
import pytest
from duckdb import DuckDBPyConnection
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import setrisk

# A histogram of item numbers; and rows as queries return them, with names.
Histogram = Mapping[tuple[int, ...], int]
Rows = Counter[tuple[Any, ...]]

RELATIONS = ("maximal_itemsets", "boundary_itemsets", "leakages")
EVERY_RELATION = (*RELATIONS, "minimal_leakages")


def published(
    con: DuckDBPyConnection, release: str, rows: Iterable[tuple[tuple[int, ...], int]], names: Mapping[int, str]
) -> None:
    """A release with these rows, in place of the one of that name."""
    for table in ("release", "histogram", "published_item"):
        con.execute(f"DELETE FROM setrisk.{table} AS t WHERE t.release = ?", [release])
    con.execute(
        "INSERT INTO setrisk.release VALUES (?, NULL, 'histogram', 'identity', '{}', now(), ['unprotected'])", [release]
    )
    con.execute(
        "INSERT INTO setrisk.histogram SELECT $release, r.row.itemset, r.row.occurrences FROM (SELECT "
        "unnest(CAST($rows AS STRUCT(itemset INTEGER[], occurrences BIGINT)[])) AS row) AS r",
        {"release": release, "rows": [{"itemset": list(s), "occurrences": n} for s, n in rows]},
    )
    con.execute(
        "INSERT INTO setrisk.published_item SELECT $release, unnest($numbers), unnest($names)",
        {"release": release, "numbers": list(names), "names": list(names.values())},
    )


def found(con: DuckDBPyConnection, relation: str, release: str) -> Rows:
    rows = con.execute(f"FROM setrisk.{relation}(?)", [release]).fetchall()
    return Counter(tuple(tuple(v) if isinstance(v, list) else v for v in row) for row in rows)


def literal(histogram: Histogram, names: Mapping[int, str]) -> tuple[Rows, Rows, Rows]:
    """Maximal and boundary itemsets (Definitions 2, 1) and leakages (the candidate set of 4.2), each pair compared."""
    sets = {frozenset(itemset): n for itemset, n in histogram.items()}
    maximal, boundaries, leakages = Counter(), Counter(), Counter()
    for itemset, n in sets.items():
        if any(itemset < other for other in sets):
            continue
        spelled = tuple(names[item] for item in sorted(itemset))
        maximal[spelled, n] += 1
        for item in itemset if len(itemset) > 1 else ():
            known = itemset - {item}
            candidates = [other for other in sets if known <= other]
            row = (spelled, tuple(names[each] for each in sorted(known)), names[item])
            boundaries[row] += 1
            leakages[*row, len(candidates), n / sum(sets[other] for other in candidates)] += 1
    return maximal, boundaries, leakages


SHOP = {1: "beer", 2: "toothpaste", 3: "scissor", 4: "hanger"}


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [((), 5)],
        [((), 5), ((2,), 3)],
        [((1,), 4), ((2,), 3)],
        [((1, 3), 1)],
        [((1, 3), 2), ((1, 4), 1), ((3,), 7), ((2, 3, 4), 1)],
    ],
    ids=["nothing", "the empty itemset", "a single item beside it", "single items", "a pair", "pairs that overlap"],
)
def test_small_histograms(con, rows):
    published(con, "r", rows, SHOP)
    expected = literal({itemset: n for itemset, n in rows if itemset}, SHOP)
    assert tuple(found(con, relation, "r") for relation in RELATIONS) == expected


def test_an_itemset_with_two_rows_is_one_itemset_that_occurs_as_often_as_both(con):
    """The steps as printed may publish a boundary itemset twice."""
    published(con, "r", [((1, 2), 3), ((1, 2), 4), ((1,), 1), ((1,), 2)], SHOP)
    assert found(con, "maximal_itemsets", "r") == Counter({(("beer", "toothpaste"), 7): 1})
    assert found(con, "leakages", "r") == Counter(
        {
            (("beer", "toothpaste"), ("beer",), "toothpaste", 2, 0.7): 1,
            (("beer", "toothpaste"), ("toothpaste",), "beer", 1, 1.0): 1,
        }
    )


@pytest.mark.parametrize("relation", EVERY_RELATION)
@pytest.mark.parametrize(
    "query", ["FROM setrisk.{}", "SELECT count(*) FROM setrisk.{}", "SELECT EXISTS (FROM setrisk.{})"]
)
def test_no_answer_for_a_name_that_is_not_known_or_of_another_family(con, example, relation, query):
    for name in ("'nope'", "NULL"):
        with pytest.raises(duckdb.Error, match=f"no release {name.strip(chr(39))}"):
            con.execute(query.format(f"{relation}({name})")).fetchall()
    with pytest.raises(duckdb.Error, match="of the family generalisation, not of histogram"):
        con.execute(query.format(f"{relation}('{example}')")).fetchall()


# Attackers who know fewer items.


def minimal_leakages(sets: Mapping[tuple[int, ...], int], m: int) -> set[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Each itemset of up to m items, compared with all published itemsets."""
    held = {frozenset(itemset): n for itemset, n in sets.items()}
    telling: dict[frozenset[int], frozenset[int]] = {}
    for size in range(1, m + 1):
        for known in combinations(sorted(set().union(*held)), size):
            owners = [itemset for itemset in held if itemset >= set(known)]
            if len(owners) == 1 and not any(smaller < set(known) for smaller in telling):
                telling[frozenset(known)] = owners[0]
    return {
        (tuple(sorted(known)), tuple(sorted(owner)), held[owner]) for known, owner in telling.items() if known != owner
    }


def test_one_or_two_items_that_only_one_itemset_holds_reveal_the_others(con):
    """Of Table 1 (b): a hanger with beer or toothpaste tells who has all four; a hanger with scissor does not."""
    table = [((1, 2, 3, 4), 23), ((1, 2), 2), ((1, 2, 3), 8), ((3, 4), 5), ((2,), 2)]
    published(con, "r", table, SHOP)
    everything = tuple(SHOP.values())
    assert found(con, "minimal_leakages", "r") == Counter(
        [
            (("beer", "hanger"), everything, ("toothpaste", "scissor"), 23),
            (("toothpaste", "hanger"), everything, ("beer", "scissor"), 23),
        ]
    )
    # An item of one itemset alone tells, unless there is nothing else to learn.
    published(con, "r", [((1,), 2), ((2, 3), 3), ((3, 4), 4)], SHOP)
    assert found(con, "minimal_leakages", "r") == Counter(
        [
            (("toothpaste",), ("toothpaste", "scissor"), ("scissor",), 3),
            (("hanger",), ("scissor", "hanger"), ("scissor",), 4),
        ]
    )
    with pytest.raises(duckdb.Error, match="m is 0; it must be at least 1"):
        con.execute("FROM setrisk.minimal_leakages('r', m := 0)").fetchall()


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(
    histogram=st.dictionaries(
        st.frozensets(st.integers(1, 7), min_size=1, max_size=5).map(lambda items: tuple(sorted(items))),
        st.integers(1, 9),
        min_size=1,
        max_size=9,
    ),
    m=st.integers(1, 4),
)
def test_minimal_leakages_are_those_of_all_itemsets_compared(con, histogram, m):
    names = {item: f"item {item}" for item in range(1, 8)}
    published(con, "r", histogram.items(), names)
    rows = con.execute("FROM setrisk.minimal_leakages('r', m := ?)", [m]).fetchall()
    expected = {
        (
            tuple(names[item] for item in known),
            tuple(names[item] for item in owner),
            tuple(names[item] for item in owner if item not in known),
            n,
        )
        for known, owner, n in minimal_leakages(histogram, m)
    }
    assert sorted((tuple(known), tuple(items), tuple(leaked), n) for known, items, leaked, n in rows) == sorted(
        expected
    )


# Against all pairs.


@st.composite
def histograms(draw: st.DrawFn, most: int = 25) -> dict[tuple[int, ...], int]:
    """Itemsets that are near each other, over few items or so many that they share bits of signatures."""
    n_items = draw(st.sampled_from([3, 5, 9, 70, 150]))
    # Items a signature's length apart, where there are so many.
    pool = sorted({start + step for start in range(1, 5) for step in (0, 62, 63, 64, 126) if start + step <= n_items})
    items = st.sampled_from(pool)
    itemsets = draw(st.lists(st.frozensets(items, min_size=1, max_size=8), min_size=1, max_size=most // 2))
    for base, change in draw(
        st.lists(st.tuples(st.integers(0, 99), st.frozensets(items, max_size=2)), max_size=most // 2)
    ):
        itemsets.append(itemsets[base % len(itemsets)] ^ change)
    if n_items > 9 and draw(st.booleans()):  # so that the items of the pool have ranks as far apart as their numbers
        itemsets += [frozenset(pair) for pair in pairwise(range(1, n_items + 1))]
    counts = st.integers(1, 30)
    return {tuple(sorted(itemset)): draw(counts) for itemset in itemsets if itemset}


def test_the_rows_are_those_of_all_pairs_compared(con):
    """Of two releases that number the items differently, each without the other's."""
    forwards = {item: f"item {item}" for item in range(1, 151)}
    backwards = {item: f"item {151 - item}" for item in range(1, 151)}

    @example({(1,): 1}, {(1, 2): 1})
    @example({(1, 64): 2, (1, 127): 3, (64, 127): 4}, {(1, 2, 3): 1, (1, 64, 127): 1, (1, 2): 9})
    @settings(max_examples=12, suppress_health_check=list(HealthCheck))
    @given(histograms(), histograms())
    def check(one: Histogram, two: Histogram) -> None:
        published(con, "one", one.items(), forwards)
        published(con, "two", two.items(), backwards)
        for release, histogram, names in (("one", one, forwards), ("two", two, backwards)):
            expected = literal(histogram, names)
            assert tuple(found(con, relation, release) for relation in RELATIONS) == expected

    check()


@pytest.mark.parametrize(
    ("n_items", "least", "most", "n"),
    [(11, 1, 9, 1000), (12, 5, 7, 900), (80, 1, 3, 900), (300, 2, 40, 500)],
    ids=["most are subsets of the largest", "few are", "small ones of many items", "full signatures"],
)
def test_hundreds_of_itemsets_are_those_of_all_pairs_compared(con, n_items, least, most, n):
    draw = random.Random(n_items)
    often = [1 / rank for rank in range(1, n_items + 1)]
    histogram: dict[tuple[int, ...], int] = {}
    while len(histogram) < n:
        size = draw.randint(least, most)
        itemset = (
            set(draw.choices(range(1, n_items + 1), often, k=size))
            if n_items > 12
            else set(draw.sample(range(1, n_items + 1), size))
        )
        for each in (itemset, itemset - {draw.choice(sorted(itemset))}):
            if each:
                histogram[tuple(sorted(each))] = draw.randint(1, 50)
    names = {item: f"item {item}" for item in range(1, n_items + 1)}
    published(con, "r", histogram.items(), names)
    expected = literal(histogram, names)
    assert tuple(found(con, relation, "r") for relation in RELATIONS) == expected


# Real data, published as they are.


def as_they_are(con: DuckDBPyConnection, source: Path, **how: Any) -> None:
    """A release `r` of the histogram of a source."""
    setrisk.load(con, "d", source, **how)
    con.execute("INSERT INTO setrisk.release VALUES ('r', 'd', 'histogram', 'identity', '{}', now(), ['unprotected'])")
    con.execute(
        "INSERT INTO setrisk.histogram SELECT 'r', h.itemset, h.occurrences FROM setrisk.itemset_histogram('d') AS h"
    )
    con.execute(
        "INSERT INTO setrisk.published_item SELECT 'r', i.item_id, i.item FROM setrisk_private.item AS i SEMI JOIN "
        "(SELECT t.item_id FROM setrisk_private.transaction_item AS t WHERE t.dataset = 'd') AS t USING (item_id)"
    )


@pytest.mark.parametrize(
    ("path", "how", "records", "itemsets", "n_items", "occurrences", "leaking"),
    [
        ("msnbc/msnbc990928.seq.gz", {"format": "fimi", "skip": 7, "comment": "%"}, 989_818, 10_476, 17, 13, 14),
        ("nltcs/*.data", {"format": "matrix"}, 17_721, 3_151, 16, 660, 2),
    ],
    ids=["MSNBC", "NLTCS"],
)  # fmt: skip
def test_the_only_maximal_itemset_of_the_papers_data_leaks(
    con, data, path, how, records, itemsets, n_items, occurrences, leaking
):
    """APL 4.3: records, the number of items of the only maximal itemset, and that it has APLs."""
    as_they_are(con, data / path, **how)
    counted = con.execute("SELECT sum(h.occurrences), count(*) FROM setrisk.histogram AS h").fetchall()
    assert counted == [(records, itemsets)]
    maximal = con.execute("SELECT len(m.items), m.occurrences FROM setrisk.maximal_itemsets('r') AS m").fetchall()
    assert maximal == [(n_items, occurrences)]
    leakages = con.execute("SELECT l.supersets, l.confidence FROM setrisk.leakages('r') AS l").fetchall()
    assert len(leakages) == n_items
    assert sum(supersets == 1 for supersets, _ in leakages) == leaking
    assert all((supersets == 1) == (confidence == 1) for supersets, confidence in leakages)


@pytest.mark.parametrize(
    ("path", "how", "n_itemsets", "n_maximal", "n_leakages"),
    [
        ("foursquare-bangkok/location_bangkok.csv", {"format": "matrix", "exclude": ["column0"]},
         5_010, 5_010, 269_047),
        ("retail/retail.dat", {"format": "fimi"}, 83_490, 74_333, 873_544),
    ],
    ids=["Bangkok", "retail"],
)  # fmt: skip
def test_samples_of_large_histograms_are_as_counted(con, data, path, how, n_itemsets, n_maximal, n_leakages):
    """200 itemsets, and all boundary itemsets of the maximal ones, against the transactions that hold each item."""
    as_they_are(con, data / path, **how)
    con.execute("CREATE TEMP TABLE found AS FROM setrisk.leakages('r')")
    con.execute("CREATE TEMP TABLE maximal AS FROM setrisk.maximal_itemsets('r')")
    names = dict(con.execute("SELECT p.item_id, p.item FROM setrisk.published_item AS p").fetchall())
    rows = con.execute("SELECT h.itemset, h.occurrences FROM setrisk.histogram AS h ORDER BY ALL").fetchall()
    assert len(rows) == n_itemsets
    assert con.execute("SELECT count(*) FROM maximal").fetchall() == [(n_maximal,)]
    assert con.execute("SELECT count(*) FROM found").fetchall() == [(n_leakages,)]
    holders: dict[int, set[int]] = {}
    for number, (itemset, _) in enumerate(rows):
        for item in itemset:
            holders.setdefault(item, set()).add(number)

    def holding(itemset: Iterable[int]) -> set[int]:
        return set.intersection(*sorted((holders[item] for item in itemset), key=len))

    expected_maximal, expected = Counter(), Counter()
    sample = random.Random(0).sample(rows, 200)
    for itemset, n in sample:
        spelled = tuple(names[item] for item in itemset)
        if len(holding(itemset)) > 1:
            continue
        expected_maximal[spelled, n] += 1
        for item in itemset if len(itemset) > 1 else ():
            known = [each for each in itemset if each != item]
            numbers = holding(known)
            confidence = n / sum(rows[number][1] for number in numbers)
            expected[spelled, tuple(names[each] for each in known), names[item], len(numbers), confidence] += 1
    asked = {"sample": [[names[item] for item in itemset] for itemset, _ in sample]}
    assert n_maximal == n_itemsets or 100 < len(expected_maximal) < 200
    for table, counted in (("maximal", expected_maximal), ("found", expected)):
        query = f"SELECT f.* FROM {table} AS f WHERE f.items IN (SELECT unnest($sample))"
        answer = con.execute(query, asked).fetchall()
        assert Counter(tuple(tuple(v) if isinstance(v, list) else v for v in row) for row in answer) == counted
