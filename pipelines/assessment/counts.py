"""Count how often the attacks of the common adversary are right about people in a release, and about others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from setrisk.errors import BadInput
from setrisk.pipelines.assessment.arrays import (
    Person,
    asked_people,
    data_records,
    places,
    reconstructed_records,
    sensitive_items,
)
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.share import percent
from setrisk.pipelines.database.names import family_of
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.methods.families import FAMILIES
from setrisk.udf.assessment.inference import guesses
from setrisk.udf.assessment.linkability import links
from setrisk.udf.assessment.narrowing import Places, remaining_records
from setrisk.udf.assessment.records import UNKNOWN, Records
from setrisk.udf.assessment.singling_out import (
    chances_of_one,
    control_of_all,
    naive_predicates,
    predicates,
    supports,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


_UNIFORM, _SHARPER = "uniform", "sharper"
# How many people are looked for in the release with all their items, and which share of them may not be there.
_MOST_FITTED, _MOST_FOREIGN = 500, 0.05
# Whoever links two sources chooses among so many people: the more there are, the less often the choice is right.
MOST_CHOICES = 100
# A sensitive item is guessed if more of the candidates hold it than this fraction.
_LEAST_POSTERIOR = 0.5


@dataclass(frozen=True)
class Question:
    """What is asked of a release.

    Attributes:
        release: the release.
        members: a data set of people who are in it.
        outsiders: a data set of people of the same population who are not, for the control.
        known: numbers of known items, each 1 to 50.
        k: a person is narrowed down if fewer than k records may be the person's.
        people: how many people to ask about at most, for each of them.
        reconstructions: how many reconstructions the adversary draws.
        seed: seed of the draws.
        sensitive: names of items that nobody is to learn of a person; none to leave the question out.
        max_cells: of how many cells, a member of a generalised item in a record each, the sharper adversary decides at
            most; of a release with more, the uniform one is asked alone. None to ask both of any release.
    """

    release: str
    members: str
    outsiders: str
    known: Sequence[int]
    k: int
    people: int
    reconstructions: int
    seed: int
    sensitive: Sequence[str] = ()
    max_cells: int | None = None


@dataclass(frozen=True)
class Count:
    """How often an attack was right.

    Attributes:
        criterion: `narrowing`, `inference`, `linkability`, `singling_out`, `sensitive_precision` or
            `sensitive_recall`.
        known: known items of each person, or items of each predicate.
        choice: which items are known: `random` ones, or the `rarest`.
        variant: of the attack: `main`, on people in the release; `control`, on others; `naive`, without what is known.
        attempts: how often it was tried.
        successes: how often it was right.
        k: of narrowing, the number of records below which a person counts.
        scale: what the successes are multiplied by, since uniqueness depends on how many people there are; 1 but for
            the control of singling out.
        adversary: `uniform`, who draws at random what a release leaves open, or `sharper`, who has attacked it.
    """

    criterion: str
    known: int
    choice: str
    variant: str
    attempts: int
    successes: int
    k: int | None = None
    scale: float = 1.0
    adversary: str = _UNIFORM


def default_reconstructions(con: DuckDBPyConnection, release: str) -> int:
    """How many random reconstructions of a release the adversary draws by default."""
    ((reconstructions,),) = run(con, "assessment/default_reconstructions", release=release).fetchall()
    return int(reconstructions)


def sharper_attack(con: DuckDBPyConnection, question: Question) -> str:
    """What the sharper adversary attacks the release with; empty if nothing sharpens it, or it has too many cells."""
    if question.max_cells is not None:
        ((n_cells,),) = run(con, "assessment/cell_count", release=question.release).fetchall()
        if n_cells > question.max_cells:
            return ""
    return FAMILIES[family_of(con, question.release)].sharper_attack


def count_narrowed(
    con: DuckDBPyConnection, question: Question, progress: Progress, *, are_members_claimed: bool = False
) -> Iterator[Count]:
    """People in a release whom known items narrow down to few of its records; nothing if noise has broken the tie
    between its records and people. It compares with nobody outside, so it is about the release itself; the caller holds
    a transaction, or has a database to itself.

    Args:
        con: a DuckDB connection.
        question: what is asked of the release.
        progress: called with each step.
        are_members_claimed: whether the release was imported, so that only the user says who is in it.

    Raises:
        BadInput: the people who are said to be in the release are others.
    """
    ((is_noisy,),) = run(con, "assessment/is_noisy", release=question.release).fetchall()
    if is_noisy:
        return
    progress("narrowing down")
    # One shows which items are rare. What may be a person's is not drawn.
    run(con, "assessment/stage_reconstructions", release=question.release, reconstructions=1, seed=question.seed)
    in_release = places(con, question.release)
    for choice in ("random", "rarest"):
        members = asked_people(
            con,
            question.members,
            None,
            choice,
            people=question.people,
            sizes=sorted(set(question.known)),
            seed=question.seed,
            sensitive=[],
        )
        if are_members_claimed and choice == "random":
            _require_members(in_release, question, members)
        yield from _count_narrowed(in_release, question, choice, members)


def count_successes(con: DuckDBPyConnection, question: Question, progress: Progress) -> Iterator[Count]:
    """Attack a release, in all ways but narrowing; the caller holds a transaction, or has a database to itself."""
    progress("drawing reconstructions")
    run(
        con,
        "assessment/stage_reconstructions",
        release=question.release,
        reconstructions=question.reconstructions,
        seed=question.seed,
    )
    run(con, "assessment/keep_held_items", members=question.members, outsiders=question.outsiders)
    records = reconstructed_records(con)
    seen_by = {_UNIFORM: records}
    # The items keep their numbers, so that both adversaries know the same of a person.
    if method := sharper_attack(con, question):
        family = family_of(con, question.release)
        progress(f"drawing reconstructions after attacking with {method}")
        run(
            con,
            f"assessment/stage_sharper_{family}",
            release=question.release,
            method=method,
            # An attack on chunks puts all that it can in one place: ten reconstructions would be ten times the same.
            reconstructions=1 if family == "disassociation" else question.reconstructions,
            seed=question.seed,
        )
        seen_by[_SHARPER] = reconstructed_records(con)
    guessable = sensitive_items(con, question.sensitive)
    # As many as are known; one more, to be inferred; twice as many, for two sources.
    sizes = sorted({size for known in question.known for size in (known, known + 1, 2 * known)})
    for choice in ("random", "rarest"):
        members, outsiders = (
            asked_people(
                con,
                dataset,
                others,
                choice,
                people=question.people,
                sizes=sizes,
                seed=question.seed,
                sensitive=question.sensitive,
            )
            for dataset, others in ((question.members, None), (question.outsiders, question.members))
        )
        for adversary, seen in seen_by.items():
            counts = _count_guesses(seen, guessable, question, choice, members, outsiders, progress)
            yield from _counts_by(adversary, counts)
    people = data_records(con, question.members, None, records.n_items)
    others = data_records(con, question.outsiders, question.members, records.n_items)
    for adversary, seen in seen_by.items():
        yield from _counts_by(adversary, _count_singled_out(seen, people, others, question, progress))


def _counts_by(adversary: str, counts: Iterator[Count]) -> Iterator[Count]:
    """The counts of one adversary. What is guessed without what is known is that of the uniform one."""
    for count in counts:
        if adversary == _UNIFORM or count.variant != "naive":
            yield replace(count, adversary=adversary)


def _count_guesses(
    records: Records,
    guessable: NDArray[np.bool_],
    question: Question,
    choice: str,
    members: Sequence[Person],
    outsiders: Sequence[Person],
    progress: Progress,
) -> Iterator[Count]:
    """What is guessed about people of whom some items are known."""
    progress(f"guessing by {choice} known items")
    yield from _count_inferences(records, question.known, choice, members, outsiders)
    if question.sensitive:
        progress(f"guessing sensitive items by {choice} known items")
        yield from _count_sensitive(records, guessable, question.known, choice, members, outsiders)
    for known in question.known:
        progress(f"linking by {known} {choice} known items")
        yield from _count_links(records, known, choice, members, outsiders, question)


def _require_members(places: Places, question: Question, members: Sequence[Person]) -> None:
    """Refuse people who are not in the release: what is known of them narrows down nobody, and no attack is right about
    them more often than about others.

    Raises:
        BadInput: more than a few of them have items that no record of the release can have together.
    """
    asked = members[:_MOST_FITTED]
    n_foreign = 0
    for person in asked:
        *_, remaining = 1, *remaining_records(places, [item for item in person.items if item != UNKNOWN])
        n_foreign += not remaining
    if n_foreign > _MOST_FOREIGN * len(asked):
        raise BadInput(
            f"{percent(n_foreign / len(asked))} of the people of {question.members} have items that no record of "
            f"{question.release} can have together: they are not the people in it: give members, a data set of those"
        )


def _count_narrowed(places: Places, question: Question, choice: str, members: Sequence[Person]) -> Iterator[Count]:
    """People of whom fewer than k records of the release may be theirs. Items that it does not show say nothing. Nobody
    without a record that fits is narrowed down: what is known and the release do not go together.
    """
    tried, narrowed = Counter[int](), Counter[int]()
    for person in members:
        known = person.items[: max(question.known)]
        remaining = [int(places.weights.sum()), *remaining_records(places, [item for item in known if item != UNKNOWN])]
        for number in question.known:
            if number in person.sizes:
                tried[number] += 1
                n_shown = sum(item != UNKNOWN for item in known[:number])
                narrowed[number] += 0 < remaining[n_shown] < question.k
    for number in tried:
        yield Count("narrowing", number, choice, "main", tried[number], narrowed[number], question.k)


def _count_inferences(
    records: Records, known: Sequence[int], choice: str, members: Sequence[Person], outsiders: Sequence[Person]
) -> Iterator[Count]:
    """The best guess of one more item, about people in the release and about others."""
    for variant, people in (("main", members), ("control", outsiders)):
        tried, right, naive = Counter[int](), Counter[int](), Counter[int]()
        # One item at least is left to be guessed.
        knowable = [person.items[: min(max(known), len(person.items) - 1)] for person in people]
        for guess in guesses(records, knowable, numbers=known):
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
    records: Records,
    guessable: NDArray[np.bool_],
    known: Sequence[int],
    choice: str,
    members: Sequence[Person],
    outsiders: Sequence[Person],
) -> Iterator[Count]:
    """The best guess of a sensitive item by items that are not sensitive. Nothing is guessed, of a person, that half of
    the candidates or fewer hold: precision is of the guesses, recall of the people who have a sensitive item.
    """
    total = int(records.weights.sum())
    for variant, people in (("main", members), ("control", outsiders)):
        having, tried, right, naive_tried, naive_right = (Counter[int]() for _ in range(5))
        knowable = [
            [item for item, is_sensitive in zip(person.items, person.are_sensitive, strict=True) if not is_sensitive]
            for person in people
        ]
        for guess in guesses(records, [items[: max(known)] for items in knowable], numbers=known, guessable=guessable):
            person = people[guess.person]
            if guess.known not in person.sizes:
                continue
            held = {item for item, is_sensitive in zip(person.items, person.are_sensitive, strict=True) if is_sensitive}
            having[guess.known] += bool(held)
            if guess.share > _LEAST_POSTERIOR:
                tried[guess.known] += 1
                right[guess.known] += guess.item in held
            if guess.naive != UNKNOWN and records.item_weights[guess.naive] > _LEAST_POSTERIOR * total:
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
    records: Records,
    known: int,
    choice: str,
    members: Sequence[Person],
    outsiders: Sequence[Person],
    question: Question,
) -> Iterator[Count]:
    """Two sources know other items of the same people: who of the second is each of the first?"""
    sides = {
        variant: [person.items for person in side if 2 * known in person.sizes]
        for variant, side in (("main", members), ("control", outsiders))
    }
    # It is as hard about members as about others, and about one release as about another.
    n_choices = min(MOST_CHOICES, *map(len, sides.values()))
    if not n_choices:
        return
    for variant, asked in sides.items():
        places = np.arange(len(asked))
        # People are in a random order already. The person is somewhere among the next ones, since ties are broken by
        # the order.
        starts = places - np.random.default_rng(question.seed).integers(n_choices, size=len(asked))
        choices = (starts[:, np.newaxis] + np.arange(n_choices)) % len(asked)
        firsts, seconds = ([items[start : 2 * known : 2] for items in asked] for start in (0, 1))
        chosen, chances = links(records, firsts, seconds, choices, known)
        yield Count("linkability", known, choice, variant, len(asked), int((chosen == places).sum()))
        if variant == "main":
            # Whoever chooses without looking at the release is right as often as that, on average.
            yield Count("linkability", known, choice, "naive", len(asked), round(float(chances.sum())))


def _count_singled_out(
    records: Records, people: tuple[Records, int], others: tuple[Records, int], question: Question, progress: Progress
) -> Iterator[Count]:
    """Predicates that the release suggests: of how many is it true that exactly one person fits?"""
    (members, n_members), (outsiders, n_outsiders) = people, others
    n_sampled = min(n_members, n_outsiders)
    for known in question.known:
        progress(f"trying predicates of {known} items")
        # As many as there are people to be wrong about at most: predicates of the same people are not independent.
        suggested = predicates(records, known, min(question.people, n_sampled or n_members), question.seed)
        if not suggested:
            continue
        n = len(suggested)
        fitting = supports(members, suggested)
        right = int((fitting == 1).sum())
        yield Count("singling_out", known, "random", "main", n, right)
        naive = supports(members, naive_predicates(records, known, n, question.seed))
        yield Count("singling_out", known, "random", "naive", n, int((naive == 1).sum()))
        if n_sampled:
            # In samples of equal size: of that many predicates one person fits, and so much more often a member.
            control = float(chances_of_one(supports(outsiders, suggested), n_outsiders, n_sampled).sum())
            gain = float(chances_of_one(fitting, n_members, n_sampled).sum()) - control
            whole = control_of_all(right, gain, n_members / n_sampled, n, n_members)
            successes = round(control)
            scale = whole / successes if successes else 1.0
            yield Count("singling_out", known, "random", "control", n, successes, scale=scale)
