"""What a method was given for a data set, for a part of its people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.database.statements import run
from setrisk.pipelines.methods.registry import method as method_named
from setrisk.pipelines.transactions.itemsets import read_itemsets_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def arguments_for_part(
    con: DuckDBPyConnection, method: str, dataset: str, part: str, given: Mapping[str, Any], seed: int
) -> dict[str, Any]:
    """The same values, but itemsets name only items of the part: nobody among its people has the others, so that there
    is nothing about them to protect, or to generalise. And a release that is not seeded is made again by this seed: it
    is not published, and whoever assesses it once more is to find the same.

    Args:
        con: a DuckDB connection.
        method: the method that makes the release.
        dataset: the data set that the values were given for.
        part: a data set of some of its people.
        given: values of the method's parameters.
        seed: seed of the draws, if the method draws and none is given.
    """
    items, own = (
        {item for (item,) in run(con, "transactions/items_of_dataset", dataset=each).fetchall()}
        for each in (dataset, part)
    )
    return arguments_for_items(con, method, items, own, given, seed)


def arguments_for_items(
    con: DuckDBPyConnection, method: str, items: set[str], own: set[str], given: Mapping[str, Any], seed: int
) -> dict[str, Any]:
    """The same for a data set with these items, and a part of it that has its own."""
    changed = dict(given)
    for parameter in method_named(method, "protect").parameters:
        if parameter.name == "seed" and given.get("seed") is None:
            changed["seed"] = seed
        if parameter.names_items and given.get(parameter.name) is not None:
            itemsets = [
                [item for item in itemset if item in own]
                for itemset in read_itemsets_of(con, given[parameter.name], parameter.name, items)
            ]
            changed[parameter.name] = [itemset for itemset in itemsets if itemset]
    return changed
