"""Does a histogram keep its promise? Written from the promise, not from any way to keep it. That noise is what it
claims to be cannot be seen in one release: the audit looks at many.
"""

from collections import Counter
from collections.abc import Iterator

from duckdb import DuckDBPyConnection

Itemset = frozenset[str]


def violations_of(con: DuckDBPyConnection, release: str, universe: object = None) -> list[str]:
    return list(_violations(con, release, universe))


def _violations(con: DuckDBPyConnection, release: str, universe: object) -> Iterator[str]:
    ((dataset, method, parameters, marks),) = con.execute(
        "SELECT dataset, method, parameters, marks FROM setrisk.release WHERE release = ?", [release]
    ).fetchall()
    rows = con.execute("SELECT itemset, occurrences FROM setrisk.histogram WHERE release = ?", [release]).fetchall()
    names = dict(
        con.execute("SELECT item_id, item FROM setrisk.published_item WHERE release = ?", [release]).fetchall()
    )
    shown = {item for itemset, _ in rows for item in itemset}
    if set(names) != shown:
        yield f"names are published of {set(names) ^ shown}, whether they are shown or not"
    if any(itemset != sorted(set(itemset)) or not itemset for itemset, _ in rows):
        yield "an itemset is empty, or not in order"
    if rows != sorted(rows):
        yield "the rows are in an order that is not that of the itemsets"
    found = {frozenset(names[item] for item in itemset): occurrences for itemset, occurrences in rows}
    if len(found) < len(rows):
        yield "an itemset is published twice"
    if any(occurrences < 1 for occurrences in found.values()):
        yield "a count is not positive"
    if isinstance(universe, list) and (beyond := set().union(*found) - set(universe)):
        yield f"items are shown that the universe lacks: {beyond}"
    if method == "identity":
        if found != _data(con, dataset):
            yield "the histogram is not that of the data"
        if marks != ["unprotected"]:
            yield "it is not marked unprotected"
    else:
        seeded = bool(con.execute("SELECT 1 FROM setrisk_private.release_seed WHERE release = ?", [release]).fetchall())
        if seeded != ("seeded" in marks):
            yield "what is seeded is not marked so, or the other way round"
        if "seed" in parameters:
            yield "the seed is published"
        if not con.execute(
            "SELECT 1 FROM setrisk_private.spending WHERE dataset = ? AND release = ?", [dataset, release]
        ).fetchall():
            yield "its budget is not in the ledger"
    if method == "aplkiller":
        yield from _leakages(found)


def _data(con: DuckDBPyConnection, dataset: str) -> Counter[Itemset]:
    transactions = con.execute(
        "SELECT list(i.item) FROM setrisk_private.transaction_item AS t JOIN setrisk_private.item AS i USING (item_id) "
        "WHERE t.dataset = ? GROUP BY t.tid",
        [dataset],
    ).fetchall()
    return Counter(frozenset(items) for (items,) in transactions)


def _leakages(found: dict[Itemset, int]) -> Iterator[str]:
    """Whoever knows all items of a person's itemset but one must not find it alone."""
    holders: dict[str, set[Itemset]] = {}
    for itemset in found:
        for item in itemset:
            holders.setdefault(item, set()).add(itemset)
    for itemset in found:
        for item in itemset:
            known = itemset - {item}
            if known and set.intersection(*(holders[each] for each in known)) == {itemset}:
                yield f"{set(known)} tells {item!r}"
                return
