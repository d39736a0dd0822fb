"""Queries in Spark SQL. sqlglot writes most of them as they are meant; this is the rest, each with its test."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar

from sqlglot import ErrorLevel, exp
from sqlglot.dialects.spark import Spark
from sqlglot.generators.spark import SparkGenerator

_INNER_PRODUCT = "AGGREGATE(ZIP_WITH({}, {}, (x, y) -> CAST(x * y AS DOUBLE)), CAST(0 AS DOUBLE), (sum, x) -> sum + x)"


def spark(tree: exp.Expr) -> str:
    """A query of `SourceDialect` in Spark SQL.

    Raises:
        UnsupportedError: sqlglot knows that Spark cannot say it.
    """
    tree = tree.copy()
    for cte in tree.find_all(exp.CTE):
        cte.set("materialized", None)  # a hint, which Spark has no word for
    for table in list(tree.find_all(exp.Table)):
        if isinstance(table.this, exp.GenerateSeries):
            _select_numbers(table)
    return tree.sql(SparkDialect, comments=False, unsupported_level=ErrorLevel.RAISE)


def _select_numbers(table: exp.Table) -> None:
    """Write `FROM range(a, b) AS numbers(n)` as a query, since Spark's range has other arguments."""
    alias = table.args["alias"]
    (column,) = alias.columns
    query = exp.select(exp.alias_(exp.Explode(this=table.this), column.name))
    table.replace(exp.Subquery(this=query, alias=exp.TableAlias(this=alias.this)))


