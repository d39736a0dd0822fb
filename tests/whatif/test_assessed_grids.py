"""A grid measures all its releases by the same people who are held out, and recommends across families by that."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from duckdb import DuckDBPyConnection
from typer.testing import CliRunner

import setrisk
from setrisk import cli
from setrisk.errors import BadInput, UnknownRelease
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.risk.limits import Limits
from setrisk.pipelines.whatif.recommend import verdict_on_grid

ITEMS = [f"item {number}" for number in range(23)]
BASKETS = (
    "SELECT list_distinct(list_transform(range(3 + n % 4), lambda j: 'item ' || ((n * n * (j + 1) + 7 * j + n) % 23))) "
    "AS items FROM range(200) AS r(n)"
)
FEW: dict[str, Any] = {"pairs": 5, "reconstructions": 2, "workers": 1, "known": 1, "people": 60}
COLUMNS = "narrowing, inference, linkability, singling_out"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A grid over all families, of which the noisy release is kept."""
    path = str(tmp_path_factory.mktemp("grids") / "my.duckdb")
    with setrisk.connect(path) as con:
        setrisk.load(con, "shop", con.sql(BASKETS))
        con.execute("CREATE TABLE rare AS SELECT r.items FROM setrisk.rare_itemsets('shop', k := 3) AS r")
        # Whoever is held out is the only one with it.
        con.execute("INSERT INTO rare VALUES (['item 1', 'item 2'])")
        setrisk.whatif(
            con, "shop", grid="g", method=["disassociation", "anony", "privbayes", "coat"], k=[3, 200], r_th=2,
            cluster_size=3, sensitive=["item 1"], epsilon=5, universe=ITEMS, privacy_constraints="rare", keep=True,
            attacks=["aba", "cluster", "linkage", "rba"], **FEW,
        )  # fmt: skip
    return path


@pytest.fixture
def con(path: str) -> Iterator[DuckDBPyConnection]:
    with setrisk.connect(path) as connection:
        yield connection


def results(con: DuckDBPyConnection, columns: str) -> list[tuple[Any, ...]]:
    return con.sql(f"SELECT {columns} FROM setrisk.whatif_results('g') AS w ORDER BY w.cell").fetchall()


def test_what_was_not_assessed_says_why_and_keeps_no_limit(con: DuckDBPyConnection) -> None:
    found = {
        (method, k): row for method, k, *row in results(con, f"method, parameters->>'k', assessment_failure, {COLUMNS}")
    }
    assert "cannot be made again without a fifth of its people" in found["disassociation", "200"][0]
    assert "one of a series" in found["anony", None][0]
    for key in (("disassociation", "200"), ("anony", None)):
        assert found[key][1:] == [None] * 4
    assert found["disassociation", "3"][0] is found["privbayes", None][0] is found["coat", "3"][0] is None
    # Its attacks never work, which shows nothing, whatever its noise is; and its records are not those of people.
    assert found["privbayes", None][1] is None
    assert found["privbayes", None][2] is None
    for limit in ("max_narrowing", "max_inference"):
        cells = {row[0] for row in judged(con, **{limit: 0.999})}
        assert cells
        assert not cells & {cell for cell, failure in results(con, "cell, assessment_failure") if failure}


def test_all_reasons_are_said_and_a_limit_of_all_people_is_none(con: DuckDBPyConnection) -> None:
    (noisy,) = (cell for cell, method in results(con, "cell, method") if method == "privbayes")
    given = {"max_narrowing": 0.9, "max_inference": 0.9, "max_linkability": None, "max_singling_out": None}
    said = dict(run(con, "whatif/obstacles", grid="g", known=[1, 2], needs_attacks=False, **given).fetchall())
    assert said[noisy] == (
        "it was not assessed for attackers who know 2 items: go by --known 1 here, or run setrisk whatif with the "
        "others, too; narrowing does not apply to it, since noise breaks the "
        "tie between records and people: leave out max_narrowing, and limit the other criteria"
    )
    assert (
        run(con, "whatif/obstacles", grid="g", known=None, needs_attacks=False, **dict.fromkeys(given, 1)).fetchall()
        == []
    )
    query = "SELECT r.is_within FROM setrisk.recommended('g', max_error := 2, min_coverage := 0{}) AS r"
    for limit in ("", ", max_linkability := 1"):
        assert con.sql(query.format(limit)).fetchall() == [(None,)]


