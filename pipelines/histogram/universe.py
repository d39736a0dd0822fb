"""The universe: the items that a record may hold, and their taxonomy. Public, or taken from the data on request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.common.columns import objects
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.transactions.itemsets import read_names
from setrisk.pipelines.transactions.taxonomies import read_taxonomy

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from setrisk.udf.common.arrays import Integers
    from setrisk.udf.common.taxonomy import Taxonomy

# Registered here: a frame that `run` registers is gone before the rows are fetched.
_UNIVERSE = "_setrisk_universe"


@dataclass(frozen=True)
class Universe:
    """Item names in the order of the taxonomy's leaves.

    Attributes:
        items: each once.
        tree: the taxonomy that the user gave, or None if one is to be made.
        from_data: whether the items come from the data; then each item reveals that someone has it.
    """

    items: list[str]
    tree: Taxonomy | None
    from_data: bool


def items_of(con: DuckDBPyConnection, dataset: str) -> list[str]:
    """The items of a data set, by their names."""
    found = con.execute("SELECT s.item FROM setrisk_internal.item_supports(?) AS s ORDER BY s.item", [dataset])
    return [item for (item,) in found.fetchall()]


def choose(con: DuckDBPyConnection, dataset: str, arguments: dict[str, Any], of_data: list[str]) -> Universe:
    """The universe of a release.

    Args:
        con: a DuckDB connection that has the tables which the arguments name.
        dataset: the data set, for messages.
        arguments: `universe`, `taxonomy` and `from_data` among them.
        of_data: the items of the data set, by their names.

    Raises:
        BadInput: there is none, it is empty or names an item twice, the taxonomy lacks items of it or is not a tree, or
            the data have an item that it lacks.
    """
    given, taxonomy, from_data = arguments["universe"], arguments.get("taxonomy"), arguments["from_data"]
    if (given is not None or taxonomy is not None) and from_data:
        raise BadInput("give a universe (or a taxonomy) or from_data, not both")
    items = read_names(con, given, "universe") if given is not None else of_data if from_data else []
    tree = None
    if taxonomy is not None:
        leaves, tree = read_taxonomy(con, taxonomy)
        _check_children(tree)
        if missing := sorted(set(items) - set(leaves)):
            raise BadInput(f"taxonomy: it lacks the item {missing[0]!r} of the universe ({len(missing):,} in all)")
        if given is not None and (beyond := sorted(set(leaves) - set(items))):
            raise BadInput(
                f"taxonomy: it has the item {beyond[0]!r}, which the universe lacks ({len(beyond):,} in all)"
            )
        items = leaves
    if not items:
        raise BadInput(
            "say which items a record may hold, independently of the data: give a universe (names, a file or a table), "
            "a taxonomy, or from_data, which marks the release domain-from-data"
        )
    if len(set(items)) < len(items):
        twice = next(item for place, item in enumerate(items) if item in items[:place])
        raise BadInput(f"universe: {twice!r} is named twice")
    if outside := sorted(set(of_data) - set(items)):
        alone = f"there is neither a file nor a table {given!r}, and as one item " if items == [given] else ""
        raise BadInput(
            f"universe: {alone}it lacks {outside[0]!r}, which {dataset!r} holds ({len(outside):,} such items in all): "
            "add them, or load the data without them"
        )
    return Universe(items, tree, from_data)


def places(con: DuckDBPyConnection, universe: Universe) -> Integers:
    """The place in the universe, from 0, of each item of the dictionary, by item number; -1 if it is not there."""
    import numpy as np

    con.register(_UNIVERSE, {"place": np.arange(len(universe.items)), "item": objects(universe.items)})
    found = run(con, "histogram/universe_places").fetchnumpy()
    con.unregister(_UNIVERSE)
    item_ids = np.asarray(found["item_id"])
    place = np.full(item_ids.max(initial=0) + 1, -1, dtype=np.int64)
    place[item_ids] = found["place"]
    return place


def _check_children(tree: Taxonomy) -> None:
    from setrisk.udf.histogram.noisy_partitioning import MOST_CHILDREN

    if (most := int(tree.n_children.max())) > MOST_CHILDREN:
        raise BadInput(
            f"taxonomy: a node has {most} children; it must have at most {MOST_CHILDREN}, since it expands into every "
            "subset of them: put nodes between"
        )
