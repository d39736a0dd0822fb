"""Releases of the family histogram: what is published, marked, refused and spent."""

import threading
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import (
    BadInput,
    BudgetExceeded,
    MissingExtra,
    NoiseSpent,
    SetriskError,
    UnknownDataset,
    UnknownRelease,
)

# APL Table 1 (a).
SHOP = {
    ("beer", "toothpaste", "scissor", "hanger"): 20,
    ("beer", "toothpaste"): 4,
    ("beer",): 1,
    ("beer", "toothpaste", "scissor"): 12,
    ("scissor", "hanger"): 3,
}
ITEMS = ["beer", "toothpaste", "scissor", "hanger"]
NOISY = ("diffpart", "aplkiller", "privbayes", "mixture")


@pytest.fixture
def con(con: DuckDBPyConnection) -> DuckDBPyConnection:
    con.execute("CREATE TABLE shop (items VARCHAR[], n BIGINT)")
    con.executemany("INSERT INTO shop VALUES (?, ?)", [[list(items), n] for items, n in SHOP.items()])
    setrisk.load(con, "shop", con.table("shop"), format="histogram", items="items", count="n")
    return con


def histogram(con: DuckDBPyConnection, release: str) -> dict[tuple[str, ...], int]:
    names = dict(
        con.execute("SELECT item_id, item FROM setrisk.published_item WHERE release = ?", [release]).fetchall()
    )
    rows = con.execute("SELECT itemset, occurrences FROM setrisk.histogram WHERE release = ?", [release]).fetchall()
    return {tuple(sorted(names[item] for item in itemset)): n for itemset, n in rows}


def spent(con: DuckDBPyConnection, dataset: str = "shop") -> Decimal:
    ((value,),) = con.execute("SELECT b.spent FROM setrisk.budget(?) AS b", [dataset]).fetchall()
    return Decimal(value)


def test_identity_is_the_data_and_spends_nothing(con: DuckDBPyConnection) -> None:
    made = setrisk.protect(con, "shop", "raw", method="identity")
    assert made.marks == ["unprotected"]
    assert histogram(con, "raw") == {tuple(sorted(items)): n for items, n in SHOP.items()}
    assert spent(con) == 0


def test_the_gate_refuses_what_protects_no_one(con: DuckDBPyConnection) -> None:
    # So little noise that something is left.
    given = {"method": "privbayes", "epsilon": 20, "universe": ITEMS}
    setrisk.protect(con, "shop", "raw", method="identity")
    setrisk.protect(con, "shop", "seeded", **given, seed=1)
    setrisk.protect(con, "shop", "printed", **given, as_printed=True)
    setrisk.protect(con, "shop", "safe", **given)
    setrisk.protect(con, "shop", "of the data", method="privbayes", epsilon=20, from_data=True)
    # As a later version could mark it: what is not known is not let through.
    con.execute(
        "INSERT INTO setrisk.release SELECT r.* REPLACE ('later' AS release, ['doubtful'] AS marks) "
        "FROM setrisk.release AS r WHERE r.release = 'safe'"
    )
    marks = {
        release: [row[1] for row in setrisk.check(con, release).fetchall()]
        for (release,) in con.execute("SELECT r.release FROM setrisk.release AS r WHERE r.dataset = 'shop'").fetchall()
    }
    assert marks == {
        "raw": ["unprotected"],
        "seeded": ["seeded"],
        "printed": ["as-printed"],
        "of the data": ["domain-from-data"],
        # The catalog alone has it.
        "later": ["doubtful", "empty"],
        "safe": ["no_limit"],
    }
    with pytest.raises(UnknownRelease):
        setrisk.check(con, "nowhere")


