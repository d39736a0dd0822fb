"""The rules that each SQL file keeps, what the loader says of a file that breaks one, and the way to Spark."""

import itertools
import re
from dataclasses import replace
from pathlib import Path

import pytest
import sqlglot
from duckdb import DuckDBPyConnection
from sqlglot import exp

import setrisk.sql as relations
from setrisk.errors import BadSql
from setrisk.pipelines.database.install import VIEWS
from setrisk.spark.relations import _literals
from setrisk.spark.statements import _WRITE, _query
from setrisk.sql.compiler import tokens
from setrisk.sql.compiler.checks import check, check_columns, check_reads, check_statement
from setrisk.sql.compiler.compose import compose
from setrisk.sql.compiler.nouns import is_noun
from setrisk.sql.compiler.spark import spark
from setrisk.sql.compiler.statement import read_statement
from setrisk.sql.compiler.table import read_table
from setrisk.sql.compiler.units import UNITS
from setrisk.udf import registration
from tests.support import all_families
from tests.support.engines import arguments_of
from tests.support.generalisation_steps import view
from tests.support.headers import disallowed

REAL = relations.relations()
BY_NAME = {relation.name: relation for relation in REAL}
PORTABLE = [relation for relation in REAL if not relation.duckdb_only]
DUCKDB_ONLY = [relation for relation in REAL if relation.duckdb_only]


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Built-in functions of Spark that the relations use: sqlglot writes one that Spark lacks without a word. A name that is
# missing here is to be looked up in Spark's reference, and added if it is there.
OF_SPARK = words(
    """
    ABS AGGREGATE ARRAY ARRAY_APPEND ARRAY_COMPACT ARRAY_CONTAINS ARRAY_DISTINCT ARRAY_JOIN ARRAY_MAX ARRAY_MIN
    ARRAY_POSITION ARRAY_SORT AVG BIT_OR BOOL_AND BOOL_OR CAST CHR COALESCE COLLECT_LIST COLLECT_SET CONCAT CONCAT_WS
    CONTAINS CONV COUNT DECIMAL DENSE_RANK EXP EXPLODE FLATTEN FLOOR FORMAT_NUMBER GET_JSON_OBJECT GREATEST IF LAG LEAST
    LEFT LENGTH LN LOWER MAX MAX_BY MD5 MEDIAN MIN MIN_BY MONOTONICALLY_INCREASING_ID NULLIF POWER RAISE_ERROR RANK
    REGEXP_EXTRACT_ALL REPLACE ROUND ROW_NUMBER SEQUENCE SHA2 SHIFTLEFT SIZE SLICE SORT_ARRAY SPLIT SPLIT_PART SQRT
    STDDEV_SAMP STRUCT SUM TRANSFORM TRANSLATE TRIM TRY_CAST TRY_ELEMENT_AT UPPER ZIP_WITH
    """
)
# Words that may stand before a parenthesis and are no function.
WORDS = words(
    """
    AND AS BY ELSE EXISTS FILTER FROM IN JOIN LATERAL NOT ON OR OVER SELECT THEN WHEN WHERE
    """
)


def written(at: Path, text: str, name: str = "wanted", folder: str = "family") -> Path:
    path = at / folder / f"{name}.sql"
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(text, encoding="utf-8")
    return path


def fault(path: Path) -> str:
    """What the loader says of a file, without the folder."""
    with pytest.raises(BadSql) as raised:
        check(relations.read_relation(path), udfs=frozenset({"_setrisk_known_v1"}))
    assert str(raised.value).startswith(f"{path}:")
    return str(raised.value).removeprefix(f"{path.parent}/")


# A good file.

GOOD = """-- wanted(dataset, k := 2, names := 'a''b')
-- The items of the data set,
-- in any order.
--
-- parameter: k: least position,
--     from 1
-- row: one per item
-- column: item_id INTEGER
-- column: weight DOUBLE?, fraction, 0 to 1: how heavy: very
-- column: names STRUCT(a INTEGER, b VARCHAR[])[], >= 1
-- checks: known_dataset($dataset)
-- reads: originals
-- source: COAT 3.1
-- page: risk.md
-- example: FROM setrisk.wanted('a')
-- duckdb only: query_table
SELECT t.item_id -- dataset in a comment is no column
FROM setrisk_private.transaction_item AS t
JOIN setrisk.helper($dataset) AS h ON h.item_id = t.item_id
JOIN query_table($names) AS q ON q.item_id = t.item_id
WHERE t.dataset = $dataset AND t.position >= $k
"""


def test_a_good_file_gives_signature_meaning_calls_and_tables(tmp_path):
    relation = relations.read_relation(written(tmp_path, GOOD))
    assert relation.signature == "setrisk.wanted(dataset, k := 2, names := 'a''b')"
    assert relation.meaning == "The items of the data set, in any order."
    assert relation.topic == "family"
    assert relation.is_table
    assert not relation.is_internal
    assert relation.duckdb_only == "query_table"
    assert relation.calls == {"helper", "known_dataset"}
    assert relation.tables == {"setrisk_private.transaction_item"}
    assert [(p.name, p.default, p.meaning) for p in relation.parameters] == [
        ("dataset", None, ""),
        ("k", "2", "least position, from 1"),
        ("names", "'a''b'", ""),
    ]
    assert relation.columns == (
        relations.Column("item_id", "INTEGER"),
        relations.Column("weight", "DOUBLE", True, "fraction", "0 to 1", "how heavy: very"),
        relations.Column("names", "STRUCT(a INTEGER, b VARCHAR[])[]", range=">= 1"),
    )
    header = relation.header
    assert (header.row, header.reads, header.source) == ("one per item", "originals", "COAT 3.1")
    assert (header.page, header.example) == ("risk.md", "FROM setrisk.wanted('a')")
    assert relation.macro().startswith(
        "CREATE OR REPLACE MACRO setrisk.wanted(dataset, k := 2, names := 'a''b') AS TABLE "
    )
    assert "$" not in relation.macro()
    assert relation.macro().endswith(
        "\nUNION ALL\nSELECT TRY_CAST(checked.name AS INTEGER), TRY_CAST(checked.name AS DOUBLE), "
        "TRY_CAST(checked.name AS STRUCT(a INTEGER, b VARCHAR[])[])\n"
        "FROM setrisk_internal.known_dataset(dataset) AS checked(name)\nWHERE checked.name IS NULL) "
        "SELECT * FROM setrisk_answer"
    )
    assert relation.comment().endswith(
        "'setrisk.wanted(dataset, k := 2, names := ''a''''b'')\nThe items of the data set, in any order.'"
    )


@pytest.mark.parametrize(
    ("column", "value", "is_allowed"),
    [
        ("a DOUBLE, fraction, 0 to 1", 0, True),
        ("a DOUBLE, fraction, 0 to 1", 1.01, False),
        ("a DOUBLE, fraction, 0 to 1", None, False),
        ("a DOUBLE?, fraction, 0 to 1", None, True),
        ("a BIGINT, records, > 0", 0, False),
        ("a DOUBLE, >= -0.5", -0.5, True),
        ("a DOUBLE, < 3", 3, False),
        ("a DOUBLE, <= 3", 3, True),
        ("a VARCHAR", "b", True),
    ],
)
def test_a_column_says_which_values_may_stand_in_it(tmp_path, column, value, is_allowed):
    text = f"-- wanted()\n-- Rows.\n--\n-- column: {column}\nSELECT 1 AS a\n"
    (read,) = relations.read_relation(written(tmp_path, text)).columns
    assert read.allows(value) == is_allowed


