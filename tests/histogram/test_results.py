"""What the page of histograms says of audits and experiments is what they say."""

import csv
import math
import re
from itertools import pairwise
from pathlib import Path
from statistics import mean

import pytest

import setrisk
from setrisk.pipelines.showcase.experiments.histogram import settings
from setrisk.udf.histogram.mechanisms import MECHANISMS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "histogram.md").read_text(encoding="utf-8")
WORDS = " ".join(PAGE.split())
AUDITED = re.findall(
    r"^\| `([a-z-]+)(?: --(as-printed))?`[^|]*\| ([0-9.inf]+) \| ([0-9.]+) \| (accused)?",
    PAGE.partition("\n## The audit\n")[2].partition("\n## ")[0],
    re.MULTILINE,
)


def test_all_methods_are_in_the_table_of_the_audit() -> None:
    names = [":".join(filter(None, (method, printed.replace("-", "_")))) for method, printed, *_ in AUDITED]
    audited = [m for m in setrisk.METHODS if m.draw and m.package == "setrisk"]
    printed = [f"{m.name}:as_printed" for m in audited if "as_printed" in {p.name for p in m.parameters}]
    assert sorted(names) == sorted([*MECHANISMS, *(m.name for m in audited), *printed])


@pytest.mark.parametrize(("method", "printed", "theory", "bound", "accused"), AUDITED)
def test_audits_end_as_the_page_says(method: str, printed: str, theory: str, bound: str, accused: str) -> None:
    releases = {"privbayes": 1_000, "mixture": 100}.get(method, 20_000)
    found = setrisk.audit(method, epsilon=0.5, as_printed=bool(printed), releases=releases, seed=21)
    assert f"{found.theoretical_epsilon:.3g}" == theory
    # The last bit of a logarithm, which textbook-laplace publishes, differs by the processor.
    digits = 1 if method == "textbook-laplace" else 3
    assert f"{found.least_epsilon:.{digits}f}" == bound
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
    if given["method"] not in ("privbayes", "privbayes:as_printed"):
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
        for mine, other in zip(repaired, error(data=data, method=f"{method}:as_printed", **given), strict=True)
    ]


def percent(low: float, high: float) -> str:
    return f"{100 * low:.0f} to {100 * high:.0f} %"


APL_FREE = [row for row in TABLE if row["method"].startswith("aplkiller")]
FREE_OF = sum(row["releases"] for row in APL_FREE)
PAIRS = [("MSNBC", 13), (NARROW, None), ("NLTCS", None)]
PARTITIONED = [row for row in TABLE if (row["data"], row["method"]) == ("MSNBC", "diffpart")]
APLS = [row["leakages"] for row in PARTITIONED]
# The results of PrivBayes by epsilon, with theta 4.
SAMPLED = [one("attacked", data="NLTCS", method="privbayes", theta=4, epsilon=epsilon) for epsilon in (0.1, *EPSILONS)]
SOME = of("attacked", data="NLTCS", method="privbayes")
ANY = of("leaks", data="NLTCS", method="privbayes")
SLOWER = {data: time("aplkiller", data) / time("diffpart", data) - 1 for data, _ in PAIRS}
REPAIRED = {(data, c1): dearer(data, "aplkiller", c1=c1) for data in ("MSNBC", "NLTCS") for c1 in (0.1, 1)}
GAINED = dearer("NLTCS", "privbayes", theta=4)

