"""The commands: each one call of the public API and what it says."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import duckdb
import typer

import setrisk
from setrisk.cli.options import methods_help, with_options_of
from setrisk.cli.output import OutputFormat, in_one_line, progress_bar, show
from setrisk.errors import BadInput
from setrisk.pipelines.gate import junit as as_junit

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


class FileFormat(StrEnum):
    """How releases are exported."""

    PARQUET = "parquet"
    CSV = "csv"


class Kind(StrEnum):
    """What can be dropped."""

    RELEASE = "release"
    DATASET = "dataset"
    MEASURE = "measure"
    SERIES = "series"


app = typer.Typer(
    name="setrisk",
    help="Measure how safe a release of set-valued data is. Everything lives in one DuckDB file, and answers in SQL.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Database = Annotated[Path, typer.Argument(metavar="DATABASE", help="The DuckDB file.")]
Dataset = Annotated[str, typer.Argument(metavar="DATASET", help="Name of the data set.")]
Release = Annotated[str, typer.Argument(metavar="RELEASE", help="Name of the release.")]
Output = Annotated[OutputFormat, typer.Option("--format", "-f", help="How to print the result.")]


@app.command(
    epilog="Example: setrisk load my.duckdb baskets retail.dat --format fimi",
)
def load(
    database: Database,
    dataset: Dataset,
    source: Annotated[str, typer.Argument(metavar="FILE", help="The file to load, or with --query a SQL query.")],
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
    separator: Annotated[str | None, typer.Option(help="What parts items, or the columns of a CSV file.")] = None,
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
) -> None:
    """Load set-valued data: baskets, FIMI, SPMF, long or list tables, 0/1 matrices, histograms, text, any query."""
    with _opened(database, make=True) as con, progress_bar() as progress:
        loaded = setrisk.load(
            con,
            dataset,
            _one_select(con, source) if query else source,
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
            progress=progress,
        )
    for part in loaded.periods or (loaded,):
        print(
            f"{part.dataset}: {part.n_transactions:,} transactions, {part.n_items:,} items, {part.n_entries:,} entries "
            f"({part.repeats_dropped:,} repeats dropped, {part.empty_dropped:,} empty transactions dropped, "
            f"{part.empty_kept:,} kept)"
        )


@app.command(
    epilog=methods_help("protect")
    + "\n\nExample: setrisk protect my.duckdb baskets r1 --method coat --k 4 --random-constraints 0.05 --seed 7",
)
@with_options_of("protect")
def protect(
    database: Database,
    dataset: Dataset,
    release: Release,
    method: Annotated[str, typer.Option(help="How to protect the data.")] = "coat",
    **parameters: Any,
) -> None:
    """Make a release of a data set."""
    with _opened(database) as con, progress_bar() as progress:
        made = setrisk.protect(con, dataset, release, method=method, progress=progress, **parameters)
    marks = f" [{', '.join(made.marks)}]" if made.marks else ""
    print(f"{made.release}: {made.n_records:,} records of {made.dataset} by {made.method}, {made.summary}{marks}")


@app.command(epilog=methods_help("attack") + "\n\nExample: setrisk attack my.duckdb r1 --method rba --measure self")
@with_options_of("attack")
def attack(
    database: Database,
    release: Release,
    method: Annotated[
        str | None,
        typer.Option(
            help="One method, several parted by commas, or all; by default rba, aba or all, as fits the family."
        ),
    ] = None,
    measure: Annotated[str, typer.Option(help="The attacker's knowledge: self, a corpus, or an embedding.")] = "self",
    format: Output = OutputFormat.TABLE,
    limit: Annotated[int, typer.Option(min=0, help="Rows to print, 0 for all.")] = 0,
    **parameters: Any,
) -> None:
    """Attack a release, store the findings and print them."""
    chosen = [name.strip() for name in method.split(",")] if method and "," in method else method
    with _opened(database) as con:
        with progress_bar() as progress:
            found = setrisk.attack(con, release, method=chosen, measure=measure, progress=progress, **parameters)
        show(con, found, format, limit)


@app.command(epilog="Example: setrisk evaluate my.duckdb r1")
def evaluate(
    database: Database,
    release: Release,
    runs: Annotated[int, typer.Option(help="Runs of the random baseline.")] = 30,
    tables: Annotated[bool, typer.Option("--tables", help="A row per generalised item, or per cluster.")] = False,
    format: Output = OutputFormat.TABLE,
) -> None:
    """Say how well the stored attacks did, beside the random baseline; reads the original data."""
    with _opened(database, read_only=True) as con:
        show(con, setrisk.evaluate(con, release, runs=runs, tables=tables), format)


@app.command(epilog="Example: setrisk risk my.duckdb r1 --format csv")
def risk(
    database: Database,
    release: Release,
    format: Output = OutputFormat.TABLE,
    limit: Annotated[int, typer.Option(min=0, help="Rows to print, 0 for all.")] = 0,
) -> None:
    """Say which records are at risk by each stored attack, and why; reads the original data."""
    with _opened(database, read_only=True) as con:
        show(con, setrisk.risk(con, release), format, limit)


@app.command(epilog="Example: setrisk utility my.duckdb r1")
def utility(
    database: Database,
    release: Release,
    runs: Annotated[int, typer.Option(help="Random reconstructions of the release.")] = 20,
    queries: Annotated[int, typer.Option(help="Pairs of each of three bands of supports.")] = 100,
    seed: Annotated[int, typer.Option(help="Of the pairs and the reconstructions.")] = 0,
    format: Output = OutputFormat.TABLE,
) -> None:
    """Say how well a release answers how many records hold a pair of items, on one scale for all families; reads the
    original data.
    """
    with _opened(database, read_only=True) as con:
        show(con, setrisk.utility(con, release, runs=runs, queries=queries, seed=seed), format)


@app.command(
    epilog="Example: setrisk check my.duckdb r1\n\nExample: setrisk check my.duckdb r1 --max-at-risk 0.5 --attack rba "
    "--junit gate.xml"
)
def check(
    database: Database,
    release: Release,
    max_at_risk: Annotated[
        float | None, typer.Option(help="Largest share of the records that an attack may put at risk.")
    ] = None,
    max_confidence: Annotated[float | None, typer.Option(help="Highest score that risk may give a record.")] = None,
    attack: Annotated[
        list[str] | None, typer.Option(help="Method, or attack as risk names it, that must have been run; repeatable.")
    ] = None,
    limits: Annotated[
        Path | None, typer.Option(help="TOML file with max_at_risk, max_confidence, attacks; options count instead.")
    ] = None,
    junit: Annotated[Path | None, typer.Option(help="Write the outcome as JUnit XML, too.")] = None,
    format: Output = OutputFormat.TABLE,
) -> None:
    """Say whether a release may be published: its marks (unprotected, seeded, published-variant, domain-from-data), and
    limits on its risk. Exits with 1 where something forbids it. Without limits it says nothing of who is at risk; with
    limits it reads the original data.
    """
    with _opened(database, read_only=True) as con:
        found = setrisk.check(
            con,
            release,
            max_at_risk=max_at_risk,
            max_confidence=max_confidence,
            attacks=attack or None,
            limits=limits,
        )
        reasons = [reason for (reason,) in found.project("reason").fetchall()]
        if junit is not None:
            junit.write_text(as_junit(release, found), encoding="utf-8")
        show(con, found, format)
    if format is OutputFormat.TABLE:
        is_limited = limits is not None or max_at_risk is not None or max_confidence is not None
        how_far = "its marks, the limits and the attacks that were run" if is_limited else "its marks"
        print(f"no: {'; '.join(reasons)}" if reasons else f"yes, as far as {how_far} go")
    if reasons:
        sys.exit(1)


@app.command("may-publish", epilog="Example: setrisk may-publish my.duckdb march")
def may_publish(
    database: Database,
    release: Release,
    format: Output = OutputFormat.TABLE,
    limit: Annotated[int, typer.Option(min=0, help="Rows to print, 0 for all.")] = 0,
) -> None:
    """Say whether a serial release may be published, given what is out already: who would be at risk, through which
    release, and the smallest change that helps. Exits with 1 where someone would; reads the original data.
    """
    with _opened(database, read_only=True) as con:
        found = setrisk.may_publish(con, release)
        counted = "count(DISTINCT (release, record))"
        ((n_records, n_anyway),) = found.aggregate(f"{counted}, {counted} FILTER (WHERE anyway)").fetchall()
        show(con, found, format, limit)
    if format is OutputFormat.TABLE and n_records:
        besides = f", {n_anyway:,} of them without {release} too" if n_anyway else ""
        print(f"no: {n_records:,} records would be at risk{besides}")
    elif format is OutputFormat.TABLE:
        print("yes, as far as composition attacks go")
    if n_records:
        sys.exit(1)


@app.command(epilog="Example: setrisk export my.duckdb r1 published/ --format csv")
def export(
    database: Database,
    release: Release,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder.")],
    format: Annotated[FileFormat, typer.Option("--format", "-f", help="Of the files.")] = FileFormat.PARQUET,
) -> None:
    """Write the published tables of a release, and nothing else, with item names."""
    with _opened(database, read_only=True) as con:
        for path in setrisk.export(con, release, folder, format=format.value):
            print(path)


@app.command("import", epilog="Example: setrisk import other.duckdb r1 published/")
def import_(
    database: Database,
    release: Release,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder that export wrote.")],
    series: Annotated[str | None, typer.Option(help="Of a serial release: the series that it is the next of.")] = None,
) -> None:
    """Read an exported release, to attack it."""
    with _opened(database, make=True) as con:
        family = setrisk.import_release(con, release, folder, series=series)
    print(f"{release}: imported, of the family {family}")


@app.command(
    epilog="Example: setrisk sql my.duckdb "
    "\"SELECT * FROM setrisk.supports('baskets', size := 2) ORDER BY support DESC LIMIT 5\""
)
def sql(
    database: Database,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="Any DuckDB query.")],
    format: Output = OutputFormat.TABLE,
    limit: Annotated[int, typer.Option(min=0, help="Rows to print, 0 for all.")] = 0,
) -> None:
    """Run a query with the relations of setrisk at hand; `FROM setrisk.functions` lists them."""
    with _opened(database) as con:
        show(con, _query(con, query), format, limit)


@app.command(epilog="Example: setrisk drop my.duckdb r1")
def drop(
    database: Database,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A release, data set, measure or series.")],
    kind: Annotated[Kind | None, typer.Option(help="Where one name stands for several.")] = None,
    cascade: Annotated[bool, typer.Option("--cascade", help="Drop the releases of a data set too.")] = False,
) -> None:
    """Remove a release, a data set, a measure or a series."""
    with _opened(database) as con:
        dropped = setrisk.drop(con, name, kind=kind.value if kind else None, cascade=cascade)
    print(f"dropped the {dropped} {name}")


@app.command(epilog="Example: setrisk budget my.duckdb baskets --limit 1")
def budget(
    database: Database,
    dataset: Dataset,
    limit: Annotated[
        float | None, typer.Option(help="What all noisy releases together may spend, those that are out included.")
    ] = None,
    forget: Annotated[
        bool, typer.Option("--forget", help="Clear the ledger: where the name now stands for other people.")
    ] = False,
    format: Output = OutputFormat.TABLE,
) -> None:
    """Say what noisy releases of a data set have spent of epsilon, and how much they may; sets the limit."""
    with _opened(database, read_only=limit is None and not forget) as con:
        show(con, setrisk.budget(con, dataset, limit=limit, forget=forget), format)


@app.command(epilog="Example: setrisk audit aplkiller --epsilon 0.5 --releases 20000 --seed 1")
def audit(
    method: Annotated[
        str, typer.Argument(metavar="METHOD", help="diffpart, aplkiller, privbayes, noisy-count or textbook-laplace.")
    ],
    epsilon: Annotated[float, typer.Option(help="What the method claims.")],
    published: Annotated[bool, typer.Option("--published", help="The paper's own steps, of aplkiller.")] = False,
    releases: Annotated[
        int | None, typer.Option(help="Of each histogram; 100,000 unless given, 10,000 of privbayes.")
    ] = None,
    confidence: Annotated[float, typer.Option(help="That the bound holds.")] = 0.95,
    seed: Annotated[int | None, typer.Option(help="Draw numpy's noise, instead of the noise of releases.")] = None,
) -> None:
    """Draw many releases of neighbouring histograms, and say what epsilon a method gives at least. Exits with 1 where
    that is more than it claims.
    """
    with progress_bar() as progress:
        found = setrisk.audit(
            method,
            epsilon=epsilon,
            published=published,
            releases=releases,
            confidence=confidence,
            seed=seed,
            progress=progress,
        )
    print(
        f"{found.method}: claims {found.claim:g}, in theory {found.theory:.3g}, audited at least {found.bound:.3f} "
        f"({found.confidence:.0%} confidence, {found.releases:,} releases of each histogram)"
    )
    print(f"most telling: {found.event}: at least {found.probable:.4f} against at most {found.improbable:.4f}")
    print("accused: it gives less than it claims" if found.accused else "not accused")
    if found.accused:
        sys.exit(1)


@app.command(epilog="Example: setrisk segen my.duckdb baskets --size 0.05 --repeat 0.4 --corpora 5 --seed 7")
def segen(
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
    with _opened(database) as con, progress_bar() as progress:
        drawn = setrisk.segen(
            con, dataset, size=size, repeat=repeat, corpora=corpora, name=name, seed=seed, progress=progress
        )
    print(f"{', '.join(drawn.datasets)}: {drawn.n_transactions:,} transactions each, drawn from {drawn.source}")


@app.command(epilog="Example: setrisk corpus my.duckdb ohsumed ohsumed.jsonl.gz --text text")
def corpus(
    database: Database,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the corpus and of its NGD measure.")],
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
    """Load documents, or counts, as an attacker's knowledge: the NGD measure of that name."""
    with _opened(database, make=True) as con, progress_bar() as progress:
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
    print(f"{made.corpus}: {made.n_documents:,.0f} documents, {what}")


