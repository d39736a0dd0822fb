"""How a source is laid out, as the user says it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

FORMATS = ("baskets", "fimi", "spmf", "long", "lists", "matrix", "histogram", "text")
# Formats of text files that have no columns.
LINES = ("baskets", "fimi", "spmf", "vectors")


@dataclass(frozen=True)
class Layout:
    """How the source is laid out; None means the default that `load` documents.

    id, item: columns of a long table. items, count: columns of lists or of a histogram. text: column of texts.
    exclude: columns of a matrix that are not items. separator: what separates the items of a line or of a cell, or
    the columns of a CSV file. skip, comment: lines of a text file to pass over. header: whether a CSV file has
    one. period: column of what each row belongs to, which is not an item.
    """

    id: str | None = None
    item: str | None = None
    items: str | None = None
    count: str | None = None
    text: str | None = None
    exclude: Sequence[str] = field(default=())
    separator: str | None = None
    skip: int = 0
    comment: str | None = None
    header: bool | None = None
    period: str | None = None


def unescaped(separator: str | None) -> str | None:
    """A tab and a line end may be written as a shell leaves them: a backslash and t or n."""
    return separator and separator.replace("\\t", "\t").replace("\\n", "\n")
