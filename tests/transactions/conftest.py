"""The connection of the tests of loading."""

from collections.abc import Iterator

import pytest
from duckdb import DuckDBPyConnection

from tests.support.loading import temporary_tables


@pytest.fixture
def con(con: DuckDBPyConnection) -> Iterator[DuckDBPyConnection]:
    """A connection to an empty database; loading leaves no temporary table, view or frame behind."""
    yield con
    assert temporary_tables(con) == []
