"""Commands that show what setrisk does."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

from setrisk.cli.output import progress_bar, say
from setrisk.cli.shell import app


@app.command(epilog="Example: setrisk demo")
def demo(
    database: Annotated[Path, typer.Argument(metavar="DATABASE", help="The DuckDB file to leave.")] = Path(
        "demo.duckdb"
    ),
    picture: Annotated[Path, typer.Option(help="The picture to leave.")] = Path("demo.png"),
    force: Annotated[bool, typer.Option("--force", help="Replace an earlier demo's database.")] = False,
) -> None:
    """Show it all on the papers' example and on generated data: load, generalise, attack, risk. No network needed."""
    from setrisk.pipelines.showcase.demo import demo as run

    # After `make demo` the program is in .venv and not on the path.
    run(database, picture, force=force, command="setrisk" if shutil.which("setrisk") else sys.argv[0])


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
    from setrisk.pipelines.showcase.experiments import reproduce as run

    with progress_bar() as progress:
        written = run(family, data, out, progress=progress)
    for path in written:
        say(path)
