"""Suppression of one item after the other until no rule for a sensitive item has too high a confidence."""

from collections.abc import Callable

import numpy as np

from setrisk.udf.common.arrays import Integers
from setrisk.udf.uncertainty.rules import Bools, PublishedRecords, RuleSearch


def suppress_violating(
    records: PublishedRecords,
    sensitive: Integers,
    largest: Integers,
    fresh: Bools,
    may_go: Bools,
    progress: Callable[[int, int, int], None] | None,
) -> list[int]:
    """Suppress items until no rule violates whose X is empty or holds a fresh item; which ones.

    Args:
        records: what is published; the items are taken out of it.
        sensitive: the items a.
        largest: see `largest_supports`.
        fresh: no rule violates whose X is not empty and has none of these items.
        may_go: which items may be suppressed; all sensitive ones at least.
        progress: see `RuleSearch`.
    """
    suppressed = _suppress_frequent(records, sensitive, largest)
    size, is_exhausted = 0, False
    while not is_exhausted:
        size += 1
        search = RuleSearch(records, sensitive, largest, fresh, progress)
        rules = search.find(size)
        is_exhausted = search.is_exhausted
        while len(rules):
            gone = [_best_payoff(rules, records, may_go)]
            records.suppress(gone[0])
            gone += _suppress_frequent(records, sensitive, largest)
            rules = rules[~np.isin(rules, gone).any(axis=1)]
            suppressed += gone
    return suppressed


def _suppress_frequent(records: PublishedRecords, sensitive: Integers, largest: Integers) -> list[int]:
    """Suppress sensitive items until none is in more than the share rho of the published records; which ones."""
    gone: list[int] = []
    while True:
        excess = records.support[sensitive] > largest[records.n_published]
        if not excess.any():
            return gone
        # All of these rules have one item that can be suppressed, so that the rarest pays best.
        frequent = sensitive[excess]
        gone.append(int(frequent[records.support[frequent].argmin()]))
        records.suppress(gone[-1])


def _best_payoff(rules: Integers, records: PublishedRecords, may_go: Bools) -> int:
    """The item that is in most of these rules, for each record that shows it."""
    count = np.bincount(rules.ravel(), minlength=len(records.support))
    items = np.flatnonzero((count > 0) & may_go)
    # Quotients of whole numbers below 2^26 differ as floats whenever they differ.
    payoff = count[items] / records.support[items]
    return int(items[np.lexsort((items, records.support[items], -payoff))[0]])
