"""Which attacks are to be run on a release, each with its parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.methods.attack_run import AttackRun
from setrisk.pipelines.methods.choice import list_methods, refuse_parameters
from setrisk.pipelines.methods.description import METHODS, AttackMethod, Method, unknown_parameter
from setrisk.pipelines.methods.families import FAMILIES
from setrisk.pipelines.methods.registry import method as method_named
from setrisk.pipelines.transactions.itemsets import read_itemsets

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def plan_attacks(
    con: DuckDBPyConnection | None,
    release: str,
    family: str,
    method: object,
    knowledge: str,
    parameters: Mapping[str, Any],
) -> list[tuple[Method, AttackRun]]:
    """The attacks to run, each with the values of its parameters, checked.

    Args:
        con: a DuckDB connection; or None if no parameter of the family names a table or a file.
        release: the release to attack.
        family: its family.
        method: one or several methods, by their names or descriptions; None or "all" for all of the family.
        knowledge: the attacker's semantic knowledge.
        parameters: of methods that are given by name.

    Raises:
        UnknownMethod, BadInput: there is no such method, parameter or value.
    """
    methods = _chosen_methods(method, family)
    semantic = FAMILIES[family].semantic
    if not isinstance(knowledge, str):
        raise BadInput(f"knowledge is a name, not {knowledge!r}")
    if knowledge != "self" and not semantic:
        raise BadInput(f"attacks on releases of the family {family} compare no items: leave out the knowledge")
    named = [method_named(each, "attack", family) for each in methods if isinstance(each, str)]
    if not named:
        refuse_parameters([each for each in methods if not isinstance(each, str)], parameters)
    for name in parameters:
        if not any(name == p.name for m in named for p in m.parameters):
            raise unknown_parameter(name, named)
    runs = []
    for each in methods:
        if isinstance(each, str):
            chosen = method_named(each, "attack", family)
            given = {p.name: parameters[p.name] for p in chosen.parameters if p.name in parameters}
        else:
            chosen, given = method_named(each.method.name, "attack", family), each.given_values()
        values = chosen.arguments(given)
        # What is stored is what was read, since a file or table may change; the name has it as it was given.
        read = {
            p.name: read_itemsets(con, values[p.name], p.name)
            for p in chosen.parameters
            if p.accepts_table and values[p.name] is not None and con is not None
        }
        attack = chosen.attack_name(knowledge if semantic else None, values)
        asked = AttackRun(
            release=release, attack=attack, method=chosen.name, knowledge=knowledge, parameters=values | read
        )
        runs.append((chosen, asked))
    return runs


def _chosen_methods(method: object, family: str) -> Sequence[str | AttackMethod]:
    """The methods that are asked for, each by its name or its description; all of the family by default."""
    listed = ["all"] if method is None else list_methods(method, AttackMethod, "method")
    if "all" not in listed:
        return listed
    of_family = [m.name for m in METHODS if m.task == "attack" and m.family == family]
    return [*of_family, *(each for each in listed if each not in ("all", *of_family))]
