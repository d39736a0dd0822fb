"""The attack by rules: how well each sensitive item of a record can be inferred from what else it shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from setrisk.pipelines.common.progress import Progress, ignore_progress
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.methods.attack_run import AttackRun

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from setrisk.udf.common.arrays import Integers
    from setrisk.udf.uncertainty.best_rules import BestRules


@dataclass(frozen=True, eq=False)
class ReleaseRules:
    """The best rules of a release.

    Attributes:
        rules: by records and labels numbered from 0.
        records: the numbers of these records in the release.
        labels: what the labels stand for: numbers of items, and those of generalised items, negative.
    """

    rules: BestRules
    records: Integers
    labels: Integers


def best_rules_of(con: DuckDBPyConnection, release: str, progress: Progress = ignore_progress) -> ReleaseRules:
    """The best rule for each sensitive item that a record shows, counted in the published tables alone."""
    from setrisk.udf.uncertainty.best_rules import best_rules

    entries = run(con, "uncertainty/shown_entries", release=release).fetchnumpy()
    records, tids = np.unique(np.asarray(entries["record"]), return_inverse=True)
    labels, items = np.unique(np.asarray(entries["label"]), return_inverse=True)
    rules = best_rules(
        tids,
        items,
        n_transactions=len(records),
        n_items=len(labels),
        sensitive=np.unique(items[np.asarray(entries["is_protected"], dtype=bool)]),
        progress=lambda done, total: progress("counting rules", done, total),
    )
    return ReleaseRules(rules, records, labels)


def infer_by_rules(con: DuckDBPyConnection, asked: AttackRun, progress: Progress) -> None:
    """Attack a release and store the best rule for each sensitive item of each record. The findings of an earlier
    attack of that name are replaced.
    """
    found = best_rules_of(con, asked.release, progress)
    rules = found.rules
    sizes = [len(known) for known in rules.antecedent]
    known = np.fromiter((item for each in rules.antecedent for item in each), np.int64, sum(sizes))
    run(
        con,
        "uncertainty/store_rules",
        tables={
            "_setrisk_rules": {
                "rule": np.arange(len(rules.tid)),
                "record": found.records[rules.tid],
                "item_id": found.labels[rules.item],
                "known_support": rules.known,
                "rule_support": rules.support,
                "is_exact": rules.is_exact,
            },
            "_setrisk_known": {"rule": np.arange(len(sizes)).repeat(sizes), "label": found.labels[known]},
        },
        release=asked.release,
        attack=asked.attack,
    )
