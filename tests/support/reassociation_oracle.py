"""How well attacks on disassociated releases did, on sets, record by record: written from what the measures mean.

An anchor is told apart from others of its cluster by its items alone. A fragment is told apart by where it is published
(the cluster or joint cluster, and the chunk; 0 is the term chunk) and by its items.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from duckdb import DuckDBPyConnection
from scipy import stats
from scipy.optimize import linprog

Items = frozenset[int]
Anchor = tuple[int, int]  # cluster, number of the sub-record
Vector = tuple[float, ...]
PARTS = ("record_chunk", "term_chunk", "both")


class Fragment(NamedTuple):
    home: int
    chunk: int
    items: Items

    @property
    def part(self) -> str:
        return "record_chunk" if self.chunk else "term_chunk"


class Placement(NamedTuple):
    anchor: Anchor
    fragment: Fragment


class Scores(NamedTuple):
    """Numerators and denominators of the three measures, in three readings: what can be expected of someone who assigns
    equal anchors to people at random, what DISASSOC 6.2 counts, and the most that can be correct at once.
    """

    placements: int
    correct: Fraction
    correct_printed: int
    correct_matching: int
    breakable: int
    broken: Fraction
    broken_printed: int
    broken_matching: int
    hidden: int
    exposed: Fraction
    exposed_printed: int
    exposed_matching: Fraction


class Exposure(NamedTuple):
    """An itemset that is put together where it is true of an original record, and the anchors where it is."""

    items: Items
    tid: int
    anchors: frozenset[Anchor]


class Interval(NamedTuple):
    value: float | None
    low: float | None
    high: float | None


def within(part: str, of: str) -> bool:
    """Whether what is of a part counts for the part `of`; anchors count for none."""
    return of == part or (of == "both" and part in PARTS)


class Release:
    """A release and its originals, read from the tables."""

    def __init__(self, con: DuckDBPyConnection, release: str) -> None:
        def rows(query: str) -> list[tuple[Any, ...]]:
            return con.execute(query, {"release": release}).fetchall()

        ((parameters,),) = rows("SELECT r.parameters FROM setrisk.release AS r WHERE r.release = $release")
        self.k: int = json.loads(parameters)["k"]
        self.m: int = json.loads(parameters)["m"]
        self.names: dict[int, str] = dict(
            rows("SELECT p.item_id, p.item FROM setrisk.published_item AS p WHERE p.release = $release")
        )
        self.clusters = sorted(c for (c,) in rows("SELECT cluster FROM setrisk.cluster WHERE release = $release"))
        self.joints: dict[int, set[int]] = defaultdict(set)
        for joint, cluster in rows("SELECT joint, cluster FROM setrisk.joint_cluster WHERE release = $release"):
            self.joints[joint].add(cluster)
        sub_records: dict[tuple[int, int, int], set[int]] = defaultdict(set)
        for cluster, chunk, record, item in rows(
            "SELECT publishing_cluster, chunk, sub_record, item_id FROM setrisk.chunk_record WHERE release = $release"
        ):
            sub_records[cluster, chunk, record].add(item)
        self.sub_records = {place: frozenset(items) for place, items in sub_records.items()}
        self.term_chunks: dict[int, set[int]] = defaultdict(set)
        for cluster, item in rows("SELECT cluster, item_id FROM setrisk.term_chunk WHERE release = $release"):
            self.term_chunks[cluster].add(item)

        held: dict[int, set[int]] = defaultdict(set)
        for tid, item in rows(
            "SELECT t.tid, t.item_id FROM setrisk_private.transaction_item AS t "
            "JOIN setrisk.release AS r ON r.dataset = t.dataset WHERE r.release = $release"
        ):
            held[tid].add(item)
        self.cluster_of: dict[int, int] = {}
        self.tid_of: dict[tuple[int, int, int], int] = {}
        for cluster, chunk, record, tid in rows(
            "SELECT cluster, chunk, record, tid FROM setrisk_private.provenance WHERE release = $release"
        ):
            if chunk is None:
                self.cluster_of[tid] = cluster
            else:
                self.tid_of[cluster, chunk, record] = tid
        self.originals = {tid: frozenset(held[tid]) for tid in self.cluster_of}
        placements: dict[str, list[Placement]] = {
            attack: [] for (attack,) in rows("SELECT attack FROM setrisk.attack_run WHERE release = $release")
        }
        for attack, cluster, anchor, home, chunk, record, item in rows(
            "SELECT attack, cluster, anchor, publishing_cluster, chunk, sub_record, item_id FROM setrisk.reassociation "
            "WHERE release = $release"
        ):
            items = frozenset([item]) if record is None else self.sub_records[home, chunk, record]
            placements[attack].append(Placement((cluster, anchor), Fragment(home, chunk, items)))
        self.stored = {attack: Attack(self, placed) for attack, placed in placements.items()}
        self.attacks = {"none": Attack(self, []), **self.stored}

    @cached_property
    def anchors(self) -> dict[Anchor, Items]:
        leaves = set(self.clusters)
        return {
            (cluster, record): items
            for (cluster, chunk, record), items in self.sub_records.items()
            if cluster in leaves and chunk == 1
        }

    @cached_property
    def projections(self) -> dict[int, Items]:
        """What an original record has in the anchoring chunk of its cluster: nothing, for some."""
        chunks: dict[int, set[int]] = defaultdict(set)
        for (cluster, _), items in self.anchors.items():
            chunks[cluster] |= items
        return {tid: items & chunks[self.cluster_of[tid]] for tid, items in self.originals.items()}

    @cached_property
    def equals(self) -> dict[tuple[int, Items], list[int]]:
        """The originals of a cluster by their projection on the anchoring chunk."""
        found: dict[tuple[int, Items], list[int]] = defaultdict(list)
        for tid, projection in sorted(self.projections.items()):
            if projection:
                found[self.cluster_of[tid], projection].append(tid)
        return found

    def behind(self, anchor: Anchor) -> list[int]:
        """The originals that an anchor may be."""
        return self.equals[anchor[0], self.anchors[anchor]]

    @cached_property
    def places(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Where an item of an original record is published, by the sub-records that came from it."""
        places = {
            (self.tid_of[home, chunk, record], item): (home, chunk)
            for (home, chunk, record), items in self.sub_records.items()
            for item in items
        }
        for tid, items in self.originals.items():
            cluster = self.cluster_of[tid]
            for item in items:
                # Published once: in sub-records or in the term chunk.
                assert ((tid, item) in places) != (item in self.term_chunks[cluster])
                places.setdefault((tid, item), (cluster, 0))
        return places

    def part(self, tid: int, item: int) -> str:
        home, chunk = self.places[tid, item]
        if chunk == 0:
            return "term_chunk"
        return "anchoring_chunk" if (home, chunk) == (self.cluster_of[tid], 1) else "record_chunk"

    def itemsets(self, items: Iterable[int]) -> Iterator[Items]:
        members = sorted(items)
        for size in range(2, self.m + 1):
            yield from map(frozenset, combinations(members, size))

    @cached_property
    def hidden(self) -> dict[tuple[int, Items], tuple[int, str]]:
        """The support and part of each itemset that a cluster hides."""
        holders: dict[tuple[int, Items], list[int]] = defaultdict(list)
        for tid, items in self.originals.items():
            for itemset in self.itemsets(items):
                holders[self.cluster_of[tid], itemset].append(tid)
        found = {}
        for (cluster, itemset), tids in holders.items():
            places = {self.places[tids[0], item] for item in itemset}
            shown = len(places) == 1 and min(places)[1] > 0
            if len(tids) < self.k and not shown:
                parts = {self.part(tids[0], item) for item in itemset} - {"anchoring_chunk"}
                found[cluster, itemset] = len(tids), parts.pop() if len(parts) == 1 else "both"
        return found

    def rare_itemsets(self) -> dict[Items, list[int]]:
        """The holders of each itemset that fewer than k transactions hold."""
        holders: dict[Items, list[int]] = defaultdict(list)
        for tid, items in self.originals.items():
            for itemset in self.itemsets(items):
                holders[itemset].append(tid)
        return {items: tids for items, tids in holders.items() if len(tids) < self.k}


