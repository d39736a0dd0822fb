"""Advice: which release to take, in three sentences and on one page."""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from duckdb import DuckDBPyConnection
from typer.testing import CliRunner

import setrisk
from setrisk import cli
from setrisk.errors import AlreadyExists, BadInput, MissingExtra
from setrisk.pipelines.advice.advise import add_release, assess_data
from setrisk.pipelines.common.progress import ignore_progress
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.report.assessed_grid import deciding_risk
from setrisk.pipelines.report.commands import commands_on
from setrisk.pipelines.report.grid import best_release
from setrisk.pipelines.report.in_short import _next_step, grid_in_short, remedies
from setrisk.pipelines.risk.limits import Limits
from setrisk.pipelines.risk.verdict import CRITERIA, Verdict

pytestmark = pytest.mark.xdist_group("advice")

BASKETS = (
    "SELECT list_distinct(list_transform(range(3 + n % 4), lambda j: 'item ' || ((n * n * (j + 1) + 7 * j + n) % 23))) "
    "AS items FROM range(200) AS r(n)"
)
FEW: dict[str, Any] = {"workers": 1, "people": 60, "k": 4}
# What any release of these few people keeps.
LOOSE: dict[str, Any] = {"max_narrowing": 0.9, "max_inference": 0.99, "max_linkability": 0.99}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a database, and advice that recommends."""
    return tmp_path_factory.mktemp("advice")


@pytest.fixture(scope="module")
def con(folder: Path) -> Iterator[DuckDBPyConnection]:
    with setrisk.connect(folder / "my.duckdb") as con:
        setrisk.load(con, "shop", con.sql(BASKETS))
        yield con


@pytest.fixture(scope="module")
def advice(con: DuckDBPyConnection, folder: Path) -> setrisk.Advice:
    return setrisk.advise(con, "shop", folder / "shop.html", release="safe", **LOOSE, **FEW)


def test_it_tries_all_that_fit_and_recommends_what_recommend_does(
    con: DuckDBPyConnection, advice: setrisk.Advice
) -> None:
    tried = con.sql("FROM setrisk.whatif_results('shop 1')").project("method, asked_known, failure").fetchall()
    assert tried == [(method, [1, 2], None) for method in ("coat", "km", "disassociation")]
    (best,) = setrisk.recommend(con, "shop 1", known=[1, 2], **LOOSE).fetchall()
    assert run(con, "whatif/grids_of_dataset", dataset="shop").fetchall() == [("shop 1",)]
    assert advice.passes
    assert advice.grid == "shop 1"
    said = " ".join(advice.sentences)
    assert len(advice.sentences) == 3
    assert said.startswith(
        "3 releases of shop (200 transactions, 23 items) by coat, km and disassociation were tried. "
    )
    assert f"Number {best[0]}, {best[1]} with k = 4, is the least distorted that keeps the limits: " in said
    assert "(limit 99 %)" in said
    assert "(no limit)" in said
    assert (
        f"my.duckdb shop RELEASE --method {best[1]} --k 4. Since that is another draw, look at it before it goes to"
        in said
    )
    assert "my.duckdb RELEASE --known 1,2 --max-narrowing 0.9 --max-inference 0.99 --max-linkability 0.99." in said
    # The data are assessed as they are, too.
    assert con.sql("SELECT DISTINCT a.known FROM setrisk_private.assessed_dataset AS a ORDER BY ALL").fetchall() == [
        (1,),
        (2,),
    ]


def test_the_recommended_release_is_made_of_all_the_data(con: DuckDBPyConnection, advice: setrisk.Advice) -> None:
    assert advice.release is not None
    made = con.sql(
        "SELECT r.method, r.parameters, r.marks FROM setrisk.release AS r WHERE r.release = 'safe'"
    ).fetchall()
    ((method, parameters, marks),) = made
    assert (method, advice.release.n_transactions, marks) == (advice.release.method, 200, [])
    assert json.loads(parameters)["k"] == 4
    # It was not looked at yet, and the gate says so.
    refused = setrisk.check(con, "safe", **LOOSE).project("reason").fetchall()
    assert any("not assessed" in reason for (reason,) in refused)


def test_what_was_exported_before_is_said(con: DuckDBPyConnection, advice: setrisk.Advice, tmp_path: Path) -> None:
    ((method, given),) = (
        setrisk.recommend(con, "shop 1", known=[1, 2], **LOOSE).project("method, parameters").fetchall()
    )
    setrisk.export(con, "safe", tmp_path / "out", anyway=True)
    try:
        row = {"method": method, "parameters": json.loads(given)}
        made = add_release(con, advice, "shop", "second", row, ignore_progress)
        assert not made.passes
        assert made.reason.startswith("the gate refuses second, since of the same people were exported before: safe (")
        assert "f this data set safe (on 2" in setrisk.show(con, "shop 1", known=[1, 2], **LOOSE).html
    finally:
        setrisk.drop(con, "safe", object_type="export")
    assert "was exported before" not in setrisk.show(con, "shop 1", known=[1, 2], **LOOSE).html


def test_the_page_begins_with_the_sentences_and_a_picture(advice: setrisk.Advice) -> None:
    page = advice.page.read_text(encoding="utf-8")
    first, _ = page.split("How far this goes", 1)
    assert first.count("<figure>") == 1
    assert "is the least distorted that keeps the limits" in first
    assert "<h1>Which release to take? Grid shop 1</h1>" in first
    for name in ("Singling out", "Linkability", "Inference", "Narrowing"):
        assert re.search(f"<p>{name}: .*\\?", page), name


def test_none_is_recommended_beyond_the_limits(
    con: DuckDBPyConnection, folder: Path, advice: setrisk.Advice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    found = setrisk.advise(con, "shop", known=3, release="none", max_inference=0, **FEW)
    assert (found.passes, found.release, found.page) == (False, None, Path("shop-2.html"))
    assert found.reason == "none was not made, since none keeps the limits"
    assert found.page.exists()
    assert found.sentences[1].startswith("None keeps the limits; number ")
    assert "by attackers who know 3 items of a person (who knows more was not tried)" in found.sentences[1]
    assert ("none",) not in con.sql("SELECT r.release FROM setrisk.release AS r").fetchall()
    # Releases protect against as much as attackers know.
    parameters = con.sql("FROM setrisk.whatif_results('shop 2')").project("parameters").fetchall()
    assert [json.loads(each) for (each,) in parameters] == [
        {"k": 4, "protect_all": 3},
        {"k": 4, "m": 3},
        {"k": 4, "m": 3},
    ]
    assert found.left_out["privbayes"] == ("universe", "from_data")


def test_limits_are_those_given_and_the_usual_ones(
    con: DuckDBPyConnection, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each usual limit holds unless another is given for it; numbers of known items may come from the file."""
    limits = tmp_path / "limits.toml"
    limits.write_text("known = [1]\nmax_at_risk = 0.5\n")
    monkeypatch.setattr(sys.modules["setrisk.pipelines.advice.advise"], "_CELLS_A_SECOND", 0)
    setrisk.assess(con, "shop", object_type="dataset", known="1..2", people=60)
    found = setrisk.advise(con, "shop", tmp_path / "x.html", limits=limits, max_inference=1, grid="filed", **FEW)
    assert "(linkability is unknown, since the attacks were too weak" in found.sentences[1]
    # A limit on what attacks find needs attacks, and what is run anyway is left out nowhere.
    looked_at = "len(attacks) > 1, asked_known, left_out_attack"
    tried = con.sql("FROM setrisk.whatif_results('filed')").project(looked_at).distinct()
    assert tried.fetchall() == [(True, [1], None)]
    # Of the data more was assessed before, and that stays.
    assert con.sql("SELECT max(a.known) FROM setrisk_private.assessed_dataset AS a").fetchall() == [(2,)]


