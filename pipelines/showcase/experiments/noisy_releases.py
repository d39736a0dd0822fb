"""Thousands of noisy releases of a histogram, and what they show."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from setrisk.pipelines.common.cores import core_count
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.releases.protect import protect
from setrisk.pipelines.showcase.experiments.containment import ALL_SETS, Itemsets, holders, leakages

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from setrisk.udf.common.arrays import Integers
    from setrisk.udf.histogram.bayesian_network import Scores
    from setrisk.udf.histogram.noise import Noise
    from setrisk.udf.histogram.noisy_partitioning import Histograms

_RELEASES = 1_000
# Releases of a batch are partitioned together, and have a seed of their own.
BATCH = 20
N_BATCHES = _RELEASES // BATCH
# Fewer queries if a data set has so many items that queries are compared with itemsets one by one.
_QUERIES, _WIDE_QUERIES = 50_000, 5_000
_SANITY = 0.0001
# What an itemset's noisy count must reach, in standard deviations of the noise.
_C2 = 1.0


@dataclass(frozen=True)
class Setting:
    """What releases are made of, and how.

    Attributes:
        data: the data set.
        method: as `setrisk protect` calls it, and `:as_printed` for the steps as its paper prints them.
        epsilon: the budget of a release.
        c1: of diffpart and aplkiller.
        fan_out: of their taxonomy.
        theta: of privbayes.
        occurrences: how often the target is in the data, if that is changed.
    """

    data: str
    method: str
    epsilon: float
    c1: float | None = None
    fan_out: int | None = None
    theta: float | None = None
    occurrences: int | None = None


@dataclass(frozen=True)
class Outcome:
    """What a release shows.

    Attributes:
        attacked: the share of the target's APLs that are still there; over releases, the probability that one of them,
            chosen without looking, is.
        target: whether it is published.
        leaks: whether there is any APL, of any itemset.
        leakages: how many there are.
        itemsets: how many are published.
        records: how many they stand for.
        error_existing: mean relative error of counting queries for itemsets of the data.
        error_random: of those for random itemsets.
        seconds: of processor time that it took to make it.
    """

    attacked: float
    target: bool
    leaks: bool
    leakages: int
    itemsets: int
    records: int
    error_existing: float
    error_random: float
    seconds: float


@dataclass(frozen=True)
class Data:
    """A data set as histogram, whom an attacker is after, and what is asked of releases.

    Attributes:
        held: a row per distinct itemset, a column per item.
        occurrences: of each.
        target: the row of the largest itemset that has an APL, the most frequent one of them.
        known: what is known of the target, a row per APL of it.
        asked: itemsets whose counts are asked for: every other one is in the data.
    """

    held: Itemsets
    occurrences: Integers
    target: int
    known: Itemsets
    asked: Itemsets

    @cached_property
    def answers(self) -> Integers:
        """What is asked for, in the data."""
        return holders(self.held, self.occurrences)(self.asked)

    @cached_property
    def scores(self) -> Scores:
        """The scores of the networks of PrivBayes."""
        from setrisk.udf.histogram.bayesian_network import Scores

        return Scores(np.ascontiguousarray(self.held.T), self.occurrences)

    def errors(self, held: Itemsets, occurrences: Integers) -> tuple[float, float]:
        """Mean relative error of queries for itemsets of the data, and of others, by a release."""
        floor = np.maximum(self.answers, _SANITY * self.occurrences.sum())
        off = np.abs(holders(held, occurrences)(self.asked) - self.answers) / floor
        return float(off[::2].mean()), float(off[1::2].mean())

    def with_target(self, occurrences: int | None) -> Data:
        """The same, the target as often as asked for."""
        changed = self.occurrences.copy()
        if occurrences is not None:
            changed[self.target] = occurrences
        return replace(self, occurrences=changed)


def data_of(con: DuckDBPyConnection, dataset: str) -> Data:
    """A data set that is loaded, its items by number or name."""
    protect(con, dataset, dataset, method="identity")
    items = run(con, "showcase/items_by_number", release=dataset).fetchall()
    place = {key: number for number, item in enumerate(items) for key in item}

    def rows(answer: DuckDBPyConnection) -> tuple[Itemsets, Integers]:
        """Itemsets, by number or name, and the number of each."""
        found = answer.fetchnumpy()
        held = np.zeros((len(found["items"]), len(items)), dtype=bool)
        for row, itemset in enumerate(found["items"]):
            held[row, [place[item] for item in itemset]] = True
        return held, np.asarray(found["number"], dtype=np.int64)

    held, occurrences = rows(run(con, "showcase/published_itemsets", release=dataset))
    target, _ = rows(run(con, "histogram/attack_target", release=dataset))
    (row,) = np.flatnonzero((held == target).all(axis=1))
    whole = [name for (_, name), is_held in zip(items, target[0], strict=True) if is_held]
    known, _ = rows(run(con, "histogram/target_leakages", release=dataset, target=whole))
    asked, _ = rows(
        con.execute(
            "SELECT itemset AS items, query AS number FROM setrisk_internal.counting_queries(?, ?, 0) ORDER BY number",
            [dataset, _QUERIES if len(items) <= ALL_SETS else _WIDE_QUERIES],
        )
    )
    return Data(held, occurrences, int(row), known, asked)


class Workers:
    """A process for each core."""

    def __init__(self, cores: int | None = None) -> None:
        """Start them. Not forked: DuckDB has threads."""
        self._cores = cores or core_count()
        self._pool = ProcessPoolExecutor(self._cores, multiprocessing.get_context("spawn"))

    def __enter__(self) -> Workers:
        """Nothing more is needed."""
        return self

    def __exit__(self, *_: object) -> None:
        """End them, whatever they do."""
        self._pool.shutdown(cancel_futures=True)

    def outcomes(self, data: Data, setting: Setting) -> list[Outcome]:
        """What a thousand releases show; the same, however many cores there are."""
        bounds = [core * N_BATCHES // self._cores for core in range(self._cores + 1)]
        jobs = [self._pool.submit(outcomes, data, setting, range(low, high)) for low, high in pairwise(bounds)]
        return [outcome for job in jobs for outcome in job.result()]


def outcomes(data: Data, setting: Setting, seeds: Sequence[int]) -> list[Outcome]:
    """What releases show, a batch of them per seed."""
    from setrisk.udf.histogram.noise import SeededNoise

    found = []
    for seed in seeds:
        start = time.process_time()
        made = draw_batch(data, setting, SeededNoise(seed))
        # Processor time, since the clock also counts what else the machine does.
        seconds = (time.process_time() - start) / BATCH
        for number in range(BATCH):
            held, occurrences = made.held[made.release == number], made.occurrences[made.release == number]
            is_there = bool((held == data.held[data.target]).all(axis=1).any())
            holding = holders(held)
            alone = holding(data.known) == 1
            error_existing, error_random = data.errors(held, occurrences)
            n_leakages = len(leakages(held, holding)[0])
            found.append(
                Outcome(
                    attacked=float(alone.mean()) if is_there else 0.0,
                    target=is_there,
                    leaks=n_leakages > 0,
                    leakages=n_leakages,
                    itemsets=len(held),
                    records=int(occurrences.sum()),
                    error_existing=error_existing,
                    error_random=error_random,
                    seconds=seconds,
                )
            )
    return found


def draw_batch(data: Data, setting: Setting, noise: Noise) -> Histograms:
    """Draw as many releases as are partitioned together."""
    from setrisk.udf.common.taxonomy import balanced_taxonomy
    from setrisk.udf.histogram.aplkiller import aplkiller
    from setrisk.udf.histogram.noisy_partitioning import Budget, Histograms, partition_records
    from setrisk.udf.histogram.privbayes import privbayes

    method, _, printed = setting.method.partition(":")
    if method == "privbayes":
        assert setting.theta is not None
        made = [
            privbayes(
                data.held, data.occurrences, epsilon=setting.epsilon, theta=setting.theta, noise=noise,
                as_printed=bool(printed), scores=data.scores,
            )
            for _ in range(BATCH)
        ]  # fmt: skip
        return Histograms(
            np.repeat(np.arange(BATCH), [len(each.occurrences) for each in made]),
            np.concatenate([each.held for each in made]),
            np.concatenate([each.occurrences for each in made]),
        )
    assert setting.c1 is not None
    assert setting.fan_out is not None
    n_sets, n_items = data.held.shape
    tree = balanced_taxonomy(n_items, setting.fan_out)
    if method == "aplkiller":
        budget = Budget(setting.epsilon, setting.c1, setting.c1)
        return aplkiller(
            data.held, data.occurrences, [tree] * n_items, [budget] * n_items, noise, n_releases=BATCH,
            as_printed=bool(printed),
        )  # fmt: skip
    every = np.repeat(np.arange(BATCH), n_sets), np.tile(np.arange(n_sets), BATCH)
    budget = Budget(setting.epsilon, setting.c1, _C2)
    return partition_records(
        tree.touched_children(data.held), data.occurrences, every, tree, budget, noise, n_releases=BATCH
    )
