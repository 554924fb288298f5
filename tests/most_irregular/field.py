"""A bare table for rule tests: put men on it, script the dice and the orders, run a rule, look at what happened.

f = Field()
line = f.formation("blue", 6, 24, 10, files=3)         # front centre at (24, 10), facing north
hunter = f.man("red", 24, 20)                          # a straggler
wren = f.commander("blue", 24, 8)
f.dice(3, 5, 6, 1)
shooting.fire_unit(f.b, order(Act.FIRE, line, fx=0.0, fy=1.0))
f.used_up()

Blue's men must be put on the table before Red's: the men of a side have neighbouring numbers."""

from __future__ import annotations

from typing import Any

from grognard import ground
from grognard.book import HOME
from grognard.books.most_irregular import setup
from grognard.books.most_irregular.footing import footing_of
from grognard.books.most_irregular.legality import check
from grognard.books.most_irregular.men import bit, enrol, members
from grognard.books.most_irregular.places import slot_place
from grognard.books.most_irregular.state import (
    A_SIDE,
    BODIES,
    FORMATIONS,
    NOBODY,
    OFFICER,
    Act,
    AskKind,
    Battle,
    Commander,
    Ev,
    Footing,
    Formation,
    Grade,
    Man,
    Terrain,
    Weapon,
)
from grognard.catalogue import load
from grognard.dice import Source
from grognard.scenario import SIDES
from grognard.values import Ask

from ..bare import BareTable, order

FOLDER = HOME / "most_irregular"
CATALOGUE = load(FOLDER / "rules.md")
FACINGS = {"north": (0.0, 1.0), "south": (0.0, -1.0), "east": (1.0, 0.0), "west": (-1.0, 0.0)}


class Field(BareTable):
    catalogue = CATALOGUE
    legal = check
    asks_of = AskKind

    def __init__(self, width: float = 48, depth: float = 48, **house: Any) -> None:
        """house: options and numbers, with __ for a dot: close_ranks="off", target__elite=3."""
        self.b = Battle()
        overrides = {name.replace("__", "."): value for name, value in house.items()}
        setup.lay_rules(self.b, overrides)
        self.b.ground.width, self.b.ground.depth = width, depth
        self.b.home_y[0], self.b.home_y[1] = -1.0, 1.0  # blue's edge is south
        self.b.log.room = len(self.b.log.events)
        self.b.dice.source = int(Source.GIVEN)

    def man(
        self,
        side: str,
        x: float,
        y: float,
        grade: str = "regular",
        weapon: str = "musket",
        body: int | None = None,
        **state: Any,
    ) -> int:
        """A man on the table, a straggler; his number."""
        b, i = self.b, self.b.n_men
        s = SIDES.index(side)  # type: ignore[arg-type]
        assert s == 1 or b.men_of[1] == 0, "blue's men come first"
        assert b.men_of[s] < A_SIDE
        m = b.men[i]
        b.n_men += 1
        if b.men_of[s] == 0:
            b.first_man[s] = i
        if s == 0:
            b.first_man[1] = i + 1
        b.men_of[s] += 1
        if body is None:
            body = self.body()
        m.x, m.y, m.side, m.body = float(x), float(y), s, body
        m.grade, m.weapon = int(Grade[grade.upper()]), int(Weapon[weapon.upper()])
        for name, value in state.items():
            assert hasattr(m, name), name
            setattr(m, name, value)
        return i

    def body(self) -> int:
        """A new body: the last one is shared when there are too many."""
        self.b.n_bodies = min(self.b.n_bodies + 1, BODIES)
        return self.b.n_bodies - 1

    def men(self, side: str, *places: tuple[float, float], **state: Any) -> list[int]:
        """Stragglers of one body; their numbers."""
        body = self.body()
        return [self.man(side, x, y, body=body, **state) for x, y in places]

    def formation(
        self,
        side: str,
        men: int,
        x: float,
        y: float,
        facing: str | tuple[float, float] = "north",
        files: int | None = None,
        step: float | None = None,
        **state: Any,
    ) -> int:
        """Men in ranks, in base contact; (x, y) is the front centre.  The number of the formation."""
        fx, fy = FACINGS[facing] if isinstance(facing, str) else facing
        body = self.body()
        step = step if step is not None else self.b.rules.base_diameter
        u = self.b.formations[body]
        u.fx, u.fy, u.side = fx, fy, SIDES.index(side)  # type: ignore[arg-type]
        for k in range(men):
            mx, my = slot_place(men, files or men, k, step, float(x), float(y), fx, fy)
            enrol(self.b, self.man(side, mx, my, body=body, **state), body)
        return body

    def commander(self, side: str, x: float, y: float, grade: str = "regular", **state: Any) -> int:
        """A commander on foot; his number."""
        k = self.b.n_commanders
        c = self.b.commanders[k]
        self.b.n_commanders += 1
        c.x, c.y, c.side, c.grade = float(x), float(y), SIDES.index(side), int(Grade[grade.upper()])  # type: ignore[arg-type]
        for name, value in state.items():
            assert hasattr(c, name), name
            setattr(c, name, value)
        return k

    def terrain(self, kind: str, **shape: Any) -> int:
        """terrain("woods", rectangle=(8, 20, 22, 28)), line=[...], circle=(x, y, r), polygon=[...]: its first piece."""
        g, first, word = self.b.ground, self.b.ground.n, Terrain[kind.upper()]
        (name,) = shape
        if name == "rectangle":
            ground.add_polygon(g, ground.rectangle(*shape[name]), kind=int(word))
        elif name == "polygon":
            ground.add_polygon(g, shape[name], kind=int(word))
        elif name == "circle":
            ground.add_circle(g, *shape[name], kind=int(word))
        else:
            ground.add_lines(g, [shape[name]], kind=int(word))
        for p in g.pieces[first : g.n]:
            p.closed = footing_of(p.kind) == Footing.CLOSED
            p.blocks_sight = word == Terrain.BUILDING
        return first

    def m(self, i: int) -> Man:
        return self.b.men[i]

    def c(self, k: int) -> Commander:
        return self.b.commanders[k]

    def u(self, f: int) -> Formation:
        return self.b.formations[f]

    def of(self, f: int) -> list[int]:
        """The numbers of the men of a formation."""
        return [i for i in range(self.b.n_men) if self.b.men[i].formation == f and self.b.men[i].lost == 0]

    def set(self, *men: int) -> int:
        """The set of these men."""
        out = 0
        for i in men:
            out |= bit(self.b, i)
        return out

    def members(self, f: int) -> int:
        return members(self.b, f)

    def activate(self, f: int, actions: int = 2) -> Ask:
        """The formation is in hand, with actions left; the ask that its next action answers."""
        self.b.activation += 1
        for i in self.of(f):
            if self.m(i).acted == 0:
                self.m(i).acted = self.b.activation
        self.b.actions = actions
        self.b.has_fired = False
        return Ask(AskKind.ACTION, self.u(f).side, f, actions)


def rule(number: int) -> str:
    """The id behind a number that check returned."""
    return CATALOGUE.rule_id(number) if number else ""


__all__ = [
    "CATALOGUE",
    "FORMATIONS",
    "NOBODY",
    "OFFICER",
    "Act",
    "AskKind",
    "Ev",
    "Field",
    "order",
    "rule",
]
