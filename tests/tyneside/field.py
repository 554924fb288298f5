"""A bare table for rule tests: put groups on it, script the dice and the orders, run a rule, look at what happened.

f = Field("ec")                                        # or "ps"; house rules: lone_nominal=5, to_hit__short__none=3
line = f.group("blue", 6, 40, 20, ranks=2)             # about its middle, facing north
captain = f.leader("blue", 40, 15, quality="top", pc=True)
f.terrain("wood", rectangle=(60, 60, 80, 80))
f.dice(3, 5, 6, 1)
volleys.fire(f.b, line, target)
f.used_up()"""

from __future__ import annotations

from typing import Any

from grognard.book import HOME
from grognard.books.tyneside import laying, mustering, setup
from grognard.books.tyneside.figures import base_of, enlist, first, next_of, survey
from grognard.books.tyneside.forces import Ground
from grognard.books.tyneside.legality import check
from grognard.books.tyneside.names import Member, Names
from grognard.books.tyneside.routes import lay_corners
from grognard.books.tyneside.state import (
    NOBODY,
    Act,
    Armour,
    AskKind,
    Battle,
    Book,
    Engine,
    EngineKind,
    Ev,
    Figure,
    Group,
    Kind,
    Quality,
    Role,
    Weapon,
)
from grognard.books.tyneside.status import attach_all, look_about
from grognard.catalogue import load
from grognard.dice import Source
from grognard.scenario import SIDES
from grognard.tables import readings
from grognard.values import Ask

from ..bare import BareTable, order

__all__ = ["NOBODY", "Act", "AskKind", "Ev", "Field", "order"]

FOLDER = HOME / "tyneside"
CATALOGUE = load(FOLDER / "rules.md")
FACINGS = {"north": (0.0, 1.0), "south": (0.0, -1.0), "east": (1.0, 0.0), "west": (-1.0, 0.0)}
EVERY = frozenset(readings(Battle().options))
BOOKS = {
    "ec": Member(
        "early-19th-century", Book.EARLY_19TH, "ec", FOLDER / "early_19th", ("raw", "veteran", "hero"), EVERY
    ),
    "ps": Member(
        "pike-and-shot", Book.PIKE_AND_SHOT, "ps", FOLDER / "pike_and_shot", ("poor", "fair", "good"), EVERY
    ),
}


