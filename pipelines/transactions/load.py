"""Load set-valued data: any source becomes transactions of distinct, numbered items."""

from __future__ import annotations

import shlex
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from dataclasses import replace as replaced
from typing import TYPE_CHECKING, Literal

import duckdb

from setrisk.errors import BadInput
from setrisk.pipelines.common import utc
from setrisk.pipelines.common.progress import Progress, ignore_progress
from setrisk.pipelines.common.quoting import drop
from setrisk.pipelines.database.deletion import drop_dataset
from setrisk.pipelines.database.duckdb_errors import is_source_error, located_message, name_of
from setrisk.pipelines.database.names import exists, require_free
from setrisk.pipelines.database.shared_budget import share
from setrisk.pipelines.database.statements import let_statements_read, run
from setrisk.pipelines.database.task import task
from setrisk.pipelines.database.transaction import transaction
from setrisk.pipelines.transactions import load_summary, sources
from setrisk.pipelines.transactions.layout import WITH_ID, Format
from setrisk.pipelines.transactions.proposal import are_baskets, command_options, likely_options

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_STAGED = "_setrisk_staged"
# With fewer transactions than this, nothing is concluded from a separator that no list contains.
_FEW = 5
# Held while new items are numbered: two threads at a time would give out the same numbers.
_numbering = threading.RLock()


@dataclass(frozen=True)
class Loaded:
    """What was loaded, and what was dropped. If the source was loaded by period, the numbers are those of all periods
    together, and `periods` has those of each.

    Attributes:
        dataset: name of the data set.
        n_transactions: number of transactions.
        n_items: number of distinct items.
        n_entries: number of items in all transactions together.
        repeats_dropped: repeats of an item within its transaction, which were dropped.
        empty_dropped: transactions without an item that were dropped.
        empty_kept: transactions without an item that were kept.
        periods: the data sets of the periods, in their order.
        separator: what separates the items of a line, given or found; '' for white space, None if nothing does.
        examples: the five most frequent items.
        longest: numbers of items of the three largest transactions.
        warnings: signs that items or transactions were not split in the right way.
    """

    dataset: str
    n_transactions: int
    n_items: int
    n_entries: int
    repeats_dropped: int
    empty_dropped: int
    empty_kept: int
    periods: tuple[Loaded, ...] = ()
    # How the data look, which shows whether they were split in the right way. Two loads may be equal without these.
    separator: str | None = field(default=None, compare=False)
    examples: tuple[str, ...] = field(default=(), compare=False)
    longest: tuple[int, ...] = field(default=(), compare=False)
    warnings: tuple[str, ...] = field(default=(), compare=False)


