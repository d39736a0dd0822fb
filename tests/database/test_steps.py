"""Steps of composed queries: made one after the other, they give what the macro gives."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlglot
from duckdb import DuckDBPyConnection

import setrisk
import setrisk.sql as relations
from setrisk.sql.compiler.compose import compose
from setrisk.sql.compiler.dialect import SourceDialect
from setrisk.sql.compiler.steps import Step, steps
from tests.support import all_families
from tests.support.engines import arguments_of, plain_rows

ALL = {relation.name: relation for relation in relations.relations()}


@pytest.fixture(scope="module")
def con(families: Path) -> Iterator[DuckDBPyConnection]:
    with setrisk.connect(families, read_only=True) as con:
        yield con


def made(con: DuckDBPyConnection, found: list[Step]) -> list[str]:
    """The rows of the last one, each step a table."""
    for step in found[:-1]:
        columns = f"({', '.join(step.columns)})" if step.columns else ""
        con.execute(f"CREATE OR REPLACE TEMP TABLE {step.name}{columns} AS {step.query.sql(SourceDialect)}")
    return plain_rows(con.execute(found[-1].query.sql(SourceDialect)).fetchall())


@pytest.mark.parametrize("relation", all_families.PUBLIC, ids=lambda relation: relation.name)
def test_steps_give_what_the_relation_gives(con: DuckDBPyConnection, relation: relations.Relation) -> None:
    call = next(call for call, has_answer in all_families.calls(relation) if has_answer)
    found = steps(compose(relation, arguments_of(call, relation), ALL))
    assert [step.name for step in found if not step.name] == [""]
    assert made(con, found) == plain_rows(con.execute(f"FROM {call}").fetchall())


def steps_of(query: str) -> list[Step]:
    return steps(sqlglot.parse_one(query, dialect=SourceDialect))


def test_the_same_query_is_one_step() -> None:
    found = steps_of(
        "WITH a_1 AS (SELECT t_1.x FROM tab AS t_1), a_2 AS (SELECT t_2.x FROM tab AS t_2) "
        "SELECT l.x FROM a_1 AS l JOIN a_2 AS r ON l.x = r.x"
    )
    assert [step.reads for step in found] == [2, 1]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("SELECT 'ward_1' AS x", "SELECT 'ward_2' AS x"),
        ("SELECT t_1.p_1 AS x FROM tab AS t_1", "SELECT t_2.p_2 AS x FROM tab AS t_2"),
        ("SELECT t_1.x FROM tab_1 AS t_1", "SELECT t_2.x FROM tab_2 AS t_2"),
        ("SELECT t_1.x FROM tab AS t_1", "SELECT t_2.y AS x FROM tab AS t_2"),
    ],
)
def test_queries_that_differ_are_two_steps(left: str, right: str) -> None:
    found = steps_of(f"WITH a_1 AS ({left}), a_2 AS ({right}) SELECT l.x FROM a_1 AS l JOIN a_2 AS r ON l.x = r.x")
    assert sorted(step.name for step in found) == ["", "a_1", "a_2"]


def test_what_reads_the_query_around_it_stays() -> None:
    found = steps_of("SELECT (WITH b_1 AS (SELECT o_1.x) SELECT b_1.x FROM b_1) AS x FROM tab AS o_1")
    assert [step.name for step in found] == [""]


def test_what_reads_itself_is_a_step_of_its_own() -> None:
    con = setrisk.connect()
    found = steps_of(
        "WITH RECURSIVE n_1(x) AS (SELECT 1 UNION ALL SELECT n_1.x + 1 FROM n_1 WHERE n_1.x < 3) "
        "SELECT n_1.x, m.x AS y FROM n_1 JOIN n_1 AS m ON m.x = n_1.x"
    )
    assert [(step.name, step.reads) for step in found] == [("n_1", 2), ("", 1)]
    assert made(con, found) == plain_rows([(1, 1), (2, 2), (3, 3)])
