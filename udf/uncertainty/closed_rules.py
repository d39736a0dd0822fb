"""The best rule for a sensitive item of a record with many others, by what the records with the item have in common.

What is known can be taken to be all that some records with the sensitive item have in common: more items that all of
these have lower the support of what is known at most, and not that of the rule.
"""

from collections import Counter
from collections.abc import Sequence

MOST_STEPS = 2_000_000
"""Of comparisons of what is known with a record; to look through more takes seconds for each item of each record."""


def best_closed_rule(
    with_item: Sequence[int], all_records: Sequence[int], n_items: int, n_published: int
) -> tuple[int, int, int] | None:
    """The rule with the highest confidence.

    Args:
        with_item: of each record with the sensitive item, which of the other items of the attacked record it has, as
            bits. The attacked record is one of them, with all bits.
        all_records: the same of all records that have any of these.
        n_items: how many other items there are.
        n_published: how many records are published.

    Returns:
        Support of the rule, support of what is known, and what is known as bits, of which none can be left out without
        a lower confidence; None if there is too much to look through.
    """
    of_item, of_all = Counter(with_item), Counter(all_records)
    common = {(1 << n_items) - 1}
    for bits in of_item:
        common |= {known & bits for known in common}
        if len(common) * len(of_all) > MOST_STEPS:
            return None

    def supports(known: int) -> tuple[int, int]:
        support = sum(times for bits, times in of_item.items() if bits & known == known)
        return support, sum(times for bits, times in of_all.items() if bits & known == known) if known else n_published

    counted = {known: supports(known) for known in common}
    # Of rules with equal confidence that of the fewest items; then any, but always the same.
    best = min(common, key=lambda known: (-counted[known][0] / counted[known][1], known.bit_count(), known))
    confidence = counted[best][0] / counted[best][1]
    for place in reversed(range(n_items)):
        fewer = best & ~(1 << place)
        support, known = supports(fewer)
        if support / known >= confidence:
            best = fewer
    return (*supports(best), best)
