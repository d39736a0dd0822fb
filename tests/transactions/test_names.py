"""Names of items survive every format that can carry them, whatever separates items and ends lines."""

import tempfile
import unicodedata
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import setrisk
from setrisk.errors import BadInput
from tests.support.loading import transactions_of
from tests.support.written_formats import (
    FILES,
    FRAMES,
    MATRICES,
    Lists,
    Written,
    baskets,
    expected_from,
    histogram_csv,
    lists_csv,
    long_tsv,
    matrix_csv,
)

NASTY = (
    "'",
    '"',
    "it's",
    '"quoted"',
    'a"b',
    "'q",
    "r'",
    ";",
    "a;b",
    ",",
    "a,b",
    "|",
    "\\",
    "a\\",
    "\\n",
    "#",
    "#x",
    "%",
    "--",
    "NULL",
    "null",
    "nan",
    "NaN",
    "None",
    "True",
    "0",
    "1",
    "1.50",
    "1e3",
    "-1",
    "2020-01-01",
    "12:30",
    "2020-01-01T00:00:00Z",
    "550E8400-E29B-41D4-A716-446655440000",
    "[]",
    '{"a": 1}',
    "<script>alert('x')</script>",
    "&amp;",
    "$1",
    "?",
    "{x}",
    "%s",
    "😀",
    "👩‍👩‍👧",
    "é",
    "e\u0301",
    "ß",
    "HIV",
    "hiv",
    "İ",
    "\u202eabc",
    "\u2028",
    "\x01",
    "\x7f",
    "a b",
    "column0",
    "items",
    "count",
    "id",
    "dataset",
    "x" * 10_000,
    "é" * 5_000,
)
# With blanks around, tabs and line breaks: where the format allows.
BLANK = (" ", " x", "x ", "\t", "a\tb", "\n", "a\nb", "a\r\nb", "\r", "a\n\nb", "\u00a0x")

characters = st.characters(exclude_categories=("Cs",), exclude_characters="\x00\x1f\ufeff")
names = st.one_of(st.sampled_from(NASTY + BLANK), st.text(characters, max_size=8))
some_lists = st.lists(st.lists(names, max_size=5), min_size=1, max_size=6)


def carried(writer: Callable[..., Written], name: str) -> bool:
    """Whether a format can carry a name: blanks around the items of a line are trimmed, a header has its own rules."""
    if writer in (baskets, lists_csv, histogram_csv):
        trimmed = any(unicodedata.category(end) == "Zs" for end in name[:1] + name[-1:])
        return not trimmed and not (writer is baskets and set(name) & set("\n\r"))
    if writer is matrix_csv:
        return name not in ("", "label") and "\r" not in name
    if writer in MATRICES:
        return name != ""
    return writer is not long_tsv or "\r" not in name


@pytest.mark.parametrize("writer", [*FILES, *FRAMES])
def test_awkward_names_survive_every_format_that_can_carry_them(con, writer):
    number = count()

    @settings(max_examples=5, suppress_health_check=list(HealthCheck))
    @given(some_lists)
    @example([NASTY])
    @example([NASTY, (*BLANK, *NASTY), ("a", *NASTY[::-1], "a")])
    def survive(lists: Lists) -> None:
        lists = [[name for name in items if carried(writer, name)] for items in lists]
        if writer in MATRICES:
            lists = [*lists, ["x"]]
        wanted = expected_from(writer, lists)
        with tempfile.TemporaryDirectory() as folder:
            source, how = writer(Path(folder), lists)
            if not wanted:
                with pytest.raises(BadInput, match=r"holds no transaction|not a list|is empty"):
                    setrisk.load(con, "d", source, **how)
                return
            loaded = setrisk.load(con, dataset := f"d{next(number)}", source, **how)
        assert transactions_of(con, dataset) == wanted
        assert loaded.empty_dropped == len(lists) - len(wanted)
        if writer not in MATRICES:
            given_items = sum(item != "" for items in lists for item in items)
            assert loaded.repeats_dropped == given_items - sum(map(len, wanted))

    survive()


@pytest.mark.parametrize("separator", [",", ";", "|", "||", "\t", " ", "::", "'", '"', "\\", "😀", "$1", "(", "a"])
def test_baskets_take_any_separator(con, tmp_path, separator):
    rows = [["x", "y z" if separator != " " else "y"], ["z1"], ["<b>", "x", "🙂"]]
    (tmp_path / "b.txt").write_text("\n".join(separator.join(row) for row in rows), "utf-8")
    setrisk.load(con, "d", tmp_path / "b.txt", separator=separator)
    assert transactions_of(con, "d") == rows


def test_without_a_separator_any_white_space_parts_items(con, tmp_path):
    (tmp_path / "b.dat").write_bytes(b"\xef\xbb\xbfa  b\t c \r\n\t\r\nd\r\n")
    loaded = setrisk.load(con, "d", str(tmp_path / "b.dat"))
    assert transactions_of(con, "d") == [["a", "b", "c"], ["d"]]
    assert loaded.empty_dropped == 1


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_may_end_as_any_system_ends_them(con, tmp_path, end):
    for name, lines in (("b.txt", ["a b", "", "c"]), ("l.csv", ["id,item", "1,a", '1,"b', 'x"', "2,c"])):
        (tmp_path / name).write_text(end.join(lines), newline="")
    setrisk.load(con, "b", tmp_path / "b.txt", empty="keep")
    setrisk.load(con, "l", tmp_path / "l.csv", format="long")
    assert transactions_of(con, "b") == [["a", "b"], [], ["c"]]
    assert transactions_of(con, "l") == [["a", f"b{end}x"], ["c"]]


@pytest.mark.parametrize(
    ("separator", "given"),
    [(",", None), (";", None), ("\t", None), ("|", None), (" ", " "), ("\t", r"\t"), ("||", "||")],
)
def test_the_columns_of_a_csv_file_may_be_parted_by_anything(con, tmp_path, separator, given):
    text = separator.join(("id", "item", "more")) + "\n" + separator.join(("1", '"a,b;c"', "x")) + "\n"
    (tmp_path / "l.csv").write_text(text)
    setrisk.load(con, "d", tmp_path / "l.csv", format="long", separator=given)
    assert transactions_of(con, "d") == [["a,b;c"]]


def test_a_name_with_a_line_break_may_head_a_csv_file_of_other_line_ends(con, tmp_path):
    (tmp_path / "m.csv").write_bytes(b'"a\nb",c\r\n1,0\r\n1,1\r\n')
    setrisk.load(con, "d", tmp_path / "m.csv", format="matrix")
    assert transactions_of(con, "d") == [["a\nb"], ["a\nb", "c"]]
