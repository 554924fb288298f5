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

sys.path.insert(0, str(Path(__file__).parents[1]))  # the invariants live with the tests

from grognard.book import BOOKS, book, scenario_paths
from grognard.engines import digest
from grognard.game import Game, open_game

MATCHES = (("random", "random"), ("drill", "random"), ("random", "drill"), ("drill", "drill"))
PATIENCE = 1000  # decisions a turn: far more than any battle wants


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

    def __str__(self) -> str:
        rules = " ".join(f"--set {name}={value}" for name, value in self.house().items())
        players = f"--blue {self.blue} --red {self.red}"
        return f"grognard watch {self.scenario} --seed {self.seed} {players} {rules}"


def scenarios_of(name: str) -> list[str]:
    home = book(name).folder / "scenarios"
    return [id for id, path in scenario_paths().items() if path.parent == home]


def tasks(given: argparse.Namespace, n: int) -> Iterator[Task]:
    scenarios = scenarios_of(given.book)
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
    from grognard import compiled
    from grognard.lab.simulate import simulate

    if compiled.missing():
        print(compiled.missing())
        return 1
    begun, bad, turns, decisions = time.perf_counter(), 0, 0, 0
    scenarios = scenarios_of(given.book)
    for k, scenario in enumerate(scenarios):
        share = n // len(scenarios) + (k < n % len(scenarios))
        trials = simulate(scenario, share, given.seed, "random", "random", given.jobs)
        winner, played, asked = (trials.rows[:, trials.columns[c]] for c in ("WINNER", "TURNS", "DECISIONS"))
        unended = (winner < 0) | (asked > PATIENCE * played)
        bad += int(unended.sum())
        turns, decisions = turns + int(played.sum()), decisions + int(asked.sum())
        for i in unended.nonzero()[0]:
            print(f"{Task(given.book, scenario, trials.seeds[i], 'random', 'random', False)}: did not end")
    seconds = time.perf_counter() - begun
    played_all = f"{n:,} battles, {turns:,} turns, {decisions:,} decisions"
    print(f"compiled: {played_all}, {bad} did not end, {seconds:.1f} s")
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
