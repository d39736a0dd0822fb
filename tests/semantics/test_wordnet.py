"""Wu-Palmer similarity and the utility constraints of CONTEXT 6.2.3, on WordNets written here and on a real one."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setrisk.errors import BadInput, MissingExtra
from setrisk.udf.common.taxonomy import from_parents
from setrisk.udf.semantics.hypernyms import hypernyms
from setrisk.udf.semantics.wordnet import similarities, utility_constraints

REAL = Path("/usr/share/wordnet")
real = pytest.mark.skipif(
    not (REAL / "data.noun").exists(), reason=f"no WordNet in {REAL} (Debian: apt-get install wordnet-base)"
)
HEADER = "  1 A small WordNet for tests.  \n"


class Synset(NamedTuple):
    lemmas: str  # separated by spaces
    hypernyms: tuple[int, ...] = ()  # places of earlier synsets
    pointer: str = "@"


def write_wordnet(folder: Path, synsets: Iterable[Synset], exceptions: str = "") -> Path:
    """Write index.noun, data.noun and noun.exc: wndb(5WN). A line's offset is known once the lengths before it are."""
    synsets = list(synsets)
    offsets = [0] * len(synsets)

    def line(i: int) -> str:
        lemmas = synsets[i].lemmas.split()
        words = " ".join(f"{lemma} 0" for lemma in lemmas)
        pointers = [f"{synsets[i].pointer} {offsets[h]:08d} n 0000" for h in synsets[i].hypernyms]
        fields = [f"{offsets[i]:08d} 03 n {len(lemmas):02x} {words} {len(pointers):03d}", *pointers]
        return " ".join(fields) + " | made for a test  \n"

    position = len(HEADER)
    for i in range(len(synsets)):
        offsets[i] = position
        position += len(line(i).encode())
    senses: dict[str, list[int]] = {}
    for i, synset in enumerate(synsets):
        for lemma in synset.lemmas.split():
            senses.setdefault(lemma.lower(), []).append(offsets[i])
    index = [
        f"{lemma} n {len(of)} 1 @ {len(of)} 0 {' '.join(f'{offset:08d}' for offset in of)}  \n"
        for lemma, of in sorted(senses.items())
    ]
    (folder / "data.noun").write_text(HEADER + "".join(map(line, range(len(synsets)))), encoding="utf-8")
    (folder / "index.noun").write_text(HEADER + "".join(index), encoding="utf-8")
    (folder / "noun.exc").write_text(exceptions, encoding="utf-8")
    return folder


# In comments: the number of synsets on the longest way to the root.
SMALL = (
    Synset("entity"),  # 0: 1
    Synset("animal", (0,)),  # 1: 2
    Synset("canine", (1,)),  # 2: 3
    Synset("pet", (1,)),  # 3: 3
    Synset("house_pet", (3,)),  # 4: 4
    Synset("dog domestic_dog", (2, 4)),  # 5: 5, by way of the house pets
    Synset("wolf", (2,)),  # 6: 4
    Synset("cat", (4,)),  # 7: 5
    Synset("Rex", (5,), "@i"),  # 8: 6, an instance
    Synset("food", (0,)),  # 9: 2
    Synset("sausage dog", (9,)),  # 10: 3, the other sense of dog
    Synset("disease", (0,)),  # 11: 2
    Synset("bronchitis", (11,)),  # 12: 3
    Synset("heart_attack", (11,)),  # 13: 3
    Synset("attack", (0,)),  # 14: 2
    Synset("number"),  # 15: 1, another root
    Synset("foot", (0,)),  # 16: 2
    Synset("café", (9,)),  # 17: 3
)


@pytest.fixture
def small(tmp_path) -> Path:
    return write_wordnet(tmp_path, SMALL, "feet foot\n")


