"""What separates the items of lines is found and said; quotes are as in CSV; data that look unsplit are not silent."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import setrisk
from setrisk.errors import BadInput, UnknownFormat

GOODS = ["whole milk", "rolls/buns", "other vegetables", "soda", "yogurt", *(f"rare thing {n}" for n in range(40))]


@pytest.fixture(scope="module")
def con():
    with setrisk.connect() as con:
        yield con


def baskets(n=400, seed=3):
    drawn = random.Random(seed)
    return [drawn.sample(GOODS, 1 if drawn.random() < 0.3 else drawn.randint(2, 6)) for _ in range(n)]


def contents(con, name):
    return con.execute(
        "SELECT list(i.item ORDER BY t.position) FROM setrisk_private.transaction_item AS t "
        "JOIN setrisk_private.item AS i USING (item_id) WHERE t.dataset = ? GROUP BY t.tid ORDER BY t.tid",
        [name],
    ).fetchall()


def loaded(con, path, text, **how):
    path.write_text(text, encoding="utf-8", newline="")
    return setrisk.load(con, "d", path, replace=True, **{"format": "baskets", **how})


@pytest.mark.parametrize("separator", [",", ", ", ";", "; ", "\t", "|", " | "])
@pytest.mark.parametrize("packed", [False, True])
def test_the_separator_is_found_from_the_lines(con, tmp_path, separator, packed):
    lists = baskets()
    found = loaded(con, tmp_path / "b.txt", "".join(separator.join(items) + "\n" for items in lists))
    assert found.separator == (separator.strip(" ") or separator)
    assert found.n_items == len({item for items in lists for item in items})
    assert contents(con, "d") == [(items,) for items in lists]


@pytest.mark.parametrize(
    ("text", "separator", "items"),
    [
        ("1 2 3\n4 5\n", "", 5),
        ("bread milk\nmilk\nbread beer\n", "", 3),
        ("a,b\nc\nd\n", ",", 4),
        ("a\nb\n" * 9 + "c, d\n", "", 4),
        ("a,b\nc,d\ne\n", ",", 5),
        # Most lines hold a comma, but what white space separates occurs again.
        ("".join(f"w{n * n % 31} name{n % 5},x v{n * 7 % 29}\n" for n in range(90)), "", 16 + 5 + 29),
        # Hardly any line has two items, and still commas make the items that occur again.
        ("".join(f"item {n % 4}" + (f",other {n % 3}\n" if n % 9 == 0 else "\n") for n in range(900)), ",", 5),
        ('"a, b" c\n"a, b"\nc\n', "", 2),
        ("", "", None),
    ],
)
def test_white_space_separates_where_nothing_fits_better(con, tmp_path, text, separator, items):
    if items is None:
        with pytest.raises(BadInput, match="holds no transaction"):
            loaded(con, tmp_path / "b.txt", text)
        return
    found = loaded(con, tmp_path / "b.txt", text)
    assert (found.separator, found.n_items) == (separator, items)


def test_the_separator_is_found_from_all_files_of_a_pattern_below_their_comments(con, tmp_path):
    for name in ("1.txt", "2.txt"):
        (tmp_path / name).write_text("| a | table | of | bars |\n" * 3 + "# x;y;z\n" * 50 + "whole milk,beer\nbeer\n")
    found = setrisk.load(con, "d", str(tmp_path / "*.txt"), format="baskets", skip=3, comment="#", replace=True)
    assert (found.separator, found.n_items) == (",", 2)


@pytest.mark.parametrize(
    ("separator", "text", "message"),
    [
        (
            ", ",
            "whole milk,beer\n" * 20,
            "0 of 20 lines contain the separator ', ', and 100.0 % contain commas: leave it out, or",
        ),
        (";", "a\tb\n" * 30 + "a\n" * 10, "0 of 40 lines contain the separator ';', and 75.0 % contain tabs"),
        (
            ",",
            "1 2 3\n" * 20,
            "0 of 20 lines contain the separator ',', and 100.0 % contain white space: leave it out; if",
        ),
        (",", "milk#tea\n" * 20, "0 of 20 lines contain the separator ',': name the right one; if each line is"),
        (",", "a|b\n" * 999 + "a,b\n", "1 of 1,000 lines contain the separator ',', and 99.9 % contain vertical bars"),
    ],
)
def test_a_separator_that_hardly_any_line_holds_is_refused(con, tmp_path, separator, text, message):
    before = con.execute("SELECT count(*) FROM setrisk_private.dataset").fetchall()
    with pytest.raises(BadInput, match=re.escape(f"b.txt: {message}")):
        loaded(con, tmp_path / "b.txt", text, separator=separator)
    assert con.execute("SELECT count(*) FROM setrisk_private.dataset").fetchall() == before


@pytest.mark.parametrize(
    ("separator", "text", "items"),
    [
        (",", "whole milk\n" * 4, 1),  # too few lines to conclude anything
        (",", "whole milk\n" * 19 + "a,b\n", 3),
        ("\n", "whole milk\na,b\n" * 20, 2),
        ("\\n", "whole milk\na,b\n" * 20, 2),
    ],
)
def test_a_separator_may_be_rare_where_lines_have_one_item(con, tmp_path, separator, text, items):
    assert loaded(con, tmp_path / "b.txt", text, separator=separator).n_items == items


# Quotes.


@pytest.mark.parametrize("separator", [",", ";", "\t", "||", "::", ""])
def test_an_item_in_quotes_may_hold_the_separator(con, tmp_path, separator):
    between = separator or " "
    lines = [
        between.join(('"a,;\t||:: b"', "milk")),
        between.join(('5"', '"say ""hi"""', '""', 'x"y"z')),
        between.join(('"q"', '"c"')) + between,
    ]
    loaded(con, tmp_path / "b.txt", "\n".join(lines), **({"separator": separator} if separator else {}))
    assert contents(con, "d") == [(["a,;\t||:: b", "milk"],), (['5"', 'say "hi"', 'x"y"z'],), (["q", "c"],)]


