"""Play battles at random and look for anything that must not be.

    python tools/fuzz.py --checked 200              on CPython: every invariant after every order
    python tools/fuzz.py --compiled 10000           on the compiled twin: none crashes, none stalls, all end
    python tools/fuzz.py --twin 1000                both engines: the same hash after every turn
    [--book B] [--seed S] [--jobs N] [--same-rules] [--players random,drill]

Battles go round the scenarios of the book; each has house rules of its own, drawn from its seed, unless
--same-rules.  Exit status: 0 nothing was found, 1 something was."""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import multiprocessing
import random
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # the invariants live with the tests

from grognard.book import BOOKS, book, book_of, find_scenario, scenario_paths
from grognard.engines import digest, head_size
from grognard.game import Game, open_game
from grognard.records import dtype_of, pack

MATCHES = (("random", "random"), ("drill", "random"), ("random", "drill"), ("drill", "drill"))
PATIENCE = 1000  # decisions a turn: far more than any battle wants
COLUMNS = 32  # room for what the laboratory reports of a battle
WHIM = 7777777  # the generals' coins have a seed apart from the dice


@dataclasses.dataclass(frozen=True)
class Task:
    """One battle: all that is needed to fight it again."""

    book: str
    scenario: str
    seed: int
    blue: str
    red: str
    own_rules: bool

    def house(self) -> dict[str, str]:
        """Some options of the book chosen otherwise, by the seed."""
        if not self.own_rules:
            return {}
        r = random.Random(self.seed)
        fields = dataclasses.fields(book(self.book).battle().options)
        return {f.name: r.choice(list(f.metadata["values"])).name.lower() for f in fields if r.random() < 0.3}

    def opened(self, engine: str = "plain") -> Game:
        return open_game(
            self.scenario,
            seed=self.seed,
            blue=self.blue,
            red=self.red,
            house=self.house(),
            engine=engine,
        )

    def start(self) -> Any:
        """The battle before its first die."""
        path = find_scenario(self.scenario)
        of = book_of(path)
        setup = of.set_up(path, self.house())
        game = Game(of, setup, seed=self.seed, blue=self.blue, red=self.red, begin=False)
        return game.battle

    def __str__(self) -> str:
        rules = " ".join(f"--set {name}={value}" for name, value in self.house().items())
        players = f"--blue {self.blue} --red {self.red}"
        return f"grognard watch {self.scenario} --seed {self.seed} {players} {rules}"


def tasks(given: argparse.Namespace, n: int) -> Iterator[Task]:
    home = f"{BOOKS[given.book]}/scenarios"
    scenarios = [name for name, path in scenario_paths().items() if path.match(f"*{home}/*.toml")]
    matches = [m for m in MATCHES if not given.players or set(m) <= set(given.players.split(","))]
    for k in range(n):
        blue, red = matches[k // len(scenarios) % len(matches)]
        yield Task(given.book, scenarios[k % len(scenarios)], given.seed + k, blue, red, not given.same_rules)


def checked(task: Task) -> tuple[Task, int, str]:
    """Every invariant of the book after every order."""
    look = importlib.import_module(f"tests.{BOOKS[task.book]}.invariants").look_at_game
    try:
        return task, look(task.opened()), ""
    except AssertionError as e:
        return task, 0, str(e)
    except Exception:
        return task, 0, traceback.format_exc()


def twin(task: Task) -> tuple[Task, int, str]:
    """The hash after every turn, by either engine."""
    try:
        one, other = task.opened(), task.opened("compiled")
        for n in range(1, one.turns + 1):
            a, b = (digest(g.state(g.snapshots[n].battle)) for g in (one, other))
            if a != b:
                return task, 0, f"turn {n}: {a} by CPython, {b} by the compiled twin"
    except Exception:
        return task, 0, traceback.format_exc()
    return task, one.turns, ""


def run(what: str, of: Callable[[Task], tuple[Task, int, str]], todo: list[Task], jobs: int) -> int:
    """All tasks, some at a time; how many went wrong."""
    begun, bad, done = time.perf_counter(), 0, 0
    with multiprocessing.Pool(jobs) as pool:
        for task, looks, wrong in pool.imap_unordered(of, todo):
            done += looks
            if wrong:
                bad += 1
                print(f"{task}\n    {wrong.strip()}", flush=True)
    seconds = time.perf_counter() - begun
    print(f"{what}: {len(todo):,} battles, {done:,} looks, {bad} with faults, {seconds:.1f} s")
    return bad


def compiled_battles(given: argparse.Namespace, n: int) -> int:
    """Many battles by random legal orders, as the laboratory plays them."""
    import numpy as np

    from grognard import compiled

    if compiled.missing():
        print(compiled.missing())
        return 1
    of = book(given.book)
    play_many: Any = compiled.entry(f"{of.package}.batch", "play_many")
    begun, bad, turns, decisions = time.perf_counter(), 0, 0, 0
    groups: dict[str, list[Task]] = {}
    for task in tasks(argparse.Namespace(**{**vars(given), "players": "random", "same_rules": True}), n):
        groups.setdefault(task.scenario, []).append(task)
    for group in groups.values():
        start = np.zeros(1, dtype_of(of.battle))
        pack(group[0].start(), start[0])
        work = start.copy()
        seeds = np.array([t.seed for t in group], np.int64)
        out = np.full((len(group), COLUMNS), -1, np.int64)
        head = head_size(of.battle)
        play_many(work, start, work.view(np.uint8), start.view(np.uint8), head, seeds, seeds + WHIM, out)
        unended = (out[:, 0] < 0) | (out[:, 2] > PATIENCE * out[:, 1])
        bad += int(unended.sum())
        turns, decisions = turns + int(out[:, 1].sum()), decisions + int(out[:, 2].sum())
        for k in np.flatnonzero(unended):
            print(f"{group[k]}\n    winner {out[k, 0]}, turn {out[k, 1]}, {out[k, 2]} decisions")
    seconds = time.perf_counter() - begun
    played = f"{n:,} battles, {turns:,} turns, {decisions:,} decisions"
    print(f"compiled: {played}, {bad} did not end, {seconds:.1f} s")
    return bad


def main() -> int:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--checked", type=int, default=0)
    parser.add_argument("--compiled", type=int, default=0)
    parser.add_argument("--twin", type=int, default=0)
    parser.add_argument("--book", default="horse-and-musket", choices=list(BOOKS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--players", default="")
    parser.add_argument("--same-rules", action="store_true")
    given = parser.parse_args()
    bad = 0
    if given.checked:
        bad += run("checked", checked, list(tasks(given, given.checked)), given.jobs)
    if given.twin:
        bad += run("twin", twin, list(tasks(given, given.twin)), given.jobs)
    if given.compiled:
        bad += compiled_battles(given, given.compiled)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
