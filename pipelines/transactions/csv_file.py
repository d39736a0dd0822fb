"""The dialect of a CSV file, found from its first row, and the line on which a record of it starts."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from setrisk.errors import BadInput
from setrisk.pipelines.common.files import ending, open_binary
from setrisk.pipelines.common.quoting import literal
from setrisk.pipelines.transactions.input_files import InputFile, Scratch

SEPARATORS = (",", ";", "\t", "|")
# Lines at the top that are looked at, and their largest length in characters, which is DuckDB's limit, too.
_HEAD_LINES, MAX_LINE = 100, 16777216


@dataclass(frozen=True)
class CsvFile:
    """A CSV file and its dialect.

    Attributes:
        path: where it is, which may be a copy.
        separator: what separates its columns.
        names: names of its columns.
        header: whether the first row has the names.
        lines_before: number of lines before the first row.
        skip: number of these lines that are not comments.
        comment: what comments start with; '' if there are none.
        line_end: what ends a line, if DuckDB could be wrong about it.
    """

    path: str
    separator: str
    names: list[str]
    header: bool
    lines_before: int
    skip: int
    comment: str
    line_end: str | None

    def reader_call(self) -> str:
        """The call of DuckDB's reader, with all columns as text. DuckDB is left nothing to guess: it would change the
        dialect or skip lines rather than report a wrong one.
        """
        types = ", ".join(f"'c{place}': 'VARCHAR'" for place in range(len(self.names)))
        options: dict[str, str | int | bool | None] = {
            "auto_detect": False,
            "max_line_size": MAX_LINE,
            "header": self.header,
            "delim": self.separator,
            "quote": '"',
            "escape": '"',
            "skip": self.skip,
            "comment": self.comment,
            "new_line": self.line_end and self.line_end.replace("\r", "\\r").replace("\n", "\\n"),
        }
        given = ", ".join(f"{name} = {literal(value)}" for name, value in options.items() if value is not None)
        return f"read_csv({literal(self.path)}, columns = {{{types}}}, {given})"

    def line_of(self, *, row: int | None = None, record: int | None = None) -> int | None:
        """The line on which a record starts.

        Args:
            row: its number among the rows, the first after the header being 1.
            record: its number as DuckDB counts lines in its errors: a record that takes several lines counts as one.
        """
        if len(self.separator) > 1:
            return None
        line, comments, rows = self.lines_before, 0, -int(self.header)

        def count_lines() -> Iterator[str]:
            nonlocal line, comments
            for text_line in islice(text, self.lines_before, None):
                line += 1
                if self.comment and text_line.startswith(self.comment):
                    comments += 1
                else:
                    yield text_line

        with open_binary(self.path) as file:
            text = io.TextIOWrapper(file, "utf-8-sig", errors="replace", newline="")
            reader, lines_read = csv.reader(count_lines(), delimiter=self.separator), 0
            for records, cells in enumerate(reader, 1):
                rows += bool(cells) or len(self.names) == 1
                if (cells and rows == row) or self.lines_before + comments + records == record:
                    return line - (reader.line_num - lines_read) + 1
                lines_read = reader.line_num
        return None


def lines_of(path: str | Path) -> Iterator[str]:
    """The lines of a text file without their ends, whatever these are; bytes that are not text are half characters."""
    return (line.rstrip("\r\n") for line in _lines_with_ends(path))


def _lines_with_ends(path: str | Path) -> Iterator[str]:
    """The same with their ends, each as it is: a name in quotes may hold one."""
    with open_binary(path) as file:
        text = io.TextIOWrapper(file, "utf-8-sig", errors="surrogateescape", newline="")
        yield from iter(lambda: text.readline(MAX_LINE), "")


def find_dialect(
    file: InputFile,
    scratch: Scratch,
    *,
    separator: str | None,
    header: bool | None,
    is_matrix: bool,
    skip: int,
    comment: str,
) -> CsvFile:
    """The dialect of a file: what the user does not give is found from the first row. A file has a header unless
    `header` says otherwise; a matrix has none if most cells of its first row are 0 or 1.

    Raises:
        BadInput: the file is empty, or the comment is longer than one character.
    """
    if len(comment) > 1:
        raise BadInput(f"comment is {comment!r}; in a CSV file it must be one character")
    comments = 0
    lines = _lines_with_ends(file.path)
    for line, text in enumerate(lines, 1):
        is_comment = bool(comment) and text.startswith(comment)
        comments += is_comment
        if line > skip and text.rstrip("\r\n") and not is_comment:
            break
    else:
        raise BadInput(f"{file.name}: " + (f"has no line after the first {skip}" if skip else "is empty"))
    head = [text, *islice(lines, _HEAD_LINES - 1)]
    if not separator:
        is_tabbed = ending(file.name) == ".tsv"
        separator = "\t" if is_tabbed else max(SEPARATORS, key=lambda s: _n_cells(head, s))
    try:
        cells = _first_row(head, separator)
    except csv.Error as error:
        what = (
            "is longer than 131,072 characters"
            if "larger" in str(error)
            else "has a quote that is not closed at its end"
        )
        raise BadInput(f"{file.name}:{line}: a cell of the first row {what}") from error
    # DuckDB does not check the names, nor the lines that it skips.
    if any("\udc80" <= character <= "\udcff" for cell in cells for character in cell):
        raise BadInput(f"{file.name}:{line}: is not UTF-8: save the file as UTF-8")
    if header is None:
        header = not is_matrix or sum(c.strip() in ("0", "1") for c in cells) <= len(cells) / 2
    names = [cell if header and cell else f"column{place}" for place, cell in enumerate(cells)]
    path, line_end = file.path, None
    if file.is_mixed and len(separator.encode()) == 1:
        path, line_end = _unify_line_ends(file, scratch, separator, comment, line - 1), "\n"
    return CsvFile(path, separator, names, header, line - 1, line - comments - 1, comment, line_end)


def _first_row(head: list[str], separator: str) -> list[str]:
    if len(separator) > 1:
        return [cell.strip('"') for cell in head[0].rstrip("\r\n").split(separator)]
    return next(csv.reader(head, delimiter=separator, strict=True))


def _n_cells(head: list[str], separator: str) -> int:
    """How many cells the first row has; 0 if this cannot be its separator."""
    try:
        return len(_first_row(head, separator))
    except csv.Error:
        return 0


def _unify_line_ends(file: InputFile, scratch: Scratch, separator: str, comment: str, lines_before: int) -> str:
    """A copy of a file with mixed line ends, whose records all end in LF; text in quotes stays as it is. Quotes that
    break the rules of CSV are left to DuckDB, which reports them.
    """
    with open_binary(file.path) as source:
        data = source.read()  # whole: a record may have any length
    plain = re.match(rb"(?:[^\r\n]*+(?:\r\n|\n|\r)){%d}" % lines_before, data)
    start = plain.end() if plain else 0
    outside = rb"[^%b\r\n]" % re.escape(separator.encode())
    # A record is a row of cells, quoted or not, or a comment. In a bare cell a quote is an ordinary character.
    cell = rb'(?:"(?:[^"]|"")*+"|(?!")%b)%b*+' % (outside, outside)
    record = rb"(?:(?:%b|%b)*+)" % (cell, re.escape(separator.encode()))
    if comment:
        record = rb"(?:%b[^\r\n]*+|%b)" % (re.escape(comment.encode()), record)
    copy = scratch.path("records.csv")
    with copy.open("wb") as out:
        out.write(re.sub(rb"\r\n?", b"\n", data[:start]))
        # `\Z` is for the last record if it has no line end: otherwise the search would go on inside its quotes.
        out.write(re.sub(rb"(%b)(\r\n|\n|\r|\Z)" % record, lambda m: m[1] + b"\n" * bool(m[2]), data[start:]))
    return str(copy)
