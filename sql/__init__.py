"""The relations of setrisk: one SELECT a file, checked and documented when it is read.

A file's head comment is its documentation and its signature::

    -- supports(dataset, size := 2)
    -- One row per itemset of `size` items that some transaction of the data set holds.
    -- items VARCHAR[]: the itemset, in item order; support BIGINT: transactions that hold it

`name(...)` is a table macro `setrisk.name`, `name(...) -> TYPE` a scalar one. Parameters are written
`$name` in the body. A line `-- duckdb only: why` says that the file does not carry over to Spark SQL; a
function that sqlglot does not know must be named there. A line `-- internal` that the relation is a step of others and no part of the public surface.
The folder `catalog` holds the tables instead, one CREATE TABLE a file.
"""

from __future__ import annotations

import functools
import hashlib
import re
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
    def tree(self) -> exp.Expression:
        """The parsed query."""
        return _parse_one(self.path, self.body)

    @functools.cached_property
    def calls(self) -> frozenset[str]:
        """Names of the setrisk relations that the query calls."""
        return frozenset(_setrisk_calls(self.tree))

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

        def as_macro_parameter(node: exp.Expression) -> exp.Expression:
            return exp.column(node.name) if isinstance(node, exp.Placeholder) else node

        tree = self.tree.copy().transform(as_macro_parameter)
        if not self.is_table:
            tree = tree.expressions[0].unalias()
        parameters = ", ".join(
            p.name if p.default is None else f"{p.name} := {p.default}" for p in self.parameters
        )
        create, name = ("CREATE OR REPLACE MACRO", f"{schema}.{self.name}") if schema else (
            "CREATE OR REPLACE TEMP MACRO",
            f"setrisk_{self.name}",
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
        from sqlglot import ErrorLevel

        if self.duckdb_only:
            raise BadSql(f"{self.path}: duckdb only: {self.duckdb_only}")
        return self.tree.sql("spark", pretty=True, unsupported_level=ErrorLevel.RAISE)


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
            unqualified column that bears a parameter's name, or a function that is neither known to
            sqlglot nor in `udfs` nor a relation of setrisk.
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
        raise BadSql(f"{path}: `duckdb only` must say why: `-- duckdb only: why`")
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
            raise BadSql(f"{caller.path}: calls setrisk.{name}, which no file defines")
        if name in trail:
            raise BadSql(f"{found[name].path}: calls itself through {' -> '.join(trail)}")
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


def _parse_one(path: Path, body: str) -> exp.Expression:
    import sqlglot
    from sqlglot.errors import SqlglotError

    try:
        trees = [tree for tree in sqlglot.parse(body, read="duckdb") if tree is not None]
    except SqlglotError as error:
        line = getattr(error, "errors", [{}])[0].get("line", "?") if getattr(error, "errors", None) else "?"
        raise BadSql(f"{path}:{line}: {str(error).splitlines()[0]}") from error
    if len(trees) != 1:
        raise BadSql(f"{path}: one statement a file, found {len(trees)}")
    return trees[0]


def _setrisk_calls(tree: exp.Expression) -> set[str]:
    """Macros of the schema setrisk that are called as a table, in LATERAL or as a scalar."""
    from sqlglot import exp

    called = set()
    for function in tree.find_all(exp.Anonymous):
        parent = function.parent
        in_from = isinstance(parent, exp.Table) and parent.db == "setrisk"
        dotted = isinstance(parent, exp.Dot) and parent.this.name == "setrisk"
        if in_from or dotted:
            called.add(function.name.lower())
    return called


def _check(relation: Relation, udfs: frozenset[str]) -> None:
    from sqlglot import exp

    path, tree = relation.path, relation.tree
    if not isinstance(tree, exp.Query):
        raise BadSql(f"{path}:{_line(relation, tree)}: only a query may stand here, found {tree.key.upper()}")
    if not relation.is_table and (len(tree.expressions) != 1 or tree.args.get("from_")):
        raise BadSql(f"{path}: a scalar relation is one SELECT of one expression, without FROM")
    declared = {p.name for p in relation.parameters}
    used = {node.name for node in tree.find_all(exp.Placeholder)}
    for name in sorted(used - declared):
        raise BadSql(f"{path}:{_line(relation, f'${name}')}: parameter ${name} is not in the signature")
    for name in sorted(declared - used):
        raise BadSql(f"{path}:1: parameter {name} is declared and never used")
    for column in tree.find_all(exp.Column):
        if not column.table and column.name in declared:
            # In a macro body a bare column of a parameter's name is the parameter: always true, always constant.
            raise BadSql(
                f"{path}:{_line(relation, column)}: column {column.name} bears a parameter's name; qualify it"
            )
    ours = _setrisk_calls(tree)
    for function in tree.find_all(exp.Anonymous):
        name = function.name.lower()
        excepted = re.findall(r"\w+", relation.duckdb_only or "")
        if name not in ours and name not in udfs and name not in excepted:
            raise BadSql(
                f"{path}:{_line(relation, function.name)}: unknown function {function.name}; if only DuckDB "
                "has it, name it in the head: `-- duckdb only: why`"
            )


def _line(relation: Relation, where: exp.Expression | str) -> int | str:
    """The line of a node, from sqlglot's own marks or else by looking for the text."""
    if not isinstance(where, str):
        for node in where.walk():
            if "line" in node.meta:
                return int(node.meta["line"])
        where = where.name
    for number, line in enumerate(relation.body.split("\n"), 1):
        if where and where.lower() in line.lower():
            return number
    return "?"


def _read_table(path: Path) -> Table:
    from sqlglot import exp

    text = path.read_text(encoding="utf-8")
    head, end = _head(text)
    tree = _parse_one(path, "\n" * end + "\n".join(text.split("\n")[end:]))
    if not (isinstance(tree, exp.Create) and tree.kind == "TABLE" and head):
        raise BadSql(f"{path}: a file of the catalog is a head comment and one CREATE TABLE")
    table = tree.find(exp.Table)
    assert table is not None
    if table.db not in SCHEMAS or table.name != path.stem:
        raise BadSql(f"{path}: must create the table {path.stem} in one of the schemas {SCHEMAS}")
    return Table(path, table.db, table.name, "\n".join(head), tree.sql("duckdb", comments=False))
