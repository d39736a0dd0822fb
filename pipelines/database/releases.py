"""Look-ups of releases by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.errors import BadInput, UnknownRelease
from setrisk.pipelines.common.spelling import meant

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


# Names that a message lists.
_SHOWN = 10


def family_of(con: DuckDBPyConnection, release: str) -> str:
    """The family of a release, made here or imported.

    Raises:
        UnknownRelease: there is no such release; the message lists the known ones.
    """
    found = con.execute("SELECT r.family FROM setrisk.release AS r WHERE r.release = ?", [release]).fetchall()
    if not found:
        raise UnknownRelease(
            f"there is no release {release!r}{known_names(con, 'setrisk.release', 'release', release)}"
        )
    return str(found[0][0])


def own_family(con: DuckDBPyConnection, release: str) -> str:
    """The family of a release that was made in this database.

    Raises:
        UnknownRelease: there is no such release.
        BadInput: it was imported.
    """
    family = family_of(con, release)
    if not is_made_here(con, release):
        raise BadInput(f"the release {release!r} was not made in this database: the original data are not here")
    return family


def is_made_here(con: DuckDBPyConnection, release: str) -> bool:
    """Whether the original data of a release are in this database."""
    is_owner = con.execute(
        "SELECT 1 FROM duckdb_tables() AS t WHERE t.database_name = current_database() "
        "AND t.schema_name = 'setrisk_private' AND t.table_name = 'provenance'"
    ).fetchall()
    return bool(is_owner) and bool(
        con.execute("SELECT m.* FROM setrisk_internal.made_here(?) AS m", [release]).fetchall()
    )


def known_names(con: DuckDBPyConnection, table: str, column: str, wanted: str) -> str:
    """The end of a message about an unknown name: the name that was probably meant, or else the known names."""
    names = [name for (name,) in con.execute(f"SELECT DISTINCT t.{column} FROM {table} AS t ORDER BY ALL").fetchall()]
    if not names:
        return "; there is none yet"
    more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    return meant(wanted, names) or f"; there are {', '.join(names[:_SHOWN])}{more}"
