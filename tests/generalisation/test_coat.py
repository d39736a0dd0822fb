import csv
import math
import os
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from setrisk.errors import BadInput, InfeasibleConstraint
from setrisk.udf.generalisation.coat import Generalisation, TooMuchSuppression, coat
from setrisk.udf.generalisation.constraints import draw_constraints
from setrisk.udf.generalisation.generalised_transactions import SUPPRESSED
from setrisk.udf.generalisation.violations import MAX_CONSTRAINT_SIZE
from tests.support import coat_oracle as oracle
from tests.support import generalisation_verifier as verifier

Record = list[int | frozenset[int]]


def anonymise(transactions: Sequence[Iterable[int]], n_items: int, **arguments: Any) -> Generalisation:
    pairs = [(tid, item) for tid, transaction in enumerate(transactions) for item in transaction]
    tids, items = np.array(pairs, np.int64).reshape(-1, 2).T
    arguments["constraints"] = [np.array(sorted(c), np.int32) for c in arguments["constraints"]]
    arguments["utility"] = [np.array(sorted(u), np.int32) for u in arguments["utility"]]
    return coat(tids, items.astype(np.int32), n_transactions=len(transactions), n_items=n_items, **arguments)


def publish(transactions: Sequence[Iterable[int]], label: Iterable[int]) -> list[Record]:
    """The records of a release, generalised items as sets."""
    members: dict[int, set[int]] = {}
    for item, its_label in enumerate(label):
        members.setdefault(int(its_label), set()).add(item)
    members.pop(SUPPRESSED, None)
    form_of: dict[int, int | frozenset[int]] = {}
    for group in members.values():
        form = frozenset(group) if len(group) > 1 else next(iter(group))
        form_of |= dict.fromkeys(group, form)
    return [
        list(dict.fromkeys(form_of[item] for item in transaction if item in form_of)) for transaction in transactions
    ]


# The worked examples of the papers.


def named(records: Sequence[Record], names: Sequence[str]) -> list[set[str]]:
    """Records with their generalised items as the papers print them: "(b, d)"."""

    def name(form: int | frozenset[int]) -> str:
        if isinstance(form, frozenset):
            return f"({', '.join(names[item] for item in sorted(form))})"
        return names[form]

    return [{name(form) for form in record} for record in records]


FIGURE_2_11: dict[str, Any] = {
    "transactions": [{0, 3}, {0, 1, 6}, {2, 5}, {4, 7}],
    "constraints": [{0, 1}, {4, 5}],
    "utility": [{1, 3, 6}, {2, 4, 5}],
    "k": 2,
}


def test_thesis_figure_2_11() -> None:
    # As printed, with the default limit: h is in no constraint, so nothing needs to be suppressed.
    release = anonymise(n_items=8, **FIGURE_2_11)
    assert named(publish(FIGURE_2_11["transactions"], release.label), "abcdefgh") == [
        {"a", "(b, d)"},
        {"a", "(b, d)", "g"},
        {"c", "(e, f)"},
        {"(e, f)", "h"},
    ]
    assert (release.merges, release.suppressed) == (2, 0)
    # Two generalised items of two items, each supported by 2 of 4 transactions.
    assert release.utility_loss == pytest.approx(2 * 3 / 255 * 2 / 4)


FIGURE_1_3 = [
    ["heart disease", "blood pressure", "icd", "weakness", "dizziness"],
    ["anesthesia", "icd", "pain", "diabetes"],
    ["gangrene", "limbs", "injury"],
    ["knee", "injury"],
]


@pytest.mark.parametrize("apart", [False, True], ids=["one constraint", "a constraint each"])
def test_thesis_figure_1_5_and_context_figure_2(apart: bool) -> None:
    # THESIS 1.2: "we require blood pressure, icd, limbs and injury to be protected by not being able to be
    # distinguished in at least 4 transactions, and we allow any combination of blood pressure, icd,
    # weakness, dizziness, pain, diabetes, limbs and injury". Is that one constraint or four? Both readings
    # give the release as printed.
    names = list(dict.fromkeys(name for record in FIGURE_1_3 for name in record))
    transactions = [[names.index(name) for name in record] for record in FIGURE_1_3]
    protected = ["blood pressure", "icd", "limbs", "injury"]
    allowed = [*protected, "weakness", "dizziness", "pain", "diabetes"]
    itemset = {names.index(name) for name in protected}
    release = anonymise(
        transactions,
        len(names),
        constraints=[{item} for item in sorted(itemset)] if apart else [itemset],
        utility=[{names.index(name) for name in allowed}],
        k=4,
    )
    assert named(publish(transactions, release.label), names) == [
        {"heart disease", "(blood pressure, icd, limbs, injury)", "weakness", "dizziness"},
        {"anesthesia", "(blood pressure, icd, limbs, injury)", "pain", "diabetes"},
        {"gangrene", "(blood pressure, icd, limbs, injury)"},
        {"knee", "(blood pressure, icd, limbs, injury)"},
    ]
    assert (release.merges, release.suppressed) == (3, 0)


