"""Try a grid of releases, and keep the results."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from setrisk.errors import BadInput, BudgetExceeded
from setrisk.pipelines.assessment.assess import MOST_PEOPLE
from setrisk.pipelines.common.columns import columns_of
from setrisk.pipelines.common.cores import core_count
from setrisk.pipelines.common.folders import make_own_folder, remove_orphans
from setrisk.pipelines.common.numbers import known_numbers, positive_number, whole_number
from setrisk.pipelines.common.progress import Progress, ignore_progress
from setrisk.pipelines.common.quoting import literal
from setrisk.pipelines.database import database_copy
from setrisk.pipelines.database.connect import connect
from setrisk.pipelines.database.names import exists, names_of, number_of_transactions, require, require_free
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.task import task
from setrisk.pipelines.database.transaction import is_in_transaction, transaction, translate_interrupts
from setrisk.pipelines.histogram.budget import give_back, spend
from setrisk.pipelines.methods.choice import list_methods
from setrisk.pipelines.methods.description import AttackMethod, ReleaseMethod
from setrisk.pipelines.methods.families import FAMILIES
from setrisk.pipelines.methods.keywords import GridParameters
from setrisk.pipelines.semantics.scoring import SELF
from setrisk.pipelines.serial.series import forget_outdated
from setrisk.pipelines.utility.utility import MOST_DRAWS
from setrisk.pipelines.whatif.grid import Cell, cells
from setrisk.pipelines.whatif.workers import start_workers

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

# What a stored cell takes from its job, and from the outcome of that.
_JOB = ("cell", "dataset", "reconstructions", "pairs", "at_risk_below", "knowledge", "sample")
_OUTCOME = (
    "worst_attack", "share_at_risk", "highest_score", "mean_score", "baseline_share", "beats_baseline", "coverage",
    "error_low_support", "error_medium_support", "error_high_support", "error", "spread", "distortions",
    "distortion_values", "n_records", "n_items", "marks", "seconds", "failure", "assessment_failure", "asked_known",
    "assessed_reconstructions", "left_out_attack",
)  # fmt: skip
# For readers, who see that the grid is incomplete.
_NOT_TRIED = "it was not tried"
_ENDED = "it was ended while it was tried"
# As `assess` has it, so that a grid and a release are measured by the same people.
_SEED_OF_ATTACKERS = 0
# Another draw than that of the people who are held out.
_SEED_OF_SAMPLE = 1
LEAST_SAMPLE = 10
# Why a release was not assessed.
_NOT_ASKED = "the grid was tried without assessing"
_NOT_MADE = "it failed before"
# Added to the failure of a noisy release that was to be kept, if it is unknown whether noise was drawn.
_MAYBE_SPENT = "; its epsilon counts as spent"


@task(writes=True, known=["dataset"], new=["grid"])
def whatif(
    con: DuckDBPyConnection,
    dataset: str,
    *,
    method: str | ReleaseMethod | Sequence[str | ReleaseMethod] = "coat",
    attacks: str | AttackMethod | Sequence[str | AttackMethod] | None = None,
    knowledge: str = "self",
    grid: str | None = None,
    keep: bool = False,
    reconstructions: int = 20,
    pairs: int = 100,
    at_risk_below: int = 5,
    assess: bool = True,
    known: str | int | Sequence[int] = "1..4",
    people: int = 2_000,
    max_cells: int | None = None,
    sample: int | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    workers: int | None = None,
    progress: Progress = ignore_progress,
    **parameters: Unpack[GridParameters],
) -> DuckDBPyRelation:
    """Try releases of a data set by all combinations of methods and parameters: make, attack and measure each on a copy
    of the database, in processes of their own.

    The results are stored in the database for the owner, a row as soon as a release is done. The releases themselves
    are discarded unless `keep` is set. A release that cannot be made or attacked is a row with its failure. Attacks
    that are given by name run with their default parameters.

    Each release is also assessed, as `assess` does it: a fifth of the people is held out, the same for the whole grid,
    the release is made again from the others, and what an adversary gains by it is measured in the same way for all
    families (`setrisk.whatif_assessed_risk`). A release of a series cannot be made without a fifth by itself; its row
    says that it was not assessed.

    Args:
        con: a DuckDB connection.
        dataset: a loaded data set.
        method: one or several methods that protect, by name; `all` for each that protects the whole of the data, or
            has what it needs (privacy constraints, a universe, sensitive items), with the values that it usually has,
            unless others are given. In Python, also descriptions, such as `setrisk.methods.Coat(k=5)`: what a
            description does not leave at its default holds for all its releases, and the parameters of the grid vary
            the rest.
        attacks: one or several attacks, by name, each for the releases of its family, in addition to guessing; by
            default, and with "all", all of them. With "none" alone, none is run: then only limits on what assessing
            finds can be held against the releases. In Python, also descriptions.
        knowledge: the attackers' semantic knowledge, as in `attack`, for the families that can use it.
        grid: a new name for the results; by default the name of the data set and a number.
        keep: keep every release, named after the grid and the number of its cell; noisy ones spend their epsilon.
        reconstructions: random reconstructions of each release, 1 or more, as in `utility`.
        pairs: pairs of each band, 1 or more, as in `utility`.
        at_risk_below: the number of candidates, 2 or more, below which a record of a generalised or disassociated
            release is at risk, and of records below which somebody is narrowed down; the same for the whole grid, so
            that releases with different k can be compared.
        assess: whether to assess each release, which takes about as long as the attacks on it.
        known: how many items of a person somebody knows, as in `assess`.
        people: how many people to ask about at most, for each number of known items, as in `assess`.
        max_cells: the most cells, a member of a generalised item in a record each, that the sharper adversary of
            `assess` decides on, 0 or more; 10,000 take about a second. The row of a release with more says that this
            attack was left out. By default any number.
        sample: try the releases on so many transactions, 10 or more, drawn at random, if the data set has more; by
            default on all of them. The same data set is always sampled in the same way.
        time_limit: the longest time, in seconds, for one release: to make, attack and assess it. One that takes longer
            has failed.
        memory_limit: the most memory, in GB, for each of the processes: a release that takes more has failed. Of what
            DuckDB does not take itself, it holds on Linux alone.
        workers: processes at a time; by default one for each core.
        progress: called with the number of releases that are done.
        **parameters: parameters of the methods: one value each, or several in a list, tuple or range; several numbers
            also as text, `2..6` or `0.1,0.5`. Each method takes the parameters that it has. Type checkers know those
            of the methods that come with setrisk.

    Returns:
        `setrisk.whatif_results`: a row for each release.

    Raises:
        UnknownDataset, UnknownMethod, UnknownKnowledge, AlreadyExists, BadInput: nothing was tried.
        KeyboardInterrupt: results so far are kept; the rows of the other releases say that they were not tried.

    Examples:
        >>> chunks = setrisk.methods.Disassociation(k=3)
        >>> grid = setrisk.whatif(con, "visits", method=chunks, m=[1, 2], pairs=5, known=2, workers=1, seed=1)
        >>> grid.project("cell, method, parameters->>'k', parameters->>'m', failure").fetchall()
        [(1, 'disassociation', '3', '1', None), (2, 'disassociation', '3', '2', None)]
    """
    if is_in_transaction(con):
        raise BadInput("a transaction is open, which could roll back the results: end it first")
    reconstructions = whole_number("reconstructions", reconstructions, 1, MOST_DRAWS)
    pairs = whole_number("pairs", pairs, 1)
    at_risk_below = whole_number("at_risk_below", at_risk_below, 2)
    numbers = known_numbers(known)
    people = whole_number("people", people, 1, MOST_PEOPLE)
    if workers is not None:
        workers = whole_number("workers", workers, 1)
    if max_cells is not None:
        max_cells = whole_number("max_cells", max_cells, 0)
        if keep:
            raise BadInput("keep is for releases of which nothing is left untried, and max_cells leaves out an attack")
        if not assess:
            raise BadInput("max_cells leaves out an attack of the assessment, and nothing is to be assessed")
    n_sampled = _size_of_sample(con, dataset, sample, keep=keep)
    for name, value in (("time_limit", time_limit), ("memory_limit", memory_limit)):
        if value is not None:
            positive_number(name, value)
    chosen = None if attacks is None else list_methods(attacks, AttackMethod, "attacks")
    tried = cells(list_methods(method, ReleaseMethod, "method"), chosen, parameters)
    if n_sampled is not None and any(cell.parameters.get("partition") is not None for cell in tried):
        raise BadInput("partition names the transactions of the whole data set: leave out it or sample")
    semantic = knowledge != SELF and any(FAMILIES[cell.method.family].semantic for cell in tried)
    if knowledge != SELF:
        require(con, "knowledge", knowledge)
    name = choose_name(con, dataset, grid)
    if keep:
        _require_free_releases(con, name, len(tried))
    remove_orphans()
    n = min(workers or core_count(), len(tried))
    with (
        translate_interrupts(),
        make_own_folder() as folder,
        start_workers(folder, n) as processes,
    ):
        progress("copying what releases are made of", 0, len(tried))
        database_copy.copy(
            con,
            Path(folder) / "scratch.duckdb",
            dataset,
            [value for cell in tried for value in cell.tables],
            series=any(cell.method.family == "serial" for cell in tried),
            semantic=semantic,
        )
        with connect(Path(folder) / "scratch.duckdb") as scratch:
            tried_on = dataset if n_sampled is None else _draw_sample(scratch, dataset, n_sampled)
            sides = _hold_out(scratch, tried_on) if assess else None
        jobs = _list_jobs(name, tried, knowledge, Path(folder) if keep else None)
        settings = {
            "dataset": dataset,
            "tried_on": tried_on,
            "sample": n_sampled,
            "reconstructions": reconstructions,
            "pairs": pairs,
            "at_risk_below": at_risk_below,
            "assessed": None
            if sides is None
            else {
                **sides,
                "known": numbers,
                "people": people,
                "seed": _SEED_OF_ATTACKERS,
                "max_cells": max_cells,
            },
            "processes": n,
            "time_limit": time_limit,
            "memory_limit": memory_limit,
        }
        with transaction(con):
            begun = [_begin(con, name, cell, settings, job) for cell, job in zip(tried, jobs, strict=True)]
        jobs = [job for job, _ in begun]
        asked = [job for job, is_allowed in begun if is_allowed]
        n_refused = len(jobs) - len(asked)
        try:
            progress("trying releases", n_refused, len(tried))
            for done, (job, outcome) in enumerate(processes.run_jobs(settings, asked), n_refused + 1):
                _store(con, name, tried[job["cell"] - 1], {**settings, **job}, outcome)
                progress("trying releases", done, len(tried))
        except KeyboardInterrupt:
            # Only after all processes have ended is it certain which releases were never begun.
            processes.end()
            started = {job["cell"] for job in processes.begun}
            raise KeyboardInterrupt(_settle(con, name, tried, [{**settings, **job} for job in jobs], started)) from None
    return con.sql(f"SELECT w.* FROM setrisk.whatif_results({literal(name)}) AS w ORDER BY w.cell")


def _size_of_sample(con: DuckDBPyConnection, dataset: str, sample: int | None, *, keep: bool) -> int | None:
    """How many transactions to draw; None for all of the data set."""
    if sample is None:
        return None
    sample = whole_number("sample", sample, LEAST_SAMPLE)
    if keep:
        raise BadInput("keep is for releases of all people, and sample tries them on some: leave one of them out")
    return sample if sample < number_of_transactions(con, dataset) else None


def _draw_sample(scratch: DuckDBPyConnection, dataset: str, n_sampled: int) -> str:
    """Draw transactions of a data set in a copy of the database. Returns the name of the data set that they are."""
    name = f"sample {secrets.token_hex(4)}"
    run(
        scratch,
        "assessment/hold_out",
        dataset=dataset,
        members=None,
        outsiders=name,
        n_outsiders=n_sampled,
        seed=_SEED_OF_SAMPLE,
    )
    return name


def _hold_out(scratch: DuckDBPyConnection, dataset: str) -> dict[str, str]:
    """Draw a fifth of the people of a data set in a copy of the database, by which all releases of the grid are
    measured. Returns the names of the data sets of the others and of the fifth.
    """
    sides = {"members": f"members {secrets.token_hex(4)}", "outsiders": f"outsiders {secrets.token_hex(4)}"}
    run(
        scratch,
        "assessment/hold_out",
        dataset=dataset,
        members=sides["members"],
        outsiders=sides["outsiders"],
        n_outsiders=None,
        seed=_SEED_OF_ATTACKERS,
    )
    return sides


def _list_jobs(grid: str, tried: Sequence[Cell], knowledge: str, kept: Path | None) -> list[dict[str, Any]]:
    """What a process gets to know of each release; releases that are kept are written to the folder `kept`."""
    return [
        {
            "cell": number,
            "release": f"{grid} {number}",
            "method": cell.method.name,
            "parameters": cell.parameters,
            "attacks": [(attack.method.name, attack.fixed) for attack in cell.attacks],
            "knowledge": knowledge if FAMILIES[cell.method.family].semantic else "self",
            "keep": None if kept is None else str(kept / f"kept-{number}.duckdb"),
        }
        for number, cell in enumerate(tried, 1)
    ]


def _settle(
    con: DuckDBPyConnection, grid: str, tried: Sequence[Cell], jobs: Sequence[dict[str, Any]], begun: set[int]
) -> str:
    """Store, after an interrupt, what became of the releases that were not tried, and give back what they have not
    spent; a grid without any result goes. Returns what to say of it.
    """
    # The interrupt may have come after a row was stored and before it was counted.
    with transaction(con):
        left = run(con, "whatif/untried_cells", grid=grid).fetchall()
        n_spent = 0
        for (number,) in left:
            job = jobs[number - 1]
            if number in begun and job["run"] is not None:
                n_spent += 1
                _insert(con, grid, tried[number - 1], job, {"failure": _ENDED + _MAYBE_SPENT}, None)
            else:
                _give_back(con, job)
        if len(left) == len(tried) and not n_spent:
            run(con, "whatif/delete_grid", grid=grid)
    spent = f"; {n_spent} more were begun, and count as spent" if n_spent else ""
    if len(left) == len(tried):
        return f"nothing was tried{spent}"
    return f"{len(tried) - len(left)} of {len(tried)} releases were tried, and are the grid {grid!r}{spent}"


def choose_name(con: DuckDBPyConnection, dataset: str, grid: str | None) -> str:
    """The name of the grid: the one that the user chose, or the first default name that is free."""
    number = 1
    while exists(con, "grid", f"{dataset} {number}"):
        number += 1
    return f"{dataset} {number}" if grid is None else grid


def _require_free_releases(con: DuckDBPyConnection, grid: str, n_cells: int) -> None:
    """Check that the names are free under which the releases of a grid are to be kept.

    Raises:
        AlreadyExists: one is not.
    """
    taken = set(names_of(con, "release"))
    for number in range(1, n_cells + 1):
        if f"{grid} {number}" in taken:
            require_free(con, "release", f"{grid} {number}", besides=" for the grid")


def _begin(
    con: DuckDBPyConnection, grid: str, cell: Cell, settings: dict[str, Any], job: dict[str, Any]
) -> tuple[dict[str, Any], bool]:
    """Store a row which says that the release was not tried, and note what it is going to spend if it is to be kept,
    before any noise is drawn. Returns the job with the id of that note as `run`, and whether the budget allows it.
    """
    spent, refusal = None, None
    try:
        if job["keep"] is not None and cell.method.is_noisy:
            epsilon = float(cell.parameters["epsilon"])
            spent = spend(con, settings["dataset"], job["release"], cell.method.name, epsilon)
    except (BadInput, BudgetExceeded) as error:
        refusal = str(error)
    job = {**job, "run": spent}
    _insert(
        con, grid, cell, {**settings, **job}, {"failure": refusal or _NOT_TRIED}, None, is_tried=refusal is not None
    )
    return job, refusal is None


def _store(con: DuckDBPyConnection, grid: str, cell: Cell, job: dict[str, Any], outcome: dict[str, Any]) -> None:
    """Store a row of the grid together with the release, if that is kept, or neither."""
    counts = outcome.get("counts")
    if not counts:
        outcome = {"assessment_failure": _NOT_ASKED if job["assessed"] is None else _NOT_MADE, **outcome}
    if job["keep"] is None or "failure" in outcome:
        with transaction(con):
            # A process that died without reporting may have drawn noise before.
            if outcome.get("is_spent") is False:
                _give_back(con, job)
            elif "is_spent" not in outcome and job["run"] is not None:
                outcome = {**outcome, "failure": outcome["failure"] + _MAYBE_SPENT}
            _insert(con, grid, cell, job, outcome, None)
            _store_counts(con, grid, job, counts)
        return
    path = Path(job["keep"])
    with database_copy.import_rows(con, path) as statements, transaction(con):
        for statement in statements:
            con.execute(statement)
        forget_outdated(con, job["release"])
        _insert(con, grid, cell, job, outcome, job["release"])
        _store_counts(con, grid, job, counts)
    path.unlink(missing_ok=True)


def _store_counts(con: DuckDBPyConnection, grid: str, job: dict[str, Any], counts: list[dict[str, Any]] | None) -> None:
    """Store how often the attacks of the common adversary were right, if it was asked."""
    if counts:
        tables = {"_setrisk_counts": columns_of(counts)}
        run(con, "whatif/store_counts", grid=grid, cell=job["cell"], tables=tables)


def _give_back(con: DuckDBPyConnection, job: dict[str, Any]) -> None:
    """Give back what was set aside for a release that was to be kept and certainly has drawn no noise."""
    if job["run"] is not None:
        give_back(con, job["run"])


def _insert(
    con: DuckDBPyConnection,
    grid: str,
    cell: Cell,
    job: dict[str, Any],
    outcome: dict[str, Any],
    release: str | None,
    *,
    is_tried: bool = True,
) -> None:
    run(
        con,
        "whatif/store_cell",
        grid=grid,
        method=cell.method.name,
        parameters=json.dumps(cell.parameters),
        attacks=cell.attack_names,
        n_attacks=sum(not attack.method.is_baseline for attack in cell.attacks),
        is_tried=is_tried,
        release=release,
        job={name: job[name] for name in _JOB},
        outcome={name: outcome.get(name) for name in _OUTCOME},
    )
