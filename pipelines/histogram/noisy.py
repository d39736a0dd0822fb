"""Noisy releases of a data set's histogram: DiffPart, APLKiller, PrivBayes, and mixtures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput, NoiseSpent
from setrisk.pipelines.common.progress import Progress
from setrisk.pipelines.database.seeds import keep_seed
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.histogram import budget, publishing, universe
from setrisk.pipelines.methods.made import Made, marks_of
from setrisk.udf.common.ranges import MOST_C

if TYPE_CHECKING:
    import numpy as np
    from duckdb import DuckDBPyConnection
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from setrisk.pipelines.histogram.universe import Universe
    from setrisk.udf.common.arrays import Integers
    from setrisk.udf.common.taxonomy import Taxonomy
    from setrisk.udf.histogram.noise import Noise
    from setrisk.udf.histogram.noisy_partitioning import Histograms

# A byte for each item of each itemset, if several releases are drawn at once.
_MOST_CELLS = 2**30


def make_diffpart_release(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress, noise: Noise
) -> Made:
    """Write a release by DiffPart; the caller holds the transaction, and has paid for the noise.

    Raises:
        BadInput: what `universe.choose` raises.
        NoiseSpent: c1 is so low that noise alone creates too many partitions.
    """
    check_numbers("diffpart", arguments)
    given = read_input(con, dataset, "diffpart", arguments, progress)
    return publish_diffpart(con, release, given, arguments, progress, noise)


def publish_diffpart(
    con: DuckDBPyConnection, release: str, given: Input, arguments: dict[str, Any], progress: Progress, noise: Noise
) -> Made:
    """Write a release by DiffPart of data that were read."""
    fan_out, c1 = _diffpart_numbers(arguments)
    progress("partitioning")
    found = draw_diffpart(given, arguments, noise)
    public = {
        "epsilon": arguments["epsilon"], "fan_out": None if given.universe.tree else fan_out, "c1": c1,
        "c2": arguments["c2"],
    }  # fmt: skip
    return _publish(con, release, given, found.held, found.occurrences, arguments, public, progress)


def draw_diffpart(given: Input, arguments: dict[str, Any], noise: Noise, n_releases: int = 1) -> Histograms:
    """Draw releases by DiffPart.

    Raises:
        NoiseSpent: as above.
    """
    import numpy as np

    from setrisk.udf.histogram.noisy_partitioning import Budget, partition_records

    fan_out, c1 = _diffpart_numbers(arguments)
    (tree,) = _trees(given.universe, [fan_out])
    n_itemsets = len(given.matrix)
    return partition_records(
        tree.touched_children(given.matrix),
        given.occurrences,
        (np.arange(n_releases).repeat(n_itemsets), np.tile(np.arange(n_itemsets), n_releases)),
        tree,
        Budget(arguments["epsilon"], c1, arguments["c2"]),
        noise,
        n_releases=n_releases,
    )


def _diffpart_numbers(arguments: dict[str, Any]) -> tuple[int, float]:
    from setrisk.udf.histogram.noisy_partitioning import MOST_CHILDREN

    return (
        _parse_number("fan_out", arguments["fan_out"], int, 2, MOST_CHILDREN),
        _parse_number("c1", arguments["c1"], float, 0, MOST_C),
    )


def make_aplkiller_release(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress, noise: Noise
) -> Made:
    """Write a release by APLKiller; the caller holds the transaction, and has paid for the noise.

    Raises:
        BadInput: what `universe.choose` raises, or a parameter that is not a list of numbers.
        NoiseSpent: c1 is so low that noise alone creates too many partitions.
    """
    check_numbers("aplkiller", arguments)
    given = read_input(con, dataset, "aplkiller", arguments, progress)
    return publish_aplkiller(con, release, given, arguments, progress, noise)


def publish_aplkiller(
    con: DuckDBPyConnection, release: str, given: Input, arguments: dict[str, Any], progress: Progress, noise: Noise
) -> Made:
    """Write a release by APLKiller of data that were read."""
    fan_outs, c1 = _aplkiller_numbers(arguments)
    progress("partitioning")
    found = draw_aplkiller(given, arguments, noise)
    public = {"epsilon": arguments["epsilon"], "fan_out": None if given.universe.tree else fan_outs, "c1": c1}
    return _publish(con, release, given, found.held, found.occurrences, arguments, public, progress)


def draw_aplkiller(given: Input, arguments: dict[str, Any], noise: Noise, n_releases: int = 1) -> Histograms:
    """Draw releases by APLKiller.

    Raises:
        BadInput, NoiseSpent: as above.
    """
    from setrisk.udf.histogram.aplkiller import aplkiller
    from setrisk.udf.histogram.noisy_partitioning import Budget

    fan_outs, c1 = _aplkiller_numbers(arguments)
    n_items = len(given.universe.items)
    return aplkiller(
        given.matrix,
        given.occurrences,
        _numbers_by_size(_trees(given.universe, fan_outs), n_items),
        [Budget(arguments["epsilon"], c, c) for c in _numbers_by_size(c1, n_items)],
        noise,
        n_releases=n_releases,
        as_printed=arguments["as_printed"],
    )


def _aplkiller_numbers(arguments: dict[str, Any]) -> tuple[list[int], list[float]]:
    from setrisk.udf.histogram.aplkiller import MOST_REDRAWN
    from setrisk.udf.histogram.noisy_partitioning import MOST_CHILDREN

    if arguments["as_printed"] and arguments["epsilon"] > MOST_REDRAWN:
        raise BadInput(
            f"epsilon is {arguments['epsilon']:g}; APLKiller's steps as printed draw until a count is positive, about "
            f"e^epsilon times: ask for {MOST_REDRAWN:g} at most"
        )
    return (
        _parse_numbers("fan_out", arguments["fan_out"], int, 2, MOST_CHILDREN),
        _parse_numbers("c1", arguments["c1"], float, 0, MOST_C),
    )


def make_privbayes_release(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress, noise: Noise
) -> Made:
    """Write a release by PrivBayes; the caller holds the transaction, and has paid for the noise.

    Raises:
        BadInput: what `universe.choose` raises.
        InfeasibleConstraint: a degree so high that there are too many marginals.
    """
    given = read_input(con, dataset, "privbayes", arguments, progress)
    return publish_privbayes(con, release, given, arguments, progress, noise)


def publish_privbayes(
    con: DuckDBPyConnection, release: str, given: Input, arguments: dict[str, Any], progress: Progress, noise: Noise
) -> Made:
    """Write a release by PrivBayes of data that were read."""
    progress("learning a Bayesian network")
    found = draw_privbayes(given, arguments, noise)
    public = {name: arguments[name] for name in ("epsilon", "theta", "degree")}
    return _publish(con, release, given, found.held, found.occurrences, arguments, public, progress)


def draw_privbayes(given: Input, arguments: dict[str, Any], noise: Noise, n_releases: int = 1) -> Histograms:
    """Draw releases by PrivBayes.

    Raises:
        InfeasibleConstraint: as above.
    """
    import numpy as np

    from setrisk.udf.histogram.bayesian_network import Scores
    from setrisk.udf.histogram.noisy_partitioning import Histograms
    from setrisk.udf.histogram.privbayes import privbayes

    scores = Scores(np.ascontiguousarray(given.matrix.T), given.occurrences)
    drawn = [
        privbayes(
            given.matrix,
            given.occurrences,
            epsilon=arguments["epsilon"],
            theta=arguments["theta"],
            degree=arguments["degree"],
            noise=noise,
            as_printed=arguments["as_printed"],
            scores=scores,
        )
        for _ in range(n_releases)
    ]
    return Histograms(
        np.arange(n_releases).repeat([len(each.occurrences) for each in drawn]),
        np.concatenate([each.held for each in drawn]),
        np.concatenate([each.occurrences for each in drawn]),
    )


def make_mixture_release(
    con: DuckDBPyConnection, dataset: str, release: str, arguments: dict[str, Any], progress: Progress, noise: Noise
) -> Made:
    """Write a release drawn from a mixture; the caller holds the transaction, and has paid for the noise.

    Raises:
        BadInput: what `universe.choose` raises.
    """
    given = read_input(con, dataset, "mixture", arguments, progress)
    return publish_mixture(con, release, given, arguments, progress, noise)


def publish_mixture(
    con: DuckDBPyConnection, release: str, given: Input, arguments: dict[str, Any], progress: Progress, noise: Noise
) -> Made:
    """Write a release drawn from a mixture that is fitted to data that were read."""
    from setrisk.udf.histogram.mixture import CLEAR_PAIR, mixture

    progress("counting items and pairs, and fitting a mixture")
    found = mixture(given.itemsets, given.occurrences, epsilon=arguments["epsilon"], noise=noise)
    supports = found.supports
    public = {
        "epsilon": arguments["epsilon"], "n_records": supports.n_records, "item_cut": supports.item_cut,
        "pair_cut": supports.pair_cut, "item_noise": round(supports.item_noise, 1),
        "pair_noise": round(supports.pair_noise, 1),
    }  # fmt: skip
    made = _publish(
        con, release, given, found.held, found.occurrences, arguments, public, progress, places=supports.items
    )
    lost = (
        f"items of fewer than about {supports.least_item:,.1f} records are left out; pairs are together as often as "
        f"by chance unless about {CLEAR_PAIR * supports.pair_noise:,.1f} records more or fewer have both; of larger "
        f"records {supports.item_cut} items were counted, and the pairs of {supports.pair_cut}"
    )
    return replace(made, summary=f"{made.summary}; {lost}")


def draw_mixture(given: Input, arguments: dict[str, Any], noise: Noise, n_releases: int = 1) -> Histograms:
    """Draw releases from mixtures, each fitted to counts of its own.

    Raises:
        NoiseSpent: together they do not fit into memory, with a column for every item of the universe.
    """
    import numpy as np

    from setrisk.udf.histogram.mixture import mixture
    from setrisk.udf.histogram.noisy_partitioning import Histograms

    n_items = len(given.universe.items)
    drawn = [
        mixture(given.itemsets, given.occurrences, epsilon=arguments["epsilon"], noise=noise) for _ in range(n_releases)
    ]
    n_drawn = sum(len(each.held) for each in drawn)
    if n_drawn * n_items > _MOST_CELLS:
        raise NoiseSpent(f"{n_drawn:,} itemsets of a universe of {n_items:,} items do not fit into memory")
    held = np.zeros((n_drawn, n_items), dtype=bool)
    start = 0
    for each in drawn:
        held[start : start + len(each.held), each.supports.items] = each.held
        start += len(each.held)
    return Histograms(
        np.arange(n_releases).repeat([len(each.occurrences) for each in drawn]),
        held,
        np.concatenate([each.occurrences for each in drawn]),
    )


def check_numbers(method: str, arguments: dict[str, Any]) -> None:
    """Refuse what cannot be the numbers of a method, before anything is read.

    Raises:
        BadInput: a parameter is not a list of numbers in their range.
    """
    if method == "diffpart":
        _diffpart_numbers(arguments)
    elif method == "aplkiller":
        _aplkiller_numbers(arguments)


@dataclass(frozen=True)
class Input:
    """The input of a noisy release.

    Attributes:
        universe: the items that a record may hold.
        itemsets: a row for each distinct itemset, with a column per item of the universe.
        occurrences: of each of them.
    """

    universe: Universe
    itemsets: csr_array
    occurrences: Integers

    @cached_property
    def matrix(self) -> NDArray[np.bool_]:
        """The itemsets as a dense array: a byte for each item of the universe, whoever has it."""
        dense: NDArray[np.bool_] = self.itemsets.toarray()
        return dense


def read_input(
    con: DuckDBPyConnection, dataset: str, method: str, arguments: dict[str, Any], progress: Progress
) -> Input:
    """Read the data and check all input, before any noise is drawn."""
    chosen = universe.choose(con, dataset, arguments, universe.items_of(con, dataset))
    if arguments.get("as_printed") and budget.has_limit(con, dataset):
        raise BadInput(
            f"{dataset!r} has a budget, and {method}'s steps as printed do not keep to the epsilon that they claim: "
            "what they spend cannot be counted. Leave as_printed out, or take a data set without a budget"
        )
    progress("counting distinct itemsets")
    return input_of(con, chosen, run(con, "histogram/distinct_itemsets", dataset=dataset).fetchnumpy())


def input_of(con: DuckDBPyConnection, chosen: Universe, rows: Mapping[str, Any]) -> Input:
    """The input that distinct itemsets make.

    Args:
        con: a DuckDB connection that has the dictionary of items.
        chosen: the universe.
        rows: arrays with a row per itemset and item: `number` of the itemset, from 0, `item_id` and `occurrences`.
    """
    import numpy as np
    from scipy.sparse import csr_array

    place = universe.places(con, chosen)
    number = np.asarray(rows["number"])
    shape = (number.max(initial=-1) + 1, len(chosen.items))
    entries = (np.ones(len(number), dtype=bool), (number, place[np.asarray(rows["item_id"])]))
    occurrences = np.zeros(shape[0], dtype=np.int64)
    occurrences[number] = rows["occurrences"]
    return Input(chosen, csr_array(entries, shape=shape), occurrences)


def _publish(
    con: DuckDBPyConnection,
    release: str,
    given: Input,
    held: NDArray[np.bool_],
    occurrences: Integers,
    arguments: dict[str, Any],
    public: dict[str, Any],
    progress: Progress,
    *,
    places: Integers | None = None,
) -> Made:
    progress("publishing")
    publishing.write(con, release, held, occurrences, given.universe.items, places)
    keep_seed(con, release, arguments["seed"])
    marks = [
        *marks_of(arguments["seed"]),
        *(["as-printed"] if arguments.get("as_printed") else []),
        *(["domain-from-data"] if given.universe.from_data else []),
    ]
    return Made(public, marks, publishing.summary(con, release))


def _parse_numbers(name: str, given: object, kind: type[int] | type[float], low: float, high: float) -> list[Any]:
    """Numbers for itemsets of 1, 2, ... items; the last one also applies to all larger ones.

    Raises:
        BadInput: anything else was given.
    """
    try:
        numbers = [kind(part) for part in str(given).split(",")]
    except ValueError:
        numbers = []
    if not numbers or not all(low <= number <= high for number in numbers):  # NaN is neither
        raise BadInput(
            f"{name} is {str(given)!r:.40}; it must be a number from {low:g} to {high:g}, or several separated by "
            "commas, for itemsets of 1, 2, ... items"
        )
    return numbers


def _parse_number(name: str, given: object, kind: type[int] | type[float], low: float, high: float) -> Any:
    """One number for itemsets of all sizes.

    Raises:
        BadInput: anything else was given.
    """
    number, *others = _parse_numbers(name, given, kind, low, high)
    if others:
        raise BadInput(f"{name} is {given!r}; diffpart takes one for itemsets of all sizes")
    return number


def _numbers_by_size(values: list[Any], n_items: int) -> list[Any]:
    return [values[min(size, len(values)) - 1] for size in range(1, n_items + 1)]


def _trees(chosen: Universe, fan_outs: list[int]) -> list[Taxonomy]:
    """The taxonomy for each fan-out, or the one that the user gave."""
    from setrisk.udf.common.taxonomy import balanced_taxonomy

    if chosen.tree is not None:
        return [chosen.tree]
    made = {fan_out: balanced_taxonomy(len(chosen.items), fan_out) for fan_out in set(fan_outs)}
    return [made[fan_out] for fan_out in fan_outs]


# What writes a release of data that were read, by the name of the method.
PUBLISH: Mapping[str, Callable[..., Made]] = {
    "diffpart": publish_diffpart,
    "aplkiller": publish_aplkiller,
    "privbayes": publish_privbayes,
    "mixture": publish_mixture,
}
