"""Apriori-based anonymisation by a count-tree, as Terrovitis, Mamoulis and Kalnis 2008 print it; slow, exact."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

Itemset = tuple[str, ...]


def anonymise(transactions: Sequence[set[str]], parent: Mapping[str, str], k: int, m: int) -> dict[str, str]:
    """Algorithm 3 (AA): the node that each item is published as.

    Args:
        transactions: sets of items.
        parent: of each node but the root.
        k, m: each itemset of up to m items is to have k transactions.
    """
    tree = _Tree(transactions, parent)
    for size in range(1, m + 1):
        _generalise_directly(tree, _count(tree, transactions, size), k)
    return tree.cut


class _Tree:
    """The taxonomy and what is published of it."""

    def __init__(self, transactions: Sequence[set[str]], parent: Mapping[str, str]) -> None:
        self._parent = parent
        self._transactions = transactions
        self.items = [node for node in parent if node not in parent.values()]
        self.cut = {item: item for item in self.items}
        self._occurrences = Counter(item for transaction in transactions for item in transaction)
        support = Counter(node for transaction in transactions for node in self.extended(transaction))
        # The numbers of nodes: level by level, children in the order in which they are given.
        numbers = [next(iter(set(parent.values()) - set(parent)))]
        for node in numbers:
            numbers.extend(child for child, above in parent.items() if above == node)
        self.number = {node: number for number, node in enumerate(numbers)}
        self.rank = {node: (-support[node], self.number[node]) for node in numbers}

    def upwards(self, node: str) -> list[str]:
        """A node and those above it."""
        above = [node]
        while above[-1] in self._parent:
            above.append(self._parent[above[-1]])
        return above

    def extended(self, transaction: set[str]) -> set[str]:
        """A transaction with all nodes that generalise it, but for the root."""
        return {node for item in transaction for node in self.upwards(self.cut[item])[:-1]}

    def n_supporting(self, nodes: set[str]) -> int:
        """How many transactions support all of these nodes."""
        supported = (
            {node for item in transaction for node in self.upwards(item)} for transaction in self._transactions
        )
        return sum(nodes <= each for each in supported)

    def is_published(self, node: str) -> bool:
        """Whether a node is not below the cut."""
        return all(self.cut[item] not in self.upwards(node)[1:] for item in self.items if node in self.upwards(item))

    def is_apart(self, nodes: Sequence[str]) -> bool:
        """Whether no node is below another one."""
        return not any(one in self.upwards(other)[1:] for one in nodes for other in nodes)

    def loss(self, cut: Mapping[str, str]) -> int:
        """NCP of a cut, times the number of items and of their occurrences."""
        share = Counter(node for item in self.items for node in self.upwards(item))
        return sum(self._occurrences[item] * share[node] for item, node in cut.items() if node not in self.items)

    def generalised(self, nodes: Sequence[str]) -> dict[str, str]:
        """The cut after all that is below these nodes is generalised to them."""
        return {
            item: next((node for node in self.upwards(above)[1:] if node in nodes), above)
            for item, above in self.cut.items()
        }


def _count(tree: _Tree, transactions: Sequence[set[str]], size: int) -> Counter[Itemset]:
    """The count-tree: paths, sets of nodes in the order of rank, with their support."""
    counts: Counter[Itemset] = Counter()
    for transaction in transactions:
        nodes = sorted(tree.extended(transaction), key=tree.rank.__getitem__)
        counts.update(path for path in combinations(nodes, size) if tree.is_apart(path))
    return counts


def _generalise_directly(tree: _Tree, counts: Counter[Itemset], k: int) -> None:
    """Algorithm 2 (DA), of paths of one size: visit the tree in preorder, and generalise what is rare."""
    for path in sorted(counts, key=lambda path: [tree.rank[node] for node in path]):
        if counts[path] < k and all(map(tree.is_published, path)):
            nodes = min(_ways(tree, path, k))[-1]
            tree.cut = tree.generalised([node for node in nodes if node not in path])


def _ways(tree: _Tree, path: Itemset, k: int) -> Iterator[tuple[int, tuple[int, ...], tuple[str, ...]]]:
    """The generalisations of a path that k transactions support, each with its loss."""
    for nodes in product(*map(tree.upwards, path)):
        distinct = set(nodes)
        if tree.is_apart(nodes) and tree.n_supporting(distinct) >= k:
            replaced = [node for node in distinct if node not in path]
            yield tree.loss(tree.generalised(replaced)), tuple(-tree.number[node] for node in nodes), nodes
