"""Generalised items with thousands of members, as any imported release may have them, do not stall an attack."""

from pathlib import Path

import numpy as np
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.udf.generalisation.comparable_groups import ComparableGroups, WeightedTable
from setrisk.udf.generalisation.elimination import METHODS, eliminate

MEMBERS = 5_000


def imported(con: DuckDBPyConnection, folder: Path, n_records: int) -> None:
    """Records with one generalised item and two items beside it, and as many without it."""
    draw = np.random.default_rng(3)
    about = 'generalisation,coat,"{""k"": 2}",2026-01-01,'
    (folder / "release.csv").write_text(f"family,method,parameters,created_at,marks\n{about}\n")
    members = "".join(f"1,member {number}\n" for number in range(MEMBERS))
    (folder / "generalised_item.csv").write_text(f"generalised_item,item\n{members}")
    lines = []
    for record in range(1, 2 * n_records + 1):
        one, other = sorted(draw.choice(20, 2, replace=False).tolist())
        lines += [f"{record},1,near {one},\n", f"{record},2,near {other},\n"]
        lines += [f"{record},3,,1\n"] if record <= n_records else []
    (folder / "generalised_record.csv").write_text(f"record,position,item,generalised_item\n{''.join(lines)}")
    setrisk.import_release(con, "theirs", folder)


def test_all_attacks_take_an_imported_item_of_5000_members(con: DuckDBPyConnection, tmp_path: Path) -> None:
    imported(con, tmp_path, n_records=6)
    setrisk.attack(con, "theirs", method="all")
    found = con.sql("SELECT DISTINCT f.attack FROM setrisk.elimination_findings('theirs') AS f").fetchall()
    assert {attack for (attack,) in found} == {f"{method}:self" for method in METHODS}


class Work:
    """How many cells are sorted, and looked through for the largest."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cells = 0
        measure, measure_many = ComparableGroups._measure, ComparableGroups._measure_many

        def measured(groups: ComparableGroups, group: int) -> object:
            self.cells += len(groups._table.weighted_of[group])
            return measure(groups, group)

        def measured_many(groups: ComparableGroups, which: slice, cells: np.ndarray) -> None:
            self.cells += cells.size
            measure_many(groups, which, cells)

        monkeypatch.setattr(ComparableGroups, "_measure", measured)
        monkeypatch.setattr(ComparableGroups, "_measure_many", measured_many)


@pytest.mark.parametrize("method", ["gba", "rba"])
def test_members_that_are_equally_far_are_measured_once(monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    """As the records alone have it; all columns were sorted again at each step, millions of cells a second."""
    table = np.repeat(np.random.default_rng(1).random((6, 1)), MEMBERS, axis=1)
    work = Work(monkeypatch)
    steps = int(eliminate(method, table).max())
    assert steps > 4_000
    # Two groups a step change: a row and a column. It was 4 to 6 times as much.
    assert work.cells < 2 * steps * sum(table.shape)


class Watched(np.ndarray):
    """An array that counts the cells that it looks through as a whole."""

    looked_through = 0

    def argmax(self, *given: object, **named: object) -> object:
        Watched.looked_through += self.size
        return super().argmax(*given, **named)  # type: ignore[call-overload]


def test_wba_does_not_look_through_the_whole_table_at_each_step(monkeypatch: pytest.MonkeyPatch) -> None:
    table = np.repeat(np.random.default_rng(1).random((6, 1)), MEMBERS, axis=1)
    begin = WeightedTable.__init__

    def begun(self: WeightedTable, distances: np.ndarray) -> None:
        begin(self, distances)
        self.weighted = self.weighted.view(Watched)
        self.weighted_of = [*self.weighted, *self.weighted.T]

    monkeypatch.setattr(WeightedTable, "__init__", begun)
    monkeypatch.setattr(Watched, "looked_through", 0)
    steps = int(eliminate("wba", table).max())
    assert steps > 4_000
    assert Watched.looked_through < 3 * steps * sum(table.shape)