@app.command(epilog="Example: setrisk embed my.duckdb vectors --corpus ohsumed --dimensions 50")
def embed(
    database: Database,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the measure.")],
    source: Annotated[Path | None, typer.Argument(metavar="FILE", help="A GloVe or word2vec text file.")] = None,
    corpus: Annotated[str | None, typer.Option(help="Instead of a file: a corpus to train on.")] = None,
    dimensions: Annotated[int, typer.Option(help="Length of trained vectors.")] = 50,
    span: Annotated[int, typer.Option(help="Words to either side that count as neighbours.")] = 5,
    words: Annotated[int, typer.Option(help="How many frequent words get a vector.")] = 5000,
    seed: Annotated[int, typer.Option(help="Of the decomposition's start.")] = 0,
) -> None:
    """Bring in word vectors as an attacker's knowledge, from a file or trained on a corpus."""
    with _opened(database, make=True) as con, progress_bar() as progress:
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
    print(f"{made.measure}: {made.n_words:,} words of {made.dimensions} dimensions")


@app.command(epilog="Example: setrisk demo")
def demo(
    database: Annotated[Path, typer.Argument(metavar="DATABASE", help="The DuckDB file to leave.")] = Path(
        "demo.duckdb"
    ),
    picture: Annotated[Path, typer.Option(help="The picture to leave.")] = Path("demo.png"),
    force: Annotated[bool, typer.Option("--force", help="Replace an earlier demo's database.")] = False,
) -> None:
    """Show it all on the papers' example and on generated data: load, generalise, attack, risk. No network needed."""
    from setrisk.pipelines.demo import demo as run

    if force:
        database.unlink(missing_ok=True)
    # After `make demo` the program is in .venv and not on the path.
    run(database, picture, command="setrisk" if shutil.which("setrisk") else sys.argv[0])


