"""Sources with a column of periods: a data set each, and the order in which a series takes their releases."""

import json
import random
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from duckdb import DuckDBPyConnection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import setrisk
from setrisk.errors import AlreadyExists, BadInput
from tests.support.loading import PRIVATE_TABLES

ROWS = [
    ("a", "flu", "2024-02"),
    ("a", "hiv", "2024-02"),
    ("b", "flu", "2024-01"),
    ("a", "cold", "2024-01"),
    ("c", "flu", "2024-10"),
    ("a", "flu", "2024-02"),
]
LONG = {"id": "patient", "item": "diagnosis", "period": "month"}


def frame(rows: list[tuple[Any, ...]]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["patient", "diagnosis", "month"])


def held(con: DuckDBPyConnection, dataset: str) -> list[tuple[str | None, list[str]]]:
    return con.execute(
        "SELECT d.id, list(i.item ORDER BY t.position) "
        "FROM setrisk_private.transaction_item AS t JOIN setrisk_private.item AS i USING (item_id) "
        "LEFT JOIN setrisk_private.transaction_id AS d USING (dataset, tid) "
        "WHERE t.dataset = ? GROUP BY t.tid, d.id ORDER BY t.tid",
        [dataset],
    ).fetchall()


def everything(con: DuckDBPyConnection) -> list[Any]:
    tables = ("dataset", "item", "transaction_item", "transaction_id", "snapshot")
    return [con.execute(f"FROM setrisk_private.{table} ORDER BY ALL").fetchall() for table in tables]


def test_each_period_is_a_data_set_in_their_order(con: DuckDBPyConnection):
    loaded = setrisk.load(con, "visits", frame(ROWS), **LONG)
    names = ["visits 2024-01", "visits 2024-02", "visits 2024-10"]
    assert [part.dataset for part in loaded.periods] == names
    assert (loaded.dataset, loaded.n_transactions, loaded.n_items, loaded.n_entries) == ("visits", 4, 3, 5)
    assert (loaded.repeats_dropped, loaded.empty_dropped, loaded.empty_kept) == (1, 0, 0)
    assert (loaded.longest, loaded.examples) == ((2, 1, 1), ("flu", "cold", "hiv"))
    assert held(con, names[0]) == [("b", ["flu"]), ("a", ["cold"])]
    assert held(con, names[1]) == [("a", ["flu", "hiv"])]
    assert held(con, names[2]) == [("c", ["flu"])]
    assert con.execute("SELECT s.dataset, s.position FROM setrisk_private.snapshot AS s ORDER BY ALL").fetchall() == [
        (name, number) for number, name in enumerate(names, 1)
    ]


@pytest.mark.parametrize(
    ("periods", "order"),
    [
        ([10, 9, 2], ["2", "9", "10"]),
        (["10", "9", "2"], ["2", "9", "10"]),
        (["w10", "w9", "w2"], ["w10", "w2", "w9"]),
        (["10", "9", "x"], ["10", "9", "x"]),
        (pd.to_datetime(["2024-03-01", "2023-12-01"]), ["2023-12-01 00:00:00", "2024-03-01 00:00:00"]),
        (["it's", "\u00e4 b"], ["it's", "\u00e4 b"]),
    ],
)
def test_numbers_are_ordered_by_value_and_all_else_as_text(con: DuckDBPyConnection, periods: Any, order: list[str]):
    loaded = setrisk.load(con, "d", frame([("a", "x", period) for period in periods]), **LONG)
    assert [part.dataset for part in loaded.periods] == [f"d {period}" for period in order]


@settings(max_examples=15, suppress_health_check=list(HealthCheck))
@given(
    rows=st.lists(
        st.tuples(st.sampled_from("abcd"), st.sampled_from(["x", "y", "z", ""]), st.sampled_from("123")), min_size=1
    ),
    empty=st.sampled_from(["drop", "keep"]),
)
def test_a_period_is_what_its_rows_alone_would_be(
    con: DuckDBPyConnection, rows: list[tuple[str, str, str]], empty: Any
):
    for table in (*PRIVATE_TABLES, "snapshot"):
        con.execute(f"DELETE FROM setrisk_private.{table}")
    alone: dict[str, Any] = {}
    for period in sorted({period for *_, period in rows}):
        try:
            part = [row for row in rows if row[2] == period]
            setrisk.load(con, f"alone {period}", frame(part), id="patient", item="diagnosis", empty=empty)
        except BadInput:  # no transaction that is not empty
            with pytest.raises(BadInput, match="holds no transaction"):
                setrisk.load(con, "d", frame(rows), empty=empty, **LONG)
            assert con.execute("SELECT count(*) FROM setrisk_private.snapshot").fetchall() == [(0,)]
            return
        alone[f"d {period}"] = held(con, f"alone {period}")
    loaded = setrisk.load(con, "d", frame(rows), empty=empty, **LONG)
    assert {part.dataset: held(con, part.dataset) for part in loaded.periods} == alone


