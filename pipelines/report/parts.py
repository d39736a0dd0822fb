"""The parts of a report: sections of tables and charts, each with the query that it comes from."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.share import percent
from setrisk.pipelines.methods.attack_run import NO_ATTACK, RANDOM_BASELINE

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Rows of the records at risk that a page shows.
MOST_RECORDS = 25
# The width of a character and of the space around the text of a cell, and of the widest text, in rem, as in page.html.
_CHARACTER, _CELL_SPACE, _WIDEST_CELL = 0.5, 1.2, 22.0
# The columns of all tables that are fractions of a whole, or probabilities: they are shown as per cent.
SHARES = frozenset(
    {
        "accuracy",
        "accuracy_high",
        "accuracy_low",
        "accuracy_matching",
        "accuracy_printed",
        "allowed_belief",
        "baseline_share",
        "confidence",
        "coverage",
        "density",
        "exact_share",
        "f_high",
        "f_low",
        "f_score",
        "highest_confidence",
        "highest_end",
        "highest_score",
        "inference",
        "km_breakage",
        "km_high",
        "km_low",
        "km_matching",
        "km_printed",
        "linkability",
        "mean_score",
        "narrowing",
        "people_share",
        "perturbation_rate",
        "posterior",
        "precision",
        "precision_high",
        "precision_low",
        "prior",
        "rate",
        "rate_high",
        "rate_low",
        "recall",
        "recall_high",
        "recall_low",
        "risk",
        "risk_high",
        "risk_low",
        "score",
        "share_at_risk",
        "shown_share",
        "singling_out",
        "transaction_breakage",
        "transaction_high",
        "transaction_low",
        "transaction_matching",
        "transaction_printed",
        "unicity",
        "unicity_high",
        "unicity_low",
    }
)


# The columns of all tables that name an attack.
ATTACKS = frozenset({"attack", "best_attack", "strongest_attack", "worst_attack"})


@dataclass(frozen=True)
class Bar:
    """A value with its interval, as shares of the largest that the chart shows.

    Attributes:
        label: what it is of.
        text: value and interval in words.
        is_baseline: whether it is what the others are held against.
        width: of the bar, in per cent of the chart.
        low, high: ends of the interval in per cent; None if there is none.
    """

    label: str
    text: str
    is_baseline: bool
    width: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Bars:
    """A bar chart; each bar is a row of the table beside it."""

    title: str
    bars: list[Bar]


@dataclass(frozen=True)
class Number:
    """A number that people should see first.

    Attributes:
        title: what it is of.
        value: the number in words.
        interval: its interval in words; empty if it has none.
        sentence: what it means.
        is_unknown: whether it says nothing.
    """

    title: str
    value: str
    interval: str
    sentence: str
    is_unknown: bool


@dataclass(frozen=True)
class Missing:
    """What was not measured, or not said: in a sentence, and the command that does it if it can be said whole."""

    sentence: str
    command: str | None = None


@dataclass(frozen=True)
class Opening:
    """What a report begins with.

    Attributes:
        is_green: whether the answer is yes.
        verdict: the answer.
        missing: what is missing for a yes, or for a no that says more.
        numbers: what was measured.
    """

    is_green: bool
    verdict: str
    missing: list[Missing] = field(default_factory=list)
    numbers: list[Number] = field(default_factory=list)


@dataclass(frozen=True)
class Table:
    """The answer of a query, and the query."""

    title: str
    sql: str
    columns: list[str]
    rows: list[list[str]]
    is_number: list[bool]
    left_out: int = 0
    charts: list[object] = field(default_factory=list)

    @property
    def width(self) -> float:
        """About how wide it is on a screen, in rem, to say that there are more columns where it is cut."""
        columns = zip(self.columns, *self.rows, strict=True)
        return round(
            sum(
                _CELL_SPACE
                + max(_CHARACTER * len(name), *(min(_CHARACTER * len(cell), _WIDEST_CELL) for cell in cells), 0)
                for name, *cells in columns
            ),
            1,
        )


@dataclass(frozen=True)
class Section:
    """A heading, sentences, pictures and tables.

    Attributes:
        title: the heading.
        sentences: a paragraph each.
        tables: each with the pictures that are made of it.
        points: of a list below the sentences.
        opening: what comes before all of them, in the first section.
        charts: pictures of several tables.
    """

    title: str
    sentences: list[str]
    tables: list[Table] = field(default_factory=list)
    points: list[str] = field(default_factory=list)
    opening: Opening | None = None
    charts: list[object] = field(default_factory=list)


Row = dict[str, Any]


def run_query(
    con: DuckDBPyConnection,
    title: str,
    sql: str,
    *,
    most: int | None = None,
    chart: Callable[[list[Row]], Sequence[object]] | None = None,
) -> tuple[Table, list[Row]]:
    """The answer of a query as a table, with the charts that are made of it, and as it is.

    Args:
        con: a DuckDB connection.
        title: of the table.
        sql: the query, as it will be shown.
        most: rows to show; all unless given.
        chart: the charts of all rows.
    """
    found = con.execute(sql)  # a relation, which would be bound twice, takes longer
    columns, types = zip(*((name, str(type_)) for name, type_, *_ in found.description or ()), strict=True)
    rows = [
        {
            name: json.loads(value) if type_ == "JSON" and value is not None else value
            for name, type_, value in zip(columns, types, row, strict=True)
        }
        for row in found.fetchall()
    ]
    shown = rows if most is None else rows[:most]
    table = Table(
        title,
        sql,
        list(columns),
        [[value_text(value, name) for name, value in row.items()] for row in shown],
        [type_.endswith("INT") or type_ in ("INTEGER", "DOUBLE", "FLOAT") for type_ in types],
        len(rows) - len(shown),
        list(chart(rows)) if chart else [],
    )
    return table, rows


def sentence(text: str) -> str:
    """Words as a sentence of their own."""
    return f"{text[:1].upper()}{text[1:]}."


def share_text(share: float) -> str:
    """A share as people read it: ends of intervals that are nearly none or all have one digit that says how nearly."""
    hundredths = 100 * min(share, 1.0)
    if 0 < hundredths < 0.05:
        return f"{float(f'{hundredths:.1g}'):f}".rstrip("0") + " %"
    if 0 < 100 - hundredths < 0.05:
        return f"{100 - float(f'{100 - hundredths:.1g}'):f}".rstrip("0").rstrip(".") + " %"
    return percent(share)


def value_text(value: Any, column: str = "") -> str:
    """A value as people read it, of this column of a table."""
    if value is None:
        return ""
    if column in SHARES and isinstance(value, float):
        return share_text(value)
    if column in ATTACKS and value == NO_ATTACK:
        return "the release as it is, without an attack"
    if column in ATTACKS and value == RANDOM_BASELINE:
        return "random baseline"
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M} UTC"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        shown = f"{value:.4g}" if abs(value) < 1000 else f"{value:,.0f}"
        # Nearly certain is not certain; nearly a second is one.
        return repr(value) if shown == "1" and value != 1 and column != "seconds" else shown
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, list):
        return ", ".join(map(value_text, value))
    if isinstance(value, dict):
        return ", ".join(f"{name} {value_text(each)}" for name, each in value.items() if each is not None)
    return str(value)


def bars(
    title: str,
    rows: Sequence[Row],
    label: Callable[[Row], str],
    value: str,
    interval: tuple[str, str] | None = None,
    *,
    baseline: Callable[[Row], bool] = lambda row: False,
    most: float = 1.0,
) -> list[Bars]:
    """A bar for each row, or a word in its place if the value is unknown; no chart if no row has the value.

    Args:
        title: of the chart.
        rows: of a table.
        label: what a row is of.
        value: its column.
        interval: the columns of its ends.
        baseline: whether a row is what the others are held against.
        most: what the whole width stands for.
    """
    found = []
    for row in rows:
        if row[value] is None:
            found.append(Bar(label(row), "unknown, which is not 0", baseline(row), 0.0, None, None))
            continue
        ends = [row[name] for name in interval] if interval else [None, None]
        has_ends = ends[0] is not None and ends[1] is not None
        text = value_text(row[value], value)
        if has_ends:
            text += f" ({value_text(ends[0], value)} to {value_text(ends[1], value)})"
        width, low, high = (None if v is None else 100 * min(max(v / most, 0), 1) for v in (row[value], *ends))
        found.append(
            Bar(label(row), text, baseline(row), width or 0.0, low if has_ends else None, high if has_ends else None)
        )
    return [Bars(title, found)] if any(row[value] is not None for row in rows) else []
