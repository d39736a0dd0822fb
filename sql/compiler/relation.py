"""A relation and a table of the catalog, and the statements that they become."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from setrisk.errors import BadSql
from setrisk.sql.compiler import tokens
from setrisk.sql.compiler.header import Column, Header, Parameter, read_header

if TYPE_CHECKING:
    from sqlglot import exp

# What people call, and the published tables; what only the owner may see; steps of what people call.
PUBLIC, PRIVATE, INTERNAL = "setrisk", "setrisk_private", "setrisk_internal"
SCHEMAS = (PRIVATE, PUBLIC, INTERNAL)

# What users ask for is the answer of a CTE that is read once. DuckDB 2.0.0 waits for ever if a LIMIT or an EXISTS
# may end a join of a CTE with itself early, whether it was written or is the optimizer's; inside of a CTE it ends no
# join early. docs/duckdb.md has the smallest example.
_ANSWER = "setrisk_answer"
_SELECT = re.compile(r"^SELECT\s+", re.IGNORECASE)


@dataclass(frozen=True)
class Relation:
    """One SQL file: its header, which documents it, and its query."""

    path: Path
    header: Header
    body: str

    @property
    def name(self) -> str:
        """The name, which no other relation has, in whatever schema."""
        return self.header.name

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters, in the order of the signature."""
        return self.header.parameters

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns; none of a scalar relation."""
        return self.header.columns

    @property
    def meaning(self) -> str:
        """What the relation is, in sentences."""
        return self.header.meaning

    @property
    def duckdb_only(self) -> str | None:
        """What it uses that Spark lacks."""
        return self.header.duckdb_only

    @property
    def topic(self) -> str:
        """The folder of the file, or the one around `internal`: generalisation, semantics, ..."""
        return self.path.parents[1].name if self.path.parent.name == "internal" else self.path.parent.name

    @property
    def is_internal(self) -> bool:
        """Whether it is a step of others, and not for users: what lies in `internal`, and the checks."""
        return self.path.parent.name in ("internal", "checks")

    @property
    def schema(self) -> str:
        """The schema of its macro."""
        return INTERNAL if self.is_internal else PUBLIC

    @property
    def is_table(self) -> bool:
        """Whether the relation gives rows (a table macro) or one value (a scalar macro)."""
        return self.header.returns is None

    @property
    def signature(self) -> str:
        """The signature as it is called in SQL, with the schema."""
        return f"{self.schema}.{self.name}({self._parameter_list()})" + (
            "" if self.is_table else f" -> {self.header.returns}"
        )

    @functools.cached_property
    def tree(self) -> exp.Expr:
        """The query, parsed."""
        from setrisk.sql.compiler.parsing import parse_one

        return parse_one(self.path, self.body)

    @property
    def is_answer(self) -> bool:
        """Whether the macro is made so that a query which ends it early cannot wait for ever. A query that sorts its
        rows ends none of its joins early.
        """
        return self.is_table and not self.is_internal and not tokens.is_sorted(self.body)

    @functools.cached_property
    def calls(self) -> frozenset[str]:
        """Names of the relations that it calls, in its query and in its checks."""
        return frozenset(name for _, name, _ in tokens.calls(f"{self.body}\n{self._guard()}"))

    @functools.cached_property
    def tables(self) -> frozenset[str]:
        """Tables of the catalog that the query and its checks read, as schema.table."""
        return frozenset(f"{schema}.{name}" for schema, name, _ in tokens.tables(f"{self.body}\n{self._guard()}"))

    def macro(self, *, temporary: bool = False) -> str:
        """The CREATE MACRO statement; or the one of a TEMP macro named setrisk_<name>, of a scalar relation."""
        body = tokens.macro_text(self.body).strip()
        if self.is_table and self.header.checks:
            body = f"({body})\n{tokens.macro_text(self._guard())}"
        if self.is_answer:
            body = f"WITH {_ANSWER} AS MATERIALIZED ({body}) SELECT * FROM {_ANSWER}"
        if not self.is_table:
            body = _SELECT.sub("", body)
        if temporary:
            create, name, body = (
                "CREATE OR REPLACE TEMP MACRO",
                f"setrisk_{self.name}",
                tokens.renamed_calls(body, "setrisk_"),
            )
        else:
            create, name = "CREATE OR REPLACE MACRO", f"{self.schema}.{self.name}"
        return f"{create} {name}({self._parameter_list()}) AS {'TABLE ' if self.is_table else ''}{body}"

    def comment(self) -> str:
        """The COMMENT ON statement that carries signature and meaning into the database. What begins with its own name
        was made by setrisk, and not by the user.
        """
        kind = "MACRO TABLE" if self.is_table else "MACRO"
        text = f"{self.signature}\n{self.meaning}".replace("'", "''")
        return f"COMMENT ON {kind} {self.schema}.{self.name} IS '{text}'"

    def _parameter_list(self) -> str:
        return ", ".join(p.name if p.default is None else f"{p.name} := {p.default}" for p in self.parameters)

    def _guard(self) -> str:
        """A part of the query for each check, which has no row, but raises the error for a name that is not known: no
        row would read as no risk. Constants would be optimised away with it, so each column is made of the name.
        """
        columns = ", ".join(f"TRY_CAST(checked.name AS {column.type})" for column in self.columns)
        return "\n".join(
            f"UNION ALL\nSELECT {columns}\nFROM {INTERNAL}.{check} AS checked(name)\nWHERE checked.name IS NULL"
            for check in self.header.checks
        )


def read_relation(path: Path) -> Relation:
    """Read one file, without parsing its query.

    Raises:
        BadSql: naming file and line, if its header is not as it has to be, or a parameter is not declared.
    """
    text = path.read_text(encoding="utf-8")
    header = read_header(path, text)
    body = "\n" * header.lines + "\n".join(text.split("\n")[header.lines :])
    relation = Relation(path, header, body)
    declared = {parameter.name for parameter in header.parameters}
    used = dict(reversed(list(tokens.parameters(body))))
    for name in sorted(used.keys() - declared):
        raise BadSql(f"{path}:{tokens.line_at(body, used[name])}: parameter ${name} is not in the signature")
    return relation
