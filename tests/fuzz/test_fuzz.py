"""A minute of the fuzzer: what it once found, and the same few inputs of each target; `make fuzz` runs many."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import setrisk
from setrisk.errors import BadInput
from tests.fuzz import finds, readers
from tests.fuzz.engine import Target, random_inputs, run
from tests.fuzz.imports import Imports
from tests.fuzz.knowledge import Knowledge
from tests.fuzz.loads import Case, Loads
from tests.fuzz.oracle import Find, check_message, outcome
from tests.fuzz.parsers import Parsers, spelled
from tests.fuzz.relations import Relations

# Those of one target share its database, and so a worker.
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no alarm to end what hangs")


@pytest.fixture(scope="module")
def loads() -> Iterator[Loads]:
    target = Loads()
    yield target
    target.close()


@pytest.fixture(scope="module")
def parsers() -> Iterator[Parsers]:
    target = Parsers()
    yield target
    target.close()


@pytest.fixture(scope="module")
def relations() -> Iterator[Relations]:
    target = Relations()
    yield target
    target.close()


def campaign(target: Target, runs: int, folder: Path) -> None:
    came = run(target, random_inputs(target, seed=1), seconds=None, runs=runs, folder=folder)
    assert came.outcomes.total() == runs
    assert not came.finds, came


@pytest.mark.xdist_group("fuzz loads")
@pytest.mark.parametrize("made", finds.LOADS, ids=lambda made: made.__name__)
def test_what_a_load_was_once_found_to_break_on_stays_mended(loads, made):
    loads.check(made())


@pytest.mark.xdist_group("fuzz loads")
def test_files_of_any_format_are_loaded_as_plain_python_reads_them_or_not_at_all(loads, tmp_path):
    campaign(loads, 150, tmp_path)


@pytest.mark.xdist_group("fuzz loads")
def test_a_fifo_is_refused_and_not_waited_for(loads, tmp_path):
    for name in ("f.dat", "l.csv", "j.json", "p.parquet", "f.dat.gz"):
        os.mkfifo(tmp_path / name)
        came = outcome(lambda name=name: setrisk.load(loads.con, "d", tmp_path / name, format="lists"))
        assert isinstance(came, BadInput)


@pytest.mark.xdist_group("fuzz relations")
def test_folders_of_releases_come_in_as_they_stand_or_not_at_all(tmp_path):
    target = Imports()
    campaign(target, 60, tmp_path)
    target.close()


def test_itemsets_taxonomies_vectors_and_corpora_are_read_or_refused(tmp_path):
    target = Knowledge()
    campaign(target, 120, tmp_path)
    target.close()


@pytest.mark.xdist_group("fuzz relations")
@pytest.mark.parametrize("query", finds.QUERIES)
def test_a_query_that_once_failed_or_hung_is_answered(relations, query):
    assert relations.check(query) == "answered"


@pytest.mark.xdist_group("fuzz relations")
def test_relations_answer_or_blame_their_arguments(relations, tmp_path):
    campaign(relations, 100, tmp_path)


@pytest.mark.xdist_group("fuzz parsers")
@pytest.mark.parametrize("name", finds.LIMITS)
def test_limits_that_once_ended_in_a_traceback_are_refused(parsers, name):
    assert parsers.limits(finds.LIMITS[name]) == "refused"


@pytest.mark.xdist_group("fuzz parsers")
@pytest.mark.parametrize("name", finds.JSON_FILES)
def test_json_that_python_does_not_read_is_looked_at(parsers, name):
    assert parsers.json_lines(*finds.JSON_FILES[name]) == "looked at"


@pytest.mark.xdist_group("fuzz parsers")
def test_texts_are_parsed_or_refused(parsers, tmp_path):
    campaign(parsers, 5_000, tmp_path)


# The oracle itself: what would it miss?


def _case(data: bytes, holds: list[list[str]]) -> Case:
    return Case("b.txt", data, lambda data: holds, {"separator": " "})


@pytest.mark.xdist_group("fuzz loads")
def test_the_oracle_finds_a_loss_a_false_refusal_and_a_missing_refusal(loads):
    loads.check(_case(b"a b\nc\n", [["a", "b"], ["c"]]))
    with pytest.raises(Find, match="but the file holds"):
        loads.check(_case(b"a b\nc\n", [["a", "b"], ["c", "d"]]))
    with pytest.raises(Find, match="a whole file is refused"):
        loads.check(_case(b"a b\n\xff\n", [["a", "b"]]))

    def refuse(data: bytes) -> list[list[str]]:
        raise readers.Bad("of no kind")

    with pytest.raises(Find, match="though it must be refused"):
        loads.check(Case("b.txt", b"a b\n", refuse, {"separator": " "}))


def test_the_oracle_finds_tracebacks_hangs_and_messages_that_are_none(tmp_path):
    def endless() -> None:
        while True:
            pass

    def refuse(message: str) -> Callable[[], None]:
        def action() -> None:
            raise BadInput(message)

        return action

    with pytest.raises(Find, match="takes longer than"):
        outcome(endless, seconds=0.2)
    with pytest.raises(Find, match="ZeroDivisionError"):
        outcome(lambda: 1 / 0)
    with pytest.raises(Find, match="501 characters"):
        check_message("x" * 501)
    with pytest.raises(Find, match="more than 80 characters of the data"):
        outcome(refuse("it is " + "x " * 41), "x " * 200)
    with pytest.raises(Find, match="several lines"):
        check_message("a\nb")
    assert isinstance(outcome(refuse("x " * 40), "x " * 200), BadInput)


def test_messages_are_one_line_that_shows_a_glimpse_of_what_they_quote():
    for value in ("x" * 5000, "a b " * 1000, "a\nb\u2028c", "'" * 300, '"a\'b"' * 90):
        check_message(
            str(BadInput(f"shop.csv:7: there is no column {value!r}; name another")), "-" if len(value) < 80 else value
        )
        assert str(BadInput(f"{value}; name another")).endswith(" name another")
    assert str(BadInput("shop.csv:7: 'a b' is no number")) == "shop.csv:7: 'a b' is no number"


@pytest.mark.xdist_group("fuzz relations")
def test_the_oracle_finds_errors_that_are_not_about_an_argument(relations):
    assert relations.check("SELECT CAST('abc' AS INTEGER)") == "refused"
    with pytest.raises(Find, match="names none of the arguments"):
        relations.check("SELECT CAST(chr(8364) AS INTEGER)")
    with pytest.raises(Find, match=r"Division by zero|Internal|INTERNAL|ZeroDivision"):
        relations.check("SELECT error('INTERNAL Error: made up')")


def test_inputs_are_the_same_for_the_same_seed(parsers):
    one, other, third = (random_inputs(parsers, seed) for seed in (1, 1, 2))
    first = [next(one) for _ in range(5)]
    assert first == [next(other) for _ in range(5)] != [next(third) for _ in range(5)]


def test_ranges_are_spelled_as_the_grid_spells_them():
    assert spelled("2..4,7") == {2, 3, 4, 7}
