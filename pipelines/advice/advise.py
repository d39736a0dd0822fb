"""Advise: try all methods that fit a data set, and say which release to take."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from setrisk.errors import BadInput, SetriskError
from setrisk.pipelines.assessment.assess import assess
from setrisk.pipelines.common.cores import core_count
from setrisk.pipelines.common.files import is_plain
from setrisk.pipelines.common.numbers import positive_number, whole_number
from setrisk.pipelines.common.progress import Progress, ignore_progress
from setrisk.pipelines.common.share import Share
from setrisk.pipelines.database.names import number_of_transactions
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.task import task
from setrisk.pipelines.methods.attack_run import NO_ATTACK
from setrisk.pipelines.methods.keywords import GridParameters
from setrisk.pipelines.releases.protect import Protected, protect
from setrisk.pipelines.report.commands import commands_on
from setrisk.pipelines.report.grid import best_release
from setrisk.pipelines.report.in_short import given_parameters, grid_in_short
from setrisk.pipelines.report.write import check_page, report
from setrisk.pipelines.risk.gate import limits_among, limits_on_grid
from setrisk.pipelines.risk.limits import Limits
from setrisk.pipelines.whatif.grid import ALL, cells, missing_needs
from setrisk.pipelines.whatif.memory import share_of_memory
from setrisk.pipelines.whatif.recommend import MAX_ERROR, parse_max_error
from setrisk.pipelines.whatif.run_grid import LEAST_SAMPLE, choose_name, whatif

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Each holds unless another one is given for it. What singles people out is guessed so rarely, if little is unique, that
# a limit on it would refuse what gives least away; and narrowing does not apply to noisy releases.
_USUAL_LIMITS = Limits(max_inference=0.1, max_linkability=0.05, known=(1, 2))
# What methods promise for attackers who know up to so many items, unless they are asked for more.
_USUAL_M = 2
_MOST_ENTRIES = 250_000
# Enough to tell releases apart: the one that is taken is measured as it is.
_RECONSTRUCTIONS = 5
# What the sharper adversary decides on, one cell after the other, in the share of the time that is left for it.
_CELLS_A_SECOND = 4_000


@dataclass(frozen=True)
class Advice:
    """Which release of a data set to make.

    Attributes:
        grid: the grid that was tried.
        passes: whether one of its releases keeps the limits, and, if it was made, is not refused by the gate at once.
        sentences: what was tried, which to take, and what to do next.
        left_out: methods that were not tried, by name, with the parameters of which one must be given to try them.
        page: the report of the grid.
        release: the release that was made, if that was asked for and one keeps the limits.
        reason: why it was not made, or the gate refuses it.
    """

    grid: str
    passes: bool
    sentences: tuple[str, ...]
    left_out: dict[str, tuple[str, ...]]
    page: Path
    release: Protected | None = None
    reason: str = ""


@task(writes=True, known=["dataset"], new=["grid", "release"])
def advise(
    con: DuckDBPyConnection,
    dataset: str,
    path: str | Path | None = None,
    *,
    release: str | None = None,
    max_at_risk: Share | None = None,
    max_score: Share | None = None,
    min_coverage: Share | None = None,
    max_narrowing: Share | None = None,
    max_inference: Share | None = None,
    max_linkability: Share | None = None,
    max_singling_out: Share | None = None,
    known: str | int | Sequence[int] | None = None,
    max_error: float = MAX_ERROR,
    limits: str | Path | None = None,
    grid: str | None = None,
    sample: int | None = None,
    time_limit: float = 600,
    memory_limit: float | None = None,
    people: int = 2_000,
    workers: int | None = None,
    progress: Progress = ignore_progress,
    **parameters: Unpack[GridParameters],
) -> Advice:
    """Try releases of a data set by all methods that fit it, and say which to take, in three sentences and on one page.

    It is a first answer. The releases are those of `whatif` with the method `all`, made to protect against
    attackers who know as many items as `known` says. Of a very large data set they are made of a sample. Each is
    assessed, as the data set is; attacks on what it promises are run only if there is a limit on what they find.
    The least distorted release within the limits is recommended, as by `recommend`. Nothing is published: the
    releases are thrown away.

    Args:
        con: a DuckDB connection.
        dataset: a loaded data set.
        path: the HTML file for the page, which must not be there yet; by default it is named after the grid, in the
            current folder.
        release: make the recommended release of all the data, under this name. Attack, assess and check it before it
            goes to anyone.
        max_at_risk: the largest fraction of records, 0 to 1, that the worst attack on the promise may put at risk, as
            in `recommend`. With this limit, or one of the next two, all attacks are run, however long they take within
            the time limit.
        max_score: the highest score, 0 to 1, that an attack may give a record.
        min_coverage: the smallest fraction of the rare itemsets, 0 to 1, that the promise must cover.
        max_narrowing: the largest fraction of people, 0 to 1, whom known items may leave with few records.
        max_inference: the highest risk, 0 to 1, that one more item of a person is inferred; 0.1 unless given.
        max_linkability: the highest risk, 0 to 1, that two sources about the same person are linked; 0.05 unless given.
        max_singling_out: the highest risk, 0 to 1, that somebody is singled out.
        known: how many items of a person an attacker knows: a number, several, or a range such as `1..4`; `1..2` unless
            given. Releases protect against, and are assessed for, as many.
        max_error: the largest error of counting queries over all bands, 0 to 2, as in `recommend`.
        limits: a TOML file of limits, as in `recommend`; values given directly override the file.
        grid: a new name for the results, as in `whatif`.
        sample: how many transactions to draw, 10 or more, if the data set has more; by default as many as have about
            250,000 entries together.
        time_limit: the longest time, in seconds, for all releases together; one that takes longer than its share has
            failed. If the sharper adversary of `assess` would need more, the uniform one is asked alone, and the
            release is recommended only as one to assess. To assess the data set and to write the page takes more.
        memory_limit: the most memory, in GB, for each process, as in `whatif`; by default its share of what DuckDB may
            take.
        people: how many people to ask about at most, for each number of known items, as in `assess`.
        workers: processes at a time; by default one for each core.
        progress: called with each step.
        **parameters: parameters of the methods, in place of those that they usually have, as in `whatif`.

    Returns:
        The advice.

    Raises:
        UnknownDataset, AlreadyExists, BadInput: nothing was tried.
        KeyboardInterrupt: results so far are kept, as by `whatif`.

    Examples:
        >>> found = setrisk.advise(con, "visits", "advice.html", people=50, workers=1, k=3)
        >>> found.passes, len(found.sentences)
        (False, 3)
    """
    held = limits_on_grid(limits_among(locals())).with_defaults(_USUAL_LIMITS)
    numbers = list(held.known)
    parse_max_error(max_error)
    tried = _protecting_against(max(numbers), dict(parameters))
    attacks = ALL if held.has_family_limit else NO_ATTACK
    n_cells = len(cells([ALL], [attacks], tried))  # an error now, and not after minutes
    n_workers = core_count() if workers is None else whole_number("workers", workers, 1)
    share_of_time = positive_number("time_limit", time_limit) / math.ceil(n_cells / n_workers)
    name = choose_name(con, dataset, grid)
    page = Path(path) if path is not None else _free_page(name)
    if is_plain(page):
        raise BadInput(f"{page} exists already: remove it, or give another name")
    check_page(page)
    if memory_limit is None:
        memory_limit = share_of_memory(con, n_workers)
    whatif(
        con,
        dataset,
        method=ALL,
        attacks=attacks,
        grid=name,
        reconstructions=_RECONSTRUCTIONS,
        known=numbers,
        people=people,
        # An attack that is run anyway, on the promise, is not left out of the assessment.
        max_cells=None if held.has_family_limit else int(share_of_time * _CELLS_A_SECOND),
        sample=_usual_sample(con, dataset) if sample is None else sample,
        time_limit=share_of_time,
        memory_limit=memory_limit,
        workers=n_workers,
        progress=progress,
        **tried,
    )
    assess_data(con, dataset, numbers, people, progress)
    best, verdict, _ = best_release(con, name, held, max_error)
    commands = commands_on(con, name, "grid", page, max_error)
    sentences = tuple(grid_in_short(con, name, best, verdict, held, max_error, commands))
    report(con, name, page, object_type="grid", max_error=max_error, **held.arguments)
    advice = Advice(name, verdict.passes, sentences, missing_needs(tried), page)
    if release is None:
        return advice
    is_open = best is not None and best["is_within"] is None and best["left_out_attack"] is not None
    if best is None or not (verdict.passes or is_open):
        return replace(advice, reason=f"{release} was not made, since none keeps the limits")
    return add_release(con, advice, dataset, release, best, progress)


def add_release(
    con: DuckDBPyConnection,
    advice: Advice,
    dataset: str,
    release: str,
    best: Mapping[str, Any],
    progress: Progress,
) -> Advice:
    """The advice, with the release made that it recommends; what was found stays found if that fails.

    Args:
        con: a DuckDB connection.
        advice: the advice so far.
        dataset: the data set.
        release: what to call the release.
        best: the row of the release to take.
        progress: called with each step.
    """
    try:
        made = protect(con, dataset, release, method=best["method"], progress=progress, **given_parameters(best))
    except SetriskError as error:
        return replace(advice, passes=False, reason=f"{release} was not made: {error}")
    refused = f"the gate refuses {release} for its marks: {', '.join(made.marks)}" if made.marks else made.emptiness
    query = "SELECT e.n_releases, e.names FROM setrisk_internal.exported_releases(?) AS e"
    ((n_exported, names),) = con.execute(query, [release]).fetchall()
    if not refused and n_exported:
        refused = f"the gate refuses {release}, since of the same people were exported before: {names}"
    return replace(advice, passes=advice.passes and not refused, reason=refused or "", release=made)


def _free_page(grid: str) -> Path:
    """A file named after the grid that is not there yet, in the current folder."""
    stem = grid.replace(" ", "-").replace(os.sep, "-")
    names = chain([f"{stem}.html"], (f"{stem}-{number}.html" for number in count(2)))
    return next(Path(name) for name in names if not Path(name).exists())


def assess_data(con: DuckDBPyConnection, dataset: str, numbers: Sequence[int], people: int, progress: Progress) -> None:
    """Assess the data set as it is: attacks that fail on a release say something only where they work on the data. What
    an assessment has found stays, or is found anew of as many people.
    """
    ((assessed, n_attempts),) = run(con, "report/assessed_data", dataset=dataset).fetchall()
    n_asked = n_attempts or 0
    if set(numbers) <= set(assessed) and n_asked >= min(people, number_of_transactions(con, dataset)):
        return
    wanted = sorted({*numbers, *assessed})
    with suppress(BadInput):  # nobody may have enough items; the releases have that reason, too
        assess(con, dataset, object_type="dataset", known=wanted, people=max(people, n_asked), progress=progress)


def _protecting_against(most: int, parameters: dict[str, Any]) -> dict[str, Any]:
    """The parameters, with those that protect against attackers who know up to so many items."""
    if most <= _USUAL_M:
        return parameters
    has_constraints = any(name in parameters for name in ("privacy_constraints", "random_constraints"))
    return {"m": most, **({} if has_constraints else {"protect_all": most}), **parameters}


def _usual_sample(con: DuckDBPyConnection, dataset: str) -> int:
    """How many transactions have no more entries together than can be assessed in minutes."""
    ((n_entries,),) = run(con, "transactions/entry_count", dataset=dataset).fetchall()
    return max(LEAST_SAMPLE, number_of_transactions(con, dataset) * _MOST_ENTRIES // max(int(n_entries), _MOST_ENTRIES))
