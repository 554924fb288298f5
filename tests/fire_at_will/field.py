"""A bare table for rule tests: put formations on it, script the dice and the orders, run a rule, look what happened.

f = Field()
orcs = f.formation("blue", "orc_infantry", 24, 10, strips=6, files=3)   # front centre at (24, 10), facing north
hero = f.character("blue", "hero", attached=orcs, post="left")          # the number of his strip
lone = f.character("red", "champion", 24, 20, "south")
f.ready()                                                               # turn 1: everybody's place is noted
f.dice(3, 5)
melee.fight_all(f.b)
f.used_up()

Formations are numbered as they come; f.u(orcs) is the record, f.s(orcs, 0) its first strip, f.strip(orcs, 0)
that strip's number (front rank first, from the left)."""

from __future__ import annotations

from typing import Any

from grognard.book import HOME
from grognard.books.fire_at_will import forces, setup
from grognard.books.fire_at_will.houses import man_sides
from grognard.books.fire_at_will.legality import check
from grognard.books.fire_at_will.places import arrange, dress, enrol, note_places, strike_off
from grognard.books.fire_at_will.sight import note_sights
from grognard.books.fire_at_will.state import (
    NOBODY,
    Act,
    AskKind,
    Battle,
    Ev,
    Formation,
    Mage,
    Posted,
    Spell,
    Strip,
)
from grognard.catalogue import load
from grognard.dice import Source
from grognard.scenario import SIDES
from grognard.values import Ask

from ..bare import BareTable, order

FOLDER = HOME / "fire_at_will"
CATALOGUE = load(FOLDER / "rules.md")
FACINGS = {"north": (0.0, 1.0), "south": (0.0, -1.0), "east": (1.0, 0.0), "west": (-1.0, 0.0)}
Facing = str | tuple[float, float]


class Field(BareTable):
    b: Battle
    catalogue = CATALOGUE
    legal = check
    asks_of = AskKind

    def __init__(self, width: float = 48, depth: float = 48, **house: Any) -> None:
        """house: options and numbers, with __ for a dot: rout_at_zero="true", move__soldier=5."""
        self.b = Battle()
        setup.lay_rules(self.b, {name.replace("__", "."): value for name, value in house.items()})
        setup.lay_spells(self.b, [], forces.Names(), FOLDER)
        self.b.ground.width, self.b.ground.depth = width, depth
        self.b.home_y[0], self.b.home_y[1] = -1.0, 1.0  # blue's edge is south
        self.b.turn = 1
        self.b.log.room = len(self.b.log.events)
        self.b.dice.source = int(Source.GIVEN)

    # Pieces

    def formation(
        self,
        side: str,
        figures: str | list[str],
        x: float,
        y: float,
        facing: Facing = "north",
        strips: int = 1,
        files: int | None = None,
        **state: Any,
    ) -> int:
        """Strips of one figure, or of those listed from the left of the front rank; the formation's number."""
        listed = [figures] * strips if isinstance(figures, str) else figures
        b, s = self.b, SIDES.index(side)
        f = forces.new_formation(b, s, "here")
        for figure in listed:
            i = forces.muster(b, s, forces.figure_named(figure, {}, "here"), "here")
            b.strips[i].home = f
            enrol(b, i, f)
        u = b.formations[f]
        u.fx, u.fy = FACINGS[facing] if isinstance(facing, str) else facing
        u.x, u.y, u.original = float(x), float(y), len(listed)
        arrange(b, f, files or len(listed))
        set_all(u, state)
        return f

    def character(
        self,
        side: str,
        figure: str,
        x: float = 0.0,
        y: float = 0.0,
        facing: Facing = "north",
        attached: int | None = None,
        post: str = "right",
        **state: Any,
    ) -> int:
        """A character alone, or with a formation; the number of his strip."""
        f = self.formation(side, figure, x, y, facing)
        i = self.b.formations[f].members[0]
        set_all(self.b.strips[i], state)
        if attached is not None:
            self.attach(i, attached, post)
        return i

    def attach(self, i: int, f: int, post: str = "right") -> None:
        strike_off(self.b, i)
        enrol(self.b, i, f)
        self.b.formations[f].character = i
        self.b.strips[i].posted = int(Posted[post.upper()])
        dress(self.b, f)

    def mage(self, i: int, *spells: str, points: int = 12) -> int:
        """A wizard becomes a magic user with these spells (of six, name as many as you like); his number."""
        k = self.b.n_mages
        m = self.b.mages[k]
        self.b.n_mages += 1
        m.strip, m.points, m.stock = i, points, points
        m.spells = m.preset = sum(1 << Spell[name.upper()] for name in spells)
        self.b.strips[i].mage = k
        return k

    def garrison(
        self, f: int, building: int, north: int = 0, east: int = 0, south: int = 0, west: int = 0
    ) -> None:
        """The formation inside, so many of its strips along each side."""
        man_sides(self.b, f, building, north + 8 * east + 64 * south + 512 * west)

    def terrain(self, kind: str, **shape: Any) -> int:
        """terrain("wood", rectangle=(8, 20, 22, 28)), line=[...], polygon=[...], ellipse=(x, y, a, b): its first piece.

        Streams, fords, rivers, roads and bridges are lines with a width: width=0.5."""
        first = self.b.ground.n
        setup.lay_terrain(self.b, setup.Feature(name=kind, kind=kind, **shape), "here")
        return first

    # Looking

    def u(self, f: int) -> Formation:
        return self.b.formations[f]

    def strip(self, f: int, k: int) -> int:
        return self.b.formations[f].members[k]

    def s(self, f: int, k: int) -> Strip:
        return self.b.strips[self.strip(f, k)]

    def c(self, i: int) -> Strip:
        return self.b.strips[i]

    def m(self, k: int) -> Mage:
        return self.b.mages[k]

    def home(self, i: int) -> int:
        """The formation a strip is in."""
        return self.b.strips[i].formation

    def members(self, f: int) -> list[int]:
        u = self.b.formations[f]
        return u.members[: u.n]

    # Time

    def ready(self, turn: int = 1) -> None:
        """A turn has begun: places and sights are noted, as a side's Phase 1 does."""
        self.b.turn = turn
        note_sights(self.b)
        note_places(self.b)

    def action(self, side: str, f: int = NOBODY) -> Ask:
        """The ask of Phase 1; f: the formation in hand."""
        self.b.mover = f
        self.b.phase_side = SIDES.index(side)
        return Ask(AskKind.ACTION, SIDES.index(side), f, NOBODY)

    def ask(self, kind: AskKind, side: str, actor: int = NOBODY, other: int = NOBODY) -> Ask:
        return Ask(kind, SIDES.index(side), actor, other)


def set_all(record: Any, state: dict[str, Any]) -> None:
    for name, value in state.items():
        assert hasattr(record, name), name
        setattr(record, name, value)


def rule(number: int) -> str:
    """The id behind a number that check returned."""
    return CATALOGUE.rule_id(number) if number else ""


__all__ = ["CATALOGUE", "NOBODY", "Act", "AskKind", "Ev", "Field", "order", "rule"]