def test_a_scalar_file_gives_a_scalar_macro(tmp_path):
    text = "-- wanted(x DOUBLE) -> DOUBLE\n-- Twice x.\nSELECT 2 * $x -- not $x\n"
    relation = relations.read_relation(written(tmp_path, text, folder="family/internal"))
    assert relation.signature == "setrisk_internal.wanted(x) -> DOUBLE"
    assert relation.parameters == (relations.Parameter("x", type="DOUBLE"),)
    assert relation.is_internal
    assert relation.topic == "family"
    assert relation.macro() == "CREATE OR REPLACE MACRO setrisk_internal.wanted(x) AS 2 * x"
    assert relation.comment() == (
        "COMMENT ON MACRO setrisk_internal.wanted IS 'setrisk_internal.wanted(x) -> DOUBLE\nTwice x.'"
    )


def test_types_of_parameters_may_have_commas(tmp_path):
    text = "-- wanted(x STRUCT(a INTEGER, b INTEGER)[], y INTEGER := 2) -> STRUCT(a INTEGER)\n-- A.\nSELECT $x[$y]\n"
    relation = relations.read_relation(written(tmp_path, text))
    assert [(p.name, p.type, p.default) for p in relation.parameters] == [
        ("x", "STRUCT(a INTEGER, b INTEGER)[]", None),
        ("y", "INTEGER", "2"),
    ]
    assert relation.signature == "setrisk.wanted(x, y := 2) -> STRUCT(a INTEGER)"


def test_a_temporary_macro_calls_temporary_macros(tmp_path):
    text = (
        "-- wanted(x DOUBLE) -> DOUBLE\n-- Twice.\nSELECT 2 * setrisk_internal.inner_one(setrisk.inner_two($x), $x)\n"
    )
    relation = relations.read_relation(written(tmp_path, text))
    assert relation.macro(temporary=True) == (
        "CREATE OR REPLACE TEMP MACRO setrisk_wanted(x) AS 2 * setrisk_inner_one(setrisk_inner_two(x), x)"
    )
    assert relation.calls == {"inner_one", "inner_two"}


def test_what_stands_in_strings_names_and_comments_is_no_parameter_and_no_call():
    text = """SELECT '$a setrisk.b()' AS x, "$c", $d -- $e setrisk.f()\n/* $g\nsetrisk.h( */ FROM setrisk.i ($j) AS i"""
    assert [name for name, _ in tokens.parameters(text)] == ["d", "j"]
    assert [(schema, name) for schema, name, _ in tokens.calls(text)] == [("setrisk", "i")]
    assert tokens.macro_text(text) == """SELECT '$a setrisk.b()' AS x, "$c", d \n FROM setrisk.i (j) AS i"""


@pytest.mark.parametrize(
    "body",
    [
        "SELECT t.a FROM setrisk.release AS t WHERE t.release = $release",
        "SELECT {'release': t.a} AS s FROM setrisk.release AS t WHERE t.release = $release",
        "SELECT t.a AS release FROM setrisk.release AS t WHERE t.release = $release",
        "SELECT list_transform($release, lambda x: x) AS xs",
        "SELECT t.a FROM setrisk.one AS t JOIN setrisk.two AS u USING (release) WHERE t.release = $release",
        "SELECT _setrisk_known_v1($release) AS x",
        "WITH RECURSIVE r AS (SELECT $release AS a UNION ALL SELECT r.a FROM r) SELECT r.a FROM r",
        "SELECT $release AS a;\n",
        "WITH records AS (SELECT $release AS a) SELECT r.a FROM query_table('records') AS r",
        "SELECT r.a FROM query_table($release) AS r",
    ],
)
def test_what_no_rule_forbids_is_read(tmp_path, body):
    path = written(tmp_path, f"-- wanted(release)\n-- Rows.\n--\n-- duckdb only: query_table\n{body}\n")
    check(relations.read_relation(path), udfs=frozenset({"_setrisk_known_v1"}))


# Each rule, with the line that the message names. Every `SELECT` stands on line 3 or below: heads take two lines.

