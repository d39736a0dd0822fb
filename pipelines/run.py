"""Make, attack and evaluate releases of any family, through the registry of methods."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from setrisk.errors import AlreadyExists, BadInput, UnknownDataset
from setrisk.pipelines import utc
from setrisk.pipelines.attach import in_transaction, ready, transaction
from setrisk.pipelines.dropping import drop_releases
from setrisk.pipelines.histogram.budget import paid
from setrisk.pipelines.methods import FAMILIES, METHODS, AttackMethod, Method, ReleaseMethod
from setrisk.pipelines.methods import method as method_named
from setrisk.pipelines.progress import Progress, silent
from setrisk.pipelines.quoting import literal
from setrisk.pipelines.releases import Made, family_of, is_made_here, known_names, own_family
from setrisk.pipelines.serial.compose import check_steps
from setrisk.pipelines.spelling import meant
from setrisk.pipelines.statements import run
from setrisk.pipelines.stored_risk import NO_ATTACK, forget_draws, store_baseline_draw, store_coverage, store_risk

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

    from setrisk.udf.noise import Noise

MOST_RUNS = 10_000


@dataclass(frozen=True)
class Protected:
    """A release that was made: its size, its marks, and a summary in words."""

    release: str
    dataset: str
    method: str
    n_records: int
    marks: list[str]
    summary: str


def protect(
    con: DuckDBPyConnection,
    dataset: str,
    release: str,
    method: str | ReleaseMethod = "coat",
    *,
    replace: bool = False,
    progress: Progress = silent,
    **parameters: Any,
) -> Protected:
    """Make the release `release` of a data set.

    Args:
        con: a DuckDB connection.
        dataset: a loaded data set.
        release: the name of the release: a new one, or one to `replace`.
        method: a method with its parameters, such as `setrisk.methods.Coat(k=5)`; or the name of one, whose parameters
            follow as keywords.
        replace: drop the release of this name, if there is one, with what attacks have found of it. Where the new one
            cannot be made, the old one stays. Replacing a release that was already published protects nobody.
        progress: called with each step.
        **parameters: of the method, where only its name is given.

    Raises:
        UnknownDataset, AlreadyExists, UnknownMethod, BadInput, InfeasibleConstraint, MissingExtra, BudgetExceeded:
            nothing was published, or spent.
        NoiseSpent: nothing was published either, but noise was drawn, which is in the ledger.
    """
    ready(con)
    if isinstance(method, ReleaseMethod):
        if parameters:
            raise BadInput(f"{method.method.name} has its parameters already: {', '.join(parameters)} cannot be given")
        chosen, parameters = method.method, method.given()
    else:
        chosen = method_named(method, "protect")
    arguments = chosen.arguments(parameters)
    if not release:
        raise BadInput("the release needs a name")
    found = con.execute(
        "SELECT d.n_transactions FROM setrisk_private.dataset AS d WHERE d.dataset = ?", [dataset]
    ).fetchall()
    if not found:
        raise UnknownDataset(
            f"there is no data set {dataset!r}{known_names(con, 'setrisk_private.dataset', 'dataset', dataset)}"
        )
    is_known = con.execute("SELECT 1 FROM setrisk.release AS r WHERE r.release = ?", [release]).fetchall()
    if is_known and not replace:
        raise AlreadyExists(f"the release {release!r} exists already; drop it first or choose another name")
    if chosen.spends and in_transaction(con):
        raise BadInput(
            "a noisy release cannot be made in an open transaction, which could take back what it spends: end it first"
        )
    with (
        paid(con, dataset, release, chosen.name, arguments) if chosen.spends else nullcontext() as noise,
        transaction(con),
    ):
        if is_known:
            drop_releases(con, [(release,)])
        made = _made(con, dataset, release, chosen, arguments, progress, *([noise] if noise else []))
    return Protected(release, dataset, chosen.name, found[0][0], made.marks, made.summary)


def _made(
    con: DuckDBPyConnection,
    dataset: str,
    release: str,
    chosen: Method,
    arguments: dict[str, Any],
    progress: Progress,
    *noise: Noise,
) -> Made:
    """Make and store the release, with noise if the method is noisy; the caller holds the transaction."""
    # Before the work: another process or thread that wants the same name fails here, and not at the end.
    run(
        con,
        "catalog/reserve_release",
        release=release,
        dataset=dataset,
        family=chosen.family,
        method=chosen.name,
        parameters=json.dumps({"k": arguments.get("k")}),
        created_at=utc.now(),
    )
    made: Made = chosen.run(con, dataset, release, arguments, progress, *noise)
    run(
        con,
        "catalog/complete_release",
        release=release,
        parameters=json.dumps(made.parameters),
        marks=made.marks,
    )
    progress("looking at who is at risk without any attack")
    store_coverage(con, release)
    store_risk(con, release, NO_ATTACK)
    return made


def attack(
    con: DuckDBPyConnection,
    release: str,
    method: str | AttackMethod | Sequence[str | AttackMethod] | None = None,
    *,
    measure: str = "self",
    progress: Progress = silent,
    **parameters: Any,
) -> DuckDBPyRelation:
    """Attack a release and store what the attacks find and, where the original data are here, whom they put at risk.

    Args:
        con: a DuckDB connection.
        release: the release to attack.
        method: one or several methods that attack its family, as descriptions with their parameters, such as
            `setrisk.methods.RedistributedElimination(context=1)`, or by name; by default, and with "all", all of them:
            the worst is not known before they are run, and guessing is one.
        measure: the attacker's semantic knowledge: `self` (the published records alone), a corpus, or an embedding;
            attacks on serial releases and histograms do not use one.
        progress: called with each step.
        **parameters: of the methods that are given by name. Each takes those that it has; a name that none of them has
            is an error.

    Returns:
        The findings of these attacks: `setrisk.elimination_findings`, `setrisk.reassociation_findings`,
        `setrisk.composition_findings` or `setrisk.leakage_findings`, as its family has them.

    Raises:
        UnknownRelease, UnknownMethod, UnknownMeasure, BadInput: nothing was stored.
    """
    ready(con)
    family = family_of(con, release)
    asked: list[Any]
    if method in (None, "all"):
        asked = [m.name for m in METHODS if m.task == "attack" and m.family == family]
    else:
        asked = [method] if isinstance(method, str | AttackMethod) else list(method or ())
    if measure != "self" and not FAMILIES[family].semantic:
        raise BadInput(f"attacks on releases of the family {family} compare no items: leave out the measure")
    if not asked or not isinstance(measure, str) or not all(isinstance(each, str | AttackMethod) for each in asked):
        raise BadInput("name one or several methods to attack with, and a measure")
    named = [method_named(each, "attack", family) for each in asked if isinstance(each, str)]
    known = {p.name for m in named for p in m.parameters}
    for name in parameters:
        if name not in known:
            names = ", ".join(m.name for m in named)
            raise BadInput(f"{names}: no parameter {name!r}; there are {', '.join(sorted(known))}{meant(name, known)}")
    given = []
    for each in asked:
        if isinstance(each, str):
            chosen = method_named(each, "attack", family)
            own = {p.name for p in chosen.parameters}
            values = {name: value for name, value in parameters.items() if name in own}
        else:
            chosen, values = method_named(each.method.name, "attack", family), each.given()
        given.append((chosen, chosen.arguments(values)))
    with transaction(con):
        attacks = []
        for number, (chosen, arguments) in enumerate(given):
            progress(f"attacking with {chosen.name}", number, len(given))
            attacks.append(chosen.attack_name(measure if FAMILIES[family].semantic else None, arguments))
            run(
                con,
                "catalog/store_attack",
                release=release,
                attack=attacks[-1],
                method=chosen.name,
                measure=measure,
                parameters=json.dumps(arguments),
                attacked_at=utc.now(),
            )
            _run_attack(con, release, chosen, measure, attacks[-1], arguments, progress)
    return con.sql(
        f"SELECT f.* FROM setrisk.{FAMILIES[family].findings}({literal(release)}) AS f "
        f"WHERE list_contains({literal(attacks)}, f.attack) ORDER BY ALL"
    )


def _run_attack(
    con: DuckDBPyConnection,
    release: str,
    chosen: Method,
    measure: str,
    attack: str,
    arguments: dict[str, Any],
    progress: Progress,
) -> None:
    """Store the findings of one attack, and its risk where the original data are here, in the caller's transaction.

    The attack itself reads only published tables; computing the risk needs the owner's. A random baseline is run
    several times, for its mean: the findings of the first draw are kept.
    """
    is_owned = is_made_here(con, release)
    if is_owned:
        forget_draws(con, release, attack)
    draws = arguments.get("draws", 1) if is_owned else 1
    for draw in range(draws, 0, -1):
        seeded = {"seed": arguments["seed"] + draw - 1} if "draws" in arguments else {}
        chosen.run(con, release, chosen.name, measure, attack, arguments | seeded, progress)
        if not is_owned:
            continue
        if "draws" in arguments:
            progress(f"looking at who is at risk by guessing, {chosen.name}", draws - draw, draws)
            store_baseline_draw(con, release, attack, draw)
        else:
            progress(f"looking at who is at risk by {chosen.name}")
            store_risk(con, release, attack)


def evaluate(con: DuckDBPyConnection, release: str, *, runs: int = 30, tables: bool = False) -> DuckDBPyRelation:
    """How well the stored attacks on a release did, beside the random baseline; for the owner of the data.

    Args:
        con: a DuckDB connection.
        release: a release that was made in this database.
        runs: of the random baseline, 2 to 10,000; composition attacks on serial releases have none.
        tables: a row per generalised item, or per cluster, instead of one per attack.

    Returns:
        The rows of `setrisk.elimination_evaluation`, `setrisk.reassociation_evaluation`,
        `setrisk.composition_evaluation` or `setrisk.leakage_evaluation`, as its family has them; with `tables`, those
        of the relation of that name that ends in `_by_item` or `_by_cluster`, or of `setrisk.leakage_truth`.

    Raises:
        UnknownRelease: there is no such release.
        BadInput: the release was imported, so that its original data are not here.
    """
    ready(con)
    family = FAMILIES[own_family(con, release)]
    if not 2 <= runs <= MOST_RUNS:
        raise BadInput(f"runs is {runs}; it must be from 2 to {MOST_RUNS:,}")
    relation = family.parts if tables else family.evaluation
    given = f", runs := {literal(runs)}" if family.semantic else ""
    return con.sql(f"SELECT e.* FROM setrisk.{relation}({literal(release)}{given}) AS e ORDER BY ALL")


def risk(con: DuckDBPyConnection, release: str, *, at_risk_below: int | None = None) -> DuckDBPyRelation:
    """Which records of a release are at risk, by each stored attack; for the owner of the data.

    Args:
        con: a DuckDB connection.
        release: a release that was made in this database.
        at_risk_below: of a generalised or disassociated release, the number of candidates, 2 or more, below which a
            record is at risk; the release's own k unless given.

    Returns:
        `setrisk.risk`: record, attack, at_risk, score, evidence, those at risk first.

    Raises:
        UnknownRelease: there is no such release.
        BadInput: the release was imported, so that its original data are not here; or the threshold is out of range.
    """
    ready(con)
    own_family(con, release)
    return con.sql(
        f"SELECT r.* FROM setrisk.risk({literal(release)}{_threshold(at_risk_below)}) AS r "
        "ORDER BY r.at_risk DESC, r.score DESC, r.attack, r.record"
    )


def risk_summary(con: DuckDBPyConnection, release: str, *, at_risk_below: int | None = None) -> DuckDBPyRelation:
    """How many records each stored attack puts at risk, beside guessing; for the owner of the data.

    Args:
        con: a DuckDB connection.
        release: a release that was made in this database.
        at_risk_below: as in `risk`.

    Returns:
        `setrisk.risk_summary`: a row per attack, the worst first. `setrisk.risk_headline` says it in a sentence.

    Raises:
        UnknownRelease, BadInput: as `risk`.
    """
    ready(con)
    own_family(con, release)
    return con.sql(
        f"SELECT r.* FROM setrisk.risk_summary({literal(release)}{_threshold(at_risk_below)}) AS r "
        "ORDER BY r.share_at_risk DESC, round(r.mean_score, 9) DESC, r.attack DESC"
    )


def _threshold(at_risk_below: int | None) -> str:
    """The threshold as a further argument of a relation."""
    if at_risk_below is None:
        return ""
    if isinstance(at_risk_below, bool) or not isinstance(at_risk_below, int) or at_risk_below < 2:
        raise BadInput(f"at_risk_below is {at_risk_below!r}; it must be a whole number of at least 2")
    return f", at_risk_below := {at_risk_below:d}"


def utility(
    con: DuckDBPyConnection, release: str, *, runs: int = 20, queries: int = 100, seed: int = 0
) -> DuckDBPyRelation:
    """How well a release answers how many records hold a pair of items, on one scale for all families; for the owner of
    the data.

    Args:
        con: a DuckDB connection.
        release: a release that was made in this database.
        runs: random reconstructions of it, 1 to 10,000.
        queries: pairs of each of three bands of supports, 1 or more.
        seed: of the pairs and the reconstructions: with the same one, releases of a data set are asked the same.

    Returns:
        `setrisk.utility`: band, pairs, least, most, error in [0, 2], spread; a row for each band, low to high, and one
        for all.

    Raises:
        UnknownRelease: there is no such release.
        BadInput: the release was imported, so that its original data are not here; or a number is out of its range.
    """
    ready(con)
    own_family(con, release)
    for name, value, least in (("runs", runs, 1), ("queries", queries, 1), ("seed", seed, 0)):
        if value < least:
            raise BadInput(f"{name} is {value}; it must be at least {least}")
    if runs > MOST_RUNS:
        raise BadInput(f"runs is {runs}; it must be from 1 to {MOST_RUNS:,}")
    return con.sql(
        f"SELECT u.* FROM setrisk.utility({literal(release)}, runs := {runs:d}, queries := {queries:d}, "
        f"seed := {seed:d}) AS u ORDER BY u.band = 'all', u.least"
    )


def may_publish(con: DuckDBPyConnection, release: str) -> DuckDBPyRelation:
    """May a release be published, given what is out already? For the owner of the data.

    Args:
        con: a DuckDB connection.
        release: a serial release, the last of its series.

    Returns:
        `setrisk.may_publish`: the records at risk, of this and of earlier releases, through which release, and the
        smallest change that helps; no row: yes, as far as these attacks go.

    Raises:
        UnknownRelease: there is no such release.
        BadInput: it is of another family, or there are later ones in its series.
    """
    ready(con)
    family = family_of(con, release)
    if family != "serial":
        raise BadInput(f"the release {release!r} is of the family {family}, which has no series")
    ((series, last),) = run(con, "catalog/last_of_series", release=release).fetchall()
    if last != release:
        raise BadInput(f"the release {release!r} is not the last of the series {series!r}, which is {last!r}")
    check_steps(con, series)
    return con.sql(
        f"SELECT m.* FROM setrisk.may_publish({literal(series)}, {literal(release)}) AS m "
        "ORDER BY m.posterior / m.allowed DESC, m.release, m.record, m.scope"
    )
