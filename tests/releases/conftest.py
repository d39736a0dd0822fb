"""What is protected and attacked in these tests."""

import pytest
from duckdb import DuckDBPyConnection

import setrisk


@pytest.fixture
def baskets(con: DuckDBPyConnection) -> DuckDBPyConnection:
    con.execute("CREATE TABLE baskets AS SELECT unnest([['a', 'b'], ['a', 'c'], ['b', 'c'], ['a']]) AS items")
    setrisk.load(con, "baskets", con.table("baskets"))
    return con
