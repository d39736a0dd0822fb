"""What is refused is one line and exit code 2, and changes nothing."""

import re
from pathlib import Path

import pytest

from tests.support.command_line import refusal_of, succeeded


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("load my.duckdb d nope.dat --format fimi", "nope.dat: no such file"),
        ("load my.duckdb baskets retail.dat --format fimi", "the data set 'baskets' exists already"),
        ("load my.duckdb baskets retail.dat", "the data set 'baskets' exists already"),
        ("load my.duckdb d documents.txt --format fimi", "documents.txt:1: not FIMI"),
        ("load my.duckdb d retail.dat --skip -1", "skip is -1; it must be at least 0"),
        ("load my.duckdb '' retail.dat", "the data set needs a name"),
        ("load retail.dat d retail.dat", "cannot open retail.dat"),
        ("load nowhere/my.duckdb d retail.dat", "cannot open nowhere/my.duckdb: there is no folder nowhere"),
        ("load . d retail.dat", "cannot open .: it is a folder; name a DuckDB file"),
        ("protect my.duckdb nope r2 --k 4 --random-constraints 0.5", "there is no data set 'nope'; there are baskets"),
        ("protect my.duckdb baskets r1 --k 4 --random-constraints 0.5", "the release 'r1' exists already"),
        ("protect my.duckdb baskets r2 --method magic", "there is no method 'magic' to protect; there are coat"),
        ("protect my.duckdb baskets r2 --protect-all 0", "protect_all is 0; it must be at least 1"),
        (
            "protect my.duckdb baskets r2 --protect-all 2 --random-constraints 0.1",
            "protect_all and random_constraints are given; coat takes one of them",
        ),
        ("protect my.duckdb baskets r2 --k four --random-constraints 0.5", "k is 'four'; it must be a whole number"),
        ("protect my.duckdb baskets r2 --k 1 --random-constraints 0.5", "k is 1; it must be at least 2"),
        ("protect my.duckdb baskets r2 --k 4 --random-constraints 0", "random_constraints is 0.0; it must be above 0"),
        ("protect my.duckdb baskets r2 --k 4 --random-constraints 2", "random_constraints is 2.*at most 1"),
        (
            "protect my.duckdb baskets r2 --k 4 --privacy-constraints nope.txt",
            "privacy_constraints: 'nope.txt' is neither a file, nor a table, nor an item of",
        ),
        ("protect my.duckdb baskets r2 --k 61 --random-constraints 1", "k is 61, but the data set has 60 transactions"),
        ("attack my.duckdb nope", "there is no release 'nope'; there are r1"),
        ("attack my.duckdb r1 --method coat", "there is no attack 'coat' on releases of the family"),
        ("attack my.duckdb r1 --knowledge nope", "there is no knowledge 'nope'; there are self"),
        ("attack my.duckdb r1 --method mda --threshold 1", "mda has no parameter 'threshold'"),
        ("attack my.duckdb r1 --method tba --threshold=-1", "threshold is -1"),
        ("evaluate my.duckdb nope", "there is no release 'nope'; there are r1"),
        ("evaluate my.duckdb r1 --draws 1", "draws is 1; it must be from 2 to 10,000"),
        ("risk my.duckdb nope", "there is no release 'nope'; there are r1"),
        ("audit diffpart --seed 1", "diffpart needs epsilon: how much"),
        ("audit median --epsilon 1", "there is no mechanism 'median' to audit; there are noisy-count"),
        ("export my.duckdb nope out", "there is no release 'nope'"),
        ("export my.duckdb r1 published --anyway", "published: exists already; name a new folder"),
        ("export my.duckdb r1 retail.dat/out --anyway", "retail.dat/out: cannot be written"),
        ("import my.duckdb r1 published", "the release 'r1' exists already"),
        ("import my.duckdb r2 nowhere", "nowhere: must hold release.parquet or release.csv"),
        ("sql my.duckdb 'SELEC 1'", 'query: Parser Error: syntax error at or near "SELEC"'),
        ("sql my.duckdb 'SELECT nope FROM setrisk.release'", "query: Binder Error: .*nope"),
        ("sql my.duckdb \"SELECT error('boom' || chr(10) || 'bang')\"", "query: .*boom bang"),
        ("sql my.duckdb \"SELECT error('boom')\" --format json", "query: .*boom"),
        ("sql my.duckdb \"SELECT setrisk.eliminate('magic', [[1.0]])\"", "magic"),
        ("drop my.duckdb nope", "there is no release, data set, knowledge, .* or grid 'nope'; there are r1, baskets"),
        ("drop my.duckdb baskts", "series or grid 'baskts'; did you mean 'baskets'"),
        ("report my.duckdb r11 r.html", "there is no release, series or grid 'r11'; did you mean 'r1'"),
        ("budget my.duckdb nope", "no data set 'nope', and there was none with a budget; there are baskets"),
        ("budget my.duckdb basket", "there was none with a budget; did you mean 'baskets'"),
        ("drop my.duckdb r1 --object-type dataset", "there is no data set 'r1'"),
        ("load-corpus my.duckdb self documents.txt", "knowledge cannot be called 'self'"),
        ("load-corpus my.duckdb c nope.txt", "nope.txt: no such file"),
        ("load-corpus my.duckdb c retail.dat --text words", "there is no column 'words' for text"),
        ("load-corpus my.duckdb c documents.txt --counts-of 0", "counts_of is 0"),
        ("embed my.duckdb v", "give either a file of vectors or a corpus"),
        ("embed my.duckdb v documents.txt", "documents.txt:1: a line must hold a word and its numbers"),
        ("embed my.duckdb v --corpus nope", "there is no corpus 'nope' with documents to train on; there is none yet"),
        ("embed my.duckdb v vectors.txt --dimensions 0", "must be at least 1"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_exit_code_2(run, unchanged_folder, command, message):
    assert re.search(message, refusal_of(run(command)))


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("nonsense", "No such command 'nonsense'"),
        ("--nonsense", "No such option: --nonsense"),
        ("load my.duckdb", "Missing argument"),
        ("load my.duckdb d retail.dat --nonsense", "No such option: --nonsense"),
        ("load my.duckdb d retail.dat more", "unexpected extra argument"),
        ("load my.duckdb d retail.dat --format magic", "Invalid value for '--format'"),
        ("load my.duckdb d retail.dat --empty maybe", "Invalid value for '--empty'"),
        ("load my.duckdb d retail.dat --skip x", "Invalid value for '--skip'"),
        ("evaluate my.duckdb r1 --draws x", "Invalid value for '--draws'"),
        ("evaluate my.duckdb r1 --format xml", "Invalid value for '--format'"),
        ("export my.duckdb r1 out --format json", "Invalid value for '--format'"),
        ("risk my.duckdb r1 --rows -1", "Invalid value for '--rows'"),
        ("drop my.duckdb r1 --object-type table", "Invalid value for '--object-type'"),
        ("protect my.duckdb baskets r2 --k 4 --kk 5", "No such option: --kk"),
        ("protect my.duckdb baskets r2 more --k 4", "unexpected extra argument"),
        ("protect my.duckdb baskets r2 -k 4", "No such option: -k"),
        ("protect my.duckdb baskets r2 --k 4 --keep-order maybe", "unexpected extra argument"),
        ("risk my.duckdb", "Missing argument"),
    ],
)
def test_an_option_that_is_not_there_is_exit_code_2(run, unchanged_folder, command, message):
    result = run(command)
    assert result.code == 2
    assert result.output == b""
    assert message in result.error
    assert "Traceback" not in result.error
    assert "--help" in result.error or "-h" in result.error


