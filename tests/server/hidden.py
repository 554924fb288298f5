"""A book that hides: Horse and Musket with some of Red's units unseen by whoever does not play Red."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from grognard.book import Setup
from grognard.books.horse_and_musket.book import HorseAndMusket
from grognard.books.horse_and_musket.state import Lost, Unit
from grognard.game import Game
from grognard.scene import Scene
from grognard.tables import Override

HIDDEN = ("R3", "R8")
SECRET = ("Zouave", "ZQ")  # what their names and handles have in them


@dataclass(frozen=True)
class Truth:
    """What is hidden of those units: two battles that differ in nothing else are one to who may not know it."""

    name: str = SECRET[0]
    handle: str = SECRET[1]
    moved: tuple[float, float] = (0.0, 0.0)
    figures: int = 0  # fewer than there would be
    grade: int | None = None


class Ambush(HorseAndMusket):
    hides = True

    def __init__(self, truth: Truth | None = None) -> None:
        self.truth = truth or Truth()

    def set_up(self, path: Path, house: Override) -> Setup:
        setup = super().set_up(path, house)
        names: Any = setup.names
        self.hidden = [names.ids.index(handle) for handle in HIDDEN]
        for k in self.hidden:
            names.units[k], names.ids[k] = f"{self.truth.name} {k}", f"{self.truth.handle}{k}"
            disguise(setup.battle.units[k], self.truth)
        return setup

    def conceal(self, battle: Any, names: Any, sides: tuple[int, ...]) -> Any:
        if 1 in sides:
            return names
        names = copy.deepcopy(names)
        for k in self.hidden:
            names.units[k], names.ids[k] = "an unseen unit", f"?{k}"
            blank = Unit(side=battle.units[k].side, lost=int(Lost.OFF_TABLE))
            for of in fields(Unit):
                setattr(battle.units[k], of.name, getattr(blank, of.name))
        for g in battle.leaders[: battle.n_leaders]:
            if g.attached in self.hidden:
                g.alive = False
        return names

    def heard(self, names: Any, events: Iterable[Any], sides: tuple[int, ...]) -> list[Any]:
        if 1 in sides:
            return list(events)
        return [e for e in events if e.actor not in self.hidden and e.other not in self.hidden]


def disguise(u: Any, truth: Truth) -> None:
    """Another unit than it seems."""
    u.x, u.y, u.figures = u.x + truth.moved[0], u.y + truth.moved[1], u.figures - truth.figures
    u.grade = u.grade if truth.grade is None else truth.grade


class Leaky(Ambush):
    """The same with a scene that forgets to hide: so that the test of leaks is seen to find one."""

    open: Any = None

    def scene(self, battle: Any, names: Any) -> Scene:
        return super().scene(self.open or battle, names)


class Sloppy(Ambush):
    """The same, but it hides names only."""

    def conceal(self, battle: Any, names: Any, sides: tuple[int, ...]) -> Any:
        return super().conceal(copy.deepcopy(battle), names, sides)


def game_of(of: Ambush, path: Path, red: str = "drill", dice: str = "seeded") -> Game:
    return Game(of, of.set_up(path, {"turns": 2}), seed=5, red=red, house={"turns": 2}, dice=dice)
