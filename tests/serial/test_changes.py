"""The changes that `may_publish` names, made by hand in the published tables: each helps, and needs all of it."""

import math
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from itertools import product
from types import ModuleType
from typing import NamedTuple

import pandas as pd
from duckdb import DuckDBPyConnection
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import setrisk
from setrisk.udf.serial.changes import Bag, Evidence, added_counterfeits, own_changes
from tests.support import sanony_oracle
from tests.support.serial_steps import class_posteriors, class_records, derived_sets, overlap_evidence

# Together, these seeds name every kind of change.
SEEDS = (6, 8, 34)
# A unit: its release, its cluster (0: the whole release), and the sensitive item.
Unit = tuple[str, int, str]
# What is done to a cluster: what, how many, the cluster.
Step = tuple[str, int, int]


def drawn_series(con: DuckDBPyConnection, draw: random.Random, name: str, n_releases: int) -> str:
    """A series by Anony of people who come, stay and go; returns its last release."""
    items, n_people, size = "abcdef"[: draw.choice([3, 5])], draw.choice([10, 20, 30]), draw.choice([3, 5])
    people: dict[int, list[str]] = {}
    born = 0
    for number in range(1, n_releases + 1):
        people = {person: held for person, held in people.items() if draw.random() < 0.5}
        while len(people) < n_people:
            born += 1
            people[born] = [*draw.sample(items, draw.randint(1, 2)), *draw.sample("st", draw.choice([0, 0, 1, 1, 2]))]
        entries = pd.DataFrame([(p, i) for p, held in people.items() for i in held], columns=["id", "item"])
        release = f"{name}.{number}"
        setrisk.load(con, release, entries.astype(str), format="long")
        sensitive = {"sensitive": ["s", "t"]} if number == 1 else {}
        given = {"r_th": draw.choice([2, 2.5, 3]), "cluster_size": size, "seed": number} | sensitive
        setrisk.protect(con, release, release, method="anony", series=name, **given)
    return release


def highest(con: DuckDBPyConnection, series: str, unit: Unit, *, derived: bool) -> float:
    """The highest belief of people of the unit, against what is promised; by what is left of clusters, or without."""
    release, cluster, item = unit
    ((found,),) = con.execute(
        f"WITH {class_records('$series')} SELECT coalesce(max(k.posterior / k.allowed_belief), 0) "
        f"FROM {class_posteriors('$series')} AS k "
        "JOIN setrisk_private.provenance AS p ON p.release = k.release AND p.record = k.equivalence_class "
        "WHERE k.release = $release AND k.cluster = $cluster AND k.item = $item "
        "AND (k.scope <> 'transitive' OR $derived)",
        {"series": series, "release": release, "cluster": cluster, "item": item, "derived": derived},
    ).fetchall()
    return found


@contextmanager
def changed(con: DuckDBPyConnection, release: str, item: str, steps: list[Step]) -> Iterator[None]:
    """The release with such changes, for as long as one looks at it."""
    con.begin()
    for what, n, cluster in steps:
        if what.startswith("counterfeits"):
            add_counterfeits(con, release, cluster or 1, n)
            if what.endswith(" with it"):
                change_copies(con, release, cluster or None, item, n)
        elif what == "copies to the global bag":
            change_copies(con, release, cluster, item, -n)
            change_copies(con, release, None, item, n)
        else:
            leave_out(con, release, cluster, item, n)
    con.execute("DELETE FROM setrisk.sensitive_count AS t WHERE t.copies = 0")
    yield
    con.rollback()


