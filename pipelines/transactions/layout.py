"""How a source is laid out, as the user describes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from setrisk.errors import BadInput

Format = Literal["baskets", "fimi", "spmf", "long", "lists", "matrix", "histogram", "text", "queries"]
"""The formats of sources that `load` reads."""

FORMATS: tuple[Format, ...] = get_args(Format)
# Formats of text files that have no columns.
LINES = ("baskets", "fimi", "spmf", "vectors")
# Formats with a row per item or query, which say whose it is.
WITH_ID = ("long", "queries")


@dataclass(frozen=True)
class Layout:
    """How a source is laid out; None stands for the default that `load` documents.

    Attributes:
        id: column with the transaction of each row of a long table, or the user of each query.
        item: column of a long table with the item.
        items: column with the lists of items.
        count: column of a histogram with the number of occurrences.
        text: column with the texts, or the queries.
        exclude: columns of a matrix that are not items.
        separator: what separates the items of a line or of a cell, or the columns of a CSV file.
        skip: number of lines to skip at the top of a text file.
        comment: what the lines to skip start with.
        header: whether a CSV file has a header.
        period: column with the period of each row, which is not an item.
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

    def __post_init__(self) -> None:
        """Check the numbers.

        Raises:
            BadInput: lines to skip cannot be fewer than 0.
        """
        if self.skip < 0:
            raise BadInput(f"skip is {self.skip}; it must be at least 0")


def unescape(separator: str | None) -> str | None:
    """The separator with `\\t` and `\\n`, as one types them in a shell, replaced by a tab and a line end."""
    return separator and separator.replace("\\t", "\t").replace("\\n", "\n")
