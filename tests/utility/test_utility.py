"""Counting queries on random reconstructions, one scale for the releases of all families."""

import math
import random
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import duckdb
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput, UnknownRelease

# Pairs from 1 to 27 times: the thirds of the logarithmic scale part at 3 and 9.
BASKETS = [
    *[["bread", "milk"]] * 17,
    *[["bread", "milk", "tea"]] * 7,
    *[["bread", "milk", "tea", "jam"]] * 3,
    *[["beer", "crisps"]] * 9,
    *[["beer", "crisps", "dip"]] * 2,
    ["wine"],
    ["dip", "wine"],
]
MANY = "reconstructions := 400"


def load(con: DuckDBPyConnection) -> None:
    con.execute(
        "CREATE TEMP TABLE baskets AS SELECT unnest($numbers) AS number, unnest($baskets) AS items",
        {"numbers": list(range(len(BASKETS))), "baskets": BASKETS},
    )
    long = con.sql("SELECT b.number AS id, unnest(b.items) AS item FROM baskets AS b")
    setrisk.load(con, "shop", long, format="long")


def supports() -> Counter[tuple[str, ...]]:
    return Counter(pair for basket in BASKETS for pair in combinations(sorted(basket), 2))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The baskets, and a release of each family."""
    path = tmp_path_factory.mktemp("shop") / "shop.duckdb"
    con = setrisk.connect(path)
    load(con)
    setrisk.protect(
        con, "shop", "generalised", k=4, privacy_constraints=[["dip"], ["wine"], ["jam"]], max_suppression=0, seed=1
    )
    setrisk.protect(con, "shop", "in chunks", method="disassociation", k=3, seed=1)
    setrisk.protect(
        con, "shop", "in clusters", method="anony", r_th=3, cluster_size=10, sensitive=["tea", "dip"], seed=1
    )
    setrisk.protect(con, "shop", "counted", method="identity")
    con.close()
    return path


@pytest.fixture
def shop(made: Path, tmp_path: Path) -> Iterator[DuckDBPyConnection]:
    with setrisk.connect(shutil.copy(made, tmp_path / ".shop.duckdb")) as con:
        yield con


RELEASES = ("generalised", "in chunks", "in clusters", "counted")


def drawn(con: DuckDBPyConnection, release: str, given: str = "") -> dict[int, dict[int, tuple[set[str], int]]]:
    """Run -> record -> its items and weight."""
    runs: dict[int, dict[int, tuple[set[str], int]]] = defaultdict(dict)
    asked = f"'{release}', {given}" if given else f"'{release}'"
    for run, record, item, weight in con.execute(
        f"SELECT r.reconstruction, r.record, r.item, r.weight FROM setrisk.reconstructions({asked}) AS r"
    ).fetchall():
        items, _ = runs[run].setdefault(record, (set(), weight))
        assert item not in items
        items.add(item)
    return runs


def test_a_histogram_is_its_own_reconstruction(shop: DuckDBPyConnection) -> None:
    runs = drawn(shop, "counted", "reconstructions := 2")
    expected = Counter(frozenset(basket) for basket in BASKETS)
    for run in (1, 2):
        assert {frozenset(items): weight for items, weight in runs[run].values()} == dict(expected)


def test_each_generalised_item_becomes_one_of_its_members_each_as_often(shop: DuckDBPyConnection) -> None:
    published: dict[int, list[set[str]]] = defaultdict(list)
    for record, members in shop.execute(
        "SELECT g.record, CASE WHEN g.item_id IS NULL THEN (SELECT list(p.item) FROM setrisk.generalised_item AS m "
        "JOIN setrisk.published_item AS p USING (release, item_id) WHERE m.release = g.release "
        "AND m.generalised_item = g.generalised_item) ELSE (SELECT [p.item] FROM setrisk.published_item AS p "
        "WHERE p.release = g.release AND p.item_id = g.item_id) END "
        "FROM setrisk.generalised_record AS g WHERE g.release = 'generalised'"
    ).fetchall():
        published[record].append(set(members))
    assert any(len(entry) > 1 for entries in published.values() for entry in entries)
    runs = drawn(shop, "generalised", MANY)
    assert len(runs) == 400
    for run in runs.values():
        assert run.keys() == published.keys()
        for record, (items, weight) in run.items():
            assert weight == 1
            assert all(len(items & entry) == 1 for entry in published[record])
            assert items <= set().union(*published[record])
    record, entry = next((r, e) for r, entries in published.items() for e in entries if len(e) > 1)
    counts = Counter(next(iter(run[record][0] & entry)) for run in runs.values())
    p = 1 / len(entry)
    for item in entry:
        assert counts[item] / 400 == pytest.approx(p, abs=5 * math.sqrt(p / 400))


def numbered_clusters(con: DuckDBPyConnection, release: str) -> list[int]:
    """The cluster of each record, by its number less 1."""
    sizes = con.execute(
        "SELECT c.cluster, c.n_records FROM setrisk.cluster AS c WHERE c.release = ? ORDER BY c.cluster", [release]
    ).fetchall()
    return [cluster for cluster, n_records in sizes for _ in range(n_records)]


def shown_chunks(con: DuckDBPyConnection, release: str) -> dict[tuple[int, int], Counter[frozenset[str]]]:
    """Home and chunk -> its sub-records."""
    chunks: dict[tuple[int, int], Counter[frozenset[str]]] = defaultdict(Counter)
    for home, chunk, items in con.execute(
        "SELECT c.publishing_cluster, c.chunk, list(p.item) FROM setrisk.chunk_record AS c "
        "JOIN setrisk.published_item AS p USING (release, item_id) WHERE c.release = ? "
        "GROUP BY c.publishing_cluster, c.chunk, c.sub_record",
        [release],
    ).fetchall():
        chunks[home, chunk][frozenset(items)] += 1
    return chunks


def assert_fits(con: DuckDBPyConnection, release: str, given: str) -> None:
    """Cut up again, the records give every chunk as it is published, and each term of a term chunk to one record."""
    cluster_of = numbered_clusters(con, release)
    chunks = shown_chunks(con, release)
    homes: dict[int, set[int]] = defaultdict(set)
    for home, cluster in con.execute(
        "SELECT h.publishing_cluster, h.cluster FROM setrisk_internal.publishing_clusters(?) AS h", [release]
    ).fetchall():
        homes[home].add(cluster)
    terms = Counter(
        con.execute(
            "SELECT t.cluster, p.item FROM setrisk.term_chunk AS t JOIN setrisk.published_item AS p "
            "USING (release, item_id) WHERE t.release = ?",
            [release],
        ).fetchall()
    )
    for run in drawn(con, release, given).values():
        found: dict[tuple[int, int], Counter[frozenset[str]]] = {}
        for (home, chunk), shown in chunks.items():
            domain = frozenset().union(*shown)
            cut = (domain & items for record, (items, _) in run.items() if cluster_of[record - 1] in homes[home])
            found[home, chunk] = Counter(each for each in cut if each)
        assert found == chunks
        counts = Counter((cluster_of[record - 1], item) for record, (items, _) in run.items() for item in items)
        assert {term: counts[term] for term in terms} == terms


def test_chunks_are_put_together_again_as_they_were_cut(shop: DuckDBPyConnection) -> None:
    assert not shop.execute("SELECT j.* FROM setrisk.joint_cluster AS j WHERE j.release = 'in chunks'").fetchall()
    assert_fits(shop, "in chunks", "reconstructions := 5")


def test_shared_chunks_are_put_together_again_as_they_were_cut(con: DuckDBPyConnection) -> None:
    draw = random.Random(3)
    names = [f"i{number}" for number in range(30)]
    weights = [1 / (1 + number) for number in range(30)]
    baskets = [sorted(set(draw.choices(names, weights, k=draw.randint(1, 8)))) for _ in range(200)]
    con.execute("CREATE TEMP TABLE given AS SELECT unnest($1) AS items", [baskets])
    setrisk.load(con, "d", con.table("given"))
    setrisk.protect(con, "d", "joint", method="disassociation", k=4, max_cluster_size=16, seed=1)
    assert con.execute("SELECT j.* FROM setrisk.joint_cluster AS j").fetchall()
    assert_fits(con, "joint", "reconstructions := 3")


def test_what_a_chunk_shows_together_is_counted_without_error(con: DuckDBPyConnection) -> None:
    """Pairs within one chunk are published exactly."""
    baskets = [["a"]] * 40 + [["b"]] * 40 + [["a", "b"]] * 10
    con.execute("CREATE TEMP TABLE given AS SELECT unnest($1) AS items", [baskets])
    setrisk.load(con, "d", con.table("given"))
    setrisk.protect(con, "d", "whole", method="disassociation", k=5, max_cluster_size=1000, refine=False, seed=1)
    assert con.execute("SELECT e.support, e.published, e.error FROM setrisk.pair_errors('whole') AS e").fetchall() == [
        (10, 10, 0)
    ]


def test_private_terms_fall_to_records_with_their_share_of_the_cluster(shop: DuckDBPyConnection) -> None:
    homes: dict[int, int] = dict(
        shop.execute(
            "SELECT DISTINCT c.record, c.cluster FROM setrisk.cluster_record AS c WHERE c.release = 'in clusters'"
        ).fetchall()
    )
    sizes = dict(
        shop.execute(
            "SELECT c.cluster, c.n_records FROM setrisk.cluster AS c WHERE c.release = 'in clusters'"
        ).fetchall()
    )
    copies: Counter[tuple[int, str]] = Counter()
    for cluster, item, n in shop.execute(
        "SELECT t.cluster, p.item, t.copies FROM setrisk.sensitive_count AS t JOIN setrisk.published_item AS p "
        "USING (release, item_id) WHERE t.release = 'in clusters'"
    ).fetchall():
        copies[cluster, item] += n
    counts: Counter[tuple[int, str]] = Counter()
    for run in drawn(shop, "in clusters", MANY).values():
        for record, (items, _) in run.items():
            counts.update((homes[record], item) for item in items & {"tea", "dip"})
    assert {place for place in copies if place[0] is not None}
    for (cluster, item), n in counts.items():
        tries, p = 400 * sizes[cluster], copies[cluster, item] / sizes[cluster]
        assert n / tries == pytest.approx(p, abs=5 * math.sqrt(p / tries))
    # Other items stand as they are published.
    assert all(
        items - {"tea", "dip"} == first[record][0] - {"tea", "dip"}
        for first in [drawn(shop, "in clusters")[1]]
        for record, (items, _) in drawn(shop, "in clusters", "seed := 1")[1].items()
        if record in first
    )


@pytest.mark.parametrize("release", RELEASES)
def test_pair_errors_are_those_of_the_reconstructions(shop: DuckDBPyConnection, release: str) -> None:
    held = supports()
    largest = max(held.values())
    answers: dict[tuple[str, ...], list[int]] = {pair: [] for pair in held}
    for run in drawn(shop, release, "reconstructions := 3, seed := 2").values():
        for pair, found in answers.items():
            found.append(sum(weight for items, weight in run.values() if set(pair) <= items))
    rows = shop.execute(
        f"SELECT e.band, e.item_a, e.item_b, e.support, e.published, e.error "
        f"FROM setrisk.pair_errors('{release}', reconstructions := 3, seed := 2) AS e"
    ).fetchall()
    assert {tuple(sorted(row[1:3])) for row in rows} == held.keys()
    errors: dict[str, list[list[float]]] = defaultdict(list)
    for band, one, other, support, published, error in rows:
        pair = tuple(sorted((one, other)))
        expected = [2 * abs(held[pair] - n) / (held[pair] + n) for n in answers[pair]]
        assert support == held[pair]
        assert published == pytest.approx(sum(answers[pair]) / 3)
        assert error == pytest.approx(sum(expected) / 3)
        place = math.log(support) / math.log(largest)
        assert band == ("low" if place < 1 / 3 - 1e-9 else "medium" if place < 2 / 3 - 1e-9 else "high")
        errors[band].append(expected)
        errors["all"].append(expected)
    summed = shop.execute(
        "SELECT u.band, u.pairs, u.error, u.spread "
        f"FROM setrisk.utility('{release}', reconstructions := 3, seed := 2) AS u"
    ).fetchall()
    assert {band for band, *_ in summed} == errors.keys() == {"low", "medium", "high", "all"}
    for band, pairs, error, spread in summed:
        by_run = [sum(run) / len(run) for run in zip(*errors[band], strict=True)]
        mean = sum(by_run) / 3
        assert pairs == len(errors[band])
        assert error == pytest.approx(mean)
        assert spread == pytest.approx(math.sqrt(sum((each - mean) ** 2 for each in by_run) / 2))


def test_only_as_many_pairs_of_a_band_as_are_asked_for(shop: DuckDBPyConnection) -> None:
    def asked(seed: int) -> list[tuple[str, str, str]]:
        return shop.execute(
            "SELECT e.band, e.item_a, e.item_b FROM setrisk.pair_errors('counted', reconstructions := 1, pairs := 1, "
            f"seed := {seed}) AS e ORDER BY ALL"
        ).fetchall()

    assert [band for band, *_ in asked(0)] == ["high", "low", "medium"]
    assert asked(0) == asked(0)
    assert len({tuple(asked(seed)) for seed in range(8)}) > 1


def test_an_imported_release_can_be_reconstructed(shop: DuckDBPyConnection, tmp_path) -> None:
    """Whoever has the release can draw such records; how far they are from the data, its owner alone can say."""
    setrisk.export(shop, "in chunks", tmp_path / "out", anyway=True)
    setrisk.import_release(shop, "theirs", tmp_path / "out")
    assert len(drawn(shop, "theirs")[1]) == len(drawn(shop, "in chunks")[1])
    with pytest.raises(duckdb.Error, match="no release theirs was made in this database"):
        shop.sql("FROM setrisk.utility('theirs')").fetchall()


def test_utility_in_python_and_what_it_refuses(shop: DuckDBPyConnection) -> None:
    found = setrisk.utility(shop, "in chunks", reconstructions=2, pairs=2, seed=3)
    assert [row[:2] for row in found.fetchall()] == [("low", 2), ("medium", 2), ("high", 2), ("all", 6)]
    assert found.columns == ["band", "pairs", "least", "most", "error", "spread"]
    with pytest.raises(UnknownRelease):
        setrisk.utility(shop, "nowhere")
    for given, message in (
        ({"reconstructions": 0}, "reconstructions is 0; it must be a whole number of at least 1"),
        ({"reconstructions": 20_000}, "reconstructions is 20000; it must be from 1 to 10,000"),
        ({"pairs": 0}, "pairs is 0; it must be a whole number of at least 1"),
        ({"seed": -1}, "seed is -1; it must be a whole number of at least 0"),
    ):
        with pytest.raises(BadInput, match=message):
            setrisk.utility(shop, "in chunks", **given)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("reconstructions('nowhere')", "there is no release nowhere"),
        ("reconstructions('counted', reconstructions := 0)", "reconstructions is 0; it must be from 1 to 10,000"),
        (
            "reconstructions('counted', items := ['tea', 'nix'])",
            "the release counted shows no item nix; SELECT item FROM",
        ),
        ("reconstructions('counted', seed := -1)", "seed is -1; it must be at least 0"),
        ("pair_errors('nowhere')", "no release nowhere"),
        ("pair_errors('counted', pairs := 0)", "pairs is 0; it must be at least 1"),
        ("utility('nowhere')", "no release nowhere"),
        ("utility('counted', reconstructions := NULL)", "reconstructions is NULL; it must be from 1 to 10,000"),
        ("utility('counted', seed := -1)", "seed is -1; it must be at least 0"),
    ],
)
def test_bad_input_is_said(shop: DuckDBPyConnection, call: str, message: str) -> None:
    with pytest.raises(duckdb.Error, match=message):
        shop.sql(f"FROM setrisk.{call}").fetchall()


def test_the_certainty_penalty_is_the_share_of_items_that_an_entry_may_mean(con: DuckDBPyConnection) -> None:
    """0 for an item that is published as it is, and 1 for a suppressed one; wine may only be suppressed."""
    load(con)
    setrisk.protect(con, "shop", "r", k=8, utility_constraints=[["tea", "jam", "dip", "crisps"]], max_suppression=1)
    groups = con.execute("SELECT g.items FROM setrisk.generalised_items('r') AS g").fetchall()
    shown = {item for (item,) in con.execute("SELECT p.item FROM setrisk.published_item AS p").fetchall()}
    entries = [item for basket in BASKETS for item in basket]
    n_items = len(set(entries))
    assert groups
    assert shown == set(entries) - {"wine"}
    meant = {item: len(group) / n_items for (group,) in groups for item in group} | {"wine": 1}
    expected = sum(meant.get(item, 0) for item in entries) / len(entries)
    found = con.execute("SELECT d.value FROM setrisk.distortions('r') AS d WHERE d.metric = 'certainty_penalty'")
    assert found.fetchall() == [(pytest.approx(expected),)]
