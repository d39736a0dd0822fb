"""The gate: may a release be published, judging by its marks, its series and limits on its risk?"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from setrisk.errors import BadInput
from setrisk.pipelines.common.files import check_writable, is_plain
from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.database.attach import ready
from setrisk.pipelines.database.duckdb_errors import shortened
from setrisk.pipelines.database.releases import family_of, own_family
from setrisk.pipelines.methods.description import share
from setrisk.pipelines.serial.composition import check_steps, series_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

_NUMBERS = ("max_at_risk", "max_score", "min_coverage")
_LIMITS = (*_NUMBERS, "attacks")
# The least share of the rare itemsets that the promise must be about, unless a limit is given (sql/risk/refusals.sql).
LEAST_COVERAGE = 0.5
# The kinds of refusals, and the limits that make the gate check each; marks and series are always checked.
_CASES: dict[str, frozenset[str]] = {
    "marks": frozenset(),
    "series": frozenset(),
    "not_attacked": frozenset({"max_at_risk", "max_score", "attacks"}),
    "at_risk": frozenset({"max_at_risk"}),
    "score": frozenset({"max_score"}),
    "coverage": frozenset(_NUMBERS),
}
# The largest file of limits: Python takes minutes to read larger TOML that is nested.
_MOST_BYTES = 65_536
_SUITE = "setrisk check"


def check(
    con: DuckDBPyConnection,
    release: str,
    *,
    max_at_risk: float | None = None,
    max_score: float | None = None,
    min_coverage: float | None = None,
    attacks: Sequence[str] | None = None,
    limits: str | Path | None = None,
) -> DuckDBPyRelation:
    """Say whether a release may be published, and if not, why.

    It may not if it has a mark (`unprotected`, `seeded`, `published-variant`, `domain-from-data`, `drawn-constraints`,
    `imported`, or one that this version does not know), if comparing it with the other releases of its series puts
    people at risk, or if it exceeds a limit.

    Args:
        con: a DuckDB connection.
        release: the release; with `max_at_risk` or `max_score` one that was made in this database.
        max_at_risk: the largest share of its records, 0 to 1, that the worst attack, or guessing, may put at risk.
        max_score: the highest score, 0 to 1, that `risk` may give a record.
        min_coverage: the least share of the rare itemsets, 0 to 1, that its promise must be about (`setrisk.coverage`);
            0.5 unless given, where there is a limit on risk, because risk considers only what the promise is about.
        attacks: methods, which must have been run with their default parameters, or attacks by the names that `risk`
            gives them; where there is a limit on risk and none is named, all methods of the family. Guessing (`ra`,
            `random`) must have been tried in any case.
        limits: a TOML file that has any of these four; what is given beside it counts instead.

    Returns:
        `setrisk.refusals`: release, refusal, attack, found, allowed, reason; no row: yes, as far as marks, series,
        limits and stored attacks go. Without limits it says nothing of who is at risk by the release itself.

    Raises:
        UnknownRelease: there is no such release.
        BadInput: a limit is not from 0 to 1, the file is not a list of limits, the release was imported, so that its
            original data, and with them its risk, are not here, or its series is too large to be looked at.
    """
    ready(con)
    if family_of(con, release) == "serial":
        check_steps(con, series_of(con, release))
    asked = asked_for(
        max_at_risk=max_at_risk,
        max_score=max_score,
        min_coverage=min_coverage,
        attacks=attacks,
        limits=limits,
    )
    if any(name in asked for name in _NUMBERS):
        own_family(con, release)
    return con.sql(f"FROM {call('setrisk.refusals', release, **asked)} ORDER BY ALL")


def asked_for(
    *,
    max_at_risk: float | None = None,
    max_score: float | None = None,
    min_coverage: float | None = None,
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
    for name, value in zip(_LIMITS, (max_at_risk, max_score, min_coverage, attacks), strict=True):
        if value is not None:
            asked[name] = value
    check_limits(asked)
    return {name: value for name, value in asked.items() if value not in (None, [])}


def junit(release: str, refusals: DuckDBPyRelation, asked: Collection[str]) -> str:
    """The verdict of the gate as JUnit XML, which continuous integration reads: a case for the marks, for the series,
    and for each kind of limit, which is skipped where no such limit was given.
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
    """Check that the outcome can be written to a file, and remove an earlier outcome from it, so that it is not
    mistaken for this one if this check fails.

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
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise BadInput(f"limits: {path} is larger than {_MOST_BYTES:,} bytes: it is not a list of limits")
        found = tomllib.loads(data.decode())
    except OSError as error:
        raise BadInput(f"limits: {path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:  # not TOML; too deep, or with a number too long for Python
        raise BadInput(f"limits: {path} is not TOML that can be read: {str(error)[:200]}") from error
    for name, value in found.items():
        if name in _NUMBERS:
            with suppress(ValueError):  # what is no number is refused with the others
                found[name] = share(value)
        if name not in _LIMITS:
            raise BadInput(f"limits: {path}: there is no limit {name!r}; there are {', '.join(_LIMITS)}")
    if not any(value != [] for value in found.values()):
        raise BadInput(f"limits: {path} has none; there are {', '.join(_LIMITS)}")
    return found


def check_limits(asked: dict[str, Any]) -> None:
    """Check that limits are valid.

    Raises:
        BadInput: a limit is not from 0 to 1, or the attacks are not a list of names.
    """
    for name in _NUMBERS:
        value = asked.get(name)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if value is not None and not (is_number and 0 <= value <= 1):  # NaN is neither
            raise BadInput(f"{name} is {shortened(repr(value), 60)}; it must be a number from 0 to 1")
    attacks = asked.get("attacks", [])
    if not isinstance(attacks, list | tuple) or not all(isinstance(attack, str) for attack in attacks):
        raise BadInput(f"attacks is {shortened(repr(attacks), 60)}; it must be a list of names")
    asked.update({"attacks": list(attacks)} if attacks else {})


def _printable(text: str) -> str:
    """The text without control characters, which XML cannot hold even when they are escaped."""
    return re.sub(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text)
