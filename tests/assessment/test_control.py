"""Which people serve as a control of real data: others do, whatever their baskets, and the same people do not."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import pandas as pd
import pytest
from duckdb import DuckDBPyConnection

import setrisk
from setrisk.errors import BadInput
from setrisk.pipelines.assessment.control import require_others

PEOPLE = 1_500
Baskets = Sequence[Sequence[str]]


@pytest.fixture(scope="module")
def retail(data: Path) -> tuple[Baskets, Baskets]:
    """Baskets of people, and of as many others."""
    with (data / "retail" / "retail.dat").open() as lines:
        baskets = [line.split() for line in islice(lines, 2 * PEOPLE)]
    # Customers of one day come one after the other.
    return baskets[::2], baskets[1::2]


@pytest.fixture
def con() -> Iterator[DuckDBPyConnection]:
    with setrisk.connect() as connection:
        yield connection


def load(con: DuckDBPyConnection, members: Baskets, control: Baskets) -> None:
    for name, baskets in (("members", members), ("control", control)):
        setrisk.load(con, name, pd.DataFrame({"items": baskets}))


def first(n: int) -> Callable[[Baskets], Baskets]:
    return lambda baskets: [items[:n] for items in baskets]


def whole(baskets: Baskets) -> Baskets:
    return baskets


def small(baskets: Baskets) -> Baskets:
    return [items for items in baskets if len(items) <= 9]


def large(baskets: Baskets) -> Baskets:
    return [items for items in baskets if len(items) > 9]


def popular(baskets: Baskets) -> Baskets:
    """Of a branch that has a hundred items."""
    kept = {item for item, _ in Counter(item for items in baskets for item in items).most_common(100)}
    return [found for items in baskets if (found := [item for item in items if item in kept])]


def half(baskets: Baskets) -> Baskets:
    """Of half a year of the same people."""
    return [items[::2] for items in baskets]


@pytest.mark.parametrize(
    ("in_release", "outside"),
    [(whole, whole), (first(5), whole), (small, large), (large, small), (whole, popular), (whole, first(3))],
    ids=["alike", "cut to 5 items", "smaller", "larger", "popular items", "first 3 items"],
)
def test_others_are_a_control(
    con: DuckDBPyConnection,
    retail: tuple[Baskets, Baskets],
    in_release: Callable[[Baskets], Baskets],
    outside: Callable[[Baskets], Baskets],
) -> None:
    members, others = retail
    load(con, in_release(members), outside(others))
    for seed in range(5):
        require_others(con, "members", "control", seed)


@pytest.mark.parametrize("outside", [whole, half, first(3)], ids=["whole", "half", "first 3 items"])
def test_the_same_people_are_none(
    con: DuckDBPyConnection, retail: tuple[Baskets, Baskets], outside: Callable[[Baskets], Baskets]
) -> None:
    members, _ = retail
    load(con, members, outside(members))
    for seed in range(5):
        with pytest.raises(BadInput, match="they seem to be the same people"):
            require_others(con, "members", "control", seed)
