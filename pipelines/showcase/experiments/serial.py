"""Composition attacks, counterfeits, query errors and run time of serial publication (SANONY Figures 6 to 9)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setrisk.errors import InfeasibleConstraint
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.statements import let_statements_read, run, text
from setrisk.pipelines.releases.drop import drop
from setrisk.pipelines.releases.protect import protect
from setrisk.pipelines.serial.sample_series import sample_series
from setrisk.pipelines.showcase import charts
from setrisk.pipelines.transactions.load import load

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_DATA = {"BMS-WebView-1": "BMS1_spmf.txt", "BMS-WebView-2": "BMS2_spmf.txt"}
_SNAPSHOTS = 5
_SEED = 1
# The share of the items that are sensitive.
_SHARE = 0.1
_HEADER = (
    "figure", "data", "size", "repeat", "r_th", "cluster_size", "method", "release", "prior", "cluster", "transitive",
    "global", "any", "exact", "exact_records", "records", "counterfeits", "withheld", "added", "suppressed",
    "perturbation_rate", "error_low", "error_medium", "error_high", "seconds",
)  # fmt: skip


@dataclass(frozen=True)
class Setting:
    """One series: the figure that it belongs to, and what is varied there."""

    figure: str
    size: float = 0.05
    repeat: float = 0.4
    r_th: float = 8
    cluster_size: int = 100

    def methods(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Name in the table, method, and its parameters."""
        clustered = {"r_th": self.r_th, "cluster_size": self.cluster_size}
        yield "anony", "anony", clustered
        yield "sanony", "sanony", clustered
        if self.figure == "as_printed":
            yield "sanony:as_printed", "sanony", clustered | {"as_printed": True}
        if self.figure in ("size", "repeat"):
            yield "m-invariance", "m-invariance", {"m": 2}


def settings() -> Iterator[Setting]:
    """Those of the paper, sample size, repeat rate and r_th; and cluster sizes, which the paper leaves open."""
    for size in (0.0125, 0.025, 0.05, 0.1):
        yield Setting("size", size=size)
    for repeat in (0.1, 0.2, 0.4, 0.8, 1.0):
        yield Setting("repeat", repeat=repeat)
    for r_th in (2, 4, 8, 16):
        yield Setting("r_th", r_th=r_th)
    for cluster_size in (10, 30, 100, 300):
        yield Setting("cluster_size", cluster_size=cluster_size)
    # The steps as printed add so many counterfeits that five snapshots take long even when they are small.
    yield Setting("as_printed", size=0.0125)


def serial(con: DuckDBPyConnection, data: Path, out: Path, progress: Progress) -> list[Path]:
    """All methods on series drawn from both data sets of clicks; returns the files written."""
    rows: list[tuple[object, ...]] = []
    for name, file in _DATA.items():
        load(con, name, data / "bms-webview" / file, format="spmf")
        sensitive = [item for (item,) in run(con, "showcase/sensitive_items", dataset=name, share=_SHARE).fetchall()]
        done: dict[str, list[tuple[object, ...]]] = {}
        for setting in settings():
            snapshots = sample_series(
                con, name, share=setting.size, repeat=setting.repeat, snapshots=_SNAPSHOTS, name="corpus", seed=_SEED
            )
            for label, method, parameters in setting.methods():
                # The defaults are in each figure.
                key = f"{setting.size} {setting.repeat} {method} {parameters}"
                if key not in done:
                    progress(f"{name}: {setting}, {label}")
                    done[key] = _publish_series(con, snapshots.datasets, sensitive, method, parameters)
                rows += [(*_setting_cells(setting, name, label), *row) for row in done[key]]
                charts.write_csv(out / "serial.csv", _HEADER, rows)
            for dataset in snapshots.datasets:
                drop(con, dataset)
        # What is drawn next depends on the numbers of items, and these on what else is loaded.
        drop(con, name)
    return [out / "serial.csv", *draw_pictures(out / "serial.csv", out)]


