"""The kernels as DuckDB functions: names, types, and their registration in a database instance.

Functions live once per database instance, whatever the schema, so each is called `_setrisk_<kernel>_v<n>`
and gets its public face from a macro in `sql/`. A kernel whose arguments or meaning change takes the next n.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import duckdb

from setrisk.udf.common.stopping import make_stoppable

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True)
class Udf:
    """A kernel, the types of its arguments and of its result; `draws` if equal arguments may give other results."""

    name: str
    function: Callable[..., Any]
    parameters: tuple[str, ...]
    returns: str
    draws: bool = False

    def probe(self) -> str:
        """A call that binds only if the function is registered."""
        return f"{self.name}({', '.join(f'CAST(NULL AS {type_})' for type_ in self.parameters)})"


def _eliminate(
    method: str | None,
    distances: list[list[float | None]] | None,
    threshold: float | None,
    scaled: bool | None,
    seed: int | None,
    permuted: bool | None,
) -> list[list[int | None]] | None:
    from setrisk.udf.generalisation.elimination import eliminate_lists

    if distances is None or method is None:
        return None
    draws = method == "ra" or permuted
    return eliminate_lists(
        method,
        distances,
        threshold=threshold,
        scaled=bool(scaled),
        seed=seed if draws else None,
        permuted=bool(permuted),
    )


def _noun_phrases(text: str | None) -> list[str]:
    from setrisk.udf.transactions.noun_phrases import noun_phrases

    return noun_phrases(text or "")


def _query_items(queries: list[str | None] | None) -> list[str]:
    from setrisk.udf.transactions.noun_phrases import query_items

    return query_items(queries or [])


def _propagate_null(*nullable: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Let a kernel give NULL if an argument is NULL, but for those at these places. DuckDB's own handling of NULL
    takes no kernel that may give NULL for other reasons.
    """

    def wrap(kernel: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(kernel)  # DuckDB counts the parameters
        def call_kernel(*given: Any) -> Any:
            if any(each is None for place, each in enumerate(given) if place not in nullable):
                return None
            return kernel(*given)

        return call_kernel

    return wrap


@_propagate_null()
def _drawn_anchors(n_anchors: int, copies: list[int], seed: int) -> list[list[int]]:
    from setrisk.udf.disassociation.reassociation import drawn_anchors

    return drawn_anchors(n_anchors, copies, seed)


@_propagate_null()
def _assigned_anchor_sets(scores: list[list[float | None]], copies: list[int], anchors: list[int]) -> list[list[int]]:
    from setrisk.udf.disassociation.reassociation import assigned_anchor_sets

    return assigned_anchor_sets(scores, copies, anchors)


@_propagate_null()
def _drawn_anchor_marks(n_anchors: int, copies: list[int], seed: int) -> list[str]:
    from setrisk.udf.disassociation.reassociation import drawn_anchor_marks

    return drawn_anchor_marks(n_anchors, copies, seed)


@_propagate_null()
def _matched_anchors(clusters: list[int], marks: list[str]) -> list[int]:
    from setrisk.udf.disassociation.reassociation import matched_anchors

    return matched_anchors(clusters, marks)


@_propagate_null()
def _movers_distance(one: list[list[float] | None], other: list[list[float] | None]) -> float | None:
    from setrisk.udf.disassociation.movers_distance import movers_distance

    return movers_distance(one, other)


@_propagate_null()
def _posterior(copies: int, cluster_size: int, overlaps: list[dict[str, Any] | None]) -> float | None:
    from setrisk.udf.serial.posterior import Overlap, posterior

    known = [o for o in overlaps if o is not None and None not in (o["size"], o["lo"], o["hi"])]
    if len(known) < len(overlaps):
        return None
    return posterior(copies, cluster_size, [Overlap(**overlap) for overlap in known])


@_propagate_null()
def _weights(copies: int, cluster_size: int, overlap: int, lo: int, hi: int) -> dict[str, float | None]:
    from setrisk.udf.serial.posterior import weights

    inside, outside = weights(copies, cluster_size, overlap, lo, hi)
    return {"inside": inside, "outside": outside}


@_propagate_null()
def _remedy(
    copies: int,
    cluster_size: int,
    overlaps: list[dict[str, Any]],
    allowed: float,
    rate: float,
    n_records: int,
    whole: bool,
) -> dict[str, int | None]:
    from setrisk.udf.serial.posterior import Overlap, remedy

    given = [Overlap(**overlap) for overlap in overlaps]
    return vars(remedy(copies, cluster_size, given, allowed, rate, n_records, whole))


@_propagate_null()
def _added_counterfeits(
    copies: int,
    n_records: int,
    allowed: float,
    evidence: list[dict[str, Any]],
    kinds: list[list[str]],
    in_bag: int,
    release_size: int,
) -> list[dict[str, int]] | None:
    from setrisk.udf.serial.changes import Bag, Evidence, added_counterfeits

    given = [Evidence(**each) for each in evidence]
    found = added_counterfeits(copies, n_records, allowed, given, kinds, Bag(in_bag, release_size))
    return None if found is None else [vars(each) for each in found]


@_propagate_null(4)
def _own_changes(
    held: int,
    n_records: int,
    copies: int,
    allowed: float,
    r_th: float | None,
    evidence: list[dict[str, Any]],
    kinds: list[list[str]],
    in_bag: int,
    release_size: int,
    whole: bool,
) -> dict[str, int | None]:
    from setrisk.udf.serial.changes import Bag, Evidence, own_changes

    given = [Evidence(**each) for each in evidence]
    bag = Bag(in_bag, release_size)
    return vars(own_changes(held, n_records, copies, allowed, r_th, given, kinds, bag, whole=whole))


@_propagate_null()
def _exact_posteriors(sizes: list[int], copies: int, neighbours: list[dict[str, Any]]) -> list[float] | None:
    from setrisk.udf.serial.exact_attacker import Neighbour, exact_posteriors

    # SQL counts groups from 1.
    given = [Neighbour(tuple(place - 1 for place in n["groups"]), n["others"], n["copies"]) for n in neighbours]
    return exact_posteriors(sizes, copies, given)


@_propagate_null()
def _noisy_count(n: int, epsilon: float) -> int:
    from setrisk.udf.histogram.noise import noisy_count

    return noisy_count(n, epsilon)


_EVIDENCE = (
    "STRUCT(size BIGINT, lo BIGINT, hi BIGINT, derived BOOLEAN, leaning BOOLEAN, cluster INTEGER, held BIGINT, "
    "n_records BIGINT)[]"
)

# Module-level functions, held here for the life of the process: DuckDB keeps no reference of its own,
# and calling a function that Python has collected crashes the process.
UDFS = (
    Udf(
        "_setrisk_eliminate_v2",
        _eliminate,
        ("VARCHAR", "DOUBLE[][]", "DOUBLE", "BOOLEAN", "BIGINT", "BOOLEAN"),
        "INTEGER[][]",
    ),
    Udf("_setrisk_noun_phrases_v1", _noun_phrases, ("VARCHAR",), "VARCHAR[]"),
    Udf("_setrisk_query_items_v1", _query_items, ("VARCHAR[]",), "VARCHAR[]"),
    Udf("_setrisk_drawn_anchors_v1", _drawn_anchors, ("BIGINT", "BIGINT[]", "BIGINT"), "BIGINT[][]"),
    Udf(
        "_setrisk_assigned_anchor_sets_v1",
        _assigned_anchor_sets,
        ("DOUBLE[][]", "BIGINT[]", "BIGINT[]"),
        "BIGINT[][]",
    ),
    Udf("_setrisk_movers_distance_v1", _movers_distance, ("DOUBLE[][]", "DOUBLE[][]"), "DOUBLE"),
    Udf("_setrisk_drawn_anchor_marks_v1", _drawn_anchor_marks, ("BIGINT", "BIGINT[]", "BIGINT"), "VARCHAR[]"),
    Udf("_setrisk_matched_anchors_v2", _matched_anchors, ("INTEGER[]", "BIT[]"), "INTEGER[]"),
    Udf(
        "_setrisk_posterior_v1",
        _posterior,
        ("BIGINT", "BIGINT", "STRUCT(size BIGINT, lo BIGINT, hi BIGINT, inside BOOLEAN)[]"),
        "DOUBLE",
    ),
    Udf(
        "_setrisk_weights_v1",
        _weights,
        ("BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT"),
        "STRUCT(inside DOUBLE, outside DOUBLE)",
    ),
    Udf(
        "_setrisk_remedy_v1",
        _remedy,
        (
            "BIGINT",
            "BIGINT",
            "STRUCT(size BIGINT, lo BIGINT, hi BIGINT, inside BOOLEAN)[]",
            "DOUBLE",
            "DOUBLE",
            "BIGINT",
            "BOOLEAN",
        ),
        "STRUCT(counterfeits BIGINT, fewer_copies BIGINT, more_copies BIGINT)",
    ),
    Udf(
        "_setrisk_added_counterfeits_v1",
        _added_counterfeits,
        ("BIGINT", "BIGINT", "DOUBLE", _EVIDENCE, "VARCHAR[][]", "BIGINT", "BIGINT"),
        "STRUCT(cluster INTEGER, with_term BIGINT, without_term BIGINT)[]",
    ),
    Udf(
        "_setrisk_own_changes_v1",
        _own_changes,
        (
            "BIGINT",
            "BIGINT",
            "BIGINT",
            "DOUBLE",
            "DOUBLE",
            _EVIDENCE,
            "VARCHAR[][]",
            "BIGINT",
            "BIGINT",
            "BOOLEAN",
        ),
        "STRUCT(counterfeits BIGINT, bagged BIGINT, withheld BIGINT)",
    ),
    Udf(
        "_setrisk_exact_posteriors_v1",
        _exact_posteriors,
        ("BIGINT[]", "BIGINT", "STRUCT(groups BIGINT[], others BIGINT, copies BIGINT)[]"),
        "DOUBLE[]",
    ),
    Udf("_setrisk_noisy_count_v1", _noisy_count, ("BIGINT", "DOUBLE"), "BIGINT", draws=True),
)
NAMES = frozenset(udf.name for udf in UDFS)


def register(con: DuckDBPyConnection) -> None:
    """Register the kernels that this connection's database instance lacks.

    They are registered from a cursor of their own: a rollback in the caller's transaction would
    otherwise take the functions with it and leave the connection unusable. They come in the order of `UDFS`, so that
    if the last one is there, all are.
    """
    cursor = con.cursor()
    try:
        for udf in UDFS:
            # To look which ones are there takes ten times as long as to try.
            with _ignore_existing():
                # DuckDB takes the name of the handling; where its enumeration lives differs between versions.
                cursor.create_function(  # type: ignore[call-overload]
                    udf.name,
                    make_stoppable(udf.function),
                    list(udf.parameters),
                    udf.returns,
                    null_handling="special",
                    side_effects=udf.draws,
                )
    finally:
        cursor.close()


@contextmanager
def _ignore_existing() -> Iterator[None]:
    try:
        yield
    except duckdb.CatalogException as error:
        if "already exists" not in str(error):
            raise


def missing_kernels(con: DuckDBPyConnection) -> frozenset[str]:
    """Kernels that this connection does not see: a transaction sees the functions of the time it began."""
    found = con.execute("SELECT f.function_name FROM duckdb_functions() AS f").fetchall()
    return NAMES - {name for (name,) in found}