HEAD = "-- wanted(dataset, k := 2)\n-- One row per item.\n"
FACTS = "-- wanted()\n-- Rows.\n--\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SELECT 1 AS a\n", "wanted.sql:1: the first line must be a signature"),
        ("", "wanted.sql:1: the first line must be a signature"),
        ("-- One row per item.\nSELECT 1 AS a\n", "wanted.sql:1: the first line must be a signature"),
        ("\n-- wanted()\n-- Rows.\nSELECT 1 AS a\n", "wanted.sql:1: the first line must be a signature"),
        ("-- other()\n-- Rows.\nSELECT 1 AS a\n", "wanted.sql:1: the signature names `other`, the file `wanted`"),
        ("-- wanted()\nSELECT 1 AS a\n", "wanted.sql:2: a sentence on what the relation is must"),
        ("-- wanted()\n--\n-- row: one\nSELECT 1 AS a\n", "wanted.sql:2: a sentence on what the relation is must"),
        (FACTS + "-- rows: one\nSELECT 1 AS a\n", "wanted.sql:4: neither a fact (`key: value`) nor"),
        (FACTS + "-- row: one\n-- and more\nSELECT 1 AS a\n", "wanted.sql:5: neither a fact (`key: value`) nor"),
        (FACTS + "-- row: one\n-- row: two\nSELECT 1 AS a\n", "wanted.sql:5: a second `row`"),
        (FACTS + "-- reads: secrets\nSELECT 1 AS a\n", "wanted.sql:4: `reads` is one of nothing, published, originals"),
        (FACTS + "-- reads: published, $a\nSELECT 1 AS a\n", "wanted.sql:4: `reads` is one of nothing, published"),
        (FACTS + "-- reads: nothing, $a: some\nSELECT 1 AS a\n", "wanted.sql:4: `reads` is one of nothing, published"),
        (FACTS + "-- reads: nothing, $a: published\nSELECT 1 AS a\n", "wanted.sql:4: the parameter $a is read and not"),
        (FACTS + "-- column: a integer\nSELECT 1 AS a\n", "wanted.sql:4: a column is `name TYPE: meaning`"),
        (FACTS + "-- column: a INTEGER, 0 to 1, 2 to 3\nSELECT 1 AS a\n", "wanted.sql:4: `2 to 3` is neither a unit"),
        (FACTS + "-- column: a DOUBLE, 0 to 1\nSELECT 1 AS a\n", "wanted.sql:4: `0 to 1` is the range of the unit"),
        (FACTS + "-- column: a DOUBLE, fraction, >= 0\nSELECT 1 AS a\n", "wanted.sql:4: `fraction` goes with the"),
        (FACTS + "-- column: a DOUBLE, fraction\nSELECT 1 AS a\n", "wanted.sql:4: `fraction` goes with the range"),
        (FACTS + "-- column: a DOUBLE, items, >= 0\nSELECT 1 AS a\n", "wanted.sql:4: `items` goes with INTEGER or"),
        (FACTS + "-- column: a BIGINT, items, >= -1\nSELECT 1 AS a\n", "wanted.sql:4: `items` needs a range from 0"),
        (FACTS + "-- column: a BIGINT, items, <= 9\nSELECT 1 AS a\n", "wanted.sql:4: `items` needs a range from 0"),
        (FACTS + "-- column: a BIGINT, items\nSELECT 1 AS a\n", "wanted.sql:4: `items` needs a range from 0"),
        (FACTS + "-- column: a BIGINT, ells, >= 0\nSELECT 1 AS a\n", "wanted.sql:4: `ells` is not a unit"),
        (FACTS + "-- parameter: k: what\nSELECT 1 AS a\n", "wanted.sql:1: the parameter k is described and not in the"),
        (
            "-- wanted(k)\n-- Rows.\n--\n-- parameter: k\nSELECT $k AS a\n",
            "wanted.sql:4: a parameter is described once, as",
        ),
        ("-- wanted(a b)\n-- Rows.\nSELECT 1 AS a\n", "wanted.sql:1: `a b` is not a parameter"),
        ("-- wanted(k) -> DOUBLE\n-- A value.\nSELECT $k\n", "wanted.sql:1: parameters of a scalar relation have"),
        ("-- wanted(k INTEGER)\n-- Rows.\nSELECT $k AS a\n", "wanted.sql:1: parameters of a scalar relation have"),
        ("-- wanted(K)\n-- Rows.\nSELECT $K AS a\n", "wanted.sql:1: `K` is not a parameter"),
        ("-- wanted(k :=)\n-- Rows.\nSELECT $k AS a\n", "wanted.sql:1: `k :=` is not a parameter"),
        ("-- wanted(k,)\n-- Rows.\nSELECT $k AS a\n", "wanted.sql:1: `` is not a parameter"),
        ("-- wanted(k, k := 2)\n-- Rows.\nSELECT $k AS a\n", "wanted.sql:1: a parameter is declared twice"),
        ("-- wanted(k)\n-- Rows.\nSELECT 1 AS a\n", "wanted.sql:1: parameter k is declared and never used"),
        (FACTS + "-- duckdb only\nSELECT 1 AS a\n", "wanted.sql:4: neither a fact"),
        (FACTS + "-- duckdb only:\nSELECT 1 AS a\n", "wanted.sql:4: `duckdb only` must say something"),
        # A parameter that the signature lacks: not the line where a longer name, a comment or a string has it.
        (
            HEAD + "SELECT $k AS a -- $m\nFROM setrisk.x AS x\nWHERE x.d = $dataset\n AND x.s <> '$m'\n AND x.m = $m\n",
            "wanted.sql:7: parameter $m is not in the signature",
        ),
        (
            "-- wanted(keep)\n-- Rows.\nSELECT $keep AS a,\n  $k AS b\n",
            "wanted.sql:4: parameter $k is not in the signature",
        ),
        # Bare columns that the macro would take for the parameter, whatever their case.
        (
            HEAD + "SELECT x.a, $k AS k\nFROM setrisk.x AS x\nWHERE dataset = $dataset\n",
            "wanted.sql:5: column dataset bears a parameter's name",
        ),
        (
            HEAD + "SELECT x.a\nFROM setrisk.x AS x\nWHERE x.k = $k AND x.dataset = $dataset\nORDER BY\n\n  Dataset\n",
            "wanted.sql:8: column Dataset bears a parameter's name",
        ),
        (
            HEAD + 'SELECT x.a\nFROM setrisk.x AS x\nWHERE x.k = $k\n AND "dataset" = $dataset\n',
            "wanted.sql:6: column dataset bears a parameter's name",
        ),
        (
            HEAD + "SELECT list_transform($dataset,\n  lambda k: k + $k) AS a\n",
            "wanted.sql:4: the lambda's variable k bears a parameter's name",
        ),
        # Names of rows that are not nouns.
        (
            HEAD + "SELECT stored.k\nFROM\n  setrisk.x AS stored\nWHERE stored.k = $k AND stored.d = $dataset\n",
            "wanted.sql:5: stored does not say what its rows are",
        ),
        (
            HEAD + "WITH\n either AS (SELECT $k AS a) SELECT either.a, $dataset AS b FROM either\n",
            "wanted.sql:4: either does not say what its rows are",
        ),
        (
            HEAD + "SELECT list_transform($dataset,\n\n  lambda one: one + $k) AS a\n",
            "wanted.sql:5: one does not say what its rows are",
        ),
        # What cannot be seen to be read: in quotes, in a string, or by its name.
        (FACTS + 'SELECT 1 AS a FROM "setrisk_private"."item" AS i\n', "wanted.sql:4: write setrisk_private.<name>"),
        (FACTS + 'SELECT 1 AS a\nFROM Setrisk_Private."item" AS i\n', "wanted.sql:5: write setrisk_private.<name>"),
        (FACTS + "SELECT 1 AS a\nFROM setrisk_private . item AS i\n", "wanted.sql:5: write setrisk_private.<name>"),
        (FACTS + 'SELECT "setrisk_internal".b(1) AS a\n', "wanted.sql:4: write setrisk_internal.<name>"),
        (FACTS + '\nSELECT 1 AS a FROM "setrisk_internal".b(1) AS b\n', "wanted.sql:5: write setrisk_internal.<name>"),
        (FACTS + "\nSELECT 'Setrisk_Private.item' AS a\n", "wanted.sql:5: a string names setrisk_private"),
        (FACTS + "\nSELECT $$ setrisk_private $$ AS a\n", "wanted.sql:5: a string names setrisk_private"),
        (
            FACTS + "-- checks: known_release('setrisk_private.item')\nSELECT 1 AS a\n",
            "wanted.sql:1: a string names setrisk_private",
        ),
        (
            FACTS + "-- duckdb only: query_table\n-- reads: originals\nSELECT i.item\n"
            "FROM query_table('setrisk_private.item') AS i\n",
            "wanted.sql:7: query_table reads what cannot be seen here",
        ),
        (
            FACTS + "-- duckdb only: query_table\nSELECT i.item FROM query_table('setrisk_' || 'private.item') AS i\n",
            "wanted.sql:5: query_table reads what cannot be seen here",
        ),
        (
            FACTS + "-- duckdb only: query_table\nSELECT i.item FROM query_table(['records']) AS i\n",
            "wanted.sql:5: query_table reads what cannot be seen here",
        ),
        (
            "-- wanted(a)\n-- Rows.\n--\n-- duckdb only: query\nSELECT i.item FROM query($a) AS i\n",
            "wanted.sql:5: query reads what cannot be seen here",
        ),
        # Functions.
        (
            HEAD + "SELECT $k AS a -- no_such_function\nFROM setrisk.x AS x\nWHERE x.dataset = $dataset\n"
            "  AND no_such_function(x.a)\n",
            "wanted.sql:6: unknown function no_such_function",
        ),
        (
            HEAD + "SELECT setrisk.helper($k) AS a,\n  $dataset AS b,\n  helpers(1) AS c\n",
            "wanted.sql:5: unknown function helpers",
        ),
        ("-- wanted()\n-- Rows.\n\n\nSELECT _setrisk_no_v1() AS a\n", "wanted.sql:5: unknown function _setrisk_no_v1"),
        # Anything but one query.
        (HEAD + "SELECT $k AS a,\n $dataset AS b;\n\n\nSELECT 2 AS c\n", "wanted.sql:7: one statement a file, found 2"),
        ("-- wanted()\n-- Rows.\n", "wanted.sql:3: one statement a file, found 0"),
        ("-- wanted()\n-- Rows.\n\nINSERT INTO setrisk.x SELECT 1\n", "wanted.sql:4: only a query may be here"),
        ("-- wanted()\n-- Rows.\nCREATE TABLE setrisk.x (a INTEGER)\n", "wanted.sql:3: only a query may be here"),
        ("-- wanted()\n-- Rows.\nDELETE FROM setrisk.x\n", "wanted.sql:3: only a query may be here, found DELETE"),
        ("-- wanted()\n-- Rows.\nDROP TABLE setrisk.x\n", "wanted.sql:3: only a query may be here, found DROP"),
        ("-- wanted(k DATE) -> DATE\n-- A value.\nSELECT $k, 2\n", "wanted.sql:3: a scalar relation is one SELECT"),
        (
            "-- wanted(k INTEGER) -> DOUBLE\n-- A value.\n\nSELECT $k FROM setrisk.x\n",
            "wanted.sql:4: a scalar relation is one SELECT of one expression",
        ),
        # What sqlglot cannot read; a `$` before it makes its own line numbers wrong.
        (HEAD + "SELECT $k AS a\nFROM setrisk.x AS x\nWHERE x.a = $dataset\nGROUP BY FROM\n", "wanted.sql:6: "),
        (HEAD + "SELECT $k AS a\nFROM (SELECT 1 AS b\n\n\n", "wanted.sql:4: "),
        (HEAD + "SELECT $k AS a\n,'left open\nFROM setrisk.x\n\n", "wanted.sql:4: a quote or comment is opened"),
        (HEAD + "SELECT 'two\nlines' AS a\n/* left\nopen\n", "wanted.sql:5: a quote or comment is opened"),
    ],
)  # fmt: skip
def test_a_file_that_breaks_a_rule_is_refused_with_its_line(tmp_path, text, message):
    assert fault(written(tmp_path, text)).startswith(message)


