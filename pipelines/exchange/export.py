"""Export releases from the database as files."""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import duckdb

from setrisk.errors import AlreadyExists, BadInput, Refused
from setrisk.pipelines.common import utc
from setrisk.pipelines.common.quoting import copy, literal
from setrisk.pipelines.common.share import Share
from setrisk.pipelines.database.duckdb_errors import one_line_message
from setrisk.pipelines.database.names import family_of, is_made_here
from setrisk.pipelines.database.statements import run
from setrisk.pipelines.database.task import task
from setrisk.pipelines.database.transaction import is_in_transaction, transaction
from setrisk.pipelines.exchange.published import _ABOUT, _COUNTED, FILE_FORMATS, PUBLISHED
from setrisk.pipelines.exchange.read_me import FLAT, README, read_me
from setrisk.pipelines.risk.gate import limits_among, refusals_within, verdict_on_release
from setrisk.pipelines.risk.limits import Limits
from setrisk.sql import statement

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@task(writes=True, known=["release"])
def export(
    con: DuckDBPyConnection,
    release: str,
    folder: str | Path,
    *,
    format: Literal["parquet", "csv"] = "parquet",
    replace: bool = False,
    flat: bool = False,
    max_at_risk: Share | None = None,
    max_score: Share | None = None,
    min_coverage: Share | None = None,
    max_narrowing: Share | None = None,
    max_inference: Share | None = None,
    max_linkability: Share | None = None,
    max_singling_out: Share | None = None,
    known: str | int | Sequence[int] | None = None,
    allow_exported: bool = False,
    attacks: Sequence[str] = (),
    limits: str | Path | None = None,
    anyway: bool = False,
) -> list[Path]:
    """Write the published tables of a release, and nothing else, as files into a new folder, with item names, and a
    README that says what they are. The gate is asked first, by the same limits as `check` takes, and nothing is written
    if it says no. That a release which was made here is exported is remembered, whatever becomes of it (`check`,
    `drop`).

    Args:
        con: a DuckDB connection.
        release: the release.
        folder: the folder to write to, which must not exist or must be empty.
        format: `parquet` or `csv`.
        replace: replace an earlier export in that folder.
        flat: write one random reconstruction, too, for programs that want plain records. Numbers counted in it are off
            by chance; it tells nothing that the release does not.
        max_at_risk: the largest share of its records, 0 to 1, that the worst attack, or guessing, may put at risk.
        max_score: the highest score, 0 to 1, that `risk` may give a record.
        min_coverage: the least share of the rare itemsets, 0 to 1, that its promise must be about.
        max_narrowing: the largest share of people, 0 to 1, whom a few known items may leave with few records.
        max_inference: the highest risk, 0 to 1, that one more item of a person is inferred.
        max_linkability: the highest risk, 0 to 1, that two sources about the same person are linked.
        max_singling_out: the highest risk, 0 to 1, that somebody is singled out.
        known: the numbers of known items that it must have been assessed for, as in `check`; `1..4` unless given.
        allow_exported: whether other releases of the same people may have been exported before, as in `check`.
        attacks: methods or attacks that must have been run, as in `check`.
        limits: a TOML file that has any of these ten; values given directly override the file.
        anyway: do not ask the gate: to examine the release elsewhere, not to publish it.

    Returns:
        The files: `README.md`, `release` (what the release says of itself), one per published table, and with `flat`
        `reconstruction`.

    Raises:
        UnknownRelease: there is no such release.
        AlreadyExists: the folder exists, and is not to be replaced or holds something else.
        Refused: the gate says no, as it does if no limit on risk is given; the message names the reasons. Nothing was
            written.
        UnknownMethod: one of `attacks` is neither a method that attacks the family nor an attack.
        BadInput: the format is unknown, a limit is not one (as in `check`) or given besides `anyway`, a transaction
            is open, or the folder cannot be written. Nothing was written.

    Examples:
        >>> files = setrisk.export(con, "r2", "published", format="csv", anyway=True)
        >>> [file.name for file in files]
        ['README.md', 'chunk_record.csv', 'cluster.csv', 'joint_cluster.csv', 'release.csv', 'term_chunk.csv']
    """
    family = family_of(con, release)
    if is_in_transaction(con):
        raise BadInput(
            "a transaction is open, and rolling it back would forget the export, but not the files: end it, then export"
        )
    held = limits_among(locals())
    if anyway and held.arguments:
        raise BadInput(
            f"anyway: the gate is not asked then: leave out its limits ({', '.join(held.arguments)}), or anyway"
        )
    if not anyway:
        _refuse(con, release, held)
    folder = Path(folder)
    if folder.is_symlink():
        folder = folder.resolve()
    if folder.exists() and not _is_free(con, folder, replace):
        advice = (
            ", and is not an export of setrisk; name a new folder" if replace else "; name a new folder, or --replace"
        )
        raise AlreadyExists(f"{folder}: exists already{advice}")
    aside = _make_aside(folder)
    exported_at, is_kept = utc.current_time(), False
    try:
        # Before anything is written: a crash leaves an export remembered that nobody has, never one that is forgotten.
        is_kept = _keep_export(con, release, exported_at)
        _write_files(con, aside, release, family, format, is_flat=flat, is_checked=not anyway)
        earlier = _move(aside, folder)
    except BaseException as error:
        if not aside.exists():  # it is in its place: an interrupt came after that
            raise
        shutil.rmtree(aside, ignore_errors=True)
        if is_kept:
            with transaction(con):
                run(con, "exchange/forget_export", release=release, exported_at=exported_at)
        if isinstance(error, OSError | duckdb.IOException):
            said = one_line_message(error) if isinstance(error, duckdb.Error) else error.strerror
            raise BadInput(f"{folder}: cannot be written, and nothing was: {said}") from error
        raise
    if earlier:
        shutil.rmtree(earlier, ignore_errors=True)
    return sorted(folder.iterdir())


