"""The taxonomy along which items are generalised: given, of WordNet, or of groups of about the same support."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from setrisk.errors import BadInput
from setrisk.pipelines.transactions.taxonomies import read_taxonomy

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from setrisk.udf.common.arrays import Integers
    from setrisk.udf.common.taxonomy import Taxonomy

# Smaller groups keep more.
_GROUP_SIZE = 2


def chosen_taxonomy(
    con: DuckDBPyConnection, names: Sequence[str], supports: Integers, arguments: Mapping[str, Any], method: str
) -> Taxonomy:
    """The taxonomy that is asked for, of these items alone, in their order.

    Args:
        con: a DuckDB connection.
        names: of the items to generalise.
        supports: of each of them, its number of transactions.
        arguments: those of the method: `taxonomy`, `wordnet` and `group_size`, of which one at most has a value.
        method: what the method is called.

    Raises:
        BadInput: several of them have one, there is nothing to generalise, or the taxonomy is none, or lacks an item.
    """
    from setrisk.udf.common.taxonomy import balanced_taxonomy, from_parents

    if len(given := given_names(arguments)) > 1:
        raise BadInput(f"{' and '.join(given)} are given; {method} takes one of them, to make its taxonomy of")
    if not len(names):
        raise BadInput("no transaction of the data set has any item: there is nothing to generalise")
    if arguments["taxonomy"] is not None:
        leaves, taxonomy = read_taxonomy(con, arguments["taxonomy"])
    elif arguments["wordnet"] is not None:
        from setrisk.udf.semantics.hypernyms import hypernyms

        leaves, taxonomy = from_parents(hypernyms(arguments["wordnet"], list(names)))
    else:
        by_support = np.argsort(-supports, kind="stable")
        return balanced_taxonomy(len(names), arguments["group_size"] or _GROUP_SIZE).with_items(np.argsort(by_support))
    if missing := sorted(set(names) - set(leaves)):
        raise BadInput(
            f"taxonomy: {missing[0]!r} of the data set is not among its items, which are those that have no children "
            f"({len(missing):,} in all)"
        )
    place = {leaf: number for number, leaf in enumerate(leaves)}
    return taxonomy.with_items([place[name] for name in names])


def given_names(arguments: Mapping[str, Any]) -> list[str]:
    """Which of the three parameters that say what taxonomy to take have a value."""
    return [name for name in ("taxonomy", "wordnet", "group_size") if arguments[name] is not None]