def test_tables_of_all_kinds(con: DuckDBPyConnection, tmp_path: Path):
    (tmp_path / "m.csv").write_text("x,y,year\n1,0,2\n0,1,1\n1,1,1\n")
    (tmp_path / "l.json").write_text(json.dumps([{"items": ["x", "y"], "year": 2}, {"items": ["y"], "year": 1}]))
    (tmp_path / "h.csv").write_text("items,count,year\nx y,2,2\ny,1,1\n")
    for file, format_ in (("m.csv", "matrix"), ("l.json", "lists"), ("h.csv", "histogram")):
        loaded = setrisk.load(con, format_, tmp_path / file, format=format_, period="year")
        assert [part.dataset for part in loaded.periods] == [f"{format_} 1", f"{format_} 2"]
        assert held(con, f"{format_} 1")[0] == (None, ["y"])
        assert loaded.n_items == 2
    source = con.sql("SELECT unnest(['a', 'b']) AS id, 'x' AS item, unnest([2, 1]) AS year")
    loaded = setrisk.load(con, "relation", source, format="long", period="year")
    assert held(con, "relation 1") == [("b", ["x"])]


def test_later_periods_may_be_loaded_later_and_earlier_ones_not(con: DuckDBPyConnection):
    setrisk.load(con, "visits", frame(ROWS[:2]), **LONG)
    before = everything(con)
    with pytest.raises(BadInput, match="'visits 2024-01' is older than 'visits 2024-02', which is loaded already"):
        setrisk.load(con, "visits", frame(ROWS[2:4]), **LONG)
    with pytest.raises(AlreadyExists, match="'visits 2024-02' exists already"):
        setrisk.load(con, "visits", frame(ROWS), **LONG)
    assert everything(con) == before
    later = setrisk.load(con, "visits", frame(ROWS[4:5]), **LONG)
    assert [part.dataset for part in later.periods] == ["visits 2024-10"]
    positions = con.execute("SELECT s.position FROM setrisk_private.snapshot AS s ORDER BY s.dataset").fetchall()
    assert positions == [(1,), (2,)]
    # Neither does a name with the same words in it.
    other = setrisk.load(con, "visits by month", frame(ROWS[4:5]), **LONG)
    assert [part.dataset for part in other.periods] == ["visits by month 2024-10"]
    # A dropped period is forgotten.
    setrisk.drop(con, "visits 2024-10")
    setrisk.load(con, "visits", frame([("c", "flu", "2024-03")]), **LONG)


@pytest.mark.parametrize(
    ("text", "given", "message"),
    [
        ("patient,diagnosis,month\na,x,1\nb,y,\n", LONG, r"v.csv:3: row 2 has no 'month', its period"),
        ("patient,diagnosis,month\na,x,1\n,y,2\n", LONG, "v.csv:3: row 2 has no transaction id"),
        ("patient,diagnosis,month\na,x,1\n", LONG | {"period": "week"}, "there is no column 'week' for period"),
        ("patient,diagnosis,month\n", LONG, "v.csv: holds no transaction"),
        ("patient,diagnosis,month\na,x,1\nb,,2\n", LONG, "v.csv: holds no transaction for 'd 2'"),
        (
            "a b\n",
            {"format": "baskets", "period": "month"},
            r"baskets does not read period \(--period\) .*: leave it out, or choose the format long,",
        ),
    ],
)
def test_bad_input_names_the_line_and_loads_nothing(
    con: DuckDBPyConnection, tmp_path: Path, text: str, given: dict[str, str], message: str
):
    (tmp_path / "v.csv").write_text(text)
    before = everything(con)
    with pytest.raises(BadInput, match=message):
        setrisk.load(con, "d", tmp_path / "v.csv", **given)
    assert everything(con) == before
    assert con.execute("SELECT count(*) FROM duckdb_tables() AS t WHERE t.temporary").fetchall() == [(0,)]


def test_a_series_takes_releases_in_the_order_of_their_periods(con: DuckDBPyConnection):
    draw = random.Random(1)
    people = {f"p{n}": [f"hiv{n % 3}", *(f"d{item}" for item in draw.sample(range(5), 2))] for n in range(60)}
    rows = [
        (person, item, month)
        for month in (1, 2, 10)
        for person, items in people.items()
        if draw.random() < 0.8
        for item in items
    ]
    setrisk.load(con, "visits", frame(rows), **LONG)
    made = {"series": "months", "method": "sanony", "r_th": 3, "cluster_size": 20}
    setrisk.protect(con, "visits 1", "jan", sensitive=["hiv0", "hiv1"], **made)
    setrisk.protect(con, "visits 10", "oct", **made)
    with pytest.raises(BadInput, match="'visits 2' is older than 'visits 10', of which the series 'months' has 'oct'"):
        setrisk.protect(con, "visits 2", "feb", **made)
    assert con.execute("SELECT count(*) FROM setrisk.may_publish('months', 'oct')").fetchall() == [(0,)]
