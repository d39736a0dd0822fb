"""The parameters of a method: fields of a frozen dataclass, each with its meaning, type and range."""

from __future__ import annotations

import dataclasses
import math
import numbers
import types
import typing
from collections.abc import Sequence
from dataclasses import MISSING, dataclass
from pathlib import Path
from typing import Any, dataclass_transform

from setrisk.errors import BadInput
from setrisk.pipelines.common.share import parse_share

# What DuckDB's INTEGER holds.
_LARGEST = 2**31 - 1

Itemsets = str | Path | Sequence[Sequence[str]] | Sequence[str]
"""Items or itemsets: names, a file, a table, or, in Python, lists."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a method.

    Attributes:
        name: as a keyword in Python; the command line writes `-` for `_`.
        type: int, float, bool or str, or object for items and itemsets.
        accepts_number: whether numbers may stand in place of a text.
        meaning: what it is, in words.
        default: the value if none is given; None if a parameter may be left out.
        required: whether there is no default.
        low: the least number allowed.
        high: the largest number allowed.
        accepts_table: whether a text may be the name of a table.
        names_items: whether it holds itemsets that may have no items but those of the data set. If a release is made
            again of some of the people, items that none of them has are left out.
        is_name: whether it is the name of something in the database.
        choices: the texts that it may be; any if there are none.
    """

    name: str
    type: type
    meaning: str
    default: Any = None
    required: bool = False
    low: float | None = None
    high: float | None = None
    accepts_table: bool = False
    names_items: bool = False
    is_name: bool = False
    accepts_number: bool = False
    choices: tuple[str, ...] = ()

    def check(self, value: Any) -> Any:
        """The value in the parameter's type: a number of NumPy's as one of Python, a percentage as a fraction.

        Raises:
            BadInput: it does not fit type or range. A text is not a number, unless it is a percentage for a fraction.
        """
        if value is None and not self.required:
            return None
        if isinstance(value, numbers.Real) and not isinstance(value, int | float):
            value = int(value) if isinstance(value, numbers.Integral) else float(value)
        if self.is_name and not isinstance(value, str):
            raise BadInput(f"{self.name} is {value!r:.60}; it must be a name, as text")
        if self.type is bool and not isinstance(value, bool):
            raise BadInput(f"{self.name} is {value!r}; it must be true or false")
        if self.type is str and not isinstance(value, str | Path) and not self._is_allowed_number(value):
            raise BadInput(f"{self.name} is {value!r:.60}; it must be a text{' or a number' * self.accepts_number}")
        if self.choices and value not in self.choices:
            raise BadInput(f"{self.name} is {value!r:.60}; it must be {' or '.join(self.choices)}")
        if self.type not in (int, float):
            return value
        if isinstance(value, str) and self._is_fraction and value.strip().endswith("%"):
            value = self.parse(value)
        if isinstance(value, bool) or not isinstance(value, int | float):
            text = "the text " if isinstance(value, str) else ""
            raise BadInput(f"{self.name} is {text}{value!r:.40}; it must be {_article(self.type)}")
        if not math.isfinite(value) or self.type(value) != value:
            raise BadInput(f"{self.name} is {value!r}; it must be {_article(self.type)}")
        if self.low is not None and value < self.low:
            raise BadInput(f"{self.name} is {value}; it must be at least {self.low:g}")
        high = _LARGEST if self.high is None and self.type is int else self.high
        if high is not None and value > high:
            raise BadInput(f"{self.name} is {value}; it must be at most {high}")
        return self.type(value)

    def parse(self, text: str) -> Any:
        """The value that a text means, as on a command line or in a grid; it may be out of range.

        Raises:
            BadInput: it means none of the type.
        """
        if self.type is bool:
            return {"true": True, "false": False}.get(text.lower(), text)
        if self.type not in (int, float):
            return text
        try:
            return self.type(parse_share(text) if self._is_fraction else text)
        except (ValueError, OverflowError):
            raise BadInput(f"{self.name} is {text!r:.40}; it must be {_article(self.type)}") from None

    def _is_allowed_number(self, value: Any) -> bool:
        return self.accepts_number and isinstance(value, int | float) and not isinstance(value, bool)

    @property
    def _is_fraction(self) -> bool:
        return self.type is float and self.high == 1


def parameter(
    meaning: str,
    *,
    default: Any = MISSING,
    low: float | None = None,
    high: float | None = None,
    accepts_table: bool = False,
    names_items: bool = False,
    is_name: bool = False,
    choices: tuple[str, ...] = (),
) -> Any:
    """A field of a method: see `Parameter`. Without a default the parameter is required."""
    metadata = {
        "meaning": meaning, "low": low, "high": high, "accepts_table": accepts_table, "names_items": names_items,
        "is_name": is_name, "choices": choices,
    }  # fmt: skip
    return dataclasses.field(default=default, metadata=metadata)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(parameter,))
class Parameters:
    """A group of parameters, or a method: each subclass is a frozen dataclass that takes keywords alone."""

    def __init_subclass__(cls) -> None:
        """Make it a dataclass."""
        dataclass(frozen=True, kw_only=True)(cls)

    @classmethod
    def parameters(cls) -> tuple[Parameter, ...]:
        """The parameters, in the order of the fields.

        Raises:
            ValueError: one has no meaning, or a type that no parameter can have.
        """
        hints = typing.get_type_hints(cls)
        for field in dataclasses.fields(cls):  # type: ignore[arg-type]
            if "meaning" not in field.metadata:
                raise ValueError(
                    f"{cls.__name__}: give the parameter {field.name} its meaning: {field.name}: ... = "
                    "parameter('what it is', default=...)"
                )
        return tuple(
            Parameter(
                name=field.name,
                type=_kind(f"{cls.__name__}: the parameter {field.name}", hints[field.name]),
                meaning=field.metadata["meaning"],
                default=None if field.default is MISSING else field.default,
                required=field.default is MISSING,
                low=field.metadata["low"],
                high=field.metadata["high"],
                accepts_table=field.metadata["accepts_table"],
                names_items=field.metadata["names_items"],
                is_name=field.metadata["is_name"],
                choices=field.metadata["choices"],
                accepts_number=not {int, float}.isdisjoint(_members(hints[field.name])),
            )
            for field in dataclasses.fields(cls)  # type: ignore[arg-type]
        )


def _members(hint: Any) -> set[Any]:
    """The types of a union, without None."""
    is_union = typing.get_origin(hint) in (types.UnionType, typing.Union)
    return {*(typing.get_args(hint) if is_union else (hint,))} - {type(None)}


def _kind(subject: str, hint: Any) -> type:
    """The type in which a value is checked; a number or a text is checked by its method, as a text is.

    Raises:
        ValueError: no parameter can have this type.
    """
    members = _members(hint)
    if len(members) == 1 and not members.isdisjoint({int, float, bool, str}):
        return next(iter(members))  # type: ignore[no-any-return]
    if str in members and members <= {int, float, str}:
        return str
    if members == _members(Itemsets):
        return object
    raise ValueError(
        f"{subject} is {hint}; it must be int, float, bool or str, a text or a number (int | str), or Itemsets, each "
        "perhaps with | None"
    )


def _article(type_: type) -> str:
    return "a whole number" if type_ is int else "a number"
