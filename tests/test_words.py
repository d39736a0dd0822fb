"""The glossary is the only source of the words in public names."""

import dataclasses
import inspect
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import typer

import setrisk
from setrisk import sql
from setrisk.cli import app
from setrisk.pipelines.database.install import VIEWS

GLOSSARY = (Path(__file__).parents[1] / "docs" / "glossary.md").read_text(encoding="utf-8")
# Arguments that take any others have no names.
OPEN = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def split(name: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", name.lower())


def terms() -> list[str]:
    """The words that the tables define: the bold ones of their first columns."""
    rows = re.findall(r"^\| (.*?) \|", GLOSSARY, re.MULTILINE)
    return [word for row in rows for bold in re.findall(r"\*\*(.+?)\*\*", row) for word in split(bold)]


def ordinary() -> list[str]:
    return split(GLOSSARY.split("These have their everyday meaning.")[1])


def names() -> Iterator[tuple[str, str]]:
    """Every public name, and where it is."""
    for relation in sql.relations():
        if not relation.is_internal:
            yield relation.name, f"relation {relation.name}"
            yield from ((p.name, f"a parameter of {relation.name}") for p in relation.parameters)
            yield from ((c.name, f"a column of {relation.name}") for c in relation.columns)
    for table in sql.tables():
        yield table.name, f"table {table.name}"
        yield from ((column.name, f"a column of {table.name}") for column in table.columns)
    for name, columns in VIEWS.items():
        yield name, f"view {name}"
        yield from ((column.name, f"a column of {name}") for column in columns)
    for method in setrisk.METHODS:
        yield method.name, f"method {method.name}"
        yield from ((p.name, f"a parameter of {method.name}") for p in method.parameters)
    for name, value in [*((each, getattr(setrisk, each)) for each in setrisk.__all__), *vars(setrisk.methods).items()]:
        if dataclasses.is_dataclass(value):
            yield from ((field.name, f"a field of {name}") for field in dataclasses.fields(value))
    for name in setrisk.__all__:
        if inspect.isfunction(function := getattr(setrisk, name)):
            yield name, f"function {name}"
            arguments = inspect.signature(function).parameters.values()
            yield from ((p.name, f"an argument of {name}") for p in arguments if p.kind not in OPEN)
    program = typer.main.get_command(app)
    for name, command in program.commands.items():  # type: ignore[attr-defined]
        yield name, f"command {name}"
        yield from ((option, f"an option of {name}") for p in command.params for option in p.opts)


def is_known(word: str, known: set[str]) -> bool:
    """Whether the word, its singular or its plural is known."""
    return bool({word, word.removesuffix("s"), f"{word}s", re.sub("ies$", "y", word)} & known)


def test_public_names_are_made_of_words_of_the_glossary() -> None:
    known = {*terms(), *ordinary()}
    unknown = {(w, where) for name, where in names() for w in split(name) if not is_known(w, known)}
    assert not sorted(unknown), "add the word to docs/glossary.md, or take one that is there"


def test_a_word_is_listed_once() -> None:
    # `at risk` is a term beside `risk`; its words are counted once.
    counts = Counter([*terms(), *ordinary()]) - Counter(["at", "risk"])
    assert [word for word, n in counts.items() if n > 1] == []
    assert ordinary() == sorted(ordinary())


def test_each_term_has_a_meaning_of_one_sentence() -> None:
    rows = re.findall(r"^\| (.*\*\*.*?) \| (.*?) \| .*\|$", GLOSSARY, re.MULTILINE)
    assert len(rows) == len(re.findall(r"^\|.*\*\*", GLOSSARY, re.MULTILINE)) > 100
    assert [term for term, meaning in rows if not re.fullmatch(r"[A-Z`][^.]*\.", meaning)] == []


def test_values_of_columns_have_no_blanks() -> None:
    for relation in [*(r for r in sql.relations() if not r.is_internal), *sql.tables()]:
        for column in relation.columns:
            values = re.findall(r"(?<!\w)'([^',()]+)'(?!\w)", column.meaning)
            assert [v for v in values if " " in v.strip() and v == v.strip()] == [], relation.name


def test_what_is_sensitive_in_a_series_is_an_item() -> None:
    headers = [relation.header for relation in sql.relations() if relation.header.page == "serial.md"]
    assert headers
    for header in headers:
        texts = [header.meaning, header.row, *(each.meaning for each in (*header.parameters, *header.columns))]
        assert [text for text in texts if re.search(r"\bterms?\b", text)] == []
