"""Public relations on Spark: the same rows as on DuckDB, of the same tables, in a database with all families."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

import setrisk
import setrisk.spark
import setrisk.sql as relations
from setrisk.spark.steps import shared_steps
from tests.support import all_families, equality_table
from tests.support.engines import arguments_of, copy_table, plain_rows

pytestmark = pytest.mark.xdist_group("spark")


@pytest.fixture(scope="module")
def con(session: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DuckDBPyConnection]:
    """A database whose tables Spark has, too, by the same names. DuckDB makes its releases while Spark makes tables."""
    folder = tmp_path_factory.mktemp("tables")
    with ThreadPoolExecutor(2) as pool:
        built = pool.submit(all_families.built, tmp_path_factory)
        setrisk.spark.attach(session)
        path = equality_table.with_awkward_names(built.result(), folder / "named.duckdb")
        with setrisk.connect(path, read_only=True) as con:
            list(pool.map(partial(copy_table, session, con, folder), relations.tables()))
            # Nothing is written from here on.
            with shared_steps(session):
                yield con


@pytest.mark.parametrize("relation", all_families.PUBLIC, ids=lambda relation: relation.name)
def test_a_relation_has_the_same_rows_on_spark(
    con: DuckDBPyConnection, session: Any, relation: relations.Relation
) -> None:
    call = equality_table.asked(relation)
    given = {name: con.sql(f"SELECT {text}").fetchall()[0][0] for name, text in arguments_of(call, relation).items()}
    rows = setrisk.spark.relation(session, relation.name, **given)
    assert rows.columns == [column.name for column in relation.columns]
    expected = plain_rows(con.execute(f"FROM {call}").fetchall())
    assert plain_rows(rows.collect()) == expected
    assert bool(expected) == (relation.name not in equality_table.EMPTY)


def test_the_page_shows_what_is_compared() -> None:
    asked = sorted((each.name, equality_table.asked(each)) for each in all_families.PUBLIC)
    assert asked == equality_table.kept(), "run `python -m tests.support.equality_table`, and `make docs`"
