"""Which items a serial release treats as sensitive."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from setrisk.errors import BadInput
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.serial.series import other_series
from setrisk.pipelines.transactions.sensitive import few_names, keep_sensitive, read_sensitive

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def choose(
    con: DuckDBPyConnection, dataset: str, release: str, series: str, arguments: dict[str, Any], draw: random.Random
) -> None:
    """Keep which items of a release are sensitive: given or drawn, and all that earlier releases of the series had.

    Raises:
        BadInput: no sensitive items are given; one is not an item of any data set; one was sensitive and would be shown
            now, or was shown and would be sensitive now; or no transaction has an item that is not sensitive.
    """
    given, share = arguments["sensitive"], arguments["sensitive_share"]
    if given is not None and share is not None:
        raise BadInput("give sensitive or sensitive_share, not both")
    earlier = _names(run(con, "serial/sensitive_names", series=series))
    shown = _names(run(con, "serial/non_sensitive_names", series=series))
    if given is not None:
        names = read_sensitive(con, given)
        if lost := sorted(earlier - names):
            raise BadInput(
                f"sensitive: {few_names(lost)} was sensitive in an earlier release of the series and has to stay so"
            )
    elif share is not None:
        items = _names(run(con, "transactions/items_of_dataset", dataset=dataset))
        new = sorted(items - earlier - shown)
        names = earlier | set(draw.sample(new, round(share * len(new))))
    else:
        names = earlier
    if not names:
        there = other_series(con, series)
        forgotten = f"; or say by series which one this continues: {there}" if there else ""
        raise BadInput(
            f"say which items are sensitive: sensitive (a list, a file or a table), or sensitive_share{forgotten}"
        )
    if exposed := sorted(names & shown):
        raise BadInput(
            f"sensitive: an earlier release of the series shows {few_names(exposed)} with the records that hold it"
        )
    keep_sensitive(con, release, names)
    if not con.execute("FROM setrisk_internal.non_sensitive_entries(?, ?)", [dataset, release]).fetchone():
        raise BadInput(
            f"all items of {dataset!r} are sensitive: nothing is left that distinguishes one record from another"
        )


def _names(rows: DuckDBPyConnection) -> set[str]:
    return {item for (item,) in rows.fetchall()}