def test_what_the_sharper_adversary_was_not_asked_about_is_no_yes(
    con: DuckDBPyConnection, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # By the name of the module, which is that of the function, too.
    monkeypatch.setattr(sys.modules["setrisk.pipelines.advice.advise"], "_CELLS_A_SECOND", 0)
    page, given = folder / "left out.html", {**LOOSE, **FEW}
    found = setrisk.advise(con, "shop", page, grid="left out", **given)
    tried = con.sql("FROM setrisk.whatif_results('left out')").project("cell, left_out_attack").fetchall()
    assert tried == [(1, "rba"), (2, "rba"), (3, None)]
    # Of those within the limits one of which all was asked goes first, however distorted.
    assert found.passes
    assert found.sentences[1].startswith("Number 3, disassociation with k = 4")
    con.execute("UPDATE setrisk_private.whatif_cell SET left_out_attack = 'aba' WHERE grid = 'left out' AND cell = 3")
    ((cell, is_within, left_out),) = (
        setrisk.recommend(con, "left out", known=[1, 2], **LOOSE).project("cell, is_within, left_out_attack").fetchall()
    )
    assert is_within is None
    limits = Limits(**LOOSE, known=(1, 2))
    best, verdict, _ = best_release(con, "left out", limits, 1)
    assert not verdict.passes
    assert f"number {cell} is as far as the uniform adversary was asked, and the sharper one, who" in verdict.sentence
    commands = commands_on(con, "left out", "grid", page, 1)
    _, chosen, to_do = grid_in_short(con, "left out", best, verdict, limits, 1, commands)
    assert "keeps the limits, as far as the uniform adversary was asked, which is not yet a yes: " in chosen
    assert f"(who knows more, or attacks it by {left_out} first, was not tried)" in chosen
    assert "setrisk assess" in to_do
    assert best is not None
    made = add_release(con, replace(found, passes=verdict.passes), "shop", "open", best, ignore_progress)
    assert (made.release is not None, made.passes) == (True, False)
    setrisk.drop(con, "open", object_type="release")


def test_the_page_says_how_much_the_sharper_adversary_decides_on() -> None:
    page = Path(__file__).parents[2] / "docs" / "advice.md"
    rate = sys.modules["setrisk.pipelines.advice.advise"]._CELLS_A_SECOND  # type: ignore[attr-defined]
    assert f"{rate:,} of these cells a second of its share" in " ".join(page.read_text("utf-8").split())


def test_a_limit_on_attacks_that_were_not_run_is_not_kept(con: DuckDBPyConnection, advice: setrisk.Advice) -> None:
    assert setrisk.recommend(con, advice.grid, known=[1, 2], **LOOSE).fetchall()
    assert setrisk.recommend(con, advice.grid, known=[1, 2], max_at_risk=0.5, **LOOSE).fetchall() == []


def test_what_the_gate_refuses_for_its_marks_is_no_yes(tmp_path: Path) -> None:
    """Nothing has to be changed if all have the same."""
    with setrisk.connect() as con:
        setrisk.load(con, "alike", con.sql("SELECT ['a', 'b', 'c'] AS items FROM range(60)"))
        given = setrisk.Advice("g", True, (), {}, tmp_path / "x.html")
        best = {"method": "coat", "parameters": {"k": 5, "seed": 3}}
        made = add_release(con, given, "alike", "same", best, ignore_progress)
        assert (made.passes, made.reason) == (False, "the gate refuses same for its marks: unprotected")
        best["parameters"] = {"k": 500}
        failed = add_release(con, given, "alike", "other", best, ignore_progress)
        assert not failed.passes
        assert failed.reason.startswith("other was not made: ")


def test_an_empty_release_is_no_yes(tmp_path: Path) -> None:
    with setrisk.connect() as con:
        setrisk.load(con, "few", con.sql("SELECT ['a'] AS items FROM range(3)"))
        given = setrisk.Advice("g", True, (), {}, tmp_path / "x.html")
        noisy = {"epsilon": 0.01, "universe": "a,b", "c1": "50"}
        best = {"method": "diffpart", "parameters": noisy}
        made = add_release(con, given, "few", "nothing", best, ignore_progress)
        assert not made.passes
        assert made.reason.startswith("it has no records")


@pytest.mark.parametrize(
    ("limits", "best", "expected"),
    [
        ({"max_inference": 0.1, "max_linkability": 0.05}, {"inference": 0.08, "linkability": 0.03}, "inference"),
        ({"max_inference": 0.1, "max_linkability": 0.05}, {"inference": 0.08, "linkability": 0.045}, "linkability"),
        ({"max_inference": 0.1}, {"inference": None, "linkability": 0.9}, "inference"),
        ({"max_linkability": 0}, {"inference": 0.9, "linkability": 0.0}, "linkability"),
        ({"max_inference": 0.1}, None, "inference"),
        ({}, {"inference": 0.9, "linkability": 0.9}, "singling_out"),
    ],
)
def test_the_first_picture_is_of_the_risk_that_decides(
    limits: dict[str, float], best: dict[str, float] | None, expected: str
) -> None:
    row = None if best is None else {"singling_out": 0.01, **best}
    assert deciding_risk(row, Limits(**limits)) == expected


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"path": "my.duckdb"}, BadInput, "my.duckdb exists already: remove it, or give another name"),
        ({"path": "page.pdf"}, BadInput, "a report is an HTML file"),
        ({"time_limit": -1}, BadInput, "time_limit is -1"),
        ({"path": "no/where.html"}, BadInput, "there is no folder no"),
        ({"release": "safe"}, AlreadyExists, "the release 'safe' exists already"),
        ({"max_error": 3}, BadInput, "max_error is 3"),
        ({"known": 0}, BadInput, "known is 0"),
        ({"shade": 2}, BadInput, "has no parameter 'shade'"),
    ],
)
def test_nothing_is_tried_of_what_cannot_be(
    con: DuckDBPyConnection,
    folder: Path,
    advice: setrisk.Advice,
    monkeypatch: pytest.MonkeyPatch,
    given: dict[str, Any],
    error: type[Exception],
    message: str,
) -> None:
    monkeypatch.chdir(folder)
    assessed = con.sql("SELECT count(*) FROM setrisk_private.assessed_dataset").fetchall()
    with pytest.raises(error, match=message):
        setrisk.advise(con, "shop", **{**FEW, **given})
    assert con.sql("SELECT count(*) FROM setrisk_private.assessed_dataset").fetchall() == assessed


