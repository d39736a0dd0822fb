"""Whether the names of CTEs, tables and variables of lambdas in a query are nouns, which say what a row is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlglot import exp


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PREPOSITIONS = _words(
    """
    above after against among around at before behind below beside between beyond by during for from in inside into of
    off on onto out outside over per since through to toward under until upon via with within without
    """
)
_GRAMMAR = _PREPOSITIONS | _words(
    """
    an the this that these those he her hers him his it its me mine my our ours she their theirs them they us we you
    your yours who whom whose which what where when why how all another any anyone anything both each either every
    everyone few fewer fewest least less many more most much neither nobody none nothing one ones other others own
    several some someone something such two
    again ago ahead alike almost alone already also always anyway apart away both else ever here hereby just later
    maybe never next not now often once only otherwise perhaps rather so soon still then there thus together too twice
    very yet and as but if nor or than though unless while
    """
)
_ADJECTIVES_AND_VERBS = _words(
    """
    best better big bigger common complete correct different direct distinct empty equal exact false fewest final
    first former frequent full fuller global good great greater half hidden high higher initial known large larger
    last late later latter likely local long longer low lower main maximal minimal minor near nearer new newer nth
    old older partial possible present previous private public random rare rarer real recent right rough safe same
    second sensitive separate short shorter similar single small smaller strong stronger third top true
    unique unknown unlikely unseen upper usual valid visible weak weaker whole wide wider worse worst wrong young
    become begun bought broken brought built caught chosen come dealt done drawn driven eaten fallen felt forgotten
    found frozen given gone got grown heard held hurt kept laid learnt led left lent let lost made meant met paid put
    read risen sawn seen sent shown shut sold spent split spoken spoilt sprung stolen struck stood sworn taken
    taught thought thrown told torn understood withheld woken won worn written
    """
)
# Nouns with the ends of participles and superlatives.
_NOUNS = _words(
    """
    bed breed creed deed embed feed greed need seed shed speed weed
    being building ceiling embedding evening feeling finding heading holding king listing mapping meaning meeting
    morning ordering ranking ring saving section setting sibling spelling spending string thing timing warning wing word
    arrest bequest breast chest contest forest guest harvest interest nest protest quest request rest test vest west
    """
)


def is_noun(name: str) -> bool:
    """Whether a name may be that of rows: it ends with a noun, as far as endings and lists tell, and begins with no
    preposition and no `not`. `_a` and `_b` at the end are left out: they number two of a kind.
    """
    first, *rest = words = name.lower().split("_")
    last = words[-2] if rest and len(words[-1]) == 1 else words[-1]
    if last in _GRAMMAR or last in _ADJECTIVES_AND_VERBS or (rest and first in _PREPOSITIONS | {"not"}):
        return False
    return last in _NOUNS or not last.endswith(("ed", "ing", "est"))


def refused_names(tree: exp.Expr) -> Iterator[exp.Identifier]:
    """The names of CTEs, tables and variables of lambdas in a query that are not nouns."""
    from sqlglot import exp

    for node in tree.walk():
        if isinstance(node, exp.Lambda):
            names = node.expressions
        else:
            names = [node.this] if isinstance(node, exp.TableAlias) else []
        yield from (name for name in names if isinstance(name, exp.Identifier) and not is_noun(name.name))
