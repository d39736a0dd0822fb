"""Kills: commands are ended at random moments, and the database is then as before or as after, whole.

A nursery process imports setrisk once and forks a worker a job, so that moments fall into the work and not into the
imports. A worker runs the command line as a user does, in a folder of its own.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

import setrisk
from tests.fuzz.oracle import Find

_NURSERY = textwrap.dedent(
    """
    import json, os, signal, sys, time
    import setrisk.cli, setrisk.udf.histogram.noisy_partitioning
    import setrisk.udf.generalisation.coat, setrisk.udf.generalisation.constraints
    import jinja2, pandas, sqlglot
    signal.signal(signal.SIGINT, signal.default_int_handler)
    print("imported", flush=True)
    for line in sys.stdin:
        job = json.loads(line)
        worker = os.fork()
        if not worker:
            os.setsid()
            os.chdir(job["folder"])
            os.environ["TMPDIR"] = job["temporary"]
            null = os.open(os.devnull, os.O_RDWR)
            said = os.open(job["said"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            for number, target in ((0, null), (1, null), (2, said)):
                os.dup2(target, number)
            sys.argv = ["setrisk", *job["words"]]
            code = 70
            try:
                setrisk.cli.main()
                code = 0
            except SystemExit as end:
                code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
            finally:
                os._exit(code)
        start, killed = time.perf_counter(), False
        if job["after"] is not None:
            deadline = start + job["after"]
            done = 0
            while time.perf_counter() < deadline and not done:
                done, status = os.waitpid(worker, os.WNOHANG)
                time.sleep(0.001)
            if not done:
                os.kill(worker, job["signal"])
                killed = True
                give_up = time.perf_counter() + 60
                while not done and time.perf_counter() < give_up:
                    done, status = os.waitpid(worker, os.WNOHANG)
                    time.sleep(0.002)
                if not done:
                    os.killpg(worker, signal.SIGKILL)
                    _, status = os.waitpid(worker, 0)
                    status = -1
        else:
            _, status = os.waitpid(worker, 0)
        code = status if status == -1 else os.waitstatus_to_exitcode(status)
        print(json.dumps([code, time.perf_counter() - start, killed]), flush=True)
    """
)

# Commands, in a folder with shop.duckdb, baskets.txt and what was exported.
JOBS: dict[str, list[str]] = {
    "load": ["load", "shop.duckdb", "new", "baskets.txt", "--format", "fimi"],
    "replace": ["load", "shop.duckdb", "small", "baskets.txt", "--format", "fimi", "--replace"],
    "first": ["load", "new.duckdb", "new", "baskets.txt", "--format", "fimi"],
    "coat": [
        "protect",
        "shop.duckdb",
        "shop",
        "coat",
        "--method",
        "coat",
        "--k",
        "4",
        "--privacy-constraints",
        "pairs.txt",
    ],
    "chunks": ["protect", "shop.duckdb", "shop", "again", "--method", "disassociation", "--k", "4"],
    "noisy": ["protect", "shop.duckdb", "shop", "noisy", "--method", "diffpart", "--epsilon", "1", "--from-data"],
    "attack": ["attack", "shop.duckdb", "chunks", "--method", "aba"],
    "import": ["import", "shop.duckdb", "taken in", "published"],
    "whatif": [
        "whatif",
        "shop.duckdb",
        "shop",
        "--method",
        "disassociation",
        "--k",
        "3,5",
        "--workers",
        "2",
        "--no-assess",
    ],
    "export": ["export", "shop.duckdb", "chunks", "out", "--anyway"],
    "again": ["export", "shop.duckdb", "chunks", "published", "--replace", "--anyway"],
    "report": ["report", "shop.duckdb", "chunks", "out.html"],
    "drop": ["drop", "shop.duckdb", "chunks"],
    "cascade": ["drop", "shop.duckdb", "shop", "--cascade"],
}
_SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
# What may be there without the rest: noise is paid for before it is drawn, and a grid is kept cell by cell.
_APART = ("setrisk_private.spending", "setrisk_private.budget_limit", "setrisk_private.whatif_cell")

State = dict[str, tuple[int, int | None]]


def state(path: Path) -> State:
    """Rows of each table of setrisk, and a digest of what tells no time."""
    with closing(setrisk.connect(path)) as con:
        tables = con.execute(
            "SELECT c.schema_name || '.' || c.table_name, list(c.column_name ORDER BY c.column_index) "
            "FROM duckdb_columns() AS c JOIN duckdb_tables() AS t USING (schema_name, table_name) "
            "WHERE c.schema_name IN ('setrisk', 'setrisk_private') AND NOT starts_with(c.data_type, 'TIMESTAMP') "
            "GROUP BY ALL ORDER BY ALL"
        ).fetchall()
        return {
            table: con.execute(f"SELECT count(*), bit_xor(hash({', '.join(columns)})) FROM {table}").fetchall()[0]
            for table, columns in tables
        }


@dataclass
class Known:
    """What a command leaves behind when nobody ends it: tables whose rows are the same each time, and the others."""

    before: State
    after: State
    drawn: set[str]
    seconds: float
    code: int

    def whole(self, found: State) -> bool:
        """Whether a state is the one before, or one after."""
        if found.keys() != self.before.keys():
            return False
        return any(
            all(
                found[table] == wanted[table] or (table in self.drawn and found[table][0] == wanted[table][0])
                for table in found
                if table not in _APART
            )
            for wanted in (self.before, self.after)
        )


@dataclass
class Kills:
    """The driver: prepares a database, and ends commands on copies of it."""

    seed: int = 0
    baskets: int = 800
    counts: Counter[str] = field(default_factory=Counter)
    finds: list[str] = field(default_factory=list)

    def __enter__(self) -> Kills:
        self.root = Path(tempfile.mkdtemp(prefix="kills"))
        self.draw = random.Random(self.seed)
        self.nursery = subprocess.Popen(
            [sys.executable, "-c", _NURSERY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        try:
            assert self.nursery.stdout is not None
            if self.nursery.stdout.readline() != "imported\n":
                raise RuntimeError("the nursery does not start")
            self._prepare()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        assert self.nursery.stdin is not None
        assert self.nursery.stdout is not None
        self.nursery.stdin.close()
        self.nursery.wait(120)
        self.nursery.stdout.close()
        shutil.rmtree(self.root, ignore_errors=True)

    def _prepare(self) -> None:
        folder = self.root / "prepared"
        folder.mkdir()
        draw = random.Random(3)
        weights = [1 / (n + 3) for n in range(60)]
        lines = [" ".join(dict.fromkeys(map(str, draw.choices(range(60), weights, k=5)))) for _ in range(self.baskets)]
        (folder / "baskets.txt").write_text("\n".join(lines) + "\n")
        (folder / "pairs.txt").write_text("3,4\n10,11\n20\n41,2\n")
        with closing(setrisk.connect(folder / "shop.duckdb")) as con:
            setrisk.load(con, "shop", folder / "baskets.txt", format="fimi")
            setrisk.load(con, "small", con.sql("SELECT ['a', 'b'] AS items"))
            setrisk.protect(con, "shop", "chunks", method="disassociation", k=3)
            setrisk.protect(con, "small", "spent", method="diffpart", epsilon=0.5, from_data=True)
            setrisk.export(con, "chunks", folder / "published", anyway=True)
        self.published = _files(folder / "published")
        self.before = state(folder / "shop.duckdb")

    def _run(self, name: str, after: float | None, number: int, folder: Path) -> tuple[int, float, bool]:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.root / "prepared", folder)
        (folder / "tmp").mkdir()
        job = {
            "words": JOBS[name], "folder": str(folder), "temporary": str(folder / "tmp"), "said": str(folder / "said"),
            "after": after, "signal": int(number),
        }  # fmt: skip
        assert self.nursery.stdin is not None
        assert self.nursery.stdout is not None
        self.nursery.stdin.write(json.dumps(job) + "\n")
        self.nursery.stdin.flush()
        code, seconds, killed = json.loads(self.nursery.stdout.readline())
        return code, seconds, killed

    def known(self, name: str) -> Known:
        """What a command leaves, out of two whole runs."""
        target = "new.duckdb" if name == "first" else "shop.duckdb"
        if name == "first":
            setrisk.connect(self.root / "prepared" / target).close()
            before = state(self.root / "prepared" / target)
            (self.root / "prepared" / target).unlink()
        else:
            before = self.before
        states = []
        for _ in range(2):
            code, seconds, _ = self._run(name, None, signal.SIGKILL, self.root / "whole")
            said = (self.root / "whole" / "said").read_text()
            if code != 0:
                raise Find(f"{name}: ends with {code}: {said}")
            states.append(state(self.root / "whole" / target))
        drawn = {table for table in before if states[0][table] != states[1][table]}
        return Known(before, states[1], drawn, seconds, code)

    def kill(self, name: str, known: Known) -> str:
        """End a command at a random moment, and look at what is left."""
        folder = self.root / "work"
        number = self.draw.choice(_SIGNALS)
        after = self.draw.random() * known.seconds * 1.05
        code, seconds, killed = self._run(name, after, number, folder)
        said = (folder / "said").read_text() if (folder / "said").exists() else ""
        where = f"{name}, {signal.Signals(number).name} after {after:.3f} s of {known.seconds:.3f}: "
        self._look(name, known, folder, where)
        expected = {signal.SIGKILL: -9, signal.SIGTERM: 143, signal.SIGINT: 130}[number]
        if killed and code not in (expected, 0):
            raise Find(f"{where}ends with {code} after {seconds:.1f} s: {said[-400:]}")
        if "Traceback" in said or "defect" in said:
            raise Find(f"{where}{said[-600:]}")
        if number != signal.SIGKILL and (left := sorted(p.name for p in (folder / "tmp").iterdir())):
            raise Find(f"{where}leaves {left} in the temporary folder")
        if number != signal.SIGKILL and (left := _leftovers(folder)):
            raise Find(f"{where}leaves {left}")
        return f"{name} {signal.Signals(number).name if killed else 'over before'}"

    def _look(self, name: str, known: Known, folder: Path, where: str) -> None:
        path = folder / ("new.duckdb" if name == "first" else "shop.duckdb")
        if name == "first" and not path.exists():
            return
        try:
            found = state(path)
        except (duckdb.Error, setrisk.SetriskError) as error:
            raise Find(f"{where}the database does not open: {error}") from error
        if not known.whole(found):
            differing = {
                t: (found.get(t), known.before.get(t), known.after.get(t))
                for t in found
                if found.get(t) != known.before.get(t)
            }
            raise Find(f"{where}the database is neither as before nor as after: {differing}")
        self._look_at_the_ledger(path, where)
        for target in ("out", "published"):
            if (folder / target).exists() and _files(folder / target).keys() != self.published.keys():
                raise Find(f"{where}{target} holds {sorted(_files(folder / target))}")
        if name == "again" and not (folder / "published").exists() and not list(folder.glob(".published-*")):
            raise Find(f"{where}the earlier export is lost")
        if (html := folder / "out.html").exists() and not html.read_text().rstrip().endswith("</html>"):
            raise Find(f"{where}half a report")
        # What was killed can be done again, and comes to the same.
        if name not in ("first", "export", "again", "report") and found != known.after and self.draw.random() < 0.2:
            self._again(name, known, folder, where)

    def _again(self, name: str, known: Known, folder: Path, where: str) -> None:
        done = subprocess.run(
            [sys.executable, "-c", "import setrisk.cli; setrisk.cli.main()", *JOBS[name]],
            cwd=folder, capture_output=True, text=True, timeout=300, check=False,
            env=os.environ | {"TMPDIR": str(folder / "tmp")},
        )  # fmt: skip
        if done.returncode != 0 and "exists already" not in done.stderr and "there is no" not in done.stderr:
            raise Find(f"{where}done again it ends with {done.returncode}: {done.stderr[-400:]}")
        if not known.whole(state(folder / "shop.duckdb")):
            raise Find(f"{where}done again it comes to something else")

    @staticmethod
    def _look_at_the_ledger(path: Path, where: str) -> None:
        with closing(setrisk.connect(path)) as con:
            if path.name != "shop.duckdb":
                return
            unpaid = con.execute(
                "SELECT r.release FROM setrisk.release AS r WHERE r.method = 'diffpart' AND NOT EXISTS "
                "(SELECT 1 FROM setrisk_private.spending AS s WHERE s.release = r.release)"
            ).fetchall()
            if unpaid:
                raise Find(f"{where}{unpaid} is published and not paid for")
            spent = con.execute("SELECT sum(s.epsilon), count(*) FROM setrisk_private.spending AS s").fetchall()
            if spent[0] not in ((0.5, 1), (1.5, 2)):
                raise Find(f"{where}the ledger says {spent}")

    def campaign(self, n: int, names: list[str], *, seconds: float | None = None) -> str:
        """End commands so many times in turn; says what came of it."""
        start = time.monotonic()
        known: dict[str, Known] = {}
        for number in range(n):
            if seconds is not None and time.monotonic() - start > seconds:
                break
            name = names[number % len(names)]
            try:
                if name not in known:
                    known[name] = self.known(name)
                self.counts[self.kill(name, known[name])] += 1
            except Find as find:
                self.counts["find"] += 1
                self.finds.append(str(find))
                print(f"FIND kills: {find}", flush=True)
        n_done = sum(self.counts.values())
        ended = sum(count for word, count in self.counts.items() if not word.endswith("before"))
        return (
            f"kills: {n_done:,} commands, of which {ended:,} were ended by a signal, {self.counts['find']:,} finds, "
            f"{time.monotonic() - start:,.0f} s"
        )


def _files(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_size for path in folder.iterdir()}


def _leftovers(folder: Path) -> list[str]:
    """What no command should leave beside its results."""
    wanted = {"shop.duckdb", "new.duckdb", "baskets.txt", "pairs.txt", "published", "out", "out.html", "tmp", "said"}
    return sorted(path.name for path in folder.iterdir() if path.name not in wanted)
