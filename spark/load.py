"""Load set-valued data from frames and tables of Spark's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from setrisk.errors import AlreadyExists, BadInput, SetriskError
from setrisk.pipelines.common import utc
from setrisk.pipelines.common.argument_types import check_types
from setrisk.pipelines.transactions.load import Loaded
from setrisk.spark.catalog import check_name, look_anew, table_of
from setrisk.spark.failures import as_bad_input, in_one_line
from setrisk.spark.keep import computed
from setrisk.spark.rows import add_rows, drop_rows, replace_rows, require_written, rows_of

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession
    from pyspark.sql.types import DataType

# Types of ids and items; `void` is that of NULL alone. What a `timestamp` is as text depends on the session, and two
# hours of an autumn night are the same.
_TYPES = (
    "string", "char", "varchar", "byte", "short", "integer", "long", "decimal", "boolean", "date",
    "timestamp_ntz", "void",
)  # fmt: skip
# `monotonically_increasing_id` has the number of the partition above these bits, and that of the row in it below.
_BITS = 33


@check_types
@in_one_line("load the data set", "nothing was loaded")
def load(
    session: SparkSession,
    dataset: str,
    source: DataFrame | str,
    *,
    id: str | None = None,
    item: str | None = None,
    items: str | None = None,
    empty: Literal["drop", "keep"] = "drop",
    replace: bool = False,
) -> Loaded:
    """Load set-valued data as a data set: a frame or a table with a row per transaction and item, or with a list of
    items per transaction. The rows stay with the workers; load one data set at a time, since new items are numbered.

    Args:
        session: an attached session.
        dataset: name of the data set: a new one, or one to `replace`.
        source: a frame, or the name of a table or view, such as `purchases`, `shop.purchases` or
            `catalog.shop.purchases`, which is read as it is now.
        id: column with the transaction of each row; with `items`, that of each list, which may be left out. Rows, and
            lists, of the same id are one transaction; without ids each list is one.
        item: column with the item of each row; it needs `id`.
        items: instead: column with the lists of items.
        empty: `drop` or `keep` transactions without any item; the result says how many there were.
        replace: drop the data set of this name, if there is one, and the releases that were made from it. If the new
            one cannot be written, neither is there afterwards: Spark has no transactions over several tables.

    Returns:
        The numbers of transactions and items. Rows have no order in Spark: the items of a transaction are in the order
        of the list, or of their names, and lists of the same id in that of their items.

    Raises:
        AlreadyExists: the data set exists.
        BadInput: the frame is one of another session; a column is missing, there several times, or of a type whose
            values may be written in several ways, such as numbers with a fraction, or times that depend on the zone of
            the session; an id is NULL or empty, a list has a NULL in it, or there is no transaction. Nothing is loaded.
        SetriskError: the source could not be read, or the data set not be written, however often Spark tried.

    Examples:
        >>> rows = [("ann", "tea"), ("ann", "milk"), ("bob", "tea")]
        >>> frame = session.createDataFrame(rows, "person STRING, product STRING")
        >>> loaded = setrisk.spark.load(session, "tea party", frame, id="person", item="product")
        >>> loaded.n_transactions, loaded.n_items
        (2, 2)
    """
    from pyspark.sql import DataFrame
    from pyspark.sql import functions as sf

    check_name("data set", dataset)
    if not isinstance(source, str | DataFrame):
        raise BadInput(f"source is {source!r:.60}; it must be a frame of Spark's, or the name of a table or view")
    is_there = rows_of(session, "dataset", dataset).count() > 0
    if is_there and not replace:
        raise AlreadyExists(
            f"the data set {dataset!r} exists already; name a new one, or replace it with replace=True (--replace)"
        )
    frame = _frame(session, source) if isinstance(source, str) else source
    # Views, such as those by which rows are written, are of one session.
    if frame.sparkSession._jsparkSession != session._jsparkSession:
        raise BadInput("source is a frame of another session: make it in this one, or save it as a table")
    transactions = _transactions(frame, id=id, item=item, items=items)
    numbered, n_transactions, n_empty = _numbered(session, transactions, keep_empty=empty == "keep")
    if n_transactions == 0:
        raise BadInput(f"there is no transaction for {dataset!r}")
    left = "nothing was loaded, and what was to be replaced may be gone" if is_there else "nothing was loaded"
    with in_one_line("load the data set", left):
        # What is replaced, and what an earlier attempt may have left.
        releases = table_of(session, "setrisk.release").where(sf.col("dataset") == dataset)
        for (release,) in releases.select("release").collect():
            drop_rows(session, "release", release)
        drop_rows(session, "dataset", dataset)
        try:
            n_entries, n_items = _write(session, dataset, numbered, with_ids=id is not None)
            written = {"transaction_item": numbered.select(sf.explode(sf.array_distinct("items")))}
            if id is not None:
                written["transaction_id"] = numbered
            require_written(session, dataset, written, left)
            ((n_rows,),) = numbered.agg(sf.coalesce(sf.sum(sf.size("items")), sf.lit(0))).collect()
            # Entered last: what was written before is of nothing that anybody can ask for.
            row = [(source if isinstance(source, str) else "frame", n_transactions, n_items, utc.current_time())]
            columns = "source STRING, n_transactions BIGINT, n_items BIGINT, loaded_at TIMESTAMP_NTZ"
            replace_rows(session, "dataset", dataset, session.createDataFrame(row, columns))
        except BaseException:
            drop_rows(session, "dataset", dataset)
            raise
    dropped, kept = (0, n_empty) if empty == "keep" else (n_empty, 0)
    return Loaded(dataset, n_transactions, n_items, n_entries, n_rows - n_entries, dropped, kept)


def _frame(session: SparkSession, name: str) -> DataFrame:
    """The rows of a table or view.

    Raises:
        BadInput: there is none of this name.
    """
    missing = f"{name}: there is no such table or view"
    # Spark takes the name of a catalog that it does not have for a part of that of a database.
    no_catalog = f"{missing}; a full name is catalog.database.table, of a catalog that the session has"
    no_name = f"{name!r} is not the name of a table or view: parts with blanks or signs need backticks around them"
    said = {
        "REQUIRES_SINGLE_PART_NAMESPACE": no_catalog,
        "CANNOT_LOAD_CATALOG": f"{missing}; Spark cannot load its catalog: see the setting spark.sql.catalog.<name>",
        "PARSE_": no_name,
        "INVALID_IDENTIFIER": no_name,
    }
    with as_bad_input(said):
        if session.catalog.tableExists(name):
            return session.table(look_anew(session, name))
    raise BadInput(missing)


def _write(session: SparkSession, dataset: str, numbered: DataFrame, *, with_ids: bool) -> tuple[int, int]:
    """Write the transactions; returns how many entries and items they have."""
    from pyspark.sql import functions as sf

    _add_items(session, numbered.select(sf.explode("items").alias("item")))
    names = table_of(session, "setrisk_private.item")
    counts = names.agg(sf.count("*"), sf.countDistinct("item_id"), sf.countDistinct("item"))
    if len(set(counts.collect()[0])) > 1:
        raise SetriskError(
            "several data sets were loaded at the same time, and items share a number or have two: nothing that is "
            "loaded here would be counted right. Load again into another catalog or warehouse, one at a time"
        )
    # Of repeats the first one counts, looked up in its own list: to group all entries would take them all around.
    repeats = (sf.size(sf.array_distinct("items")) < sf.size("items")).alias("repeats")
    places = numbered.select("tid", "items", repeats).select("*", sf.posexplode("items").alias("place", "item"))
    position = sf.col("place") + 1
    first = places.where(~sf.col("repeats") | (sf.array_position("items", sf.col("item")) == position))
    entries = first.select("tid", position.alias("position"), "item").join(names, "item")
    replace_rows(session, "transaction_item", dataset, entries.drop("item"))
    if with_ids:
        replace_rows(session, "transaction_id", dataset, numbered.select("tid", "id"))
    written = rows_of(session, "transaction_item", dataset)
    ((n_entries, n_items),) = written.agg(sf.count("*"), sf.countDistinct("item_id")).collect()
    return n_entries, n_items


def _transactions(frame: DataFrame, *, id: str | None, item: str | None, items: str | None) -> DataFrame:
    """A row per transaction: its id, or NULL, and its items, in order, with repeats and without empty names.

    Raises:
        BadInput: columns are missing or of the wrong type.
    """
    from pyspark.sql import functions as sf
    from pyspark.sql.types import ArrayType

    if (item is None) == (items is None) or (item is not None and id is None):
        raise BadInput("name the columns: either id and item, or items, a column of lists")
    for column in (id, item, items):
        if column is None:
            continue
        if column not in frame.columns:
            raise BadInput(f"there is no column {column!r}; there are {', '.join(frame.columns)}")
        if (alike := sum(_is_same(frame, column, each) for each in frame.columns)) > 1:
            raise BadInput(f"{alike} columns are called {column!r}: rename all but one")
    known = _text(frame, id) if id else sf.lit(None).cast("STRING")
    if id:
        missing = sf.raise_error(
            sf.lit(f"a row has no transaction id: the column {id!r} is NULL or empty; leave out such rows, or fill it")
        )
        known = sf.when(sf.coalesce(known, sf.lit("")) == "", missing).otherwise(known)
    if item is not None:
        rows = frame.select(known.alias("id"), _text(frame, item).alias("item"))
        named = sf.collect_list(sf.when(sf.col("item") != "", sf.col("item")))
        return rows.groupBy("id").agg(sf.array_sort(named).alias("items"))
    assert items is not None
    kind = frame.schema[items].dataType
    if not isinstance(kind, ArrayType):
        raise BadInput(f"the column {items!r} has no lists: name a column of lists as items, or id and item")
    _check_type(items, kind.elementType)
    lists = _column(frame, items).cast("ARRAY<STRING>")
    has_null = sf.exists(lists, lambda name: name.isNull())
    checked = sf.when(has_null, sf.raise_error(sf.lit(f"a list of the column {items!r} has a NULL in it"))).otherwise(
        lists
    )
    named = sf.filter(sf.coalesce(checked, sf.array().cast("ARRAY<STRING>")), lambda name: name != "")
    lists_of = frame.select(known.alias("id"), named.alias("items"))
    if not id:
        return lists_of
    # As several people, one person would seem to hide among others.
    return lists_of.groupBy("id").agg(sf.flatten(sf.array_sort(sf.collect_list("items"))).alias("items"))


def _is_same(frame: DataFrame, one: str, other: str) -> bool:
    """Whether two names are the same to Spark."""
    if str(frame.sparkSession.conf.get("spark.sql.caseSensitive")).lower() == "true":
        return one == other
    return one.lower() == other.lower()


def _text(frame: DataFrame, column: str) -> Column:
    _check_type(column, frame.schema[column].dataType)
    return _column(frame, column).cast("STRING")


def _column(frame: DataFrame, name: str) -> Column:
    """A column, whatever its name has in it."""
    return frame["`" + name.replace("`", "``") + "`"]


def _check_type(column: str, kind: DataType) -> None:
    """Refuse types whose values Spark writes in another way than other programs, or not as a single one.

    Raises:
        BadInput: it is such a type.
    """
    if kind.typeName() not in _TYPES:
        raise BadInput(
            f"the column {column!r} is of the type {kind.simpleString()}, which may be written in several ways: make "
            "text of it first"
        )


def _numbered(session: SparkSession, transactions: DataFrame, *, keep_empty: bool) -> tuple[DataFrame, int, int]:
    """The transactions with numbers from 1 without gaps; how many they are, and how many of all have no items."""
    from pyspark.sql import functions as sf

    # Kept: a frame may have other rows in another order when it is read again.
    mark = sf.monotonically_increasing_id()
    read = computed(transactions.withColumn("mark", mark))
    n_empty = read.where(sf.size("items") == 0).count()
    if n_empty and not keep_empty:
        read = computed(read.where(sf.size("items") > 0).withColumn("mark", mark))
    part = sf.shiftright("mark", _BITS)
    sizes = read.groupBy(part.alias("part")).count().orderBy("part").collect()
    starts, total = [], 0
    for each in sizes:
        starts.append((each["part"], total))
        total += each["count"]
    offsets = session.createDataFrame(starts, "part BIGINT, start BIGINT")
    place_in_part = sf.col("mark").bitwiseAND(sf.lit((1 << _BITS) - 1))
    numbered = read.join(sf.broadcast(offsets), offsets["part"] == part).select(
        (sf.col("start") + place_in_part + 1).alias("tid"), "id", "items"
    )
    return numbered, total, n_empty


def _add_items(session: SparkSession, entries: DataFrame) -> None:
    """Number the items that are new, in the order of their names."""
    from pyspark.sql import Window
    from pyspark.sql import functions as sf

    known = table_of(session, "setrisk_private.item")
    ((last,),) = known.agg(sf.coalesce(sf.max("item_id"), sf.lit(0))).collect()
    new = entries.select("item").distinct().join(known, "item", "left_anti")
    numbers = sf.row_number().over(Window.orderBy("item")) + last
    add_rows(session, "item", new.select(numbers.cast("INT").alias("item_id"), "item"))
