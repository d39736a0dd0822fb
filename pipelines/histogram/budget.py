"""The ledger: how much epsilon the noisy releases of each data set have spent, and how much they may spend."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import TYPE_CHECKING, Any

import duckdb

from setrisk.errors import BadInput, BudgetExceeded, NoiseSpent, SetriskError, UnknownDataset
from setrisk.pipelines.common import utc
from setrisk.pipelines.common.quoting import literal
from setrisk.pipelines.database import statements
from setrisk.pipelines.database.duckdb_errors import one_line_message
from setrisk.pipelines.database.names import known_instead
from setrisk.pipelines.database.shared_budget import account_of
from setrisk.pipelines.database.task import task
from setrisk.pipelines.database.transaction import transaction
from setrisk.udf.common.ranges import check_epsilon

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

    from setrisk.udf.histogram.noise import Noise, WatchedNoise

# The end of an error message if noise was drawn before the error.
IS_SPENT = "; the noise that was drawn is spent"

_NANO = Decimal("1e-9")
_SMALLEST, _LARGEST = 1e-9, 10**6


@task(writes=False)
def budget(con: DuckDBPyConnection, dataset: str) -> DuckDBPyRelation:
    """Show how much epsilon the noisy releases of a data set have spent, and may spend; for the owner of the data.

    Releases of the same people add up, even if they are dropped later, because what is published cannot be taken back.
    The ledger identifies data sets by name, so it also remembers dropped ones. Data sets that setrisk derived from one
    another (`sample_series`) and the periods of one load share one budget, whichever of them is named. The ledger
    cannot know of other data sets with the same people.

    Args:
        con: a DuckDB connection.
        dataset: name of the data set, or the name under which periods were loaded.

    Returns:
        `setrisk.budget`: dataset, epsilon_limit, spent, remaining, n_releases, shared_with.

    Raises:
        UnknownDataset: there is no data set of that name, and there never was one.

    Examples:
        >>> setrisk.budget(con, "visits").project("spent::DOUBLE, remaining::DOUBLE").fetchall()
        [(1.0, 3.0)]
    """
    _require_known(con, dataset)
    return con.sql(f"SELECT b.* FROM setrisk.budget({literal(dataset)}) AS b")


@task(writes=True)
def set_budget(
    con: DuckDBPyConnection, dataset: str, *, epsilon_limit: float | None = None, forget: bool = False
) -> DuckDBPyRelation:
    """Limit how much epsilon the noisy releases of a data set may spend, or forget what they have spent.

    The data sets that share the budget (see `budget`) share the limit, whichever of them is named.

    Args:
        con: a DuckDB connection.
        dataset: name of the data set, or the name under which periods were loaded.
        epsilon_limit: how much all noisy releases of the data sets that share this budget may spend together, including
            what they have spent already.
        forget: clear the ledger and the limit, if the name now means a data set of other people.

    Returns:
        What `budget` returns.

    Raises:
        UnknownDataset: there is no data set of that name, and there never was one.
        BadInput: neither argument is given, the limit is not a number in its range, or the budget to forget belongs to
            another data set.

    Examples:
        >>> setrisk.set_budget(con, "visits", epsilon_limit=5).project("spent::DOUBLE, remaining::DOUBLE").fetchall()
        [(1.0, 4.0)]
    """
    if epsilon_limit is None and not forget:
        raise BadInput("give epsilon_limit, or forget what is spent (see setrisk.budget for what is left)")
    if epsilon_limit is not None:
        check_limit(epsilon_limit)
    _require_known(con, dataset)
    account = account_of(con, dataset)
    if forget and account != dataset:
        raise BadInput(
            f"{dataset!r} shares the budget of {account!r}, which cannot be cleared for one of them: if all of "
            f"them now hold other people, forget {account!r}"
        )
    with transaction(con):
        if forget:
            statements.run(con, "histogram/forget_budget", account=account)
        allowed = None if epsilon_limit is None else round_epsilon(epsilon_limit, ROUND_FLOOR)
        statements.run(con, "histogram/set_limit", account=account, epsilon_limit=allowed)
    return budget(con, dataset)


def check_limit(epsilon_limit: object) -> None:
    """Refuse what cannot limit a budget.

    Raises:
        BadInput: it is not a number in its range.
    """
    is_number = isinstance(epsilon_limit, int | float) and not isinstance(epsilon_limit, bool)
    if not is_number or not _SMALLEST <= epsilon_limit <= _LARGEST:  # type: ignore[operator]  # NaN is neither
        raise BadInput(f"epsilon_limit is {epsilon_limit!r}; it must be a number from {_SMALLEST:g} to {_LARGEST:,}")


def _require_known(con: DuckDBPyConnection, dataset: str) -> None:
    known = [name for (name,) in statements.run(con, "histogram/ledger_names").fetchall()]
    if dataset not in known:
        raise UnknownDataset(
            f"there is no data set {dataset!r}, and there was none with a budget{known_instead(dataset, known)}"
        )


@contextmanager
def pay_for(
    con: DuckDBPyConnection, dataset: str, release: str, method: str, arguments: Mapping[str, Any]
) -> Iterator[Noise]:
    """Note what a noisy release is going to spend, in a transaction of its own that ends before any noise is drawn, so
    that not even killing the process takes it back. If the release fails before any noise was drawn, the note is
    removed again.

    Args:
        con: a DuckDB connection without an open transaction.
        dataset: the data set of the release.
        release: name of the release.
        method: name of the method.
        arguments: arguments of the method, `epsilon` and `seed` among them.

    Yields:
        The only source of noise that the release may use.

    Raises:
        BadInput: epsilon is outside its range.
        MissingExtra: OpenDP is not installed, and no seed is given.
        BudgetExceeded: epsilon is more than the limit leaves.
        NoiseSpent: something went wrong after noise was drawn.
    """
    noise = source_of_noise(arguments["seed"])
    with transaction(con):
        run = spend(con, dataset, release, method, arguments["epsilon"])

    def take_back() -> None:
        with transaction(con):
            give_back(con, run)

    with watch_noise(noise, take_back):
        yield noise


def source_of_noise(seed: int | None, before: Callable[[], None] = lambda: None) -> WatchedNoise:
    """Noise that knows whether it was drawn: cryptographically strong without a seed. `before` is called before the
    first draw.

    Raises:
        MissingExtra: OpenDP is not installed, and no seed is given.
    """
    from setrisk.udf.histogram.noise import SecureNoise, SeededNoise, WatchedNoise

    return WatchedNoise(SecureNoise() if seed is None else SeededNoise(seed), before)


@contextmanager
def watch_noise(noise: WatchedNoise, take_back: Callable[[], None]) -> Iterator[None]:
    """Do what draws noise that the ledger has noted already; call `take_back` if it fails before any was drawn.

    Raises:
        NoiseSpent: something went wrong after noise was drawn.
    """
    try:
        yield
    except BaseException as error:
        if not noise.is_drawn:
            # If the ledger cannot be written, the note stays, which harms nobody; the first error says more.
            with suppress(SetriskError, duckdb.Error):
                take_back()
            raise
        if isinstance(error, KeyboardInterrupt):
            raise KeyboardInterrupt(f"nothing was published{IS_SPENT}") from None
        if isinstance(error, MemoryError):
            said = f"memory ran out ({error}), and nothing was published"
            raise NoiseSpent(f"{said}{IS_SPENT}", said) from error
        if isinstance(error, SetriskError | duckdb.Error):
            said = one_line_message(error) if isinstance(error, duckdb.Error) else str(error)
            raise NoiseSpent(f"{said}{IS_SPENT}", said) from error
        raise


def spend(con: DuckDBPyConnection, dataset: str, release: str, method: str, epsilon: float) -> str:
    """Note what a release is going to spend, before it draws any noise; the caller holds the transaction.

    Returns:
        The id of the run, which `give_back` takes.

    Raises:
        BadInput: epsilon is outside its range; nothing was noted.
        BudgetExceeded: epsilon is more than the limit leaves; nothing was noted.
    """
    check_epsilon(epsilon)
    cost = round_epsilon(epsilon, ROUND_CEILING)
    account = account_of(con, dataset)
    statements.run(con, "histogram/count_spending", account=account)
    ((limit, spent),) = con.execute("SELECT b.epsilon_limit, b.spent FROM setrisk.budget(?) AS b", [dataset]).fetchall()
    shared = "" if account == dataset else f", which it shares with {account!r},"
    check_left(f"{dataset!r}{shared}", cost, spent, limit, raised_by="setrisk set-budget --epsilon-limit")
    run = str(uuid.uuid4())
    statements.run(
        con,
        "histogram/note_spending",
        dataset=dataset,
        release=release,
        method=method,
        epsilon=cost,
        spent_at=utc.current_time(),
        run=run,
    )
    return run


def check_left(whose: str, cost: Decimal, spent: Decimal, limit: Decimal | None, *, raised_by: str) -> None:
    """Refuse what costs more than a limit leaves.

    Args:
        whose: the data set, in words.
        cost: the epsilon of a release.
        spent: that of others.
        limit: the most that all may spend, if there is a limit.
        raised_by: what raises it.

    Raises:
        BudgetExceeded: it is more.
    """
    if limit is not None and spent + cost > limit:
        raise BudgetExceeded(
            f"epsilon {cost.normalize():f} is more than the budget of {whose} leaves: of {limit.normalize():f}, "
            f"{spent.normalize():f} is spent. Ask for less, or raise the limit ({raised_by})"
        )


def give_back(con: DuckDBPyConnection, run: str) -> None:
    """Remove what was noted for a run that certainly has drawn no noise. The caller holds the transaction."""
    statements.run(con, "histogram/give_back", run=run)


def has_limit(con: DuckDBPyConnection, dataset: str) -> bool:
    """Whether what releases of a data set may spend is limited."""
    ((limit,),) = con.execute("SELECT b.epsilon_limit FROM setrisk.budget(?) AS b", [dataset]).fetchall()
    return limit is not None


def round_epsilon(epsilon: float, rounding: str) -> Decimal:
    """An epsilon with nine decimal places, as in the ledger, so that sums are exact."""
    return Decimal(repr(float(epsilon))).quantize(_NANO, rounding=rounding)
