"""The risk of the records of a release: computed and stored when the release is made, and when it is attacked."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from setrisk.pipelines.database.names import family_of, number_of_transactions
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.methods.attack_run import NO_ATTACK

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# The memory that attacks take which are looked at together is that of one attack on so many records.
MOST_RECORDS_AT_ONCE = 50_000

# Families of which `store_unattacked_risk` stores that nobody is at risk without an attack; to find that out takes
# longer than to make a small release.
SAFE_UNATTACKED = ("disassociation", "histogram", "uncertainty")


def store_risk(con: DuckDBPyConnection, release: str, attacks: Sequence[str]) -> None:
    """Compute and store the risk of each record by stored attacks, in place of what was stored before. The original
    data of the release must be in this database; the caller holds the transaction.
    """
    for attack in attacks:
        run(con, "risk/delete_risk", release=release, attack=attack)
    for together in _groups(con, release, attacks):
        _store_record_risk(con, release, together)


def store_baseline_risk(
    con: DuckDBPyConnection, release: str, attack: str, draws: int, guess: Callable[[int, str], None]
) -> None:
    """Draw a random baseline several times, and store how many records each draw leaves with each number of
    candidates. Of the first draw, what it found and the risk of the single records are kept. The caller holds the
    transaction, and has entered the attack into the catalog.

    Args:
        con: a DuckDB connection.
        release: a release whose original data are here.
        attack: the name of the baseline's findings.
        draws: how often to draw, at least 1.
        guess: draws once, and stores what was found: given the number of the draw, from 1 on, and the name under which
            to store it.
    """
    run(con, "risk/delete_risk", release=release, attack=attack)
    # No stored attack has such a name, whatever its knowledge is called.
    token = secrets.token_hex(8)
    names = [attack, *(f"draw {draw} {token}" for draw in range(2, draws + 1))]
    first = 1
    for numbered in _groups(con, release, names):
        run(con, "risk/enter_draws", release=release, attack=attack, draws=numbered)
        for draw, name in enumerate(numbered, first):
            guess(draw, name)
        _store_record_risk(con, release, numbered)
        run(con, "risk/store_baseline_draws", release=release, attack=attack, first=first, draws=numbered)
        first += len(numbered)


def store_coverage(con: DuckDBPyConnection, release: str) -> None:
    """Compute and store how much of the data the promise of a new release covers; the caller holds the transaction."""
    run(con, "risk/store_coverage", release=release)


def _groups(con: DuckDBPyConnection, release: str, attacks: Sequence[str]) -> Iterator[Sequence[str]]:
    """The attacks whose risk one statement looks at: for small data, planning it takes longer than its work."""
    ((dataset, *_),) = run(con, "catalog/kept_arguments", release=release).fetchall()
    at_once = max(1, MOST_RECORDS_AT_ONCE // max(1, number_of_transactions(con, dataset)))
    for first in range(0, len(attacks), at_once):
        yield attacks[first : first + at_once]


def _store_record_risk(con: DuckDBPyConnection, release: str, attacks: Sequence[str]) -> None:
    family = family_of(con, release)
    if family in SAFE_UNATTACKED and list(attacks) == [NO_ATTACK]:
        run(con, "risk/store_unattacked_risk", release=release)
        return
    if family == "generalisation" and list(attacks) == [NO_ATTACK] and _protects_all(con, release):
        run(con, "risk/store_shown_generalisation_risk", release=release)
        return
    # A statement per family: for small data, DuckDB takes longer to plan a union of all families than to run one.
    run(con, f"risk/store_{family}_risk", release=release, attacks=list(attacks))


def _protects_all(con: DuckDBPyConnection, release: str) -> bool:
    """Whether a release promises something of all itemsets up to a size."""
    ((m,),) = con.execute("SELECT p.m FROM setrisk_internal.promised_support(?) AS p", [release]).fetchall()
    return m is not None