class Attack:
    """What an attack put together: fragments placed on anchors of a release."""

    def __init__(self, release: Release, placements: Sequence[Placement]) -> None:
        self.release = release
        self.placements = placements

    @cached_property
    def records(self) -> dict[Anchor, dict[str, Items]]:
        """The items of each anchor, and of the fragments placed on it, by part."""
        records = {anchor: {"anchoring_chunk": items} for anchor, items in self.release.anchors.items()}
        for anchor, fragment in self.placements:
            records[anchor][fragment.part] = records[anchor].get(fragment.part, frozenset()) | fragment.items
        return records

    @cached_property
    def holders(self) -> dict[int, set[Anchor]]:
        """The reconstructed records of the whole release that hold an item."""
        found: dict[int, set[Anchor]] = defaultdict(set)
        for anchor, parts in self.records.items():
            for item in frozenset().union(*parts.values()):
                found[item].add(anchor)
        return found

    def candidates(self, itemset: Items) -> int:
        """How many reconstructed records of the whole release hold an itemset."""
        return len(set.intersection(*(self.holders[item] for item in itemset)))

    def right(self, placement: Placement) -> Iterator[int]:
        """The originals that the anchor may be and that hold the fragment."""
        held = self.release.originals
        return (tid for tid in self.release.behind(placement.anchor) if placement.fragment.items <= held[tid])

    @cached_property
    def exposures(self) -> list[Exposure]:
        release = self.release
        on: dict[Anchor, list[Fragment]] = defaultdict(list)
        for anchor, fragment in self.placements:
            on[anchor].append(fragment)
        where: dict[tuple[Items, int], set[Anchor]] = defaultdict(set)
        for anchor, fragments in on.items():
            for tid in release.behind(anchor):
                true = release.anchors[anchor].union(*(p.items for p in fragments if p.items <= release.originals[tid]))
                for itemset in release.itemsets(true):
                    if (anchor[0], itemset) in release.hidden:
                        where[itemset, tid].add(anchor)
        return [Exposure(itemset, tid, frozenset(anchors)) for (itemset, tid), anchors in where.items()]

    def evaluation(self) -> dict[tuple[str, int], Scores]:
        """By part and cluster."""
        release, held = self.release, self.release.originals
        found = {}
        for part in PARTS:
            for cluster in release.clusters:
                here = [p for p in self.placements if p.anchor[0] == cluster and within(p.fragment.part, part)]
                equal = Counter((release.anchors[p.anchor], p.fragment) for p in here)
                judged = [
                    (n, sum(fragment.items <= held[tid] for tid in people), len(people))
                    for (items, fragment), n in equal.items()
                    for people in [release.equals[cluster, items]]
                ]
                tids = [tid for tid, home in release.cluster_of.items() if home == cluster]
                breakable = {t for t in tids if any(within(release.part(t, i), part) for i in held[t])}
                broken = {(p.anchor, tid) for p in here for tid in self.right(p)}
                exposed = {
                    items: by_set
                    for (c, items), by_set in self.exposed_by_set.items()
                    if c == cluster and within(release.hidden[c, items][1], part)
                }
                found[part, cluster] = Scores(
                    placements=len(here),
                    correct=sum((Fraction(n * holders, alike) for n, holders, alike in judged), Fraction()),
                    correct_printed=sum(n for n, holders, _ in judged if holders),
                    correct_matching=sum(min(n, holders) for n, holders, _ in judged),
                    breakable=len(breakable),
                    broken=sum((Fraction(1, len(release.behind(anchor))) for anchor, _ in broken), Fraction()),
                    broken_printed=sum(
                        min(len({a for a, _ in broken if release.anchors[a] == items}), len(breakable & set(people)))
                        for (c, items), people in release.equals.items()
                        if c == cluster
                    ),
                    broken_matching=largest_matching(broken),
                    hidden=sum(c == cluster and within(of, part) for (c, _), (_, of) in release.hidden.items()),
                    exposed=sum(
                        (
                            Fraction(
                                len(pairs), len(release.equals[cluster, alike]) * release.hidden[cluster, items][0]
                            )
                            for items, by_set in exposed.items()
                            for alike, pairs in by_set.items()
                        ),
                        Fraction(),
                    ),
                    exposed_printed=len(exposed),
                    exposed_matching=sum(
                        (
                            Fraction(at_once(pairs), release.hidden[cluster, items][0])
                            for items, by_set in exposed.items()
                            for pairs in by_set.values()
                        ),
                        Fraction(),
                    ),
                )
        return found

    @cached_property
    def exposed_by_set(self) -> dict[tuple[int, Items], dict[Items, set[tuple[Anchor, int]]]]:
        """The anchors that have an exposed itemset, each with an original record that it may be and that holds it, by
        what the anchors show.
        """
        found: dict[tuple[int, Items], dict[Items, set[tuple[Anchor, int]]]] = defaultdict(lambda: defaultdict(set))
        for items, tid, anchors in self.exposures:
            for anchor in anchors:
                found[self.release.cluster_of[tid], items][self.release.anchors[anchor]].add((anchor, tid))
        return found

    @cached_property
    def exposed_itemsets(self) -> dict[tuple[int, Items], tuple[int, int, int]]:
        """Support, at most how many holders are rightly found, each on an anchor of its own, and candidates."""
        return {
            key: (self.release.hidden[key][0], sum(map(at_once, by_set.values())), self.candidates(key[1]))
            for key, by_set in self.exposed_by_set.items()
        }

    def risk(self) -> dict[int, tuple[bool, float]]:
        """At risk, and score, by the owner's number of the record."""
        release = self.release
        found = dict.fromkeys(release.cluster_of, (False, 0.0))
        for items, tid, anchors in self.exposures:
            candidates = self.candidates(items)
            alike = release.equals[release.cluster_of[tid], release.projections[tid]]
            holders = sum(items <= release.originals[other] for other in alike)
            at_risk, score = found[tid]
            found[tid] = (
                at_risk or candidates < release.k,
                max(score, min(len(anchors), holders) / holders / candidates),
            )
        return found

    def movers_distances(self, vectors: Mapping[str, Vector]) -> dict[tuple[str, int], float | None]:
        """By part and tid; `vectors` are those of words."""
        release = self.release

        def known(items: Iterable[int]) -> list[Vector]:
            terms = (vector_of(release.names[item], vectors) for item in sorted(items))
            return [vector for vector in terms if vector is not None]

        found = {}
        for (cluster, anchor), parts in self.records.items():
            tid = release.tid_of[cluster, 1, anchor]
            for part in PARTS:
                made = frozenset().union(
                    *(of for name, of in parts.items() if name == "anchoring_chunk" or within(name, part))
                )
                found[part, tid] = movers_distance(known(release.originals[tid]), known(made))
        return found