@task(writes=True)
def load(
    con: DuckDBPyConnection,
    dataset: str,
    source: object,
    *,
    format: Format | None = None,
    id: str | None = None,
    item: str | None = None,
    items: str | None = None,
    count: str | None = None,
    text: str | None = None,
    exclude: str | Sequence[str] = (),
    separator: str | None = None,
    skip: int = 0,
    comment: str | None = None,
    header: bool | None = None,
    period: str | None = None,
    empty: Literal["drop", "keep"] = "drop",
    replace: bool = False,
    progress: Progress = ignore_progress,
) -> Loaded:
    """Load set-valued data as a data set: a file, a table, a query or a frame.

    Args:
        con: a DuckDB connection; setrisk is attached to it if it is not yet.
        dataset: name of the data set, which must be new in this database, or one to `replace`.
        source: path of a text, CSV, JSON, JSON lines or Parquet file (gzip or not), a pattern of several, the name of a
            table or view of this database, a DuckDB relation (`con.sql("SELECT ...")`), or a pandas or Arrow frame.
            Files are read by a DuckDB instance of setrisk's own, without the connection's secrets.
        format: one of `baskets` (one transaction per line, items separated by `separator`), `fimi`, `spmf`, `long`
            (columns `id` and `item`), `lists` (list column `items`), `matrix` (0/1 columns, all but `exclude`),
            `histogram` (columns `items` and `count`), `text` (column `text`), `queries` (columns `id` and `text`, a row
            per query of a user; both need `setrisk[text]`). Without it, the ending of the file and the named columns
            decide.
        id: column with the transaction of each row of a long table, or the user of each query.
        item: column with the item of each row of a long table.
        items: column with the lists of items.
        count: column of a histogram with the number of occurrences of each list.
        text: column with the texts, or the queries.
        exclude: one or several columns of a matrix that are not items; without a format, the source is then a matrix.
        separator: what separates the items of a line or of a text column, or the columns of a CSV file. Without it, it
            is found from the file; for baskets the result says which one, and white space is used if no other fits.
            With `\\n`, each line of baskets is one item.
        skip: number of lines to skip at the top of a text file.
        comment: lines of a text file that start with it are skipped. In a CSV file it is one character, and what
            follows it in a line, outside quotes, is skipped too.
        header: whether a CSV file has a header. By default it has one; a matrix has none if most cells of its first row
            are 0 or 1. Without a header, columns are called column0, column1, ..., and those of a matrix are the items
            1, 2, ...
        period: column with the period of each row, such as a month. Each period becomes a data set, called `dataset`,
            a space and the period; their releases form a series in the order of the periods. Periods are ordered by
            value if all are numbers, and as text otherwise: write dates as 2024-05-31. Later periods may be loaded
            later. All periods, and a data set called `dataset`, share one budget, since they may be about the same
            people.
        empty: `drop` or `keep` transactions without any item; the result says how many there were.
        replace: drop the data set of this name, if there is one, and the releases that were made from it. If the new
            one cannot be loaded, nothing is dropped.
        progress: called with a description of each step.

    Returns:
        The numbers of transactions and items, with examples and warnings.

    Raises:
        AlreadyExists: the data set exists.
        UnknownFormat: `format` is not given and cannot be inferred; with the options that most likely fit.
        BadInput: the source cannot be read as asked, or an option is given that its format does not read; the message
            names file and line, or the option. Nothing is loaded.
        MissingExtra: the format is `text`, and `setrisk[text]` is not installed.

    Examples:
        >>> baskets = con.sql("SELECT ['bread', 'milk'] AS items UNION ALL SELECT ['milk', 'insulin']")
        >>> loaded = setrisk.load(con, "shop", baskets)
        >>> loaded.n_transactions, loaded.n_items
        (2, 3)
    """
    _check_arguments(dataset, period, replace=replace)
    if period is None and not replace:
        require_free(con, "dataset", dataset, can_replace=True)
    excluded = (exclude,) if isinstance(exclude, str) else tuple(exclude)
    layout = sources.Layout(
        id, item, items, count, text, excluded, sources.unescape(separator), skip, comment, header, period
    )
    is_guessed = format is None
    if format is None:
        format = sources.guess_format(sources.find_source(con, source), layout, name=name_of(source))
    with _numbering, transaction(con):
        try:
            if replace and exists(con, "dataset", dataset):
                drop_dataset(con, dataset, cascade=True)
            progress("reading")
            with sources.open_source(con, source, format, layout, find_separator=True) as reading:
                if is_guessed and reading.histogram is not None:
                    raise sources.unknown_format(name_of(source), reading.histogram)
                _stage(con, reading.query, empty)
                if period is not None:

                    def write(name: str) -> Loaded:
                        _stage(con, reading.query, empty)
                        return _write(con, name, source, with_ids=format in WITH_ID)

                    loaded = _load_periods(con, dataset, period, write, progress)
                    if not loaded:
                        raise BadInput(f"{name_of(source)}: holds no transaction")
                    return _describe(con, _total_of(con, dataset, loaded), source, format, layout, reading)
            progress("writing")
            written_whole = _write(con, dataset, source, with_ids=format in WITH_ID)
            return _describe(con, written_whole, source, format, layout, reading)
        except duckdb.Error as error:
            if is_source_error(error):
                raise BadInput(located_message(error, source)) from error
            raise


def _check_arguments(dataset: str, period: str | None, *, replace: bool) -> None:
    """Refuse arguments that are wrong whatever the source is."""
    if not dataset:
        raise BadInput("the data set needs a name")
    if replace and period is not None:
        raise BadInput(
            "replace (--replace) works for one data set, and with period (--period) each period is one: drop them first"
        )


def _stage(con: DuckDBPyConnection, query: str, empty: str) -> None:
    with let_statements_read(con, query):
        run(con, "transactions/stage_transactions", keep_empty=empty == "keep")


