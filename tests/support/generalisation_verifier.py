"""Does a set-generalised release keep its promise? Written from the promise, not from any way to keep it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, combinations

from duckdb import DuckDBPyConnection

Published = int | frozenset[int]


def violations_of(
    con: DuckDBPyConnection,
    release: str,
    *,
    k: int,
    max_suppression: float,
    utility: Sequence[Sequence[str]] | None = None,
    m: int | None = None,
) -> list[str]:
    """What is wrong with a release, by its published tables and the owner's; without `utility`, all items may meet.
    With `m` it protects all itemsets of up to so many items, and has no privacy constraints.
    """

    transactions, published = published_release(con, release)
    constraints = _grouped(
        con,
        release,
        "SELECT c.constraint_no, c.item_id FROM setrisk_private.privacy_constraint AS c WHERE c.release = ?",
    )
    numbers = dict(con.execute("SELECT i.item, i.item_id FROM setrisk_private.item AS i").fetchall())
    everything = set().union(*transactions.values())
    records = sorted(transactions)
    return [
        *([] if bool(constraints) == (m is None) else [f"there are {len(constraints)} privacy constraints to keep"]),
        *(f"record {record} was published for no transaction" for record in published.keys() - transactions.keys()),
        *violations(
            [transactions[record] for record in records],
            [published[record] for record in records],
            n_items=len(everything),
            constraints=list(constraints.values()),
            utility=[everything] if utility is None else [{numbers[item] for item in group} for group in utility],
            k=k,
            max_suppression=max_suppression,
            m=m or 0,
        ),
    ]


def published_release(con: DuckDBPyConnection, release: str) -> tuple[dict[int, set[int]], dict[int, list[Published]]]:
    """By record: the items of its transaction, and what it shows, in order."""
    transactions: dict[int, set[int]] = {
        record: set()
        for (record,) in con.execute(
            "SELECT p.record FROM setrisk_private.provenance AS p WHERE p.release = ?", [release]
        ).fetchall()
    } | _grouped(
        con,
        release,
        "SELECT p.record, t.item_id FROM setrisk_private.provenance AS p JOIN setrisk.release AS r USING (release) "
        "JOIN setrisk_private.transaction_item AS t ON t.dataset = r.dataset AND t.tid = p.tid WHERE p.release = ?",
    )
    members = _grouped(
        con,
        release,
        "SELECT g.generalised_item, g.item_id FROM setrisk.generalised_item AS g WHERE g.release = ?",
    )
    published: dict[int, list[Published]] = defaultdict(list)
    for record, item, generalised in con.execute(
        "SELECT g.record, g.item_id, g.generalised_item FROM setrisk.generalised_record AS g WHERE g.release = ? "
        "ORDER BY g.record, g.position",
        [release],
    ).fetchall():
        published[record].append(frozenset(members[generalised]) if item is None else item)
    return transactions, published


def _grouped(con: DuckDBPyConnection, release: str, query: str) -> dict[int, set[int]]:
    sets: dict[int, set[int]] = defaultdict(set)
    for number, item in con.execute(query, [release]).fetchall():
        sets[number].add(item)
    return sets


def violations(
    transactions: Sequence[set[int]],
    records: Sequence[Sequence[Published]],
    *,
    n_items: int,
    constraints: Sequence[Collection[int]],
    utility: Sequence[Collection[int]],
    k: int,
    max_suppression: float,
    m: int = 0,
) -> list[str]:
    """What is wrong with the published records of these transactions, in words; nothing when all is well."""
    forms = {form for record in records for form in record}
    return [
        *_wrong_forms(forms, utility),
        *_wrong_images(transactions, records, forms),
        *_rare_itemsets(records, constraints, k),
        *_rare_shown_itemsets(records, k, m),
        *_too_much_suppression(transactions, forms, n_items, max_suppression),
    ]


def _members(form: Published) -> frozenset[int]:
    return form if isinstance(form, frozenset) else frozenset([form])


def _wrong_forms(forms: set[Published], utility: Sequence[Collection[int]]) -> Iterator[str]:
    """Generalised items are disjoint and inside one utility constraint; each item has one form."""
    uses: dict[int, list[Published]] = defaultdict(list)
    for form in forms:
        for item in _members(form):
            uses[item].append(form)
        if isinstance(form, frozenset) and len(form) < 2:
            yield f"{form} is not a generalised item: it has fewer than two items"
        if isinstance(form, frozenset) and not any(form <= set(u) for u in utility):
            yield f"{form} is not inside one utility constraint"
    for item, several in uses.items():
        if len(several) > 1:
            yield f"item {item} is published in several forms: {several}"


def _wrong_images(
    transactions: Sequence[set[int]], records: Sequence[Sequence[Published]], forms: set[Published]
) -> Iterator[str]:
    """Each record is the image of its transaction: nothing added, nothing lost but suppressed items."""
    if len(transactions) != len(records):
        yield f"{len(transactions)} transactions became {len(records)} records"
    form_of = {item: form for form in forms for item in _members(form)}
    for number, (transaction, record) in enumerate(zip(transactions, records, strict=False)):
        expected = {form_of[item] for item in transaction if item in form_of}
        if len(set(record)) < len(record):
            yield f"record {number} holds something twice"
        for form in set(record) - expected:
            yield f"record {number} holds {form}, which its transaction does not support"
        for form in expected - set(record):
            yield f"record {number} lost {form}"


def _rare_itemsets(
    records: Sequence[Sequence[Published]], constraints: Sequence[Collection[int]], k: int
) -> Iterator[str]:
    """Every non-empty subset of every constraint is supported by k records or more, or by none."""
    supporting: dict[int, set[int]] = defaultdict(set)
    for number, record in enumerate(records):
        for item in chain.from_iterable(map(_members, record)):
            supporting[item].add(number)
    for index, constraint in enumerate(constraints):
        for size in range(1, len(constraint) + 1):
            for itemset in combinations(sorted(constraint), size):
                support = len(set.intersection(*(supporting[item] for item in itemset)))
                if 0 < support < k:
                    yield f"constraint {index}: itemset {itemset} is supported by {support} records"


def _rare_shown_itemsets(records: Sequence[Sequence[Published]], k: int, m: int) -> Iterator[str]:
    """Every itemset of up to m items and generalised items that a record shows is shown by k records or more."""
    for size in range(1, m + 1):
        shown = Counter(
            chain.from_iterable(combinations(sorted(record, key=_members_in_order), size) for record in records)
        )
        for itemset, support in shown.items():
            if support < k:
                yield f"itemset {itemset} is shown by {support} records"


def _members_in_order(form: Published) -> list[int]:
    return sorted(_members(form))


def _too_much_suppression(
    transactions: Sequence[set[int]], forms: set[Published], n_items: int, max_suppression: float
) -> Iterator[str]:
    shown = set(chain.from_iterable(map(_members, forms)))
    suppressed = set(chain.from_iterable(transactions)) - shown
    if suppressed and len(suppressed) / n_items > max_suppression:
        yield f"{len(suppressed)} of {n_items} items are suppressed: {sorted(suppressed)}"
