"""The gate: marks, limits on risk, and how they are given."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import duckdb
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput, UnknownMethod, UnknownRelease
from setrisk.pipelines.common.share import limit_percent, percent
from setrisk.pipelines.methods.description import METHODS
from setrisk.pipelines.risk.junit import junit
from setrisk.pipelines.risk.limits import Limits

PUBLISHED = "published"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release that was attacked in all ways, and one that was not."""
    path = tmp_path_factory.mktemp("shop") / "shop.duckdb"
    con = setrisk.connect(path)
    con.execute(
        "CREATE TEMP TABLE baskets AS "
        "SELECT n % 40 AS id, 'item ' || ((n * 7 + n // 40) % 9) AS item FROM range(200) AS r(n)"
    )
    setrisk.load(con, "shop", con.table("baskets"), id="id", item="item")
    pairs = [["item 1", "item 2"], ["item 5", "item 6"], ["item 7", "item 8"]]  # of the five that are rare
    given = {"k": 5, "privacy_constraints": [*pairs, ["item 3"]], "max_suppression": 0.9}
    setrisk.protect(con, "shop", "r", **given)
    setrisk.protect(con, "shop", "not_attacked", **given)
    setrisk.attack(con, "r")
    con.close()
    return path


@pytest.fixture
def attacked(made: Path, tmp_path: Path) -> Iterator[DuckDBPyConnection]:
    with setrisk.connect(shutil.copy(made, tmp_path / ".shop.duckdb")) as con:
        yield con


@pytest.fixture(scope="module")
def unchanged(made: Path) -> Iterator[DuckDBPyConnection]:
    """The same for all tests that only ask."""
    with setrisk.connect(made) as con:
        yield con


# Where nothing is against a release, and no limit on risk was given.
UNLIMITED = [("no_limit", None, None, None)]


def refused(con: DuckDBPyConnection, release: str, **given: Any) -> list[tuple[Any, ...]]:
    return [row[1:5] for row in setrisk.check(con, release, **given).fetchall()]


