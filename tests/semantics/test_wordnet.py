"""Wu-Palmer similarity and the utility constraints of CONTEXT 6.2.3, on small WordNets written here and on a real one."""

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
from setrisk.udf.wordnet import similarities, utility_constraints

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


@settings(derandomize=True, max_examples=60, deadline=None)
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
    items = ["wolf", "bronchitis", "unheard", "cat", "number", "heart attack", "rex", "dog"]
    assert utility_constraints(small, items, [["cat"], ["bronchitis"]]) == [
        ["cat", "rex", "dog"],
        ["bronchitis", "heart attack"],
    ][::1] or pytest.fail("see below")


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
