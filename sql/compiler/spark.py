"""Queries in Spark SQL. sqlglot writes most of them as they are meant; this is the rest, each with its test.

Spark has no strings of bits. There they are the places of the bits that are set, from 0, in order: `ARRAY<INT>`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar

from sqlglot import ErrorLevel, UnsupportedError, exp
from sqlglot.dialects.spark import Spark
from sqlglot.generators.spark import SparkGenerator

from setrisk.sql.compiler.dialect import SourceDialect

_SUBSCRIPTS = "IF(SIZE({0}) > 0, SEQUENCE(1, SIZE({0})), CAST(ARRAY() AS ARRAY<INT>))"
_INNER_PRODUCT = "AGGREGATE(ZIP_WITH({}, {}, (x, y) -> CAST(x * y AS DOUBLE)), CAST(0 AS DOUBLE), (sum, x) -> sum + x)"


def spark(tree: exp.Expr) -> str:
    """A query of `SourceDialect` in Spark SQL.

    Raises:
        UnsupportedError: Spark cannot say it.
    """
    tree = tree.copy()
    for cte in tree.find_all(exp.CTE):
        cte.set("materialized", None)  # a hint, which Spark has no word for
    for table in list(tree.find_all(exp.Table)):
        if isinstance(table.this, exp.GenerateSeries):
            _select_numbers(table)
    for select in tree.find_all(exp.Select):
        _unnest_side_by_side(select)
    return tree.sql(SparkDialect, comments=False, copy=False, unsupported_level=ErrorLevel.RAISE)


def spark_type(name: str) -> str:
    """The type of Spark's for one of DuckDB's."""
    return exp.DataType.build(name, dialect=SourceDialect).sql(SparkDialect)


def _select_numbers(table: exp.Table) -> None:
    """Write `FROM range(a, b) AS numbers(n)` as a query, since Spark's range has other arguments."""
    alias = table.args["alias"]
    (column,) = alias.columns
    query = exp.select(exp.alias_(exp.Explode(this=table.this), column.name))
    table.replace(exp.Subquery(this=query, alias=exp.TableAlias(this=alias.this)))


def _unnest_side_by_side(select: exp.Select) -> None:
    """Unnest lists of one row in step, as DuckDB does: Spark would join each member of one with each of another."""
    unnested = [each for each in select.expressions if _list_of(each.unalias()) is not None]
    if len(unnested) < 2:
        return
    place = select.expressions.index(unnested[0])
    if select.expressions[place : place + len(unnested)] != unnested:
        raise UnsupportedError(f"lists are unnested with other columns between them: {select.sql():.200}")
    lists = [exp.func("COALESCE", _list_of(each.unalias()), exp.Array()) for each in unnested]
    in_step = exp.func("INLINE", exp.func("ARRAYS_ZIP", *lists))
    columns = exp.Aliases(this=in_step, expressions=[exp.to_identifier(each.alias) for each in unnested])
    select.expressions[place : place + len(unnested)] = [columns]


def _list_of(value: exp.Expr) -> exp.Expr | None:
    """The list whose members are the rows of a value; None of one that gives one row."""
    if isinstance(value, exp.Explode):
        of: exp.Expr = value.this
        return of
    if isinstance(value, exp.Anonymous) and value.name.lower() == "generate_subscripts":
        return exp.func("_setrisk_subscripts", value.expressions[0])
    return None


