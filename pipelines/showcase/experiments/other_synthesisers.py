"""Releases by synthesisers of others, to compare with: noisy counts of combinations of items, which are (epsilon,
delta)-differentially private, and records made of them.
"""

from __future__ import annotations

import functools
import importlib.util
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.histogram import noisy, publishing
from setrisk.pipelines.methods.description import ReleaseMethod
from setrisk.pipelines.methods.made import Made
from setrisk.pipelines.methods.parameters import Itemsets, parameter
from setrisk.pipelines.showcase.experiments import spanning_tree
from setrisk.udf.common import masks

if TYPE_CHECKING:
    import numpy as np
    from duckdb import DuckDBPyConnection
    from numpy.typing import NDArray

    from setrisk.udf.histogram.noise import Noise
    from setrisk.udf.histogram.noisy_partitioning import Histograms

# Of AIM and MST.
_DELTA = 1e-9


@dataclass(frozen=True)
class Synthesiser:
    """A synthesiser of others, which setrisk does not bring.

    Attributes:
        name: its name.
        module: what is imported if it is installed.
        sample: about as many records as there are, of a matrix with a row each and a column per item, and an epsilon.
        most_cells: cells of the matrix beyond which it takes hours or gigabytes.
    """

    name: str
    module: str
    sample: Callable[[NDArray[np.bool_], float], NDArray[np.bool_]]
    most_cells: int

    def takes(self, n_transactions: int, n_items: int) -> bool:
        """Whether it is installed, and can take data of this size."""
        return n_transactions * n_items <= self.most_cells and importlib.util.find_spec(self.module) is not None

    def method(self, epsilon: float) -> ReleaseMethod:
        """It as a method of releases, which is known from the first call on."""
        given: dict[str, Any] = {"epsilon": epsilon}
        return _method(self)(**given)


@functools.cache
def _method(synthesiser: Synthesiser) -> type[ReleaseMethod]:
    def make_release(
        con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress, _: Noise
    ) -> Made:
        """Write a release as the methods of the family histogram do; its items are those of the data."""
        given = noisy.read_input(con, dataset, synthesiser.name, arguments, progress)
        itemsets, counts = draw(given, arguments["epsilon"])
        publishing.write(con, release, itemsets, counts, given.universe.items)
        return Made({"epsilon": arguments["epsilon"]}, ["domain-from-data"], publishing.summary(con, release))

    def draw_releases(given: noisy.Input, arguments: dict[str, Any], _: Noise, n_releases: int = 1) -> Histograms:
        """Draw releases, for audits."""
        import numpy as np

        from setrisk.udf.histogram.noisy_partitioning import Histograms

        drawn = [draw(given, arguments["epsilon"]) for _ in range(n_releases)]
        return Histograms(
            np.arange(n_releases).repeat([len(counts) for _, counts in drawn]),
            np.concatenate([itemsets for itemsets, _ in drawn]),
            np.concatenate([counts for _, counts in drawn]),
        )

    def draw(given: noisy.Input, epsilon: float) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """Distinct itemsets of one draw, and how many records have each; the noise is the synthesiser's own."""
        import numpy as np

        return masks.count_itemsets(synthesiser.sample(np.repeat(given.matrix, given.occurrences, axis=0), epsilon))

    class Other(
        ReleaseMethod,
        name=synthesiser.name,
        family="histogram",
        run=make_release,
        draw=draw_releases,
        paper=synthesiser.name,
        promise="Differential privacy with epsilon {epsilon} and a delta of its own.",
    ):
        """Records that a synthesiser of others makes."""

        epsilon: float = parameter("as of the other methods", low=0)
        universe: Itemsets | None = parameter("unused: its items are those of the data", default=None)
        from_data: bool = parameter("as of the other methods", default=True)
        seed: int | None = parameter("unused: it has none", default=None, low=0)

    return Other


def _pac_synth(records: NDArray[np.bool_], epsilon: float) -> NDArray[np.bool_]:
    """Noisy counts of combinations of up to three items."""
    import numpy as np
    from pacsynth import Dataset, DpAggregateSeededParametersBuilder, DpAggregateSeededSynthesizer

    header = [f"item{number}" for number in range(records.shape[1])]
    rows = np.where(records, "1", "").tolist()
    # With the setting that draws more than its commonest combinations.
    builder = DpAggregateSeededParametersBuilder().epsilon(epsilon).use_synthetic_counts(True)
    synthesizer = DpAggregateSeededSynthesizer(builder.build())
    synthesizer.fit(Dataset([header, *rows]))
    found: NDArray[np.bool_] = np.array(synthesizer.sample(len(rows))[1:]) != ""
    return found


def _aim(records: NDArray[np.bool_], epsilon: float) -> NDArray[np.bool_]:
    """Counts of combinations of items that AIM chooses, and a graphical model of them, by OpenDP."""
    import opendp.prelude as dp
    import polars
    from opendp.extras.mbi import AIM

    dp.enable_features("contrib")
    rho = _rho(epsilon)
    items = [f"item{number}" for number in range(records.shape[1])]
    data = polars.from_numpy(records.astype("int64"), schema=items).lazy()
    compositor = dp.Context.compositor(
        data=data, privacy_unit=dp.unit_of(contributions=1), privacy_loss=dp.loss_of(rho=rho)
    )
    query = compositor.query(rho=rho).select(*items)
    table = query.contingency_table(keys={item: [0, 1] for item in items}, algorithm=AIM()).release()
    found: NDArray[np.bool_] = table.synthesize().select(items).to_numpy().astype(bool)
    return found


def _mst(records: NDArray[np.bool_], epsilon: float) -> NDArray[np.bool_]:
    """Counts of items and of pairs along a tree, and a graphical model of them."""
    import opendp.prelude as dp

    dp.enable_features("contrib")
    return spanning_tree.sample(records, _rho(epsilon))


def _rho(epsilon: float) -> float:
    """AIM and MST were published for zero-concentrated differential privacy with rho, which is (epsilon,
    delta)-differential privacy with epsilon = rho + 2 sqrt(rho ln(1 / delta)) (Bun and Steinke 2016, Proposition 1.3).
    """
    return (math.sqrt(epsilon - math.log(_DELTA)) - math.sqrt(-math.log(_DELTA))) ** 2


# AIM takes nine minutes and more for all of NLTCS.
OTHERS = (
    Synthesiser("pac-synth", "pacsynth", _pac_synth, most_cells=40_000_000),
    Synthesiser("aim", "mbi", _aim, most_cells=40_000),
    Synthesiser("mst", "mbi", _mst, most_cells=2_000_000_000),
)
