"""A default that Python and SQL both have is the same in both: signatures can share no constant."""

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

import setrisk
import setrisk.sql as relations
from setrisk.pipelines.assessment.asked import MOST_CHOICES
from setrisk.pipelines.assessment.assess import MOST_PEOPLE
from setrisk.pipelines.common.numbers import known_numbers
from setrisk.pipelines.report.unmeasured import NO_NARROWING, TOO_WEAK, WITHOUT_CONTROL
from setrisk.pipelines.risk.limits import LEAST_COVERAGE, REQUIRED_KNOWN
from setrisk.pipelines.whatif.recommend import MAX_ERROR

RELATIONS = {relation.name: relation for relation in relations.relations()}


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (setrisk.utility, "utility"),
        (setrisk.utility, "pair_errors"),
        (setrisk.whatif, "utility"),
        (setrisk.evaluate, "elimination_evaluation"),
        (setrisk.evaluate, "elimination_evaluation_by_item"),
        (setrisk.evaluate, "reassociation_evaluation"),
        (setrisk.evaluate, "reassociation_evaluation_by_cluster"),
        (setrisk.recommend, "recommended"),
        (setrisk.check, "refusals"),
        (setrisk.risk_summary, "risk_summary"),
        (setrisk.may_publish, "may_publish"),
    ],
)
def test_functions_and_relations_have_the_same_defaults(
    con: DuckDBPyConnection, function: Callable[..., Any], name: str
) -> None:
    declared = inspect.signature(function).parameters
    shared = [p for p in RELATIONS[name].parameters if p.default is not None and p.name in declared]
    for parameter in shared:
        ((default,),) = con.execute(f"SELECT {parameter.default}").fetchall()
        # Python leaves it to the relation, where it has none of its own.
        assert declared[parameter.name].default in (None, (), default), parameter.name


def test_the_limits_that_messages_name_are_those_of_the_relations(con: DuckDBPyConnection) -> None:
    defaults = {p.name: p.default for p in RELATIONS["recommended"].parameters}
    ((least,),) = con.execute("SELECT setrisk_internal.least_coverage()").fetchall()
    assert least == LEAST_COVERAGE
    assert con.execute("SELECT setrisk_internal.most_choices()").fetchall() == [(MOST_CHOICES,)]
    assert float(defaults["max_error"] or 0) == MAX_ERROR
    ((numbers,),) = con.execute("SELECT setrisk_internal.required_known(NULL)").fetchall()
    assert tuple(numbers) == REQUIRED_KNOWN
    for function in (setrisk.assess, setrisk.whatif):
        assert tuple(known_numbers(inspect.signature(function).parameters["known"].default)) == REQUIRED_KNOWN


def test_reports_say_what_is_unknown_as_the_gate_does(con: DuckDBPyConnection) -> None:
    said = con.execute("SELECT setrisk_internal.no_narrowing(), setrisk_internal.too_weak()").fetchall()
    assert said == [(NO_NARROWING, TOO_WEAK)]
    for measured, reason in WITHOUT_CONTROL.items():
        assert con.execute("SELECT setrisk_internal.no_control(?)", [measured]).fetchall() == [(reason,)]


def test_more_people_are_asked_for_only_where_more_can_be_asked(con: DuckDBPyConnection) -> None:
    for attempts, people, can in ((4, 5, False), (5, 5, True), (5, None, True), (MOST_PEOPLE, MOST_PEOPLE, False)):
        assert con.execute("SELECT setrisk_internal.can_ask_more(?, ?)", [attempts, people]).fetchall() == [(can,)]


@pytest.mark.parametrize(("number", "home"), [(r"\b1\.9[56]", "z95"), (r"(?i)epsilon\b[^-\n]* > 5\b", "hides_nobody")])
def test_a_constant_of_several_relations_stands_once(number: str, home: str) -> None:
    files = Path(relations.__file__).parent.rglob("*.sql")
    queries = {path.stem: re.sub("--.*", "", path.read_text(encoding="utf-8")) for path in files}
    assert [name for name, query in queries.items() if re.search(number, query)] == [home]
