"""A tour of setrisk in one test: from baskets to a verdict. Read this first."""

from duckdb import DuckDBPyConnection

import setrisk


def test_from_baskets_to_a_verdict(con: DuckDBPyConnection) -> None:
    # Ten people buy what everybody buys; one of them also buys a pregnancy test.
    con.execute("CREATE TABLE baskets AS SELECT ['milk', 'bread', 'tea ' || n % 5] AS items FROM range(10) AS r(n)")
    con.execute("INSERT INTO baskets VALUES (['milk', 'bread', 'pregnancy test'])")
    loaded = setrisk.load(con, "shop", "baskets", format="lists")
    assert loaded.n_transactions == 11

    # Whoever saw her buy it finds her basket: fewer than 3 people hold this item.
    rare = con.sql("SELECT r.items[1] FROM setrisk.rare_itemsets('shop', k := 3, m := 1) AS r ORDER BY ALL").fetchall()
    assert ("pregnancy test",) in rare

    # COAT merges rare items into generalised items until each fits 3 published baskets, or none.
    privacy = [[item] for (item,) in rare]
    setrisk.protect(con, "shop", "r1", setrisk.methods.Coat(k=3, privacy_constraints=privacy))
    merged = con.sql("SELECT count(*) FROM setrisk.generalised_items('r1')").fetchall()
    assert merged > [(0,)]

    # The release keeps its promise by itself; attacks strike out members that fit their neighbours least.
    setrisk.attack(con, "r1")
    shares = dict(setrisk.risk_summary(con, "r1").project("attack, share_at_risk").fetchall())
    assert shares["none"] == 0

    # The gate compares the worst of them, or guessing, with your limit: no row is a yes.
    worst = max(shares.values())
    assert not setrisk.check(con, "r1", max_at_risk=worst, min_coverage=0).fetchall()
    assert bool(setrisk.check(con, "r1", max_at_risk=0, min_coverage=0).fetchall()) == (worst > 0)