def test_numbers_that_are_named_must_have_been_measured(con: DuckDBPyConnection) -> None:
    con.execute("BEGIN")
    con.execute("UPDATE setrisk_private.whatif_cell SET asked_known = [1, 50] WHERE asked_known IS NOT NULL")
    given = {"min_coverage": 0, "max_error": 2}
    for limit in (0.001, 0.999):  # above the limit or below, it is unknown
        assert setrisk.recommend(con, "g", known=[1, 50], max_inference=limit, **given).fetchall() == []
    assert setrisk.recommend(con, "g", known=1, max_inference=0.999, **given).fetchall()
    no_limit = dict.fromkeys(("max_narrowing", "max_linkability", "max_singling_out"))
    said = run(
        con, "whatif/obstacles", grid="g", known=[1, 50], max_inference=0.9, needs_attacks=False, **no_limit
    ).fetchall()
    assert any("no guess of inference could be made by 50 items, since nobody has" in reason for _, reason in said)
    con.execute("ROLLBACK")


def judged(con: DuckDBPyConnection, **limits: Any) -> list[tuple[Any, ...]]:
    """All that may be recommended, the best first."""
    found = []
    con.execute("BEGIN")
    while rows := setrisk.recommend(con, "g", min_coverage=0, max_error=2, known=1, **limits).fetchall():
        found += rows
        con.execute("UPDATE setrisk_private.whatif_cell SET failure = 'seen' WHERE cell = ?", [rows[0][0]])
    con.execute("ROLLBACK")
    return found


def test_the_highest_upper_end_is_held_against_the_limit(con: DuckDBPyConnection) -> None:
    highest = dict(
        con.sql(
            "SELECT r.cell, max(r.risk_high) FROM setrisk.whatif_assessed_risk('g') AS r "
            "WHERE r.criterion = 'inference' GROUP BY r.cell"
        ).fetchall()
    )
    shown = dict(results(con, "cell, inference"))
    assert {cell: value for cell, value in shown.items() if value is not None}.items() <= highest.items()
    least = min(value for value in shown.values() if value is not None)
    row = setrisk.recommend(con, "g", min_coverage=0, max_error=2, known=1, max_inference=least)
    assert row.project("is_within, inference, excess").fetchall() == [(True, least, 0)]
    row = setrisk.recommend(con, "g", min_coverage=0, max_error=2, known=1, max_inference=least / 2)
    ((is_within, excess),) = row.project("is_within, excess").fetchall()
    assert (is_within, excess) == (False, pytest.approx(least / 2))
    # The grid was assessed for attackers who know one item: that is not enough unless it is asked for.
    assert setrisk.recommend(con, "g", min_coverage=0, max_error=2, max_inference=least).fetchall() == []
    with pytest.raises(BadInput, match="max_linkability is 2; it must be a number from 0 to 1"):
        setrisk.recommend(con, "g", max_linkability=2)


def test_limits_on_what_assessing_finds_ask_for_no_coverage(con: DuckDBPyConnection) -> None:
    """They do not go by what a release promises; limits on that, and none, ask for half."""
    con.execute("BEGIN")
    con.execute("UPDATE setrisk_private.whatif_cell SET coverage = 0.1")
    query = "SELECT r.is_within FROM setrisk.recommended('g', max_error := 2, known := [1], {}) AS r"
    for limits, is_within in (
        ("max_inference := 0.99", True),
        ("max_inference := 0.99, min_coverage := 0.5", False),
        ("max_inference := 0.99, max_at_risk := 1", False),
        ("max_inference := 1", False),
    ):
        assert con.sql(query.format(limits)).fetchall() == [(is_within,)], limits
    con.execute("ROLLBACK")


