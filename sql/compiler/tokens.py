"""What a SQL text says at first sight, without parsing it: parameters, calls, tables, and whether its rows are sorted.

Parsing all files takes a second, which a first connection would wait for; `checks` parses them, for the tests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

# Strings, quoted names and comments come first, so that nothing is found within them.
_TOKENS = re.compile(
    r"""
    (?P<string>'(?:[^']|'')*')
  | (?P<quoted>"(?:[^"]|"")*")
  | (?P<comment>--[^\n]*|/\*.*?\*/)
  | \$(?P<parameter>[A-Za-z_]\w*)
  | \b(?P<into>INTO\s+)?(?P<schema>setrisk|setrisk_internal|setrisk_private)\.(?P<name>\w+)(?P<call>\s*\()?
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_INNERMOST = re.compile(r"\([^()]*\)")
_SORTED = re.compile(r"\bORDER\s+BY\b", re.IGNORECASE)


def parameters(text: str) -> Iterator[tuple[str, int]]:
    """Each `$name` in the text, with the place of its dollar sign."""
    for token in _TOKENS.finditer(text):
        if token["parameter"]:
            yield token["parameter"], token.start()


def calls(text: str) -> Iterator[tuple[str, str, int]]:
    """Schema, name and place of each call of a relation."""
    for token in _TOKENS.finditer(text):
        if _is_call(token):
            yield token["schema"].lower(), token["name"].lower(), token.start("schema")


def tables(text: str) -> Iterator[tuple[str, str, int]]:
    """Schema, name and place of each table that is named with its schema."""
    for token in _TOKENS.finditer(text):
        if token["name"] and not _is_call(token):
            yield token["schema"].lower(), token["name"].lower(), token.start("schema")


def macro_text(text: str) -> str:
    """The text without comments, with each `$name` as `name`, as the body of a macro has it."""
    return _replace_tokens(text, lambda token: token["parameter"] if token["parameter"] else token[0])


def with_literals(text: str, literals: Mapping[str, str]) -> str:
    """The text without comments, with a literal for each `$name`."""
    return _replace_tokens(text, lambda token: literals[token["parameter"]] if token["parameter"] else token[0])


def renamed_calls(text: str, prefix: str) -> str:
    """The text with calls of `prefix` and name in place of schema and name."""
    return _replace_tokens(
        text, lambda token: f"{prefix}{token['name']}{token['call']}" if _is_call(token) else token[0]
    )


def is_sorted(text: str) -> bool:
    """Whether the query as a whole ends with ORDER BY."""
    rest = _TOKENS.sub(lambda token: " " if token["string"] or token["quoted"] or token["comment"] else token[0], text)
    while (shorter := _INNERMOST.sub(" ", rest)) != rest:
        rest = shorter
    return bool(_SORTED.search(rest))


def line_at(text: str, start: int) -> int:
    """The line of a character."""
    return text.count("\n", 0, start) + 1


def _is_call(token: re.Match[str]) -> bool:
    """Whether a token names a relation with its arguments, and not a table with the columns that are written."""
    return bool(token["call"]) and not token["into"]


def _replace_tokens(text: str, written: Callable[[re.Match[str]], str]) -> str:
    return _TOKENS.sub(lambda token: "" if token["comment"] else written(token), text)
