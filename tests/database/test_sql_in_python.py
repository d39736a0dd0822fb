"""SQL lies in files that are checked; what stands in Python is a call."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from duckdb import DuckDBPyConnection

import setrisk
import setrisk.sql as relations
from setrisk.pipelines.common.quoting import Value, literal

ROOT = Path(setrisk.__file__).parent
SOURCES = sorted(
    [*ROOT.glob("*.py"), *ROOT.glob("pipelines/**/*.py"), *ROOT.glob("terminal/**/*.py"), *ROOT.glob("udf/**/*.py")]
)

# Also after a comment, or within EXPLAIN or WITH; in small letters, where no sentence begins so.
WRITES = re.compile(
    r"(\s|--.*\n|/\*.*?\*/|EXPLAIN\b|ANALYZE\b|\()*(WITH\b.*\b)?"
    r"(INSERT( OR \w+)? INTO|UPDATE|DELETE|CREATE|DROP|COPY|ALTER|TRUNCATE|MERGE INTO|COMMENT ON|VACUUM"
    r"|(?i:insert (or \w+ )?into|delete from|create (or replace )?(temp(orary)? )?(table|view|macro|schema)|comment on"
    r"|drop (table|view|schema|macro) (if|\w+(?=\.|\s*;|\s*$))|update [\w.]+ set \w+(?= =)|alter table|truncate table"
    r"|merge into))\b",
    re.DOTALL,
)
# What begins with a clause, whether the rest of the query is a hole before it, or another string.
SQL = re.compile(
    rf"{WRITES.pattern}|\s*\(?(SELECT|FROM|WITH|SET|RESET|ATTACH|DETACH|DESCRIBE|PRAGMA|CHECKPOINT|BEGIN|COMMIT|ROLLBACK"
    r"|TABLE(?= \w)|VALUES|PIVOT|UNPIVOT|CALL|(FORCE )?INSTALL|LOAD|EXPLAIN|SUMMARIZE|SHOW|USE|PREPARE|EXECUTE"
    r"|(EXPORT|IMPORT) DATABASE)\b"
    r"|(\{\})?\s*(WHERE|(ORDER|GROUP) BY|HAVING|QUALIFY|LIMIT|OFFSET|USING SAMPLE|(UNION|INTERSECT|EXCEPT)\s"
    r"|(\w+ )*JOIN)\b"
    r"|(min|max|sum|avg|count)\("
)
# In small letters sentences begin so, too: what follows must be that of a query.
SMALL = re.compile(
    r"\s*\(?((select\b[^;]*\b)?from (setrisk(_\w+)?\.|\w+\("
    r"|(\{\}|\w+)( as \w+)?\s+(where|join|order by|group by|limit)\b)"
    r"|select\b[^;]*\bfrom (\{\}|\w+)( as \w+)?\s*(;|$)|select (\d|(min|max|sum|avg|count)\()"
    r"|with \w+ as (materialized )?\(|values \(|(un)?pivot \S+ on\b|call \w+\("
    r"|set \w+ = |(install|pragma|use) \w+\s*(;|$)|(load|attach) ('|\{\})|describe (setrisk\.|select\b))"
    r"|(\{\})?\s*(where [\w.]+ (=|<|>|in\b|is (not )?null\b)|(order|group) by [\w.]+\s*(,|;|$)|limit (\d|\?)"
    r"|union all\b|(\w+ )*join \S+ (as \w+ )?(on|using)\b)",
    re.IGNORECASE | re.DOTALL,
)
# What stays in Python: a setting, or the call of a relation or function, of some of its columns, in an order.
ARGUMENTS = r"\(([^()']|'[^']*'|\w+\([^()]*\))*\)"
ORDER = r"ORDER BY [\w.]+(, [\w.]+)*"
CALL = re.compile(
    r"\s*((SELECT (?!DISTINCT)[\w., *]+( EXCLUDE \([\w., ]+\))? |SELECT COLUMNS\(\{\}\) )?"
    rf"FROM (setrisk(_internal)?\.[\w{{}}]+{ARGUMENTS}|\w+{ARGUMENTS}|\{{\}}|\(\{{\}}\))( AS \w+)?( {ORDER})?"
    rf"|\{{\}} {ORDER}|SELECT (?!(min|max|sum|avg|count)\()(\{{\}}|\w+{ARGUMENTS}(, \w+{ARGUMENTS})*)|SELECT 1"
    r"|SET \w+ = ('[^';]*'|\$?\w+|\{\}|\[\{\}\])|BEGIN|COMMIT|ROLLBACK|CHECKPOINT)"
)
QUOTING = ("call", "identifier", "literal", "qualified_name", "union")

# How many strings of a file are not as they should be, and why they stay.
EXCEPTIONS = {
    "pipelines/common/quoting.py": (
        9,
        "the one place that writes statements around queries and names which only a run knows: DuckDB takes no "
        "parameters for names of views, tables, schemas and files",
    ),
    "pipelines/database/attach.py": (
        1,
        "every task asks this query, which is as short as queries get; it calls the kernel that is registered last, "
        "whichever that is, since to bind the call is the quickest way to see whether it is there",
    ),
    "pipelines/database/install.py": (
        3,
        "what is installed is data: the rows of the three views that list methods, relations and columns; "
        "the columns that tables of an older setrisk lack; and the macros that it has left",
    ),
    "pipelines/database/template.py": (1, "copies a database as a whole, into one whose name the user has chosen"),
    "pipelines/risk/evaluate.py": (
        1,
        "how many attacks are stored is not known before: a baseline of each, under the name of the attack",
    ),
    "pipelines/showcase/demo.py": (3, "queries that the demo prints for its users, to be run again by them"),
    "pipelines/exchange/import_release.py": (1, "a cast for each column that a file of the release must have"),
    "pipelines/report/release.py": (
        1,
        "what attacks found, in the order of their risk, which another query gives: the relation is that of the family",
    ),
    "pipelines/transactions/error_locations.py": (
        1,
        "counts the rows that a reader of DuckDB gives with the options that the user's file asks for, in the instance "
        "that reads files, where setrisk is not installed",
    ),
    "pipelines/transactions/separators.py": (1, "samples the lines of each of the user's files in the same instance"),
    "pipelines/transactions/source_views.py": (2, "selects what each of the user's files has, in the same instance"),
    "pipelines/transactions/sources.py": (
        2,
        "names columns of the user, converted as their types ask for, as the statement of the format reads them",
    ),
}


def strings(tree: ast.AST) -> Iterator[ast.Constant | ast.JoinedStr]:
    """The strings of a module, without docstrings; an f-string as a whole."""
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(node.value)
        if isinstance(node, ast.JoinedStr):
            skipped.update(value for value in node.values if isinstance(value, ast.Constant))
            skipped.update(
                part
                for v in node.values
                if isinstance(v, ast.FormattedValue) and v.format_spec
                for part in ast.walk(v.format_spec)
            )
    for node in ast.walk(tree):
        is_string = isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
        if is_string and node not in skipped:
            yield node  # type: ignore[misc]


def text_of(node: ast.Constant | ast.JoinedStr) -> str:
    """The string, with `{}` for each hole."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)


