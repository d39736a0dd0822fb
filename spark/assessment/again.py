"""Make a release on Spark again, of four fifths of the people, to attack it in the place of the one of all people."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import setrisk
from setrisk.errors import BadInput, SetriskError
from setrisk.methods import Coat, Disassociation, Identity
from setrisk.pipelines.assessment.kept_arguments import EMPTY_AGAIN, NOT_AGAIN
from setrisk.pipelines.assessment.part_arguments import arguments_for_items
from setrisk.pipelines.assessment.question import Question
from setrisk.pipelines.histogram.budget import source_of_noise
from setrisk.pipelines.methods.registry import method as method_named
from setrisk.pipelines.releases.arguments import hash_of_contents
from setrisk.spark.disassociation import made_by_shards
from setrisk.spark.failures import in_one_line
from setrisk.spark.fetch import items_of
from setrisk.spark.generalisation import made_by_generalisation
from setrisk.spark.histograms import made_of_counts
from setrisk.spark.publish import Made, row_of_release
from setrisk.spark.rows import as_rows_of, rows_of
from setrisk.spark.statements import Staging

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from setrisk.pipelines.methods.description import ReleaseMethod


@contextmanager
def made_again(
    session: SparkSession, question: Question, *, is_release: bool
) -> Iterator[tuple[Question, Mapping[str, str]]]:
    """What to ask of a release like that of a question, without a fifth of its people, who are the others then. Nothing
    is published: the release, and the people who are in it or not, are in views that are read in the place of tables.

    Args:
        session: an attached session.
        question: what is asked of a release, or of data as they are.
        is_release: whether it is asked of a release.

    Raises:
        BadInput: it cannot be made again.
    """
    name, given, shard_size = _kept(session, question.release) if is_release else (Identity.method.name, {}, 0)
    token = secrets.token_hex(4)
    again = replace(question, release=f"release {token}", members=f"members {token}", outsiders=f"outsiders {token}")
    with closing(Staging(session, {})) as stage:
        stage.write(
            "assessment/hold_out",
            dataset=question.members,
            members=again.members,
            outsiders=again.outsiders,
            n_outsiders=None,
            seed=question.seed,
        )
        if not is_release:
            _show(session, stage, again.release, again.members)
            yield again, stage.views
            return
        with ExitStack() as stack:
            try:
                with in_one_line("make it", "nothing was stored"):
                    method = _for_part(session, stage, question, again, name, given)
                    made = stack.enter_context(_made(session, stage, again, method, shard_size))
            except SetriskError as error:
                raise BadInput(f"{question.release} {NOT_AGAIN}: {error}; give control, or another seed") from error
            for table, rows in made.tables.items():
                stage.put(table, as_rows_of(table, again.release, rows))
            row = row_of_release(session, again.members, method.method, made)
            stage.put("release", as_rows_of("release", again.release, row))
            ((_, emptiness),) = stage.read("risk/published_size", release=again.release).collect()
            if emptiness:
                raise BadInput(f"{question.release} is {EMPTY_AGAIN}: give another seed, or control")
            yield again, stage.views


@contextmanager
def shown_as_it_is(session: SparkSession, question: Question) -> Iterator[tuple[Question, Mapping[str, str]]]:
    """What to ask of a release that shows all of a data set as it is, which is not published either."""
    whole = replace(question, release=f"all people {secrets.token_hex(4)}")
    with closing(Staging(session, {})) as stage:
        _show(session, stage, whole.release, whole.members)
        yield whole, stage.views


def _show(session: SparkSession, stage: Staging, release: str, dataset: str) -> None:
    """Stage a release that shows a data set as it is."""
    stage.write("histogram/publish_identity", release=release, dataset=dataset)
    row = row_of_release(session, dataset, Identity.method, Made({}, {}, ["unprotected"], ""))
    stage.put("release", as_rows_of("release", release, row))


def _kept(session: SparkSession, release: str) -> tuple[str, dict[str, Any], int]:
    """The method of a release, what it was given, and the size of its shards, 0 if it has none.

    Raises:
        BadInput: it was made of a list or a file that was not kept or has changed.
    """
    ((name, parameters),) = rows_of(session, "release", release).select("method", "parameters").collect()
    found = rows_of(session, "release_arguments", release).select("arguments", "hash").collect()
    if not found or found[0]["arguments"] is None:
        raise BadInput(f"release {release} cannot be made again, since what it was made with is not kept: give control")
    given = {key: value for key, value in json.loads(found[0]["arguments"]).items() if value is not None}
    with setrisk.connect() as con:
        if hash_of_contents(con, method_named(name, "protect"), given) != found[0]["hash"]:
            raise BadInput(
                f"release {release} cannot be made again, since a file that it was made with has changed: give control"
            )
    return name, given, json.loads(parameters).get("shard_size", 0)


def _for_part(
    session: SparkSession, stage: Staging, question: Question, again: Question, name: str, given: Mapping[str, Any]
) -> ReleaseMethod:
    """The method of a release, for the people who are not held out."""
    items, own = (
        {row["item"] for row in items_of(session, dataset, coming).select("item").collect()}
        for dataset, coming in ((question.members, {}), (again.members, stage.views))
    )
    with setrisk.connect() as con:
        found: ReleaseMethod = method_named(name, "protect").describe(
            **arguments_for_items(con, name, items, own, given, question.seed)
        )
    return found


@contextmanager
def _made(
    session: SparkSession, stage: Staging, again: Question, method: ReleaseMethod, shard_size: int
) -> Iterator[Made]:
    """The release of the people who are not held out."""
    ((n_transactions,),) = rows_of(session, "dataset", again.members, stage.views).select("n_transactions").collect()
    if isinstance(method, Disassociation):
        entries = rows_of(session, "transaction_item", again.members, stage.views)
        with made_by_shards(session, entries, method, n_transactions, shard_size) as made:
            yield made
    elif isinstance(method, Coat):
        yield made_by_generalisation(session, again.members, again.release, method, n_transactions, stage.views)[0]
    else:
        noise = source_of_noise(method.given_values()["seed"])
        yield made_of_counts(session, again.members, again.release, method, noise, stage.views)[0]
