"""Whether what is worked on is still there as it was: Spark has no locks, and what takes long may be overtaken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from setrisk.errors import SetriskError
from setrisk.spark.rows import rows_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class Unchanged:
    """A release, or data sets, as they were when this was made: when each was made or loaded, if it was there."""

    def __init__(self, session: SparkSession, *, release: str | None = None, datasets: tuple[str, ...] = ()) -> None:
        """Remember when they were made."""
        self._session = session
        named = [("release", "created_at", release), *(("dataset", "loaded_at", each) for each in datasets)]
        self._asked = [(table, column, name) for table, column, name in named if name is not None]
        self._before = self._times()

    @property
    def has_release(self) -> bool:
        """Whether the release was there."""
        return any(times for (table, _, _), times in zip(self._asked, self._before, strict=True) if table == "release")

    def expect_no_release(self) -> None:
        """The release was dropped, as it was meant to be: none of its name is to come."""
        self._before = [
            [] if table == "release" else times for (table, _, _), times in zip(self._asked, self._before, strict=True)
        ]

    def require(self, what: str) -> None:
        """Refuse to go on with others of their names.

        Args:
            what: what is not done, in words.

        Raises:
            SetriskError: one was replaced or dropped since, or has come.
        """
        if self._times() != self._before:
            names = " or ".join(repr(name) for _, _, name in self._asked)
            raise SetriskError(f"{names} was replaced or dropped meanwhile; {what}: try again")

    def _times(self) -> list[list[Any]]:
        return [
            [row[0] for row in rows_of(self._session, table, name).select(column).collect()]
            for table, column, name in self._asked
        ]
