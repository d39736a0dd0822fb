"""The command line: a thin shell over the public API, with the same words and the same options."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import setrisk
from setrisk.errors import BadInput, SetriskError
from setrisk.pipelines.methods import METHODS, Method, Parameter
from setrisk.pipelines.progress import Progress, silent
from setrisk.pipelines.quoting import literal

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


class OutputFormat(StrEnum):
    """How results are printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    PARQUET = "parquet"


class FileFormat(StrEnum):
    """How releases are exported."""

    PARQUET = "parquet"
    CSV = "csv"


class Kind(StrEnum):
    """What can be dropped."""

    RELEASE = "release"
    DATASET = "dataset"
    MEASURE = "measure"


def _parameters_help(task: str) -> str:
    """The methods of a task and their options, from the registry."""
    methods = [m for m in METHODS if m.task == task]
    lines = [f"{m.name}  {m.meaning} ({m.family})" for m in methods]
    options = {p.name: p for m in methods for p in m.parameters}
    for name, parameter in options.items():
        of = [m.name for m in methods if parameter in m.parameters]
        only = "" if len(of) == len(methods) else f" ({', '.join(of)})"
        lines.append(f"--{name.replace('_', '-')}{only}  {parameter.meaning}{_range(parameter)}")
    # Typer reads [text] as markup.
    return (f"Methods to {task}, and their options:\n\n" + "\n\n".join(lines)).replace("[", r"\[")


def _range(parameter: Parameter) -> str:
    parts = [
        "required" if parameter.required else "",
        f"default {parameter.default}" if parameter.default is not None else "",
        f"from {parameter.low:g}" if parameter.low is not None else "",
        f"to {parameter.high:g}" if parameter.high is not None else "",
    ]
    given = ", ".join(part for part in parts if part)
    return f"; {given}" if given else ""


