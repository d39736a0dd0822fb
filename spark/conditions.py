"""Errors of Spark's that say what a caller named wrongly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from setrisk.errors import BadInput


@contextmanager
def as_bad_input(messages: Mapping[str, str]) -> Iterator[None]:
    """Raise an error of Spark's as `BadInput`.

    Args:
        messages: by the name of a condition of Spark's, or by how it begins.

    Raises:
        BadInput: Spark said one of these. Any other error is raised as it is.
    """
    try:
        yield
    except Exception as error:
        # Some errors reach Python as those of Java, which have the condition in their text alone.
        said = str(error)
        for condition, message in messages.items():
            if f"[{condition}" in said:
                raise BadInput(message) from None
        raise
