"""The rules that each SQL file keeps, what the loader says of a file that breaks one, and the way to Spark."""

import itertools
import re
from pathlib import Path

import pytest
import sqlglot
from duckdb import DuckDBPyConnection
from sqlglot import exp

import setrisk.sql as relations
from setrisk.errors import BadSql
from setrisk.udf import registration

REAL = relations.relations()
PORTABLE = [relation for relation in REAL if not relation.duckdb_only]
DUCKDB_ONLY = [relation for relation in REAL if relation.duckdb_only]


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Built-in functions of Spark that the relations use: sqlglot writes one that Spark lacks without a word. A name that is
# missing here is to be looked up in Spark's reference, and added if it is there.
OF_SPARK = words(
    """
    ABS ARRAY ARRAY_APPEND ARRAY_CONTAINS ARRAY_DISTINCT ARRAY_JOIN ARRAY_SORT AVG BIT_OR BOOL_AND BOOL_OR CAST
    COALESCE COLLECT_LIST CONCAT CONCAT_WS CONTAINS COUNT DECIMAL DENSE_RANK EXP EXPLODE FLOOR GET_JSON_OBJECT
    GREATEST IF LAG LEAST LENGTH LN LOWER MAX MAX_BY MD5 MEDIAN MIN MIN_BY NULLIF POWER RANK REGEXP_EXTRACT_ALL
    ROUND ROW_NUMBER SEQUENCE SHIFTLEFT SIZE SORT_ARRAY SPLIT SQRT STDDEV_SAMP STRUCT SUM TRANSFORM TRIM TRY_CAST
    """
)
# Words that may stand before a parenthesis and are no function.
WORDS = words(
    """
    AND AS BY ELSE EXISTS FILTER FROM IN JOIN LATERAL NOT ON OR OVER THEN WHEN WHERE
    """
)


def written(folder: Path, text: str, name: str = "wanted") -> Path:
    path = folder / "family" / f"{name}.sql"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def fault(path: Path) -> str:
    """What the loader says of a file, without the folder."""
    with pytest.raises(BadSql) as raised:
        relations.read_relation(path, udfs=frozenset({"_setrisk_known_v1"}))
    assert str(raised.value).startswith(f"{path}:")
    return str(raised.value).removeprefix(f"{path.parent}/")


# A good file.