def add_counterfeits(con: DuckDBPyConnection, release: str, cluster: int, n: int) -> None:
    """Such that equal no other record."""
    con.execute(
        "INSERT INTO setrisk.cluster_record SELECT $release, $cluster, m.record + k, m.item_id + k FROM ("
        "SELECT max(r.record) AS record, 1000 + max(r.item_id) AS item_id FROM setrisk.cluster_record AS r "
        "WHERE r.release = $release) AS m, unnest(range(1, $n + 1)) AS u(k)",
        {"release": release, "cluster": cluster, "n": n},
    )
    con.execute(
        "INSERT INTO setrisk.published_item SELECT DISTINCT r.release, r.item_id, 'counterfeit ' || r.item_id "
        "FROM setrisk.cluster_record AS r "
        "ANTI JOIN setrisk.published_item AS p ON p.release = r.release AND p.item_id = r.item_id "
        "WHERE r.release = ? AND r.item_id IS NOT NULL",
        [release],
    )
    con.execute(
        "UPDATE setrisk.cluster AS c SET n_records = c.n_records + ? WHERE c.release = ? AND c.cluster = ?",
        [n, release, cluster],
    )


def change_copies(con: DuckDBPyConnection, release: str, cluster: int | None, item: str, n: int) -> None:
    given = {"release": release, "cluster": cluster, "item": item, "n": n}
    where = (
        "WHERE t.release = $release AND t.cluster IS NOT DISTINCT FROM $cluster AND t.item_id = "
        "(SELECT p.item_id FROM setrisk_private.item AS p WHERE p.item = $item)"
    )
    found = con.execute(f"UPDATE setrisk.sensitive_count AS t SET copies = t.copies + $n {where} RETURNING 1", given)
    if not found.fetchall():
        con.execute(
            "INSERT INTO setrisk.sensitive_count SELECT $release, $cluster, p.item_id, $n "
            "FROM setrisk_private.item AS p WHERE p.item = $item",
            given,
        )
        con.execute(
            "INSERT INTO setrisk.published_item SELECT $release, p.item_id, p.item FROM setrisk_private.item AS p "
            "WHERE p.item = $item AND NOT EXISTS (SELECT 1 FROM setrisk.published_item AS o "
            "WHERE o.release = $release AND o.item_id = p.item_id)",
            {"release": release, "item": item},
        )


def leave_out(con: DuckDBPyConnection, release: str, cluster: int, item: str, n: int) -> None:
    """Copies of the cluster, then of the bag; of a whole release, of the bag first."""
    held = con.execute(
        "SELECT t.cluster, t.copies FROM setrisk.sensitive_count AS t JOIN setrisk.published_item AS p "
        "USING (release, item_id) WHERE t.release = $release AND p.item = $item "
        "AND ($cluster = 0 OR coalesce(t.cluster, $cluster) = $cluster) "
        "ORDER BY (t.cluster IS NULL) = ($cluster = 0) DESC, t.cluster",
        {"release": release, "cluster": cluster, "item": item},
    ).fetchall()
    for home, copies in held:
        taken = min(n, copies)
        change_copies(con, release, home, item, -taken)
        n -= taken
    assert n == 0


def alternatives(change: str) -> list[list[Step]]:
    """The steps of each change that is enough."""
    ways = []
    for way in change.split(" or "):
        # A cluster that is named at the end stands for all of them.
        named = re.search(r"\(cluster (\d+)\)$", change)
        steps = []
        for part in way.split(", "):
            home = re.search(r"\(cluster (\d+)\)", part) or named
            for what, n in re.findall(r"((?:counterfeits|copies) [a-z ]+): (\d+)", part):
                steps.append((what.replace("and ", ""), int(n), int(home[1]) if home else 0))
        ways.append(steps)
    return ways


def leans(con: DuckDBPyConnection, series: str, unit: Unit, release: str) -> bool:
    """Whether something that is left of clusters, by the release that is changed, speaks of the unit."""
    home, cluster, item = unit
    ((found,),) = con.execute(
        f"WITH {derived_sets('$series')} "
        f"SELECT count(*) FROM {overlap_evidence('$series')} AS e "
        "JOIN setrisk.series AS s ON s.release = $release "
        "WHERE e.release = $home AND e.cluster = $cluster AND e.item = $item AND e.other.via_position IS NOT NULL "
        "AND s.position IN (e.other.position, e.other.via_position)",
        {"series": series, "release": release, "home": home, "cluster": cluster, "item": item},
    ).fetchall()
    return bool(found)


