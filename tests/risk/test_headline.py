"""What the risk of a release comes to: the worst of all attacks and of guessing, how much of the data it is about, and
that each output says where no attack beats guessing.
"""

import itertools
import json
import random
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from duckdb import DuckDBPyConnection
from typer.testing import CliRunner

import setrisk
import setrisk.sql as relations
from setrisk import cli
from setrisk.errors import BadInput
from setrisk.pipelines.generalisation import constraints
from setrisk.pipelines.risk import stored_risk

NOT_BEATEN = "no attack that was run puts more at risk than guessing"


def baskets(seed: int, n: int = 240) -> list[list[str]]:
    """Of items without any meaning, so that there is nothing that an attack can see and guessing cannot."""
    draw = random.Random(seed)
    return [[f"i{min(int(draw.paretovariate(0.7)), 25)}" for _ in range(draw.randint(1, 7))] for _ in range(n)]


def load(con: DuckDBPyConnection, dataset: str, rows: list[list[str]]) -> None:
    con.execute(
        "CREATE OR REPLACE TEMP TABLE given AS SELECT items::VARCHAR[] AS items FROM (SELECT unnest(?) AS items)",
        [rows],
    )
    setrisk.load(con, dataset, con.table("given"), format="lists")


def fetch(con: DuckDBPyConnection, query: str, *given: Any) -> list[tuple[Any, ...]]:
    return con.execute(query, list(given)).fetchall()


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Releases by two methods that were attacked in all ways, and one that was not attacked."""
    path = tmp_path_factory.mktemp("shop") / "shop.duckdb"
    with setrisk.connect(path) as con:
        load(con, "shop", baskets(0))
        con.execute("CREATE TABLE rare AS SELECT r.items FROM setrisk.rare_itemsets('shop', k := 3) AS r")
        setrisk.protect(con, "shop", "chunks", method="disassociation", k=3, seed=1)
        setrisk.protect(con, "shop", "sets", method="coat", k=3, privacy_constraints="rare", max_suppression=1)
        setrisk.protect(con, "shop", "new", method="disassociation", k=3)
        for release in ("chunks", "sets"):
            setrisk.attack(con, release)
    return path


@pytest.fixture(scope="module")
def tried(attacked: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with a grid of two releases: the first promises to protect single items, the second pairs, too."""
    path = Path(shutil.copy(attacked, tmp_path_factory.mktemp("tried") / "shop.duckdb"))
    with setrisk.connect(path) as con:
        setrisk.whatif(
            con, "shop", assess=False, method="disassociation", k=3, m=[1, 2], seed=1, attacks="aba", pairs=5,
            reconstructions=2, workers=1, grid="g",
        )  # fmt: skip
    return path


@pytest.fixture
def grid(tried: Path, tmp_path: Path) -> Iterator[DuckDBPyConnection]:
    with setrisk.connect(shutil.copy(tried, tmp_path / "shop.duckdb")) as con:
        yield con


@pytest.fixture
def shop(attacked: Path, tmp_path: Path) -> Iterator[DuckDBPyConnection]:
    with setrisk.connect(shutil.copy(attacked, tmp_path / "shop.duckdb")) as con:
        yield con


