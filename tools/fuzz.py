"""Play battles at random and look for anything that must not be.

    python tools/fuzz.py --checked 200              on CPython: every invariant after every order
    python tools/fuzz.py --compiled 10000           on the compiled twin: none crashes, none stalls, all end
    python tools/fuzz.py --twin 1000                both engines: the same state after every turn
    [--book B] [--seed S] [--jobs N] [--same-rules] [--players random,drill]

Battles go round the scenarios of the book (of every book, unless one is named); each, or with --compiled each
batch of them, has house rules of its own, drawn from its seed, unless --same-rules.  Without a number, some of
each kind.  Exit status: 0 nothing was found, 1 something was."""

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
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # the invariants live with the tests

from grognard import compiled
from grognard.book import BOOKS, book, find_scenario, scenario_paths
from grognard.engines import Compiled, Plain
from grognard.game import open_game
from grognard.lab.simulate import GENERALS, simulate
from grognard.options import readings_of

MATCHES = (("random", "random"), ("drill", "random"), ("random", "drill"), ("drill", "drill"))
PATIENCE = 1000  # decisions a turn: far more than any battle wants
BATCH = 250  # compiled battles with the same house rules
SOME = 40  # battles of each kind, where nobody says how many


@dataclasses.dataclass(frozen=True)
class Task:
    """One battle: all that is needed to fight it again."""

    book: str
    scenario: str
    seed: int
    blue: str
    red: str
    rules: int | None  # the seed of its house rules

    def house(self) -> dict[str, str]:
        """Some options of the book chosen otherwise."""
        if self.rules is None:
            return {}
        r = random.Random(self.rules)
        of = book(self.book)
        options = readings_of(of.folder, of.prefix, of.battle().options)
        return {name: r.choice(words) for name, words in options.items() if r.random() < 0.3}

    def battle(self) -> Any:
        """Before its first die, with its generals."""
        of = book(self.book)
        b = of.set_up(find_scenario(self.scenario), self.house()).battle
        of.seed(b, self.seed)
        b.generals = [int(GENERALS[name]) for name in (self.blue, self.red)]
        return b

    def __str__(self) -> str:
        rules = " ".join(f"--set {name}={value}" for name, value in self.house().items())
        players = f"--blue {self.blue} --red {self.red}"
        return f"grognard watch {self.scenario} --seed {self.seed} {players} {rules}"


def tasks(given: argparse.Namespace, name: str, n: int) -> Iterator[Task]:
    scenarios = list(scenario_paths(name))
    matches = [m for m in MATCHES if not given.players or set(m) <= set(given.players.split(","))]
    for k in range(n):
        blue, red = matches[k // len(scenarios) % len(matches)]
        seed = given.seed + k
        rules = None if given.same_rules else seed
        yield Task(name, scenarios[k % len(scenarios)], seed, blue, red, rules)


def checked(task: Task) -> tuple[Task, int, str]:
    """Every invariant of the book after every order."""
    package = book(task.book).package.removeprefix("books.")
    watch = importlib.import_module(f"tests.{package}.invariants").Watch()
    try:
        game = open_game(task.scenario, seed=task.seed, blue=task.blue, red=task.red, house=task.house())
        return task, watch.look_at_game(game), ""
    except AssertionError as e:
        return task, 0, str(e)
    except Exception:
        return task, 0, traceback.format_exc()


@cache
def engines(name: str) -> tuple[Plain, Compiled]:
    return Plain(book(name)), Compiled(book(name))


def twin(task: Task) -> tuple[Task, int, str]:
    """The state after every turn, by either engine."""
    plain, fast = engines(task.book)
    try:
        start = task.battle()
        one, other = plain.start(start), fast.start(start)
        while one.winner < 0:
            plain.play_turn(one)
            fast.play_turn(other)
            if plain.state(one) != fast.state(other):
                return task, 0, f"turn {one.turn}: CPython and the compiled twin disagree"
    except Exception:
        return task, 0, traceback.format_exc()
    return task, int(one.turn), ""


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


def batches(given: argparse.Namespace, name: str, n: int) -> Iterator[tuple[Task, int]]:
    """The first battle of each batch, and how many there are; they go round the scenarios."""
    scenarios = list(scenario_paths(name))
    size = min(BATCH, -(-n // len(scenarios)))
    for k, done in enumerate(range(0, n, size)):
        seed = given.seed + k
        rules = None if given.same_rules else seed
        scenario = scenarios[k % len(scenarios)]
        yield Task(name, scenario, seed, "random", "random", rules), min(size, n - done)


def compiled_battles(given: argparse.Namespace, name: str, n: int) -> int:
    """Many battles by random legal orders, as the laboratory plays them."""
    begun, bad, turns, decisions = time.perf_counter(), 0, 0, 0
    for task, share in batches(given, name, n):
        trials = simulate(
            task.scenario, share, task.seed, task.blue, task.red, given.jobs, house=task.house()
        )
        winner, played, asked = (trials.rows[:, trials.columns[c]] for c in ("WINNER", "TURNS", "DECISIONS"))
        unended = (winner < 0) | (asked > PATIENCE * played)
        bad += int(unended.sum())
        turns, decisions = turns + int(played.sum()), decisions + int(asked.sum())
        for i in unended.nonzero()[0]:
            print(f"{dataclasses.replace(task, seed=trials.seeds[i])}: did not end")
    seconds = time.perf_counter() - begun
    played_all = f"{n:,} battles, {turns:,} turns, {decisions:,} decisions"
    print(f"{name}, compiled: {played_all}, {bad} did not end, {seconds:.1f} s")
    return bad


def fuzz(given: argparse.Namespace, name: str) -> int:
    """One book: how many battles went wrong."""
    bad = 0
    if given.checked:
        bad += run(f"{name}, checked", checked, list(tasks(given, name, given.checked)), given.jobs)
    if given.twin:
        todo = list(tasks(given, name, given.twin))
        twin(todo[0])  # compiled, or loaded, once for all processes
        bad += run(f"{name}, twin", twin, todo, given.jobs)
    if given.compiled:
        bad += compiled_battles(given, name, given.compiled)
    return bad


def arguments() -> argparse.Namespace:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--checked", type=int, default=0)
    parser.add_argument("--compiled", type=int, default=0)
    parser.add_argument("--twin", type=int, default=0)
    parser.add_argument("--book", choices=list(BOOKS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--players", default="")
    parser.add_argument("--same-rules", action="store_true")
    return parser.parse_args()


def main() -> int:
    given = arguments()
    if not (given.checked or given.compiled or given.twin):
        given.checked = given.compiled = given.twin = SOME
    if (given.compiled or given.twin) and compiled.missing():
        print(compiled.missing(), file=sys.stderr)
        return 1
    bad = sum(fuzz(given, name) for name in ([given.book] if given.book else BOOKS))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
