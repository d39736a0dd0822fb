"""Does a serial release keep its promise, and is it made of what its owner has? Written from the promise, not from any
way to keep it.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import sqrt

from duckdb import DuckDBPyConnection

Itemset = frozenset[int]

# How many standard deviations from chance are no chance.
_CLEARLY = 6
# What doubles may be off by.
_TOLERANCE = 1e-9


@dataclass(frozen=True)
class Published:
    sizes: Sequence[tuple[int, int]]  # cluster, n_records
    rows: Sequence[tuple[int, int, int | None]]  # cluster, record, item, as they are stored
    copies: Sequence[tuple[int | None, int, int]]  # cluster, item, copies, as they are stored
    sensitive_sets: Sequence[tuple[int, int, int]]  # cluster, number of the set, item
    counterfeits: Sequence[tuple[int, int]]  # cluster, how many its publisher owns up to
    named: Sequence[int]

    @cached_property
    def records(self) -> dict[int, Itemset]:
        items: dict[int, set[int]] = {}
        for _, record, item in self.rows:
            items.setdefault(record, set()).update([] if item is None else [item])
        return {record: frozenset(each) for record, each in items.items()}

    @cached_property
    def homes(self) -> dict[int, int]:
        return {record: cluster for cluster, record, _ in self.rows}

    @cached_property
    def members(self) -> dict[int, list[int]]:
        """The records of each cluster."""
        members: dict[int, list[int]] = defaultdict(list)
        for record, cluster in self.homes.items():
            members[cluster].append(record)
        return members

    @cached_property
    def signatures(self) -> dict[int, Counter[Itemset]]:
        """The sensitive sets of each cluster; the empty one has no rows, but a record."""
        items: dict[int, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
        for cluster, number, item in self.sensitive_sets:
            items[cluster][number].add(item)
        found = {cluster: Counter(map(frozenset, items[cluster].values())) for cluster in self.members}
        for cluster, sets in found.items():
            if lacking := len(self.members[cluster]) - sets.total():
                sets[frozenset()] += lacking
        return found


@dataclass(frozen=True)
class Owned:
    transactions: Mapping[int, Itemset]  # with their sensitive items
    sensitive: Itemset
    origins: Sequence[tuple[int, int, int | None]]  # cluster, record, tid
    changes: Sequence[tuple[int | None, int | None, int]]  # cluster, item (none: counterfeits), how many more

    @cached_property
    def tids(self) -> dict[int, int]:
        """The transaction of each record; counterfeits have none."""
        return {record: tid for _, record, tid in self.origins if tid is not None}

    def sensitive_set(self, tid: int) -> Itemset:
        return self.transactions[tid] & self.sensitive


def violations_of(con: DuckDBPyConnection, release: str) -> list[str]:
    """What is wrong with a release, by its published tables and the owner's."""
    found = con.execute(
        "SELECT r.dataset, r.method, r.parameters, r.marks, s.series, s.position FROM setrisk.release AS r "
        "JOIN setrisk.series AS s USING (release) WHERE r.release = ?",
        [release],
    ).fetchone()
    if found is None:
        return [f"there is no release {release} in any series"]
    dataset, method, parameters, marks, series, position = found
    published, owned = _published(con, release), _owned(con, release, dataset)
    wrong = violations(published, owned, method=method, parameters=json.loads(parameters))
    if not wrong:
        wrong += _private_elsewhere(con, series, release)
    if not wrong and method == "sanony" and "as-printed" not in marks:
        wrong += _at_risk(con, series, release)
    if not wrong and method == "m-invariance":
        wrong += _other_company(con, series, position, published, owned, dataset)
    return wrong


def violations(published: Published, owned: Owned, *, method: str, parameters: Mapping[str, float]) -> list[str]:
    """What is wrong with a release by itself, in words; nothing when all is well."""
    malformed = [*_wrong_clusters(published), *_wrong_origins(published, owned, all_of_them=method != "m-invariance")]
    if malformed:
        return malformed
    return [
        *_wrong_storage(published),
        *_wrong_items(published, owned),
        *_wrong_names(published),
        *_wrong_counterfeits(published, owned),
        *_wrong_copies(published, owned, method),
        *_links(published, owned),
        *(_broken_ratio(published, parameters["r_th"]) if method == "anony" else ()),
        *(_wrong_groups(published, owned, int(parameters["m"])) if method == "m-invariance" else ()),
    ]