def rounded(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [tuple(round(value, 9) if isinstance(value, float) else value for value in row) for row in rows]


def test_limits_are_held_against_what_risk_says(unchanged: DuckDBPyConnection) -> None:
    risks = unchanged.execute(
        "SELECT r.attack, r.share_at_risk, r.highest_score FROM setrisk.risk_summary('r') AS r ORDER BY ALL"
    ).fetchall()
    own = ["gba:self", "mda:self", "none", "ra:self", "rba:self", "tba:self", "wba:self"]
    assert [attack for attack, _, _ in risks] == own
    assert max(score for _, _, score in risks) > 0
    for limit in (0.0, *sorted({share for _, share, _ in risks}), 1.0):
        # The last digits of a mean depend on the order of its terms.
        expected = [("at_risk", attack, share, limit) for attack, share, _ in risks if share > limit * (1 + 1e-9)]
        assert rounded(refused(unchanged, "r", max_at_risk=limit)) == rounded(expected)
    for limit in (0.0, *sorted({score for _, _, score in risks}), 1.0):
        expected = [("score", attack, score, limit) for attack, _, score in risks if score > limit * (1 + 1e-9)]
        assert rounded(refused(unchanged, "r", max_score=limit)) == rounded(expected)
    assert refused(unchanged, "r") == UNLIMITED


def test_an_attack_that_could_look_at_nobody_is_no_attack(con: DuckDBPyConnection) -> None:
    """The exact attack takes clusters of 12 records at most."""
    rows = [["a", "b"], ["a", "c"], ["b", "c"], ["a", "flu"], ["b", "hiv"]] * 20
    con.execute("CREATE TEMP TABLE rows_of_s AS SELECT unnest($1) AS items", [rows])
    setrisk.load(con, "s", con.table("rows_of_s"))
    setrisk.protect(con, "s", "r", method="anony", r_th=3, cluster_size=20, sensitive=["flu", "hiv"])
    setrisk.attack(con, "r", method=["exact", "global"])
    given = {"max_at_risk": 1, "min_coverage": 0}
    (refusal,) = setrisk.check(con, "r", attacks=["exact"], **given).fetchall()
    assert refusal[1:3] == ("not_attacked", "exact")
    assert refusal[-1] == "exact could say nothing about any of its records"
    assert setrisk.check(con, "r", attacks=["global"], **given).fetchall() == []


def test_an_attack_with_other_parameters_is_named_and_what_to_run(attacked: DuckDBPyConnection) -> None:
    setrisk.protect(attacked, "shop", "guessed", method="disassociation", k=2)
    setrisk.attack(attacked, "guessed", method="random", draws=2, seed=1)
    reasons = setrisk.check(attacked, "guessed", max_at_risk=1, attacks=["random"]).project("reason").fetchall()
    assert (
        "it has not been attacked with random with its default parameters, only by random:self:seed=1:draws=2: run "
        "setrisk attack with no option but --method random",
    ) in reasons


def test_an_attack_whose_risk_is_lost_is_no_attack(attacked: DuckDBPyConnection) -> None:
    """No rows would read as no risk."""
    assert refused(attacked, "r", max_at_risk=1, max_score=1) == []
    # Of one person.
    attacked.execute("DELETE FROM setrisk_private.record_risk WHERE release = 'r' AND attack = 'wba:self' AND tid = 1")
    assert refused(attacked, "r", max_at_risk=1, max_score=1) == [("not_attacked", "wba", None, None)]
    attacked.execute("INSERT INTO setrisk_private.record_risk VALUES ('r', 'wba:self', 1, 1, false, 0, 4, '')")
    assert refused(attacked, "r", max_at_risk=1, max_score=1) == []
    # Of the same person, by all attacks; guessing counts by its draws, which are whole.
    with attacked.cursor() as other:
        other.begin()
        other.execute("DELETE FROM setrisk_private.record_risk WHERE release = 'r' AND tid = 2")
        found = refused(other, "r", max_at_risk=1, max_score=1)
        other.rollback()
    assert found == [("not_attacked", name, None, None) for name in ("gba", "mda", "none", "rba", "tba", "wba")]
    attacked.execute("DELETE FROM setrisk_private.record_risk WHERE release = 'r' AND attack = 'rba:self'")
    assert refused(attacked, "r", max_at_risk=1, max_score=1) == [("not_attacked", "rba", None, None)]
    assert refused(attacked, "r", max_at_risk=1, attacks=["rba"]) == [("not_attacked", "rba", None, None)]
    attacked.execute("DELETE FROM setrisk_private.release_coverage WHERE release = 'r'")
    assert refused(attacked, "r", min_coverage=0.1) == [("coverage", None, None, 0.1)]
    assert refused(attacked, "r", min_coverage=0) == UNLIMITED


@pytest.mark.parametrize(
    "lost", ["draw > 1", "draw = 1", "draw = 2 AND candidates IS NOT DISTINCT FROM (SELECT min(candidates) FROM b)"]
)
def test_guessing_of_which_draws_are_lost_is_no_attack(attacked: DuckDBPyConnection, lost: str) -> None:
    """The mean of those that are left may look better."""
    with attacked.cursor() as other:
        other.begin()
        other.execute("CREATE TEMP TABLE b AS FROM setrisk_private.baseline_draw WHERE release = 'r' AND draw = 2")
        other.execute(f"DELETE FROM setrisk_private.baseline_draw WHERE release = 'r' AND {lost}")
        found = refused(other, "r", max_at_risk=1, max_score=1)
        other.rollback()
    assert found == [("not_attacked", "ra", None, None)]


def test_what_was_not_attacked_is_refused_where_there_are_limits(unchanged: DuckDBPyConnection) -> None:
    everything = [("not_attacked", name, None, None) for name in ("gba", "mda", "ra", "rba", "tba", "wba")]
    assert refused(unchanged, "not_attacked") == UNLIMITED
    assert refused(unchanged, "not_attacked", max_at_risk=1) == everything
    assert refused(unchanged, "not_attacked", max_score=1) == everything
    assert refused(unchanged, "not_attacked", min_coverage=1 / 9) == UNLIMITED
    assert refused(unchanged, "r", max_at_risk=1, attacks=["rba", "ra:self"]) == []
    # A NULL among them names no attack.
    unattacked = "FROM setrisk.refusals('not_attacked', max_at_risk := 1, attacks := [NULL]) SELECT refusal, attack"
    assert unchanged.execute(f"{unattacked} ORDER BY ALL").fetchall() == [row[:2] for row in everything]
    assert refused(unchanged, "r", attacks=["gba:self:context=1", "rba:self:context=1"]) == [
        ("not_attacked", "gba:self:context=1", None, None),
        ("not_attacked", "rba:self:context=1", None, None),
    ]


def test_attacks_may_be_separated_by_commas(attacked: DuckDBPyConnection) -> None:
    texts = attacked.execute("SELECT 'a text of which nothing is known' AS text")
    setrisk.load_corpus(attacked, "tea, milk", texts.df())
    setrisk.attack(attacked, "not_attacked", method="gba", knowledge="tea, milk")
    assert refused(attacked, "not_attacked", attacks=["gba:tea, milk", "gba,rba, ra:self", "rba"]) == [
        ("not_attacked", "ra:self", None, None),
        ("not_attacked", "rba", None, None),
    ]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("gbb", r"there is no attack 'gbb' on .* generalisation; there are .* did you mean 'gba'"),
        ("aba", "there is no attack 'aba'"),
        ("rba,gbb", "there is no attack 'gbb'"),
        ("gba:selv", r"did you mean .*'gba:self'"),
        ("gba:literature", "there is no attack"),
        ("gba:self:context", "there is no attack"),
        ("gba:self:context=x", "there is no attack"),
        ("gba:self:depth=1", "there is no attack"),
        ("rba,", "there is no attack ''"),
        ("none", "there is no attack 'none'"),
    ],
)
def test_attacks_that_there_cannot_be_are_refused(
    unchanged: DuckDBPyConnection, tmp_path: Path, name: str, message: str
) -> None:
    (tmp_path / "limits.toml").write_text(f'attacks = ["{name}"]\n')
    for given in ({"attacks": [name]}, {"limits": tmp_path / "limits.toml"}):
        with pytest.raises(UnknownMethod, match=message):
            setrisk.check(unchanged, "r", **given)
        with pytest.raises(UnknownMethod, match=message):
            setrisk.show(unchanged, "r", **given)


