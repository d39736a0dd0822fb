"""DiffPart, LevelPart and APLKiller (Wang, Li, Lui, Sun 2022) on sets; slow, for small data. A literal transcription
of Algorithms 1 to 3, APLKiller with its repairs.

Draws come from what is given: `noise(epsilon)` is a Laplace draw, `passes(p)` whether an event of probability p occurs,
`choose(n)` one of n. Theorem 3 is printed for trees whose number of items is a power of the fan-out; for others it is
taken level by level, as its proof does.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from math import ceil, exp, sqrt

Itemset = frozenset[int]
Histogram = Mapping[Itemset, int]


@dataclass(frozen=True)
class Node:
    number: int
    items: Itemset
    children: list["Node"] = field(default_factory=list, compare=False)

    def internal(self) -> Iterator["Node"]:
        if self.children:
            yield self
        for child in self.children:
            yield from child.internal()

    def level(self, depth: int) -> list["Node"]:
        """The internal nodes so many levels below."""
        if depth == 0:
            return [self] if self.children else []
        return [node for child in self.children for node in child.level(depth - 1)]


def tree(nested: Sequence | int) -> Node:
    """Nodes numbered level by level."""

    def items(part: Sequence | int) -> Itemset:
        return frozenset([part]) if isinstance(part, int) else frozenset().union(*map(items, part))

    numbers = iter(range(10**6))
    root = Node(next(numbers), items(nested))
    queue = [(root, nested)]
    for node, part in queue:
        if not isinstance(part, int):
            for each in part:
                child = Node(next(numbers), items(each))
                node.children.append(child)
                queue.append((child, each))
    return root


@dataclass(frozen=True)
class Draws:
    noise: Callable[[float], int]
    passes: Callable[[float], bool]
    choose: Callable[[int], int]


@dataclass
class Partition:
    cut: list[Node]
    records: dict[Itemset, int]
    B: float
    par: int
    spent: float = 0

    def internal(self) -> list[Node]:
        return sorted((node for node in self.cut if node.children), key=lambda node: node.number)

    def items(self) -> int:
        return sum(len(node.items) for node in self.cut)

    @property
    def alpha(self) -> float:
        return self.B / self.par


def theorem_3(n: int, f: int, size: int) -> int:
    """Par(u, l) as printed, for n a power of f."""
    if size == 0:
        return 0
    k = 0
    while f ** (k + 1) <= n / size:
        k += 1
    return (n - 1) // (f - 1) + sum(size - ceil(n / f**i) for i in range(1, k + 1))


def most_visited(node: Node, size: int) -> int:
    """How many internal nodes have an item of an itemset of that size below them, at most: by trying all."""
    return max(
        sum(1 for inner in node.internal() if inner.items & set(chosen))
        for chosen in combinations(sorted(node.items), size)
    )


def par_of_node(node: Node, size: int | None) -> int:
    if size is None:
        return len(list(node.internal()))
    return max(sum(min(size, len(node.level(depth))) for depth in range(len(node.items))), 1)


def par(parent: Partition, cut: list[Node], size: int | None) -> int:
    """Formula (1); DiffPart counts the internal nodes of the cut."""
    internal = [node for node in cut if node.children]
    if size is None:
        return sum(par_of_node(node, None) for node in internal)
    if len(internal) == 1:
        return max(par_of_node(internal[0], size - (len(cut) - 1)), 1)
    return max(parent.par - 1, 1)


@cache
def reaches(threshold: float, epsilon: float) -> float:
    """That discrete Laplace noise is at least the threshold, by adding up."""
    a = exp(-epsilon)
    below = sum((1 - a) / (1 + a) * a ** abs(z) for z in range(-5000, ceil(threshold)))
    return 1 - below


def generated(p: Partition, size: int | None, c: float, draws: Draws) -> list[Partition]:
    """LevelSGP; without a size, DiffPart's."""
    internal = p.internal()
    u = internal[draws.choose(len(internal))]
    rest = [node for node in p.cut if node is not u]
    found = []
    for n in range(1, 2 ** len(u.children)):
        children = [child for place, child in enumerate(u.children) if n >> place & 1]
        cut = rest + children
        if size is not None and (len(cut) > size or sum(len(node.items) for node in cut) < size):
            continue
        records = {
            itemset: count
            for itemset, count in p.records.items()
            if {child.number for child in u.children if child.items & itemset} == {child.number for child in children}
        }
        threshold = sqrt(2) * c / p.alpha
        if records:
            passed = sum(records.values()) + draws.noise(p.alpha) >= threshold
        else:
            passed = draws.passes(reaches(threshold, p.alpha))
        if passed:
            steps = par(p, cut, size) if any(node.children for node in cut) else 1
            found.append(Partition(cut, records, p.B - p.alpha, steps, p.spent + p.alpha))
    return found


def partitioned(
    data: Histogram, root: Node, epsilon: float, c1: float, c2: float, draws: Draws, size: int | None = None
) -> dict[Itemset, tuple[int, float]]:
    """LevelPart (Algorithm 2); without a size, DiffPart. Itemsets with noisy count, and what each has cost."""
    published = {}
    first = Partition([root], dict(data), epsilon / 2, max(par_of_node(root, size), 1))
    queue = [first] if root.children else []
    leaves = [] if root.children else [first]
    while queue:
        p = queue.pop(0)
        for s in generated(p, size, c1, draws):
            (queue if s.internal() else leaves).append(s)
    for leaf in leaves:
        budget = epsilon / 2 + leaf.B
        count = sum(leaf.records.values()) + draws.noise(budget)
        if count >= max(sqrt(2) * c2 / budget, 1):
            published[frozenset().union(*(node.items for node in leaf.cut))] = count, leaf.spent + budget
    return published


def boundary(itemset: Itemset) -> list[Itemset]:
    return [itemset - {item} for item in itemset]


def aplkiller(data: Histogram, roots: Sequence[Node], epsilon: float, c1: Sequence[float], draws: Draws) -> Histogram:
    """Algorithm 1, repaired: one draw of a boundary count, and each itemset once."""
    n = len(roots)
    left = dict(data)
    published: dict[Itemset, int] = {}
    above: set[Itemset] = set()
    for i in range(n, 0, -1):
        of_size = {itemset: count for itemset, count in left.items() if len(itemset) == i}
        found = partitioned(of_size, roots[i - 1], epsilon, c1[i - 1], c1[i - 1], draws, i)
        made = {itemset: count for itemset, (count, _) in found.items() if itemset not in above}
        published |= made
        above = {q for itemset in made for q in boundary(itemset) if q}
        for q in above:
            published[q] = max(1, data.get(q, 0) + draws.noise(epsilon))
            left.pop(q, None)
    return published


def leakages(published: Histogram) -> dict[tuple[Itemset, Itemset], Counter]:
    """What contains or equals each boundary itemset of a maximal itemset, with its occurrences."""
    maximal = [s for s in published if not any(s < t for t in published)]
    return {(s, q): Counter({t: published[t] for t in published if q <= t}) for s in maximal for q in boundary(s) if q}