@pytest.mark.parametrize(("release", "method"), [("chunks", "random"), ("sets", "ra")])
def test_guessing_counts_by_its_mean_over_draws(
    shop: DuckDBPyConnection, release: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Two draws of 240 records are looked at together, then two more, then one.
    monkeypatch.setattr(stored_risk, "MOST_RECORDS_AT_ONCE", 500)
    at_risk, scores = [], []
    for seed in range(5):
        setrisk.attack(shop, release, method=method, seed=seed, draws=1)
        name = f"{method}:self" + (f":seed={seed}" if seed else "") + ":draws=1"
        ((n, mean),) = fetch(
            shop,
            "SELECT count(*) FILTER (WHERE r.at_risk), avg(r.score) FROM setrisk.risk(?) AS r WHERE r.attack = ?",
            release,
            name,
        )
        at_risk.append(n)
        scores.append(mean)
    # An attack by knowledge that is called so stays, and nothing of the single draws does.
    for table in ("setrisk.attack_run", "setrisk_private.record_risk"):
        shop.execute(
            f"INSERT INTO {table} BY NAME "
            f"SELECT r.* REPLACE ($1 || ':self:draws=5:draw=2' AS attack) FROM {table} AS r "
            "WHERE r.release = $2 AND r.attack = $1 || ':self:draws=1'",
            [method, release],
        )
    stored = (
        "SELECT a.attack, count(r.tid) FROM setrisk.attack_run AS a LEFT JOIN setrisk_private.record_risk AS r "
        "ON r.release = a.release AND r.attack = a.attack WHERE a.release = ? GROUP BY ALL"
    )
    before = set(fetch(shop, stored, release))
    setrisk.attack(shop, release, method=method, draws=5)
    assert set(fetch(shop, stored, release)) - before == {(f"{method}:self:draws=5", 240)}
    assert before <= set(fetch(shop, stored, release))
    ((draws, records, mean_at_risk, share, mean_score),) = fetch(
        shop,
        "SELECT s.draws, s.records, s.records_at_risk, s.share_at_risk, s.mean_score FROM setrisk.risk_summary(?) AS s "
        "WHERE s.attack = ?",
        release,
        f"{method}:self:draws=5",
    )
    assert len(set(at_risk)) > 1
    assert (draws, records, mean_at_risk) == (5, 240, sum(at_risk) / 5)
    assert share == pytest.approx(sum(at_risk) / (5 * 240))
    assert mean_score == pytest.approx(sum(scores) / 5)


def test_nothing_of_single_draws_stays_in_any_table_of_what_attacks_find() -> None:
    of_attacks = {
        f"{table.schema}.{table.name}"
        for table in relations.tables()
        if {"release", "attack"} <= {column.name for column in table.columns}
    }
    # What assess counts has attacks of its own, which have the names of roles; guessing is not calibrated; and rules
    # are counted, not guessed.
    deleted = set(relations.statement("risk/store_baseline_draws").header.writes)
    assert deleted == of_attacks - {
        "setrisk_private.assessed_attack", "setrisk.elimination_belief", "setrisk.sensitive_rule"
    }  # fmt: skip


def test_stored_risk_is_what_is_computed(shop: DuckDBPyConnection) -> None:
    for release, attack in fetch(shop, "SELECT a.release, a.attack FROM setrisk.attack_run AS a"):
        stored = fetch(
            shop,
            "SELECT r.record, r.tid, r.at_risk, r.score, r.evidence FROM setrisk.risk(?) AS r "
            "WHERE r.attack = ? ORDER BY ALL",
            release,
            attack,
        )
        computed = "disassociation_risk" if release == "chunks" else "generalisation_risk"
        query = (
            "SELECT c.record, c.tid, c.at_risk, c.score, c.evidence "
            f"FROM setrisk_internal.{computed}(?, attacks := [?]) AS c ORDER BY ALL"
        )
        assert stored == fetch(shop, query, release, attack)
        assert len(stored) == 240


def test_the_worst_of_all_attacks_and_of_guessing_is_what_counts(shop: DuckDBPyConnection) -> None:
    for release in ("chunks", "sets"):
        summary = fetch(
            shop, "SELECT s.attack, s.is_baseline, s.share_at_risk FROM setrisk.risk_summary(?) AS s", release
        )
        shares = {attack: share for attack, _, share in summary}
        best = max(share for attack, is_baseline, share in summary if not is_baseline and attack != "none")
        guessing = max(share for _, is_baseline, share in summary if is_baseline)
        ((worst, share, best_share, baseline_share, beats),) = fetch(
            shop,
            "SELECT h.worst_attack, h.share_at_risk, h.best_share, h.baseline_share, h.beats_baseline "
            "FROM setrisk.risk_headline(?) AS h",
            release,
        )
        assert share == max(shares.values()) == shares[worst]
        assert (best_share, baseline_share, beats) == (best, guessing, best > guessing)
        marks = [row for row in setrisk.check(shop, release).fetchall() if row[1] != "no_limit"]
        assert setrisk.check(shop, release, max_at_risk=share).fetchall() == marks
        refused = setrisk.check(shop, release, max_at_risk=share - 1e-6).fetchall()
        assert {row[2] for row in refused if row[1] == "at_risk"} == {
            attack for attack, each in shares.items() if each == share
        }


def test_every_output_says_where_no_attack_beats_guessing(shop: DuckDBPyConnection) -> None:
    ((beats, sentence),) = fetch(shop, "SELECT h.beats_baseline, h.sentence FROM setrisk.risk_headline('chunks') AS h")
    assert beats is False
    assert NOT_BEATEN in sentence
    file = shop.execute("SELECT d.path FROM duckdb_databases() AS d WHERE d.path IS NOT NULL").fetchall()[0][0]
    shop.close()
    for command in (
        ["risk", file, "chunks"],
        ["risk", file, "chunks", "--detailed"],
        ["evaluate", file, "chunks", "--draws", "2"],
        ["check", file, "chunks"],
        ["check", file, "chunks", "--max-at-risk", "0.5"],
        [
            "whatif",
            file,
            "shop",
            "--method",
            "disassociation",
            "--k",
            "3",
            "--seed",
            "1",
            "--pairs",
            "5",
            "--reconstructions",
            "2",
            "--no-assess",
            "--workers",
            "1",
            "--grid",
            "g",
        ],
        ["recommend", file, "g"],
    ):
        output = CliRunner().invoke(cli.app, [str(word) for word in command]).output
        # Once for each release or grid: no two sentences say it one below the other.
        assert output.count("no attack") == output.count(NOT_BEATEN) == 1, command
    with setrisk.connect(file) as con:
        for reported in ("chunks", "g"):
            assert NOT_BEATEN in setrisk.show(con, reported).html


def test_a_release_that_was_not_attacked_is_of_unknown_risk(shop: DuckDBPyConnection) -> None:
    ((worst, best, sentence),) = fetch(
        shop, "SELECT h.worst_attack, h.best_attack, h.sentence FROM setrisk.risk_headline('new') AS h"
    )
    assert (worst, best) == ("none", None)
    numbers = "SELECT h.share_at_risk, h.mean_score, h.highest_score FROM setrisk.risk_headline('new') AS h"
    assert fetch(shop, numbers) == [(None, None, None)]
    assert sentence.startswith("it has not been attacked, so it is unknown whether it keeps what it promises; ")
    # There are rows: that there are none would read as no risk.
    assert fetch(shop, "SELECT DISTINCT r.attack FROM setrisk.risk('new') AS r") == [("none",)]
    setrisk.attack(shop, "new", method="random")
    ((sentence,),) = fetch(shop, "SELECT h.sentence FROM setrisk.risk_headline('new') AS h")
    assert "; no attack other than guessing was run; " in sentence
    assert None not in fetch(shop, numbers)[0]
    setrisk.drop(shop, "new")
    setrisk.protect(shop, "shop", "new", method="disassociation", k=3)
    setrisk.attack(shop, "new", method="aba")
    ((sentence,),) = fetch(shop, "SELECT h.sentence FROM setrisk.risk_headline('new') AS h")
    assert sentence.endswith(
        "; there is nothing to compare with, since the random baseline was not run: random; not run with their default "
        "parameters: assignment, cover, mra, rga; "
        "it promises to protect all rare itemsets of one or two items"
    )


@pytest.mark.parametrize(("release", "words"), [("chunks", r"leads to (\d+) "), ("sets", r"leaves (\d+) of")])
def test_a_threshold_counts_those_with_fewer_candidates(shop: DuckDBPyConnection, release: str, words: str) -> None:
    own = fetch(shop, "SELECT r.attack, r.tid, r.at_risk FROM setrisk.risk(?) AS r ORDER BY ALL", release)
    same = "SELECT r.attack, r.tid, r.at_risk FROM setrisk.risk(?, at_risk_below := 3) AS r ORDER BY ALL"
    assert own == fetch(shop, same, release)
    before = 0
    for threshold in (2, 3, 5, 50):
        rows = fetch(
            shop,
            "SELECT r.at_risk, r.evidence, r.attack FROM setrisk.risk(?, at_risk_below := ?) AS r",
            release,
            threshold,
        )
        if release == "sets":  # evidence there names the itemset with the fewest candidates
            found = [re.search(words, evidence) for _, evidence, _ in rows]
            assert [at_risk for at_risk, *_ in rows] == [bool(m and int(m[1]) < threshold) for m in found]
        n = sum(at_risk for at_risk, *_ in rows)
        assert n >= before
        before = n
    assert before > sum(at_risk for *_, at_risk in own)
    with pytest.raises(BadInput, match="at_risk_below is 1; it must be a whole number of at least 2"):
        setrisk.risk(shop, release, at_risk_below=1)


def rare(rows: list[list[str]], k: int) -> set[frozenset[str]]:
    held = Counter(
        frozenset(itemset)
        for row in rows
        for size in (1, 2)
        for itemset in itertools.combinations(sorted(set(row)), size)
    )
    return {itemset for itemset, n in held.items() if n < k}


@pytest.mark.parametrize("k", [2, 4])
def test_coverage_is_the_share_of_the_rare_itemsets(con: DuckDBPyConnection, k: int) -> None:
    rows = baskets(3, 120)
    load(con, "d", rows)
    all_items = {item for row in rows for item in row}
    few = rare(rows, k)
    columns = "c.n_constraints, c.covered_items, c.all_items, c.rare_itemsets, c.covered_itemsets, c.coverage"

    def coverage(release: str) -> tuple[Any, ...]:
        ((*found,),) = fetch(con, f"SELECT {columns} FROM setrisk.coverage(?) AS c", release)
        return tuple(found)

    privacy = [sorted(itemset) for itemset in sorted(few, key=sorted)[::3]] + [sorted(all_items)[:4]]
    setrisk.protect(con, "d", "sets", method="coat", k=k, privacy_constraints=privacy, max_suppression=1)
    covered = {itemset for itemset in few if any(itemset <= set(constraint) for constraint in privacy)}
    named = {item for constraint in privacy for item in constraint}
    distinct = len({frozenset(constraint) for constraint in privacy})
    assert coverage("sets")[1:] == (len(named), len(all_items), len(few), len(covered), len(covered) / len(few))
    assert coverage("sets")[0] in (distinct, len(privacy))
    assert 0 < len(covered) < len(few)
    for m in (1, 2):
        setrisk.protect(con, "d", f"chunks {m}", method="disassociation", k=k, m=m)
    single = {itemset for itemset in few if len(itemset) == 1}
    assert coverage("chunks 1")[3:] == (len(few), len(single), len(single) / len(few))
    assert coverage("chunks 2") == (None, len(all_items), len(all_items), None, None, 1)
    sensitive = sorted(all_items)[:2]
    setrisk.protect(con, "d", "serial", method="anony", r_th=5, sensitive=sensitive, cluster_size=20)
    of_five = rare(rows, 5)
    # If one in five has an item, five times its rate is certainty, which is not a promise.
    promised = {item for item in sensitive if 5 * sum(item in row for row in rows) < len(rows)}
    assert len(promised) == 1
    with_private = {itemset for itemset in of_five if itemset & promised}
    assert coverage("serial")[3:] == (len(of_five), len(with_private), len(with_private) / len(of_five))
    setrisk.protect(con, "d", "raw", method="identity")
    assert coverage("raw") == (None, 0, len(all_items), None, None, 0)
    ((clauses,),) = fetch(con, "SELECT h.clauses FROM setrisk.risk_headline('raw') AS h")
    assert clauses[-1] == "it promises nothing, and shows the data as they are"
    setrisk.protect(con, "d", "noisy", method="diffpart", epsilon=1, universe=sorted(all_items))
    assert coverage("noisy")[-1] == 1


def test_a_release_that_protects_what_chance_chose_is_refused(
    con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(con, "d", baskets(3, 120))
    # A seed would be a mark of its own; of some draws all constraints are kept by the data as they are.
    monkeypatch.setattr(constraints.secrets, "randbits", lambda bits: 1)
    made = setrisk.protect(con, "d", "drawn", method="coat", k=3, random_constraints=0.3, max_suppression=1)
    assert made.marks == ["drawn-constraints"]
    assert [row[1] for row in setrisk.check(con, "drawn").fetchall()] == ["drawn-constraints"]
    refused = {row[1]: row for row in setrisk.check(con, "drawn", min_coverage=0.5).fetchall()}
    assert set(refused) == {"drawn-constraints", "coverage"}
    ((coverage,),) = fetch(con, "SELECT c.coverage FROM setrisk.coverage('drawn') AS c")
    assert refused["coverage"][3:5] == (coverage, 0.5)
    assert setrisk.check(con, "drawn", min_coverage=coverage).fetchall() == setrisk.check(con, "drawn").fetchall()
    ((sentence,),) = fetch(con, "SELECT h.sentence FROM setrisk.risk_headline('drawn') AS h")
    assert "of the rare itemsets, and risk considers no others" in sentence


def test_what_protects_next_to_nothing_passes_no_limit_on_risk(con: DuckDBPyConnection) -> None:
    """Unless that is asked for: risk looks at what a release promises to protect, and at nothing else."""
    load(con, "d", baskets(3, 120))
    ((pair,),) = fetch(con, "SELECT s.items FROM setrisk.supports('d', size := 2) AS s ORDER BY s.support DESC LIMIT 1")
    made = setrisk.protect(con, "d", "raw", method="coat", k=2, privacy_constraints=[pair])
    assert made.marks == ["unprotected"]
    setrisk.protect(con, "d", "singles", method="disassociation", k=3, m=1)
    # What shows the data as they are puts everyone at risk in all families, whatever the threshold, as identity does.
    for k in (None, 2, 7):
        summary = setrisk.risk_summary(con, "raw", at_risk_below=k).project("attack, share_at_risk, highest_score")
        assert summary.fetchall() == [("none", 1.0, 1.0)]
    evidence = setrisk.risk(con, "raw").project("at_risk, evidence").distinct().fetchall()
    assert evidence == [(True, "the release shows the data as they are")]
    for release, marks in (("raw", ["unprotected"]), ("singles", [])):
        setrisk.attack(con, release)
        ((sentence,),) = fetch(con, "SELECT h.sentence FROM setrisk.risk_headline(?) AS h", release)
        assert ("the release as it is puts 120 of 120 people at risk" in sentence) == bool(marks)
        for limit in ("max_at_risk", "max_score"):
            refused = {row[1]: row for row in setrisk.check(con, release, **{limit: 1}).fetchall()}
            assert [*refused] == sorted([*marks, "coverage"])
            assert refused["coverage"][4] == 0.5
            assert refused["coverage"][5].endswith(
                "; at least 50 % is required by default; min_coverage sets another share"
            )
            assert [row[1] for row in setrisk.check(con, release, **{limit: 1}, min_coverage=0).fetchall()] == marks
        assert [row[1] for row in setrisk.check(con, release).fetchall()] == (marks or ["no_limit"])


def test_chunks_that_show_every_record_as_it_is_are_unprotected() -> None:
    """Whatever m is: all that k people hold together may stay together."""
    with setrisk.connect() as con:
        load(con, "d", [["a", "b", "c"]] * 3 + [["d"]] * 3)
        for k, m, marks in ((3, 1, ["unprotected"]), (3, 3, ["unprotected"]), (4, 2, [])):
            assert setrisk.protect(con, "d", f"{k} {m}", method="disassociation", k=k, m=m).marks == marks
        load(con, "parted", [["a", "b"]] * 3 + [["a"], ["b"], ["b", "c"], ["c"], ["c", "a"]])
        assert setrisk.protect(con, "parted", "parts", method="disassociation", k=3, m=2).marks == []


def test_a_promise_that_allows_certainty_covers_nothing(con: DuckDBPyConnection) -> None:
    rows = baskets(3, 120)
    load(con, "d", rows)
    con.execute("CREATE TEMP TABLE alone AS SELECT n AS tid, n AS cluster FROM range(1, 121) AS r(n)")
    sensitive = ["i1", "i2"]
    promised = {
        release: setrisk.protect(con, "d", release, method="anony", sensitive=sensitive, **given)
        for release, given in {
            "strict": {"r_th": 1.5, "cluster_size": 20},
            "certain": {"r_th": 1e6, "cluster_size": 20},
            "open": {"r_th": 1e6, "partition": "alone"},
        }.items()
    }
    universe = sorted({item for row in rows for item in row})
    for release, epsilon in (("sensitive", 5), ("loud", 5.1)):
        promised[release] = setrisk.protect(con, "d", release, method="diffpart", epsilon=epsilon, universe=universe)
    covered = dict(fetch(con, "SELECT c.release, c.coverage FROM setrisk_private.release_coverage AS c"))
    assert covered.pop("strict") > 0
    assert covered == {"certain": 0, "open": 0, "sensitive": 1, "loud": 0}
    assert {release for release, made in promised.items() if "unprotected" in made.marks} == {"open"}


def test_what_protects_next_to_nothing_is_not_recommended(grid: DuckDBPyConnection) -> None:
    grid.execute("UPDATE setrisk_private.whatif_cell SET error = cell / 10")
    least = {"max_at_risk": 1.0}
    assert setrisk.recommend(grid, "g", **least).project("cell, is_within").fetchall() == [(2, True)]
    assert setrisk.recommend(grid, "g", **least, min_coverage=0).project("cell, is_within").fetchall() == [(1, True)]
    # Without a limit on risk the least distorted is shown, and is not said to be within limits.
    assert setrisk.recommend(grid, "g").project("cell, is_within").fetchall() == [(2, None)]
    assert setrisk.recommend(grid, "g", max_score=1).project("cell, is_within").fetchall() == [(2, True)]


def test_releases_with_different_k_are_held_to_one_threshold(shop: DuckDBPyConnection) -> None:
    setrisk.whatif(
        shop, "shop", method="coat", k=[2, 8], privacy_constraints="rare", max_suppression=1, seed=1, attacks="rba",
        assess=False,
        pairs=5, reconstructions=2, workers=1, grid="g", keep=True,
    )  # fmt: skip
    rows = fetch(
        shop,
        "SELECT w.release, w.at_risk_below, w.share_at_risk, w.attacks FROM setrisk.whatif_results('g') AS w",
    )
    for release, threshold, share, attacks in rows:
        assert threshold == 5
        assert attacks == ["ra", "rba"]
        ((by_five, own),) = fetch(
            shop,
            "SELECT f.share_at_risk, h.share_at_risk FROM setrisk.risk_headline($r, at_risk_below := 5) AS f, "
            "setrisk.risk_headline($r) AS h".replace("$r", "$1"),
            release,
        )
        assert share == by_five
        k = json.loads(fetch(shop, "SELECT r.parameters FROM setrisk.release AS r WHERE r.release = ?", release)[0][0])[
            "k"
        ]
        assert (by_five >= own) if k < 5 else (by_five <= own)


def test_the_promise_of_a_smaller_k_covers_less_of_what_the_threshold_calls_rare() -> None:
    """Chunks show as they are what k people hold, and constraints are what they are whatever the threshold."""
    with setrisk.connect() as con:
        baskets = [["a", "b"]] * 2 + [["e", "f"]] * 3 + [["c", "d"]] * 20
        con.execute("CREATE TABLE baskets AS SELECT unnest($1) AS items", [baskets])
        setrisk.load(con, "v", con.table("baskets"))
        given = {
            "k": 2,
            "privacy_constraints": [["a", "b"]],
            "pairs": 3,
            "reconstructions": 2,
            "workers": 1,
            "grid": "g",
            "keep": True,
            "attacks": ["rba", "aba"],
        }
        setrisk.whatif(con, "v", assess=False, method=["coat", "disassociation"], **given)
        asked = "SELECT w.method, w.coverage, w.share_at_risk FROM setrisk.whatif_results('g') AS w ORDER BY w.method"
        # Of six itemsets that fewer than five hold ({a}, {b}, {a, b} and those of e and f) one constraint names three.
        # Nothing had to change for k = 2: both show every record as it is, and so put everyone at risk.
        assert fetch(con, asked) == [("coat", 0.5, 1.0), ("disassociation", 0.0, 1.0)]
        con.execute("UPDATE setrisk_private.whatif_cell SET marks = []")
        assert setrisk.recommend(con, "g", max_at_risk=0).project("is_within").fetchall() == [(False,)]
        covered = "SELECT c.k, c.rare_itemsets, c.covered_itemsets, c.coverage FROM setrisk.coverage('g 2', k := $1) c"
        assert fetch(con, covered, 3) == [(3, 3, 0, 0.0)]
        assert fetch(con, covered, 2) == fetch(con, covered, None) == [(2, None, None, 1.0)]
        assert fetch(con, covered.replace("g 2", "g 1"), 2) == [(2, 0, 0, 1.0)]
        headline = "SELECT h.coverage, h.sentence FROM setrisk.risk_headline('g 2', at_risk_below := $1) AS h"
        ((coverage, sentence),) = fetch(con, headline, 5)
        assert coverage == 0
        assert "it shows the data as they are, since what it promises to protect needed no change" in sentence
        # Of a shop where all that is rare is held by one person, k = 2 promises all of it.
        setrisk.load(
            con, "w", con.sql("SELECT unnest([['a'], ['b', 'c'], ['d'], ['d'], ['d'], ['d'], ['d']]) AS items")
        )
        setrisk.protect(con, "w", "small", method="disassociation", k=2)
        assert fetch(con, "SELECT c.coverage FROM setrisk.coverage('small', k := 5) AS c") == [(1.0,)]


def test_what_is_too_distorted_is_not_recommended(grid: DuckDBPyConnection) -> None:
    grid.execute("DELETE FROM setrisk_private.whatif_cell AS c WHERE c.cell = 1")
    for error, max_error, is_within in ((1.9998, None, False), (1.0, None, True), (1.5, 2, True), (0.5, 0.4, False)):
        grid.execute("UPDATE setrisk_private.whatif_cell SET error = ?", [error])
        given = {} if max_error is None else {"max_error": max_error}
        ((found,),) = setrisk.recommend(grid, "g", max_at_risk=1, **given).project("is_within").fetchall()
        assert found is is_within, error
    grid.execute("UPDATE setrisk_private.whatif_cell SET coverage = 1")
    given = {"max_at_risk": 1.0, "min_coverage": 1.0, "max_error": 2.0}
    ((within,),) = setrisk.recommend(grid, "g", **given).project("is_within").fetchall()
    assert within
    grid.execute("UPDATE setrisk_private.whatif_cell SET coverage = 0.2")
    ((within, excess),) = (
        setrisk.recommend(grid, "g", min_coverage=0.5, max_error=2).project("is_within, excess").fetchall()
    )
    assert (within, excess) == (False, pytest.approx(0.3))
    for given_in_sql in ("-0.1", "2.1", "'NaN'::DOUBLE"):
        with pytest.raises(duckdb.Error, match=r"max_error is .*; it must be from 0 to 2"):
            grid.execute(f"FROM setrisk.recommended('g', max_error := {given_in_sql})").fetchall()
    wrong_values = (
        (-0.1, "a number from 0 to 2"),
        (2.1, "a number from 0 to 2"),
        ("much", "a number"),
        (True, "a number"),
    )
    for wrong, wanted in (*wrong_values, (float("nan"), "a number from 0 to 2")):
        with pytest.raises(BadInput, match=rf"max_error is .*; it must be {wanted}$"):
            setrisk.recommend(grid, "g", max_error=wrong)  # type: ignore[arg-type]
