"""The kernels as DuckDB functions: names, types, and their registration in a database instance.

Functions live once per database instance, whatever the schema, so each is called `_setrisk_<kernel>_v<n>`
and gets its public face from a macro in `sql/`. A kernel whose arguments or meaning change takes the next n.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True)
class Udf:
    """A kernel, the types of its arguments and of its result."""

    name: str
    function: Callable[..., Any]
    parameters: tuple[str, ...]
    returns: str

    def probe(self) -> str:
        """A call that binds only where the function is registered."""
        return f"{self.name}({', '.join(f'CAST(NULL AS {type_})' for type_ in self.parameters)})"


def _eliminate(
    method: str | None,
    distances: list[list[float | None]] | None,
    threshold: float | None,
    scaled: bool | None,
    seed: int | None,
) -> list[list[int | None]] | None:
    from setrisk.udf.elimination import eliminate_lists

    if distances is None or method is None:
        return None
    return eliminate_lists(
        method, distances, threshold=threshold, scaled=bool(scaled), seed=seed if method == "ra" else None
    )


def _noun_phrases(text: str | None) -> list[str]:
    from setrisk.udf.noun_phrases import noun_phrases

    return noun_phrases(text or "")


def _drawn_anchors(n_anchors: int | None, copies: list[int] | None, seed: int | None) -> list[list[int]] | None:
    from setrisk.udf.reassociation import drawn_anchors

    return None if n_anchors is None or copies is None or seed is None else drawn_anchors(n_anchors, copies, seed)


def _assigned_anchor_sets(
    scores: list[list[float | None]] | None, copies: list[int] | None, anchors: list[int] | None
) -> list[list[int]] | None:
    from setrisk.udf.reassociation import assigned_anchor_sets

    if scores is None or copies is None or anchors is None:
        return None
    return assigned_anchor_sets(scores, copies, anchors)


def _most_matched(anchors: list[int] | None, records: list[int] | None) -> int | None:
    from setrisk.udf.reassociation import most_matched

    return None if anchors is None or records is None else most_matched(anchors, records)


def _movers_distance(one: list[list[float] | None] | None, other: list[list[float] | None] | None) -> float | None:
    from setrisk.udf.movers_distance import movers_distance

    return None if one is None or other is None else movers_distance(one, other)


def _posterior(copies: int | None, cluster_size: int | None, overlaps: list[dict[str, Any]] | None) -> float | None:
    from setrisk.udf.posterior import Overlap, posterior

    if copies is None or cluster_size is None or overlaps is None:
        return None
    if any(o is None or None in (o["size"], o["lo"], o["hi"]) for o in overlaps):
        return None
    return posterior(copies, cluster_size, [Overlap(**overlap) for overlap in overlaps])


def _weights(
    copies: int | None, cluster_size: int | None, overlap: int | None, lo: int | None, hi: int | None
) -> dict[str, float | None] | None:
    from setrisk.udf.posterior import weights

    if copies is None or cluster_size is None or overlap is None or lo is None or hi is None:
        return None
    inside, outside = weights(copies, cluster_size, overlap, lo, hi)
    return {"inside": inside, "outside": outside}


def _remedy(
    copies: int | None,
    cluster_size: int | None,
    overlaps: list[dict[str, Any]] | None,
    allowed: float | None,
    rate: float | None,
    n_records: int | None,
    whole: bool | None,
) -> dict[str, int | None] | None:
    from setrisk.udf.posterior import Overlap, remedy

    if (
        copies is None
        or cluster_size is None
        or overlaps is None
        or allowed is None
        or rate is None
        or n_records is None
    ):
        return None
    given = [Overlap(**overlap) for overlap in overlaps]
    return vars(remedy(copies, cluster_size, given, allowed, rate, n_records, bool(whole)))


def _added_counterfeits(
    copies: int | None,
    n_records: int | None,
    allowed: float | None,
    evidence: list[dict[str, Any]] | None,
    kinds: list[list[str]] | None,
    in_bag: int | None,
    release_size: int | None,
) -> list[dict[str, int]] | None:
    from setrisk.udf.changes import Bag, Evidence, added_counterfeits

    if (
        copies is None
        or n_records is None
        or allowed is None
        or evidence is None
        or kinds is None
        or in_bag is None
        or release_size is None
    ):
        return None
    given = [Evidence(**each) for each in evidence]
    found = added_counterfeits(copies, n_records, allowed, given, kinds, Bag(in_bag, release_size))
    return None if found is None else [vars(each) for each in found]


def _own_changes(
    held: int | None,
    n_records: int | None,
    copies: int | None,
    allowed: float | None,
    r_th: float | None,
    evidence: list[dict[str, Any]] | None,
    kinds: list[list[str]] | None,
    in_bag: int | None,
    release_size: int | None,
    whole: bool | None,
) -> dict[str, int | None] | None:
    from setrisk.udf.changes import Bag, Evidence, own_changes

    if (
        held is None
        or n_records is None
        or copies is None
        or allowed is None
        or evidence is None
        or kinds is None
        or in_bag is None
        or release_size is None
    ):
        return None
    given = [Evidence(**each) for each in evidence]
    bag = Bag(in_bag, release_size)
    return vars(own_changes(held, n_records, copies, allowed, r_th, given, kinds, bag, whole=bool(whole)))


def _exact_posteriors(
    sizes: list[int] | None, copies: int | None, neighbours: list[dict[str, Any]] | None
) -> list[float] | None:
    from setrisk.udf.exact_adversary import Neighbour, exact_posteriors

    if sizes is None or copies is None or neighbours is None:
        return None
    # SQL counts groups from 1.
    given = [Neighbour(tuple(place - 1 for place in n["groups"]), n["others"], n["copies"]) for n in neighbours]
    return exact_posteriors(sizes, copies, given)


_EVIDENCE = (
    "STRUCT(size BIGINT, lo BIGINT, hi BIGINT, derived BOOLEAN, leaning BOOLEAN, cluster INTEGER, held BIGINT, "
    "n_records BIGINT)[]"
)

# Module-level functions, held here for the life of the process: DuckDB keeps no reference of its own,
# and calling a function that Python has collected crashes the process.
UDFS = (
    Udf(
        "_setrisk_eliminate_v1",
        _eliminate,
        ("VARCHAR", "DOUBLE[][]", "DOUBLE", "BOOLEAN", "BIGINT"),
        "INTEGER[][]",
    ),
    Udf("_setrisk_noun_phrases_v1", _noun_phrases, ("VARCHAR",), "VARCHAR[]"),
    Udf("_setrisk_drawn_anchors_v1", _drawn_anchors, ("BIGINT", "BIGINT[]", "BIGINT"), "BIGINT[][]"),
    Udf(
        "_setrisk_assigned_anchor_sets_v1",
        _assigned_anchor_sets,
        ("DOUBLE[][]", "BIGINT[]", "BIGINT[]"),
        "BIGINT[][]",
    ),
    Udf("_setrisk_movers_distance_v1", _movers_distance, ("DOUBLE[][]", "DOUBLE[][]"), "DOUBLE"),
    Udf("_setrisk_most_matched_v1", _most_matched, ("BIGINT[]", "BIGINT[]"), "BIGINT"),
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
)
NAMES = frozenset(udf.name for udf in UDFS)


def register(con: DuckDBPyConnection) -> None:
    """Register the kernels that this connection's database instance lacks.

    They are registered from a cursor of their own: a rollback in the caller's transaction would
    otherwise take the functions with it and leave the connection unusable.
    """
    cursor = con.cursor()
    try:
        missing = missing_from(cursor)
        for udf in UDFS:
            if udf.name in missing:
                # DuckDB takes the name of the handling; where its enumeration lives differs between versions.
                cursor.create_function(  # type: ignore[call-overload]
                    udf.name, udf.function, list(udf.parameters), udf.returns, null_handling="special"
                )
    finally:
        cursor.close()


def missing_from(con: DuckDBPyConnection) -> frozenset[str]:
    """Kernels that this connection does not see: a transaction sees the functions of the time it began."""
    found = con.execute(
        "SELECT function_name FROM duckdb_functions() WHERE starts_with(function_name, '_setrisk_')"
    ).fetchall()
    return NAMES - {name for (name,) in found}
