"""Items out of free text: the nouns and noun phrases of a document, or of what somebody searched for.

Source: THESIS 5.1.1 (I2B2, GoArticle) = CONTEXT 6.1.1: tag the words, take the patterns Noun + Noun,
Adjective + Noun or Noun, drop stop words, duplicates (singular or plural) and nouns that a published phrase
contains. THESIS 5.1.1 (AOL) = CONTEXT 6.1.2: a query of one or two words is an item itself.

The papers tag with the Stanford tagger; here the tags come from TextBlob's pattern tagger, which is pure
Python, reads one lexicon from its own package and never downloads anything. It looks words up and ignores
their context, so some phrases of the papers come out as a noun alone, and the other way round.
"""

from __future__ import annotations

import functools
import re
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from setrisk.errors import MissingExtra

Token = list[str]  # a word and its Penn Treebank tag, as the tagger returns them
Item = tuple[str, ...]  # one or two words in lower case, the last one in the singular

# Function words, and what the tagger takes for a noun or an adjective although it names nothing.
# "other" and "several" are not here: the papers publish "other complication" and "several factor".
_FUNCTION_WORDS = """
    a about above after again against all also although always am an and another any anybody anyone anything
    are as at be became because been before being below between both but by can cannot could did do does doing
    done down during each either else enough even ever every everybody everyone everything few fewer for from
    further had has have having he hence her here hers herself him himself his how however i if in into is it
    its itself just least less like many may me might mine more most much must my myself near neither never no
    nobody none nor not nothing now of off often on once one ones only onto or our ours ourselves out over own
    per perhaps quite rather same shall she should since so some somebody someone something soon still such
    than that the their theirs them themselves then there therefore these they this those though through thus
    to together too toward towards under until up upon us very via was we well were what whatever when
    whenever where whether which while who whoever whole whom whose why will with within without would yes yet
    you your yours yourself yourselves al. approx cf. e.g e.g. et etc etc. i.e i.e. resp vs vs.
"""
STOP_WORDS = frozenset(_FUNCTION_WORDS.split())

# A word of an item: two characters or more, a letter among them, no sign of a number or a formula.
_WORD = re.compile(r"(?=.*[^\W\d_])[\w.'\u2019&/+-]{2,}")

# The lexicon knows "left" as a verb form alone ("left foot", Figure 5.2).
_ADJECTIVES = frozenset({"left"})
# The tagger ignores context: a participle that cannot be a verb there is an adjective ("the affected side").
_PARTICIPLES = ("VBN", "VBG")
_NO_VERB_AFTER = ("DT", "JJ", "PRP$")

_IRREGULAR = {
    "people": "person",
    "children": "child",
    "feet": "foot",
    "teeth": "tooth",
    "geese": "goose",
    "mice": "mouse",
    "oxen": "ox",
    "data": "data",
    "species": "species",
    "series": "series",
    "diabetes": "diabetes",
    "clothes": "clothes",
}
# Plural and singular endings; the first singular that the lexicon knows as a noun wins.
_ENDINGS = (
    ("s", ""),
    ("ses", "s"),
    ("shes", "sh"),
    ("ches", "ch"),
    ("xes", "x"),
    ("zes", "z"),
    ("oes", "o"),
    ("ies", "y"),
    ("ves", "f"),
    ("ves", "fe"),
    ("es", "is"),
    ("ices", "ix"),
    ("ices", "ex"),
    ("men", "man"),
    ("ae", "a"),
    ("i", "us"),
    ("a", "um"),
    ("a", "on"),
)
# For words that the lexicon does not know, the first pattern that matches.
_GUESSES = (
    (re.compile(r"(us|is|ss)$"), r"\1"),
    (re.compile(r"ies$"), "y"),
    (re.compile(r"(o|y|the|sta)ses$"), r"\1sis"),
    (re.compile(r"(ss|us|sh|ch|x)es$"), r"\1"),
    (re.compile(r"s$"), ""),
    (re.compile(r"ae$"), "a"),
)

_LOADING = threading.Lock()


class _Tagger(NamedTuple):
    sentences: Callable[[str], list[str]]  # text -> sentences, their tokens joined by single spaces
    tags: Callable[[list[str]], list[Token]]  # the tokens of a sentence -> tagged tokens
    singular: Callable[[str], str]  # a plural noun in lower case -> its singular


def noun_phrases(text: str | None) -> list[str]:
    """Return the items of one document: its noun phrases and nouns.

    THESIS 5.1.1. Each sentence is read from left to right; at each word the two-word patterns Noun + Noun and
    Adjective + Noun come before Noun, and a word belongs to one item at most ("vascular disease" out of
    "peripheral vascular disease"; "femoral artery", "tibial bypass", "graft" out of "femoral artery anterior
    tibial bypass graft"). A stop word is neither a noun nor an adjective here. A participle after a
    determiner, an adjective or a possessive pronoun counts as an adjective.

    The rule that a noun in a published phrase is dropped looks at the whole document, not only at what comes
    before.

    Args:
        text: the document; plain text. An empty line ends a sentence. None is a document without text.

    Returns:
        Distinct items in lower case, one or two words each, the last word in the singular, in the order of
        their first appearance. Empty for None and for text without a noun.

    Raises:
        MissingExtra: textblob is not installed.

    Threads may call this at the same time. The first call loads the lexicon and takes some seconds, most
    of them for the import of textblob.

    """
    if text is None or not text.strip():
        return []
    tagger = _tagger()
    found = dict.fromkeys(
        item
        for sentence in tagger.sentences(text)
        for item in _items(tagger.tags(sentence.split(" ")), tagger.singular)
    )
    return [" ".join(item) for item in _drop_contained(found)]


