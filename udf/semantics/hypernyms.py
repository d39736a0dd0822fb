"""What items are, by WordNet: a tree of their hypernyms."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from setrisk.udf.semantics.wordnet import ask, find_synsets

if TYPE_CHECKING:
    from nltk.corpus.reader.wordnet import Synset, WordNetCorpusReader  # type: ignore[import-untyped]

_ROOT = "wordnet:"


def hypernyms(wordnet_folder: str | os.PathLike[str], items: list[str]) -> list[tuple[str, str]]:
    """Return the tree of a list of items by what WordNet says they are: a row for each node except the root.

    An item is below its most frequent noun sense, each sense below its hypernym, of several below the first by name.
    `find_synsets` says how WordNet is asked; an item that it does not have is below the root. Nodes of WordNet are
    named "wordnet:dog.n.01".

    Raises:
        BadInput: a file of WordNet is missing or broken.
        MissingExtra: nltk is not installed.

    """
    rows: dict[str, str] = {}

    def add_senses(reader: WordNetCorpusReader) -> None:
        for item in items:
            senses = find_synsets(reader, item)[:1]
            rows[item] = _node(senses[0]) if senses else _ROOT
            while senses:
                # nltk has them in sets, whose order differs from process to process.
                above = sorted(senses[0].hypernyms() + senses[0].instance_hypernyms(), key=_node)[:1]
                rows[_node(senses[0])] = _node(above[0]) if above else _ROOT
                senses = above

    ask(Path(wordnet_folder), add_senses)
    return list(rows.items())


def _node(synset: Synset) -> str:
    return f"wordnet:{synset.name()}"