def test_attacks_that_hardly_work_count_if_they_work_on_the_data_as_they_are(con: DuckDBPyConnection) -> None:
    """For the known items that the grid was asked about; and the yes says so."""
    con.execute("BEGIN")
    # Noise needs no attack that works.
    con.execute("DELETE FROM setrisk_private.whatif_cell WHERE contains(CAST(parameters AS VARCHAR), 'epsilon')")
    con.execute(
        "UPDATE setrisk_private.whatif_assessed_attack SET attempts = 1000, successes = 50 "
        "WHERE criterion = 'inference'"
    )
    limits = Limits(max_inference=0.1, min_coverage=0, known=1)

    def verdict() -> tuple[bool, str]:
        found = setrisk.recommend(con, "g", max_inference=0.1, min_coverage=0, max_error=2, known=1)
        best = [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]
        said = verdict_on_grid(con, "g", best[0] if best else None, limits, 2)
        return said.passes, " ".join([said.sentence, *said.notes])

    for known in (2, 1):
        passes, said = verdict()
        assert not passes
        assert "run setrisk assess on the data set shop itself, too, with --known 1" in said
        con.execute(
            "INSERT INTO setrisk_private.assessed_dataset BY NAME "
            "SELECT 'shop' AS dataset, 'inference' AS criterion, ? AS known, c.choice, 'uniform' AS adversary, "
            "a.variant, 1000 AS attempts, a.successes, 1 AS scale FROM (VALUES ('random'), ('rarest')) AS c(choice), "
            "(VALUES ('main', 900), ('control', 50), ('naive', 50)) AS a(variant, successes)",
            [known],
        )
    passes, said = verdict()
    assert passes
    assert "; the attacks by inference, which work on the data as they are, were right no more often than may" in said
    con.execute("ROLLBACK")


def test_null_is_a_limit_that_was_not_given(con: DuckDBPyConnection) -> None:
    con.execute("BEGIN")
    con.execute("UPDATE setrisk_private.whatif_cell SET coverage = 0.2, error = 1.25")
    query = "SELECT r.is_within, r.excess FROM setrisk.recommended('g', max_at_risk := 1{}) AS r"
    for given, excess in (("max_error := 2", 0.3), ("min_coverage := 0", 0.25)):
        for other in ("", ", min_coverage := NULL" if "error" in given else ", max_error := NULL"):
            ((is_within, found),) = con.sql(query.format(f", {given}{other}")).fetchall()
            assert (is_within, found) == (False, pytest.approx(excess)), other
    con.execute("ROLLBACK")


def test_a_grid_and_assess_measure_by_the_same_people(con: DuckDBPyConnection) -> None:
    setrisk.protect(con, "shop", "again", method="identity")
    setrisk.assess(con, "again", known=1, people=60, k=5)
    setrisk.whatif(con, "shop", grid="as it is", method="identity", attacks="linkage", **FEW)
    columns = "criterion, known, choice, risk, risk_low, risk_high, is_weak, sentence"
    assert (
        con.sql(f"SELECT {columns} FROM setrisk.whatif_assessed_risk('as it is') ORDER BY ALL").fetchall()
        == con.sql(f"SELECT {columns} FROM setrisk.assessed_risk('again') ORDER BY ALL").fetchall()
    )
    setrisk.drop(con, "as it is")
    setrisk.drop(con, "again")
    assert con.sql("SELECT DISTINCT grid FROM setrisk_private.whatif_assessed_attack").fetchall() == [("g",)]