@pytest.mark.parametrize(
    ("a", "b", "value"),
    [
        ("dog", "dog", 1.0),
        ("dog", "Domestic Dog", 1.0),  # one synset; case and spaces
        ("dog", "wolf", 2 * 3 / (5 + 4)),
        ("dog", "cat", 2 * 4 / (5 + 5)),
        ("dog", "rex", 2 * 5 / (5 + 6)),
        ("dog", "sausage", 1.0),  # the best pair of senses
        ("dog", "food", 2 * 2 / (3 + 2)),
        ("wolf", "cat", 2 * 2 / (4 + 5)),
        ("wolf", "food", 2 * 1 / (4 + 2)),
        ("heart attacks", "bronchitis", 2 * 2 / (3 + 3)),  # the whole phrase, its singular
        ("chronic bronchitis", "heart attack", 2 * 2 / (3 + 3)),  # the last word
        ("panic attack", "attack", 1.0),
        ("feet", "foot", 1.0),  # noun.exc
        ("café", "food", 2 * 2 / (3 + 2)),  # offsets are bytes
        ("dog", "number", 0.0),  # no common ancestor
        ("dog", "unheard", 0.0),
        ("unheard", "unheard", 1.0),
        ("unheard", "", 0.0),
    ],
)
def test_similarity(small, a, b, value):
    assert similarities(small, [b], [a]) == pytest.approx(np.array([[value]]))
    assert similarities(small, [a], [b]) == pytest.approx(np.array([[value]]))


def literal(synsets: list[Synset], a: str, b: str) -> float:
    """CONTEXT 6.2.3, word for word: every pair of senses, every common ancestor."""

    def depth(i: int) -> int:
        return 1 + max((depth(h) for h in synsets[i].hypernyms), default=0)

    def ancestors(i: int) -> set[int]:
        return {i}.union(*(ancestors(h) for h in synsets[i].hypernyms))

    def senses(word: str) -> list[int]:
        return [i for i, synset in enumerate(synsets) if word in synset.lemmas.split()]

    if a == b:
        return 1.0
    return max(
        (
            2 * depth(common) / (depth(i) + depth(j))
            for i in senses(a)
            for j in senses(b)
            for common in ancestors(i) & ancestors(j)
        ),
        default=0.0,
    )


@st.composite
def wordnets(draw) -> list[Synset]:
    """Synsets under one or several roots, with up to two hypernyms each; a word may stand in several."""
    synsets = []
    for i in range(draw(st.integers(1, 14))):
        lemmas = {f"x{i}q", *draw(st.lists(st.sampled_from(["aq", "bq", "cq"]), max_size=2))}
        hypernyms = draw(st.lists(st.integers(0, i - 1), max_size=2, unique=True)) if i else []
        synsets.append(Synset(" ".join(sorted(lemmas)), tuple(hypernyms)))
    return synsets


@settings(max_examples=60)
@given(wordnets())
def test_similarities_are_the_literal_ones(synsets):
    words = ["aq", "bq", "cq", "nowhereq", *(f"x{i}q" for i in range(len(synsets)))]
    with tempfile.TemporaryDirectory() as folder:
        table = similarities(write_wordnet(Path(folder), synsets), words, words)
    expected = [[literal(synsets, a, b) for b in words] for a in words]
    np.testing.assert_allclose(table, expected, rtol=0, atol=1e-12)
    np.testing.assert_array_equal(table, table.T)
    assert (table >= 0).all()
    assert (table <= 1).all()


def test_utility_constraints_hold_what_is_similar(small):
    items = ["wolf", "bronchitis", "unheard", "cat", "number", "heart attack", "rex", "dog", "cat"]
    assert utility_constraints(small, items, [["cat"], ["bronchitis"]]) == [
        ["bronchitis", "heart attack"],
        ["cat", "rex", "dog"],
    ]
    assert utility_constraints(small, items, [["unheard"]]) == [["unheard"]]
    assert utility_constraints(small, items, []) == []


def test_threshold_is_reached_by_equality(small):
    # cat and dog are 2 * 4 / 10 alike.
    assert utility_constraints(small, ["cat", "dog"], [["cat"]], threshold=0.8) == [["cat", "dog"]]
    assert utility_constraints(small, ["cat", "dog"], [["cat"]], threshold=0.81) == [["cat"]]


