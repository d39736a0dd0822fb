"""The parameters of all methods that come with setrisk, as keywords with types.

Generated from the classes of the methods by `make docs`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from setrisk.pipelines.methods.parameters import Itemsets


class ReleaseParameters(TypedDict, total=False):
    """What `protect` takes by keyword."""

    as_printed: bool
    c1: float | str
    c2: float
    cluster_size: int
    degree: int | None
    epsilon: float
    fan_out: int | str
    from_data: bool
    group_size: int | None
    k: int
    keep_order: bool
    m: int
    max_cluster_size: int | str
    max_suppression: float
    mix: bool
    partition: str | None
    privacy_constraints: Itemsets | None
    protect_all: int | None
    r_th: float
    random_constraints: float | None
    refine: bool
    rho: float
    safe: bool
    seed: int | None
    sensitive: Itemsets | None
    sensitive_share: float | None
    series: str | None
    taxonomy: str | None
    theta: float
    universe: Itemsets | None
    utility_constraints: Itemsets | None
    wordnet: str | None
    wordnet_threshold: float | None


class AttackParameters(TypedDict, total=False):
    """What `attack` takes by keyword."""

    adversary: str
    anchors: int | None
    as_printed: bool
    confidence: float
    conjunctive: bool
    context: int
    draws: int
    labelled: bool
    max_cluster_size: int
    scaled: bool
    seed: int
    threshold: float | None
    unlabelled_k: int
    utility_constraints: Itemsets | None


class GridParameters(TypedDict, total=False):
    """What `whatif` takes by keyword: one value, or several."""

    as_printed: bool | str | Sequence[bool | str]
    c1: float | str | Sequence[float | str]
    c2: float | str | Sequence[float | str]
    cluster_size: int | str | Sequence[int | str]
    degree: int | str | Sequence[int | str] | None
    epsilon: float | str | Sequence[float | str]
    fan_out: int | str | Sequence[int | str]
    from_data: bool | str | Sequence[bool | str]
    group_size: int | str | Sequence[int | str] | None
    k: int | str | Sequence[int | str]
    keep_order: bool | str | Sequence[bool | str]
    m: int | str | Sequence[int | str]
    max_cluster_size: int | str | Sequence[int | str]
    max_suppression: float | str | Sequence[float | str]
    mix: bool | str | Sequence[bool | str]
    partition: str | Sequence[str] | None
    privacy_constraints: Itemsets | None
    protect_all: int | str | Sequence[int | str] | None
    r_th: float | str | Sequence[float | str]
    random_constraints: float | str | Sequence[float | str] | None
    refine: bool | str | Sequence[bool | str]
    rho: float | str | Sequence[float | str]
    safe: bool | str | Sequence[bool | str]
    seed: int | str | Sequence[int | str] | None
    sensitive: Itemsets | None
    sensitive_share: float | str | Sequence[float | str] | None
    series: str | Sequence[str] | None
    taxonomy: str | Sequence[str] | None
    theta: float | str | Sequence[float | str]
    universe: Itemsets | None
    utility_constraints: Itemsets | None
    wordnet: str | Sequence[str] | None
    wordnet_threshold: float | str | Sequence[float | str] | None