class _Generator(SparkGenerator):
    """Writes it."""

    # Moved to the top, as for old versions of Hive, a CTE could not read columns of the query around it.
    EXPRESSIONS_WITHOUT_NESTED_CTES: ClassVar[set[type[exp.Expr]]] = set()

    def list_sql(self, expression: exp.ArrayAgg, condition: str = "", window: exp.Window | None = None) -> str:
        """`list(x ORDER BY y)`: what Spark collects is in no order, and distinct values are a set. It does not collect
        NULL, so each value is collected as the field of a struct, and what does not meet the condition is made NULL. A
        list of no rows is NULL.
        """
        value, keys = expression.this, []
        if isinstance(value, exp.Order):
            keys, value = value.expressions, value.this
        is_distinct = isinstance(value, exp.Distinct)
        if is_distinct:
            value = value.expressions[0]
        # What is never NULL is collected as it is.
        is_plain = not keys and (isinstance(value, exp.Struct) or condition == f"NOT {self.sql(value)} IS NULL")
        fields = [f"{self.sql(key.this)} AS key_{place}" for place, key in enumerate(keys)]
        member = self.sql(value) if is_plain else f"STRUCT({', '.join([*fields, f'{self.sql(value)} AS value'])})"
        members = f"COLLECT_{'SET' if is_distinct else 'LIST'}({_value_if(condition, member)})"
        if window is not None:
            members += self._bare_window(window)
        if keys:
            steps = " ".join(_comparison(place, key) for place, key in enumerate(keys))
            members = f"ARRAY_SORT({members}, (a, b) -> CASE {steps} ELSE 0 END)"
        elif is_distinct:
            members = f"ARRAY_SORT({members})"
        values = members if is_plain else f"TRANSFORM({members}, member -> member.value)"
        has_rows = not condition and _has_rows(expression, window)
        return values if has_rows else f"NULLIF({values}, ARRAY())"

    def filter_sql(self, expression: exp.Filter) -> str:
        """A filter is a condition in lists, which are made of what is collected, and in windows, with which Spark 4.1
        takes none.
        """
        of, condition = expression.this, self.sql(expression.expression, "this")
        if isinstance(of, exp.ArrayAgg):
            return self.list_sql(of, condition)
        if isinstance(expression.parent, exp.Window):
            if not isinstance(of, exp.Count | exp.Sum | exp.Min | exp.Max) or isinstance(of.this, exp.Distinct):
                raise UnsupportedError(f"a filter in a window of {of.sql():.200}")
            value = "1" if isinstance(of.this, exp.Star) else self.sql(of, "this")
            return f"{of.key.upper()}({_value_if(condition, value)})"
        return f"{self.sql(of)} FILTER(WHERE {condition})"

    def bracket_sql(self, expression: exp.Bracket) -> str:
        """`l[1]`, `l[-1]`, `l[n]` count from 1, and are NULL beyond the list; `s['field']` is a field."""
        of, (index,) = self.sql(expression, "this"), expression.expressions
        if isinstance(index, exp.Literal) and index.is_string:
            return f"{of}.{index.this}"
        if isinstance(index, exp.Slice):
            if index.find(exp.Neg, exp.Sub) or index.this == exp.Literal.number(0):
                raise UnsupportedError(f"a part of a list, counted from its end, or from 0: {expression.sql():.200}")
            first, last = self.sql(index, "this") or "1", self.sql(index, "expression") or f"SIZE({of})"
            return f"SLICE({of}, {first}, GREATEST({last} - {first} + 1, 0))"
        return f"TRY_ELEMENT_AT({of}, CAST({self.sql(index)} AS INT))"

    def cast_sql(self, expression: exp.Cast, safe_prefix: str | None = None) -> str:
        """A hexadecimal number is read by `conv`, and there are no unsigned types and no strings of bits. Fractions are
        rounded by one engine and cut by the other.
        """
        if expression.to.this in exp.DataType.INTEGER_TYPES and _may_be_fraction(expression.this):
            raise UnsupportedError(
                f"a fraction as a whole number, without floor, ceil or round: {expression.sql():.200}"
            )
        if expression.to.this == exp.DType.BIT:
            bits = self.sql(expression, "this")
            return f"FILTER(SEQUENCE(0, LENGTH({bits}) - 1), place -> SUBSTRING({bits}, place + 1, 1) = '1')"
        if expression.to.this == exp.DType.UBIGINT and isinstance(expression.this, exp.DPipe):
            return f"CAST(CONV({self.sql(expression.this, 'expression')}, 16, 10) AS DECIMAL(20, 0))"
        return super().cast_sql(expression, safe_prefix)

    def quotient_sql(self, expression: exp.Div) -> str:
        """`a / b` is a DOUBLE; of decimals, which large integers are there, Spark would make one of few digits."""
        quotient = expression.copy()
        quotient.set("this", exp.cast(quotient.this, exp.DType.DOUBLE))
        return super().div_sql(quotient)

    def numbers_sql(self, expression: exp.GenerateSeries) -> str:
        """`range(a, b)` is empty if b is not above a, where a sequence would count down."""
        first, last = self.sql(expression, "start") or "0", self.sql(expression, "end")
        if expression.args.get("is_end_exclusive"):
            last = f"({last}) - 1"
        limits = f"CAST({first} AS BIGINT), CAST({last} AS BIGINT)"
        if step := expression.args.get("step"):
            if not (isinstance(step, exp.Literal) and int(step.this) > 0):
                raise UnsupportedError(f"numbers by a step that is not known, or falls: {expression.sql():.200}")
            limits += f", CAST({step.this} AS BIGINT)"
        return f"IF({last} >= {first}, SEQUENCE({limits}), CAST(ARRAY() AS ARRAY<BIGINT>))"

    def extreme_sql(self, expression: exp.ArgMin | exp.ArgMax) -> str:
        """`min_by(x, y)`: an x that is NULL is left out. Several, `min_by(x, y, n)`, a worker would hold all."""
        if expression.args.get("count"):
            raise UnsupportedError(f"the smallest of several, for which row_number does: {expression.sql():.200}")
        name = "MIN_BY" if isinstance(expression, exp.ArgMin) else "MAX_BY"
        value = self.sql(expression, "this")
        return f"{name}({value}, {_value_if(f'({value}) IS NOT NULL', self.sql(expression, 'expression'))})"

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

    def intersection_sql(self, expression: exp.BitwiseAnd) -> str:
        """`a & b` of strings of bits, or of numbers."""
        if _is_of_numbers(expression):
            return self.bitwiseand_sql(expression)
        return f"ARRAY_INTERSECT({self.sql(expression, 'this')}, {self.sql(expression, 'expression')})"

    def intersection_of_all_sql(self, expression: exp.BitwiseAndAgg, over: str = "") -> str:
        """`bit_and(x)` of strings of bits; NULL of none."""
        collected = f"COLLECT_LIST({self.sql(expression, 'this')}){over}"
        both = "IF(common IS NULL, next, ARRAY_INTERSECT(common, next))"
        return f"AGGREGATE({collected}, CAST(NULL AS ARRAY<INT>), (common, next) -> {both})"

    def union_of_all_sql(self, expression: exp.BitwiseOrAgg) -> str:
        """`bit_or(x)` of strings of bits, NULL of none; or of numbers."""
        of = self.sql(expression, "this")
        if _is_of_numbers(expression):
            return f"BIT_OR({of})"
        return f"IF(COUNT({of}) > 0, ARRAY_SORT(ARRAY_DISTINCT(FLATTEN(COLLECT_LIST({of})))), NULL)"

    def bit_sql(self, expression: exp.Getbit) -> str:
        """`get_bit(bits, n)`."""
        bits, place = self.sql(expression, "this"), self.sql(expression, "expression")
        return f"CAST(ARRAY_CONTAINS({bits}, CAST({place} AS INT)) AS INT)"

    def quantile_sql(self, expression: exp.PercentileDisc) -> str:
        """`quantile_disc(x, 0.5)`."""
        of, fraction = self.sql(expression, "this"), self.sql(expression, "expression")
        return f"PERCENTILE_DISC({fraction}) WITHIN GROUP (ORDER BY {of})"

    def replaced_sql(self, expression: exp.RegexpReplace) -> str:
        """`regexp_replace(s, pattern, new, 'g')`. Without the option one place alone is replaced, which here only what
        begins at the beginning does. What a group has found is `\\1`, and `$1` for Spark.
        """
        pattern, new = expression.expression, expression.args["replacement"]
        flags = expression.args.get("modifiers")
        is_known = isinstance(pattern, exp.Literal) and isinstance(new, exp.Literal)
        is_of_all = flags is not None and flags.this == "g"
        if not is_known or not (is_of_all or re.fullmatch(r"\^[^|]*", pattern.this)):
            raise UnsupportedError(f"a pattern not known, or of which one place is replaced: {expression.sql()}")
        written = re.sub(r"\\(\d)", r"$\1", new.this.replace("$", "\\$"))
        given = [expression.this, exp.Literal.string(_java_pattern(pattern.this)), exp.Literal.string(written)]
        return self.func("REGEXP_REPLACE", *given)

    def lower_sql(self, expression: exp.Lower) -> str:
        """`lower(s)`, letter by letter: by the end of a word Java writes another sigma, and of a capital I with a dot
        it makes two characters.
        """
        return f"LOWER(TRANSLATE({self.sql(expression, 'this')}, '\u0130\u03a3', 'i\u03c3'))"

    def membership_sql(self, expression: exp.ArrayContains) -> str:
        """`list_contains(l, x)`: a NULL in the list is a value that is not x; whether NULL is in it is unknown."""
        if isinstance(expression.this.unnest(), exp.Cast) and isinstance(expression.this.unnest().this, exp.Null):
            return "CAST(NULL AS BOOLEAN)"  # folded by Spark, where it can leave out what hangs on it
        members, value = self.sql(expression, "this"), self.sql(expression, "expression")
        of_null = f"IF(SIZE({members}) = 0, FALSE, CAST(NULL AS BOOLEAN))"
        is_in = f"ARRAY_CONTAINS(ARRAY_COMPACT({members}), {value})"
        return of_null if value == "NULL" else f"COALESCE({is_in}, {of_null})"

    def distinct_members_sql(self, expression: exp.ArrayDistinct) -> str:
        """`list_distinct(l)` leaves out NULL."""
        return f"ARRAY_DISTINCT(ARRAY_COMPACT({self.sql(expression, 'this')}))"

    def joined_lists_sql(self, expression: exp.ArrayConcat) -> str:
        """`list_concat(l, m)`: a NULL is a list without members."""
        lists = [expression.this, *expression.expressions]
        return f"CONCAT({', '.join(f'COALESCE({self.sql(each)}, ARRAY())' for each in lists)})"

    def round_sql(self, expression: exp.Round) -> str:
        """`round(x)`; to digits one engine rounds the binary number, and the other the decimal one that it prints."""
        if expression.args.get("decimals"):
            raise UnsupportedError(f"rounded to digits, for which round(10 * x) / 10 does: {expression.sql():.200}")
        return f"ROUND({self.sql(expression, 'this')})"

    def grouping_sets_sql(self, expression: exp.GroupingSets) -> str:
        """`GROUPING SETS ((a), (b))`; the empty set is one row on one engine even if there are none, and none on the
        other.
        """
        if any(isinstance(each, exp.Tuple) and not each.expressions for each in expression.expressions):
            raise UnsupportedError(f"a group of all, of which there may be none: {expression.sql():.200}")
        return self.groupingsets_sql(expression)

    def is_nan_sql(self, expression: exp.IsNan) -> str:
        """`isnan(x)` is NULL of NULL."""
        of = self.sql(expression, "this")
        return f"IF({of} IS NULL, NULL, ISNAN({of}))"

    def window_sql(self, expression: exp.Window) -> str:
        """`row_number() OVER ()` is numbered by each worker alone: nothing may depend on the order, or miss numbers."""
        of, condition = expression.this, ""
        if isinstance(of, exp.Filter) and isinstance(of.this, exp.ArrayAgg):
            of, condition = of.this, self.sql(of.expression, "this")
        if isinstance(of, exp.BitwiseAndAgg | exp.ArrayAgg):
            if isinstance(of, exp.ArrayAgg):
                return self.list_sql(of, condition, expression)
            return self.intersection_of_all_sql(of, self._bare_window(expression))
        if expression.sql() == "ROW_NUMBER() OVER ()":
            return "(MONOTONICALLY_INCREASING_ID() + 1)"
        return super().window_sql(expression)

    def _bare_window(self, window: exp.Window) -> str:
        """The window alone: what is asked of it comes before."""
        over = window.copy()
        over.set("this", None)
        return super().window_sql(over)

    def anonymous_sql(self, expression: exp.Anonymous) -> str:
        """Functions that sqlglot does not know."""
        name = expression.name.lower()
        if write := _FUNCTIONS.get(name):
            return write([self.sql(each) for each in expression.expressions])
        if name == "hash":
            raise UnsupportedError(f"a hash, for which md5 does: each engine has its own: {expression.sql():.200}")
        return super().anonymous_sql(expression)

    TYPE_MAPPING: ClassVar = {
        **SparkGenerator.TYPE_MAPPING,
        exp.DType.BIT: "ARRAY<INT>",
        exp.DType.UBIGINT: "DECIMAL(20, 0)",
        exp.DType.INT128: "DECIMAL(38, 0)",
        exp.DType.UUID: "STRING",
        exp.DType.JSON: "STRING",
    }
    TRANSFORMS: ClassVar = {
        **SparkGenerator.TRANSFORMS,
        exp.ArrayAgg: list_sql,
        exp.ArrayConcat: joined_lists_sql,
        exp.ArrayContains: membership_sql,
        exp.ArrayDistinct: distinct_members_sql,
        exp.Flatten: lambda self, expression: f"FLATTEN(ARRAY_COMPACT({self.sql(expression, 'this')}))",
        exp.GroupingSets: grouping_sets_sql,
        exp.IsNan: is_nan_sql,
        exp.Round: round_sql,
        exp.BitwiseAnd: intersection_sql,
        exp.BitwiseAndAgg: intersection_of_all_sql,
        exp.BitwiseOrAgg: union_of_all_sql,
        exp.Getbit: bit_sql,
        exp.Div: quotient_sql,
        exp.Filter: filter_sql,
        exp.Bracket: bracket_sql,
        exp.Cast: cast_sql,
        exp.GenerateSeries: numbers_sql,
        exp.ArgMax: extreme_sql,
        exp.ArgMin: extreme_sql,
        exp.Format: format_sql,
        exp.PercentileDisc: quantile_sql,
        exp.RegexpReplace: replaced_sql,
        exp.Lower: lower_sql,
        exp.Upper: lambda self, expression: self.func("_setrisk_upper", expression.this),
        exp.Window: window_sql,
        exp.Typeof: lambda self, expression: f"UPPER(TYPEOF({self.sql(expression, 'this')}))",
        exp.ArraySize: lambda self, expression: f"SIZE({self.sql(expression, 'this')})",
    }


