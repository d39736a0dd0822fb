"""docs/papers.md against the repository: what it names exists, nothing stands twice, no number is
skipped, and the sources that headers of SQL files name agree with it.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import pytest

import setrisk.sql as relations

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


# Works that are not among the papers.
OTHER_WORKS = {
    "Abramowitz and Stegun 26.2.23",
    "Abramowitz and Stegun 26.7.5",
    "de Montjoye et al. 2013",
    "Donner and Zou 2012",
    "Humphries et al. 2023",
    "Kairouz et al. 2015",
    "Levy and Goldberg 2014",
    "Wilson 1927",
}
SECTION = re.compile(r"\d+(\.\d+)*")
PLACES = re.compile(r"([A-Z]?[a-z]+?)s? ([\d.]+)(?:( and | to )([\d.]+))?")
HEADERS = {
    each.path.relative_to(Path(relations.__file__).parent).as_posix(): each.header
    for each in (*relations.relations(), *relations.statements())
}
CITED = {f"sql/{path}": header.source for path, header in HEADERS.items() if header.source}


def places_of(source: str) -> Iterator[tuple[str, str, str]]:
    """Paper, kind and number of each place that a header names: `SANONY 2.2, formulas 3 and 4; THESIS Figure 4.2`. A
    section has no kind.
    """
    for work in filter(None, source.split("; ")):
        if work in OTHER_WORKS:
            continue
        paper, _, places = work.partition(" ")
        for place in places.split(", "):
            if SECTION.fullmatch(place):
                yield paper, "", place
                continue
            match = PLACES.fullmatch(place)
            assert match, f"{place!r} of the source {source!r} is neither a section nor something with a number"
            kind, first, joined, last = match.groups()
            numbers = [first, *([last] if last else [])]
            if joined == " to ":
                numbers = [str(number) for number in range(int(first), int(last) + 1)]
            yield from ((paper, kind.capitalize(), number) for number in numbers)


def numbered(found: list[Row]) -> Iterator[tuple[tuple[str, str, str], Row]]:
    """The rows by paper, kind and number, such as `4.2`."""
    for row in found:
        if match := NUMBERED.match(row.cells[0]):
            yield (row.paper, match[1], f"{match[2]}.{match[3]}" if match[2] else match[3]), row


def wrong_sources(found: list[Row], cited: dict[str, str]) -> Iterator[str]:
    """Where the sources that headers name and the files that the rows name do not agree."""
    implementing: dict[tuple[str, str, str], set[str]] = {}
    for place, row in numbered(found):
        implementing.setdefault(place, set()).update(names(row.cells[2]))
    chapters = {(paper, number.partition(".")[0]) for paper, _, number in implementing if "." in number}
    chapters |= {(row.paper, n) for row in found for n in re.findall(r"^[A-Z][a-z]+ in (\d+)", row.cells[0])}
    for path, source in cited.items():
        for place in places_of(source):
            paper, kind, number = place
            if paper not in PAPERS:
                yield f"{path}: {paper} is the short name of no paper"
            elif not kind:
                if (paper, number.partition(".")[0]) not in chapters:
                    yield f"{path}: no row is of the chapter of {paper} {number}"
            elif kind != "Footnote" and path not in implementing.get(place, set()):
                yield f"{path}: the row {' '.join(place)} does not list this file"
    for row in found:
        for path in names(row.cells[2]):
            is_header = path.removeprefix("sql/") in HEADERS
            if is_header and row.paper not in {paper for paper, _, _ in places_of(cited.get(path, ""))}:
                yield f"line {row.line}: the header of {path} does not name {row.paper} as a source"


def test_sources_of_headers_agree_with_the_tables():
    found = rows((ROOT / "docs/papers.md").read_text(encoding="utf-8"))
    assert list(wrong_sources(found, CITED)) == []
    assert len(CITED) > 80


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("COAT 3.1", "is the short name of no paper"),
        ("SANONY 9.1", "no row is of the chapter"),
        ("SANONY Definition 99", "does not list this file"),
        ("SANONY Definition 12; THESIS 3.4, Definition 13", "THESIS Definition 13 does not list this file"),
        ("SANONY formulas 1 to 2", "SANONY Formula 2 does not list this file"),
    ],
)
def test_a_source_that_does_not_agree_is_found_out(source, problem):
    found = rows((ROOT / "docs/papers.md").read_text(encoding="utf-8"))
    path = "sql/serial/internal/broken_promises.sql"
    assert problem in " / ".join(each for each in wrong_sources(found, {**CITED, path: source}) if path in each)


def test_a_source_of_another_form_is_refused():
    with pytest.raises(AssertionError, match="neither a section nor something with a number"):
        list(places_of("SANONY somewhere"))


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
