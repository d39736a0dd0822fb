"""The relations of setrisk: one SELECT a file, checked and documented when it is read.

A file's head comment is its documentation and its signature::

    -- supports(dataset, size := 2)
    -- One row per itemset of `size` items that some transaction of the data set holds.
    -- items VARCHAR[]: the itemset, in item order; support BIGINT: transactions that hold it

`name(...)` is a table macro `setrisk.name`, `name(...) -> TYPE` a scalar one. Parameters are written
`$name` in the body. A line `-- duckdb only: why` says that the file does not carry over to Spark SQL; a
function that sqlglot does not know must be named there. A line `-- internal` says that the relation is a step
of others and no part of the public surface.
The folder `catalog` holds the tables instead, one CREATE TABLE a file.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from setrisk.errors import BadSql

if TYPE_CHECKING:
    from sqlglot import exp

FOLDER = Path(__file__).parent
SCHEMAS = ("setrisk_private", "setrisk")

_SIGNATURE = re.compile(r"^(?P<name>[a-z_0-9]+)\((?P<parameters>.*)\)(?:\s*->\s*(?P<type>.+))?$")


@dataclass(frozen=True)
class Parameter:
    """A parameter of a relation; `default` is a DuckDB expression, or None where a value must be given."""

    name: str
    default: str | None = None


@dataclass(frozen=True)
class Relation:
    """One checked SQL file: its signature, its documentation and its query."""

    path: Path
    name: str
    parameters: tuple[Parameter, ...]
    returns: str | None
    meaning: str
    duckdb_only: str | None
    internal: bool
    body: str

    @property
    def family(self) -> str:
        """The folder of the file: generalisation, semantics, ..."""
        return self.path.parent.name

    @property
    def is_table(self) -> bool:
        """Whether the relation gives rows (a table macro) or one value (a scalar macro)."""
        return self.returns is None

    @property
    def signature(self) -> str:
        """The signature as it is called in SQL, with the schema."""
        given = ", ".join(p.name if p.default is None else f"{p.name} := {p.default}" for p in self.parameters)
        return f"setrisk.{self.name}({given})" + ("" if self.is_table else f" -> {self.returns}")

    @functools.cached_property
    def tree(self) -> exp.Expr:
        """The parsed query."""
        return _parse_one(self.path, self.body)

    @functools.cached_property
    def calls(self) -> frozenset[str]:
        """Names of the setrisk relations that the query calls."""
        return frozenset(call.name.lower() for call in _setrisk_calls(self.tree))

    @functools.cached_property
    def tables(self) -> frozenset[str]:
        """Tables of the catalog that the query reads, as schema.table."""
        from sqlglot import exp

        return frozenset(
            f"{t.db}.{t.name}"
            for t in self.tree.find_all(exp.Table)
            if t.db in SCHEMAS and isinstance(t.this, exp.Identifier)
        )

    def macro(self, *, schema: str | None = "setrisk") -> str:
        """The CREATE MACRO statement; without a schema, a TEMP macro named setrisk_<name>."""
        from sqlglot import exp

        def as_macro_parameter(node: exp.Expr) -> exp.Expr:
            return exp.column(node.name) if isinstance(node, exp.Placeholder) else node

        tree = self.tree.copy().transform(as_macro_parameter)
        if schema is None:
            for call in list(_setrisk_calls(tree)):
                if isinstance(call.parent, exp.Dot):
                    call.parent.replace(exp.Anonymous(this=f"setrisk_{call.name}", expressions=call.expressions))
        if not self.is_table:
            tree = tree.expressions[0].unalias()
        parameters = ", ".join(p.name if p.default is None else f"{p.name} := {p.default}" for p in self.parameters)
        create, name = (
            ("CREATE OR REPLACE MACRO", f"{schema}.{self.name}")
            if schema
            else (
                "CREATE OR REPLACE TEMP MACRO",
                f"setrisk_{self.name}",
            )
        )
        body = tree.sql("duckdb", comments=False)
        return f"{create} {name}({parameters}) AS {'TABLE ' if self.is_table else ''}{body}"

    def comment(self) -> str:
        """The COMMENT ON statement that carries signature and meaning into the database."""
        kind = "MACRO TABLE" if self.is_table else "MACRO"
        text = f"{self.signature}\n{self.family}\n{self.meaning}".replace("'", "''")
        return f"COMMENT ON {kind} setrisk.{self.name} IS '{text}'"

    def spark(self) -> str:
        """The query in Spark SQL; what Spark lacks raises, as `duckdb only` files do."""
        from sqlglot import ErrorLevel, exp

        if self.duckdb_only:
            raise BadSql(f"{self.path}: duckdb only: {self.duckdb_only}")
        tree = self.tree.copy()
        for table in tree.find_all(exp.CTE):
            table.set("materialized", None)  # a hint, which Spark has no word for
        for call in tree.find_all(exp.Anonymous):
            for argument in call.expressions:
                if isinstance(argument, exp.PropertyEQ):
                    argument.replace(exp.Kwarg(this=argument.this, expression=argument.expression))
        return tree.sql("spark", pretty=True, unsupported_level=ErrorLevel.RAISE)


@dataclass(frozen=True)
class Table:
    """One table of the catalog."""

    path: Path
    schema: str
    name: str
    meaning: str
    create: str


def read_relation(path: Path, *, udfs: frozenset[str] = frozenset()) -> Relation:
    """Read and check one file.

    Raises:
        BadSql: naming file and line, where the file breaks a rule: no signature, a name other than the
            file's, more than one statement, anything but a query, an undeclared or unused parameter, an
            unqualified column or a lambda's variable that bears a parameter's name, or a function that is
            neither known to sqlglot nor in `udfs` nor a relation of setrisk.
    """
    text = path.read_text(encoding="utf-8")
    head, body_line = _head(text)
    if not head or not (match := _SIGNATURE.match(head[0])):
        raise BadSql(f"{path}:1: the first line must be a signature like `-- {path.stem}(dataset, k := 2)`")
    if match["name"] != path.stem:
        raise BadSql(f"{path}:1: the signature names `{match['name']}`, the file `{path.stem}`")
    marks = [line for line in head[1:] if line.startswith("duckdb only") or line == "internal"]
    meaning = "\n".join(line for line in head[1:] if line not in marks).strip()
    if not meaning:
        raise BadSql(f"{path}:2: a sentence on what a row is must follow the signature")
    only = next((line.partition(":")[2].strip() for line in marks if line != "internal"), None)
    if only == "":
        line = next(number for number, line in enumerate(head, 1) if line.startswith("duckdb only"))
        raise BadSql(f"{path}:{line}: `duckdb only` must say why: `-- duckdb only: why`")
    body = "\n" * body_line + "\n".join(text.split("\n")[body_line:])
    relation = Relation(
        path=path,
        name=path.stem,
        parameters=_parameters(path, match["parameters"]),
        returns=match["type"],
        meaning=meaning,
        duckdb_only=only,
        internal="internal" in marks,
        body=body,
    )
    _check(relation, udfs)
    return relation


def relations(*, udfs: frozenset[str] = frozenset()) -> list[Relation]:
    """All relations, each after those that it calls."""
    found = {
        path.stem: read_relation(path, udfs=udfs)
        for path in sorted(FOLDER.glob("*/*.sql"))
        if path.parent.name != "catalog"
    }
    ordered: dict[str, Relation] = {}

    def visit(name: str, caller: Relation | None, trail: tuple[str, ...]) -> None:
        if name in ordered:
            return
        if name not in found:
            assert caller is not None
            raise BadSql(f"{_called_at(caller, name)}: calls setrisk.{name}, which no file defines")
        if name in trail:
            assert caller is not None
            circle = " -> ".join([*trail[trail.index(name) :], name])
            raise BadSql(f"{_called_at(caller, name)}: calls itself: {circle}")
        for called in sorted(found[name].calls):
            visit(called, found[name], (*trail, name))
        ordered[name] = found[name]

    for name in found:
        visit(name, None, ())
    return list(ordered.values())


def tables() -> list[Table]:
    """The tables of the catalog, in the order of their files."""
    return [_read_table(path) for path in sorted((FOLDER / "catalog").glob("*.sql"))]


@functools.cache
def digest() -> str:
    """A digest of all SQL files: equal digests mean that a database needs no new macros."""
    hashed = hashlib.sha256()
    for path in sorted(FOLDER.glob("*/*.sql")):
        hashed.update(path.relative_to(FOLDER).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return hashed.hexdigest()[:16]


def _head(text: str) -> tuple[list[str], int]:
    """The head comment without its dashes, and the number of lines it takes."""
    lines = text.split("\n")
    end = next((i for i, line in enumerate(lines) if not line.startswith("--")), len(lines))
    return [line[2:].strip() for line in lines[:end]], end


def _parameters(path: Path, text: str) -> tuple[Parameter, ...]:
    if not text.strip():
        return ()
    parameters = []
    for part in text.split(","):
        name, assigned, default = part.partition(":=")
        if not re.fullmatch(r"[a-z][a-z_0-9]*", name.strip()) or (assigned and not default.strip()):
            raise BadSql(f"{path}:1: `{part.strip()}` is no parameter; write `name` or `name := default`")
        parameters.append(Parameter(name.strip(), default.strip() if assigned else None))
    names = [p.name for p in parameters]
    if len(set(names)) < len(names):
        raise BadSql(f"{path}:1: a parameter is declared twice")
    return tuple(parameters)


def _parse_one(path: Path, body: str) -> exp.Expr:
    import sqlglot
    from sqlglot.errors import ParseError, TokenError

    try:
        trees = [tree for tree in sqlglot.parse(body, read="duckdb") if tree is not None]
    except ParseError as error:
        fault = error.errors[0]
        before = fault["start_context"]
        start = body.find(before + fault["highlight"]) + len(before)
        what = re.sub(r"<Token .*?text: (.*?), line.*?>", r"\1", fault["description"])
        raise BadSql(f"{path}:{_line_at(body, start)}: {what}") from error
    except TokenError as error:
        raise BadSql(f"{path}:{_open_line(body)}: a quote or comment is opened and not closed") from error
    if len(trees) != 1:
        second = _start(trees[1]) if trees else len(body)
        raise BadSql(f"{path}:{_line_at(body, second)}: one statement a file, found {len(trees)}")
    return trees[0]


def _setrisk_calls(tree: exp.Expr) -> Iterator[exp.Anonymous]:
    """The calls of macros of the schema setrisk: as a table, in LATERAL or as a scalar."""
    from sqlglot import exp

    for function in tree.find_all(exp.Anonymous):
        parent = function.parent
        in_from = isinstance(parent, exp.Table) and parent.db == "setrisk"
        dotted = isinstance(parent, exp.Dot) and parent.this.name == "setrisk"
        if in_from or dotted:
            yield function


def _called_at(caller: Relation, name: str) -> str:
    """File and line of the first call of `name`."""
    calls = [call for call in _setrisk_calls(caller.tree) if call.name.lower() == name]
    return f"{caller.path}:{min(_line(caller, call) for call in calls)}"


def _check(relation: Relation, udfs: frozenset[str]) -> None:
    from sqlglot import exp

    path, tree = relation.path, relation.tree
    if not isinstance(tree, exp.Query):
        raise BadSql(f"{path}:{_line(relation, tree)}: only a query may stand here, found {tree.key.upper()}")
    if not relation.is_table and (len(tree.expressions) != 1 or tree.args.get("from_")):
        raise BadSql(f"{path}:{_line(relation, tree)}: a scalar relation is one SELECT of one expression, without FROM")
    declared = {p.name for p in relation.parameters}
    used = {node.name for node in tree.find_all(exp.Placeholder)}
    for name in sorted(used - declared):
        line = _parameter_line(relation, name)
        raise BadSql(f"{path}:{line}: parameter ${name} is not in the signature")
    for name in sorted(declared - used):
        raise BadSql(f"{path}:1: parameter {name} is declared and never used")
    for column in tree.find_all(exp.Column):
        if not column.table and column.name.lower() in declared:
            # In a macro body a bare column of a parameter's name is the parameter: always true, always constant.
            raise BadSql(f"{path}:{_line(relation, column)}: column {column.name} bears a parameter's name; qualify it")
    for variable in (v for function in tree.find_all(exp.Lambda) for v in function.expressions):
        if variable.name.lower() in declared:
            # In a macro body the parameter is written bare too: inside the lambda it would be the variable.
            line = _line(relation, variable)
            raise BadSql(f"{path}:{line}: the lambda's variable {variable.name} bears a parameter's name; rename it")
    ours = relation.calls
    excepted = re.findall(r"\w+", relation.duckdb_only or "")
    for function in tree.find_all(exp.Anonymous):
        name = function.name.lower()
        if name not in ours and name not in udfs and name not in excepted:
            raise BadSql(
                f"{path}:{_line(relation, function)}: unknown function {function.name}; if only DuckDB "
                "has it, name it in the head: `-- duckdb only: why`"
            )


def _line(relation: Relation, node: exp.Expr) -> int:
    """The line on which a node of the query starts."""
    return _line_at(relation.body, _start(node))


def _line_at(body: str, start: int) -> int:
    """The line of a character: sqlglot's own line numbers go wrong after a `$`, its offsets do not."""
    return body.count("\n", 0, start) + 1