def test_a_syntax_error_says_what_without_a_second_line_number(tmp_path):
    found = fault(written(tmp_path, HEAD + "SELECT $k AS a, $dataset AS b\nFROM WHERE\n"))
    assert found == "wanted.sql:4: Expected table name but got WHERE"


# Rules about several files.


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(relations, "FOLDER", tmp_path)
    return tmp_path


def test_what_may_be_negative_says_so(tmp_path):
    text = "-- wanted()\n-- Rows.\n--\n-- column: a BIGINT, items: negative if some were taken away\nSELECT 1 AS a\n"
    (read,) = relations.read_relation(written(tmp_path, text)).columns
    assert (read.unit, read.range) == ("items", "")


def test_relations_come_after_those_that_they_call(folder):
    written(folder, "-- a()\n-- Rows.\nSELECT b.x FROM setrisk.b() AS b\n", "a")
    written(folder, "-- b()\n-- Rows.\nSELECT setrisk.c(1) AS x\n", "b")
    written(folder, "-- c(x INTEGER) -> INTEGER\n-- A value.\nSELECT $x\n", "c")
    assert [relation.name for relation in relations.relations()] == ["c", "b", "a"]


def test_a_call_of_a_relation_that_no_file_defines_is_refused_with_its_line(folder):
    path = written(folder, "-- a(k)\n-- Rows.\nSELECT b.x, $k AS k\n\nFROM setrisk.missing(\n1) AS b\n", "a")
    with pytest.raises(BadSql) as raised:
        relations.relations()
    assert str(raised.value) == f"{path}:5: calls setrisk.missing, which no file defines"


def test_a_circle_of_calls_is_refused_with_the_line_that_closes_it(folder):
    written(folder, "-- a()\n-- Rows.\nSELECT b.x FROM setrisk.b() AS b\n", "a")
    written(folder, "-- b()\n-- Rows.\nSELECT c.x FROM setrisk.c() AS c\n", "b")
    path = written(folder, "-- c()\n-- Rows.\nSELECT b.x\nFROM setrisk.b() AS b\n", "c")
    with pytest.raises(BadSql) as raised:
        relations.relations()
    assert str(raised.value) == f"{path}:4: calls setrisk.b, and so itself: b -> c -> b"


def test_a_relation_that_calls_itself_is_refused(folder):
    path = written(folder, "-- a()\n-- Rows.\nSELECT a.x\nFROM setrisk.a() AS a\n", "a")
    with pytest.raises(BadSql) as raised:
        relations.relations()
    assert str(raised.value) == f"{path}:4: calls setrisk.a, and so itself: a -> a"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("CREATE TABLE setrisk.wanted (a INTEGER)\n", ":1: a file of the catalog is a head comment and one"),
        ("-- Rows.\nSELECT 1 AS a\n", ":1: a file of the catalog is a head comment and one"),
        ("-- Rows.\nCREATE VIEW setrisk.wanted AS SELECT 1 AS a\n", ":1: a file of the catalog is a head comment"),
        ("-- Rows.\n\nCREATE TABLE IF NOT EXISTS setrisk.other (\n    a INTEGER\n)\n", ":3: must create"),
        ("-- Rows (all).\nCREATE TABLE IF NOT EXISTS main.wanted (\n    a INTEGER\n)\n", ":2: must create"),
        ("-- Rows.\nCREATE TABLE IF NOT EXISTS setrisk.wanted (\n    a INTEGER,,\n)\n", ":3: a line is a column"),
        ("-- Rows.\nCREATE TABLE IF NOT EXISTS setrisk.wanted (\n    a INTEGER,\n", ":1: a file of the catalog is"),
    ],
)  # fmt: skip
def test_a_bad_file_of_the_catalog_is_refused_with_its_line(folder, text, message):
    (folder / "catalog").mkdir()
    path = folder / "catalog" / "wanted.sql"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadSql) as raised:
        relations.tables()
    assert str(raised.value).startswith(f"{path}{message}")


@pytest.mark.parametrize(
    ("head", "message"),
    [
        (("", "column: a INTEGER", "column: b DOUBLE?"), ":1: the first line must be a sentence"),
        (("Rows.", "column: a INTEGER", "column: b DOUBLE?"), ":5: the head must describe this column as `a INTEGER`"),
        (("Rows.", "", "column: a INTEGER"), ":6: the head must describe this column as `b DOUBLE?`"),
        (
            ("Rows.", "", "column: a INTEGER", "column: b FLOAT?"),
            ":7: the head must describe this column as `b DOUBLE?`",
        ),
        (
            ("Rows.", "", "column: a INTEGER", "column: b DOUBLE"),
            ":7: the head must describe this column as `b DOUBLE?`",
        ),
        (("Rows.", "", "column: a INTEGER?", "column: b DOUBLE?"), ":6: the head must describe this column as `a INT"),
        (("Rows.", "", "column: b DOUBLE?", "column: a INTEGER"), ":6: the head must describe this column as `a INT"),
        (
            ("Rows.", "", "column: a INTEGER", "column: b DOUBLE?", "column: c DATE"),
            ":1: the head describes `c DATE`, which the table does not have",
        ),
        (("Rows.", "", "column: a INTEGER, sure?", "column: b DOUBLE?"), ":3: `sure?` is neither a unit nor a range"),
        (("Rows.", "", "row: one"), ":3: the head of a table has columns, and not `row`"),
    ],
)
def test_a_head_that_does_not_agree_with_its_table_is_refused_with_its_line(tmp_path, head, message):
    lines = [f"-- {line}".rstrip() for line in head]
    create = "CREATE TABLE IF NOT EXISTS setrisk.wanted (\n    a INTEGER NOT NULL,\n    b DOUBLE\n)\n"
    path = written(tmp_path, "\n".join([*lines, create]))
    with pytest.raises(BadSql) as raised:
        read_table(path)
    assert str(raised.value).startswith(f"{path}{message}")


def test_a_call_in_the_wrong_schema_is_refused_with_its_line(folder):
    path = written(folder, "-- a()\n-- Rows.\nSELECT b.x\nFROM setrisk.b() AS b\n", "a")
    written(folder, "-- b()\n-- Rows.\nSELECT 1 AS x\n", "b", folder="family/internal")
    with pytest.raises(BadSql) as raised:
        relations.relations()
    assert str(raised.value) == f"{path}:4: calls setrisk.b, which is setrisk_internal.b"


def test_two_relations_of_one_name_are_refused(folder):
    written(folder, "-- a()\n-- Rows.\nSELECT 1 AS x\n", "a")
    written(folder, "-- a()\n-- Rows.\nSELECT 1 AS x\n", "a", folder="family/internal")
    with pytest.raises(BadSql, match="has this name already"):
        relations.relations()


# The real files.