def test_a_report_gives_the_verdict_of_the_gate(attacked: DuckDBPyConnection, tmp_path: Path) -> None:
    limits = tmp_path / "limits.toml"
    limits.write_text('max_at_risk = 1\nmin_coverage = 0\nattacks = ["gba", "ra"]\n')
    setrisk.attack(attacked, "not_attacked", method="ra,gba")
    assert refused(attacked, "not_attacked", limits=limits) == []
    shown = setrisk.show(attacked, "not_attacked", limits=limits).html
    assert "<strong>Red.</strong> Not yet: what was looked at gives no reason against it" in shown
    required = setrisk.show(attacked, "not_attacked", limits=limits, attacks=["rba"]).html
    assert "<strong>Red.</strong> No: it has not been attacked with rba." in required
    # What runs the attack that is missing is said there alone.
    assert ("setrisk attack " in shown, "setrisk attack " in required) == (False, True)


def test_shares_in_tables_are_as_in_sentences(con: DuckDBPyConnection) -> None:
    # Of 2,000 people half a tenth of a percent is one.
    shares = [n / 2000 for n in range(2001)] + [n / 3007 for n in range(3008)] + [1e-5, 0.00049, 0.99951, 0.999999, 1.5]
    rows = con.execute(
        "SELECT s.share, setrisk_internal.percent(s.share) FROM (SELECT unnest(?::DOUBLE[]) AS share) AS s", [shares]
    ).fetchall()
    assert [(share, percent(share)) for share, _ in rows] == rows
    assert len(rows) == len(shares)
    assert con.sql("SELECT setrisk_internal.percent(NULL)").fetchall() == [(None,)]


