"""The ledger of what noisy releases of a data set have spent, and its limit."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import TYPE_CHECKING, Any

import duckdb

from setrisk.errors import BadInput, BudgetExceeded, NoiseSpent, SetriskError, UnknownDataset
from setrisk.pipelines import utc
from setrisk.pipelines.attach import ready, transaction
from setrisk.pipelines.faults import in_one_line
from setrisk.pipelines.quoting import literal
from setrisk.udf.ranges import check_epsilon

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

    from setrisk.udf.noise import Noise

# Tables that outlive the data sets and releases that they name.
LEDGER = ("budget_limit", "shared_budget", "spending")
# How an error ends that comes after the first draw.
IS_SPENT = "; the noise that was drawn is spent"

_NANO = Decimal("1e-9")
_SMALLEST, _LARGEST = 1e-9, 10**6


def budget(
    con: DuckDBPyConnection, dataset: str, *, limit: float | None = None, forget: bool = False
) -> DuckDBPyRelation:
    """What noisy releases of a data set have spent of epsilon, and how much they may.

    Releases of the same people add up, whether they are dropped later or not: what is out is out. The ledger goes
    by the name of the data set, so that it outlives it, too. Data sets that setrisk derived from one another (`segen`)
    and the periods of one load share one budget, whichever of them is named. Of other data sets with the same people
    it knows nothing.

    Args:
        con: a DuckDB connection.
        dataset: its name, or the name that periods were loaded under.
        limit: what all noisy releases of it, and of those that share its budget, may spend together from now on, those
            that are out included.
        forget: clear the ledger, and the limit: where the name now stands for other people.

    Returns:
        `setrisk.budget`: dataset, epsilon_limit, spent, remaining, n_releases, shared_with.

    Raises:
        UnknownDataset: there neither is nor was a data set of that name.
        BadInput: the limit is not a number in its range, or what is to be forgotten is the budget of another data set.
    """
    ready(con)
    is_number = isinstance(limit, int | float) and not isinstance(limit, bool)
    if limit is not None and not (is_number and _SMALLEST <= limit <= _LARGEST):  # NaN is neither
        raise BadInput(f"limit is {limit!r}; it must be a number from {_SMALLEST:g} to {_LARGEST:,}")
    known = con.execute(
        "SELECT 1 FROM setrisk_private.dataset AS d WHERE d.dataset = $dataset "
        "UNION ALL SELECT 1 FROM setrisk_private.budget_limit AS b WHERE b.dataset = $dataset "
        "UNION ALL SELECT 1 FROM setrisk_private.shared_budget AS s WHERE $dataset IN (s.dataset, s.account)",
        {"dataset": dataset},
    ).fetchall()
    if not known:
        raise UnknownDataset(f"there is no data set {dataset!r}, and there was none with a budget")
    if forget or limit is not None:
        account = _account(con, dataset)
        if forget and account != dataset:
            raise BadInput(
                f"{dataset!r} shares the budget of {account!r}, which cannot be cleared for one of them: where all of "
                f"them now stand for other people, forget {account!r}"
            )
        with transaction(con):
            if forget:
                _forget(con, account)
            _set_limit(con, account, None if limit is None else _rounded(limit, ROUND_FLOOR))
    return con.sql(f"SELECT b.* FROM setrisk.budget({literal(dataset)}) AS b")


def share(con: DuckDBPyConnection, dataset: str, source: str) -> None:
    """Let a data set share the budget of the one that it was derived from, for good: that it is dropped and drawn again
    gives nothing back. The caller holds the transaction.

    Args:
        con: a DuckDB connection.
        dataset: the new data set; what an earlier one of that name has spent, or may spend, counts for both.
        source: what it was derived from, or the name that all periods of a load have in common.
    """
    old, new = _account(con, dataset), _account(con, source)
    if old != new:
        con.execute("UPDATE setrisk_private.shared_budget AS s SET account = ? WHERE s.account = ?", [new, old])
        con.execute("INSERT INTO setrisk_private.shared_budget VALUES (?, ?)", [old, new])


@contextmanager
def paid(
    con: DuckDBPyConnection, dataset: str, release: str, method: str, arguments: Mapping[str, Any]
) -> Iterator[Noise]:
    """Note what a noisy release is going to spend, in a transaction of its own that ends before any noise is drawn, so
    that nothing, not even a kill, takes back what was drawn. Where the release is not made, and not one number of the
    noise was drawn, what was noted is given back.

    Args:
        con: a DuckDB connection without an open transaction.
        dataset: what the release is made of.
        release: its name.
        method: its method.
        arguments: of the method: epsilon and seed.

    Yields:
        The source of its noise, the only one that it may draw from.

    Raises:
        BadInput: epsilon is out of its range.
        MissingExtra: OpenDP is not installed, and no seed is given.
        BudgetExceeded: it is more than the limit leaves.
        NoiseSpent: something went wrong after noise was drawn.
    """
    from setrisk.udf.noise import SecureNoise, SeededNoise, WatchedNoise

    seed = arguments["seed"]
    noise = WatchedNoise(SecureNoise() if seed is None else SeededNoise(seed))
    with transaction(con):
        run = spend(con, dataset, release, method, arguments["epsilon"])
    try:
        yield noise
    except BaseException as error:
        if not noise.is_drawn:
            # Where the ledger cannot be written it stays noted, which harms no one; the first error says more.
            with suppress(SetriskError, duckdb.Error), transaction(con):
                give_back(con, run)
            raise
        if isinstance(error, KeyboardInterrupt):
            raise KeyboardInterrupt(f"nothing was published{IS_SPENT}") from None
        if isinstance(error, MemoryError):
            raise NoiseSpent(f"memory ran out ({error}), and nothing was published{IS_SPENT}") from error
        if isinstance(error, SetriskError | duckdb.Error):
            said = in_one_line(error) if isinstance(error, duckdb.Error) else str(error)
            raise NoiseSpent(f"{said}{IS_SPENT}") from error
        raise


def spend(con: DuckDBPyConnection, dataset: str, release: str, method: str, epsilon: float) -> str:
    """Note what a release is going to spend, before it draws any noise; the caller holds the transaction.

    Returns:
        The id of the run, which `give_back` takes.

    Raises:
        BadInput: epsilon is out of its range; nothing was noted.
        BudgetExceeded: it is more than the limit leaves; nothing was noted.
    """
    check_epsilon(epsilon)
    cost = _rounded(epsilon, ROUND_CEILING)
    account = _account(con, dataset)
    # Two transactions that spend at a time write the same row, so that only one of them ends.
    con.execute(
        "INSERT INTO setrisk_private.budget_limit VALUES (?, NULL, 1) "
        "ON CONFLICT (dataset) DO UPDATE SET n_spendings = n_spendings + 1",
        [account],
    )
    ((limit, spent),) = con.execute("SELECT b.epsilon_limit, b.spent FROM setrisk.budget(?) AS b", [dataset]).fetchall()
    if limit is not None and spent + cost > limit:
        shared = "" if account == dataset else f", which it shares with {account!r},"
        raise BudgetExceeded(
            f"epsilon {cost.normalize():f} is more than the budget of {dataset!r}{shared} leaves: of "
            f"{limit.normalize():f}, {spent.normalize():f} is spent. Ask for less, or raise the limit "
            "(setrisk budget --limit)"
        )
    run = str(uuid.uuid4())
    con.execute(
        "INSERT INTO setrisk_private.spending BY NAME SELECT $dataset AS dataset, $release AS release, "
        "$method AS method, $cost AS epsilon, $now AS spent_at, $run AS run",
        {"dataset": dataset, "release": release, "method": method, "cost": cost, "now": utc.now(), "run": run},
    )
    return run


def give_back(con: DuckDBPyConnection, run: str) -> None:
    """Take back what was noted of a run, and of no other, where it is certain that it has drawn no noise; the caller
    holds the transaction.
    """
    con.execute("DELETE FROM setrisk_private.spending AS s WHERE s.run = ?", [run])


def has_limit(con: DuckDBPyConnection, dataset: str) -> bool:
    """Whether the ledger of a data set has an end."""
    ((limit,),) = con.execute("SELECT b.epsilon_limit FROM setrisk.budget(?) AS b", [dataset]).fetchall()
    return limit is not None


def _account(con: DuckDBPyConnection, dataset: str) -> str:
    """The data set whose budget it shares: itself unless setrisk derived it from another one."""
    found = con.execute("SELECT s.account FROM setrisk_private.shared_budget AS s WHERE s.dataset = ?", [dataset])
    rows = found.fetchall()
    return str(rows[0][0]) if rows else dataset


def _forget(con: DuckDBPyConnection, account: str) -> None:
    """Clear what was spent of an account, and whom it was shared with; data sets that are still there go on to."""
    for table in ("spending", "budget_limit"):
        con.execute(
            f"DELETE FROM setrisk_private.{table} AS t "
            "WHERE t.dataset IN (SELECT s.sharer FROM setrisk_internal.budget_sharers(?) AS s)",
            [account],
        )
    con.execute(
        "DELETE FROM setrisk_private.shared_budget AS s WHERE s.account = ? "
        "AND s.dataset NOT IN (SELECT d.dataset FROM setrisk_private.dataset AS d)",
        [account],
    )


def _set_limit(con: DuckDBPyConnection, account: str, limit: Decimal | None) -> None:
    """The limit of an account takes the place of those that its data sets had before they shared it."""
    con.execute(
        "UPDATE setrisk_private.budget_limit AS b SET epsilon_limit = NULL "
        "WHERE b.dataset IN (SELECT s.sharer FROM setrisk_internal.budget_sharers(?) AS s)",
        [account],
    )
    con.execute(
        "INSERT INTO setrisk_private.budget_limit VALUES (?, ?, 0) "
        "ON CONFLICT (dataset) DO UPDATE SET epsilon_limit = excluded.epsilon_limit",
        [account, limit],
    )


def _rounded(epsilon: float, rounding: str) -> Decimal:
    """To nine places, as the ledger has them, so that sums are exact."""
    return Decimal(repr(float(epsilon))).quantize(_NANO, rounding=rounding)
