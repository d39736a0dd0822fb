"""Numbers that users give."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any, SupportsIndex

from setrisk.errors import BadInput

_MOST_KNOWN = 50


def whole_number(name: str, value: object, least: int, most: int | None = None) -> int:
    """The value, if it is a whole number in a range.

    Args:
        name: what the user calls it.
        value: what the user gave.
        least: the least number allowed.
        most: the largest number allowed, if there is one.

    Raises:
        BadInput: it is not such a number.
    """
    # Numbers of numpy are whole numbers, too; true and false are not.
    if not isinstance(value, SupportsIndex) or isinstance(value, bool) or (number := value.__index__()) < least:
        raise BadInput(f"{name} is {value!r}; it must be a whole number of at least {least}")
    if most is not None and number > most:
        raise BadInput(f"{name} is {value}; it must be from {least} to {most:,}")
    return number


def known_numbers(known: Any) -> list[int]:
    """Numbers of items that somebody knows of a person, ascending: `known` is one, several, or text such as `3`, `1,2`
    or `1..4`.

    Raises:
        BadInput: it is something else, or one is not from 1 to 50.
    """
    given = known if isinstance(known, Collection) and not isinstance(known, str) else [known]
    numbers = sorted({number for each in given for number in _parse_known(each)})
    if not numbers:
        raise BadInput(f"known is {known!r:.40}; give at least one number")
    return numbers


def _parse_known(known: Any) -> list[int]:
    if not isinstance(known, str):
        return [whole_number("known", known, 1, _MOST_KNOWN)]
    low, dots, high = known.partition("..")
    try:
        found = [int(low), int(high)] if dots else [int(each) for each in known.split(",")]
    except ValueError:
        raise BadInput(f"known is {known!r:.40}; give numbers, such as 3, 1,2,3 or 1..4") from None
    for number in found:
        whole_number("known", number, 1, _MOST_KNOWN)
    if not dots:
        return found
    if found[0] > found[1]:
        raise BadInput(f"known is {known!r}, a range that ends before it begins; write {found[1]}..{found[0]}")
    return list(range(found[0], found[1] + 1))


def positive_number(name: str, value: float) -> float:
    """A number above 0.

    Args:
        name: what it is, for errors.
        value: the number.

    Raises:
        BadInput: it is not above 0, or not finite.
    """
    if not 0 < value < math.inf:
        raise BadInput(f"{name} is {value}; it must be a number above 0")
    return value
