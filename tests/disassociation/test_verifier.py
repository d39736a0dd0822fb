"""The verifier that each disassociated release of the tests is shown to sees what is wrong with one."""

from collections.abc import Iterator

import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.udf.transactions.themes import generate
from tests.support.disassociation_verifier import violations_of


@pytest.fixture(scope="module")
def db() -> Iterator[DuckDBPyConnection]:
    """The release `r`, with a joint cluster and its shared chunk."""
    with setrisk.connect() as con:
        setrisk.load(
            con, "d", pd.DataFrame({"items": generate(n_records=300, n_documents=50, domains=1, seed=3).records})
        )
        setrisk.protect(con, "d", "r", method="disassociation", k=3, max_cluster_size=10, seed=1)
        yield con


# The first sub-record of a chunk that has others, and a chunk's numbers in the order of the transactions.
FIRST = "publishing_cluster = 1 AND chunk = 1 AND sub_record = 1"
IN_ORDER = """
CREATE OR REPLACE TEMP TABLE numbered AS
SELECT p.cluster, p.chunk, p.record, row_number() OVER (PARTITION BY p.cluster, p.chunk ORDER BY p.tid) AS number
FROM setrisk_private.provenance AS p WHERE p.chunk IS NOT NULL;
UPDATE setrisk_private.provenance AS p SET record = n.number FROM numbered AS n
WHERE n.cluster = p.cluster AND n.chunk = p.chunk AND n.record = p.record;
UPDATE setrisk.chunk_record AS c SET sub_record = n.number FROM numbered AS n
WHERE n.cluster = c.publishing_cluster AND n.chunk = c.chunk AND n.record = c.sub_record
"""


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("UPDATE setrisk.cluster SET n_records = n_records + 1 WHERE cluster = 1", "cluster 1 says"),
        ("DELETE FROM setrisk_private.provenance WHERE chunk IS NULL AND tid = 1", "transaction 1 is in no cluster"),
        ("DELETE FROM setrisk.joint_cluster", "has chunks and is neither a cluster nor a joint"),
        ("UPDATE setrisk.joint_cluster SET cluster = 1000 + cluster", "which are no leaf clusters"),
        (f"DELETE FROM setrisk.chunk_record WHERE {FIRST}", "are not numbered from 1"),
        (f"DELETE FROM setrisk.chunk_record WHERE {FIRST}", "times fewer than the originals"),
        (f"INSERT INTO setrisk.chunk_record SELECT * FROM setrisk.chunk_record WHERE {FIRST}", "something twice"),
        (
            f"UPDATE setrisk.chunk_record SET sub_record = 2 WHERE {FIRST}",
            "the owner knows the origins of other sub-records",
        ),
        ("DELETE FROM setrisk.term_chunk", "lost items"),
        (
            "INSERT INTO setrisk.term_chunk SELECT 'r', 1, item_id FROM setrisk.term_chunk "
            "WHERE item_id NOT IN (SELECT item_id FROM setrisk.term_chunk WHERE cluster = 1)",
            "which no record of it holds",
        ),
        (
            f"INSERT INTO setrisk.term_chunk SELECT 'r', 1, item_id FROM setrisk.chunk_record WHERE {FIRST}",
            "in several chunks",
        ),
        ('UPDATE setrisk.release SET parameters = \'{"k": 40, "m": 2}\'', "itemset"),
        ('UPDATE setrisk.release SET parameters = \'{"k": 400, "m": 2}\'', "cluster 1 has"),
        ("DELETE FROM setrisk.published_item WHERE item_id = 1", "item 1 is shown and has no name"),
        ("INSERT INTO setrisk.published_item VALUES ('r', 1, 'again')", "item 1 is named 2 times"),
        (
            "UPDATE setrisk_private.provenance AS p SET record = 1 + o.most - p.record FROM (SELECT p.cluster, "
            "max(p.record) AS most FROM setrisk_private.provenance AS p WHERE p.chunk = 1 GROUP BY p.cluster) AS o "
            "WHERE o.cluster = p.cluster AND p.chunk = 1",
            "is not what transaction",
        ),
        (IN_ORDER, "the numbers of sub-records follow"),
    ],
)
def test_it_sees_what_is_changed(db: DuckDBPyConnection, change: str, found: str) -> None:
    db.begin()
    try:
        db.execute(change)
        assert any(found in wrong for wrong in violations_of(db, "r"))
    finally:
        db.rollback()
    assert violations_of(db, "r") == []