def test_every_file_is_a_relation_a_statement_or_a_table_of_the_catalog():
    files = sorted(Path(relations.__file__).parent.rglob("*.sql"))
    read = [*REAL, *relations.statements(), *relations.tables()]
    assert sorted(each.path for each in read) == files


@pytest.mark.parametrize("table", relations.tables(), ids=lambda table: table.name)
def test_the_columns_of_a_table_are_those_that_the_database_has(con: DuckDBPyConnection, table):
    found = con.execute(f"DESCRIBE {table.schema}.{table.name}").fetchall()
    assert [(name, kind, null == "YES") for name, kind, null, *_ in found] == [
        (column.name, column.type, column.nullable) for column in table.columns
    ]
    assert [column.name for column in table.columns if not column.meaning] == []
    assert re.match(r"[A-Z].*[.]$", table.meaning)
    query = "SELECT c.constraint_column_names FROM duckdb_constraints() AS c WHERE c.constraint_type = 'PRIMARY KEY' "
    keys = con.execute(f"{query} AND c.schema_name = ? AND c.table_name = ?", [table.schema, table.name]).fetchall()
    assert keys == ([(list(table.key),)] if table.key else [])


def test_no_relation_bears_the_name_of_a_table():
    assert not {r.name for r in REAL} & {t.name for t in relations.tables()}


def test_there_are_files_of_all_kinds_to_look_at():
    """A loop over none would find no fault."""
    assert min(map(len, (PORTABLE, DUCKDB_ONLY, PUBLIC, relations.statements()))) > 40


def test_relations_keep_the_rules():
    for relation in REAL:
        check(relation, udfs=registration.NAMES)
        assert tokens.is_sorted(relation.body) == (relation.tree.args.get("order") is not None), relation.name


@pytest.mark.parametrize(
    "name",
    sorted(words("stored _setrisk_drawn one others first nearest larger by_run not_run fitting near_a")),
)
def test_grammar_is_not_a_name_of_rows(name):
    assert not is_noun(name)


@pytest.mark.parametrize(
    "name",
    sorted(words("records t entries_a stored_risks nearest_clusters numbered_terms needs spending own_release")),
)
def test_a_noun_is_a_name_of_rows(name):
    assert is_noun(name)


def test_a_statement_with_a_name_that_is_not_a_noun_is_refused_with_its_line(tmp_path):
    text = (
        "-- wanted()\n-- Forget.\n--\n-- writes: setrisk.release\nDELETE FROM setrisk.release AS releases;\n"
        "DELETE FROM setrisk.release\n  AS published\n"
    )
    statement = read_statement(written(tmp_path, text, folder="family/statements"))
    with pytest.raises(BadSql, match=r"wanted\.sql:7: published does not say what its rows are"):
        check_statement(statement, relations=BY_NAME, udfs=registration.NAMES)


@pytest.mark.parametrize(
    ("head", "query", "message"),
    [
        ("-- reads: published\n", "DROP TABLE setrisk.release", r"writes \['setrisk.release'\], and not \[\]"),
        ("", "CREATE OR REPLACE TABLE setrisk.release AS SELECT 1 AS n", r"writes \['setrisk.release'\]"),
        ("-- stages: _setrisk_x(n)\n", "CREATE TABLE _setrisk_x AS SELECT 1 AS n", "is not temporary"),
        ("", "COPY setrisk.release TO 'x.csv'", "COPY is not a statement that may be here"),
        (
            "-- writes: setrisk.series\n",
            "INSERT INTO setrisk.series (series, position, release) SELECT s.series, s.position + 1, 'b' "
            "FROM setrisk.series AS s",
            "reads published, and not nothing",
        ),
        (
            "-- reads: published\n-- writes: setrisk.release\n",
            "WITH records AS (SELECT 'a' AS release FROM setrisk.release AS releases) "
            "INSERT INTO setrisk.series BY NAME SELECT records.* FROM records",
            r"writes \['setrisk.series'\], and not \['setrisk.release'\]",
        ),
        (
            "-- writes: setrisk_private.item setrisk.published_item\n",
            "INSERT INTO setrisk.published_item BY NAME SELECT items.* FROM setrisk_private.item AS items;\n"
            "DELETE FROM setrisk_private.item AS items WHERE false",
            "reads originals, and not nothing",
        ),
        (
            "-- reads: published\n-- writes: setrisk.series\n",
            "INSERT INTO setrisk.series BY NAME SELECT records.* FROM Setrisk_Private.provenance AS records",
            "reads originals, and not published",
        ),
        (
            "-- reads: published\n-- duckdb only: query_table\n",
            "SELECT items.item_id FROM setrisk.published_item AS items;\n"
            "SELECT items.item_id FROM query_table('setrisk_private.transaction_item') AS items",
            "wanted.sql:7: a string names setrisk_private, and the header does not say",
        ),
        (
            "-- reads: originals\n-- duckdb only: query_table\n",
            "SELECT items.item_id FROM setrisk_private.item AS items;\n"
            "SELECT items.item_id FROM query_table('setrisk_private.transaction_item') AS items",
            "wanted.sql:7: query_table reads what cannot be seen here",
        ),
        (
            "-- duckdb only: query_table\n",
            "SELECT items.item_id FROM query_table('item') AS items",
            "query_table reads what cannot be seen here",
        ),
        ("", 'SELECT items.item_id FROM "setrisk_private".item AS items', "wanted.sql:4: write setrisk_private.<name>"),
    ],
)
def test_a_statement_says_all_that_it_writes_and_reads(tmp_path, head, query, message):
    statement = read_statement(written(tmp_path, f"-- wanted()\n-- Do.\n--\n{head}{query}\n", folder="f/statements"))
    with pytest.raises(BadSql, match=message):
        check_statement(statement, relations=BY_NAME, udfs=registration.NAMES)


def test_a_statement_names_the_columns_that_it_writes(tmp_path):
    text = "-- wanted()\n-- Add.\n--\n-- writes: setrisk.series\nINSERT INTO setrisk.series SELECT 'a', 1, 'b'\n"
    statement = read_statement(written(tmp_path, text, folder="family/statements"))
    with pytest.raises(BadSql, match=r"wanted\.sql:5: name the columns that are written, or write BY NAME"):
        check_statement(statement, relations=BY_NAME, udfs=registration.NAMES)


def test_statements_keep_the_rules():
    for statement in relations.statements():
        check_statement(statement, relations=BY_NAME, udfs=registration.NAMES)


def test_headers_say_what_relations_read():
    for relation in REAL:
        check_reads(relation, relations=BY_NAME)


@pytest.mark.parametrize("said", ["published", "nothing"])
def test_a_header_that_hides_what_is_read_through_a_call_is_refused(said):
    real = BY_NAME["refusals"]
    wrong = replace(real, header=replace(real.header, reads=said))
    with pytest.raises(BadSql, match=rf"refusals\.sql:1: reads originals, and not {said}, as its header says"):
        check_reads(wrong, relations=BY_NAME)


@pytest.mark.parametrize(
    ("described", "message"),
    [
        ([("release", "VARCHAR")], "`family VARCHAR` of column 2, and the query has `nothing`"),
        ([("family", "VARCHAR"), ("release", "VARCHAR")], "`release VARCHAR` of column 1, and the query has `family V"),
        ([("release", "INTEGER"), ("family", "VARCHAR")], "column 1, and the query has `release INTEGER`"),
        ([("release", "VARCHAR"), ("family", "VARCHAR"), ("k", "DATE")], "`nothing` of column 3, and the query has `k"),
    ],
)
def test_a_header_with_other_columns_than_the_query_is_refused(tmp_path, described, message):
    head = f"{FACTS}-- row:    one\n-- column: release VARCHAR\n-- column: family VARCHAR\n-- reads:  nothing\n"
    relation = relations.read_relation(written(tmp_path, f"{head}SELECT 'a' AS release, 'b' AS family\n"))
    check_columns(relation, [("release", "VARCHAR"), ("family", '"NULL"')])
    with pytest.raises(BadSql, match=rf"wanted\.sql:1: the header says .*{re.escape(message)}"):
        check_columns(relation, described)


