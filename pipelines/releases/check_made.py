"""Check that a method has written all that the tasks read of the releases of its family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setrisk.errors import SetriskError
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.methods.families import FAMILIES, Family
from setrisk.pipelines.methods.made import Made

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from setrisk.pipelines.methods.description import Method


def check_made(con: DuckDBPyConnection, release: str, method: Method, made: Made) -> None:
    """Refuse a release of which a part is missing: attacks would find nothing, and it would look safe.

    Raises:
        SetriskError: a table has no row of the release, items have no names, a parameter is missing, or the method
            does not say what it made.
    """
    if not isinstance(made, Made):
        raise SetriskError(
            f"{method.name} gave back {made!r:.60}: it must say what it made, by setrisk.methods.Made(parameters, "
            "marks, summary). Nothing was published. Please report this defect of the method"
        )
    family = FAMILIES[method.family]
    faults = [
        *_empty_tables(con, release, family, made),
        *_misnamed_items(con, release),
        *_lacking_parameters(made, family),
    ]
    if faults:
        raise SetriskError(
            f"{method.name} has not written all of the release, so that attacks on it would find too little: "
            f"{'; '.join(faults)}. Nothing was published. Please report this defect of the method"
        )


def _empty_tables(con: DuckDBPyConnection, release: str, family: Family, made: Made) -> list[str]:
    def has_row(table: str) -> bool:
        ((is_there,),) = run(con, "catalog/has_row_of_release", table_name=table, release=release).fetchall()
        return bool(is_there)

    has_constraints = family.constraints and made.parameters.get("m") is None
    filled = [*family.filled, *([family.constraints] if has_constraints else [])]
    return [f"{table} has no row of it" for table in filled if not has_row(table)]


def _misnamed_items(con: DuckDBPyConnection, release: str) -> list[str]:
    ((unnamed, unshown),) = run(con, "catalog/misnamed_items", release=release).fetchall()
    return [
        *([f"setrisk.published_item lacks the names of {unnamed:,} items that it shows"] if unnamed else []),
        *([f"setrisk.published_item names {unshown:,} items that none of its records shows"] if unshown else []),
    ]


def _lacking_parameters(made: Made, family: Family) -> list[str]:
    def is_at_least(name: str, least: float, types: type | tuple[type, ...]) -> bool:
        value = made.parameters.get(name)
        return value is not None and isinstance(value, types) and not isinstance(value, bool) and value >= least

    faults = [
        f"its parameters lack {name}, a whole number of at least {least}"
        for name, least in family.parameters.items()
        if not is_at_least(name, least, int)
    ]
    if family.promises and not any(is_at_least(name, least, (int, float)) for name, least in family.promises.items()):
        either = " or ".join(f"{name}, at least {least}" for name, least in family.promises.items())
        faults.append(f"its parameters lack {either}")
    return faults
