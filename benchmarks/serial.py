"""Serial publication: series by each method on real data, how Sanony grows with them, overlaps against a literal
pairwise comparison, and the attack on a series against that of anonypyx.

Snapshots are drawn by SeGen, five to a series; each keeps 40 % of the last. A tenth of the items are sensitive.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import combinations, product
from typing import Any

from benchmarks.measure import (
    Row,
    at_most_exponent,
    data_file,
    in_turn,
    measured,
    seconds_at_most,
    times_faster,
)
from tests.support import sanony_oracle as oracle

DATA = {"BMS-WebView-1": "BMS1_spmf.txt", "BMS-WebView-2": "BMS2_spmf.txt"}
SNAPSHOTS, REPEAT, SIZE = 5, 0.4, 0.05
METHODS: dict[str, dict[str, Any]] = {"anony": {"r_th": 8}, "sanony": {"r_th": 8}, "m-invariance": {"m": 2}}
# Shares of the data set; the second series takes many minutes.
GROWTH = (0.025, 0.4)
N_RECORDS = 5000
# Nearly as small as the clusters of the paper's examples; and larger ones, which form fewer pairs.
CLUSTER_SIZES = (5, 20)


def series(name: str, *methods: str) -> list[Callable[[], Any]]:
    """For each method a series from its first snapshot to its last release, then what that release cost; and at
    last the floor.
    """
    con = _loaded(name)

    def published(method: str) -> Callable[[], None]:
        return lambda: _publish(con, method)

    def told(method: str) -> Callable[[], Any]:
        return lambda: con.execute(
            "SELECT p.perturbation_rate, p.suppressed FROM setrisk.perturbation_rate(?) AS p", [f"{method} {SNAPSHOTS}"]
        ).fetchall()[0]

    def grouped() -> Any:
        return con.execute(
            "SELECT count(*) FROM (SELECT t.dataset, t.tid, count(*) AS items "
            "FROM setrisk_private.transaction_item AS t WHERE starts_with(t.dataset, ?) "
            "GROUP BY t.dataset, t.tid) AS records",
            [methods[0]],
        ).fetchall()[0][0]

    return [*(job for method in methods for job in (published(method), told(method))), grouped]


def growth(small: float, large: float) -> list[Callable[[], None]]:
    """Sanony on small snapshots and on large ones."""
    few, many = _loaded("BMS-WebView-1"), _loaded("BMS-WebView-1")
    return [lambda: _publish(few, "sanony", small), lambda: _publish(many, "sanony", large)]


def joined(cluster_size: int) -> Callable[[], Any]:
    """Overlaps of the clusters of a series, and of its releases as a whole, by equal sets that meet."""
    con = _overlapping(cluster_size)
    # With their records: a bare count would not have to reckon how many each overlap has.
    return lambda: con.execute(
        "SELECT count(*), CAST(sum(o.overlap_size) AS BIGINT) FROM setrisk.overlaps('anony') AS o"
    ).fetchall()[0]


def pairwise(cluster_size: int) -> Callable[[], Any]:
    """The same, each unit with each of the other releases: those without a common set have to be compared too."""
    records: dict[str, dict[int, Counter[Any]]] = defaultdict(lambda: defaultdict(Counter))
    found = _overlapping(cluster_size).execute(
        "SELECT r.release, r.cluster, coalesce(list(p.item) FILTER (WHERE p.item IS NOT NULL), []) AS items "
        "FROM setrisk.cluster_record AS r "
        "LEFT JOIN setrisk.published_item AS p ON p.release = r.release AND p.item_id = r.item_id "
        "GROUP BY r.release, r.cluster, r.record"
    )
    for release, cluster, names in found.fetchall():
        for unit in (0, cluster):
            records[release][unit][frozenset(names)] += 1
    wholes = [[oracle.Unit(units[0], Counter())] for units in records.values()]
    clusters = [[oracle.Unit(sets, Counter()) for c, sets in units.items() if c] for units in records.values()]

    def job() -> tuple[int, int]:
        sizes = [
            oracle.overlap(one, other).total()
            for scope in (wholes, clusters)
            for first, second in combinations(scope, 2)
            for one, other in product(first, second)
        ]
        # Each is one of both sides.
        return 2 * sum(size > 0 for size in sizes), 2 * sum(sizes)

    return job


def composed() -> Callable[[], int]:
    """How many people of the last release of an m-invariant series the composition of clusters puts at risk."""
    import setrisk

    con, release = _invariant(), f"m-invariance {SNAPSHOTS}"

    def job() -> int:
        setrisk.attack(con, release, method="cluster")
        found = "SELECT e.people_at_risk FROM setrisk.composition_evaluation(?) AS e WHERE e.attack = 'cluster'"
        return con.execute(found, [release]).fetchall()[0][0]

    return job


def intersected() -> Callable[[], int]:
    """The attack of anonypyx on the same people, and for how many one sensitive set alone remains.

    Its records have columns and one sensitive value: a release of groups, whose values are sensitive sets, has that
    form, one of clusters with a bag of terms has not. It has no m-invariance of its own (0.2.11) to compare ours with.
    """
    from anonypyx.attackers import IntersectionAttacker
    from anonypyx.generalisation import RawData

    from setrisk.pipelines.database.statements import text

    con = _invariant()
    con.execute(
        "CREATE TEMP TABLE known AS SELECT r.position, r.release, r.cluster, r.record, "
        "dense_rank() OVER (ORDER BY r.items) AS items FROM setrisk_internal.record_sets('m-invariance') AS r"
    )
    shown = con.execute(
        "SELECT k.position, k.items, v.value, count(*) AS count FROM known AS k JOIN (SELECT c.release, c.cluster, "
        "dense_rank() OVER (ORDER BY c.items) AS value "
        f"FROM ({text('serial/cluster_signatures', series='m-invariance')}) AS c) AS v "
        "ON v.release = k.release AND v.cluster = k.cluster GROUP BY k.position, k.items, v.value ORDER BY ALL"
    ).df()
    people = con.execute(
        "SELECT k.position, ids.id, k.items FROM known AS k "
        "JOIN setrisk_private.provenance AS p ON p.release = k.release AND p.record = k.record "
        "JOIN setrisk.release AS releases ON releases.release = k.release "
        "JOIN setrisk_private.transaction_id AS ids ON ids.dataset = releases.dataset AND ids.tid = p.tid "
        "ORDER BY ALL"
    ).df()
    targets = people[people["position"] == SNAPSHOTS].reset_index(drop=True)
    number = {person: target for target, person in enumerate(targets["id"])}
    present = {at: [number[p] for p in rows["id"] if p in number] for at, rows in people.groupby("position")}
    releases = dict(iter(shown.groupby("position")))
    knowledge = targets[["items"]].assign(ID=targets.index)
    schema = RawData([], ["items", "value"], ["items"])

    def job() -> int:
        attacker = IntersectionAttacker(knowledge, ["items"], "value", schema)
        for at, release in releases.items():
            attacker.observe(release, ["items", "value"], present[at])
        return sum(len(attacker.predict(target, "value")) == 1 for target in knowledge["ID"])

    return job


def run() -> list[Row]:
    """All comparisons."""
    # First: if anonypyx is missing, that shows before the rest has taken its time.
    other = measured(intersected, runs=1)
    ours = measured(composed)
    title = f"cluster composition on m-invariant BMS-WebView-1, {ours.result:,} at risk"
    peer = f"anonypyx intersection attack, one set left for {other.result:,}"
    rows = [times_faster(title, peer, ours, other, 1)]
    for cluster_size in CLUSTER_SIZES:
        ours, literal = measured(joined, cluster_size, runs=10), measured(pairwise, cluster_size, runs=1)
        if ours.result != literal.result:
            raise RuntimeError(f"overlaps differ: {ours.result} by join, {literal.result} pair by pair")
        title = (
            f"{ours.result[0]:,} overlaps of {SNAPSHOTS} releases of {N_RECORDS:,} records in clusters of "
            f"{cluster_size}"
        )
        least = 50 if cluster_size == min(CLUSTER_SIZES) else 1
        rows.append(times_faster(title, "literal pairwise comparison in Python", ours, literal, least))
    for name in DATA:
        *quick, floor = in_turn(series, name, "anony", "m-invariance", runs=3)
        *slow, _ = in_turn(series, name, "sanony")
        found = [*quick, *slow]
        for method, made, told in zip(("anony", "m-invariance", "sanony"), found[::2], found[1::2], strict=True):
            title = f"{method}, {SNAPSHOTS} snapshots of {SIZE:.0%} of {name}, {_cost(*told.result)}"
            rows.append(seconds_at_most(title, made, None))
        rows.append(seconds_at_most(f"items of each of their {floor.result:,} records (the floor)", floor, None))
    small, large = GROWTH
    few, many = in_turn(growth, small, large)
    title = f"sanony, {SNAPSHOTS} snapshots of {large:.1%} of BMS-WebView-1"
    rows.append(at_most_exponent(title, f"snapshots of {small:.1%}", many, few, large / small, 1.3))
    return rows


def _cost(counterfeits: float, suppressed: int) -> str:
    return f"{counterfeits:.1%} counterfeits" + (f", {suppressed:,} suppressed" if suppressed else "")


def _loaded(name: str) -> Any:
    """A database with a data set of clicks, and which of its items are sensitive."""
    import setrisk

    con = setrisk.connect()
    setrisk.load(con, "d", data_file("bms-webview", DATA[name]), format="spmf")
    con.execute(
        "CREATE TABLE sensitive_items AS SELECT [s.item] AS items FROM setrisk_internal.item_supports('d') AS s "
        "ORDER BY md5(s.item) LIMIT (SELECT round(0.1 * d.n_items)::BIGINT FROM setrisk_private.dataset AS d "
        "WHERE d.dataset = 'd')"
    )
    return con


def _publish(con: Any, method: str, size: float = SIZE, **parameters: Any) -> None:
    """A series of releases, all called like their method."""
    import setrisk

    given = METHODS[method] | parameters
    drawn = setrisk.sample_series(con, "d", share=size, repeat=REPEAT, snapshots=SNAPSHOTS, name=method, seed=1)
    for number, dataset in enumerate(drawn.datasets, 1):
        sensitive = "sensitive_items" if number == 1 else None
        setrisk.protect(
            con, dataset, f"{method} {number}", method=method, series=method, seed=1, sensitive=sensitive, **given
        )


def _invariant() -> Any:
    con = _loaded("BMS-WebView-1")
    _publish(con, "m-invariance")
    return con


def _overlapping(cluster_size: int) -> Any:
    con = _loaded("BMS-WebView-1")
    ((n,),) = con.execute("SELECT d.n_transactions FROM setrisk_private.dataset AS d").fetchall()
    _publish(con, "anony", N_RECORDS / n, cluster_size=cluster_size)
    return con
