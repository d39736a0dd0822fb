"""As many privacy constraints as `rare_itemsets` finds in ordinary data."""

from itertools import combinations

from duckdb import DuckDBPyConnection

# More than 2^31 / 2^16, by which the subsets of a constraint were numbered once.
MANY = 40_000


def test_a_constraint_has_all_its_subsets_each_with_a_number_of_its_own(con: DuckDBPyConnection) -> None:
    constraints = {1: (7,), 2: (3, 9), 40_000: (2, 3, 5, 8), 2**31 - 1: tuple(range(1, 13))}
    con.executemany(
        "INSERT INTO setrisk_private.privacy_constraint VALUES ('r', ?, ?)",
        [[number, item] for number, items in constraints.items() for item in reversed(items)],
    )
    found = con.execute(
        "SELECT s.itemset // 65536, list_sort(list(s.item_id)), min(s.size), max(s.size) "
        "FROM setrisk.constraint_itemsets('r') AS s GROUP BY s.itemset"
    ).fetchall()
    assert sorted(found) == sorted(
        (number, list(subset), size, size)
        for number, items in constraints.items()
        for size in range(1, len(items) + 1)
        for subset in combinations(items, size)
    )


def test_risk_violations_and_coverage_take_many_constraints(con: DuckDBPyConnection, example: str) -> None:
    def answers() -> list[list[tuple[object, ...]]]:
        relations = ("risk", "violated_constraints", "coverage")
        return [con.execute(f"FROM setrisk.{name}(?) ORDER BY ALL", [example]).fetchall() for name in relations]

    # Each of the same two pairs, over and over.
    pairs = "SELECT c.n, unnest(if(c.n % 2 = 0, [2, 3], [3, 6])) FROM range(2, {}) AS c(n)"
    insert = f"INSERT INTO setrisk_private.privacy_constraint SELECT 'figure 2', * FROM ({pairs})"
    con.execute(insert.format(4))
    risk, violated, ((itemsets, *covered),) = answers()
    con.execute(insert.replace("range(2, {})", f"range(4, {MANY})"))
    many_risk, many_violated, ((many_itemsets, *many_covered),) = answers()
    assert (itemsets, many_itemsets) == (3, MANY - 1)
    assert many_covered == covered
    assert many_risk == risk
    assert any(at_risk for _, _, at_risk, *_ in risk)
    assert {tuple(row[0]) for row in many_violated} == {tuple(row[0]) for row in violated}  # type: ignore[arg-type]
    assert len(many_violated) > 32_767
