"""What the page of histograms says of audits and experiments is what they say."""

import csv
import re
from pathlib import Path
from statistics import mean

import pytest

import setrisk
from setrisk.udf.audit import MECHANISMS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "histogram.md").read_text(encoding="utf-8")
WORDS = " ".join(PAGE.split())
AUDITED = re.findall(
    r"^\| `([a-z-]+)(?: --(published))?`[^|]*\| ([0-9.inf]+) \| ([0-9.]+) \| (accused)?",
    PAGE,
    re.MULTILINE,
)


def test_all_methods_are_in_the_table_of_the_audit() -> None:
    names = [f"{method} {published}".strip() for method, published, *_ in AUDITED]
    assert sorted(names) == sorted(MECHANISMS)


@pytest.mark.parametrize(("method", "published", "theory", "bound", "accused"), AUDITED)
def test_audits_end_as_the_page_says(method: str, published: str, theory: str, bound: str, accused: str) -> None:
    releases = 1_000 if method == "privbayes" else 20_000
    found = setrisk.audit(method, epsilon=0.5, published=bool(published), releases=releases, seed=21)
    assert f"{found.theory:.3g}" == theory
    assert f"{found.bound:.3f}" == bound
    assert found.accused == bool(accused)


# The experiments.

EPSILONS, THRESHOLDS, OCCURRENCES = (0.25, 0.5, 1, 1.6, 2), (0.1, 0.5, 1), (13, 20, 40, 60, 80)
NARROW, WIDE = "foursquare-bangkok, 16 items", "foursquare-bangkok"
with (DOCS / "results" / "histogram.csv").open(encoding="utf-8", newline="") as file:
    TABLE = [
        {k: v if k in ("data", "method") else float(v or "nan") for k, v in row.items()} for row in csv.DictReader(file)
    ]


def rows(**given: object) -> list[dict[str, float]]:
    """The rows of the table with these values; of MSNBC as it is, two children a node, unless told otherwise."""
    given = ({"occurrences": 13} if given["data"] == "MSNBC" else {}) | given
    if given["method"] not in ("privbayes", "privbayes published"):
        given = {"fan_out": 2} | given
    return [row for row in TABLE if all(row[name] == value for name, value in given.items())]


def of(quantity: str, **given: object) -> list[float]:
    return [row[quantity] for row in rows(**given)]


def one(quantity: str, **given: object) -> float:
    (value,) = of(quantity, **given)
    return value


def error(**given: object) -> list[float]:
    """Mean relative error of both halves of the queries."""
    return [(row["error_existing"] + row["error_random"]) / 2 for row in rows(**given)]


def linked(fan_out: int, occurrences: int, epsilon: float = 1, c1: float = 1) -> float:
    return one(
        "attacked", data="MSNBC", method="diffpart", fan_out=fan_out, occurrences=occurrences, epsilon=epsilon, c1=c1
    )


def by_c1(fan_out: int, occurrences: int) -> str:
    return ", ".join(f"{linked(fan_out, occurrences, c1=c1):.2f}" for c1 in THRESHOLDS)


def less(data: str, ours: str, theirs: str, **given: object) -> float:
    """How much less the error of one method is than that of another, on average over epsilon."""
    pairs = zip(error(data=data, method=ours, **given), error(data=data, method=theirs, **given), strict=True)
    return mean(1 - mine / other for mine, other in pairs)


def time(method: str, data: str, **given: object) -> float:
    """Milliseconds per release, on average over the settings that both partitionings have."""
    return 1000 * mean(of("seconds", data=data, method=method, **given))


def dearer(data: str, method: str, **given: object) -> list[float]:
    """By how much the errors of the repaired method are above those of the printed one, epsilon by epsilon."""
    repaired = [
        mine
        for row, mine in zip(
            rows(data=data, method=method, **given), error(data=data, method=method, **given), strict=True
        )
        if row["epsilon"] in EPSILONS
    ]
    return [
        mine / other - 1
        for mine, other in zip(repaired, error(data=data, method=f"{method} published", **given), strict=True)
    ]


def percent(low: float, high: float) -> str:
    return f"{100 * low:.0f} to {100 * high:.0f} %"
