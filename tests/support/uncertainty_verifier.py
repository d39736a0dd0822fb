"""Does a release keep rho-uncertainty? Written from the promise, not from any way to keep it."""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from duckdb import DuckDBPyConnection

from tests.support import generalisation_verifier
from tests.support.generalisation_verifier import Published

# Of records with more items, only rules of up to three known items, and of all but up to two, are looked at.
MOST_ITEMS = 10


def violations_of(con: DuckDBPyConnection, release: str, *, rho: float, sensitive: Collection[str]) -> list[str]:
    """What is wrong with a release, by its published tables and the owner's."""
    transactions, published = generalisation_verifier.published_release(con, release)
    numbers = dict(con.execute("SELECT i.item, i.item_id FROM setrisk_private.item AS i").fetchall())
    secret = {numbers[name] for name in sensitive if name in numbers}
    shown = con.execute("SELECT p.item_id FROM setrisk.protected_item AS p WHERE p.release = ?", [release]).fetchall()
    records = sorted(transactions)
    everything = set().union(*transactions.values())
    images = [published[record] for record in records]
    forms = {form for image in images for form in image}
    return [
        *generalisation_verifier.violations(
            [transactions[record] for record in records],
            images,
            n_items=len(everything),
            constraints=[],
            utility=[everything - secret],
            k=1,
            max_suppression=1,
        ),
        *(
            []
            if {item for (item,) in shown} == forms & secret
            else ["it does not say which of its items are sensitive"]
        ),
        *confident_rules(images, secret, Fraction(str(rho))),
    ]


def confident_rules(
    records: Sequence[Collection[Published]], sensitive: Collection[int], rho: Fraction
) -> Iterator[str]:
    """Rules for a sensitive item with a confidence above rho."""
    shown = [frozenset(record) for record in records if record]
    holding = {
        form: frozenset(n for n, record in enumerate(shown) if form in record) for form in frozenset().union(*shown)
    }
    everyone = frozenset(range(len(shown)))
    for record in set(shown):
        for item in record & frozenset(sensitive):
            rest = record - {item}
            sizes = [size for size in range(len(rest) + 1) if len(rest) <= MOST_ITEMS or not 3 < size < len(rest) - 2]
            for known in (each for size in sizes for each in combinations(rest, size)):
                supporting = everyone.intersection(*(holding[form] for form in known))
                both = len(supporting & holding[item])
                if both > rho * len(supporting):
                    yield f"{both} of {len(supporting)} records with {known} show {item}"