def _java_pattern(pattern: str) -> str:
    """A pattern as Java has it: its class of blanks has one more, and its `$` is also before the end of a line."""
    blanks, parts, is_in_class = r"\t\n\f\r ", [], False
    for part in re.findall(r"\\.|.", pattern, re.DOTALL):
        if part == r"\s":
            parts.append(blanks if is_in_class else f"[{blanks}]")
        elif part == "$" and not is_in_class:
            parts.append(r"\z")
        else:
            parts.append(part)
            is_in_class = (is_in_class or part == "[") and part != "]"
    return "".join(parts)


def _is_of_numbers(expression: exp.Expr) -> bool:
    """Whether it is of numbers, and not of strings of bits: these are never shifted or inverted here. The engine raises
    an error if this is wrong.
    """
    return expression.find(exp.BitwiseNot, exp.BitwiseLeftShift) is not None


_FUNCTIONS: dict[str, Callable[[list[str]], str]] = {
    "bit_count": lambda given: f"SIZE({given[0]})",
    # Of `bit_position(CAST('1' AS BIT), bits)`: the first one that is set, from 1.
    "bit_position": lambda given: f"COALESCE(ARRAY_MIN({given[1]}) + 1, 0)",
    # All are unset.
    "bitstring": lambda _: "CAST(ARRAY() AS ARRAY<INT>)",
    "bitstring_agg": lambda given: f"ARRAY_SORT(COLLECT_SET(CAST({given[0]} AS INT)))",
    "error": lambda given: f"RAISE_ERROR({given[0]})",
    "generate_subscripts": lambda given: f"EXPLODE({_SUBSCRIPTS.format(given[0])})",
    "_setrisk_subscripts": lambda given: _SUBSCRIPTS.format(given[0]),
    "list_position": lambda given: f"NULLIF(ARRAY_POSITION({given[0]}, {given[1]}), 0)",
    "list_inner_product": lambda given: _INNER_PRODUCT.format(*given),
    "set_bit": lambda given: f"ARRAY_SORT(ARRAY_UNION({given[0]}, ARRAY(CAST({given[1]} AS INT))))",
    "list_cosine_similarity": lambda given: (
        f"({_INNER_PRODUCT.format(*given)} / SQRT({_INNER_PRODUCT.format(given[0], given[0])} * "
        f"{_INNER_PRODUCT.format(given[1], given[1])}))"
    ),
}


