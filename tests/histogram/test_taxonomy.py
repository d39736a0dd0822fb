"""Taxonomies that are given as a list of parents."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setrisk.errors import BadInput
from setrisk.udf.histogram.taxonomy import MOST_CHILDREN, Taxonomy, from_parents
from tests.support import taxonomy_oracle

Rows = list[tuple[str, str]]


@st.composite
def parents(draw: st.DrawFn) -> Rows:
    """A row for each node of a tree except its root, in any order."""
    n = draw(st.integers(1, 25))
    names = draw(st.permutations([f"n{number}" for number in range(n + 1)]))
    rows = [(names[node], names[draw(st.integers(0, node - 1))]) for node in range(1, n + 1)]
    return draw(st.permutations(rows))


def nested(tree: Taxonomy, leaves: list[str], node: int = 0) -> object:
    """The tree as nested lists of the items' names."""
    if not tree.n_children[node]:
        return leaves[tree.leaf.tolist().index(node)]
    first = int(tree.first_child[node])
    return [nested(tree, leaves, child) for child in range(first, first + int(tree.n_children[node]))]


@settings(max_examples=300)
@given(rows=parents())
def test_it_is_the_tree_of_its_rows(rows: Rows) -> None:
    expected = taxonomy_oracle.flattened(taxonomy_oracle.nested(rows))
    if any(sum(parent == node for _, parent in rows) > MOST_CHILDREN for _, node in rows):
        with pytest.raises(BadInput, match="it must have at most"):
            from_parents(rows)
        return
    leaves, tree = from_parents(rows)
    assert nested(tree, leaves) == expected
    assert sorted(leaves) == sorted({item for item, _ in rows} - {parent for _, parent in rows})


def test_depth_does_not_matter() -> None:
    rows = [(f"n{level + 1}", f"n{level}") for level in range(20_000)]
    leaves, tree = from_parents(rows)
    assert (leaves, tree.n_nodes) == (["n20000"], 1)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([(None, "root")], "a row has no item"),
        ([("a", "b"), ("a", "c")], "'a' has two parents"),
        ([("a", "b"), ("c", "d")], "it must have one root, .* it has 2"),
        ([], "it must have one root, .* it has 0"),
        ([("a", "b"), ("b", "a")], "it must have one root, .* it has 0"),
        ([("a", "root"), ("b", "c"), ("c", "b")], "'b' is not below the root: it is its own ancestor"),
    ],
)
def test_what_is_not_a_tree_is_refused(rows: list[tuple[str | None, str]], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        from_parents(rows)
