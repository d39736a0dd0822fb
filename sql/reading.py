"""Read and check SQL files."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import TYPE_CHECKING

from setrisk.errors import BadSql
from setrisk.sql.parsing import line_at, parse_one, setrisk_calls, start_of
from setrisk.sql.relation import SCHEMAS, Parameter, Relation, Table

if TYPE_CHECKING:
    from sqlglot import exp

_SIGNATURE = re.compile(r"^(?P<name>[a-z_0-9]+)\((?P<parameters>.*?)\)(?:\s*->\s*(?P<type>.+))?$")


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


def read_table(path: Path) -> Table:
    """Read and check one file of the catalog.

    Raises:
        BadSql: naming file and line, where it is anything but one CREATE TABLE of the file's name.
    """
    from sqlglot import exp

    text = path.read_text(encoding="utf-8")
    head, end = _head(text)
    body = "\n" * end + "\n".join(text.split("\n")[end:])
    tree = parse_one(path, body)
    if not (isinstance(tree, exp.Create) and tree.kind == "TABLE" and head):
        raise BadSql(f"{path}:1: a file of the catalog is a head comment and one CREATE TABLE")
    table = tree.find(exp.Table)
    assert table is not None
    if table.db not in SCHEMAS or table.name != path.stem:
        line = line_at(body, start_of(table))
        raise BadSql(f"{path}:{line}: must create the table {path.stem} in one of the schemas {SCHEMAS}")
    columns = {column.name: column.kind.sql("duckdb") for column in tree.find_all(exp.ColumnDef) if column.kind}
    return Table(path, table.db, table.name, "\n".join(head), tree.sql("duckdb", comments=False), columns)


def called_at(caller: Relation, name: str) -> str:
    """File and line of the first call of `name`."""
    calls = [call for call in setrisk_calls(caller.tree) if call.name.lower() == name]
    return f"{caller.path}:{min(_line(caller, call) for call in calls)}"


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
    return line_at(relation.body, start_of(node))


def _parameter_line(relation: Relation, name: str) -> int:
    """The line of the first `$name`, which sqlglot marks in its tokens alone."""
    import sqlglot

    tokens = sqlglot.tokenize(relation.body, read="duckdb")
    first = next(b for a, b in itertools.pairwise(tokens) if (a.text, b.text) == ("$", name))
    return line_at(relation.body, first.start)