@pytest.mark.parametrize("method", NOISY)
def test_noisy_releases_say_what_they_are(con: DuckDBPyConnection, method: str) -> None:
    safe = setrisk.protect(con, "shop", "safe", method=method, epsilon=1, universe=ITEMS)
    seeded = setrisk.protect(con, "shop", "seeded", method=method, epsilon=0.5, from_data=True, seed=7)
    assert safe.marks == []
    assert seeded.marks == ["seeded", "domain-from-data"]
    assert spent(con) == Decimal("1.5")
    setrisk.protect(con, "shop", "again", method=method, epsilon=0.5, from_data=True, seed=7)
    assert histogram(con, "seeded") == histogram(con, "again")


@pytest.mark.parametrize("method", ["aplkiller", "privbayes"])
def test_steps_as_printed_are_marked(con: DuckDBPyConnection, method: str) -> None:
    made = setrisk.protect(con, "shop", "r", method=method, epsilon=1, universe=ITEMS, as_printed=True)
    assert made.marks == ["as-printed"]


@pytest.mark.parametrize("method", ["diffpart", "aplkiller"])
def test_little_noise_leaves_the_data_as_they_are(con: DuckDBPyConnection, method: str) -> None:
    setrisk.protect(con, "shop", "r", method=method, epsilon=100, universe=[*ITEMS, "fish"], seed=1)
    found = histogram(con, "r")
    data = {tuple(sorted(items)): n for items, n in SHOP.items()}
    assert {items: found.get(items) for items in data} == data
    if method == "aplkiller":
        # What the largest itemset has without one item stands beside it.
        assert {items for items in found if len(items) == 3} == {tuple(sorted(set(ITEMS) - {item})) for item in ITEMS}


@pytest.mark.parametrize("method", NOISY)
def test_numbers_of_items_tell_nothing_of_the_data(con: DuckDBPyConnection, method: str) -> None:
    """They are places in the universe, whichever items someone has, and in whichever order they were loaded."""
    universe = ["pen", *ITEMS, "fish"]
    setrisk.load(con, "other", con.sql("SELECT ['fish', 'beer'] AS items"))
    for dataset in ("shop", "other"):
        given = {"privbayes": {"degree": 1}, "mixture": {}}.get(method, {"c1": "0"})
        setrisk.protect(con, dataset, dataset, method=method, epsilon=0.05, universe=universe, seed=3, **given)
        shown = con.execute("SELECT p.item_id, p.item FROM setrisk.published_item AS p WHERE p.release = ?", [dataset])
        assert set(shown.fetchall()) <= set(enumerate(universe, 1))
        order = [items for (items,) in con.execute(
            "SELECT h.itemset FROM setrisk.histogram AS h WHERE h.release = ?", [dataset]
        ).fetchall()]  # fmt: skip
        assert order == sorted(order)
    assert con.execute("SELECT count(*) FROM setrisk_private.item AS i WHERE i.item = 'pen'").fetchall() == [(0,)]


def test_owners_compare_releases_with_data_by_names(con: DuckDBPyConnection) -> None:
    """Of a release that numbers items the other way round, and holds the data nearly as they are."""
    given = {"method": "diffpart", "epsilon": 100, "universe": ["pen", *reversed(ITEMS)], "seed": 1}
    setrisk.protect(con, "shop", "r", **given)
    setrisk.protect(con, "shop", "exact", method="identity")
    assert histogram(con, "r") == histogram(con, "exact")
    relations = "counting_query_errors('{}', queries := 50)", "leakage_truth('{}')", "risk('{}')"
    for release in ("r", "exact"):
        setrisk.attack(con, release, confidence=0.5)
    for relation in relations:
        found = []
        for release in ("r", "exact"):
            rows = con.execute(f"FROM setrisk.{relation.format(release)}").fetchall()
            # Lists of items are in the order of the universe; what no attack says is another thing for raw data.
            found.append(
                sorted(
                    [sorted(cell) if isinstance(cell, list) else cell for cell in row if "{" not in str(cell)]
                    for row in rows
                    if "none" not in row
                )
            )
        assert found[0] == found[1]
        assert found[0]


