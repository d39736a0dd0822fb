"""What the methods of all families have in common when they make a release."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True)
class Made:
    """What a method tells the release's entry in the catalog: public parameters, marks, and a summary in words."""

    parameters: dict[str, Any]
    marks: list[str]
    summary: str


def marks_of(seed: int | None) -> list[str]:
    """A release that can be made again from a seed says so."""
    return [] if seed is None else ["seeded"]


def shuffling_key(seed: int | None) -> str:
    """The key of an order that no one can guess: from the operating system's secure source unless a seed is given."""
    return secrets.token_hex(32) if seed is None else f"seed {seed}"


def keep_seed(con: DuckDBPyConnection, release: str, seed: int | None) -> None:
    """Note the seed where only the owner reads."""
    if seed is not None:
        con.execute("INSERT INTO setrisk_private.release_seed VALUES (?, ?)", [release, seed])
