"""Taxonomies that are given as a list of parents."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setrisk.errors import BadInput
from setrisk.udf.common.taxonomy import Taxonomy, balanced_taxonomy, from_parents
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


@settings(max_examples=200)
@given(rows=parents(), data=st.data())
def test_items_that_are_not_asked_for_leave_the_tree(rows: Rows, data: st.DataObject) -> None:
    leaves, tree = from_parents(rows)
    kept = data.draw(st.permutations(leaves).flatmap(lambda names: st.integers(1, len(names)).map(lambda n: names[:n])))

    def without_others(part: object) -> object:
        if isinstance(part, str):
            return part if part in kept else []
        assert isinstance(part, list)
        return [below for child in part if (below := without_others(child)) != []]

    expected = taxonomy_oracle.flattened(without_others(taxonomy_oracle.nested(rows)))
    found = tree.with_items([leaves.index(name) for name in kept])
    assert nested(found, kept) == expected
    assert [int(found.first_leaf[node]) for node in found.leaf[found.items]] == list(range(len(kept)))


def test_a_tree_of_no_items_is_none() -> None:
    with pytest.raises(BadInput, match="empty"):
        balanced_taxonomy(3, 2).with_items([])
