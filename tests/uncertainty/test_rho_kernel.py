"""rho-uncertainty: its kernels against an oracle on sets, what they promise, and the attack by rules."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setrisk.errors import BadInput
from setrisk.udf.common.arrays import Integers
from setrisk.udf.common.taxonomy import balanced_taxonomy, taxonomy
from setrisk.udf.uncertainty import best_rules as attack
from setrisk.udf.uncertainty import closed_rules
from setrisk.udf.uncertainty.best_rules import BestRules, best_rules
from setrisk.udf.uncertainty.rho import Uncertainty, suppress_control, top_down_control
from setrisk.udf.uncertainty.rules import largest_supports
from tests.support import rho_oracle

Transactions = list[frozenset[int]]
RHOS = ["0.2", "0.3", "0.5", "0.7", "0.9"]


def pairs(transactions: Sequence[Collection[int]]) -> tuple[Integers, Integers]:
    found = [(tid, item) for tid, transaction in enumerate(transactions) for item in transaction]
    tids, items = np.array(found, dtype=np.int64).reshape(-1, 2).T
    return tids, items


def published(transactions: Transactions, label: np.ndarray) -> list[frozenset[rho_oracle.Item]]:
    """Each record as the sets of items that its items may be read as."""
    members = {each: frozenset(np.flatnonzero(label == each).tolist()) for each in {*label.tolist()} - {-1}}
    return [frozenset(members[int(label[item])] for item in t if label[item] >= 0) for t in transactions]


def suppressed(transactions: Transactions, n_items: int, sensitive: Collection[int], rho: float) -> Uncertainty:
    tids, items = pairs(transactions)
    return suppress_control(
        tids, items, n_transactions=len(transactions), n_items=n_items, sensitive=sorted(sensitive), rho=rho
    )


def labels(records: list[frozenset[rho_oracle.Item]]) -> Transactions:
    return [frozenset(min(item) for item in record) for record in records]


def attacked(records: Transactions, n_items: int, sensitive: Collection[int]) -> BestRules:
    tids, items = pairs(records)
    return best_rules(tids, items, n_transactions=len(records), n_items=n_items, sensitive=sorted(sensitive))


def test_a_rare_item_goes_before_the_sensitive_one() -> None:
    transactions = [frozenset(t) for t in ({0, 2, 4}, {1, 2}, {2, 3}, {2, 3, 4}, {2}, {3}, {2, 3})]
    release = suppressed(transactions, 5, [4], 0.5)
    # 0 -> 4 alone violates. 0 is in one record, 4 in two.
    assert release.label.tolist() == [-1, 1, 2, 3, 4]
    assert (release.suppressed, release.loss) == (1, 1 / 14)
    # {} -> 4, of two records in seven, has nothing else that could be suppressed.
    assert suppressed(transactions, 5, [4], 0.28).label.tolist() == [0, 1, 2, 3, -1]


def test_records_that_show_nothing_any_more_do_not_hide_anybody() -> None:
    """1 -> 2 violates; without 1 seven records are left, and three show 2, which are no less than 0.42 of them. Without
    2 nothing is to be inferred from 1 any more, and it is given back."""
    transactions = [frozenset(t) for t in ({1, 2}, {1}, {2}, {2}, {3}, {3}, {3}, {3})]
    assert suppressed(transactions, 4, [2], 0.43).label.tolist() == [0, -1, 2, 3]
    assert suppressed(transactions, 4, [2], 0.42).label.tolist() == [0, 1, -1, 3]


@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("n_others", [2, 3, 4])
def test_all_items_but_one_do_not_give_away_what_all_do(n_others: int, times: int) -> None:
    """Only one record has all of the others, and it shows the sensitive item; without any of them there are more."""
    whole = frozenset(range(n_others))
    parts = [whole - {item} for item in whole for _ in range(times)]
    transactions = [whole | {n_others}, *parts]
    assert suppressed(transactions, n_others + 1, [n_others], 1 - 1e-9).label[-1] == -1
    # What is left of its record is in one more.
    transactions += [whole]
    assert suppressed(transactions, n_others + 1, [n_others], 0.5).suppressed == 0


def test_all_items_as_one_are_not_suppressed_before_they_are_told_apart() -> None:
    """In the records with 0 three sensitive items are too frequent: to suppress 0, or the root, would pay best."""
    alone = [frozenset([item]) for item, times in {2: 3, 3: 3, 4: 3, 5: 6, 6: 6, 7: 6}.items() for _ in range(times)]
    transactions = [*map(frozenset, ({0, 2}, {0, 3}, {0, 4})), *alone]
    given: dict[str, Any] = {"n_transactions": 30, "n_items": 8, "sensitive": range(2, 8), "rho": 0.3}
    tids, items = pairs(transactions)
    assert suppress_control(tids, items, **given).label.tolist() == [-1, *range(1, 8)]
    release = top_down_control(tids, items, **given, taxonomy=balanced_taxonomy(2, 2))
    assert release.label.tolist() == [0, 1, -1, -1, -1, 5, 6, 7]


def test_a_generalised_item_stays_if_all_below_would_go() -> None:
    """0 and 1 both give 2 away, and are rarer: as good as nothing is lost if they are generalised to the root."""
    alone = [frozenset([item]) for item, times in {0: 2, 1: 2, 2: 6, 3: 6, 4: 6, 5: 8}.items() for _ in range(times)]
    tids, items = pairs([frozenset({0, 1, 2}), *alone])
    release = top_down_control(
        tids, items, n_transactions=31, n_items=6, sensitive=[2, 3, 4, 5], taxonomy=balanced_taxonomy(2, 2), rho=0.3
    )
    assert release.label.tolist() == [0, 0, 2, 3, 4, 5]
    assert (release.suppressed, release.loss) == (0, pytest.approx(6 / 33))


def test_an_item_below_the_root_is_suppressed_if_that_pays() -> None:
    """Two kinds of items: the rare kind gives the sensitive item away, and is in one record."""
    transactions = [frozenset(t) for t in ({2, 4}, {0, 4}, *[{0, 1}] * 4, *[{0}, {1}] * 2)]
    tids, items = pairs(transactions)
    release = top_down_control(
        tids,
        items,
        n_transactions=len(transactions),
        n_items=5,
        sensitive=[4],
        taxonomy=taxonomy([[0, 1], [2, 3]]),
        rho=0.3,
    )
    assert release.label.tolist() == [0, 1, -1, -1, 4]
    assert (release.suppressed, release.loss) == (2, pytest.approx(1 / 16))


@st.composite
def problems(draw: st.DrawFn) -> tuple[Transactions, int, list[int], str]:
    """Transactions in which itemsets come again, and which items are sensitive."""
    n_items = draw(st.integers(2, 8))
    sensitive = draw(st.lists(st.integers(0, n_items - 1), min_size=1, max_size=3, unique=True))
    itemsets = st.frozensets(st.integers(0, n_items - 1), max_size=5)
    patterns = draw(st.lists(itemsets, min_size=1, max_size=7))
    transactions = draw(st.lists(st.sampled_from(patterns), min_size=1, max_size=20))
    # Parts of one transaction, so that only much of it gives its sensitive item away.
    whole = draw(st.frozensets(st.integers(0, n_items - 1), max_size=5))
    for left_out in sorted(whole):
        transactions += [whole - {left_out, sensitive[0]}] * draw(st.integers(0, 5))
    return [*transactions, whole], n_items, sensitive, draw(st.sampled_from(RHOS))


@st.composite
def trees(draw: st.DrawFn, items: list[int]) -> rho_oracle.Tree:
    """A tree of these items in which no node has one child alone."""
    parts: list[rho_oracle.Tree] = list(items)
    while len(parts) > 1:
        size = draw(st.integers(2, min(3, len(parts))))
        start = draw(st.integers(0, len(parts) - size))
        parts[start : start + size] = [parts[start : start + size]]
    return parts[0]


def numbered(tree: rho_oracle.Tree, plain: list[int]) -> Any:
    """The tree with the place of each item among the non-sensitive ones."""
    return plain.index(tree) if isinstance(tree, int) else [numbered(part, plain) for part in tree]


@settings(max_examples=300)
@given(problem=problems())
def test_suppress_control_does_its_steps(problem: tuple[Transactions, int, list[int], str]) -> None:
    transactions, n_items, sensitive, rho = problem
    release = suppressed(transactions, n_items, sensitive, float(rho))
    records = published(transactions, release.label)
    assert records == rho_oracle.suppress_control(transactions, sensitive, Fraction(rho))
    assert rho_oracle.violations(records, {frozenset([a]) for a in sensitive}, Fraction(rho)) == []
    assert release.suppressed == (release.label == -1).sum()
    assert release.loss == pytest.approx(float(rho_oracle.loss(records, transactions, n_items)))


@settings(max_examples=300)
@given(problem=problems(), drawn=st.data())
def test_top_down_control_does_its_steps(
    problem: tuple[Transactions, int, list[int], str], drawn: st.DataObject
) -> None:
    transactions, n_items, sensitive, rho = problem
    plain = [item for item in range(n_items) if item not in sensitive]
    if not plain:
        return
    tree = drawn.draw(trees(plain))
    tids, items = pairs(transactions)
    release = top_down_control(
        tids,
        items,
        n_transactions=len(transactions),
        n_items=n_items,
        sensitive=sensitive,
        taxonomy=taxonomy(numbered(tree, plain)),
        rho=float(rho),
    )
    records = published(transactions, release.label)
    assert records == rho_oracle.top_down_control(transactions, sensitive, tree, Fraction(rho))
    assert rho_oracle.violations(records, {frozenset([a]) for a in sensitive}, Fraction(rho)) == []
    assert release.loss == pytest.approx(float(rho_oracle.loss(records, transactions, len(plain))))


@settings(max_examples=200)
@given(problem=problems(), way=st.sampled_from(["all", "closed", "pairs"]))
def test_best_rules_are_those_of_brute_force(problem: tuple[Transactions, int, list[int], str], way: str) -> None:
    """If few items count as many, only what records have in common is looked at; or, if that is too much, rules of up
    to two items and of all others.
    """
    transactions, n_items, sensitive, _ = problem
    with pytest.MonkeyPatch.context() as patch:
        if way != "all":
            patch.setattr(attack, "LONGEST", 2)
        if way == "pairs":
            patch.setattr(closed_rules, "MOST_STEPS", 0)
        found = attacked(transactions, n_items, sensitive)
    targets = [(tid, a) for tid, record in enumerate(transactions) for a in sorted(record) if a in sensitive]
    assert list(zip(found.tid.tolist(), found.item.tolist(), strict=True)) == targets
    singles = [frozenset(frozenset([item]) for item in record) for record in transactions]
    rules = dict(rho_oracle.rules(singles, {frozenset([a]) for a in sensitive}))
    plain = {(frozenset(min(i) for i in known), min(a)): confidence for (known, a), confidence in rules.items()}
    for row, (tid, a) in enumerate(targets):
        rest = transactions[tid] - {a}
        of_record = {known: c for (known, b), c in plain.items() if b == a and known <= rest}
        confidence = Fraction(int(found.support[row]), int(found.known[row]))
        assert of_record[frozenset(found.antecedent[row])] == confidence
        assert found.known[row] == sum({*found.antecedent[row]} <= t for t in transactions if t)
        best = max(of_record.values())
        if found.is_exact[row]:
            assert confidence == best
        else:
            assert way == "pairs"
            assert confidence == max(c for known, c in of_record.items() if len(known) <= 2 or known == rest)
        if way == "closed" and confidence < 1:
            known = set(found.antecedent[row])
            assert all(of_record[frozenset(known - {item})] < best for item in known)
        if len(rest) < 2 or way == "all":
            first = min((len(known), sorted(known)) for known, c in of_record.items() if c == best)
            assert list(found.antecedent[row]) == first[1]
    assert found.confidence.tolist() == (found.support / found.known).tolist()


def test_a_decimal_is_taken_as_it_is_written() -> None:
    """As floats, 0.07 * 100 and 0.29 * 100 are not whole."""
    assert largest_supports(0.3, 10).tolist() == [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3]
    assert [int(largest_supports(rho, 100)[100]) for rho in (0.07, 0.29, 0.57, 0.58)] == [7, 29, 57, 58]
    assert largest_supports(np.float64(0.1), 10)[10] == 1
    assert largest_supports(1 / 3, 3)[3] == 0
    assert largest_supports(Fraction(1, 3), 3)[3] == 1


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"rho": 0}, "rho is 0"),
        ({"rho": 1}, "rho is 1"),
        ({"rho": float("nan")}, "rho is nan"),
        ({"sensitive": [3]}, "sensitive holds 3 to 3"),
        ({"sensitive": [1, 1]}, "more than once"),
        ({"sensitive": [0.5]}, "flat array of integers"),
        ({"tids": [0]}, "parallel"),
        ({"tids": [0, 0], "items": [1, 1]}, "item 1 more than once"),
    ],
)
def test_wrong_arguments(given: dict[str, Any], message: str) -> None:
    arguments = {"tids": [0, 1], "items": [0, 1], "n_transactions": 2, "n_items": 3, "sensitive": [1], "rho": 0.5}
    arguments |= given
    with pytest.raises(BadInput, match=message):
        suppress_control(**arguments)
    with pytest.raises(BadInput, match=message):
        top_down_control(**arguments, taxonomy=balanced_taxonomy(2, 2))
    del arguments["rho"]
    if "rho" not in given:
        with pytest.raises(BadInput, match=message):
            best_rules(**arguments)


def test_a_taxonomy_of_other_items() -> None:
    with pytest.raises(BadInput, match="3 leaves, but there are 2 non-sensitive items"):
        top_down_control(
            [0], [0], n_transactions=1, n_items=3, sensitive=[1], taxonomy=balanced_taxonomy(3, 2), rho=0.5
        )


def test_no_transactions() -> None:
    assert suppressed([], 2, [1], 0.5).label.tolist() == [0, 1]
    release = top_down_control(
        [], [], n_transactions=0, n_items=3, sensitive=[1], taxonomy=balanced_taxonomy(2, 2), rho=0.5
    )
    assert (release.label.tolist(), release.loss) == ([0, 1, 0], 0)
    assert attacked([], 2, [1]).antecedent == []


def test_progress_is_reported() -> None:
    seen: list[tuple[int, ...]] = []

    def note(*numbers: int) -> None:
        seen.append(numbers)

    given: dict[str, Any] = {"n_transactions": 3, "n_items": 3, "sensitive": [1]}
    tids, items = [0, 0, 1, 2], [0, 1, 0, 2]
    suppress_control(tids, items, **given, rho=0.5, progress=note)
    top_down_control(tids, items, **given, taxonomy=balanced_taxonomy(2, 2), rho=0.5, progress=note)
    best_rules(tids, items, **given, progress=note)
    assert seen == [(1, 1, 1), (1, 1), (1, 1)]


@pytest.mark.parametrize(("longest", "least_left"), [(3, 20), (1000, 0)])
def test_real_data(data: Path, longest: int, least_left: int) -> None:
    """No rule violates that the attack finds, and it finds some in what was to be published. In long records nearly
    every set of items is the only one of its kind, so that no sensitive item can stay.
    """
    lines = (data / "bms-webview" / "BMS1_spmf.txt").read_text().splitlines()[:2000]
    rows = [row for line in lines if len(row := {int(item) for item in line.split() if int(item) >= 0}) <= longest]
    numbers = {item: number for number, item in enumerate(sorted({item for row in rows for item in row}))}
    transactions = [frozenset(numbers[item] for item in row) for row in rows]
    n_items = len(numbers)
    sensitive = np.random.default_rng(1).choice(n_items, n_items // 20, replace=False).tolist()
    assert (attacked(transactions, n_items, sensitive).confidence > 0.3).any()
    tids, items = pairs(transactions)
    tree = balanced_taxonomy(n_items - len(sensitive), 5)
    given: dict[str, Any] = {"n_transactions": len(rows), "n_items": n_items, "sensitive": sensitive, "rho": 0.3}
    for release in (suppress_control(tids, items, **given), top_down_control(tids, items, **given, taxonomy=tree)):
        assert 0 < release.loss < 0.1
        found = attacked(labels(published(transactions, release.label)), n_items, sensitive)
        assert len(found.tid) >= least_left
        assert found.is_exact.all()
        assert (found.support * 10 <= found.known * 3).all()
