"""Run all benchmarks and print one table; `python -m benchmarks supports hits` runs some."""

from __future__ import annotations

import importlib
import os
import platform
import sys

from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks.measure import Row

ALL = (
    "attaching", "assessment", "protection", "public_km", "elimination", "supports", "loading", "hits",
    "disassociation", "risk", "serial", "histogram", "whatif", "spark", "spark_worker", "spark_questions",
)  # fmt: skip


def main(names: list[str]) -> int:
    """Print a row per comparison; exits with 1 if a target is missed, 0 if all that could run met theirs."""
    console = Console(width=None if sys.stdout.isatty() else 200)
    import duckdb
    import numpy

    console.print(
        f"Python {platform.python_version()}, DuckDB {duckdb.__version__}, NumPy {numpy.__version__}, "
        f"{os.cpu_count()} cores. Times are the best of the runs, memory is the peak beyond the data at hand."
    )
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("benchmark", "ours", "MB", "peer", "its time", "its MB", "ratio", "target", ""):
        table.add_column(column, justify="right" if column in ("ours", "MB", "its time", "its MB", "ratio") else "left")
    missed = False
    for name in names or ALL:
        try:
            for row in importlib.import_module(f"benchmarks.{name}").run():
                missed |= row.met is False
                table.add_row(*_cells(row))
                # Some of them take minutes.
                print(f"{name}: {' | '.join(filter(None, _cells(row)))}", file=sys.stderr, flush=True)
        except (LookupError, ImportError) as error:
            table.add_row(name, "", "", "", "", "", "", f"skipped: {error}", "")
    console.print(table)
    return int(missed)


def _cells(row: Row) -> list[str]:
    peer = row.peer_measured
    return [
        row.benchmark,
        f"{row.ours.seconds:.3f} s",
        f"{row.ours.peak_mb:.0f}",
        row.peer,
        f"{peer.seconds:.3f} s" if peer else "",
        f"{peer.peak_mb:.0f}" if peer else "",
        f"{row.ratio:.2f}" if row.ratio is not None else "",
        row.target,
        {True: "met", False: "MISSED", None: ""}[row.met],
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
