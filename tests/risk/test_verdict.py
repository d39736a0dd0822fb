"""A verdict reads the same wherever it is given."""

import html
from pathlib import Path

import pytest
from typer.testing import CliRunner

import setrisk
from setrisk import cli
from setrisk.pipelines.risk.limits import Limits
from setrisk.pipelines.risk.verdict import promise_clause, verdict_of_grid, verdict_of_release

BASKETS = "SELECT [i, i + 1, 9] AS items FROM range(3) AS r(i), range(4)"


BEST = {
    "cell": 1, "is_within": None, "left_out_attack": None, "beats_baseline": None, "coverage": 1.0, "marks": [],
    "share_at_risk": 0.25, "worst_attack": "rba:self", "highest_score": 1.0, "error": 0.5, "narrowing": None,
    "inference": 0.3, "linkability": 0.02, "singling_out": None,
}  # fmt: skip


def test_what_no_attack_was_run_on_is_not_said_to_resist() -> None:
    assert promise_clause("none", None, 1.0) == (
        "attacks on what it promises had no limit, and none was run; the promise covers 100.0 % of the rare itemsets"
    )
    assert "the release as it is puts 30.0 % of people at risk" in promise_clause("none", 0.3, 1.0)
    assert "of those that were run, rba:self puts 30.0 %" in promise_clause("rba:self", 0.3, 1.0)


def test_without_a_limit_it_says_which_there_are_and_what_the_release_gives_away() -> None:
    said = verdict_of_grid(BEST, Limits(), 1).sentence
    assert "for example --max-singling-out 0.05 --max-linkability 0.02 --max-inference 0.1, or" in said
    assert said.endswith("what it gives away: singling out unknown, linkability up to 2.0 % and inference up to 30.0 %")
    within = verdict_of_grid(BEST | {"is_within": True}, Limits(max_linkability=0.05), 1)
    assert within.sentence.endswith(
        "; no limit was given for singling out (unknown) and inference (up to 30.0 %); attacks on what it promises had "
        "no limit: of those that were run, rba:self puts 25.0 % of people at risk; the promise covers 100.0 % of "
        "the rare itemsets"
    )
    assert list(within.without_limit) == ["singling_out", "inference"]
    assert verdict_of_grid(BEST, Limits(max_linkability=1), 1).sentence.endswith("; a limit of 100 % counts as none")


def test_where_none_can_be_recommended_it_says_why_of_each() -> None:
    said = verdict_of_grid(None, Limits(), 1, obstacles=[(1, "it is late"), (2, "it is blue"), (3, "it is late")])
    assert said.sentence == "none can be recommended: numbers 1 and 3 (it is late); number 2 (it is blue)"


@pytest.mark.parametrize("k", [2, None])
def test_command_and_report_say_the_same(tmp_path: Path, k: int | None) -> None:
    database, page = str(tmp_path / "my.duckdb"), str(tmp_path / "r.html")
    with setrisk.connect(database) as con:
        setrisk.load(con, "shop", con.sql(BASKETS))
        setrisk.protect(con, "shop", "r", "identity" if k is None else setrisk.methods.Disassociation(k=k))
        setrisk.attack(con, "r")
    limits = [["--max-at-risk", "100%", "--min-coverage", "0"]] if k else []
    for given in ([], *limits):
        checked = CliRunner().invoke(cli.app, ["check", database, "r", *given])
        CliRunner().invoke(cli.app, ["report", database, "r", page, "--replace", *given])
        verdict = checked.output.splitlines()[-1]
        assert verdict.startswith("yes, " if checked.exit_code == 0 else "no: ")
        assert f"{verdict[0].upper()}{verdict[1:]}." in html.unescape(Path(page).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ({"inference": 0.48}, "inference may be up to 48.0 %"),
        ({"inference": 0.1, "narrowing": 1.0}, ""),  # no limit on narrowing was given
        (
            {"share_at_risk": 0.3, "coverage": 0.2, "error": 1.25},
            "30.0 % are at risk, its coverage is only 20.0 % and its error is 1.25",
        ),
        ({"error": None}, ""),
    ],
)
def test_the_nearest_of_a_grid_says_which_limits_it_misses(found: dict[str, float | None], said: str) -> None:
    kept = {"share_at_risk": 0.1, "highest_score": 1.0, "coverage": 0.5, "error": 1.0}
    assessed = dict.fromkeys(("narrowing", "inference", "linkability", "singling_out"))
    best = {
        "cell": 3,
        "is_within": False,
        "left_out_attack": None,
        "beats_baseline": True,
        "marks": [],
        **kept,
        **assessed,
        **found,
    }
    limits = Limits(max_at_risk=0.1, max_inference=0.1, max_score=1)
    sentence = verdict_of_grid(best, limits, 1.0).sentence
    assert sentence.endswith(f"; number 3 is nearest{', but ' if said else ''}{said}")


def test_attacks_that_are_missing_are_listed_in_one_clause() -> None:
    missing = [("not_attacked", attack, f"it has not been attacked with {attack}") for attack in ("gba", "mda", "tba")]
    twice = (
        "not_attacked",
        "ra",
        "it has not been attacked with ra with its default parameters, only by ra:self:seed=1",
    )
    mark = ("seeded", None, "it is seeded")
    said = verdict_of_release([*missing, twice, mark], Limits(max_at_risk=0.1)).sentence
    assert said == f"no: attacks that must be run are missing, or show nothing: gba, mda, tba and ra; {mark[2]}"
    # What one lacks, its reason says.
    assert verdict_of_release([twice, mark], Limits(max_at_risk=0.1)).sentence == f"no: {twice[2]}; {mark[2]}"
