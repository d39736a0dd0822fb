"""What a COAT release protects, and which items may be generalised together."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from setrisk.errors import BadInput
from setrisk.pipelines.common.quantities import quantity
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.tables import is_table
from setrisk.pipelines.transactions.itemsets import number_itemsets, read_itemsets_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# The default of wordnet_threshold (CONTEXT 6.2.3).
_AKIN = 0.5
# What stands for all itemsets among privacy constraints, and up to how many items they then have.
_ALL, _PROTECTED_SIZE = "all", 2


def protected_size(con: DuckDBPyConnection, arguments: dict[str, Any], names: NDArray[np.object_]) -> int | None:
    """Up to how many items every itemset is protected; None if privacy constraints say what is."""
    given = [
        name for name in ("protect_all", "privacy_constraints", "random_constraints") if arguments[name] is not None
    ]
    if len(given) > 1:
        raise BadInput(f"{' and '.join(given)} are given; coat takes one of them, to know what to protect")
    is_all = is_word_for_all(arguments["privacy_constraints"])
    if is_all and is_all_a_name(con, names):
        raise BadInput(
            f"privacy_constraints: {_ALL!r} stands for every itemset, but there is an item, a table or a file of that "
            "name, too; use protect_all for every itemset, or give the constraints under another name"
        )
    if is_all or not given:
        return _PROTECTED_SIZE
    size: int | None = arguments["protect_all"]
    return size


def is_word_for_all(constraints: object) -> bool:
    """Whether it is the word that stands for every itemset among privacy constraints."""
    return isinstance(constraints, str) and constraints == _ALL


def is_all_a_name(con: DuckDBPyConnection, names: NDArray[np.object_]) -> bool:
    """Whether that word is the name of an item, a table or a file, too."""
    return _ALL in names or is_table(con, _ALL) or Path(_ALL).exists()


def privacy_constraints(
    con: DuckDBPyConnection, arguments: dict[str, Any], names: NDArray[np.object_]
) -> list[NDArray[np.int64]]:
    """Those that are given or drawn; an item is its index in `names`."""
    from setrisk.udf.generalisation.constraints import draw_constraints
    from setrisk.udf.generalisation.violations import MAX_CONSTRAINT_SIZE

    given, share = arguments["privacy_constraints"], arguments["random_constraints"]
    if share is not None:
        if not 0 < share <= 1:
            raise BadInput(
                f"random_constraints is {share}; it must be above 0 and at most 1: the fraction of the items to protect"
            )
        seed = arguments["seed"] if arguments["seed"] is not None else secrets.randbits(63)
        return draw_constraints(np.arange(len(names)), share, seed=seed)
    privacy = number_itemsets(read_itemsets_of(con, given, "privacy_constraints", names), names, "privacy")
    for number, constraint in enumerate(privacy, 1):
        if not 1 <= len(constraint) <= MAX_CONSTRAINT_SIZE:
            raise BadInput(
                f"privacy constraint {number} has {len(constraint)} items; it must have 1 to {MAX_CONSTRAINT_SIZE}"
            )
    return privacy


def utility_constraints(
    con: DuckDBPyConnection,
    arguments: dict[str, Any],
    names: NDArray[np.object_],
    privacy: list[NDArray[np.int64]],
) -> list[NDArray[np.int64]]:
    """Disjoint ones; an item is its index in `names`."""
    utility = _wanted_constraints(con, arguments, names, privacy)
    times = np.bincount(np.concatenate(utility)) if utility else np.zeros(0)
    if (times > 1).any():
        raise BadInput(f"{names[times.argmax()]!r} is in more than one utility constraint; they must be disjoint")
    return utility


def _wanted_constraints(
    con: DuckDBPyConnection,
    arguments: dict[str, Any],
    names: NDArray[np.object_],
    privacy: list[NDArray[np.int64]],
) -> list[NDArray[np.int64]]:
    if arguments["utility_constraints"] is not None and arguments["wordnet"] is not None:
        raise BadInput("give either utility_constraints or wordnet, not both")
    if arguments["utility_constraints"] is not None:
        given = read_itemsets_of(con, arguments["utility_constraints"], "utility_constraints", names)
        return number_itemsets(given, names, "utility")
    if arguments["wordnet"] is None and arguments["wordnet_threshold"] is not None:
        raise BadInput("wordnet_threshold needs wordnet: it is the WordNet similarity from which items are related")
    if arguments["wordnet"] is None:
        return [np.arange(len(names), dtype=np.int64)]
    from setrisk.udf.semantics import wordnet

    akin = wordnet.utility_constraints(
        arguments["wordnet"],
        names.tolist(),
        [names[constraint].tolist() for constraint in privacy] or [[name] for name in names.tolist()],
        threshold=_AKIN if arguments["wordnet_threshold"] is None else arguments["wordnet_threshold"],
    )
    return number_itemsets(akin, names, "utility")


def count_protected(privacy: list[NDArray[np.int64]], n_items: int) -> str:
    """How many of the items privacy constraints protect, in words."""
    n_protected = len(np.unique(np.concatenate(privacy))) if privacy else 0
    return (
        f"{quantity(len(privacy), 'itemset')} of {n_protected:,} of the {quantity(n_items, 'item')} protected, and no "
        "others"
    )


def keep_constraints(con: DuckDBPyConnection, release: str, privacy: list[NDArray[np.int64]]) -> None:
    """Keep the privacy constraints of a release, as item numbers, for those who measure its risk."""
    tables = {"_setrisk_constraints": numbered_constraints(privacy)}
    run(con, "generalisation/keep_constraints", tables=tables, release=release)


def numbered_constraints(privacy: list[NDArray[np.int64]]) -> dict[str, NDArray[np.int64]]:
    """The columns of a table of privacy constraints, without that of the release."""
    return {
        "constraint_no": np.repeat(np.arange(1, len(privacy) + 1), [len(constraint) for constraint in privacy]),
        "item_id": np.concatenate(privacy),
    }
