"""Matrices, histograms, headers, and lines to pass over."""

from dataclasses import astuple

import pandas as pd
import pytest

import setrisk
from tests.support.loading import transactions_of
from tests.support.written_formats import MATRICES


def test_a_matrix_without_names_numbers_its_columns(con, tmp_path):
    (tmp_path / "m.csv").write_text("1,0,1\n0,0,0\n0,1,1\n")
    loaded = setrisk.load(con, "d", tmp_path / "m.csv", format="matrix")
    assert transactions_of(con, "d") == [["1", "3"], ["2", "3"]]
    assert loaded.empty_dropped == 1


@pytest.mark.parametrize("separator", [" ", ";", "|"])
def test_the_first_row_of_a_nameless_matrix_counts_whatever_parts_its_columns(con, tmp_path, separator):
    (tmp_path / "m.csv").write_text("# c\n" + "".join(separator.join(row) + "\n" for row in ("101", "011")))
    how = {"separator": separator} if separator == " " else {}
    setrisk.load(con, "d", tmp_path / "m.csv", format="matrix", skip=1, **how)
    assert transactions_of(con, "d") == [["1", "3"], ["2", "3"]]


def test_a_label_column_of_a_nameless_matrix_is_excluded_by_its_place(con, tmp_path):
    (tmp_path / "m.csv").write_text('"x",1,0\n"y",1,1\n')
    setrisk.load(con, "d", tmp_path / "m.csv", format="matrix", exclude=["column0"])
    assert transactions_of(con, "d") == [["2"], ["2", "3"]]


@pytest.mark.parametrize(
    ("yes", "no"), [("1", "0"), ("1.0", "0.0"), ("true", "false"), ("TRUE", "False"), (" 1", "0 ")]
)
def test_the_cells_of_a_matrix_are_binary_in_any_usual_writing(con, tmp_path, yes, no):
    (tmp_path / "m.csv").write_text(f"a,b\n{yes},{no}\n{no},{yes}\n")
    setrisk.load(con, "d", tmp_path / "m.csv", format="matrix")
    assert transactions_of(con, "d") == [["a"], ["b"]]


@pytest.mark.parametrize("writer", MATRICES)
def test_columns_that_differ_by_case_alone_keep_their_names(con, tmp_path, writer):
    source, how = writer(tmp_path, [["HIV", "a"], ["hiv"], ["column0", "column1"]])
    setrisk.load(con, "d", source, **how)
    assert transactions_of(con, "d") == [["HIV", "a"], ["hiv"], ["column0", "column1"]]


def test_a_histogram_counts_its_itemsets(con, tmp_path):
    (tmp_path / "h.csv").write_text('items,occurrences\n"a b",2\nc,1\nd,0\n"b  a",1.0\n,2\n')
    loaded = setrisk.load(con, "csv", tmp_path / "h.csv", format="histogram")
    assert transactions_of(con, "csv") == [["a", "b"], ["a", "b"], ["c"], ["b", "a"]]
    assert astuple(loaded)[1:7] == (4, 3, 7, 0, 2, 0)
    frame = pd.DataFrame({"itemset": [["a", "b"], ["c"]], "n": [2, 3]})
    setrisk.load(con, "frame", frame, format="histogram")
    assert transactions_of(con, "frame") == [["a", "b"]] * 2 + [["c"]] * 3


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("junk\nid,item\n1,a\n2,b\n", {"skip": 1}),
        ("\n\nid,item\n\n1,a\n\n2,b\n", {}),
        ("# x,y,z\n\n# \"\nid,item\n1,a\n#3,c\n2,b\n", {"comment": "#"}),
        ("junk\n# c\nid,item\n1,a\n2,b\n", {"comment": "#", "skip": 1}),
        ("# c\njunk\nid,item\n1,a\n2,b\n", {"comment": "#", "skip": 2}),
        ("\ufeffid,item\n1,a\n2,b", {}),
        ("item,id\na,1\nb,2\n", {}),
        ("id;item\n1;a\n2;b\n", {}),
        ("1,a\n2,b\n", {"header": False, "id": "column0", "item": "column1"}),
    ],
)  # fmt: skip
def test_a_csv_file_may_have_lines_above_its_header_and_between(con, tmp_path, text, how):
    (tmp_path / "l.csv").write_text(text)
    setrisk.load(con, "d", tmp_path / "l.csv", format="long", **how)
    assert transactions_of(con, "d") == [["a"], ["b"]]


def test_lines_of_a_text_file_are_skipped_and_comments_passed_over(con, tmp_path):
    (tmp_path / "b.txt").write_text("junk\n% c\n1 2\n%3\n4\n")
    setrisk.load(con, "b", tmp_path / "b.txt", skip=1, comment="%")
    setrisk.load(con, "f", tmp_path / "b.txt", format="fimi", skip=1, comment="%")
    assert transactions_of(con, "b") == transactions_of(con, "f") == [["1", "2"], ["4"]]
    (tmp_path / "s.txt").write_text("@CONVERTED\n1 -1 2 3 -1 -2\n")
    setrisk.load(con, "s", tmp_path / "s.txt", format="spmf")
    assert transactions_of(con, "s") == [["1", "2", "3"]]


def test_json_items_are_taken_as_the_file_writes_them(con, tmp_path):
    lines = ('{"items": ["x", 1, true, 2.5]}', '{"items": ["2020-1-1"]}', '{"items": []}', "", '{"items": null}', "{}")
    (tmp_path / "a.jsonl").write_text("\n".join(lines))
    loaded = setrisk.load(con, "d", tmp_path / "a.jsonl")
    assert transactions_of(con, "d") == [["x", "1", "true", "2.5"], ["2020-1-1"]]
    assert loaded.empty_dropped == 3