# Rooms whose relations are of releases of one family, and relations elsewhere that are.
FAMILIES = ("generalisation", "disassociation", "histogram", "serial", "uncertainty")
OF_A_FAMILY = {"remaining_items": "generalisation", "violated_constraints": "generalisation"}


def test_relations_of_a_family_ask_for_releases_of_that_family_alone():
    """And the owner's for releases that were made here. Others would have no rows, which would read as no risk."""
    for relation in REAL:
        family = OF_A_FAMILY.get(relation.name, relation.topic if relation.topic in FAMILIES else None)
        names = ("own_release",) if relation.header.reads == "originals" else ("known_release", "known_names")
        for checked in relation.header.checks:
            name, _, rest = checked.partition("(")
            if name in ("own_release", "known_release", "known_names"):
                assert (", family := " in rest) == (family is not None), relation.name
                is_asked = name in names and rest.endswith(f", family := '{family}')")
                assert family is None or is_asked, relation.name


def test_headers_say_all_that_there_is_to_say():
    for relation in REAL:
        assert re.match(r"[A-Z].*[.?]$", relation.meaning), relation.meaning
        assert bool(relation.header.row) == relation.is_table, relation.name
        assert bool(relation.columns) == relation.is_table, relation.name
        if not relation.is_internal:
            assert relation.header.example, relation.name
            assert all(parameter.meaning for parameter in relation.parameters), relation.name
            assert all(column.meaning for column in relation.columns), relation.name


# What is asked for without names: a value of each parameter that has no default.
ASKED = {
    "names": "['a']",
    "classes": "'class_records'",
    "compared": "'compared_items'",
    "contents": "'cluster_items'",
    "derived": "'derived_sets'",
    "item_names": "'setrisk.published_item'",
    "itemsets": "'source'",
    "path": "'a.txt'",
    "queries": "2",
    "scaled": "true",
    "scores": "'fragment_scores'",
    "family_risks": "'family_risks'",
    "sets": "'anchor_sets'",
    "measured": "'source'",
    "named_pairs": "'source'",
    "places": "'record_places'",
    "promise": "'source'",
    "source": "'source'",
    "runs": "'source'",
    "phrases": "['a']",
    "term_pairs": "[{'item_a': 'a', 'item_b': 'b'}]",
    "terms": "['a']",
    "utility_constraints": "[['a']]",
    "view": view(),
}
TEXTS = ("release", "series", "dataset", "knowledge", "method", "attack", "corpus", "grid", "scope", "choice")
# What the relations that read a table or a CTE by its name read; other readers get lines of text.
RECOVERED = "'a' AS attack, 1::BIGINT AS fragment, 1::INTEGER AS cluster, 1::BIGINT AS anchor_set, 1::BIGINT AS tid"
ASSESSED = (
    "1 AS number, 'inference' AS criterion, 1::BIGINT AS known, 'random' AS choice, 'uniform' AS adversary, 5 AS k"
)
ELIMINATED = "'a' AS attack, 1::BIGINT AS tables, 9::HUGEINT AS cells, 5::HUGEINT AS added, 0.4::DOUBLE AS density"
SOURCES = {
    "correct_placements": f"SELECT {RECOVERED}, '1'::BIT AS anchors, '1'::BIT AS holders",
    "grown_hidden_itemsets": (
        f"SELECT {RECOVERED}, 1::INTEGER AS item_id, '1'::BIT AS anchors, '1'::BIT AS holders, "
        "1::BIGINT AS shown_in, true AS of_chunks, true AS of_terms, 2 AS k, 2 AS m"
    ),
    "named_itemsets": "SELECT [1] AS itemset",
    "grown_itemsets": "SELECT 1::BIGINT AS owner, 1::INTEGER AS item_id",
    "recovered_fragments": f"SELECT {RECOVERED}, '1'::BIT AS anchors, '1'::BIT AS holders",
    "recovered_items": f"SELECT {RECOVERED}, '1'::BIT AS anchors",
    **dict.fromkeys(("given_clusters", "numbered_clusters"), "SELECT 1 AS tid, 'a' AS id, 'a' AS cluster"),
    "mean_elimination_scores": (
        f"SELECT {ELIMINATED}, 1::HUGEINT AS eliminated, 0.5::DOUBLE AS recall, 0.5::DOUBLE AS precision, "
        "0.5::DOUBLE AS f_score"
    ),
    "elimination_intervals": (
        f"SELECT {ELIMINATED}, 1::BIGINT AS draws, 1::DOUBLE AS mean_eliminated, "
        + ", ".join(
            f"0.5::DOUBLE AS {name}"
            for name in ("recall", "precision", "f_score", "recall_half", "precision_half", "f_half")
        )
    ),
    "attack_rates": (
        f"SELECT {ASSESSED}, 'main' AS variant, 1::BIGINT AS attempts, 1::BIGINT AS successes, 1.0 AS scale"
    ),
    "risks_of_rates": (
        f"SELECT {ASSESSED}, 'main' AS variant, 1::BIGINT AS attempts, 1::BIGINT AS successes, 0.5::DOUBLE AS rate, "
        "0.5::DOUBLE AS rate_low, 0.5::DOUBLE AS rate_high, 0.5::DOUBLE AS sure_low, 0.5::DOUBLE AS sure_high, "
        "'this release' AS subject, false AS is_control_given"
    ),
    "highest_risks": (
        f"SELECT {ASSESSED}, 0.5::DOUBLE AS risk, 0.5::DOUBLE AS risk_high, true AS is_weak, true AS is_able"
    ),
    "histogram_transactions": "SELECT ['a'] AS items, 1 AS occurrences",
    "list_transactions": "SELECT ['a'] AS items",
    "long_transactions": "SELECT 'p' AS id, 'a' AS item",
    **dict.fromkeys(("query_transactions", "rows_with_id"), "SELECT 'p' AS id, 'a' AS item"),
    "matrix_transactions": "SELECT ['1'] AS cells",
    "stored_scores": "SELECT 'a' AS anchor_term, 'b' AS item_term",
    "read_counts": "SELECT 'a' AS item_a, 'b' AS item_b, 1 AS hits",
    "read_words": "SELECT 'a b' AS text",
}
# CTEs of their callers that steps read: the rows of another step.
STEPS = {
    "anchor_sets": "anchor_sets",
    "class_records": "equivalence_classes",
    "cluster_items": "cluster_items",
    "compared_items": "compared_items",
    "derived_sets": "derived_sets",
    "family_risks": "generalisation_risk",
    "fragment_scores": "fragment_scores",
    "record_places": "record_places",
}
LINES = "SELECT 1::INTEGER AS file, 1::BIGINT AS line, 'a b' AS text"