@pytest.mark.parametrize("method", NOISY)
def test_an_open_transaction_cannot_take_back_what_is_spent(con: DuckDBPyConnection, method: str) -> None:
    con.execute("BEGIN")
    with pytest.raises(BadInput, match="open transaction"):
        setrisk.protect(con, "shop", "r", method=method, epsilon=1, universe=ITEMS, seed=1)
    con.execute("COMMIT")
    assert nothing_happened(con)


def test_noise_that_was_drawn_is_spent_though_nothing_is_published(
    con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("setrisk.udf.histogram.noisy_partitioning._MOST_CELLS", 20)
    with pytest.raises(NoiseSpent, match="is spent"):
        setrisk.protect(con, "shop", "r", method="diffpart", epsilon=0.5, universe=ITEMS, seed=1, c1="0")
    assert spent(con) == Decimal("0.5")
    assert con.execute("SELECT count(*) FROM setrisk.release").fetchall() == [(0,)]


def test_what_a_release_is_about_to_draw_no_other_can_spend_meanwhile(con: DuckDBPyConnection) -> None:
    own, given = con.cursor(), {"method": "diffpart", "epsilon": 0.5, "universe": ITEMS, "seed": 1}
    refused: list[str] = []

    def meanwhile(step: str, *_: object) -> None:
        if step == "partitioning":
            with pytest.raises(BudgetExceeded) as raised:
                setrisk.protect(own, "shop", "other", **given)
            refused.append(str(raised.value))

    setrisk.set_budget(con, "shop", epsilon_limit=0.75)
    setrisk.protect(con, "shop", "r", progress=meanwhile, **given)
    own.close()
    assert ["of 0.75, 0.5 is spent" in each for each in refused] == [True]
    assert spent(con) == Decimal("0.5")


@pytest.mark.parametrize("method", ["aplkiller", "privbayes"])
def test_the_papers_own_steps_are_refused_where_there_is_a_limit(con: DuckDBPyConnection, method: str) -> None:
    setrisk.set_budget(con, "shop", epsilon_limit=5)
    with pytest.raises(BadInput, match=r"'shop' has a budget, and .* do not keep to the epsilon that they claim"):
        setrisk.protect(con, "shop", "r", method=method, epsilon=1, universe=ITEMS, as_printed=True)
    assert spent(con) == 0


@pytest.mark.parametrize("universe", [set(ITEMS), iter(ITEMS), b"beer"])
def test_a_universe_without_an_order_is_none(con: DuckDBPyConnection, universe: object) -> None:
    with pytest.raises(BadInput, match=r"universe is a \w+; give a list of names, a file or a table"):
        setrisk.protect(con, "shop", "r", method="diffpart", epsilon=1, universe=universe)
    assert nothing_happened(con)


def test_the_papers_own_steps_are_refused_where_they_would_not_end(con: DuckDBPyConnection) -> None:
    with pytest.raises(BadInput, match="10 at most"):
        setrisk.protect(con, "shop", "r", method="aplkiller", epsilon=11, universe=ITEMS, as_printed=True)
    with pytest.raises(BadInput, match="10 at most"):
        setrisk.audit("aplkiller", epsilon=11, as_printed=True)
    assert nothing_happened(con)


def test_a_taxonomy_is_a_table_or_a_file(con: DuckDBPyConnection, tmp_path: Path) -> None:
    con.execute(
        "CREATE TABLE tree AS SELECT * FROM (VALUES ('beer', 'food'), ('food', 'all'), ('toothpaste', 'home'), "
        "('scissor', 'home'), ('hanger', 'home'), ('home', 'all')) AS t(item, parent)"
    )
    con.execute(f"COPY tree TO '{tmp_path}/tree.csv'")
    con.execute(f"COPY tree TO '{tmp_path}/tree.parquet'")
    for number, given in enumerate(("tree", f"{tmp_path}/tree.csv", f"{tmp_path}/tree.parquet")):
        setrisk.protect(con, "shop", f"r{number}", method="aplkiller", epsilon=2, taxonomy=given, seed=1)
        assert histogram(con, f"r{number}") == histogram(con, "r0")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("('beer', 'all'), ('toothpaste', 'all')", "misses|lacks"),
        ("('beer', 'all'), ('beer', 'food'), ('food', 'all')", "two parents"),
        ("('beer', 'all'), ('hanger', 'any')", "one root"),
        ("('beer', 'all'), ('hanger', 'a'), ('a', 'b'), ('b', 'a')", "its own ancestor"),
        ("('beer', 'all'), (NULL, 'all')", "no item"),
        (", ".join(f"('{item}', 'all')" for item in [*ITEMS, *"abcdefg"]), "a node has 11 children; .* at most 10"),
    ],
)
def test_taxonomies_that_are_none(con: DuckDBPyConnection, rows: str, message: str) -> None:
    con.execute(f"CREATE TABLE tree AS SELECT * FROM (VALUES {rows}) AS t(item, parent)")
    with pytest.raises(BadInput, match=message):
        setrisk.protect(con, "shop", "r", method="diffpart", epsilon=1, taxonomy="tree", universe=ITEMS, seed=1)
    assert nothing_happened(con)


