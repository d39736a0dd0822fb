"""As many privacy constraints as `rare_itemsets` finds in ordinary data."""

from itertools import combinations

from duckdb import DuckDBPyConnection

from setrisk.pipelines.methods.attack_run import NO_ATTACK
from setrisk.pipelines.risk.stored_risk import store_coverage, store_risk

# More than the 32,767 that fit where numbers of constraints were once multiplied by 2^16.
MANY = 40_000


def test_all_subsets_of_constraints_are_there_once(con: DuckDBPyConnection) -> None:
    constraints = {1: (7,), 2: (3, 9), 3: (3, 9, 11), 40_000: (2, 3, 5, 8), 2**31 - 1: tuple(range(1, 13))}
    con.executemany(
        "INSERT INTO setrisk_private.privacy_constraint VALUES ('r', ?, ?)",
        [[number, item] for number, items in constraints.items() for item in reversed(items)],
    )
    found = con.execute(
        "SELECT s.itemset, s.prefix, s.item_id, s.size, s.has_extension "
        "FROM setrisk_internal.protected_itemsets('r') AS s"
    ).fetchall()
    subsets = {
        subset
        for items in constraints.values()
        for size in range(1, len(items) + 1)
        for subset in combinations(items, size)
    }
    begun = {subset[:-1] for subset in subsets}
    assert sorted(found) == sorted(
        (listed(subset), listed(subset[:-1]), subset[-1], len(subset), subset in begun) for subset in subsets
    )


def listed(items: tuple[int, ...]) -> str:
    return ",".join(map(str, items))


def test_risk_violations_and_coverage_take_many_constraints(con: DuckDBPyConnection, example: str) -> None:
    def answers() -> list[list[tuple[object, ...]]]:
        con.execute("DELETE FROM setrisk_private.release_coverage")
        store_coverage(con, example)
        store_risk(con, example, [NO_ATTACK])
        relations = ("risk", "violated_constraints", "coverage")
        return [con.execute(f"FROM setrisk.{name}(?) ORDER BY ALL", [example]).fetchall() for name in relations]

    # Each of the same two pairs, over and over.
    pairs = "SELECT c.n, unnest(if(c.n % 2 = 0, [2, 3], [3, 6])) FROM range(2, {}) AS c(n)"
    insert = f"INSERT INTO setrisk_private.privacy_constraint SELECT 'figure 2', * FROM ({pairs})"
    con.execute(insert.format(4))
    risk, violated, ((k, itemsets, *covered),) = answers()
    con.execute(insert.replace("range(2, {})", f"range(4, {MANY})"))
    many_risk, many_violated, ((many_k, many_itemsets, *many_covered),) = answers()
    assert (itemsets, many_itemsets) == (3, MANY - 1)
    assert (many_k, *many_covered) == (k, *covered)
    assert many_risk == risk
    assert any(at_risk for _, _, at_risk, *_ in risk)
    assert violated
    assert many_violated == violated
