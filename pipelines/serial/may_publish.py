"""Whether the last release of a series may be published."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.errors import BadInput
from setrisk.pipelines.database.names import family_of
from setrisk.pipelines.database.statements import run, text
from setrisk.pipelines.database.task import task
from setrisk.pipelines.serial.composition import check_steps

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


@task(writes=False, known=["release"])
def may_publish(con: DuckDBPyConnection, release: str) -> DuckDBPyRelation:
    """Say whether a release may be published, given what is out already; for the owner of the data.

    Args:
        con: a DuckDB connection.
        release: a serial release, the last of its series.

    Returns:
        `setrisk.may_publish`: the records at risk, of this and of earlier releases, through which release, and the
        smallest change that helps; no row: yes, as far as these attacks go.

    Raises:
        UnknownRelease: there is no such release.
        BadInput: it is of another family, or there are later ones in its series.

    Examples:
        >>> setrisk.may_publish(con, "plain mar").project("id, item, change").order("ALL").limit(1).fetchall()
        [('p1', 'hip replacement', 'counterfeits with it: 1 (cluster 5)')]
    """
    family = family_of(con, release)
    if family != "serial":
        raise BadInput(
            f"the release {release!r} is of the family {family}, which has no series: ask `setrisk check`, or "
            "setrisk.check(con, release)"
        )
    ((series, last),) = run(con, "catalog/last_of_series", release=release).fetchall()
    if last != release:
        raise BadInput(f"the release {release!r} is not the last of the series {series!r}, which is {last!r}")
    check_steps(con, series)
    return con.sql(text("serial/ordered_may_publish", series=series, release=release))
