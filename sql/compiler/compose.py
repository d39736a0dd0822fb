"""One query for a relation and all that it calls: each call is replaced by the query of what is called, until none is
left. Such a query needs the tables of the catalog and no macros, so that other engines can run it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING

from setrisk.errors import BadSql
from setrisk.sql.compiler.dialect import SourceDialect
from setrisk.sql.compiler.parsing import parse_one
from setrisk.sql.compiler.relation import Relation

if TYPE_CHECKING:
    from sqlglot import exp


def compose(relation: Relation, arguments: Mapping[str, str], relations: Mapping[str, Relation]) -> exp.Expr:
    """The query of a relation with these arguments, without a call of another one, and without its checks.

    Args:
        relation: a relation that gives rows.
        arguments: SQL expressions, such as literals, by the name of a parameter; a parameter that is not among them has
            its default. They may name no column.
        relations: all relations, by name.

    Raises:
        BadSql: an argument is missing, is of no parameter, or does not parse.
    """
    given = {name: parse_one(relation.path, text, SourceDialect) for name, text in arguments.items()}
    return _Composer(relations).query(relation, _argument_of_each(relation, [], given))


def compose_checks(
    relation: Relation, arguments: Mapping[str, str], relations: Mapping[str, Relation]
) -> list[exp.Expr]:
    """The queries that are errors if a name is not known, of the relation and of those that it calls, in the order in
    which they are to be asked. A relation may have no row then, which would read as no risk.

    Args:
        relation: a relation that gives rows.
        arguments: as in `compose`.
        relations: all relations, by name.

    Raises:
        BadSql: as by `compose`.
    """
    given = {name: parse_one(relation.path, text, SourceDialect) for name, text in arguments.items()}
    found: dict[str, exp.Expr] = {}
    for call, bound in _checks(relation, _argument_of_each(relation, [], given), relations):
        query = _Composer(relations).query_of_call(call, bound)
        found.setdefault(query.sql(), query)
    return list(found.values())


def _checks(
    relation: Relation, bound: Mapping[str, exp.Expr], relations: Mapping[str, Relation]
) -> Iterator[tuple[exp.Expr, Mapping[str, exp.Expr]]]:
    """The calls of checks, with what the parameters in them mean. What depends on rows is left out: nobody gave it."""
    from sqlglot import exp

    for check in relation.header.checks:
        call = parse_one(relation.path, f"SELECT {check}", SourceDialect).find(exp.Anonymous)
        assert call is not None
        yield call, bound
    for call in _tree_of(relation).find_all(exp.Anonymous):
        called = relations.get(call.name)
        if called is None or not _has_schema(call) or not called.is_table:
            continue
        given = {name: _bind(value.copy(), bound) for name, value in _arguments_of(called, call).items()}
        if not any(value.find(exp.Column) for value in given.values()):
            yield from _checks(called, given, relations)


class _Composer:
    """Composes one query. What each relation gives a name to gets a number that nothing else has, so that no argument
    means something else in the query that it is put into.
    """

    def __init__(self, relations: Mapping[str, Relation]) -> None:
        self._relations = relations
        self._numbers = count(1)

    def query(self, relation: Relation, arguments: Mapping[str, exp.Expr]) -> exp.Expr:
        """The query of a relation that gives rows."""
        return self._replace_calls(self._numbered_tree(relation), arguments)

    def query_of_call(self, call: exp.Expr, arguments: Mapping[str, exp.Expr]) -> exp.Expr:
        """The query of a relation that is called with such parameters."""
        called = self._relations[call.name]
        given = {name: _bind(value, arguments) for name, value in _arguments_of(called, call).items()}
        return self.query(called, given)

    def _expression(self, relation: Relation, arguments: Mapping[str, exp.Expr]) -> exp.Expr:
        """The expression of a relation that gives one value."""
        from sqlglot import exp

        (value,) = self._numbered_tree(relation).expressions
        return exp.paren(self._replace_calls(value.unalias(), arguments))

    def _numbered_tree(self, relation: Relation) -> exp.Expr:
        """A copy of the query of a relation, with names that nothing else has."""
        from sqlglot import exp

        tree, number = _tree_of(relation).copy(), next(self._numbers)
        ctes = _number_names(tree, number)
        for call in filter(self._is_call, tree.find_all(exp.Anonymous)):
            called = self._relations[call.name]
            read = dict(called.header.reads_of_callers)
            for name, argument in _arguments_of(called, call).items():
                # The name of a CTE, for a step that reads it.
                if name in read and argument.name.lower() in ctes:
                    argument.set("this", f"{argument.name}_{number}")
        return tree

    def _replace_calls(self, tree: exp.Expr, arguments: Mapping[str, exp.Expr]) -> exp.Expr:
        from sqlglot import exp

        # What is replaced may be the whole tree.
        root = exp.paren(_bind(tree, arguments), copy=False)
        for call in list(root.find_all(exp.Anonymous)):
            if call.name == "query_table":
                (named,) = call.expressions
                of_schema, _, table = named.unnest().name.rpartition(".")
                assert call.parent is not None
                call.parent.set("db", exp.to_identifier(of_schema) if of_schema else None)
                call.replace(exp.to_identifier(table))
        # The outer ones: an argument that is a call comes with the query that it is put into.
        for outermost in list(filter(self._is_call, root.walk(prune=self._is_call))):
            self._replace(outermost)
        return root.unnest()

    def _is_call(self, node: exp.Expr) -> bool:
        from sqlglot import exp

        return isinstance(node, exp.Anonymous) and node.name in self._relations and _has_schema(node)

    def _replace(self, call: exp.Expr) -> None:
        """Put the query or the expression of what is called into its place."""
        from sqlglot import exp

        called, place = self._relations[call.name], call.parent
        arguments = _arguments_of(called, call)
        assert place is not None
        if not called.is_table:
            place.replace(self._expression(called, arguments))
        elif isinstance(place, exp.Dot):  # after LATERAL
            place.replace(_called_query(called, self.query(called, arguments)))
        else:
            others = {name: value for name, value in place.args.items() if name not in ("this", "db", "catalog")}
            place.replace(_called_query(called, self.query(called, arguments), **others))


def _called_query(called: Relation, query: exp.Expr, **others: object) -> exp.Expr:
    """The query of a relation in the place of its call, of which it keeps a note."""
    from sqlglot import exp

    found = exp.Subquery(this=query, **others)
    found.meta["called"] = called.name
    return found


@functools.cache
def _tree_of(relation: Relation) -> exp.Expr:
    tree = parse_one(relation.path, relation.body, SourceDialect)
    # Comments, and where in the file something is, which would take half of the time that copies take.
    for node in tree.walk():
        node.pop_comments()
        node._meta = None
    return tree


def _bind(tree: exp.Expr, arguments: Mapping[str, exp.Expr]) -> exp.Expr:
    """The tree, with an argument in the place of each parameter."""
    from sqlglot import exp

    root = exp.paren(tree, copy=False)
    for parameter in list(root.find_all(exp.Placeholder)):
        argument = arguments[parameter.name].copy()
        parameter.replace(argument if isinstance(argument, exp.Literal | exp.Null) else exp.paren(argument))
    return root.unnest()


def _has_schema(call: exp.Expr) -> bool:
    """Whether a call names a schema: functions of DuckDB's have none."""
    from sqlglot import exp

    place = call.parent
    if isinstance(place, exp.Dot):
        return place.expression is call
    return isinstance(place, exp.Table) and place.this is call and bool(place.db)


