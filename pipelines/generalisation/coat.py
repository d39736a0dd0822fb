"""COAT releases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from setrisk.errors import InfeasibleConstraint
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.quantities import quantity
from setrisk.pipelines.generalisation import publishing
from setrisk.pipelines.generalisation.constraints import (
    count_protected,
    keep_constraints,
    privacy_constraints,
    protected_size,
    utility_constraints,
)
from setrisk.pipelines.methods.made import Made, marks_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from setrisk.pipelines.generalisation.publishing import ItemCounts, Transactions
    from setrisk.udf.common.arrays import Integers
    from setrisk.udf.generalisation.coat import Generalisation


def make_coat_release(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress
) -> Made:
    """Publish a COAT release of a data set, in the transaction of the caller.

    Raises:
        BadInput: constraints conflict, or name unknown items.
        InfeasibleConstraint: what is named cannot be protected; the caller rolls back.
    """
    progress("reading the data set")
    transactions = publishing.read_transactions(con, dataset, arguments["k"])
    chosen = choose(con, transactions, arguments, progress)
    progress("publishing")
    counts = publishing.publish(con, dataset, release, transactions, chosen.label, arguments)
    if chosen.m is None:
        keep_constraints(con, release, chosen.privacy)
    progress("verifying")
    if chosen.m is None:
        publishing.check_constraints(con, release)
    else:
        publishing.check_itemsets(con, release, arguments["k"], chosen.m)
    return describe(chosen, counts, arguments)


@dataclass(frozen=True)
class Choice:
    """What becomes of the items of a data set.

    Attributes:
        label: as in `publishing.publish`.
        m: every itemset of up to so many items is protected; None if privacy constraints say what is.
        privacy: these constraints, each as numbers of items; none with m.
        protected: what is protected, in words.
    """

    label: NDArray[np.int32]
    m: int | None
    privacy: list[Integers]
    protected: str


def choose(
    con: DuckDBPyConnection, transactions: Transactions, arguments: dict[str, Any], progress: Progress
) -> Choice:
    """Generalise the items of a data set.

    Args:
        con: a DuckDB connection, which may have tables that the arguments name.
        transactions: what was read of the data set.
        arguments: those of the method.
        progress: called with each step.

    Raises:
        BadInput, InfeasibleConstraint: as by `make_coat_release`.
    """
    m = protected_size(con, arguments, transactions.names)
    privacy = privacy_constraints(con, arguments, transactions.names) if m is None else []
    utility = utility_constraints(con, arguments, transactions.names, privacy)
    label = _generalise(transactions, privacy, utility, m, arguments, progress).label
    if m is None:
        protected = count_protected(privacy, len(transactions.names))
    else:
        protected = f"all itemsets of up to {quantity(m, 'item')} protected"
    return Choice(label, m, [transactions.item_ids[constraint] for constraint in privacy], protected)


def describe(chosen: Choice, counts: ItemCounts, arguments: dict[str, Any]) -> Made:
    """What is said of a release."""
    return Made(
        {
            "k": arguments["k"],
            **({} if chosen.m is None else {"m": chosen.m}),
            "max_suppression": arguments["max_suppression"],
            "keep_order": counts.keep_order,
        },
        [
            *marks_of(arguments["seed"], hides=counts.hides),
            *(["drawn-constraints"] if arguments["random_constraints"] is not None else []),
        ],
        f"{chosen.protected}, by {counts}",
    )


def _generalise(
    transactions: Transactions,
    privacy: list[Integers],
    utility: list[Integers],
    m: int | None,
    arguments: dict[str, Any],
    progress: Progress,
) -> Generalisation:
    """Generalise until every itemset of up to m items is protected, or every privacy constraint if m is None."""
    from setrisk.udf.generalisation.coat import TooMuchSuppression, coat
    from setrisk.udf.generalisation.coat_all import coat_all

    given = {
        **transactions.given_to_kernel(),
        "n_items": len(transactions.names),
        "utility": utility,
        "k": arguments["k"],
        "max_suppression": arguments["max_suppression"],
    }
    try:
        if m is None:
            return coat(
                **given,
                constraints=privacy,
                progress=lambda done, total: progress("satisfying constraints", done, total),
            )
        return coat_all(
            **given,
            m=m,
            progress=lambda size, done, total: progress(
                f"protecting itemsets of {quantity(size, 'item')}", done, total
            ),
        )
    except TooMuchSuppression as error:
        itemset = "{" + ", ".join(str(transactions.names[item]) for item in error.constraint) + "}"
        what = f"the itemset {itemset}" if error.index is None else f"privacy constraint {error.index + 1} {itemset}"
        raise InfeasibleConstraint(
            f"{what} cannot be satisfied at k = {arguments['k']} with at most {arguments['max_suppression']:g} of the "
            "items suppressed; raise max_suppression, lower k, or widen the utility constraints. Nothing was published"
        ) from None
