"""An adversary whose records are in parts, on workers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from setrisk.pipelines.assessment.asked import Linked, Person, harmless_items, knowable_items, sides_linked
from setrisk.pipelines.assessment.question import Question
from setrisk.spark.assessment.parts import answers, best_sums, highest, part_number, read_records, sums
from setrisk.udf.assessment import part
from setrisk.udf.assessment.inference import Guess, best_item
from setrisk.udf.assessment.linkability import best_links, rounded_scores
from setrisk.udf.assessment.part import ALL_ITEMS, Answer, Known, Sources, about_reconstruction
from setrisk.udf.assessment.records import UNKNOWN, Records
from setrisk.udf.assessment.singling_out import drawn_items, drawn_places, rarest
from setrisk.udf.common.arrays import Floats, Integers

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

Itemset = tuple[int, ...]
# Those in the release, and others, by which items of them are known first.
Sides = Mapping[str, tuple[Sequence[Person], Sequence[Person]]]


class Reader:
    """An adversary who asks the workers once for all that will be counted, in six steps, however many people there are.
    All numbers are those of `setrisk.udf.assessment`, as if the records were in one place.
    """

    def __init__(
        self,
        parts: DataFrame,
        n_items: int,
        question: Question,
        sides: Sides,
        *,
        guessable: NDArray[np.bool_],
        n_predicates: int,
    ) -> None:
        """Ask.

        Args:
            parts: the records, as `read_records` reads them, in the order of their reconstructions and numbers from
                partition to partition.
            n_items: how many items the release shows.
            question: what is asked.
            sides: those who are asked about.
            guessable: whether each item is sensitive.
            n_predicates: how many predicates to find of each size.
        """
        self._parts, self._read = parts, read_records(n_items)
        self.item_weights, self._by_reconstruction = self._weigh(n_items)
        drawn = self._draw(question, n_predicates)
        sets = _sets(question, sides, guessable)
        self._sets = self._with_overlaps(sets)
        self._numbers = {each: number for number, each in enumerate(sets)}
        itemsets = sorted({itemset for tried in drawn.values() for itemset in tried})
        self._best, self._weights, supports = self._candidates(itemsets)
        self._scores = self._link(question, sides)
        self._predicates = {
            known: rarest(tried, supports.__getitem__, n_predicates, len(self._by_reconstruction)) if tried else []
            for known, tried in drawn.items()
        }

    @property
    def weight(self) -> int:
        """The weight of all records, in all reconstructions."""
        return int(self._by_reconstruction.sum())

    def guesses(
        self,
        people: Sequence[Sequence[int]],
        *,
        numbers: Collection[int],
        guessable: NDArray[np.bool_] | None = None,
    ) -> Iterator[Guess]:
        """As `setrisk.udf.assessment.inference.guesses`."""
        seen: dict[Itemset, tuple[int, float, int]] = {}
        for person, items in enumerate(people):
            for n_known in range(1, len(items) + 1):
                if n_known not in numbers:
                    continue
                known = _shown(items[:n_known])
                if known not in seen:
                    naive = best_item(self.item_weights, known, guessable)
                    seen[known] = *self._guess(known, naive, is_sensitive=guessable is not None), naive
                yield Guess(person, n_known, *seen[known])

    def links(
        self, firsts: Sequence[Sequence[int]], seconds: Sequence[Sequence[int]], choices: Integers, known: int
    ) -> tuple[Integers, Floats]:
        """As `setrisk.udf.assessment.linkability.links`."""
        return best_links(self._scores[_key(firsts, seconds)], choices)

    def predicates(self, known: int, number: int, seed: int) -> list[Itemset]:
        """As `setrisk.udf.assessment.singling_out.predicates`."""
        return self._predicates[known]

    def _guess(self, known: Itemset, naive: int, *, is_sensitive: bool) -> tuple[int, float]:
        """The best guess, and the fraction of the candidates that hold the item."""
        number = self._numbers[known, "sensitive" if is_sensitive else "any"]
        if not self._sets[number].overlap:
            # All records are candidates.
            return naive, float(self.item_weights[naive] / self.weight) if naive != UNKNOWN else 0.0
        item, weight = self._best.get(number, (UNKNOWN, 0.0))
        return item, weight / self._weights[number][ALL_ITEMS] if item != UNKNOWN else 0.0

    def _weigh(self, n_items: int) -> tuple[Integers, Floats]:
        """The weight of the records that hold each item, and of those of each reconstruction."""
        found = {about: value for _, about, value in sums(answers(self._parts, self._read, part.weights_of_items))}
        items = np.array([found.get(item, 0) for item in range(n_items)], dtype=np.int64)
        return items, _by_reconstruction(found)

    def _draw(self, question: Question, number: int) -> dict[int, list[Itemset]]:
        """The predicates that are tried, of each size, in the order of the draws."""
        sizes = question.known
        weights: dict[int, dict[int, int]] = {size: {} for size in sizes}
        for of, size, value in sums(answers(self._parts, self._read, _weights_of_sizes, sizes=sizes)):
            weights[size][of] = int(value)
        places, starts, draws = [], [], {}
        for size in sizes:
            draws[size] = np.random.default_rng(question.seed)
            ends = list(accumulate(weights[size][of] for of in sorted(weights[size])))
            starts.append(dict(zip(sorted(weights[size]), [0, *ends], strict=False)))
            total = ends[-1] if ends else 0
            places.append(drawn_places(draws[size], number if total else 0, total))
        firsts = [0, *accumulate(map(len, places))]
        rows = answers(
            self._parts, self._read, _items_at, places=places, sizes=sizes, firsts=firsts[:-1], starts=starts
        )
        held = defaultdict(list)
        for of, item, _ in sums(rows):
            held[of].append(item)
        return {
            size: [drawn_items(draws[size], np.sort(held[first + place]), size) for place in range(len(at))]
            for size, first, at in zip(sizes, firsts, places, strict=False)
        }

    def _with_overlaps(self, sets: Mapping[tuple[Itemset, str], NDArray[np.bool_] | None]) -> list[Known]:
        """The sets of known items, with how many of each a candidate holds."""
        distinct = sorted({items for items, _ in sets})
        rows = highest(answers(self._parts, self._read, part.overlaps, sets=distinct))
        held = {distinct[of]: int(value) for of, _, value in rows}
        return [Known(items, held.get(items, 0), guessed) for (items, _), guessed in sets.items()]

    def _candidates(
        self, itemsets: Sequence[Itemset]
    ) -> tuple[dict[int, tuple[int, float]], dict[int, dict[int, float]], dict[Itemset, int]]:
        """The item that most candidates hold by each set of known items, with their weight; the weights of all
        candidates, and of those of each reconstruction; and the support of each itemset.
        """
        best, weights = {}, {}
        rows = answers(self._parts, self._read, _held, sets=self._sets, itemsets=itemsets)
        for of, first, weights[of] in best_sums(rows):
            if first is not None:
                best[of] = first
        supports = {
            itemset: int(weights.pop(number, {}).get(ALL_ITEMS, 0))
            for number, itemset in enumerate(itemsets, len(self._sets))
        }
        return best, weights, supports

    def _link(self, question: Question, sides: Sides) -> dict[tuple[tuple[Itemset, ...], ...], Floats]:
        """How well each person fits whom the second source may be about, for all that are linked."""
        linked = _linked(question, sides)
        sources = [
            Sources(self._numbers_of(each.firsts), self._numbers_of(each.seconds), each.choices) for each in linked
        ]
        totals = {
            int(number): self._totals(number)
            for number in np.unique(np.concatenate([[], *(each.seconds for each in sources)])).astype(np.int64)
            if number >= 0
        }
        added = answers(self._parts, self._read, part.scores, sets=self._sets, totals=totals, sources=sources)
        firsts = [0, *accumulate(len(each.choices) for each in linked)]
        scores = [np.zeros(each.choices.shape) for each in linked]
        ends = np.array(firsts[1:], dtype=np.int64)
        for of, choice, value in sums(added):
            side = int(ends.searchsorted(of, side="right"))
            scores[side][of - firsts[side], choice] = value
        found = {}
        for each, source, own in zip(linked, sources, scores, strict=True):
            self._add_unknown(own, source)
            own = rounded_scores(own)
            own[_share_items(each)] = -1
            found[_key(each.firsts, each.seconds)] = own
        return found

    def _add_unknown(self, scores: Floats, source: Sources) -> None:
        """Score those of the second source of whom nothing is known: all records are their candidates."""
        is_unknown = source.seconds < 0
        for person in range(len(scores)):
            if (number := source.firsts[person]) >= 0 and is_unknown[source.choices[person]].any():
                shares = self._totals(number) / np.maximum(self._by_reconstruction, 1)
                scores[person, is_unknown[source.choices[person]]] = shares.sum()

    def _totals(self, number: int) -> Floats:
        """The weight of the candidates by a set of known items, by reconstruction."""
        found = np.zeros(len(self._by_reconstruction))
        by_reconstruction = _by_reconstruction(self._weights[number])
        found[: len(by_reconstruction)] = by_reconstruction
        return found

    def _numbers_of(self, people: Sequence[Sequence[int]]) -> Integers:
        """The set of known items of each person; -1 if all records are candidates by it."""
        numbers = [
            next(
                self._numbers[_shown(items), kind]
                for kind in ("any", "linked")
                if (_shown(items), kind) in self._numbers
            )
            for items in people
        ]
        return np.array([number if self._sets[number].overlap else -1 for number in numbers], dtype=np.int64)


def _sets(
    question: Question, sides: Sides, guessable: NDArray[np.bool_]
) -> dict[tuple[Itemset, str], NDArray[np.bool_] | None]:
    """All sets of known items that are asked about, and what may be guessed by each: any item, a sensitive one, or
    nothing, since two sources are linked.
    """
    found: dict[tuple[Itemset, str], NDArray[np.bool_] | None] = {}
    everything = np.ones(len(guessable), dtype=bool)

    def add(known_of: Callable[..., list[list[int]]], kind: str, guessed: NDArray[np.bool_]) -> None:
        for people in (people for both in sides.values() for people in both):
            for items in known_of(people, question.known):
                for number in question.known:
                    if number <= len(items):
                        found[_shown(items[:number]), kind] = guessed

    add(knowable_items, "any", everything)
    if question.sensitive:
        add(harmless_items, "sensitive", guessable)
    for each in _linked(question, sides):
        for items in map(_shown, (*each.firsts, *each.seconds)):
            if (items, "any") not in found:
                found[items, "linked"] = None
    return found


def _linked(question: Question, sides: Sides) -> list[Linked]:
    """All whom two sources know."""
    return [
        linked
        for members, outsiders in sides.values()
        for known in question.known
        for linked in sides_linked(known, members, outsiders, question.seed).values()
    ]


def _shown(items: Sequence[int]) -> Itemset:
    """Those of some items that the release shows, as a set."""
    return tuple(sorted({item for item in items if item != UNKNOWN}))


def _key(firsts: Sequence[Sequence[int]], seconds: Sequence[Sequence[int]]) -> tuple[tuple[Itemset, ...], ...]:
    """What two sources know."""
    return tuple(tuple(map(tuple, people)) for people in (firsts, seconds))


def _share_items(linked: Linked) -> NDArray[np.bool_]:
    """Whether the second source knows an item of somebody that the first one knows, too, and the release shows."""
    firsts, seconds = ([set(_shown(items)) for items in people] for people in (linked.firsts, linked.seconds))
    rows = [
        [not first.isdisjoint(seconds[place]) for place in row]
        for first, row in zip(firsts, linked.choices, strict=True)
    ]
    return np.array(rows, dtype=bool).reshape(linked.choices.shape)


def _by_reconstruction(found: Mapping[int, float]) -> Floats:
    """Weights by reconstruction, of rows about all that there is."""
    by_number = {about_reconstruction(0) - about: value for about, value in found.items() if about < ALL_ITEMS}
    return np.array([by_number.get(number, 0.0) for number in range(max(by_number, default=-1) + 1)])


# What workers are asked, by name: they know which part they have.
def _weights_of_sizes(records: Records, *, sizes: Sequence[int]) -> Iterator[Answer]:
    return part.weights_of_sizes(records, sizes=sizes, part=part_number())


def _items_at(
    records: Records,
    *,
    places: Sequence[Integers],
    sizes: Sequence[int],
    firsts: Sequence[int],
    starts: Sequence[Mapping[int, int]],
) -> Iterator[Answer]:
    here = [at - start[part_number()] for at, start in zip(places, starts, strict=True)]
    return part.items_at(records, places=here, sizes=sizes, firsts=firsts)


def _held(records: Records, *, sets: Sequence[Known], itemsets: Sequence[Itemset]) -> Iterator[Answer]:
    yield from part.held_by_candidates(records, sets=sets)
    yield from part.supports(records, itemsets=itemsets, first=len(sets))
