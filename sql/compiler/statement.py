"""SQL that setrisk's own code runs: what writes, and what nothing else asks for. It becomes no macro."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from setrisk.errors import BadSql
from setrisk.sql.compiler import tokens
from setrisk.sql.compiler.header import Header, read_header

_END = re.compile(r";[ \t]*(?:\n|$)")


@dataclass(frozen=True)
class Statement:
    """One SQL file: its header, and the statements in it, which are run one after the other."""

    path: Path
    header: Header
    body: str

    @property
    def texts(self) -> list[str]:
        """The statements; each ends with a semicolon at the end of a line, or with the file."""
        return [text.strip() for text in _END.split(self.body) if text.strip()]

    def with_literals(self, literals: Mapping[str, str]) -> str:
        """The text of its only statement, with literals in place of the parameters."""
        (text,) = self.texts
        return tokens.with_literals(text, literals)

    def uses(self, text: str) -> set[str]:
        """The parameters that one of the statements uses."""
        return {name for name, _ in tokens.parameters(text)}


def read_statement(path: Path) -> Statement:
    """Read one file.

    Raises:
        BadSql: naming file and line, if its header is not as it has to be, or a parameter is not declared or unused.
    """
    text = path.read_text(encoding="utf-8")
    header = read_header(path, text)
    body = "\n" * header.lines + "\n".join(text.split("\n")[header.lines :])
    declared = {parameter.name for parameter in header.parameters}
    used = dict(reversed(list(tokens.parameters(body))))
    for name in sorted(used.keys() - declared):
        raise BadSql(f"{path}:{tokens.line_at(body, used[name])}: parameter ${name} is not in the signature")
    for name in sorted(declared - used.keys()):
        raise BadSql(f"{path}:1: parameter {name} is declared and never used")
    return Statement(path, header, body)
