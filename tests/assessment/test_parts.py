"""What parts of a release say adds up to what it says as a whole, however it is parted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from setrisk.pipelines.assessment.asked import Person, harmless_items, knowable_items, sides_linked
from setrisk.pipelines.assessment.question import Question
from setrisk.spark.assessment import reader
from setrisk.spark.assessment.reader import Reader
from setrisk.udf.assessment import part
from setrisk.udf.assessment.inference import guesses
from setrisk.udf.assessment.linkability import links
from setrisk.udf.assessment.nearest import highest_similarities
from setrisk.udf.assessment.records import Records
from setrisk.udf.assessment.singling_out import predicates
from tests.assessment.test_adversary import N_ITEMS, arrays, by_frequency, record_lists

people_lists = st.lists(
    st.lists(
        st.tuples(st.integers(-1, N_ITEMS - 1), st.booleans()), min_size=1, max_size=6, unique_by=lambda each: each[0]
    ),
    max_size=4,
)
KNOWN = (1, 2, 3)
Answers = Iterable[tuple[int, int, float]]


class Workers:
    """Asks the parts one after the other, on this machine."""

    def __init__(self, parts: Sequence[Records]) -> None:
        self.parts, self.number = parts, 0

    def answers(self, parts: Any, read: Any, ask: Callable[..., Any], **given: Any) -> Iterator[tuple[int, int, float]]:
        for number, records in enumerate(self.parts):
            self.number = number
            for rows in ask(records, **given):
                yield from zip(*(column.tolist() for column in rows), strict=True)


def sums(rows: Answers) -> Answers:
    found: dict[tuple[int, int], float] = defaultdict(float)
    for of, about, value in rows:
        found[of, about] += value
    return [(*key, value) for key, value in found.items()]


def highest(rows: Answers) -> Answers:
    found: dict[tuple[int, int], float] = {}
    for of, about, value in rows:
        found[of, about] = max(value, found.get((of, about), value))
    return [(*key, value) for key, value in found.items()]


def best_sums(rows: Answers) -> Any:
    found: dict[int, dict[int, float]] = defaultdict(dict)
    for of, about, value in sums(rows):
        found[of][about] = value
    for of, values in found.items():
        items = [about for about in values if about >= 0]
        best = min(items, key=lambda item: (-values[item], item), default=None)
        others = {about: value for about, value in values.items() if about < 0}
        yield of, None if best is None else (best, values[best]), others


def person(items: Sequence[tuple[int, bool]]) -> Person:
    sizes = frozenset(range(1, len(items) + 1))
    return Person(sizes, [item for item, _ in items], [is_sensitive for _, is_sensitive in items])


def parted(records: Sequence[Any], ends: Sequence[int]) -> list[Records]:
    """The records in parts, none of which is empty, as on Spark."""
    places = sorted({min(end, len(records)) for end in ends} | {0, len(records)})
    return [arrays(records[start:end]) for start, end in pairwise(places)]


def questions_of(guessable: NDArray[np.bool_]) -> Question:
    sensitive = ("one",) if guessable.any() else ()
    return Question("r", "members", "outsiders", KNOWN, 5, 10, 3, 7, sensitive)


@settings(max_examples=150, deadline=None)
@given(
    records=record_lists, ends=st.lists(st.integers(0, 8), max_size=3), members=people_lists, outsiders=people_lists,
    sensitive=st.frozensets(st.integers(0, N_ITEMS - 1), max_size=3), n_predicates=st.integers(1, 5),
)  # fmt: skip
def test_a_reader_of_parts_says_what_one_of_all_records_says(
    records: Any, ends: list[int], members: Any, outsiders: Any, sensitive: frozenset[int], n_predicates: int
) -> None:
    records = by_frequency(records)
    workers, whole = Workers(parted(records, ends)), arrays(records)
    guessable = np.isin(np.arange(N_ITEMS), list(sensitive))
    question = questions_of(guessable)
    sides = {"random": ([*map(person, members)], [*map(person, outsiders)])}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "answers", workers.answers)
        patch.setattr(reader, "part_number", lambda: workers.number)
        for function in (sums, highest, best_sums):
            patch.setattr(reader, function.__name__, function)
        found = Reader(None, N_ITEMS, question, sides, guessable=guessable, n_predicates=n_predicates)  # type: ignore[arg-type]
    assert found.item_weights.tolist() == whole.item_weights.tolist()
    assert found.weight == whole.weights.sum()
    for people in sides["random"]:
        asked = knowable_items(people, KNOWN)
        assert [*found.guesses(asked, numbers=KNOWN)] == [*guesses(whole, asked, numbers=KNOWN)]
        if sensitive:
            asked = harmless_items(people, KNOWN)
            assert [*found.guesses(asked, numbers=KNOWN, guessable=guessable)] == [
                *guesses(whole, asked, numbers=KNOWN, guessable=guessable)
            ]
    for known in KNOWN:
        assert found.predicates(known, n_predicates, 7) == predicates(whole, known, n_predicates, 7)
        for side in sides_linked(known, *sides["random"], 7).values():
            chosen, chances = found.links(side.firsts, side.seconds, side.choices, known)
            expected, expected_chances = links(whole, side.firsts, side.seconds, side.choices, known)
            assert chosen.tolist() == expected.tolist()
            assert chances.tolist() == expected_chances.tolist()


@settings(max_examples=100, deadline=None)
@given(
    records=record_lists, ends=st.lists(st.integers(0, 8), max_size=3),
    others=st.lists(st.frozensets(st.integers(0, N_ITEMS - 1), min_size=1), max_size=3), data=st.data(),
)  # fmt: skip
def test_the_most_similar_of_all_parts_is_the_most_similar(
    records: Any, ends: list[int], others: Any, data: Any
) -> None:
    items = [np.array(sorted(other), dtype=np.int64) for other in others]
    own = [data.draw(st.integers(-1, len(records) - 1)) for _ in others]
    workers, start = [], 0
    for each in parted(records, ends):
        workers.append((each, np.arange(start, start + each.n_records)))
        start += each.n_records
    rows = [
        row
        for people in workers
        for columns in part.similarities(people, others=items, own=own)
        for row in zip(*(column.tolist() for column in columns), strict=True)
    ]
    found = {(of, about): value for of, about, value in highest(rows)}
    expected = highest_similarities(arrays(records), items, own)
    for about, values in enumerate(expected):
        assert [found.get((of, about), 0.0) for of in range(len(others))] == values.tolist()
