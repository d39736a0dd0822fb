"""Shares: fractions of a whole, 0 to 1, which people may also write as percentages."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

Share = float | str
"""A number from 0 to 1, or a text such as `5%` or `0.05`."""


def parse_share(value: Any) -> Any:
    """A share that may be written as a percentage: 0.05 for 5%. Anything else is returned as it is.

    Raises:
        ValueError: there is no number before the sign.
    """
    if not isinstance(value, str) or not value.strip().endswith("%"):
        return value
    try:
        # In decimals: 0.07 is not 7 / 100 in binary ones, and neither is 0.57.
        return float(Decimal(value.strip().removesuffix("%").strip()) / 100)
    except InvalidOperation:
        raise ValueError(f"{value!r} is not a percentage") from None


def percent(share: float, digits: int = 1) -> str:
    """A share as people read it: 5.0 % for 0.05."""
    return f"{100 * share:.{digits}f} %"
