"""Tables in memory, an array per column: DuckDB reads them as they are, and pandas takes half a second to import.

Types are as plain as they can be, since versions of DuckDB differ in what they make of others: some ignore the mask of
an array, and columns of objects have the type of a sample.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

Columns = Mapping[str, "NDArray[Any]"]


def objects(values: Sequence[Any]) -> NDArray[Any]:
    """A column of texts or of lists; all are there."""
    import numpy as np

    column = np.empty(len(values), dtype=object)
    column[:] = values
    return column


def numbers(values: Sequence[float | None]) -> NDArray[Any]:
    """A column of numbers, with NaN for None, which DuckDB reads as NULL."""
    import numpy as np

    if None in values:
        return np.array(values, dtype=np.float64)
    return np.array(values) if values else np.array([], dtype=np.int64)


def columns_of_numbers(names: Sequence[str], rows: Sequence[Sequence[int]]) -> Columns:
    """The columns of rows of whole numbers, of which there may be none."""
    return {name: numbers([row[place] for row in rows]) for place, name in enumerate(names)}


def columns_of(rows: Iterable[Mapping[str, Any]]) -> Columns:
    """The columns of rows of texts and numbers, of which there is at least one.

    Raises:
        TypeError: the rows do not have the same keys, or a column has texts and something else.
    """
    listed = list(rows)
    names = listed[0].keys()
    if others := [row for row in listed if row.keys() != names]:
        raise TypeError(f"a row has {sorted(others[0])}, the first one {sorted(names)}")
    return {name: _column(name, [row[name] for row in listed]) for name in names}


def _column(name: str, values: Sequence[Any]) -> NDArray[Any]:
    if not any(isinstance(value, str) for value in values):
        return numbers(values)
    if others := [value for value in values if not isinstance(value, str)]:
        raise TypeError(f"{name} has texts and {others[0]!r}: a column has texts alone, or numbers")
    return objects(values)
