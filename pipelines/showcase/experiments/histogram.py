"""Attribute linkage on noisy histograms, their utility and run time (APL Figures 3 to 5 and 7 to 11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.statements import text
from setrisk.pipelines.showcase import charts
from setrisk.pipelines.showcase.experiments.noisy_releases import Data, Outcome, Setting, Workers, data_of
from setrisk.pipelines.transactions.load import load

if TYPE_CHECKING:
    import pandas as pd
    from duckdb import DuckDBPyConnection

# Data sets in which all items can be tried out at once, and that with all items.
_NARROW = 16
_WIDE = "foursquare-bangkok"
COMMON = f"{_WIDE}, {_NARROW} items"
_EPSILONS = (0.25, 0.5, 1.0, 1.6, 2.0)
_THRESHOLDS = (0.1, 0.5, 1.0)
# How often the target occurs in each variant of MSNBC; in the original, 13 times.
_OCCURRENCES = (13, 20, 40, 60, 80)


HEADER = (*(field.name for field in fields(Setting)), "releases", *(field.name for field in fields(Outcome)))


def settings() -> Iterator[Setting]:
    """Those of the paper's figures; as printed, those that repairs change; data with hundreds of items; and other
    fan-outs, since the paper names one, 2, in Figure 10 alone.
    """
    for method in ("diffpart", "aplkiller"):
        for occurrences in _OCCURRENCES:
            for c1 in _THRESHOLDS:
                for epsilon in _EPSILONS:
                    if c1 == 1 or epsilon == 1 or occurrences == 13:
                        yield Setting("MSNBC", method, epsilon, c1, 2, occurrences=occurrences)
        for data in (COMMON, "NLTCS"):
            for c1 in _THRESHOLDS:
                for epsilon in _EPSILONS:
                    yield Setting(data, method, epsilon, c1, 2)
        for c1 in (0.4, 1.0):
            for epsilon in (1.0, 2.0):
                yield Setting(_WIDE, method, epsilon, c1, 2)
    for theta in (3.0, 4.0, 5.0, 6.0):
        for epsilon in (0.1, *_EPSILONS):
            if theta in (4, 5) or epsilon in (0.1, 0.5, 1):
                yield Setting("NLTCS", "privbayes", epsilon, theta=theta)
    for epsilon in _EPSILONS:
        for c1 in (0.1, 1.0):
            yield Setting("MSNBC", "aplkiller:as_printed", epsilon, c1, 2, occurrences=13)
            yield Setting("NLTCS", "aplkiller:as_printed", epsilon, c1, 2)
        yield Setting("NLTCS", "privbayes:as_printed", epsilon, theta=4.0)
    for fan_out in (5, 10):
        for occurrences in _OCCURRENCES:
            for c1 in _THRESHOLDS:
                for epsilon in _EPSILONS:
                    if c1 == 1 or epsilon == 1:
                        yield Setting("MSNBC", "diffpart", epsilon, c1, fan_out, occurrences=occurrences)


def histogram(con: DuckDBPyConnection, data: Path, out: Path, progress: Progress) -> list[Path]:
    """All settings, 1,000 releases each, on all cores; returns the files written."""
    at_hand = dict(load_data(con, data))
    every = list(settings())
    rows: list[tuple[object, ...]] = []
    with Workers() as workers:
        for number, setting in enumerate(every, 1):
            progress(f"{number} of {len(every)}: {setting.method} on {setting.data}, epsilon {setting.epsilon:g}")
            rows.append(cell(workers, at_hand[setting.data], setting))
            charts.write_csv(out / "histogram.csv", HEADER, rows)
    return [out / "histogram.csv", *draw_pictures(out / "histogram.csv", out)]


def cell(workers: Workers, data: Data, setting: Setting) -> tuple[Any, ...]:
    """The row of the table of results for one setting."""
    found = workers.outcomes(data.with_target(setting.occurrences), setting)
    means = np.mean(np.array([astuple(outcome) for outcome in found], dtype=float), axis=0)
    return (*astuple(setting), len(found), *means.tolist())


def load_data(con: DuckDBPyConnection, data: Path) -> Iterator[tuple[str, Data]]:
    """The paper's data sets; for its Checkin, which is not public, another of Foursquare's: what 5,010 people have of
    the 16 most common of 446 places and kinds of places, and of all of them, which takes longest and comes last.
    """
    load(con, "MSNBC", data / "msnbc" / "msnbc990928.seq.gz", format="fimi", skip=7, comment="%")
    yield "MSNBC", data_of(con, "MSNBC")
    load(con, "NLTCS", data / "nltcs" / "*.data", format="matrix")
    yield "NLTCS", data_of(con, "NLTCS")
    load(con, _WIDE, data / _WIDE / "location_bangkok.csv", format="matrix", exclude=["column0"])
    load(con, COMMON, con.sql(text("showcase/common_items", dataset=_WIDE, n_items=_NARROW)), items="items")
    yield COMMON, data_of(con, COMMON)
    yield _WIDE, data_of(con, _WIDE)


def draw_pictures(table: Path, out: Path) -> list[Path]:
    """Probabilities of linkage (Figures 3 to 5, 8 and 9) and errors (10 and 11) of the results in a table; returns the
    files written.
    """
    import pandas as pd

    rows = pd.read_csv(table)
    rows["error"] = (rows["error_existing"] + rows["error_random"]) / 2
    msnbc, nltcs = rows[rows["data"] == "MSNBC"], rows[rows["data"] == "NLTCS"]

    def panel(title: str, of: pd.DataFrame, x: str, y: str, line: str) -> tuple[str, pd.DataFrame]:
        names = [line.format_map(row) for _, row in of.iterrows()]
        return title, pd.DataFrame({"line": names, "x": of[x], "y": of[y]})

    diffpart = msnbc[msnbc["method"] == "diffpart"]
    linked = [
        *(
            panel(
                f"DiffPart on MSNBC, fan-out {fan_out}, epsilon 1",
                diffpart[(diffpart["fan_out"] == fan_out) & (diffpart["epsilon"] == 1)],
                "occurrences", "attacked", "c1 {c1:g}",
            )
            for fan_out in (2, 5, 10)
        ),
        *(
            panel(
                f"DiffPart on MSNBC, fan-out {fan_out}, c1 1",
                diffpart[(diffpart["fan_out"] == fan_out) & (diffpart["c1"] == 1)],
                "occurrences", "attacked", "epsilon {epsilon:g}",
            )
            for fan_out in (2, 10)
        ),
        panel(
            "PrivBayes on NLTCS", nltcs[nltcs["method"] == "privbayes"], "epsilon", "attacked", "theta {theta:g}"
        ),
    ]  # fmt: skip
    target = "occurrences of the target"
    wrong = [
        panel(title, of[of["method"].isin(("diffpart", "aplkiller"))], "epsilon", "error", "{method}, c1 {c1:g}")
        for title, of in (
            ("MSNBC", msnbc[(msnbc["fan_out"] == 2) & (msnbc["occurrences"] == _OCCURRENCES[0])]),
            (COMMON, rows[rows["data"] == COMMON]),
            ("NLTCS", nltcs),
        )
    ]
    title, points = wrong[-1]
    _, sampled = panel(
        title, nltcs[(nltcs["method"] == "privbayes") & nltcs["theta"].isin((4, 5)) & (nltcs["epsilon"] > 0.1)],
        "epsilon", "error", "{method}, theta {theta:g}",
    )  # fmt: skip
    wrong[-1] = title, pd.concat([points, sampled])
    return [
        charts.plot_curves(
            linked, [target] * 5 + ["epsilon"], "probability of linkage", out / "histogram.png", columns=3
        ),
        charts.plot_curves(wrong, ["epsilon"] * 3, "error of queries", out / "histogram-error.png", columns=3),
    ]
