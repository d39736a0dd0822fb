"""Shares: fractions of a whole, 0 to 1, which people may also write as percentages."""

from __future__ import annotations

import math
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


def percent(share: float) -> str:
    """A share as people read it, with one decimal, or with more if one decimal would round it to none or all.
    `setrisk_internal.percent` does the same in SQL, for sentences that are made there.
    """
    hundredths = 100 * min(share, 1.0)
    # Half a tenth is rounded up, as in SQL.
    tenths = math.floor(10 * hundredths + 0.5) / 10
    return f"{_plain(hundredths if tenths in (0, 100) else tenths)} %"


def limit_percent(share: float) -> str:
    """A limit as a percentage, exactly as it was given. `setrisk_internal.limit_percent` does the same in SQL."""
    return _plain(100 * share).removesuffix(".0") + " %"


def _plain(number: float) -> str:
    """A number with all its decimals, six at most, where Python would write an exponent."""
    text = f"{round(number, 6):.6f}".rstrip("0")
    return f"{text}0" if text.endswith(".") else text