def faults(node: ast.Constant | ast.JoinedStr) -> Iterator[str]:
    """What is wrong with a string, if it is SQL."""
    text = text_of(node)
    if not SQL.match(text) and not SMALL.match(text):
        return
    if WRITES.match(text):
        yield "writes: put it into a statement file"
    elif not CALL.fullmatch(text):
        yield "is more than a call: put it into a statement file"
    if node.lineno != node.end_lineno or "\n" in text:
        yield "takes more than a line: put it into a statement file"
    if isinstance(node, ast.Constant) and re.search(r"\{\w*\}", text):
        yield "has a hole for format(): put it into a statement file"
    for hole in node.values if isinstance(node, ast.JoinedStr) else ():
        if isinstance(hole, ast.FormattedValue) and not (
            isinstance(hole.value, ast.Call) and isinstance(hole.value.func, ast.Name) and hole.value.func.id in QUOTING
        ):
            yield f"has the hole {{{ast.unparse(hole.value)}}}, which no helper of quoting.py fills"


def found() -> dict[tuple[str, str], list[str]]:
    """The faults by file and beginning of the string."""
    result: dict[tuple[str, str], list[str]] = {}
    for path in SOURCES:
        for node in strings(ast.parse(path.read_text(encoding="utf-8"))):
            if wrong := list(faults(node)):
                name = path.relative_to(ROOT).as_posix()
                result[name, text_of(node).strip()[:60]] = [f"{name}:{node.lineno} {fault}" for fault in wrong]
    return result


def test_sql_in_python_is_a_call() -> None:
    assert [fault for (file, _), wrong in found().items() if file not in EXCEPTIONS for fault in wrong] == []


