"""Public relations on Spark: the same rows as on DuckDB, of the same tables, in a database with all families."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

import setrisk
import setrisk.sql as relations
from setrisk.sql.compiler.compose import compose
from setrisk.sql.compiler.spark import spark
from tests.support import all_families
from tests.support.engines import arguments_of, plain_rows

pytestmark = pytest.mark.xdist_group("spark")

ALL = {relation.name: relation for relation in relations.relations()}
# What Spark cannot run, or not with the same rows, and why.
BITS = "it has sets of records as strings of bits, which Spark lacks"
NOT_ON_SPARK = {
    "distortions": BITS,
    "embedding_similarities": "DuckDB computes with single precision there",
    "exposed_itemsets": BITS,
    "hidden_itemsets": BITS,
    "profile": BITS,
    "rare_itemset_exposure": BITS,
    "reconstructed_records": BITS,
    "unicity": BITS,
    "unicity_curve": BITS,
    "violated_constraints": BITS,
}
ASKED = [relation for relation in all_families.PUBLIC if not relations.needs_python(relation)]
# Types that Spark reads from Parquet otherwise.
CASTS = {"UUID": "VARCHAR", "JSON": "VARCHAR", "UBIGINT": "DECIMAL(20, 0)"}


@pytest.fixture(scope="module")
def con(session: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DuckDBPyConnection]:
    """A database whose tables Spark has, too, by the same names."""
    folder = tmp_path_factory.mktemp("families")
    all_families.build(folder / "all.duckdb")
    with setrisk.connect(folder / "all.duckdb", read_only=True) as con:
        for schema in relations.SCHEMAS:
            session.sql(f"CREATE DATABASE IF NOT EXISTS {schema}")
        for table in relations.tables():
            casts = (f"CAST({each.name} AS {CASTS.get(each.type, each.type)}) AS {each.name}" for each in table.columns)
            give(con, session, folder, f"{table.schema}.{table.name}", ", ".join(casts))
        give(con, session, folder, "setrisk.methods", "*")
        yield con


def give(con: DuckDBPyConnection, session: Any, folder: Path, table: str, columns: str) -> None:
    """Give Spark a table."""
    con.execute(f"COPY (SELECT {columns} FROM {table}) TO '{folder / table}' (FORMAT parquet, PER_THREAD_OUTPUT)")
    session.sql(f"CREATE TABLE {table} USING parquet LOCATION '{folder / table}'")


@pytest.mark.parametrize("relation", ASKED, ids=lambda relation: relation.name)
def test_a_relation_has_the_same_rows_on_spark(
    con: DuckDBPyConnection, session: Any, relation: relations.Relation
) -> None:
    call = next(call for call, has_answer in all_families.calls(relation) if has_answer)
    query = spark(compose(relation, arguments_of(call, relation), ALL))
    expected = plain_rows(con.execute(f"FROM {call}").fetchall())
    if relation.name in NOT_ON_SPARK:
        with pytest.raises(Exception, match=r"UNRESOLVED_ROUTINE|the rows differ"):
            compare(session, query, expected)
    else:
        compare(session, query, expected)


def compare(session: Any, query: str, expected: list[str]) -> None:
    assert plain_rows(session.sql(query).collect()) == expected, "the rows differ"
