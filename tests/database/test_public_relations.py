"""Every public relation, in a database that holds all families: none fails because another family is there, and none is
waited for in vain where a query needs only the first of its rows.
"""

import re
import shutil
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest
from duckdb import DuckDBPyConnection

import setrisk
import setrisk.sql as relations
from setrisk.errors import SetriskError
from setrisk.sql.compiler import tokens
from setrisk.sql.compiler.compose import compose
from setrisk.sql.compiler.dialect import SourceDialect
from tests.support import all_families
from tests.support.engines import arguments_of, plain_rows
from tests.support.headers import disallowed, is_count_allowed

# What DuckDB 2.0.0 waits for never comes; the slowest answer takes seconds.
LONGEST = 180


PUBLIC: list[relations.Relation] = all_families.PUBLIC
ALL = {relation.name: relation for relation in relations.relations()}


@pytest.fixture(scope="module")
def con(families: Path) -> Iterator[DuckDBPyConnection]:
    """With all optimizers, as in a connection of the user's own: they decide on which rows an expression is evaluated,
    and what is waited for.
    """
    with setrisk.connect(families, read_only=True) as con:
        con.execute("RESET disabled_optimizers")
        con.execute("SET threads = 2")
        yield con


@contextmanager
def not_for_ever(con: DuckDBPyConnection, seconds: float = LONGEST) -> Iterator[None]:
    """An error of DuckDB's, where it takes longer."""
    timer = threading.Timer(seconds, con.interrupt)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@pytest.mark.parametrize("relation", PUBLIC, ids=lambda relation: relation.name)
def test_a_relation_answers_whatever_other_families_are_there(
    con: DuckDBPyConnection, relation: relations.Relation
) -> None:
    """And the answer holds what the header allows. Types are held against the query by the loader's tests; what may be
    NULL, and ranges, show in the answers.
    """
    answered, wrong, is_empty = 0, [], True
    of_others = tuple(f"setrisk.{relation.name}({each}" for each in all_families.of_other_families(relation))
    for call, has_answer in all_families.calls(relation):
        with not_for_ever(con):
            refusal = None
            try:
                rows = con.execute(f"FROM {call}").fetchall()
                answered += 1
            except duckdb.InvalidInputException as error:
                refusal = str(error)
        if refusal is not None:
            assert not has_answer, call
            assert re.search("is of the family|has no|there is no|is not the last", refusal), call
        else:
            # No row would read as no risk.
            assert not call.startswith(of_others), call
            wrong += [(call, "rows", len(rows))] * (not is_count_allowed(relation.header.row, len(rows)))
        if refusal is None and has_answer:
            is_empty = is_empty and not rows
            wrong += [(call, *bad) for bad in disallowed(relation.columns, rows)]
    assert answered > 0
    assert wrong == []
    # No release breaks its promise.
    assert is_empty == (relation.name == "violated_constraints")


@pytest.mark.parametrize("relation", PUBLIC, ids=lambda relation: relation.name)
def test_the_composed_query_of_a_relation_answers_as_its_macro_does(
    con: DuckDBPyConnection, relation: relations.Relation
) -> None:
    """Without a call of a macro, and so on any engine that has the tables."""
    asked = [call for call, has_answer in all_families.calls(relation) if has_answer][:2]
    assert asked
    for call in asked:
        composed = compose(relation, arguments_of(call, relation), ALL).sql(SourceDialect)
        assert list(tokens.calls(composed)) == []
        found, expected = (plain_rows(con.execute(query).fetchall()) for query in (composed, f"FROM {call}"))
        assert found == expected, call


# Of imported counts, which nothing here has; tests/semantics holds what is read.
EMPTY = {"corpus_hits"}


@pytest.mark.parametrize("table", relations.tables(), ids=lambda table: table.name)
def test_a_table_holds_what_its_header_allows(con: DuckDBPyConnection, table: relations.Table) -> None:
    found = con.execute(f"FROM {table.schema}.{table.name}").fetchall()
    assert bool(found) == (table.name not in EMPTY)
    assert disallowed(table.columns, found) == []


NAMING = ("release", "series", "dataset", "grid")


@pytest.mark.parametrize(
    ("relation", "wrong"),
    [(relation, p.name) for relation in PUBLIC for p in relation.parameters if p.name in NAMING and not p.default],
    ids=lambda value: getattr(value, "name", value),
)
def test_a_name_that_is_not_known_is_an_error(
    con: DuckDBPyConnection, relation: relations.Relation, wrong: str
) -> None:
    """No row would read as no risk."""
    first = {name: names[0] for name, names in all_families.NAMED.items()}
    known = {**first, "series": "anony", "release": "anony 2", "knowledge": "vectors"}
    required = [p.name for p in relation.parameters if p.default is None]
    values = {name: [*all_families.OTHERS.get(name, []), known.get(name)][0] for name in required} | {wrong: "nope"}
    call = f"setrisk.{relation.name}({', '.join(all_families.spelled(str(values[name])) for name in required)})"
    for query in (f"FROM {call}", f"SELECT count(*) FROM {call}", f"SELECT EXISTS (FROM {call})"):
        with not_for_ever(con), pytest.raises(duckdb.Error, match=r"no (release|data set|series|grid) nope"):
            con.execute(query).fetchall()


# Those whose default is a whole number, or NULL in place of one.
WHOLE_NUMBERS = [
    (relation, p.name)
    for relation in PUBLIC
    for p in relation.parameters
    if (re.fullmatch(r"\d+", p.default or "") and p.name != "max_error")
    or (p.default == "NULL" and p.name in ("anchors", "at_risk_below", "k"))
]