def _published(con: DuckDBPyConnection, release: str) -> Published:
    def rows(columns: str, table: str) -> list[tuple[int, ...]]:
        query = f"SELECT {columns} FROM setrisk.{table} AS t WHERE t.release = ? ORDER BY t.rowid"
        return con.execute(query, [release]).fetchall()

    return Published(
        rows("t.cluster, t.n_records", "cluster"),
        rows("t.cluster, t.record, t.item_id", "cluster_record"),
        rows("t.cluster, t.item_id, t.copies", "sensitive_count"),
        rows("t.cluster, t.sensitive_set, t.item_id", "sensitive_set"),
        rows("t.cluster, t.published_counterfeits", "counterfeits"),
        [
            item
            for (item,) in con.execute(
                "SELECT p.item_id FROM setrisk.published_item AS p SEMI JOIN setrisk_private.item AS i "
                "ON i.item_id = p.item_id AND i.item = p.item WHERE p.release = ?",
                [release],
            ).fetchall()
        ],
    )


def _owned(con: DuckDBPyConnection, release: str, dataset: str) -> Owned:
    ((n_transactions,),) = con.execute(
        "SELECT d.n_transactions FROM setrisk_private.dataset AS d WHERE d.dataset = ?", [dataset]
    ).fetchall()
    transactions: dict[int, set[int]] = {tid: set() for tid in range(1, n_transactions + 1)}
    for tid, item in con.execute(
        "SELECT t.tid, t.item_id FROM setrisk_private.transaction_item AS t WHERE t.dataset = ?", [dataset]
    ).fetchall():
        transactions[tid].add(item)

    def rows(columns: str, table: str) -> list[tuple[int, ...]]:
        return con.execute(
            f"SELECT {columns} FROM setrisk_private.{table} AS t WHERE t.release = ?", [release]
        ).fetchall()

    return Owned(
        {tid: frozenset(items) for tid, items in transactions.items()},
        frozenset(item for (item,) in rows("t.item_id", "sensitive_item")),
        rows("t.cluster, t.record, t.tid", "provenance"),
        rows("t.cluster, t.item_id, t.n_added", "perturbation"),
    )


def _wrong_clusters(published: Published) -> Iterator[str]:
    """Each record is in one cluster, and each cluster tells how many are in it."""
    for cluster, times in Counter(cluster for cluster, _ in published.sizes).items():
        if times > 1:
            yield f"cluster {cluster} is listed {times} times"
    sizes = dict(published.sizes)
    for cluster in sorted(sizes.keys() | published.members.keys()):
        members = len(published.members.get(cluster, ()))
        if sizes.get(cluster) != members or not members:
            yield f"cluster {cluster} says {sizes.get(cluster)} records, it has {members}"
    for (cluster, record, item), times in Counter(published.rows).items():
        if times > 1:
            yield f"record {record} holds {item} {times} times"
        if published.homes[record] != cluster:
            yield f"record {record} is in the clusters {cluster} and {published.homes[record]}"
        if item is None and published.records[record]:
            yield f"record {record} has items, and a row without"
    if published.records.keys() != set(range(1, len(published.records) + 1)):
        yield "records are not numbered from 1"
    for what, rows in (
        ("terms", published.copies),
        ("sets", published.sensitive_sets),
        ("counts", published.counterfeits),
    ):
        if unknown := {row[0] for row in rows} - sizes.keys() - {None}:
            yield f"there are {what} of the clusters {sorted(unknown)}, which are not published"


def _wrong_origins(published: Published, owned: Owned, *, all_of_them: bool) -> Iterator[str]:
    """The owner knows whose record each is; each transaction has one record, or none where it may be left out."""
    if sorted((record, cluster) for cluster, record, _ in owned.origins) != sorted(published.homes.items()):
        yield "the owner knows the origins of other records than are published"
    for tid, times in Counter(tid for _, _, tid in owned.origins if tid is not None).items():
        if times > 1:
            yield f"transaction {tid} has {times} records"
        if tid not in owned.transactions:
            yield f"transaction {tid} is not one of the data set's"
    if all_of_them and (missing := owned.transactions.keys() - set(owned.tids.values())):
        yield f"transactions {sorted(missing)} have no record"


def _wrong_storage(published: Published) -> Iterator[str]:
    """What is stored first tells nothing: not what was added last."""
    for what, keys in (
        ("records", [(record, item or 0) for _, record, item in published.rows]),
        ("sensitive items", [(cluster is None, cluster or 0, item) for cluster, item, _ in published.copies]),
        ("sensitive sets", list(published.sensitive_sets)),
        ("clusters", list(published.sizes)),
        ("counts of counterfeits", list(published.counterfeits)),
    ):
        if any(one >= other for one, other in pairwise(keys)):
            yield f"{what} are not stored in order, or repeat"