def _arguments_of(called: Relation, call: exp.Expr) -> dict[str, exp.Expr]:
    """The arguments of a call, by the names of the parameters."""
    from sqlglot import exp

    by_place = [each for each in call.expressions if not isinstance(each, exp.PropertyEQ)]
    by_name = {each.this.name.lower(): each.expression for each in call.expressions if isinstance(each, exp.PropertyEQ)}
    return _argument_of_each(called, by_place, by_name)


def _argument_of_each(
    called: Relation, by_place: Sequence[exp.Expr], by_name: Mapping[str, exp.Expr]
) -> dict[str, exp.Expr]:
    """An argument for each parameter, unless given its default.

    Raises:
        BadSql: one is missing, or of no parameter.
    """
    names = [parameter.name for parameter in called.parameters]
    given = {**dict(zip(names, by_place, strict=False)), **by_name}
    if len(by_place) > len(names) or given.keys() - set(names):
        raise BadSql(f"{called.path}: {called.name} has the parameters {', '.join(names)}, and no other")
    for parameter in called.parameters:
        if parameter.name not in given:
            if parameter.default is None:
                raise BadSql(f"{called.path}: {called.name} needs {parameter.name}")
            given[parameter.name] = parse_one(called.path, parameter.default, SourceDialect)
    return given


def _is_first(name: exp.Expr) -> bool:
    """Whether a name is not that of a field: of a struct, or after the name of what has it."""
    from sqlglot import exp

    place = name.parent
    if isinstance(place, exp.Column):
        return place.parts[0] is name
    is_field = isinstance(place, exp.Dot) and name.arg_key == "expression"
    is_key = isinstance(place, exp.PropertyEQ | exp.Alias) and name.arg_key != "expression"
    return not is_field and not is_key


def _number_names(tree: exp.Expr, number: int) -> set[str]:
    """Put a number at the end of each name that a query gives to a table, a CTE, or a member of a list; returns what
    CTEs were called.
    """
    from sqlglot import exp

    nodes = list(tree.find_all(exp.TableAlias, exp.CTE, exp.Table, exp.Column, exp.Lambda))
    tables = {each.name.lower() for each in nodes if isinstance(each, exp.TableAlias)}
    ctes = {each.alias.lower() for each in nodes if isinstance(each, exp.CTE)}
    named: list[exp.Expr] = []
    for node in nodes:
        if isinstance(node, exp.TableAlias):
            named += [node.this] if node.this else []
        elif isinstance(node, exp.Table) and node.name.lower() in ctes and not node.db:
            named.append(node.this)
        elif isinstance(node, exp.Column) and len(node.parts) > 1 and node.parts[0].name.lower() in tables:
            # Of `table.column.field` the parser takes the last part for the column.
            named.append(node.parts[0])
        elif isinstance(node, exp.Lambda):
            members = {each.name.lower() for each in node.expressions}
            named += [
                name for name in node.find_all(exp.Identifier) if name.name.lower() in members and _is_first(name)
            ]
    for name in {id(name): name for name in named}.values():
        name.set("this", f"{name.name}_{number}")
    return ctes
