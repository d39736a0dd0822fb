"""What `check` and `may-publish` say, and their exit codes."""

import json
import re

from tests.support.command_line import succeeded


def test_raw_data_do_not_pass_the_gate(run, working_folder):
    succeeded(run("protect my.duckdb baskets raw --method identity"))
    result = run("check my.duckdb raw")
    assert result.code == 1
    assert "it shows the data as they are" in result.text
    assert result.text.splitlines()[-1] == "no: it shows the data as they are"
    result = run("check my.duckdb raw --format csv")
    assert (result.code, result.text) == (
        1,
        "release,refusal,attack,found,allowed,reason\nraw,unprotected,,,,it shows the data as they are\n",
    )


def test_the_gate_goes_by_limits(run, working_folder):
    succeeded(run("attack my.duckdb r1 --method ra,rba"))
    succeeded(run("sql my.duckdb \"UPDATE setrisk.release SET marks = [] WHERE release = 'r1'\""))
    within = succeeded(
        run("check my.duckdb r1 --max-at-risk 1 --max-score 1 --min-coverage 0 --attacks rba --junit gate.xml")
    )
    assert within.text.splitlines()[-1] == (
        "yes: it keeps the limits (at risk at most 100 %, scores at most 100 %, coverage at least 0 %), as far as the "
        "attacks that were run show; its marks and its series give no reason against it; what it gives away about "
        "people was not assessed; what was handed out otherwise than by setrisk export, or by an earlier version of "
        "it, was not looked at; "
        "for what else was not looked at, see 'What was not tested' in the report"
    )
    assert 'failures="0"' in (working_folder / "gate.xml").read_text()
    unlimited = run("check my.duckdb r1")
    assert unlimited.code == 1
    assert unlimited.text.splitlines()[-1] == (
        "not yet: its marks and its series give no reason against it, but no limit on risk was given, so "
        "its risk was held against none: give max_inference, max_linkability and max_singling_out, or max_at_risk"
    )
    (working_folder / "limits.toml").write_text('attacks = ["gba"]\nmax_at_risk = 1\nmin_coverage = 0\n')
    result = run("check my.duckdb r1 --limits limits.toml --junit gate.xml")
    assert result.code == 1
    assert result.text.splitlines()[-1] == "no: it has not been attacked with gba"
    assert 'failures="1"' in (working_folder / "gate.xml").read_text()
    found = json.loads(
        succeeded(run("check my.duckdb r1 --max-at-risk 1 --min-coverage 0% --attacks rba --format json")).text
    )
    assert (found["release"], found["passes"], found["assessed_for"], found["refusals"]) == ("r1", True, None, [])
    assert found["verdict"].startswith("yes: it keeps the limits")
    result = run("check my.duckdb r1 --max-at-risk 1 --min-coverage 0 --attacks rba,gba")
    assert (result.code, result.text.splitlines()[-1]) == (1, "no: it has not been attacked with gba")
    result = run("check my.duckdb r1 --attacks rba,gbb")
    assert result.code == 2
    assert "there is no attack 'gbb'" in result.error
    before = (working_folder / "my.duckdb").read_bytes()
    for given, message in (
        ("--junit my.duckdb", "my.duckdb exists already, and is not an outcome of setrisk check: remove it, or choose"),
        ("--limits limits.toml --junit limits.toml", "limits.toml exists already, and is not an outcome of"),
        ("--junit .", ". is a folder: give the name of a file"),
        ("--junit no/gate.xml", "cannot write no/gate.xml: there is no folder no"),
    ):
        result = run(f"check my.duckdb r1 {given}")
        assert (result.code, result.output) == (2, b"")
        assert result.error.startswith(f"setrisk: {message}")
    assert (working_folder / "my.duckdb").read_bytes() == before
    assert (working_folder / "limits.toml").exists()
    assert run("check my.duckdb nope --junit gate.xml").code == 2
    # Nobody takes what an earlier check has said for this one.
    written = (working_folder / "gate.xml").read_text()
    assert '<testsuite name="setrisk check" tests="1" errors="1" failures="0"' in written
    assert '<testcase classname="nope" name="check"><error message="setrisk check did not end' in written
    assert run("check my.duckdb r1 --limits nowhere.toml --junit new.xml").code == 2
    assert 'errors="1"' in (working_folder / "new.xml").read_text()
    for given, message in (
        ("--max-at-risk 2", "max_at_risk is '2'; it must be a number from 0 to 1, or a percentage, such as 5%"),
        ("--limits nowhere.toml", "limits: nowhere.toml: no such file"),
    ):
        result = run(f"check my.duckdb r1 {given}")
        assert (result.code, result.output) == (2, b"")
        assert result.error == f"setrisk: {message}\n"


def test_may_this_month_be_published(run, working_folder):
    """Who has s in January is told by February, where the others are back and nobody has it; March adds nothing."""
    told = []
    for month, people in (("jan", "abcd"), ("feb", "bcde"), ("mar", "fghi")):
        rows = [f"{person},{person}" for person in people] + (["a,s"] if month == "jan" else [])
        (working_folder / f"{month}.csv").write_text("\n".join(["id,item", *rows]))
        succeeded(run(f"load m.duckdb {month} {month}.csv --id id --item item"))
        sensitive = "--sensitive s" if month == "jan" else ""
        series = "--method anony --r-th 2 --cluster-size 4 --series months"
        succeeded(run(f"protect m.duckdb {month} {month} {series} {sensitive}"))
        told.append(run(f"may-publish m.duckdb {month}"))
    assert [result.code for result in told] == [0, 1, 1]
    lasts = [result.text.splitlines()[-1] for result in told]
    assert lasts[0].startswith("yes")
    assert lasts[1:] == [
        "no: 1 records would be at risk",
        "no: 1 records would be at risk, 1 of them without mar too",
    ]
    assert "counterfeits with it: 1 (cluster 1)" in told[1].text
    assert "none: at risk without mar" in told[2].text


def test_a_name_with_a_semicolon_is_not_cut(run, working_folder):
    succeeded(run("load-corpus", "my.duckdb", "lit; 2020", "ohsumed.jsonl"))
    succeeded(run("protect my.duckdb baskets r2 --k 4 --random-constraints 0.3 --seed 7"))
    succeeded(run("attack", "my.duckdb", "r2", "--method", "wba", "--knowledge", "lit; 2020"))
    said = run("risk my.duckdb r2").text
    assert re.search(r"^r2: wba:lit; 2020 puts", said, re.MULTILINE)


def test_an_assessment_that_takes_the_place_of_a_wider_one_says_so(run, working_folder):
    succeeded(run("assess my.duckdb r1 --known 1..2 --people 20 --reconstructions 2"))
    replaced = run("assess my.duckdb r1 --known 1 --people 20 --reconstructions 2")
    assert replaced.code == 0
    assert re.fullmatch(
        "setrisk: warning: an assessment replaces the one before: what was found of .* by attackers who know 2 items "
        "is gone\n",
        replaced.error,
    )


def test_a_grid_says_what_it_is_called(run, working_folder):
    tried = succeeded(run("whatif my.duckdb baskets --method disassociation --k 8 --pairs 5 --known 1 --seed 1")).text
    assert tried.splitlines()[-1] == (
        "the grid is 'baskets 1', assessed for attackers who know 1 item of a person; to choose one of its "
        "releases: setrisk recommend"
    )
