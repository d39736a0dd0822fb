"""The steps of a composed query, for engines that compute a CTE again for each of its readers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlglot import exp

# What tells queries apart that come from the same file, each composed anew.
_NUMBERED = re.compile(r"(\w+)_(\d+)")


@dataclass(frozen=True)
class Step:
    """A query by a name, which reads tables and the steps before it.

    Attributes:
        name: what later steps call it; no other step of the query has it.
        query: its query.
        columns: names of its columns, if they are not those of the query.
        reads: how often later steps read it.
    """

    name: str
    query: exp.Expr
    columns: tuple[str, ...]
    reads: int


def steps(tree: exp.Expr) -> list[Step]:
    """The steps of a query that `compose` made; the last one is what was asked for.

    CTEs become steps, and so do the queries of relations that are called, each once for the same arguments. What reads
    columns of the query around it stays in its place.
    """
    from sqlglot import exp

    tree = tree.copy()
    _name_calls(tree)
    staying = _staying_ctes(tree)
    lifted: dict[str, tuple[exp.Expr, tuple[str, ...]]] = {}
    for cte in reversed(list(tree.find_all(exp.CTE, bfs=True))):
        if cte.alias in staying:
            continue
        columns = tuple(column.name for column in cte.args["alias"].columns)
        around = cte.parent
        assert isinstance(around, exp.With)
        query = cte.this
        if cte.alias in {table.name for table in _tables_read(query)}:
            itself = exp.With(expressions=[cte.copy()], recursive=True)
            query, columns = exp.select("*").from_(cte.alias), ()
            query.set("with_", itself)
        lifted[cte.alias] = (query, columns)
        cte.pop()
        if not around.expressions:
            around.pop()
    return _distinct_steps(lifted, tree)


def read_instead(table: exp.Table, name: str) -> None:
    """Read another table or step in the place of one, by whose name columns still call it."""
    from sqlglot import exp

    if not table.alias:
        table.set("alias", exp.TableAlias(this=exp.to_identifier(table.name)))
    table.set("this", exp.to_identifier(name))


def canonical_text(query: exp.Expr, steps_before: Collection[str]) -> str:
    """The text of a query, with its own names numbered in the order in which they come: equal texts mean that queries
    are the same. Names of steps before, of columns, and texts stay as they are.

    Args:
        query: a query that `compose` made, or a step of it.
        steps_before: names of the steps that it reads.
    """
    from sqlglot import exp

    query = query.copy()
    own, identifiers = set[str](), list[exp.Identifier]()
    for node in query.walk(bfs=False):
        if isinstance(node, exp.Identifier):
            identifiers.append(node)
        elif isinstance(node, exp.TableAlias):
            own.add(node.name)
        elif isinstance(node, exp.Lambda):
            own |= {member.name for member in node.expressions}
    numbers: dict[str, int] = {}
    for identifier in identifiers:
        found = _NUMBERED.fullmatch(identifier.name)
        if found and identifier.name in own and identifier.name not in steps_before:
            number = numbers.setdefault(found[2], len(numbers))
            identifier.set("this", f"{found[1]}_{number}")
    return query.sql(comments=False, copy=False)


def _name_calls(tree: exp.Expr) -> None:
    """Make the queries of relations that are called CTEs, if they read nothing of the query around them."""
    from sqlglot import exp

    calls = [each for each in tree.find_all(exp.Subquery) if "called" in each.meta]
    outer = _outer_names([call.this for call in calls])
    for number, call in enumerate(calls, 1):
        query = call.this
        if outer[id(query)]:
            continue
        name = f"{call.meta['called']}_call_{number}"
        others = {key: value for key, value in call.args.items() if key not in ("this", "with_")}
        cte = exp.CTE(this=query, alias=exp.TableAlias(this=exp.to_identifier(name)))
        around = call.find_ancestor(exp.Select, exp.SetOperation)
        assert around is not None
        call.replace(exp.Table(this=exp.to_identifier(name), **others))
        while (whole := around.parent) and isinstance(whole, exp.SetOperation):
            around = whole
        if with_ := around.args.get("with_"):
            with_.append("expressions", cte)
        else:
            around.set("with_", exp.With(expressions=[cte]))


def _staying_ctes(tree: exp.Expr) -> set[str]:
    """The CTEs that read columns of the query around them, or CTEs that do."""
    from sqlglot import exp

    ctes = {cte.alias: cte.this for cte in tree.find_all(exp.CTE)}
    outer = _outer_names(ctes.values())
    staying = {name for name, query in ctes.items() if outer[id(query)]}
    if not staying:
        return staying
    reads: dict[int, set[str]] = {}
    # The inner ones first, which are looked through once for all around them.
    for query in reversed(ctes.values()):
        found = set[str]()
        for each in query.walk(prune=lambda node: id(node) in reads):
            if id(each) in reads:
                found |= reads[id(each)]
            elif isinstance(each, exp.Table) and not each.db:
                found.add(each.name)
        reads[id(query)] = found
    while more := {name for name, query in ctes.items() if name not in staying and reads[id(query)] & staying}:
        staying |= more
    return staying


def _outer_names(queries: Collection[exp.Expr]) -> dict[int, set[str]]:
    """The tables whose columns each query reads, and which it does not have itself.

    Args:
        queries: queries, by breadth: each before those inside of it, which are looked through once for all around them.

    Returns:
        Names, by the `id` of a query.
    """
    own: dict[int, set[str]] = {}
    read: dict[int, set[str]] = {}
    for query in reversed(list(queries)):
        own_here, read_here = set[str](), set[str]()
        for each in query.walk(prune=lambda node: id(node) in own):
            if id(each) in own:
                own_here |= own[id(each)]
                read_here |= read[id(each)]
            else:
                _take_names(each, own_here, read_here)
        own[id(query)], read[id(query)] = own_here, read_here
    return {number: names - own[number] for number, names in read.items()}


def _take_names(node: exp.Expr, own: set[str], read: set[str]) -> None:
    """Note the names of tables, and of members of lists, that are given or read here."""
    from sqlglot import exp

    if isinstance(node, exp.Column):
        if node.table:
            read.add(node.parts[0].name)
    elif isinstance(node, exp.Lambda):
        own.update(name.name for name in node.expressions)
    elif isinstance(node, exp.Table):
        own.add(node.alias_or_name)
    elif isinstance(node, exp.TableAlias):
        own.add(node.name)


def _tables_read(query: exp.Expr) -> list[exp.Table]:
    """What a query reads beside the tables of the catalog."""
    from sqlglot import exp

    return [table for table in query.find_all(exp.Table) if not table.db]


def _distinct_steps(lifted: dict[str, tuple[exp.Expr, tuple[str, ...]]], last: exp.Expr) -> list[Step]:
    """The steps in an order in which they can be made, the same query once."""
    tables = {name: _tables_read(query) for name, (query, _) in [*lifted.items(), ("", (last, ()))]}
    needs = {name: {table.name for table in tables[name]} & (lifted.keys() - {name}) for name in lifted}
    same: dict[str, str] = {}
    seen: dict[str, str] = {}
    kept: list[str] = []

    def rename(name: str) -> None:
        for table in tables[name]:
            if table.name in same:
                read_instead(table, same[table.name])

    for name in TopologicalSorter(needs).static_order():
        query, columns = lifted[name]
        rename(name)
        text = canonical_text(query, kept) + str(columns)
        if text in seen:
            same[name] = seen[text]
        else:
            seen[text] = name
            kept.append(name)
    rename("")
    reads = Counter(table.name for name in [*kept, ""] for table in tables[name] if table.name != name)
    return [Step(name, *lifted[name], reads[name]) for name in kept] + [Step("", last, (), 1)]