def _wrong_items(published: Published, owned: Owned) -> Iterator[str]:
    """A record shows the non-sensitive items of its transaction, all of them and nothing else."""
    for record, items in published.records.items():
        if shown := items & owned.sensitive:
            yield f"record {record} shows the sensitive items {sorted(shown)}"
        if record in owned.tids and items != owned.transactions[owned.tids[record]] - owned.sensitive:
            yield f"record {record} is not what transaction {owned.tids[record]} holds"


def _wrong_names(published: Published) -> Iterator[str]:
    """The names of the items that are shown, each once, and no others."""
    shown = Counter(item for _, _, item in published.rows if item is not None)
    shown.update(item for _, item, _ in published.copies)
    if sorted(published.named) != sorted(shown):
        wrong = shown.keys() ^ set(published.named)
        yield f"items are shown without their names, or named without being shown, or twice: {sorted(wrong)}"


def _wrong_counterfeits(published: Published, owned: Owned) -> Iterator[str]:
    """A counterfeit equals no record of its cluster; the publisher owns up to no more than there are."""
    made = Counter(cluster for cluster, record, tid in owned.origins if tid is None)
    noted: Counter[int | None] = Counter()
    for cluster, item, n in owned.changes:
        if item is None:
            noted[cluster] += n
    if made != noted:
        yield f"counterfeits are noted as {dict(noted)}, there are {dict(made)}"
    for cluster, n in published.counterfeits:
        if not 0 < n <= made[cluster]:
            yield f"cluster {cluster} owns up to {n} counterfeits, it has {made[cluster]}"
    for cluster, members in published.members.items():
        equal = Counter(published.records[record] for record in members)
        for record in members:
            if record not in owned.tids and (equal[published.records[record]] > 1 or not published.records[record]):
                yield f"the counterfeit {record} of cluster {cluster} equals another record of it, or is empty"


def _wrong_copies(published: Published, owned: Owned, method: str) -> Iterator[str]:
    """The copies of a sensitive item are those of the people who have it, but for what was noted; so are those of each
    cluster by m-invariance, which has no global bag.
    """
    total: Counter[int] = Counter()
    for cluster, item, copies in published.copies:
        total[item] += copies
        if item not in owned.sensitive:
            yield f"item {item} is among the sensitive items, and is not sensitive"
        if copies < 1 or (cluster is not None and copies > len(published.members[cluster])):
            yield f"cluster {cluster} has {copies} copies of {item}"
    if method == "m-invariance":
        shown = Counter(
            (cluster, item)
            for cluster, sets in published.signatures.items()
            for sensitive_set in sets
            for item in sensitive_set
        )
        if shown != Counter({(cluster, item): copies for cluster, item, copies in published.copies}):
            yield "sensitive items are not those of the sensitive sets"
        return
    expected = Counter(item for tid in owned.transactions for item in owned.sensitive_set(tid))
    for _, item, n in owned.changes:
        if item is not None:
            expected[item] += n
    if +expected != total or -expected:
        wrong = sorted((expected - total) | (total - expected))
        yield f"the copies of {wrong} are not those of people and of what was noted"
    if method == "anony" and owned.changes:
        yield "Anony adds nothing, and takes nothing away"
    if published.sensitive_sets:
        yield "only m-invariance publishes sensitive sets"


def _links(published: Published, owned: Owned) -> Iterator[str]:
    """Numbers of records tell no more than chance of whose they are, of clusters, and of what is a counterfeit."""
    for what, pairs in (
        ("the order of the transactions", list(owned.tids.items())),
        ("the clusters", list(published.homes.items())),
        ("what is a counterfeit", [(record, int(tid is None)) for _, record, tid in owned.origins]),
    ):
        deviations = _rank_correlation(pairs) * sqrt(max(len(pairs) - 1, 0))
        if abs(deviations) > _CLEARLY:
            yield f"the numbers of records follow {what}: {deviations:.1f} standard deviations"


def _rank_correlation(pairs: Sequence[tuple[int, int]]) -> float:
    first, second = (_centred_ranks([pair[side] for pair in pairs]) for side in (0, 1))
    spread = sqrt(sum(a * a for a in first) * sum(b * b for b in second))
    return sum(a * b for a, b in zip(first, second, strict=True)) / spread if spread else 0.0


def _centred_ranks(values: Sequence[int]) -> list[float]:
    """Ranks, equal values with their mean rank, less the mean of all ranks."""
    before: dict[int, int] = {}
    times = Counter(values)
    passed = 0
    for value in sorted(times):
        before[value] = passed
        passed += times[value]
    return [before[value] + (times[value] - 1) / 2 - (len(values) - 1) / 2 for value in values]


