"""A process that makes, attacks and measures releases on a copy of the database: jobs in, outcomes out, a line of JSON
each. It is ended by who started it; where that one is gone, it removes the folder with all copies in it at once::

    python -m setrisk.pipelines.whatif.worker FOLDER PROCESS
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import duckdb

from setrisk.errors import SetriskError
from setrisk.pipelines.attach import connect
from setrisk.pipelines.dropping import drop
from setrisk.pipelines.faults import in_one_line
from setrisk.pipelines.folders import remove
from setrisk.pipelines.histogram.budget import IS_SPENT
from setrisk.pipelines.run import attack, protect
from setrisk.pipelines.whatif import scratch
from setrisk.pipelines.whatif.pipes import is_without_reader

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


# Seconds between two looks at whether the one who started it is still there.
_STEP = 0.5


def main(folder: Path, owner: int) -> None:
    """Do jobs until nobody asks for one, or wants to know what came of it.

    Args:
        folder: where to work, and what is removed at the end.
        owner: the number of the process that started this one.
    """
    if os.name != "nt":  # which goes on naming it
        threading.Thread(target=_watch, args=(folder, owner), daemon=True).start()
    outcomes = _kept_clean()
    try:
        _work(folder, outcomes)
    except OSError as error:
        if not is_without_reader(error):
            raise
        # What is left to be written cannot be.
        os.dup2(os.open(os.devnull, os.O_WRONLY), outcomes.fileno())
    finally:
        remove(folder)


def _watch(folder: Path, owner: int) -> None:
    """End in the middle of a job, which may take hours, where nobody wants to know what comes of it."""
    while os.getppid() == owner:
        time.sleep(_STEP)
    remove(folder)
    os._exit(1)


def _work(folder: Path, outcomes: TextIO) -> None:
    own = folder / f"worker-{os.getpid()}.duckdb"
    con: DuckDBPyConnection | None = None
    for line in sys.stdin:
        job = json.loads(line)
        if con is None:
            shutil.copyfile(folder / "scratch.duckdb", own)
            con = connect(own)
            _share(con, job["processes"])
        earlier = con.execute("SELECT s.run FROM setrisk_private.spending AS s").fetchall()
        try:
            outcome = _tried(con, job)
        except SetriskError as error:
            outcome = {"failure": str(error)}
        except duckdb.Error as error:
            outcome = {"failure": in_one_line(error)}
        except Exception as error:
            outcome = {"failure": f"{type(error).__name__}: {error}"}
        # What is spent here is not, except where the release was to be kept.
        outcome["is_spent"] = _forget(con, job["release"], earlier)
        if "failure" in outcome:
            failure = outcome["failure"].removesuffix(IS_SPENT)
            outcome["failure"] = failure + (IS_SPENT if job["keep"] and outcome["is_spent"] else "")
        outcomes.write(json.dumps(outcome) + "\n")
        outcomes.flush()
    if con is not None:
        con.close()


def _share(con: DuckDBPyConnection, processes: int) -> None:
    """Take no more of the machine than so many can."""
    con.execute("SET threads = $threads", {"threads": max(1, (os.cpu_count() or 1) // processes)})
    ((limit,),) = con.execute("SELECT current_setting('memory_limit')").fetchall()
    number, unit = limit.split()
    con.execute("SET memory_limit = $limit", {"limit": f"{float(number) / processes:.2f} {unit}"})


def _kept_clean() -> TextIO:
    """The standard output, for outcomes alone; whatever else is printed goes where errors go."""
    outcomes = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return outcomes


def _tried(con: DuckDBPyConnection, job: dict[str, Any]) -> dict[str, Any]:
    start = time.perf_counter()
    made = protect(con, job["dataset"], job["release"], method=job["method"], **job["parameters"])
    seconds = time.perf_counter() - start
    attack(con, job["release"], method=job["attacks"], measure=job["measure"])
    found = con.execute(
        "SELECT m.* REPLACE (map_keys(m.distortions) AS distortions), map_values(m.distortions) AS distortion_values "
        "FROM setrisk_internal.whatif_metrics(?, runs := ?, queries := ?, at_risk_below := ?) AS m",
        [job["release"], job["runs"], job["queries"], job["at_risk_below"]],
    )
    names = [column[0] for column in found.description or ()]
    (measures,) = found.fetchall()
    if job["keep"] is not None:
        scratch.take_out(con, Path(job["keep"]), job["release"])
    marks = [*made.marks, *(["series"] if _is_exposed(con, job["release"]) else [])]
    return {"seconds": seconds, "marks": marks, **dict(zip(names, measures, strict=True))}


def _is_exposed(con: DuckDBPyConnection, release: str) -> bool:
    """Whether it puts people at risk together with the other releases of its series, which the gate refuses."""
    found = con.execute("SELECT e.records FROM setrisk_internal.series_exposure(?) AS e", [release]).fetchall()
    return any(records > 0 for (records,) in found)


def _forget(con: DuckDBPyConnection, release: str, earlier: list[tuple[object]]) -> bool:
    """Each release is tried as if no other had been; returns whether noise was drawn for this one."""
    if con.execute("SELECT 1 FROM setrisk.release AS r WHERE r.release = ?", [release]).fetchall():
        drop(con, release, kind="release")
    spent = con.execute(
        "DELETE FROM setrisk_private.spending AS s WHERE s.run IS NOT NULL "
        "AND NOT list_contains($earlier, s.run) RETURNING s.run",
        {"earlier": [run for (run,) in earlier if run is not None]},
    )
    return bool(spent.fetchall())


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
