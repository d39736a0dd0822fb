"""Damage to files: bytes, lines and cells that a user's disk, editor, script or attacker may have changed."""

from __future__ import annotations

import gzip
import re

from tests.fuzz.draws import BROKEN, TOKENS, Draws


def mutated(draws: Draws, data: bytes) -> bytes:
    """The bytes with one to four changes."""
    for _ in range(draws.between(1, 4)):
        data = draws.pick(_CHANGES)(draws, data)
    return data


def _flip(draws: Draws, data: bytes) -> bytes:
    if not data:
        return data
    place = draws.below(len(data))
    return data[:place] + bytes([data[place] ^ (1 << draws.below(8))]) + data[place + 1 :]


def _insert(draws: Draws, data: bytes) -> bytes:
    place = draws.below(len(data) + 1)
    return data[:place] + draws.pick(TOKENS).encode() * draws.pick((1, 1, 1, 2, 50)) + data[place:]


def _break(draws: Draws, data: bytes) -> bytes:
    place = draws.below(len(data) + 1)
    return data[:place] + draws.pick(BROKEN) + data[place:]


def _cut(draws: Draws, data: bytes) -> bytes:
    return data[: draws.below(len(data) + 1)]


def _remove(draws: Draws, data: bytes) -> bytes:
    place = draws.below(len(data) + 1)
    return data[:place] + data[place + draws.between(1, 9) :]


def _repeat(draws: Draws, data: bytes) -> bytes:
    place = draws.below(len(data) + 1)
    return data[:place] + data[place : place + draws.between(1, 40)] * draws.pick((1, 2, 3, 40)) + data[place:]


def _end_otherwise(draws: Draws, data: bytes) -> bytes:
    """Some lines, or all, end otherwise."""
    lines = re.split(rb"\r\n|\n|\r", data)
    end = draws.pick((b"\n", b"\r\n", b"\r", b"\n\n", b"\r\r\n"))
    if draws.one_in(2):
        return end.join(lines)
    return b"".join(line + (end if draws.one_in(3) else b"\n") for line in lines)


def _swap_lines(draws: Draws, data: bytes) -> bytes:
    lines = data.split(b"\n")
    one, other = draws.below(len(lines)), draws.below(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _mark(draws: Draws, data: bytes) -> bytes:
    return draws.pick((b"\xef\xbb\xbf", b"\xef\xbb\xbf\xef\xbb\xbf", b"\xff\xfe", b"\x00")) + data


def _unquote(draws: Draws, data: bytes) -> bytes:
    quotes = [found.start() for found in re.finditer(b'"', data)]
    if not quotes:
        return data + b'"'
    place = draws.pick(quotes)
    return data[:place] + data[place + 1 :]


_CHANGES = (
    _flip, _insert, _insert, _break, _cut, _remove, _repeat, _end_otherwise, _swap_lines, _mark, _unquote,
)  # fmt: skip


def packed(draws: Draws, data: bytes, *, damage: bool) -> bytes:
    """The bytes in gzip, in one or two parts, perhaps damaged afterwards."""
    place = draws.below(len(data) + 1) if draws.one_in(4) else len(data)
    parts = [data[:place], data[place:]] if place < len(data) else [data]
    whole = b"".join(gzip.compress(part, mtime=0) for part in parts)
    if not damage:
        return whole
    kind = draws.below(5)
    if kind == 0:  # CRC or length
        place = len(whole) - 1 - draws.below(8)
        return whole[:place] + bytes([whole[place] ^ (1 << draws.below(8))]) + whole[place + 1 :]
    if kind == 1:
        return _cut(draws, whole)
    if kind == 2:
        return whole + draws.pick((b"\0" * 9, b"x", b"\x1f\x8b", whole))
    return _flip(draws, whole)
