"""A process that makes, attacks and measures releases on a copy of the database: jobs in, outcomes out, a line of JSON
each. It ends where there are no more jobs::

    python -m setrisk.pipelines.whatif.worker FOLDER DATASET MEASURE RUNS QUERIES THREADS
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import duckdb

from setrisk.errors import SetriskError
from setrisk.pipelines.attach import connect
from setrisk.pipelines.exchange import drop
from setrisk.pipelines.faults import in_one_line
from setrisk.pipelines.run import attack, protect
from setrisk.pipelines.whatif import scratch

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def main(folder: Path, dataset: str, measure: str, runs: int, queries: int, threads: int) -> None:
    """Do jobs until there are none."""
    outcomes = _kept_clean()
    own = folder / f"worker-{os.getpid()}.duckdb"
    shutil.copyfile(folder / "scratch.duckdb", own)
    with connect(own) as con:
        con.execute("SET threads = $threads", {"threads": threads})
        for line in sys.stdin:
            job = json.loads(line)
            try:
                outcome = _tried(con, dataset, measure, runs, queries, job)
            except SetriskError as error:
                outcome = {"failure": str(error)}
            except duckdb.Error as error:
                outcome = {"failure": in_one_line(error)}
            except MemoryError:
                outcome = {"failure": "there is not enough memory"}
            _forget(con, job["release"])
            outcomes.write(json.dumps(outcome) + "\n")
            outcomes.flush()
    own.unlink(missing_ok=True)


def _kept_clean() -> TextIO:
    """The standard output, for outcomes alone; whatever else is printed goes where errors go."""
    outcomes = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return outcomes


def _tried(
    con: DuckDBPyConnection, dataset: str, measure: str, runs: int, queries: int, job: dict[str, Any]
) -> dict[str, Any]:
    start = time.perf_counter()
    made = protect(con, dataset, job["release"], method=job["method"], **job["parameters"])
    seconds = time.perf_counter() - start
    attack(con, job["release"], method=job["attacks"], measure=measure if job["semantic"] else "self")
    found = con.execute(
        "SELECT m.* REPLACE (map_keys(m.distortions) AS distortions), map_values(m.distortions) AS distortion_values "
        "FROM setrisk.measures(?, runs := ?, queries := ?) AS m",
        [job["release"], runs, queries],
    )
    names = [column[0] for column in found.description or ()]
    (measures,) = found.fetchall()
    if job["keep"] is not None:
        scratch.take_out(con, Path(job["keep"]), job["release"])
    return {"seconds": seconds, "marks": made.marks, **dict(zip(names, measures, strict=True))}


def _forget(con: DuckDBPyConnection, release: str) -> None:
    """Each release is tried as if no other had been."""
    if con.execute("SELECT 1 FROM setrisk.release AS r WHERE r.release = ?", [release]).fetchall():
        drop(con, release, kind="release")
    con.execute("DELETE FROM setrisk_private.spending AS s WHERE s.release = ?", [release])


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3], *map(int, sys.argv[4:]))
