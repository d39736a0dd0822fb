"""rho-uncertainty on sets, step by step as `setrisk.udf.uncertainty.rho` describes it; slow, exact, for small data.

A published item is the set of the items that it may be read as.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

Item = frozenset[int]
Rule = tuple[frozenset[Item], Item]
Tree = int | list["Tree"]


def rules(records: Sequence[frozenset[Item]], sensitive: Collection[Item]) -> Iterator[tuple[Rule, Fraction]]:
    """All rules for sensitive items that records which show something allow, with their confidence."""
    shown = [record for record in records if record]
    found = {
        (frozenset(known), a)
        for record in shown
        for a in record & frozenset(sensitive)
        for size in range(len(record))
        for known in combinations(record - {a}, size)
    }
    for known, a in found:
        support = sum(known <= record for record in shown)
        yield (known, a), Fraction(sum(known | {a} <= record for record in shown), support)


def violations(records: Sequence[frozenset[Item]], sensitive: Collection[Item], rho: Fraction) -> list[Rule]:
    """The rules of a higher confidence: none, if the release keeps its promise."""
    return [rule for rule, confidence in rules(records, sensitive) if confidence > rho]


def suppress(
    records: Sequence[frozenset[Item]], sensitive: Collection[Item], rho: Fraction, may_go: Collection[Item]
) -> list[frozenset[Item]]:
    """Suppress one item after the other until no rule violates."""
    records = list(records)
    while violating := violations(records, sensitive, rho):
        size = min(len(known) for known, _ in violating)
        counts = Counter(item for known, a in violating if len(known) == size for item in {*known, a})
        support = Counter(item for record in records for item in record)
        *_, worst = min(
            (-Fraction(counts[item], support[item]), support[item], min(item), item)
            for item in counts
            if item in may_go
        )
        records = [record - {worst} for record in records]
    return records


def suppress_control(
    transactions: Sequence[Collection[int]], sensitive: Collection[int], rho: Fraction
) -> list[frozenset[Item]]:
    """The records of SuppressControl."""
    records = [frozenset(frozenset([item]) for item in transaction) for transaction in transactions]
    records = suppress(records, _single(sensitive), rho, {item for record in records for item in record})
    return give_back(records, transactions, sensitive, rho)


def give_back(
    records: Sequence[frozenset[Item]],
    transactions: Sequence[Collection[int]],
    sensitive: Collection[int],
    rho: Fraction,
) -> list[frozenset[Item]]:
    """Show single items again, those in most transactions first, as far as no rule violates then."""
    records = list(records)
    support = Counter(item for transaction in transactions for item in transaction)
    shown = {item for record in records for each in record for item in each}
    for item in sorted(support.keys() - shown, key=lambda item: (-support[item], item)):
        again = [
            record | ({frozenset([item])} if item in transaction else set())
            for record, transaction in zip(records, transactions, strict=True)
        ]
        if not violations(again, _single(sensitive), rho):
            records = again
    return records


def top_down_control(
    transactions: Sequence[Collection[int]], sensitive: Collection[int], tree: Tree, rho: Fraction
) -> list[frozenset[Item]]:
    """The records of TDControl.

    Args:
        transactions: sets of items.
        sensitive: items that the tree does not hold.
        tree: nested lists of the other items, none of one part alone.
        rho: the largest confidence.
    """
    nodes: list[Tree] = [tree]
    for node in nodes:
        nodes.extend(node if isinstance(node, list) else [])
    root = below(tree)
    records = [
        frozenset({*_single({*t} & {*sensitive}), *([root] if {*t} & root else [])})
        for t in map(frozenset, transactions)
    ]
    records = suppress(records, _single(sensitive), rho, _single(sensitive))
    tried: set[int] = set()
    while True:
        open_nodes = [
            (-_gain(node, transactions, len(root)), number)
            for number, node in enumerate(nodes)
            if isinstance(node, list) and number not in tried and any(below(node) in record for record in records)
        ]
        if not open_nodes:
            return give_back(records, transactions, sensitive, rho)
        number = min(open_nodes)[1]
        tried.add(number)
        node = nodes[number]
        assert isinstance(node, list)
        specialised = [
            record - {below(node)} | {below(child) for child in node if below(node) in record and below(child) & {*t}}
            for record, t in zip(records, transactions, strict=True)
        ]
        everything = {item for record in specialised for item in record}
        repaired = suppress(specialised, _single(sensitive), rho, everything)
        if loss(repaired, transactions, len(root)) < loss(records, transactions, len(root)):
            records = repaired


def loss(records: Sequence[frozenset[Item]], transactions: Sequence[Collection[int]], n_plain: int) -> Fraction:
    """The mean loss of the entries of the transactions."""
    losses = [
        next((Fraction(len(shown), n_plain) * (len(shown) > 1) for shown in record if item in shown), Fraction(1))
        for record, transaction in zip(records, transactions, strict=True)
        for item in transaction
    ]
    return sum(losses, Fraction(0)) / max(len(losses), 1)


def below(node: Tree) -> Item:
    """The items of a tree."""
    return frozenset([node]) if isinstance(node, int) else frozenset().union(*map(below, node))


def _gain(node: list[Tree], transactions: Sequence[Collection[int]], n_plain: int) -> Fraction:
    """What the entries of a node gain if its children are published in its place."""

    def lost(part: Tree) -> Fraction:
        n_entries = sum(len(below(part) & {*transaction}) for transaction in transactions)
        return Fraction(n_entries * len(below(part)), n_plain) if isinstance(part, list) else Fraction(0)

    return lost(node) - sum(map(lost, node))


def _single(items: Collection[int]) -> set[Item]:
    return {frozenset([item]) for item in items}
