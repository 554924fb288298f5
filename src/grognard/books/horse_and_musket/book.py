"""Horse and Musket as a book: what the contract asks of it, gathered from its modules."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from pathlib import Path

from ...book import Book, Nouns, Open, Procedure, Setup, Usual
from ...options import check_house
from ...purpose import Phrase
from ...tables import Override
from . import foretelling, gestures, hand, menu, rolls, rosters, scene, setup, telling
from .procedures import PROCEDURES
from .state import Act, AskKind, Battle, Formation

NOUNS: dict[tuple[int, int], Nouns] = {
    (AskKind.GENERAL, Act.MOVE): Nouns("leader", "unit"),
    (AskKind.GENERAL, Act.ATTACH): Nouns("leader", "unit"),
    (AskKind.INFLUENCE, Act.INFLUENCE): Nouns("unit", "leader"),
    (AskKind.MOVE, Act.FORM): Nouns("unit", "number", Formation),
    (AskKind.MOVE, Act.LEAVE): Nouns("unit", "number", Formation),
    (AskKind.MOVE, Act.ENTER): Nouns("unit", "number"),
    (AskKind.DEPLOY, Act.DEPLOY): Nouns("unit", "unit", Formation),
}


class HorseAndMusket(Open, Usual):
    id = "horse-and-musket"
    title = "Horse and Musket"
    version = "1.0"
    prefix = "fh"
    credit = (
        "A Featherstone-like Horse and Musket set of Rules, a free set whose text names no author, "
        "after Don Featherstone and Tony Bath"
    )
    unit = "inch"
    folder: Path = setup.FOLDER
    package = "books.horse_and_musket"
    battle: type = Battle
    acts: type[enum.IntEnum] = Act
    asks: type[enum.IntEnum] = AskKind
    procedures: Mapping[str, Procedure] = PROCEDURES
    rolls: Mapping[str, Phrase] = rolls.ROLLS
    weights: Mapping[str, int] = {
        **dict.fromkeys(("casualties", "fires", "gun_fires", "marked", "attached"), 1),
        **dict.fromkeys(
            ("charges", "contact", "counters", "halted", "melee_lost", "fell_back", "objective"), 2
        ),
        **dict.fromkeys(("routed", "dispersed", "destroyed", "captured", "gun_destroyed", "ridden_down"), 3),
        **dict.fromkeys(("off_table", "broken", "over"), 3),
    }

    def set_up(self, path: Path, house: Override) -> Setup:
        check_house(self.folder, self.prefix, house)
        battle, names, s = setup.new_battle(path, house)
        return Setup(battle, names, s.id, s.title, path, tuple(setup.warnings(battle, names)))

    def nouns(self, ask: int, act: int) -> Nouns:
        return NOUNS.get((ask, act), Nouns("unit", "unit"))

    check_force = staticmethod(rosters.check_force)
    seed = staticmethod(setup.seed)
    choices = staticmethod(menu.choices)
    offers = staticmethod(menu.offers)
    barred = staticmethod(menu.barred)
    describe_ask = staticmethod(menu.describe_ask)
    describe_order = staticmethod(menu.describe_order)
    explain = staticmethod(menu.explain)
    tell = staticmethod(telling.tell)
    draw = staticmethod(telling.draw)
    outcome = staticmethod(telling.outcome)
    losses = staticmethod(telling.losses)

    scene = staticmethod(scene.scene)
    hand = staticmethod(hand.hand)
    drag = staticmethod(gestures.drag)
    click = staticmethod(gestures.click)
    preview = staticmethod(gestures.preview)
    sight = staticmethod(gestures.sight)
    measure = staticmethod(gestures.measure)
    alone = staticmethod(foretelling.alone)
    broken = staticmethod(gestures.broken)


BOOK: Book = HorseAndMusket()
