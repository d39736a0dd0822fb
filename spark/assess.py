"""Assess releases on Spark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput, UnknownRelease
from setrisk.pipelines.assessment.assess import (
    MOST_K,
    MOST_PEOPLE,
    MOST_RECONSTRUCTIONS,
    MOST_SEED,
    require_sensitive_guesses,
)
from setrisk.pipelines.assessment.question import Count, Question
from setrisk.pipelines.common.numbers import known_numbers, whole_number
from setrisk.spark.assessment.again import made_again
from setrisk.spark.assessment.control import require_others
from setrisk.spark.assessment.counts import count_narrowed, count_successes
from setrisk.spark.catalog import check_name, place
from setrisk.spark.failures import in_one_line
from setrisk.spark.relations import relation
from setrisk.spark.rows import replace_rows, rows_of, size_of
from setrisk.spark.statements import rows_to_read

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_COUNTS = (
    "criterion STRING, known BIGINT, choice STRING, variant STRING, attempts BIGINT, successes BIGINT, k BIGINT, "
    "scale DOUBLE, adversary STRING"
)
_ASKED = (
    "asked_known ARRAY<BIGINT>, control STRING, members STRING, people BIGINT, reconstructions BIGINT, "
    "default_reconstructions BIGINT"
)


def assess(
    session: SparkSession,
    release: str,
    *,
    known: str | int | Sequence[int] = "1..4",
    k: int = 5,
    control: str | None = None,
    sensitive: Sequence[str] = (),
    people: int = 2_000,
    reconstructions: int | None = None,
    seed: int = 0,
) -> DataFrame:
    """Measure what a release gives away about people, as `setrisk.assess` does: a sample of people is asked about, and
    all records of the release are looked at where they are, on the workers. What is found is that of one machine.

    Args:
        session: an attached session; setrisk must be installed on its workers.
        release: a release on Spark.
        known: how many items of a person somebody knows, as in `setrisk.assess`.
        k: somebody is narrowed down if fewer than k records may be theirs, 2 to 1,000,000.
        control: a data set on Spark of other people of the same population, by which the release itself is attacked.
        sensitive: names of items that nobody is to learn of a person.
        people: how many people to ask about at most, for each number of known items, 1 to 100,000.
        reconstructions: how many random reconstructions of the release the adversary uses, as in `setrisk.assess`.
        seed: seed of the draws. At least 0.

    Returns:
        The relation `assessed_risk` of the release: a row per criterion, number of known items and choice of them.

    Raises:
        UnknownRelease, UnknownDataset, BadInput: nothing was stored.
        SetriskError: what Spark could not do; nothing was stored.

    Examples:
        >>> found = setrisk.spark.assess(session, "chunks of visits", control="others", known=2, people=50)
        >>> sorted({row.criterion for row in found.collect()})
        ['inference', 'linkability', 'narrowing', 'singling_out']
    """
    check_name("release", release)
    numbers = known_numbers(known)
    k = whole_number("k", k, 2, MOST_K)
    people = whole_number("people", people, 1, MOST_PEOPLE)
    if reconstructions is not None:
        reconstructions = whole_number("reconstructions", reconstructions, 1, MOST_RECONSTRUCTIONS)
    seed = whole_number("seed", seed, 0, MOST_SEED)
    found = rows_of(session, "release", release).select("dataset").collect()
    if not found:
        raise UnknownRelease(f"there is no release {release!r} on Spark")
    dataset = found[0]["dataset"]
    names = _sensitive_names(session, sensitive)
    ((_, emptiness),) = rows_to_read(session, "risk/published_size", {}, release=release).collect()
    if emptiness:
        raise BadInput(f"release {release} is empty: {emptiness}; there is nothing to attack")
    ((default,),) = rows_to_read(session, "assessment/default_reconstructions", {}, release=release).collect()
    asked: dict[str, Any] = {
        "known": numbers,
        "k": k,
        "people": people,
        "reconstructions": reconstructions or default,
        "seed": seed,
        "sensitive": names,
    }
    if control == dataset:
        raise BadInput(f"control is {control}, whose people are in the release: give a data set of other people")
    if control is not None:
        size_of(session, control)
    with in_one_line("assess the release", "nothing was stored"):
        if control is not None:
            require_others(session, dataset, control, seed)
        question = Question(release, dataset, control or "", **asked)
        counts = list(count_narrowed(session, question))
        if control is None:
            with made_again(session, question) as (again, coming):
                counts += count_successes(session, again, coming)
        else:
            counts += count_successes(session, question, {})
    if not counts:
        raise BadInput("nobody has enough items to be asked about: nothing was measured")
    require_sensitive_guesses(names, numbers, counts)
    _store(session, release, counts, [(numbers, control, None, people, asked["reconstructions"], default)])
    return relation(session, "assessed_risk", release=release)


def _sensitive_names(session: SparkSession, sensitive: Sequence[str]) -> list[str]:
    """The names of the sensitive items.

    Raises:
        BadInput: they are no list of names, or one is not an item of any data set.
    """
    from pyspark.sql import functions as sf

    if isinstance(sensitive, str) or not all(isinstance(each, str) for each in sensitive):
        raise BadInput(f"sensitive is {sensitive!r:.60}; it must be a list of names of items")
    names = sorted(set(sensitive))
    items = session.table(place(session, "setrisk_private.item")).where(sf.col("item").isin(names))
    there = {row["item"] for row in items.select("item").collect()}
    if absent := [name for name in names if name not in there]:
        raise BadInput(f"sensitive: {absent[0]!r} is not an item of any data set on Spark")
    return names


def _store(session: SparkSession, release: str, counts: Sequence[Count], asked: list[tuple[Any, ...]]) -> None:
    """Store what was counted, in the place of what was stored of the release. Without counts it has not been assessed,
    so that these are written last.
    """
    rows = session.createDataFrame([tuple(asdict(count).values()) for count in counts], _COUNTS)
    with in_one_line("store what was counted", "the release counts as not assessed"):
        replace_rows(session, "assessed_attack", release, None)
        replace_rows(session, "release_assessment", release, session.createDataFrame(asked, _ASKED))
        replace_rows(session, "assessed_attack", release, rows)
