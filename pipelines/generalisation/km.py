"""Releases by km, which generalise items along a taxonomy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from setrisk.errors import BadInput
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.common.quantities import quantity
from setrisk.pipelines.generalisation import publishing
from setrisk.pipelines.methods.made import Made, marks_of
from setrisk.pipelines.transactions.taxonomies import read_taxonomy

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from setrisk.pipelines.generalisation.publishing import Transactions
    from setrisk.udf.common.taxonomy import Taxonomy

# Smaller groups keep more.
_GROUP_SIZE = 2


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
    taxonomy = _taxonomy(con, transactions, arguments)
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


def _taxonomy(con: DuckDBPyConnection, transactions: Transactions, arguments: dict[str, Any]) -> Taxonomy:
    """The taxonomy that is asked for, of the items of the data set alone, in their order."""
    from setrisk.udf.common.taxonomy import balanced_taxonomy, from_parents

    given = [name for name in ("taxonomy", "wordnet", "group_size") if arguments[name] is not None]
    if len(given) > 1:
        raise BadInput(f"{' and '.join(given)} are given; km takes one of them, to make its taxonomy of")
    names = transactions.names.tolist()
    if not names:
        raise BadInput("no transaction of the data set has any item: there is nothing to generalise")
    if arguments["taxonomy"] is not None:
        leaves, taxonomy = read_taxonomy(con, arguments["taxonomy"])
    elif arguments["wordnet"] is not None:
        from setrisk.udf.semantics.hypernyms import hypernyms

        leaves, taxonomy = from_parents(hypernyms(arguments["wordnet"], names))
    else:
        by_support = np.argsort(-np.bincount(transactions.items, minlength=len(names)), kind="stable")
        return balanced_taxonomy(len(names), arguments["group_size"] or _GROUP_SIZE).with_items(np.argsort(by_support))
    if missing := sorted(set(names) - set(leaves)):
        raise BadInput(
            f"taxonomy: {missing[0]!r} of the data set is not among its items, which are those that have no children "
            f"({len(missing):,} in all)"
        )
    place = {leaf: number for number, leaf in enumerate(leaves)}
    return taxonomy.with_items([place[name] for name in names])
