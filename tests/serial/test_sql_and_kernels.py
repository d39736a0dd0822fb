"""What serial releases need in SQL and in Python comes to the same in both."""

import random
from collections import defaultdict
from typing import Any

import numpy as np
import pandas as pd
import pytest
from duckdb import DuckDBPyConnection
from hypothesis import given
from hypothesis import strategies as st

import setrisk
from setrisk.udf.serial.copies import TOLERANCE, bag_share, copy_range, is_above
from setrisk.udf.serial.posterior import Overlap, posterior
from tests.support.serial_steps import class_posteriors, class_records, overlap_evidence

# All numbers below the first are tried, and random ones below the second.
SMALL, LARGE = 12, 10**9
MONTHS = "'months'"


def answers(con: DuckDBPyConnection, call: str, columns: dict[str, list[int]]) -> list[Any]:
    """What a scalar relation says of each row."""
    con.register("rows", pd.DataFrame(columns))
    return [value for (value,) in con.execute(f"SELECT setrisk{call} AS value FROM rows").fetchall()]


def grid(limits: tuple[int, int, int]) -> dict[str, list[int]]:
    """All small numbers, and some large ones."""
    draw = random.Random(1)
    rows = list(np.ndindex(*limits)) + [tuple(draw.randrange(LARGE) for _ in limits) for _ in range(500)]
    a, b, c = zip(*rows, strict=True)
    return {"a": [int(n) for n in a], "b": [int(n) for n in b], "c": [int(n) for n in c]}


def test_a_share_of_the_bag_is_the_same(con: DuckDBPyConnection) -> None:
    rows = grid((SMALL, SMALL, SMALL))
    rows["c"] = [max(n, 1) for n in rows["c"]]
    found = answers(con, "_internal.bag_share(rows.a, rows.b, rows.c)", rows)
    assert found == [bag_share(*row) for row in zip(*rows.values(), strict=True)]
    sizes = np.array(rows["a"], np.int64)
    assert bag_share(sizes, 5, 7).tolist() == [bag_share(size, 5, 7) for size in rows["a"]]


def test_a_range_of_copies_is_the_same(con: DuckDBPyConnection) -> None:
    rows = grid((SMALL, SMALL, SMALL))
    found = answers(con, ".copy_range(rows.a, rows.b, rows.c)", rows)
    for (copies, size, overlap), one in zip(zip(*rows.values(), strict=True), found, strict=True):
        if max(copies, overlap) > size:  # impossible numbers, of which only SQL is asked
            assert one is None
        else:
            assert (one["lo"], one["hi"]) == copy_range(copies, size, overlap)


@given(st.floats(0, 1), st.integers(-3, 3), st.floats(0.5, 2))
def test_a_belief_is_above_what_is_allowed_in_both_or_in_neither(
    months: DuckDBPyConnection, allowed: float, steps: int, factor: float
) -> None:
    """At the limit, at the doubles beside it, and anywhere."""
    at_limit = allowed * (1 + TOLERANCE)
    for _ in range(abs(steps)):
        at_limit = float(np.nextafter(at_limit, 2.0 if steps > 0 else 0.0))
    for belief in (at_limit, allowed * factor):
        ((found,),) = months.execute(
            "SELECT setrisk_internal.is_above(?::DOUBLE, ?::DOUBLE)", [belief, allowed]
        ).fetchall()
        assert found == is_above(belief, allowed)


@pytest.fixture(scope="module")
def months() -> Any:
    """Three releases of one series, of people who are in several of them, with rare and common sensitive items."""
    draw = random.Random(4)
    items = [f"item {n}" for n in range(7)]
    people = [
        [*draw.sample(items, draw.randint(1, 3)), *draw.sample(["flu", "hiv"], draw.randint(0, 2))] for _ in range(90)
    ]
    with setrisk.connect() as con:
        for number in range(3):
            rows = [(f"p{n}", item) for n, person in enumerate(people[number * 15 :][:60]) for item in person]
            setrisk.load(con, f"month {number}", pd.DataFrame(rows, columns=["id", "item"]), format="long")
            setrisk.protect(
                con, f"month {number}", f"release {number}", method="anony", series="months", r_th=2, cluster_size=5,
                seed=1, sensitive=["flu", "hiv"] if number == 0 else None,
            )  # fmt: skip
        yield con


@pytest.mark.parametrize("transitive", [False, True])
def test_formula_12_is_the_same(months: DuckDBPyConnection, transitive: bool) -> None:
    """SQL adds up log odds over all overlaps of all records; the kernel multiplies, for one record."""
    known = "WITH " + class_records(MONTHS, transitive=transitive)
    overlaps: dict[tuple[Any, ...], list[tuple[str, int, int, int]]] = defaultdict(list)
    sizes = {}
    for scope, release, cluster, item, copies, n_records, other, size, lo, hi in months.execute(
        f"{known} SELECT e.scope, e.release, e.cluster, e.item, e.copies, e.n_records, e.other, e.common, "
        "greatest(e.own_lo, e.other_lo), least(e.own_hi, e.other_hi) "
        f"FROM {overlap_evidence(MONTHS)} AS e"
    ).fetchall():
        overlaps[scope, release, cluster, item].append((repr(other), size, lo, hi))
        sizes[scope, release, cluster, item] = copies, n_records
    seen = {
        (scope, release, cluster, kind): {repr(each["other"]): each["all_inside"] for each in evidence or []}
        for scope, release, cluster, kind, evidence in months.execute(
            f"{known} SELECT k.scope, k.release, k.cluster, k.equivalence_class, k.seen FROM class_records AS k"
        ).fetchall()
    }
    compared = 0
    for scope, release, cluster, kind, item, belief in months.execute(
        f"{known} SELECT p.scope, p.release, p.cluster, p.equivalence_class, p.item, p.posterior "
        f"FROM {class_posteriors(MONTHS)} AS p"
    ).fetchall():
        evidence = overlaps[scope, release, cluster, item]
        if evidence:
            inside = seen[scope, release, cluster, kind]
            cover = [
                Overlap(size, lo, hi, (True if inside[other] else None) if other in inside else False)
                for other, size, lo, hi in evidence
            ]
            assert belief == pytest.approx(posterior(*sizes[scope, release, cluster, item], cover), rel=1e-9, abs=1e-12)
            compared += len(cover) > 1 and 0 < belief < 1
    assert compared > 20