def test_limits_are_written_as_they_were_given(con: DuckDBPyConnection) -> None:
    shares = [n / 1000 for n in range(1001)] + [n / 3007 for n in range(3008)] + [1e-5, 0.123456, 0.00049]
    rows = con.execute(
        "SELECT s.share, setrisk_internal.limit_percent(s.share) FROM (SELECT unnest(?::DOUBLE[]) AS share) AS s",
        [shares],
    ).fetchall()
    assert [(share, limit_percent(share)) for share, _ in rows] == rows
    assert [limit_percent(share) for share in (0, 0.05, 0.0025, 1)] == ["0 %", "5 %", "0.25 %", "100 %"]
    assert (limit_percent(1e-7), percent(1e-7)) == ("0.00001 %", "0.00001 %")


@pytest.mark.parametrize(
    ("share", "words"),
    [(0, "0.0 %"), (0.025, "2.5 %"), (1, "100.0 %"), (1.2, "100.0 %"), (0.99999, "99.999 %"), (0.0001, "0.01 %")],
)
def test_words_do_not_make_some_of_none_or_all(unchanged: DuckDBPyConnection, share: float, words: str) -> None:
    assert unchanged.execute("SELECT setrisk_internal.percent(?::DOUBLE)", [share]).fetchall() == [(words,)]


def test_guessing_must_have_been_tried_where_there_is_a_limit_on_risk(con: DuckDBPyConnection) -> None:
    con.execute("CREATE TEMP TABLE given AS SELECT ['a', 'b', 'c', 'd'][:1 + n % 4] AS items FROM range(40) AS r(n)")
    setrisk.load(con, "d", con.table("given"))
    setrisk.protect(con, "d", "r", method="disassociation", k=12)
    setrisk.attack(con, "r", method="aba")
    assert refused(con, "r", max_at_risk=1, attacks=["aba"]) == [("not_attacked", "random", None, None)]
    assert refused(con, "r", attacks=["aba"]) == UNLIMITED
    setrisk.attack(con, "r", method="random")
    assert refused(con, "r", max_at_risk=1, attacks=["aba"]) == []
    # By its first draw alone it may look better than it is.
    con.execute("DELETE FROM setrisk_private.baseline_draw")
    assert refused(con, "r", max_at_risk=1, attacks=["aba"]) == [("not_attacked", "random", None, None)]


def test_a_release_whose_whole_risk_is_lost_is_refused_and_reported_on(
    attacked: DuckDBPyConnection, tmp_path: Path
) -> None:
    for table in ("record_risk", "baseline_draw"):
        attacked.execute(f"DELETE FROM setrisk_private.{table} WHERE release = 'r'")
    assert {row[0] for row in refused(attacked, "r", max_at_risk=1)} == {"not_attacked"}
    assert setrisk.check(attacked, "r", max_at_risk=1).fetchall()
    page = setrisk.report(attacked, "r", tmp_path / "r.html", max_at_risk=1).read_text("utf-8")
    assert "It has not been attacked, so it is unknown who is at risk" in page


def test_attacks_without_options_are_all_that_the_gate_asks_for(con: DuckDBPyConnection) -> None:
    con.execute("CREATE TEMP TABLE given AS SELECT ['a', 'b', 'c', 'd'][:1 + n % 4] AS items FROM range(40) AS r(n)")
    setrisk.load(con, "d", con.table("given"))
    for method in ("disassociation", "identity"):
        setrisk.protect(con, "d", method, method=method, **({"k": 2} if method == "disassociation" else {}))
        setrisk.attack(con, method)
        assert "not_attacked" not in [row[0] for row in refused(con, method, max_at_risk=0)]


def test_baselines_are_what_the_registry_calls_so(attacked: DuckDBPyConnection) -> None:
    attacks = [m for m in METHODS if m.task == "attack"]
    listed = attacked.sql("FROM setrisk_internal.attack_methods()").fetchall()
    assert sorted(listed) == sorted((m.name, m.family, m.is_baseline, m.package) for m in attacks)
    for m in attacks:
        attacked.execute(
            "INSERT INTO setrisk.attack_run VALUES ('all', $1, $1, 'self', '{}', true, now()::TIMESTAMP)", [m.name]
        )
    found = attacked.sql("FROM setrisk_internal.attack_runs('all') SELECT method, is_baseline, by_default").fetchall()
    assert sorted(found) == sorted((m.name, m.is_baseline, True) for m in attacks)


