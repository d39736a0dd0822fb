"""The verdict of the gate as JUnit XML, which continuous integration reads."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from setrisk.pipelines.common.files import check_writable, is_plain, write_whole
from setrisk.pipelines.risk.limits import ASSESSED
from setrisk.pipelines.risk.verdict import Verdict, without_limit_clause

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation

    from setrisk.pipelines.risk.limits import Limits

# The types of refusals, and the limits that make the gate check each; those without any are always checked.
_CASES: dict[str, frozenset[str]] = {
    "marks": frozenset(),
    "series": frozenset(),
    "empty": frozenset(),
    "exported": frozenset(),
    "not_attacked": frozenset({"max_at_risk", "max_score", "attacks"}),
    "at_risk": frozenset({"max_at_risk"}),
    "score": frozenset({"max_score"}),
    "coverage": frozenset({"max_at_risk", "max_score", "min_coverage"}),
    **{criterion: frozenset({limit}) for criterion, limit in ASSESSED.items()},
    "no_limit": frozenset({"max_at_risk", "max_score", *ASSESSED.values()}),
}
_SUITE = "setrisk check"


def junit(
    release: str,
    refusals: DuckDBPyRelation,
    limits: Limits,
    assessed_for: str | None = None,
    verdict: Verdict | None = None,
) -> str:
    """The verdict of the gate as JUnit XML: a case for the marks, the series, for being empty, for what was exported
    before, and for each type of limit, which is skipped, with what was found all the same, if no such limit was given.
    What an assessment is about is a property, and so are the criteria by which attacks hardly worked that do on the
    data as they are.
    """
    rows = [dict(zip(refusals.columns, row, strict=True)) for row in refusals.fetchall()]
    suite = ElementTree.Element("testsuite", name=_SUITE)
    resisted = verdict.resisted if verdict else ()
    properties = {"assessed_for": assessed_for if limits.has_assessed_limit else None, "resisted": ", ".join(resisted)}
    if any(properties.values()):
        listed = ElementTree.SubElement(suite, "properties")
        for name, value in properties.items():
            if value:
                ElementTree.SubElement(listed, "property", name=name, value=_printable_text(value))
    n_failures = n_skipped = 0
    for name, needed in _CASES.items():
        case = ElementTree.SubElement(suite, "testcase", classname=_printable_text(release), name=name)
        reasons = [row["reason"] for row in rows if name == _case_of(row["refusal"])]
        if reasons:
            n_failures += 1
            ElementTree.SubElement(case, "failure", message=_printable_text("; ".join(reasons)), type="refused")
        elif needed and not needed & limits.given_limits.keys():
            n_skipped += 1
            verb = "none" if len(needed) > 1 else "no value"
            message = f"not examined: {verb} of {', '.join(sorted(needed))} was given"
            if verdict and name in verdict.without_limit:
                message = f"not examined: {without_limit_clause({name: verdict.without_limit[name]})}"
            ElementTree.SubElement(case, "skipped", message=message)
    suite.set("tests", str(len(_CASES)))
    suite.set("failures", str(n_failures))
    suite.set("skipped", str(n_skipped))
    return _text_of(suite)


def begin_junit(path: Path, release: str) -> None:
    """Check that the outcome can be written to a file, and write there that there is none yet, as an error: whoever
    reads the file after a check that fails, or is killed, must not take an earlier outcome for this one.

    Raises:
        BadInput: it cannot, or something else is there.
    """
    check_writable(path, "an outcome of setrisk check", f'<testsuite name="{_SUITE}"'.encode())
    if path.exists() and not is_plain(path):
        return
    suite = ElementTree.Element("testsuite", name=_SUITE, tests="1", errors="1", failures="0", skipped="0")
    case = ElementTree.SubElement(suite, "testcase", classname=_printable_text(release), name="check")
    ElementTree.SubElement(case, "error", message="setrisk check did not end: see its message", type="error")
    write_whole(path, _text_of(suite))


def _text_of(suite: ElementTree.Element) -> str:
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def _case_of(refusal: str) -> str:
    return refusal if refusal in _CASES else "marks"


def _printable_text(text: str) -> str:
    """The text without control characters, which XML cannot hold even when they are escaped."""
    return re.sub(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text)
