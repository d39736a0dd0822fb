"""What a method returns when it has made a release."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Made:
    """What a method returns for the catalog entry of a release.

    Attributes:
        parameters: those that everyone may know, which are published; attacks, risk and the promise read them.
        marks: the marks that the gate reads: `marks_of`, and those that only some methods have.
        summary: what was made, in words, for the owner.
    """

    parameters: dict[str, Any]
    marks: list[str]
    summary: str

    def __post_init__(self) -> None:
        """Check the types.

        Raises:
            TypeError: one is another.
        """
        for name, kind in (("parameters", dict), ("marks", list), ("summary", str)):
            if not isinstance(value := getattr(self, name), kind):
                raise TypeError(f"Made: {name} is {value!r:.60}; it must be a {kind.__name__}")


def marks_of(seed: int | None, *, hides: bool = True) -> list[str]:
    """The marks of a release: `seeded` if it was made from a seed, and `unprotected` if it hides nothing."""
    return [*([] if seed is None else ["seeded"]), *([] if hides else ["unprotected"])]