def _broken_ratio(published: Published, r_th: float) -> Iterator[str]:
    """Formula (4) with J as it is, for every cluster and sensitive item."""
    n_records = len(published.records)
    total, bag, held = Counter[int](), Counter[int](), Counter[tuple[int, int]]()
    for cluster, item, copies in published.copies:
        total[item] += copies
        if cluster is None:
            bag[item] += copies
        else:
            held[cluster, item] += copies
    for cluster, size in published.sizes:
        for item in total:
            risk = (held[cluster, item] + size * bag[item] / n_records) / size / (total[item] / n_records)
            if risk > r_th * (1 + _TOLERANCE):
                yield f"in cluster {cluster} the risk of {item} is {risk}, more than {r_th}"


def _wrong_groups(published: Published, owned: Owned, m: int) -> Iterator[str]:
    """A group has m sensitive sets or more, each once and of one record; its people have theirs among them."""
    for cluster, sets in published.signatures.items():
        if len(sets) < m or max(sets.values()) > 1:
            yield f"the sensitive sets of cluster {cluster} are fewer than {m}, or repeat, or records have none"
        have = Counter(owned.sensitive_set(owned.tids[r]) for r in published.members[cluster] if r in owned.tids)
        if not have <= sets:
            yield f"people of cluster {cluster} have other sensitive sets than are shown, or the same"


def _private_elsewhere(con: DuckDBPyConnection, series: str, release: str) -> Iterator[str]:
    """What is sensitive in one release of a series is in all, as far as the owner knows."""
    shown = con.execute(
        "SELECT DISTINCT i.item FROM setrisk.series AS s JOIN setrisk_private.sensitive_item AS p USING (release) "
        "JOIN setrisk_private.item AS i USING (item_id) WHERE s.series = $series AND i.item IN ("
        "SELECT n.item FROM setrisk.cluster_record AS r JOIN setrisk.published_item AS n USING (release, item_id) "
        "WHERE r.release = $release)",
        {"series": series, "release": release},
    ).fetchall()
    if shown:
        yield f"the records show {shown}, which are sensitive in the series"


def _at_risk(con: DuckDBPyConnection, series: str, release: str) -> Iterator[str]:
    """No one believes more of any record of the series than its release promises; of this release alone, where others
    were made without that promise.
    """
    found = con.execute(
        "SELECT b.release, b.record, b.item, b.scope, b.posterior, b.population_rate "
        "FROM setrisk.posteriors($series) AS b JOIN setrisk.release AS r ON r.release = b.release "
        "WHERE b.posterior > CAST(r.parameters->>'r_th' AS DOUBLE) * b.population_rate * (1 + $tolerance) "
        "AND (b.release = $release OR NOT EXISTS (SELECT 1 FROM setrisk.series AS s JOIN setrisk.release AS o "
        "USING (release) WHERE s.series = $series AND (o.method <> 'sanony' OR 'as-printed' IN o.marks)))",
        {"series": series, "release": release, "tolerance": _TOLERANCE},
    ).fetchall()
    for which, record, item, scope, posterior, rate in found:
        yield f"{scope}: of record {record} of {which}, {item} is believed with {posterior}; population rate {rate}"


def _other_company(
    con: DuckDBPyConnection, series: str, position: int, published: Published, owned: Owned, dataset: str
) -> Iterator[str]:
    """Who was in a release by m-invariance, with the sensitive items of now, has the same sensitive sets around."""
    ids = _ids(con, dataset)
    homes = {tid: published.homes[record] for record, tid in owned.tids.items()}
    seen: set[str] = set()
    for earlier, its_dataset in con.execute(
        "SELECT s.release, r.dataset FROM setrisk.series AS s JOIN setrisk.release AS r USING (release) "
        "WHERE s.series = ? AND s.position < ? AND r.method = 'm-invariance' ORDER BY s.position DESC",
        [series, position],
    ).fetchall():
        before, had = _published(con, earlier), _owned(con, earlier, its_dataset)
        its_ids = {tid: id for id, tid in _ids(con, its_dataset).items()}
        for record, tid in had.tids.items():
            person = its_ids.get(tid)
            if person not in ids or person in seen:
                continue
            seen.add(person)
            now = ids[person]
            if had.sensitive_set(tid) != owned.sensitive_set(now):
                continue
            if now not in homes:
                yield f"{person} was in {earlier}, and is suppressed"
            elif before.signatures[before.homes[record]] != published.signatures[homes[now]]:
                yield f"{person} stands among other sensitive sets than in {earlier}"


def _ids(con: DuckDBPyConnection, dataset: str) -> dict[str, int]:
    query = "SELECT t.id, t.tid FROM setrisk_private.transaction_id AS t WHERE t.dataset = ?"
    return dict(con.execute(query, [dataset]).fetchall())
