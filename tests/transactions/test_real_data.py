"""Real data, with the counts of each SOURCE.txt."""

import pytest

import setrisk
from setrisk.pipelines.transactions.load import Loaded
from tests.support.loading import READ_LINES, transactions_of


@pytest.mark.parametrize(
    ("path", "how", "n", "n_items", "n_entries", "longest"),
    [
        ("retail/retail.dat", {"format": "fimi"}, 88_162, 16_470, 908_576, 76),
        ("bms-webview/BMS1_spmf.txt", {"format": "spmf"}, 59_601, 497, 149_638, 267),
        ("bms-webview/BMS2_spmf.txt", {"format": "spmf"}, 77_512, 3_340, 358_278, 161),
        ("foursquare-bangkok/location_bangkok.csv", {"format": "matrix", "exclude": ["column0"]},
         5_010, 446, 269_047, 205),
    ],
    ids=["retail", "BMS-1", "BMS-2", "Bangkok"],
)  # fmt: skip
def test_real_data_have_the_counts_that_their_source_states(con, data, path, how, n, n_items, n_entries, longest):
    loaded = setrisk.load(con, "d", data / path, **how)
    assert loaded == Loaded("d", n, n_items, n_entries, 0, 0, 0)
    found = con.execute(
        "SELECT max(t.n) FROM (SELECT count(*) AS n FROM setrisk_private.transaction_item GROUP BY tid) AS t"
    ).fetchall()
    assert found == [(longest,)]


def test_msnbc_has_its_sequences_and_visits(con, data):
    loaded = setrisk.load(con, "d", data / "msnbc/msnbc990928.seq.gz", format="fimi", skip=7, comment="%")
    assert (loaded.n_transactions, loaded.n_items, loaded.empty_dropped) == (989_818, 17, 0)
    assert loaded.n_entries + loaded.repeats_dropped == 4_698_794
    assert round(loaded.n_entries / loaded.n_transactions, 4) == 1.7168
    ((sets, single),) = con.execute(
        "SELECT count(*), sum(h.occurrences) FILTER (WHERE len(h.itemset) = 1) FROM setrisk.itemset_histogram('d') AS h"
    ).fetchall()
    assert (sets, single) == (10_476, 601_384)
    lines = f"SELECT string_split(trim(l.text), ' ') AS pages FROM {READ_LINES}, skip = 7, compression = 'gzip') AS l"
    first_visits = (
        "SELECT p.tid, list_position(p.pages, p.page) AS position, p.page FROM ("
        f"SELECT n.tid, n.pages, unnest(list_distinct(n.pages)) AS page FROM ("
        f"SELECT row_number() OVER () AS tid, s.pages FROM ({lines}) AS s) AS n) AS p"
    )
    stored = (
        "SELECT t.tid, t.position, i.item FROM setrisk_private.transaction_item AS t "
        "JOIN setrisk_private.item AS i USING (item_id)"
    )
    path = {"path": str(data / "msnbc/msnbc990928.seq.gz")}
    ((n_visits, n_others),) = con.execute(
        f"WITH visits AS ({first_visits}), rows AS ({stored}) "
        "SELECT (SELECT count(*) FROM visits), (SELECT count(*) FROM (FROM visits EXCEPT FROM rows))",
        path,
    ).fetchall()
    assert (n_visits, n_others) == (loaded.n_entries, 0)


def test_nltcs_comes_in_the_order_of_its_files(con, data):
    loaded = setrisk.load(con, "d", str(data / "nltcs/*.data"), format="matrix", empty="keep")
    assert loaded == Loaded("d", 21_574, 16, 114_434, 0, 0, 3_853)
    rows = [
        line.split(",")
        for part in ("test", "train", "valid")
        for line in (data / f"nltcs/nltcs.{part}.data").read_text().split()
    ]
    assert transactions_of(con, "d") == [[str(n) for n, cell in enumerate(row, 1) if cell == "1"] for row in rows]


def test_symptoms_come_from_a_query_that_leaves_the_label_out(con, data):
    query = (
        "SELECT list_transform(string_split(l.text, ',')[2:], lambda symptom: trim(symptom)) AS items "
        f"FROM {READ_LINES}, skip = 1) AS l"
    )
    source = con.sql(query, params={"path": str(data / "disease-symptom/dataset.csv")})
    loaded = setrisk.load(con, "d", source)
    assert loaded == Loaded("d", 4_920, 131, 36_648, 0, 0, 0)


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("reuters/R52_test.txt", f"SELECT split_part(l.text, chr(9), 2) AS text FROM {READ_LINES}) AS l"),
        ("medical-abstracts/medical_tc_test.csv", "SELECT c.medical_abstract AS text FROM read_csv($path) AS c"),
    ],
    ids=["Reuters", "medical abstracts"],
)  # fmt: skip
def test_real_texts_become_noun_phrases(con, data, path, query):
    pytest.importorskip("textblob", reason="setrisk[text] is not installed")
    from setrisk.udf.transactions.noun_phrases import noun_phrases

    texts = con.sql(f"{query} LIMIT 6", params={"path": str(data / path)})
    loaded = setrisk.load(con, "d", texts, format="text")
    assert transactions_of(con, "d") == [list(dict.fromkeys(noun_phrases(text))) for (text,) in texts.fetchall()]
    assert loaded.n_entries > 20 * loaded.n_transactions