def test_blanks_around_quotes_are_no_part_of_the_item(con, tmp_path):
    loaded(con, tmp_path / "b.txt", ' "a, b" , milk\n" kept ",5" nail\n', separator=",")
    assert contents(con, "d") == [(["a, b", "milk"],), ([" kept ", '5" nail'],)]


def test_a_separator_with_a_quote_leaves_quotes_alone(con, tmp_path):
    loaded(con, tmp_path / "b.txt", '"a"","b"\n', separator='","')
    assert contents(con, "d") == [(['"a"', 'b"'],)]


@pytest.mark.parametrize("line", ['x,"a', '"a"b,c', '"', '"a" b', '"a""', 'a,"secret' + " data" * 200])
@pytest.mark.parametrize("how", [{}, {"comment": "#"}, {"skip": 0}])
def test_a_quote_that_is_not_closed_is_one_error_with_the_line(con, tmp_path, line, how):
    with pytest.raises(BadInput, match=r"b\.txt:3: a quote at the beginning of an item is not closed") as raised:
        loaded(con, tmp_path / "b.txt", f"a,b\n\n{line}\nc,d\n", separator=",", **how)
    assert "secret" not in str(raised.value)


words = st.text(st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufeff"), min_size=1, max_size=6)


@given(st.lists(st.lists(words.filter(lambda word: word.strip()), min_size=1, max_size=4), min_size=1, max_size=4))
def test_what_is_quoted_comes_back(con, tmp_path_factory, lists):
    path = tmp_path_factory.mktemp("quoted") / "b.txt"
    text = "".join(",".join('"' + item.replace('"', '""') + '"' for item in items) + "\n" for items in lists)
    loaded(con, path, text, separator=",")
    assert contents(con, "d") == [(list(dict.fromkeys(items)),) for items in lists]


def test_itemsets_of_a_file_may_be_quoted(con, tmp_path):
    from setrisk.pipelines.transactions.itemsets import read_itemsets

    (tmp_path / "p.txt").write_text('# rare\n"a,b",milk\nwhole milk\n')
    assert read_itemsets(con, str(tmp_path / "p.txt"), "privacy") == [["a,b", "milk"], ["whole milk"]]
    (tmp_path / "p.txt").write_text('"a,b\n')
    with pytest.raises(BadInput, match=r"^privacy: .*p\.txt:1: a quote"):
        read_itemsets(con, str(tmp_path / "p.txt"), "privacy")


# How the data look.


def test_a_load_gives_items_and_the_largest_transactions(con, tmp_path):
    found = loaded(con, tmp_path / "b.txt", "a,b,c\na,b\na\nd,e,f,g\na,a,a,a,a\n")
    assert found.examples == ("a", "b", "c", "d", "e")
    assert found.longest == (4, 3, 2)
    assert found.warnings == ()
    kept = loaded(con, tmp_path / "b.txt", "\n\n", empty="keep")
    assert (kept.examples, kept.longest, kept.warnings) == ((), (), ())


@pytest.mark.parametrize(
    ("how", "text", "warning"),
    [
        ({"separator": "|"}, "".join(f"x|a{n},b{n}\n" for n in range(40)), "40 of 41 items contain commas"),
        ({"separator": "\n"}, "".join(f"x{n} y\n" for n in range(40)), "40 of 40 transactions have one item, which no"),
        ({}, "".join(f"x{n % 9}_y\n" for n in range(40)), "each of the 40 transactions has one item"),
        ({}, "".join(f"whole x{n % 9}#y\n" for n in range(40)), "9 of 10 items contain '#'") ,
        ({}, "".join(f"a{n % 7} and b{n % 5}\n" for n in range(40)), "40 of 40 transactions have the item 'and'"),
        ({"format": "lists", "items": "i", "separator": "|"},
         "i\n" + "".join(f"a{n};b{n}|x\n" for n in range(40)), "40 of 41 items contain semicolons"),
        ({}, "".join(f"x{n % 7}:a{n},b{n % 9}\n" for n in range(40)), "40 of 49 items contain ':'"),
        ({}, "".join(f"a{n % 7} - b{n % 5}\n" for n in range(40)), "40 of 40 transactions have the item '-'"),
        ({"format": "long", "id": "a", "item": "b"}, "a,b\n" + "".join(f"{n},{n}\n" for n in range(40)),
         "40 of 40 transactions have one item, which no other has"),
    ],
)  # fmt: skip
def test_data_that_look_unsplit_are_warned_of(con, tmp_path, how, text, warning):
    name = "t.csv" if how.get("format") in ("lists", "long") else "b.txt"
    (said,) = loaded(con, tmp_path / name, text, **how).warnings
    assert said.startswith(warning)


def test_a_table_in_a_text_file_is_not_taken_for_baskets(con, tmp_path):
    tables = {
        "id,item\n1,a\n1,b\n2,a\n": {"format": "long", "id": "id", "item": "item"},
        "items,n\na b,3\nc,4\n": {"format": "histogram", "items": "items", "count": "n"},
        "visit;what\n" + "".join(f"{n // 3};i{n % 4}\n" for n in range(30)): (
            {"format": "long", "id": "visit", "item": "what"}
        ),
    }
    for text, likely in tables.items():
        (tmp_path / "t.txt").write_text(text)
        with pytest.raises(UnknownFormat, match=r"t\.txt: its format is not clear; judging by its contents") as raised:
            setrisk.load(con, "d", tmp_path / "t.txt", replace=True)
        assert raised.value.likely == likely
        assert setrisk.load(con, "d", tmp_path / "t.txt", format="baskets", replace=True).n_transactions > 2
        setrisk.drop(con, "d")
    pairs = "".join(f"i{n % 6},j{n % 4}\n" for n in range(5))  # few lines: baskets that happen to hold two items
    assert loaded(con, tmp_path / "t.txt", pairs).n_transactions == 5


def test_names_that_hold_commas_are_not_warned_of(con, tmp_path):
    (tmp_path / "l.csv").write_text("id,item\n" + "".join(f'{n // 3},"name {n % 20}, closed"\n' for n in range(60)))
    text = "".join(f'"name {n % 20}, closed",x\n' for n in range(60))
    assert loaded(con, tmp_path / "b.txt", text).warnings == ()
    wide = "id,item\n" + "".join(f'{n // 3},"name {n % 20}{", closed" * (n % 4 == 0)}"\n' for n in range(60))
    assert loaded(con, tmp_path / "l.csv", wide, format="long").warnings == ()


def test_periods_together_are_looked_at(con, tmp_path):
    (tmp_path / "l.csv").write_text("id,item,month\n1,a,1\n1,b,1\n1,c,2\n2,a,2\n2,b,2\n2,c,2\n")
    found = setrisk.load(con, "p", tmp_path / "l.csv", format="long", period="month")
    assert found.examples == ("a", "b", "c")
    assert found.longest == (3, 2, 1)


# Without a format.


@pytest.mark.parametrize(
    "name", ["gone", "gone.txt", "gone.csv", "gone.what", "folder/gone", "SELECT a FROM b", "gone*"]
)
def test_a_file_that_is_not_there_is_said_to_be_so(con, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=f"^{re.escape(name)}: no (such file|files found that match this pattern)"):
        setrisk.load(con, "gone", name)


@pytest.mark.parametrize(
    ("text", "likely"),
    [
        ("whole milk,beer\nbeer\nsoda,beer,milk\n", {"format": "baskets"}),
        ("visit,diagnosis\n1,a\n1,b\n2,a\n", {"format": "long", "id": "visit", "item": "diagnosis"}),
        ("n;Patient;Code\n1;7;a\n2;7;b\n", {"format": "long", "id": "Patient", "item": "Code"}),
        ("a,b,c\n1,0,1\n0,1,1\n", {"format": "matrix"}),
        ("1 0 1\n0 0 1\n", {"format": "matrix", "separator": " "}),
        ("1 2 3\n4\n", {"format": "fimi"}),
        ("@C\n1 -1 2 -1 -2\n", {"format": "spmf"}),
        ("items,n\na b,3\n", {"format": "histogram", "items": "items", "count": "n"}),
        ("id,text\n3,hello world\n", {"format": "text", "text": "text"}),
        ("label,medical_abstract\n3,hello world\n3,good day\n", {"format": "text", "text": "medical_abstract"}),
        ("customer,product,price\n3,tea,2\n3,jam,4\n", {"format": "long", "id": "customer", "item": "product"}),
        ('{"items": ["a"]}\n', {"format": "lists"}),
        (
            "".join(f"{n // 3},i{n % 4}\n" for n in range(9)),
            {"format": "long", "header": False, "id": "column0", "item": "column1"},
        ),
        (
            "who;what;day\n" + "".join(f"{n // 3};i{n % 4};d{n % 5}\n" for n in range(20)),
            {"format": "long", "id": "who", "item": "what"},
        ),
        ('basket\n"tea, nuts"\n"tea"\n"ham, tea"\n', {"format": "lists", "items": "basket", "separator": ", "}),
        (
            "customer;basket\n0;olive oil,wine\n1;wine\n2;tea,wine\n",
            {"format": "lists", "items": "basket", "separator": ","},
        ),
        ("a b c\n0 1 1\n1 0 1\n", {"format": "matrix", "separator": " "}),
        (
            "0 tea\n0 jam\n0 ham\n1 tea\n",
            {"format": "long", "header": False, "id": "column0", "item": "column1", "separator": " "},
        ),
    ],
)
@pytest.mark.parametrize("name", ["f.csv", "data"])
def test_where_the_format_cannot_be_told_the_likely_one_is_proposed(con, tmp_path, text, likely, name):
    if likely["format"] == "lists":
        name = "data"  # a CSV file is one
    (tmp_path / name).write_text(text)
    with pytest.raises(UnknownFormat, match=f"{name}: its format is not clear; judging by its contents") as raised:
        setrisk.load(con, "proposed", tmp_path / name)
    assert raised.value.likely == likely
    if likely["format"] != "text":
        assert setrisk.load(con, "d", tmp_path / name, replace=True, **likely).n_transactions > 0


def test_a_csv_file_that_can_be_no_table_has_baskets(con, tmp_path):
    lines = [",".join("abcdef"[: 1 + n % 4]) for n in range(12)]
    (tmp_path / "f.csv").write_text("\n".join(lines))
    assert setrisk.load(con, "ragged", tmp_path / "f.csv").n_entries == sum(1 + n % 4 for n in range(12))
    for text in ("\n".join(lines[:10]), "\n".join(["a,b,c"] * 11 + ["a,b", "a"])):
        (tmp_path / "f.csv").write_text(text)  # too few, or a table that lacks some cells
        with pytest.raises(UnknownFormat, match=r"f\.csv: its format is not clear"):
            setrisk.load(con, "e", tmp_path / "f.csv")


@pytest.mark.parametrize("name", ["f.txt", "f.dat"])
@pytest.mark.parametrize(
    ("text", "format"), [("1 -1 2 -1 -2\n3 -1 -2\n", "spmf"), ("1 0 1\n0 0 1\n", "matrix"), ("1 2 3\n4\n", None)]
)
def test_an_ending_of_baskets_does_not_make_baskets_of_other_formats(con, tmp_path, text, format, name):
    """Items -1 and -2 would stand in all of them."""
    (tmp_path / name).write_text(text)
    if format is None:
        assert setrisk.load(con, "e", tmp_path / name, replace=True).n_items == 4
        return
    with pytest.raises(UnknownFormat, match="its format is not clear; judging by its contents") as raised:
        setrisk.load(con, "e", tmp_path / name, replace=True)
    assert raised.value.likely["format"] == format
    assert setrisk.load(con, "e", tmp_path / name, format="baskets", replace=True).n_transactions == 2


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\x00\x01", b"PK\x03\x04", b"\xff\xfea\x00"])
def test_nothing_is_proposed_of_what_tells_nothing(con, tmp_path, data):
    (tmp_path / "f.csv").write_bytes(data)
    with pytest.raises(UnknownFormat, match=r"its format is not clear; name one of baskets, fimi") as raised:
        setrisk.load(con, "proposed", tmp_path / "f.csv")
    assert raised.value.likely == {}
