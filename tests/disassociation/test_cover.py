"""What chunks tell for certain, and what is suppressed so that they do not: against every reconstruction."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import setrisk
from setrisk.errors import BadInput, InfeasibleConstraint
from setrisk.udf.disassociation import cover
from setrisk.udf.disassociation.published_chunks import Place, PublishedChunks
from setrisk.udf.disassociation.safe import make_frequent, make_safe, uncover
from tests.support import cover_oracle
from tests.support.cover_bounds import BrokenPromise, broken_promises, chunks_of, links, support_bounds
from tests.support.cover_oracle import Chunks, possible_itemsets, reconstructions

JOINT, OUTER = 3, 5


def chunk(first: int, most: int, n_items: int = 2) -> st.SearchStrategy[list[frozenset[int]]]:
    """The sub-records of a chunk of so many items at most."""
    items = st.sets(st.integers(first, first + n_items - 1), min_size=1).map(frozenset)
    return st.lists(items, min_size=1, max_size=most)


@st.composite
def one_cluster(draw: st.DrawFn) -> PublishedChunks:
    n_records, most_chunks = draw(st.sampled_from([(1, 2), (2, 3), (3, 3), (4, 2)]))
    n_chunks = draw(st.integers(0, most_chunks))
    chunks = {Place(1, number): draw(chunk(10 * number, n_records)) for number in range(1, n_chunks + 1)}
    return PublishedChunks({1: n_records}, chunks, {1: draw(st.sets(st.integers(1, 5 - n_records)))}, {})


@st.composite
def two_clusters(draw: st.DrawFn) -> PublishedChunks:
    sizes, most_chunks = draw(st.sampled_from([({1: 2, 2: 1}, 2), ({1: 2, 2: 2}, 2), ({1: 3, 2: 2}, 1)]))
    chunks = {
        Place(cluster, number): draw(chunk(20 * cluster + 3 * number, sizes[cluster]))
        for cluster in sizes
        for number in range(1, draw(st.integers(0, most_chunks)) + 1)
    }
    chunks |= {Place(JOINT, number): draw(chunk(60 * number, 3)) for number in range(1, draw(st.integers(1, 2)) + 1)}
    terms = {cluster: draw(st.sets(st.just(cluster))) for cluster in sizes}
    return PublishedChunks(sizes, chunks, terms, {JOINT: {1, 2}})


@st.composite
def nested(draw: st.DrawFn) -> PublishedChunks:
    sizes = {1: draw(st.integers(1, 2)), 2: 1, 4: 1}
    shared = {Place(JOINT, 1): draw(chunk(30, 2)), Place(OUTER, 1): draw(chunk(40, 3))}
    own = {
        Place(cluster, 1): draw(chunk(50 + 2 * cluster, sizes[cluster]))
        for cluster in draw(st.sets(st.sampled_from([1, 2, 4])))
    }
    terms = {cluster: draw(st.sets(st.just(cluster))) for cluster in sizes}
    return PublishedChunks(sizes, own | shared, terms, {JOINT: {1, 2}, OUTER: {1, 2, 4}})


releases = st.one_of(one_cluster(), two_clusters(), nested())


def with_one_term(release: PublishedChunks) -> PublishedChunks:
    """For how the others can be put together, one term of a term chunk is as good as several."""
    terms = {cluster: {min(terms)} for cluster, terms in release.terms.items() if terms}
    return PublishedChunks(release.n_records, release.chunks, terms, release.joints)


def for_oracle(release: PublishedChunks) -> Chunks:
    chunks = [
        (frozenset(release.joints.get(place.publishing_cluster, {place.publishing_cluster})), sub_records)
        for place, sub_records in release.chunks.items()
    ]
    return Chunks(release.n_records, chunks, release.terms)


def itemsets_of(release: PublishedChunks, cluster: int, m: int) -> Iterator[frozenset[int]]:
    items = release.terms_of(cluster).union(*map(release.items_of, release.places_of(cluster)))
    for size in range(1, m + 1):
        yield from map(frozenset, combinations(sorted(items), size))


def fills_itself(release: PublishedChunks, cluster: int) -> bool:
    own = sum(len(shown) for place, shown in release.chunks.items() if place.publishing_cluster == cluster)
    return bool(release.terms_of(cluster)) or own >= release.n_records[cluster]


@settings(max_examples=100, deadline=None)
@given(releases)
def test_bounds_are_those_of_all_reconstructions(release: PublishedChunks) -> None:
    found = reconstructions(for_oracle(release))
    exact = len(release.n_records) == 1 or all(fills_itself(release, cluster) for cluster in release.n_records)
    for cluster in release.n_records:
        for itemset in itemsets_of(release, cluster, 3):
            least, most = support_bounds(release, cluster, itemset)
            true_least, true_most = cover_oracle.bounds(cluster, itemset, found)
            assert most == true_most
            assert least == true_least if exact else least <= true_least


@settings(max_examples=100, deadline=None)
@given(release=releases, k=st.integers(2, 3), m=st.integers(1, 3))
def test_a_promise_is_broken_where_no_reconstruction_keeps_it(release: PublishedChunks, k: int, m: int) -> None:
    found = reconstructions(for_oracle(release))
    smallest = list(broken_promises(release, k=k, m=m))
    for cluster in release.n_records:
        said = [broken.itemset for broken in smallest if broken.cluster == cluster]
        broken = cover_oracle.broken(cluster, found, k, m)
        assert {
            itemset for itemset in possible_itemsets(cluster, found, m) if any(one <= itemset for one in said)
        } == broken
        assert set(said) == {itemset for itemset in broken if not any(other < itemset for other in broken)}
        assert len(said) == len(set(said))


@settings(max_examples=100, deadline=None)
@given(release=releases, m=st.integers(1, 3), below=st.none() | st.integers(2, 3))
def test_links_are_the_itemsets_of_several_chunks_that_are_certain(
    release: PublishedChunks, m: int, below: int | None
) -> None:
    for cluster in release.n_records:
        places = release.places_of(cluster)
        certain = set()
        for itemset in itemsets_of(release, cluster, m):
            least, _ = support_bounds(release, cluster, itemset)
            n_chunks = sum(bool(itemset & release.items_of(place)) for place in places)
            if n_chunks > 1 and not itemset & release.terms_of(cluster) and 0 < least < (below or 9):
                certain.add((itemset, least))
        said = [link for link in links(release, m=m, below=below) if link.cluster == cluster]
        assert {(link.itemset, link.least) for link in said} == certain
        assert len(said) == len(certain)


def has_certain_term(release: PublishedChunks) -> bool:
    """Whether a term of a term chunk is with an item of another chunk for certain."""
    return any(
        support_bounds(release, cluster, {item, min(terms)}).least
        for cluster, terms in release.terms.items()
        if terms
        for place in release.places_of(cluster)
        for item in release.items_of(place)
    )


@settings(max_examples=100, deadline=None)
@given(release=releases, k=st.integers(1, 3), m=st.integers(1, 3), without_covers=st.booleans())
def test_a_safe_release_has_no_cover_problem(release: PublishedChunks, k: int, m: int, without_covers: bool) -> None:
    if min(release.n_records.values()) < k:
        with pytest.raises(InfeasibleConstraint, match="has fewer than"):
            make_safe(release, k=k, m=m)
        return
    safe = make_safe(release, k=k, m=m, without_covers=without_covers)
    found = reconstructions(for_oracle(with_one_term(safe.release)))
    for cluster in release.n_records:
        assert not cover_oracle.broken(cluster, found, k, m)
    assert not list(links(safe.release, m=max(m, 2), below=k))
    assert k == 1 or not has_certain_term(safe.release)
    left = {place: [set(items) for items in sub_records] for place, sub_records in release.chunks.items()}
    for place, number, item in safe.suppressed:
        left[place][number - 1].remove(item)
    shown = {place: [items for items in sub_records if items] for place, sub_records in left.items()}
    assert safe.release.chunks == {place: sub_records for place, sub_records in shown.items() if sub_records}
    for cluster in release.n_records:
        moved = {item for home, item in safe.moved if home == cluster}
        own = frozenset().union(*(release.items_of(place) for place in release.chunks if place[0] == cluster))
        assert safe.release.terms_of(cluster) == release.terms_of(cluster) | moved
        assert moved == own - frozenset().union(*map(safe.release.items_of, safe.release.places_of(cluster)))
    is_linked = bool(list(links(release, m=max(m, 2), below=k))) or (k > 1 and has_certain_term(release))
    if not is_linked and not list(broken_promises(release, k=k, m=m)):
        assert without_covers or not safe.suppressed
    if without_covers:
        assert not any(by for shown in safe.release.chunks.values() for by in cover.covers(shown).values())


@given(chunk(0, 8, 4), st.integers(1, 4), st.integers(1, 3))
def test_a_chunk_is_made_frequent_by_suppression(sub_records: list[frozenset[int]], k: int, m: int) -> None:
    left = make_frequent(sub_records, k=k, m=m)
    without_covers = uncover(left, k=k, m=m)
    for before, after in ((sub_records, left), (left, without_covers)):
        assert all(new <= old for new, old in zip(after, before, strict=True))
        assert all(support >= k for support in cover.chunk_supports(after, m).values())
    assert not any(cover.covers(without_covers).values())


A, B, C, D, X, Y = range(1, 7)


def test_covers() -> None:
    """a is in every sub-record; who knows b knows c as well."""
    sub_records = [frozenset(items) for items in ({A, B, C}, {A, B, C}, {A, C}, {A, D})]
    assert cover.covers(sub_records) == {A: set(), B: {A, C}, C: {A}, D: {A}}


def test_a_cover_is_suppressed_where_it_costs_least() -> None:
    """One sub-record without a is enough for all that a covers; b and c are too rare to be shown apart."""
    sub_records = [frozenset({A, B, C})] * 2 + [frozenset({A, D, X})] * 3 + [frozenset({A, D})] * 3
    left = uncover(sub_records, k=2, m=1)
    assert sum(map(len, left)) < sum(map(len, sub_records))
    assert not any(cover.covers(left).values())


def test_a_cover_links_what_has_to_meet_it() -> None:
    """Six records, of which five hold a; four hold x: three of them at least hold both."""
    chunks = {Place(1, 1): [frozenset({A, B})] * 3 + [frozenset({A})] * 2, Place(1, 2): [frozenset({X})] * 4}
    release = PublishedChunks({1: 6}, chunks, {1: {Y}}, {})
    assert sorted(links(release, m=2)) == [
        (1, {A, X}, 3),
        (1, {B, X}, 1),
    ]
    assert [link.itemset for link in links(release, m=2, below=3)] == [{B, X}]
    # Without one of its x, a and x would be linked in two records; without b, only a is left, with x in three.
    assert not list(links(make_safe(release, k=3, m=2).release, m=2, below=3))


def test_too_few_sub_records_break_the_promise() -> None:
    """If two of the items met in two records, too few sub-records would be left for the six others. A term fills
    them.
    """
    chunks = {Place(1, number): [frozenset({item})] * 3 for number, item in enumerate((A, B, C), 1)}
    release = PublishedChunks({1: 8}, chunks, {}, {})
    assert list(broken_promises(release, k=2, m=2)) == [
        BrokenPromise(1, frozenset(pair), 1) for pair in combinations((A, B, C), 2)
    ]
    assert not list(links(release, m=2))
    safe = make_safe(release, k=2, m=2)
    assert safe.moved == [(1, A)]
    assert len(safe.suppressed) == 3


def test_shared_chunks_fill_what_needs_them() -> None:
    """The second cluster has nothing but the shared chunk to fill its two records, so that the first can have one of
    its three sub-records. There is no item to move, and the shared one is lost.
    """
    release = PublishedChunks({1: 2, 2: 2}, {Place(JOINT, 1): [frozenset({X})] * 3}, {1: {Y}}, {JOINT: {1, 2}})
    assert support_bounds(release, 1, {X}) == (1, 1)
    assert list(broken_promises(release, k=2, m=2)) == [BrokenPromise(1, frozenset({X}), 1)]
    safe = make_safe(release, k=2, m=2)
    assert safe.lost == [(JOINT, X)]
    assert not safe.release.chunks


def test_where_records_are_empty_in_any_case_a_term_fills_nothing() -> None:
    release = PublishedChunks({1: 3, 2: 2}, {Place(JOINT, 1): [frozenset({X})]}, {1: {Y}}, {JOINT: {1, 2}})
    assert support_bounds(release, 1, {Y}) == (1, 3)


def test_an_itemset_with_a_smaller_broken_one_is_not_told() -> None:
    """x alone cannot be in two records of a cluster, so that it does not matter that x and y are in one sub-record."""
    sub_records = [frozenset({X}), frozenset({X, Y}), frozenset({Y})]
    release = PublishedChunks({1: 2, 2: 2}, {Place(JOINT, 1): sub_records}, {1: {A}}, {JOINT: {1, 2}})
    told = [broken.itemset for broken in broken_promises(release, k=2, m=2) if broken.cluster == 1]
    assert told == [{X}, {Y}]


def test_chunks_that_cannot_be() -> None:
    sub_record = frozenset({A})
    with pytest.raises(BadInput, match="not a cluster"):
        PublishedChunks({1: 2}, {Place(2, 1): [sub_record]}, {}, {})
    with pytest.raises(BadInput, match="more sub-records than records"):
        PublishedChunks({1: 2}, {Place(1, 1): [sub_record] * 3}, {}, {})
    with pytest.raises(BadInput, match="in several of its chunks"):
        PublishedChunks({1: 2}, {Place(1, 1): [sub_record]}, {1: {A}}, {})
    release = PublishedChunks({1: 2}, {Place(1, 1): [sub_record]}, {}, {})
    for itemset in (set(), {B}, {A, B}):
        with pytest.raises(BadInput, match="does not show"):
            support_bounds(release, 1, itemset)


@pytest.mark.parametrize(("k", "m"), [(2, 3), (3, 2), (5, 2)])
def test_no_release_of_ours_breaks_its_promise(k: int, m: int) -> None:
    import pandas as pd

    from setrisk.udf.transactions.themes import generate

    records = generate(n_records=400, n_documents=50, domains=2, seed=7).records
    with setrisk.connect() as con:
        setrisk.load(con, "d", pd.DataFrame({"items": records}))
        setrisk.protect(con, "d", "r", method="disassociation", k=k, m=m, max_cluster_size=30, seed=1)
        release = chunks_of(con, "r")
    assert len(release.n_records) > 3
    assert not list(broken_promises(release, k=k, m=m))
    safe = make_safe(release, k=k, m=m)
    assert not list(broken_promises(safe.release, k=k, m=m))
    assert not list(links(safe.release, m=m, below=k))