def test_each_change_helps_and_nothing_of_it_can_be_spared(con: DuckDBPyConnection) -> None:
    """But for what is left of clusters, which counts as it is before the change."""
    tried: Counter[tuple[str, str]] = Counter()
    for seed in SEEDS:
        draw = random.Random(seed)
        series = f"s{seed}"
        last = drawn_series(con, draw, series, n_releases=draw.choice([2, 3]))
        found = con.execute(
            "SELECT n.release, n.cluster, n.item, n.change FROM setrisk_internal.needed_changes(?, ?) AS n "
            "ORDER BY ALL",
            [series, last],
        ).fetchall()
        for *place, change in found:
            unit: Unit = (place[0], place[1], place[2])
            whose = "own" if unit[0] == last else "earlier"
            assert highest(con, series, unit, derived=True) > 1
            if change.startswith("none"):
                tried[whose, change.split(" without ")[0]] += 1
                continue
            is_exact = not leans(con, series, unit, last)
            for steps in alternatives(change):
                with changed(con, last, unit[2], steps):
                    derived = is_exact and not leans(con, series, unit, last)
                    assert highest(con, series, unit, derived=derived) <= 1 + 1e-9, (seed, unit, change)
                for number, (what, n, cluster) in enumerate(steps):
                    fewer = [*steps[:number], *([(what, n - 1, cluster)] if n > 1 else []), *steps[number + 1 :]]
                    with changed(con, last, unit[2], fewer):
                        assert not is_exact or highest(con, series, unit, derived=True) > 1 + 1e-9, (seed, unit, change)
                    tried[whose, what] += is_exact
    assert +tried == {
        ("own", "copies to the global bag"): 2,
        ("own", "counterfeits without it"): 1,
        ("own", "copies to leave out"): 1,
        ("earlier", "counterfeits with it"): 1,
        ("earlier", "counterfeits without it"): 1,
        ("earlier", "none found: what is left of clusters reveals it"): 5,
        ("earlier", "none: at risk"): 2,
    }


class Case(NamedTuple):
    """A unit at risk, what is seen of it, and the bag of the release that may be changed."""

    copies: int
    size: int
    allowed: float
    evidence: list[Evidence]
    kinds: list[tuple[str, ...]]
    bag: Bag


