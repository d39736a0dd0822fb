"""Some mechanical habits of English that a reader stumbles over are refused."""

import ast
import inspect
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import typer

import setrisk
from setrisk import sql
from setrisk.cli import app

ROOT = Path(__file__).parents[1]
CODE = [
    path
    for pattern in ("*.py", "pipelines/**/*.py", "udf/**/*.py", "sql/**/*.py", "terminal/**/*.py")
    for path in sorted(ROOT.glob(pattern))
]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/dbt/README.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
HABITS = {
    # `there is no x`, `is no longer` and `is no more` are English.
    "say `is not a`, not `is no`": r"(?<!\bthere )\b(?:is|are) no\b(?! (?:longer|more|less|later)\b)",
    "say `separated by`, not `parted by`": r"\bparted by\b",
    # `where the noise comes from` and `the folder where it lies` are English.
    "say `if`, not `where`": r"(?:[.;!?] )where (?!(?:do|does|did|is|are|was|were)\b)[^.?:;]*?, "
    r"|^where (?!(?:do|does|did|is|are|was|were)\b)\w+ [^.?:;,]*, (?!(?:and|or|if|by|on|of|in|beside|as)\b)"
    r"|\b(?:NULL|None|error|refused|green|nothing) where\b"
    r"|\bwhere (?:there (?:is|are)|nothing|none|no|half of|data are)\b",
    # `stands for`, `stands in for` and `stands alone` are English.
    "say `is`, not `stands`": r"\bstands?\b(?! (?:for|in|alone)\b)",
    # `told apart` and `told from` are English.
    "say `revealed`, not `told`": r"\b(?:is|are|was|were|be) told\b(?! (?:apart|from)\b)|\btells? (?:\w+ )?of\b",
    "say `is not clear`, not `cannot tell`": r"\bcannot tell the\b",
    "say `eliminate`": r"\b(?:strikes?|struck|striking)[ -]out\b|\bits strikes\b",
    "say `someone who knows`": r"(?:^|[.:!?*] )Who knows\b|(?:^|[;,] )who knows\b[^,;.]*\b(?:is|will|can|may|would)\b",
}

# Words that do not say what a function does or returns. Participles are also those that end in -ed, -en or -wn.
NAMELESS = frozenset(
    re.findall(
        r"\w+",
        """
        about above across after against alike all alone along already also always among and any anything apart
        around as aside at away back before begun below beneath beside between beyond both bought bound brought
        built but by cut dealt down each else ever every everything few fewest first for forth found from gone half
        happens he held her here him his how however if in inside into it its just kept last least left less
        like lost made many meant more most much near nearly never next no none nor not nothing now of off often
        on once one only onto or other others out outside over paid perhaps put quite rather said same seldom
        sent she short since so sold some something sometimes soon spent still such taken than that the their
        them then there these they thing things this those though through thus till to together told toward
        under understood unlike until up upon us very we well what when where whether which while who whom whose
        why with within without won worst yet you
        """,
    )
)
PARTICIPLE = re.compile(r"\w(?:ed|en|wn)$")
NOT_PARTICIPLES = {"children", "embed", "feed", "need", "open", "own", "seed", "token"}


def found(text: str) -> list[str]:
    """What is wrong with a text, whatever lines it is wrapped in."""
    text = re.sub(r"\s+", " ", text).strip()
    return [
        f"{advice}: ...{text[max(0, hit.start() - 30) : hit.end() + 30]}..."
        for advice, habit in HABITS.items()
        for hit in re.finditer(habit, text, 0 if "Who" in habit else re.IGNORECASE)
    ]


