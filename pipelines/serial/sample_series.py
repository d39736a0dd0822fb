"""SeGen: data sets that look like one collection at several times, drawn from one data set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from setrisk.errors import BadInput
from setrisk.pipelines.common import utc
from setrisk.pipelines.common.numbers import whole_number
from setrisk.pipelines.common.progress import Progress, ignore_progress
from setrisk.pipelines.database import shared_budget
from setrisk.pipelines.database.names import number_of_transactions, require_free
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.task import task
from setrisk.pipelines.database.transaction import transaction
from setrisk.pipelines.serial.draft import random_source

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True)
class Snapshots:
    """The data sets that were drawn.

    Attributes:
        dataset: the data set that they were drawn from.
        datasets: their names, in their order.
        n_transactions: number of transactions of each.
    """

    dataset: str
    datasets: list[str]
    n_transactions: int


@task(writes=True, known=["dataset"])
def sample_series(
    con: DuckDBPyConnection,
    dataset: str,
    *,
    share: float = 0.05,
    repeat: float = 0.4,
    snapshots: int = 5,
    name: str | None = None,
    seed: int | None = None,
    progress: Progress = ignore_progress,
) -> Snapshots:
    """Draw data sets from a data set as if it changed over time (SANONY 4.1, SeGen): each keeps a part of the last.

    Args:
        con: a DuckDB connection.
        dataset: a loaded data set.
        share: transactions of each, as a fraction of the data set's, more than 0 and at most 1.
        repeat: the fraction of each that comes from the one before, 0 to 1; the rest is drawn from the transactions
            that the one before does not have.
        snapshots: how many to draw, at least 1.
        name: they are called name 1, name 2, ...; the data set's name unless given.
        seed: makes the draws repeatable; the operating system's secure source unless given.
        progress: called with each step.

    Returns:
        Their names. Each transaction keeps its id, or if it has none its number in the data set, as its id. The
        snapshots share the data set's budget: what noisy releases of one of them spend counts for all of them, and for
        the data set.

    Raises:
        UnknownDataset, AlreadyExists, BadInput: nothing was drawn.

    Examples:
        >>> setrisk.sample_series(con, "visits", share=0.5, repeat=0.5, snapshots=2, name="week", seed=1)
        Snapshots(dataset='visits', datasets=['week 1', 'week 2'], n_transactions=40)
    """
    import numpy as np

    from setrisk.udf.serial import sample_series as kernel

    n = number_of_transactions(con, dataset)
    if not 0 < share <= 1 or not 0 <= repeat <= 1 or not isinstance(snapshots, int) or snapshots < 1:
        raise BadInput(
            "share must be more than 0 and at most 1, repeat 0 to 1, and snapshots a whole number of at least 1"
        )
    if seed is not None:
        seed = whole_number("seed", seed, 0)
    n_drawn = round(share * n)
    n_kept = round(repeat * n_drawn)
    if n_drawn < 1 or (snapshots > 1 and n_drawn - n_kept > n - n_drawn):
        raise BadInput(
            f"{dataset!r} has {n:,} transactions: snapshots of {n_drawn:,}, of which {n_kept:,} stay, cannot be drawn "
            "from it"
        )
    names = [f"{name or dataset} {number}" for number in range(1, snapshots + 1)]
    for snapshot in names:
        require_free(con, "dataset", snapshot)
    with transaction(con):
        drawn = kernel.snapshots(n, size=n_drawn, kept=n_kept, n_snapshots=snapshots, draw=random_source(seed))
        for number, (snapshot, records) in enumerate(zip(names, drawn, strict=True)):
            progress(f"drawing {snapshot}", number, snapshots)
            transactions = {"tid": np.arange(1, len(records) + 1), "source_tid": records + 1}
            run(
                con,
                "serial/write_drawn_snapshot",
                source=dataset,
                snapshot=snapshot,
                subject=name or dataset,
                position=number + 1,
                n_transactions=len(records),
                origin=f"drawn from {dataset}",
                loaded_at=utc.current_time(),
                tables={"_setrisk_snapshot": transactions},
            )
            shared_budget.share(con, snapshot, dataset)
    return Snapshots(dataset, names, n_drawn)