def test_a_release_that_is_kept_is_assessed(con: DuckDBPyConnection) -> None:
    (release, inference), *_ = con.sql(
        "SELECT w.release, w.inference FROM setrisk.whatif_results('g') AS w WHERE w.release IS NOT NULL AND "
        "w.inference IS NOT NULL ORDER BY w.cell"
    ).fetchall()
    ((noisy,),) = con.sql(
        "SELECT w.release FROM setrisk.whatif_results('g') AS w WHERE w.method = 'privbayes'"
    ).fetchall()
    assert setrisk.check(con, release, known=1, max_inference=inference).fetchall() == []
    ((refusal, found),) = (
        setrisk.check(con, release, known=1, max_inference=inference / 2).project("refusal, found").fetchall()
    )
    assert (refusal, found) == ("inference", inference)
    # Nothing of the copies is here, and epsilon is spent once.
    assert con.sql("SELECT count(*) FROM setrisk_private.dataset").fetchall() == [(1,)]
    assert con.sql("SELECT s.release FROM setrisk_private.spending AS s").fetchall() == [(noisy,)]


def test_a_report_has_the_data_as_they_are_and_the_limit_on_the_error(con: DuckDBPyConnection) -> None:
    assert "before: the data as they are" not in setrisk.show(con, "g").html
    con.execute(
        "INSERT INTO setrisk_private.assessed_dataset BY NAME SELECT 'shop' AS dataset, a.* EXCLUDE (grid, cell) "
        "FROM setrisk_private.whatif_assessed_attack AS a WHERE a.cell = (SELECT min(cell) FROM "
        "setrisk_private.whatif_assessed_attack)"
    )
    # Nobody has the data set's own sentence of a release.
    ((said,),) = con.sql(
        "SELECT DISTINCT r.sentence LIKE '%without being in these data%' FROM setrisk.assessed_risk('shop') AS r "
        "WHERE r.criterion = 'inference'"
    ).fetchall()
    assert said
    page = setrisk.show(con, "g", max_error=0.001).html
    assert "before: the data as they are" in page
    assert "error at most 0.001" in page
    assert "--max-error 0.001" in page
    con.execute("DELETE FROM setrisk_private.assessed_dataset")
    with pytest.raises(BadInput, match="max_error is a limit on the releases of a grid"):
        setrisk.show(con, "g 3", object_type="release", max_error=1)
    for name in ("check", "report"):
        with pytest.raises(UnknownRelease, match="'shop' is a data set, and not a release of one"):
            getattr(setrisk, name)(con, "shop", *(["shop.html"] if name == "report" else []))


def test_on_the_command_line(path: str) -> None:
    with setrisk.connect(path) as con:
        limit = min(value for (value,) in results(con, "inference") if value is not None)
    given = ["recommend", path, "g", "--min-coverage", "0", "--max-error", "2", "--max-inference", f"{limit + 1e-6}"]
    found = CliRunner().invoke(cli.app, given)
    assert found.exit_code == 1
    assert "it was not assessed for attackers who know 2, 3, 4 items" in found.output
    assert "they were assessed for attackers who know 1 item of a person" in found.output
    given += ["--known", "1"]
    shown = json.loads(CliRunner().invoke(cli.app, [*given, "--format", "json"]).output)
    assert (shown["grid"], shown["passes"], len(shown["recommended"])) == ("g", True, 1)
    assessed_for = "they were assessed for attackers who know 1 item of a person, and for no others"
    assert shown["assessed_for"].startswith(assessed_for)
    assert "; linkability is that of recognising a person among at most " in shown["assessed_for"]
    found = CliRunner().invoke(cli.app, given)
    assert found.exit_code == 0, found.output
    assert "of the releases were not assessed: what they give away is unknown, and keeps no limit" in found.output
    assert " inference at most " in found.output
    assert shown["assessed_for"] in found.output
    found = CliRunner().invoke(cli.app, [*given, "--max-narrowing", "0"])
    assert found.exit_code == 1
    found = CliRunner().invoke(
        cli.app,
        ["whatif", path, "shop", "--method", "identity", "--no-assess", "--pairs", "5", "--grid", "without"],
    )
    assert "1 of the releases was not assessed" in found.output
    with setrisk.connect(path) as con:
        failures = con.sql("SELECT w.assessment_failure FROM setrisk.whatif_results('without') AS w").fetchall()
        assert failures == [("the grid was tried without assessing",)]
        assert setrisk.recommend(con, "without", min_coverage=0, max_inference=0.99).fetchall() == []
