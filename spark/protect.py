"""Make a release on Spark, by the method that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.errors import AlreadyExists, BadInput
from setrisk.methods import APLKiller, Coat, DiffPart, Disassociation, Mixture, PrivBayes
from setrisk.pipelines.common.argument_types import check_types
from setrisk.pipelines.releases.protect import Protected
from setrisk.spark.catalog import check_name
from setrisk.spark.disassociation import protect_by_shards
from setrisk.spark.generalisation import protect_by_generalisation
from setrisk.spark.histograms import protect_histogram
from setrisk.spark.rows import size_of
from setrisk.spark.unchanged import Unchanged

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# What spends a budget: Spark counts, and the driver draws.
NOISY = (DiffPart, APLKiller, PrivBayes, Mixture)


@check_types
def protect(
    session: SparkSession,
    dataset: str,
    release: str,
    method: Disassociation | Coat | DiffPart | APLKiller | PrivBayes | Mixture | None = None,
    *,
    shard_size: int = 25_000,
    replace: bool = False,
) -> Protected:
    """Make a release of a data set on Spark: by disassociation, shard by shard, each in a worker; by COAT, for which
    this machine chooses what is generalised, and Spark replaces it; or a noisy one, for which Spark counts distinct
    itemsets, its ledger notes what will be spent, and this machine draws noise, once.

    Args:
        session: an attached session; setrisk must be installed on its workers.
        dataset: a loaded data set.
        release: the name of the release: a new one, or one to `replace`.
        method: the method with its parameters; `Disassociation()` without it.
        shard_size: about how many records a shard has at most, at least 100 and 20 k: each worker holds the records of
            one shard at a time for each of its cores. Other releases have no shards.
        replace: replace the release of this name. Replacing a release that was already published protects nobody. If
            the new one cannot be written, neither is there afterwards: Spark has no transactions over several tables.

    Raises:
        UnknownDataset, AlreadyExists, BadInput, InfeasibleConstraint, MissingExtra, BudgetExceeded: nothing was
            published, or spent.
        NoiseSpent: nothing was published either, but noise was drawn, which is in the ledger.
        SetriskError: a shard could not be made, however often Spark tried, is missing, or there twice; nothing was
            published, and what was to be replaced is still there. Or the data set was replaced meanwhile, or rows were
            lost to another program: nothing was published, and what was to be replaced may be gone. If Spark failed
            while it noted what a noisy release would spend, nothing was drawn, but the ledger may have it.

    Examples:
        >>> made = setrisk.spark.protect(session, "visits", "chunks of visits", setrisk.methods.Disassociation(k=3))
        >>> made.n_transactions
        80
    """
    method = Disassociation() if method is None else method
    if not isinstance(method, (Disassociation, Coat, *NOISY)):
        raise BadInput(
            f"method is {method!r:.60}; on Spark releases are made by setrisk.methods.Disassociation(...), Coat, "
            "DiffPart, APLKiller, PrivBayes and Mixture. Others look at all of the data again and again: make them on "
            "one machine, of up to about 100,000 transactions"
        )
    check_name("dataset", dataset)
    check_name("release", release)
    n_transactions = size_of(session, dataset)
    unchanged = Unchanged(session, release=release, datasets=(dataset,))
    if unchanged.has_release and not replace:
        raise AlreadyExists(
            f"the release {release!r} exists already; name a new one, or replace it with replace=True (--replace)"
        )
    if isinstance(method, NOISY):
        return protect_histogram(session, dataset, release, method, n_transactions, unchanged)
    if isinstance(method, Coat):
        return protect_by_generalisation(session, dataset, release, method, n_transactions, unchanged)
    return protect_by_shards(session, dataset, release, method, n_transactions, shard_size, unchanged)
