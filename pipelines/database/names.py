"""What the catalog holds by name: data sets, releases, series, knowledge and grids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from setrisk.errors import (
    AlreadyExists,
    BadInput,
    SetriskError,
    UnknownDataset,
    UnknownKnowledge,
    UnknownRelease,
)
from setrisk.pipelines.common.spelling import suggestion
from setrisk.pipelines.database.statements import run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

REPORTED_TYPES = ("release", "series", "grid")
"""What reports are on."""
# Names that a message lists.
_SHOWN = 10


@dataclass(frozen=True)
class ObjectType:
    """A type of object that has a name.

    Attributes:
        title: what messages call it.
        unknown: the error for a name that nothing has.
        reserved: names that mean something already.
    """

    title: str
    unknown: type[SetriskError]
    reserved: tuple[str, ...] = ()


ObjectTypeName = Literal["release", "dataset", "knowledge", "series", "grid", "export"]
OBJECT_TYPES: dict[str, ObjectType] = {
    "release": ObjectType("release", UnknownRelease),
    "dataset": ObjectType("data set", UnknownDataset),
    "knowledge": ObjectType("knowledge", UnknownKnowledge, ("self",)),
    "series": ObjectType("series", UnknownRelease),
    "grid": ObjectType("grid", BadInput),
    "export": ObjectType("export", UnknownRelease),
}
# What a name alone may mean. That a release was exported must not be forgotten by dropping it twice.
_MEANT_BY_NAME = tuple(each for each in OBJECT_TYPES if each != "export")


def exists(con: DuckDBPyConnection, object_type: str, name: str) -> bool:
    """Whether there is something of this type and name."""
    return name in names_of(con, object_type)


def names_of(con: DuckDBPyConnection, object_type: str) -> list[str]:
    """All names of this type, sorted."""
    return [name for (name,) in run(con, f"catalog/{object_type}_names").fetchall()]


def find_type(
    con: DuckDBPyConnection, name: str, object_type: str | None, types: Sequence[str] = _MEANT_BY_NAME
) -> str:
    """What a name is the name of. A series or grid that shares its name with something else is meant only if that is
    said.

    Args:
        con: a DuckDB connection.
        name: what it is called.
        object_type: what the user says that it is, if that is said.
        types: what it may be.

    Raises:
        UnknownDataset, UnknownRelease, UnknownKnowledge, BadInput: there is nothing of that name (and type); or several
            things have it.
    """
    if object_type is not None:
        require(con, object_type, name)
        return object_type
    found = _meanings(con, name, types)
    if not found:
        titles = [OBJECT_TYPES[each].title for each in types]
        known = dict.fromkeys(known for each in types for known in names_of(con, each))
        if "release" in types and exists(con, "dataset", name):
            raise UnknownRelease(_dataset_instead(name, list(known)))
        raise UnknownRelease(
            f"there is no {', '.join(titles[:-1])} or {titles[-1]} {name!r}{known_instead(name, list(known))}"
        )
    if len(found) > 1:
        raise BadInput(
            f"several things are called {name!r}: {', '.join(found)}; say which by object_type (--object-type)"
        )
    return found[0]


def type_option(con: DuckDBPyConnection, name: str, object_type: str, types: Sequence[str]) -> str:
    """The option that a proposed command needs so that a name means this type; nothing if it means that without it.

    Args:
        con: a DuckDB connection.
        name: what it is called.
        object_type: what it is.
        types: what the command takes, as in `find_type`.
    """
    return "" if _meanings(con, name, types) in ([], [object_type]) else f"--object-type {object_type}"


def _meanings(con: DuckDBPyConnection, name: str, types: Sequence[str]) -> list[str]:
    """The types that a name may mean if nothing is said."""
    found = [each for each in types if exists(con, each, name)]
    while len(found) > 1 and found[-1] in ("series", "grid"):
        found.pop()
    return found


def require(con: DuckDBPyConnection, object_type: str, name: str, *, besides: str = "") -> None:
    """Check that there is something of this type and name.

    Args:
        con: a DuckDB connection.
        object_type: a key of `OBJECT_TYPES`.
        name: what it is called.
        besides: what the message says at its end.

    Raises:
        UnknownDataset, UnknownRelease, UnknownKnowledge, BadInput: there is not; the message says which name was
            probably meant, or lists the names that there are.
    """
    if not exists(con, object_type, name):
        of = OBJECT_TYPES[object_type]
        known = [*of.reserved, *names_of(con, object_type)]
        if object_type == "release" and exists(con, "dataset", name):
            raise of.unknown(_dataset_instead(name, known))
        raise of.unknown(f"there is no {of.title} {name!r}{known_instead(name, known)}{besides}")


def _dataset_instead(name: str, known: Sequence[str]) -> str:
    """That a data set was named where releases are asked about."""
    return (
        f"{name!r} is a data set, and not a release of one: setrisk assess says what it would give away, published as "
        f"it is{known_instead('', known)}"
    )


def known_instead(name: object, known: Sequence[str]) -> str:
    """The end of a message on a name that is not known: the one that was probably meant, or those that there are."""
    more = f" and {len(known) - _SHOWN:,} more" if len(known) > _SHOWN else ""
    listed = f"; there are {', '.join(known[:_SHOWN])}{more}" if known else "; there is none yet"
    return suggestion(name, known) or listed


def require_free(
    con: DuckDBPyConnection, object_type: str, name: str, *, can_replace: bool = False, besides: str = ""
) -> None:
    """Check that a name can be given to something new of this type.

    Args:
        con: a DuckDB connection.
        object_type: a key of `OBJECT_TYPES`.
        name: what it is to be called.
        can_replace: whether the caller could replace what has the name.
        besides: what the message says at its end.

    Raises:
        BadInput: it is empty.
        AlreadyExists: something of this type has it already.
    """
    title = OBJECT_TYPES[object_type].title
    if name in OBJECT_TYPES[object_type].reserved:
        raise BadInput(f"{title} cannot be called {name!r}, which means something already; choose another name")
    if not name or not isinstance(name, str):
        raise BadInput(f"the {title} needs a name; {name!r} is not a valid one")
    if exists(con, object_type, name):
        ways = "drop it first, replace it with replace=True (--replace)," if can_replace else "drop it first"
        raise AlreadyExists(f"the {title} {name!r} exists already; {ways} or choose another name{besides}")


def family_of(con: DuckDBPyConnection, release: str) -> str:
    """The family of a release, made here or imported.

    Raises:
        UnknownRelease: there is no such release; the message lists those that there are.
    """
    require(con, "release", release)
    ((family, _),) = run(con, "catalog/release_entry", release=release).fetchall()
    return str(family)


def method_of(con: DuckDBPyConnection, release: str) -> str:
    """The method by which a release was made, or is being made."""
    ((_, method),) = run(con, "catalog/release_entry", release=release).fetchall()
    return str(method)


def number_of_transactions(con: DuckDBPyConnection, dataset: str) -> int:
    """How many transactions a data set has."""
    ((n_transactions,),) = run(con, "transactions/transaction_count", dataset=dataset).fetchall()
    return int(n_transactions)


def require_originals(con: DuckDBPyConnection, release: str) -> None:
    """Check that the original data of a release are in this database.

    Raises:
        BadInput: the release was imported.
    """
    if not is_made_here(con, release):
        raise BadInput(f"the release {release!r} was not made in this database: the original data are not here")


def is_made_here(con: DuckDBPyConnection, release: str) -> bool:
    """Whether the original data of a release are in this database."""
    is_owner = run(
        con, "catalog/table_or_view", table_name="provenance", schema="setrisk_private", database=""
    ).fetchall()
    return bool(is_owner) and bool(
        con.execute("SELECT m.* FROM setrisk_internal.made_here(?) AS m", [release]).fetchall()
    )
