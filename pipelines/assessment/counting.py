"""Count how often an adversary who sees a release is right about people in it, and about others, whatever computes what
the adversary says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from setrisk.errors import BadInput
from setrisk.pipelines.assessment.asked import Person, harmless_items, knowable_items, sides_linked
from setrisk.pipelines.assessment.question import UNIFORM, Count, Question
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.share import percent
from setrisk.udf.assessment.inference import Guess
from setrisk.udf.assessment.records import UNKNOWN
from setrisk.udf.assessment.singling_out import chances_of_one, control_of_all, naive_predicates
from setrisk.udf.common.arrays import Floats, Integers

# How many people are looked for in the release with all their items, and which share of them may not be there.
_MOST_FITTED, _MOST_FOREIGN = 500, 0.05
# A sensitive item is guessed if more of the candidates hold it than this fraction.
_LEAST_POSTERIOR = 0.5


class Adversary(Protocol):
    """What somebody who sees a release says of people, by items that are known of them."""

    @property
    def item_weights(self) -> Integers:
        """The weight of the records that hold each item, in all reconstructions."""

    @property
    def weight(self) -> int:
        """The weight of all records, in all reconstructions."""

    def guesses(
        self,
        people: Sequence[Sequence[int]],
        *,
        numbers: Collection[int],
        guessable: NDArray[np.bool_] | None = None,
    ) -> Iterator[Guess]:
        """As `setrisk.udf.assessment.inference.guesses`."""

    def links(
        self, firsts: Sequence[Sequence[int]], seconds: Sequence[Sequence[int]], choices: Integers, known: int
    ) -> tuple[Integers, Floats]:
        """As `setrisk.udf.assessment.linkability.links`."""

    def predicates(self, known: int, number: int, seed: int) -> list[tuple[int, ...]]:
        """As `setrisk.udf.assessment.singling_out.predicates`."""


class Crowd(Protocol):
    """The people of a data set."""

    @property
    def n_people(self) -> int:
        """How many they are."""

    def supports(self, itemsets: Sequence[tuple[int, ...]]) -> Integers:
        """How many of them have all items of each itemset."""


class Remaining(Protocol):
    """How many records of a release may be a person's."""

    @property
    def n_records(self) -> int:
        """How many it has."""

    def remaining(self, items: Sequence[int]) -> Sequence[int]:
        """How many may be the person's if the first item is known, the first two, and so on: items that it shows."""


def counts_by(adversary: str, counts: Iterator[Count]) -> Iterator[Count]:
    """The counts of one adversary. What is guessed without what is known is that of the uniform one."""
    for count in counts:
        if adversary == UNIFORM or count.variant != "naive":
            yield replace(count, adversary=adversary)


def count_guesses(
    adversary: Adversary,
    guessable: NDArray[np.bool_],
    question: Question,
    choice: str,
    members: Sequence[Person],
    outsiders: Sequence[Person],
    progress: Progress,
) -> Iterator[Count]:
    """What is guessed about people of whom some items are known."""
    progress(f"guessing by {choice} known items")
    yield from _count_inferences(adversary, question.known, choice, members, outsiders)
    if question.sensitive:
        progress(f"guessing sensitive items by {choice} known items")
        yield from _count_sensitive(adversary, guessable, question.known, choice, members, outsiders)
    for known in question.known:
        progress(f"linking by {known} {choice} known items")
        yield from _count_links(adversary, known, choice, members, outsiders, question)


def require_members(places: Remaining, question: Question, members: Sequence[Person]) -> None:
    """Refuse people who are not in the release: what is known of them narrows down nobody, and no attack is right about
    them more often than about others.

    Raises:
        BadInput: more than a few of them have items that no record of the release can have together.
    """
    asked = members[:_MOST_FITTED]
    n_foreign = 0
    for person in asked:
        *_, remaining = 1, *places.remaining([item for item in person.items if item != UNKNOWN])
        n_foreign += not remaining
    if n_foreign > _MOST_FOREIGN * len(asked):
        raise BadInput(
            f"{percent(n_foreign / len(asked))} of the people of {question.members} have items that no record of "
            f"{question.release} can have together: they are not the people in it: give members, a data set of those"
        )


def count_people_narrowed(
    places: Remaining, question: Question, choice: str, members: Sequence[Person]
) -> Iterator[Count]:
    """People of whom fewer than k records of the release may be theirs. Items that it does not show say nothing. Nobody
    without a record that fits is narrowed down: what is known and the release do not go together.
    """
    tried, narrowed = Counter[int](), Counter[int]()
    for person in members:
        known = person.items[: max(question.known)]
        remaining = [places.n_records, *places.remaining([item for item in known if item != UNKNOWN])]
        for number in question.known:
            if number in person.sizes:
                tried[number] += 1
                n_shown = sum(item != UNKNOWN for item in known[:number])
                narrowed[number] += 0 < remaining[n_shown] < question.k
    for number in tried:
        yield Count("narrowing", number, choice, "main", tried[number], narrowed[number], question.k)


