"""What the methods of all families share when they make a release."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.database.statements import run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True)
class Made:
    """What a method returns for the catalog entry of a release: public parameters, marks, and a summary in words."""

    parameters: dict[str, Any]
    marks: list[str]
    summary: str


def marks_of(seed: int | None, *, hides: bool = True) -> list[str]:
    """The marks of a release: `seeded` if it was made from a seed, and `unprotected` if it hides nothing."""
    return [*([] if seed is None else ["seeded"]), *([] if hides else ["unprotected"])]


def shuffling_key(seed: int | None) -> str:
    """The key of a random order: from the operating system's secure source unless a seed is given."""
    return secrets.token_hex(32) if seed is None else f"seed {seed}"


def keep_seed(con: DuckDBPyConnection, release: str, seed: int | None) -> None:
    """Store the seed in a table that only the owner can read."""
    if seed is not None:
        run(con, "catalog/keep_seed", release=release, seed=seed)