def _keep_export(con: DuckDBPyConnection, release: str, exported_at: datetime) -> bool:
    """Keep that a release was exported, if it was made here; returns whether it was.

    Raises:
        BadInput: it is there no longer.
    """
    if not is_made_here(con, release):
        return False
    with transaction(con):
        if not run(con, "exchange/keep_export", release=release, exported_at=exported_at).fetchall():
            raise BadInput(f"the release {release!r} or its data set was dropped while it was being exported")
    return True


def _make_aside(folder: Path) -> Path:
    """A new folder beside one, to write the files for that into.

    Raises:
        BadInput: it cannot be made.
    """
    # mkdtemp would make a folder that nobody else may read; this has the user's usual permissions.
    aside = folder.with_name(f".{folder.name}-{secrets.token_hex(4)}")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        aside.mkdir()
    except OSError as error:
        raise BadInput(f"{folder}: cannot be written: {error.strerror}") from error
    return aside


def _write_files(
    con: DuckDBPyConnection, folder: Path, release: str, family: str, format: str, *, is_flat: bool, is_checked: bool
) -> None:
    n_rows = {table: _write(con, folder, table, format, release=release) for table in PUBLISHED[family].tables}
    _write(con, folder, "release", format, release=release, n_rows=json.dumps(n_rows))
    if is_flat:
        n_rows[FLAT] = _write(con, folder, FLAT, format, release=release, seed=secrets.randbits(62))
    text = read_me(con, release, format, n_rows, is_checked=is_checked)
    (folder / README).write_text(text, encoding="utf-8", newline="\n")


def _move(aside: Path, folder: Path) -> Path | None:
    """Move a folder into its place in one step, so that a crash leaves no half of a release there; returns where the
    one that was there is now. If it fails, what was there still is.
    """
    if not folder.exists():
        aside.rename(folder)
        return None
    # Kept beside it until the new one is in place, so that it is not lost if that fails.
    earlier = folder.with_name(f"{aside.name}-earlier")
    folder.rename(earlier)
    try:
        aside.rename(folder)
    except BaseException:
        if aside.exists():
            earlier.rename(folder)
        raise
    return earlier


def _write(con: DuckDBPyConnection, folder: Path, table: str, format: str, **parameters: str | int) -> int:
    """Write the rows of a statement `exchange/exported_<table>` as the file of a table; returns how many there are."""
    (query,) = statement(f"exchange/exported_{table}").texts
    target = str(folder / f"{table}.{format}")
    ((n_rows,),) = con.execute(copy(query, target, f"FORMAT {format}"), parameters).fetchall()
    return int(n_rows)


def _refuse(con: DuckDBPyConnection, release: str, held: Limits) -> None:
    """Refuse a release that the gate refuses.

    Raises:
        Refused: it does; and what `check` raises.
    """
    if refusals := refusals_within(con, release, held).project("refusal, attack, reason").fetchall():
        verdict = verdict_on_release(con, release, refusals, held)
        raise Refused(
            f"the release {release!r} may not be published: {verdict.sentence}. To export it nevertheless, to examine "
            "it elsewhere, use --anyway (in Python anyway=True)"
        )


def _is_free(con: DuckDBPyConnection, folder: Path, replace: bool) -> bool:
    """Whether a folder is empty, or may be replaced and holds nothing but the files of an export."""
    if not folder.is_dir():
        return False
    found = {path.name for path in folder.iterdir()}
    return not found or (
        replace
        and any(
            found <= {README, *(f"{table}.{format}" for table in ("release", FLAT, *family.tables))}
            and _is_exported(con, folder / f"release.{format}")
            for format in FILE_FORMATS
            for family in PUBLISHED.values()
        )
    )


def _is_exported(con: DuckDBPyConnection, file: Path) -> bool:
    """Whether a file has the columns of the file `release`."""
    try:
        columns = con.sql(f"FROM {literal(str(file))}").columns
    except duckdb.Error:
        return False
    return columns in ([*_ABOUT], [*_ABOUT, *_COUNTED])