class Field(BareTable):
    catalogue = CATALOGUE
    legal = check
    asks_of = AskKind

    def __init__(self, book: str = "ec", width: float = 180, depth: float = 120, **house: Any) -> None:
        """house: options and numbers, with __ for a dot."""
        self.battle = Battle()
        self.member = BOOKS[book]
        self.b.book = self.member.book
        overrides = {name.replace("__", "."): value for name, value in house.items()}
        setup.lay_rules(self.b, self.member, overrides)
        self.names = Names()
        self.b.ground.width, self.b.ground.depth = width, depth
        self.b.home_y[0], self.b.home_y[1] = -1.0, 1.0  # blue's edge is south
        self.b.turn = 1
        self.b.log.room = len(self.b.log.events)
        self.b.dice.source = int(Source.GIVEN)

    @property
    def b(self) -> Battle:
        """The battle, every group counted off: a test may set men down, mount them and take them away as it likes."""
        b = self.battle
        for i in range(b.n_figures):
            b.figures[i].radius = base_of(b, i) / 2
        survey(b)
        return b

    @b.setter
    def b(self, battle: Battle) -> None:
        self.battle = battle

    # --- the table ------------------------------------------------------------------------------------------

    def terrain(self, kind: str, **entry: Any) -> int:
        """A piece of terrain; its number."""
        self.names.terrain = []
        laying.lay_terrain(self.b, Ground(name=f"The {kind}", kind=kind, **entry), self.names, "here")
        return self.b.ground.n - 1

    def corners(self) -> None:
        """Where ways may turn; after the last piece of terrain."""
        self.b.n_corners = 0
        lay_corners(self.b)

    def figure(self, g: int, x: float, y: float, **state: Any) -> int:
        """One more figure of a group; its number."""
        i = self.b.n_figures
        f = self.b.figures[i]
        self.b.n_figures += 1
        enlist(self.b, i, g)
        f.x, f.y, f.loaded = float(x), float(y), True
        self.set(f, **state)
        return i

    def set(self, record: Any, **state: Any) -> None:
        words = {"quality": Quality, "armour": Armour}
        for name, value in state.items():
            assert hasattr(record, name), name
            if name == "arms":
                value = [int(Weapon[w.upper()]) for w in value] + [0] * (3 - len(value))
            elif name in words and isinstance(value, str):
                value = int(words[name][value.upper()])
            setattr(record, name, value)

    def group(
        self,
        side: str,
        figures: int,
        x: float,
        y: float,
        facing: str | tuple[float, float] = "north",
        ranks: int = 1,
        gap: float = 0.5,
        kind: str = "formed",
        role: str = "troops",
        arms: tuple[str, ...] = ("musket",),
        places: list[tuple[float, float]] | None = None,
        group: dict[str, Any] | None = None,
        **state: Any,
    ) -> int:
        """A group in ranks about its middle, or on places; group: fields of the group; the rest is each figure's."""
        b, g = self.b, self.b.n_groups
        b.n_groups += 1
        u = b.groups[g]
        u.side, u.began = SIDES.index(side), figures  # type: ignore[arg-type]
        u.kind, u.role = int(Kind[kind.upper()]), int(Role[role.upper()])
        u.regular, u.volley, u.civilian = kind != "irregulars", kind != "irregulars", role == "civilians"
        fx, fy = FACINGS[facing] if isinstance(facing, str) else facing
        state.setdefault("quality", "mid")
        mounted = bool(state.get("mounted"))
        step = (b.rules.mounted_base if mounted else b.rules.foot_base) + gap
        spots = places or mustering.block(figures, ranks, step, (float(x), float(y)), (fx, fy))
        for px, py in spots:
            self.figure(g, px, py, fx=fx, fy=fy, arms=arms, **state)
        self.set(u, **(group or {}))
        return g

    def leader(
        self, side: str, x: float, y: float, role: str = "officer", pc: bool = False, **more: Any
    ) -> int:
        """An officer, NCO, drummer or bugler: a group of one."""
        group = {"pc": pc, **more.pop("group", {})}
        return self.group(side, 1, x, y, role=role, arms=more.pop("arms", ("sword",)), group=group, **more)

    def gun(
        self, side: str, x: float, y: float, crew: int = 4, kind: str = "muzzle_loader", **more: Any
    ) -> tuple[int, int]:
        """A gun with its crew behind it; the numbers of the gun and of the crew."""
        b, k = self.b, self.b.n_engines
        facing = more.pop("facing", "north")
        fx, fy = FACINGS[facing]
        back = b.rules.gun_base / 2 + 1.2
        group = {"engine": k, **more.pop("group", {})}
        g = self.group(side, crew, x - fx * back, y - fy * back, facing, role="crew", group=group, **more)
        e = b.engines[k]
        b.n_engines += 1
        e.x, e.y, e.fx, e.fy, e.base = float(x), float(y), fx, fy, b.rules.gun_base
        e.side, e.kind, e.crew, e.loaded = b.groups[g].side, int(EngineKind[kind.upper()]), g, True
        return k, g

    # --- looking --------------------------------------------------------------------------------------------

    def ready(self) -> None:
        """Leaders are with their groups, and everybody has looked about."""
        attach_all(self.b)
        for side in range(2):
            look_about(self.b, side)

    def loyal(self, g: int, *leaders: int) -> None:
        self.b.groups[g].loyal = sum(1 << h for h in leaders)

    def of(self, g: int) -> list[int]:
        """The figures of a group that are on the table."""
        out, i = [], first(self.b, g)
        while i >= 0:
            out.append(i)
            i = next_of(self.b, i)
        return out

    def f(self, i: int) -> Figure:
        figure: Figure = self.b.figures[i]
        return figure

    def g(self, g: int) -> Group:
        group: Group = self.b.groups[g]
        return group

    def e(self, k: int) -> Engine:
        engine: Engine = self.b.engines[k]
        return engine


def rule(number: int) -> str:
    """The id behind the number of a rule."""
    return CATALOGUE.rule_id(number)


def asked(kind: int, side: int = 0, actor: int = -1, other: int = -1) -> Ask:
    return Ask(int(kind), side, actor, other)
