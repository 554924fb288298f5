"""Our speed, measured in one run and written to bench/results.md.

    python bench/bench.py [--quick] [--book B | --served] [--out FILE]

Everything is measured on the machine it runs on; figures of one run compare with one another, not with those
of another machine.  --quick takes few battles, to see that it works."""

from __future__ import annotations

import argparse
import gc
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from grognard.book import BOOKS, Book, book, scenario_paths
from grognard.cli.measure import cores
from grognard.engines import rules_module
from grognard.game import open_game
from grognard.lab.adjudicate import odds_of, prepare
from grognard.lab.simulate import simulate, summary
from grognard.records import dtype_of
from grognard.scenario import header

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Marks:
    """What a book should make; 0 where there is no mark."""

    battles: int = 0  # a second, compiled, on one core
    times: int = 50  # CPython
    step: float = 0.0  # seconds, at the worst
    odds: dict[str, float] = field(default_factory=dict)  # seconds, of these procedures
    crowd: str = ""  # a scenario file beside this one, with many men, to take steps in


MARKS = {
    "horse-and-musket": Marks(
        2000, 50, 0.05, {"musketry": 0.3, "artillery": 0.0, "charge": 0.0, "melee": 0.0}
    ),
    "most-irregular": Marks(300, 50, 0.08, {"volley": 0.5}, "scenarios/a-hundred-and-twenty.toml"),
    "early-19th-century": Marks(200, 50, 0.12, {"shooting": 0.5, "gun": 0.0, "melee": 0.0}),
    "pike-and-shot": Marks(200, 50, 0.12, {"shooting": 0.5, "gun": 0.0, "melee": 0.0}),
    "fire-at-will-men": Marks(500, 50, 0.06, {"bows": 0.3, "fight": 0.0, "morale": 0.0, "great-storm": 0.0}),
}


@dataclass(frozen=True)
class Subject:
    """A book, its sample scenario, and its marks."""

    book: Book
    scenario: str
    marks: Marks


def subject(name: str) -> Subject:
    samples = [id for id, path in scenario_paths(name).items() if header(path).get("sample")]
    return Subject(book(name), samples[0], MARKS.get(name, Marks()))


@dataclass(frozen=True)
class Sizes:
    """How much of everything."""

    compiled: int = 4000  # battles
    plain: int = 60
    rounds: int = 5
    games: int = 2


@dataclass(frozen=True)
class Figure:
    """One line of the results: what, how much, and the mark it should make."""

    what: str
    value: str
    mark: str = ""
    made: bool | None = None


def reached(what: str, value: str, found: float, mark: float, words: str) -> Figure:
    """More is better; without a mark there is none to make."""
    return Figure(what, value, words, found >= mark) if mark else Figure(what, value)


def within(what: str, value: str, found: float, mark: float, words: str) -> Figure:
    """Less is better."""
    return Figure(what, value, words, found < mark) if mark else Figure(what, value)


def best(rounds: int, measure: Callable[[], float]) -> float:
    """The least disturbed of some rounds: the highest figure."""
    return max(measure() for _ in range(rounds))


# Battles


ROUND = 5.0  # seconds are enough for a round of battles: a slow book fights fewer