@pytest.mark.parametrize(
    "command",
    [
        "protect my.duckdb baskets r1 --k 4 --random-constraints 0.5",
        "attack my.duckdb r1",
        "evaluate my.duckdb r1",
        "risk my.duckdb r1",
        "export my.duckdb r1 out",
        "sql my.duckdb 'SELECT 1'",
        "drop my.duckdb r1",
    ],
)
def test_a_missing_database_is_refused_and_not_made(run, folder_without_database, command):
    before = sorted(folder_without_database.rglob("*"))
    assert refusal_of(run(command)).startswith("my.duckdb: no such database; `setrisk load` makes one")
    assert sorted(folder_without_database.rglob("*")) == before


@pytest.mark.parametrize(
    "command",
    [
        "load my.duckdb d documents.txt --format fimi",
        "import my.duckdb r nowhere",
        "load-corpus my.duckdb c nope.txt",
        "embed my.duckdb v documents.txt",
    ],
)
def test_a_database_for_which_nothing_came_in_is_not_left_behind(run, folder_without_database, command):
    before = sorted(folder_without_database.rglob("*"))
    refusal_of(run(command))
    assert sorted(folder_without_database.rglob("*")) == before


def test_a_database_that_was_there_stays_when_nothing_comes_in(run, unchanged_folder):
    refusal_of(run("load my.duckdb d nope.dat"))
    assert succeeded(run("evaluate my.duckdb r1")).output


