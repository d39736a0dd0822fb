"""The kernels of the common adversary, against a literal transcription of what they say."""

from collections.abc import Sequence
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.stats import hypergeom

from setrisk.udf.assessment.inference import guesses
from setrisk.udf.assessment.linkability import links
from setrisk.udf.assessment.narrowing import Places, remaining_records
from setrisk.udf.assessment.records import UNKNOWN, Candidates, Records
from setrisk.udf.assessment.singling_out import chances_of_one, most_by_chance, naive_predicates, predicates, supports
from tests.support import assessment_oracle as literal

N_ITEMS = 7
# Equal records are told apart by their weight, so that the oracle can compare them.
record_lists = st.lists(
    st.tuples(st.frozensets(st.integers(0, N_ITEMS - 1), min_size=1), st.integers(1, 9), st.integers(0, 2)),
    max_size=8,
    unique=True,
)
knowledge = st.lists(st.integers(-1, N_ITEMS - 1), min_size=1, max_size=4, unique=True)


def arrays(records: Sequence[literal.Record]) -> Records:
    """The records as the kernels take them."""
    lengths = [len(items) for items, _, _ in records]
    return Records(
        starts=np.cumsum([0, *lengths]),
        items=np.array([item for items, _, _ in records for item in sorted(items)], dtype=np.int64),
        weights=np.array([weight for _, weight, _ in records], dtype=np.int64),
        reconstructions=np.array([number for _, _, number in records], dtype=np.int64),
        n_items=N_ITEMS,
    )


def by_frequency(records: Sequence[literal.Record]) -> list[literal.Record]:
    """The same with the items numbered by their weight, the greatest first."""
    order = sorted(range(N_ITEMS), key=lambda item: (-literal.weight_of(item, records), item))
    return [(frozenset(map(order.index, items)), weight, number) for items, weight, number in records]


@settings(max_examples=200, deadline=None)
@given(records=record_lists, items=knowledge)
def test_candidates_are_the_records_of_the_largest_overlap(records: list[literal.Record], items: list[int]) -> None:
    finder = Candidates(arrays(records))
    found = list(finder.candidates_by_known(items))
    with pytest.MonkeyPatch.context() as patch:
        # As lists of very unequal lengths are intersected.
        patch.setattr("setrisk.udf.assessment.records._FEW_TIMES", 0)
        at_once = [finder.candidates_of(items[:n_known]) for n_known in range(1, len(items) + 1)]
    for n_known, (candidates, same) in enumerate(zip(found, at_once, strict=True), 1):
        known = frozenset(items[:n_known])
        expected = literal.candidates(records, known)
        if candidates is None or same is None:
            assert candidates is same
            assert not any(known & held for held, _, _ in records)
        else:
            assert [records[place] for place in candidates] == expected
            assert same.tolist() == candidates.tolist()
    assert len(found) == len(items)


@settings(max_examples=200, deadline=None)
@given(
    records=record_lists, people=st.lists(knowledge, max_size=3), guessable=st.none() | st.frozensets(st.integers(0, 6))
)
def test_the_guess_is_what_most_candidates_hold(
    records: list[literal.Record], people: list[list[int]], guessable: frozenset[int] | None
) -> None:
    records = by_frequency(records)
    barred = frozenset() if guessable is None else frozenset(range(N_ITEMS)) - guessable
    mask = None if guessable is None else np.isin(np.arange(N_ITEMS), list(guessable))
    found = list(guesses(arrays(records), people, guessable=mask))
    assert [(each.person, each.known) for each in found] == [
        (person, n) for person, items in enumerate(people) for n in range(1, len(items) + 1)
    ]
    for each in found:
        known = frozenset(people[each.person][: each.known])
        candidates = literal.candidates(records, known)
        assert each.item == literal.guess(records, candidates, known | barred, N_ITEMS)
        assert each.naive == literal.guess(records, records, known | barred, N_ITEMS)
        if each.item != UNKNOWN:
            total = sum(weight for _, weight, _ in candidates)
            assert each.share == pytest.approx(literal.weight_of(each.item, candidates) / total)


@settings(max_examples=200, deadline=None)
@given(
    records=record_lists,
    firsts=st.lists(knowledge, min_size=1, max_size=4),
    seconds=st.lists(knowledge, min_size=1, max_size=5),
    known=st.integers(1, 3),
    n_choices=st.integers(1, 5),
    rotation=st.integers(0, 4),
)
@example(records=[], firsts=[[0]], seconds=[[1], [0]], known=1, n_choices=2, rotation=0)
def test_the_link_is_the_person_whose_candidates_are_most_of_all_the_firsts(
    records: list[literal.Record],
    firsts: list[list[int]],
    seconds: list[list[int]],
    known: int,
    n_choices: int,
    rotation: int,
) -> None:
    n_choices = min(n_choices, len(seconds))
    choices = [[(person + rotation + n) % len(seconds) for n in range(n_choices)] for person in range(len(firsts))]
    found, chances = links(arrays(records), firsts, seconds, np.array(choices), known)
    for items, places, chosen, chance in zip(firsts, choices, found.tolist(), chances.tolist(), strict=True):
        first = frozenset(items[:known])
        others = [frozenset(seconds[place][:known]) for place in places]
        assert chosen == places[literal.link(records, first, others)]
        assert chance == 1 / max(sum(not first & other - {UNKNOWN} for other in others), 1)


