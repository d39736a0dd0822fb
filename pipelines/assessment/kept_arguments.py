"""What a release was made with, to make such a release again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.methods.registry import method as method_named
from setrisk.pipelines.releases.arguments import hash_of_contents

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


OF_A_SERIES = "one of a series, which cannot be made again by itself"
"""Why a release of a series is not made again to assess it."""
EMPTY_AGAIN = "empty when made again without a fifth of its people, so that no guess can be made"
"""What a release may be, although it shows something: attacks would find nothing, and that would look like safety."""
NOT_AGAIN = "cannot be made again without a fifth of its people"
"""That there may be fewer people than k, or no itemset left to protect."""


def arguments_to_make_again(
    con: DuckDBPyConnection, release: str, otherwise: str = ""
) -> tuple[str, str, dict[str, Any]]:
    """The data set, the method and the arguments of a release.

    Args:
        con: a DuckDB connection.
        release: a release.
        otherwise: what to do if it cannot be made again, beside what helps always.

    Raises:
        BadInput: the release was imported, or was made of a frame, by shards, or of a table or file that has changed.
    """
    ((dataset, method, arguments, hash_kept),) = run(con, "catalog/kept_arguments", release=release).fetchall()
    if dataset is None:
        raise BadInput(f"release {release} was imported: the people in it are not known here")
    if arguments is None:
        raise BadInput(
            f"release {release} cannot be made again, since it was made of a frame or a query, or by shards on Spark: "
            f"{otherwise}make it of a table here"
        )
    given = {name: value for name, value in json.loads(arguments).items() if value is not None}
    if hash_of_contents(con, method_named(method, "protect"), given) != hash_kept:
        raise BadInput(
            f"release {release} cannot be made again, since a table or file that it was made with has changed: "
            f"{otherwise}make the release again, too"
        )
    return dataset, method, given
