"""The ledger of what noisy releases of a data set have spent, and its limit."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import TYPE_CHECKING

from setrisk.errors import BadInput, BudgetExceeded, UnknownDataset
from setrisk.pipelines.attach import ready, transaction
from setrisk.pipelines.quoting import literal
from setrisk.udf.ranges import check_epsilon

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

_NANO = Decimal("1e-9")
_SMALLEST, _LARGEST = 1e-9, 10**6


def budget(
    con: DuckDBPyConnection, dataset: str, *, limit: float | None = None, forget: bool = False
) -> DuckDBPyRelation:
    """What noisy releases of a data set have spent of epsilon, and how much they may.

    Releases of the same people add up, whether they are dropped later or not: what is out is out. The ledger goes
    by the name of the data set, so that it outlives it, too. It knows nothing of other data sets with the same people.

    Args:
        con: a DuckDB connection.
        dataset: its name.
        limit: what all noisy releases of it together may spend from now on, those that are out included.
        forget: clear the ledger, and the limit: where the name now stands for other people.

    Returns:
        `setrisk.budget`: dataset, epsilon_limit, spent, remaining, n_releases.

    Raises:
        UnknownDataset: there neither is nor was a data set of that name.
        BadInput: a limit that is none.
    """
    ready(con)
    is_number = isinstance(limit, int | float) and not isinstance(limit, bool)
    if limit is not None and not (is_number and _SMALLEST <= limit <= _LARGEST):  # NaN is neither
        raise BadInput(f"limit is {limit!r}; it must be a number from {_SMALLEST:g} to {_LARGEST:,}")
    known = con.execute(
        "SELECT 1 FROM setrisk_private.dataset AS d WHERE d.dataset = $dataset "
        "UNION ALL SELECT 1 FROM setrisk_private.budget_limit AS b WHERE b.dataset = $dataset",
        {"dataset": dataset},
    ).fetchall()
    if not known:
        raise UnknownDataset(f"there is no data set {dataset!r}, and there was none with a budget")
    if forget or limit is not None:
        with transaction(con):
            if forget:
                con.execute("DELETE FROM setrisk_private.spending AS s WHERE s.dataset = ?", [dataset])
            given = None if limit is None else _rounded(limit, ROUND_FLOOR)
            con.execute(
                "INSERT INTO setrisk_private.budget_limit VALUES (?, ?, 0) "
                "ON CONFLICT (dataset) DO UPDATE SET epsilon_limit = excluded.epsilon_limit",
                [dataset, given],
            )
    return con.sql(f"SELECT b.* FROM setrisk.budget({literal(dataset)}) AS b")


def spend(
    con: DuckDBPyConnection, dataset: str, release: str, method: str, epsilon: float, *, is_drawn: bool = False
) -> None:
    """Note what a release is going to spend, before it draws any noise, or what it has, whatever the limit, where that
    `is_drawn`; the caller holds the transaction.

    Raises:
        BadInput: epsilon is out of its range; nothing was noted.
        BudgetExceeded: it is more than the limit leaves; nothing was noted.
    """
    check_epsilon(epsilon)
    cost = _rounded(epsilon, ROUND_CEILING)
    # Two transactions that spend at a time write the same row, so that only one of them ends.
    con.execute(
        "INSERT INTO setrisk_private.budget_limit VALUES (?, NULL, 1) "
        "ON CONFLICT (dataset) DO UPDATE SET n_spendings = n_spendings + 1",
        [dataset],
    )
    ((limit, spent),) = con.execute("SELECT b.epsilon_limit, b.spent FROM setrisk.budget(?) AS b", [dataset]).fetchall()
    if limit is not None and spent + cost > limit and not is_drawn:
        raise BudgetExceeded(
            f"epsilon {cost.normalize():f} is more than the budget of {dataset!r} leaves: of {limit.normalize():f}, "
            f"{spent.normalize():f} is spent. Ask for less, or raise the limit (setrisk budget --limit)"
        )
    con.execute(
        "INSERT INTO setrisk_private.spending VALUES (?, ?, ?, ?, now()::TIMESTAMP)", [dataset, release, method, cost]
    )


def give_back(con: DuckDBPyConnection, dataset: str, release: str) -> None:
    """Take back what was noted last of a release that came to nothing, of which no one has seen anything."""
    con.execute(
        "DELETE FROM setrisk_private.spending AS s WHERE s.dataset = $dataset AND s.release = $release "
        "AND s.spent_at = (SELECT max(t.spent_at) FROM setrisk_private.spending AS t "
        "WHERE t.dataset = $dataset AND t.release = $release)",
        {"dataset": dataset, "release": release},
    )


def has_limit(con: DuckDBPyConnection, dataset: str) -> bool:
    """Whether the ledger of a data set has an end."""
    ((limit,),) = con.execute("SELECT b.epsilon_limit FROM setrisk.budget(?) AS b", [dataset]).fetchall()
    return limit is not None


def _rounded(epsilon: float, rounding: str) -> Decimal:
    """To nine places, as the ledger has them, so that sums are exact."""
    return Decimal(repr(float(epsilon))).quantize(_NANO, rounding=rounding)