def test_the_columns_of_headers_are_those_of_the_queries(con: DuckDBPyConnection, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text("a b\n")
    for name, step in STEPS.items():
        columns = ", ".join(f'NULL::{column.type} AS "{column.name}"' for column in BY_NAME[step].columns)
        con.execute(f"CREATE OR REPLACE TEMP VIEW {name} AS SELECT {columns}")
    for relation in REAL:
        if relation.is_table:
            con.execute(f"CREATE OR REPLACE TEMP VIEW source AS {SOURCES.get(relation.name, LINES)}")
            required = [p.name for p in relation.parameters if p.default is None]
            given = ", ".join(ASKED.get(name, "'a'" if name in TEXTS else "1") for name in required)
            found = con.execute(f"DESCRIBE FROM {relation.schema}.{relation.name}({given})").fetchall()
            check_columns(relation, [(name, kind) for name, kind, *_ in found])


def test_the_types_of_scalar_relations_are_those_of_their_values(con: DuckDBPyConnection):
    for relation in REAL:
        if not relation.is_table:
            given = ", ".join(f"CAST(NULL AS {parameter.type})" for parameter in relation.parameters)
            ((_, found, *_),) = con.execute(f"DESCRIBE SELECT {relation.schema}.{relation.name}({given})").fetchall()
            assert found == relation.header.returns, relation.name


# Values of the parameters of statements, where a text or a number does not do.
OF_STATEMENTS = {
    "named_items": {"items": "['a']"},
    "release_made_later": {"releases": "['a']"},
    "series_of_releases": {"releases": "['a']"},
    "hash_of_table": {"table_name": "'source'"},
    "row_count": {"table_name": "'source'"},
    "has_row_of_release": {"table_name": "'setrisk.release'"},
    "databases_called": {"names": "['a']"},
    "schemas_called": {"names": "['a']"},
    "installed_tables": {"public": "'a'", "private": "'b'", "internal": "'c'"},
    "table_or_view": {"table_name": "'a'", "schema": "'a'", "database": "'a'"},
    "exported_release": {"n_rows": "'{}'"},
    "item_names": {"item_ids": "[1]"},
    "target_leakages": {"target": "[1]"},
    "given_clusters": {"partition": "'source'"},
    "numbered_clusters": {"partition": "'source'"},
    "fimi_transactions": {"comment": "''"},
    "spmf_transactions": {"comment": "''"},
    "basket_transactions": {"separator": "''", "comment": "''"},
}


def test_the_columns_of_a_statement_are_those_of_its_query(con: DuckDBPyConnection):
    """Of those that read no temporary table, which only the code around them makes."""
    n_checked = 0
    for statement in relations.statements():
        header = statement.header
        if header.columns and not header.writes and not header.stages:
            con.execute(f"CREATE OR REPLACE TEMP VIEW source AS {SOURCES.get(header.name, LINES)}")
            values = {p.name: ASKED.get(p.name, "'a'" if p.name in TEXTS else "1") for p in header.parameters}
            query = statement.with_literals({**values, **OF_STATEMENTS.get(header.name, {})})
            found = con.execute(f"DESCRIBE {query}").fetchall()
            check_columns(statement, [(name, kind) for name, kind, *_ in found])
            n_checked += 1
    assert n_checked > 75


# Steps that no SQL file calls, and why they are macros and not statements.
CALLED_BY_PYTHON = {
    "json_name": "an expression, for a column of the user",
}


def test_what_python_alone_calls_is_a_statement():
    called = {name for relation in REAL for name in relation.calls}
    called |= {name for statement in relations.statements() for _, name, _ in tokens.calls(statement.body)}
    assert {relation.name for relation in REAL if relation.is_internal} - called == set(CALLED_BY_PYTHON)


def test_no_query_is_written_twice():
    bodies: dict[str, list[str]] = {}
    for each in [*REAL, *relations.statements()]:
        bodies.setdefault(" ".join(each.body.split()), []).append(str(each.path))
    assert [paths for paths in bodies.values() if len(paths) > 1] == []


def test_lines_of_sql_are_as_long_as_those_of_python():
    long = [
        f"{path}:{number}"
        for path in sorted(Path(relations.__file__).parent.rglob("*.sql"))
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1)
        if len(line) > 120 and number > 1  # a signature is one line
    ]
    assert long == []


def test_columns_have_no_names_that_say_nothing():
    """Names of tables are nouns by the compiler's rules; columns may be adjectives, but not these."""
    queries = {path: path.read_text(encoding="utf-8") for path in Path(relations.__file__).parent.rglob("*.sql")}
    names = re.compile(r"^[^-\n]*\bAS (asked|both|held|own|tried)\b", re.MULTILINE)
    assert [path for path, query in queries.items() if names.search(query)] == []


DOCS = Path(relations.__file__).parents[1] / "docs"
PUBLIC = {r.signature.removeprefix("setrisk."): r for r in REAL if not r.is_internal}


def test_functions_lists_what_people_call_and_no_step_of_it(con: DuckDBPyConnection):
    found = con.execute("SELECT f.signature, f.example, f.page FROM setrisk.functions AS f").fetchall()
    assert found == [(name, PUBLIC[name].header.example, PUBLIC[name].header.page) for name in sorted(PUBLIC)]
    page = (DOCS / "reference/sql.md").read_text(encoding="utf-8")
    assert [r.name for r in PUBLIC.values() if f"\n### {r.name}\n" not in page] == []


def test_the_page_of_a_relation_calls_it():
    for relation in PUBLIC.values():
        assert re.fullmatch(r"[a-z]+\.md", relation.header.page), relation.name
        assert f"setrisk.{relation.name}(" in (DOCS / relation.header.page).read_text(encoding="utf-8"), relation.name


@pytest.mark.parametrize("name", VIEWS)
def test_a_page_shows_what_a_view_answers(name):
    answered = re.compile(r"^```sql\n(.*?)^```\n\n```text\n", re.DOTALL | re.MULTILINE)
    queries = [query for page in DOCS.glob("*.md") for query in answered.findall(page.read_text(encoding="utf-8"))]
    assert any(f"FROM setrisk.{name} " in query for query in queries)


def test_functions_has_one_short_sentence_each(con: DuckDBPyConnection):
    for signature, meaning in con.execute("SELECT f.signature, f.meaning FROM setrisk.functions AS f").fetchall():
        assert PUBLIC[signature].meaning.startswith(meaning)
        assert re.fullmatch(r"[A-Z].{,78}[.?]", meaning), meaning


def test_columns_lists_the_columns_of_what_people_call_and_of_the_published_tables(con: DuckDBPyConnection):
    found = con.execute("FROM setrisk.columns").fetchall()
    published = [table for table in relations.tables() if table.schema == "setrisk"]
    assert "setrisk.cluster_record" in {relation for relation, *_ in found}
    listed = {each.name: each.columns for each in [*PUBLIC.values(), *published]} | VIEWS
    assert found == [
        (f"setrisk.{name}", number, c.name, c.type, c.nullable, c.unit or None, c.range or None, c.meaning or None)
        for name, columns in sorted(listed.items())
        for number, c in enumerate(columns, 1)
    ]


@pytest.mark.parametrize("name", VIEWS)
def test_the_columns_of_a_view_are_those_that_are_listed(con: DuckDBPyConnection, name):
    found = con.execute(f"DESCRIBE setrisk.{name}").fetchall()
    assert [(column.name, column.type) for column in VIEWS[name]] == [(column, kind) for column, kind, *_ in found]
    assert disallowed(VIEWS[name], con.execute(f"FROM setrisk.{name}").fetchall()) == []


# Two kinds of relative errors; an NGD and a cosine.
OF_SEVERAL_RANGES = {"error", "similarity"}


def test_a_measure_has_one_unit_and_one_range():
    """A range that is too wide passes with all rows, but not beside the header of another relation with the measure."""
    headers = [*REAL, *relations.tables(), *(statement.header for statement in relations.statements())]
    found: dict[str, set[tuple[str, str]]] = {}
    columns = [column for header in headers for column in header.columns]
    for column in columns:
        if column.type == "DOUBLE":
            found.setdefault(column.name, set()).add((column.unit, column.range))
    assert {name for name, ranges in found.items() if len(ranges) > 1} == OF_SEVERAL_RANGES
    assert {column.unit for column in columns if column.unit} == set(UNITS)


