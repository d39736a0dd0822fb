"""What epsilon noisy methods really give, according to theory, by the values of their parameters."""

from __future__ import annotations

import math
from typing import Any


def claimed_epsilon(arguments: dict[str, Any]) -> float:
    """What a method claims that has no steps as printed."""
    return float(arguments["epsilon"])


def aplkiller_epsilon(arguments: dict[str, Any]) -> float:
    """What it claims; as printed, what it costs to draw a count again until it is positive."""
    from setrisk.udf.histogram.aplkiller import redrawn_epsilon

    epsilon = float(arguments["epsilon"])
    return redrawn_epsilon(epsilon) if arguments["as_printed"] else epsilon


def privbayes_epsilon(arguments: dict[str, Any]) -> float:
    """What it claims. As printed it draws as many records as there are: one more than there were is a proof."""
    return math.inf if arguments["as_printed"] else float(arguments["epsilon"])