# The kernel against the slow transcription, and its releases against the promise.


@st.composite
def problems(draw: st.DrawFn) -> dict[str, Any]:
    n_items = draw(st.integers(1, 8))
    some_items = st.sets(st.integers(0, n_items - 1), min_size=1, max_size=5)
    transactions = draw(st.lists(st.sets(st.integers(0, n_items - 1), max_size=5), min_size=1, max_size=14))
    # The utility constraint of each item; -1: in none. Mostly few and large ones, so that merges happen.
    memberships = draw(st.lists(st.sampled_from([0, 0, 0, 1, -1]), min_size=n_items, max_size=n_items))
    utility = [{item for item, u in enumerate(memberships) if u == index} for index in (0, 1)]
    weights = st.lists(st.integers(1, 5), min_size=n_items, max_size=n_items)
    return {
        "transactions": transactions,
        "n_items": n_items,
        "constraints": draw(st.lists(some_items, max_size=4)),
        "utility": [u for u in utility if u],
        "k": draw(st.integers(2, 5)),
        "max_suppression": draw(st.sampled_from([0.0, 0.15, 0.5, 1.0, 1.0])),
        "weights": draw(st.none() | weights),
    }


def same_as_oracle(problem: dict[str, Any]) -> Generalisation | None:
    """The kernel's release, None where there is none; asserts that the oracle comes to the same."""
    expected = oracle.coat(**problem)
    if isinstance(expected, oracle.Infeasible):
        with pytest.raises(TooMuchSuppression) as raised:
            anonymise(**problem)
        assert raised.value.index == expected.constraint_index
        assert raised.value.constraint == tuple(sorted(expected.constraint))
        return None
    release = anonymise(**problem)
    label = [min(expected.forms.get(item, {SUPPRESSED})) for item in range(problem["n_items"])]
    assert release.label.tolist() == label
    assert (release.merges, release.suppressed) == (expected.merges, expected.suppressed)
    assert release.suppressed == np.count_nonzero(release.label == SUPPRESSED)
    assert release.utility_loss == pytest.approx(float(expected.utility_loss), rel=1e-9)
    return release


def whats_wrong(problem: dict[str, Any], records: list[Record]) -> list[str]:
    names = ["n_items", "constraints", "utility", "k", "max_suppression"]
    wrong: list[str] = verifier.violations(problem["transactions"], records, **{name: problem[name] for name in names})
    return wrong


@settings(max_examples=300)
@given(problems())
def test_kernel_is_the_oracle_and_keeps_the_promise(problem: dict[str, Any]) -> None:
    release = same_as_oracle(problem)
    if release is not None:
        assert not whats_wrong(problem, publish(problem["transactions"], release.label))


