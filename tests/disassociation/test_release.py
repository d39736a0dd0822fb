"""Disassociated releases of real data keep their promise; what is bad input is refused before anything is written.

Every release that a test makes is verified (conftest.py), by a verifier that is written from the guarantee.
"""

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection
from hypothesis import given, settings
from hypothesis import strategies as st

import setrisk
from setrisk.errors import AlreadyExists, BadInput, InfeasibleConstraint, SetriskError, UnknownDataset
from setrisk.udf.transactions.themes import generate

# Of the larger data sets only every n-th transaction is used, so that the whole grid takes a minute.
DATA: dict[str, tuple[str, dict[str, Any], int]] = {
    "BMS-WebView-1": ("bms-webview/BMS1_spmf.txt", {"format": "spmf"}, 30),
    "BMS-WebView-2": ("bms-webview/BMS2_spmf.txt", {"format": "spmf"}, 40),
    "retail": ("retail/retail.dat", {"format": "fimi"}, 80),
    "disease-symptom": ("disease-symptom/dataset.csv", {}, 4),
}


def load(con: DuckDBPyConnection, data: Path, name: str, every: int, folder: Path) -> None:
    """Every n-th transaction, as a data set of that name."""
    path, options, _ = DATA[name]
    lines = (data / path).read_text(encoding="utf-8").splitlines(keepends=True)
    if name == "disease-symptom":
        # After its head, and without the disease.
        symptoms = [[each.strip() for each in line.split(",")[1:]] for line in lines[1::every]]
        con.execute("CREATE OR REPLACE TEMP TABLE symptoms AS SELECT unnest($items) AS items", {"items": symptoms})
        setrisk.load(con, name, con.table("symptoms"))
    else:
        sample = folder / f"{name}.txt"
        sample.write_text("".join(lines[::every]), encoding="utf-8")
        setrisk.load(con, name, sample, **options)


@pytest.fixture(scope="module")
def samples(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DuckDBPyConnection]:
    with setrisk.connect() as con:
        for name, (_, _, every) in DATA.items():
            load(con, data, name, every, tmp_path_factory.mktemp("samples"))
        yield con


def verified(con: DuckDBPyConnection, dataset: str, **given: Any) -> setrisk.pipelines.releases.protect.Protected:
    """The release `r`, which conftest.py has verified."""
    return setrisk.protect(con, dataset, "r", method="disassociation", **given)


@pytest.mark.parametrize("m", [2, 3])
@pytest.mark.parametrize("k", [2, 3, 4, 5])
@pytest.mark.parametrize("name", DATA)
def test_real_data(samples: DuckDBPyConnection, name: str, k: int, m: int) -> None:
    made = verified(samples, name, k=k, m=m, max_cluster_size="k^3")
    setrisk.drop(samples, "r")
    assert made.n_transactions > 1000


@pytest.mark.parametrize(("name", "every"), [("BMS-WebView-1", 1), ("BMS-WebView-2", 2), ("retail", 4)])
def test_real_data_at_size(con: DuckDBPyConnection, data: Path, name: str, every: int, tmp_path: Path) -> None:
    load(con, data, name, every, tmp_path)
    made = verified(con, name, k=5, m=2)
    assert "joint clusters" in made.summary
    assert made.n_transactions > 20_000


@pytest.mark.parametrize("m", [2, 3])
@pytest.mark.parametrize("k", [2, 5])
def test_texts(con: DuckDBPyConnection, data: Path, k: int, m: int) -> None:
    """The words of medical abstracts: 180 and more a record, most of them rare."""
    abstracts = data / "medical-abstracts" / "medical_tc_test.csv"
    setrisk.load(
        con,
        "d",
        con.sql(
            "SELECT list_distinct(string_split(lower(a.medical_abstract), ' ')) AS items "
            f"FROM read_csv('{abstracts}') AS a LIMIT 300"
        ),
    )
    assert con.execute("SELECT max(t.position) FROM setrisk_private.transaction_item AS t").fetchall() > [(100,)]
    verified(con, "d", k=k, m=m)


