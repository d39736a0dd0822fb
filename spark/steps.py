"""Composed queries on Spark, step by step: what is read twice is kept, since Spark would compute it again."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

from setrisk.spark.catalog import METHODS_VIEW, catalog_of, look_anew, place
from setrisk.spark.keep import keep
from setrisk.sql import INTERNAL, PRIVATE, PUBLIC
from setrisk.sql.compiler.spark import spark
from setrisk.sql.compiler.steps import canonical_text, read_instead, steps

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from sqlglot import exp

# Characters of a query beyond which Spark's planner may run out of its stack.
_LONGEST = 20_000
# What numbers rows in no order: the next time it would number them otherwise.
_NUMBERS = "MONOTONICALLY_INCREASING_ID"


def run_steps(session: SparkSession, query: exp.Expr, *, instead: Mapping[str, str] = {}) -> DataFrame:
    """The rows of a composed query.

    Args:
        session: an attached session.
        query: what `compose` made.
        instead: temporary views that are read in place of tables, by the names of these. No other view may have had
            such a name before: steps that read it are told by it.
    """
    with shared_steps(session) as shared:
        return shared.rows(query, instead)


def check_steps(session: SparkSession, query: exp.Expr) -> None:
    """Run a composed query for its errors alone; not again, if it is among those that share their steps."""
    with shared_steps(session) as shared:
        shared.check(query)


@contextmanager
def shared_steps(session: SparkSession) -> Iterator[Steps]:
    """Keep a step from the second of several queries that read it on. Nothing may be written to the catalog meanwhile,
    and what is kept stays until the end.
    """
    around = _SHARED.get()
    if around is not None and around.session is session:
        yield around
        return
    own = Steps(session)
    token = _SHARED.set(own)
    try:
        yield own
    finally:
        _SHARED.reset(token)
        own.close()


@dataclass
class _Made:
    """A step, and what Spark has of it.

    Attributes:
        view: its name for Spark.
        query: its query, with the names that Spark has for what it reads.
        columns: names of its columns, if they are not those of the query.
        before: the steps that it reads.
        is_read_again: whether steps of the same query read it more than once.
        asked_by: the number of the query that it was made for, once it is made.
        frame: its rows, once it is made.
        size: characters of all that Spark computes for a row of it.
    """

    view: str
    query: exp.Expr
    columns: tuple[str, ...]
    before: list[_Made]
    is_read_again: bool
    asked_by: int = 0
    frame: DataFrame | None = None
    size: int = 0

    def keep(self) -> None:
        """Compute the rows, and keep them."""
        assert self.frame is not None
        # With columns anew: Spark takes those of a table, kept and read again, for the same in a join.
        self.frame = keep(self.frame).toDF(*self.frame.columns)
        self.size = 0
        self.frame.createOrReplaceTempView(self.view)


class Steps:
    """The steps of one query, or of several."""

    def __init__(self, session: SparkSession) -> None:
        """Begin with none."""
        self.session = session
        self._token, self._queries, self._views = secrets.token_hex(4), 0, list[str]()
        self._made: dict[tuple[str, tuple[str, ...]], _Made] = {}
        self._checks, self._looked_at = set[str](), set[str]()

    def rows(self, query: exp.Expr, instead: Mapping[str, str]) -> DataFrame:
        """The rows of a query; arguments are those of `run_steps`."""
        self._queries += 1
        found: dict[str, _Made] = {}
        for step in steps(query):
            before = self._name_tables(step.query, found, {"methods": METHODS_VIEW, **instead})
            key = canonical_text(step.query, [each.view for each in before]), step.columns
            view = f"_setrisk_{self._token}_{self._queries}_{step.name}"
            made = _Made(view, step.query, step.columns, before, is_read_again=step.reads > 1)
            found[step.name] = self._made.setdefault(key, made)
        last = found[""]
        self._make(last)
        assert last.frame is not None
        return last.frame

    def check(self, query: exp.Expr) -> None:
        """Run a query that reads the catalog alone for its errors, if it was not run before."""
        text = canonical_text(query, ())
        if text not in self._checks:
            self.rows(query, {}).collect()
            self._checks.add(text)

    def close(self) -> None:
        """Forget the steps; rows that were kept for frames stay as long as these."""
        for view in self._views:
            self.session.catalog.dropTempView(view)

    def _name_tables(self, query: exp.Expr, found: Mapping[str, _Made], instead: Mapping[str, str]) -> list[_Made]:
        """Name what a query reads as Spark does; returns the steps among that."""
        from sqlglot import exp

        before = []
        for table in list(query.find_all(exp.Table)):
            if not table.db and table.name in found:
                before.append(found[table.name])
                read_instead(table, found[table.name].view)
            elif table.name in instead:
                table.set("db", None)
                read_instead(table, instead[table.name])
            elif table.db in (PRIVATE, PUBLIC, INTERNAL):
                table.set("catalog", exp.to_identifier(catalog_of(self.session), quoted=True))
                self._look_anew(f"{table.db}.{table.name}")
        return before

    def _look_anew(self, table: str) -> None:
        """Read a table as it is at the first of these queries that reads it."""
        if table not in self._looked_at:
            look_anew(self.session, place(self.session, table))
            self._looked_at.add(table)

    def _make(self, made: _Made) -> None:
        """Make a step, and what it reads. What an earlier query has read is kept when another one reads it."""
        if made.frame is not None:
            if made.asked_by != self._queries and made.size:
                made.keep()
            return
        for each in made.before:
            self._make(each)
        text = spark(made.query)
        frame = self.session.sql(text)
        made.frame, made.asked_by = frame.toDF(*made.columns) if made.columns else frame, self._queries
        made.size = len(text) + sum(each.size for each in made.before)
        self._views.append(made.view)
        if made.is_read_again or made.size > _LONGEST or _NUMBERS in text:
            made.keep()
        else:
            made.frame.createOrReplaceTempView(made.view)


_SHARED: ContextVar[Steps | None] = ContextVar("steps of several queries", default=None)