def _start(node: exp.Expr) -> int:
    return min((int(part.meta["start"]) for part in node.walk() if "start" in part.meta), default=0)


def _parameter_line(relation: Relation, name: str) -> int:
    """The line of the first `$name`, which sqlglot marks in its tokens alone."""
    import sqlglot

    tokens = sqlglot.tokenize(relation.body, read="duckdb")
    first = next(b for a, b in itertools.pairwise(tokens) if (a.text, b.text) == ("$", name))
    return _line_at(relation.body, first.start)


def _open_line(body: str) -> int:
    """The line that opens a quote or comment that is never closed: what stands above it can be read."""
    import sqlglot
    from sqlglot.errors import TokenError

    lines = body.split("\n")
    for number in range(len(lines), 0, -1):
        with contextlib.suppress(TokenError):
            sqlglot.tokenize("\n".join(lines[: number - 1]), read="duckdb")
            return number
    return 1


def _read_table(path: Path) -> Table:
    from sqlglot import exp

    text = path.read_text(encoding="utf-8")
    head, end = _head(text)
    body = "\n" * end + "\n".join(text.split("\n")[end:])
    tree = _parse_one(path, body)
    if not (isinstance(tree, exp.Create) and tree.kind == "TABLE" and head):
        raise BadSql(f"{path}:1: a file of the catalog is a head comment and one CREATE TABLE")
    table = tree.find(exp.Table)
    assert table is not None
    if table.db not in SCHEMAS or table.name != path.stem:
        line = _line_at(body, _start(table))
        raise BadSql(f"{path}:{line}: must create the table {path.stem} in one of the schemas {SCHEMAS}")
    return Table(path, table.db, table.name, "\n".join(head), tree.sql("duckdb", comments=False))
