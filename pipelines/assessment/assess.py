"""Assess a release: how much does an adversary gain about people because they are in it?"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from setrisk.errors import BadInput, SetriskError
from setrisk.pipelines.assessment.kept_arguments import EMPTY_AGAIN, NOT_AGAIN, OF_A_SERIES, arguments_to_make_again
from setrisk.pipelines.assessment.part_arguments import arguments_for_part
from setrisk.pipelines.common.columns import columns_of
from setrisk.pipelines.common.folders import make_own_folder
from setrisk.pipelines.common.numbers import known_numbers, whole_number
from setrisk.pipelines.common.progress import Progress, ignore_progress
from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.database import database_copy
from setrisk.pipelines.database.connect import connect
from setrisk.pipelines.database.names import family_of, find_type, require
from setrisk.pipelines.database.statements import run, text
from setrisk.pipelines.database.task import task
from setrisk.pipelines.database.transaction import is_in_transaction, transaction
from setrisk.pipelines.histogram.methods import Identity
from setrisk.pipelines.methods.registry import method as method_named
from setrisk.pipelines.releases.protect import make_release
from setrisk.pipelines.transactions.itemsets import read_names

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

    from setrisk.pipelines.assessment.question import Count

MOST_PEOPLE = 100_000
MOST_K, MOST_RECONSTRUCTIONS, MOST_SEED = 1_000_000, 1_000, 2**63 - 1


@task(writes=True)
def assess(
    con: DuckDBPyConnection,
    name: str,
    *,
    object_type: Literal["release", "dataset"] | None = None,
    known: str | int | Sequence[int] = "1..4",
    k: int = 5,
    control: str | None = None,
    members: str | None = None,
    sensitive: str | Path | Sequence[str] | None = None,
    people: int = 2_000,
    reconstructions: int | None = None,
    seed: int = 0,
    progress: Progress = ignore_progress,
) -> DuckDBPyRelation:
    """Measure what a release gives away about people: how few records may be theirs, and how much an adversary gains
    because they are in it, by inference of one more item, by linking two sources, and by singling out.

    The same attacks are tried on every release, whatever it promises, and on people who are not in it: what succeeds
    there, too, does not come of the release. For that a fifth of the people is held out, and the release is made again
    from the others, by the same method and parameters, on a copy that is thrown away; nothing is published, and no
    epsilon is spent. How few records may be people's is counted on the release itself. The results are stored for the
    owner.

    A data set is assessed as it is: what it would give away if it were published unchanged, to compare releases with.

    Generalised releases and releases in chunks are attacked by two adversaries: a uniform one, who draws at random what
    the release leaves open, and a sharper one, who first attacks it by what it publishes. The risk is that of the one
    who gains more.

    Args:
        con: a DuckDB connection.
        name: a release that was made in this database, or imported; or a data set.
        object_type: `release` or `dataset`, if both have this name.
        known: how many items of a person somebody knows, 1 to 50: a number, several, or a range such as `1..4`.
        k: somebody is narrowed down if fewer than k records may be theirs, 2 to 1,000,000.
        control: for a release, a data set of other people of the same population. The release itself is attacked then,
            and nobody is held out. People who are in both, by their ids, do not count as others.
        members: a data set of the people in the release, if it was imported; it needs control, too.
        sensitive: items that nobody is to learn of a person: names separated by commas, a file (items separated by
            commas or lines; or JSON, Parquet), or a table with a list column. Guesses of these are counted, too, by
            what else is known, where more than half of the candidates hold the item.
        people: how many people to ask about at most, for each number of known items, 1 to 100,000.
        reconstructions: how many random reconstructions of the release the adversary uses, 1 to 1,000. More may find
            more, and take longer. Unless given, as many as have 200,000 records together, 10 to 100, and one of a
            histogram, which leaves nothing to draw; `check` goes by no fewer.
        seed: seed of the draws of people, known items and reconstructions, and of the release that is made again: the
            same seed finds the same. At least 0.
        progress: called with each step.

    Returns:
        `setrisk.assessed_risk`: a row per criterion, number of known items and choice of them.

    Raises:
        UnknownRelease, UnknownDataset: there is no such release, or no such data set.
        BadInput: a number is out of range, a transaction is open, both a release and a data set have this name, control
            or members is given for a data set, or the release cannot be made again: it is one of a series, was made of
            a frame, or of a table or file that has changed; then give `control`; or it was imported; then give
            `members`, too; or the people of `control` seem to be those in it, or those of `members` are not; or there
            is nothing to attack, since it is empty, or is when it is made again.

    Examples:
        >>> _ = setrisk.protect(con, "visits", "chunks", method="disassociation", k=3, seed=1)
        >>> found = setrisk.assess(con, "chunks", known=2, people=50, reconstructions=2)
        >>> found.project("criterion").distinct().order("criterion").fetchall()
        [('inference',), ('linkability',), ('narrowing',), ('singling_out',)]
    """
    from setrisk.pipelines.assessment.counts import default_reconstructions

    numbers = known_numbers(known)
    k = whole_number("k", k, 2, MOST_K)
    people = whole_number("people", people, 1, MOST_PEOPLE)
    if reconstructions is not None:
        reconstructions = whole_number("reconstructions", reconstructions, 1, MOST_RECONSTRUCTIONS)
    seed = whole_number("seed", seed, 0, MOST_SEED)
    found = find_type(con, name, object_type, ("release", "dataset"))
    if is_in_transaction(con):
        raise BadInput("a transaction is open, and assessing needs one of its own: end it first")
    # Data as they are leave nothing to draw.
    default = default_reconstructions(con, name) if found == "release" else 1
    asked: dict[str, Any] = {
        "known": numbers,
        "k": k,
        "people": people,
        "reconstructions": reconstructions or default,
        "seed": seed,
        "sensitive": _sensitive_names(con, sensitive),
    }
    if found == "release":
        counts = _count_of_release(con, name, control, members, asked, progress)
    elif control is not None or members is not None:
        raise BadInput(f"{name} is a data set, and control and members are for releases: leave them out")
    else:
        counts = _count_on_a_copy(con, name, name, Identity.method.name, {}, asked, progress, is_data=True)
    if not counts:
        raise BadInput("nobody has enough items to be asked about: nothing was measured")
    require_sensitive_guesses(asked["sensitive"], numbers, counts)
    tables = {"_setrisk_counts": columns_of(asdict(count) for count in counts)}
    with transaction(con):
        if found == "release":
            run(
                con,
                "assessment/store_counts",
                release=name,
                asked_known=numbers,
                control=control,
                members=members,
                people=people,
                reconstructions=asked["reconstructions"],
                default_reconstructions=default,
                tables=tables,
            )
        else:
            run(con, "assessment/store_counts_of_dataset", dataset=name, tables=tables)
    if found == "dataset":
        # `setrisk.assessed_risk` shows a release, if one has this name.
        return con.sql(text("assessment/risks_of_data", dataset=name))
    return con.sql(f"SELECT r.* FROM {call('setrisk.assessed_risk', name)} AS r ORDER BY ALL")


def _count_of_release(
    con: DuckDBPyConnection,
    release: str,
    control: str | None,
    members: str | None,
    asked: dict[str, Any],
    progress: Progress,
) -> list[Count]:
    """Attack a release: itself, if others are given as control, or one that is made like it on a copy."""
    from setrisk.pipelines.assessment.control import require_others
    from setrisk.pipelines.assessment.counts import count_narrowed, count_successes
    from setrisk.pipelines.assessment.question import Question

    ((dataset, *_),) = run(con, "catalog/kept_arguments", release=release).fetchall()
    if dataset is None and (members is None or control is None):
        raise BadInput(
            f"release {release} was imported, and who is in it is not known here: give members, a data set of people "
            "who are, and control, a data set of others"
        )
    if dataset is not None and members is not None:
        raise BadInput(f"release {release} was made of {dataset}: members is for imported releases; leave it out")
    ((_, emptiness),) = run(con, "risk/published_size", release=release).fetchall()
    if emptiness:
        raise BadInput(f"release {release} is empty: {emptiness}; there is nothing to attack")
    if control is None:
        if family_of(con, release) == "serial":
            raise BadInput(f"release {release} is {OF_A_SERIES}: give control")
        dataset, method, given = arguments_to_make_again(con, release, "give control, or ")
        counts = _count_on_a_copy(con, release, dataset, method, given, asked, progress)
        return [*count_narrowed(con, Question(release, dataset, "", **asked), progress), *counts]
    require(con, "dataset", control)
    if members is not None:
        require(con, "dataset", members)
    asked_members = members or dataset
    if control == asked_members:
        raise BadInput(f"control is {control}, whose people are in the release: give a data set of other people")
    require_others(con, asked_members, control, asked["seed"])
    question = Question(release, asked_members, control, **asked)
    narrowed = count_narrowed(con, question, progress, are_members_claimed=members is not None)
    return [*narrowed, *count_successes(con, question, progress)]


def _sensitive_names(con: DuckDBPyConnection, sensitive: Any) -> list[str]:
    """The names of the sensitive items.

    Raises:
        BadInput: they cannot be read, or one is not an item of any data set.
    """
    if sensitive is None:
        return []
    names = sorted(set(read_names(con, sensitive, "sensitive")))
    if not names:
        raise BadInput("sensitive: no item is given; leave it out, if none is sensitive")
    items = {item for (item,) in run(con, "transactions/all_items").fetchall()}
    if absent := [name for name in names if name not in items]:
        raise BadInput(f"sensitive: {absent[0]!r} is neither a file, nor a table, nor an item of any data set")
    return names


def require_sensitive_guesses(sensitive: Sequence[str], numbers: Sequence[int], counts: Sequence[Count]) -> None:
    """Refuse questions about sensitive items of which nothing was measured: stored without, they would look harmless.

    Raises:
        BadInput: nobody has one of these items and enough others, for one of the numbers of known items.
    """
    if not sensitive:
        return
    measured = {count.known for count in counts if count.criterion == "sensitive_recall"}
    if missing := [number for number in numbers if number not in measured]:
        named = ", ".join(map(str, missing))
        others = ",".join(str(number) for number in numbers if number in measured)
        raise BadInput(
            f"sensitive: nothing was measured of these items for {named} known items, since none of the people asked "
            f"about has one of them and so many others; {f'assess with --known {others}, or' if others else 'assess'} "
            "without sensitive items"
        )


def _count_on_a_copy(
    con: DuckDBPyConnection,
    name: str,
    dataset: str,
    method: str,
    given: dict[str, Any],
    asked: dict[str, Any],
    progress: Progress,
    *,
    is_data: bool = False,
) -> list[Count]:
    """Make a release of four fifths of the people on a copy, and attack it there. Of data as they are, all people are
    narrowed down there, too: there is no release of all of them.
    """
    from setrisk.pipelines.assessment.counts import count_narrowed, count_successes
    from setrisk.pipelines.assessment.question import Question

    members, outsiders = f"members {secrets.token_hex(4)}", f"outsiders {secrets.token_hex(4)}"
    with make_own_folder() as folder:
        progress("copying the data")
        path = Path(folder) / "scratch.duckdb"
        chosen = method_named(method, "protect")
        tables = chosen.tables(given)
        database_copy.copy(con, path, dataset, tables, series=False, semantic=False)
        with connect(path) as scratch:
            counts: list[Count] = []
            if is_data:
                make_release(scratch, dataset, "all people", chosen, {}, is_risk_stored=False)
                counts += count_narrowed(scratch, Question("all people", dataset, "", **asked), progress)
            progress("making the release without a fifth of the people")
            run(
                scratch,
                "assessment/hold_out",
                dataset=dataset,
                members=members,
                outsiders=outsiders,
                n_outsiders=None,
                seed=asked["seed"],
            )
            try:
                own = arguments_for_part(scratch, method, dataset, members, given, asked["seed"])
                made = make_release(scratch, members, "release", chosen, own, is_risk_stored=False)
            except SetriskError as error:
                # There may be fewer people than k, or no itemset left to protect.
                raise BadInput(f"{name} {NOT_AGAIN}: {error}; give control, or another seed") from error
            # Attacks on it would find nothing, and that would look like safety.
            if made.emptiness:
                raise BadInput(
                    f"{name} is {EMPTY_AGAIN}: give another seed, or control, which attacks the release itself"
                )
            return [*counts, *count_successes(scratch, Question("release", members, outsiders, **asked), progress)]