def query_items(queries: Iterable[str | None]) -> list[str]:
    """Return the items of one user of a search engine: short queries, and the noun phrases of longer ones.

    THESIS 5.1.1 (AOL). The taggers know little of queries, which have no grammar: one of two words or fewer is an
    item, with its last word in the singular as the paper prints it ("accent mark"); names lose their ending, too ("las
    vega"). It is left out if all of its words are stop words, or have one character, no letter, or a strange sign
    ("90210", "c", "yahoo!"). Repeats, singular or plural, and nouns that another item contains are dropped over all
    queries of the user.

    Args:
        queries: in the order in which they were asked; None is one without text.

    Returns:
        Distinct items in lower case, one or two words each, the last word in the singular, in the order of their
        first appearance.

    Raises:
        MissingExtra: textblob is not installed.
    """
    tagger = _tagger()
    found: dict[Item, None] = {}
    for query in queries:
        words = (query or "").lower().split()
        if len(words) > 2:
            found.update(dict.fromkeys(tuple(item.split(" ")) for item in noun_phrases(query)))
        elif any(_WORD.fullmatch(word) and word not in STOP_WORDS for word in words):
            *first, last = tagger.tags(words)
            found[*(word for word, *_ in first), _head(last, tagger.singular)] = None
    return [" ".join(item) for item in _drop_contained(found)]


def _items(tokens: list[Token], singular: Callable[[str], str]) -> Iterator[Item]:
    """Match the three patterns in one sentence, from left to right, the longest first."""
    kinds = _kinds(tokens)
    i = 0
    while i < len(tokens):
        if kinds[i : i + 2] in ("NN", "AN"):
            yield tokens[i][0].lower(), _head(tokens[i + 1], singular)
            i += 2
            continue
        if kinds[i] == "N":
            yield (_head(tokens[i], singular),)
        i += 1


def _kinds(tokens: list[Token]) -> str:
    """Return one letter per token: N (noun), A (adjective) or - (anything else)."""
    return "".join(_kind(tokens, i) for i in range(len(tokens)))


def _kind(tokens: list[Token], i: int) -> str:
    word, tag = tokens[i]
    lower = word.lower()
    if lower in _ADJECTIVES or tag.startswith("JJ") or _is_adjectival_participle(tokens, i):
        kind = "A"
    elif tag.startswith("NN"):
        kind = "N"
    else:
        return "-"
    return kind if _WORD.fullmatch(word) and lower not in STOP_WORDS else "-"


def _is_adjectival_participle(tokens: list[Token], i: int) -> bool:
    return tokens[i][1] in _PARTICIPLES and i > 0 and tokens[i - 1][1].startswith(_NO_VERB_AFTER)


def _head(token: Token, singular: Callable[[str], str]) -> str:
    word, tag = token
    # Only what the tagger calls a plural: "abdomen", "diabetes" and "pancreas" are singular nouns.
    return singular(word.lower()) if tag in ("NNS", "NNPS") else word.lower()


def _drop_contained(found: Iterable[Item]) -> list[Item]:
    """Drop the single nouns that are a word of a longer item."""
    items = list(found)
    contained = {word for item in items if len(item) > 1 for word in item}
    return [item for item in items if len(item) > 1 or item[0] not in contained]


def _tagger() -> _Tagger:
    # TextBlob fills its lexicon on first use and lets a second thread read it half full.
    with _LOADING:
        return _load()


@functools.cache
def _load() -> _Tagger:
    try:
        from textblob.en import lexicon, parser  # type: ignore[import-untyped]
    except ImportError as error:
        raise MissingExtra(
            "noun phrases need the extra setrisk[text] (textblob and nltk): pip install 'setrisk[text]'"
        ) from error
    with warnings.catch_warnings():
        # TextBlob leaves the closing of its lexicon file to the garbage collector.
        warnings.filterwarnings("ignore", message="unclosed file .*en-lexicon", category=ResourceWarning)
        lexicon.load()
    known: dict[str, str] = dict(lexicon)
    nouns = frozenset(word for word, tag in known.items() if tag == "NN")
    return _Tagger(
        sentences=parser.find_tokens,
        # A plain dict: TextBlob's lazy one asks on every look-up whether it is loaded.
        tags=functools.partial(parser.find_tags, lexicon=known),
        singular=functools.lru_cache(maxsize=65536)(functools.partial(_singular, nouns)),
    )


def _singular(nouns: frozenset[str], plural: str) -> str:
    """Return the singular of a plural noun in lower case.

    TextBlob's own `singularize` ignores its lexicon and makes "curf", "valf", "headach" and "to" of curves,
    valves, headaches and toes; it is also slower than the tagger.
    """
    if plural in _IRREGULAR:
        return _IRREGULAR[plural]
    for ending, replacement in _ENDINGS:
        if plural.endswith(ending) and plural.removesuffix(ending) + replacement in nouns:
            return plural.removesuffix(ending) + replacement
    for pattern, replacement in _GUESSES:
        if pattern.search(plural):
            return pattern.sub(replacement, plural)
    return plural