def nothing_happened(con: DuckDBPyConnection) -> bool:
    return spent(con) == 0 and all(
        con.execute(f"SELECT count(*) FROM {table}").fetchall() == [(0,)]
        for table in ("setrisk.release", "setrisk.histogram", "setrisk.published_item", "setrisk_private.spending")
    )


@pytest.mark.parametrize("method", NOISY)
@pytest.mark.parametrize(
    "given",
    [
        {"epsilon": 0},
        {"epsilon": -1},
        {"epsilon": float("nan")},
        {"epsilon": "nan"},
        {"epsilon": float("inf")},
        {"epsilon": 1e9},
        {"epsilon": "much"},
        {},
        {"epsilon": 1, "universe": []},
        {"epsilon": 1, "universe": None},
        {"epsilon": 1, "universe": "beer,beer,toothpaste,scissor,hanger"},
        {"epsilon": 1, "universe": "beer,toothpaste"},
        {"epsilon": 1, "from_data": True},
        {"epsilon": 1, "seed": -1},
    ],
)
def test_what_cannot_be_made_is_refused_and_spends_nothing(
    con: DuckDBPyConnection, method: str, given: dict[str, object]
) -> None:
    with pytest.raises(BadInput):
        setrisk.protect(con, "shop", "r", method=method, **({"universe": ITEMS} | given))
    assert nothing_happened(con)


