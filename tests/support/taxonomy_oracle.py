"""The tree of a list of parents, by recursion from the root; slow."""

from collections.abc import Sequence


def nested(rows: Sequence[tuple[str, str]]) -> object:
    """The tree as nested lists of names, children in the order of their rows."""
    (root,) = {parent for _, parent in rows} - {item for item, _ in rows}
    return _below(root, rows)


def _below(node: str, rows: Sequence[tuple[str, str]]) -> object:
    children = [item for item, parent in rows if parent == node]
    return [_below(child, rows) for child in children] if children else node


def flattened(tree: object) -> object:
    """A node with one child alone is its child."""
    if isinstance(tree, str):
        return tree
    assert isinstance(tree, list)
    return flattened(tree[0]) if len(tree) == 1 else [flattened(child) for child in tree]
