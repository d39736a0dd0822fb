"""Commands that make releases, attack them, and hand them on."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import setrisk
from setrisk.cli.headline import say_risk
from setrisk.cli.options import ByMethod, methods_help, with_options_of
from setrisk.cli.output import OutputFormat, complain, progress_bar, say, show
from setrisk.cli.shell import Database, Dataset, Limit, Output, Release, app, opened
from setrisk.pipelines.whatif.cautions import cautions

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# What a table for people shows of a grid; the rest is in the other formats.
_SEEN = (
    "cell, method, parameters, coverage, worst_attack, share_at_risk, baseline_share, error, spread, seconds, failure"
)
_STILL_OUT = (
    "warning: whoever has the release that was dropped still has it, and can compare it with the others of its series; "
    "from here on they are judged as if it had never been out"
)


class FileFormat(StrEnum):
    """How releases are exported."""

    PARQUET = "parquet"
    CSV = "csv"


class ObjectType(StrEnum):
    """What can be dropped."""

    RELEASE = "release"
    DATASET = "dataset"
    KNOWLEDGE = "knowledge"
    SERIES = "series"
    GRID = "grid"


@app.command(
    cls=ByMethod,
    epilog=methods_help("protect")
    + "\n\nExample: setrisk sql my.duckdb \"CREATE TABLE rare AS SELECT items FROM setrisk.rare_itemsets('baskets', "
    'k := 4)"'
    + "\n\nExample: setrisk protect my.duckdb baskets r1 --method coat --k 4 --privacy rare"
    + "\n\nExample: setrisk protect my.duckdb baskets r2 --method disassociation --k 4",
)
@with_options_of("protect")
def protect(
    database: Database,
    dataset: Dataset,
    release: Release,
    method: Annotated[str, typer.Option(help="How to protect the data.")] = "coat",
    replace: Annotated[bool, typer.Option("--replace", help="Drop the release of this name first.")] = False,
    **parameters: Any,
) -> None:
    """Make a release of a data set."""
    with opened(database) as con, progress_bar() as progress:
        is_of_series = replace and _is_of_series(con, release)
        made = setrisk.protect(con, dataset, release, method=method, replace=replace, progress=progress, **parameters)
    marks = f" [{', '.join(made.marks)}]" if made.marks else ""
    say(f"{made.release}: {made.n_records:,} records of {made.dataset} by {made.method}, {made.summary}{marks}")
    if is_of_series:
        complain(_STILL_OUT)


@app.command(cls=ByMethod, epilog=methods_help("attack") + "\n\nExample: setrisk attack my.duckdb r1")
@with_options_of("attack")
def attack(
    database: Database,
    release: Release,
    method: Annotated[
        str | None,
        typer.Option(help="One method, or several separated by commas; by default all that fit the family."),
    ] = None,
    knowledge: Annotated[str, typer.Option(help="The attacker's knowledge: self, a corpus, or an embedding.")] = "self",
    format: Output = OutputFormat.TABLE,
    limit: Limit = 0,
    **parameters: Any,
) -> None:
    """Attack a release, store the findings and print them; at the end, how many people they put at risk."""
    chosen = [name.strip() for name in method.split(",")] if method and "," in method else method
    with opened(database) as con:
        with progress_bar() as progress:
            found = setrisk.attack(con, release, method=chosen, knowledge=knowledge, progress=progress, **parameters)
        show(con, found, format, limit)
        if format is OutputFormat.TABLE:
            say_risk(con, release)


@app.command(
    cls=ByMethod,
    epilog=methods_help("protect") + "\n\n" + methods_help("attack") + "\n\nExample: setrisk whatif my.duckdb baskets "
    "--method coat --method disassociation --k 2..4 --privacy rare --attack rba,aba --queries 20",
)
@with_options_of("protect", several=True)
def whatif(
    database: Database,
    dataset: Dataset,
    method: Annotated[
        list[str] | None,
        typer.Option(help="How to protect the data; repeatable, or separated by commas. Default coat."),
    ] = None,
    attack: Annotated[
        list[str] | None,
        typer.Option(
            help="Attacks, each on the releases of its family; repeatable, or separated by commas. Default all."
        ),
    ] = None,
    knowledge: Annotated[str, typer.Option(help="The attacker's knowledge: self, a corpus, or an embedding.")] = "self",
    grid: Annotated[
        str | None,
        typer.Option(help="What to store the findings under; else the data set's name and a number."),
    ] = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep the releases, as GRID 1, GRID 2, ...; the budget pays for noisy ones.")
    ] = False,
    runs: Annotated[int, typer.Option(help="Random reconstructions of each release.")] = 20,
    queries: Annotated[int, typer.Option(help="Pairs of each of three bands of supports.")] = 100,
    at_risk_below: Annotated[
        int,
        typer.Option(help="Number of candidates below which a record is at risk: one for all releases of the grid."),
    ] = 5,
    workers: Annotated[int | None, typer.Option(help="Processes at a time; one for each core unless given.")] = None,
    format: Output = OutputFormat.TABLE,
    **parameters: Any,
) -> None:
    """Try releases by all combinations of methods and parameters, on a copy: who is at risk, and what do they cost?
    Options of methods may be repeated, and take several numbers: 2..6 or 0.1,0.5. Ctrl-C keeps what was found so far.
    Exits with 1 where none could be made.
    """
    with opened(database) as con:
        with progress_bar() as progress:
            found = setrisk.whatif(
                con,
                dataset,
                method=method or "coat",
                attack=attack or None,
                knowledge=knowledge,
                grid=grid,
                keep=keep,
                runs=runs,
                queries=queries,
                at_risk_below=at_risk_below,
                workers=workers,
                progress=progress,
                **parameters,
            )
        show(con, found if format is not OutputFormat.TABLE else found.project(_SEEN), format)
        said = cautions(found)
        ((n_made,),) = found.aggregate("count(*) - count(failure)").fetchall()
    if format is OutputFormat.TABLE:
        for sentence in said if n_made else ["none of the releases could be made"]:
            say(sentence)
    if not n_made:
        sys.exit(1)


@app.command(epilog="Example: setrisk export my.duckdb r1 published/ --format csv")
def export(
    database: Database,
    release: Release,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder.")],
    format: Annotated[FileFormat, typer.Option("--format", "-f", help="Format of the files.")] = FileFormat.PARQUET,
    replace: Annotated[bool, typer.Option("--replace", help="Take the place of an earlier export.")] = False,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Write what the gate refuses without limits too, to attack it elsewhere.")
    ] = False,
) -> None:
    """Write the published tables of a release, and nothing else, with item names. A release that the gate refuses for
    its marks, or its series, is written with --anyway only.
    """
    with opened(database, read_only=True) as con:
        for path in setrisk.export(con, release, folder, format=format.value, replace=replace, anyway=anyway):
            say(path)


@app.command("import", epilog="Example: setrisk import other.duckdb r1 published/")
def import_(
    database: Database,
    release: Release,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder that export wrote.")],
    series: Annotated[str | None, typer.Option(help="The series that a serial release is the next of.")] = None,
) -> None:
    """Read an exported release, to attack it."""
    with opened(database, make=True) as con:
        family = setrisk.import_release(con, release, folder, series=series)
    say(f"{release}: imported, of the family {family}")


@app.command(epilog="Example: setrisk drop my.duckdb r1")
def drop(
    database: Database,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A release, data set, knowledge, series or grid.")],
    object_type: Annotated[
        ObjectType | None, typer.Option(help="What to drop, if several things have this name.")
    ] = None,
    cascade: Annotated[bool, typer.Option("--cascade", help="Drop the releases of a data set too.")] = False,
) -> None:
    """Remove a release, a data set, knowledge, a series or what was found of a grid."""
    with opened(database) as con:
        is_of_series = _is_of_series(con, name)
        dropped = setrisk.drop(con, name, object_type=object_type.value if object_type else None, cascade=cascade)
    say(f"dropped the {dropped} {name}")
    if is_of_series and dropped in ("release", "series"):
        complain(_STILL_OUT)


def _is_of_series(con: DuckDBPyConnection, name: str) -> bool:
    found = con.execute("SELECT 1 FROM setrisk.series AS s WHERE s.release = $name OR s.series = $name", {"name": name})
    return bool(found.fetchall())
