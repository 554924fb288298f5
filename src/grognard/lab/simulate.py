"""Many battles of one scenario, compiled and on all cores, and what they come to.

Battle k of a seed is the same battle whoever fights it and however many are fought: its own seed comes of the
two numbers only, and is the one to give to `grognard watch`.

A book's module `batch` offers play (a battle to its end), play_many (one for each key), report (its row), and
the columns of the rows, Tally: the COMMON ones, OBJECTIVE_1 and so on (who holds it at the end, or -1), and
whatever else the book counts of both sides, in pairs: MEN_LOST_BLUE and MEN_LOST_RED, its neighbour."""

from __future__ import annotations

import importlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import IntEnum
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from ..battle import General
from ..book import Book, Setup, book_of, find_scenario
from ..dice import GOLDEN, M62, mix
from ..engines import head_cloner, head_size
from ..problems import Problem, how_to_install, unknown
from ..records import dtype_of, pack
from ..scenario import SIDES
from ..tables import Override

Z95 = 1.959963984540054
CHUNK = 64  # battles a thread takes at a time
GENERALS = {"drill": General.DRILL, "random": General.RANDOM}
WINNERS = ("blue", "red", "draw")
COMMON = (
    "WINNER",  # 0 blue, 1 red, 2 a draw
    "TURNS",
    "DECISIONS",
    "DICE",
    "BROKEN",  # the side that broke, or -1
    "POINTS_BLUE",
    "POINTS_RED",
)

Told = Callable[[int, int], None]  # how many are done, of how many


def untold(done: int, of: int) -> None:
    """Nobody watches."""


@dataclass(frozen=True)
class Trials:
    """The battles that were fought: a row each, in order."""

    book: Book
    setup: Setup
    seed: int
    jobs: int
    players: tuple[str, str]
    compiled: bool
    seconds: float
    seeds: list[int]  # of each battle
    rows: Any  # battles by tallies
    columns: type[IntEnum]


def seed_of(seed: int, k: int) -> int:
    """The seed of battle k; small enough to pass through JSON unharmed."""
    return mix((mix(seed & M62) + (k + 1) * GOLDEN) & M62) >> 9


def open_trials(scenario: str, n: int, blue: str, red: str, jobs: int, house: Override) -> tuple[Book, Setup]:
    """The battle to be fought, with its generals; or what is wrong with the wish, before anything is waited for."""
    if n < 1:
        raise Problem(f"-n {n}: at least one battle is wanted")
    if jobs < 1:
        raise Problem(f"--jobs {jobs}: at least one is wanted")
    path = find_scenario(scenario)
    book = book_of(path)
    setup = book.set_up(path, house)
    for side, name in enumerate((blue, red)):
        if name not in GENERALS:
            raise unknown(f"general for --{SIDES[side]}:", name, GENERALS)
        setup.battle.generals[side] = int(GENERALS[name])
    return book, setup


def simulate(
    scenario: str,
    n: int = 1000,
    seed: int = 1,
    blue: str = "drill",
    red: str = "drill",
    jobs: int = 1,
    house: Override | None = None,
    compiled: bool = True,
    told: Told = untold,
    compiling: Told = untold,
) -> Trials:
    """Fight n battles; told hears how many are over, compiling how many functions are ready."""
    book, setup = open_trials(scenario, n, blue, red, jobs, house or {})
    batch = importlib.import_module(f"grognard.{book.package}.batch")
    seeds = [seed_of(seed, k) for k in range(n)]
    rows = np.full((n, len(batch.Tally)), -1, np.int64)
    keys, whims = keys_of(book, setup, seeds)
    if compiled:
        fight = Fight(book, setup.battle, keys, whims, rows)
        fight.make_ready(compiling)
        began = time.perf_counter()
        fight.all(min(jobs, n), told)
    else:
        began = time.perf_counter()
        play_plain(batch, setup.battle, keys, whims, rows, told)
    seconds = time.perf_counter() - began
    return Trials(book, setup, seed, jobs, (blue, red), compiled, seconds, seeds, rows, batch.Tally)


def keys_of(book: Book, setup: Setup, seeds: list[int]) -> tuple[Any, Any]:
    """The keys of the dice, and of the generals' coins, as the book makes them of each seed."""
    b = head_cloner(book.battle)(setup.battle)
    keys, whims = np.zeros(len(seeds), np.int64), np.zeros(len(seeds), np.int64)
    for k, seed in enumerate(seeds):
        book.seed(b, seed)
        keys[k], whims[k] = b.dice.key, b.whim.key
    return keys, whims


class Fight:
    """Compiled battles on several threads: the rules let go of Python's lock while they run."""

    def __init__(self, book: Book, start: Any, keys: Any, whims: Any, rows: Any) -> None:
        from .. import compiled  # loads Numba, which takes its time: only where it is wanted

        self.watched = compiled.watched
        self.play_many = compiled.entry(f"{book.package}.batch", "play_many")
        self.dtype, self.head = dtype_of(book.battle), head_size(book.battle)
        self.start = np.zeros(1, self.dtype)
        pack(start, self.start[0])
        self.keys, self.whims, self.rows = keys, whims, rows
        self.lock, self.next = threading.Lock(), 0

    def make_ready(self, compiling: Told) -> None:
        """Compile, or load what was compiled before."""
        with self.watched(compiling):
            self.play(self.record(), slice(0, 0))

    def record(self) -> Any:
        """Room for a battle: as at the start, script and paper too."""
        return np.frombuffer(bytearray(self.start.tobytes()), self.dtype)

    def play(self, work: Any, these: slice) -> None:
        start = self.start.view(np.uint8)
        self.play_many(
            work, work.view(np.uint8), start, self.head, self.keys[these], self.whims[these], self.rows[these]
        )

    def chunks(self) -> Iterator[slice]:
        """The next battles nobody has taken yet."""
        while True:
            with self.lock:
                first, self.next = self.next, self.next + CHUNK
            if first >= len(self.keys):
                return
            yield slice(first, min(first + CHUNK, len(self.keys)))

    def work(self, told: Callable[[int], None]) -> None:
        """One thread: its own record to fight on."""
        record = self.record()
        for these in self.chunks():
            self.play(record, these)
            told(these.stop - these.start)

    def all(self, jobs: int, told: Told) -> None:
        done = 0

        def more(n: int) -> None:
            nonlocal done
            with self.lock:
                done += n
                told(done, len(self.keys))

        with ThreadPoolExecutor(jobs) as pool:
            try:
                for one in [pool.submit(self.work, more) for _ in range(jobs)]:
                    one.result()
            finally:
                self.next = len(self.keys)  # whoever was stopped takes no more battles


