"""The gate: may a release be published, going by its marks and by limits on its risk?"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from setrisk.errors import BadInput
from setrisk.pipelines.attach import ready
from setrisk.pipelines.files import check_writable, is_plain
from setrisk.pipelines.quoting import literal
from setrisk.pipelines.releases import family_of, own_family

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

_LIMITS = ("max_at_risk", "max_confidence", "attacks")
# What can be refused, and what of the limits makes the gate look at it; marks are always looked at.
_CASES = {
    "marks": frozenset[str](),
    "not attacked": frozenset(_LIMITS),
    "at risk": frozenset({"max_at_risk"}),
    "confidence": frozenset({"max_confidence"}),
}
_SUITE = "setrisk check"


def check(
    con: DuckDBPyConnection,
    release: str,
    *,
    max_at_risk: float | None = None,
    max_confidence: float | None = None,
    attacks: Sequence[str] | None = None,
    limits: str | Path | None = None,
) -> DuckDBPyRelation:
    """May a release be published? What shows the data as they are, was drawn from a seed, by a paper's own faulty steps
    or over a universe of the data may not; nor what passes a limit.

    Args:
        con: a DuckDB connection.
        release: the release; with `max_at_risk` or `max_confidence` one that was made in this database.
        max_at_risk: the largest share of its records, 0 to 1, that an attack may put at risk.
        max_confidence: the highest score, 0 to 1, that `risk` may give a record.
        attacks: methods, which must have been run with their default parameters, or attacks by the names that `risk`
            gives them; with a limit at least one must have been run so, other than by luck (`ra`, `random`).
        limits: a TOML file that has any of these three; what is given beside it counts instead.

    Returns:
        `setrisk.refusals`: release, refusal, attack, found, allowed, reason; no row: yes, as far as marks, limits and
        stored attacks go. Without limits it says nothing of who is at risk.

    Raises:
        UnknownRelease: there is no such release.
        BadInput: a limit is not from 0 to 1, the file is no list of limits, or the release was imported, so that its
            original data, and with them its risk, are not here.
    """
    ready(con)
    family_of(con, release)
    asked = asked_for(max_at_risk=max_at_risk, max_confidence=max_confidence, attacks=attacks, limits=limits)
    if any(name in asked for name in _LIMITS[:2]):
        own_family(con, release)
    given = "".join(f", {name} := {literal(value)}" for name, value in asked.items())
    return con.sql(f"SELECT r.* FROM setrisk.refusals({literal(release)}{given}) AS r ORDER BY ALL")


def asked_for(
    *,
    max_at_risk: float | None = None,
    max_confidence: float | None = None,
    attacks: Sequence[str] | None = None,
    limits: str | Path | None = None,
) -> dict[str, Any]:
    """The limits that `check` goes by, of its arguments and the file.

    Raises:
        BadInput: as there.
    """
    if limits is not None and not isinstance(limits, str | Path):
        raise BadInput(f"limits is {limits!r}; it must be the name of a TOML file")
    asked: dict[str, Any] = _of_file(Path(limits)) if limits is not None else {}
    for name, value in zip(_LIMITS, (max_at_risk, max_confidence, attacks), strict=True):
        if value is not None:
            asked[name] = value
    check_limits(asked)
    return {name: value for name, value in asked.items() if value not in (None, [])}


def junit(release: str, refusals: DuckDBPyRelation, asked: Collection[str]) -> str:
    """What the gate has said, as JUnit XML, which continuous integration reads: a case for the marks, and one for each
    kind of limit, skipped where none was asked for.
    """
    rows = [dict(zip(refusals.columns, row, strict=True)) for row in refusals.fetchall()]
    suite = ElementTree.Element("testsuite", name=_SUITE)
    n_failures = n_skipped = 0
    for kind, limits in _CASES.items():
        case = ElementTree.SubElement(suite, "testcase", classname=_printable(release), name=kind)
        found = [row["reason"] for row in rows if kind == _kind(row["refusal"])]
        if found:
            n_failures += 1
            ElementTree.SubElement(case, "failure", message=_printable("; ".join(found)), type="refused")
        elif limits and not limits & set(asked):
            n_skipped += 1
            ElementTree.SubElement(case, "skipped", message=f"not looked at: there is no {' or '.join(sorted(limits))}")
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(n_failures))
    suite.set("skipped", str(n_skipped))
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def check_junit(path: Path) -> None:
    """See that the outcome can be written as JUnit XML there, and remove what an earlier check has said: it is not what
    this one says, however it ends.

    Raises:
        BadInput: it cannot, or something else is there.
    """
    check_writable(path, "outcome of setrisk check", f'<testsuite name="{_SUITE}"'.encode())
    if is_plain(path):
        path.resolve().unlink()


def _kind(refusal: str) -> str:
    return refusal if refusal in _CASES else "marks"


def _of_file(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            found = tomllib.load(file)
    except OSError as error:
        raise BadInput(f"limits: {path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"limits: {path} is no TOML: {error}") from error
    for name in found:
        if name not in _LIMITS:
            raise BadInput(f"limits: {path}: there is no limit {name!r}; there are {', '.join(_LIMITS)}")
    if not any(value != [] for value in found.values()):
        raise BadInput(f"limits: {path} has none; there are {', '.join(_LIMITS)}")
    return found


def check_limits(asked: dict[str, Any]) -> None:
    """See that limits are what they should be.

    Raises:
        BadInput: a limit is not from 0 to 1, or the attacks are no list of names.
    """
    for name in _LIMITS[:2]:
        value = asked.get(name)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if value is not None and not (is_number and 0 <= value <= 1):  # NaN is neither
            raise BadInput(f"{name} is {value!r}; it must be a number from 0 to 1")
    attacks = asked.get("attacks", [])
    if not isinstance(attacks, list | tuple) or not all(isinstance(attack, str) for attack in attacks):
        raise BadInput(f"attacks is {attacks!r}; it must be a list of names")
    asked.update({"attacks": list(attacks)} if attacks else {})


def _printable(text: str) -> str:
    """XML has no control characters, not even escaped."""
    return re.sub(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text)
