"""Composition attacks, counterfeits, query errors and run time of serial publication (SANONY Figures 6 to 9)."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setrisk.errors import InfeasibleConstraint
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.connect import connect
from setrisk.pipelines.database.statements import let_statements_read, run, text
from setrisk.pipelines.releases.protect import protect
from setrisk.pipelines.serial.sample_series import sample_series
from setrisk.pipelines.showcase import charts
from setrisk.pipelines.transactions.load import load

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

DATA = {"BMS-WebView-1": "BMS1_spmf.txt", "BMS-WebView-2": "BMS2_spmf.txt"}
_SNAPSHOTS = 5
_SEEDS = (1, 2, 3)
# The share of the items that are sensitive.
_SHARE = 0.1
HEADER = (
    "figure", "data", "size", "repeat", "r_th", "cluster_size", "method", "seed", "release", "prior", "cluster",
    "transitive", "global", "any", "cluster_printed", "transitive_printed", "global_printed", "any_printed", "exact",
    "exact_records", "records", "counterfeits", "withheld", "added", "suppressed", "perturbation_rate", "error_low",
    "error_medium", "error_high", "seconds",
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
    """All methods on series drawn from both data sets of clicks, on all cores; returns the files written."""
    asked = [
        (setting, name, label, seed)
        for seed in _SEEDS
        for name in DATA
        for setting in settings()
        for label, *_ in setting.methods()
    ]
    # The defaults are in each figure.
    series = {_of_any_figure(each) for each in asked}
    rows: dict[Any, list[tuple[object, ...]]] = {}
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        made = {pool.submit(cell, data, *each): each for each in sorted(series, key=repr)}
        for number, future in enumerate(as_completed(made), 1):
            setting, name, label, seed = each = made[future]
            progress(f"{number} of {len(made)}: {name}: {setting}, {label}, seed {seed}")
            rows[each] = future.result()
    cells = [(*_setting_cells(*each), *row) for each in asked for row in rows[_of_any_figure(each)]]
    charts.write_csv(out / "serial.csv", HEADER, cells)
    return [out / "serial.csv", *draw_pictures(out / "serial.csv", out)]


def _of_any_figure(series: tuple[Setting, str, str, int]) -> tuple[Setting, str, str, int]:
    """A series without the figure that it is shown in, by which `methods` alone goes."""
    setting, name, label, seed = series
    figure = "as_printed" if label == "sanony:as_printed" else "size" if label == "m-invariance" else "r_th"
    return replace(setting, figure=figure), name, label, seed


def cell(data: Path, setting: Setting, name: str, label: str, seed: int) -> list[tuple[object, ...]]:
    """A row per release of one series, in a database of its own: the columns of the table from `release` on."""
    with closing(connect()) as con:
        con.execute("SET threads = 1")
        load(con, name, data / "bms-webview" / DATA[name], format="spmf")
        sensitive = [item for (item,) in run(con, "showcase/sensitive_items", dataset=name, share=_SHARE).fetchall()]
        snapshots = sample_series(
            con, name, share=setting.size, repeat=setting.repeat, snapshots=_SNAPSHOTS, name="corpus", seed=seed
        )
        ((method, parameters),) = [(method, given) for each, method, given in setting.methods() if each == label]
        return _publish_series(con, snapshots.datasets, sensitive, method, {**parameters, "seed": seed})


def draw_pictures(table: Path, out: Path) -> list[Path]:
    """Figures 6 to 9 of the results in a table: each point is all releases of a series, mean over the seeds; returns
    the files written.
    """
    import pandas as pd

    rows = pd.read_csv(table)
    rows["error"] = rows[["error_low", "error_medium", "error_high"]].mean(axis=1)
    keys = ["figure", "data", "size", "repeat", "r_th", "cluster_size", "method", "seed"]
    counts = ["any", "any_printed", "records", "counterfeits", "seconds"]
    sums = rows.groupby(keys, as_index=False)[counts].sum(min_count=1)
    sums["error"] = rows.groupby(keys, as_index=False)["error"].mean()["error"]
    sums["at_risk"] = 100 * sums["any"] / sums["records"]
    sums["at_risk_printed"] = 100 * sums["any_printed"] / sums["records"]
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
    quantities = [
        ("at_risk", "people at risk, %"),
        ("at_risk_printed", "at risk, z as printed, %"),
        ("perturbation", "counterfeits, %"),
    ]
    costs = [("error", "error of queries"), ("seconds", "seconds")]
    return [
        charts.plot_series(sums, quantities, columns, out / "serial.png"),
        charts.plot_series(sums, costs, columns, out / "serial-cost.png"),
    ]


def _setting_cells(setting: Setting, data: str, label: str, seed: int) -> tuple[object, ...]:
    return (setting.figure, data, setting.size, setting.repeat, setting.r_th, setting.cluster_size, label, seed)


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
                con, dataset, f"r{number}", method=method, series="s", sensitive=sensitive if number == 1 else None,
                **parameters,
            )  # fmt: skip
        except InfeasibleConstraint:
            break  # a series ends when its method can make no release
        seconds.append(time.process_time() - start)
    # Groups of two have more steps from one to the next than there is time for, and no r_th to be held against.
    composed = method != "m-invariance"
    by_scope = [_people_by_scope(con, adversary) if composed else {} for adversary in ("worst", "printed")]
    rows = []
    for number, taken in enumerate(seconds, 1):
        release = f"r{number}"
        at_risk = _people_at_risk(con, release, by_scope) if composed else (None,) * 11
        (costs,) = run(con, "showcase/release_costs", series="s", release=release).fetchall()
        rows.append((release, *at_risk, *costs, taken))
    return rows


def _people_by_scope(con: DuckDBPyConnection, adversary: str) -> dict[str, tuple[int, ...]]:
    """For each release of the series, people at risk by each attack of the paper and by any of them."""
    with let_statements_read(con, text("serial/records_at_risk", series="s", adversary=adversary)):
        return {release: tuple(people) for release, *people in run(con, "showcase/people_by_scope").fetchall()}


def _people_at_risk(
    con: DuckDBPyConnection, release: str, by_scope: list[dict[str, tuple[int, ...]]]
) -> tuple[object, ...]:
    """People at risk by the release alone, by each attack of the paper and by any of them, to either adversary; by the
    exact attacker, and of how many people that one can say anything.
    """
    ((prior, *exact),) = run(con, "showcase/people_at_risk", series="s", release=release).fetchall()
    return (prior, *(people for found in by_scope for people in found.get(release, (0,) * 4)), *exact)
