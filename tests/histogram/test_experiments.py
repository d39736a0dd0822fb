"""What the experiments measure in arrays, for thousands of releases, is what the relations say in SQL."""

import csv
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from duckdb import DuckDBPyConnection
from hypothesis import given, settings
from hypothesis import strategies as st

import setrisk
from setrisk.pipelines.common.progress import ignore_progress
from setrisk.pipelines.histogram import publishing
from setrisk.pipelines.showcase.experiments import histogram as experiments
from setrisk.pipelines.showcase.experiments import noisy_releases
from setrisk.pipelines.showcase.experiments.containment import holders, leakages
from setrisk.pipelines.showcase.experiments.noisy_releases import Setting, data_of, draw_batch, outcomes
from setrisk.udf.histogram.noise import SeededNoise


@settings(max_examples=60)
@given(st.sampled_from([4, 30]), st.data())
def test_itemsets_that_hold_others(n_items: int, data: Any) -> None:
    """Both ways to count, that for few items and that for many."""
    itemsets = st.frozensets(st.integers(0, 3), min_size=1)
    shown = data.draw(st.dictionaries(itemsets, st.integers(1, 9), max_size=8))
    asked = data.draw(st.lists(itemsets, max_size=5))

    def rows(sets: Any) -> np.ndarray:
        held = np.zeros((len(sets), n_items), dtype=bool)
        for row, itemset in zip(held, sets, strict=True):
            row[list(itemset)] = True
        return held

    found = holders(rows(shown), np.array(list(shown.values()), dtype=np.int64))(rows(asked))
    assert found.tolist() == [sum(n for held, n in shown.items() if itemset <= held) for itemset in asked]
    row, item = leakages(rows(shown), holders(rows(shown)))
    assert sorted(zip(row.tolist(), item.tolist(), strict=True)) == [
        (place, item)
        for place, itemset in enumerate(shown)
        for item in sorted(itemset)
        if len(itemset) > 1 and [held for held in shown if itemset - {item} <= held] == [itemset]
    ]


@pytest.mark.parametrize("n_items", [6, 25])
@pytest.mark.parametrize("method", ["diffpart", "aplkiller", "privbayes", "aplkiller:as_printed"])
def test_what_releases_show_is_what_sql_says(
    con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch, method: str, n_items: int
) -> None:
    monkeypatch.setattr(noisy_releases, "_QUERIES", 300)
    monkeypatch.setattr(noisy_releases, "_WIDE_QUERIES", 300)
    draw = random.Random(n_items)
    # The first is the target.
    baskets = [list(map(str, range(1, 6)))] * 40 + [[str(item)] for item in range(1, n_items + 1)]
    baskets += [[str(item) for item in draw.sample(range(1, n_items + 1), draw.randint(1, 3))] for _ in range(200)]
    con.execute("CREATE TEMP TABLE given AS SELECT unnest($baskets) AS items", {"baskets": baskets})
    setrisk.load(con, "d", con.table("given"), items="items")
    data = data_of(con, "d")
    assert data.held[data.target].sum() == 5
    parameters = {"theta": 20.0 if n_items > 6 else 2.0} if method == "privbayes" else {"c1": 0.6, "fan_out": 3}
    setting = Setting("d", method, 4.0 if method.endswith(":as_printed") else 20.0, **parameters)
    shown = outcomes(data, setting, [7])
    made = draw_batch(data, setting, SeededNoise(7))
    names = [str(item) for item in range(1, n_items + 1)]
    target = sorted(map(str, range(1, 6)))
    leaked = [item for item, is_there in zip(target, data.known[:, :5].all(axis=0), strict=True) if not is_there]
    for number in range(3):
        name, of_release, outcome = f"r{number}", made.release == number, shown[number]
        con.execute(
            "INSERT INTO setrisk.release VALUES (?, 'd', 'histogram', 'diffpart', '{}', now(), ['seeded'])", [name]
        )
        publishing.write(con, name, made.held[of_release], made.occurrences[of_release], names)
        (found,) = con.execute(
            "SELECT count(*), "
            "count(*) FILTER (WHERE list_sort(l.items) = $target AND list_contains($leaked, l.leaked)) "
            "FROM setrisk.leakages($name) AS l WHERE l.supersets = 1",
            {"name": name, "target": target, "leaked": leaked},
        ).fetchall()
        assert (outcome.leakages, outcome.leaks) == (found[0], found[0] > 0)
        assert outcome.attacked * len(data.known) == pytest.approx(found[1])
        assert con.execute(
            "SELECT count(*), coalesce(sum(h.occurrences), 0) FROM setrisk.histogram AS h WHERE h.release = ?", [name]
        ).fetchall() == [(outcome.itemsets, outcome.records)]
        errors = dict(
            con.execute(
                "SELECT e.query_type, e.error FROM setrisk.counting_query_errors(?, queries := 300) AS e", [name]
            ).fetchall()
        )
        assert (outcome.error_existing, outcome.error_random) == pytest.approx((errors["existing"], errors["random"]))
    if method == "diffpart":
        assert any(outcome.attacked for outcome in shown)
    if "aplkiller" in method:
        assert not any(outcome.leaks for outcome in shown)


def test_the_experiments_are_one_command(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer settings and releases of them; what comes of each is tested above, and written here."""
    few = [
        Setting("NLTCS", "aplkiller", 1.0, 1.0, 2),
        Setting("MSNBC", "diffpart", 1.0, 1.0, 2, occurrences=80),
        Setting("foursquare-bangkok, 16 items", "diffpart", 1.0, 1.0, 2),
        Setting("NLTCS", "privbayes", 1.0, theta=4.0),
    ]
    monkeypatch.setattr(experiments, "settings", lambda: iter(few))
    monkeypatch.setattr(noisy_releases, "N_BATCHES", 2)
    monkeypatch.setattr(noisy_releases, "_QUERIES", 300)
    monkeypatch.setattr(noisy_releases, "_WIDE_QUERIES", 300)
    monkeypatch.setattr(experiments, "draw_pictures", lambda table, out: [])
    with setrisk.connect() as con:
        (written,) = experiments.histogram(con, data, tmp_path, ignore_progress)
    with written.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["data"], row["method"], row["releases"]) for row in rows] == [(s.data, s.method, "40") for s in few]
    assert float(rows[0]["leaks"]) == 0
    assert float(rows[1]["leaks"]) == 1