def test_limits_come_from_a_file_and_what_is_given_counts_instead(
    unchanged: DuckDBPyConnection, tmp_path: Path
) -> None:
    file = tmp_path / "limits.toml"
    file.write_text('max_score = 0\nattacks = ["rba"]\n')
    from_file = refused(unchanged, "r", limits=file)
    (tmp_path / "percent.toml").write_text('max_score = "0%"\nattacks = ["rba"]\n')
    assert rounded(refused(unchanged, "r", limits=tmp_path / "percent.toml")) == rounded(from_file)
    assert rounded(from_file) == rounded(refused(unchanged, "r", max_score=0, attacks=["rba"]))
    assert from_file
    assert refused(unchanged, "r", limits=str(file), max_score=1) == []
    assert refused(unchanged, "r", limits=file, max_score=1, attacks=["gba:self:context=1"]) == [
        ("not_attacked", "gba:self:context=1", None, None)
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("max_at_risk = 1.5", "max_at_risk is 1.5; it must be a number from 0 to 1"),
        ("max_at_risk = nan", "max_at_risk is nan"),
        ("max_score = true", "max_score is True"),
        ("max_score = '0.5'", "max_score is '0.5'"),
        ("max_at_risk = '150%'", "max_at_risk is '150%'; it must be a number from 0 to 1"),
        ("max_at_risk = '%'", "max_at_risk is '%'; it must be a number from 0 to 1"),
        ("min_coverage = -1", "min_coverage is -1; it must be a number from 0 to 1"),
        ("attacks = 'rba'", "attacks is 'rba'; it must be a list of names"),
        ("attacks = [1]", r"attacks is \[1\]"),
        ("attacks = 3", "attacks is 3"),
        (
            "max_risk = 0.5",
            "there is no limit 'max_risk'; there are max_at_risk, max_score, min_coverage, attacks",
        ),
        ("max_infernce = 0.5", "allow_exported; did you mean 'max_inference'"),
        ("[limits]\nmax_at_risk = 0.5", "there is no limit 'limits'"),
        ("max_at_risk 0.5", "limits.toml is not TOML"),
        ("\0", "limits.toml is not TOML"),
        ("attacks = " + "[" * 60_000, "limits.toml is not TOML"),
        ("# " + "-" * 100_000, "limits.toml is larger than 65,536 bytes"),
        ("max_at_risk = " + "9" * 5_000, "limits.toml is not TOML"),
        ("", "limits.toml has none"),
        ("attacks = []", "limits.toml has none"),
    ],
)
def test_files_that_are_no_limits(unchanged: DuckDBPyConnection, tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "limits.toml").write_text(text)
    with pytest.raises(BadInput, match=message):
        setrisk.check(unchanged, "r", limits=tmp_path / "limits.toml")


def test_bad_input_is_said(attacked: DuckDBPyConnection, tmp_path: Path) -> None:
    with pytest.raises(UnknownRelease, match="there is no release 'nope'"):
        setrisk.check(attacked, "nope", max_at_risk=0.5)
    with pytest.raises(BadInput, match=r"nowhere\.toml: no such file"):
        setrisk.check(attacked, "r", limits=tmp_path / "nowhere.toml")
    for given in ({"max_at_risk": -0.1}, {"max_score": float("nan")}, {"max_score": "much"}):
        with pytest.raises(BadInput, match="it must be a number from 0 to 1"):
            setrisk.check(attacked, "r", **given)
    setrisk.export(attacked, "r", tmp_path / PUBLISHED, anyway=True)
    setrisk.import_release(attacked, "theirs", tmp_path / PUBLISHED)
    assert refused(attacked, "theirs") == [("imported", None, None, None)]
    with pytest.raises(BadInput, match="was not made in this database"):
        setrisk.check(attacked, "theirs", max_at_risk=0.5)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("'r', max_at_risk := 2", "max_at_risk is 2; it must be from 0 to 1"),
        ("'r', max_score := -0.5", "max_score is -0.5"),
        ("'r', max_at_risk := true", "max_at_risk is true; it must be from 0 to 1"),
        ("'r', max_score := 'nan'::DOUBLE", "max_score is nan"),
        ("'nope', max_at_risk := 0.1", "no release nope"),
    ],
)
def test_the_relation_refuses_limits_that_are_none(unchanged: DuckDBPyConnection, call: str, message: str) -> None:
    with pytest.raises(duckdb.Error, match=message):
        unchanged.sql(f"FROM setrisk.refusals({call})").fetchall()