class _Generator(SparkGenerator):
    """Writes it."""

    def list_sql(self, expression: exp.ArrayAgg, where: str = "") -> str:
        """`list(x ORDER BY y)`: what Spark collects is in no order, and distinct values are a set."""
        value, keys = expression.this, []
        if isinstance(value, exp.Order):
            keys, value = value.expressions, value.this
        if isinstance(value, exp.Distinct):
            return f"ARRAY_SORT(COLLECT_SET({self.sql(value.expressions[0])}){where})"
        if not keys:
            return f"COLLECT_LIST({self.sql(value)}){where}"
        fields = ", ".join(f"{self.sql(key.this)} AS key_{place}" for place, key in enumerate(keys))
        collected = f"COLLECT_LIST(STRUCT({fields}, {self.sql(value)} AS value)){where}"
        steps = " ".join(_comparison(place, bool(key.args.get("desc"))) for place, key in enumerate(keys))
        in_order = f"ARRAY_SORT({collected}, (a, b) -> CASE {steps} ELSE 0 END)"
        return f"TRANSFORM({in_order}, member -> member.value)"

    def filter_sql(self, expression: exp.Filter) -> str:
        """Lists are made of what is collected, which takes the filter."""
        where = f" FILTER({self.sql(expression, 'expression').strip()})"
        of = expression.this
        return self.list_sql(of, where) if isinstance(of, exp.ArrayAgg) else f"{self.sql(of)}{where}"

    def bracket_sql(self, expression: exp.Bracket) -> str:
        """`l[1]`, `l[-1]`, `l[n]` count from 1, and are NULL beyond the list; `s['field']` is a field."""
        of, (index,) = self.sql(expression, "this"), expression.expressions
        if isinstance(index, exp.Literal) and index.is_string:
            return f"{of}.{index.this}"
        if isinstance(index, exp.Slice):
            first, last = self.sql(index, "this") or "1", self.sql(index, "expression") or f"SIZE({of})"
            return f"SLICE({of}, {first}, GREATEST({last} - {first} + 1, 0))"
        return f"TRY_ELEMENT_AT({of}, CAST({self.sql(index)} AS INT))"

    def cast_sql(self, expression: exp.Cast, safe_prefix: str | None = None) -> str:
        """A hexadecimal number is read by `conv`, and there are no unsigned types."""
        if expression.to.this == exp.DType.UBIGINT and isinstance(expression.this, exp.DPipe):
            return f"CAST(CONV({self.sql(expression.this, 'expression')}, 16, 10) AS DECIMAL(20, 0))"
        return super().cast_sql(expression, safe_prefix)

    def numbers_sql(self, expression: exp.GenerateSeries) -> str:
        """`range(a, b)` is empty if b is not above a, where a sequence would count down."""
        first, last = self.sql(expression, "start") or "0", self.sql(expression, "end")
        if expression.args.get("is_end_exclusive"):
            last = f"({last}) - 1"
        numbers = f"SEQUENCE(CAST({first} AS BIGINT), CAST({last} AS BIGINT))"
        return f"IF({last} >= {first}, {numbers}, CAST(ARRAY() AS ARRAY<BIGINT>))"

    def smallest_sql(self, expression: exp.ArgMin) -> str:
        """`min_by(x, y, n)`: Spark's gives one."""
        value, key, n = (self.sql(expression, name) for name in ("this", "expression", "count"))
        if not n:
            return f"MIN_BY({value}, {key})"
        in_order = f"ARRAY_SORT(COLLECT_LIST(STRUCT({key} AS key, {value} AS value)))"
        return f"TRANSFORM(SLICE({in_order}, 1, {n}), member -> member.value)"

    def format_sql(self, expression: exp.Format) -> str:
        """`format('{:,} of {}', n, x)`: Spark's has the templates of C."""
        values = iter(expression.expressions)
        parts = []
        for place, part in enumerate(re.split(r"\{(:,|)\}", expression.this.this)):
            if place % 2 == 0:
                parts.append(self.sql(exp.Literal.string(part)))
            else:
                value = self.sql(next(values))
                parts.append(f"FORMAT_NUMBER({value}, 0)" if part else f"CAST({value} AS STRING)")
        return f"CONCAT({', '.join(parts)})"

    def window_sql(self, expression: exp.Window) -> str:
        """`row_number() OVER ()` needs an order; nothing may depend on it."""
        if isinstance(expression.this, exp.RowNumber) and not expression.args.get("order"):
            expression.set("order", exp.Order(expressions=[exp.null()]))
        return super().window_sql(expression)

    def anonymous_sql(self, expression: exp.Anonymous) -> str:
        """Functions that sqlglot does not know."""
        if write := _FUNCTIONS.get(expression.name.lower()):
            return write([self.sql(each) for each in expression.expressions])
        return super().anonymous_sql(expression)

    TYPE_MAPPING: ClassVar = {
        **SparkGenerator.TYPE_MAPPING,
        exp.DType.UBIGINT: "DECIMAL(20, 0)",
        exp.DType.INT128: "DECIMAL(38, 0)",
        exp.DType.UUID: "STRING",
        exp.DType.JSON: "STRING",
    }
    TRANSFORMS: ClassVar = {
        **SparkGenerator.TRANSFORMS,
        exp.ArrayAgg: list_sql,
        exp.Filter: filter_sql,
        exp.Bracket: bracket_sql,
        exp.Cast: cast_sql,
        exp.GenerateSeries: numbers_sql,
        exp.ArgMin: smallest_sql,
        exp.Format: format_sql,
        exp.Window: window_sql,
        exp.ArraySize: lambda self, expression: f"SIZE({self.sql(expression, 'this')})",
    }


_FUNCTIONS: dict[str, Callable[[list[str]], str]] = {
    "error": lambda given: f"RAISE_ERROR({given[0]})",
    "generate_subscripts": lambda given: (
        f"EXPLODE(IF(SIZE({given[0]}) > 0, SEQUENCE(1, SIZE({given[0]})), CAST(ARRAY() AS ARRAY<INT>)))"
    ),
    "list_position": lambda given: f"NULLIF(ARRAY_POSITION({given[0]}, {given[1]}), 0)",
    "list_inner_product": lambda given: _INNER_PRODUCT.format(*given),
    "list_cosine_similarity": lambda given: (
        f"({_INNER_PRODUCT.format(*given)} / SQRT({_INNER_PRODUCT.format(given[0], given[0])} * "
        f"{_INNER_PRODUCT.format(given[1], given[1])}))"
    ),
}


class SparkDialect(Spark):
    """Spark 4."""

    Generator = _Generator


def _comparison(place: int, is_descending: bool) -> str:
    """The step of an order by one key."""
    first, last = (">", "<") if is_descending else ("<", ">")
    a, b = f"a.key_{place}", f"b.key_{place}"
    return f"WHEN {a} {first} {b} THEN -1 WHEN {a} {last} {b} THEN 1"
