"""What a worker gives back of its shard is all of its release, with the numbers that were loaded. Needs no Java."""

from __future__ import annotations

import random
from dataclasses import asdict, replace

import setrisk
from setrisk.methods import Disassociation
from setrisk.pipelines.database.statements import run
from setrisk.spark.disassociation import release_of_shard


def test_a_worker_gives_back_the_release_of_its_shard() -> None:
    draw = random.Random(2)
    entries = [
        (3, 1000 + person, f"{item:010}")
        for person in range(60)
        for item in draw.sample(range(1, 30), draw.randint(1, 5))
    ]
    method = Disassociation(k=3, m=2, seed=4)
    with setrisk.connect() as con:
        con.execute("CREATE TEMP TABLE entries (shard INTEGER, tid BIGINT, item VARCHAR)")
        con.executemany("INSERT INTO entries VALUES (?, ?, ?)", entries)
        records = con.table("entries").order("ALL").to_arrow_table()
        given_back = release_of_shard(records, asdict(method)).to_pylist()
        # Another seed in each shard.
        setrisk.load(con, "shard", records.select(["tid", "item"]), id="tid", item="item", empty="keep")
        setrisk.protect(con, "shard", "shard", replace(method, seed=7))
        made = run(con, "sharding/shard_rows", release="shard", shard=3).fetchall()
    assert sorted(map(repr, made)) == sorted(repr(tuple(row.values())) for row in given_back)
    tids = {row["tid"] for row in given_back if row["kind"] == "provenance"}
    assert tids == {1000 + person for person in range(60)}
    items = {row["item_id"] for row in given_back if row["kind"] in ("chunk_record", "term_chunk")}
    assert items == {int(item) for _, _, item in entries}
