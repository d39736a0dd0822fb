"""The ledger of data sets on Spark: how much epsilon their noisy releases have spent, and may spend."""

from __future__ import annotations

import threading
import uuid
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import TYPE_CHECKING

from setrisk.errors import SetriskError
from setrisk.pipelines.common import utc
from setrisk.pipelines.histogram.budget import check_left, check_limit, round_epsilon
from setrisk.spark.catalog import check_name
from setrisk.spark.failures import in_one_line
from setrisk.spark.keep import keep
from setrisk.spark.relations import relation
from setrisk.spark.rows import add_rows, replace_rows, require_written, rows_of, size_of
from setrisk.udf.common.ranges import check_epsilon

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_ONE_AT_A_TIME = threading.Lock()


@in_one_line("set the limit or say what is left", "see by the relation `budget` which limit there is")
def set_budget(session: SparkSession, dataset: str, *, epsilon_limit: float) -> DataFrame:
    """Limit how much epsilon the noisy releases of a data set may spend on Spark, including what they have spent.

    Args:
        session: an attached session.
        dataset: a loaded data set.
        epsilon_limit: the most that all of them may spend together.

    Returns:
        The relation `budget`: dataset, epsilon_limit, spent, remaining, n_releases, shared_with.

    Raises:
        UnknownDataset: there is no data set of that name.
        BadInput: the limit is not a number in its range.
        SetriskError: it could not be written; the old one is kept. Or what is left could not be read afterwards.

    Examples:
        >>> setrisk.spark.set_budget(session, "visits", epsilon_limit=5).collect()[0].remaining
        Decimal('5.000000000')
    """
    check_name("dataset", dataset)
    check_limit(epsilon_limit)
    size_of(session, dataset)
    limit = round_epsilon(epsilon_limit, ROUND_FLOOR)
    row = session.createDataFrame([(limit, 0)], "epsilon_limit DECIMAL(18, 9), n_spendings BIGINT")
    before = keep(rows_of(session, "budget_limit", dataset))
    try:
        with in_one_line("set the limit", "the old one is kept"):
            replace_rows(session, "budget_limit", dataset, row)
            require_written(session, dataset, {"budget_limit": row}, "the old limit is kept")
    except BaseException:
        # Spark takes the old row out first, and without one nothing is limited.
        replace_rows(session, "budget_limit", dataset, before)
        raise
    return relation(session, "budget", dataset=dataset)


@in_one_line(
    "note what would be spent", "nothing was drawn, but the ledger may have the note: see what is left by `budget`"
)
def spend(session: SparkSession, dataset: str, release: str, method: str, epsilon: float) -> None:
    """Note what a release is going to spend, before it draws any noise. Nothing takes the note back.

    Spark has no locks: the limit is looked at again after the note is written, so that of two programs that spend the
    last of a budget at the same time at most one goes on, and both notes stay. Threads of one program wait here.

    Raises:
        BadInput: epsilon is outside its range; nothing was noted.
        BudgetExceeded: epsilon is more than the limit leaves; nothing was noted, unless another program spent at the
            same time.
        SetriskError: another program wrote at the same time, and the note was lost; or Spark failed, and the ledger may
            have it.
    """
    check_epsilon(epsilon)
    cost = round_epsilon(epsilon, ROUND_CEILING)
    with _ONE_AT_A_TIME:
        _note(session, dataset, release, method, cost)


def _note(session: SparkSession, dataset: str, release: str, method: str, cost: Decimal) -> None:
    _check_left(session, dataset, cost, spent_already=Decimal(0))
    columns = (
        "dataset STRING, release STRING, method STRING, epsilon DECIMAL(18, 9), spent_at TIMESTAMP_NTZ, run STRING"
    )
    run = str(uuid.uuid4())
    note = (dataset, release, method, cost, utc.current_time(), run)
    add_rows(session, "spending", session.createDataFrame([note], columns))
    noted = rows_of(session, "spending", dataset)
    if noted.where(noted["run"] == run).isEmpty():
        raise SetriskError(
            "another program wrote to the ledger at the same time, and what would be spent is not in it; nothing was "
            "drawn: try again"
        )
    _check_left(session, dataset, cost, spent_already=cost)


def _check_left(session: SparkSession, dataset: str, cost: Decimal, *, spent_already: Decimal) -> None:
    """Refuse what is more than the limit leaves, of which a part may have been noted."""
    ((limit, spent),) = relation(session, "budget", dataset=dataset).select("epsilon_limit", "spent").collect()
    check_left(repr(dataset), cost, spent - spent_already, limit, raised_by="setrisk.spark.set_budget")
