"""A text becomes its noun phrases."""

import gzip
import json
import sys
from pathlib import Path

import pandas as pd
import pytest

import setrisk
from setrisk.errors import MissingExtra
from tests.support.loading import expected_transactions, row_counts, transactions_of
from tests.support.written_formats import Written, parquet, table

TEXTS = ("Severe heart failure was seen in two patients.", "", "The patients took aspirin.")


@pytest.fixture
def tagged() -> list[list[str]]:
    pytest.importorskip("textblob", reason="setrisk[text] is not installed")
    from setrisk.udf.transactions.noun_phrases import noun_phrases

    found = [noun_phrases(text) for text in TEXTS]
    assert all(found[0::2])
    return found


def text_lines(folder: Path) -> Written:
    (folder / "t.txt").write_text("% x\n" + "\n".join(TEXTS))
    return folder / "t.txt", {"format": "text", "comment": "%"}


def text_csv(folder: Path) -> Written:
    path = table(folder / "t.csv", ("id", "doc"), list(enumerate(TEXTS)))
    return path, {"text": "doc"}


def text_json(folder: Path) -> Written:
    (folder / "t.jsonl").write_text("".join(json.dumps({"text": text}) + "\n" for text in TEXTS))
    return folder / "t.jsonl", {"format": "text"}


def text_parquet(folder: Path) -> Written:
    return parquet(folder / "t.parquet", {"text": list(TEXTS)}), {"text": "text"}


def text_frame(folder: Path) -> Written:
    return pd.DataFrame({"doc": TEXTS}), {"text": "doc"}


@pytest.mark.parametrize(
    ("writer", "gzipped"),
    [(text_frame, False), *((w, gz) for w in (text_lines, text_csv, text_json, text_parquet) for gz in (False, True))],
)
def test_a_text_becomes_its_noun_phrases(con, tmp_path, tagged, writer, gzipped):
    source, how = writer(tmp_path)
    if gzipped:
        packed = Path(f"{source}.gz")
        packed.write_bytes(gzip.compress(Path(source).read_bytes(), mtime=0))
        source = packed
    loaded = setrisk.load(con, "d", source, **how)
    assert transactions_of(con, "d") == expected_transactions(tagged)
    assert loaded.empty_dropped == 1


def test_text_without_the_extra_names_the_extra(con, monkeypatch):
    for module in [name for name in sys.modules if name.startswith("setrisk.udf.transactions.noun_phrases")]:
        monkeypatch.delitem(sys.modules, module)
    for module in [name for name in sys.modules if name.split(".")[0] in ("textblob", "nltk")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "textblob", None)
    monkeypatch.setitem(sys.modules, "nltk", None)
    with pytest.raises(MissingExtra, match=r"setrisk\[text\]"):
        setrisk.load(con, "d", pd.DataFrame({"text": ["Severe heart failure."]}), format="text")
    assert set(row_counts(con).values()) == {0}