def test_nobody_is_linked_to_nobody() -> None:
    nobody = np.zeros((1, 0), dtype=np.int64)
    chosen, _ = links(arrays([(frozenset([0]), 1, 0)]), [[0]], [], nobody, 1)
    assert chosen.tolist() == [-1]


@settings(max_examples=100, deadline=None)
@given(records=record_lists, known=st.integers(1, 3), seed=st.integers(0, 5))
def test_predicates_are_itemsets_of_at_most_one_record_on_average(
    records: list[literal.Record], known: int, seed: int
) -> None:
    found = predicates(arrays(records), known, 20, seed)
    assert len(set(found)) == len(found)
    n_reconstructions = max((number for _, _, number in records), default=0) + 1
    for itemset in found:
        holders = [weight for items, weight, _ in records if items >= set(itemset)]
        assert len(itemset) == known
        assert supports(arrays(records), [itemset]).tolist() == [sum(holders)]
    found_supports = supports(arrays(records), found)
    assert all(found_supports < 1.5 * n_reconstructions) or len(set(found_supports.tolist())) == 1
    assert bool(found) == any(len(items) >= known and weight for items, weight, _ in records)
    naive = naive_predicates(arrays(records).item_weights, known, 4, seed)
    shown = {item for items, _, _ in records for item in items}
    assert len(naive) == (4 if len(shown) >= known else 0)
    assert all(len(set(itemset)) == known and shown >= set(itemset) for itemset in naive)


def test_all_predicates_are_found_where_every_record_is_alone() -> None:
    alone = [(frozenset([n]), 1, 0) for n in range(N_ITEMS)]
    assert sorted(predicates(arrays(alone), 1, 100, 0)) == [(n,) for n in range(N_ITEMS)]


def test_the_rarest_predicates_are_tried_if_no_person_is_alone() -> None:
    crowd = [(frozenset([0]), 2, 0), (frozenset([1]), 3, 0)]
    assert predicates(arrays(crowd), 1, 100, 0) == [(0,)]


@settings(max_examples=50, deadline=None)
@given(n_people=st.integers(1, 60), share=st.floats(0, 1))
def test_no_chance_of_exactly_one_is_higher(n_people: int, share: float) -> None:
    def chance(share: float) -> float:
        return n_people * share * (1 - share) ** (n_people - 1)

    assert chance(share) <= most_by_chance(n_people) + 1e-12
    assert chance(1 / n_people) == pytest.approx(most_by_chance(n_people))


def test_a_sample_has_the_only_one_who_fits_as_often_as_it_has_anyone() -> None:
    assert chances_of_one(np.array([0, 1, 2]), 10, 4).tolist() == pytest.approx([0, 0.4, 2 * 4 * 6 / 90])


@given(n_people=st.integers(1, 300), data=st.data())
def test_that_is_the_hypergeometric_distribution(n_people: int, data: st.DataObject) -> None:
    counts, n_sampled = np.arange(n_people + 1), data.draw(st.integers(0, n_people))
    expected = hypergeom.pmf(1, n_people, counts, n_sampled)
    assert chances_of_one(counts, n_people, n_sampled) == pytest.approx(expected, rel=1e-12, abs=1e-15)


@st.composite
def clusters(draw: st.DrawFn) -> list[tuple[int, list[list[frozenset[int]]]]]:
    """Clusters: how many records, and the sub-records of each chunk; the chunks of a cluster share no item."""
    made = []
    for _ in range(draw(st.integers(1, 3))):
        n_records = draw(st.integers(1, 3))
        n_chunks = draw(st.integers(1, 3))
        chunk_of = draw(st.lists(st.integers(0, n_chunks - 1), min_size=N_ITEMS, max_size=N_ITEMS))
        chunks = [
            draw(
                st.lists(
                    st.frozensets(st.sampled_from([i for i in range(N_ITEMS) if chunk_of[i] == number] or [0])),
                    min_size=n_records,
                    max_size=n_records,
                )
            )
            if number in chunk_of
            else [frozenset()] * n_records
            for number in range(n_chunks)
        ]
        made.append((n_records, chunks))
    return made


