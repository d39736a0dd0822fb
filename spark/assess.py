"""Assess releases on Spark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Literal

from setrisk.errors import BadInput, UnknownRelease
from setrisk.pipelines.assessment.assess import (
    MOST_K,
    MOST_PEOPLE,
    MOST_RECONSTRUCTIONS,
    require_sensitive_guesses,
)
from setrisk.pipelines.assessment.question import Question
from setrisk.pipelines.common.numbers import known_numbers, whole_number
from setrisk.spark.assessment.again import made_again, shown_as_it_is
from setrisk.spark.assessment.control import require_others
from setrisk.spark.assessment.counts import count_narrowed, count_successes
from setrisk.spark.catalog import check_name, table_of
from setrisk.spark.failures import in_one_line
from setrisk.spark.relations import relation
from setrisk.spark.rows import replace_rows, require_written, rows_of, size_of, unknown
from setrisk.spark.statements import rows_to_read
from setrisk.spark.unchanged import Unchanged

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# Spark's own numbers end soon after it.
_MOST_SEED = 1_000_000_000
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
    name: str,
    *,
    object_type: Literal["release", "dataset"] | None = None,
    known: str | int | Sequence[int] = "1..4",
    k: int = 5,
    control: str | None = None,
    sensitive: Sequence[str] | None = None,
    people: int = 2_000,
    reconstructions: int | None = None,
    seed: int = 0,
) -> DataFrame:
    """Measure what a release gives away about people, or a data set if it were published as it is, as `setrisk.assess`
    does: a sample of people is asked about, and all records are looked at where they are, on the workers. The answers
    are those of one machine, but of a release by shards that is made again: which people share a shard is drawn anew.

    Args:
        session: an attached session; setrisk must be installed on its workers.
        name: a release or a data set on Spark.
        object_type: `release` or `dataset`, if both have this name.
        known: how many items of a person somebody knows, as in `setrisk.assess`.
        k: somebody is narrowed down if fewer than k records may be theirs, 2 to 1,000,000.
        control: for a release, a data set on Spark of other people of the same population. The release itself is
            attacked then; without it the release is made again of four fifths of its people, and nothing is published.
        sensitive: names of items that nobody is to learn of a person.
        people: how many people to ask about at most, for each number of known items, 1 to 100,000.
        reconstructions: how many random reconstructions of the release the adversary uses, as in `setrisk.assess`.
        seed: seed of the draws, 0 to 1,000,000,000.

    Returns:
        The relation `assessed_risk`: a row per criterion, number of known items and choice of them.

    Raises:
        UnknownRelease, UnknownDataset, BadInput: nothing was stored.
        SetriskError: what Spark could not do; nothing was stored.

    Examples:
        >>> found = setrisk.spark.assess(session, "chunks of visits", known=1, people=50, reconstructions=1)
        >>> sorted({row.criterion for row in found.collect()})
        ['inference', 'linkability', 'narrowing', 'singling_out']
    """
    numbers = known_numbers(known)
    k = whole_number("k", k, 2, MOST_K)
    people = whole_number("people", people, 1, MOST_PEOPLE)
    if reconstructions is not None:
        reconstructions = whole_number("reconstructions", reconstructions, 1, MOST_RECONSTRUCTIONS)
    seed = whole_number("seed", seed, 0, _MOST_SEED)
    if control is not None:
        check_name("control", control)
    dataset, is_release = _find(session, name, object_type)
    names = _sensitive_names(session, sensitive)
    # Data as they are leave nothing to draw.
    default = _default_reconstructions(session, name) if is_release else 1
    drawn = reconstructions or default
    question = Question(name, dataset, control or "", numbers, k, people, drawn, seed, names)
    if not is_release and control is not None:
        raise BadInput(f"{name} is a data set, and control is for releases: leave it out")
    if control == dataset:
        raise BadInput(f"control is {control}, whose people are in the release: give a data set of other people")
    if control is not None:
        size_of(session, control)
    others = () if control is None else (control,)
    unchanged = Unchanged(session, release=name if is_release else None, datasets=(dataset, *others))
    with in_one_line(f"assess {name}", "nothing was stored"):
        if not is_release:
            with shown_as_it_is(session, question) as (whole, coming):
                counts = list(count_narrowed(session, whole, coming))
        else:
            counts = list(count_narrowed(session, question, {}))
        if control is not None:
            require_others(session, dataset, control, seed)
            counts += count_successes(session, question, {})
        else:
            with made_again(session, question, is_release=is_release) as (again, coming):
                counts += count_successes(session, again, coming)
    if not counts:
        raise BadInput("nobody has enough items to be asked about: nothing was measured")
    require_sensitive_guesses(names, numbers, counts)
    unchanged.require("nothing was stored")
    rows = session.createDataFrame([tuple(asdict(count).values()) for count in counts], _COUNTS)
    table = "assessed_attack" if is_release else "assessed_dataset"
    with in_one_line("store what was counted", f"{name} counts as not assessed"):
        # Without counts it has not been assessed, so that these are written last.
        replace_rows(session, table, name, None)
        if is_release:
            asked = session.createDataFrame([(numbers, control, None, people, drawn, default)], _ASKED)
            replace_rows(session, "release_assessment", name, asked)
        replace_rows(session, table, name, rows)
        try:
            # Whoever replaced it while this was written has taken out what was stored of it before; and another
            # program may have taken some of the rows away.
            unchanged.require("nothing was stored")
            require_written(session, name, {table: rows}, "nothing was stored")
        except BaseException:
            replace_rows(session, table, name, None)
            raise
    if not is_release:
        return rows_to_read(session, "assessment/risks_of_data", {}, dataset=name)
    return relation(session, "assessed_risk", release=name)


def _find(session: SparkSession, name: str, object_type: str | None) -> tuple[str, bool]:
    """The data set of what is assessed, and whether that is a release of it.

    Raises:
        UnknownRelease, UnknownDataset: there is nothing of this name.
        BadInput: there are both a release and a data set of this name, or the release shows nothing.
    """
    if object_type not in (None, "release", "dataset"):
        raise BadInput(f"object_type is {object_type!r}; it must be release or dataset")
    check_name(object_type or "release", name)
    release = rows_of(session, "release", name).select("dataset").collect() if object_type != "dataset" else []
    is_dataset = object_type != "release" and not rows_of(session, "dataset", name).isEmpty()
    if release and is_dataset:
        raise BadInput(f"both a release and a data set are called {name!r}: give object_type, release or dataset")
    if is_dataset:
        return name, False
    if not release:
        if object_type is None:
            raise UnknownRelease(f"there is no release or data set {name!r} on Spark")
        raise unknown(session, object_type, name)
    ((_, emptiness),) = rows_to_read(session, "risk/published_size", {}, release=name).collect()
    if emptiness:
        raise BadInput(f"release {name} is empty: {emptiness}; there is nothing to attack")
    return release[0]["dataset"], True


def _default_reconstructions(session: SparkSession, release: str) -> int:
    """How many random reconstructions of a release the adversary draws by default."""
    ((found,),) = rows_to_read(session, "assessment/default_reconstructions", {}, release=release).collect()
    return int(found)


def _sensitive_names(session: SparkSession, sensitive: Sequence[str] | None) -> list[str]:
    """The names of the sensitive items.

    Raises:
        BadInput: they are no list of names, or one is not an item of any data set.
    """
    from pyspark.sql import functions as sf

    if sensitive is None:
        return []
    # What can be read once only would be empty afterwards, and nothing would be asked.
    if not isinstance(sensitive, list | tuple | set | frozenset) or not all(isinstance(n, str) for n in sensitive):
        raise BadInput(f"sensitive is {sensitive!r:.60}; it must be a list of names of items")
    if not sensitive:
        raise BadInput("sensitive: no item is given; leave it out, if none is sensitive")
    names = sorted(set(sensitive))
    items = table_of(session, "setrisk_private.item").where(sf.col("item").isin(names))
    there = {row["item"] for row in items.select("item").collect()}
    if absent := [name for name in names if name not in there]:
        raise BadInput(f"sensitive: {absent[0]!r} is not an item of any data set on Spark")
    return names
