"""m-invariance: groups of at least m sensitive values, in which a record that returns keeps its company.

Source: Xiao and Tao, "m-invariance: towards privacy preserving re-publication of dynamic datasets" (2007), in the form
that SANONY Example 2 gives it: groups link records to sensitive values as in anatomy, and no other term is generalised.
"""

from __future__ import annotations

import heapq
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from setrisk.errors import BadInput

# The values of a group, ascending.
Signature = tuple[int, ...]
# A record, or None for a counterfeit, and its value.
Group = list[tuple[int | None, int]]
# The records of each value.
Piles = Mapping[int, list[int]]


@dataclass(frozen=True)
class Invariant:
    """A release: each record is in one group, or suppressed.

    Attributes:
        groups: in an order that reveals nothing; m members or more each, with values that ascend.
        suppressed: records, ascending; none of them returned.
    """

    groups: list[Group]
    suppressed: list[int]


def group_records(
    values: Sequence[int], signatures: Sequence[Signature | None], *, m: int, draw: random.Random
) -> Invariant:
    """Put the records of a release into groups.

    Args:
        values: the sensitive value of each record; to have no sensitive item is a value too.
        signatures: of each record, the signature of the group in which it was published last; None for a new record.
        m: how many values a group has at least, 2 or more.
        draw: the source of all choices.

    Returns:
        Groups in which a record that returns is among the values of its signature, as few as that takes. Values for
        which no record returns are those of new records or, if none with the value is left, of counterfeits. Of the
        other new records as many are published as are m-eligible together: no more than 1 / m of them have one value.

    Raises:
        BadInput: m is below 2; the arguments are not parallel; a signature does not ascend, lacks the value of its
            record, or has fewer than m values.
    """
    _check(values, signatures, m)
    new: dict[int, list[int]] = defaultdict(list)
    returning: dict[Signature, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for record, (value, signature) in enumerate(zip(values, signatures, strict=True)):
        piles = new if signature is None else returning[signature]
        piles[value].append(record)
    for pile in new.values():
        draw.shuffle(pile)  # so that the last record of a pile is a random one
    groups: list[Group] = []
    # New records may not suffice for all signatures that lack them.
    for signature in draw.sample(list(returning), len(returning)):
        groups += _balanced_groups(signature, returning[signature], new, draw)
    made, suppressed = _new_groups(new, m, draw)
    groups += made
    draw.shuffle(groups)
    return Invariant(groups, suppressed)


def _check(values: Sequence[int], signatures: Sequence[Signature | None], m: int) -> None:
    if m < 2:
        raise BadInput(f"m is {m}; it must be 2 or more")
    if len(values) != len(signatures):
        raise BadInput(f"values has {len(values)} entries, signatures has {len(signatures)}; they must be parallel")
    for record, (value, signature) in enumerate(zip(values, signatures, strict=True)):
        if signature is None:
            continue
        if list(signature) != sorted(set(signature)):
            raise BadInput(f"record {record} has the signature {signature}; give each value once, in ascending order")
        if value not in signature:
            raise BadInput(
                f"record {record} has the value {value}, which its signature {signature} lacks; "
                "a record whose value has changed must be given as a new one"
            )
        if len(signature) < m:
            raise BadInput(
                f"record {record} was published among {len(signature)} values, fewer than m = {m}; "
                f"m must be {len(signature)} or less"
            )


def _balanced_groups(signature: Signature, returning: Piles, new: Piles, draw: random.Random) -> list[Group]:
    """Groups of one record of each value, as few as hold all that return with the signature; takes from the new."""
    n_groups = max(len(pile) for pile in returning.values())
    columns = []
    for value in signature:
        column: list[int | None] = list(returning.get(value, ()))
        fitting = new.get(value, [])
        column += [fitting.pop() if fitting else None for _ in range(n_groups - len(column))]
        draw.shuffle(column)
        columns.append([(record, value) for record in column])
    return [list(group) for group in zip(*columns, strict=True)]


def _new_groups(new: Piles, m: int, draw: random.Random) -> tuple[list[Group], list[int]]:
    """Groups of new records, from shuffled piles, which it empties; and the records that are suppressed, ascending.

    Let c be the largest number with sum(min(pile, c)) >= m * c. Records that are m-eligible have no value more than c
    times, so no more than min(pile, c) of each pile can be published. All of these are: a round on the m largest piles
    makes c smaller by 1 at most, so there are c groups; and what is left of a pile goes into all that lack its value.
    """
    groups: list[dict[int, int]] = []
    left = [(-len(pile), value) for value, pile in new.items() if pile]
    heapq.heapify(left)
    while len(left) >= m:
        largest = [heapq.heappop(left) for _ in range(m)]
        groups.append({value: new[value].pop() for _, value in largest})
        for size, value in largest:
            if new[value]:
                heapq.heappush(left, (size + 1, value))
    suppressed: list[int] = []
    for _, value in left:
        lacking = [group for group in groups if value not in group]
        for group in draw.sample(lacking, min(len(lacking), len(new[value]))):
            group[value] = new[value].pop()
        suppressed += new[value]
    return [[(group[value], value) for value in sorted(group)] for group in groups], sorted(suppressed)