@app.command(epilog="Example: setrisk reproduce generalisation --data ~/data --out results")
def reproduce(
    family: Annotated[
        str, typer.Argument(metavar="FAMILY", help="semantics, generalisation, disassociation, serial or histogram.")
    ],
    data: Annotated[
        Path, typer.Option(envvar="SETRISK_DATA", help="Folder with the real data sets.", show_envvar=True)
    ],
    out: Annotated[Path, typer.Option(help="Folder for tables and pictures.")] = Path("results"),
) -> None:
    """Run the papers' experiments on real data; writes tables and pictures."""
    from setrisk.pipelines.experiments import reproduce as run

    with progress_bar() as progress:
        written = run(family, data, out, progress=progress)
    for path in written:
        print(path)


@contextmanager
def _opened(path: Path, *, make: bool = False, read_only: bool = False) -> Iterator[DuckDBPyConnection]:
    """The database; one that is not there is made only by the commands that bring data in, if they do."""
    is_there = path.exists()
    if not make and not is_there:
        raise BadInput(f"{path}: no such database; `setrisk load` makes one")
    con = setrisk.connect(path, read_only=read_only)
    try:
        yield con
    except BaseException:
        con.close()
        if not is_there:
            path.unlink(missing_ok=True)
            Path(f"{path}.wal").unlink(missing_ok=True)
        raise
    finally:
        con.close()


def _one_select(con: DuckDBPyConnection, query: str) -> DuckDBPyRelation:
    """The relation of a query that changes nothing: anything else would not be undone where the load fails."""
    try:
        statements = con.extract_statements(query)
    except duckdb.Error as error:
        raise BadInput(f"query: {in_one_line(error)}") from error
    if [statement.type for statement in statements] != [duckdb.StatementType.SELECT]:
        raise BadInput("query: give one SELECT")
    return _query(con, query)


def _query(con: DuckDBPyConnection, query: str) -> DuckDBPyRelation:
    try:
        relation = con.sql(query)
    except duckdb.Error as error:
        raise BadInput(f"query: {in_one_line(error)}") from error
    if relation is None:
        return con.sql("SELECT 'done' AS result")
    return relation
