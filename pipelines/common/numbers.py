"""Numbers that users give."""

from __future__ import annotations

from typing import SupportsIndex

from setrisk.errors import BadInput


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
