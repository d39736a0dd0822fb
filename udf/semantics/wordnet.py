"""Semantically consistent utility constraints from WordNet.

Source: CONTEXT 6.2.3. For every item of a privacy constraint, all items of the data whose Wu-Palmer
similarity to it reaches a threshold; together they are the items that may generalise one another.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from setrisk.errors import BadInput, MissingExtra

if TYPE_CHECKING:
    from nltk.corpus.reader.wordnet import (  # type: ignore[import-untyped]
        Synset,
        WordNetCorpusReader,
    )

Answer = TypeVar("Answer")

_NOUN_FILES = ("index.noun", "data.noun", "noun.exc")
_N_LEXICOGRAPHER_FILES = 45  # lexnames(5WN)


class _Senses(NamedTuple):
    """The noun senses of a list of items and the ancestors of every sense; both ragged, as in a CSR matrix.

    The senses of item i are `item_start[i]:item_start[i + 1]`; the ancestors of sense s, itself included, are
    `ancestors[sense_start[s]:sense_start[s + 1]]`. A depth counts the synsets on the longest way to the root;
    the root is at 1.
    """

    item_start: NDArray[np.int64]  # (n_items + 1,)
    sense_start: NDArray[np.int64]  # (n_senses + 1,)
    sense_depth: NDArray[np.int64]  # (n_senses,)
    ancestors: NDArray[np.int64]  # (nnz,), numbers of synsets
    synset_depth: NDArray[np.int64]  # (n_synsets,)


def utility_constraints(
    wordnet_folder: str | os.PathLike[str],
    items: list[str],
    constraints: list[list[str]],
    *,
    threshold: float = 0.5,
) -> list[list[str]]:
    """Return the utility constraints that fit a list of privacy constraints, by Wu-Palmer similarity.

    CONTEXT 6.2.3. The utility constraint of a privacy constraint holds its items, and every item that is
    similar to one of them by at least `threshold`. COAT wants disjoint utility constraints, so those that
    share an item are merged, in chains too: the result has *at most* one per privacy constraint. At the
    default threshold many everyday nouns are alike, and few, large utility constraints are the normal result.

    Args:
        wordnet_folder: the folder with WordNet's files `index.noun`, `data.noun` and `noun.exc`
            (Debian's package wordnet-base puts them into /usr/share/wordnet). Nothing is ever downloaded.
        items: the items of the data; duplicates are ignored. `similarities` says how WordNet is asked.
        constraints: the privacy constraints, non-empty lists of items.
        threshold: the least similarity, in [0, 1].

    Returns:
        Disjoint lists of items: each in the order of `items`, and ordered by their first item.

    Raises:
        BadInput: a file of WordNet is missing or broken, a constraint is empty or holds an item that is not
            in `items`, or the threshold is out of range.
        MissingExtra: nltk is not installed.

    """
    if not 0 <= threshold <= 1:
        raise BadInput(f"threshold is {threshold}; it must be 0 to 1")
    items = list(dict.fromkeys(items))
    _check(constraints, frozenset(items))
    asked = list(dict.fromkeys(item for constraint in constraints for item in constraint))
    alike = dict(zip(asked, similarities(wordnet_folder, items, asked) >= threshold, strict=True))
    members = [np.any([alike[item] for item in constraint], axis=0) for constraint in constraints]
    return [[items[i] for i in np.flatnonzero(whole)] for whole in _merge_overlapping(members)]


def similarities(wordnet_folder: str | os.PathLike[str], items: list[str], asked: list[str]) -> NDArray[np.float64]:
    """Return the Wu-Palmer similarity of every asked item to every item: shape (n_asked, n_items), in [0, 1].

    CONTEXT 6.2.3: 2 * depth(a, b) / (depth(a) + depth(b)), where depth(a, b) belongs to the deepest common
    ancestor; of the noun senses of two items, the pair with the largest value. A depth is the number of
    synsets on the way to the root, both ends included. (CONTEXT says "distance from the root", which would
    make the children of the root unlike everything; Wu and Palmer count nodes.) If several ways lead to
    the root it is the longest one, which keeps the value symmetric and at most 1.

    WordNet is asked for the whole item, with underscores for spaces, and for its singular ("heart attacks":
    heart_attack). If it does not have that, it is asked for the item's last word ("chronic bronchitis":
    bronchitis). An item that it does not have at all is 1 to itself and 0 to everything else; so are two
    items without a common ancestor 0 to each other.

    Raises:
        BadInput: a file of WordNet is missing or broken.
        MissingExtra: nltk is not installed.

    """
    known = list(dict.fromkeys([*items, *asked]))
    number = {item: i for i, item in enumerate(known)}
    senses = _read(Path(wordnet_folder), known)
    columns = [number[item] for item in items]
    table = np.zeros((len(asked), len(items)))
    for row, item in zip(table, asked, strict=True):
        row[:] = _similar_to(senses, number[item])[columns]
    return table


def _similar_to(senses: _Senses, item: int) -> NDArray[np.float64]:
    """Return the similarity of one item to all items of `senses`, shape (n_items,)."""
    best = np.zeros(len(senses.item_start) - 1)
    # reduceat must not see an empty slice. No sense is without ancestors, but items are without senses.
    with_senses = np.flatnonzero(np.diff(senses.item_start))
    for sense in range(senses.item_start[item], senses.item_start[item + 1]):
        own = senses.ancestors[senses.sense_start[sense] : senses.sense_start[sense + 1]]
        depth_if_own = np.zeros_like(senses.synset_depth)
        depth_if_own[own] = senses.synset_depth[own]
        common = np.maximum.reduceat(depth_if_own[senses.ancestors], senses.sense_start[:-1])
        of_senses = 2 * common / (senses.sense_depth + senses.sense_depth[sense])
        of_items = np.maximum.reduceat(of_senses, senses.item_start[with_senses])
        best[with_senses] = np.maximum(best[with_senses], of_items)
    best[item] = 1.0
    return best


def _merge_overlapping(members: list[NDArray[np.bool_]]) -> list[NDArray[np.bool_]]:
    """Merge masks of shape (n_items,) until they are disjoint; sort them by their first item."""
    merged: list[NDArray[np.bool_]] = []
    for whole in members:
        touching = [other for other in merged if np.any(other & whole)]
        merged = [other for other in merged if not np.any(other & whole)]
        merged.append(np.any([whole, *touching], axis=0))
    return sorted(merged, key=lambda mask: int(np.argmax(mask)))


def _check(constraints: list[list[str]], items: frozenset[str]) -> None:
    for i, constraint in enumerate(constraints, start=1):
        if not constraint:
            raise BadInput(f"privacy constraint {i} is empty; name at least one item")
        for item in constraint:
            if item not in items:
                raise BadInput(f"privacy constraint {i} names {item!r}, which is not an item of the data")


class _Taxonomy:
    """Numbers for synsets, and the depth and the ancestors of each, worked out once."""

    def __init__(self) -> None:
        self.depths: list[int] = []
        self.ancestors: list[frozenset[int]] = []  # of synset i, itself included
        self._numbers: dict[int, int] = {}

    def number(self, synset: Synset) -> int:
        offset: int = synset.offset()
        if offset not in self._numbers:
            parents = [self.number(parent) for parent in synset.hypernyms() + synset.instance_hypernyms()]
            own = self._numbers[offset] = len(self.depths)
            self.depths.append(1 + max((self.depths[parent] for parent in parents), default=0))
            self.ancestors.append(frozenset([own]).union(*(self.ancestors[parent] for parent in parents)))
        return self._numbers[offset]


def ask(folder: Path, question: Callable[[WordNetCorpusReader], Answer]) -> Answer:
    """The answer to a question to WordNet's nouns.

    Raises:
        BadInput: a file of WordNet is missing or broken.
        MissingExtra: nltk is not installed.

    """
    files = {name: _content(folder / name) for name in _NOUN_FILES}
    open_reader = _noun_reader(files)
    try:
        return question(open_reader("", False))
    except Exception as error:  # nltk's parser checks little: a broken file surfaces as any error at all
        raise BadInput(
            f"{folder} does not hold a readable WordNet database ({type(error).__name__}: {error})"
        ) from error


def _read(folder: Path, items: list[str]) -> _Senses:
    taxonomy = _Taxonomy()
    senses = ask(
        folder,
        lambda reader: [[taxonomy.number(synset) for synset in find_synsets(reader, item)] for item in items],
    )
    synsets = [synset for of_item in senses for synset in of_item]
    ancestors = [sorted(taxonomy.ancestors[synset]) for synset in synsets]
    depths = np.array(taxonomy.depths, np.int64)
    return _Senses(
        item_start=_starts(len(of_item) for of_item in senses),
        sense_start=_starts(len(of_sense) for of_sense in ancestors),
        sense_depth=depths[np.array(synsets, np.int64)],
        ancestors=np.array([ancestor for of_sense in ancestors for ancestor in of_sense], np.int64),
        synset_depth=depths,
    )


def _starts(lengths: Iterable[int]) -> NDArray[np.int64]:
    return np.cumsum([0, *lengths], dtype=np.int64)


def find_synsets(reader: WordNetCorpusReader, item: str) -> list[Synset]:
    """The noun senses of an item, the most frequent one first; `similarities` says how WordNet is asked."""
    words = item.lower().split()
    if not words:
        return []
    whole: list[Synset] = reader.synsets("_".join(words), "n")
    return whole or reader.synsets(words[-1], "n")


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(
            f"{path}: cannot read this file of WordNet ({error.strerror}); "
            f"name a folder that holds {', '.join(_NOUN_FILES)}"
        ) from error


def _noun_reader(files: dict[str, bytes]) -> type[WordNetCorpusReader]:
    """Return nltk's reader, bound to the noun files.

    It takes two arguments. The root folder is "", since nothing is opened below it; the multilingual reader
    is False, since None would warn that there is none.
    """
    try:
        from nltk.corpus.reader.wordnet import WordNetCorpusReader
        from nltk.data import SeekableUnicodeStreamReader  # type: ignore[import-untyped]
    except ImportError as error:
        raise MissingExtra(
            "WordNet similarities need the extra setrisk[text] (nltk): pip install 'setrisk[text]'"
        ) from error

    # nltk wants fifteen files. Debian's folder lacks two of them; the names of the lexicographer files are
    # used for nothing here, and the other parts of speech are not wanted. The contents come from memory,
    # because nltk opens files only below nltk.data.path, a list that the whole process shares.
    lexnames = "".join(f"{i:02d}\tnoun\t1\n" for i in range(_N_LEXICOGRAPHER_FILES))
    given = {"lexnames": lexnames.encode(), **files}

    class NounReader(WordNetCorpusReader):  # type: ignore[misc]
        def open(self, file: str) -> SeekableUnicodeStreamReader:
            return SeekableUnicodeStreamReader(io.BytesIO(given.get(file, b"")), "utf8")

        def map_wn(self, version: str = "wordnet") -> None:
            """Skip the map between versions: it would look for another WordNet among nltk's downloads."""

    return NounReader
