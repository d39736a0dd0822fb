"""km beside qiyuangong/Apriori_based_Anonymization, the public implementation of Apriori-based anonymisation.

It is in no package index, and in Python 2: the environment variable SETRISK_PEERS names the folder with a checkout, in
which what Python 3 no longer has (`print` without brackets, `sort(cmp=)` and `cmp`) is replaced as it is read. Both
sides go along the same groups of five neighbours by number.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections import Counter
from collections.abc import Callable
from functools import cmp_to_key
from itertools import combinations, islice
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.measure import Row, data_file, measured, times_faster

NAME = "Apriori_based_Anonymization"
K, M, GROUP_SIZE = 5, 2, 5
N_VISITS = 500, 2_000


def ours(n_visits: int) -> Callable[[], Any]:
    """A release by km; its NCP, and how many itemsets of up to two items fewer than k of its records hold."""
    import pandas as pd

    import setrisk

    con = setrisk.connect()
    visits = _visits(n_visits)
    setrisk.load(con, "d", pd.DataFrame({"items": visits}))
    con.from_df(pd.DataFrame(_parents(visits).items(), columns=["item", "parent"])).create("groups")

    def job() -> tuple[float, int]:
        made = setrisk.protect(con, "d", "r", method="km", k=K, m=M, taxonomy="groups", replace=True)
        found = re.search(r"NCP ([0-9.]+)", made.summary)
        assert found
        left = con.execute("SELECT count(*) FROM setrisk.violated_constraints('r')").fetchall()[0][0]
        return float(found[1]), left

    return job


def public(n_visits: int) -> Callable[[], Any]:
    """The same by the public implementation."""
    module = _module()
    visits = _visits(n_visits)
    tree = {"*": module.GenTree("*")}
    parents = _parents(visits)
    leaves = {item for visit in visits for item in visit}

    def node(name: str) -> Any:
        if name not in tree:
            tree[name] = module.GenTree(name, node(parents[name]), name in leaves)
        return tree[name]

    for item in sorted(leaves):
        node(item)

    def job() -> tuple[float, int]:
        published, (percent, _) = module.apriori_based_anon(tree, visits, "AA", K, M)
        supports = Counter(
            itemset
            for record in published
            for size in range(1, M + 1)
            for itemset in combinations(sorted(record), size)
        )
        return percent / 100, sum(support < K for support in supports.values())

    return job


def _visits(n_visits: int) -> list[list[str]]:
    with data_file("bms-webview", "BMS1_spmf.txt").open() as lines:
        return [sorted(set(line.split()) - {"-1", "-2"}) for line in islice(lines, n_visits)]


def _parents(visits: list[list[str]]) -> dict[str, str]:
    """Groups of five neighbours by number, groups of five groups, and so on, up to `*`."""
    level = sorted({item for visit in visits for item in visit}, key=int)
    parents: dict[str, str] = {}
    height = 0
    while len(level) > 1:
        height += 1
        groups = [level[first : first + GROUP_SIZE] for first in range(0, len(level), GROUP_SIZE)]
        names = [f"g{height}_{number}" for number in range(len(groups))] if len(groups) > 1 else ["*"]
        parents |= {item: name for name, group in zip(names, groups, strict=True) for item in group}
        level = names
    return parents


def _module() -> ModuleType:
    """The checkout's module, as Python 3.

    Raises:
        LookupError: SETRISK_PEERS is not set, or the checkout is not there.
    """
    folder = Path(os.environ.get("SETRISK_PEERS", ""), NAME)
    main = folder / "apriori_based_anon.py"
    if not os.environ.get("SETRISK_PEERS") or not main.exists():
        raise LookupError(f"SETRISK_PEERS names no folder with a checkout of qiyuangong/{NAME}")
    for name in ("models", "models.gentree", "models.counttree", "apriori_based_anon"):
        module = ModuleType(name)
        path = folder.joinpath(*name.split(".")).with_suffix(".py")
        source = path.read_text() if path.exists() else ""
        source = re.sub(r"sort\(cmp=(\w+)", r"sort(key=cmp_to_key(\1)", source)
        source = re.sub(r"^(\s*)print .*$", r"\1pass", source, flags=re.MULTILINE)
        source = source.replace("is not '*'", "!= '*'")
        module.__dict__.update(cmp=lambda a, b: (a > b) - (a < b), cmp_to_key=cmp_to_key)
        sys.modules[name] = module
        exec(compile(source, str(path), "exec"), module.__dict__)
    return importlib.import_module("apriori_based_anon")


def run() -> list[Row]:
    """All comparisons."""
    _module()
    rows = []
    for n_visits in N_VISITS:
        made, other = measured(ours, n_visits, runs=1), measured(public, n_visits, runs=1)
        (loss, left), (its_loss, its_left) = made.result, other.result
        title = (
            f"km of {n_visits:,} visits of BMS-WebView-1, NCP {loss:.3f} and {its_loss:.3f}, "
            f"{left:,} and {its_left:,} rare itemsets left"
        )
        rows.append(times_faster(title, NAME, made, other, 1))
    return rows
