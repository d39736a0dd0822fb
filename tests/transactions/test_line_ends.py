"""Lines end in any mix of LF, CR and CRLF; what stands in quotes stays as it is; NUL characters are errors."""

import gzip
import random

import pytest

import setrisk
from setrisk.errors import BadInput

ENDS = ("\n", "\r\n", "\r")


@pytest.fixture(scope="module")
def con():
    with setrisk.connect() as con:
        yield con


def contents(con, name):
    return [
        items
        for (items,) in con.execute(
            "SELECT list(i.item ORDER BY t.position) FROM setrisk_private.transaction_item AS t "
            "JOIN setrisk_private.item AS i USING (item_id) WHERE t.dataset = ? GROUP BY t.tid ORDER BY t.tid",
            [name],
        ).fetchall()
    ]


def mixed(lines, seed=1):
    drawn = random.Random(seed)
    return "".join(line + drawn.choice(ENDS) for line in lines)


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("form", ["fimi", "baskets", "spmf"])
def test_line_formats_take_any_mix_of_line_ends(con, tmp_path, form, packed):
    # More than a piece of what is read at a time; a piece may end between CR and LF.
    lines = [f"{n} {n % 7 + 1_000_000} {n % 1000 + 2_000_000}" for n in range(60_000)]
    text = mixed([" -1 ".join(line.split()) + " -1 -2" for line in lines] if form == "spmf" else lines)
    path = tmp_path / ("b.txt.gz" if packed else "b.txt")
    path.write_bytes(gzip.compress(text.encode(), 1, mtime=0) if packed else text.encode())
    loaded = setrisk.load(con, "d", path, format=form, replace=True)
    assert (loaded.n_transactions, loaded.empty_dropped) == (60_000, 0)
    assert contents(con, "d") == [line.split() for line in lines]


@pytest.mark.parametrize("between", [2**20 - 3, 2**20 - 2, 2**20 - 1, 2**20])
def test_no_line_end_is_cut_in_two(con, tmp_path, between):
    (tmp_path / "b.txt").write_bytes(b"1\n2\r" + b"3" * (between - 4) + b"\r\n4\r\n")
    loaded = setrisk.load(con, "d", tmp_path / "b.txt", format="fimi", replace=True)
    assert (loaded.n_transactions, loaded.empty_dropped) == (4, 0)


def test_empty_lines_between_count_as_empty_transactions(con, tmp_path):
    (tmp_path / "b.txt").write_bytes(b"a\r\n\r\nb\n\nc\r\rd")
    loaded = setrisk.load(con, "d", tmp_path / "b.txt", format="baskets", empty="keep", replace=True)
    assert (loaded.n_transactions, loaded.empty_kept) == (7, 3)


def test_errors_name_the_line_whatever_the_lines_end_in(con, tmp_path):
    (tmp_path / "b.txt").write_bytes(b"1 2\r\n3\r4\n\r\nx\r\n")
    with pytest.raises(BadInput, match=r"b\.txt:5: not FIMI"):
        setrisk.load(con, "bad", tmp_path / "b.txt", format="fimi")
    (tmp_path / "l.csv").write_bytes(b'id,item\r\n1,"a\r\nb"\n2,c\r\n3,c,d\n')
    with pytest.raises(BadInput, match=r"l\.csv:5: Expected Number of Columns"):
        setrisk.load(con, "bad", tmp_path / "l.csv", format="long")


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_csv_takes_any_mix_of_line_ends_and_keeps_those_in_quotes(con, tmp_path, separator):
    rows = ['id,"it""em"', '1,"a\r\nb"', '1,"c\nd"', "", '2,5" nail', '2,"e\rf"', '3,"x,""\r\n"""', "3,", '3,"y"']
    text = "junk\r\nmore\n" + mixed([row.replace(",", separator) for row in rows] * 1, seed=4)
    (tmp_path / "l.csv").write_text(text, newline="")
    how = {"format": "long", "item": 'it"em', "skip": 2, "separator": separator}
    setrisk.load(con, "d", tmp_path / "l.csv", replace=True, **how)
    within = f'x{separator}"\r\n"'
    assert contents(con, "d") == [["a\r\nb", "c\nd"], ['5" nail', "e\rf"], [within, "y"]]


@pytest.mark.parametrize("inside", ["\r", "\n", "\r\n", "\r,\n"])
@pytest.mark.parametrize("last", ["", "\r\n"])
def test_what_the_last_quotes_hold_stays_as_it_is(con, tmp_path, inside, last):
    (tmp_path / "l.csv").write_bytes(f'id,item\r\n1,x\n2,"a{inside}b"{last}'.encode())
    setrisk.load(con, "d", tmp_path / "l.csv", format="long", replace=True)
    assert contents(con, "d") == [["x"], [f"a{inside}b"]]


def test_comments_of_a_csv_file_may_hold_quotes_and_end_otherwise(con, tmp_path):
    (tmp_path / "l.csv").write_bytes(b'# it"s\r\nid,item\n# "\r\n1,a\r\n2,b\n')
    setrisk.load(con, "d", tmp_path / "l.csv", format="long", comment="#", replace=True)
    assert contents(con, "d") == [["a"], ["b"]]


def test_an_unclosed_quote_is_still_an_error_where_line_ends_are_mixed(con, tmp_path):
    (tmp_path / "l.csv").write_bytes(b'id,item\r\n1,a\n2,"b\r\n3,c\n' + b"4,secret\r\n" * 500)
    with pytest.raises(BadInput, match=r"l\.csv:3: Value with unterminated quote") as raised:
        setrisk.load(con, "bad", tmp_path / "l.csv", format="long")
    assert "secret" not in str(raised.value)


def test_texts_of_a_corpus_take_any_mix(con, tmp_path):
    (tmp_path / "c.txt").write_bytes(b"one word\r\ntwo words\nthree\r")
    assert setrisk.load_corpus(con, "mixed", tmp_path / "c.txt").n_documents == 3


@pytest.mark.parametrize(
    ("name", "data", "how", "line"),
    [
        ("b.txt", b"a b\x00\rc\r", {}, 1),
        ("b.txt", b"a b\r\nc\x00\r\n", {}, 2),
        ("b.txt", b"a\n" * 70_000 + b"\x00\n", {"format": "fimi"}, 70_001),
        ("b.txt", b"a\r" * 1_100_000 + b"\x00", {"format": "baskets"}, 1_100_001),
        ("l.csv", b"id,item\n1,a\x00\n", {"format": "long"}, 2),
        ("a.json", b'[{"items": ["a"]},\n{"items": ["b\x00"]}]', {}, 2),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_a_nul_character_is_an_error_with_its_line(con, tmp_path, name, data, how, line, packed):
    path = tmp_path / (f"{name}.gz" if packed else name)
    path.write_bytes(gzip.compress(data, 1, mtime=0) if packed else data)
    with pytest.raises(BadInput, match=rf"{path.name}:{line}: holds a NUL character"):
        setrisk.load(con, "bad", path, **how)
