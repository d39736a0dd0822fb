"""Texts of docstrings and descriptions, as the command line's help has them."""

from __future__ import annotations

import re
from collections.abc import Collection


def plain_text(text: str, options: Collection[str] = ()) -> str:
    """A text of a docstring for a terminal: in one line, without marks for code and what only Python can do.

    Args:
        text: as it is written.
        options: parameters that are options; their names are written as the command line does.
    """
    text = without_python(" ".join(text.split()))
    for name in options:
        # A name of one word may mean something else, such as the function `attack`.
        if "_" in name:
            text = text.replace(f"`{name}`", f"--{option_name(name)}")
    text = escape_markup(re.sub(r"`{1,2}([^`]*)`{1,2}", r"\1", text))
    return f"{text[:1].upper()}{text[1:]}"


def without_python(text: str) -> str:
    """Leave out each sentence, and each clause after a semicolon, that begins with "in Python"."""
    return re.sub(r"[.;] [Ii]n Python, .*?(\.(?= |$)|$)", r"\1", text)


def option_name(name: str) -> str:
    """A parameter's name as the command line writes it."""
    return name.replace("_", "-")


def escape_markup(text: str) -> str:
    """Typer reads [text] as markup."""
    return text.replace("[", r"\[")
