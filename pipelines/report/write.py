"""Write the report of a release, a series or a what-if grid."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from setrisk.errors import BadInput
from setrisk.pipelines.common import utc
from setrisk.pipelines.common.argument_types import check_types
from setrisk.pipelines.common.files import check_writable, is_plain, write_whole
from setrisk.pipelines.common.printable import printable_text
from setrisk.pipelines.common.progress import Progress, ignore_progress
from setrisk.pipelines.common.share import Share
from setrisk.pipelines.database.names import REPORTED_TYPES, find_type
from setrisk.pipelines.database.task import task
from setrisk.pipelines.report.commands import Commands, commands_on
from setrisk.pipelines.report.grid import sections_of_grid
from setrisk.pipelines.report.parts import Section
from setrisk.pipelines.report.release import sections_of_release
from setrisk.pipelines.report.series import sections_of_series
from setrisk.pipelines.risk.gate import limits_among, limits_on_grid
from setrisk.pipelines.risk.limits import Limits
from setrisk.pipelines.whatif.recommend import MAX_ERROR, parse_max_error
from setrisk.version import __version__

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from jinja2 import Template
    from markupsafe import Markup

_WARNING = (
    "These numbers are computed from the original records, and the evidence names items of single records. Do not "
    "publish this file or pass it on with the release."
)

_PERCENTAGE = re.compile(r"(?<=\d) %")

# In the head of every report.
_SIGN = b'<meta name="generator" content="setrisk '

Sections = Callable[["DuckDBPyConnection", str, Limits, Commands, Progress], list[Section]]


@task(writes=False)
def report(
    con: DuckDBPyConnection,
    name: str,
    path: str | Path,
    *,
    object_type: Literal["release", "series", "grid"] | None = None,
    max_at_risk: Share | None = None,
    max_score: Share | None = None,
    min_coverage: Share | None = None,
    max_narrowing: Share | None = None,
    max_inference: Share | None = None,
    max_linkability: Share | None = None,
    max_singling_out: Share | None = None,
    known: str | int | Sequence[int] | None = None,
    allow_exported: bool = False,
    max_error: float | None = None,
    attacks: Sequence[str] = (),
    limits: str | Path | None = None,
    replace: bool = False,
    progress: Progress = ignore_progress,
) -> Path:
    """Write what was found of a release, a series or a what-if grid to one HTML file, for the owner of the data.

    The file needs no network and no scripts. It has what was released and promised, each stored attack beside its
    baseline, who is at risk and why, what the release has cost, what was not tested, and the SQL behind every number.
    Seeds and the original records are not in it, evidence in words is.

    Args:
        con: a DuckDB connection.
        name: the name of the release, series or grid.
        path: the file to write, which ends in .html or .htm.
        object_type: `release`, `series` or `grid`, if several things have this name; the first of these by default.
        max_at_risk: the largest share of the records, 0 to 1, that the worst attack, or guessing, may put at risk. The
            report says whether the release keeps it, or which releases of the grid do.
        max_score: the highest score, 0 to 1, that `risk` may give a record.
        min_coverage: the least share of the rare itemsets, 0 to 1, that the promise must be about.
        max_narrowing: the largest share of people, 0 to 1, whom a few known items may leave with few records. This and
            the next three are limits on what `assess` has found, as in `check`; the verdict is green only if the last
            three of them are given and kept.
        max_inference: the highest risk, 0 to 1, that one more item of a person is inferred.
        max_linkability: the highest risk, 0 to 1, that two sources about the same person are linked.
        max_singling_out: the highest risk, 0 to 1, that somebody is singled out.
        known: the numbers of known items that a release must have been assessed for, as in `check`; `1..4` unless
            given.
        allow_exported: whether other releases of the same people may have been exported before, as in `check`.
        max_error: for a grid, the largest error of counting queries over all bands, 0 to 2, as in `recommend`; 1 unless
            given.
        attacks: one or several attacks that must have been run on a release, or on each release of a series, as in
            `check`; a grid has those that `whatif` was given.
        limits: a TOML file that has any of these but `max_error`; values given directly override the file.
        replace: replace an earlier report.
        progress: called with each step.

    Returns:
        The path.

    Raises:
        BadInput: there is nothing of that name (and type), a limit is not from 0 to 1, `limits` is not a list of
            limits, attacks are required of a grid, `max_error` is given for anything else, the file has another
            ending, is there already (with `replace`: something else is) or cannot be written.
        UnknownMethod: one of `attacks` is neither a method that attacks the family nor an attack.

    Examples:
        >>> setrisk.report(con, "r1", "r1.html", max_at_risk=0.05).name
        'r1.html'
    """
    target = Path(path)
    check_page(target, replace=replace)
    html = html_of(
        con,
        name,
        object_type=object_type,
        max_at_risk=max_at_risk,
        max_score=max_score,
        min_coverage=min_coverage,
        max_narrowing=max_narrowing,
        max_inference=max_inference,
        max_linkability=max_linkability,
        max_singling_out=max_singling_out,
        known=known,
        allow_exported=allow_exported,
        max_error=max_error,
        attacks=attacks,
        limits=limits,
        progress=progress,
        path=target,
    )
    write_whole(target, html)
    return target


def check_page(path: Path, *, replace: bool = False) -> None:
    """See that a report can be written to a file.

    Raises:
        BadInput: it has another ending, is there already (with `replace`: something else is) or cannot be written.
    """
    if is_plain(path) or not path.exists():  # streams have names of their own
        _check_ending(path)
    check_writable(path, "a report of setrisk", _SIGN if replace else None)


def _check_ending(path: Path) -> None:
    """Refuse other endings: a file called report.pdf would still be HTML."""
    if path.suffix.lower() not in (".html", ".htm") and not path.is_dir():
        raise BadInput(f"{path}: a report is an HTML file, so its name must end in .html; browsers print it as PDF")


@check_types
def html_of(
    con: DuckDBPyConnection,
    name: str,
    *,
    object_type: Literal["release", "series", "grid"] | None = None,
    max_at_risk: Share | None = None,
    max_score: Share | None = None,
    min_coverage: Share | None = None,
    max_narrowing: Share | None = None,
    max_inference: Share | None = None,
    max_linkability: Share | None = None,
    max_singling_out: Share | None = None,
    known: str | int | Sequence[int] | None = None,
    allow_exported: bool = False,
    max_error: float | None = None,
    attacks: Sequence[str] = (),
    limits: str | Path | None = None,
    progress: Progress = ignore_progress,
    path: Path | None = None,
) -> str:
    """The page that `report` writes to the file at `path`, or that is only shown.

    Raises:
        BadInput: as `report`.
    """
    held = limits_among(locals())
    found = find_type(con, name, object_type, REPORTED_TYPES)
    commands = commands_on(con, name, found, path, max_error)
    title = f"Which release to take? Grid {name}" if found == "grid" else f"{found.capitalize()} {name}"
    if found == "grid":
        most = parse_max_error(MAX_ERROR if max_error is None else max_error)
        return page_of(title, sections_of_grid(con, name, limits_on_grid(held), most, commands, progress))
    if max_error is not None:
        raise BadInput(f"max_error is a limit on the releases of a grid, and {name} is a {found}: leave it out")
    sections: Sections = sections_of_release if found == "release" else sections_of_series
    return page_of(title, sections(con, name, held, commands, progress))


def page_of(title: str, sections: list[Section]) -> str:
    """The HTML of a report."""
    return _template().render(
        title=title,
        warning=_WARNING,
        made=f"Written by setrisk {__version__} on {utc.current_time():%Y-%m-%d %H:%M} UTC.",
        sections=sections,
        version=__version__,
    )


@cache
def _template() -> Template:
    """The page; to compile it takes as long as a third of the queries of a report."""
    # Imported late, because most commands do not need it.
    from jinja2 import Environment, PackageLoader, StrictUndefined

    # Everything that is put into the page is escaped: names of items and releases are data.
    environment = Environment(
        loader=PackageLoader("setrisk.pipelines.report", "."),
        autoescape=True,
        undefined=StrictUndefined,
        # The page's own parts are of another type.
        finalize=lambda value: printable_text(value, kept="\n") if type(value) is str else value,
    )
    environment.filters["linked"] = _link_sections
    environment.filters["unbroken"] = _keep_percentages
    return environment.get_template("page.html")


def _keep_percentages(text: str) -> str:
    """The text with no line break between a number and its per cent sign."""
    return _PERCENTAGE.sub("\u00a0%", text)


def _link_sections(text: str, sections: list[Section]) -> Markup:
    """The HTML of a sentence, in which titles of sections in quotes are links to them."""
    from markupsafe import Markup, escape

    html = escape(_keep_percentages(printable_text(text, kept="\n")))
    for number, section in enumerate(sections, 1):
        title = escape(f"'{section.title}'")
        html = html.replace(title, Markup('<a href="#s{}">{}</a>').format(number, section.title))
    return html
