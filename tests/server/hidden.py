"""A book that hides: Horse and Musket with some of Red's units unseen by whoever does not play Red."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from grognard.book import Setup
from grognard.books.horse_and_musket.book import HorseAndMusket
from grognard.books.horse_and_musket.state import Lost
from grognard.game import Game
from grognard.scene import Scene
from grognard.tables import Override

HIDDEN = ("R3", "R8")
SECRET = ("Zouave", "ZQ")  # what their names and handles have in them


class Ambush(HorseAndMusket):
    hides = True

    def set_up(self, path: Path, house: Override) -> Setup:
        setup = super().set_up(path, house)
        names: Any = setup.names
        self.hidden = [names.ids.index(handle) for handle in HIDDEN]
        for k in self.hidden:
            names.units[k], names.ids[k] = f"Zouave {k}", f"ZQ{k}"
        return setup

    def conceal(self, battle: Any, names: Any, sides: tuple[int, ...]) -> Any:
        if 1 in sides:
            return names
        names = copy.deepcopy(names)
        for k in self.hidden:
            names.units[k], names.ids[k] = "an unseen unit", f"?{k}"
            u = battle.units[k]
            u.lost, u.x, u.y, u.figures = int(Lost.OFF_TABLE), 0.0, 0.0, 0
        for g in battle.leaders[: battle.n_leaders]:
            if g.attached in self.hidden:
                g.alive = False
        return names

    def heard(self, names: Any, events: Iterable[Any], sides: tuple[int, ...]) -> list[Any]:
        if 1 in sides:
            return list(events)
        return [e for e in events if e.actor not in self.hidden and e.other not in self.hidden]


class Leaky(Ambush):
    """The same with a scene that forgets to hide: so that the test of leaks is seen to find one."""

    truth: Any = None

    def scene(self, battle: Any, names: Any) -> Scene:
        return super().scene(self.truth or battle, names)


def game_of(of: Ambush, path: Path, red: str = "drill") -> Game:
    return Game(of, of.set_up(path, {"turns": 2}), seed=5, red=red, house={"turns": 2})