def test_overlapping_constraints_are_merged(small):
    items = ["cat", "wolf", "bronchitis", "dog", "heart attack"]
    # wolf and cat are 4/9 alike, dog is alike to both.
    assert utility_constraints(small, items, [["wolf"], ["bronchitis"], ["cat"]]) == [
        ["cat", "wolf", "dog"],
        ["bronchitis", "heart attack"],
    ]


def test_chains_are_merged(small):
    items = ["wolf", "bronchitis", "cat", "number"]
    assert utility_constraints(
        small, items, [["wolf"], ["cat"], ["number"], ["cat", "bronchitis"], ["wolf", "cat"]]
    ) == [
        ["wolf", "bronchitis", "cat"],
        ["number"],
    ]


@settings(max_examples=30)
@given(wordnets(), st.data())
def test_utility_constraints_are_the_connected_closures(synsets, data):
    words = ["aq", "bq", "cq", "nowhereq", *(f"x{i}q" for i in range(len(synsets)))]
    constraint = st.lists(st.sampled_from(words), min_size=1, max_size=3)
    constraints = data.draw(st.lists(constraint, max_size=4))
    with tempfile.TemporaryDirectory() as folder:
        found = utility_constraints(write_wordnet(Path(folder), synsets), words, constraints, threshold=0.6)
    closures = [{b for a in asked for b in words if literal(synsets, a, b) >= 0.6} for asked in constraints]
    assert {word for group in found for word in group} == set().union(*closures)
    assert sum(len(group) for group in found) == len(set().union(*closures))  # disjoint
    assert all(sum(not closure.isdisjoint(group) for group in found) == 1 for closure in closures)
    assert all(group == sorted(group, key=words.index) for group in found)
    assert found == sorted(found, key=lambda group: words.index(group[0]))
    # A group is more than one closure only where these hang together.
    for group in found:
        parts = [closure for closure in closures if not closure.isdisjoint(group)]
        whole = parts.pop(0)
        while touching := [part for part in parts if not part.isdisjoint(whole)]:
            whole = whole.union(*touching)
            parts = [part for part in parts if part.isdisjoint(whole)]
        assert parts == []


@pytest.mark.parametrize("name", ["index.noun", "data.noun", "noun.exc"])
def test_missing_file_is_named(small, name):
    (small / name).unlink()
    with pytest.raises(BadInput, match=name.replace(".", r"\.")):
        similarities(small, ["dog"], ["cat"])


def test_missing_folder_is_named(tmp_path):
    with pytest.raises(BadInput, match="not here"):
        utility_constraints(tmp_path / "not here", ["dog"], [["dog"]])


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("data.noun", b""),
        ("data.noun", b"rubbish\n" * 200),
        ("data.noun", b"\xff" * 2000),
        ("index.noun", b"dog n\n"),
        ("index.noun", b"dog n x 1 @ 1 0 00000033\n"),
        ("index.noun", b"dog n 1 1 @ 1 0 00000007\n"),  # no synset begins there
        ("index.noun", b"\xff\xfe"),
    ],
)
def test_broken_file_is_bad_input(small, name, content):
    (small / name).write_bytes(content)
    with pytest.raises(BadInput, match="WordNet"):
        similarities(small, ["dog"], ["dog"])


def test_circular_hypernyms_are_bad_input(tmp_path):
    write_wordnet(tmp_path, [Synset("egg", (1,)), Synset("hen", (0,))])
    with pytest.raises(BadInput, match="WordNet"):
        similarities(tmp_path, ["hen"], ["egg"])


@pytest.mark.parametrize(
    ("constraints", "threshold", "message"),
    [
        ([["dog"], []], 0.5, "privacy constraint 2 is empty"),
        ([["dog", "wolf"]], 0.5, "'wolf'"),
        ([["dog"]], -0.1, "threshold"),
        ([["dog"]], 1.5, "threshold"),
        ([["dog"]], float("nan"), "threshold"),
    ],
)
def test_bad_arguments(small, constraints, threshold, message):
    with pytest.raises(BadInput, match=message):
        utility_constraints(small, ["dog", "cat"], constraints, threshold=threshold)