def test_noise_that_cannot_be_drawn_is_no_reason_to_try_for_minutes(
    con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("setrisk.pipelines.whatif.grid.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"privbayes and mixture need OpenDP .* leave universe out"):
        setrisk.advise(con, "shop", tmp_path / "page.html", universe="a,b", grid="noisy", **FEW)


@pytest.mark.parametrize(
    ("marks", "said"),
    [
        ([], "were tried."),
        ([2], "were tried; number 2 shows the data as they are, since nothing needed to change."),
        ([1, 3], "were tried; numbers 1 and 3 show the data as they are, since nothing needed to change."),
        ([1, 2, 3], "were tried; all of them show the data as they are, since nothing needed to change."),
    ],
)
def test_what_shows_the_data_as_they_are_is_named(
    con: DuckDBPyConnection, advice: setrisk.Advice, marks: list[int], said: str
) -> None:
    con.execute("BEGIN")
    con.execute(
        "UPDATE setrisk_private.whatif_cell SET marks = ['unprotected'] "
        "WHERE grid = 'shop 1' AND list_contains($marks, cell)",
        {"marks": marks},
    )
    commands = commands_on(con, "shop 1", "grid", Path("page.html"), 1)
    first, *_ = grid_in_short(con, "shop 1", None, Verdict(False, "no"), Limits(), 1, commands)
    con.execute("ROLLBACK")
    assert first.endswith(said)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ((3, 5, 6, 5, []), "Nobody can hide among 5 of 3 people: take more data, or a lower k (--k)."),
        ((100, 5, 5, 0, [1, 2, 3, 4, 5]), "so that each shows all that the data show: ask for more (--k, --known)"),
        ((100, 5, 5, 1, [1, 2, 3, 4]), "Nothing needed to change"),
        (
            (100, 5, 5, 0, [1]),
            "What helps depends on the reasons: fewer known items (--known) if nobody has as many, or",
        ),
        ((100, None, 2, 2, []), "more time or memory (--time-limit, --memory-limit), fewer known items"),
    ],
)
def test_what_helps_depends_on_what_stood_in_the_way(facts: tuple[Any, ...], said: str) -> None:
    assert said in _next_step(*facts)


