"""Choices made out of bytes, so that a fuzzer that knows nothing but bytes steers what is generated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

# What has gone wrong somewhere, or might: characters that end, quote, part, steer or are none.
TOKENS = (
    ",", ";", "\t", "|", " ", "'", '"', '""', "\\", "\n", "\r", "\r\n", "\n\r", "\x00", "\x00\r", "\x0b", "\x0c",
    "\x1f", "\x7f", "\x85", "\u00a0", "\u2028", "\u200b", "\u202e", "\ufeff", "\ufffd", "\U0001f9fa", "e\u0301",
    "\u00e9", "#", "%", "@", "--", "/*", "$1", "?", "*", "[", "]", "{", "}", "(", ")", ":", "=", "-1", "-2", "0", "1",
    "true", "null", "NULL", "NaN", "inf", "1e999", "\\N", "\\u0000", "\\ud800", "../", "%s", "{}",
    "'; DROP TABLE x; --", "x" * 300,
)  # fmt: skip
# Bytes that are no UTF-8, or begin files of other kinds.
BROKEN = (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xfe\xff", b"\x1f\x8b\x08", b"PAR1", b"\x00" * 9)
NUMBERS = (
    0, 1, -1, 2, 3, 5, 7, 10, 100, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 1_000_000, 2**31 - 1, 2**31,
    -(2**31), 2**32 - 1, 2**32, 2**53, 2**53 + 1, 2**62, 2**63 - 1, 2**63, -(2**63), 2**64, 2**127, 10**40,
)  # fmt: skip
FLOATS = (
    0.0, -0.0, 0.5, 1.0, 1e-9, 1e-308, 5e-324, 1e9, 1e18, 1e19, 1e300, 1.7976931348623157e308, -0.5, -1e300,
    float("inf"), float("-inf"), float("nan"), 0.1, 0.999999999999, 1.0000000001,
)  # fmt: skip


class Draws:
    """Choices, each taken from the next bytes; when none are left, always the first."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._place = 0

    def __bool__(self) -> bool:
        """Whether bytes are left."""
        return self._place < len(self._data)

    def byte(self) -> int:
        place, self._place = self._place, self._place + 1
        return self._data[place] if place < len(self._data) else 0

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        if n <= 256:
            return self.byte() % max(n, 1)
        return int.from_bytes(bytes(self.byte() for _ in range((n.bit_length() + 7) // 8)), "little") % n

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def pick(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def one_in(self, n: int) -> bool:
        """True in one of n cases, false where no bytes are left."""
        return self.below(n) == n - 1

    def several(self, options: Sequence[T], most: int) -> list[T]:
        return [self.pick(options) for _ in range(self.below(most + 1))]

    def text(self, most: int = 6) -> str:
        """Letters, and now and then something of `TOKENS`."""
        parts = []
        for _ in range(self.between(1, most)):
            parts.append(self.pick(TOKENS) if self.one_in(4) else self.pick("abcdefgh xyz0123456789.-_"))
        return "".join(parts)

    def integer(self) -> int:
        return self.pick(NUMBERS) if self.one_in(3) else self.between(-3, 20)

    def number(self) -> int | float:
        return self.pick(FLOATS) if self.one_in(2) else self.integer()
