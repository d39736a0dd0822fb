"""The repair of a Sanony draft, step by step as its description has it; slow, and without a database."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor

from setrisk.udf.serial.sanony import Changes, Remedy

# The most counterfeits or copies that a remedy of the model has: what is beyond is not looked for.
_MOST = 30


def chosen(remedies: Sequence[Remedy], moved: Iterable[tuple[int, str]]) -> Changes:
    """A case for each remedy; of the numbers for one place, the largest."""
    cases: dict[str, list[tuple[object, int]]] = {"out": [], "bag": [], "more": [], "counterfeits": []}
    for scope, cluster, item, counterfeits, fewer, more in remedies:
        if scope == "global":
            cases["out"].append((item, fewer))
        elif (cluster, item) not in set(moved):
            cases["bag"].append(((cluster, item), fewer))
        else:
            counterfeits_win = counterfeits is not None and (more is None or counterfeits <= more)
            if counterfeits_win:
                assert counterfeits is not None
                cases["counterfeits"].append((cluster, counterfeits))
            else:
                cases["more"].append((item, 0 if more is None else more))
    most = {
        case: {place: max(n for other, n in rows if other == place) for place, _ in rows}
        for case, rows in cases.items()
    }
    return Changes(most["bag"], most["out"], most["counterfeits"], most["more"])  # type: ignore[arg-type]


def calls(
    rounds: Sequence[tuple[bool, Sequence[Remedy]]], at_risk: Sequence[frozenset[int]], without: frozenset[int]
) -> tuple[list[object], frozenset[int] | None]:
    """What the loop asks of a draft that answers so, one entry a round, and what it returns; None if it gives up.

    Args:
        rounds: for each round, whether counterfeits were needed, and the remedies; after the last nothing is wrong.
        at_risk: the records at risk, each time that the loop asks for them.
        without: those without the draft.
    """
    log: list[object] = []
    looks = iter(at_risk)
    moved: list[tuple[int, str]] = []
    everything = [*rounds, *[(False, ())] * 200]
    transitive = False
    for needed, remedies in everything[:100]:
        log.append(("take back", transitive))
        log.append(("remedies", transitive))
        if list(remedies):
            changes = chosen(remedies, moved)
            log.append(changes)
            moved.extend(changes.to_bag)
            continue
        if needed:
            continue
        log.append("at risk")
        found = next(looks)
        if found == frozenset():
            return log, found
        if transitive:
            log.append("without")
            return log, (found if found.issubset(without) else None)
        transitive = True
    return log, None


def withheld(numbers: Mapping[str, int], held: Counter[tuple[int | None, str]], draw: random.Random) -> Counter[object]:
    """Copy by copy: those in the bag, and then a sample of the others; where each that is left out was."""
    out: Counter[object] = Counter()
    for item, n in numbers.items():
        copies = [cluster for (cluster, its), number in held.items() if its == item for _ in range(number)]
        in_bag = [cluster for cluster in copies if cluster is None][:n]
        others = [cluster for cluster in copies if cluster is not None]
        for cluster in [*in_bag, *draw.sample(others, min(n - len(in_bag), len(others)))]:
            out[cluster, item] += 1
    return out


class ModelDraft:
    """A single release with one sensitive item, kept as numbers: what `repair` needs to know of a draft, and no more.

    A record of a cluster is at risk if the copies that an attacker counts there, the rounded share of the bag
    included, divided by its records, are more than r_th times the copies in all divided by all records.
    """

    def __init__(self, sizes: Sequence[int], copies: Sequence[int], in_bag: int, r_th: int) -> None:
        """Records and copies of each cluster, copies in the bag, and the promise."""
        self.sizes, self.copies, self.in_bag, self.r_th = list(sizes), list(copies), in_bag, r_th

    def _risk_is_too_high(
        self, cluster: int, *, slack: float = 0, records: int = 0, fewer: int = 0, more: int = 0
    ) -> bool:
        sizes = list(self.sizes)
        sizes[cluster] += records
        n_records = sum(sizes) + more
        in_bag = self.in_bag + fewer + more
        share = floor(Fraction(sizes[cluster] * in_bag, n_records) + Fraction(1, 2))
        counted = min(self.copies[cluster] - fewer + share, sizes[cluster])
        total = sum(self.copies) + self.in_bag + more
        allowed = Fraction(1 - slack).limit_denominator(1000) * self.r_th * Fraction(total, n_records)
        return Fraction(counted, sizes[cluster]) > allowed

    def take_back(self, *, transitive: bool) -> bool:
        """It is alone, and reveals nothing about others."""
        return False

    def remedies(self, *, slack: float, transitive: bool) -> list[Remedy]:
        """By trying 1, 2, 3, ... of each change."""
        found = []
        for cluster in range(len(self.sizes)):
            if self._risk_is_too_high(cluster):
                numbers = [
                    next(
                        (n for n in range(most) if not self._risk_is_too_high(cluster, slack=slack, **{what: n})), None
                    )
                    for what, most in (
                        ("records", _MOST),
                        ("fewer", self.copies[cluster] + 1),
                        ("more", _MOST),
                    )
                ]
                fewer = self.copies[cluster] if numbers[1] is None else numbers[1]
                found.append(Remedy("cluster", cluster + 1, "s", numbers[0], fewer, numbers[2]))
        return found

    def change(self, changes: Changes) -> None:
        """Copies move to the bag; counterfeits and common copies make clusters larger."""
        for (cluster, _), n in changes.to_bag.items():
            self.copies[cluster - 1] -= n
            self.in_bag += n
        for cluster, n in changes.counterfeits.items():
            self.sizes[cluster - 1] += n
        for n in changes.more_copies.values():
            self.in_bag += n
            self.sizes[self.sizes.index(max(self.sizes))] += n

    def records_at_risk(self) -> frozenset[int]:
        """The clusters whose records are."""
        return frozenset(cluster for cluster in range(len(self.sizes)) if self._risk_is_too_high(cluster))

    def records_at_risk_without(self) -> frozenset[int]:
        """There is no other release."""
        return frozenset()
