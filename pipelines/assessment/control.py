"""Whether the people of a control are others than those in a release, and of the same population."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from setrisk.errors import BadInput
from setrisk.pipelines.assessment.arrays import people_records
from setrisk.pipelines.common.share import percent
from setrisk.pipelines.database.statements import run
from setrisk.udf.assessment.nearest import highest_similarities, largest_excess
from setrisk.udf.assessment.records import Records
from setrisk.udf.common.arrays import Integers

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Of the items of others, the share that nobody in the release may have, at most.
_MOST_UNKNOWN = 0.5
# How many people of the control are compared with those in the release, at most, and at least: fewer say nothing.
_MOST_COMPARED, _LEAST_COMPARED = 500, 20
# From here on somebody may be the same person, and how many more of them may be than people in the release are similar
# to each other.
_LEAST_SIMILAR, _MOST_MORE_SIMILAR = 0.5, 0.15
# Kolmogorov and Smirnov: in samples of one population the difference is larger once in a hundred times.
_BY_CHANCE = 1.52


def require_others(con: DuckDBPyConnection, members: str, control: str, seed: int) -> None:
    """Refuse a control of the same people under other ids, or under none, perhaps with a few other items: no attack
    does better on people than on the same people. Refuse one of another population, too, of whom nobody could guess
    anything by this release.

    Raises:
        BadInput: many more of them are very similar to somebody in the release than people in it, with as many items,
            are to each other; or most of their items are of nobody in it.
    """
    run(con, "assessment/stage_people", dataset=control, others=members)
    ((unknown_share,),) = run(con, "assessment/unknown_entries", members=members, outsiders=control).fetchall()
    if unknown_share is not None and unknown_share > _MOST_UNKNOWN:
        raise BadInput(
            f"of the entries of {control} {percent(unknown_share)} are items that nobody of {members} has: they are "
            "people of another population, or those in the release are too few to compare with: give a data set of "
            "other people of the same population"
        )
    insiders, outsiders = people_records(con, members, control)
    if not insiders.n_records or outsiders.n_records < _LEAST_COMPARED:
        return
    draw = np.random.default_rng(seed)
    asked = draw.permutation(outsiders.n_records)[:_MOST_COMPARED]
    peers = _peers(outsiders.sizes[asked], insiders.sizes, draw)
    similarity, share, expected = largest_excess(
        highest_similarities(insiders, [_items(outsiders, person) for person in asked], [-1] * len(asked)),
        highest_similarities(insiders, [_items(insiders, person) for person in peers], peers.tolist()),
        _LEAST_SIMILAR,
    )
    by_chance = _BY_CHANCE * math.sqrt(2 / len(asked))
    if share - expected > _MOST_MORE_SIMILAR + by_chance:
        raise BadInput(
            f"{percent(share)} of the people of {control} have {percent(similarity)} or more of their items in common "
            f"with somebody in the release; of the people in it, with as many items, {percent(expected)} have with "
            "somebody else: they seem to be the same people: give a data set of others; if only some are the same, "
            "load both data sets with ids"
        )


def _items(records: Records, record: int) -> Integers:
    """The items of a record."""
    return records.items[records.starts[record] : records.starts[record + 1]]


def _peers(lengths: Integers, member_lengths: Integers, draw: np.random.Generator) -> Integers:
    """For each number of items, someone in the release, at random, with as many, or else with the next larger number:
    small baskets are similar to others by chance more often than large ones.
    """
    order = draw.permutation(len(member_lengths))
    order = order[np.argsort(member_lengths[order], kind="stable")]
    by_length = member_lengths[order]
    first = np.minimum(by_length.searchsorted(lengths), len(order) - 1)
    last = by_length.searchsorted(by_length[first], side="right")
    return order[draw.integers(first, last)]
