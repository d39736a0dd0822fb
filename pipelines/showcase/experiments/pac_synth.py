"""Releases by pac-synth, a synthesiser of others, to compare with: noisy counts of combinations of up to three items,
(epsilon, delta)-differentially private, and records made of them.
"""

from __future__ import annotations

import functools
import importlib.util
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.histogram import noisy, publishing
from setrisk.pipelines.methods.description import ReleaseMethod
from setrisk.pipelines.methods.made import Made
from setrisk.pipelines.methods.parameters import Itemsets, parameter
from setrisk.udf.common import masks

if TYPE_CHECKING:
    import numpy as np
    from duckdb import DuckDBPyConnection
    from numpy.typing import NDArray

    from setrisk.udf.histogram.noise import Noise
    from setrisk.udf.histogram.noisy_partitioning import Histograms

# What its table may have at most: it has a text for every item of every record.
MOST_CELLS = 40_000_000


def is_installed() -> bool:
    """Whether it is; setrisk does not bring it."""
    return importlib.util.find_spec("pacsynth") is not None


def method(epsilon: float) -> ReleaseMethod:
    """pac-synth as a method of releases, which is known from the first call on."""
    given: dict[str, Any] = {"epsilon": epsilon}
    return _method()(**given)


@functools.cache
def _method() -> type[ReleaseMethod]:
    class PacSynth(
        ReleaseMethod,
        name="pac-synth",
        family="histogram",
        run=make_release,
        draw=draw_releases,
        paper="pac-synth",
        promise="Differential privacy with epsilon {epsilon} and a delta of its own.",
    ):
        """Records that pac-synth makes."""

        epsilon: float = parameter("as of the other methods", low=0)
        universe: Itemsets | None = parameter("unused: its items are those of the data", default=None)
        from_data: bool = parameter("as of the other methods", default=True)
        seed: int | None = parameter("unused: it has none", default=None, low=0)

    return PacSynth


def make_release(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress, _noise: Noise
) -> Made:
    """Write a release as the methods of the family histogram do; its items are those of the data, its noise its own."""
    given = noisy.read_input(con, dataset, "pac-synth", arguments, progress)
    itemsets, counts = masks.count_itemsets(sample(given, arguments["epsilon"]))
    publishing.write(con, release, itemsets, counts, given.universe.items)
    return Made({"epsilon": arguments["epsilon"]}, ["domain-from-data"], publishing.summary(con, release))


def draw_releases(given: noisy.Input, arguments: dict[str, Any], _noise: Noise, n_releases: int = 1) -> Histograms:
    """Draw releases, for audits."""
    import numpy as np

    from setrisk.udf.histogram.noisy_partitioning import Histograms

    drawn = [masks.count_itemsets(sample(given, arguments["epsilon"])) for _ in range(n_releases)]
    return Histograms(
        np.arange(n_releases).repeat([len(counts) for _, counts in drawn]),
        np.concatenate([itemsets for itemsets, _ in drawn]),
        np.concatenate([counts for _, counts in drawn]),
    )


def sample(given: noisy.Input, epsilon: float) -> NDArray[np.bool_]:
    """About as many records as there are: a row each, and a column per item."""
    import numpy as np
    from pacsynth import Dataset, DpAggregateSeededParametersBuilder, DpAggregateSeededSynthesizer

    records = np.repeat(given.matrix, given.occurrences, axis=0)
    header = [f"item{number}" for number in range(records.shape[1])]
    rows = np.where(records, "1", "").tolist()
    # With the setting that draws more than its commonest combinations.
    builder = DpAggregateSeededParametersBuilder().epsilon(epsilon).use_synthetic_counts(True)
    synthesizer = DpAggregateSeededSynthesizer(builder.build())
    synthesizer.fit(Dataset([header, *rows]))
    found: NDArray[np.bool_] = np.array(synthesizer.sample(len(rows))[1:]) != ""
    return found
