"""How well releases answer counting queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.pipelines.common.numbers import whole_number
from setrisk.pipelines.database.statements import text
from setrisk.pipelines.database.task import task

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


MOST_DRAWS = 10_000


@task(writes=False, known=["release"], originals=True)
def utility(
    con: DuckDBPyConnection, release: str, *, reconstructions: int = 20, pairs: int = 100, seed: int = 0
) -> DuckDBPyRelation:
    """Measure how far off counts of records with a pair of items are in a release; for the owner of the data. The scale
    is the same for all families.

    Args:
        con: a DuckDB connection.
        release: a release that was made in this database.
        reconstructions: random reconstructions of it, 1 to 10,000.
        pairs: pairs of each of three bands of supports, 1 or more.
        seed: seed of the draws of pairs and reconstructions. With the same seed, releases of a data set are asked the
            same.

    Returns:
        `setrisk.utility`: band, pairs, least, most, error in [0, 2], spread; a row for each band, low to high, and one
        for all.

    Raises:
        UnknownRelease: there is no such release.
        BadInput: the release was imported, so that its original data are not here; or a number is out of its range.

    Examples:
        >>> setrisk.utility(con, "r2").project("band, round(error, 2)").fetchall()
        [('low', 1.0), ('medium', 0.74), ('high', 0.43), ('all', 0.79)]
    """
    reconstructions = whole_number("reconstructions", reconstructions, 1, MOST_DRAWS)
    pairs = whole_number("pairs", pairs, 1)
    seed = whole_number("seed", seed, 0)
    return con.sql(
        text("utility/ordered_utility", release=release, reconstructions=reconstructions, pairs=pairs, seed=seed)
    )
