"""Random reconstructions (SANONY Definition 4), and the query errors in them (SANONY 4.4, formula 21)."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import md5
from itertools import combinations
from math import comb, floor, sqrt
from typing import Any

import duckdb
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk

# By cluster of a release: the non-sensitive items of its records, and its copies of sensitive items; and the global
# bag. The clusters have 4, 2 and 6 of 12 records, and so 1, 0.5 and 1.5 of the 3 copies of s in the bag, and 2/3, 1/3
# and 1 of the 2 copies of u: rounded half up, and no more than a copy a record.
CLUSTERS = [(["a b", "a", "b", ""], "s s s s t"), (["a", "a c"], "s"), (["b c", "a", "", "c", "a b", "b"], "t t")]
BAG = "s s s u u"
# The share of each sensitive item in each cluster, where it has any.
SHARES = {
    (1, "s"): 1.0, (1, "t"): 1 / 4, (1, "u"): 1 / 4,
    (2, "s"): 1.0,
    (3, "s"): 2 / 6, (3, "t"): 2 / 6, (3, "u"): 1 / 6,
}  # fmt: skip
BANDS = {"low": (1, 10), "medium": (20, 40), "high": (70, 200)}
EDGES = (1, 10, 11, 19, 20, 40, 41, 69, 70, 200, 201)

# SANONY Table 1a, and the clusters of Table 4a.
PEOPLE = {
    "T1": "theft arson fraud HIV",
    "T2": "theft arson cancer",
    "T3": "vandal arson",
    "T4": "abuse arson cancer",
    "T5": "DUI assault HIV herpes",
    "T6": "DUI assault",
}

Pair = tuple[str, str]


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DuckDBPyConnection]:
    """A database that tests leave as it is, with the series `written`, `table 4`, `edges`, and one by each method."""
    con = setrisk.connect(tmp_path_factory.mktemp("queries") / "db.duckdb")
    write(con, "other", 1, [(each, "s") for each, _ in CLUSTERS], "t t t")
    write(con, "written", 2, CLUSTERS, BAG)
    load_table_4(con)
    load_edges(con)
    load_people(con)
    yield con
    con.close()


def write(
    con: DuckDBPyConnection, release: str, position: int, clusters: Sequence[tuple[Sequence[str], str]], bag: str
) -> None:
    """Publish a release of the series `written` as it is, with records from 1 on; no one here knows whose they are."""
    names = sorted({item for records, held in clusters for items in (*records, held, bag) for item in items.split()})
    numbers = {item: number for number, item in enumerate(names, position)}
    con.execute(
        "INSERT INTO setrisk.release VALUES (?, NULL, 'serial', 'anony', '{\"r_th\": 2}', '2020-01-01', [])", [release]
    )
    con.execute("INSERT INTO setrisk.series VALUES ('written', ?, ?)", [position, release])
    rows: dict[str, list[tuple[Any, ...]]] = {
        "published_item": [(release, number, item) for item, number in numbers.items()],
        "cluster": [(release, cluster, len(records)) for cluster, (records, _) in enumerate(clusters, 1)],
        "sensitive_count": [
            (release, cluster, numbers[item], copies)
            for cluster, held in [(None, bag), *((cluster, held) for cluster, (_, held) in enumerate(clusters, 1))]
            for item, copies in Counter(held.split()).items()
        ],
        "cluster_record": [
            (release, cluster, record, numbers.get(item))
            for record, (cluster, items) in enumerate(placed(clusters), 1)
            for item in items.split() or [""]
        ],
    }
    for table, its_rows in rows.items():
        con.executemany(f"INSERT INTO setrisk.{table} VALUES ({', '.join('?' * len(its_rows[0]))})", its_rows)


def placed(clusters: Sequence[tuple[Sequence[str], str]]) -> list[tuple[int, str]]:
    """Of each record, from 1 on, its cluster and its items."""
    return [(cluster, items) for cluster, (records, _) in enumerate(clusters, 1) for items in records]


def load(con: DuckDBPyConnection, dataset: str, people: dict[str, str]) -> None:
    entries = [(person, item) for person, items in people.items() for item in items.split()]
    setrisk.load(con, dataset, pd.DataFrame(entries, columns=["id", "item"]), format="long")


def load_table_4(con: DuckDBPyConnection) -> None:
    load(con, "table 1", PEOPLE)
    con.execute("CREATE TABLE pairs_of_people AS SELECT 'T' || range + 1 AS id, range // 2 AS cluster FROM range(6)")
    given = {"method": "anony", "r_th": 2, "sensitive": ["HIV", "cancer", "herpes"], "partition": "pairs_of_people"}
    setrisk.protect(con, "table 1", "table 4", seed=1, **given)


def load_edges(con: DuckDBPyConnection) -> None:
    """For each n of EDGES, n people who hold `one n` and `two n`, in the release `edges` a cluster."""
    load(con, "edges", {f"{n}.{number}": f"one-{n} two-{n}" for n in EDGES for number in range(n)})
    con.execute(
        "CREATE TABLE groups AS SELECT i.id, split_part(i.id, '.', 1) AS cluster "
        "FROM setrisk_private.transaction_id AS i WHERE i.dataset = 'edges'"
    )
    sensitive = [f"two-{n}" for n in EDGES]
    setrisk.protect(con, "edges", "edges", method="anony", r_th=1000, sensitive=sensitive, partition="groups", seed=1)


def load_people(con: DuckDBPyConnection) -> None:
    """Two snapshots, and releases of both in the series `anony`, `m-invariance` and `sanony`; the first is by anony."""
    draw = random.Random(1)
    rates = {"a": 0.9, "b": 0.9, "c": 0.4, "d": 0.3, "e": 0.2, "f": 0.1, "s": 0.3, "t": 0.1, "u": 0.03}
    load(con, "people", {f"P{n}": " ".join(i for i, rate in rates.items() if draw.random() < rate) for n in range(240)})
    setrisk.sample_series(con, "people", share=0.4, repeat=0.2, snapshots=2, name="corpus", seed=1)
    clustered = {"r_th": 2, "cluster_size": 6, "seed": 1}
    for series, first, second, given in (
        ("anony", "anony", "anony", clustered),
        ("sanony", "anony", "sanony", clustered),
        ("m-invariance", "m-invariance", "m-invariance", {"m": 2, "seed": 1}),
    ):
        setrisk.protect(con, "corpus 1", f"{series} 1", series=series, method=first, sensitive=["s", "t"], **given)
        mix = {"mix": True} if first != second else {}
        setrisk.protect(con, "corpus 2", f"{series} 2", series=series, method=second, **given, **mix)


def reconstructed(con: DuckDBPyConnection, release: str, runs: int, seed: int = 0) -> list[tuple[int, int, str]]:
    """Run, record and sensitive item."""
    return con.execute(
        "SELECT r.reconstruction, r.record, r.item "
        "FROM setrisk.reconstructions($release, reconstructions := $reconstructions, seed := $seed) AS r "
        "WHERE r.item IN (SELECT n.item FROM setrisk.published_item AS n JOIN setrisk.sensitive_count AS c "
        "USING (release, item_id) WHERE n.release = $release)",
        {"release": release, "reconstructions": runs, "seed": seed},
    ).fetchall()


def errors(
    con: DuckDBPyConnection, series: str, release: str, **given: int
) -> dict[Pair, tuple[str, int, float, float]]:
    """By pair: band, support, published and error."""
    names = "".join(f", {name} := ?" for name in given)
    rows = con.execute(
        "SELECT e.item_a, e.item_b, e.band, e.support, e.published, e.error "
        f"FROM setrisk_internal.query_errors(?, ?{names}) AS e",
        [series, release, *given.values()],
    ).fetchall()
    found = {(a, b): (*which, round(published, 9), round(error, 9)) for a, b, *which, published, error in rows}
    assert len(found) == len(rows)
    return found


def relative_error(original: float, published: float) -> float:
    """Formula 21."""
    return abs(original - published) / ((original + published) / 2)


def supports(transactions: Sequence[set[str]]) -> Counter[Pair]:
    """In how many transactions each pair stands."""
    return Counter(pair for items in transactions for pair in combinations(sorted(items), 2))


def test_a_term_falls_only_where_it_may_and_always_where_it_must(db: DuckDBPyConnection) -> None:
    runs = 300
    drawn = reconstructed(db, "written", runs)
    assert len(set(drawn)) == len(drawn)
    assert {run for run, _, _ in drawn} == set(range(1, runs + 1))
    home = {record: cluster for record, (cluster, _) in enumerate(placed(CLUSTERS), 1)}
    found = Counter((record, item) for _, record, item in drawn)
    # Non-sensitive items are drawn for no one, and each record can get what its cluster holds, the empty ones too.
    assert found.keys() == {(record, item) for record in home for cluster, item in SHARES if cluster == home[record]}
    for (record, item), times in found.items():
        assert (times == runs) == (SHARES[home[record], item] == 1)


def test_each_record_gets_a_term_as_often_as_its_cluster_holds_it(db: DuckDBPyConnection) -> None:
    runs = 2000
    drawn = reconstructed(db, "written", runs)
    found = Counter((record, item) for _, record, item in drawn)
    for record, (cluster, _) in enumerate(placed(CLUSTERS), 1):
        for item in "stu":
            share = SHARES.get((cluster, item), 0)
            assert abs(found[record, item] - runs * share) <= 4 * sqrt(runs * share * (1 - share))


def test_each_record_gets_each_term_by_itself(db: DuckDBPyConnection) -> None:
    """Definition 4 draws for each transaction: a cluster may get more copies than it holds, or fewer."""
    runs = 2000
    drawn = reconstructed(db, "written", runs)
    home = {record: cluster for record, (cluster, _) in enumerate(placed(CLUSTERS), 1)}
    by_run: dict[int, set[tuple[int, str]]] = {run: set() for run in range(1, runs + 1)}
    for run, *what in drawn:
        by_run[run].add(tuple(what))
    each = sorted({what for held in by_run.values() for what in held})
    together = Counter(pair for held in by_run.values() for pair in combinations(sorted(held), 2))
    for one, other in combinations(each, 2):
        share = SHARES[home[one[0]], one[1]] * SHARES[home[other[0]], other[1]]
        assert abs(together[one, other] - runs * share) <= 4.5 * sqrt(runs * share * (1 - share))
    of_t = Counter(sum(home[record] == 3 and item == "t" for record, item in held) for held in by_run.values())
    for copies in range(7):
        share = comb(6, copies) * (1 / 3) ** copies * (2 / 3) ** (6 - copies)
        assert abs(of_t[copies] - runs * share) <= 4 * sqrt(runs * share * (1 - share))


def test_runs_repeat_by_seed_however_many_are_asked_for(db: DuckDBPyConnection) -> None:
    ten = reconstructed(db, "written", 10, seed=3)
    assert sorted(reconstructed(db, "written", 10, seed=3)) == sorted(ten)
    assert sorted(reconstructed(db, "written", 4, seed=3)) == sorted(row for row in ten if row[0] <= 4)
    runs = [{row[1:] for row in ten if row[0] == run} for run in range(1, 11)]
    assert len({frozenset(run) for run in runs}) == 10
    assert sorted(reconstructed(db, "written", 10, seed=4)) != sorted(ten)
    assert errors(db, "table 4", "table 4", seed=3) == errors(db, "table 4", "table 4", seed=3)
    assert errors(db, "table 4", "table 4", seed=3) != errors(db, "table 4", "table 4", seed=4)


@pytest.mark.parametrize("release", ["anony 2", "sanony 2", "m-invariance 2"])
def test_shares_are_those_of_what_is_published(db: DuckDBPyConnection, release: str) -> None:
    """Formula 3: the copies of the cluster, and its part of the global bag, rounded half up."""
    runs = 500
    copies = Counter()
    for cluster, item, n in db.execute(
        "SELECT coalesce(t.cluster, 0), i.item, t.copies FROM setrisk.sensitive_count AS t "
        "JOIN setrisk.published_item AS i USING (release, item_id) WHERE t.release = ?",
        [release],
    ).fetchall():
        copies[cluster, item] += n
    homes = db.execute(
        "SELECT DISTINCT r.record, r.cluster FROM setrisk.cluster_record AS r WHERE r.release = ?", [release]
    ).fetchall()
    sizes = Counter(cluster for _, cluster in homes)
    found = Counter((record, item) for _, record, item in reconstructed(db, release, runs))
    assert {item for _, item in found} == {"s", "t"}
    for record, cluster in homes:
        for item in "st":
            in_bag = floor(sizes[cluster] * copies[0, item] / len(homes) + 1 / 2)
            share = min(1, (copies[cluster, item] + in_bag) / sizes[cluster])
            assert abs(found[record, item] - runs * share) <= 4.5 * sqrt(runs * share * (1 - share))


@pytest.mark.parametrize("release", ["anony 2", "sanony 2", "m-invariance 1", "m-invariance 2", "table 4"])
def test_errors_are_those_of_the_formula(db: DuckDBPyConnection, release: str) -> None:
    runs, seed = 7, 5
    series = release if release == "table 4" else release[:-2]
    originals: dict[int, set[str]] = {}
    for tid, item in db.execute(
        "SELECT t.tid, i.item FROM setrisk.release AS r JOIN setrisk_private.transaction_item AS t USING (dataset) "
        "JOIN setrisk_private.item AS i USING (item_id) WHERE r.release = ?",
        [release],
    ).fetchall():
        originals.setdefault(tid, set()).add(item)
    shown: dict[int, set[str]] = {}
    for record, item in db.execute(
        "SELECT r.record, i.item FROM setrisk.cluster_record AS r "
        "LEFT JOIN setrisk.published_item AS i USING (release, item_id) WHERE r.release = ?",
        [release],
    ).fetchall():
        shown.setdefault(record, set()).update([item] if item else [])
    reconstructions = [{record: set(items) for record, items in shown.items()} for _ in range(runs)]
    for run, record, item in reconstructed(db, release, runs, seed):
        reconstructions[run - 1][record].add(item)
    original = supports(list(originals.values()))
    published = [supports(list(each.values())) for each in reconstructions]
    expected = {
        pair: (
            band,
            support,
            pytest.approx(sum(each[pair] for each in published) / runs),
            pytest.approx(sum(relative_error(support, each[pair]) for each in published) / runs),
        )
        for pair, support in original.items()
        for band, (least, most) in BANDS.items()
        if least <= support <= most
    }
    assert errors(db, series, release, reconstructions=runs, pairs=1000, seed=seed) == expected
    assert all(0 <= error <= 2 for *_, error in errors(db, series, release).values())
    for queries in (1, 3):
        drawn = {
            pair
            for band in BANDS
            for pair in sorted(
                (pair for pair in expected if expected[pair][0] == band),
                key=lambda pair: md5(f"{seed}/{pair[0]}/{pair[1]}".encode()).hexdigest(),
            )[:queries]
        }
        assert errors(db, series, release, reconstructions=runs, pairs=queries, seed=seed) == {
            pair: expected[pair] for pair in drawn
        }


def test_what_the_series_hold(db: DuckDBPyConnection) -> None:
    """So that the others are about all that can happen."""
    bands = Counter(band for band, *_ in errors(db, "sanony", "sanony 2", pairs=1000).values())
    assert min(bands[band] for band in BANDS) > 0
    assert bands["low"] > 10
    ((counterfeits,),) = db.execute("SELECT p.counterfeits FROM setrisk.perturbation_rate('sanony 2') AS p").fetchall()
    ((suppressed,),) = db.execute(
        "SELECT p.suppressed FROM setrisk.perturbation_rate('m-invariance 1') AS p"
    ).fetchall()
    assert min(counterfeits, suppressed) > 0
    assert db.execute(
        "SELECT count(*) > 0 FROM setrisk.sensitive_count AS t WHERE t.cluster IS NULL AND t.release = 'sanony 2'"
    ).fetchall() == [(True,)]


def test_so_many_pairs_of_each_band_are_drawn_by_seed(db: DuckDBPyConnection) -> None:
    every = errors(db, "anony", "anony 2", pairs=1000)
    drawn = [errors(db, "anony", "anony 2", pairs=2, seed=seed).keys() for seed in range(12)]
    sizes = Counter(band for band, *_ in every.values())
    for pairs in drawn:
        assert pairs <= every.keys()
        assert Counter(every[pair][0] for pair in pairs) == {band: min(2, n) for band, n in sizes.items()}
    assert len({pair for pairs in drawn for pair in pairs if every[pair][0] == "low"}) > 10


def test_a_release_that_loses_nothing_has_no_error_in_any_band(db: DuckDBPyConnection) -> None:
    """All records of each cluster hold the one sensitive item of it; what is between the bands is asked by no one."""
    assert errors(db, "edges", "edges", pairs=1000) == {
        (f"one-{n}", f"two-{n}"): (band, n, n, 0)
        for n in EDGES
        for band, (least, most) in BANDS.items()
        if least <= n <= most
    }


def test_pairs_without_private_terms_keep_their_support(db: DuckDBPyConnection) -> None:
    for series, release in (("table 4", "table 4"), ("anony", "anony 2")):
        sensitive = {"HIV", "cancer", "herpes", "s", "t"}
        shown = {pair: row for pair, row in errors(db, series, release, pairs=1000).items() if not sensitive & {*pair}}
        assert shown
        assert all((published, error) == (support, 0) for _, support, published, error in shown.values())


@pytest.mark.parametrize(
    ("pair", "support", "places", "share"),
    [
        (("HIV", "theft"), 1, 2, 1 / 2),  # in T1 and T2
        (("arson", "cancer"), 2, 4, 1 / 2),  # in T1 to T4
        (("DUI", "HIV"), 1, 2, 1 / 2),  # in T5 and T6
        (("HIV", "fraud"), 1, 1, 1 / 2),  # in T1
        (("HIV", "herpes"), 1, 0, 0),  # herpes is in the global bag, and of too few for any cluster
        (("assault", "herpes"), 1, 0, 0),
    ],
)
def test_table_4_by_hand(db: DuckDBPyConnection, pair: Pair, support: int, places: int, share: float) -> None:
    """The term falls on each record that shows the other item with its share: supports are binomial."""
    chances = [comb(places, n) * share**n * (1 - share) ** (places - n) for n in range(places + 1)]
    mean = sum(relative_error(support, n) * chance for n, chance in enumerate(chances))
    _, found, published, error = errors(db, "table 4", "table 4", reconstructions=3000, pairs=1000)[
        min(pair, pair[::-1])
    ]
    assert found == support
    assert published == pytest.approx(places * share, abs=0.08)
    assert error == pytest.approx(mean, abs=0.08)
    if not places:
        assert (published, error) == (0, 2)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (".reconstructions('nothing')", "there is no release nothing"),
        (".reconstructions('anony 2', reconstructions := 0)", "reconstructions is 0; it must be from 1 to 10,000"),
        ("_internal.query_errors('nothing', 'anony 2')", "there is no series nothing"),
        (
            "_internal.query_errors('anony', 'nothing')",
            "no release nothing|the series anony has no release nothing",
        ),
        ("_internal.query_errors('anony', 'sanony 2')", "the series anony has no release sanony 2"),
        ("_internal.query_errors('written', 'written')", "no release written was made in this database"),
        (
            "_internal.query_errors('anony', 'anony 2', reconstructions := 0)",
            "reconstructions is 0; it must be from 1 to 10,000",
        ),
        (".reconstructions(NULL)", "there is no release NULL"),
        (".reconstructions('anony 2', seed := NULL)", "seed is NULL; it must be at least 0"),
        ("_internal.query_errors('anony', 'anony 2', seed := NULL)", "seed is NULL; it must be at least 0"),
        ("_internal.query_errors('anony', 'anony 2', pairs := 0)", "pairs is 0; it must be at least 1"),
        (
            "_internal.query_errors('anony', 'anony 2', pairs := NULL)",
            "pairs is NULL; it must be at least 1",
        ),
        (".may_publish('anony', NULL)", "the series anony has no release NULL"),
        (
            ".may_publish('anony', 'anony 1')",
            "the release anony 1 is not the last of the series anony, which is anony 2",
        ),
        ("_internal.remedies('anony', NULL)", "the series anony has no release NULL"),
    ],
)
def test_names_that_are_not_known(db: DuckDBPyConnection, asked: str, message: str) -> None:
    with pytest.raises(duckdb.Error, match=message):
        db.execute(f"FROM setrisk{asked}").fetchall()
