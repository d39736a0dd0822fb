"""The rules that a relation keeps, beyond those that can be seen without parsing its query."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from setrisk.errors import BadSql
from setrisk.sql.compiler import tokens
from setrisk.sql.compiler.parsing import start_of

if TYPE_CHECKING:
    from sqlglot import exp

    from setrisk.sql.compiler.relation import Relation


def check(relation: Relation, *, udfs: frozenset[str] = frozenset()) -> None:
    """Check the query of one file.

    Raises:
        BadSql: naming file and line, where there is more than one statement, anything but a query, an unqualified column
            or a lambda's variable that bears a parameter's name, or a function that is neither known to sqlglot nor in
            `udfs` nor a relation of setrisk.
    """
    from sqlglot import exp

    path, tree = relation.path, relation.tree
    if not isinstance(tree, exp.Query):
        raise BadSql(f"{path}:{_line(relation, tree)}: only a query may stand here, found {tree.key.upper()}")
    if not relation.is_table and (len(tree.expressions) != 1 or tree.args.get("from_")):
        raise BadSql(f"{path}:{_line(relation, tree)}: a scalar relation is one SELECT of one expression, without FROM")
    declared = {p.name for p in relation.parameters}
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
    return tokens.line_at(relation.body, start_of(node))