@pytest.mark.parametrize(("k", "helps"), [(5, True), (None, True), (20, False)])
def test_a_higher_k_is_proposed_unless_it_was_tried(k: int | None, helps: bool) -> None:
    best = {"parameters": {"k": k}, "error": 0.5, **dict.fromkeys(CRITERIA)}
    assert ("a higher k" in remedies(best, Limits(), 1, None)) == helps


@pytest.mark.parametrize(
    ("k", "sample", "inference", "said", "unsaid"),
    [
        (5, None, 0.05, "a lower k (--k), at more risk; or a higher --max-error", "a larger sample"),
        (5, 2_000, 0.05, "a larger sample (--sample)", "a higher k"),
        (2, None, 0.05, "a higher --max-error", "a lower k"),
        (5, None, 0.2, "no k mends both", "a lower k"),
    ],
)
def test_where_counts_are_too_wrong_a_higher_k_is_no_help(
    k: int, sample: int | None, inference: float, said: str, unsaid: str
) -> None:
    best = {"parameters": {"k": k}, "error": 1.2, **dict.fromkeys(CRITERIA), "inference": inference}
    found = remedies(best, Limits(max_inference=0.1), 1, sample)
    assert said in found
    assert unsaid not in found


def test_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("shop.csv").write_text("\n".join(",".join("abcde"[n % 3 : 3 + n % 3]) for n in range(100)) + "\n")
    assert CliRunner().invoke(cli.app, ["load", "my.duckdb", "shop", "shop.csv", "--format", "baskets"]).exit_code == 0
    options = ["--workers", "1", "--people", "40", "--k", "30", "--max-inference", "0", "--sample", "50"]
    done = CliRunner().invoke(cli.app, ["advise", "my.duckdb", "shop", *options])
    assert done.exit_code == 1, done.output
    lines = done.output.splitlines()
    assert lines[0].endswith("were tried, made of 50 of the transactions, drawn at random.")
    assert "not tried: privbayes and mixture, which need --universe or --from-data" in lines
    assert lines[-1] == "the page, for the owner of the data alone: shop-1.html"
    assert Path("shop-1.html").exists()


def test_an_assessment_of_the_data_loses_nothing_to_advice() -> None:
    def numbers(con: DuckDBPyConnection) -> list[int]:
        ((known, _),) = run(con, "report/assessed_data", dataset="shop").fetchall()
        return list(known)

    with setrisk.connect() as con:
        setrisk.load(con, "shop", con.sql(BASKETS))
        setrisk.assess(con, "shop", object_type="dataset", known="1..3", people=60)
        before = con.sql("FROM setrisk_private.assessed_dataset").fetchall()
        assess_data(con, "shop", [1, 2], 50, ignore_progress)
        assert con.sql("FROM setrisk_private.assessed_dataset").fetchall() == before, "as many were asked"
        assess_data(con, "shop", [1, 2], 150, ignore_progress)
        assert con.sql("FROM setrisk_private.assessed_dataset").fetchall() != before
        assert numbers(con) == [1, 2, 3]
        assess_data(con, "shop", [4], 50, ignore_progress)
        assert numbers(con) == [1, 2, 3, 4]