def at_once(pairs: set[tuple[Anchor, int]]) -> int:
    """At most how many of the people are on an anchor of their own."""
    return min(len({anchor for anchor, _ in pairs}), len({tid for _, tid in pairs}))


def largest_matching(pairs: Iterable[tuple[Any, Any]]) -> int:
    """By augmenting paths."""
    fits: dict[Any, list[Any]] = defaultdict(list)
    for one, other in sorted(pairs):
        fits[one].append(other)
    partner: dict[Any, Any] = {}

    def placed(one: Any, seen: set[Any]) -> bool:
        for other in fits[one]:
            if other not in seen:
                seen.add(other)
                if other not in partner or placed(partner[other], seen):
                    partner[other] = one
                    return True
        return False

    return sum(placed(one, set()) for one in list(fits))


def vector_of(term: str, vectors: Mapping[str, Vector]) -> Vector | None:
    known = [vectors[word] for word in re.findall(r"[^\W_]+", term.lower()) if word in vectors]
    return tuple(math.fsum(column) / len(known) for column in zip(*known, strict=True)) if known else None


def movers_distance(one: Sequence[Vector], other: Sequence[Vector]) -> float | None:
    """Solved as the linear program that it is."""
    if not one or not other:
        return None
    costs = [math.dist(a, b) for a in one for b in other]
    leaving = np.kron(np.eye(len(one)), np.ones(len(other)))
    arriving = np.kron(np.ones(len(one)), np.eye(len(other)))
    weights = [*[1 / len(one)] * len(one), *[1 / len(other)] * len(other)]
    return float(linprog(costs, A_eq=np.vstack([leaving, arriving]), b_eq=weights).fun)


