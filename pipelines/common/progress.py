"""How a long computation reports its progress to the caller."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Called with a step in words and, if it is known, how many parts of how many are done."""

    def __call__(self, step: str, done: int = 0, total: int = 0) -> None:
        """Report."""


def ignore_progress(step: str, done: int = 0, total: int = 0) -> None:
    """Report nothing."""