def test_what_the_gate_refuses_is_not_exported_and_the_exit_code_is_that_of_the_gate(run, unchanged_folder):
    result = run("export my.duckdb r1 out")
    assert (result.code, result.output) == (1, b"")
    assert re.fullmatch(
        r"setrisk: the release 'r1' may not be published: .*who knows its seed .*use --anyway.*\n", result.error
    )


def test_the_reading_commands_do_not_change_the_database(run, working_folder):
    before = (working_folder / "my.duckdb").read_bytes()
    for command in ("evaluate my.duckdb r1", "risk my.duckdb r1"):
        succeeded(run(command))
    assert (working_folder / "my.duckdb").read_bytes() == before


def test_an_export_without_the_gate_says_so(run, working_folder):
    exported = run("export my.duckdb r1 out --anyway")
    assert exported.code == 0
    assert re.match(
        r"setrisk: warning: the gate was not asked about r1: it was exported to be examined, .*; anyone who knows its",
        exported.error,
    )


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\x00 and so on", b"PK"])
def test_another_programs_file_is_not_read(run, working_folder, content):
    Path("other.db").write_bytes(content)
    result = run("sql other.db 'SELECT 1'")
    assert result.code == 2
    assert (
        result.error
        == "setrisk: cannot open other.db: it is not a DuckDB database; name one, or a file that is not there yet\n"
    )
    assert Path("other.db").read_bytes() == content


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("protect my.duckdb baskets r2 --method diffpart", "diffpart needs epsilon"),
        ("protect my.duckdb baskets r2 --method disassociation --k 1", "k is 1; it must be at least 2"),
        ("protect my.duckdb baskets r2 --method disassociation --k 3 --m 0", "m is 0; it must be at least 1"),
        (
            "protect my.duckdb baskets r2 --method disassociation --k 3 --max-cluster-size 2",
            "max_cluster_size is 2; it must be at least k, which is 3",
        ),
        ("protect my.duckdb baskets r2 --method disassociation --k 3 --keep-order", "has no parameter 'keep_order'"),
        ("attack my.duckdb nope --method aba", "there is no release 'nope'"),
        ("attack my.duckdb r1 --method aba", "no attack 'aba' on releases of the family generalisation"),
        ("sql my.duckdb \"FROM setrisk.reassociations('r1', 'aba')\"", "of the family generalisation"),
    ],
)
def test_bad_input_about_chunks_is_one_error_and_changes_nothing(run, unchanged_folder, words, message):
    result = run(words)
    assert (result.code, result.output) == (2, b"")
    assert message in result.error
    assert len(result.error.strip().splitlines()) == 1