def docstrings(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and (text := ast.get_docstring(node)):
            yield text


def sentences(tree: ast.AST) -> Iterator[str]:
    """The strings of a module that have a blank, docstrings among them, each with a hole for what is put in."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(v.value) if isinstance(v, ast.Constant) else "_" for v in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.value


def comments(code: str) -> Iterator[str]:
    """The comments of a module; lines that follow each other are one."""
    block, end = "", 0
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT:
            text, (line, column) = token.string.lstrip("#: "), token.start
            if block and line == end + 1 and not token.line[:column].strip():
                block = f"{block} {text}"
            else:
                yield block
                block = text
            end = line
    yield block


def says_nothing(name: str) -> bool:
    """Whether none of the words of a function's name says what it does or returns."""
    return all(
        word in NAMELESS or (PARTICIPLE.search(word) and word not in NOT_PARTICIPLES)
        for word in name.strip("_").split("_")
    )


def names_of_functions(tree: ast.AST) -> Iterator[str]:
    """The names of functions, methods and properties, except those that Python itself gives a meaning."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not re.fullmatch(r"__\w+__", node.name):
            yield node.name


def test_there_are_files_to_look_at() -> None:
    """In a loop over none, no habit would be found."""
    assert {ROOT / "cli.py", ROOT / "pipelines" / "releases" / "protect.py", ROOT / "udf" / "registration.py"} <= {
        *CODE
    }
    assert {ROOT / "README.md", ROOT / "docs" / "trust.md"} <= {*PAGES}


def test_names_of_functions_say_what_they_do() -> None:
    for path in CODE:
        wrong = [name for name in names_of_functions(ast.parse(path.read_text(encoding="utf-8"))) if says_nothing(name)]
        assert wrong == [], f"{path}: name a function by a verb, or by the noun that it returns"


def test_names_that_say_nothing_are_found() -> None:
    code = """
class Table:
    def among(self): ...
def _drawn():
    def up(): ...
async def or_else(): ...
def _as_claimed(): ...
def draw(): ...
def kept_copies(): ...
def is_open(): ...
def __len__(): ...
"""
    names = list(names_of_functions(ast.parse(code)))
    assert sorted(filter(says_nothing, names)) == ["_as_claimed", "_drawn", "among", "or_else", "up"]
    assert sorted(set(names) - set(filter(says_nothing, names))) == ["draw", "is_open", "kept_copies"]


def test_code_speaks_plainly() -> None:
    for path in CODE:
        code = path.read_text(encoding="utf-8")
        tree = ast.parse(code)
        assert [wrong for text in [*sentences(tree), *comments(code)] for wrong in found(text)] == [], path
        assert [text for text in docstrings(tree) if re.search(r"^Of |^ +[*\w]+: Of ", text, re.MULTILINE)] == [], path


def test_comments_of_the_makefile_speak_plainly() -> None:
    lines = (ROOT / "Makefile").read_text(encoding="utf-8")
    blocks = re.findall(r"(?:^#.*\n)+", lines, re.MULTILINE)
    assert [wrong for block in blocks for wrong in found(block.replace("#", ""))] == []


def test_comments_are_found_with_the_lines_that_follow() -> None:
    code = "# Here\n# and there\nx = 1  # beside\n# alone\n\n# after a gap\n"
    assert [text for text in comments(code) if text] == ["Here and there", "beside alone", "after a gap"]


def test_help_of_functions_and_commands_does_not_begin_with_of() -> None:
    functions = [value for name in setrisk.__all__ if inspect.isfunction(value := getattr(setrisk, name))]
    arguments = [line for f in functions for line in re.findall(r"^ +[*\w]+: of .*", f.__doc__ or "", re.MULTILINE)]
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    options = [
        f"{name} {option.name}: {text}"
        for name, command in commands.items()
        for option in command.params
        if (text := getattr(option, "help", None) or "").lower().startswith("of ")
    ]
    assert [*arguments, *options] == []


def test_pages_speak_plainly() -> None:
    for path in PAGES:
        prose = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        assert found(prose) == [], path


def test_help_of_methods_speaks_plainly() -> None:
    for method in setrisk.METHODS:
        texts = [method.meaning, method.promise, *(p.meaning for p in method.parameters)]
        assert [wrong for text in texts for wrong in found(text)] == [], method.name
        assert [text for text in texts if re.match(r"of ", text, re.IGNORECASE)] == [], method.name


def test_relations_and_tables_speak_plainly() -> None:
    for relation in sql.relations():
        header = relation.header
        texts = [header.meaning, header.row, *(p.meaning for p in header.parameters)]
        texts += [*(c.meaning for c in header.columns), *re.findall(r"'((?:[^']|'')*)'", relation.body)]
        assert [wrong for text in texts for wrong in found(text)] == [], relation.name
    for table in sql.tables():
        texts = [table.meaning, *(column.meaning for column in table.columns)]
        assert [wrong for text in texts for wrong in found(text)] == [], table.name


def test_the_habits_are_found() -> None:
    wrong = ["It is no table.", "They are\nno options.", "Words parted by commas", "Fine. Who knows it wins."]
    wrong += ["It may be. Where it is unknown, it stays.", "It is NULL where\nthe text is.", "Say so where there is."]
    wrong += ["What stands above it.", "Terms stand below.", "Nobody is told\nwhich.", "It may tell of them."]
    wrong += [
        "Records tell little of one.",
        "It cannot tell the format.",
        "It strikes\nout items.",
        "Struck-out items.",
    ]
    wrong += [
        "Where the room is small, it is cut.",
        "It is not green where one is unknown.",
        "Nothing where no one is.",
    ]
    assert [len(found(text)) for text in wrong] == [1] * 18
    right = ["There is no table.", "It is no longer so.", "Someone who knows it wins."]
    right += ["Where does it come from?", "The folder where the files are, and others.", "Say where it is."]
    right += ["What it stands for.", "They cannot be told apart.", "It cannot tell."]
    right += ["Where each item starts, and where the last ends.", "Where a, b or c places it."]
    assert [found(text) for text in right] == [[]] * 11
