"""grognard simulate: many battles of one scenario, and what they come to."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from ..lab.simulate import (
    Told,
    Trials,
    check_writable,
    open_trials,
    pairs,
    simulate,
    summary,
    untold,
    write_rows,
)
from .play import house_rules

ScenarioName = Annotated[str, typer.Argument(metavar="SCENARIO", help="a scenario's id, or a scenario file")]
Battles = Annotated[int, typer.Option("-n", "--battles", help="how many battles")]
Seed = Annotated[int, typer.Option(help="the same seed gives the same battles")]
Blue = Annotated[str, typer.Option(help="who leads Blue: drill or random")]
Red = Annotated[str, typer.Option(help="who leads Red: drill or random")]
Jobs = Annotated[int | None, typer.Option(help="threads; all cores unless given")]
Set = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="a house rule; may be repeated")
]
House = Annotated[Path | None, typer.Option(metavar="FILE.toml", help="house rules from a file")]
AsJson = Annotated[bool, typer.Option("--json", help="as JSON")]
Out = Annotated[Path | None, typer.Option(metavar="FILE.parquet", help="one row a battle there")]


def register(app: typer.Typer) -> None:
    app.command("simulate")(simulate_)


def simulate_(
    scenario: ScenarioName,
    n: Battles = 1000,
    seed: Seed = 1,
    red: Red = "drill",
    blue: Blue = "drill",
    jobs: Jobs = None,
    set_: Set = None,
    house: House = None,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """Fight many battles and tell how they end: wins with 95 % intervals, length, losses, what decided it."""
    rules = house_rules(house, set_ or [])
    jobs = cores() if jobs is None else jobs
    open_trials(scenario, n, blue, red, jobs, rules)  # what is wrong is said before anything else is
    if out is not None:
        check_writable(out)
    reason = why_slow()
    if reason:
        print(reason, file=sys.stderr)
    with progress(n) as (told, compiling):
        trials = simulate(
            scenario,
            n,
            seed,
            blue,
            red,
            jobs,
            rules,
            not reason,
            told,
            compiling,
        )
    if out is not None:
        write_rows(trials, out)
    found = summary(trials)
    print(json.dumps(found, ensure_ascii=False, indent=2)) if as_json else show(trials, found)


def why_slow() -> str:
    """Why battles cannot be compiled here, or nothing."""
    from .. import compiled  # loads Numba, which takes its time: only where it is wanted

    return compiled.missing()


def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def said_once(text: str) -> Told:
    """Where there is no terminal for a bar: one line, if there is anything to wait for."""
    said: list[str] = []

    def told(done: int, of: int) -> None:
        if not said:
            said.append(text)
            print(text, file=sys.stderr, flush=True)

    return told


@contextmanager
def progress(n: int) -> Iterator[tuple[Told, Told]]:
    """Bars on the terminal, beside the output: for compiling, the first time, and for the battles."""
    if not sys.stderr.isatty():
        yield untold, said_once("compiling the rules, which takes a minute or two the first time ...")
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    bars = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bars:
        fighting = bars.add_task("battles", total=n, visible=False)
        making = bars.add_task("compiling the rules (once)", total=None, visible=False)
        yield (
            lambda done, of: bars.update(fighting, completed=done, visible=True),
            lambda done, of: bars.update(making, completed=done, total=of, visible=done < of),
        )


def show(t: Trials, s: dict[str, Any]) -> None:
    """The summary as a page."""
    n = s["battles"]
    print(f"{t.setup.title}: {n:,} battles, Blue {t.players[0]}, Red {t.players[1]}, seed {t.seed}")
    for who, won in s["wins"].items():
        low, high = s["intervals"][who]
        name = "a draw" if who == "draw" else f"{who.capitalize()} wins"
        print(
            f"  {name:10} {100 * won / n:6.2f} %  ({100 * low:.2f} to {100 * high:.2f} with 95 % confidence)"
        )
    print(f"  decided by {listed(s['decided_by'], n)}; {s['mean_turns']:.1f} turns")
    print(f"  {'':24} {'Blue':>8} {'Red':>8}")
    for name in map(str.lower, pairs(t.columns)):
        print(f"  {name.replace('_', ' '):24} {s[name]['blue']:8.2f} {s[name]['red']:8.2f}")
    for place, held in s["objectives"].items():
        print(f"  {place} at the end: {listed(held, n)}")
    print(
        f"  {s['dice']:.0f} dice and {s['decisions']:.0f} decisions a battle; "
        f"{s['battles_per_second']:,.0f} battles a second ({s['engine']}, {s['jobs']} jobs)"
    )


def listed(counts: dict[str, int], n: int) -> str:
    return ", ".join(f"{word} {100 * k / n:.1f} %" for word, k in counts.items() if k)
