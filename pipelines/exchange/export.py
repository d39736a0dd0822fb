"""Export releases from the database as files."""

from __future__ import annotations

import json
import secrets
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import duckdb

from setrisk.errors import AlreadyExists, BadInput, Refused
from setrisk.pipelines.common.quoting import copy, literal
from setrisk.pipelines.database.duckdb_errors import one_line_message
from setrisk.pipelines.database.names import family_of
from setrisk.pipelines.database.task import task
from setrisk.pipelines.exchange.published import _ABOUT, _COUNTED, FILE_FORMATS, PUBLISHED
from setrisk.pipelines.exchange.read_me import FLAT, README, read_me
from setrisk.pipelines.exchange.refusals import refusals_of
from setrisk.pipelines.serial.composition import check_steps, series_of
from setrisk.sql import statement

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@task(writes=False, known=["release"])
def export(
    con: DuckDBPyConnection,
    release: str,
    folder: str | Path,
    *,
    format: Literal["parquet", "csv"] = "parquet",
    replace: bool = False,
    flat: bool = False,
    anyway: bool = False,
) -> list[Path]:
    """Write the published tables of a release, and nothing else, as files into a new folder, with item names, and a
    README that says what they are.

    Args:
        con: a DuckDB connection.
        release: the release.
        folder: the folder to write to, which must not exist or must be empty.
        format: `parquet` or `csv`.
        replace: replace an earlier export in that folder.
        flat: write one random reconstruction, too, for programs that want plain records. Numbers counted in it are off
            by chance; it tells nothing that the release does not.
        anyway: export the release even if the gate refuses it whatever the limits are: to attack it elsewhere, not to
            publish it.

    Returns:
        The files: `README.md`, `release` (what the release says of itself), one per published table, and with `flat`
        `reconstruction`.

    Raises:
        UnknownRelease: there is no such release.
        AlreadyExists: the folder exists, and is not to be replaced or holds something else.
        Refused: the gate refuses the release for its marks or its series, or because it is empty; the message names
            the reasons. Nothing was written.
        BadInput: the format is unknown, or the folder cannot be written. Nothing was written.

    Examples:
        >>> files = setrisk.export(con, "r2", "published", format="csv", anyway=True)
        >>> [file.name for file in files]
        ['README.md', 'chunk_record.csv', 'cluster.csv', 'joint_cluster.csv', 'release.csv', 'term_chunk.csv']
    """
    family = family_of(con, release)
    if not anyway:
        _refuse(con, release, family)
    folder = Path(folder)
    if folder.is_symlink():
        folder = folder.resolve()
    if folder.exists() and not _is_free(con, folder, replace):
        advice = (
            ", and is not an export of setrisk; name a new folder" if replace else "; name a new folder, or --replace"
        )
        raise AlreadyExists(f"{folder}: exists already{advice}")
    # Written aside and moved in one step, so that a crash leaves no half of a release.
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        # mkdtemp would make a folder that nobody else may read; this has the user's usual permissions.
        aside = folder.with_name(f".{folder.name}-{secrets.token_hex(4)}")
        aside.mkdir()
    except OSError as error:
        raise BadInput(f"{folder}: cannot be written: {error.strerror}") from error
    try:
        n_rows = {table: _write(con, aside, table, format, release=release) for table in PUBLISHED[family].tables}
        _write(con, aside, "release", format, release=release, n_rows=json.dumps(n_rows))
        if flat:
            n_rows[FLAT] = _write(con, aside, FLAT, format, release=release, seed=secrets.randbits(62))
        text = read_me(con, release, format, n_rows, is_checked=not anyway)
        (aside / README).write_text(text, encoding="utf-8", newline="\n")
        if folder.exists():
            # Kept beside it until the new one is in place, so that it is not lost if that fails.
            earlier = folder.with_name(f"{aside.name}-earlier")
            folder.rename(earlier)
            try:
                aside.rename(folder)
            except BaseException:
                earlier.rename(folder)
                raise
            shutil.rmtree(earlier)
        else:
            aside.rename(folder)
    except (OSError, duckdb.IOException) as error:
        shutil.rmtree(aside, ignore_errors=True)
        said = one_line_message(error) if isinstance(error, duckdb.Error) else error.strerror
        raise BadInput(f"{folder}: cannot be written, and nothing was: {said}") from error
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise
    return sorted(folder.iterdir())


def _write(con: DuckDBPyConnection, folder: Path, table: str, format: str, **parameters: str | int) -> int:
    """Write the rows of a statement `exchange/exported_<table>` as the file of a table; returns how many there are."""
    (query,) = statement(f"exchange/exported_{table}").texts
    target = str(folder / f"{table}.{format}")
    ((n_rows,),) = con.execute(copy(query, target, f"FORMAT {format}"), parameters).fetchall()
    return int(n_rows)


def _refuse(con: DuckDBPyConnection, release: str, family: str) -> None:
    """Refuse a release that the gate refuses whatever the limits are. Unless the release is in a series, only published
    tables are read.

    Raises:
        Refused: the release is empty, has a mark with which it may not be published, or its series puts people at risk.
    """
    if family == "serial":
        check_steps(con, series_of(con, release))
    if reasons := refusals_of(con, release):
        said = "; ".join(f"{reason} ({refusal})" for refusal, reason in reasons)
        raise Refused(
            f"the release {release!r} may not be published: {said}. To export it nevertheless, use --anyway (in Python "
            "anyway=True)"
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
