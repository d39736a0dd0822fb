"""docs/papers.md against the repository: what it names exists, nothing stands twice, no number is skipped."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAPERS = ("THESIS", "CONTEXT", "DISASSOC", "SANONY", "APL")

NOT_YET = "not yet"
NOT_TO_BE_BUILT = "not to be built: "

PIPE = re.compile(r"(?<!\\)\|")
SEPARATOR = re.compile(r"\|(:?-+:?\|)+")
NAMES = re.compile(r"`[^`]+`(, `[^`]+`)*")
NUMBERED = re.compile(r"([A-Z][a-z]+) (?:(\d+)\.)?(\d+)\b")


class Row(NamedTuple):
    line: int
    paper: str
    cells: list[str]


def rows(text: str) -> list[Row]:
    """The rows of the tables under the headings that are a paper's short name, without the heads."""
    found: list[Row] = []
    paper, in_table = None, False
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("#"):
            title = line.lstrip("#").strip()
            paper, in_table = (title if title in PAPERS else None), False
        elif SEPARATOR.fullmatch(line):
            in_table = True
        elif paper and in_table and line.strip():
            found.append(Row(number, paper, cells(line)))
    return found


def cells(line: str) -> list[str]:
    """What stands between the pipes; nothing if the line does not begin and end with one."""
    parts = [part.strip() for part in PIPE.split(line.strip())]
    return parts[1:-1] if parts[0] == parts[-1] == "" else []


def problems(text: str, root: Path) -> list[str]:
    """Everything that is wrong with the tables."""
    found = rows(text)
    wrong = [f"{paper}: no rows" for paper in PAPERS if all(row.paper != paper for row in found)]
    filled = [row for row in found if len(row.cells) == 4 and all(row.cells)]
    wrong += [f"line {row.line}: not four filled cells" for row in found if row not in filled]
    for row in filled:
        wrong += [f"line {row.line}: {problem}" for problem in row_problems(*row.cells[2:], root)]
    return [*wrong, *repeated(filled), *out_of_order(filled)]


def row_problems(implemented: str, shown: str, root: Path) -> Iterator[str]:
    if implemented.startswith(NOT_TO_BE_BUILT):
        if shown != "-":
            yield f"shown by {shown!r} what is not to be built; '-' stands for that"
        return
    for cell in (implemented, shown):
        if cell != NOT_YET and not NAMES.fullmatch(cell):
            yield f"{cell!r} is neither a list of names in backquotes nor one of the agreed words"
            return
    if implemented == NOT_YET and shown != NOT_YET:
        yield "shown, but implemented by nothing"
    for path in names(implemented):
        if not is_file(root, path):
            yield f"no file {path}"
    if shown != NOT_YET and not any(name.startswith(("tests/", "benchmarks/")) for name in names(shown)):
        yield "shown by no test"
    for name in names(shown):
        path, separator, function = name.partition("::")
        if not is_file(root, path):
            yield f"no file {path}"
        elif separator and function not in names_of_tests(root / path):
            yield f"no test function {function!r} in {path}"


def names(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def is_file(root: Path, path: str) -> bool:
    pure = PurePosixPath(path)
    return not pure.is_absolute() and ".." not in pure.parts and (root / pure).is_file()


@cache
def names_of_tests(module: Path) -> set[str]:
    """The test functions of a module; those of a class as `Class::name`."""
    found = set()
    for node in ast.parse(module.read_text(encoding="utf-8")).body:
        prefix, members = (f"{node.name}::", node.body) if isinstance(node, ast.ClassDef) else ("", [node])
        for member in members:
            if isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef) and member.name.startswith("test"):
                found.add(prefix + member.name)
    return found


def repeated(found: list[Row]) -> Iterator[str]:
    first: dict[tuple[str, str], int] = {}
    for row in found:
        line = first.setdefault((row.paper, row.cells[0]), row.line)
        if line != row.line:
            yield f"line {row.line}: {row.paper} lists {row.cells[0]!r} in line {line} already"


def out_of_order(found: list[Row]) -> Iterator[str]:
    """Numbers start at 1, per kind and chapter, and go up by one; parts of a figure may share a number."""
    last: dict[tuple[str, str, str], int] = {}
    for row in found:
        if match := NUMBERED.match(row.cells[0]):
            kind, chapter, number = match[1], match[2] or "", int(match[3])
            before = last.get((row.paper, kind, chapter), 0)
            if number == 0 or number not in (before, before + 1):
                yield f"line {row.line}: {row.paper} has {match[0]} after number {before}"
            last[row.paper, kind, chapter] = number


