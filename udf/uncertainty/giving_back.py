"""What was suppressed on the way, and need not have been, is shown after all."""

import numpy as np

from setrisk.udf.common.arrays import Integers
from setrisk.udf.generalisation.generalised_transactions import SUPPRESSED
from setrisk.udf.uncertainty.rules import PublishedRecords, RuleSearch, published_records


def give_back(
    tids: Integers, items: Integers, n_transactions: int, label: Integers, sensitive: Integers, largest: Integers
) -> Integers:
    """Show suppressed items, those in most transactions first, as far as no rule violates then.

    A rule may have been broken by suppressing an item of X, and once more, with others, by suppressing a. Ties: the
    smallest item.

    Args:
        tids: integers [n], of distinct pairs in the order of transactions.
        items: integers [n], parallel to `tids`.
        n_transactions: |D|.
        label: what each item is published as, `SUPPRESSED` for not at all; no rule violates.
        sensitive: the sensitive items.
        largest: see `largest_supports`.

    Returns:
        What each item is published as.
    """
    label = label.copy()
    supports = np.bincount(items, minlength=len(label))
    suppressed = np.flatnonzero((label == SUPPRESSED) & (supports > 0))
    shown = sensitive[label[sensitive] != SUPPRESSED]
    for item in suppressed[np.argsort(-supports[suppressed], kind="stable")].tolist():
        label[item] = item
        with_item = np.append(shown, item) if item in sensitive else shown
        if len(with_item) and _is_violating(
            published_records(tids, items, n_transactions, label), with_item, largest, item
        ):
            label[item] = SUPPRESSED
        else:
            shown = with_item
    return label


def _is_violating(records: PublishedRecords, shown: Integers, largest: Integers, item: int) -> bool:
    """Whether a rule violates that has this item, given that none without it does."""
    if (records.support[shown] > largest[records.n_published]).any():
        return True
    fresh = np.zeros(len(records.support), np.bool_)
    fresh[item] = True
    searches = [RuleSearch(records, shown, largest, fresh)]
    if item in shown:
        searches.append(RuleSearch(records, np.array([item]), largest, ~fresh))
    return any(_finds(search) for search in searches)


def _finds(search: RuleSearch) -> bool:
    size = 0
    while not search.is_exhausted or not size:
        size += 1
        if len(search.find(size)):
            return True
    return False
