"""What each seat is told of a table.  Nothing reaches a page that is not made here."""

from __future__ import annotations

from typing import Any, Literal

from .. import __version__
from ..book import BOOKS, Book, Line, book, find_scenario, scenario_paths
from ..catalogue import Catalogue, load
from ..game import Game
from ..problems import Problem
from ..scenario import header
from ..values import Order
from .host import SEATS, Table
from .messages import (
    Asked,
    BookTold,
    ChoiceOffered,
    Ended,
    Heading,
    Home,
    LineTold,
    OptionTold,
    OrderGiven,
    RollWanted,
    RuleTold,
    ScenarioTold,
    TableTold,
)


def table_told(table: Table, seat: str, lines: int) -> TableTold:
    """The table as a seat may see it, and what the chronicle says beyond what the page has."""
    with table.lock:
        game = table.game
        battle = game.battle
        told = lines_told(game, lines)
        return TableTold(
            changes=table.changes,
            seat=seat,
            heading=heading_of(table),
            scene=game.book.scene(battle, game.names, SEATS[seat]),
            ask=asked(game, battle, seat),
            roll=roll_wanted(game),
            ended=ended(table),
            may_undo=may_undo(table, seat),
            undo_asked_by=table.undo_asked_by,
            lines=told,
            lines_from=min(lines, len(game.chronicle)),
        )


def heading_of(table: Table) -> Heading:
    h, game = table.heading, table.game
    return Heading(
        game=h.id,
        book=game.book.id,
        book_title=game.book.title,
        scenario=h.scenario,
        title=game.setup.title,
        players=(h.blue, h.red),
        dice=h.dice,
        house=dict(h.house),
        commitment=table.commitment,
    )


def asked(game: Game, battle: Any, seat: str) -> Asked | None:
    """The question; its choices only for who is to answer it."""
    ask = game.ask
    if ask is None:
        return None
    yours = ask.side in SEATS[seat]
    choices = game.choices() if yours else []
    return Asked(
        side=ask.side,
        text=game.book.describe_ask(battle, game.names, ask),
        yours=yours,
        choices=[ChoiceOffered(key=c.key, text=c.text, order=order_given(c.order)) for c in choices],
    )


def order_given(o: Order) -> OrderGiven:
    return OrderGiven(**{name: getattr(o, name) for name in Order._fields})


def roll_wanted(game: Game) -> RollWanted | None:
    r = game.roll_wanted
    return RollWanted(n=r.n, sides=r.sides, counts=r.counts, after=r.after) if r else None


def ended(table: Table) -> Ended | None:
    """The result; the seed is opened, so that everybody can see that it was promised."""
    outcome = table.game.outcome
    if outcome is None:
        return None
    seed, salt = str(table.heading.seed), table.heading.salt.hex()
    return Ended(winner=outcome.winner, reason=outcome.reason, points=outcome.points, seed=seed, salt=salt)


def may_undo(table: Table, seat: str) -> Literal["", "free", "by consent"]:
    try:
        side = table.must_own_last_order(seat)
    except Problem:
        return ""
    others = [s for s in table.persons() if s != side and s not in SEATS[seat]]
    return "by consent" if others and not table.game.undo_is_free else "free"


def lines_told(game: Game, first: int) -> list[LineTold]:
    """The chronicle from some line on."""
    out: list[LineTold] = []
    at = 0
    for turn in range(1, game.turns + 2):
        for line in game.lines_of_turn(turn):
            if at >= first:
                out.append(line_told(line, turn))
            at += 1
    return out


def line_told(line: Line, turn: int) -> LineTold:
    return LineTold(
        text=line.text,
        rules=list(line.rules),
        dice=list(line.dice),
        kind=line.kind,
        pieces=list(line.units),
        level=line.level,
        turn=turn,
    )


# --- home and rules -----------------------------------------------------------------------------------------


def home() -> Home:
    return Home(version=__version__, books=[book_told(book(name)) for name in BOOKS])


def book_told(of: Book) -> BookTold:
    options = catalogue_of(of).options
    return BookTold(
        id=of.id,
        title=of.title,
        credit=of.credit,
        unit=of.unit,
        scenarios=[scenario_told(of, name) for name in scenario_paths(of.id)],
        options=[
            OptionTold(name=o.name, ruling=o.ruling, default=o.default, values=list(o.values))
            for o in options
        ],
    )


def scenario_told(of: Book, name: str) -> ScenarioTold:
    """A scenario with its table, for a small map."""
    path = find_scenario(name)
    setup, head = of.set_up(path, {}), header(path)
    return ScenarioTold(
        id=name,
        title=setup.title,
        story=str(head.get("story", "")),
        sample=bool(head.get("sample")),
        scene=of.scene(setup.battle, setup.names, ()),
    )


def catalogue_of(of: Book) -> Catalogue:
    return load(of.folder / "rules.md")


def rule_told(of: Book, id: str) -> RuleTold:
    """A rule, and the rulings that it needs or that cite it."""
    catalogue = catalogue_of(of)
    if id not in catalogue:
        raise Problem(f"{of.id} has no rule {id}")
    rule = catalogue[id]
    return RuleTold(
        id=rule.id,
        chapter=rule.section or rule.chapter,
        text=rule.text,
        options=list(rule.options),
        rulings=list(rule.sees),
    )