def ratio(draws: Sequence[tuple[Fraction, int]]) -> Interval:
    """The ratio of two sums over clusters, with its interval; the ratio estimator's variance is linearised."""
    n, total = len(draws), sum(den for _, den in draws)
    if not total:
        return Interval(None, None, None)
    value = float(sum(num for num, _ in draws) / total)
    # In fractions: whether all clusters agree is not left to rounding.
    agree = all(num * total == sum(other for other, _ in draws) * den for num, den in draws)
    if n < 2 or agree:
        return Interval(value, None, None)
    squares = math.fsum((num - value * den) ** 2 for num, den in draws)
    return _interval(value, stats.t.ppf(0.975, n - 1) * math.sqrt(n / (n - 1) * squares) / total)


def mean(draws: Sequence[tuple[Fraction | int, int]]) -> Interval:
    """The mean of ratios over runs, with its interval by Student's t."""
    values = [float(num / den) for num, den in draws if den]
    if not values:
        return Interval(None, None, None)
    value = math.fsum(values) / len(values)
    if len(values) < 2 or len(set(values)) == 1:
        return Interval(value, None, None)
    deviation = math.sqrt(math.fsum((v - value) ** 2 for v in values) / (len(values) - 1))
    return _interval(value, stats.t.ppf(0.975, len(values) - 1) * deviation / math.sqrt(len(values)))


def _interval(value: float, half: float) -> Interval:
    return Interval(value, max(value - half, 0.0), min(value + half, 1.0))
