"""m-invariance: groups in which a record keeps the same sensitive sets around it from release to release."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.common.columns import columns_of_numbers
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.names import method_of
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.methods.made import Made, marks_of
from setrisk.pipelines.serial import draft, sensitive_items, series
from setrisk.pipelines.serial.perturbation import Perturbation

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from setrisk.udf.serial.m_invariance import Group


def make_invariant_release(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress
) -> Made:
    """Write a release by m-invariance; the caller holds the transaction.

    Raises:
        BadInput: what `series.append` and `sensitive_items.choose` raise; the data set has no ids, so that it is not
            known who was in earlier releases; or no transaction can be published.
    """
    from setrisk.udf.serial.m_invariance import group_records

    draw = draft.random_source(arguments["seed"])
    name = series.append(con, dataset, release, arguments)
    sensitive_items.choose(con, dataset, release, name, arguments, draw)
    parameters = {"m": arguments["m"]}
    draft.promise(con, release, parameters)
    progress("reading the data set")
    sets = [tuple(items) for (items,) in run(con, "serial/sensitive_sets", dataset=dataset, release=release).fetchall()]
    signatures = _signatures(con, name, dataset, release, sets)
    numbers = {value: number for number, value in enumerate(sorted({*sets, *(v for s in signatures if s for v in s)}))}
    progress("grouping records")
    found = group_records(
        [numbers[value] for value in sets],
        [None if values is None else tuple(sorted(numbers[value] for value in values)) for values in signatures],
        m=arguments["m"],
        draw=draw,
    )
    if not found.groups:
        raise BadInput(
            f"no transaction of {dataset!r} can be published: no {arguments['m']} sensitive sets can be put together"
        )
    _write(con, dataset, release, found.groups, list(numbers))
    perturbation = Perturbation(con, name, release, draw, fresh=False)
    lacking = {
        cluster: n for cluster, group in enumerate(found.groups, 1) if (n := sum(record is None for record, _ in group))
    }
    perturbation.add_counterfeits("m-invariance", lacking)
    perturbation.publish_counterfeit_counts()
    progress("publishing")
    draft.publish(con, dataset, release, arguments["seed"])
    return Made(parameters, marks_of(arguments["seed"], hides=draft.hides(con, release)), draft.summary(con, release))


def _signatures(
    con: DuckDBPyConnection, name: str, dataset: str, release: str, sets: list[tuple[int, ...]]
) -> list[tuple[tuple[int, ...], ...] | None]:
    """For each transaction the sensitive sets of the cluster that it was last in; None for one that is new, or whose
    sensitive items have changed.
    """
    method = method_of(con, release)
    earlier = run(con, "serial/earlier_datasets", series=name, release=release, method=method).fetchall()
    for (its_dataset,) in [*earlier, (dataset,)] if earlier else []:
        if not run(con, "transactions/first_id", dataset=its_dataset).fetchall():
            raise BadInput(
                f"the transactions of {its_dataset!r} have no ids: m-invariance has to know who was in which release; "
                "load data with ids (format long)"
            )
    values: dict[tuple[str, int], list[tuple[int, ...]]] = defaultdict(list)
    for its_release, cluster, items in run(con, "serial/cluster_signatures", series=name).fetchall():
        values[its_release, cluster].append(tuple(items))
    signatures: list[tuple[tuple[int, ...], ...] | None] = [None] * len(sets)
    last = run(con, "serial/last_clusters", series=name, dataset=dataset, method=method).fetchall()
    for tid, its_release, cluster in last:
        if sets[tid - 1] in values[its_release, cluster]:
            signatures[tid - 1] = tuple(values[its_release, cluster])
    return signatures


def _write(
    con: DuckDBPyConnection, dataset: str, release: str, groups: list[Group], sets: list[tuple[int, ...]]
) -> None:
    rows = [
        (cluster, place, item)
        for cluster, group in enumerate(groups, 1)
        for place, (_, value) in enumerate(group, 1)
        for item in sets[value]
    ]
    sensitive_sets = columns_of_numbers(("cluster", "sensitive_set", "item_id"), rows)
    placed = [
        (record + 1, cluster) for cluster, group in enumerate(groups, 1) for record, _ in group if record is not None
    ]
    placements = columns_of_numbers(("tid", "cluster"), placed)
    counted = Counter((cluster, item) for cluster, _, item in rows)
    copies = columns_of_numbers(("cluster", "item_id", "copies"), [(*of, n) for of, n in sorted(counted.items())])
    draft.write(con, dataset, release, placements, copies)
    run(con, "serial/publish_sensitive_sets", release=release, tables={"_setrisk_sets": sensitive_sets})
