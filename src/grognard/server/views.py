"""What each seat is told of a table.  Nothing reaches a page that is not made here."""

from __future__ import annotations

from itertools import islice
from typing import Literal

from .. import __version__
from ..book import BOOKS, Book, Choice, Line, Names, Setup, book, find_scenario, scenario_paths
from ..catalogue import Catalogue, load
from ..problems import Problem
from ..scenario import header
from ..values import Ask, Order
from .eyes import Eyes, TableEyes, eyes_of
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
        eyes = eyes_of(table, seat)
        heading, over = heading_of(table), ended(table)
        undo, undo_asked_by = may_undo(table, seat), table.undo_asked_by
    chronicle = sum(len(of_turn) for of_turn in eyes.turns)
    return TableTold(
        changes=eyes.changes,
        seat=seat,
        heading=heading,
        scene=eyes.scene,
        ask=asked(eyes),
        roll=roll_wanted(eyes),
        ended=over,
        may_undo=undo,
        undo_asked_by=undo_asked_by,
        lines=lines_told(eyes, lines),
        lines_from=min(lines, chronicle),
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


def asked(eyes: Eyes) -> Asked | None:
    """The question; its choices only for who is to answer it."""
    ask = eyes.ask
    if ask is None:
        return None
    choices = [offered(eyes, ask, c) for c in eyes.choices]
    return Asked(side=ask.side, text=eyes.question, yours=eyes.yours, choices=choices)


def offered(eyes: Eyes, ask: Ask, c: Choice) -> ChoiceOffered:
    """A choice, and which pieces of the scene it speaks of."""
    nouns, names, o = eyes.book.nouns(ask.kind, c.order.kind), eyes.names, c.order
    group = names.group(nouns.how, ask.side) if isinstance(nouns.how, str) else []
    men = [group[k] for k in range(len(group)) if o.how >> k & 1]
    actors, targets = named(names, nouns.actor, o.actor), named(names, nouns.other, o.other)
    numbers = {handle: k for k, handle in enumerate(names.pieces)}
    return ChoiceOffered(
        key=c.key,
        text=c.text,
        order=order_given(o),
        pieces=[numbers[h] for h in actors + men if h in numbers],
        targets=[numbers[h] for h in targets if h in numbers],
    )


def named(names: Names, kind: str, number: int) -> list[str]:
    """The handle of a piece that an order speaks of, if it speaks of one."""
    handles = [] if kind == "number" or number < 0 else names.handles(kind)
    return [handles[number]] if 0 <= number < len(handles) else []


def order_given(o: Order) -> OrderGiven:
    return OrderGiven(**{name: getattr(o, name) for name in Order._fields})


def order_from(o: OrderGiven) -> Order:
    return Order(*(getattr(o, name) for name in Order._fields))


def roll_wanted(eyes: TableEyes) -> RollWanted | None:
    """The dice that are wanted, and after what: the last thing this seat heard."""
    r = eyes.roll
    if r is None:
        return None
    last = next((lines[-1].text for lines in reversed(eyes.turns) if lines), "")
    return RollWanted(n=r.n, sides=r.sides, counts=r.counts, after=last if r.after else "")


def ended(table: Table) -> Ended | None:
    """The result; the seed is opened, so that everybody can see that it was promised."""
    outcome = table.game.outcome
    if outcome is None:
        return None
    seeds = " ".join(str(s) for s in (table.heading.seed, *table.reseeds()))
    seed, salt = (seeds, table.heading.salt.hex()) if table.is_open() else ("", "")
    return Ended(winner=outcome.winner, reason=outcome.reason, points=outcome.points, seed=seed, salt=salt)


def may_undo(table: Table, seat: str) -> Literal["", "free", "by consent"]:
    try:
        side = table.must_own_last_order(seat)
    except Problem:
        return ""
    others = [s for s in table.persons() if s != side and s not in SEATS[seat]]
    return "by consent" if others and not table.game.undo_is_free else "free"


def lines_told(eyes: TableEyes, first: int) -> list[LineTold]:
    """The chronicle from some line on."""
    at = ((line, n) for n, lines in enumerate(eyes.turns, 1) for line in lines)
    return [line_told(line, n) for line, n in islice(at, first, None)]


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
        scene=unseen(of, setup).scene,
    )


def unseen(of: Book, setup: Setup) -> Eyes:
    """A battle before its first die, as somebody sees it who plays neither side."""
    return Eyes(of, setup.battle, setup.names, None, ())


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