@settings(max_examples=200, deadline=None)
@given(published=clusters(), items=st.lists(st.integers(0, N_ITEMS - 1), min_size=1, max_size=4, unique=True))
def test_as_many_records_of_a_cluster_count_as_some_arrangement_of_its_parts_lets_hold_all_known_items(
    published: list[tuple[int, list[list[frozenset[int]]]]], items: list[int]
) -> None:
    parts = [
        (cluster, chunk, held)
        for cluster, (_, chunks) in enumerate(published)
        for chunk, of in enumerate(chunks)
        for held in of
    ]
    chunk_numbers = {key: n for n, key in enumerate(dict.fromkeys((cluster, chunk) for cluster, chunk, _ in parts))}
    showing = [[n for n, (_, _, held) in enumerate(parts) if item in held] for item in range(N_ITEMS)]
    chunks_of_parts = np.array([chunk_numbers[cluster, chunk] for cluster, chunk, _ in parts])
    places = Places(
        label_starts=np.arange(N_ITEMS + 1),
        labels=np.arange(N_ITEMS),
        part_starts=np.cumsum([0, *map(len, showing)]),
        parts=np.array([part for of_item in showing for part in of_item], dtype=np.int64),
        chunks=chunks_of_parts,
        hosts=np.array([cluster for cluster, _, _ in parts]),
        weights=np.array([n_records for n_records, _ in published]),
        sources=chunks_of_parts,
        part_weights=np.ones(len(parts), dtype=np.int64),
    )

    def most_holders(chunks: list[list[frozenset[int]]], known: set[int]) -> int:
        """By trying each way to put the sub-records of the other chunks beside those of the first."""
        first, *others = chunks
        return max(
            sum(known <= set().union(*record) for record in zip(first, *arrangement, strict=True))
            for arrangement in product(*map(permutations, others))
        )

    for n_known, remaining in enumerate(remaining_records(places, items), 1):
        known = set(items[:n_known])
        assert remaining == sum(most_holders(chunks, known) for _, chunks in published)


def test_what_clusters_share_is_there_once() -> None:
    # Two clusters of two records, which all hold item 0; two sub-records with item 1 belong to any two of the four.
    # Of the third item there is one sub-record, in the second cluster.
    places = Places(
        label_starts=np.arange(4),
        labels=np.arange(3),
        part_starts=np.array([0, 4, 8, 9]),
        parts=np.array([0, 1, 4, 5, 2, 3, 6, 7, 8]),
        chunks=np.array([0, 0, 1, 1, 2, 2, 3, 3, 4]),
        hosts=np.array([0, 0, 0, 0, 1, 1, 1, 1, 1]),
        weights=np.array([2, 2]),
        sources=np.array([0, 0, 1, 1, 2, 2, 1, 1, 3]),
        part_weights=np.ones(9, dtype=np.int64),
    )
    assert list(remaining_records(places, [0, 1, 2])) == [4, 2, 1]
    assert list(remaining_records(places, [1])) == [2]


def test_a_generalised_item_may_be_any_of_its_members() -> None:
    # Record 0 shows a; record 1 shows the generalised item {a, b}; record 2 shows b.
    places = Places(
        label_starts=np.array([0, 2, 4]),
        labels=np.array([0, 2, 1, 2]),
        part_starts=np.array([0, 1, 2, 3]),
        parts=np.array([0, 2, 1]),
        chunks=np.arange(3),
        hosts=np.arange(3),
        weights=np.ones(3, dtype=np.int64),
        sources=np.arange(3),
        part_weights=np.ones(3, dtype=np.int64),
    )
    assert list(remaining_records(places, [0])) == [2]
    assert list(remaining_records(places, [1, 0])) == [2, 1]


def test_the_example_by_hand() -> None:
    """The four baskets of docs/assessment.md: three of four guesses are right, and one of two about others."""
    names = ["milk", "bread", "tea", "wine", "test"]  # by frequency, then by name
    baskets = {"Ann": "milk bread test", "Bob": "milk bread wine", "Cem": "milk tea", "Dia": "tea wine"}
    others = {"Eve": "milk wine", "Fay": "tea bread"}
    known = {"Ann": "test", "Bob": "bread", "Cem": "tea", "Dia": "wine", "Eve": "wine", "Fay": "tea"}
    records = arrays([(frozenset(map(names.index, items.split())), 1, 0) for items in baskets.values()])
    right = {}
    for people in (baskets, others):
        for guess in guesses(records, [[names.index(known[name])] for name in people]):
            name, items = list(people.items())[guess.person]
            right[name] = names[guess.item] in items.split()
    assert right == {"Ann": True, "Bob": True, "Cem": True, "Dia": False, "Eve": True, "Fay": False}
