"""Is a release m-invariant after those before it? Written from the promise, not from any way to keep it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product

Signature = tuple[int, ...]
Group = Sequence[tuple[int | None, int]]


def violations(
    values: Sequence[int],
    signatures: Sequence[Signature | None],
    m: int,
    groups: Sequence[Group],
    suppressed: Sequence[int],
) -> list[str]:
    """What is wrong with a release, by the values of its records and the groups in which they were published last."""
    return [
        *_of_records(values, groups, suppressed),
        *_of_groups(m, groups),
        *_of_signatures(signatures, groups, suppressed),
        *_of_counterfeits(values, signatures, groups),
        *_of_suppression(values, signatures, m, groups, suppressed),
    ]


def fewest_suppressed(counts: Mapping[int, int], m: int) -> int:
    """How many records are to go until no value has more than 1 / m of them: one of the most frequent at a time."""
    left = Counter(counts)
    while not _is_eligible(left.values(), m):
        left[left.most_common(1)[0][0]] -= 1
    return sum(counts.values()) - left.total()


def fewest_suppressed_of_all(counts: Mapping[int, int], m: int) -> int:
    """The same, by trying each choice."""
    choices = product(*(range(count + 1) for count in counts.values()))
    return sum(counts.values()) - max(sum(kept) for kept in choices if _is_eligible(kept, m))


def _is_eligible(counts: Collection[int], m: int) -> bool:
    return m * max(counts, default=0) <= sum(counts)


def _of_records(values: Sequence[int], groups: Sequence[Group], suppressed: Sequence[int]) -> Iterator[str]:
    published = [record for group in groups for record, _ in group if record is not None]
    if sorted([*published, *suppressed]) != list(range(len(values))):
        yield "not each record is in one group, or suppressed"
    for group in groups:
        for record, value in group:
            if record is not None and value != values[record]:
                yield f"record {record} is published with another value"


def _of_groups(m: int, groups: Sequence[Group]) -> Iterator[str]:
    for group in groups:
        shown = [value for _, value in group]
        if shown != sorted(set(shown)):
            yield f"the values {shown} are not distinct, or not in order"
        if len(shown) < m:
            yield f"the values {shown} are fewer than m"


def _of_signatures(
    signatures: Sequence[Signature | None], groups: Sequence[Group], suppressed: Sequence[int]
) -> Iterator[str]:
    for record in suppressed:
        if signatures[record] is not None:
            yield f"record {record} returns, but is suppressed"
    for group in groups:
        shown = tuple(value for _, value in group)
        for record in _returning(signatures, group):
            if signatures[record] != shown:
                yield f"record {record} returns, but stands among {shown}"


def _of_counterfeits(
    values: Sequence[int], signatures: Sequence[Signature | None], groups: Sequence[Group]
) -> Iterator[str]:
    """No more groups than balance needs, and no counterfeit where a new record would do."""
    most: dict[Signature, Counter[int]] = defaultdict(Counter)
    for value, signature in zip(values, signatures, strict=True):
        if signature is not None:
            most[signature][value] += 1
    old = [group for group in groups if _returning(signatures, group)]
    found = Counter(tuple(value for _, value in group) for group in old)
    for signature, counts in most.items():
        if found[signature] != max(counts.values()):
            yield f"{found[signature]} groups have the signature {signature}"
    filling = {record for group in old for record, _ in group}
    unused = {
        value
        for record, (value, signature) in enumerate(zip(values, signatures, strict=True))
        if signature is None and record not in filling
    }
    for group in groups:
        for record, value in group:
            if record is None and group not in old:
                yield "a group of new records has a counterfeit"
            if record is None and value in unused:
                yield f"a counterfeit has the value {value}, which a new record has that fills no group"


def _of_suppression(
    values: Sequence[int],
    signatures: Sequence[Signature | None],
    m: int,
    groups: Sequence[Group],
    suppressed: Sequence[int],
) -> Iterator[str]:
    published = [record for group in groups if not _returning(signatures, group) for record, _ in group]
    counts = Counter(values[record] for record in [*published, *suppressed] if record is not None)
    fewest = fewest_suppressed(counts, m)
    if len(suppressed) != fewest:
        yield f"{len(suppressed)} records are suppressed, where {fewest} would do"


def _returning(signatures: Sequence[Signature | None], group: Group) -> list[int]:
    return [record for record, _ in group if record is not None and signatures[record] is not None]
