"""Campaigns: a target, inputs out of random bytes or out of libFuzzer's, and what came of them, counted."""

from __future__ import annotations

import itertools
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from tests.fuzz.oracle import Find

# How many characters of a find say its kind; two of one kind differ only after these.
_KIND = 70
# Inputs that a guided campaign starts from.
_FIRST = 50


class Target(Protocol):
    """What is fuzzed: makes an input of bytes, runs it, and says in a word what came of it."""

    name: str
    # Bytes that an input is made of.
    length: int

    def run(self, data: bytes) -> str:
        """Raises `Find`."""

    def close(self) -> None: ...


@dataclass
class Campaign:
    """What came of the inputs of a target."""

    target: str
    outcomes: Counter[str] = field(default_factory=Counter)
    finds: dict[str, bytes] = field(default_factory=dict)
    seconds: float = 0.0

    def __str__(self) -> str:
        n = sum(self.outcomes.values())
        parts = ", ".join(f"{count:,} {word}" for word, count in self.outcomes.most_common() if word != "find")
        return (
            f"{self.target}: {n:,} inputs ({parts}), {self.outcomes['find']:,} finds of {len(self.finds)} kinds, "
            f"{self.seconds:,.0f} s"
        )


def random_inputs(target: Target, seed: int) -> Iterator[bytes]:
    """The same inputs for the same seed, a quarter of them short."""
    draw = random.Random(f"{target.name} {seed}")
    while True:
        yield draw.randbytes(target.length if draw.random() < 0.75 else draw.randrange(8, target.length // 2))


def run(target: Target, inputs: Iterator[bytes], *, seconds: float | None, runs: int | None, folder: Path) -> Campaign:
    """Run inputs until time or number is up; each new kind of find is said at once and kept in the folder."""
    campaign = Campaign(target.name)
    folder.mkdir(parents=True, exist_ok=True)
    # What ends the process is found here afterwards.
    with (folder / f"{target.name}.{os.getpid()}.running").open("wb", buffering=0) as running:
        start = said = time.monotonic()
        for n, data in enumerate(inputs):
            now = time.monotonic()
            campaign.seconds = now - start
            if (runs is not None and n >= runs) or (seconds is not None and now - start >= seconds):
                break
            if now - said > 60:
                said = now
                print(campaign, flush=True)
            running.seek(0)
            running.write(data)
            running.truncate(len(data))
            try:
                campaign.outcomes[target.run(data)] += 1
            except Find as find:
                campaign.outcomes["find"] += 1
                kind = str(find)[:_KIND]
                if kind not in campaign.finds:
                    campaign.finds[kind] = data
                    path = folder / f"{target.name}-{len(campaign.finds):03}-{os.getpid()}.bin"
                    path.write_bytes(data)
                    print(f"FIND {target.name} in {path}: {find}", flush=True)
    Path(running.name).unlink()
    return campaign


def guided(target: Target, seed: int, *, seconds: float | None, runs: int | None, folder: Path) -> None:
    """Let libFuzzer choose inputs by the code of setrisk that they reach; ends the process.

    The modules of setrisk must have been imported under `atheris.instrument_imports`.
    """
    import atheris

    campaign = Campaign(target.name)
    corpus = folder / f"corpus-{target.name}"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(itertools.islice(random_inputs(target, seed), _FIRST)):
        (corpus / f"first-{number}").write_bytes(data)
    start = time.monotonic()

    def one(data: bytes) -> None:
        try:
            campaign.outcomes[target.run(data)] += 1
        except Find as find:
            campaign.outcomes["find"] += 1
            kind = str(find)[:_KIND]
            if kind not in campaign.finds:
                campaign.finds[kind] = data
                path = folder / f"{target.name}-guided-{len(campaign.finds):03}-{os.getpid()}.bin"
                path.write_bytes(data)
                print(f"FIND {target.name} in {path}: {find}", flush=True)
        campaign.seconds = time.monotonic() - start
        n = sum(campaign.outcomes.values())
        if (seconds is not None and campaign.seconds >= seconds) or (runs is not None and n >= runs):
            print(campaign, flush=True)
            target.close()
            sys.stdout.flush()
            os._exit(1 if campaign.finds else 0)

    options = ["fuzz", str(corpus), f"-max_len={target.length}", "-len_control=0", "-timeout=300", "-rss_limit_mb=4000"]
    atheris.Setup([*options, f"-seed={seed + 1}", "-print_final_stats=0", "-verbosity=0"], one)
    atheris.Fuzz()
