"""Make COAT releases on Spark: this machine decides which items are generalised, and Spark replaces them."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

import setrisk
from setrisk.methods import Coat
from setrisk.pipelines.common.progress import ignore_progress
from setrisk.pipelines.generalisation import coat
from setrisk.pipelines.generalisation.constraints import numbered_constraints
from setrisk.pipelines.generalisation.publishing import stage, transactions_of
from setrisk.pipelines.methods.attack_run import NO_ATTACK
from setrisk.pipelines.releases.protect import Protected
from setrisk.spark.failures import in_one_line
from setrisk.spark.fetch import items_of
from setrisk.spark.keep import keep
from setrisk.spark.publish import Made, kept, publish, size_of_release
from setrisk.spark.rows import rows_of, view_of
from setrisk.spark.statements import rows_of_relation, rows_to_read, rows_to_write

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyspark.sql import DataFrame, SparkSession

    from setrisk.pipelines.generalisation.publishing import Transactions
    from setrisk.spark.unchanged import Unchanged

_PUBLISH = "generalisation/publish_release"
_PUBLISHED = ("published_item", "generalised_item", "generalised_record", "provenance")
# Who is at risk without any attack; a release that protects all itemsets up to a size needs less work.
_RISK, _RISK_OF_SAFE = "risk/store_generalisation_risk", "risk/store_shown_generalisation_risk"


def protect_by_generalisation(
    session: SparkSession, dataset: str, release: str, method: Coat, n_transactions: int, unchanged: Unchanged
) -> Protected:
    """Make a COAT release. Which items are generalised depends on all transactions at once: their entries come to this
    machine, two numbers each. Spark replaces the items, and looks whether the promise is kept.

    Raises:
        BadInput, InfeasibleConstraint, SetriskError: nothing was published.
    """
    with in_one_line("make the release", "nothing was published"):
        made, chosen = made_by_generalisation(session, dataset, release, method, n_transactions, {})
        publish(
            session,
            release,
            dataset,
            method.method,
            made,
            unchanged,
            risk=_RISK if chosen.m is None else _RISK_OF_SAFE,
            of_risk={"attacks": [NO_ATTACK]} if chosen.m is None else {},
            broken=partial(_broken, session, release, method.k, chosen.m),
        )
    size = size_of_release(session, release)
    return Protected(release, dataset, method.method.name, n_transactions, made.marks, made.summary, *size)


def made_by_generalisation(
    session: SparkSession, dataset: str, release: str, method: Coat, n_transactions: int, coming: Mapping[str, str]
) -> tuple[Made, coat.Choice]:
    """Make a release of a data set, with what was chosen for it; `coming` are views to read in the place of tables.

    Raises:
        BadInput, InfeasibleConstraint, SetriskError: it could not be made.
    """
    arguments = method.method.arguments(method.given_values())
    transactions = _read(session, dataset, n_transactions, arguments["k"], coming)
    # Without tables: constraints are given as lists, or in files of this machine.
    with setrisk.connect() as con:
        chosen = coat.choose(con, transactions, arguments, ignore_progress)
    columns, counts = stage(transactions, chosen.label, arguments)
    with ExitStack() as stack:
        views = {
            name: stack.enter_context(view_of(session, name, _frame(session, each))) for name, each in columns.items()
        }
        given = {"release": release, "dataset": dataset, "keep_order": arguments["keep_order"]}
        tables = {
            table: keep(rows_to_write(session, _PUBLISH, {**coming, **views}, into=table, **given).drop("release"))
            for table in _PUBLISHED
        }
    tables |= kept(session, method.method, method.given_values())
    if chosen.m is None:
        tables["privacy_constraint"] = _frame(session, numbered_constraints(chosen.privacy))
    said = coat.describe(chosen, counts, arguments)
    return Made(tables, said.parameters, said.marks, said.summary), chosen


def _read(session: SparkSession, dataset: str, n_transactions: int, k: int, coming: Mapping[str, str]) -> Transactions:
    """The entries of a data set, and the names of its items."""
    entries = rows_of(session, "transaction_item", dataset, coming).select("tid", "item_id").toArrow()
    names = items_of(session, dataset, coming).orderBy("item_id").toArrow().column("item").to_pylist()
    return transactions_of(
        {name: entries.column(name).to_numpy() for name in ("tid", "item_id")}, names, n_transactions, k
    )


def _broken(session: SparkSession, release: str, k: int, m: int | None, coming: Mapping[str, str]) -> DataFrame:
    """The itemsets that break the promise."""
    if m is None:
        return rows_of_relation(session, "violated_constraints", coming, release=release)
    return rows_to_read(session, "generalisation/rare_shown_itemsets", coming, release=release, k=k, m=m)


def _frame(session: SparkSession, columns: Mapping[str, Any]) -> DataFrame:
    """Columns as a frame, in which what is no number is NULL."""
    import pyarrow as pa  # type: ignore[import-untyped]

    return session.createDataFrame(pa.table({name: pa.array(each, from_pandas=True) for name, each in columns.items()}))
