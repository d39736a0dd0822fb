"""The gate remembers what was exported of the same people, whatever becomes of the release and its data set."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput, Refused, UnknownRelease
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.risk.gate import verdict_on_release
from setrisk.pipelines.risk.limits import Limits

# What keeps these limits has been attacked, and nothing more.
LIMITS = {"max_at_risk": 1.0, "min_coverage": 0.0, "attacks": ["random"]}


def load(con: DuckDBPyConnection, dataset: str, people: range | None, *, replace: bool = False) -> None:
    """Load a data set whose ids are these numbers, or that has none."""
    # Nobody shares the pairs of w, so that a release has to part them.
    baskets = [["x", "w"], ["y", "w"], *(["x", "y", "z"][: 1 + number % 3] for number in range(58))]
    if people is None:
        setrisk.load(
            con, dataset, con.sql("SELECT $b AS b", params={"b": baskets}).project("unnest(b)"), format="lists"
        )
        return
    rows = [(number, item) for number, basket in zip(people, baskets, strict=False) for item in basket]
    frame = pd.DataFrame(rows, columns=["id", "item"])
    setrisk.load(con, dataset, frame, id="id", item="item", replace=replace)


def protect(con: DuckDBPyConnection, dataset: str, release: str) -> None:
    """A release of which nothing but what else was exported can be said against it."""
    setrisk.protect(con, dataset, release, method="disassociation", k=2, replace=True)
    setrisk.attack(con, release, method="random")


def refused(con: DuckDBPyConnection, release: str, **given: bool) -> list[tuple[str, float, str]]:
    found = setrisk.check(con, release, **LIMITS, **given)
    return found.project("refusal, found, reason").fetchall()


def export(con: DuckDBPyConnection, release: str, folder: Path, **given: bool) -> list[Path]:
    return setrisk.export(con, release, folder, **LIMITS, **given)


@pytest.fixture
def con(tmp_path: Path) -> Iterator[DuckDBPyConnection]:
    """One release of people 0 to 59, exported."""
    with setrisk.connect() as con:
        load(con, "shop", range(60))
        protect(con, "shop", "first")
        export(con, "first", tmp_path / "first")
        yield con


def test_another_release_of_the_data_is_refused_until_that_is_accepted(con: DuckDBPyConnection, tmp_path: Path) -> None:
    protect(con, "shop", "second")
    ((refusal, n_found, reason),) = refused(con, "second")
    assert (refusal, n_found) == ("exported", 1)
    assert reason.startswith("first (on 2")
    assert "was exported before, and is about the same people: whoever has both can compare them" in reason
    with pytest.raises(Refused, match="allow_exported"):
        export(con, "second", tmp_path / "second")
    assert not (tmp_path / "second").exists()
    assert refused(con, "second", allow_exported=True) == []
    export(con, "second", tmp_path / "second", allow_exported=True)
    assert [n_found for _, n_found, _ in refused(con, "first")] == [1]


def test_the_same_release_may_be_exported_again(con: DuckDBPyConnection, tmp_path: Path) -> None:
    assert refused(con, "first") == []
    export(con, "first", tmp_path / "again")
    protect(con, "shop", "first")
    ((refusal, _, reason),) = refused(con, "first")
    assert refusal == "exported"
    assert reason.startswith("an earlier first (")


@pytest.mark.parametrize("way", ["drop the release", "drop the data set", "replace the data set"])
def test_what_is_gone_is_remembered(con: DuckDBPyConnection, way: str) -> None:
    if way == "drop the release":
        setrisk.drop(con, "first")
    elif way == "drop the data set":
        setrisk.drop(con, "shop", cascade=True)
    else:
        load(con, "shop", range(59, 119), replace=True)
    # One person is in both.
    load(con, "later", range(59, 119))
    load(con, "others", range(60, 120))
    for dataset in ("later", "others"):
        protect(con, dataset, dataset)
    assert [refusal for refusal, *_ in refused(con, "later")] == ["exported"]
    assert refused(con, "others") == []


def test_without_ids_it_is_unknown(con: DuckDBPyConnection) -> None:
    setrisk.drop(con, "shop", cascade=True)
    load(con, "anybody", None)
    protect(con, "anybody", "of anybody")
    assert refused(con, "of anybody") == []
    ((name, is_here, day, is_of_the_same),) = run(con, "risk/other_releases", release="of anybody").fetchall()
    assert (name, is_here, is_of_the_same) == ("first", False, None)
    assert day is not None


def test_noise_of_one_budget_is_counted_there(con: DuckDBPyConnection, tmp_path: Path) -> None:
    for name in ("noisy 1", "noisy 2"):
        setrisk.protect(con, "shop", name, method="privbayes", epsilon=1.0, universe="w,x,y,z")
    setrisk.export(con, "noisy 1", tmp_path / "noisy", anyway=True)
    setrisk.drop(con, "noisy 1")
    found = setrisk.check(con, "noisy 2").filter("refusal = 'exported'").project("reason").fetchall()
    ((reason,),) = found
    assert reason.startswith("first (")
    assert "noisy" not in reason


def test_many_are_named_in_short(con: DuckDBPyConnection, tmp_path: Path) -> None:
    for name in ("b", "c", "d", "e"):
        protect(con, "shop", name)
        setrisk.export(con, name, tmp_path / name, anyway=True)
    ((_, n_found, reason),) = refused(con, "e")
    assert n_found == 4
    assert reason.startswith("b (")
    assert " and 1 more were exported before, and are about the same people" in reason


def test_an_export_is_forgotten_only_by_that_name(con: DuckDBPyConnection) -> None:
    setrisk.drop(con, "first")
    with pytest.raises(UnknownRelease):
        setrisk.drop(con, "first")
    protect(con, "shop", "second")
    assert refused(con, "second")
    setrisk.drop(con, "shop", cascade=True)
    load(con, "shop", range(60))
    protect(con, "shop", "second")
    assert refused(con, "second")
    assert setrisk.drop(con, "first", object_type="export") == "export"
    assert refused(con, "second") == []
    assert con.sql("FROM setrisk_private.exported_person").fetchall() == []


def test_no_id_is_kept_as_it_is(con: DuckDBPyConnection, tmp_path: Path) -> None:
    load(con, "elsewhere", range(60))
    protect(con, "elsewhere", "elsewhere")
    setrisk.export(con, "elsewhere", tmp_path / "elsewhere", anyway=True)
    for dataset in ("shop", "elsewhere"):
        setrisk.drop(con, dataset, object_type="dataset", cascade=True)
    people = con.sql("SELECT p.dataset, p.person FROM setrisk_private.exported_person AS p").fetchall()
    of_shop, of_others = ({person for name, person in people if name == dataset} for dataset in ("shop", "elsewhere"))
    assert len(of_shop) == len(of_others) == 60
    assert of_shop.isdisjoint(of_others), "the same ids have other hashes elsewhere"
    assert {len(person) for person in of_shop} == {16}


def test_the_list_of_things_has_it(con: DuckDBPyConnection, tmp_path: Path) -> None:
    export(con, "first", tmp_path / "again")
    setrisk.drop(con, "first")
    ((summary,),) = setrisk.info(con).filter("object_type = 'export'").project("summary").fetchall()
    assert summary.startswith("disassociation of shop, exported 2 times, last on 2")
    assert summary.endswith("; no longer here")


def test_the_gate_is_asked_by_the_limits(con: DuckDBPyConnection, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no limit on risk was given"):
        setrisk.export(con, "first", tmp_path / "out")
    with pytest.raises(Refused, match="attacks that must be run are missing, or show nothing: aba"):
        setrisk.export(con, "first", tmp_path / "out", max_at_risk=0.5)
    limits = tmp_path / "limits.toml"
    limits.write_text("max_score = 0.0\nmin_coverage = 0.0\nattacks = ['random']\nallow_exported = true\n")
    with pytest.raises(Refused, match=r"a score of .*; the limit is 0 %"):
        setrisk.export(con, "first", tmp_path / "out", limits=limits)
    with pytest.raises(BadInput, match=r"anyway: the gate is not asked then: leave out its limits \(max_at_risk\)"):
        setrisk.export(con, "first", tmp_path / "out", max_at_risk=0.5, anyway=True)
    limits.write_text("allow_exported = 'yes'\n")
    with pytest.raises(BadInput, match="allow_exported is 'yes'; it must be true or false"):
        setrisk.export(con, "first", tmp_path / "out", limits=limits)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("written", "again"),
    [
        ("0 {}", "0 {}"),
        ("\t {}", "{}"),
        ("00 {}\t", "{}"),
        ("p{}", "\u00a0P{} \t"),
        ("{}", "{}.0"),
        ("x0{}", "X0{}"),
        ("-{}", "-{}.0"),
        ("a {}", "a\u00a0 {}"),
        ("\u00e9{}", "e\u0301{}"),
    ],
)
def test_ids_are_the_same_however_they_are_written(tmp_path: Path, written: str, again: str) -> None:
    def load_as(con: DuckDBPyConnection, dataset: str, pattern: str) -> None:
        rows = [(pattern.format(number), item) for number in range(1, 20) for item in ("x", "y")]
        frame = pd.DataFrame([*rows, (pattern.format(1), "w")], columns=["id", "item"])
        setrisk.load(con, dataset, frame, id="id", item="item")
        protect(con, dataset, f"of {dataset}")

    with setrisk.connect() as con:
        load_as(con, "first", written)
        setrisk.export(con, "of first", tmp_path / "out", anyway=True)
        load_as(con, "second", again)
        assert [refusal for refusal, *_ in refused(con, "of second")] == ["exported"]
        setrisk.drop(con, "first", object_type="dataset", cascade=True)
        assert [refusal for refusal, *_ in refused(con, "of second")] == ["exported"]
        load_as(con, "others", "q{}")
        assert refused(con, "of others") == []


def test_without_ids_data_of_the_same_name_are_of_the_same_people(con: DuckDBPyConnection, tmp_path: Path) -> None:
    load(con, "anybody", None)
    protect(con, "anybody", "of anybody")
    setrisk.export(con, "of anybody", tmp_path / "out", anyway=True)
    setrisk.drop(con, "anybody", cascade=True)
    load(con, "anybody", None)
    protect(con, "anybody", "again")
    assert [refusal for refusal, *_ in refused(con, "again")] == ["exported"]


def test_noise_that_the_budget_does_not_count_is_a_reason(con: DuckDBPyConnection, tmp_path: Path) -> None:
    given: dict[str, Any] = {"method": "privbayes", "epsilon": 1.0, "universe": "w,x,y,z"}

    def exported(release: str) -> str:
        found = setrisk.check(con, release).filter("refusal = 'exported'").project("reason").fetchall()
        return "".join(reason for (reason,) in found)

    setrisk.protect(con, "shop", "noisy", **given)
    setrisk.protect(con, "shop", "seeded", **given, seed=3)
    for release in ("noisy", "seeded"):
        setrisk.export(con, release, tmp_path / release, anyway=True)
    setrisk.protect(con, "shop", "next", **given)
    assert "seeded" in exported("next")
    assert "noisy" not in exported("next")
    # The ledger has to have both: what the one that is asked about has spent may be forgotten, too.
    setrisk.set_budget(con, "shop", forget=True)
    setrisk.protect(con, "shop", "last", **given)
    setrisk.export(con, "last", tmp_path / "last", anyway=True)
    assert "last" in exported("next")
    setrisk.protect(con, "shop", "next", **given, replace=True)
    assert "noisy" in exported("next")
    assert "last" not in exported("next")


def test_an_export_that_fails_is_forgotten(con: DuckDBPyConnection, tmp_path: Path) -> None:
    setrisk.drop(con, "first", object_type="export")
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be written"):
        setrisk.export(con, "first", tmp_path / "file" / "out", anyway=True)
    assert con.sql("FROM setrisk_private.export_run").fetchall() == []


def test_a_transaction_that_could_be_rolled_back_must_end_first(con: DuckDBPyConnection, tmp_path: Path) -> None:
    con.begin()
    with pytest.raises(BadInput, match="a transaction is open"):
        setrisk.export(con, "first", tmp_path / "out", anyway=True)
    con.rollback()
    assert not (tmp_path / "out").exists()


def test_a_yes_to_noise_says_what_the_budget_has_spent(con: DuckDBPyConnection) -> None:
    for name, epsilon in (("one", 1.0), ("many", 50.0)):
        setrisk.protect(con, "shop", name, method="privbayes", epsilon=epsilon, universe="w,x,y,z")
    said = verdict_on_release(con, "many", [], Limits(max_at_risk=1)).sentence
    assert "2 noisy releases of its budget were made: together they give away what an epsilon of 51 allows" in said
    assert "noisy" not in verdict_on_release(con, "first", [], Limits(max_at_risk=1)).sentence.split("one", 1)[0]


@pytest.mark.parametrize("is_replaced", [False, True])
def test_an_interrupt_after_the_move_leaves_the_export_remembered(
    con: DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_replaced: bool
) -> None:
    if is_replaced:
        setrisk.export(con, "first", tmp_path / "out", anyway=True)
    protect(con, "shop", "second")
    move = Path.rename

    def interrupted(path: Path, target: Path) -> Path:
        moved = move(path, target)
        if target == tmp_path / "out":
            raise KeyboardInterrupt
        return moved

    monkeypatch.setattr(Path, "rename", interrupted)
    with pytest.raises(KeyboardInterrupt):
        setrisk.export(con, "second", tmp_path / "out", anyway=True, replace=is_replaced)
    assert (tmp_path / "out" / "README.md").exists()
    exported = con.sql("SELECT r.release FROM setrisk_private.export_run AS r").fetchall()
    assert ("second",) in exported