def draw_pictures(table: Path, out: Path) -> list[Path]:
    """Figures 6 to 9 of the results in a table: each point is all releases of a series; returns the files written."""
    import pandas as pd

    rows = pd.read_csv(table)
    rows["error"] = rows[["error_low", "error_medium", "error_high"]].mean(axis=1)
    keys = ["figure", "data", "size", "repeat", "r_th", "cluster_size", "method"]
    sums = rows.groupby(keys, as_index=False)[["any", "records", "counterfeits", "seconds"]].sum(min_count=1)
    sums["error"] = rows.groupby(keys, as_index=False)["error"].mean()["error"]
    sums["at_risk"] = 100 * sums["any"] / sums["records"]
    sums["perturbation"] = 100 * sums["counterfeits"] / (sums["records"] + sums["counterfeits"])
    # It has neither r_th nor a cluster size: the same series, whatever these are.
    plain = sums[(sums["method"] == "m-invariance") & (sums["figure"] == "size") & (sums["size"] == Setting.size)]
    for figure in ("r_th", "cluster_size"):
        varied = sums.loc[sums["figure"] == figure, ["figure", figure]].drop_duplicates()
        sums = pd.concat([sums, plain.drop(columns=["figure", figure]).merge(varied, how="cross")], ignore_index=True)
    sums["size"], sums["repeat"] = 100 * sums["size"], 100 * sums["repeat"]
    columns = [
        ("size", "sample size, %"),
        ("repeat", "repeat rate, %"),
        ("r_th", "r_th"),
        ("cluster_size", "cluster size"),
    ]
    quantities = [("at_risk", "people at risk, %"), ("perturbation", "counterfeits, %")]
    costs = [("error", "error of queries"), ("seconds", "seconds")]
    return [
        charts.plot_series(sums, quantities, columns, out / "serial.png"),
        charts.plot_series(sums, costs, columns, out / "serial-cost.png"),
    ]


def _setting_cells(setting: Setting, data: str, label: str) -> tuple[object, ...]:
    return (setting.figure, data, setting.size, setting.repeat, setting.r_th, setting.cluster_size, label)


def _publish_series(
    con: DuckDBPyConnection, datasets: list[str], sensitive: list[str], method: str, parameters: dict[str, Any]
) -> list[tuple[object, ...]]:
    """A row per release of a series, what it is and the seconds of processor time that it took."""
    seconds = []
    for number, dataset in enumerate(datasets, 1):
        # Processor time, since the clock also counts what else the machine does.
        start = time.process_time()
        try:
            protect(
                con, dataset, f"r{number}", method=method, series="s", seed=_SEED,
                sensitive=sensitive if number == 1 else None, **parameters,
            )  # fmt: skip
        except InfeasibleConstraint:
            break  # a series ends when its method can make no release
        seconds.append(time.process_time() - start)
    # Groups of two have more steps from one to the next than there is time for, and no r_th to be held against.
    composed = method != "m-invariance"
    by_scope = _people_by_scope(con) if composed else {}
    rows = []
    for number, taken in enumerate(seconds, 1):
        release = f"r{number}"
        at_risk = _people_at_risk(con, release, by_scope) if composed else (None,) * 7
        (costs,) = run(con, "showcase/release_costs", series="s", release=release).fetchall()
        rows.append((release, *at_risk, *costs, taken))
    drop(con, "s", object_type="series")
    return rows


def _people_by_scope(con: DuckDBPyConnection) -> dict[str, tuple[int, ...]]:
    """For each release of the series, people at risk by each attack of the paper and by any of them."""
    with let_statements_read(con, text("serial/records_at_risk", series="s")):
        return {release: tuple(people) for release, *people in run(con, "showcase/people_by_scope").fetchall()}


def _people_at_risk(con: DuckDBPyConnection, release: str, by_scope: dict[str, tuple[int, ...]]) -> tuple[object, ...]:
    """People at risk by the release alone, by each attack of the paper and by any of them; by the exact attacker, and
    of how many people that one can say anything.
    """
    ((prior, *exact),) = run(con, "showcase/people_at_risk", series="s", release=release).fetchall()
    return (prior, *by_scope.get(release, (0,) * 4), *exact)
