"""Count how often the attacks of the common adversary are right about people in a release, and about others."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from setrisk.pipelines.assessment.arrays import (
    asked_people,
    data_records,
    places,
    reconstructed_records,
    sensitive_items,
)
from setrisk.pipelines.assessment.asked import CHOICES, sizes_asked
from setrisk.pipelines.assessment.counting import (
    count_guesses,
    count_people_narrowed,
    count_singled_out,
    counts_by,
    require_members,
)
from setrisk.pipelines.assessment.question import SHARPER, UNIFORM, Count, Question
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.names import family_of
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.methods.families import FAMILIES
from setrisk.udf.assessment.inference import Guess, guesses
from setrisk.udf.assessment.linkability import links
from setrisk.udf.assessment.records import Records
from setrisk.udf.assessment.singling_out import predicates, supports
from setrisk.udf.common.arrays import Floats, Integers

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True)
class _Reader:
    """An adversary who has all records at hand."""

    records: Records

    @property
    def item_weights(self) -> Integers:
        return self.records.item_weights

    @property
    def weight(self) -> int:
        return int(self.records.weights.sum())

    def guesses(
        self,
        people: Sequence[Sequence[int]],
        *,
        numbers: Collection[int],
        guessable: NDArray[np.bool_] | None = None,
    ) -> Iterator[Guess]:
        return guesses(self.records, people, numbers=numbers, guessable=guessable)

    def links(
        self, firsts: Sequence[Sequence[int]], seconds: Sequence[Sequence[int]], choices: Integers, known: int
    ) -> tuple[Integers, Floats]:
        return links(self.records, firsts, seconds, choices, known)

    def predicates(self, known: int, number: int, seed: int) -> list[tuple[int, ...]]:
        return predicates(self.records, known, number, seed)


@dataclass(frozen=True)
class _Transactions:
    """People, with all of their transactions at hand."""

    records: Records
    n_people: int

    def supports(self, itemsets: Sequence[tuple[int, ...]]) -> Integers:
        return supports(self.records, itemsets)


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


def sharper_reconstructions(family: str, question: Question) -> int:
    """How many reconstructions the sharper adversary draws of a release of a family."""
    # An attack on chunks puts all that it can in one place: ten reconstructions would be ten times the same.
    return 1 if family == "disassociation" else question.reconstructions


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
    for choice in CHOICES:
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
            require_members(in_release, question, members)
        yield from count_people_narrowed(in_release, question, choice, members)


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
    seen_by = {UNIFORM: _Reader(records)}
    # The items keep their numbers, so that both adversaries know the same of a person.
    if method := sharper_attack(con, question):
        family = family_of(con, question.release)
        progress(f"drawing reconstructions after attacking with {method}")
        run(
            con,
            f"assessment/stage_sharper_{family}",
            release=question.release,
            method=method,
            reconstructions=sharper_reconstructions(family, question),
            seed=question.seed,
        )
        seen_by[SHARPER] = _Reader(reconstructed_records(con))
    guessable = sensitive_items(con, question.sensitive)
    sizes = sizes_asked(question.known)
    for choice in CHOICES:
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
            counts = count_guesses(seen, guessable, question, choice, members, outsiders, progress)
            yield from counts_by(adversary, counts)
    people = _Transactions(*data_records(con, question.members, None, records.n_items))
    others = _Transactions(*data_records(con, question.outsiders, question.members, records.n_items))
    for adversary, seen in seen_by.items():
        yield from counts_by(adversary, count_singled_out(seen, people, others, question, progress))
