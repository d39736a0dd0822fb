"""Count how often attackers of a release on Spark are right about people in it, and about others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from setrisk.pipelines.assessment.asked import CHOICES, Person, sizes_asked
from setrisk.pipelines.assessment.counting import (
    count_guesses,
    count_people_narrowed,
    count_singled_out,
    counts_by,
    n_predicates,
    predicates_of,
)
from setrisk.pipelines.assessment.counts import sharper_reconstructions
from setrisk.pipelines.assessment.question import SHARPER, UNIFORM, Count, Question
from setrisk.pipelines.common.progress import ignore_progress
from setrisk.pipelines.methods.families import FAMILIES
from setrisk.spark.assessment.crowd import Crowd, RemainingRecords
from setrisk.spark.assessment.parts import in_parts
from setrisk.spark.assessment.reader import Reader
from setrisk.spark.statements import Staging, rows_of_relation, rows_to_read
from setrisk.udf.assessment.records import UNKNOWN

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


def count_narrowed(session: SparkSession, question: Question, coming: Mapping[str, str]) -> Iterator[Count]:
    """As `setrisk.pipelines.assessment.counts.count_narrowed`; `coming` is as in `count_successes`."""
    ((is_noisy,),) = rows_to_read(session, "assessment/is_noisy", coming, release=question.release).collect()
    if is_noisy:
        return
    with closing(Staging(session, coming)) as stage:
        # One shows which items are rare. What may be a person's is not drawn.
        _stage_reconstructions(stage, question, 1)
        stage.write("assessment/stage_release_places", release=question.release)
        stage.write("assessment/stage_item_labels", release=question.release)
        stage.write("assessment/stage_people", dataset=question.members, others=None)
        sizes = sorted(set(question.known))
        asked = {
            choice: _asked_people(stage, replace(question, sensitive=()), question.members, choice, sizes)
            for choice in CHOICES
        }
        known = {
            tuple(item for item in person.items[: max(sizes)] if item != UNKNOWN)
            for people in asked.values()
            for person in people
        }
        remaining = RemainingRecords(
            _together(session, stage, question.release),
            stage.table("_setrisk_item_label").toArrow(),
            stage.table("_setrisk_shown_item").count(),
            known,
        )
        for choice, people in asked.items():
            yield from count_people_narrowed(remaining, question, choice, people)


def count_successes(session: SparkSession, question: Question, coming: Mapping[str, str]) -> Iterator[Count]:
    """As `setrisk.pipelines.assessment.counts.count_successes`.

    Args:
        session: an attached session.
        question: what is asked.
        coming: views to read in the place of tables, for a release that is not published.
    """
    with closing(Staging(session, coming)) as stage:
        _stage_reconstructions(stage, question, question.reconstructions)
        stage.write("assessment/keep_held_items", members=question.members, outsiders=question.outsiders)
        n_items = stage.table("_setrisk_shown_item").count()
        rows = stage.read("assessment/are_sensitive", sensitive=list(question.sensitive)).collect()
        guessable = np.array([is_sensitive for (is_sensitive,) in rows], dtype=bool)
        asked: dict[str, list[list[Person]]] = {choice: [] for choice in CHOICES}
        entries, numbers = [], []
        for dataset, others in ((question.members, None), (question.outsiders, question.members)):
            stage.write("assessment/stage_people", dataset=dataset, others=others)
            for choice in CHOICES:
                asked[choice].append(_asked_people(stage, question, dataset, choice, sizes_asked(question.known)))
            entries.append(in_parts(stage.read("assessment/numbered_entries", dataset=dataset)))
            numbers.append(stage.table("_setrisk_person").count())
        sides = {choice: (members, outsiders) for choice, (members, outsiders) in asked.items()}
        n_tried = n_predicates(question, *numbers)
        readers: dict[str, Reader] = {}
        for adversary in _adversaries(stage, question):
            records = in_parts(stage.read("assessment/reconstructed_entries"))
            readers[adversary] = Reader(records, n_items, question, sides, guessable=guessable, n_predicates=n_tried)
        for choice, (members, outsiders) in sides.items():
            for adversary, reader in readers.items():
                counts = count_guesses(reader, guessable, question, choice, members, outsiders, ignore_progress)
                yield from counts_by(adversary, counts)
        tried = {
            itemset
            for reader in readers.values()
            for known in question.known
            for itemsets in predicates_of(reader, known, n_tried, question.seed)
            for itemset in itemsets
        }
        inside, outside = (Crowd(*each, n_items, tried) for each in zip(entries, numbers, strict=True))
        for adversary, reader in readers.items():
            yield from counts_by(adversary, count_singled_out(reader, inside, outside, question, ignore_progress))


def _adversaries(stage: Staging, question: Question) -> Iterator[str]:
    """Those who attack the release, after what each of them draws is staged."""
    yield UNIFORM
    ((family, _),) = stage.read("catalog/release_entry", release=question.release).collect()
    if method := FAMILIES[family].sharper_attack:
        stage.write(
            f"assessment/stage_sharper_{family}",
            release=question.release,
            method=method,
            reconstructions=sharper_reconstructions(family, question),
            seed=question.seed,
        )
        yield SHARPER


def _stage_reconstructions(stage: Staging, question: Question, reconstructions: int) -> None:
    given = {"release": question.release, "reconstructions": reconstructions, "seed": question.seed}
    stage.write("assessment/stage_reconstructions", **given)


def _asked_people(stage: Staging, question: Question, dataset: str, choice: str, sizes: Sequence[int]) -> list[Person]:
    """Those of the staged people of a data set who are asked about, in a random order."""
    rows = stage.read(
        "assessment/asked_people",
        dataset=dataset,
        choice=choice,
        people=question.people,
        sizes=list(sizes),
        seed=question.seed,
        sensitive=list(question.sensitive),
    )
    return [Person(frozenset(asked), items, are_sensitive) for _, asked, items, are_sensitive in rows.collect()]


def _together(session: SparkSession, stage: Staging, release: str) -> DataFrame:
    """What a release shows, in parts: hosts that share chunks are in one of them."""
    from pyspark.sql import Window
    from pyspark.sql import functions as sf

    publishers = rows_of_relation(session, "publishing_clusters", stage.views, release=release)
    size = sf.count("*").over(Window.partitionBy("publishing_cluster"))
    largest = sf.max(sf.struct("size", "publishing_cluster"))
    # Of joint clusters in each other, the one that has all of them.
    roots = publishers.withColumn("size", size).groupBy(sf.col("cluster").alias("host")).agg(largest.alias("root"))
    places = stage.table("_setrisk_release_place")
    found = places.join(roots, "host", "left")
    return found.repartition(sf.coalesce("root.publishing_cluster", "host")).select(*places.columns)