def test_papers_lists_what_exists():
    assert problems((ROOT / "docs/papers.md").read_text(encoding="utf-8"), ROOT) == []


HEAD = ["| what | in words | implemented by | shown by |", "|---|---|---|---|"]


def row(implemented: str = NOT_YET, shown: str = NOT_YET, what: str = "Figure 1, x") -> str:
    return f"| {what} | words | {implemented} | {shown} |"


def document(*thesis: str) -> str:
    lines = ["# Papers", "", *HEAD, "| not of a paper |"]
    for paper in PAPERS:
        lines += ["", f"## {paper}", "", *HEAD, *(thesis if paper == "THESIS" else [row()])]
    return "\n".join(lines)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "tests").mkdir()
    (tmp_path / "code.py").write_text("def test_it(): ...\n", encoding="utf-8")
    (tmp_path / "tests/test_code.py").write_text(
        "def helper(): ...\n\nTEXT = 'def test_text(): ...'\n\ndef test_it():\n    def test_inner(): ...\n\n"
        "class TestIt:\n    def test_more(self): ...\n",
        encoding="utf-8",
    )
    return tmp_path


@pytest.mark.parametrize(
    "lines",
    [
        [row("`code.py`", "`tests/test_code.py::test_it`, `tests/test_code.py::TestIt::test_more`")],
        [row("`code.py`", "`tests/test_code.py`", "Example in 4.4, x \\| y")],
        [row("`code.py`, `tests/test_code.py`")],
        [row("not to be built: background", "-")],
        [row(what="Figure 1.1, x"), row(what="Figure 1.2, x"), row(what="Figure 2.1, x")],
        [row(what="Figure 1 (a), x"), row(what="Table 1, x"), row(what="Figure 1 (b), x")],
    ],
)
def test_a_good_table_has_no_problems(repository, lines):
    assert problems(document(*lines), repository) == []


def test_rows_are_read_with_line_and_paper():
    found = rows(document(row(what="Figure 1, x \\| y")))
    assert [one.paper for one in found] == list(PAPERS)
    assert found[0].cells == ["Figure 1, x \\| y", "words", NOT_YET, NOT_YET]
    assert document(row(what="Figure 1, x \\| y")).splitlines()[found[0].line - 1].startswith("| Figure 1")


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([], "THESIS: no rows"),
        (["| Figure 1, x | words | not yet |"], "not four filled cells"),
        (["| Figure 1, x | words | | not yet |"], "not four filled cells"),
        (["| Figure 1, x | words | not yet | not yet"], "not four filled cells"),
        (["Figure 1, x \\| y"], "not four filled cells"),
        ([row(what="Figure 1, x | y")], "not four filled cells"),
        ([row("`gone.py`")], "no file gone.py"),
        ([row("`tests`")], "no file tests"),
        ([row("`tests/../code.py`")], "no file tests/../code.py"),
        ([row(f"`{Path(__file__).as_posix()}`")], "no file"),
        ([row("`code.py`", "`tests/gone.py`")], "no file tests/gone.py"),
        ([row("`code.py`", "`tests/gone.py::test_it`")], "no file tests/gone.py"),
        ([row("`code.py`", "`tests/test_code.py::test_gone`")], "no test function 'test_gone'"),
        ([row("`code.py`", "`tests/test_code.py::helper`")], "no test function 'helper'"),
        ([row("`code.py`", "`tests/test_code.py::test_text`")], "no test function 'test_text'"),
        ([row("`code.py`", "`tests/test_code.py::test_inner`")], "no test function 'test_inner'"),
        ([row("`code.py`", "`tests/test_code.py::test_more`")], "no test function 'test_more'"),
        ([row("`code.py`", "`tests/test_code.py::`")], "no test function ''"),
        ([row("`code.py`", "`code.py::test_it`")], "shown by no test"),
        ([row("`code.py`", "-")], "'-' is neither"),
        ([row("code.py")], "'code.py' is neither"),
        ([row("not to be built", "-")], "'not to be built' is neither"),
        ([row("not to be built: background")], "'-' stands for that"),
        ([row(shown="`tests/test_code.py::test_it`")], "implemented by nothing"),
        ([row(), row()], "lists 'Figure 1, x' in line"),
        ([row(what="Figure 2, x")], "Figure 2 after number 0"),
        ([row(what="Formula 4.1, x"), row(what="Formula 4.3, x")], "Formula 4.3 after number 1"),
    ],
)
def test_a_bad_table_is_found_out(repository, lines, problem):
    (found,) = problems(document(*lines), repository)
    assert problem in found