def test_missing_nltk_names_the_extra(small, monkeypatch):
    monkeypatch.setitem(sys.modules, "nltk.corpus.reader.wordnet", None)
    with pytest.raises(MissingExtra, match=r"setrisk\[text\].*pip install"):
        similarities(small, ["dog"], ["cat"])


def test_hypernyms_are_a_tree(small):
    """An item is below its first sense, and each sense below its hypernym, of several below the first by name."""
    items = ["dog", "wolf", "rex", "cat", "domestic dog", "chronic bronchitis", "number", "unheard"]
    rows = hypernyms(small, items)
    assert len(dict(rows)) == len(rows)
    leaves, tree = from_parents(rows)
    assert sorted(leaves) == sorted(items)
    parent = dict(rows)

    def above(node: str) -> list[str]:
        return [parent[node], *above(parent[node])] if node in parent else []

    dog = ["wordnet:dog.n.01", "wordnet:canine.n.01", "wordnet:animal.n.01", "wordnet:entity.n.01", "wordnet:"]
    assert above("dog") == above("domestic dog") == dog
    assert above("rex") == ["wordnet:rex.n.01", *dog]
    assert above("cat")[1:3] == ["wordnet:house_pet.n.01", "wordnet:pet.n.01"]
    assert above("number") == ["wordnet:number.n.01", "wordnet:"]
    assert above("unheard") == ["wordnet:"]
    # Nodes: the items, and those with two children or more: dog, canine, animal, entity and the root.
    assert tree.n_nodes == len(items) + 5


def test_of_several_hypernyms_the_first_by_name_is_taken_in_each_process(tmp_path):
    """nltk lists them in an order that depends on hashes."""
    above = [Synset("top"), *(Synset(f"{side}{n}", (0,)) for n in range(20) for side in "yx")]
    below = [Synset(f"thing{n}", (2 * n + 1, 2 * n + 2)) for n in range(20)]
    rows = dict(hypernyms(write_wordnet(tmp_path, [*above, *below]), [f"thing{n}" for n in range(20)]))
    assert [rows[f"wordnet:thing{n}.n.01"] for n in range(20)] == [f"wordnet:x{n}.n.01" for n in range(20)]


@real
def test_real_wordnet():
    items = ["dog", "cat", "car", "automobile", "heart attacks", "chronic bronchitis", "asthma", "Paris", "qwxz"]
    table = similarities(REAL, items, items)
    value = {(a, b): table[i, j] for i, a in enumerate(items) for j, b in enumerate(items)}
    assert value["dog", "cat"] == pytest.approx(24 / 28)  # two carnivores, as nltk has it
    assert value["car", "automobile"] == 1
    assert value["chronic bronchitis", "asthma"] > 0.8
    assert value["heart attacks", "asthma"] > 0.5 > value["heart attacks", "Paris"]
    assert value["dog", "qwxz"] == 0
    assert utility_constraints(REAL, items, [["dog"], ["chronic bronchitis"]], threshold=0.8) == [
        ["dog", "cat"],
        ["chronic bronchitis", "asthma"],
    ]


@real
def test_real_wordnet_at_size():
    lines = (REAL / "index.noun").read_text(encoding="utf-8").splitlines()
    lemmas = [line.split()[0].replace("_", " ") for line in lines if not line.startswith(" ")]
    items = lemmas[:: len(lemmas) // 2000][:2000]
    constraints = [items[i : i + 400 : 100] for i in range(0, 1500, 75)]
    assert len(constraints) == 20
    groups = utility_constraints(REAL, items, constraints, threshold=0.9)
    members = [item for group in groups for item in group]
    assert len(set(members)) == len(members)
    assert {item for constraint in constraints for item in constraint} <= set(members)
