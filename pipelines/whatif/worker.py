"""A process that makes, attacks and measures releases on a copy of the database. It reads jobs and writes outcomes, a
line of JSON each, until the process that started it ends it. If that process is gone, it removes the folder with all
copies at once::

    python -m setrisk.pipelines.whatif.worker FOLDER PROCESS
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
import time
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import duckdb

from setrisk.errors import NoiseSpent, SetriskError
from setrisk.pipelines.assessment.kept_arguments import EMPTY_AGAIN, NOT_AGAIN, OF_A_SERIES
from setrisk.pipelines.assessment.part_arguments import arguments_for_part
from setrisk.pipelines.common.columns import columns_of
from setrisk.pipelines.common.cores import core_count
from setrisk.pipelines.common.folders import remove
from setrisk.pipelines.common.progress import ignore_progress
from setrisk.pipelines.database import database_copy
from setrisk.pipelines.database.connect import connect
from setrisk.pipelines.database.duckdb_errors import one_line_message
from setrisk.pipelines.database.names import exists
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.histogram.budget import IS_SPENT
from setrisk.pipelines.methods.families import FAMILIES
from setrisk.pipelines.methods.registry import method as method_named
from setrisk.pipelines.releases.attack import attack
from setrisk.pipelines.releases.drop import drop
from setrisk.pipelines.releases.protect import protect
from setrisk.pipelines.whatif.broken_pipes import has_no_reader
from setrisk.pipelines.whatif.memory import share_of_memory
from setrisk.pipelines.whatif.workers import OUT_OF_MEMORY

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


# Seconds between two checks that the process which started this one is still there.
_STEP = 0.5
_GB = 1_000_000_000


def main(folder: Path, owner: int) -> None:
    """Do jobs until there are no more, or nobody reads the outcomes.

    Args:
        folder: the folder to work in, which is removed at the end.
        owner: the id of the process that started this one.
    """
    if os.name != "nt":  # where the id of the parent does not change when it ends
        threading.Thread(target=_watch, args=(folder, owner), daemon=True).start()
    outcomes = _outcome_stream()
    try:
        _work(folder, outcomes)
    except OSError as error:
        if not has_no_reader(error):
            raise
        # Discard what is still buffered.
        os.dup2(os.open(os.devnull, os.O_WRONLY), outcomes.fileno())
    finally:
        remove(folder)


def _watch(folder: Path, owner: int) -> None:
    """End in the middle of a job, which may take hours, once the process that wants its outcome is gone."""
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
            _limit_resources(con, job["processes"], job["memory_limit"])
            if job["memory_limit"] is not None:
                threading.Thread(target=_watch_memory, args=(own, job["memory_limit"]), daemon=True).start()
        earlier = run(con, "whatif/noted_runs").fetchall()
        try:
            outcome = _try(con, job)
        except NoiseSpent as error:
            outcome = {"failure": error.reason}
        except SetriskError as error:
            outcome = {"failure": f"{error}{_place(error)}"}
        except duckdb.Error as error:
            outcome = {"failure": f"{one_line_message(error)}{_place(error)}"}
        except Exception as error:
            outcome = {"failure": f"{type(error).__name__}: {error}{_place(error)}"}
        # What is spent on the copy does not count, unless the release is to be kept.
        outcome["is_spent"] = _forget(con, job["release"], earlier)
        if "failure" in outcome and job["keep"] and outcome["is_spent"]:
            outcome["failure"] += IS_SPENT
        outcomes.write(json.dumps(outcome) + "\n")
        outcomes.flush()
    if con is not None:
        con.close()


def _place(error: Exception) -> str:
    """Where an error came from, if that was noted."""
    return "".join(f" ({note})" for note in getattr(error, "__notes__", ()))


def _watch_memory(database: Path, limit: float) -> None:
    """End in the middle of a job once this process takes more memory, in GB, than it may. DuckDB keeps to the limit by
    itself; what Python takes is seen on Linux alone.
    """
    with suppress(OSError):
        while _memory() <= limit * _GB:
            time.sleep(_STEP)
        database.unlink()
        os._exit(OUT_OF_MEMORY)


def _memory() -> int:
    """The memory of this process, in bytes. The peak that the system keeps begins with that of its parent."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _limit_resources(con: DuckDBPyConnection, processes: int, memory_limit: float | None) -> None:
    """Use no more of the machine than each of so many processes can, and no more memory, in GB, than given."""
    con.execute("SET threads = $threads", {"threads": max(1, core_count() // processes)})
    limit = share_of_memory(con, processes)
    con.execute("SET memory_limit = $limit", {"limit": f"{min(limit, memory_limit or limit):.3f} GB"})


def _outcome_stream() -> TextIO:
    """The standard output, reserved for outcomes: everything else that is printed goes to standard error."""
    outcomes = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return outcomes


def _try(con: DuckDBPyConnection, job: dict[str, Any]) -> dict[str, Any]:
    start = time.perf_counter()
    made = protect(con, job["tried_on"], job["release"], method=job["method"], **job["parameters"])
    seconds = time.perf_counter() - start
    family = method_named(job["method"], "protect").family
    attacks = [method_named(name, "attack", family).describe(**values) for name, values in job["attacks"]]
    if attacks:
        attack(con, job["release"], attacks, knowledge=job["knowledge"])
    found = run(
        con,
        "whatif/metrics",
        release=job["release"],
        reconstructions=job["reconstructions"],
        pairs=job["pairs"],
        at_risk_below=job["at_risk_below"],
    )
    names = [column[0] for column in found.description or ()]
    (metrics,) = found.fetchall()
    marks = [*made.marks, *(["series"] if _is_exposed(con, job["release"]) else [])]
    assessed = _assess(con, job, family)
    if job["keep"] is not None:
        _keep(con, job, assessed)
    return {"seconds": seconds, "marks": marks, **dict(zip(names, metrics, strict=True)), **assessed}


def _assess(con: DuckDBPyConnection, job: dict[str, Any], family: str) -> dict[str, Any]:
    """Make the release again from the people who are not held out, and count how often the attacks of the common
    adversary are right. Returns the counts, or why there are none.
    """
    asked = job.get("assessed")
    if asked is None:
        return {}
    if family == "serial":
        return {"assessment_failure": f"it is {OF_A_SERIES}: publish it, and assess it with control"}
    # Imported late, because it takes longer to import than most releases to make.
    from setrisk.pipelines.assessment.counts import (
        count_narrowed,
        count_successes,
        default_reconstructions,
        sharper_attack,
    )
    from setrisk.pipelines.assessment.question import Question

    release = f"{job['release']} {asked['members']}"
    try:
        given = arguments_for_part(
            con, job["method"], job["tried_on"], asked["members"], job["parameters"], asked["seed"]
        )
        made = protect(con, asked["members"], release, method=job["method"], **given)
        # Attacks on it would find nothing, and that would look like safety.
        if made.emptiness:
            return {"assessment_failure": f"it is {EMPTY_AGAIN}: keep it, and assess it with another seed"}
        reconstructions = default_reconstructions(con, job["release"])
        question = Question(release, k=job["at_risk_below"], reconstructions=reconstructions, **asked)
        whole = replace(question, release=job["release"], members=job["tried_on"])
        left_out = FAMILIES[family].sharper_attack if not sharper_attack(con, question) else ""
        counts = [
            *count_narrowed(con, whole, ignore_progress),
            *count_successes(con, question, ignore_progress),
        ]
    except SetriskError as error:
        reason = error.reason if isinstance(error, NoiseSpent) else str(error)
        return {"assessment_failure": f"it {NOT_AGAIN}: {reason}"}
    except duckdb.Error as error:
        return {"assessment_failure": one_line_message(error)}
    finally:
        if exists(con, "release", release):
            drop(con, release, object_type="release")
    if not counts:
        return {"assessment_failure": "nobody has enough items to be asked about"}
    return {
        "counts": [asdict(count) for count in counts],
        "asked_known": asked["known"],
        "left_out_attack": left_out or None,
        "assessed_reconstructions": reconstructions,
    }


def _keep(con: DuckDBPyConnection, job: dict[str, Any], assessed: dict[str, Any]) -> None:
    """Write the release to a file of its own, with what assessing it has found."""
    if "counts" in assessed:
        run(
            con,
            "assessment/store_counts",
            release=job["release"],
            asked_known=assessed["asked_known"],
            control=None,
            members=None,
            people=job["assessed"]["people"],
            reconstructions=assessed["assessed_reconstructions"],
            default_reconstructions=assessed["assessed_reconstructions"],
            tables={"_setrisk_counts": columns_of(assessed["counts"])},
        )
    database_copy.export_rows(con, Path(job["keep"]), job["release"])


def _is_exposed(con: DuckDBPyConnection, release: str) -> bool:
    """Whether it puts people at risk in combination with the other releases of its series, which the gate refuses."""
    found = con.execute("SELECT e.records FROM setrisk_internal.series_exposure(?) AS e", [release]).fetchall()
    return any(records > 0 for (records,) in found)


def _forget(con: DuckDBPyConnection, release: str, earlier: list[tuple[object]]) -> bool:
    """Remove the release, so that the next one is tried as if it were the first; returns whether noise was drawn."""
    if exists(con, "release", release):
        drop(con, release, object_type="release")
    spent = run(con, "whatif/delete_spending", earlier=[run_id for (run_id,) in earlier])
    return bool(spent.fetchall())


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
