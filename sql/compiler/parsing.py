"""Parse SQL files, and find places in them."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import TYPE_CHECKING

from setrisk.errors import BadSql
from setrisk.sql.compiler import tokens

if TYPE_CHECKING:
    from sqlglot import Dialect, exp


def parse_one(path: Path, body: str, dialect: str | type[Dialect] = "duckdb") -> exp.Expr:
    """The one statement of a file.

    Raises:
        BadSql: naming file and line, if it does not parse or is not one.
    """
    import sqlglot
    from sqlglot.errors import ParseError, TokenError

    try:
        trees = [tree for tree in sqlglot.parse(body, read=dialect) if tree is not None]
    except ParseError as error:
        fault = error.errors[0]
        before = fault["start_context"]
        start = body.find(before + fault["highlight"]) + len(before)
        what = re.sub(r"<Token .*?text: (.*?), line.*?>", r"\1", fault["description"])
        raise BadSql(f"{path}:{tokens.line_at(body, start)}: {what}") from error
    except TokenError as error:
        raise BadSql(f"{path}:{_open_line(body)}: a quote or comment is opened and not closed") from error
    if len(trees) != 1:
        second = start_of(trees[1]) if trees else len(body)
        raise BadSql(f"{path}:{tokens.line_at(body, second)}: one statement a file, found {len(trees)}")
    return trees[0]


def start_of(node: exp.Expr) -> int:
    """The place of a node's first character."""
    return min((int(part.meta["start"]) for part in node.walk() if "start" in part.meta), default=0)


def _open_line(body: str) -> int:
    """The line that opens a quote or comment that is never closed: what is above it can be read."""
    import sqlglot
    from sqlglot.errors import TokenError

    lines = body.split("\n")
    for number in range(len(lines), 0, -1):
        with contextlib.suppress(TokenError):
            sqlglot.tokenize("\n".join(lines[: number - 1]), read="duckdb")
            return number
    return 1