def _load_periods(
    con: DuckDBPyConnection, name: str, column: str, written: Callable[[str], Loaded], progress: Progress
) -> list[Loaded]:
    """Load each period of the open source as a data set, and keep their order."""
    earlier = run(con, "transactions/loaded_periods", subject=name, period_column=column).fetchall()
    last = max((position for _, _, position in earlier), default=0)
    for dataset, _, _ in earlier:
        share(con, dataset, name)
    loaded: list[Loaded] = []
    for period, opened in sources.periods(con, [period for _, period, _ in earlier]):
        dataset = f"{name} {period}"
        if not opened:
            if loaded:
                raise BadInput(f"{loaded[-1].dataset!r} is older than {dataset!r}, which is loaded already")
            continue
        require_free(con, "dataset", dataset)
        sources.restrict_to_period(con, period)
        progress(f"writing {dataset}")
        loaded.append(written(dataset))
        run(
            con,
            "transactions/write_snapshot",
            dataset=dataset,
            subject=name,
            period_column=column,
            period=period,
            position=last + len(loaded),
        )
        share(con, dataset, name)
    return loaded


def _total_of(con: DuckDBPyConnection, name: str, parts: list[Loaded]) -> Loaded:
    ((n_items,),) = run(con, "transactions/item_count", datasets=[part.dataset for part in parts]).fetchall()
    sums = {
        column.name: sum(getattr(part, column.name) for part in parts)
        for column in fields(Loaded)
        if column.compare and column.name not in ("dataset", "n_items", "periods")
    }
    return Loaded(dataset=name, n_items=n_items, periods=tuple(parts), **sums)


def _describe(
    con: DuckDBPyConnection,
    loaded: Loaded,
    source: object,
    format: Format,
    layout: sources.Layout,
    reading: sources.Reading,
) -> Loaded:
    """What was loaded, with examples and warnings.

    Raises:
        BadInput: no list contains the given separator.
    """
    separator = layout.separator if reading.separator is None else reading.separator
    seen = load_summary.summarise_load(
        con,
        [part.dataset for part in loaded.periods] or [loaded.dataset],
        n_transactions=loaded.n_transactions,
        n_items=loaded.n_items,
        separator=separator,
    )
    warnings = list(seen.warnings)
    is_given = format in ("lists", "histogram") and layout.separator
    if is_given and loaded.n_transactions >= _FEW and max(seen.longest, default=0) == 1:
        raise BadInput(
            f"{name_of(source)}: none of its lists contains the separator {layout.separator!r}: name the right one"
        )
    if reading.histogram is not None:
        warnings.append(
            f"the column {reading.histogram['count']!r} was not read: if it says how often each list occurs, give it "
            "as the count of a histogram"
        )
    if format == "baskets":
        likely = likely_options(source, layout) or {}
        # Without a header, rows of two cells are baskets as often as rows of a table.
        if not are_baskets(likely) and "header" not in likely:
            in_python = ", ".join(f"{option}={value!r}" for option, value in likely.items())
            warnings.append(
                "the lines look like rows of a table, not like baskets: most likely "
                f"{shlex.join(command_options(likely))}; in Python, {in_python}"
            )
    return replaced(
        loaded,
        separator=reading.separator,
        examples=seen.examples,
        longest=seen.longest,
        warnings=tuple(warnings),
    )


def _write(con: DuckDBPyConnection, dataset: str, source: object, *, with_ids: bool) -> Loaded:
    """Write the staged transactions as a data set."""
    run(con, "transactions/write_transactions", dataset=dataset)
    if with_ids:
        run(con, "transactions/write_transaction_ids", dataset=dataset)
    ((n, n_items, n_entries, repeats, dropped, kept),) = run(
        con, "transactions/loaded_counts", dataset=dataset
    ).fetchall()
    name = name_of(source)
    run(
        con,
        "transactions/write_dataset",
        dataset=dataset,
        source=name,
        n_transactions=n,
        n_items=n_items,
        loaded_at=utc.current_time(),
    )
    con.execute(drop("TABLE", _STAGED))
    if n == 0:
        raise BadInput(f"{name}: holds no transaction for {dataset!r}")
    return Loaded(dataset, n, n_items, n_entries, repeats, dropped, kept)
