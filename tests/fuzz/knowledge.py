"""What else is read from files and tables: constraints, universes, taxonomies, word vectors, corpora, counts."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

import setrisk
from setrisk.errors import SetriskError
from setrisk.pipelines.database.transaction import transaction
from setrisk.pipelines.histogram import universe
from setrisk.pipelines.transactions import itemsets
from tests.fuzz import readers
from tests.fuzz.draws import Draws
from tests.fuzz.mutators import mutated
from tests.fuzz.oracle import Find, outcome

_MOST_USES = 1_000
_ITEMS = ("bread", "milk", "tea", "eggs")


class Knowledge:
    """The target: one file for one of these readers."""

    name = "knowledge"
    length = 250

    def __init__(self) -> None:
        base = "/dev/shm" if Path("/dev/shm").is_dir() else None
        self.folder = Path(tempfile.mkdtemp(prefix="fuzz", dir=base))
        self.uses = 0
        self._open()

    def _open(self) -> None:
        self.con = setrisk.connect()
        self.con.execute("SET memory_limit = '500MB'")
        self.con.execute(f"SET temp_directory = '{self.folder / 'spill'}'")
        self.con.execute("SET threads = 1")
        setrisk.load(self.con, "shop", self.con.sql("SELECT ['bread', 'milk'] AS items UNION ALL SELECT ['tea']"))
        self.before = self._state()

    def close(self) -> None:
        self.con.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, data: bytes) -> str:
        self.uses += 1
        if self.uses % _MOST_USES == 0:
            self.con.close()
            self._open()
        draws = Draws(data)
        try:
            return draws.pick((self._itemsets, self._names, self._taxonomy, self._vectors, self._corpus, self._counts))(
                draws
            )
        except Find:
            self.con.close()
            self._open()
            raise

    def _file(self, draws: Draws, name: str, text: str) -> tuple[Path, bytes, bool]:
        """A file of the text, damaged in two of three cases."""
        data, is_whole = text.encode("utf-8", "surrogatepass"), True
        if draws.below(3):
            data, is_whole = mutated(draws, data), False
        path = self.folder / name
        path.write_bytes(data)
        return path, data, is_whole

    def _ended(self, came: Any, is_whole: bool) -> str:
        if not isinstance(came, SetriskError):
            return "taken"
        if is_whole:
            raise Find(f"a whole file is refused: {came}")
        if self._state() != self.before:
            raise Find(f"refused, and something is left behind: {came}")
        return "refused"

    def _itemsets(self, draws: Draws) -> str:
        """Constraints, an itemset a line."""
        lines = [",".join(draws.several((*_ITEMS, "Item 1", "\u00e9 x"), 3)) for _ in range(draws.between(1, 5))]
        path, data, is_whole = self._file(draws, "pairs.txt", "\n".join(["# privacy", *lines, "bread"]) + "\n")
        shown = data.decode("utf-8", "replace")
        came = outcome(lambda: itemsets.read_itemsets(self.con, str(path), "privacy"), shown)
        if not isinstance(came, SetriskError):
            try:
                expected = readers.opinion(lambda: readers.baskets(data, separator=",", comment="#"))
            except readers.Bad as error:
                raise Find(f"{came!r:.200} is read, though it must be refused: {error}") from None
            if expected is not None and readers.distinct(came) != expected:
                raise Find(f"{expected!r:.200} are read as {came!r:.200}")
        return self._ended(came, is_whole)

    def _names(self, draws: Draws) -> str:
        """A universe: names in a text, or anything else."""
        given = draws.pick(
            (",".join(draws.several((*_ITEMS, "", " ", draws.text()), 5)), [1, None], {"a"}, b"a", draws.text(), 5)
        )
        arguments = {"universe": given, "taxonomy": None, "from_data": False}
        came = outcome(
            lambda: universe.choose(self.con, "shop", arguments, universe.items_of(self.con, "shop")), repr(given)
        )
        if not isinstance(came, SetriskError) and not {"bread", "milk", "tea"} <= set(came.items):
            raise Find(f"a universe without the items of the data: {came.items!r:.200}")
        return self._ended(came, is_whole=False)

    def _taxonomy(self, draws: Draws) -> str:
        """A row per node but the root."""
        nodes = ["drinks", "food", *_ITEMS]
        rows = [
            ["milk", "drinks"],
            ["tea", "drinks"],
            ["bread", "food"],
            ["eggs", "food"],
            ["drinks", "all"],
            ["food", "all"],
        ]
        is_tree = draws.one_in(2)
        if not is_tree:
            for _ in range(draws.between(1, 3)):
                rows[draws.below(len(rows))][draws.below(2)] = draws.pick((*nodes, "all", "", draws.text()))
        text = "item,parent\n" + "".join(f'"{item}","{parent}"\n' for item, parent in rows)
        path, data, is_whole = self._file(draws, "tree.csv", text)
        arguments = {"universe": None, "taxonomy": str(path), "from_data": False}
        came = outcome(
            lambda: universe.choose(self.con, "shop", arguments, universe.items_of(self.con, "shop")),
            data.decode("utf-8", "replace"),
        )
        return self._ended(came, is_whole and is_tree)

    def _vectors(self, draws: Draws) -> str:
        """A word and its numbers a line."""
        words = list(dict.fromkeys(draws.several((*_ITEMS, "Tea", "\u00e9"), 4))) or ["tea"]
        number = ("1", "0.5", "-2", "1e-3")
        lines = [" ".join([word, draws.pick(number), draws.pick(number)]) for word in words]
        if draws.one_in(3):
            lines.insert(0, f"{len(words)} 2")
        path, data, is_whole = self._file(draws, "vectors.txt", "\n".join(lines) + "\n")
        came = outcome(lambda: setrisk.embed(self.con, "v", path), data.decode("utf-8", "replace"))
        if not isinstance(came, SetriskError):
            setrisk.drop(self.con, "v")
            read = [line.strip(" ").split(" ") for line in _lines(data)]
            if not read:
                return "taken"
            if len(read[0]) == 2 and all(re.fullmatch("[+-]?[0-9]+", each) for each in read[0]):
                read = read[1:]
            if any(len(line) != came.dimensions + 1 for line in read):
                raise Find(f"{len(read)} lines are read as {came}")
        return self._ended(came, is_whole)

    def _corpus(self, draws: Draws) -> str:
        """A document a line."""
        lines = [" ".join(draws.several((*_ITEMS, "of", "the"), 5)) or "tea" for _ in range(draws.between(1, 5))]
        path, data, is_whole = self._file(draws, "texts.txt", "\n".join(lines) + "\n")
        came = outcome(lambda: setrisk.load_corpus(self.con, "c", path), data.decode("utf-8", "replace"))
        if not isinstance(came, SetriskError):
            setrisk.drop(self.con, "c")
            read = [line for line in _lines(data) if re.search("[a-zA-Z]", line)]
            if came.n_documents < len(read):
                raise Find(f"{len(read)} documents are read as {came}")
        return self._ended(came, is_whole)

    def _counts(self, draws: Draws) -> str:
        """Terms, pairs and how many documents hold them."""
        rows = {(a, b): draws.between(0, 50) for a in draws.several(_ITEMS, 2) for b in ("", "wine")} or {
            ("tea", ""): 1
        }
        text = "item_a,item_b,hits\n" + "".join(f"{a},{b},{n}\n" for (a, b), n in rows.items())
        path, data, is_whole = self._file(draws, "counts.csv", text)
        came = outcome(lambda: setrisk.load_corpus(self.con, "c", path, counts_of=100), data.decode("utf-8", "replace"))
        if not isinstance(came, SetriskError):
            setrisk.drop(self.con, "c")
            if is_whole and came.n_counts != len(rows):
                raise Find(f"{len(rows)} counts are read as {came}")
        return self._ended(came, is_whole)

    def _state(self) -> Any:
        with transaction(self.con):
            return self.con.execute(
                "SELECT (SELECT count(*) FROM setrisk.knowledge), (SELECT count(*) FROM setrisk.corpus), "
                "(SELECT count(*) FROM setrisk.corpus_word), (SELECT count(*) FROM setrisk.corpus_hits), "
                "(SELECT count(*) FROM setrisk.embedding), (SELECT count(*) FROM setrisk.similarity), "
                "(SELECT count(*) FROM duckdb_tables() AS t WHERE t.temporary), "
                "(SELECT count(*) FROM duckdb_views() AS v WHERE v.temporary AND NOT v.internal)"
            ).fetchall()


def _lines(data: bytes) -> list[str]:
    """Lines that are not empty; none where the format leaves them open."""
    try:
        return [line for line in readers.lines_of(data) if line]
    except readers.Open:
        return []
    except readers.Bad as error:
        raise Find(f"read, though it must be refused: {error}") from None
