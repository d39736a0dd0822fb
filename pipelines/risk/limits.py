"""The limits that a release must keep to be published."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from numbers import Real
from pathlib import Path
from typing import Any

from setrisk.errors import BadInput
from setrisk.pipelines.common.numbers import known_numbers
from setrisk.pipelines.common.share import limit_percent, parse_share
from setrisk.pipelines.common.spelling import suggestion
from setrisk.pipelines.database.duckdb_errors import short_message

# The least share of the rare itemsets that the promise must cover, unless a limit is given (sql/risk/refusals.sql).
LEAST_COVERAGE = 0.5
# The numbers of known items that a release must have been assessed for (sql/checks/required_known.sql).
REQUIRED_KNOWN = (1, 2, 3, 4)
# The largest file of limits: Python takes minutes to read larger TOML that is nested.
_MOST_BYTES = 65_536
_IN_WORDS = {
    "max_at_risk": "at risk at most",
    "max_score": "scores at most",
    "min_coverage": "coverage at least",
    "max_narrowing": "narrowing at most",
    "max_inference": "inference at most",
    "max_linkability": "linkability at most",
    "max_singling_out": "singling out at most",
}
# Limits on what the attacks of the family find, within what the promise is about.
_OF_FAMILY = ("max_at_risk", "max_score")
# Limits on what assessing a release finds, by criterion. Every release keeps one of 100 %, so that it counts as none.
ASSESSED = {criterion: f"max_{criterion}" for criterion in ("narrowing", "inference", "linkability", "singling_out")}


@dataclass(frozen=True)
class Limits:
    """Limits, each None, or empty, if it is not given.

    Attributes:
        max_at_risk: the largest share of the records, 0 to 1, that the worst attack, or guessing, may put at risk.
        max_score: the highest score, 0 to 1, that `risk` may give a record.
        min_coverage: the least share of the rare itemsets, 0 to 1, that the promise must cover.
        attacks: methods or attacks that must have been run.
        max_narrowing: the largest fraction of people, 0 to 1, who may be left with few records; this and the next three
            are limits on what assessing a release finds.
        max_inference: the highest risk, 0 to 1, that one more item is inferred.
        max_linkability: the highest risk, 0 to 1, that two sources about the same person are linked.
        max_singling_out: the highest risk, 0 to 1, that somebody is singled out.
        known: the numbers of known items that a release must have been assessed for to keep one of the last four.
        allow_exported: whether other releases of the same people may have been exported before.

    Raises:
        BadInput: a limit is not a number from 0 to 1, the attacks are not a list of names, `known` does not say numbers
            from 1 to 50, or `allow_exported` is neither true nor false.
    """

    max_at_risk: float | None = None
    max_score: float | None = None
    min_coverage: float | None = None
    attacks: tuple[str, ...] = ()
    max_narrowing: float | None = None
    max_inference: float | None = None
    max_linkability: float | None = None
    max_singling_out: float | None = None
    known: tuple[int, ...] = ()
    allow_exported: bool = False

    def __post_init__(self) -> None:
        """Check the values, and make numbers of percentages."""
        for name in _IN_WORDS:
            object.__setattr__(self, name, _parse_limit(name, getattr(self, name)))
        attacks: Any = self.attacks
        if not isinstance(attacks, list | tuple) or not all(isinstance(attack, str) for attack in attacks):
            raise BadInput(f"attacks is {short_message(repr(attacks), 60)}; it must be a list of names")
        object.__setattr__(self, "attacks", tuple(attacks))
        known: Any = self.known
        is_given = known is not None and not (isinstance(known, tuple) and not known)
        object.__setattr__(self, "known", tuple(known_numbers(known)) if is_given else ())
        allowed: Any = self.allow_exported
        if not isinstance(allowed, bool):
            raise BadInput(f"allow_exported is {short_message(repr(allowed), 60)}; it must be true or false")

    @classmethod
    def from_arguments(cls, given: Mapping[str, Any]) -> Limits:
        """The limits among the arguments of a function; all others are left out."""
        names = {f.name for f in fields(cls)}
        return cls(**{name: value for name, value in given.items() if name in names and value is not None})

    @classmethod
    def from_file(cls, path: str | Path) -> Limits:
        """The limits in a TOML file.

        Raises:
            BadInput: it cannot be read, has another entry, or no limit.
        """
        path = Path(path)
        try:
            with path.open("rb") as file:
                data = file.read(_MOST_BYTES + 1)
            if len(data) > _MOST_BYTES:
                raise BadInput(f"limits: {path} is larger than {_MOST_BYTES:,} bytes: it is not a list of limits")
            found = tomllib.loads(data.decode())
        except OSError as error:
            reason = "no such file" if isinstance(error, FileNotFoundError) else error.strerror
            raise BadInput(f"limits: {path}: {reason}") from error
        except (ValueError, RecursionError) as error:  # not TOML; too deep, or with a number too long for Python
            raise BadInput(
                f"limits: {path} is not TOML that can be read: {str(error)[:200]}; write lines such as "
                "max_inference = 0.1"
            ) from error
        names = [f.name for f in fields(cls)]
        for name, value in found.items():
            if name not in names:
                raise BadInput(
                    f"limits: {path}: there is no limit {name!r}; there are {', '.join(names)}{suggestion(name, names)}"
                )
            if name in _IN_WORDS and isinstance(value, str) and not value.strip().endswith("%"):
                raise BadInput(
                    f"limits: {path}: {name} is {short_message(repr(value), 60)}; write numbers without quotes"
                )
        if not any(value != [] for value in found.values()):
            raise BadInput(f"limits: {path} has none; there are {', '.join(names)}")
        return cls(**found)

    def with_defaults(self, others: Limits) -> Limits:
        """These limits, and those of `others` that are not among them."""
        return replace(others, **self.arguments)

    @property
    def arguments(self) -> dict[str, Any]:
        """All that was given, by name, also limits that count as none."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return {name: value for name, value in values.items() if value is not False and value not in (None, ())}

    @property
    def given_limits(self) -> dict[str, Any]:
        """The limits that are given, by name, without those of 100 % that count as none."""
        return {name: value for name, value in self.arguments.items() if name not in self.void_limits}

    @property
    def void_limits(self) -> list[str]:
        """The limits of 100 % on what assessing finds, which count as none, by name."""
        return [limit for limit in ASSESSED.values() if getattr(self, limit) == 1]

    @property
    def numbers(self) -> dict[str, float]:
        """The limits that are numbers, which need the original data."""
        return {name: value for name, value in self.given_limits.items() if name in _IN_WORDS}

    @property
    def imported_limits(self) -> Limits:
        """Those that an imported release can be held against: the others need the original data."""
        unknown: dict[str, Any] = dict.fromkeys(self.numbers.keys() - set(ASSESSED.values()))
        return replace(self, **unknown)

    @property
    def has_family_limit(self) -> bool:
        """Whether any of them is on what the attacks of the family find."""
        return not self.numbers.keys().isdisjoint(_OF_FAMILY)

    @property
    def has_assessed_limit(self) -> bool:
        """Whether any of them is on what assessing finds."""
        return not self.numbers.keys().isdisjoint(ASSESSED.values())

    @property
    def description(self) -> str:
        """The limits that are numbers, with the coverage that the gate asks for beside a limit on what the promise is
        about, such as `at risk at most 5 %, coverage at least 50 %`.
        """
        held = {"min_coverage": LEAST_COVERAGE, **self.numbers} if self.has_family_limit else self.numbers
        return ", ".join(f"{said} {limit_percent(held[name])}" for name, said in _IN_WORDS.items() if name in held)


def _parse_limit(name: str, value: object) -> float | None:
    if value is None:
        return None
    number = None
    # Numbers of numpy are numbers, too; true and false are not.
    if isinstance(value, Real | Decimal | str) and not isinstance(value, bool):
        with suppress(ValueError, OverflowError):
            number = float(parse_share(value))
    if number is None or not 0 <= number <= 1:  # NaN is neither
        raise BadInput(
            f"{name} is {short_message(repr(value), 60)}; it must be a number from 0 to 1, or a percentage, such as 5%"
        )
    return number
