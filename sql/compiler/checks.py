"""The rules that a relation keeps, beyond those that can be seen without parsing its query."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import zip_longest
from typing import TYPE_CHECKING

from setrisk.errors import BadSql
from setrisk.sql.compiler import tokens
from setrisk.sql.compiler.nouns import refused_names
from setrisk.sql.compiler.parsing import parse_one, start_of
from setrisk.sql.compiler.relation import INTERNAL, PRIVATE, SCHEMAS

if TYPE_CHECKING:
    from pathlib import Path

    from sqlglot import Token, exp

    from setrisk.sql.compiler.header import Header
    from setrisk.sql.compiler.relation import Relation
    from setrisk.sql.compiler.statement import Statement

# Functions of DuckDB that read a table, or run a query, that a value names: what they read cannot be seen in the SQL.
# `query_table` is what steps read the rows of their callers by.
_READ_BY_NAME = frozenset(
    [
        *("query_table", "query", "json_execute_serialized_sql", "duckdb_table_sample", "storage_info"),
        *("pragma_storage_info", "histogram", "histogram_values", "read_duckdb"),
    ]
)


def check(relation: Relation, *, udfs: frozenset[str] = frozenset()) -> None:
    """Check the query of one file.

    Raises:
        BadSql: naming file and line, if there is more than one statement, anything but a query, an unused parameter,
            an unqualified column or a lambda's variable that bears a parameter's name, a name of rows that is not a
            noun, a table that is read in a way that cannot be seen, or a function that is neither known to sqlglot nor
            in `udfs` nor a relation of setrisk.
    """
    from sqlglot import exp

    path, tree = relation.path, relation.tree
    if not isinstance(tree, exp.Query):
        raise BadSql(f"{path}:{_line(relation, tree)}: only a query may be here, found {tree.key.upper()}")
    if not relation.is_table and (len(tree.expressions) != 1 or tree.args.get("from_")):
        raise BadSql(f"{path}:{_line(relation, tree)}: a scalar relation is one SELECT of one expression, without FROM")
    declared = {p.name for p in relation.parameters}
    texts = (relation.body, *relation.header.checks)
    for name in sorted(declared - {used for text in texts for used, _ in tokens.parameters(text)}):
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
    _check_names(path, relation.body, tree)
    _check_reading(path, relation.body, tree, relation.header)
    for checked in relation.header.checks:
        called = f"FROM {INTERNAL}.{checked}"
        _check_reading(path, called, parse_one(path, called), relation.header)
    ours = relation.calls
    excepted = re.findall(r"\w+", relation.duckdb_only or "")
    for function in tree.find_all(exp.Anonymous):
        name = function.name.lower()
        if name not in ours and name not in udfs and name not in excepted:
            raise BadSql(
                f"{path}:{_line(relation, function)}: unknown function {function.name}; if only DuckDB "
                "has it, name it in the head: `-- duckdb only: why`"
            )


def check_reads(relation: Relation, *, relations: Mapping[str, Relation]) -> None:
    """Check that the header says what is read, through all calls: the wall between attackers and the owner.

    Raises:
        BadSql: naming the file, if a table is read that the header does not say, or none that it says.
    """
    found = reads([], [relation], relations)
    if found != relation.header.reads:
        raise BadSql(f"{relation.path}:1: reads {found}, and not {relation.header.reads}, as its header says")


def check_columns(checked: Relation | Statement, described: Iterable[tuple[str, str]]) -> None:
    """Check that the header lists the columns that the query has.

    Args:
        checked: a relation or a statement with rows.
        described: name and type of each column, as DuckDB's DESCRIBE gives them for the query. The type `"NULL"` goes
            with any other: the query has NULL there for the values that its parameters were given.

    Raises:
        BadSql: naming the file, if a column is missing, is there too much, or has another place or type.
    """
    listed = [(column.name, column.type) for column in checked.header.columns]
    found = list(described)
    for place, (column, real) in enumerate(zip_longest(listed, found), 1):
        if column is None or real is None or column[0] != real[0] or real[1] not in (column[1], '"NULL"'):
            says, has = (" ".join(each) if each else "nothing" for each in (column, real))
            raise BadSql(f"{checked.path}:1: the header says `{says}` of column {place}, and the query has `{has}`")


def check_statement(statement: Statement, *, relations: Mapping[str, Relation], udfs: frozenset[str]) -> None:
    """Check the statements of one file.

    Raises:
        BadSql: naming the file, and the line of the statement, if one does not parse, changes another table than
            the header says or none that it says, does not name the columns that it inserts, stages a table that the
            header does not name, reads more than it says or in a way that cannot be seen, calls what is not there, or
            names rows with a word that is not a noun.
    """
    from sqlglot import exp

    path, header = statement.path, statement.header
    written: set[str] = set()
    staged: set[str] = set()
    read: set[str] = set()
    for text in statement.texts:
        line = tokens.line_at(statement.body, statement.body.index(text))
        padded = "\n" * (line - 1) + text
        tree = parse_one(path, padded)
        _check_names(path, padded, tree)
        _check_reading(path, padded, tree, header)
        if not isinstance(tree, (exp.Query, exp.Set, *_changes())):
            raise BadSql(f"{path}:{line}: {tree.key.upper()} is not a statement that may be here")
        # What it changes; everything else that it names is read.
        # A CTE may come before the target.
        target = (tree.this or tree).find(exp.Table) if isinstance(tree, _changes()) else None
        if target is not None and target.db:
            written.add(f"{target.db}.{target.name}".lower())
        elif isinstance(tree, exp.Create) and not _is_temporary(tree):
            raise BadSql(f"{path}:{line}: what is made here is not temporary, and has no schema")
        if isinstance(tree, exp.Insert) and not tree.args.get("by_name") and not isinstance(tree.this, exp.Schema):
            raise BadSql(f"{path}:{line}: name the columns that are written, or write BY NAME")
        ctes = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
        for table in tree.find_all(exp.Table):
            if table.db:
                # Not a call, which is looked at below.
                if isinstance(table.this, exp.Identifier) and table is not target:
                    read.add(f"{table.db}.{table.name}".lower())
            elif table.name.startswith("_setrisk_"):
                staged.add(table.name)
            elif isinstance(table.this, exp.Identifier) and table.name.lower() not in ctes:
                raise BadSql(f"{path}:{line}: the table {table.name} is named without its schema")
        for schema, name, _ in tokens.calls(text):
            if name not in relations or relations[name].schema != schema:
                raise BadSql(f"{path}:{line}: calls {schema}.{name}, which no file defines")
        excepted = re.findall(r"\w+", header.duckdb_only or "")
        for function in tree.find_all(exp.Anonymous):
            name = function.name.lower()
            if name not in relations and name not in udfs and name not in excepted:
                raise BadSql(
                    f"{path}:{line}: unknown function {name}; if only DuckDB has it, say `-- duckdb only: {name}`"
                )
    if written != set(header.writes):
        raise BadSql(f"{path}:1: writes {sorted(written)}, and not {sorted(header.writes)}, as its header says")
    named = {stage.partition("(")[0].partition(":")[0].strip() for stage in header.stages}
    if staged != named:
        raise BadSql(f"{path}:1: stages {sorted(staged)}, and not {sorted(named)}, as its header says")
    called = {name for _, name, _ in tokens.calls(statement.body)}
    found = reads(read, [relations[name] for name in called], relations)
    if found != (header.reads or "nothing"):
        raise BadSql(f"{path}:1: reads {found}, and not {header.reads or 'nothing'}, as its header says")


def _changes() -> tuple[type[exp.Expr], ...]:
    """The kinds of statements that change the table that they name first."""
    from sqlglot import exp

    return (exp.Insert, exp.Delete, exp.Update, exp.Merge, exp.TruncateTable, exp.Create, exp.Drop)


def _is_temporary(tree: exp.Create) -> bool:
    from sqlglot import exp

    return tree.find(exp.TemporaryProperty) is not None


def reads(tables: Iterable[str], called: Iterable[Relation], relations: Mapping[str, Relation]) -> str:
    """What is read by a query of these tables and relations: `originals`, `published` tables, or `nothing`."""
    reached = set(tables)
    seen: set[str] = set()
    todo = list(called)
    while todo:
        relation = todo.pop()
        if relation.name not in seen:
            seen.add(relation.name)
            reached |= relation.tables
            todo += [relations[name] for name in relation.calls]
    if any(table.startswith("setrisk_private.") for table in reached):
        return "originals"
    return "published" if reached else "nothing"


def _check_names(path: Path, text: str, tree: exp.Expr) -> None:
    for name in refused_names(tree):
        line = tokens.line_at(text, int(name.meta["start"]))
        raise BadSql(
            f"{path}:{line}: {name.name} does not say what its rows are; call them by a noun, such as `records`"
        )


def _check_reading(path: Path, text: str, tree: exp.Expr, header: Header) -> None:
    """Check that all that is read can be seen: each schema is written where `tokens` finds it, no string names the
    owner's, and what is read by its name is a parameter or a CTE.
    """
    from sqlglot import exp

    seen = {start for _, _, start in (*tokens.calls(text), *tokens.tables(text))}
    for name in tree.find_all(exp.Identifier):
        if name.name.lower() in SCHEMAS and name.meta.get("start") not in seen:
            line = tokens.line_at(text, start_of(name))
            raise BadSql(f"{path}:{line}: write {name.name.lower()}.<name>, without quotes and spaces")
    if header.reads != "originals":
        # Some of the owner's relations say in an error which relation lists names.
        for string in _strings(text):
            if PRIVATE in string.text.lower():
                line = tokens.line_at(text, string.start)
                raise BadSql(f"{path}:{line}: a string names {PRIVATE}, and the header does not say `reads: originals`")
    ctes = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
    for call in tree.find_all(exp.Anonymous):
        function = call.name.lower()
        if function in _READ_BY_NAME:
            named = call.expressions[0] if call.expressions else call
            is_cte = isinstance(named, exp.Literal) and named.is_string and named.name.lower() in ctes
            if function != "query_table" or not (is_cte or isinstance(named, exp.Parameter | exp.Placeholder)):
                raise BadSql(
                    f"{path}:{tokens.line_at(text, start_of(call))}: {function} reads what cannot be seen here; only "
                    "query_table may be here, of a parameter or the name of a CTE of this query"
                )


def _strings(text: str) -> list[Token]:
    """The strings of a text, in whatever quotes."""
    from sqlglot import TokenType, tokenize

    strings = {TokenType.STRING, TokenType.RAW_STRING, TokenType.BYTE_STRING, TokenType.HEREDOC_STRING}
    return [token for token in tokenize(text, read="duckdb") if token.token_type in strings]


def _line(relation: Relation, node: exp.Expr) -> int:
    """The line on which a node of the query starts."""
    return tokens.line_at(relation.body, start_of(node))