@pytest.mark.parametrize(("relation", "number"), WHOLE_NUMBERS, ids=lambda value: getattr(value, "name", value))
def test_a_number_that_is_not_whole_is_an_error(
    con: DuckDBPyConnection, relation: relations.Relation, number: str
) -> None:
    """Half an item is no item, and no row would read as no risk."""
    call = next(call for call, has_answer in all_families.calls(relation) if has_answer)
    call = re.sub(rf", {number} := [^,)]+", "", call).removesuffix(")")
    # The gate's headline asks for the coverage with the same number.
    said = f"({number}|k) is 1.5; it must be a whole number"
    with not_for_ever(con), pytest.raises(duckdb.Error, match=said):
        con.execute(f"FROM {call}, {number} := 1.5)").fetchall()


def asks_for_few_rows(con: DuckDBPyConnection, call: str) -> None:
    columns = con.execute(f"DESCRIBE FROM {call}").fetchall()
    # What people filter by, and the columns on both ends, which mostly come from different tables.
    filters = [f'"{name}"' for name, kind, *_ in columns if kind == "BOOLEAN"]
    filters += [f'"{name}" IS NOT NULL' for name, *_ in dict.fromkeys([columns[0], columns[-1]])]
    with not_for_ever(con):
        ((n_rows,),) = con.execute(f"SELECT count(*) FROM {call}").fetchall()
        assert con.execute(f"FROM {call} LIMIT 0").fetchall() == []
        assert con.execute(f"SELECT EXISTS (FROM {call})").fetchall() == [(n_rows > 0,)]
        for condition in filters:
            found = con.execute(f"FROM {call} WHERE {condition} LIMIT 1").fetchall()
            assert len(found) <= min(n_rows, 1)


@pytest.mark.parametrize("relation", PUBLIC, ids=lambda relation: relation.name)
def test_a_query_that_needs_few_rows_is_answered(con: DuckDBPyConnection, relation: relations.Relation) -> None:
    asks_for_few_rows(con, next(call for call, has_answer in all_families.calls(relation) if has_answer))


def test_an_identifier_has_one_type_and_range_everywhere() -> None:
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for relation in relations.relations():
        for column in relation.header.columns:
            if column.name in ("record", "tid", "item_id", "publishing_cluster"):
                found[column.name].add((column.type, column.range))
    assert {name: len(kinds) for name, kinds in found.items()} == dict.fromkeys(found, 1)
    assert found["record"] == found["tid"] == {("BIGINT", ">= 1")}


def test_the_query_that_anyone_types_first_is_answered(con: DuckDBPyConnection) -> None:
    with not_for_ever(con):
        found = con.execute("SELECT tid FROM setrisk.risk('chunks') WHERE at_risk LIMIT 3").fetchall()
        ((n_at_risk,),) = con.execute("SELECT count(*) FROM setrisk.risk('chunks') WHERE at_risk").fetchall()
    assert len(found) == min(n_at_risk, 3) > 0
    asks_for_few_rows(con, "setrisk.risk('chunks')")


def test_an_answer_is_not_waited_for_where_the_same_query_alone_would_be(tmp_path: Path) -> None:
    """DuckDB 2.0.0 never answers the query of this relation, with this LIMIT, by itself (docs/duckdb.md)."""
    file = tmp_path / "family" / "wanted.sql"
    file.parent.mkdir()
    file.write_text(
        "-- wanted(least)\n-- One row per number that stands twice.\n"
        "WITH w AS MATERIALIZED (SELECT t.x FROM t) SELECT w.x FROM w JOIN w AS v ON v.x = w.x WHERE w.x >= $least\n",
        encoding="utf-8",
    )
    with setrisk.connect() as con, not_for_ever(con, 60):
        con.execute("RESET disabled_optimizers")
        con.execute("CREATE TABLE t AS SELECT range AS x FROM range(300000)")
        con.execute(relations.read_relation(file).macro())
        assert len(con.execute("FROM setrisk.wanted(0) LIMIT 3").fetchall()) == 3
        assert con.execute("SELECT EXISTS (FROM setrisk.wanted(5) AS w WHERE w.x > 7)").fetchall() == [(True,)]
        assert con.execute("SELECT (SELECT w.x FROM setrisk.wanted(299999) AS w LIMIT 1)").fetchall() == [(299999,)]


def test_what_is_no_answer_of_a_cte_sorts_its_rows() -> None:
    others = [r for r in ALL.values() if r.is_table and not r.is_internal and not r.is_answer]
    assert [r.name for r in others if r.tree.args.get("order") is None] == []
    assert "AS TABLE WITH setrisk_answer AS MATERIALIZED (" in ALL["risk"].macro()


@pytest.mark.parametrize("name", [*all_families.RELEASES, *all_families.SERIES, *all_families.GRIDS])
def test_everything_has_a_report_and_a_verdict(families: Path, tmp_path: Path, name: str) -> None:
    with setrisk.connect(shutil.copy(families, tmp_path / "all.duckdb")) as con, not_for_ever(con):
        try:
            setrisk.report(con, name, tmp_path / "report.html", object_type=kind(name), max_at_risk=0.5)
        except SetriskError as error:
            pytest.fail(f"{name}: {error}")
        if name in all_families.RELEASES:
            assert setrisk.check(con, name, max_at_risk=1.0) is not None
            assert setrisk.utility(con, name, reconstructions=2, pairs=20).fetchall()


def kind(name: str) -> str | None:
    return "series" if name in all_families.SERIES else "grid" if name in all_families.GRIDS else None


@pytest.mark.parametrize("grid", all_families.GRIDS)
def test_no_cell_of_a_grid_over_several_families_fails(con: DuckDBPyConnection, grid: str) -> None:
    cells = con.execute("SELECT method, failure FROM setrisk.whatif_results(?)", [grid]).fetchall()
    assert len(cells) >= 3
    assert [failure for _, failure in cells if failure] == []
