"""Does a disassociated release keep its promise? Written from the promise, not from any way to keep it."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, combinations, pairwise
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from duckdb import DuckDBPyConnection
from numpy.typing import NDArray

Chunk = tuple[int, int]  # a leaf cluster, or a joint for a shared chunk, and the number of the chunk in it
Projections = dict[Chunk, set[int]]  # the items of a transaction by the chunk in which they stand

# How many standard deviations from chance are no chance.
_CLEARLY = 6


@dataclass(frozen=True)
class Published:
    sizes: Sequence[tuple[int, int]]  # cluster, n_records; joints may be listed too
    sub_records: Mapping[Chunk, Mapping[int, Sequence[int]]]  # by record number, in the order in which they are stored
    joints: Mapping[int, Set[int]]  # the leaf clusters under a joint
    term_chunks: Mapping[int, Sequence[int]]  # in the order in which they are stored
    named: Sequence[int]  # the items whose names are shown

    @cached_property
    def leaves(self) -> dict[int, int]:
        """The leaf clusters, with their numbers of records."""
        return {cluster: size for cluster, size in self.sizes if cluster not in self.joints}

    @cached_property
    def items(self) -> dict[Chunk, set[int]]:
        return {chunk: set().union(*sub_records.values()) for chunk, sub_records in self.sub_records.items()}

    @cached_property
    def chunks(self) -> dict[int, list[Chunk]]:
        """The chunks of each leaf cluster, and the shared chunks of each joint."""
        chunks: dict[int, list[Chunk]] = defaultdict(list)
        for chunk in sorted(self.sub_records):
            chunks[chunk[0]].append(chunk)
        return chunks

    @cached_property
    def above(self) -> dict[int, list[int]]:
        """The joints above each leaf cluster, the innermost first."""
        above: dict[int, list[int]] = defaultdict(list)
        for joint in sorted(self.joints, key=lambda joint: len(self.joints[joint])):
            for leaf in self.joints[joint]:
                above[leaf].append(joint)
        return above


class Owned(NamedTuple):
    transactions: Mapping[int, Set[int]]
    homes: Sequence[tuple[int, int]]  # leaf cluster, tid
    origins: Mapping[Chunk, Sequence[tuple[int, int]]]  # record number, tid


def violations_of(con: DuckDBPyConnection, release: str) -> list[str]:
    """What is wrong with a release, by its published tables and the owner's."""
    found = con.execute(
        "SELECT r.parameters, d.n_transactions FROM setrisk.release AS r "
        "JOIN setrisk_private.dataset AS d USING (dataset) WHERE r.release = ?",
        [release],
    ).fetchone()
    if found is None:
        return [f"there is no release {release} of a data set that is here"]
    parameters = json.loads(found[0])

    def rows(query: str) -> list[tuple[int, ...]]:
        return con.execute(query, [release]).fetchall()

    sub_records: dict[Chunk, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for cluster, chunk, record, item in rows(
        "SELECT c.publishing_cluster, c.chunk, c.sub_record, c.item_id FROM setrisk.chunk_record AS c "
        "WHERE c.release = ? ORDER BY c.rowid"
    ):
        sub_records[cluster, chunk][record].append(item)
    joints: dict[int, set[int]] = defaultdict(set)
    for joint, cluster in rows("SELECT j.joint, j.cluster FROM setrisk.joint_cluster AS j WHERE j.release = ?"):
        joints[joint].add(cluster)
    term_chunks: dict[int, list[int]] = defaultdict(list)
    for cluster, item in rows(
        "SELECT t.cluster, t.item_id FROM setrisk.term_chunk AS t WHERE t.release = ? ORDER BY t.rowid"
    ):
        term_chunks[cluster].append(item)
    listed = rows("SELECT c.cluster, c.n_records FROM setrisk.cluster AS c WHERE c.release = ?")
    sizes = [(cluster, size) for cluster, size in listed]
    named = [item for (item,) in rows("SELECT i.item_id FROM setrisk.published_item AS i WHERE i.release = ?")]
    transactions: dict[int, set[int]] = {tid: set() for tid in range(1, found[1] + 1)}
    for tid, item in rows(
        "SELECT t.tid, t.item_id FROM setrisk_private.transaction_item AS t "
        "JOIN setrisk.release AS r USING (dataset) WHERE r.release = ?"
    ):
        transactions[tid].add(item)
    homes: list[tuple[int, int]] = []
    origins: dict[Chunk, list[tuple[int, int]]] = defaultdict(list)
    for cluster, chunk, record, tid in rows(
        "SELECT p.cluster, p.chunk, p.record, p.tid FROM setrisk_private.provenance AS p WHERE p.release = ?"
    ):
        if chunk is None:
            homes.append((cluster, tid))
        else:
            origins[cluster, chunk].append((record, tid))
    return violations(
        Published(sizes, sub_records, joints, term_chunks, named),
        Owned(transactions, homes, origins),
        k=parameters["k"],
        m=parameters["m"],
        is_safe=parameters.get("safe", False),
    )


def violations(published: Published, owned: Owned, *, k: int, m: int, is_safe: bool = False) -> list[str]:
    """What is wrong with a release, in words; nothing when all is well. If it is safe, entries may be suppressed, but
    no item covers another one, and none of several chunks is with another one in fewer than k records for certain.
    """
    malformed = [*_wrong_clusters(published, owned), *_wrong_joints(published)]
    if malformed:
        return malformed
    places = {leaf: _places(published, leaf) for leaf in published.leaves}
    projections = {tid: _projections(owned.transactions[tid], places[leaf]) for leaf, tid in owned.homes}
    return [
        *_wrong_numbers(published),
        *_small_clusters(published, k),
        *_repeated_items(published),
        *_rare_itemsets(published, k, m),
        *_rare_sub_records(published, owned, projections, k),
        *_too_few_sub_records(published, k, m),
        *_wrong_terms(published, owned),
        *([] if is_safe else _wrong_projections(published, owned, places, projections)),
        *_wrong_names(published),
        *_wrong_origins(published, owned, projections, is_safe),
        *([*_covers(published), *_few_certain(published, k)] if is_safe else []),
        *_links(published, owned),
    ]


def _bag(sub_records: Iterable[Iterable[int]]) -> Counter[frozenset[int]]:
    return Counter(map(frozenset, sub_records))


def _places(published: Published, leaf: int) -> dict[int, Chunk]:
    """Where the occurrences of each item in a leaf cluster stand: nearest first; chunk 0 is the term chunk."""
    places: dict[int, Chunk] = dict.fromkeys(published.term_chunks.get(leaf, ()), (leaf, 0))
    for cluster in [leaf, *published.above.get(leaf, ())]:
        for chunk in published.chunks.get(cluster, ()):
            for item in published.items[chunk]:
                places.setdefault(item, chunk)
    return places


def _wrong_numbers(published: Published) -> Iterator[str]:
    """Chunks of a cluster, and sub-records of a chunk, are numbered from 1; what is stored first tells nothing."""
    for cluster, chunks in published.chunks.items():
        numbers = [number for _, number in chunks]
        if numbers != list(range(1, len(numbers) + 1)):
            yield f"the chunks of cluster {cluster} are not numbered from 1: {numbers}"
    for chunk, sub_records in published.sub_records.items():
        if set(sub_records) != set(range(1, len(sub_records) + 1)):
            yield f"the sub-records of chunk {chunk} are not numbered from 1"
        if any(one > other for one, other in pairwise(sub_records)):
            yield f"the sub-records of chunk {chunk} are not stored in the order of their numbers"
        for record, items in sub_records.items():
            if len(set(items)) < len(items):
                yield f"sub-record {record} of chunk {chunk} holds something twice"
    for leaf, terms in published.term_chunks.items():
        if len(set(terms)) < len(terms):
            yield f"the term chunk of cluster {leaf} holds a term twice"
        if any(one > other for one, other in pairwise(terms)):
            yield f"the term chunk of cluster {leaf} is not stored in the order of the items"


def _wrong_clusters(published: Published, owned: Owned) -> Iterator[str]:
    """Each transaction is in one cluster, and each cluster tells how many are in it."""
    leaves = published.leaves
    for cluster, times in Counter(cluster for cluster, _ in published.sizes).items():
        if times > 1:
            yield f"cluster {cluster} is listed {times} times"
    members = Counter(leaf for leaf, _ in owned.homes)
    for cluster, size in published.sizes:
        n_members = sum(members[leaf] for leaf in published.joints.get(cluster, {cluster}))
        if size != n_members:
            yield f"cluster {cluster} says {size} records, it has {n_members}"
    for leaf in sorted(members.keys() - leaves.keys(), key=str):
        yield f"transactions are in cluster {leaf}, which is not published"
    homes = Counter(tid for _, tid in owned.homes)
    for tid in owned.transactions.keys() - homes.keys():
        yield f"transaction {tid} is in no cluster"
    for tid, times in homes.items():
        if times > 1:
            yield f"transaction {tid} is in {times} clusters"
        if tid not in owned.transactions:
            yield f"transaction {tid} is not one of the data set's"
    for cluster in {cluster for cluster, _ in published.sub_records} - leaves.keys() - published.joints.keys():
        yield f"cluster {cluster} has chunks and is neither a cluster nor a joint"
    for cluster in published.term_chunks.keys() - leaves.keys():
        yield f"cluster {cluster} has a term chunk and is no leaf cluster"


def _wrong_joints(published: Published) -> Iterator[str]:
    """Joints are over two leaf clusters or more; of any two one is inside the other, or they have nothing in common."""
    leaves = published.leaves.keys()
    for joint, members in published.joints.items():
        if len(members) < 2:
            yield f"joint {joint} has fewer than two clusters"
        if not members <= leaves:
            yield f"joint {joint} is over {sorted(members - leaves)}, which are no leaf clusters"
    for joints in published.above.values():
        for inner, outer in pairwise(joints):
            if not published.joints[inner] < published.joints[outer]:
                yield f"joints {inner} and {outer} overlap, and neither is inside the other"


def _small_clusters(published: Published, k: int) -> Iterator[str]:
    for leaf, size in published.leaves.items():
        if size < k:
            yield f"cluster {leaf} has {size} records"


def _repeated_items(published: Published) -> Iterator[str]:
    """The chunks of a cluster, its term chunk included, have no item in common; nor have those of a joint."""
    for cluster, chunks in published.chunks.items():
        uses = Counter(published.term_chunks.get(cluster, ()))
        for chunk in chunks:
            uses.update(published.items[chunk])
        repeated = sorted(item for item, times in uses.items() if times > 1)
        if repeated:
            yield f"cluster {cluster} has items {repeated} in several chunks"


def _rare_itemsets(published: Published, k: int, m: int) -> Iterator[str]:
    """Every itemset of at most m items that a sub-record holds is held by k sub-records of the chunk."""
    for chunk, sub_records in published.sub_records.items():
        for itemset, support in _supports(sub_records.values(), m):
            if support < k:
                yield f"chunk {chunk}: itemset {itemset} is held by {support} sub-records"


def _supports(sub_records: Iterable[Iterable[int]], m: int) -> list[tuple[tuple[int, ...], int]]:
    """Each itemset of at most m items that a sub-record holds, and how many hold it."""
    holders: dict[int, int] = defaultdict(int)  # numbers with a bit for each sub-record that holds the item
    for place, sub_record in enumerate(sub_records):
        for item in sub_record:
            holders[item] |= 1 << place
    found: list[tuple[tuple[int, ...], int]] = []

    def grow(itemset: tuple[int, ...], items: Sequence[tuple[int, int]]) -> None:
        for place, (item, records) in enumerate(items, 1):
            larger = (*itemset, item)
            found.append((larger, records.bit_count()))
            if len(larger) < m:
                grow(larger, [(other, both) for other, others in items[place:] if (both := records & others)])

    grow((), sorted(holders.items()))
    return found


def _rare_sub_records(
    published: Published, owned: Owned, projections: Mapping[int, Projections], k: int
) -> Iterator[str]:
    """Where an item of a shared chunk also stands below, k sub-records must be equal to each, and must fit together
    into every cluster that one of them comes from: what stands elsewhere cannot change places with them.
    """
    members: dict[int, list[int]] = defaultdict(list)
    for leaf, tid in owned.homes:
        members[leaf].append(tid)
    for joint, leaves in published.joints.items():
        below = [*leaves, *(inner for inner in published.joints if published.joints[inner] < leaves)]
        standing = {
            item for cluster in below for chunk in published.chunks.get(cluster, ()) for item in published.items[chunk]
        }.union(*(published.term_chunks.get(leaf, ()) for leaf in leaves))
        for chunk in published.chunks.get(joint, ()):
            if not standing & published.items[chunk]:
                continue
            for sub_record, times in _bag(published.sub_records[chunk].values()).items():
                if times < k:
                    yield f"shared chunk {chunk}: sub-record {sorted(sub_record)} occurs {times} times"
            for leaf in leaves:
                inside = _bag(projections[tid][chunk] for tid in members[leaf] if chunk in projections[tid])
                for sub_record, times in inside.items():
                    if published.leaves[leaf] - inside.total() + times < k:
                        yield f"shared chunk {chunk}: {sorted(sub_record)} cannot stand {k} times in cluster {leaf}"


def _too_few_sub_records(published: Published, k: int, m: int) -> Iterator[str]:
    """Without a term chunk, sub-records put together k times must leave enough for the other records."""
    for leaf, size in published.leaves.items():
        v = len(published.chunks.get(leaf, ())) + sum(
            len(published.chunks.get(joint, ())) for joint in published.above.get(leaf, ())
        )
        n_sub_records = sum(len(published.sub_records[chunk]) for chunk in published.chunks.get(leaf, ()))
        needed = size + k * (min(m, v) - 1)
        if v >= 2 and not published.term_chunks.get(leaf) and n_sub_records < needed:
            yield f"cluster {leaf} has no term chunk and {n_sub_records} sub-records, it needs {needed}"


def _wrong_projections(
    published: Published,
    owned: Owned,
    places: Mapping[int, Mapping[int, Chunk]],
    projections: Mapping[int, Projections],
) -> Iterator[str]:
    """The originals are a possible reconstruction: each item at its place, and nothing else."""
    expected: dict[Chunk, list[Set[int]]] = defaultdict(list)
    lost: dict[int, set[int]] = defaultdict(set)
    for leaf, tid in owned.homes:
        lost[leaf] |= owned.transactions[tid] - places[leaf].keys()
        for chunk, sub_record in projections[tid].items():
            expected[chunk].append(sub_record)
    for leaf, items in lost.items():
        if items:
            yield f"cluster {leaf} lost items {sorted(items)}"
    for chunk, sub_records in published.sub_records.items():
        bag, wanted = _bag(sub_records.values()), _bag(expected[chunk])
        if dict(bag) == dict(wanted):  # which is faster than to subtract them
            continue
        for which, difference in (("more", bag - wanted), ("fewer", wanted - bag)):
            for projection, times in difference.items():
                yield f"chunk {chunk} holds {sorted(projection)} {times} times {which} than the originals"


def _wrong_terms(published: Published, owned: Owned) -> Iterator[str]:
    """A term is held by a record of its cluster."""
    held: dict[int, set[int]] = defaultdict(set)
    for leaf, tid in owned.homes:
        held[leaf] |= owned.transactions[tid]
    for leaf, term_chunk in published.term_chunks.items():
        for item in set(term_chunk) - held[leaf]:
            yield f"the term chunk of cluster {leaf} holds {item}, which no record of it holds"


def _projections(transaction: Set[int], places: Mapping[int, Chunk]) -> Projections:
    projections: dict[Chunk, set[int]] = defaultdict(set)
    for item in transaction:
        if item in places:
            projections[places[item]].add(item)
    return projections


def _wrong_names(published: Published) -> Iterator[str]:
    """The names of the items that are shown, each once, and no others."""
    shown = {item for chunk in published.sub_records for item in published.items[chunk]}
    shown.update(item for terms in published.term_chunks.values() for item in terms)
    for item in shown - set(published.named):
        yield f"item {item} is shown and has no name"
    for item, times in Counter(published.named).items():
        if item not in shown:
            yield f"item {item} is named and not shown"
        if times > 1:
            yield f"item {item} is named {times} times"


def _wrong_origins(
    published: Published, owned: Owned, projections: Mapping[int, Projections], is_safe: bool
) -> Iterator[str]:
    """The owner knows of each sub-record the transaction that it is of; a safe release may leave items of it out."""
    for chunk in published.sub_records.keys() | owned.origins.keys():
        sub_records = published.sub_records.get(chunk, {})
        origins = owned.origins.get(chunk, ())
        if sorted(record for record, _ in origins) != sorted(sub_records) or len(dict(origins)) < len(origins):
            yield f"chunk {chunk}: the owner knows the origins of other sub-records than are published"
        if len({tid for _, tid in origins}) < len(origins):
            yield f"chunk {chunk}: two sub-records are of one transaction"
        for record, tid in origins:
            if tid not in projections:
                yield f"chunk {chunk}: sub-record {record} is of transaction {tid}, which is in no cluster"
                continue
            shown, held = set(sub_records.get(record, ())), projections[tid].get(chunk, set())
            if not shown or not (shown <= held if is_safe else shown == held):
                yield f"chunk {chunk}: sub-record {record} is not what transaction {tid} holds"


def _covers(published: Published) -> Iterator[str]:
    """No item of a chunk is in all sub-records with another one."""
    for chunk, sub_records in published.sub_records.items():
        for item in published.items[chunk]:
            common = set.intersection(*(set(items) for items in sub_records.values() if item in items))
            if len(common) > 1:
                yield f"chunk {chunk}: {sorted(common - {item})} cover {item}"


def _few_certain(published: Published, k: int) -> Iterator[str]:
    """Two items of different chunks of a cluster are together in k records or more for certain, or in none. So many
    records have an item at least as the other clusters that share its chunk have no room for, and a term one.
    """
    for leaf, size in published.leaves.items():
        least: list[tuple[Chunk, int, int]] = [((leaf, 0), term, 1) for term in published.term_chunks.get(leaf, ())]
        for cluster in [leaf, *published.above.get(leaf, ())]:
            room = sum(published.leaves[other] for other in published.joints.get(cluster, {leaf})) - size
            for chunk in published.chunks.get(cluster, ()):
                supports = Counter(item for items in published.sub_records[chunk].values() for item in items)
                least += [(chunk, item, times - room) for item, times in supports.items() if times > room]
        for (chunk_a, a, least_a), (chunk_b, b, least_b) in combinations(least, 2):
            if chunk_a != chunk_b and 0 < least_a + least_b - size < k:
                yield f"cluster {leaf}: {least_a + least_b - size} records have {a} and {b} for certain"


def _links(published: Published, owned: Owned) -> Iterator[str]:
    """Numbers of sub-records tell no more than chance of which are of one record, or of where a record came from."""
    homes = {tid: leaf for leaf, tid in owned.homes}
    numbers = {chunk: {tid: record for record, tid in owned.origins.get(chunk, ())} for chunk in published.sub_records}
    pairs: set[tuple[Chunk, Chunk]] = set()
    for leaf in published.leaves:
        seen = [
            chunk
            for cluster in [leaf, *published.above.get(leaf, ())]
            for chunk in published.chunks.get(cluster, ())
            if len(numbers[chunk]) >= 2
        ]
        pairs.update(combinations(seen, 2))
    equal, expected = 0, 0.0
    common: list[list[tuple[int, int]]] = []
    for one, other in pairs:
        of_one, of_other = numbers[one], numbers[other]
        if of_one.keys().isdisjoint(of_other):
            continue
        both = [(record, of_other[tid]) for tid, record in of_one.items() if tid in of_other]
        equal += len([None for first, second in both if first == second])
        expected += len(both) / max(len(numbers[one]), len(numbers[other]))
        common.append(both)
    if equal > expected + _CLEARLY * sqrt(expected) + _CLEARLY:
        yield f"equal numbers in two chunks are {equal} times of one record, by chance {expected:.1f} times"
    by_tid = [[(record, tid) for tid, record in chunk.items()] for chunk in numbers.values()]
    by_leaf = [
        [(record, homes[tid]) for tid, record in chunk.items() if tid in homes]
        for (cluster, _), chunk in numbers.items()
        if cluster in published.joints
    ]
    for what, series in (
        ("the order of the transactions", by_tid),
        ("the clusters of the records", by_leaf),
        ("the numbers in other chunks", common),
    ):
        deviations = _trend(series)
        if abs(deviations) > _CLEARLY:
            yield f"the numbers of sub-records follow {what}: {deviations:.1f} standard deviations"


def _trend(series: Sequence[Sequence[tuple[int, int]]]) -> float:
    """The rank correlations of all the series together, in standard deviations from none at all. A series without any
    spread has none.
    """
    long = [pairs for pairs in series if len(pairs) >= 2]  # most are not
    if not long:
        return 0.0
    sizes = np.array([len(pairs) for pairs in long])
    number = np.repeat(np.arange(len(long)), sizes)
    first, second = np.array(list(chain.from_iterable(long))).T
    a, b = _centred_ranks(number, sizes, first), _centred_ranks(number, sizes, second)
    products, squares_a, squares_b = (np.bincount(number, weights=each) for each in (a * b, a * a, b * b))
    spread = np.sqrt(squares_a * squares_b)
    is_spread = spread > 0
    weights = sizes[is_spread] - 1
    variance = weights.sum()
    return float((products[is_spread] / spread[is_spread] * weights).sum() / sqrt(variance)) if variance else 0.0


def _centred_ranks(number: NDArray[np.int64], sizes: NDArray[np.int64], values: NDArray[np.int64]) -> NDArray[Any]:
    """Ranks within each series, equal values with their mean rank, less the mean of all ranks of the series."""
    order = np.lexsort((values, number))
    changes = np.diff(number[order], prepend=-1).astype(bool) | np.diff(values[order], prepend=values[order[0]]).astype(
        bool
    )
    starts = np.flatnonzero(changes)
    ends = np.append(starts[1:], len(values))
    ranks = np.empty(len(values))
    ranks[order] = np.repeat((starts + ends - 1) / 2, ends - starts)
    means = np.cumsum(sizes) - sizes + (sizes - 1) / 2
    return ranks - means[number]


@dataclass(frozen=True)
class Leaf:
    """A cluster with its original records, the sub-records of its record chunks, and the terms of its term chunk."""

    originals: list[set[int]]
    chunks: list[list[frozenset[int]]]
    terms: set[int]


def guarantee_broken(leaves: Sequence[Leaf], shared: Sequence[list[frozenset[int]]], k: int, m: int) -> list[str]:
    """What an attacker who knows at most m terms of a record could tell, in words: every way to put the chunks of a
    cluster, or of a joint cluster with its shared chunks, together is tried until one has the terms in k records of the
    cluster. No record of a cluster is empty unless one of its originals is.
    """
    return [
        f"no reconstruction holds {itemset} in {k} records of cluster {number}"
        for number, leaf in enumerate(leaves)
        for itemset in sorted(
            {
                itemset
                for original in leaf.originals
                for size in range(1, m + 1)
                for itemset in combinations(sorted(original), size)
            }
        )
        if not _can_hold(frozenset(itemset), number, leaves, shared, k)
    ]


def _can_hold(
    itemset: frozenset[int], number: int, leaves: Sequence[Leaf], shared: Sequence[list[frozenset[int]]], k: int
) -> bool:
    """Whether some reconstruction holds the itemset in the first k records of a cluster: the records have no names, so
    in any k of them.
    """
    ends = list(accumulate(len(leaf.originals) for leaf in leaves))
    records = [range(end - len(leaf.originals), end) for leaf, end in zip(leaves, ends, strict=True)]
    own, first = leaves[number], frozenset(records[number][:k])
    everywhere = own.terms.union(*(sub_record for chunk in (*own.chunks, *shared) for sub_record in chunk))
    if len(first) < k or not itemset <= everywhere:
        return False
    # Which records can be non-empty after the chunks so far: all the ways to place their sub-records.
    reachable = {first if itemset & own.terms else frozenset()}
    places = [
        (chunk, place, place is records[number])
        for leaf, place in zip(leaves, records, strict=True)
        for chunk in leaf.chunks
    ]
    for chunk, place, is_own in [*places, *((chunk, range(ends[-1]), True) for chunk in shared)]:
        part = itemset & frozenset().union(*chunk) if is_own else frozenset()
        if part and sum(part <= sub_record for sub_record in chunk) < k:
            return False
        fixed = first if part else frozenset()
        free = [record for record in place if record not in fixed]
        placed = {fixed | set(rest) for rest in combinations(free, len(chunk) - len(fixed))}
        reachable = {before | now for before in reachable for now in placed}
    # A term can be given to every record that is still empty.
    to_fill = {
        record
        for leaf, place in zip(leaves, records, strict=True)
        if not leaf.terms and all(leaf.originals)
        for record in place
    }
    return any(to_fill <= filled for filled in reachable)
