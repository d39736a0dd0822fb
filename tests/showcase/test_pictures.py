"""The pictures of eliminations show what each method finds without knowing anything, too."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from setrisk.pipelines.showcase import charts
from setrisk.pipelines.showcase.experiments import generalisation, thresholds, wordnet

RESULTS = Path(__file__).parents[2] / "docs" / "results"
PICTURES = {f"generalisation{of}.png" for of in ("", "-dense", "-density", "-wordnet", "-threshold")}


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The figures by the name of their file, drawn again from the tables of results."""
    found: dict[str, Any] = {}

    def keep(figure: Any, path: Path) -> Path:
        found[path.name] = figure
        return path

    monkeypatch.setattr(charts, "_save", keep)
    generalisation.draw_pictures(RESULTS / "generalisation.csv", RESULTS)
    for experiment, name in ((wordnet, "generalisation-wordnet"), (thresholds, "generalisation-threshold")):
        experiment.draw_picture(RESULTS / f"{name}.csv", RESULTS / f"{name}.png")
    return found


def test_each_method_has_a_line_on_permuted_distances(figures: dict[str, Any]) -> None:
    assert figures.keys() == PICTURES
    for figure in figures.values():
        assert charts.PERMUTED in [text.get_text() for legend in figure.legends for text in legend.get_texts()]
        for panel in figure.axes:
            own, permuted = (
                {line.get_color() for line in panel.lines if line.get_linestyle() == style and len(line.get_xdata())}
                for style in ("-", "--")
            )
            # Of random eliminations there is none.
            assert permuted == own - {"#666666"} != set()


def test_permuted_lines_are_means_over_seeds(figures: dict[str, Any]) -> None:
    rows = pd.read_csv(RESULTS / "generalisation.csv")
    rows = rows[(rows["figure"] == "k") & (rows["knowledge"] == "medical vectors") & (rows["method"] == "rba")]
    (panel,) = [
        axes
        for axes in figures["generalisation.png"].axes
        if axes.get_title() == "medical records, trained vectors: precision"
    ]
    (line,) = [each for each in panel.lines if each.get_linestyle() == "--" and each.get_color() == "#D55E00"]
    assert np.array(line.get_ydata()) == pytest.approx(rows.groupby("k")["permuted_precision"].mean().to_numpy())
