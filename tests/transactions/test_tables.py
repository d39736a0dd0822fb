"""A table or a view of the database is a source by its name."""

import pytest

import setrisk
from setrisk.errors import BadInput, UnknownFormat
from setrisk.pipelines.database.tables import is_table, table


@pytest.fixture
def con(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with setrisk.connect() as con:
        con.execute("CREATE TABLE orders AS SELECT * FROM (VALUES (1, 'a'), (1, 'b'), (2, 'a')) AS t(id, item)")
        con.execute("CREATE SCHEMA shop; CREATE VIEW shop.baskets AS SELECT ['x', 'y'] AS items")
        con.execute('CREATE TABLE "odd.name" AS SELECT [1, 2, 3] AS items')
        con.execute(
            'CREATE TABLE shop."it""s" AS SELECT [1] AS items; CREATE TEMP TABLE mine AS SELECT [5, 6] AS items'
        )
        con.execute("ATTACH ':memory:' AS other; CREATE TABLE other.far AS SELECT [1, 2] AS items")
        yield con


@pytest.mark.parametrize(
    ("name", "n_items"),
    [
        ("shop.baskets", 2),
        ("SHOP.Baskets", 2),
        ('"shop"."baskets"', 2),
        ("memory.shop.baskets", 2),
        ("odd.name", 3),
        ('"odd.name"', 3),
        ('shop."it""s"', 1),
        ("mine", 2),
        ("temp.mine", 2),
        ("other.far", 2),
        ("other.main.far", 2),
    ],
)
def test_a_table_is_a_source(con, name, n_items):
    assert setrisk.load(con, "d", name).n_items == n_items
    assert con.execute("SELECT d.source FROM setrisk_private.dataset AS d").fetchall() == [(name,)]


def test_columns_of_a_table_are_named_as_those_of_a_file(con):
    loaded = setrisk.load(con, "o", "orders", id="id", item="item")
    assert (loaded.n_transactions, loaded.n_items, loaded.n_entries) == (2, 2, 3)
    con.execute("INSERT INTO orders VALUES (NULL, 'c')")
    with pytest.raises(BadInput, match=r"^orders: row 4 has no transaction id"):
        setrisk.load(con, "bad", "orders", format="long")
    with pytest.raises(
        BadInput, match=r"^orders: there is no column 'who' for transaction id; the columns are id, item"
    ):
        setrisk.load(con, "bad", "orders", id="who")


def test_without_a_format_the_columns_propose_one(con):
    assert setrisk.load(con, "o", "orders").n_transactions == 2
    con.execute("CREATE TEMP TABLE renamed AS SELECT id AS order_id, item AS product FROM orders")
    with pytest.raises(UnknownFormat, match=r"^renamed: its format is not clear") as raised:
        setrisk.load(con, "r", "renamed")
    assert raised.value.likely == {"format": "long", "id": "order_id", "item": "product"}
    assert setrisk.load(con, "r", "renamed", **raised.value.likely).n_transactions == 2


def test_a_file_and_a_table_of_one_name_are_told_apart(con, tmp_path):
    (tmp_path / "orders").write_text("p q r\n")
    with pytest.raises(
        BadInput, match=r"^orders: there is a file and a table of that name; write ./orders for the file"
    ):
        setrisk.load(con, "o", "orders", format="long")
    assert setrisk.load(con, "file", "./orders", format="baskets").n_items == 3
    assert setrisk.load(con, "table", "main.orders", format="long").n_items == 2


@pytest.mark.parametrize("name", ["nothing", "shop.nothing", "nothing.baskets", 'a"b', '"', ".", "..", "a.b.c.d", ""])
def test_what_is_neither_a_file_nor_a_table_is_one_error(con, name):
    with pytest.raises(BadInput) as raised:
        setrisk.load(con, "bad", name, format="lists")
    assert "\n" not in str(raised.value)
    if name == "nothing":
        assert str(raised.value) == "nothing: no such file, and no such table"


@pytest.mark.parametrize("query", ["select ['a'] AS items", "FROM orders"])
def test_a_query_in_place_of_a_file_is_told_apart(con, query):
    with pytest.raises(BadInput, match=r": no .*; a query is given as con\.sql\(\.\.\.\), or by --sql$"):
        setrisk.load(con, "bad", query, format="lists")


def test_lines_are_not_read_from_a_table(con):
    with pytest.raises(BadInput, match=r"the format fimi reads text files, not a table or query"):
        setrisk.load(con, "bad", "orders", format="fimi")


def test_a_corpus_may_be_a_table(con):
    con.execute("CREATE TABLE notes AS SELECT 'one word' AS text")
    assert setrisk.load_corpus(con, "c", "notes").n_documents == 1


def test_in_a_query_a_table_is_looked_for_where_duckdb_looks(con):
    assert is_table(con, "orders")
    assert not is_table(con, "Orders")
    assert not is_table(con, "baskets")
    assert not is_table(con, "far")
    assert table(con, "baskets") is None
    con.execute("USE shop")
    assert is_table(con, "baskets")
    assert table(con, "baskets") is not None