app = typer.Typer(
    name="setrisk",
    help="Measure how safe a release of set-valued data is. Everything lives in one DuckDB file, and answers in SQL.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
# Rows of a table that a terminal gets to see.
_SHOWN = 50
_WITH_METHOD_OPTIONS = {"allow_extra_args": True, "ignore_unknown_options": True}

Database = Annotated[Path, typer.Argument(metavar="DATABASE", help="The DuckDB file.")]
Dataset = Annotated[str, typer.Argument(metavar="DATASET", help="Name of the data set.")]
Release = Annotated[str, typer.Argument(metavar="RELEASE", help="Name of the release.")]
Output = Annotated[OutputFormat, typer.Option("--format", "-f", help="How to print the result.")]


def main() -> None:
    """Run the command line; exits with 0 fine, 1 the gate says no, 2 bad input, 70 a defect of setrisk."""
    try:
        app(standalone_mode=True)
    except SystemExit as end:
        # Typer makes 1 of a reader that has seen enough, like `head`; here 1 is the gate's no.
        sys.exit(0 if isinstance(end.__context__, BrokenPipeError) else end.code)
    except SetriskError as error:
        print(f"setrisk: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("setrisk: interrupted; nothing was changed", file=sys.stderr)
        sys.exit(130)
    except OSError as error:
        print(f"setrisk: {error}", file=sys.stderr)
        sys.exit(2)
    except Exception as error:
        if str(error) == "Query interrupted":  # what DuckDB makes of Ctrl-C while it reads
            sys.exit(130)
        traceback.print_exc()
        print("setrisk: this is a defect of setrisk, not of your input; please report it", file=sys.stderr)
        sys.exit(70)
    finally:
        _flush()


def _flush() -> None:
    """Write out what is left; a reader that has seen enough, like `head`, is no error."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"setrisk: {error}", file=sys.stderr)
        sys.exit(2)


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
    comment: Annotated[str | None, typer.Option(help="Pass over lines that start with this.")] = None,
    header: Annotated[bool | None, typer.Option("--header/--no-header", help="Whether a CSV file has one.")] = None,
    empty: Annotated[str, typer.Option(help="drop or keep transactions without items.")] = "drop",
) -> None:
    """Load set-valued data: baskets, FIMI, SPMF, long or list tables, 0/1 matrices, histograms, text, any query."""
    with _opened(database, make=True) as con, _progress() as progress:
        loaded = setrisk.load(
            con,
            dataset,
            _query(con, source) if query else source,
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
            empty=empty,  # type: ignore[arg-type]  # load checks it
            progress=progress,
        )
    print(
        f"{loaded.dataset}: {loaded.n_transactions:,} transactions, {loaded.n_items:,} items, {loaded.n_entries:,} "
        f"entries ({loaded.repeats_dropped:,} repeats dropped, {loaded.empty_dropped:,} empty transactions dropped, "
        f"{loaded.empty_kept:,} kept)"
    )


@app.command(
    context_settings=_WITH_METHOD_OPTIONS,
    epilog=_parameters_help("protect")
    + "\n\nExample: setrisk protect my.duckdb baskets r1 --method coat --k 4 --random-constraints 0.05 --seed 7",
)
def protect(
    context: typer.Context,
    database: Database,
    dataset: Dataset,
    release: Release,
    method: Annotated[str, typer.Option(help="How to protect the data.")] = "coat",
) -> None:
    """Make a release of a data set."""
    arguments = _method_options(context, [m for m in METHODS if m.task == "protect"])
    with _opened(database) as con, _progress() as progress:
        made = setrisk.protect(con, dataset, release, method=method, progress=progress, **arguments)
    marks = f" [{', '.join(made.marks)}]" if made.marks else ""
    print(f"{made.release}: {made.n_records:,} records of {made.dataset} by {made.method}, {made.summary}{marks}")


@app.command(
    context_settings=_WITH_METHOD_OPTIONS,
    epilog=_parameters_help("attack") + "\n\nExample: setrisk attack my.duckdb r1 --method rba --measure self",
)
def attack(
    context: typer.Context,
    database: Database,
    release: Release,
    method: Annotated[str, typer.Option(help="One method, several parted by commas, or all.")] = "rba",
    measure: Annotated[str, typer.Option(help="The attacker's knowledge: self, a corpus, or an embedding.")] = "self",
    format: Output = OutputFormat.TABLE,
    limit: Annotated[int, typer.Option(min=0, help="Rows to print, 0 for all.")] = 0,
) -> None:
    """Attack a release, store the findings and print them."""
    arguments = _method_options(context, [m for m in METHODS if m.task == "attack"])
    chosen = method if "," not in method else [name.strip() for name in method.split(",")]
    with _opened(database) as con:
        with _progress() as progress:
            found = setrisk.attack(con, release, method=chosen, measure=measure, progress=progress, **arguments)
        _print(con, found, format, limit)


@app.command(epilog="Example: setrisk evaluate my.duckdb r1")
def evaluate(
    database: Database,
    release: Release,
    runs: Annotated[int, typer.Option(help="Runs of the random baseline.")] = 30,
    tables: Annotated[bool, typer.Option("--tables", help="A row per generalised item.")] = False,
    format: Output = OutputFormat.TABLE,
) -> None:
    """Say how well the stored attacks did, beside the random baseline; reads the original data."""
    with _opened(database, read_only=True) as con:
        _print(con, setrisk.evaluate(con, release, runs=runs, tables=tables), format)


@app.command(epilog="Example: setrisk risk my.duckdb r1 --format csv")
def risk(
    database: Database,
    release: Release,
    format: Output = OutputFormat.TABLE,
    limit: Annotated[int, typer.Option(min=0, help="Rows to print, 0 for all.")] = 0,
) -> None:
    """Say which records are at risk by each stored attack, and why; reads the original data."""
    with _opened(database, read_only=True) as con:
        _print(con, setrisk.risk(con, release), format, limit)


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
) -> None:
    """Read an exported release, to attack it."""
    with _opened(database, make=True) as con:
        family = setrisk.import_release(con, release, folder)
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
        _print(con, _query(con, query), format, limit)


@app.command(epilog="Example: setrisk drop my.duckdb r1")
def drop(
    database: Database,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A release, data set or measure.")],
    kind: Annotated[Kind | None, typer.Option(help="Where one name stands for several.")] = None,
    cascade: Annotated[bool, typer.Option("--cascade", help="Drop the releases of a data set too.")] = False,
) -> None:
    """Remove a release, a data set or a measure."""
    with _opened(database) as con:
        dropped = setrisk.drop(con, name, kind=kind.value if kind else None, cascade=cascade)
    print(f"dropped the {dropped} {name}")


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
    with _opened(database, make=True) as con, _progress() as progress:
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
    with _opened(database, make=True) as con, _progress() as progress:
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
    family: Annotated[str, typer.Argument(metavar="FAMILY", help="semantics or generalisation.")],
    data: Annotated[
        Path, typer.Option(envvar="SETRISK_DATA", help="Folder with the real data sets.", show_envvar=True)
    ],
    out: Annotated[Path, typer.Option(help="Folder for tables and pictures.")] = Path("results"),
) -> None:
    """Run the papers' experiments on real data; writes tables and pictures."""
    from setrisk.pipelines.reproduce import reproduce as run

    with _progress() as progress:
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


@contextmanager
def _progress() -> Iterator[Progress]:
    """A progress bar on a terminal's standard error, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def report(step: str, done: int = 0, total: int = 0) -> None:
            bar.update(task, description=step, completed=done, total=total or None)

        yield report


def _method_options(context: typer.Context, methods: list[Method]) -> dict[str, Any]:
    """The options that typer does not know, as parameters of the registry's methods."""
    flags = {p.name for m in methods for p in m.parameters if p.type is bool}
    found: dict[str, Any] = {}
    rest = list(context.args)
    while rest:
        word = rest.pop(0)
        if not word.startswith("--"):
            raise BadInput(f"unexpected argument {word!r}")
        name, equals, value = word.removeprefix("--").partition("=")
        name = name.replace("-", "_")
        if equals:
            found[name] = value
        elif name in flags and (not rest or rest[0].lower() not in ("true", "false")):
            found[name] = True
        elif name.removeprefix("no_") in flags and name.startswith("no_"):
            found[name.removeprefix("no_")] = False
        elif rest:
            found[name] = rest.pop(0)
        else:
            raise BadInput(f"the option {word} needs a value")
    return found


def _query(con: DuckDBPyConnection, query: str) -> DuckDBPyRelation:
    import duckdb

    try:
        relation = con.sql(query)
    except duckdb.Error as error:
        raise BadInput(f"query: {_in_one_line(error)}") from error
    if relation is None:
        return con.sql("SELECT 'done' AS result")
    return relation


def _print(con: DuckDBPyConnection, relation: DuckDBPyRelation, format: OutputFormat, limit: int = 0) -> None:
    """Print a result for people, or hand it on for programs; a reader that has seen enough is no error."""
    import duckdb

    if limit:
        relation = relation.limit(limit)
    try:
        if format is OutputFormat.TABLE:
            sys.stdout.write(_table(relation))
            sys.stdout.flush()
            return
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "result"
            options = {
                OutputFormat.JSON: "FORMAT json, ARRAY true",
                OutputFormat.CSV: "FORMAT csv, HEADER true",
                OutputFormat.PARQUET: "FORMAT parquet",
            }[format]
            con.execute(f"COPY ({relation.sql_query()}) TO {literal(str(path))} ({options})")
            if format is OutputFormat.JSON:
                _make_valid(path)
            with path.open("rb") as result:
                shutil.copyfileobj(result, sys.stdout.buffer)
            sys.stdout.flush()
    except duckdb.Error as error:
        raise BadInput(f"query: {_in_one_line(error)}") from error
    except BrokenPipeError:
        _flush()


def _make_valid(path: Path) -> None:
    """JSON has no infinity and no NaN, but DuckDB writes them; they become text."""
    text = path.read_text(encoding="utf-8")
    if "Infinity" in text or "NaN" in text:
        path.write_text(json.dumps(json.loads(text, parse_constant=str), ensure_ascii=False) + "\n", encoding="utf-8")


def _in_one_line(error: Exception) -> str:
    """DuckDB's message without the line of carets that points into the query."""
    return " ".join(line.strip() for line in str(error).splitlines() if line.strip(" ^"))


def _table(relation: DuckDBPyRelation) -> str:
    """A table as wide as the terminal and no longer than a look; a pipe gets all of it, unfolded."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    rows = relation.fetchall()
    left_out = len(rows) - _SHOWN if sys.stdout.isatty() else 0
    rows = rows[:_SHOWN] if left_out > 0 else rows
    table = Table(box=box.SIMPLE_HEAD if sys.stdout.isatty() else box.ASCII2)
    numeric = {"INTEGER", "BIGINT", "HUGEINT", "DOUBLE", "FLOAT", "SMALLINT", "UBIGINT"}
    for name, type_ in zip(relation.columns, relation.types, strict=True):
        table.add_column(name, justify="right" if str(type_) in numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*(_cell(value) for value in row))
    console = Console(width=None if sys.stdout.isatty() else 1_000_000, highlight=False, markup=False, emoji=False)
    with console.capture() as captured:
        console.print(table)
        if left_out > 0:
            console.print(f"... and {left_out:,} more rows; a pipe, --format csv or json gives them all")
    return captured.get()


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4g}"
    return str(value)


if __name__ == "__main__":
    main()