@st.composite
def cases(draw: st.DrawFn) -> Case:
    size = draw(st.integers(2, 7))
    copies = draw(st.integers(1, size - 1))
    evidence = []
    for cluster in range(1, draw(st.integers(1, 2)) + 1):
        common = draw(st.integers(1, size))
        records = draw(st.integers(common, 8))
        evidence.append(Evidence(common, 0, 0, False, True, cluster, draw(st.integers(0, records)), records))
    release_size = sum(each.n_records or 0 for each in evidence) + draw(st.integers(0, 8))
    bag = Bag(draw(st.integers(0, release_size // 2)), release_size)
    evidence = [shown(each, {}, bag) for each in evidence]
    for _ in range(draw(st.integers(0, 1))):
        common = draw(st.integers(1, size))
        lo = draw(st.integers(0, common))
        evidence.append(Evidence(common, lo, draw(st.integers(lo, common)), draw(st.booleans()), False))
    places = st.tuples(*(st.sampled_from(["inside", "outside", "either"]) for _ in evidence))
    kinds = draw(st.lists(places, min_size=1, max_size=3, unique=True))
    return Case(copies, size, draw(st.floats(copies / size, 0.999)), evidence, kinds, bag)


def shown(each: Evidence, added: Mapping[tuple[int, bool], int], bag: Bag) -> Evidence:
    """Formula 5 for a cluster to which counterfeits with and without the term were added."""
    if each.cluster is None or each.held is None or each.n_records is None:
        return each
    with_term, without = added.get((each.cluster, True), 0), added.get((each.cluster, False), 0)
    n_records = each.n_records + with_term + without
    share = math.floor(Fraction(n_records * bag.copies, bag.n_records) + Fraction(1, 2))
    copies = min(each.held + with_term + share, n_records)
    lo, hi = max(copies - (n_records - each.size), 0), min(copies, each.size)
    return replace(each, lo=lo, hi=hi)


def believed(oracle: ModuleType, copies: int, size: int, evidence: Sequence[Evidence], case: Case) -> float:
    """The highest belief in any of the kinds, by what clusters tell, and by all."""
    place = {"inside": 1, "outside": 0, "either": None}
    found = []
    for kind in case.kinds:
        for derived in (False, True):
            cover = []
            for each, where in zip(evidence, kind, strict=True):
                both = oracle.intersection(oracle.copy_range(copies, size, each.size), oracle.Range(each.lo, each.hi))
                if each.derived <= derived and both.lo <= both.hi:
                    cover.append(oracle.Evidence(each.size, both, place[where]))
            found.append(float(oracle.posterior(copies, size, cover)))
    return max(found)


@settings(max_examples=40)
@given(case=cases())
def test_no_fewer_counterfeits_are_enough(case: Case) -> None:
    clusters = [each.cluster for each in case.evidence if each.cluster]
    bins = list(product(clusters, (True, False)))

    def is_enough(numbers: Sequence[int]) -> bool:
        added = dict(zip(bins, numbers, strict=True))
        bag = Bag(case.bag.copies, case.bag.n_records + sum(numbers))
        now = [shown(each, added, bag) for each in case.evidence]
        return believed(sanony_oracle, case.copies, case.size, now, case) <= case.allowed * (1 + 1e-9)

    assume(not is_enough([0] * len(bins)))
    found = added_counterfeits(*case)
    without = [each for each in case.evidence if not each.leaning]
    kinds = [
        tuple(where for each, where in zip(case.evidence, kind, strict=True) if not each.leaning) for kind in case.kinds
    ]
    alone = believed(sanony_oracle, case.copies, case.size, without, case._replace(kinds=kinds))
    assert (found == []) == (alone > case.allowed * (1 + 1e-9))
    if not found:
        return
    numbers = {(each.cluster, True): each.with_term for each in found}
    numbers |= {(each.cluster, False): each.without_term for each in found}
    assert is_enough([numbers.get(each, 0) for each in bins])
    total = sum(numbers.values())
    assert not any(is_enough(fewer) for fewer in product(range(total), repeat=len(bins)) if sum(fewer) < total)


@settings(max_examples=40)
@given(case=cases(), held=st.integers(0, 6), elsewhere=st.integers(0, 6), r_th=st.none() | st.floats(1, 4))
def test_no_less_of_each_kind_is_enough(case: Case, held: int, elsewhere: int, r_th: float | None) -> None:
    evidence = [replace(each, cluster=None) for each in case.evidence]
    release_size = case.bag.n_records + case.size
    bag, held = Bag(case.bag.copies, release_size), min(held, case.size)
    total = held + bag.copies + elsewhere

    def is_enough(counterfeits: int = 0, bagged: int = 0, withheld: int = 0) -> bool:
        size, in_all = case.size + counterfeits, release_size + counterfeits
        own = held - bagged - min(withheld, held)
        in_bag = bag.copies + bagged - max(withheld - held, 0)
        copies = min(own + math.floor(Fraction(size * in_bag, in_all) + Fraction(1, 2)), size)
        allowed = case.allowed if r_th is None else r_th * (total - withheld) / in_all
        return believed(sanony_oracle, copies, size, evidence, case) <= allowed * (1 + 1e-9)

    assume(total and not is_enough())
    found = own_changes(held, case.size, total, case.allowed, r_th, evidence, case.kinds, bag, whole=False)
    if found.counterfeits is not None:
        assert is_enough(counterfeits=found.counterfeits)
        assert not any(is_enough(counterfeits=n) for n in range(min(found.counterfeits, 64)))
    assert found.bagged == next((n for n in range(1, held + 1) if is_enough(bagged=n)), None)
    assert (found.withheld is None) == (found.counterfeits is not None or found.bagged is not None)
    if found.withheld is not None:
        assert is_enough(withheld=found.withheld)
        assert not any(is_enough(withheld=n) for n in range(found.withheld))