def test_an_attack_that_was_made_weak_is_not_the_one_that_is_asked_for(con: DuckDBPyConnection) -> None:
    con.execute("CREATE TEMP TABLE given AS SELECT ['a', 'b', 'c', 'd'][:1 + n % 4] AS items FROM range(40) AS r(n)")
    setrisk.load(con, "d", con.table("given"))
    setrisk.protect(
        con, "d", "weak", k=15, privacy_constraints=[["c"], ["d"]], utility_constraints=[["a", "b", "c", "d"]]
    )
    setrisk.attack(con, "weak", method=["ra", "mda", "tba", "wba", "gba"])
    assert refused(con, "weak", max_at_risk=1, min_coverage=0) == [("not_attacked", "rba", None, None)]
    setrisk.attack(con, "weak", method="rba", threshold=1e9)
    assert refused(con, "weak", max_at_risk=1, min_coverage=0) == [("not_attacked", "rba", None, None)]
    assert refused(con, "weak", attacks=["rba", "rba"]) == [("not_attacked", "rba", None, None)]
    assert refused(con, "weak", attacks=["rba:self:threshold=1000000000.0"]) == UNLIMITED
    setrisk.attack(con, "weak", method="rba")
    assert refused(con, "weak", attacks=["rba"]) == UNLIMITED
    assert refused(con, "weak", max_at_risk=1, min_coverage=0) == []


def test_junit_has_a_case_for_each_kind_of_refusal(attacked: DuckDBPyConnection) -> None:
    awkward = '<script>"it\'s"&\x01\x1b[31m 🙂'
    setrisk.protect(attacked, "shop", awkward, method="identity")
    for release, given, failing, skipped in (
        ("r", {"max_at_risk": 1, "max_score": 1, "min_coverage": 0}, [], []),
        ("r", {"max_score": 0, "attacks": ["gba:self:context=1"]}, ["not_attacked", "score"], ["at_risk"]),
        (awkward, {"min_coverage": 1}, ["marks", "coverage"], ["not_attacked", "at_risk", "score", "no_limit"]),
        (awkward, {"max_at_risk": 0.5}, ["marks", "not_attacked", "at_risk", "coverage"], ["score"]),
        ("r", {}, ["no_limit"], ["not_attacked", "at_risk", "score", "coverage"]),
    ):
        suite = ElementTree.fromstring(
            junit(release, setrisk.check(attacked, release, **given), Limits.from_arguments(given))
        )  # type: ignore[arg-type]
        assert ", ".join(str(case.get("name")) for case in suite) == (
            "marks, series, empty, exported, not_attacked, at_risk, score, coverage, narrowing, inference, "
            "linkability, singling_out, no_limit"
        )
        assert [case.get("name") for case in suite if case.find("failure") is not None] == failing
        criteria = ["narrowing", "inference", "linkability", "singling_out"]
        left_out = [case.get("name") for case in suite if case.find("skipped") is not None]
        assert [name for name in left_out if name not in criteria] == skipped
        assert (suite.get("tests"), suite.get("failures")) == ("13", str(len(failing)))
        assert suite.get("skipped") == str(len(skipped) + len(criteria))
        assert suite[0].get("classname") == release.replace("\x01", "?").replace("\x1b", "?")
        assert all(case.find("failure").get("message") for case in suite if case.get("name") in failing)  # type: ignore[union-attr]