@pytest.mark.parametrize("seed", range(40))
def test_kernel_is_the_oracle_on_longer_runs(seed: int) -> None:
    # Many steps, overlapping constraints, generalised items of many members.
    rng = np.random.default_rng(seed)
    n_items, n_transactions = int(rng.integers(10, 18)), int(rng.integers(20, 50))
    popularity = rng.uniform(0.2, 0.7) / np.arange(1, n_items + 1) ** rng.uniform(0, 1)
    held = rng.random((n_transactions, n_items)) < rng.permutation(popularity)
    drawn = [draw_constraints(np.arange(n_items), 0.6, seed=number) for number in (seed, seed + 1000)]
    utility = [range(n_items)] if seed % 2 else [range(0, n_items, 2), range(1, n_items, 2)]
    problem: dict[str, Any] = {
        "transactions": [set(np.flatnonzero(row).tolist()) for row in held],
        "n_items": n_items,
        "constraints": [set(constraint.tolist()) for constraints in drawn for constraint in constraints],
        "utility": [set(u) for u in utility],
        "k": int(rng.integers(n_transactions // 6, n_transactions // 2)),
        "max_suppression": 1.0,
    }
    release = same_as_oracle(problem)
    assert release is not None
    assert release.merges + release.suppressed > 0
    assert not whats_wrong(problem, publish(problem["transactions"], release.label))


@settings(max_examples=100)
@given(problems(), st.randoms(use_true_random=False))
def test_order_of_pairs_does_not_matter(problem: dict[str, Any], random: Any) -> None:
    problem["max_suppression"] = 1.0
    problem["constraints"] = [np.array(sorted(c)) for c in problem["constraints"]]
    problem["utility"] = [np.array(sorted(u)) for u in problem["utility"]]
    transactions = problem.pop("transactions")
    pairs = [(tid, item) for tid, transaction in enumerate(transactions) for item in transaction]
    assume(pairs)
    labels = []
    for _ in range(2):
        tids, items = np.array(pairs).T
        labels.append(coat(tids, items, n_transactions=len(transactions), **problem).label.tolist())
        random.shuffle(pairs)
    assert labels[0] == labels[1]


# Single rules.


def test_suppression_takes_one_item_and_leaves_its_fellows() -> None:
    # 0 and 1 are all of their utility constraint; together they are frequent enough, but not with 2.
    transactions = [{0}, {1}, {1, 2}, {2}, {2}, {2}]
    problem: dict[str, Any] = {"constraints": [{0, 2}], "utility": [{0, 1}], "k": 2, "max_suppression": 1.0}
    release = anonymise(transactions, 3, **problem)
    assert same_as_oracle({"transactions": transactions, "n_items": 3, **problem}) is not None
    assert release.label.tolist() == [SUPPRESSED, 1, 2]
    assert (release.merges, release.suppressed) == (1, 1)


def test_itemsets_that_nobody_supports_are_no_violation() -> None:
    release = anonymise([{0}, {0}, {1}, {1}], 2, constraints=[{0, 1}], utility=[{0, 1}], k=2)
    assert release.label.tolist() == [0, 1]
    assert release.log_utility_loss == -math.inf
    assert release.utility_loss == 0


def test_merge_may_leave_an_itemset_without_support() -> None:
    # 0 is rare. Merged with 1 it never meets 2, merged with 3 it meets 2 twice: both satisfy the constraint,
    # and 1 costs less.
    transactions = [{0}, {1}, {1}, {2}, {2}, {2, 3}, {2, 3}, {3}]
    problem: dict[str, Any] = {"constraints": [{0, 2}], "utility": [{0, 1, 2, 3}], "k": 2}
    assert anonymise(transactions, 4, **problem).label.tolist() == [0, 0, 2, 3]


def test_weights_turn_the_choice() -> None:
    # Item 0 is rare; 1 and 2 are equally good to merge it with, and the first wins unless it weighs more.
    transactions = [{0}, {1}, {2}]
    problem: dict[str, Any] = {"constraints": [{0}], "utility": [{0, 1, 2}], "k": 2}
    assert anonymise(transactions, 3, **problem).label.tolist() == [0, 0, 2]
    assert anonymise(transactions, 3, **problem, weights=[1, 2, 1]).label.tolist() == [0, 1, 0]


def test_equal_losses_are_equal_in_spite_of_rounding() -> None:
    # At k = 18 items 2 and 3 go together first. Then 0 may be merged with 1, at a loss of (2^2 - 1) * 42, or
    # with both of them, at (2^3 - 1) * 18. By rounded logarithms the second is less; in truth they are equal,
    # so 1 comes first.
    transactions = [{0, 2}, {3}] + [{2}] * 16 + [{1}] * 41
    problem: dict[str, Any] = {
        "transactions": transactions,
        "n_items": 4,
        "constraints": [{0}, {2}],
        "utility": [{0, 1, 2, 3}],
        "k": 18,
        "max_suppression": 0.0,
    }
    release = same_as_oracle(problem)
    assert release is not None
    assert release.label.tolist() == [0, 0, 2, 2]


def test_share_of_suppressed_items_may_reach_the_limit() -> None:
    # 29 of 100 is 0.29; the product 0.29 * 100 is below 29.
    transactions = [{item} for item in range(29)]
    constraints = [{item} for item in range(29)]
    release = anonymise(transactions, 100, constraints=constraints, utility=[], k=2, max_suppression=0.29)
    assert release.suppressed == 29
    assert (release.label == SUPPRESSED).nonzero()[0].tolist() == list(range(29))
    with pytest.raises(TooMuchSuppression, match="29 of 100 items"):
        anonymise(transactions, 100, constraints=constraints, utility=[], k=2, max_suppression=0.28)


def test_infeasible_constraint_is_named() -> None:
    with pytest.raises(InfeasibleConstraint, match=r"constraint 1 \(items 1, 2\)") as raised:
        anonymise([{0, 1}, {0, 2}], 3, constraints=[{0}, {2, 1}], utility=[], k=2)
    assert isinstance(raised.value, TooMuchSuppression)
    assert (raised.value.index, raised.value.constraint) == (1, (1, 2))


def test_progress_ends_with_all_constraints() -> None:
    seen: list[tuple[int, int]] = []
    release = anonymise(n_items=8, **FIGURE_2_11, progress=lambda done, of: seen.append((done, of)))
    assert len(seen) == release.merges + release.suppressed
    assert seen == [(1, 2), (2, 2)]


def test_nothing_to_do() -> None:
    assert anonymise([{0}, {1}], 2, constraints=[], utility=[{0, 1}], k=2).label.tolist() == [0, 1]
    assert anonymise([], 0, constraints=[], utility=[], k=2).label.tolist() == []
    release = anonymise([set(), set()], 2, constraints=[{0, 1}], utility=[], k=2)
    assert release.label.tolist() == [0, 1]
    assert release.label.dtype == np.int32


def test_largest_constraint() -> None:
    rng = np.random.default_rng(5)
    transactions = [set(rng.choice(24, 4, replace=False).tolist()) for _ in range(300)]
    problem: dict[str, Any] = {
        "transactions": transactions,
        "n_items": 24,
        "constraints": [set(range(MAX_CONSTRAINT_SIZE))],
        "utility": [set(range(24))],
        "k": 5,
        "max_suppression": 1.0,
    }
    release = anonymise(**problem)
    assert release.merges > 0
    assert not whats_wrong(problem, publish(transactions, release.label))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"k": 1}, "k is 1"),
        ({"max_suppression": -0.1}, "max_suppression is -0.1"),
        ({"max_suppression": math.nan}, "max_suppression is nan"),
        ({"n_items": -1}, "must be 0 or more"),
        ({"tids": [0, 0, 2]}, "tids holds 0 to 2; allowed are 0 to 1"),
        ({"items": [0, 1, -1]}, "items holds -1 to 1"),
        ({"items": [0.0, 1.0, 1.0]}, "flat array of integers"),
        ({"tids": [[0, 0, 1]]}, "flat array of integers"),
        ({"tids": [0, 1]}, "must be parallel"),
        ({"tids": [0, 0, 0], "items": [1, 0, 1]}, "transaction 0 holds item 1 more than once"),
        ({"constraints": [[0], []]}, "privacy constraint 1 has 0 items"),
        ({"constraints": [[3]]}, "privacy constraint 0 holds 3 to 3"),
        ({"utility": [[0, 1], [1, 2]]}, "item 1 is in more than one utility constraint"),
        ({"utility": [[0, 5]]}, "utility constraint 0 holds 0 to 5"),
        ({"weights": [1.0, 1.0]}, "must have 3 numbers"),
        ({"weights": [1.0, 0.0, 1.0]}, "the weight of item 1 is 0"),
        ({"weights": [1.0, math.inf, 1.0]}, "the weight of item 1 is inf"),
    ],
)
def test_bad_arguments(change: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {
        "tids": [0, 0, 1],
        "items": [0, 1, 1],
        "n_transactions": 2,
        "n_items": 3,
        "constraints": [[0]],
        "utility": [[0, 1]],
        "k": 2,
    }
    with pytest.raises(BadInput, match=message):
        coat(**(arguments | change))


def test_constraint_that_is_too_large() -> None:
    constraint = range(MAX_CONSTRAINT_SIZE + 1)
    with pytest.raises(BadInput, match="privacy constraint 0 has 17 items; it must have 1 to 16"):
        anonymise([], 20, constraints=[constraint], utility=[], k=2)


# The verifier must see what it is there to see.

SOUND: dict[str, Any] = {**FIGURE_2_11, "n_items": 8, "max_suppression": 0.15}


def sound_release() -> list[Record]:
    return [[0, frozenset({1, 3})], [0, frozenset({1, 3}), 6], [2, frozenset({4, 5})], [frozenset({4, 5}), 7]]


def dropped_item(records: list[Record]) -> None:
    records[0].remove(0)


def dropped_generalised_item(records: list[Record]) -> None:
    records[1].remove(frozenset({1, 3}))


def added_item(records: list[Record]) -> None:
    records[3].append(2)


def added_generalised_item(records: list[Record]) -> None:
    records[2].append(frozenset({1, 3}))


def replaced_item(records: list[Record]) -> None:
    records[1][2] = 7


def repeated_item(records: list[Record]) -> None:
    records[1].append(6)


def split_generalised_item(records: list[Record]) -> None:
    records[0][1], records[1][1] = 3, 1


def item_under_two_forms(records: list[Record]) -> None:
    records[1][1] = 1


def widened_beyond_utility(records: list[Record]) -> None:
    for record in records[:2]:
        record[1] = frozenset({1, 3, 7})
    records[3][1] = frozenset({1, 3, 7})


def generalised_unallowed_item(records: list[Record]) -> None:
    records[0][0] = records[1][0] = frozenset({0, 7})
    records[3][1] = frozenset({0, 7})


def overlapping_generalised_items(records: list[Record]) -> None:
    records[1][1] = frozenset({1, 6})


def generalised_item_of_one(records: list[Record]) -> None:
    records[1][2] = frozenset({6})


def swapped_records(records: list[Record]) -> None:
    records[0], records[2] = records[2], records[0]


def lost_record(records: list[Record]) -> None:
    records.pop()


def invented_record(records: list[Record]) -> None:
    records.append([0])


def suppressed_too_much(records: list[Record]) -> None:
    records[1].remove(6)
    records[2].remove(2)


def kept_as_it_was(records: list[Record]) -> None:
    records[:] = [sorted(transaction) for transaction in SOUND["transactions"]]


@pytest.mark.parametrize(
    ("tamper", "finding"),
    [
        (dropped_item, "record 0 lost 0"),
        (dropped_generalised_item, "record 1 lost frozenset({1, 3})"),
        (added_item, "record 3 holds 2"),
        (added_generalised_item, "record 2 holds frozenset({1, 3})"),
        (replaced_item, "record 1 holds 7"),
        (repeated_item, "record 1 holds something twice"),
        (split_generalised_item, "constraint 0: itemset (1,) is supported by 1 records"),
        (item_under_two_forms, "item 1 is published in several forms"),
        (widened_beyond_utility, "is not inside one utility constraint"),
        (generalised_unallowed_item, "is not inside one utility constraint"),
        (overlapping_generalised_items, "item 1 is published in several forms"),
        (generalised_item_of_one, "is not a generalised item"),
        (swapped_records, "record 0 lost 0"),
        (lost_record, "4 transactions became 3 records"),
        (invented_record, "4 transactions became 5 records"),
        (suppressed_too_much, "2 of 8 items are suppressed"),
        (kept_as_it_was, "constraint 1: itemset (4,) is supported by 1 records"),
    ],
)
def test_verifier_catches(tamper: Callable[[list[Record]], None], finding: str) -> None:
    records = sound_release()
    assert not whats_wrong(SOUND, records)
    tamper(records)
    assert any(finding in wrong for wrong in whats_wrong(SOUND, records))


def test_verifier_catches_a_higher_k() -> None:
    findings = whats_wrong(SOUND | {"k": 3}, sound_release())
    assert "constraint 0: itemset (0, 1) is supported by 2 records" in findings


def test_verifier_allows_suppression_up_to_the_limit() -> None:
    records = sound_release()
    records[3].remove(7)
    assert not whats_wrong(SOUND, records)
    assert whats_wrong(SOUND | {"max_suppression": 0.12}, records) == ["1 of 8 items are suppressed: [7]"]


# Random constraints.


@settings(max_examples=200)
@given(st.integers(6, 80), st.floats(0.01, 1), st.integers(1, 4), st.integers(0, 5), st.integers(0, 10**6))
def test_drawn_constraints(n: int, share: float, smallest: int, more: int, seed: int) -> None:
    sizes = (smallest, smallest + more)
    items = np.arange(n) * 3
    constraints = draw_constraints(items, share, sizes=sizes, seed=seed)
    drawn = np.concatenate(constraints)
    assert len(set(drawn.tolist())) == len(drawn)
    assert set(drawn.tolist()) <= set(items.tolist())
    assert all(smallest <= len(constraint) <= sizes[1] for constraint in constraints)
    wanted = max(smallest, round(share * n))
    assert wanted - smallest < len(drawn) <= wanted
    again = draw_constraints(items, share, sizes=sizes, seed=seed)
    assert [c.tolist() for c in again] == [c.tolist() for c in constraints]


def test_drawn_constraints_of_the_default_sizes() -> None:
    constraints = draw_constraints(np.arange(20_000), 0.25, seed=1)
    assert sum(map(len, constraints)) == 5_000
    counts = np.bincount([len(constraint) for constraint in constraints])
    assert counts[:2].tolist() == [0, 0]
    # Five sizes, equally likely: none may be far from a fifth of some 1,250 constraints.
    assert len(counts) == 7
    assert all(abs(Fraction(int(count), len(constraints)) - Fraction(1, 5)) < 0.05 for count in counts[2:])
    assert [c.tolist() for c in draw_constraints(np.arange(20_000), 0.25, seed=2)] != [c.tolist() for c in constraints]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"share": 0}, "share is 0"),
        ({"share": 1.1}, "share is 1.1"),
        ({"sizes": (0, 3)}, "sizes is"),
        ({"sizes": (3, 2)}, "sizes is"),
        ({"seed": -1}, "seed is -1"),
        ({"items": [1, 1, 2]}, "more than once"),
        ({"items": [1]}, "1 items do not suffice"),
        ({"items": [0.5, 1.5]}, "flat array of integers"),
    ],
)
def test_bad_arguments_of_draw_constraints(change: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"items": [1, 2, 3], "share": 1.0, "seed": 0}
    with pytest.raises(BadInput, match=message):
        draw_constraints(**(arguments | change))