def test_anything(con: DuckDBPyConnection) -> None:
    numbers = count()

    @settings(max_examples=40)
    @given(
        records=st.lists(st.sets(st.sampled_from("abcdefghij"), max_size=6), min_size=6, max_size=70).filter(any),
        k=st.integers(2, 4),
        m=st.integers(1, 3),
        power=st.integers(1, 2),
        refine=st.booleans(),
    )
    def keeps_its_promise(records: list[set[str]], k: int, m: int, power: int, refine: bool) -> None:
        name = f"d{next(numbers)}"
        items = [sorted(record) for record in records]
        con.execute("CREATE OR REPLACE TABLE given AS SELECT unnest($items) AS items", {"items": items})
        setrisk.load(con, name, con.table("given"), empty="keep")
        setrisk.protect(con, name, name, method="disassociation", k=k, m=m, max_cluster_size=k**power, refine=refine)

    keeps_its_promise()


@pytest.fixture
def baskets(con: DuckDBPyConnection) -> DuckDBPyConnection:
    made = generate(n_records=200, n_documents=50, seed=3)
    setrisk.load(con, "d", pd.DataFrame({"items": made.records}))
    return con


def test_empty_equal_and_long_records(con: DuckDBPyConnection) -> None:
    long = [f"item {n}" for n in range(260)]
    for name, records in {
        "empty": [[]] * 30 + [["a"]] * 3,
        "equal": [["a", "b", "c"]] * 50,
        "long": [long] * 30 + [long[:n] for n in range(1, 40)],
    }.items():
        con.execute("CREATE OR REPLACE TABLE given AS SELECT unnest($items::VARCHAR[][]) AS items", {"items": records})
        setrisk.load(con, name, con.table("given"), empty="keep")
        setrisk.protect(con, name, name, method="disassociation", k=3, m=3, max_cluster_size=9)


def test_hostile_names(con: DuckDBPyConnection) -> None:
    names = ["'", '"', ";--", "<script>", "\N{PILE OF POO}", "NULL", "", " ", "a\nb", "x" * 10_000, "{}", "$release"]
    setrisk.load(con, "d", pd.DataFrame({"items": [[a, b] for a in names for b in names if a]}))
    verified(con, "d", k=3)
    setrisk.attack(con, "r", method="all")
    found = con.execute("SELECT DISTINCT r.item FROM setrisk.reconstructed_records('r') AS r").fetchall()
    assert {name for (name,) in found} <= set(names)


def test_what_the_release_says_of_itself(baskets: DuckDBPyConnection) -> None:
    made = verified(baskets, "d", k=3, m=2, max_cluster_size="k^2", seed=5)
    ((parameters, marks),) = baskets.execute("SELECT r.parameters, r.marks FROM setrisk.release AS r").fetchall()
    assert json.loads(parameters) == {"k": 3, "m": 2, "max_cluster_size": 9, "refine": True}
    assert marks == made.marks == ["seeded"]
    assert baskets.execute("SELECT s.seed FROM setrisk_private.release_seed AS s").fetchall() == [(5,)]


def chunks_of(con: DuckDBPyConnection, release: str) -> list[tuple[Any, ...]]:
    return con.execute(
        "SELECT c.publishing_cluster, c.chunk, c.sub_record, c.item_id FROM setrisk.chunk_record AS c "
        "WHERE c.release = ? ORDER BY ALL",
        [release],
    ).fetchall()


def test_a_seed_makes_the_same_release_again_and_none_another(baskets: DuckDBPyConnection) -> None:
    for release, seed in (("one", 1), ("again", 1), ("two", 2), ("secret", None), ("secret too", None)):
        setrisk.protect(baskets, "d", release, method="disassociation", k=3, seed=seed)
    assert chunks_of(baskets, "one") == chunks_of(baskets, "again")
    different = [chunks_of(baskets, release) for release in ("one", "two", "secret", "secret too")]
    assert all(one != other for n, one in enumerate(different) for other in different[:n])
    # Only the numbers differ: what is in which chunk does not depend on the seed.
    bags = [sorted((row[0], row[1], row[3]) for row in chunks) for chunks in different]
    assert all(bag == bags[0] for bag in bags)


def test_without_refining_there_is_no_joint_cluster(baskets: DuckDBPyConnection) -> None:
    setrisk.protect(baskets, "d", "plain", method="disassociation", k=5, refine=False)
    setrisk.protect(baskets, "d", "refined", method="disassociation", k=5)
    joints = dict(
        baskets.execute("SELECT j.release, count(*) FROM setrisk.joint_cluster AS j GROUP BY j.release").fetchall()
    )
    assert joints.keys() == {"refined"}