def _count_inferences(
    adversary: Adversary, known: Sequence[int], choice: str, members: Sequence[Person], outsiders: Sequence[Person]
) -> Iterator[Count]:
    """The best guess of one more item, about people in the release and about others."""
    for variant, people in (("main", members), ("control", outsiders)):
        tried, right, naive = Counter[int](), Counter[int](), Counter[int]()
        for guess in adversary.guesses(knowable_items(people, known), numbers=known):
            person = people[guess.person]
            if guess.known + 1 in person.sizes:
                hidden = person.items[guess.known :]
                tried[guess.known] += 1
                right[guess.known] += guess.item != UNKNOWN and guess.item in hidden
                naive[guess.known] += guess.naive != UNKNOWN and guess.naive in hidden
        for number in tried:
            yield Count("inference", number, choice, variant, tried[number], right[number])
            if variant == "main":
                yield Count("inference", number, choice, "naive", tried[number], naive[number])


def _count_sensitive(
    adversary: Adversary,
    guessable: NDArray[np.bool_],
    known: Sequence[int],
    choice: str,
    members: Sequence[Person],
    outsiders: Sequence[Person],
) -> Iterator[Count]:
    """The best guess of a sensitive item by items that are not sensitive. Nothing is guessed, of a person, that half of
    the candidates or fewer hold: precision is of the guesses, recall of the people who have a sensitive item.
    """
    is_frequent = adversary.item_weights > _LEAST_POSTERIOR * adversary.weight
    for variant, people in (("main", members), ("control", outsiders)):
        having, tried, right, naive_tried, naive_right = (Counter[int]() for _ in range(5))
        knowable = harmless_items(people, known)
        for guess in adversary.guesses(knowable, numbers=known, guessable=guessable):
            person = people[guess.person]
            if guess.known not in person.sizes:
                continue
            held = {item for item, is_sensitive in zip(person.items, person.are_sensitive, strict=True) if is_sensitive}
            having[guess.known] += bool(held)
            if guess.share > _LEAST_POSTERIOR:
                tried[guess.known] += 1
                right[guess.known] += guess.item in held
            if guess.naive != UNKNOWN and is_frequent[guess.naive]:
                naive_tried[guess.known] += 1
                naive_right[guess.known] += guess.naive in held
        counts = [(variant, tried, right)]
        if variant == "main":
            counts.append(("naive", naive_tried, naive_right))
        for name, n_tried, n_right in counts:
            for number in +n_tried:
                yield Count("sensitive_precision", number, choice, name, n_tried[number], n_right[number])
            for number in +having:
                yield Count("sensitive_recall", number, choice, name, having[number], n_right[number])


def _count_links(
    adversary: Adversary,
    known: int,
    choice: str,
    members: Sequence[Person],
    outsiders: Sequence[Person],
    question: Question,
) -> Iterator[Count]:
    """Two sources know other items of the same people: who of the second is each of the first?"""
    for variant, side in sides_linked(known, members, outsiders, question.seed).items():
        chosen, chances = adversary.links(side.firsts, side.seconds, side.choices, known)
        asked, places = side.firsts, np.arange(len(side.firsts))
        yield Count("linkability", known, choice, variant, len(asked), int((chosen == places).sum()))
        if variant == "main":
            # Whoever chooses without looking at the release is right as often as that, on average.
            yield Count("linkability", known, choice, "naive", len(asked), round(float(chances.sum())))


def n_predicates(question: Question, n_members: int, n_outsiders: int) -> int:
    """How many predicates to try of each size: as many as there are people to be wrong about at most, since predicates
    of the same people are not independent.
    """
    return min(question.people, min(n_members, n_outsiders) or n_members)


def predicates_of(
    adversary: Adversary, known: int, number: int, seed: int
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Predicates of so many items that a release suggests, and as many that know nothing of its records."""
    suggested = adversary.predicates(known, number, seed)
    return suggested, naive_predicates(adversary.item_weights, known, len(suggested), seed)


def count_singled_out(
    adversary: Adversary, members: Crowd, outsiders: Crowd, question: Question, progress: Progress
) -> Iterator[Count]:
    """Predicates that the release suggests: of how many is it true that exactly one person fits?"""
    n_members, n_outsiders = members.n_people, outsiders.n_people
    n_sampled = min(n_members, n_outsiders)
    for known in question.known:
        progress(f"trying predicates of {known} items")
        number = n_predicates(question, n_members, n_outsiders)
        suggested, guessed = predicates_of(adversary, known, number, question.seed)
        if not suggested:
            continue
        n = len(suggested)
        fitting = members.supports(suggested)
        right = int((fitting == 1).sum())
        yield Count("singling_out", known, "random", "main", n, right)
        naive = members.supports(guessed)
        yield Count("singling_out", known, "random", "naive", n, int((naive == 1).sum()))
        if n_sampled:
            # In samples of equal size: of that many predicates one person fits, and so much more often a member.
            control = float(chances_of_one(outsiders.supports(suggested), n_outsiders, n_sampled).sum())
            gain = float(chances_of_one(fitting, n_members, n_sampled).sum()) - control
            whole = control_of_all(right, gain, n_members / n_sampled, n, n_members)
            successes = round(control)
            scale = whole / successes if successes else 1.0
            yield Count("singling_out", known, "random", "control", n, successes, scale=scale)
