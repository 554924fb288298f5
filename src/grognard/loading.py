"""A saved battle re-executed: every order, tag and hash confirmed, and the place named where one is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from . import notation
from . import saved as saving
from .book import Book, Setup, book, find_scenario
from .engines import Plain, digest, events_from
from .game import Game, Mismatch
from .notation import Entry, Move
from .problems import Problem
from .running import Stop, put_dice_away, run_turn, state_when_asked
from .saved import Saved, Saying, Section
from .scenario import SIDES
from .values import Ask


def load(path: Path, engine: str = "plain") -> Game:
    """The game of a saved battle, where it stood."""
    return again(read(path), path, engine)


def again(saved: Saved, path: Path, engine: str = "plain") -> Game:
    """Every order of it given again; the path is what it is called where something is not so."""
    of, setup = opened(saved, path)
    prove(saved, path)
    compare_start(saved, setup, path)
    blue, red = saved.players
    game = Game(
        of,
        setup,
        seed=saved.seed,
        blue=blue,
        red=red,
        dice=saved.dice,
        house=saved.house,
        engine=engine,
        begin=False,
    )
    game.promise = saved.promise
    for section in saved.sections:
        play_section(game, section, path)
    return at_the_end(game, saved, path)


def read(path: Path) -> Saved:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Problem(f"{path}: there is no such file") from None
    except (OSError, UnicodeDecodeError) as e:
        raise Problem(f"{path}: cannot be read: {e}") from None
    return saving.read_saved(text, str(path))


def opened(saved: Saved, path: Path) -> tuple[Book, Setup]:
    """The book and the scenario of a saved battle; the book must be of the same version."""
    try:
        of = book(saved.book)
        setup = of.set_up(scenario_of(saved, path), saved.house)
    except Problem as e:
        raise Problem(f"{path}: {e}") from None
    if saved.version != of.version:
        what = "; ".join(differences(saved, setup)) or "its numbers and the scenario are the same"
        raise Problem(f"{path}: fought by {of.id} {saved.version or '?'}, and this is {of.version}: {what}")
    return of, setup


def scenario_of(saved: Saved, path: Path) -> Path:
    """By its id, or as a file: as it was named, or beside the saved battle."""
    beside = path.parent / saved.scenario
    if saved.scenario.endswith(".toml") and not Path(saved.scenario).is_file() and beside.is_file():
        return beside
    return find_scenario(saved.scenario)


def differences(saved: Saved, setup: Setup) -> list[str]:
    """What the battle started from that is not so now."""
    now = saving.start_prints(setup.battle)
    parts = [part for part in now if saved.start.get(part) != now[part]]
    numbers = saving.changed_numbers(setup.battle.rules, saved.numbers)
    out = [f"other numbers in the tables: {', '.join(numbers)}"] if numbers else []
    return out + ([f"other {', '.join(parts)} in the scenario or its forces"] if parts else [])


def compare_start(saved: Saved, setup: Setup, path: Path) -> None:
    found = differences(saved, setup)
    if found:
        raise Mismatch(f"{path}: before turn 1: not what this battle was fought with: {'; '.join(found)}")


def prove(saved: Saved, path: Path) -> None:
    """The seeds must be those that were promised before the first die."""
    broken = saved.promise.broken(saved.seeds()) if saved.promise else ""
    if broken:
        raise Mismatch(f"{path}: these are not the dice that were promised: {broken}")


class Checker:
    """Goes through a turn beside its section of the file and stops at the first thing that is not so."""

    def __init__(self, game: Game, section: Section, path: Path) -> None:
        self.game, self.section, self.path = game, section, path
        self.plain = Plain(game.book)
        self.lines = [(line, self.entry(line)) for line in section.sayings]
        self.rest = list(self.lines)
        self.order = 0
        self.last = ""  # the tag of the line before

    def entry(self, line: Saying) -> Entry:
        try:
            return notation.read_entry(self.game.book, self.game.names, line.text)
        except Problem as e:
            raise Problem(f"{self.path}: line {line.number}: {line.text!r}: {e}") from None

    def place(self, line: Saying) -> str:
        return (
            f"{self.path}: line {line.number}: turn {self.section.turn}, order {self.order} ({line.text!r})"
        )

    def visit(self, battle: Any, k: int, ask: Ask) -> None:
        """An order of the file is reached: is it the one that was given here?"""
        self.check_others()
        line, entry = self.rest.pop(0)
        self.order += 1
        assert isinstance(entry, Move)
        reason = self.reason(battle, ask, line, entry)
        tag = notation.tag(state_when_asked(self.plain, battle), line.text)
        if tag != line.tag:
            what = reason or "this order, or a die or number before it, is not what it was"
            raise Mismatch(f"{self.place(line)}: {what} (expected ~{line.tag}, found ~{tag})")
        if reason:
            raise Mismatch(f"{self.place(line)}: {reason}")
        self.last = tag

    def reason(self, battle: Any, ask: Ask, line: Saying, entry: Move) -> str:
        """Why an order cannot have been given here, or nothing."""
        game = self.game
        side, kind, order = notation.read_order(game.book, game.names, line.text.partition(" ")[2])
        if (side, kind) != (ask.side, ask.kind):
            wanted = notation.word(game.book.asks, ask.kind)
            return f"the book asks {SIDES[ask.side]} for {wanted} here"
        rule = self.plain.check(battle, ask, order)
        if not rule:
            return ""
        refusal = game.book.explain(battle, game.names, ask, order, rule)
        return f"refused: {refusal.text} [{refusal.rule}]"

    def check_others(self) -> None:
        """Dice and new seeds: each line is vouched for by itself and the one before."""
        while self.rest and not isinstance(self.rest[0][1], Move):
            line, _ = self.rest.pop(0)
            tag = notation.tag(self.last.encode(), line.text)
            if tag != line.tag:
                raise Mismatch(f"{self.place(line)}: not what it was (expected ~{line.tag}, found ~{tag})")
            self.last = tag

    def finish(self, battle: Any, stop: Stop) -> None:
        """Everything must have been wanted, and the turn must have ended as it did."""
        self.check_others()
        if self.rest:
            self.order += 1
            raise Mismatch(f"{self.place(self.rest[0][0])}: {self.wanted(battle, stop)}")
        if battle.dice.used != battle.dice.n_given:
            raise Mismatch(f"{self.path}: turn {self.section.turn}: dice are given that nobody rolled")
        if not self.section.hash:
            return
        if stop is not Stop.TURN:
            raise Mismatch(f"{self.path}: turn {self.section.turn} is not over: {self.wanted(battle, stop)}")
        put_dice_away(battle)
        found = digest(self.plain.state(battle))
        if found != self.section.hash:
            after = f"{self.path}: turn {self.section.turn}, after its last order ({self.last_text()!r})"
            what = f"a die or number is not what it was (expected {self.section.hash}, found {found})"
            raise Mismatch(f"{after}: {what}")

    def last_text(self) -> str:
        return self.lines[-1][0].text if self.lines else ""

    def wanted(self, battle: Any, stop: Stop) -> str:
        if stop is Stop.TURN:
            return "the turn is over by then"
        if stop is Stop.ROLL:
            return f"{battle.dice.want_n} dice are wanted first"
        s = battle.script
        return f"{SIDES[s.ask_side]} is asked for {notation.word(self.game.book.asks, s.ask_kind)}"


def play_section(game: Game, section: Section, path: Path) -> None:
    """One turn of the file."""
    last = game.snapshots[-1]
    checker = Checker(game, section, path)
    if last.battle.winner >= 0:
        raise Mismatch(f"{path}: turn {section.turn}: the battle is over after turn {game.turns}")
    battle = checker.plain.start(game.engine.plain(last.battle))
    entries = [entry for _, entry in checker.lines]
    stop = run_turn(checker.plain, battle, entries, checker.visit)
    checker.finish(battle, stop)
    game.entries += entries
    game.now = battle
    game.note_asks(last.mark)
    if section.hash:
        game.add_snapshot(game.engine.start(battle), events_from(battle))


def at_the_end(game: Game, saved: Saved, path: Path) -> Game:
    """The battle as it stands after the last line must be the one that was saved."""
    known = len(game.entries)
    game.run()
    outcome = game.outcome
    result = "" if outcome is None else f"{outcome.winner} {outcome.points[0]}:{outcome.points[1]}"
    if result != saved.result:
        raise Mismatch(
            f"{path}: at the end: {saved.result or 'undecided'} expected, {result or 'undecided'} found"
        )
    if len(game.entries) != known:
        raise Mismatch(
            f"{path}: at the end: lines are missing: turn {game.turns + 1} goes on without being asked"
        )
    if game.hash != saved.hash:
        raise Mismatch(
            f"{path}: at the end: the battle stands otherwise (expected {saved.hash}, found {game.hash})"
        )
    return game
