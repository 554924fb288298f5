"""A bare table for rule tests: put units on it, script the dice and the orders, run a rule, look at what happened.

f = Field()
line = f.unit("blue", "line", 30, 10)
foe = f.unit("red", "line", 30, 13, facing="south")
f.dice(1, 4, 5, 6, 6, 2)
fire.shoot(f.b, line, foe, 0)
f.used_up()
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grognard import tables
from grognard.books.horse_and_musket import setup
from grognard.books.horse_and_musket.legality import check
from grognard.books.horse_and_musket.state import (
    Act,
    Arm,
    AskKind,
    Battle,
    Ev,
    Formation,
    Grade,
    Troop,
    Unit,
    Weapon,
)
from grognard.books.horse_and_musket.units import take_formation
from grognard.catalogue import load
from grognard.dice import Source
from grognard.scenario import SIDES, TerrainEntry
from grognard.values import Order

from ..bare import BareTable

CATALOGUE = load(setup.FOLDER / "rules.md")


class Field(BareTable):
    catalogue = CATALOGUE
    legal = check
    asks_of = AskKind

    def __init__(self, width: float = 72, depth: float = 48, **house: Any) -> None:
        """house: options and numbers, with __ for a dot: first_fire="melee_dice", rate__general=20."""
        self.b = Battle()
        self.terrain_names: list[str] = []
        overrides = {name.replace("__", "."): value for name, value in house.items()}
        tables.apply(self.b.rules, self.b.options, setup.FOLDER, "fh", overrides)
        self.b.ground.width, self.b.ground.depth = width, depth
        self.b.log.room = len(self.b.log.events)
        self.b.dice.source = int(Source.GIVEN)

    def unit(
        self,
        side: str,
        troop: str,
        x: float,
        y: float,
        facing: str | tuple[float, float] = "north",
        formation: str | None = None,
        figures: int | None = None,
        grade: str = "regular",
        weapon: str | None = None,
        files: int = 0,
        **state: Any,
    ) -> int:
        """A unit on the table; by default 24 infantry with muskets or 12 cavalry in line, a battery of 4.  Its number."""
        b, i = self.b, self.b.n_units
        u = b.units[i]
        b.n_units += 1
        u.side, u.troop, u.grade = SIDES.index(side), int(Troop[troop.upper()]), int(Grade[grade.upper()])  # type: ignore[arg-type]
        u.arm = int(setup.arm_of(Troop(u.troop)))
        u.figures = u.original = u.then = (
            figures or {Arm.INFANTRY: 24, Arm.CAVALRY: 12, Arm.ARTILLERY: 4}[Arm(u.arm)]
        )
        default = "musket" if u.arm == Arm.INFANTRY else "none"
        u.weapon = int(Weapon[(weapon or default).upper()])
        if u.arm == Arm.ARTILLERY:
            u.shots = b.rules.shots
        u.x, u.y = float(x), float(y)
        u.fx, u.fy = setup.FACINGS[facing] if isinstance(facing, str) else facing
        shape = formation or ("battery" if u.arm == Arm.ARTILLERY else "line")
        take_formation(b, u, int(Formation[shape.upper()]), files)
        for name, value in state.items():
            assert hasattr(u, name), name
            setattr(u, name, value)
        for k in range(4):
            u.aims[k] = -1
        return i

    def home(self, i: int, j: int) -> None:
        """Unit i has charged unit j and is in contact with it."""
        u, e = self.u(i), self.u(j)
        u.charging = u.moved = u.in_contact = e.in_contact = e.charged = True
        u.target, u.charge_figures, u.line_x, u.line_y = j, u.figures, u.fx, u.fy

    def garrison(self, side: str, building: int, troop: str = "line", **state: Any) -> int:
        """Infantry inside a building (the number that terrain() gave)."""
        from grognard.books.horse_and_musket.movement import building_box

        i = self.unit(side, troop, 0, 0, **state)
        u, home = self.u(i), building_box(self.b, building)
        u.formation, u.building = int(Formation.GARRISON), building
        u.x, u.y, u.fx, u.fy, u.width, u.depth = home
        return i

    def u(self, i: int) -> Unit:
        return self.b.units[i]

    def general(
        self, side: str, x: float = 0, y: float = 0, attached: int | None = None, rating: int = 1
    ) -> int:
        k = self.b.n_leaders
        g = self.b.leaders[k]
        self.b.n_leaders += 1
        g.side, g.alive, g.rating = SIDES.index(side), True, rating  # type: ignore[arg-type]
        g.x, g.y = float(x), float(y)
        if attached is not None:
            g.attached, g.x, g.y = attached, self.u(attached).x, self.u(attached).y
        return k

    def terrain(self, kind: str, **shape: Any) -> int:
        """terrain("wood", rectangle=(8, 20, 22, 28)): the number of its first piece."""
        k = self.b.ground.n
        setup.lay_terrain(self.b, TerrainEntry(name=kind, kind=kind, **shape), kind)
        return k


def place(
    kind: Act, actor: int, x: float, y: float, fx: float = 0.0, fy: float = 1.0, how: int = 0, other: int = -1
) -> Order:
    return Order(int(kind), actor, other, how, float(x), float(y), fx, fy)


def rule(number: int) -> str:
    """The id behind a number that check returned."""
    return CATALOGUE.rule_id(number) if number else ""


__all__ = ["CATALOGUE", "Act", "AskKind", "Ev", "Field", "Path", "place", "rule"]
