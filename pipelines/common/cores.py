"""How much of the machine there is."""

from __future__ import annotations

import os


def core_count() -> int:
    """How many cores this process may use, which may be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):  # not everywhere
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