class SparkDialect(Spark):
    """Spark 4."""

    Generator = _Generator


def _value_if(condition: str, value: str) -> str:
    """A value, if there is no condition or it holds; NULL otherwise."""
    return f"CASE WHEN {condition} THEN {value} END" if condition else value


def _comparison(place: int, key: exp.Ordered) -> str:
    """The step of an order by one key, in which NULL comes last unless it is to come first."""
    first, last = (">", "<") if key.args.get("desc") else ("<", ">")
    a, b = f"a.key_{place}", f"b.key_{place}"
    of_null = (-1, 1) if key.args.get("nulls_first") else (1, -1)
    return (
        f"WHEN {a} {first} {b} THEN -1 WHEN {a} {last} {b} THEN 1 "
        f"WHEN {a} IS NULL AND {b} IS NOT NULL THEN {of_null[0]} WHEN {b} IS NULL AND {a} IS NOT NULL THEN {of_null[1]}"
    )


def _has_rows(aggregate: exp.ArrayAgg, window: exp.Window | None) -> bool:
    """Whether what is aggregated is one row at least: that of the group, or that which the window is of, unless the
    window says which rows count. Without a group there may be none.
    """
    if window is not None:
        return window.args.get("spec") is None
    select = aggregate.find_ancestor(exp.Select)
    group = select.args.get("group") if select else None
    return group is not None and bool(group.expressions or group.args.get("all"))


def _may_be_fraction(value: exp.Expr) -> bool:
    """Whether it says so itself: it may be a column that is one, too."""
    value = value.unnest()
    if isinstance(value, exp.Literal):
        return not value.is_string and not value.is_int
    if isinstance(value, exp.Add | exp.Sub | exp.Mul | exp.Neg | exp.Mod | exp.Abs | exp.Coalesce | exp.Greatest):
        return any(_may_be_fraction(each) for each in value.iter_expressions())
    return isinstance(value, exp.Div | exp.Avg | exp.Median | exp.Sqrt | exp.Ln | exp.Exp | exp.Pow | exp.StddevSamp)