def play_plain(batch: Any, start: Any, keys: Any, whims: Any, rows: Any, told: Told) -> None:
    """The same battles by CPython, one after another."""
    cls: Any = type(start)
    copy = head_cloner(cls)
    for k in range(len(keys)):
        b = copy(start)
        b.dice.key, b.whim.key = int(keys[k]), int(whims[k])
        batch.play(b)
        batch.report(b, rows, k)
        told(k + 1, len(keys))


# What they come to


def wilson(won: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson's score."""
    p, z = won / n, Z95
    middle = p + z * z / (2 * n)
    spread = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    whole = 1 + z * z / n
    low, high = (middle - spread) / whole, (middle + spread) / whole
    return 0.0 if won == 0 else low, 1.0 if won == n else high


def column(t: Trials, name: str) -> Any:
    return t.rows[:, t.columns[name]]


def pair(t: Trials, name: str) -> dict[str, float]:
    """The mean of a tally that both sides have."""
    return {side: round(float(column(t, f"{name}_{side.upper()}").mean()), 3) for side in SIDES}


def pairs(columns: type[IntEnum]) -> list[str]:
    """What a book counts of both sides, points first: POINTS, FIGURES_LOST."""
    return [c.name.removesuffix("_BLUE") for c in columns if c.name.endswith("_BLUE")]


def counted(values: Any, words: Mapping[int, str]) -> dict[str, int]:
    return {word: int((values == value).sum()) for value, word in words.items()}


def summary(t: Trials) -> dict[str, Any]:
    """What a reader wants to know of the battles."""
    n = len(t.seeds)
    wins = counted(column(t, "WINNER"), dict(enumerate(WINNERS)))
    return {
        "scenario": t.setup.id,
        "book": t.book.id,
        "version": t.book.version,
        "generals": dict(zip(SIDES, t.players, strict=True)),
        "seed": t.seed,
        "battles": n,
        "jobs": t.jobs,
        "engine": "compiled" if t.compiled else "CPython",
        "seconds": round(t.seconds, 3),
        "battles_per_second": round(n / t.seconds, 1),
        "wins": wins,
        "share": {who: won / n for who, won in wins.items()},
        "intervals": {who: list(wilson(won, n)) for who, won in wins.items()},
        "decided_by": decided_by(t),
        "objectives": objectives(t),
        "mean_turns": round(float(column(t, "TURNS").mean()), 3),
        "turns": {
            int(k): int(v) for k, v in zip(*np.unique(column(t, "TURNS"), return_counts=True), strict=True)
        },
        "dice": round(float(column(t, "DICE").mean()), 1),
        "decisions": round(float(column(t, "DECISIONS").mean()), 1),
        **{name.lower(): pair(t, name) for name in pairs(t.columns)},
    }


def decided_by(t: Trials) -> dict[str, int]:
    """A side that broke, or points when the time was up (or both had broken)."""
    return counted(column(t, "BROKEN"), {0: "blue broke", 1: "red broke", -1: "points"})


def objectives(t: Trials) -> dict[str, dict[str, int]]:
    """Who held each place at the end."""
    words = {0: "blue", 1: "red", -1: "nobody"}
    return {
        name: counted(column(t, f"OBJECTIVE_{k}"), words)
        for k, name in enumerate(t.setup.names.objectives, 1)
    }


# Rows


def parquet() -> Any:
    """The library that writes Parquet files, or how to get it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise Problem(f"--out wants pyarrow: {how_to_install('parquet')}") from None
    return pyarrow


def check_writable(path: Path) -> None:
    """Found out before a battle is fought, not after."""
    parquet()
    if path.is_dir():
        raise Problem(f"--out {path}: that is a folder; a file is wanted")
    if path.suffix != ".parquet":
        raise Problem(f"--out {path}: the rows are written as Parquet; call the file {path.stem}.parquet")
    part = partial(path)
    try:
        part.touch()
        part.unlink()
    except OSError as e:
        raise Problem(f"--out {path}: cannot be written: {e.strerror}") from None


def partial(path: Path) -> Path:
    return path.with_name(path.name + ".part")


def write_rows(t: Trials, path: Path) -> None:
    """One row a battle; under another name until it is whole."""
    arrow = parquet()
    columns: dict[str, Any] = {"battle": np.arange(len(t.seeds)), "seed": np.array(t.seeds, np.int64)}
    columns |= {c.name.lower(): t.rows[:, c] for c in t.columns}
    columns["winner"] = [WINNERS[w] for w in column(t, "WINNER")]
    arrow.parquet.write_table(arrow.table(columns), partial(path))
    partial(path).replace(path)
