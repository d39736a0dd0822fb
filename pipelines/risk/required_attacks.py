"""The attacks that a release must have been attacked with, by the names that users give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from setrisk.errors import UnknownMethod
from setrisk.pipelines.common.spelling import suggestion
from setrisk.pipelines.database.names import family_of, names_of
from setrisk.pipelines.methods.description import METHODS
from setrisk.pipelines.methods.families import FAMILIES

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def required_attacks(con: DuckDBPyConnection, release: str, names: Sequence[str]) -> tuple[str, ...]:
    """The methods and attacks that are named, each once. A text that names none is split at its commas, since a comma
    may be part of the name of a stored attack.

    Raises:
        UnknownMethod: a name is neither that of a method that attacks the family of the release, nor that of an attack
            that is stored or that could be run.
    """
    if not names:
        return ()
    family = family_of(con, release)
    methods = [m for m in METHODS if m.task == "attack" and m.family == family]
    stored = con.execute("SELECT a.attack FROM setrisk_internal.attack_runs(?) AS a ORDER BY ALL", [release]).fetchall()
    known = list(dict.fromkeys([*(m.name for m in methods), *(attack for (attack,) in stored)]))
    knowledge: list[str | None] = ["self", *names_of(con, "knowledge")] if FAMILIES[family].semantic else [None]

    def is_attack(name: str) -> bool:
        return name in known or any(m.is_attack_name(name, each) for m in methods for each in knowledge)

    found: list[str] = []
    for given in names:
        for name in [given] if is_attack(given) else map(str.strip, given.split(",")):
            if not is_attack(name):
                raise UnknownMethod(
                    f"attacks: there is no attack {name!r} on a release of the family {family}; there are "
                    f"{', '.join(known)}{suggestion(name, known, cutoff=0.6)}"
                )
            found.append(name)
    return tuple(dict.fromkeys(found))
