"""The invariants see what is wrong: each fault put into a sound battle is found."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.game import open_game

from ..watching import Broken
from .invariants import Watch


def on_another(b: Any) -> None:
    b.units[1].x, b.units[1].y = b.units[0].x + 0.3, b.units[0].y


def on_the_farm(b: Any) -> None:
    b.units[0].x, b.units[0].y = 52.0, 21.5


FAULTS: dict[str, Any] = {
    "units 1 and 0 overlap": on_another,
    "off the table": lambda b: setattr(b.units[0], "x", -3.0),
    "grew": lambda b: setattr(b.units[0], "figures", b.units[0].figures + 1),
    "is nan": lambda b: setattr(b.units[0], "line_x", float("nan")),
    "faces": lambda b: setattr(b.units[0], "fx", 0.5),
    "nobody in it": lambda b: setattr(b.units[0], "figures", 0),
    "routs in good order": lambda b: setattr(b.units[0], "routing", True),
    "owes no check": lambda b: setattr(b.units[0], "disordered", True),
    "is with unit 0 but": lambda b: setattr(b.leaders[0], "attached", 0),
    "found shots": lambda b: setattr(b.units[7], "shots", b.units[7].shots + 1),
    "in contact with": lambda b: setattr(b.units[0], "locked", 9),
    "is in GARRISON": lambda b: setattr(b.units[0], "formation", 7),
    "by 9.0": lambda b: setattr(b.units[0], "depth", 9.0),
    "rose from the dead": lambda b: setattr(b.leaders[1], "alive", True),
    "stands in building": on_the_farm,
}


@pytest.mark.parametrize("what", FAULTS)
def test_the_invariants_see_what_is_wrong(what: str) -> None:
    battle = open_game("the-chateau-road", blue="person", red="person").battle
    battle.leaders[1].alive = False
    watch = Watch()
    watch.look(battle)
    FAULTS[what](battle)
    with pytest.raises(Broken, match=what):
        watch.look(battle)
