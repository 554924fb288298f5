"""Moments that battles seldom come to, set up by hand: each kind of order has a button in one of them."""

from __future__ import annotations

from typing import Any

from grognard.books.tyneside.names import Names
from grognard.books.tyneside.state import Limber, Shape
from grognard.values import Ask

from .field import Act, AskKind, Field, asked

SISTER = {
    "early-19th-century": frozenset[int](),
    "pike-and-shot": frozenset(
        {Act.SQUARE, Act.CIRCLE, Act.REFORM, Act.LIMBER, Act.UNLIMBER, Act.MANHANDLE, Act.HITCH_UP}
    ),
}  # orders of the family that this book of it does not know


def names_of(f: Field, *groups: str) -> Names:
    """What is on a bare table is called."""
    n = Names(
        groups=list(groups), group_ids=[f"G{k + 1}" for k in range(f.b.n_groups)], armies=["Blue", "Red"]
    )
    n.groups += [f"Group {g}" for g in range(len(groups), f.b.n_groups)]
    for i in range(f.b.n_figures):
        g = f.f(i).group
        n.figures.append(n.groups[g] + ("" if f.g(g).began == 1 else f" {f.of(g).index(i) + 1}"))
        n.figure_ids.append(f"{n.group_ids[g]}-{i}")
    n.engines = [f"The gun {k + 1}" for k in range(f.b.n_engines)]
    n.engine_ids = [f"X{k + 1}" for k in range(f.b.n_engines)]
    n.terrain = [f"The ground {k}" for k in range(f.b.ground.n)]
    n.objectives = [f"The goal {k + 1}" for k in range(f.b.aims.n_objectives)]
    return n


def seldom(name: str) -> list[tuple[Any, Any, Ask]]:
    """Battles as they stand, what is on them, and what is asked."""
    book = "ec" if name == "early-19th-century" else "ps"
    fields = [
        remnant(book),
        behind_a_wall(book),
        gunners(book),
        riders(book, True),
        riders(book, False),
        driven(book),
    ]
    if book == "ec":
        fields += [petticoats(), square(), unlimbering()]
    moves = [(f.b, names_of(f), asked(AskKind.MOVE)) for f in fields]
    picker, fight = marksman(book), match(book)
    others = (asked(AskKind.FOLLOW, 0, 0), asked(AskKind.VICTIM, 0, 0, 1))
    fights = [(fight.b, names_of(fight), ask) for ask in others]
    pc, led = led_by_a_captain(book)
    spend = (led.b, names_of(led), asked(AskKind.SPEND, 0, pc, led.g(pc).points))
    return [*moves, spend, (picker.b, names_of(picker), asked(AskKind.SHOOT)), *fights]


def command_all(f: Field) -> Field:
    """Everybody of Blue's is under command, and has looked about."""
    for g in range(f.b.n_groups):
        if f.g(g).side == 0:
            f.g(g).commander = g
    f.ready()
    return f


def remnant(book: str) -> Field:
    """Two men, one of them wounded, beside a larger group, an enemy in sight."""
    f = Field(book)
    g = f.group("blue", 2, 40, 20)
    f.f(f.of(g)[0]).wounded = True
    f.group("blue", 5, 48, 20)
    f.group("red", 3, 40, 60, "south")
    return command_all(f)


def behind_a_wall(book: str) -> Field:
    """A group with a wall between it and an enemy in sight, near enough to get behind it."""
    f = Field(book)
    f.group("blue", 2, 40, 20)
    f.group("red", 3, 40, 60, "south")
    f.terrain("wall", line=[(30, 30), (50, 30)])
    return command_all(f)


def led_by_a_captain(book: str) -> tuple[int, Field]:
    """A Player Character with points to spend, and men of his beside him."""
    f = Field(book)
    pc = f.leader("blue", 40, 20, pc=True)
    men = f.group("blue", 2, 46, 20)
    f.loyal(men, pc)
    f.ready()
    f.g(pc).points = 6
    return pc, f


def gunners(book: str) -> Field:
    """A gun that can be manhandled, limbered and pivoted, and infantry that touches it."""
    f = Field(book)
    f.gun("blue", 40, 40, crew=4)
    f.group("blue", 1, 36.2, 40)
    f.group("red", 3, 60, 80, "south")
    return command_all(f)


def riders(book: str, mounted: bool) -> Field:
    f = Field(book)
    f.group("blue", 3, 40, 20, kind="skirmish_horse" if book == "ec" else "dragoons", mounted=mounted)
    return command_all(f)


def driven(book: str) -> Field:
    """A limbered gun."""
    f = Field(book)
    k, _ = f.gun("blue", 40, 40, crew=4)
    f.e(k).limber = int(Limber.LIMBERED)
    return command_all(f)


def petticoats() -> Field:
    """Women with a sergeant beside them."""
    f = Field("ec")
    f.group("blue", 2, 40, 20, role="civilians", arms=(), hampered=True)
    f.leader("blue", 40 - 1.25, 22, role="nco")
    return command_all(f)


def square() -> Field:
    f = Field("ec")
    g = f.group("blue", 9, 40, 20, ranks=3)
    f.g(g).shape = int(Shape.SQUARE)
    f.group("blue", 9, 80, 20, ranks=3)
    return command_all(f)


def unlimbering() -> Field:
    """A limbered gun with its four men."""
    return driven("ec")


def match(book: str) -> Field:
    """One man against two."""
    f = Field(book)
    for g in (f.group("blue", 1, 40, 20), f.group("red", 2, 40, 22, "south")):
        for i in f.of(g):
            f.f(i).match = 0
    return f


def marksman(book: str) -> Field:
    """A Player Character with a pistol, and an enemy before him."""
    f = Field(book)
    pc = f.leader("blue", 40, 20, pc=True, arms=("pistol",))
    f.g(pc).declared = True
    f.group("red", 2, 40, 26, "south")
    return command_all(f)
