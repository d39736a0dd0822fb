"""One query for a relation and all that it calls: names do not mix, arguments are bound, and checks are errors."""

from pathlib import Path

import duckdb
import pytest

import setrisk
import setrisk.sql as relations
from setrisk.errors import BadSql
from setrisk.sql.compiler.compose import compose, compose_checks
from setrisk.sql.compiler.dialect import SourceDialect
from setrisk.sql.compiler.relation import Relation, read_relation

RELATIONS = {relation.name: relation for relation in relations.relations()}
# What a caller and what it calls name alike: a table, a CTE, a member of a list, a column.
FILES = {
    "outer_sums": """-- outer_sums(least)
-- The sums of numbers.
--
-- row:    one per number
-- column: n INTEGER
-- column: total BIGINT
-- reads:  nothing
WITH Numbers AS (SELECT unnest([1, 2, 3]) AS n)
SELECT numbers.n, Sums.total
FROM numbers
CROSS JOIN LATERAL setrisk_internal.inner_sums(numbers.n, more := [numbers.n + 1, $least]) AS sums
""",
    "inner_sums": """-- inner_sums(n, more := [0])
-- The sum of a number and of others.
--
-- row:    one
-- column: total BIGINT
-- reads:  nothing
SELECT $n + setrisk_internal.inner_total($more) AS total
FROM (SELECT 7 AS n) AS numbers
""",
    "inner_total": """-- inner_total(numbers INTEGER[]) -> BIGINT
-- The sum of numbers, of which each is doubled.
--
-- reads:  nothing
SELECT CAST(
    list_sum(list_transform($numbers, lambda N: {'n': setrisk_internal.inner_double(n), 'x': n}['n'])) AS BIGINT
)
""",
    "inner_double": """-- inner_double(number INTEGER) -> INTEGER
-- Twice a number.
--
-- reads:  nothing
SELECT 2 * $number
""",
    "outer_rows": """-- outer_rows(size)
-- Rows of a CTE that a step reads.
--
-- row:    one per row
-- column: n BIGINT
-- reads:  nothing
WITH source AS (SELECT unnest(range($size)) AS n), others AS (SELECT 100 AS n)
SELECT read_rows.n FROM setrisk_internal.inner_rows('source', 'others') AS read_rows
""",
    "inner_rows": """-- inner_rows(source, title)
-- The rows of a CTE of the caller, but for a title that only looks like the name of one.
--
-- row:    one per row
-- column: n BIGINT
-- reads:  nothing, $source: nothing
-- duckdb only: query_table
SELECT source.n FROM query_table($source) AS source WHERE $title = 'others'
""",
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Relation]:
    folder: Path = tmp_path_factory.mktemp("sql")
    found = {}
    for name, text in FILES.items():
        path = folder / "family" / ("" if name.startswith("outer") else "internal") / f"{name}.sql"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        found[name] = read_relation(path)
    return found


def answer(relation: Relation, arguments: dict[str, str], among: dict[str, Relation]) -> list[tuple[object, ...]]:
    """What the composed query answers where there is no macro."""
    return duckdb.connect().execute(compose(relation, arguments, among).sql(SourceDialect)).fetchall()


def test_a_name_of_the_caller_keeps_its_meaning_within_what_it_calls(files: dict[str, Relation]) -> None:
    found = answer(files["outer_sums"], {"least": "5"}, files)
    assert sorted(found) == [(n, n + 2 * (n + 1) + 2 * 5) for n in (1, 2, 3)]


def test_a_parameter_without_an_argument_has_its_default(files: dict[str, Relation]) -> None:
    assert answer(files["inner_sums"], {"n": "4"}, files) == [(4,)]
    assert answer(files["inner_sums"], {"n": "4", "more": "[1, 2]"}, files) == [(10,)]


def test_a_step_reads_the_cte_that_its_caller_names_and_other_texts_stay(files: dict[str, Relation]) -> None:
    assert answer(files["outer_rows"], {"size": "3"}, files) == [(0,), (1,), (2,)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "outer_sums needs least"),
        ({"least": "1", "most": "2"}, "outer_sums has the parameters least, and no other"),
        ({"least": "1 +"}, "outer_sums.sql:1: "),
    ],
)
def test_arguments_that_do_not_fit_are_refused(
    files: dict[str, Relation], arguments: dict[str, str], message: str
) -> None:
    with pytest.raises(BadSql, match=message):
        compose(files["outer_sums"], arguments, files)


def test_a_check_is_an_error_for_a_name_that_is_not_known() -> None:
    with setrisk.connect() as con:
        setrisk.load(con, "shop", con.sql("SELECT ['a', 'b'] AS items"))
        given = {dataset: {"dataset": f"'{dataset}'"} for dataset in ("shop", "shops")}
        checks = {dataset: compose_checks(RELATIONS["supports"], given[dataset], RELATIONS) for dataset in given}
        assert [con.execute(check.sql(SourceDialect)).fetchall() for check in checks["shop"]]
        with pytest.raises(duckdb.Error, match="no data set shops"):
            con.execute(checks["shops"][0].sql(SourceDialect)).fetchall()
