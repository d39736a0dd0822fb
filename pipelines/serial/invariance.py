"""m-invariance: groups in which a record keeps the same private sets around it from release to release."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.progress import Progress
from setrisk.pipelines.releases import Made, marks_of
from setrisk.pipelines.serial import draft, private_items, series
from setrisk.pipelines.serial.perturbation import Perturbation

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from setrisk.udf.invariance import Group

_SETS = "_setrisk_sets"


def invariance_release(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress
) -> Made:
    """Write a release by m-invariance; the caller holds the transaction.

    Raises:
        BadInput: what `series.append` and `private_items.choose` raise; the data set has no ids, so that no one knows
            who was in earlier releases; or no transaction can be published.
    """
    from setrisk.udf.invariance import invariant

    draw = draft.draw_of(arguments["seed"])
    name = series.append(con, dataset, release, "m-invariance", arguments)
    private_items.choose(con, dataset, release, name, arguments, draw)
    parameters = {"m": arguments["m"]}
    draft.promise(con, release, parameters)
    progress("reading the data set")
    sets = [
        tuple(items)
        for (items,) in con.execute(
            "SELECT p.items FROM setrisk_internal.private_sets(?, ?) AS p ORDER BY p.tid", [dataset, release]
        ).fetchall()
    ]
    signatures = _signatures(con, name, dataset, release, sets)
    numbers = {value: number for number, value in enumerate(sorted({*sets, *(v for s in signatures if s for v in s)}))}
    progress("grouping records")
    found = invariant(
        [numbers[value] for value in sets],
        [None if values is None else tuple(sorted(numbers[value] for value in values)) for values in signatures],
        m=arguments["m"],
        draw=draw,
    )
    if not found.groups:
        raise BadInput(
            f"no transaction of {dataset!r} can be published: no {arguments['m']} private sets can be put together"
        )
    _write(con, dataset, release, found.groups, list(numbers))
    perturbation = Perturbation(con, name, release, draw, fresh=False)
    lacking = {
        cluster: n for cluster, group in enumerate(found.groups, 1) if (n := sum(record is None for record, _ in group))
    }
    perturbation.add_counterfeits("m-invariance", lacking)
    perturbation.own_up()
    progress("publishing")
    draft.publish(con, dataset, release, arguments["seed"])
    return Made(parameters, marks_of(arguments["seed"], hides=draft.hides(con, release)), draft.summary(con, release))


def _signatures(
    con: DuckDBPyConnection, name: str, dataset: str, release: str, sets: list[tuple[int, ...]]
) -> list[tuple[tuple[int, ...], ...] | None]:
    """Of each transaction the private sets of the cluster that it was in last; None for one that is new, or whose
    private items have changed.
    """
    earlier = con.execute(
        "SELECT r.dataset FROM setrisk.series AS s JOIN setrisk.release AS r USING (release) "
        "WHERE s.series = ? AND s.release <> ? AND r.method = 'm-invariance' ORDER BY s.position",
        [name, release],
    ).fetchall()
    for (each,) in [*earlier, (dataset,)] if earlier else []:
        if not con.execute(
            "SELECT 1 FROM setrisk_private.transaction_id AS t WHERE t.dataset = ? LIMIT 1", [each]
        ).fetchall():
            raise BadInput(
                f"the transactions of {each!r} have no ids: m-invariance has to know who was in which release; load "
                "data with ids (format long)"
            )
    values: dict[tuple[str, int], list[tuple[int, ...]]] = defaultdict(list)
    for its_release, cluster, items in con.execute(
        "SELECT c.release, c.cluster, c.items FROM setrisk_internal.cluster_signatures(?) AS c", [name]
    ).fetchall():
        values[its_release, cluster].append(tuple(items))
    signatures: list[tuple[tuple[int, ...], ...] | None] = [None] * len(sets)
    for tid, its_release, cluster in con.execute(
        "SELECT h.tid, h.release, h.cluster FROM setrisk_internal.last_clusters(?, ?) AS h", [name, dataset]
    ).fetchall():
        if sets[tid - 1] in values[its_release, cluster]:
            signatures[tid - 1] = tuple(values[its_release, cluster])
    return signatures


def _write(
    con: DuckDBPyConnection, dataset: str, release: str, groups: list[Group], sets: list[tuple[int, ...]]
) -> None:
    import pandas as pd

    shown = pd.DataFrame(
        [
            (cluster, place, item)
            for cluster, group in enumerate(groups, 1)
            for place, (_, value) in enumerate(group, 1)
            for item in sets[value]
        ],
        columns=["cluster", "private_set", "item_id"],
    )
    homes = pd.DataFrame(
        [(record + 1, cluster) for cluster, group in enumerate(groups, 1) for record, _ in group if record is not None],
        columns=["tid", "cluster"],
    )
    copies = shown.groupby(["cluster", "item_id"], as_index=False).size().rename(columns={"size": "copies"})
    draft.write(con, dataset, release, homes, copies)
    con.register(_SETS, shown)
    con.execute(
        f"INSERT INTO setrisk.private_set SELECT $release, s.* FROM {_SETS} AS s ORDER BY ALL", {"release": release}
    )
    con.unregister(_SETS)
