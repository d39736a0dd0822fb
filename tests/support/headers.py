"""Rows beside what a header says of its columns."""

from collections.abc import Sequence
from typing import Any

import setrisk.sql as relations


def disallowed(columns: Sequence[relations.Column], rows: list[tuple[Any, ...]]) -> list[tuple[str, Any]]:
    """The first value of each column that its header does not allow."""
    by_column = zip(columns, zip(*rows, strict=True), strict=bool(rows))
    refused = [(column.name, [v for v in values if not column.allows(v)]) for column, values in by_column]
    return [(name, values[0]) for name, values in refused if values]
