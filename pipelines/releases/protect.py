"""Make a release of any family, by the method that is asked for."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from setrisk.errors import BadInput
from setrisk.pipelines.common import utc
from setrisk.pipelines.common.progress import Progress, ignore_progress
from setrisk.pipelines.database.deletion import drop_releases
from setrisk.pipelines.database.names import exists, number_of_transactions
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.task import task
from setrisk.pipelines.database.transaction import is_in_transaction, transaction
from setrisk.pipelines.histogram.budget import pay_for
from setrisk.pipelines.methods.attack_run import NO_ATTACK
from setrisk.pipelines.methods.choice import check_kind, refuse_parameters
from setrisk.pipelines.methods.description import Method, ReleaseMethod
from setrisk.pipelines.methods.keywords import ReleaseParameters
from setrisk.pipelines.methods.made import Made
from setrisk.pipelines.methods.registry import method as method_named
from setrisk.pipelines.releases.arguments import keep_arguments
from setrisk.pipelines.releases.check_made import check_made
from setrisk.pipelines.risk.stored_risk import store_coverage, store_risk

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True)
class Protected:
    """A release that was made.

    Attributes:
        release: its name.
        dataset: the data set that it was made of.
        method: name of the method.
        n_transactions: number of transactions of the data set.
        marks: its marks, which the gate reads.
        summary: what was made, in words.
        n_records: number of records that it publishes; of a noisy release, with noise.
        emptiness: that it shows nothing, in words; None if it shows something.
    """

    release: str
    dataset: str
    method: str
    n_transactions: int
    marks: list[str]
    summary: str
    n_records: int
    emptiness: str | None = None


@task(writes=True, known=["dataset"], new=["release"])
def protect(
    con: DuckDBPyConnection,
    dataset: str,
    release: str,
    method: str | ReleaseMethod = "coat",
    *,
    replace: bool = False,
    progress: Progress = ignore_progress,
    **parameters: Unpack[ReleaseParameters],
) -> Protected:
    """Make a release of a data set, by a method that protects it.

    Args:
        con: a DuckDB connection.
        dataset: a loaded data set.
        release: the name of the release: a new one, or one to `replace`.
        method: a method with its parameters, such as `setrisk.methods.Coat(k=5)`; or the name of one, whose parameters
            follow as keywords.
        replace: drop the release of this name, if there is one, with what attacks have found of it. If the new one
            cannot be made, the old one stays. Replacing a release that was already published protects nobody.
        progress: called with each step.
        **parameters: parameters of the method, if only its name is given. Type checkers know those of the methods that
            come with setrisk; the parameters of others have types in their classes alone.

    Raises:
        UnknownDataset, AlreadyExists, UnknownMethod, BadInput, InfeasibleConstraint, MissingExtra, BudgetExceeded:
            nothing was published, or spent.
        NoiseSpent: nothing was published either, but noise was drawn, which is in the ledger.

    Examples:
        >>> setrisk.protect(con, "visits", "chunks", setrisk.methods.Disassociation(k=5)).n_transactions
        80
        >>> setrisk.protect(con, "visits", "chunks of 4", method="disassociation", k=4).marks
        []
    """
    check_kind(method, ReleaseMethod, parameters)
    if isinstance(method, ReleaseMethod):
        refuse_parameters([method], parameters)
        chosen, given = method.method, method.given_values()
    elif not isinstance(method, str):
        raise BadInput(f"method is {method!r:.60}; give a method of setrisk.methods, or the name of one")
    else:
        chosen, given = method_named(method, "protect"), dict(parameters)
    return make_release(con, dataset, release, chosen, given, replace=replace, progress=progress)


def make_release(
    con: DuckDBPyConnection,
    dataset: str,
    release: str,
    chosen: Method,
    given: Mapping[str, Any],
    *,
    replace: bool = False,
    progress: Progress = ignore_progress,
    is_risk_stored: bool = True,
) -> Protected:
    """Make a release as `protect` does, with values for the parameters of a method.

    Args:
        con: a DuckDB connection.
        dataset: a loaded data set.
        release: its name.
        chosen: the method.
        given: values of its parameters.
        replace: drop the release of this name, if there is one.
        progress: called with each step.
        is_risk_stored: whether to look at who is at risk, and at what the promise covers. Of a release that is made to
            be attacked and thrown away nobody asks that, and it may take longer than making it.
    """
    arguments = chosen.arguments(dict(given))
    n_transactions = number_of_transactions(con, dataset)
    if chosen.is_noisy and is_in_transaction(con):
        raise BadInput(
            "a noisy release cannot be made in an open transaction, which could take back what it spends: end it first"
        )
    with (
        pay_for(con, dataset, release, chosen.name, arguments) if chosen.is_noisy else nullcontext() as noise,
        transaction(con),
    ):
        if replace and exists(con, "release", release):
            drop_releases(con, [(release,)])
        noises = [noise] if noise else []
        made = write_release(
            con, dataset, release, chosen, arguments,
            lambda: chosen.run(con, dataset, release, arguments, progress, *noises),
        )  # fmt: skip
        if is_risk_stored:
            progress("looking at who is at risk without any attack")
            store_coverage(con, release)
            store_risk(con, release, [NO_ATTACK])
    ((n_records, emptiness),) = run(con, "risk/published_size", release=release).fetchall()
    return Protected(release, dataset, chosen.name, n_transactions, made.marks, made.summary, n_records, emptiness)


def write_release(
    con: DuckDBPyConnection,
    dataset: str,
    release: str,
    chosen: Method,
    arguments: dict[str, Any],
    make: Callable[[], Made],
) -> Made:
    """Enter a release into the catalog, and store what `make` writes of it and says; the caller holds the transaction.

    Raises:
        SetriskError: it has not written all that belongs to a release.
    """
    # Before the work: another process or thread that wants the same name fails here, and not at the end.
    run(
        con,
        "catalog/reserve_release",
        release=release,
        dataset=dataset,
        family=chosen.family,
        method=chosen.name,
        parameters=json.dumps({"k": arguments.get("k")}),
        created_at=utc.current_time(),
    )
    made = make()
    check_made(con, release, chosen, made)
    run(
        con,
        "catalog/complete_release",
        release=release,
        parameters=json.dumps(made.parameters),
        marks=made.marks,
    )
    keep_arguments(con, release, chosen, arguments)
    return made
