"""Whether what is worked on is still there as it was: Spark has no locks, and what takes long may be overtaken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setrisk.errors import SetriskError
from setrisk.spark.rows import rows_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class Unchanged:
    """A release, or data sets, as they were when this was made."""

    def __init__(self, session: SparkSession, *, release: str | None = None, datasets: tuple[str, ...] = ()) -> None:
        """Remember when they were made."""
        self._session, self._release, self._datasets = session, release, datasets
        self._before = self._times()

    def require(self, what: str) -> None:
        """Refuse to go on with others of their names.

        Args:
            what: what is not done, in words.

        Raises:
            SetriskError: one was replaced or dropped since.
        """
        if self._times() != self._before:
            names = " or ".join(repr(name) for name in (self._release, *self._datasets) if name is not None)
            raise SetriskError(f"{names} was replaced or dropped meanwhile; {what}: try again")

    def _times(self) -> list[Any]:
        asked = [("release", "created_at", self._release), *(("dataset", "loaded_at", each) for each in self._datasets)]
        return [
            [row[0] for row in rows_of(self._session, table, name).select(column).collect()]
            for table, column, name in asked
            if name is not None
        ]
