"""Local variants of Apriori-based anonymisation, to compare with (Terrovitis, Mamoulis and Kalnis 2011)."""

from collections import defaultdict
from functools import cmp_to_key
from itertools import zip_longest

import numpy as np

from setrisk.udf.common.arrays import Integers
from setrisk.udf.common.taxonomy import Taxonomy
from setrisk.udf.generalisation.km import _Search, km


def lra(tids: Integers, items: Integers, n_transactions: int, tree: Taxonomy, k: int, m: int, parts: int) -> float:
    """The NCP of local recoding: transactions in Gray order are cut into parts, and each is generalised by itself."""
    held: dict[int, list[int]] = defaultdict(list)
    for tid, item in zip(tids.tolist(), items.tolist(), strict=True):
        held[tid].append(item)

    def compare(one: int, other: int) -> int:
        """In the Gray code more than none comes first or last, by how many ones are before the first difference."""
        for n_before, (a, b) in enumerate(zip_longest(sorted(held[one]), sorted(held[other]), fillvalue=np.inf)):
            if a != b:
                return (1 if a < b else -1) * (-1) ** n_before
        return 0

    order = sorted(range(n_transactions), key=cmp_to_key(compare))
    place = np.argsort(order)[tids]
    size = -(-n_transactions // parts)
    loss = 0.0
    for part in range(parts):
        own = place // size == part
        n = min(size, n_transactions - part * size)
        cut = km(place[own] - part * size, items[own], n_transactions=n, taxonomy=tree, k=k, m=m)
        loss += cut.loss * own.sum()
    return loss / len(tids)


def vpa(tids: Integers, items: Integers, n_transactions: int, tree: Taxonomy, k: int, m: int) -> float:
    """The NCP of vertical partitioning: the items below each child of the root are generalised by themselves, and then
    all together, from what has become of them on.
    """
    whole = _Search(tids, items, n_transactions, tree, k, None)
    for child in range(tree.first_child[0], tree.first_child[0] + tree.n_children[0]):
        below = tree.items[tree.first_leaf[child] : tree.first_leaf[child] + tree.n_items[child]]
        own = np.isin(items, below)
        part = _Search(tids[own], items[own], n_transactions, tree, k, None)
        for size in range(1, m + 1):
            part.generalise_rare(size)
        published = part.read_cut().node[below]
        for node in np.unique(published[tree.is_internal[published]]).tolist():
            whole._publish(node)
    for size in range(1, m + 1):
        whole.generalise_rare(size)
    return whole.read_cut().loss