@pytest.mark.parametrize(
    "given",
    [
        {"fan_out": "1"},
        {"fan_out": "11"},
        {"fan_out": "9" * 400},
        {"fan_out": "2,x"},
        {"c1": "-1"},
        {"c1": "nan"},
        {"c1": "501"},
    ],
)
@pytest.mark.parametrize("method", ["diffpart", "aplkiller"])
def test_parameters_that_are_none(con: DuckDBPyConnection, method: str, given: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        setrisk.protect(con, "shop", "r", method=method, epsilon=1, universe=ITEMS, seed=1, **given)
    assert nothing_happened(con)


def test_a_file_without_names_is_no_universe(con: DuckDBPyConnection, tmp_path: Path) -> None:
    (tmp_path / "items.txt").write_text("# none\n")
    with pytest.raises(BadInput, match="no item is given"):
        setrisk.protect(con, "shop", "r", method="diffpart", epsilon=1, universe=str(tmp_path / "items.txt"), seed=1)
    with pytest.raises(BadInput, match="c2 is 501"):
        setrisk.protect(con, "shop", "r", method="diffpart", epsilon=1, universe=ITEMS, seed=1, c2=501)
    assert nothing_happened(con)


@pytest.mark.parametrize("given", [{"fan_out": "2,3"}, {"c1": "1,2"}])
def test_parameters_of_diffpart_are_one(con: DuckDBPyConnection, given: dict[str, object]) -> None:
    with pytest.raises(BadInput, match="takes one"):
        setrisk.protect(con, "shop", "r", method="diffpart", epsilon=1, universe=ITEMS, seed=1, **given)
    assert nothing_happened(con)


def test_parameters_of_aplkiller_may_differ_by_size(con: DuckDBPyConnection) -> None:
    given = {"method": "aplkiller", "epsilon": 2, "universe": ITEMS, "seed": 1}
    setrisk.protect(con, "shop", "one", **given, fan_out="2", c1="1")
    setrisk.protect(con, "shop", "same", **given, fan_out="2,2", c1="1,1,1,1")
    setrisk.protect(con, "shop", "other", **given, fan_out="2,3", c1="9,9,9,0.1")
    assert histogram(con, "one") == histogram(con, "same") != histogram(con, "other")


def test_a_limit_refuses_before_noise_is_drawn(con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch) -> None:
    setrisk.set_budget(con, "shop", epsilon_limit=0.3)
    for number in range(3):
        setrisk.protect(con, "shop", f"r{number}", method="aplkiller", epsilon=0.1, universe=ITEMS)
    monkeypatch.setattr("setrisk.udf.histogram.noise.SecureNoise.laplace", lambda *_: pytest.fail("noise was drawn"))
    with pytest.raises(BudgetExceeded, match=r"0\.1 is more than .* of 0\.3, 0\.3 is spent"):
        setrisk.protect(con, "shop", "more", method="aplkiller", epsilon=0.1, universe=ITEMS)
    assert spent(con) == Decimal("0.3")
    setrisk.protect(con, "shop", "raw", method="identity")


def test_what_is_out_is_out(con: DuckDBPyConnection) -> None:
    """Neither a drop nor another load of the same name gives anything back; only the owner's word does."""
    setrisk.set_budget(con, "shop", epsilon_limit=1)
    setrisk.protect(con, "shop", "r", method="diffpart", epsilon=0.8, universe=ITEMS)
    setrisk.drop(con, "r")
    assert spent(con) == Decimal("0.8")
    setrisk.drop(con, "shop")
    assert spent(con) == Decimal("0.8")
    setrisk.load(con, "shop", con.table("shop"), format="histogram", items="items", count="n")
    with pytest.raises(BudgetExceeded):
        setrisk.protect(con, "shop", "r", method="diffpart", epsilon=0.3, universe=ITEMS)
    assert setrisk.set_budget(con, "shop", forget=True).fetchall()[0][1:] == (None, 0, None, 0, [])
    setrisk.protect(con, "shop", "r", method="diffpart", epsilon=3, universe=ITEMS)


@pytest.mark.parametrize("limit", [0, -1, float("nan"), float("inf"), 1e9])
def test_limits_that_are_none(con: DuckDBPyConnection, limit: float) -> None:
    with pytest.raises(BadInput, match="limit"):
        setrisk.set_budget(con, "shop", epsilon_limit=limit)


def test_a_budget_is_of_a_data_set(con: DuckDBPyConnection) -> None:
    with pytest.raises(UnknownDataset):
        setrisk.budget(con, "nowhere")


def test_two_at_a_time_do_not_spend_the_same_budget(tmp_path: Path) -> None:
    path = tmp_path / "my.duckdb"
    con = setrisk.connect(path)
    setrisk.load(con, "shop", con.sql("SELECT ['beer', 'hanger'] AS items FROM range(50)"))
    setrisk.set_budget(con, "shop", epsilon_limit=1)
    outcomes: list[object] = []
    together = threading.Barrier(2)

    def make(name: str) -> None:
        own = con.cursor()
        together.wait()
        try:
            outcomes.append(
                setrisk.protect(own, "shop", name, method="diffpart", epsilon=0.6, universe=["beer", "hanger"])
            )
        except SetriskError as error:
            outcomes.append(error)

    threads = [threading.Thread(target=make, args=(f"r{number}",)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(isinstance(outcome, SetriskError) for outcome in outcomes) == [False, True]
    assert spent(con) == Decimal("0.6")


def test_without_opendp_there_is_no_noise(con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch) -> None:
    from setrisk.udf.histogram import noise

    remembered = (noise._opendp, noise._least_noise)
    for each in remembered:
        each.cache_clear()
    monkeypatch.setitem(__import__("sys").modules, "opendp.prelude", None)
    with pytest.raises(MissingExtra, match=r"setrisk\[dp\]"):
        setrisk.protect(con, "shop", "r", method="diffpart", epsilon=1, universe=ITEMS)
    assert nothing_happened(con)
    with pytest.raises(Exception, match=r"setrisk\[dp\]"):
        con.execute("SELECT setrisk.noisy_count(5, 1.0)").fetchall()
    setrisk.protect(con, "shop", "r", method="diffpart", epsilon=1, universe=ITEMS, seed=1)
    for each in remembered:
        each.cache_clear()


def test_noisy_counts_are_drawn_once_a_row(con: DuckDBPyConnection) -> None:
    rows = con.execute(
        "WITH draws AS (SELECT r.range AS row, setrisk.noisy_count(1000, 0.1) AS n FROM range(500) AS r) "
        "SELECT a.n, b.n FROM draws AS a JOIN draws AS b USING (row)"
    ).fetchall()
    assert all(one == other for one, other in rows)
    values = np.array([n for n, _ in rows])
    assert len(set(values.tolist())) > 20
    # Standard deviation of the mean: 14.1 / sqrt(500).
    assert abs(values.mean() - 1000) < 6
    assert con.execute("SELECT setrisk.noisy_count(NULL, 1.0), setrisk.noisy_count(5, NULL)").fetchall() == [
        (None, None)
    ]
    for epsilon in ("0", "-1", "'nan'::DOUBLE", "'inf'::DOUBLE"):
        with pytest.raises(Exception, match="epsilon is"):
            con.execute(f"SELECT setrisk.noisy_count(5, {epsilon})").fetchall()


@pytest.mark.parametrize("format", ["csv", "parquet"])
def test_histograms_leave_and_enter(con: DuckDBPyConnection, tmp_path: Path, format: str) -> None:
    setrisk.protect(con, "shop", "r", method="aplkiller", epsilon=5, universe=ITEMS, seed=3)
    files = setrisk.export(con, "r", tmp_path / "out", format=format, anyway=True)
    assert [path.stem for path in files] == ["README", "histogram", "release"]
    other = setrisk.connect()
    assert setrisk.import_release(other, "mine", tmp_path / "out") == "histogram"
    assert histogram(other, "mine") == histogram(con, "r")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("1,beer,0", "occurs 0 times"),
        ("1,beer,2\n1,hanger,3", "several numbers"),
        ("1,beer,2\n1,beer,2", "beer twice"),
        ("1,beer,2\n2,beer,2", "are equal"),
        ("1,,2", "lacks its itemset"),
        (",beer,2", "lacks its itemset"),
        (
            f"1,beer,{2**63 - 1}\n2,hanger,{2**63 - 1}",
            r"out: histogram: the occurrences add up to 18446744073709551614; they may add up to 9223372036854775807 "
            r"\(2\^63 - 1\) at most$",
        ),
        (f"1,beer,{2**63 - 1}\n2,hanger,1", "add up to 9223372036854775808;"),
    ],
)
def test_histograms_that_are_none(con: DuckDBPyConnection, tmp_path: Path, rows: str, message: str) -> None:
    setrisk.protect(con, "shop", "r", method="identity")
    setrisk.export(con, "r", tmp_path / "out", format="csv", anyway=True)
    (tmp_path / "out" / "histogram.csv").write_text(f"itemset,item,occurrences\n{rows}\n")
    with pytest.raises(BadInput, match=message):
        setrisk.import_release(con, "mine", tmp_path / "out")
    assert con.execute("SELECT release FROM setrisk.release").fetchall() == [("r",)]
