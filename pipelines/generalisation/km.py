"""Releases by km, which generalise items along a taxonomy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.quantities import quantity
from setrisk.pipelines.generalisation import publishing
from setrisk.pipelines.generalisation.taxonomies import chosen_taxonomy
from setrisk.pipelines.methods.made import Made, marks_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def make_km_release(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress
) -> Made:
    """Publish a data set with its items generalised along a taxonomy, in the transaction of the caller.

    Raises:
        BadInput: more than one taxonomy is asked for, or it is none, or it lacks an item of the data set.
        InfeasibleConstraint: fewer than k transactions hold any item; the caller rolls back.
    """
    from setrisk.udf.generalisation.km import km

    k, m = arguments["k"], arguments["m"]
    progress("reading the data set")
    transactions = publishing.read_transactions(con, dataset, k)
    supports = np.bincount(transactions.items, minlength=len(transactions.names))
    taxonomy = chosen_taxonomy(con, transactions.names.tolist(), supports, arguments, "km")
    cut = km(
        **transactions.given_to_kernel(),
        taxonomy=taxonomy,
        k=k,
        m=m,
        progress=lambda size, done, total: progress(f"protecting itemsets of {quantity(size, 'item')}", done, total),
    )
    _, first, nodes = np.unique(cut.node, return_index=True, return_inverse=True)
    progress("publishing")
    counts = publishing.publish(con, dataset, release, transactions, first[nodes], arguments)
    progress("verifying")
    publishing.check_itemsets(con, release, k, m)
    return Made(
        {"k": k, "m": m, "keep_order": counts.keep_order},
        marks_of(arguments["seed"], hides=counts.hides),
        f"all itemsets of up to {quantity(m, 'item')} protected, NCP {cut.loss:.3f} (1 is the worst), by {counts}",
    )