# Real data.


def real_file(*path: str) -> Path:
    folder = os.environ.get("SETRISK_DATA")
    if not folder:
        pytest.skip("SETRISK_DATA does not name the folder with the real data sets")
    file = Path(folder, *path)
    if not file.is_file():
        pytest.skip(f"{file} does not exist")
    return file


def numbered(transactions: Iterable[Iterable[str]]) -> tuple[list[set[int]], int]:
    """The transactions with items as numbers in order of appearance, and how many items there are."""
    numbers: dict[str, int] = {}
    rows = [{numbers.setdefault(item, len(numbers)) for item in transaction} for transaction in transactions]
    return rows, len(numbers)


def test_bms_webview_2() -> None:
    lines = real_file("bms-webview", "BMS2_spmf.txt").read_text().splitlines()
    transactions, n_items = numbered(line.replace(" -1", "").replace(" -2", "").split() for line in lines)
    problem: dict[str, Any] = {
        "transactions": transactions,
        "n_items": n_items,
        "constraints": [c.tolist() for c in draw_constraints(np.arange(n_items), 0.05, seed=1)],
        "utility": [range(n_items)],
        "k": 4,
        "max_suppression": 0.15,
    }
    release = anonymise(**problem)
    assert release.merges > 0
    assert not whats_wrong(problem, publish(transactions, release.label))


@pytest.mark.parametrize("k", [4, 120])
def test_disease_symptom(k: int) -> None:
    with real_file("disease-symptom", "dataset.csv").open(newline="") as file:
        rows = [[cell.strip() for cell in row] for row in csv.reader(file)]
    transactions, n_items = numbered([cell for cell in row[1:] if cell] for row in rows if row[0])
    assert (len(transactions), n_items) == (4920, 131)
    problem: dict[str, Any] = {
        "transactions": transactions,
        "n_items": n_items,
        "constraints": [c.tolist() for c in draw_constraints(np.arange(n_items), 0.5, seed=1)],
        "utility": [range(n_items)],
        "k": k,
        "max_suppression": 0.15,
    }
    release = anonymise(**problem)
    assert not whats_wrong(problem, publish(transactions, release.label))
    # The records are copies of some 300 different ones, so that k = 4 asks for nothing.
    assert (release.merges == 0) == (k == 4)
