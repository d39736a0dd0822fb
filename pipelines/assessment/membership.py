"""Audit membership: does a noisy histogram reveal whether a person is in the data?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from setrisk.errors import BadInput
from setrisk.pipelines.assessment.kept_arguments import arguments_to_make_again
from setrisk.pipelines.common.columns import columns_of
from setrisk.pipelines.common.numbers import whole_number
from setrisk.pipelines.common.progress import Progress, ignore_progress
from setrisk.pipelines.common.quoting import call
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.task import task
from setrisk.pipelines.database.transaction import transaction
from setrisk.pipelines.histogram import noisy
from setrisk.pipelines.histogram.claim import no_audit
from setrisk.pipelines.methods.description import METHODS
from setrisk.pipelines.methods.registry import method as method_named

if TYPE_CHECKING:
    import numpy as np
    from duckdb import DuckDBPyConnection, DuckDBPyRelation
    from numpy.typing import NDArray

    from setrisk.udf.common.arrays import Integers
    from setrisk.udf.histogram.noisy_partitioning import Histograms

_MOST_PEOPLE, _LEAST_RELEASES, _MOST_RELEASES, _MOST_SEED = 100, 4, 1_000_000, 2**63 - 1
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
    from scipy.sparse import csr_array

    from setrisk.udf.histogram.membership import attack_members, spread_itemsets
    from setrisk.udf.histogram.noise import SeededNoise

    arguments = chosen_method.arguments(given)
    data = noisy.read_input(con, dataset, method, arguments, progress)
    if data.occurrences.sum() < 2:
        raise BadInput(f"release {release} is of {data.occurrences.sum()} people with items; an audit needs 2 at least")
    chosen = spread_itemsets(data.matrix, data.occurrences, people)
    names = np.array(data.universe.items, dtype=object)
    itemsets = [sorted(names[data.matrix[row]].tolist()) for row in chosen]
    rows_found = run(con, "assessment/transactions_of_itemsets", dataset=dataset, itemsets=itemsets).fetchall()
    tids = {tuple(items): tid for items, tid in rows_found}
    noise = SeededNoise(seed)

    def draw_releases(held: NDArray[np.bool_], occurrences: Integers, is_left: NDArray[np.bool_], n: int) -> Histograms:
        items = [item for item, is_kept in zip(data.universe.items, is_left, strict=True) if is_kept]
        drawn: Histograms = draw(
            noisy.Input(replace(data.universe, items=items), csr_array(held), occurrences), arguments, noise, n
        )
        return drawn

    advantages = attack_members(
        data.matrix,
        data.occurrences,
        chosen,
        draw_releases,
        releases=releases,
        items_of_data=data.universe.from_data,
        progress=lambda done, total: progress(f"drawing releases by {method}", done, total),
    )
    rows = []
    for row, itemset, found in zip(chosen, itemsets, advantages, strict=True):
        (value,) = found.event.value
        noun = "record" if value == 1 else "records"
        sign = f"{_WORDS[found.event.relation]} {value:,} {noun} with exactly these items"
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
