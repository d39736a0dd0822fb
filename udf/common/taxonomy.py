"""Taxonomy trees over items (APL 4.3, Figure 1)."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from setrisk.errors import BadInput
from setrisk.udf.common.arrays import Integers, Numbers

Tree = int | Sequence["Tree"]


@dataclass(frozen=True)
class Taxonomy:
    """A tree whose leaves are the items. Nodes are numbered from the root, 0, so that children follow each other.

    Attributes:
        first_child: of each node; 0 for a leaf.
        n_children: of each node; 0 for a leaf.
        parent: of each node; 0 for the root, too.
        leaf: the node of each item.
        n_items: how many items are below each node, a leaf itself included.
        widths: how many internal nodes are 0, 1, 2, ... levels below each node, an internal node itself included.
    """

    first_child: Integers
    n_children: Integers
    parent: Integers
    leaf: Integers
    n_items: Integers
    widths: Integers

    @property
    def n_nodes(self) -> int:
        """Internal nodes and leaves."""
        return len(self.parent)

    @cached_property
    def first_leaf(self) -> Integers:
        """How many leaves are left of each node if children are drawn from left to right; below it are `n_items`."""
        left = np.zeros(self.n_nodes, dtype=np.int64)
        before = np.concatenate([[0], self.n_items.cumsum()])
        for node in self.is_internal.nonzero()[0].tolist():
            first, last = self.first_child[node], self.first_child[node] + self.n_children[node]
            left[first:last] = left[node] + before[first:last] - before[first]
        return left

    @cached_property
    def items(self) -> Integers:
        """The items from left to right."""
        return np.argsort(self.first_leaf[self.leaf])

    def with_items(self, items: ArrayLike) -> Taxonomy:
        """The tree of these items alone, which become 0, 1, 2, ... in the order in which they are given.

        Raises:
            BadInput: no item.
        """
        node_of_item = np.full(self.n_nodes, -1, dtype=np.int64)
        wanted = np.asarray(items, dtype=np.int64)
        node_of_item[self.leaf[wanted]] = np.arange(len(wanted))
        # From the end, so that the depth of the tree does not matter; the root last.
        below: dict[int, list[Tree]] = defaultdict(list)
        for node in range(self.n_nodes - 1, 0, -1):
            part: Tree = int(node_of_item[node]) if node_of_item[node] >= 0 else below.pop(node, [])[::-1]
            if part != []:
                below[int(self.parent[node])].append(part)
        return taxonomy(below[0][::-1] if self.n_nodes > 1 else list(range(len(wanted))))

    @cached_property
    def n_internal(self) -> Integers:
        """Internal nodes at and below each node."""
        total: Integers = self.widths.sum(axis=1)
        return total

    @cached_property
    def is_internal(self) -> NDArray[np.bool_]:
        """Which nodes have children."""
        return self.n_children > 0

    @cached_property
    def internal_number(self) -> Integers:
        """The number of each internal node among those, from 0."""
        numbers: Integers = self.is_internal.cumsum() - 1
        return numbers

    @cached_property
    def children(self) -> Integers:
        """A row per node, a column for its first, second, ... child; 0 if it has fewer."""
        place = np.arange(self.n_children.max())
        found: Integers = np.where(place < self.n_children[:, None], self.first_child[:, None] + place, 0)
        return found

    @cached_property
    def items_of_children(self) -> Integers:
        """How many items are below each of `children`; of those that there are not, so far below zero that no set of
        children with one of them has an item in all.
        """
        found: Integers = np.where(self.children > 0, self.n_items[self.children], -self.n_items[0])
        return found

    def touched_children(self, held: NDArray[np.bool_]) -> Numbers:
        """Which children of each internal node have an item of each itemset at or below them.

        Args:
            held: a row per itemset, a column per item.

        Returns:
            A row per itemset, a column per internal node in the order of `internal_number`: its children as bits, the
            first child's first.
        """
        item = np.zeros(self.n_nodes, dtype=np.int64)
        item[self.leaf] = np.arange(len(self.leaf))
        kind = np.min_scalar_type(2 ** int(self.n_children.max()) - 1)
        touched = np.zeros((int(self.is_internal.sum()), len(held)), dtype=kind)
        for node in range(self.n_nodes - 1, 0, -1):
            parent = self.parent[node]
            is_touched = touched[self.internal_number[node]] > 0 if self.is_internal[node] else held[:, item[node]]
            touched[self.internal_number[parent]] |= is_touched.astype(kind) << kind.type(
                node - self.first_child[parent]
            )
        return touched.T


def balanced_taxonomy(n_items: int, fan_out: int) -> Taxonomy:
    """The tree that joins `fan_out` neighbours level by level; a node with one child alone is left out.

    Raises:
        BadInput: no item, or a fan-out below 2.
    """
    if fan_out < 2:
        raise BadInput(f"fan_out is {fan_out}; it must be at least 2")

    def grow(low: int, high: int) -> Tree:
        if high - low == 1:
            return low
        width = 1
        while width * fan_out < high - low:
            width *= fan_out
        return [grow(start, min(start + width, high)) for start in range(low, high, width)]

    return taxonomy(grow(0, n_items) if n_items else [])


def from_parents(rows: Iterable[tuple[str | None, str]]) -> tuple[list[str], Taxonomy]:
    """The taxonomy of a list of parents.

    Args:
        rows: item and parent of each node except the root; items are whatever has no children.

    Returns:
        The names of the items, in the order of the leaves, and the taxonomy. Children follow each other as their rows
        do.

    Raises:
        BadInput: a row has no item, a node has two parents, there is not exactly one root, or a node is its own
            ancestor.
    """
    parent_of: dict[str, str] = {}
    children: dict[str, list[str]] = defaultdict(list)
    for item, parent in rows:
        if item is None or item in parent_of:
            what = "a row has no item" if item is None else f"{item!r} has two parents"
            raise BadInput(f"taxonomy: {what}")
        parent_of[item] = parent
        children[parent].append(item)
    roots = [node for node in children if node not in parent_of]
    if len(roots) != 1:
        raise BadInput(f"taxonomy: it must have one root, which is a parent and not an item; it has {len(roots)}")
    # Nodes with parents first; the tree is built from the end, so that its depth does not matter.
    order = [roots[0]]
    for node in order:
        order.extend(children.get(node, ()))
    if len(order) <= len(parent_of):
        lost = sorted(set(parent_of) - set(order))
        raise BadInput(f"taxonomy: {lost[0]!r} is not below the root: it is its own ancestor")
    leaves: list[str] = []
    built: dict[str, Tree] = {}
    for node in reversed(order):
        if node in children:
            built[node] = [built.pop(child) for child in children[node]]
        else:
            built[node] = len(leaves)
            leaves.append(node)
    return leaves, taxonomy(built[roots[0]])


def taxonomy(tree: Tree) -> Taxonomy:
    """The taxonomy of nested lists whose innermost parts are the items, numbered from 0; a list of one is its content.

    Raises:
        BadInput: no item.
    """
    parent, first_child, n_children, item = [0], [0], [0], [-1]
    queue = deque([(0, tree)])
    while queue:
        node, part = queue.popleft()
        while not isinstance(part, int) and len(part) == 1:
            (part,) = part
        if isinstance(part, int):
            item[node] = part
            continue
        if not part:
            raise BadInput("the universe of items is empty")
        first_child[node], n_children[node] = len(parent), len(part)
        queue.extend(enumerate(part, len(parent)))
        for column, value in ((parent, node), (first_child, 0), (n_children, 0), (item, -1)):
            column.extend([value] * len(part))
    depth = np.zeros(len(parent), dtype=np.int64)
    for node in range(1, len(parent)):
        depth[node] = depth[parent[node]] + 1
    n_items = (np.array(item) >= 0).astype(np.int64)
    widths = np.zeros((len(parent), int(depth.max()) + 1), dtype=np.int64)
    widths[:, 0] = np.array(n_children) > 0
    for node in range(len(parent) - 1, 0, -1):
        n_items[parent[node]] += n_items[node]
        widths[parent[node], 1:] += widths[node, :-1]
    leaves = np.flatnonzero(np.array(item) >= 0)
    return Taxonomy(
        np.array(first_child),
        np.array(n_children),
        np.array(parent),
        leaves[np.argsort(np.array(item)[leaves])],
        n_items,
        widths,
    )
