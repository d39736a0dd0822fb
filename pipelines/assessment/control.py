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
from setrisk.udf.common.arrays import Floats, Integers

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Of the items of others, the share that nobody in the release may have, at most.
_MOST_UNKNOWN = 0.5
# How many people of the control are compared with those in the release, at most, and at least: fewer say nothing.
MOST_COMPARED, LEAST_COMPARED = 500, 20
# From this similarity on somebody may be the same person, and from this containment on somebody with a part of their
# items; and how many more of them may be than people in the release are similar to each other.
_LEAST_SIMILAR, _LEAST_CONTAINED, _MOST_MORE_SIMILAR = 0.2, 0.5, 0.15
# With fewer items, somebody in the release has them all too often.
LEAST_ITEMS = 3
# Kolmogorov and Smirnov: in samples of one population the difference is larger once in a hundred times.
_BY_CHANCE = 1.52


def require_others(con: DuckDBPyConnection, members: str, control: str, seed: int) -> None:
    """Refuse a control of the same people under other ids, or under none, perhaps with a few other items or only a part
    of theirs: no attack does better on people than on the same people. Refuse one of another population, too, of whom
    nobody could guess anything by this release.

    Raises:
        BadInput: many more of them are similar to somebody in the release, or have most of their items in common with
            somebody in it, than is so of people in it, with as many items; or most of their items are of nobody in it.
    """
    run(con, "assessment/stage_people", dataset=control, others=members)
    ((unknown_share,),) = run(con, "assessment/unknown_entries", members=members, outsiders=control).fetchall()
    require_known_items(members, control, unknown_share)
    insiders, outsiders = people_records(con, members, control)
    if not insiders.n_records or outsiders.n_records < LEAST_COMPARED:
        return
    draw = np.random.default_rng(seed)
    asked = draw.permutation(outsiders.n_records)[:MOST_COMPARED]
    peers = _peers(outsiders.sizes[asked], insiders.sizes, draw)
    others = [outsiders.items_of(person) for person in asked]
    similar, contained = highest_similarities(insiders, others, [-1] * len(asked))
    expected_similar, _ = highest_similarities(insiders, [insiders.items_of(peer) for peer in peers], peers.tolist())
    # Somebody in the release may have more items: of these, as many.
    parts = [draw.permutation(insiders.items_of(peer))[: len(items)] for peer, items in zip(peers, others, strict=True)]
    _, expected_contained = highest_similarities(insiders, parts, peers.tolist())
    has_many = outsiders.sizes[asked] >= LEAST_ITEMS
    require_unlike(control, similar, expected_similar, contained[has_many], expected_contained[has_many])


def require_known_items(members: str, control: str, unknown_share: float | None) -> None:
    """Refuse a control of another population.

    Raises:
        BadInput: most items of its people are of nobody in the release.
    """
    if unknown_share is not None and unknown_share > _MOST_UNKNOWN:
        raise BadInput(
            f"of the entries of {control} {percent(unknown_share)} are items that nobody of {members} has: they are "
            "people of another population, or those in the release are too few to compare with: give a data set of "
            "other people of the same population"
        )


def require_unlike(
    control: str, similar: Floats, expected_similar: Floats, contained: Floats, expected_contained: Floats
) -> None:
    """Refuse a control whose people are those in the release.

    Args:
        control: the data set.
        similar: how similar each of its people is to somebody in the release.
        expected_similar: how similar as many people in the release are to somebody else in it.
        contained: which part of the items of each of its people, who have enough of them, somebody in the release has.
        expected_contained: the same of as many people in the release, and others in it.

    Raises:
        BadInput: many more of them are more similar than expected.
    """
    for values, expected, least, of_what in (
        (similar, expected_similar, _LEAST_SIMILAR, "the items of both"),
        (contained, expected_contained, _LEAST_CONTAINED, "their items"),
    ):
        if len(values) < LEAST_COMPARED:
            continue
        threshold, share, expected_share = largest_excess(values, expected, least)
        if share - expected_share > _MOST_MORE_SIMILAR + _BY_CHANCE * math.sqrt(2 / len(values)):
            raise BadInput(
                f"{percent(share)} of the people of {control} have {percent(threshold)} or more of {of_what} in common "
                f"with somebody in the release, which of others, with as many items, {percent(expected_share)} would "
                "have: they seem to be the same people: give a data set of others; if only some are the same, load "
                "both data sets with ids"
            )


def _peers(lengths: Integers, member_lengths: Integers, draw: np.random.Generator) -> Integers:
    """For each number of items, someone in the release, at random, with as many, or else with the next larger number,
    or the largest: small baskets are similar to others by chance more often than large ones.
    """
    order = draw.permutation(len(member_lengths))
    order = order[np.argsort(member_lengths[order], kind="stable")]
    by_length = member_lengths[order]
    chosen = by_length[np.minimum(by_length.searchsorted(lengths), len(order) - 1)]
    return order[draw.integers(by_length.searchsorted(chosen), by_length.searchsorted(chosen, side="right"))]
