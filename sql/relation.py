"""A relation and a table of the catalog, and the statements that they become."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from setrisk.errors import BadSql
from setrisk.sql.parsing import parse_one, setrisk_calls

if TYPE_CHECKING:
    from sqlglot import exp

SCHEMAS = ("setrisk_private", "setrisk")

# What users ask for is the answer of a CTE that is read once. DuckDB 2.0.0 waits for ever where a LIMIT or an EXISTS
# may end a join of a CTE with itself early, whether it was written or is the optimizer's; inside of a CTE it ends no
# join early. docs/duckdb.md has the smallest example.
_ANSWER = "setrisk_answer"

# What reads a source joins nothing, and DuckDB 1.5 would keep the whole of a file in memory.
_READERS = "load"


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
        return parse_one(self.path, self.body)

    @property
    def is_answer(self) -> bool:
        """Whether the macro is made so that a query which ends it early cannot wait for ever. A query that sorts its
        rows ends none of its joins early.
        """
        is_sorted = self.tree.args.get("order") is not None
        return self.is_table and not self.internal and not is_sorted and self.family != _READERS

    @functools.cached_property
    def calls(self) -> frozenset[str]:
        """Names of the setrisk relations that the query calls."""
        return frozenset(call.name.lower() for call in setrisk_calls(self.tree))

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

        tree = self.tree.transform(as_macro_parameter)
        if schema is None:
            for call in list(setrisk_calls(tree)):
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
        if self.is_answer:
            body = f"WITH {_ANSWER} AS MATERIALIZED ({body}) SELECT * FROM {_ANSWER}"
        return f"{create} {name}({parameters}) AS {'TABLE ' if self.is_table else ''}{body}"

    def comment(self) -> str:
        """The COMMENT ON statement that carries signature, family, mark and meaning into the database, a line each but
        for the last: `setrisk.functions` reads them there.
        """
        kind = "MACRO TABLE" if self.is_table else "MACRO"
        mark = "internal" if self.internal else "public"
        text = f"{self.signature}\n{self.family}\n{mark}\n{self.meaning}".replace("'", "''")
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
    """One table of the catalog; `columns` are its columns with their types."""

    path: Path
    schema: str
    name: str
    meaning: str
    create: str
    columns: dict[str, str]