def battles(sizes: Sizes, of: Subject) -> list[Figure]:
    """Battles a second: CPython, compiled on one core and on two."""

    def rate(n: int, jobs: int, compiled: bool) -> Callable[[], float]:
        return lambda: n / simulate(of.scenario, n, jobs=jobs, compiled=compiled).seconds

    simulate(of.scenario, 1)  # compiled, or loaded
    n = min(sizes.compiled, max(200, int(ROUND * rate(100, 1, True)())))
    plain = best(min(3, sizes.rounds), rate(min(sizes.plain, max(3, n // 50)), 1, False))
    one = best(sizes.rounds, rate(n, 1, True))
    two = best(sizes.rounds, rate(n, 2, True))
    s = summary(simulate(of.scenario, n, jobs=cores()))
    marks = of.marks
    return [
        Figure("battles a second, CPython", f"{plain:,.1f}"),
        reached(
            "battles a second, compiled, one core", f"{one:,.0f}", one, marks.battles, f"{marks.battles:,}"
        ),
        Figure("battles a second, compiled, two cores", f"{two:,.0f}"),
        reached(
            "compiled to CPython, one core",
            f"{one / plain:,.0f} times",
            one / plain,
            marks.times,
            f"{marks.times} times",
        ),
        reached("two cores to one", f"{two / one:.2f} times", two / one, 1.8, "1.8 times"),
        Figure("dice a battle", f"{s['dice']:,.0f}"),
        Figure("decisions a battle", f"{s['decisions']:,.0f}"),
        Figure("turns a battle", f"{s['mean_turns']:.1f}"),
        Figure("decisions a second, compiled, one core", f"{one * s['decisions']:,.0f}"),
    ]


# Starting


CHILD = """
import resource, sys
from pathlib import Path
from grognard.cli import main
try:
    main()
finally:
    status = Path("/proc/self/status")  # the most memory of this process; getrusage may tell its parent's
    if status.is_file():
        lines = status.read_text().splitlines()
        most = next(int(x.split()[1]) / 1024 for x in lines if x.startswith("VmHWM"))
    else:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    print(most, file=sys.stderr)
"""


def command(cache: str, *words: str) -> tuple[float, float]:
    """A command in a process of its own: seconds, and the most memory it took, in MB."""
    env = {**os.environ, "GROGNARD_CACHE": cache}
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", CHILD, *words], env=env, capture_output=True, text=True, check=True
    )
    return time.perf_counter() - began, float(done.stderr.split()[-1])


def starting(sizes: Sizes, of: Subject) -> list[Figure]:
    """The first run compiles the rules, the others load them."""
    with tempfile.TemporaryDirectory() as cache:
        cold, cold_memory = command(cache, "simulate", of.scenario, "-n", "1", "--json")
        warm, memory = min(command(cache, "simulate", of.scenario, "-n", "100", "--json") for _ in range(3))
    help_, plain_memory = min(command("", "--help") for _ in range(3))
    procedure = next(iter(of.marks.odds or of.book.procedures))
    resolve, _ = min(command("", "resolve", of.book.id, procedure, "--odds") for _ in range(3))
    record = dtype_of(of.book.battle).itemsize / 1024
    return [
        Figure("cold: the first simulate, rules compiled", f"{cold:.1f} s"),
        within("warm: simulate -n 100, from the shell", f"{warm:.2f} s", warm, 3, "3 s"),
        Figure("grognard --help, from the shell", f"{help_:.2f} s"),
        Figure(f"resolve {procedure} --odds, from the shell", f"{resolve:.2f} s"),
        Figure("memory: while compiling", f"{cold_memory:,.0f} MB"),
        Figure("memory: simulate, warm", f"{memory:,.0f} MB"),
        Figure("memory: without the compiled twin", f"{plain_memory:,.0f} MB"),
        Figure("memory: the record of one battle", f"{record:,.0f} KB"),
    ]


# A game in play


def steps(sizes: Sizes, of: Subject) -> list[Figure]:
    """A person's orders on CPython: each checked, applied, and the next question found."""
    drill = rules_module(of.book, "drill").drill
    crowd = str(HERE / of.marks.crowd) if of.marks.crowd else of.scenario
    times: list[float] = []
    gc.collect()
    gc.freeze()  # what other books have left behind is not looked through again and again
    for seed in range(1, sizes.games + 1):
        game = open_game(crowd, seed=seed, blue="person", red="drill")
        while game.outcome is None:
            order = drill(game.battle, game.asked())
            gc.collect()
            began = time.perf_counter()
            game.give(order)
            times.append(time.perf_counter() - began)
    worst, mark = max(times), of.marks.step
    return [
        Figure(f"orders given by a person ({Path(crowd).stem})", f"{len(times):,}"),
        Figure("a step of the game, median", f"{1000 * statistics.median(times):.1f} ms"),
        Figure("a step of the game, 99 of 100", f"{1000 * statistics.quantiles(times, n=100)[98]:.1f} ms"),
        within("a step of the game, worst", f"{1000 * worst:.1f} ms", worst, mark, f"{1000 * mark:.0f} ms"),
    ]


# Odds


def odds(sizes: Sizes, of: Subject) -> list[Figure]:
    """Exact odds of procedures as they stand, in a warm process."""
    out = []
    for name, mark in of.marks.odds.items():
        p = of.book.procedures[name]
        s = prepare(p, {i.name: i.default for i in p.inputs}, {})
        found = odds_of(s)
        seconds = timed(lambda s=s: odds_of(s))  # type: ignore[misc]
        if seconds < 1:
            seconds = min(seconds, *(timed(lambda s=s: odds_of(s)) for _ in range(2)))  # type: ignore[misc]
        what = f"odds of {name}, {found.runs:,} runs of the rules"
        out.append(within(what, f"{1000 * seconds:,.0f} ms", seconds, mark, f"{mark} s"))
    return out


def timed(run: Callable[[], Any]) -> float:
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


# The server, and the page in a browser


SERVED = "## The table in the browser"
HOW = """\
The server is a process of its own (`grognard serve --compiled`), its store SQLite on this disk, every commit synced.
{games} games of all scenarios, each taken up somewhere in its battle and opened from the store; every fifth against a
general.  Two clients at each, all {clients} in one more process on this machine, over sockets with compression.  Who is
asked thinks {least:g} to {most:g} seconds, then gives one of the orders on offer: the time runs from the sending of the
order until the last client of the game has the table that shows it.  Then the thinking is cut shorter until 1 order in
100 takes more than {mark:.0f} ms.  Memory is what the server has more than before anybody came.  Work a frame is what the main
thread of the page did from one frame to the next, in its own time, while a piece was dragged to and fro, sixty
times a second; the server then runs its rules on CPython."""


def served(quick: bool) -> str:
    """The chapter of many games at once, and of the page."""
    import browsing
    import serving

    load, n = os.getloadavg()[0], cores()
    print("The server ...", file=sys.stderr, flush=True)
    games, seconds = (20, 10.0) if quick else (200, 60.0)
    found = serving.run(games, serving.PACE, seconds, True, [] if quick else serving.FASTER)
    print("The page ...", file=sys.stderr, flush=True)
    loaded, dragged = browsing.run()
    least, most = serving.PACE * 0.5, serving.PACE * 1.5
    how = HOW.format(games=games, clients=2 * games, least=least, most=most, mark=serving.MARK_MS)
    busy = f"The machine was busy with other work (load {load:.0f} on {n} cores): these figures are too high."
    return "\n".join(
        [
            SERVED,
            "",
            *([busy, ""] if load > n else []),
            how,
            "",
            *table(server_figures(found)),
            "",
            *table(page_figures(loaded, dragged)),
            "",
        ]
    )


def server_figures(found: Any) -> list[Figure]:
    import serving

    play = found.play
    rate, p99 = len(play.latencies) / play.seconds, play.quantile(0.99)
    most = max(
        (len(m.latencies) / m.seconds for _, m in found.paces if m.quantile(0.99) < serving.MARK_MS),
        default=0.0,
    )
    mark = f"{serving.MARK_MS:.0f} ms"
    out = [
        Figure("games at once, with two clients each", f"{found.games}"),
        Figure("orders a second, all games together", f"{rate:.1f}"),
        Figure("order to everyone, median", f"{play.quantile(0.5):.0f} ms"),
        Figure("order to everyone, 90 of 100", f"{play.quantile(0.9):.0f} ms"),
        within("order to everyone, 99 of 100", f"{p99:.0f} ms", p99, serving.MARK_MS, mark),
        Figure("order to everyone, worst", f"{play.quantile(1.0):.0f} ms"),
        Figure("orders refused or lost", f"{play.refused + play.lost}"),
        within(
            "memory a game",
            f"{found.a_game:.2f} MB",
            found.a_game,
            serving.MARK_MB,
            f"{serving.MARK_MB:.0f} MB",
        ),
        Figure("memory of the server before", f"{found.before:.0f} MB"),
        Figure("processor of the server, an order", f"{1000 * play.server / rate:.0f} ms"),
        Figure("the server's share of one core", f"{play.server:.0%}"),
        Figure("the clients' share of one core", f"{play.clients:.0%}"),
        Figure(
            "told to both clients, an order, before compression",
            f"{play.told / len(play.latencies) / 1000:.0f} kB",
        ),
    ]
    if found.paces:
        said = f"{max(most, rate if p99 < serving.MARK_MS else 0.0):.0f}"
        out.append(Figure(f"orders a second, the most with 99 of 100 under {mark}", said))
    return out


def page_figures(loaded: Any, dragged: list[Any]) -> list[Figure]:
    from browsing import quantile

    out = [
        within("first visit, over the wire", f"{loaded.kilobytes:.0f} kB", loaded.kilobytes, 250, "250 kB"),
        Figure("first visit, until there is a table", f"{loaded.milliseconds:.0f} ms"),
    ]
    for d in dragged:
        what = f"{d.book}, {d.figures} figures: "
        p95, a = d.quantile(0.95), d.answers
        out += [
            Figure(what + "work a frame of a drag, median", f"{d.quantile(0.5):.1f} ms"),
            within(what + "work a frame, 95 of 100", f"{p95:.1f} ms", p95, 8.0, "8 ms"),
            Figure(what + f"work a frame, worst of {len(d.frames)}", f"{d.quantile(1.0):.1f} ms"),
            Figure(what + "where a dragged piece may go, median", f"{quantile(a, 0.5):.0f} ms"),
            Figure(what + "where a dragged piece may go, 99 of 100", f"{quantile(a, 0.99):.0f} ms"),
        ]
    return out


# The results


def machine() -> list[str]:
    """What it ran on: nothing that names the machine itself."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        models = [x.partition(":")[2].strip() for x in info.read_text().splitlines() if "model name" in x]
        cpu = models[0] if models else cpu
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1024**3
    return [
        f"{cpu}, {cores()} cores in use, {memory:.0f} GB of memory, {platform.system()}",
        f"Python {platform.python_version()}, "
        + ", ".join(f"{n} {release(n)}" for n in ("numba", "llvmlite", "numpy")),
    ]


def release(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def page(books: list[tuple[Subject, list[tuple[str, list[Figure]]]]]) -> str:
    out = ["# Speed", "", "Written by `make bench`.  Drill-book generals on both sides.", "", *machine(), ""]
    for of, sections in books:
        out += [f"## {of.book.title}", "", f"The sample scenario, {of.scenario}.", ""]
        for title, figures in sections:
            out += [f"### {title}", "", *table(figures), ""]
    return "\n".join(out)


def table(figures: list[Figure]) -> list[str]:
    out = ["| What | Measured | Mark | Made |", "|---|---|---|---|"]
    for f in figures:
        made = "" if f.made is None else "yes" if f.made else "**no**"
        out.append(f"| {f.what} | {f.value} | {f.mark} | {made} |")
    return out


SECTIONS = (
    ("Battles", battles),
    ("Starting", starting),
    ("A game in play, on CPython", steps),
    ("Odds, on CPython", odds),
)


def measured(of: Subject, sizes: Sizes) -> list[tuple[str, list[Figure]]]:
    """Every section of a book."""
    out = []
    for title, measure in SECTIONS:
        print(f"{of.book.title}: {title} ...", file=sys.stderr, flush=True)
        out.append((title, measure(sizes, of)))
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="few battles, to see that it works")
    parser.add_argument("--book", choices=list(BOOKS), help="only this book (default: all)")
    parser.add_argument("--out", type=Path, default=HERE / "results.md")
    parser.add_argument("--served", action="store_true", help="only the server and the page; the rest stays")
    given = parser.parse_args()
    if given.served:
        before = given.out.read_text(encoding="utf-8").partition(SERVED)[0]
        given.out.write_text(before + served(given.quick), encoding="utf-8")
        return 0
    sizes = Sizes(200, 3, 1, 1) if given.quick else Sizes()
    subjects = [subject(name) for name in ([given.book] if given.book else BOOKS)]
    text = page([(of, measured(of, sizes)) for of in subjects])
    if not given.book:
        text += "\n" + served(given.quick)
    given.out.write_text(text, encoding="utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
