"""Commands that bring data in: data sets, and what attackers know."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import duckdb
import typer

import setrisk
from setrisk.cli.output import complain, progress_bar, say
from setrisk.cli.shell import Database, Dataset, app, opened, query_of
from setrisk.errors import BadInput, UnknownFormat
from setrisk.pipelines.database.duckdb_errors import in_one_line
from setrisk.pipelines.transactions.separators import in_words

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

# Characters of an item that are shown.
_SHOWN = 40


@app.command(
    epilog="Example: setrisk load my.duckdb baskets retail.dat --format fimi",
)
def load(
    database: Database,
    dataset: Dataset,
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="The file to load, - for standard input, a table of the database, or with --query a SQL query.",
        ),
    ],
    format: Annotated[
        str | None,
        typer.Option("--format", "-f", help="baskets, fimi, spmf, long, lists, matrix, histogram or text."),
    ] = None,
    query: Annotated[bool, typer.Option("--query", help="FILE is a DuckDB query.")] = False,
    id: Annotated[str | None, typer.Option(help="Column with the transaction (long).")] = None,
    item: Annotated[str | None, typer.Option(help="Column with the item (long).")] = None,
    items: Annotated[str | None, typer.Option(help="Column with the list (lists, histogram).")] = None,
    count: Annotated[str | None, typer.Option(help="Column with the count (histogram).")] = None,
    text: Annotated[str | None, typer.Option(help="Column with the text (text).")] = None,
    exclude: Annotated[list[str] | None, typer.Option(help="Column that is no item (matrix); repeatable.")] = None,
    separator: Annotated[
        str | None,
        typer.Option(help="What separates items, or the columns of a CSV file; found from the file unless given."),
    ] = None,
    skip: Annotated[int, typer.Option(min=0, help="Lines to pass over at the top.")] = 0,
    comment: Annotated[
        str | None,
        typer.Option(
            help="Pass over lines that start with this; in CSV one character, and what follows it in a line goes too."
        ),
    ] = None,
    header: Annotated[bool | None, typer.Option("--header/--no-header", help="Whether a CSV file has one.")] = None,
    period: Annotated[
        str | None, typer.Option(help="Column with the period, such as a month: a data set each, for a series.")
    ] = None,
    empty: Annotated[str, typer.Option(help="drop or keep transactions without items.")] = "drop",
    replace: Annotated[
        bool, typer.Option("--replace", help="Drop the data set of this name first, with its releases.")
    ] = False,
) -> None:
    """Load set-valued data: baskets, FIMI, SPMF, long or list tables, 0/1 matrices, histograms, text, any query."""
    given: dict[str, object] = {
        "separator": separator,
        "skip": skip or None,
        "comment": comment,
        "no-header" if header is False else "header": header is not None,
        "period": period,
        "exclude": exclude,
        "empty": empty if empty != "drop" else None,
        "query": query,
        "replace": replace,
    }
    words = [str(database), dataset, source]
    with opened(database, make=True) as con, progress_bar() as progress, _proposing(words, given):
        made_of = "SELECT r.release FROM setrisk.release AS r WHERE r.dataset = ? ORDER BY ALL"
        gone = [release for (release,) in con.execute(made_of, [dataset]).fetchall()] if replace else []
        loaded = setrisk.load(
            con,
            dataset,
            _one_select(con, source) if query else "/dev/stdin" if source == "-" else source,
            format=format,
            id=id,
            item=item,
            items=items,
            count=count,
            text=text,
            exclude=exclude or (),
            separator=separator,
            skip=skip,
            comment=comment,
            header=header,
            period=period,
            empty=empty,  # type: ignore[arg-type]  # load checks it
            replace=replace,
            progress=progress,
        )
    if gone:
        say(f"dropped with the data set that it replaces: {', '.join(gone)}")
    for part in loaded.periods or (loaded,):
        say(
            f"{part.dataset}: {part.n_transactions:,} transactions, {part.n_items:,} items, {part.n_entries:,} entries "
            f"({part.repeats_dropped:,} repeats dropped, {part.empty_dropped:,} empty transactions dropped, "
            f"{part.empty_kept:,} kept)"
        )
    if loaded.separator is not None:
        found = "" if separator else "; `--separator` overrides"
        say(f"{loaded.n_items:,} items, separated by {in_words(loaded.separator)}{found}")
    if loaded.examples:
        say(f"items such as {', '.join(map(_quoted, loaded.examples))}")
        say(f"the largest transactions hold {', '.join(f'{n:,}' for n in loaded.longest)} items")
    for warning in loaded.warnings:
        complain(f"warning: {warning}")


@contextmanager
def _proposing(words: list[str], given: dict[str, object]) -> Iterator[None]:
    """Where the format cannot be told, propose the command that most likely loads the file, with what was given."""
    try:
        yield
    except UnknownFormat as error:
        if not error.likely:
            raise
        options = [f"--{name}" for name, value in given.items() if value is True]
        options += ["--no-header"] * (error.likely.get("header") is False)
        for name, value in {**given, **error.likely}.items():
            values = value if isinstance(value, list) else [value] if isinstance(value, str | int) else []
            options += [f"--{name}={each}" for each in values if not isinstance(each, bool)]
        command = shlex.join(["setrisk", "load", *words, *options])
        raise BadInput(f"{words[-1]}: cannot tell the format; by what it holds, most likely: {command}") from error


def _quoted(item: str) -> str:
    return f'"{item}"' if len(item) <= _SHOWN else f'"{item[:_SHOWN]}..."'


@app.command(
    "sample-series",
    epilog="Example: setrisk sample-series my.duckdb baskets --size 0.05 --repeat 0.4 --corpora 5 --seed 7",
)
def sample_series(
    database: Database,
    dataset: Dataset,
    size: Annotated[float, typer.Option(help="Of each corpus, as a share of the data set.")] = 0.05,
    repeat: Annotated[float, typer.Option(help="Share of each corpus that the one before has too.")] = 0.4,
    corpora: Annotated[int, typer.Option(help="How many.")] = 5,
    name: Annotated[
        str | None, typer.Option(help="They are called NAME 1, NAME 2, ...; the data set's unless given.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Of the draws.")] = None,
) -> None:
    """Draw data sets from a data set as if it changed over time, to try releases of a series on."""
    with opened(database) as con, progress_bar() as progress:
        drawn = setrisk.sample_series(
            con, dataset, size=size, repeat=repeat, corpora=corpora, name=name, seed=seed, progress=progress
        )
    say(f"{', '.join(drawn.datasets)}: {drawn.n_transactions:,} transactions each, drawn from {drawn.source}")


@app.command(epilog="Example: setrisk corpus my.duckdb ohsumed ohsumed.jsonl.gz --text text")
def corpus(
    database: Database,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the corpus.")],
    source: Annotated[str, typer.Argument(metavar="FILE", help="Documents, or counts with --counts-of.")],
    text: Annotated[str | None, typer.Option(help="Column with the documents.")] = None,
    counts_of: Annotated[
        float | None,
        typer.Option(help="FILE holds counts (item_a, item_b, hits) out of this many documents."),
    ] = None,
    separator: Annotated[str | None, typer.Option(help="Between the columns of a CSV file.")] = None,
    skip: Annotated[int, typer.Option(min=0, help="Lines to pass over at the top.")] = 0,
    header: Annotated[bool | None, typer.Option("--header/--no-header", help="Whether a CSV file has one.")] = None,
) -> None:
    """Load documents, or counts, as an attacker's knowledge: it scores terms by NGD."""
    with opened(database, make=True) as con, progress_bar() as progress:
        made = setrisk.corpus(
            con,
            name,
            source,
            text=text,
            counts_of=counts_of,
            separator=separator,
            skip=skip,
            header=header,
            progress=progress,
        )
    what = f"{made.n_words:,} words" if counts_of is None else f"{made.n_counts:,} counts"
    say(f"{made.corpus}: {made.n_documents:,.0f} documents, {what}")


