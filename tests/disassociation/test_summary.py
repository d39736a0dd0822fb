"""What is said of a release in chunks, in the singular if there is one."""

import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.pipelines.common.quantities import quantity, size_range


def test_one_cluster_is_not_called_clusters(con: DuckDBPyConnection) -> None:
    con.execute("CREATE TEMP TABLE given AS SELECT ['a', 'b'] AS items FROM range(3)")
    setrisk.load(con, "d", con.table("given"))
    made = setrisk.protect(con, "d", "r", method="disassociation", k=2)
    assert made.summary.startswith("1 cluster of 3 records, 0 joint clusters; ")


@pytest.mark.parametrize(("number", "said"), [(0, "0 copies"), (1, "1 copy"), (1_000, "1,000 copies")])
def test_a_noun_goes_with_its_number(number: int, said: str) -> None:
    assert quantity(number, "copy", "copies") == said


def test_sizes_that_are_the_same_are_one() -> None:
    assert [size_range(1, 1, "record"), size_range(3, 3, "record"), size_range(3, 5, "record")] == [
        "1 record",
        "3 records",
        "3 to 5 records",
    ]
