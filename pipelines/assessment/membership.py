"""Audit membership: does a noisy histogram reveal whether a person is in the data?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from setrisk.errors import BadInput, NoiseSpent
from setrisk.pipelines.assessment.kept_arguments import arguments_to_make_again
from setrisk.pipelines.common.columns import columns_of
from setrisk.pipelines.common.numbers import whole_number
from setrisk.pipelines.common.progress import Progress, ignore_progress
from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.task import task
from setrisk.pipelines.database.transaction import transaction
from setrisk.pipelines.histogram import noisy
from setrisk.pipelines.histogram.audit import no_audit
from setrisk.pipelines.methods.description import METHODS
from setrisk.pipelines.methods.registry import method as method_named

if TYPE_CHECKING:
    import numpy as np
    from duckdb import DuckDBPyConnection, DuckDBPyRelation
    from numpy.typing import NDArray

    from setrisk.udf.common.arrays import Integers

_MOST_PEOPLE, _LEAST_RELEASES, _MOST_RELEASES, _MOST_SEED = 100, 4, 1_000_000, 2**63 - 1
# That the intervals of all people hold.
_CONFIDENCE = 0.95
# Releases that are drawn together.
_BATCH = 20
_COLUMNS = [
    "tid", "occurrences", "event", "releases", "member_rate", "outsider_rate", "advantage_low", "advantage_high",
]  # fmt: skip
_WORDS = {"is": "exactly", "is not": "any number but", "at least": "at least", "at most": "at most"}


@task(writes=True, known=["release"])
def audit_membership(
    con: DuckDBPyConnection,
    release: str,
    *,
    people: int = 3,
    releases: int = 1_000,
    seed: int = 0,
    progress: Progress = ignore_progress,
) -> DuckDBPyRelation:
    """Try to find out from noisy histograms whether a person is in the data, and compare how often that works with what
    epsilon allows.

    Many releases are drawn by the method and with the parameters of the release, of the data with the person and
    without; they are thrown away, and no epsilon is spent. The attack looks at the number of occurrences that a release
    shows of exactly the person's items. The results are stored for the owner.

    Args:
        con: a DuckDB connection.
        release: a noisy histogram that was made in this database.
        people: how many people to attack, 1 to 100: evenly from those whose items occur most often to those whose items
            nobody else has.
        releases: how many releases to draw with all people, and as many without each, 4 to 1,000,000.
        seed: seed of the noise, at least 0.
        progress: called as releases are drawn.

    Returns:
        `setrisk.membership_audit`: a row per person.

    Raises:
        UnknownRelease: there is no such release.
        BadInput: a number is out of range, the release has no noise, was imported, or was made of a frame, or of a
            table or file that has changed; or there are too few people.

    Examples:
        >>> _ = setrisk.protect(con, "visits", "noisy", method="diffpart", epsilon=1, from_data=True, seed=1)
        >>> setrisk.audit_membership(con, "noisy", people=2, releases=100).project("is_accused").fetchall()
        [(False,), (False,)]
    """
    people = whole_number("people", people, 1, _MOST_PEOPLE)
    releases = whole_number("releases", releases, _LEAST_RELEASES, _MOST_RELEASES)
    seed = whole_number("seed", seed, 0, _MOST_SEED)
    dataset, method, given = arguments_to_make_again(con, release)
    chosen_method = method_named(method, "protect")
    if not chosen_method.is_noisy:
        raise BadInput(
            f"release {release} is by {method}, without noise that hides whether a person is in the data; there is "
            f"something to audit with {', '.join(m.name for m in METHODS if m.draw)}"
        )
    draw = chosen_method.draw
    if draw is None:
        raise BadInput(f"release {release} is by {no_audit(chosen_method)}")
    # Imported late, as numpy and scipy take longer to import than most commands run.
    import numpy as np

    from setrisk.udf.histogram.audit import advantage
    from setrisk.udf.histogram.noise import SeededNoise

    arguments = chosen_method.arguments(given)
    data = noisy.read_input(con, dataset, method, arguments, progress)
    if data.occurrences.sum() < 2:
        raise BadInput(f"release {release} is of {data.occurrences.sum()} people with items; an audit needs 2 at least")
    chosen = _spread_places(data, people)
    names = np.array(data.universe.items, dtype=object)
    itemsets = [sorted(names[data.held[row]].tolist()) for row in chosen]
    rows_found = run(con, "assessment/transactions_of_itemsets", dataset=dataset, itemsets=itemsets).fetchall()
    tids = {tuple(items): tid for items, tid in rows_found}
    noise = SeededNoise(seed)

    def occurrences_in_releases(of: noisy.Input, itemsets: NDArray[np.bool_], n_before: int) -> Integers:
        """How often each itemset occurs in each of as many releases as are asked for, a row per itemset."""
        found = np.zeros((len(itemsets), releases), dtype=np.int64)
        batch = _BATCH
        start = 0
        while start < releases:
            n = min(batch, releases - start)
            try:
                drawn = draw(of, arguments, noise, n)
            except NoiseSpent:
                if batch == 1:
                    raise
                # Together they do not fit into memory; begin again, so that none is left out for what it shows.
                batch, start = 1, 0
                found[:] = 0
                continue
            for row, itemset in enumerate(itemsets):
                is_equal = (drawn.held == itemset).all(axis=1)
                np.add.at(found[row], start + drawn.release[is_equal], drawn.occurrences[is_equal])
            start += n
            progress(f"drawing releases by {method}", n_before + start, releases * (1 + len(chosen)))
        return found

    shown = occurrences_in_releases(data, data.held[chosen], 0)
    rows = []
    for number, (row, itemset) in enumerate(zip(chosen, itemsets, strict=True)):
        others, is_left = _without_person(data, row)
        outsiders = occurrences_in_releases(others, data.held[[row]][:, is_left], (1 + number) * releases)[0]
        if data.held[row][~is_left].any():
            # No release can show an item that nobody else has.
            outsiders[:] = 0
        found = advantage(shown[number], outsiders, confidence_level=1 - (1 - _CONFIDENCE) / len(chosen))
        sign = f"{_WORDS[found.event.relation]} {found.event.value[0]:,} records with exactly these items"
        rows.append(
            (
                tids[tuple(itemset)], int(data.occurrences[row]), sign, releases, found.member_rate,
                found.outsider_rate, found.low, found.high,
            )
        )  # fmt: skip
    tables = {"_setrisk_audited": columns_of(dict(zip(_COLUMNS, row, strict=True)) for row in rows)}
    with transaction(con):
        run(con, "assessment/store_audited_people", release=release, tables=tables)
    return con.sql(f"SELECT r.* FROM {call('setrisk.membership_audit', release)} AS r ORDER BY ALL")


def _spread_places(data: noisy.Input, people: int) -> list[int]:
    """Itemsets of so many people, evenly from those that occur most often to those that occur least; each once."""
    import numpy as np

    # Of equally frequent ones, in the order of their items, whatever order they were read in.
    order = np.lexsort((*data.held.T[::-1], -data.occurrences))
    last_person = data.occurrences[order].cumsum() - 1
    persons = np.linspace(0, last_person[-1], people).round().astype(np.int64)
    return list(dict.fromkeys(order[last_person.searchsorted(persons)].tolist()))


def _without_person(data: noisy.Input, row: int) -> tuple[noisy.Input, NDArray[np.bool_]]:
    """The data without one of those who have an itemset, and which items are left: all, unless they are of the data."""
    import numpy as np

    occurrences = data.occurrences.copy()
    occurrences[row] -= 1
    is_there = occurrences > 0
    held = data.held[is_there]
    is_left: NDArray[np.bool_] = np.ones(held.shape[1], dtype=bool)
    if data.universe.from_data:
        is_left &= held.any(axis=0)
    items = [item for item, is_kept in zip(data.universe.items, is_left, strict=True) if is_kept]
    universe = replace(data.universe, items=items)
    return noisy.Input(universe, held[:, is_left], occurrences[is_there]), is_left