@app.command(epilog="Example: setrisk embed my.duckdb vectors --corpus ohsumed --dimensions 50")
def embed(
    database: Database,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the embedding.")],
    source: Annotated[Path | None, typer.Argument(metavar="FILE", help="A GloVe or word2vec text file.")] = None,
    corpus: Annotated[str | None, typer.Option(help="Instead of a file: a corpus to train on.")] = None,
    dimensions: Annotated[int, typer.Option(help="Length of trained vectors.")] = 50,
    span: Annotated[int, typer.Option(help="Words to either side that count as neighbours.")] = 5,
    words: Annotated[int, typer.Option(help="How many frequent words get a vector.")] = 5000,
    seed: Annotated[int, typer.Option(help="Of the decomposition's start.")] = 0,
) -> None:
    """Bring in word vectors as an attacker's knowledge, from a file or trained on a corpus."""
    with opened(database, make=True) as con, progress_bar() as progress:
        made = setrisk.embed(
            con,
            name,
            source,
            corpus=corpus,
            dimensions=dimensions,
            span=span,
            words=words,
            seed=seed,
            progress=progress,
        )
    say(f"{made.knowledge}: {made.n_words:,} words of {made.dimensions} dimensions")


def _one_select(con: DuckDBPyConnection, query: str) -> DuckDBPyRelation:
    """The relation of a query that changes nothing: anything else would not be undone where the load fails."""
    try:
        statements = con.extract_statements(query)
    except duckdb.Error as error:
        raise BadInput(f"query: {in_one_line(error)}") from error
    if [statement.type for statement in statements] != [duckdb.StatementType.SELECT]:
        raise BadInput("query: give one SELECT")
    return query_of(con, query)
