"""What the words of a report mean: who is at risk, what a score is, and what each attack does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from setrisk.pipelines.methods.description import METHODS
from setrisk.pipelines.methods.families import FAMILIES
from setrisk.pipelines.methods.promises import promise_text
from setrisk.pipelines.report.parts import Section

TITLE = "What the words mean"
# The meanings of words that are the same in all families; the glossary has them, too.
_BASELINE = "an attack that guesses, to compare others with; its numbers are means over its draws"
_GENERAL = (
    "Rare itemset: an item, or a pair of items, that fewer people hold than the k by which the coverage goes.",
    "Coverage: the share of the rare itemsets that a release promises to protect.",
    "Mark: a property of a release that the gate may refuse, such as seeded.",
    "Series: releases about the same people, one after the other.",
)


def meanings_section(
    family: str,
    parameters: Mapping[str, Any],
    methods: Iterable[str],
    knowledge: set[str],
    few: str = "somebody is at risk",
) -> Section:
    """What at risk, score and k mean for a family, and a line for each attack.

    Args:
        family: of the release, or of the releases of a series or grid.
        parameters: the public ones that all these releases share.
        methods: of the attacks that were run.
        knowledge: what these attackers knew of items.
        few: what is said of a person who may have fewer than k records.
    """
    described = FAMILIES[family]
    given = promise_text(described.at_risk, parameters)
    has_k = "{k}" in described.at_risk and parameters.get("k") is not None
    points = [f"Score: {described.score}."]
    if has_k:
        points.append(
            f"k = {parameters['k']}: {few} if fewer than {parameters['k']} records of the release may be the person's. "
            "It says nothing of singling out, linkability and inference."
        )
    meanings = {m.name: m.meaning for m in METHODS if m.task == "attack" and m.family == family}
    points += [f"Attack {whole_name(name)}: {meanings[name]}." for name in dict.fromkeys(methods) if name in meanings]
    if described.semantic and "self" in knowledge:
        points.append("self: the attacker knows only the release itself.")
    points += [
        f"{name}: the attacker also knows which items belong together, from what is stored under this name."
        for name in sorted(knowledge - {"self"})
    ]
    if described.semantic:
        points.append(f"Baseline: {_BASELINE}.")
    return Section(TITLE, [given], points=[*points, *_GENERAL])


def meanings_of_names(text: str) -> str:
    """What the short names of methods in a text stand for, as a sentence; nothing if there are none."""
    words = set(re.findall(r"\w+", text))
    meant = [f"{m.name} is the {m.long_name}" for m in METHODS if m.long_name and m.name in words]
    return f"In this, {', '.join(meant)}." if meant else ""


def whole_name(name: str) -> str:
    """A method with what its name stands for."""
    whole = {m.name: m.long_name for m in METHODS}.get(name)
    return f"{name} ({whole})" if whole else name
