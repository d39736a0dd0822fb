"""Writes tables as CSV files, and charts (which need `setrisk[plot]`)."""

from __future__ import annotations

import csv
import importlib.util
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setrisk.errors import MissingExtra

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

# The colour and marker of each method in all charts. Colour-blind readers can distinguish the colours (Okabe and Ito).
_STYLE = {
    "random_baseline": ("#666666", "x"),
    "mda": ("#E69F00", "v"),
    "tba": ("#56B4E9", "s"),
    "wba": ("#009E73", "D"),
    "gba": ("#CC79A7", "^"),
    "rba": ("#D55E00", "o"),
    "random": ("#666666", "x"),
    "aba": ("#D55E00", "o"),
    "rga": ("#0072B2", "s"),
    "mra": ("#009E73", "D"),
    "assignment": ("#CC79A7", "^"),
    "anony": ("#E69F00", "s"),
    "sanony": ("#0072B2", "o"),
    "m-invariance": ("#009E73", "D"),
}
# The same for lines that are not methods.
_LINES = (
    ("#0072B2", "o"), ("#E69F00", "s"), ("#009E73", "D"), ("#D55E00", "^"), ("#CC79A7", "v"), ("#56B4E9", "P"),
    ("#666666", "x"), ("#000000", "+"),
)  # fmt: skip
PERMUTED = "the same method on permuted distances: what it finds without knowing which distance is whose"
_ELIMINATIONS = ("random_baseline", "mda", "tba", "wba", "gba", "rba")
_QUANTITIES = (
    ("accuracy", "accuracy: expected"),
    ("accuracy_printed", "accuracy: as the paper counts"),
    ("transaction_breakage", "transaction breakage: expected"),
    ("transaction_printed", "transaction breakage: as the paper counts"),
    ("km_breakage", "k^m-anonymity breakage: expected"),
    ("km_printed", "k^m-anonymity breakage: as the paper counts"),
    ("wmd", "Word Mover's Distance"),
)


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]], *, digits: int = 4) -> Path:
    """Write a table, with numbers to four decimal places or as many as are asked for, and return the path."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        for row in rows:
            writer.writerow(f"{cell:.{digits}f}" if isinstance(cell, float) else cell for cell in row)
    return path


def plot_eliminations(cases: Sequence[tuple[str, pd.DataFrame]], x: str, path: Path) -> Path:
    """Plot recall, precision and F of each method against `x` (CONTEXT Figures 13 to 15), in three panels for each
    case: their mean over the seeds and their range, and the mean of the same method on permuted distances.

    Args:
        cases: the title of each case, and its rows of the results of `reproduce`.
        x: the column to show them against.
        path: the PNG file to write.

    Returns:
        The path.

    Raises:
        MissingExtra: `setrisk[plot]` is not installed.
    """
    figure = _figure(10, 2.5 * len(cases) + 0.8)
    panels = figure.subplots(len(cases), 3, sharex=True, sharey=True, squeeze=False)
    values = sorted({value for _, table in cases for value in table[x]})
    places = {value: place for place, value in enumerate(values)}
    handles: dict[str, Any] = {}
    for line, (title, table) in zip(panels, cases, strict=True):
        for panel, quantity in zip(line, ("recall", "precision", "f_score"), strict=True):
            for method in _ELIMINATIONS:
                colour, marker = _STYLE[method]
                by_x = table[table["method"] == method].groupby(table[x].map(places))
                own, permuted = by_x[quantity].agg(["mean", "min", "max"]), by_x[f"permuted_{quantity}"].mean().dropna()
                if own.empty:
                    continue
                label = method.replace("_", " ")
                (handles[label],) = panel.plot(own.index, own["mean"], color=colour, marker=marker, markersize=5)
                panel.fill_between(own.index, own["min"], own["max"], color=colour, alpha=0.12, linewidth=0)
                panel.plot(permuted.index, permuted, color=colour, linestyle="--", linewidth=0.9)
            panel.set_ylim(0, 1)
            panel.set_xticks(range(len(places)), [f"{value:g}" for value in places])
            panel.grid(alpha=0.25)
            panel.set_title(f"{title}: {quantity.replace('_', '-')}", fontsize=9)
    for panel in panels[-1]:
        panel.set_xlabel(x)
    _explain_permuted(figure, handles)
    figure.tight_layout(rect=(0, 0.5 / figure.get_figheight(), 1, 1))
    return _save(figure, path)


def _explain_permuted(figure: Figure, handles: dict[str, Any]) -> None:
    """A legend of the methods, and below it what dashed lines are."""
    from matplotlib.lines import Line2D

    height = figure.get_figheight()
    figure.legend(
        handles.values(), handles, loc="lower center", ncols=len(handles), frameon=False, fontsize=9,
        bbox_to_anchor=(0.5, 0.2 / height),
    )  # fmt: skip
    figure.legend(
        [Line2D([], [], color="black", linestyle="--", linewidth=0.9)], [PERMUTED], loc="lower center", frameon=False,
        fontsize=9,
    )  # fmt: skip


def half_width(values: Sequence[float]) -> float:
    """Half the width of the 95 % confidence interval of the mean of these values, by Student's t. NaN among them is a
    missing value. The result is NaN if all values are equal, which says nothing about their spread.

    `mean_half_width` is the same in SQL. Charts read files of results, and have no database to ask; a test holds the
    two together.
    """
    # scipy.stats would take longer to import than all else here.
    import numpy as np
    from scipy.special import stdtrit

    known = [value for value in values if not math.isnan(value)]
    if len(set(known)) < 2:
        return math.nan
    return float(np.std(known, ddof=1) / math.sqrt(len(known)) * stdtrit(len(known) - 1, 0.975))


def plot_breakages(rows: Iterable[Sequence[Any]], header: Sequence[str], figure: str, x: str, path: Path) -> Path:
    """Plot accuracy and both breakages of each attack on record and term chunks together against `x`, as can be
    expected and as the paper counts, and Word Mover's Distance (DISASSOC Figures 2 to 4). Each method has a colour and
    each knowledge a line style; a line is the mean over the seeds, with its 95 % confidence interval. `rga` and `mra`
    are as the paper has them.

    Args:
        rows: the results of the experiment.
        header: the names of the columns.
        figure: the experiment to show.
        x: the column to show it against.
        path: the PNG file to write.

    Returns:
        The path.

    Raises:
        MissingExtra: `setrisk[plot]` is not installed.
    """
    picture = _figure(10, 13)
    import pandas as pd

    table = pd.DataFrame(list(rows), columns=list(header))
    table = table[(table["figure"] == figure) & (table["part"] == "both")]
    table = table[table["as_printed"] | ~table["method"].isin(("rga", "mra"))]
    panels = picture.subplots(4, 2)
    panels[3][1].set_axis_off()
    for panel, (quantity, title) in zip(panels.flat, _QUANTITIES, strict=False):
        for (method, knowledge), lines in table.groupby(["method", "knowledge"]):
            by_x = lines.groupby(x)[quantity]
            means, half = by_x.mean(), by_x.agg(half_width)
            colour, marker = _STYLE[str(method)]
            style = dict(zip(sorted(table["knowledge"].unique()), ("-", "--", ":", "-."), strict=False))[knowledge]
            name = f"{method}, {knowledge}" if knowledge else str(method)
            panel.errorbar(
                means.index, means, yerr=half, color=colour, marker=marker, markersize=4, linestyle=style, label=name,
                elinewidth=0.7, capsize=2,
            )  # fmt: skip
        panel.set_title(title, fontsize=9)
        panel.set_xlabel(x.replace("_", " "), fontsize=9)
        if x == "max_cluster_size":
            panel.set_xscale("log")
        panel.set_xticks(sorted(table[x].unique()), [f"{round(value, 2):g}" for value in sorted(table[x].unique())])
        panel.minorticks_off()
        panel.grid(alpha=0.25)
    for left, right in panels[:3]:
        left.set_ylim(0, 1.05 * max(left.get_ylim()[1], right.get_ylim()[1]))
        right.set_ylim(left.get_ylim())
    panels[3][0].set_ylim(bottom=0)
    panels[3][1].legend(*panels[0][0].get_legend_handles_labels(), loc="center", ncols=2, frameon=False, fontsize=9)
    picture.tight_layout()
    return _save(picture, path)


def plot_series(
    table: pd.DataFrame, quantities: Sequence[tuple[str, str]], columns: Sequence[tuple[str, str]], path: Path
) -> Path:
    """Plot quantities of series of releases: a row of panels for each quantity, and a panel for each parameter that was
    varied. A line is the mean over the seeds, with its 95 % confidence interval if there are several.

    Args:
        table: a row per figure, data, method and seed, with a column for each quantity and each parameter that was
            varied.
        quantities: the column and the title of each row of panels.
        columns: the figure, which is also the name of the column, and the title of each panel.
        path: the PNG file to write.

    Returns:
        The path.

    Raises:
        MissingExtra: `setrisk[plot]` is not installed.
    """
    figure = _figure(3 * len(columns) + 0.5, 2.4 * len(quantities) + 0.5)
    panels = figure.subplots(len(quantities), len(columns), squeeze=False, sharey="row")
    for line, (quantity, title) in zip(panels, quantities, strict=True):
        for panel, (name, label) in zip(line, columns, strict=True):
            of_figure = table[table["figure"] == name]
            places = {value: place for place, value in enumerate(sorted(of_figure[name].unique()))}
            for (method, data), rows in of_figure.groupby(["method", "data"]):
                colour, marker = _STYLE[str(method)]
                by_value = rows.groupby(name)[quantity]
                means = by_value.mean()
                panel.errorbar(
                    means.index.map(places), means, yerr=by_value.agg(half_width), color=colour, marker=marker,
                    markersize=4, linestyle="-" if data == table["data"].min() else "--", label=f"{method}, {data}",
                    elinewidth=0.7, capsize=2,
                )  # fmt: skip
            panel.set_xticks(range(len(places)), [f"{value:g}" for value in places])
            panel.set_xlabel(label, fontsize=9)
            panel.grid(alpha=0.25)
        line[0].set_ylabel(title, fontsize=9)
        line[0].set_ylim(0, 1.05 * table.loc[table["figure"].isin([name for name, _ in columns]), quantity].max())
    entries = [entry for panel in panels.flat for entry in zip(*panel.get_legend_handles_labels(), strict=True)]
    handles = {text: line for line, text in entries}
    figure.legend(handles.values(), handles, loc="lower center", ncols=3, frameon=False, fontsize=9)
    figure.tight_layout(rect=(0, 0.55 / figure.get_figheight(), 1, 1))
    return _save(figure, path)


def plot_curves(
    panels: Sequence[tuple[str, pd.DataFrame]],
    x: Sequence[str],
    y: str,
    path: Path,
    *,
    columns: int,
    logarithmic: bool = False,
) -> Path:
    """Plot one quantity in several panels. If they have the same lines, one legend below explains all of them.

    Args:
        panels: the title of each panel and its points, with the columns `line` (the label of the line), `x` and `y`.
        x: the label of the x axis of each panel.
        y: the label of all y axes.
        path: the PNG file to write.
        columns: how many panels to put side by side.
        logarithmic: whether y has a logarithmic scale.

    Returns:
        The path.

    Raises:
        MissingExtra: `setrisk[plot]` is not installed.
    """
    lines = -(-len(panels) // columns)
    is_alike = len({tuple(points["line"].unique()) for _, points in panels}) == 1
    figure = _figure(3.6 * columns, 3.1 * lines)
    axes = figure.subplots(lines, columns, squeeze=False, sharey=True)
    for panel, (title, points), label in zip(axes.flat, panels, x, strict=True):
        places = {value: place for place, value in enumerate(sorted(points["x"].unique()))}
        for (name, drawn), (colour, marker) in zip(points.groupby("line", sort=False), _LINES, strict=False):
            panel.plot(drawn["x"].map(places), drawn["y"], color=colour, marker=marker, markersize=4, label=name)
        panel.set_xticks(range(len(places)), [f"{value:g}" for value in places])
        panel.set_xlabel(label, fontsize=9)
        panel.set_title(title, fontsize=9)
        panel.grid(alpha=0.25)
        if not is_alike:
            panel.legend(frameon=False, fontsize=7)
    highest = max(points["y"].max() for _, points in panels)
    if logarithmic:
        axes[0][0].set_yscale("log")
    else:
        axes[0][0].set_ylim(-0.02 * highest, 1.05 * highest)
    for line in axes:
        line[0].set_ylabel(y, fontsize=9)
    if is_alike:
        handles, labels = axes[0][0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="lower center", ncols=len(labels), frameon=False, fontsize=8)
    figure.tight_layout(rect=(0, 0.25 / figure.get_figheight() if is_alike else 0, 1, 1))
    return _save(figure, path)


def plot_bars(rows: Iterable[tuple[str, float | None, float | None, float | None]], path: Path, *, title: str) -> Path:
    """Plot recall, precision and F of each attack as bars, the random baseline first.

    Args:
        rows: (attack, recall, precision, f_score), each in [0, 1], or None if it is unknown.
        path: the PNG file to write.
        title: the title of the chart.

    Returns:
        The path.

    Raises:
        MissingExtra: `setrisk[plot]` is not installed.
    """
    rows = list(rows)
    figure = _figure(8, 4.2)
    panel = figure.subplots()
    width = 0.26
    # Hatches tell bars apart on grey paper.
    looks = (("recall", "#56B4E9", ""), ("precision", "#E69F00", "///"), ("F", "#D55E00", "..."))
    for number, (quantity, colour, hatch) in enumerate(looks):
        places = [place + (number - 1) * width for place in range(len(rows))]
        values = [row[number + 1] for row in rows]
        drawn = panel.bar(
            places,
            [value or 0.0 for value in values],
            width,
            color=colour,
            hatch=hatch,
            edgecolor="white",
            label=quantity,
        )
        # What is unknown is not 0.
        labels = ["unknown" if value is None else f"{value:.2f}" for value in values]
        panel.bar_label(drawn, labels, fontsize=7, padding=1)
    panel.set_xticks(range(len(rows)), [row[0] for row in rows])
    panel.set_ylim(0, 1.08)
    panel.set_title(title, fontsize=11)
    panel.spines[["top", "right"]].set_visible(False)
    panel.legend(frameon=False, ncols=3, fontsize=9)
    figure.tight_layout()
    return _save(figure, path)


def require_libraries() -> None:
    """Check that charts can be drawn.

    Raises:
        MissingExtra: matplotlib or pandas is not installed.
    """
    for name in ("matplotlib", "pandas"):
        if importlib.util.find_spec(name) is None:
            raise MissingExtra(f"pictures need {name}: pip install 'setrisk[plot]'")


def _figure(width: float, height: float) -> Figure:
    """An empty figure of a size in inches. It needs no screen and does not change the user's matplotlib settings."""
    require_libraries()
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), dpi=150)


def _save(figure: Figure, path: Path) -> Path:
    # Without the version of matplotlib in the file, the same chart is the same bytes again.
    figure.savefig(path, metadata={"Software": None})
    return path
