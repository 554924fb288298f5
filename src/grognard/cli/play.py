"""Battles in the terminal: watch one being fought, replay one that was saved, verify that it is true."""

from __future__ import annotations

import dataclasses
import json
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from ..book import Line
from ..game import Game, Mismatch, open_game
from ..problems import Problem
from ..promise import read_letters
from ..scenario import SIDES
from ..tables import flatten, parse_override, read_toml

COLOURS = {"blue": "bright_blue", "red": "bright_red"}
WIDTH = 80  # where the output is no terminal
NARROWEST = 40

Scenario = Annotated[str, typer.Argument(metavar="SCENARIO", help="a scenario's id, or a scenario file")]
Saved = Annotated[Path, typer.Argument(metavar="FILE", help="a saved battle")]
Seed = Annotated[int, typer.Option(help="the seed of the dice")]
Blue = Annotated[str, typer.Option(help="who leads Blue: drill or random")]
Red = Annotated[str, typer.Option(help="who leads Red: drill or random")]
Set = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="a house rule; may be repeated")
]
House = Annotated[Path | None, typer.Option(metavar="FILE.toml", help="house rules from a file")]
Save = Annotated[Path | None, typer.Option(metavar="FILE", help="save the battle there")]
Pause = Annotated[float, typer.Option(min=0.0, max=60.0, help="seconds to wait after each turn")]
Json = Annotated[bool, typer.Option("--json", help="the chronicle as JSON lines")]
Map = Annotated[bool, typer.Option("--map/--no-map", help="draw the table after each turn")]
Commitment = Annotated[
    str | None, typer.Option(metavar="HEX", help="the promise of fair dice that you noted at the start")
]
Turn = Annotated[int | None, typer.Option(min=1, help="only this turn")]


def register(app: typer.Typer) -> None:
    app.command()(watch)
    app.command()(replay)
    app.command()(verify)


def watch(
    scenario: Scenario,
    seed: Seed = 1,
    blue: Blue = "drill",
    red: Red = "drill",
    set_: Set = None,
    house: House = None,
    save: Save = None,
    pause: Pause = 0.0,
    as_json: Json = False,
    map_: Map = True,
) -> None:
    """Watch two generals fight a battle, turn by turn, each ruling with its rule ids."""
    for side, player in zip(SIDES, (blue, red), strict=True):
        if player == "person":
            raise Problem(f"--{side}: nobody can give orders here; drill or random is wanted")
    game = open_game(scenario, seed=seed, blue=blue, red=red, house=house_rules(house, set_ or []))
    if save is not None:
        game.save(save)
    show(game, range(1, game.turns + 1), pause, as_json, map_)
    if save is not None and not as_json:
        console().print(f"Saved: grognard replay {save}", style="dim", soft_wrap=True)


def replay(
    file: Saved, as_json: Json = False, turn: Turn = None, pause: Pause = 0.0, map_: Map = True
) -> None:
    """Tell a saved battle again, or one turn of it."""
    game = Game.load(file)
    last = game.turns + (1 if game.outcome is None and game.lines_of_turn(game.turns + 1) else 0)
    if turn is not None and turn > last:
        raise Problem(f"--turn {turn}: {file} has turns 1 to {last}")
    show(game, range(1, last + 1) if turn is None else range(turn, turn + 1), pause, as_json, map_)


def verify(file: Saved, commitment: Commitment = None) -> None:
    """Re-execute a saved battle and confirm every order, hash and promise; exit code 1 if it is not so."""
    noted = None if commitment is None else read_letters("--commitment", commitment)
    try:
        game = Game.load(file)
        dice = proved(file, game, noted)
    except Mismatch as e:
        print(f"grognard: {e}", file=sys.stderr)
        raise typer.Exit(1) from None
    outcome = game.outcome
    result = f"{outcome.winner} {outcome.points[0]}:{outcome.points[1]}" if outcome else "not over"
    print(f"{file}: true: {len(game.entries)} entries in {game.turn} turns, {result}, hash {game.hash}")
    if dice:
        print(f"{file}: {dice}")


def proved(file: Path, game: Game, noted: str | None) -> str:
    """What is proved of the dice: that the seed was chosen before the first of them was rolled."""
    promise = game.promise
    if noted is None:
        return f"its dice were promised by commitment {promise.commitment}" if promise else ""
    if promise is None:
        raise Mismatch(f"{file}: no commitment and no salt in it: nothing shows that the dice were promised")
    if promise.commitment != noted:
        raise Mismatch(
            f"{file}: these are not the dice that were promised: "
            f"its commitment is {promise.commitment}, and {noted} was noted"
        )
    return "its dice are those that were promised at the start"


def house_rules(file: Path | None, given: Iterable[str]) -> dict[str, Any]:
    """From a file, then from the command line."""
    rules = flatten(read_toml(file)) if file is not None else {}
    return {**rules, **dict(parse_override(text) for text in given)}


def show(game: Game, turns: Iterable[int], pause: float, as_json: bool, map_: bool) -> None:
    """The chronicle of some turns, and the outcome if the battle is over."""
    if as_json:
        show_json(game, turns)
        return
    out = console()
    heading(out, game)
    for n in turns:
        for line in game.lines_of_turn(n):
            say(out, line)
        if map_:
            out.print()
            draw(out, game, n)
        time.sleep(pause)
    if game.outcome is not None:
        verdict(out, game)


def console() -> Console:
    """The terminal, in its colours and width; plain and 80 wide when piped into something else."""
    if sys.stdout.isatty():
        return Console(highlight=False)
    return Console(highlight=False, width=WIDTH)


def heading(out: Console, game: Game) -> None:
    out.print(Rule(game.setup.title))
    players = " against ".join(f"{s.title()} ({p})" for s, p in zip(SIDES, game.players, strict=True))
    out.print(
        f"{game.book.title} {game.book.version}; {players}; {game.dice} dice, seed {game.seed}", style="dim"
    )
    for warning in (*game.setup.warnings, game.warning):
        if warning:
            out.print(warning, style="yellow")


def say(out: Console, line: Line) -> None:
    """A sentence, the deeper the more it is a step of a sum, with the rules it cites."""
    if line.kind == "turn":
        out.print()
        out.print(Rule(line.text, align="left"))
        return
    text = Text(line.text, style=("bold", "", "dim")[min(line.level, 2)])
    text.append(f"  [{', '.join(line.rules)}]" if line.rules else "", style="dim cyan")
    out.print(Padding(text, (0, 0, 0, 2 * line.level), expand=False))


def draw(out: Console, game: Game, n: int) -> None:
    """The table after a turn."""
    battle = game.after_turn(n) if n <= game.turns else game.battle
    width = max(NARROWEST, min(out.width - 1, 120))
    out.print(game.book.draw(battle, game.names, width), soft_wrap=True, markup=False)


def verdict(out: Console, game: Game) -> None:
    outcome = game.outcome
    assert outcome is not None
    who = "A draw" if outcome.winner == "draw" else f"{outcome.winner.title()} wins"
    out.print(Rule())
    out.print(f"{who}: {outcome.reason}.", style=f"bold {COLOURS.get(outcome.winner, '')}")
    out.print(f"Hash {game.hash}", style="dim")


def show_json(game: Game, turns: Iterable[int]) -> None:
    """One object a line of the chronicle; the last is the outcome."""
    for n in turns:
        for line in game.lines_of_turn(n):
            print(json.dumps({"turn": n, **dataclasses.asdict(line)}))
    if game.outcome is not None:
        print(json.dumps({"outcome": dataclasses.asdict(game.outcome), "hash": game.hash}))