def test_a_name_of_a_column_has_one_type(con: DuckDBPyConnection):
    """A flag, a count and a mean have names of their own: whoever joins two relations need not look them up."""
    types = con.execute("SELECT c.name, list_sort(list(DISTINCT c.type)) FROM setrisk.columns AS c GROUP BY c.name")
    assert {name: found for name, found in types.fetchall() if len(found) > 1} == {}


def test_a_name_of_a_column_has_one_unit(con: DuckDBPyConnection):
    """Except what is counted in the data and in releases alike: transactions there are records here."""
    query = "SELECT c.name, list_sort(list(DISTINCT coalesce(c.unit, ''))) FROM setrisk.columns AS c GROUP BY c.name"
    counted = {name: units for name, units in con.execute(query).fetchall() if len(units) > 1}
    assert counted == {name: ["records", "transactions"] for name in ("occurrences", "support")}


# The way to Spark.


def in_from(node: exp.Expression) -> bool:
    return isinstance(node.parent, exp.Table | exp.From | exp.Join | exp.Lateral)


def traps(tree: exp.Expression) -> set[str]:
    """What sqlglot carries over to Spark wrongly, without an error."""
    found = {"QUALIFY" for _ in tree.find_all(exp.Qualify)}
    found |= {"range in FROM" for node in tree.find_all(exp.GenerateSeries) if in_from(node)}
    found |= {"UBIGINT" for node in tree.find_all(exp.DataType) if node.this == exp.DataType.Type.UBIGINT}
    found |= {"list(x ORDER BY y)" for node in tree.find_all(exp.Order) if isinstance(node.parent, exp.ArrayAgg)}
    for node in tree.find_all(exp.Func):
        name = (node.name if isinstance(node, exp.Anonymous) else node.sql("duckdb").partition("(")[0]).lower()
        if name in ("hash", "list_intersect", "array_intersect", "generate_subscripts", "query_table"):
            found.add(name)
    for select in tree.find_all(exp.Select):
        generators = [
            node
            for column in select.expressions
            for node in column.find_all(exp.Unnest, exp.Explode)
            if node.find_ancestor(exp.Select) is select
        ]
        if len(generators) > 1:
            found.add("two lists unnested side by side")
    return found


@pytest.mark.parametrize(
    ("trap", "query"),
    [
        ("QUALIFY", "SELECT t.a FROM t QUALIFY row_number() OVER (ORDER BY t.a) = 1"),
        ("range in FROM", "SELECT r.a FROM range(1, 3) AS r(a)"),
        ("range in FROM", "SELECT r.a FROM t JOIN generate_series(1, 3) AS r(a) ON r.a = t.a"),
        ("UBIGINT", "SELECT CAST(t.a AS UBIGINT) AS b FROM t"),
        ("list(x ORDER BY y)", "SELECT list(t.a ORDER BY t.b) AS l FROM t"),
        ("hash", "SELECT hash(t.a) FROM t"),
        ("list_intersect", "SELECT list_intersect(t.a, t.b) FROM t"),
        ("generate_subscripts", "SELECT generate_subscripts(t.a, 1) FROM t"),
        ("query_table", "SELECT q.a FROM query_table('t') AS q"),
        ("two lists unnested side by side", "SELECT unnest(t.a) AS a, unnest(t.b) AS b FROM t"),
    ],
)
def test_the_traps_are_recognised(trap, query):
    assert trap in {found.replace("array_", "list_") for found in traps(sqlglot.parse_one(query, read="duckdb"))}


def test_one_list_unnested_in_each_query_is_no_trap():
    query = "SELECT unnest(s.a) AS a FROM (SELECT unnest(t.b) AS a FROM t) AS s"
    assert traps(sqlglot.parse_one(query, read="duckdb")) == set()


def test_relations_that_are_not_duckdb_only_fall_into_no_trap():
    assert {relation.name: traps(relation.tree) for relation in PORTABLE if traps(relation.tree)} == {}


def with_spark_arguments(tree: exp.Expression) -> exp.Expression:
    """The query with `name => value` for the arguments that calls name, which are calls of ours alone."""
    tree = tree.copy()
    for argument in list(tree.find_all(exp.PropertyEQ)):
        if isinstance(argument.parent, exp.Anonymous):
            argument.replace(exp.Kwarg(this=argument.this, expression=argument.expression))
    return tree


def test_spark_sql_parses_again_and_calls_what_spark_or_setrisk_has():
    for relation in PORTABLE:
        text = spark(with_spark_arguments(relation.tree))
        tree = sqlglot.parse_one(text, read="spark")
        # Of Spark's own functions sqlglot does not know this one.
        ours = {call.name.lower() for call in tree.find_all(exp.Anonymous)} - {"monotonically_increasing_id"}
        assert ours <= relation.calls | registration.NAMES, relation.name
        called = {
            token.text.upper()
            for token, following in itertools.pairwise(sqlglot.tokenize(text, read="spark"))
            if following.text == "(" and re.fullmatch(r"\w+", token.text)
        }
        aliases = {cte.alias.upper() for cte in tree.find_all(exp.CTE)}
        assert called - {name.upper() for name in ours} - aliases - WORDS <= OF_SPARK, relation.name
        # Words that only DuckDB reads.
        assert not re.search(r"\b(MATERIALIZED|QUALIFY|LAMBDA|EXCLUDE)\b|::|:=", text), relation.name


def test_statements_that_spark_is_asked_can_be_written_for_it():
    """As those of reports, which it answers when `setrisk.spark.report` writes one."""
    package = relations.FOLDER.parent
    sources = [*package.glob("spark/**/*.py"), *package.glob("pipelines/report/*.py")]
    named = {name for path in sources for name in re.findall(r'"([a-z]+/[a-z0-9_]+)"', path.read_text("utf-8"))}
    named |= {f"report/{path.stem}" for path in relations.FOLDER.glob("report/statements/*.sql")}
    files = {name: relations.FOLDER / f"{name.replace('/', '/statements/')}.sql" for name in sorted(named)}
    names = [name for name, file in files.items() if file.exists()]
    assert {"report/records_at_risk", "generalisation/publish_release"} <= set(names)
    for name in names:
        for text in relations.statement(name).texts:
            head = _WRITE.match(text)
            spark(with_spark_arguments(_query(name, text[head.end() :] if head else text).tree))


def test_whole_numbers_may_have_a_point_on_spark():
    """As on DuckDB, where 2.0 is cast to a whole number."""
    every = {each.name: each for each in relations.relations()}
    n_tried = 0
    for relation in all_families.PUBLIC:
        call, _ = next(all_families.calls(relation))
        given = arguments_of(call, relation)
        for parameter in relation.parameters:
            if re.fullmatch(r"[\d.]+", given.get(parameter.name, parameter.default) or ""):
                number = _literals(relation, {**dict.fromkeys(given), parameter.name: 2.0})[parameter.name]
                spark(compose(relation, {**given, parameter.name: number}, every))
                n_tried += 1
    assert n_tried > 35


def test_relations_that_are_duckdb_only_name_a_reason_that_is_in_them():
    for relation in DUCKDB_ONLY:
        names = {node.name.lower() for node in relation.tree.find_all(exp.Anonymous)} - relation.calls
        reasons = traps(relation.tree) | names
        if "reads a file" in relation.duckdb_only:
            assert relation.tree.find(exp.ReadCSV) or {"read_lines"} & relation.calls, relation.name
        elif not reasons:
            # What sqlglot writes for Spark is a function that Spark lacks; the head names it.
            called = {word for word in relation.duckdb_only.upper().split() if word not in OF_SPARK}
            in_spark = relation.tree.sql("spark").upper()
            assert any(f"{word}(" in in_spark for word in called), relation.name