# What the page says, with the numbers of the table, and what must be so for it.
CLAIMS: list[tuple[str, bool]] = [
    (f"1,000 releases of each of {len(TABLE)} settings", all(row["releases"] == 1000 for row in TABLE)),
    (
        f"**APLKiller leaves no APL, of any itemset, in any of {FREE_OF:,.0f} releases**",
        all(row["leaks"] == row["leakages"] == row["attacked"] == 0 for row in APL_FREE),
    ),
    (
        f"with 10 children a node, at epsilon 1 and c1 1, the target's APL is still there in "
        f"{linked(10, 13):.0%} of the releases at 13 occurrences and in {linked(10, 80):.0%} at 80".replace("%", " %"),
        True,
    ),
    (
        f"at epsilon 1.6 in {linked(10, 13, epsilon=1.6):.0%} and {linked(10, 80, epsilon=1.6):.0%}".replace("%", " %"),
        True,
    ),
    (f"with 5 children in {linked(5, 13):.0%} and {linked(5, 80):.0%}".replace("%", " %"), True),
    (
        f"With two children in {linked(2, 13):.0%} and {linked(2, 80):.0%}".replace("%", " %"),
        True,
    ),
    (
        "The more often the target occurs, and the larger epsilon, the likelier it is, for every fan-out",
        all(
            linked(fan_out, low, epsilon=epsilon) <= linked(fan_out, high, epsilon=epsilon)
            for fan_out in (2, 5, 10)
            for epsilon in EPSILONS
            for low, high in pairwise(OCCURRENCES)
        )
        and all(
            linked(fan_out, occurrences, epsilon=low) <= linked(fan_out, occurrences, epsilon=high) + 0.01
            for fan_out in (2, 5, 10)
            for occurrences in OCCURRENCES
            for low, high in pairwise(EPSILONS)
        ),
    ),
    (
        f"at 80 occurrences with 5 children {by_c1(5, 80)} at c1 0.1, 0.5 and 1; at 13 occurrences {by_c1(5, 13)}",
        linked(5, 80, c1=0.1) < linked(5, 80, c1=1) and linked(5, 13, c1=0.1) > linked(5, 13, c1=1),
    ),
    (
        f"with two children it is less likely everywhere, at 80 occurrences {by_c1(2, 80)}",
        all(
            linked(2, occurrences, c1=low) > linked(2, occurrences, c1=high)
            for occurrences in OCCURRENCES
            for low, high in pairwise(THRESHOLDS)
        ),
    ),
    (
        f"Every release of MSNBC by DiffPart has some APL, {min(APLS):.0f} to {max(APLS):.0f} of them on average",
        all(row["leaks"] == 1 for row in PARTITIONED),
    ),
    (
        f"an APL of NLTCS's target, chosen without looking, is there in {percent(min(SOME), max(SOME))} of the "
        "releases by PrivBayes",
        True,
    ),
    (f"some APL in {percent(min(ANY), max(ANY))}", True),
    (
        "A lower theta makes it likelier, or as likely",
        all(
            one("attacked", data="NLTCS", method="privbayes", theta=low, epsilon=epsilon)
            >= one("attacked", data="NLTCS", method="privbayes", theta=high, epsilon=epsilon)
            for low, high in pairwise((3, 4, 5, 6))
            for epsilon in (0.1, 0.5, 1)
        ),
    ),
    ("a larger epsilon makes it less likely from 0.25 on", SAMPLED[1:] == sorted(SAMPLED[1:], reverse=True)),
    *(
        (
            f"| {data} | {-100 * less(data, 'aplkiller', 'diffpart', c1=0.1):+.0f} % "
            f"| {-100 * less(data, 'aplkiller', 'diffpart', c1=0.5):+.0f} % "
            f"| {-100 * less(data, 'aplkiller', 'diffpart', c1=1):+.0f} % "
            f"| {time('diffpart', data):.0f} ms | {time('aplkiller', data):.0f} ms |",
            True,
        )
        for data, _ in PAIRS
    ),
    (
        f"partitioning takes APLKiller {100 * min(SLOWER.values()):.0f} to {100 * max(SLOWER.values()):.0f} % longer",
        True,
    ),
    (
        f"PrivBayes has the smallest errors on NLTCS at theta 4, "
        f"{error(data='NLTCS', method='privbayes', theta=4, epsilon=1)[0]:.2f} at epsilon 1, where APLKiller with "
        f"c1 0.1 has {error(data='NLTCS', method='aplkiller', c1=0.1, epsilon=1)[0]:.2f} and DiffPart "
        f"{error(data='NLTCS', method='diffpart', c1=0.1, epsilon=1)[0]:.2f}",
        all(
            error(data="NLTCS", method="privbayes", theta=4, epsilon=epsilon)
            < error(data="NLTCS", method=method, c1=0.1, epsilon=epsilon)
            for method in ("aplkiller", "diffpart")
            for epsilon in EPSILONS
        ),
    ),
    (
        f"by {100 * min(min(each) for each in REPAIRED.values()):.1f} to "
        f"{100 * max(max(each) for each in REPAIRED.values()):.1f} % on MSNBC and NLTCS",
        True,
    ),
    (
        f"its errors are {100 * -max(GAINED):.0f} to {100 * -min(GAINED):.0f} % smaller",
        max(GAINED) < 0,
    ),
    # One of three empty sub-partitions passes then, on average, of each: so many as there were.
    ("With a c1 below about 0.29", round(math.log(1.5) / math.sqrt(2), 2) == 0.29),
    (
        "Of foursquare-bangkok with all its 446 items nothing comes out at c1 1, and at 0.4 an itemset now and then",
        all(
            value == 0
            for method in ("diffpart", "aplkiller")
            for value in of("itemsets", data=WIDE, method=method, c1=1)
        )
        and all(
            value < 0.1
            for method in ("diffpart", "aplkiller")
            for value in of("itemsets", data=WIDE, method=method, c1=0.4)
        ),
    ),
]


@pytest.mark.parametrize(("sentence", "holds"), CLAIMS, ids=[sentence[:60] for sentence, _ in CLAIMS])
def test_the_page_of_histograms_says_what_the_table_says(sentence: str, holds: bool) -> None:
    assert sentence in WORDS
    assert holds


def test_the_table_has_all_settings() -> None:
    assert len(TABLE) == len(list(settings()))
