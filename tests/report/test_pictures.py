"""Pictures of grids: releases look different, what is unknown is said, and limits hold for upper ends of intervals."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from setrisk.pipelines.report.assessed_grid import AssessedCells, curves_of_cells, missing_of_grid, pictures_of_grid
from setrisk.pipelines.report.axes import place_labels
from setrisk.pipelines.report.commands import Commands
from setrisk.pipelines.report.curves import Criterion, Curves, Known, Measured, Panel, curves
from setrisk.pipelines.report.parts import Section, Table, bars
from setrisk.pipelines.report.scatter import Measure, Scatter, risk_and_utility
from setrisk.pipelines.report.unmeasured import Asked, unmeasured_notes
from setrisk.pipelines.report.write import page_of
from setrisk.pipelines.risk.limits import Limits

METHODS: Sequence[tuple[str, dict[str, Any], float | None]] = (
    ("coat", {"k": 3, "m": 2}, 0.4),
    ("coat", {"k": 10, "m": 2}, 1.4),
    ("disassociation", {"k": 3}, 0.7),
    ("diffpart", {"epsilon": 20.0}, 2.0),
    ("anony", {}, 0.1),
)
SERIES = "it is one of a series"
LIMITS = Limits(max_inference=0.1, max_singling_out=0.05)


def tried_releases() -> list[dict[str, Any]]:
    return [
        {"cell": cell, "method": method, "parameters": parameters, "at_risk_below": 5, "error": error}
        for cell, (method, parameters, error) in enumerate(METHODS, 1)
    ]


def measured_cells(unknown: Mapping[int, Sequence[str]] = {4: ["inference"]}) -> AssessedCells:
    """Of four releases three have all risks; the noisy one has no narrowing, nothing to single out, and of inference
    numbers that say nothing.
    """
    criteria = ("narrowing", "inference", "linkability", "singling_out")
    rows = [
        {"cell": cell, "criterion": criterion, "known": known}
        | {"risk": 0.02 * cell, "risk_low": 0.0, "risk_high": 0.04 * cell, "is_weak": cell == 4}
        for criterion in criteria
        for known in (1, 2)
        for cell in (1, 2, 3, 4)
        if cell < 4 or criterion in ("inference", "linkability")
        if (criterion, known, cell) != ("linkability", 2, 3)
    ]
    highest = {
        cell: {"asked_known": [1, 2] if cell < 5 else None, "is_noisy": cell == 4}
        | {"assessment_failure": SERIES if cell == 5 else None}
        | {
            criterion: None if cell == 5 or criterion in unknown.get(cell, []) else 0.04 * cell
            for criterion in criteria
        }
        for cell in range(1, 6)
    }
    return AssessedCells(rows, highest, [])


@pytest.fixture
def drawn() -> Curves:
    (picture,) = curves_of_cells(tried_releases(), measured_cells(), LIMITS)
    return picture


@pytest.fixture
def scatters() -> list[Scatter]:
    return pictures_of_grid(tried_releases(), measured_cells(), LIMITS, 1.0)


def panel_of(picture: Curves, title: str) -> Panel:
    return next(panel for panel in picture.panels if panel.title.startswith(title))


def test_each_release_has_a_colour_a_mark_and_dashes_of_its_own(drawn: Curves, scatters: list[Scatter]) -> None:
    assert [name for _, _, name in drawn.legend] == [
        "1: coat, k 3",
        "2: coat, k 10",
        "3: disassociation",
        "4: diffpart",
    ]
    assert len({(style % 8, style % 6, style % 5) for style in range(120)}) == 120
    styles = {name: style for style, _, name in drawn.legend}
    assert len(set(styles.values())) == 4
    assert all(styles[name] == style for picture in scatters for style, name in picture.legend)
    html = page_of("Grid g", [Section("Which to take", [], charts=[drawn, *scatters])])
    for style in styles.values():
        assert f'class="curve c{style} d{style}"' in html
        assert f'class="point c{style}' in html
    # Marks differ without their colours, too.
    shapes = re.findall(
        r'<svg viewBox="0 0 14 14" aria-hidden="true"><(\w+) class="point c\d+"[^>]*?( d="[^"]*")?/>', html
    )
    assert len(set(shapes)) == 4


def test_the_recommended_release_has_a_ring(scatters: list[Scatter]) -> None:
    ringed = pictures_of_grid(tried_releases(), measured_cells(), LIMITS, 1.0, 2)
    assert len(ringed) == len(scatters)
    for picture, plain in zip(ringed, scatters, strict=True):
        (point,) = (point for point in picture.points if point.ringed_x is not None)
        assert "2: coat" in point.text
        assert point.ringed_x in [x for _, x, _ in point.marks]
        assert picture.notes == ["The ring is around the recommended release, 2: coat, k 10.", *plain.notes]
        pages = [page_of("Grid g", [Section("Which to take", [], charts=[chart])]) for chart in (picture, plain)]
        assert [page.count('class="ring"') for page in pages] == [1, 0]


def test_what_was_not_measured_is_said_with_the_name_and_the_reason(drawn: Curves, scatters: list[Scatter]) -> None:
    assert f"Not assessed, so unknown (not 0): 5 (anony): {SERIES}." in drawn.notes
    (noisy,) = panel_of(drawn, "Narrowed").notes
    assert noisy.startswith(
        "Unknown (not 0), of 4 (diffpart): narrowing does not apply to it, since noise breaks the tie"
    )
    assert (
        "Unknown (not 0), of 4 (diffpart): no record of the release shows so many items, so that no guess could be "
        "made." in (panel_of(drawn, "Singling").notes)
    )
    assert panel_of(drawn, "Linkability").notes == [
        "Unknown (not 0) with 2 known, of 3 (disassociation): nobody has twice as many items."
    ]
    weak = "Unknown (not 0), of 4 (diffpart): the attacks were too weak to say anything, whatever number is shown."
    assert weak in panel_of(drawn, "Inference").notes
    for picture in scatters:
        assert f"Not assessed, so unknown (not 0): 5 (anony): {SERIES}." in picture.notes
        assert "anony" not in str(picture.legend)
    assert [weak in picture.notes for picture in scatters] == [False, False, True]
    missing, *_ = missing_of_grid(
        tried_releases(), measured_cells(), [1, 2], LIMITS, {}, Commands("my.duckdb", "g", "g.html")
    )
    assert missing.sentence == f"Not assessed, so unknown (not 0): 5 (anony): {SERIES}."


@pytest.mark.parametrize(
    ("criterion", "risks", "said"),
    [
        ("inference", {}, ", of r: nobody has more items than that."),
        ("inference", {1: None, 2: 0.5}, " with 1 known, of r: nobody outside of the release has enough items."),
        (
            "sensitive_precision",
            {1: 0.5, 2: None},
            " with 2 known, of r: nothing was guessed of anybody outside of the ",
        ),
    ],
)
def test_reasons(criterion: str, risks: dict[int, float | None], said: str) -> None:
    rows = [{"known": known, "risk": risk} for known, risk in risks.items()]
    (note,) = unmeasured_notes(criterion, [(Asked("r", [1, 2]), rows)])
    assert note.startswith(f"Unknown (not 0){said}")
    assert unmeasured_notes("inference", [(Asked("r", []), [])]) == []


def test_releases_that_failed_or_were_not_assessed_are_named_under_each_picture() -> None:
    cells = replace(measured_cells(), failed=["6 (coat)", "7 (coat)"])
    tried = [row | {"share_at_risk": 0.0} for row in tried_releases()]
    pictures = [
        *curves_of_cells(tried, cells, LIMITS),
        *pictures_of_grid(tried, cells, LIMITS, 1.0),
        *pictures_of_grid(tried, replace(cells, rows=[]), LIMITS, 1.0),
    ]
    assert len(pictures) == 5
    assert all("Failed, or not tried, so unknown (not 0): 6 (coat) and 7 (coat)." in each.notes for each in pictures)
    assert "was not assessed, so it is unknown (not 0)." in " ".join(pictures[-1].notes)


def test_limits_hold_for_the_upper_end(drawn: Curves, scatters: list[Scatter]) -> None:
    inference = panel_of(drawn, "Inference")
    # The estimate of 3 is 6 %, the upper end of its interval 12 %.
    assert [line.dots[0].is_above for line in inference.lines] == [False, False, True, True]
    # Of 4 nothing is known, however much was measured: its marks are empty, and their ends above the limit.
    assert inference.notes[0] == "Above the limit: 3 and 4 (unknown)."
    assert [line.dots[0].is_weak for line in inference.lines] == [False, False, False, True]
    assert [any(empty for *_, empty in point.marks) for point in scatters[2].points] == [False, False, False, True]
    assert all(
        said.endswith("; unknown for all that was measured")
        for said in (inference.lines[3].dots[0].text, scatters[2].points[3].text)
    )
    assert not any(dot.is_above for line in panel_of(drawn, "Linkability").lines for dot in line.dots)
    assert [point.is_above for point in scatters[2].points] == [False, False, True, True]
    html = page_of("Grid g", [Section("Which to take", [], charts=[drawn])])
    n_above = sum(dot.is_above for panel in drawn.panels for line in panel.lines for dot in line.dots)
    assert html.count('class="end above"') == n_above > 0
    for notes in (drawn.notes, scatters[0].notes):
        assert "Limits hold for the upper end of the interval" in " ".join(notes)


def test_a_weak_attack_is_an_empty_mark_which_the_line_of_the_best_leaves_out(scatters: list[Scatter]) -> None:
    by_inference = risk_and_utility(
        [
            {"cell": cell, "method": "coat", "parameters": {}, "error": error, "risk": risk, "is_unknown": not risk}
            for cell, error, risk in ((1, 0.5, 0.5), (2, 0.1, 0.0))
        ],
        Measure("inference", "risk", is_common=True),
    )
    for (picture,) in (by_inference, scatters[2:]):
        (empty,) = [point for point in picture.points if any(is_unknown for *_, is_unknown in point.marks)]
        assert "It does not mean safe" in " ".join(picture.notes)
        assert f"{empty.x:g},{empty.y:g}" not in picture.front.split()
        assert 'empty"' in page_of("g", [Section("", [], charts=[picture])])


def test_the_limit_of_the_error_is_drawn_or_named(scatters: list[Scatter]) -> None:
    assert [picture.limits.text for picture in scatters] == [
        "limits: risk 5 %, error 1", "limit: error 1", "limits: risk 10 %, error 1",
    ]  # fmt: skip
    (beyond,) = [point for point in scatters[1].points if "error 1.4" in point.text]
    assert scatters[1].limits.x is not None
    assert beyond.x > scatters[1].limits.x
    near = [row | {"error": 0.1, "share_at_risk": 0.2} for row in tried_releases()]
    (picture,) = risk_and_utility(near, Measure("share at risk", "share_at_risk", max_error=1.0))
    assert picture.limits.x is None
    assert "All keep the limit of the error, 1, which is beyond the right end." in picture.notes
    unknown = [
        row | {"error": row["error"] if row["cell"] > 1 else None, "share_at_risk": 0.2} for row in tried_releases()
    ]
    (picture,) = risk_and_utility(unknown, Measure("share at risk", "share_at_risk"))
    assert "Not in this picture, since the error is unknown: 1." in picture.notes


def test_headings_of_pictures_differ(scatters: list[Scatter]) -> None:
    assert len({picture.title for picture in scatters}) == len(scatters) == 3


def test_releases_at_one_place_have_marks_beside_each_other() -> None:
    rows = [row | {"error": 0.5, "share_at_risk": 0.2} for row in tried_releases()]
    (picture,) = risk_and_utility(rows, Measure("share at risk", "share_at_risk", is_common=True))
    (point,) = picture.points
    assert all(b - a > 8 for (_, a, _), (_, b, _) in pairwise(point.marks))


@pytest.mark.parametrize("n_lines", [2, 8, 40])
def test_labels_at_the_ends_of_lines_are_joined_to_them_and_do_not_overlap(n_lines: int) -> None:
    lines = [
        Measured(f"{n}: m", [Known(1, 0.5, 0.4, 0.6), Known(4, 0.001 * n, 0.0, 0.1)], n, label=str(n))
        for n in range(n_lines)
    ]
    (picture,) = curves("Risk", [Criterion("Inference", lines, limit=0.05)], [])
    (panel,) = picture.panels
    labels = [line.label for line in panel.lines if line.label]
    assert all(lower - upper >= 11.9 for upper, lower in pairwise(sorted(label.y for label in labels)))
    assert all(panel.top <= label.y <= panel.bottom + 5 for label in labels)
    assert all(label.is_far for label in labels)
    # Those of the highest risks, if there is no room for all.
    unlabelled = [line.dots[-1].y for line in panel.lines if not line.label]
    assert all(y >= max(line.dots[-1].y for line in panel.lines if line.label) for y in unlabelled)
    assert bool(unlabelled) == (n_lines == 40) == any("no room" in note for note in panel.notes)
    html = page_of("g", [Section("", [], charts=[picture])])
    assert html.count('class="leader"') == len(labels)
    # What the limit is stands above the axes, where no line is.
    (height,) = re.findall(r'<text class="limit" x="[\d.]+" y="([\d.]+)"', html)
    assert float(height) < panel.top
    # Lines beside each other, so that none hides another.
    assert len({line.dots[0].x for line in panel.lines}) == n_lines


def test_labels_leave_lines_free() -> None:
    points = [(100.0, 100.0), (200.0, 100.0)]
    strokes = [(100.0, 100.0, 200.0, 100.0), (100.0, 40.0, 100.0, 100.0), (0.0, 92.0, 400.0, 92.0)]
    for label in place_labels(points, [["1: coat, k 10"], ["2"]], (0, 0, 400, 200), strokes):
        left, right, top, bottom = label.x, label.x + 6.4 * len(label.text), label.y - 10, label.y + 2
        for x, y, to_x, to_y in strokes:
            assert right <= x or to_x <= left or bottom <= y or to_y <= top


def test_tables_say_that_they_scroll_by_how_wide_they_are() -> None:
    narrow = Table("t", "", ["a"], [["1"]], [True])
    assert narrow.width < 10
    wide = replace(narrow, columns=list("abcdefgh"), rows=[["long " * 20] * 8], is_number=[False] * 8)
    assert wide.width > 100
    assert f'style="--width: {wide.width}rem"' in page_of("g", [Section("", [], [wide])])


def test_a_bar_that_is_unknown_has_a_word_in_its_place() -> None:
    rows = [{"attack": "aba", "precision": 0.5}, {"attack": "mra", "precision": None}]
    (chart,) = bars("Precision", rows, lambda row: str(row["attack"]), "precision")
    assert [(bar.label, bar.text) for bar in chart.bars] == [("aba", "50.0 %"), ("mra", "unknown, which is not 0")]
    assert bars("Precision", rows[1:], lambda row: str(row["attack"]), "precision") == []
