"""What each seat is told of a table.  Nothing reaches a page that is not made here."""

from __future__ import annotations

from typing import Literal

from .. import __version__
from ..book import BOOKS, Book, Choice, Line, Names, Picks, Setup, book, find_scenario, scenario_paths
from ..players import GENERALS
from ..purpose import NOBODY_KNOWS, Purpose
from ..realdice import read_off
from ..scenario import header
from ..values import Ask, Order
from .eyes import Eyes, TableEyes, eyes_of
from .messages import (
    Asked,
    BookTold,
    ChoiceOffered,
    Ended,
    Heading,
    Home,
    ItemOffered,
    LineTold,
    OrderGiven,
    PicksOffered,
    PlayerTold,
    RollWanted,
    ScenarioTold,
    SwitchTold,
    TableTold,
)
from .reading import Reader
from .rulebook import options_told
from .shown import PERSON, Shown
from .table import SEATS, Table


def table_told(table: Table, seat: str, reader: Reader) -> TableTold:
    """The table as a seat may see it, and what the chronicle says beyond what the page has."""
    eyes = eyes_of(table, seat)
    had = reader.read(eyes.chronicle)
    before, reader.scene = reader.scene, eyes.scene
    return TableTold(
        changes=eyes.changes,
        seat=seat,
        viewpoint=list(eyes.sides),
        heading=heading_of(table, eyes.shown),
        scene=eyes.scene if before is None else eyes.desk.news(before),
        numbers=None if before is None else [p.number for p in eyes.scene.pieces],
        ask=asked(eyes),
        roll=roll_wanted(eyes),
        ended=ended(table, eyes.shown),
        may_undo=may_undo(eyes.shown, seat),
        no_undo=no_undo(eyes.shown, seat),
        undo_asked_by=table.undo_asked_by,
        lines=[line_told(eyes, line, turn) for line, turn in eyes.chronicle[had:]],
        lines_from=had,
        mark=eyes.mark,
    )


def heading_of(table: Table, game: Shown) -> Heading:
    h = table.heading
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
        hides=game.hides,
    )


def asked(eyes: Eyes) -> Asked | None:
    """The question; its choices only for who is to answer it."""
    ask = eyes.ask
    if ask is None:
        return None
    choices = [offered(eyes, ask, c) for c in eyes.choices]
    barred = [offered(eyes, ask, c) for c in eyes.barred]
    return Asked(
        side=ask.side,
        text=eyes.question,
        yours=eyes.yours,
        choices=choices,
        barred=barred,
        picks=picked_from(eyes.picks),
    )


def picked_from(picks: Picks | None) -> PicksOffered | None:
    """A list of which some things are picked, if there is one."""
    if picks is None:
        return None
    items = [ItemOffered(name=i.name, text=i.text, more=i.more, rule=i.rule) for i in picks.items]
    return PicksOffered(order=order_given(picks.order), number=picks.number, items=items, verb=picks.verb)


def offered(eyes: Eyes, ask: Ask, c: Choice) -> ChoiceOffered:
    """A choice, and which pieces of the scene it speaks of."""
    nouns, names, o = eyes.book.nouns(ask.kind, c.order.kind), eyes.names, c.order
    group = names.group(nouns.how, ask.side) if isinstance(nouns.how, str) else []
    men = [group[k] for k in range(len(group)) if o.how >> k & 1]
    actors, targets = named(names, nouns.actor, o.actor), named(names, nouns.other, o.other)
    numbers = eyes.desk.numbers
    return ChoiceOffered(
        key=c.key,
        text=c.text,
        title=c.title or c.text,
        more=c.more,
        group=c.group,
        place=c.place,
        ends=c.ends,
        rule=c.rule,
        reason=c.reason,
        order=order_given(o),
        pieces=[numbers[h] for h in actors + men if h in numbers],
        targets=[*(numbers[h] for h in targets if h in numbers), *(eyes.desk.own_number(k) for k in c.at)],
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
    """The dice that are wanted, what for, and after what: the last thing this seat heard.

    What counts of them may be a secret of one side: where things are hidden it is not said.  Nor is what they are for,
    if that speaks of somebody whom this seat does not see."""
    r = eyes.roll
    if r is None:
        return None
    last = next((lines[-1].text for lines in reversed(eyes.turns) if lines), "")
    counts = "" if eyes.hides else r.counts
    told = told_of_roll(eyes, r.purpose)
    die, alike = read_off(r.sides)
    return RollWanted(
        n=r.n,
        sides=r.sides,
        counts=counts,
        purpose=told.text,
        rules=list(told.rules),
        after=last if r.after else "",
        how=r.how,
        thrown=die,
        alike=alike,
    )


def told_of_roll(eyes: TableEyes, purpose: Purpose) -> Purpose:
    """What dice are for, as far as a seat may know."""
    if eyes.hides and (purpose.pieces is None or not eyes.knows(purpose.pieces)):
        return NOBODY_KNOWS
    return purpose


def ended(table: Table, game: Shown) -> Ended | None:
    """The result; the seed is opened, so that everybody can see that it was promised."""
    outcome = game.outcome
    if outcome is None:
        return None
    seeds = " ".join(str(s) for s in (table.heading.seed, *table.reseeds()))
    seed, salt = (seeds, table.heading.salt.hex()) if table.is_open() else ("", "")
    return Ended(winner=outcome.winner, reason=outcome.reason, points=outcome.points, seed=seed, salt=salt)


def may_undo(game: Shown, seat: str) -> Literal["", "free", "by consent"]:
    """May this seat take the last order back, and must somebody agree?"""
    if game.last is None or game.last not in SEATS[seat]:
        return ""
    others = [s for s, p in enumerate(game.players) if p == PERSON and s not in SEATS[seat]]
    if not others:
        return "" if game.revealed else "free"
    return "free" if game.undo_is_free else "by consent"


def no_undo(game: Shown, seat: str) -> str:
    """Why the last order is not taken back, if there is one."""
    if game.last is None or not SEATS[seat] or may_undo(game, seat):
        return ""
    if game.last not in SEATS[seat]:
        return "the last order was not yours"
    return "something hidden was revealed since"


def line_told(eyes: Eyes, line: Line, turn: int) -> LineTold:
    return LineTold(
        text=line.text,
        rules=list(line.rules),
        dice=list(line.dice),
        kind=line.kind,
        pieces=[eyes.desk.own_number(k) for k in line.units],
        level=line.level,
        turn=turn,
        weight=eyes.book.weights.get(line.kind, 0),
        count=line.count,
        saves=line.saves,
        sides=line.sides,
    )


# --- home and rules -----------------------------------------------------------------------------------------


def home() -> Home:
    players = [PlayerTold.model_validate({"id": name, **g._asdict()}) for name, g in GENERALS.items()]
    return Home(version=__version__, books=[book_told(book(name)) for name in BOOKS], players=players)


def book_told(of: Book) -> BookTold:
    return BookTold(
        id=of.id,
        title=of.title,
        credit=of.credit,
        unit=of.unit,
        scenarios=[scenario_told(of, name) for name in scenario_paths(of.id)],
        options=options_told(of),
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
        switches=[SwitchTold(name=s.name, label=s.label, default=s.default) for s in of.switches(path)],
        scene=unseen(of, setup).scene,
    )


def unseen(of: Book, setup: Setup) -> Eyes:
    """A battle before its first die, as somebody sees it who plays neither side."""
    return Eyes(of, setup.battle, setup.names, None, ())
