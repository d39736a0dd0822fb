"""Run the fuzzer: `python -m tests.fuzz --seconds 600`, or some targets: `python -m tests.fuzz loads --runs 100000`."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Each with its class, and its share of the time of a run of all.
TARGETS = {
    "loads": ("loads", "Loads", 0.4),
    "imports": ("imports", "Imports", 0.15),
    "knowledge": ("knowledge", "Knowledge", 0.1),
    "relations": ("relations", "Relations", 0.2),
    "parsers": ("parsers", "Parsers", 0.05),
}
_KILLS_SHARE = 0.1
_FOLDER = Path("build/fuzz")


def main(arguments: list[str]) -> int:
    """Exits with 1 where something was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", help=f"of {', '.join(TARGETS)} and kills; all unless given")
    parser.add_argument("--seconds", type=float, help="for all together; 60 unless given, or --runs")
    parser.add_argument("--runs", type=int, help="inputs of each target")
    parser.add_argument("--seed", type=int, default=0, help="other inputs")
    parser.add_argument("--guided", action="store_true", help="inputs out of coverage: needs atheris, setrisk[fuzz]")
    parser.add_argument(
        "--guided-too", action="store_true", help="half of the time by coverage, where atheris is there"
    )
    parser.add_argument("--replay", type=Path, help="one input that was kept, of one target")
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    names = given.targets or [*TARGETS, "kills"]
    if unknown := set(names) - {*TARGETS, "kills"}:
        parser.error(f"there is no target {', '.join(sorted(unknown))}")
    if given.replay:
        return _replay(names[0], given.replay)
    if given.alone:
        return _alone(names[0], given)
    seconds = given.seconds if given.seconds or given.runs else 60.0
    shares = {name: TARGETS[name][2] if name in TARGETS else _KILLS_SHARE for name in names}
    found = False
    both = given.guided_too and importlib.util.find_spec("atheris") is not None
    for name in names:
        share = None if seconds is None else seconds * shares[name] / sum(shares.values())
        if name == "kills":
            found |= _kills(given, share) != 0
            continue
        for is_guided in (False, True) if both else (given.guided,):
            half = share / 2 if share is not None and both else share
            found |= _supervised(name, given, half, is_guided=is_guided) != 0
    return int(found)


def _kills(given: argparse.Namespace, seconds: float | None) -> int:
    from tests.fuzz.kills import JOBS, Kills

    with Kills(seed=given.seed) as kills:
        print(kills.campaign(given.runs or 10**6, list(JOBS), seconds=seconds), flush=True)
        return int(bool(kills.finds))


def _supervised(name: str, given: argparse.Namespace, seconds: float | None, *, is_guided: bool) -> int:
    """Run a target in a process of its own, and go on where an input ends it."""
    _FOLDER.mkdir(parents=True, exist_ok=True)
    start, code, ended = time.monotonic(), 0, 0
    while True:
        left = None if seconds is None else seconds - (time.monotonic() - start)
        words = [sys.executable, "-m", "tests.fuzz", name, "--alone", "--seed", str(given.seed + 1000 * ended)]
        words += [] if left is None else ["--seconds", f"{left:.1f}"]
        words += ["--runs", str(given.runs)] if given.runs else []
        words += ["--guided"] if is_guided else []
        process = subprocess.Popen(words)
        done = process.wait()
        if done in (0, 1):
            return code | done
        ended += 1
        code = 1
        running = _FOLDER / f"{name}.{process.pid}.running"
        kept = _FOLDER / f"{name}-ended-{process.pid}.bin"
        if running.exists():
            running.rename(kept)
        print(f"FIND {name} in {kept}: the process ended with {done}", flush=True)
        if ended > 20:
            return 1


def _alone(name: str, given: argparse.Namespace) -> int:
    if given.guided:
        import atheris

        # What takes input apart; of the command line's code atheris cannot read all. Before anything imports setrisk.
        with atheris.instrument_imports(include=["setrisk.pipelines", "setrisk.udf"]):
            from tests.fuzz import engine

            engine.guided(_target(name), given.seed, seconds=given.seconds, runs=given.runs, folder=_FOLDER)
    from tests.fuzz import engine

    target = _target(name)
    inputs = engine.random_inputs(target, given.seed)
    campaign = engine.run(target, inputs, seconds=given.seconds, runs=given.runs, folder=_FOLDER)
    print(campaign, flush=True)
    target.close()
    return int(bool(campaign.finds))


def _target(name: str):  # type: ignore[no-untyped-def]
    module, kind, _ = TARGETS[name]
    return getattr(importlib.import_module(f"tests.fuzz.{module}"), kind)()


def _replay(name: str, path: Path) -> int:
    from tests.fuzz.oracle import Find

    target = _target(name)
    data = path.read_bytes()
    if hasattr(target, "shown"):
        print(target.shown(data))
    try:
        print(target.run(data))
    except Find as find:
        print(f"FIND: {find}")
        return 1
    finally:
        target.close()
    return 0


if __name__ == "__main__":
    # Databases of a run are many and small.
    tempfile.tempdir = "/dev/shm" if Path("/dev/shm").is_dir() and os.access("/dev/shm", os.W_OK) else None
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.exit(main(sys.argv[1:]))
