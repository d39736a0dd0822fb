"""What the commands share: the program, their common arguments, and the database that they open."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import duckdb
import typer

import setrisk
from setrisk.cli.options import share
from setrisk.cli.output import OutputFormat, refusal, say
from setrisk.errors import BadInput
from setrisk.pipelines.common.folders import remove_left
from setrisk.pipelines.database.connect import close_and_remove, holds_something
from setrisk.pipelines.database.transaction import interruptible

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

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
MaxAtRisk = Annotated[
    float | None,
    typer.Option(
        parser=share, metavar="SHARE", help="Largest share of the records that an attack may put at risk: 0.05, or 5%."
    ),
]
MaxScore = Annotated[
    float | None,
    typer.Option(parser=share, metavar="SHARE", help="Highest score that risk may give a record: 0.9, or 90%."),
]
Limit = Annotated[int, typer.Option(min=0, help="Rows to print, 0 for all.")]


def _print_version(is_asked: bool) -> None:
    if is_asked:
        say(f"setrisk {setrisk.__version__}")
        raise typer.Exit


@app.callback()
def program(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options of the program itself."""


@contextmanager
def opened(path: Path, *, make: bool = False, read_only: bool = False) -> Iterator[DuckDBPyConnection]:
    """The database; one that is not there is made only by the commands that bring data in, if they do."""
    remove_left()
    is_there = path.exists()
    if not make and not is_there:
        raise BadInput(f"{path}: no such database; `setrisk load` makes one")
    with setrisk.connect(path, read_only=read_only) as con:
        is_new = not is_there and not holds_something(con)
        try:
            yield con
        except BaseException:
            if is_new and not _holds_something_still(con):
                close_and_remove(con, path)
            raise


def _holds_something_still(con: DuckDBPyConnection) -> bool:
    """Whether something was written before what went wrong, which may be the database itself."""
    try:
        return holds_something(con)
    except duckdb.Error:
        return False


def query_of(con: DuckDBPyConnection, query: str) -> DuckDBPyRelation:
    """The result of a query; of one without any, that it is done."""
    try:
        with interruptible():
            relation = con.sql(query)
    except duckdb.Error as error:
        raise refusal(error) from error
    if relation is None:
        return con.sql("SELECT 'done' AS result")
    return relation