A_SIZE = r"it must be a whole number of at most nine digits, or k\^2 to k\^6"


@pytest.mark.parametrize(
    ("given", "kind", "message"),
    [
        ({"k": 1}, BadInput, "k is 1; it must be at least 2"),
        ({"k": "two"}, BadInput, "k is the text 'two'; it must be a whole number"),
        ({"k": 3, "m": 0}, BadInput, "m is 0; it must be at least 1"),
        ({"k": 3, "max_cluster_size": 2}, BadInput, "max_cluster_size is 2; it must be at least k, which is 3"),
        ({"k": 3, "max_cluster_size": "k^1"}, BadInput, rf"'k\^1'; {A_SIZE}"),
        ({"k": 3, "max_cluster_size": "k^7"}, BadInput, rf"'k\^7'; {A_SIZE}"),
        ({"k": 3, "max_cluster_size": 10**9}, BadInput, f"1000000000; {A_SIZE}"),
        ({"k": 3, "max_cluster_size": "many"}, BadInput, f"'many'; {A_SIZE}"),
        ({"k": 3, "max_cluster_size": 2.5}, BadInput, f"2.5; {A_SIZE}"),
        ({"k": 201}, InfeasibleConstraint, "k is 201, but the data set has 200 transactions"),
        ({"k": 3, "privacy_constraints": [["a"]]}, BadInput, "disassociation has no parameter 'privacy_constraints'"),
        ({"k": 3, "refine": "maybe"}, BadInput, "refine is 'maybe'; it must be true or false"),
    ],
)
def test_bad_input_writes_nothing(
    baskets: DuckDBPyConnection, given: dict[str, Any], kind: type[SetriskError], message: str
) -> None:
    with pytest.raises(kind, match=message):
        setrisk.protect(baskets, "d", "r", method="disassociation", **given)
    for table in ("release", "cluster", "chunk_record", "joint_cluster", "term_chunk", "published_item"):
        assert baskets.execute(f"SELECT count(*) FROM setrisk.{table}").fetchall() == [(0,)]
    assert baskets.execute("SELECT count(*) FROM setrisk_private.provenance").fetchall() == [(0,)]


def test_names_that_are_taken_or_unknown(baskets: DuckDBPyConnection) -> None:
    verified(baskets, "d", k=3)
    before = chunks_of(baskets, "r")
    with pytest.raises(AlreadyExists):
        setrisk.protect(baskets, "d", "r", method="disassociation", k=4)
    with pytest.raises(UnknownDataset):
        setrisk.protect(baskets, "nope", "r2", method="disassociation", k=4)
    assert chunks_of(baskets, "r") == before


def test_dropping_leaves_nothing(baskets: DuckDBPyConnection) -> None:
    verified(baskets, "d", k=3)
    setrisk.attack(baskets, "r", method="all")
    setrisk.drop(baskets, "r")
    for table in ("cluster", "chunk_record", "joint_cluster", "term_chunk", "reassociation", "attack_run"):
        assert baskets.execute(f"SELECT count(*) FROM setrisk.{table}").fetchall() == [(0,)]


def test_an_interrupt_between_steps_leaves_nothing(baskets: DuckDBPyConnection) -> None:
    def stop(step: str, done: int = 0, total: int = 0) -> None:
        if step == "publishing":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        setrisk.protect(baskets, "d", "r", method="disassociation", k=3, progress=stop)
    assert baskets.execute("SELECT count(*) FROM setrisk.release").fetchall() == [(0,)]
    verified(baskets, "d", k=3)


def test_plain_clients_read_what_was_found(baskets: DuckDBPyConnection, tmp_path: Path) -> None:
    path = tmp_path / "published.duckdb"
    con = setrisk.connect(path)
    con.execute("CREATE TABLE given AS SELECT unnest([['a', 'b'], ['a', 'c'], ['a', 'b']]) AS items")
    setrisk.load(con, "d", con.table("given"))
    setrisk.protect(con, "d", "r", method="disassociation", k=2)
    setrisk.attack(con, "r")
    con.close()
    with duckdb.connect(str(path)) as plain:
        assert plain.execute("SELECT count(*) > 0 FROM setrisk.reassociation_findings('r')").fetchall() == [(True,)]
        assert plain.execute("SELECT count(*) > 0 FROM setrisk.risk('r')").fetchall() == [(True,)]
