"""Public relations on Spark where there is nothing: the same rows, or the same refusal, as on DuckDB."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import duckdb
import pyarrow as pa  # type: ignore[import-untyped]
import pytest
from duckdb import DuckDBPyConnection

import setrisk
import setrisk.spark
import setrisk.sql as relations
from setrisk.methods import Coat, DiffPart, Disassociation
from setrisk.pipelines.common.quoting import literal
from setrisk.spark.catalog import name_of
from setrisk.spark.steps import shared_steps
from tests.support import all_families
from tests.support.engines import arguments_of, copy_table, plain_rows

pytestmark = pytest.mark.xdist_group("spark")


@pytest.fixture(scope="module")
def empty(session: Any) -> Any:
    setrisk.spark.attach(session)
    for table in relations.tables():
        session.sql(f"TRUNCATE TABLE {name_of(session, table)}")
    return session


@pytest.fixture(scope="module")
def con() -> Iterator[DuckDBPyConnection]:
    with setrisk.connect() as con:
        yield con


OF_DATA = [each for each in all_families.PUBLIC if any(of.name == "dataset" for of in each.parameters)]
BASKETS = "empty baskets"


@pytest.mark.parametrize("relation", all_families.PUBLIC, ids=lambda relation: relation.name)
def test_where_there_is_nothing_both_say_the_same(
    con: DuckDBPyConnection, empty: Any, relation: relations.Relation
) -> None:
    _compare(con, empty, relation, {})


@pytest.mark.parametrize("relation", OF_DATA, ids=lambda relation: relation.name)
def test_of_transactions_without_items_both_say_the_same(
    con: DuckDBPyConnection, empty: Any, relation: relations.Relation
) -> None:
    if not empty.sql(f"SELECT 1 FROM setrisk_private.dataset WHERE dataset = '{BASKETS}'").count():
        frame = empty.createDataFrame([([],), ([],), ([],)], "what ARRAY<STRING>")
        setrisk.spark.load(empty, BASKETS, frame, items="what", empty="keep")
        setrisk.load(con, BASKETS, frame.toArrow(), items="what", empty="keep")
        # Frames of the two have classes of other names.
        con.execute("UPDATE setrisk_private.dataset SET source = 'frame'")
    _compare(con, empty, relation, {"dataset": BASKETS})


EMPTY = {"no chunks": Disassociation(), "no items": Coat(), "no sets": DiffPart(epsilon=1, universe=["a"], seed=1)}
# Each relation is asked of the release of its family, and what is of no family of one.
OF_RELEASE = [
    (relation, {"generalisation": "no items", "histogram": "no sets"}.get(relation.topic, "no chunks"))
    for relation in all_families.PUBLIC
    if any(of.name == "release" for of in relation.parameters)
]


@pytest.fixture(scope="module")
def released(empty: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[DuckDBPyConnection, Any]]:
    """Releases of transactions without items, of the families that Spark makes."""
    folder = tmp_path_factory.mktemp("tables")
    with setrisk.connect() as con:
        setrisk.load(
            con, BASKETS, pa.table({"what": pa.array([[]] * 30, pa.list_(pa.string()))}), items="what", empty="keep"
        )
        for release, method in EMPTY.items():
            setrisk.protect(con, BASKETS, release, method)
        for table in relations.tables():
            copy_table(empty, con, folder, table)
        # Nothing is written from here on.
        with shared_steps(empty):
            yield con, empty


@pytest.mark.parametrize(("relation", "release"), OF_RELEASE, ids=[relation.name for relation, _ in OF_RELEASE])
def test_of_their_releases_both_say_the_same(
    released: tuple[DuckDBPyConnection, Any], relation: relations.Relation, release: str
) -> None:
    _compare(*released, relation, {"release": release})


def _compare(con: DuckDBPyConnection, session: Any, relation: relations.Relation, others: dict[str, str]) -> None:
    call, _ = next(all_families.calls(relation))
    given = {name: con.sql(f"SELECT {text}").fetchall()[0][0] for name, text in arguments_of(call, relation).items()}
    given |= others
    listed = ", ".join(f"{name} := {literal(value)}" for name, value in given.items())
    rows, refusal = None, ""
    try:
        rows = plain_rows(con.execute(f"FROM setrisk.{relation.name}({listed})").fetchall())
    except duckdb.Error as error:
        refusal = str(error)
    if rows is not None:
        assert plain_rows(setrisk.spark.relation(session, relation.name, **given).collect()) == rows
        return
    with pytest.raises(setrisk.BadInput) as refused:
        setrisk.spark.relation(session, relation.name, **given).collect()
    assert str(refused.value) in refusal