def test_what_attacks_found_of_a_series_goes_with_the_series_that_they_compared(tmp_path: Path) -> None:
    """A release that comes later, from here or from elsewhere, or goes, tells more or less of those that are there."""

    def attacked_with(con: DuckDBPyConnection) -> list[Any]:
        return con.execute("SELECT DISTINCT s.method FROM setrisk_internal.attack_runs('first') AS s").fetchall()

    sensitive = {"sensitive": ["item 1", "item 2"], "cluster_size": 6, "r_th": 4.0, "series": "both", "seed": 1}
    with setrisk.connect() as con:
        for n in (1, 2):
            rows = con.sql(
                f"SELECT n % 40 AS id, 'item ' || ((n * 7 + n // (39 + {n})) % 9) AS item FROM range(200) t(n)"
            )
            setrisk.load(con, f"shop {n}", rows, id="id", item="item")
        setrisk.protect(con, "shop 1", "first", method="anony", **sensitive)
        setrisk.export(con, "first", tmp_path / "first", anyway=True)
        limits = {"max_at_risk": 1.0, "min_coverage": 0.0, "attacks": ["cluster", "transitive"]}
        left = {k: v for k, v in sensitive.items() if k != "sensitive"}
        changes = (
            lambda: setrisk.protect(con, "shop 2", "second", method="anony", **left),
            lambda: setrisk.drop(con, "second"),
            lambda: setrisk.import_release(con, "third", tmp_path / "first", series="both"),
        )
        for change in changes:
            setrisk.attack(con, "first")
            assert len(attacked_with(con)) >= 3
            assert "not_attacked" not in {refusal for refusal, *_ in refused(con, "first", **limits)}
            change()
            assert attacked_with(con) == []
            reasons = [row[-1] for row in setrisk.check(con, "first", **limits).fetchall() if row[1] == "not_attacked"]
            has_others = len(con.execute("SELECT s.release FROM setrisk.series AS s").fetchall()) > 1
            said = " since its series last changed" if has_others else ""
            assert reasons == [f"it has not been attacked with {method}{said}" for method in ("cluster", "transitive")]
            ((n_left,),) = con.execute(
                "SELECT count(*) FROM setrisk_private.record_risk AS r WHERE r.release = 'first' AND r.attack <> 'none'"
            ).fetchall()
            assert n_left == 0


def test_a_share_that_is_rounded_to_its_limit_is_told_in_people(unchanged: DuckDBPyConnection) -> None:
    summary = unchanged.execute(
        "SELECT r.attack, r.share_at_risk FROM setrisk.risk_summary('r') AS r WHERE NOT r.is_baseline"
    ).fetchall()
    attack, share = max(summary, key=lambda row: row[1])
    limit = share - 1e-5
    reasons = {row[2]: row[-1] for row in setrisk.check(unchanged, "r", max_at_risk=limit, min_coverage=0).fetchall()}
    said = f"{100 * share:.1f} %"
    assert f"({said}); the limit is {round(100 * limit, 6)} %, which is {int(limit * 40)} people" in reasons[attack]


def test_names_with_commas_are_told_apart_in_the_evidence() -> None:
    with setrisk.connect() as con:
        baskets = [["oil, virgin", "tea"], ["oil, virgin", "tea", "{x"], ["a", "tea"]]
        con.execute("CREATE TABLE t AS SELECT unnest($1) AS items", [baskets])
        setrisk.load(con, "d", con.table("t"))
        setrisk.protect(
            con, "d", "r", method="coat", k=3, privacy_constraints=[["oil, virgin", "tea"], ["{x"]], max_suppression=1
        )
        setrisk.attack(con, "r")
        told = con.execute("SELECT string_agg(r.evidence, ';') FROM setrisk.risk('r') AS r").fetchall()[0][0]
        assert '"oil, virgin"' in told
        quoted = "SELECT setrisk_internal.quoted(x) FROM (VALUES ('a b'), ('{x'), ('a,b')) AS v(x)"
        assert con.execute(quoted).fetchall() == [
            ("a b",), ('"{x"',), ('"a,b"',),
        ]  # fmt: skip


def test_junit_names_the_limits_that_were_not_given(unchanged: DuckDBPyConnection) -> None:
    written = junit("r", setrisk.check(unchanged, "r"), Limits())
    assert "not examined: none of attacks, max_at_risk, max_score was given" in written
    assert "not examined: no value of max_at_risk was given" in written