GOOD = """-- wanted(dataset, k := 2, names := 'a''b')
-- One row per item of the data set.
-- item_id INTEGER
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
    assert relation.meaning == "One row per item of the data set.\nitem_id INTEGER"
    assert relation.family == "family"
    assert relation.is_table
    assert not relation.internal
    assert relation.duckdb_only == "query_table"
    assert relation.calls == {"helper"}
    assert relation.tables == {"setrisk_private.transaction_item"}
    assert relation.macro().startswith(
        "CREATE OR REPLACE MACRO setrisk.wanted(dataset, k := 2, names := 'a''b') AS TABLE "
    )
    assert "$" not in relation.macro()
    assert relation.comment().endswith(
        "'setrisk.wanted(dataset, k := 2, names := ''a''''b'')\n"
        "family\npublic\nOne row per item of the data set.\nitem_id INTEGER'"
    )


def test_a_scalar_file_gives_a_scalar_macro(tmp_path):
    relation = relations.read_relation(
        written(tmp_path, "-- wanted(x) -> DOUBLE\n-- Twice x.\n-- internal\nSELECT 2 * $x\n")
    )
    assert relation.signature == "setrisk.wanted(x) -> DOUBLE"
    assert relation.internal
    assert relation.macro() == "CREATE OR REPLACE MACRO setrisk.wanted(x) AS 2 * x"
    assert relation.comment() == (
        "COMMENT ON MACRO setrisk.wanted IS 'setrisk.wanted(x) -> DOUBLE\nfamily\ninternal\nTwice x.'"
    )


def test_a_temporary_macro_calls_temporary_macros(tmp_path):
    text = "-- wanted(x) -> DOUBLE\n-- Twice.\nSELECT 2 * setrisk.inner_one(setrisk.inner_two($x), $x)\n"
    relation = relations.read_relation(written(tmp_path, text))
    assert relation.macro(schema=None) == (
        "CREATE OR REPLACE TEMP MACRO setrisk_wanted(x) AS 2 * SETRISK_INNER_ONE(SETRISK_INNER_TWO(x), x)"
    )
    assert relation.calls == {"inner_one", "inner_two"}


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
    ],
)
def test_what_no_rule_forbids_is_read(tmp_path, body):
    path = written(tmp_path, f"-- wanted(release)\n-- Rows.\n{body}\n")
    assert relations.read_relation(path, udfs=frozenset({"_setrisk_known_v1"})).tree is not None


# Each rule, with the line that the message names. Every `SELECT` stands on line 3 or below: heads take two lines.

HEAD = "-- wanted(dataset, k := 2)\n-- One row per item.\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SELECT 1 AS a\n", "wanted.sql:1: the first line must be a signature"),
        ("", "wanted.sql:1: the first line must be a signature"),
        ("-- One row per item.\nSELECT 1 AS a\n", "wanted.sql:1: the first line must be a signature"),
        ("\n-- wanted()\n-- Rows.\nSELECT 1 AS a\n", "wanted.sql:1: the first line must be a signature"),
        ("-- other()\n-- Rows.\nSELECT 1 AS a\n", "wanted.sql:1: the signature names `other`, the file `wanted`"),
        ("-- wanted()\nSELECT 1 AS a\n", "wanted.sql:2: a sentence on what a row is must follow"),
        ("-- wanted()\n-- internal\nSELECT 1 AS a\n", "wanted.sql:2: a sentence on what a row is must follow"),
        ("-- wanted(a b)\n-- Rows.\nSELECT 1 AS a\n", "wanted.sql:1: `a b` is no parameter"),
        ("-- wanted(K)\n-- Rows.\nSELECT $K AS a\n", "wanted.sql:1: `K` is no parameter"),
        ("-- wanted(k :=)\n-- Rows.\nSELECT $k AS a\n", "wanted.sql:1: `k :=` is no parameter"),
        ("-- wanted(k,)\n-- Rows.\nSELECT $k AS a\n", "wanted.sql:1: `` is no parameter"),
        ("-- wanted(k, k := 2)\n-- Rows.\nSELECT $k AS a\n", "wanted.sql:1: a parameter is declared twice"),
        ("-- wanted(k)\n-- Rows.\nSELECT 1 AS a\n", "wanted.sql:1: parameter k is declared and never used"),
        ("-- wanted()\n-- Rows.\n-- duckdb only\nSELECT 1 AS a\n", "wanted.sql:3: `duckdb only` must say why"),
        ("-- wanted()\n-- Rows.\n-- duckdb only:\nSELECT 1 AS a\n", "wanted.sql:3: `duckdb only` must say why"),
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
        ("-- wanted()\n-- Rows.\n\nINSERT INTO setrisk.x SELECT 1\n", "wanted.sql:4: only a query may stand here"),
        ("-- wanted()\n-- Rows.\nCREATE TABLE setrisk.x (a INTEGER)\n", "wanted.sql:3: only a query may stand here"),
        ("-- wanted()\n-- Rows.\nDELETE FROM setrisk.x\n", "wanted.sql:3: only a query may stand here, found DELETE"),
        ("-- wanted()\n-- Rows.\nDROP TABLE setrisk.x\n", "wanted.sql:3: only a query may stand here, found DROP"),
        ("-- wanted(k) -> DOUBLE\n-- A value.\nSELECT $k, 2\n", "wanted.sql:3: a scalar relation is one SELECT of one"),
        (
            "-- wanted(k) -> DOUBLE\n-- A value.\n\nSELECT $k FROM setrisk.x\n",
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


def test_relations_come_after_those_that_they_call(folder):
    written(folder, "-- a()\n-- Rows.\nSELECT b.x FROM setrisk.b() AS b\n", "a")
    written(folder, "-- b()\n-- Rows.\nSELECT setrisk.c(1) AS x\n", "b")
    written(folder, "-- c(x) -> INTEGER\n-- A value.\nSELECT $x\n", "c")
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
    assert str(raised.value) == f"{path}:4: calls itself: b -> c -> b"


def test_a_relation_that_calls_itself_is_refused(folder):
    path = written(folder, "-- a()\n-- Rows.\nSELECT a.x\nFROM setrisk.a() AS a\n", "a")
    with pytest.raises(BadSql) as raised:
        relations.relations()
    assert str(raised.value) == f"{path}:4: calls itself: a -> a"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("CREATE TABLE setrisk.wanted (a INTEGER)\n", ":1: a file of the catalog is a head comment and one"),
        ("-- Rows.\nSELECT 1 AS a\n", ":1: a file of the catalog is a head comment and one"),
        ("-- Rows.\nCREATE VIEW setrisk.wanted AS SELECT 1 AS a\n", ":1: a file of the catalog is a head comment"),
        ("-- Rows.\n\nCREATE TABLE setrisk.other (a INTEGER)\n", ":3: must create the table wanted in one of"),
        ("-- Rows (all).\nCREATE TABLE main.wanted (a INTEGER)\n", ":2: must create the table wanted in one of"),
        ("-- Rows.\nCREATE TABLE setrisk.wanted (\n  a INTEGER,,\n", ":3: "),
    ],
)  # fmt: skip
def test_a_bad_file_of_the_catalog_is_refused_with_its_line(folder, text, message):
    (folder / "catalog").mkdir()
    path = folder / "catalog" / "wanted.sql"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadSql) as raised:
        relations.tables()
    assert str(raised.value).startswith(f"{path}{message}")


# The real files.


def test_every_file_is_a_relation_or_a_table_of_the_catalog():
    files = sorted(Path(relations.__file__).parent.rglob("*.sql"))
    assert sorted([*(r.path for r in REAL), *(t.path for t in relations.tables())]) == files
    assert len({path.stem for path in files if path.parent.name != "catalog"}) == len(REAL)


def test_no_relation_bears_the_name_of_a_table():
    assert not {r.name for r in REAL} & {t.name for t in relations.tables()}


def test_functions_lists_the_public_relations_and_no_step_of_others(con: DuckDBPyConnection):
    found = con.execute("SELECT f.name, f.family, f.signature, f.meaning FROM setrisk.functions AS f").fetchall()
    assert sorted(found) == sorted(
        (r.name, r.family, r.signature, r.meaning.replace("\n", " ")) for r in REAL if not r.internal
    )


def test_meanings_are_running_text_when_they_are_printed(con: DuckDBPyConnection):
    # What DuckDB prints for a line break in a value.
    assert "\\n" in str(con.sql("SELECT 'a' || chr(10) || 'b' AS text"))
    assert "\\n" not in str(con.sql("SELECT f.meaning FROM setrisk.functions AS f WHERE f.name = 'supports'"))


@pytest.mark.parametrize("relation", REAL, ids=lambda relation: relation.name)
def test_a_signature_and_a_meaning_are_sentences_for_people(relation):
    first, *_ = relation.meaning.split("\n")
    assert re.match(r"[A-Z]", first)
    assert "." in relation.meaning or ":" in relation.meaning


# The way to Spark.


def in_from(node: exp.Expression) -> bool:
    return isinstance(node.parent, exp.Table | exp.From | exp.Join | exp.Lateral)


def traps(tree: exp.Expression) -> set[str]:
    """What sqlglot carries over to Spark wrongly, without an error (design.md)."""
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


@pytest.mark.parametrize("relation", PORTABLE, ids=lambda relation: relation.name)
def test_a_relation_that_is_not_duckdb_only_falls_into_no_trap(relation):
    assert traps(relation.tree) == set()


@pytest.mark.parametrize("relation", PORTABLE, ids=lambda relation: relation.name)
def test_spark_sql_parses_again_and_calls_what_spark_or_setrisk_has(relation):
    text = relation.spark()
    tree = sqlglot.parse_one(text, read="spark")
    ours = {call.name.lower() for call in tree.find_all(exp.Anonymous)}
    assert ours <= relation.calls | registration.NAMES
    tokens = sqlglot.tokenize(text, read="spark")
    called = {
        token.text.upper()
        for token, following in itertools.pairwise(tokens)
        if following.text == "(" and re.fullmatch(r"\w+", token.text)
    }
    aliases = {cte.alias.upper() for cte in tree.find_all(exp.CTE)}
    assert called - {name.upper() for name in ours} - aliases - WORDS <= OF_SPARK


@pytest.mark.parametrize("relation", PORTABLE, ids=lambda relation: relation.name)
def test_spark_sql_has_no_word_that_only_duckdb_reads(relation):
    text = relation.spark()
    assert ":=" not in text
    assert not re.search(r"\b(MATERIALIZED|QUALIFY|LAMBDA|EXCLUDE)\b|::", text)


@pytest.mark.parametrize("relation", DUCKDB_ONLY, ids=lambda relation: relation.name)
def test_a_relation_that_is_duckdb_only_names_a_reason_that_is_in_it(relation):
    names = {node.name.lower() for node in relation.tree.find_all(exp.Anonymous)} - relation.calls
    reasons = traps(relation.tree) | names
    if "reads a file" in relation.duckdb_only:
        assert relation.tree.find(exp.ReadCSV) or {"read_lines"} & relation.calls
    elif not reasons:
        # What sqlglot writes for Spark is a function that Spark lacks; the head names it.
        spark = relation.tree.sql("spark").upper()
        assert any(
            f"{word.upper()}(" in spark and word.upper() not in OF_SPARK for word in relation.duckdb_only.split()
        )
    with pytest.raises(BadSql, match="duckdb only: "):
        relation.spark()
