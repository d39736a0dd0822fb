"""One attack on one release, as it is asked for: what the function of an attack method is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

NO_ATTACK = "none"
"""The name under which the risk of a release as it is, without any attack, is stored."""

RANDOM_BASELINE = "random_baseline"
"""The name under which evaluations show guessing, drawn anew."""


@dataclass(frozen=True, kw_only=True)
class AttackRun:
    """One attack on one release, as a row of `setrisk.attack_run` describes it.

    Attributes:
        release: the release that is attacked.
        attack: the name under which findings are stored; those of an earlier attack of that name are replaced.
        method: the name of the method.
        knowledge: what the attacker knows of items; "self" if the method uses none.
        parameters: a value for each parameter of the method.
    """

    release: str
    attack: str
    method: str
    knowledge: str
    parameters: Mapping[str, Any]

    @property
    def names(self) -> dict[str, Any]:
        """The first four, as statements take them."""
        return {"release": self.release, "attack": self.attack, "method": self.method, "knowledge": self.knowledge}