def test_exceptions_do_not_grow_and_are_needed() -> None:
    numbers = Counter(file for file, _ in found())
    assert {file: numbers[file] for file in EXCEPTIONS} == {file: number for file, (number, _) in EXCEPTIONS.items()}


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("con.execute('DELETE FROM setrisk.release')", "writes"),
        ("con.execute(f'FROM setrisk.risk({name})')", "has the hole {name}"),
        ("con.execute('-- Why.\\nDELETE FROM setrisk.release')", "writes"),
        ("con.execute('INSERT OR REPLACE INTO setrisk.series VALUES (1)')", "writes"),
        ("con.execute('delete from ' + name)", "writes"),
        ("con.execute('EXPLAIN ANALYZE DELETE FROM setrisk.release')", "writes"),
        ("con.execute('WITH a AS (SELECT 1) INSERT INTO setrisk.series SELECT 1')", "writes"),
        ("con.execute('SELECT r.risk '\n'FROM setrisk.risk(?) AS r')", "takes more than a line"),
        ("con.execute('SELECT r.risk\\nFROM setrisk.risk(?) AS r')", "takes more than a line"),
        ("con.execute('FROM setrisk.release')", "is more than a call"),
        ("con.execute('FROM setrisk.risk(?) LIMIT 1')", "is more than a call"),
        ("con.execute('SELECT r.record FROM setrisk.risk(?) AS r WHERE r.at_risk')", "is more than a call"),
        ("con.execute('SELECT DISTINCT r.record FROM setrisk.risk(?) AS r')", "is more than a call"),
        ("con.execute('SELECT count(*) FROM setrisk.risk(?) AS r')", "is more than a call"),
        ("results.aggregate('count(*), min(cell)')", "is more than a call"),
        ("con.execute('SELECT r.item FROM {} AS r'.format(table))", "has a hole for format()"),
        ("results.aggregate('min(cell), '\n'max(cell)')", "takes more than a line"),
        ("con.execute('select r.record from setrisk.risk(1) as r where r.at_risk limit 3')", "is more than a call"),
        ("con.execute('from setrisk.release')", "is more than a call"),
        ("con.execute('with rows as (select 1) from rows')", "is more than a call"),
        ("con.execute('set threads = 1')", "is more than a call"),
        ("con.execute('SET x = 1; DROP TABLE y')", "is more than a call"),
        ("con.execute('BEGIN; DROP TABLE y')", "is more than a call"),
        ("con.execute('FROM setrisk.risk(1); DELETE FROM y')", "is more than a call"),
        ("con.execute('update setrisk.release set k = 1')", "writes"),
        ("con.execute('Drop table x')", "writes"),
        ("con.execute('TABLE x')", "is more than a call"),
        ("con.execute('SELECT count(*), sum(x)')", "is more than a call"),
        ("con.execute('select count(*) as n')", "is more than a call"),
        ("con.execute('select r.record from rows as r')", "is more than a call"),
        ("con.execute('VALUES (1), (2)')", "is more than a call"),
        ("con.execute('PIVOT setrisk.release ON family')", "is more than a call"),
        ("con.execute('CALL pragma_version()')", "is more than a call"),
        ("con.execute('INSTALL spatial')", "is more than a call"),
        ("con.execute('load \\'spatial\\'')", "is more than a call"),
        (
            "con.execute('FROM setrisk.risk(1) AS r JOIN setrisk.releases() AS s USING (release)')",
            "is more than a call",
        ),
        ("con.execute('FROM setrisk.risk(1) AS r, setrisk.coverage(1)')", "is more than a call"),
        ("con.execute('SELECT r.record FROM setrisk.risk(1) AS r ORDER BY ALL LIMIT 3')", "is more than a call"),
        ("con.execute('SELECT r.record FROM setrisk.risk((SELECT 1)) AS r')", "is more than a call"),
        ("con.execute(f'{call(name)} WHERE r.at_risk')", "is more than a call"),
        ("con.execute(f'FROM {call(name)} AS r WHERE r.risk > 1')", "is more than a call"),
        ("con.execute(f'{call(name)} where risk > 1')", "is more than a call"),
        ("con.execute(f'{call(name)} JOIN s USING (item)')", "is more than a call"),
        ("con.execute(query + ' LIMIT 3')", "is more than a call"),
    ],
)
def test_what_is_refused(code: str, fault: str) -> None:
    (node,) = strings(ast.parse(code))
    assert [wrong for wrong in faults(node) if wrong.startswith(fault)]


@pytest.mark.parametrize(
    "code",
    [
        "con.execute('SELECT r.record, r.risk FROM setrisk.risk(?) AS r')",
        "con.sql(f\"FROM {call('setrisk.risk', release)} ORDER BY ALL\")",
        "con.execute('SET memory_limit = $limit')",
        "con.execute(\"FROM setrisk.risk(?, known := getvariable('known')) ORDER BY record\")",
        "print('With three of them, it is UPDATED')",
        "print(f'from {first} to {last}, where there are {number}')",
        "print('select what to load, or show all; set it with --k; call it from there')",
    ],
)
def test_what_is_not(code: str) -> None:
    assert [fault for node in strings(ast.parse(code)) for fault in faults(node)] == []


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        False,
        -3,
        2**40,
        0.1,
        -1.5e-7,
        1e300,
        "it's \\ \n",
        ["a", None, "b'"],
        [1.5, 2.5],
        [],
        {"a": "b", "c'": "d"},
    ],
)
def test_a_literal_is_read_as_its_value(con: DuckDBPyConnection, value: Value) -> None:
    ((read,),) = con.execute(f"SELECT {literal(value)}").fetchall()
    read = float(read) if isinstance(value, float) else read
    assert (read, type(read)) == (value, type(value))


# It asks each step what it does with releases of other families.
NAMES_ALL = {"test_isolation.py"}


def test_a_step_is_named_in_one_file_of_the_tests() -> None:
    """So that it can be renamed: tests name public relations, or call a helper of `tests/support`."""
    steps = {relation.name for relation in relations.relations() if relation.is_internal}
    files: dict[str, set[str]] = defaultdict(set)
    for path in (ROOT / "tests").glob("**/*.py"):
        for name in re.findall(r"\bsetrisk_internal\.(\w+)", path.read_text(encoding="utf-8")):
            files[name].add(path.name)
    assert {name: found for name in steps if len(found := files[name] - NAMES_ALL) > 1} == {}
