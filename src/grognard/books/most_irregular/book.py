"""Most Irregular as a book: what the contract asks of it, gathered from its modules."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from pathlib import Path

from ...book import Book, Nouns, Open, Procedure, Setup, Usual
from ...options import check_house
from ...purpose import Phrase
from ...tables import Override
from . import gestures, hand, menu, picking, rolls, rosters, scene, setup, telling
from .procedures import PROCEDURES
from .state import Act, AskKind, Battle

NOUNS: dict[tuple[int, int], Nouns] = {
    (AskKind.COMMANDER, Act.COMMAND): Nouns("commander"),
    (AskKind.STEP, Act.STAY): Nouns("commander"),
    (AskKind.STEP, Act.MOVE): Nouns("commander"),
    (AskKind.STEP, Act.DASH): Nouns("commander"),
    (AskKind.OFFICER, Act.DONE): Nouns("commander"),
    (AskKind.OFFICER, Act.MOVE): Nouns("commander"),
    (AskKind.OFFICER, Act.DASH): Nouns("commander"),
    (AskKind.ACTIVATE, Act.DONE): Nouns("commander"),
    (AskKind.ACTIVATE, Act.UNIT): Nouns("formation"),
    (AskKind.ACTIVATE, Act.RALLY): Nouns("commander", how="men"),
    (AskKind.ACTIVATE, Act.SCURRY): Nouns(how="men"),
    (AskKind.ACTIVATE, Act.FORM_RANKS): Nouns(how="men"),
    (AskKind.ACTIVATE, Act.JOIN): Nouns(other="formation", how="men"),
    (AskKind.ACTIVATE, Act.SKIRMISH): Nouns(other="formation", how="men"),
    (AskKind.ACTIVATE, Act.HARASS): Nouns(other="formation", how="men"),
    (AskKind.ACTIVATE, Act.ATTACK): Nouns("man", "figure"),
    (AskKind.ACTIVATE, Act.BAIL): Nouns(how="men"),
    (AskKind.ACTIVATE, Act.GATHER): Nouns(how="men"),
    (AskKind.ACTIVATE, Act.COVER): Nouns(how="men"),
    (AskKind.ACTION, Act.DONE): Nouns("formation"),
    (AskKind.ACTION, Act.MOVE): Nouns("formation", "formation", "men"),
    (AskKind.ACTION, Act.WHEEL): Nouns("formation", "man", "men"),
    (AskKind.ACTION, Act.DISPERSE): Nouns("formation"),
    (AskKind.ACTION, Act.REPOSITION): Nouns("formation"),
    (AskKind.ACTION, Act.FIRE): Nouns("formation", "formation"),
    (AskKind.ACTION, Act.RAPID): Nouns("formation", "formation"),
    (AskKind.ACTION, Act.ASSAULT): Nouns("formation", "formation"),
    (AskKind.ACTION, Act.REGROUP): Nouns("formation", how="men"),
    (AskKind.LEAD, Act.YES): Nouns("commander", "formation"),
    (AskKind.LEAD, Act.NO): Nouns("commander", "formation"),
    (AskKind.REROLL, Act.YES): Nouns("formation", "commander"),
    (AskKind.REROLL, Act.NO): Nouns("formation"),
    (AskKind.RUN, Act.RUN): Nouns("formation", how="men"),
    (AskKind.REACT, Act.YES): Nouns("formation", "formation"),
    (AskKind.REACT, Act.NO): Nouns("formation", "formation"),
    (AskKind.EVADE, Act.YES): Nouns("figure", "formation"),
    (AskKind.EVADE, Act.NO): Nouns("figure", "formation"),
    (AskKind.FALL, Act.FALL): Nouns("commander", how="men"),
    (AskKind.SUCCESSOR, Act.SUCCEED): Nouns("man"),
}
BY_ACT = {act: nouns for (_, act), nouns in NOUNS.items()}  # for an act that is no answer to what is asked


class MostIrregular(Open, Usual):
    id = "most-irregular"
    title = "Most Irregular"
    version = "1.0"
    prefix = setup.PREFIX
    credit = (
        "Most Irregular: Fast And Dirty pre-20th century warfare, a free set of amendments to FAD "
        "whose text names no author"
    )
    unit = "inch"
    folder: Path = setup.FOLDER
    package = "books.most_irregular"
    battle: type = Battle
    acts: type[enum.IntEnum] = Act
    asks: type[enum.IntEnum] = AskKind
    procedures: Mapping[str, Procedure] = PROCEDURES
    rolls: Mapping[str, Phrase] = rolls.ROLLS
    weights: Mapping[str, int] = {
        **dict.fromkeys(("fires", "wounded", "dispersed", "rallies", "called"), 1),
        **dict.fromkeys(("assaults", "melee", "lost", "gives_ground", "withdraws", "objective", "won"), 2),
        **dict.fromkeys(("broken_up", "deserters", "succeeds", "broken", "over"), 3),
    }

    def set_up(self, path: Path, house: Override) -> Setup:
        check_house(self.folder, self.prefix, house)
        battle, names, s = setup.new_battle(path, house)
        return Setup(battle, names, s.id, s.title, path, tuple(setup.warnings(battle, names)))

    def nouns(self, ask: int, act: int) -> Nouns:
        return NOUNS.get((ask, act)) or BY_ACT.get(act, Nouns())

    check_force = staticmethod(rosters.check_force)
    seed = staticmethod(setup.seed)
    choices = staticmethod(menu.choices)
    offers = staticmethod(picking.offers)
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
    alone = staticmethod(gestures.alone)
    broken = staticmethod(gestures.broken)


BOOK: Book = MostIrregular()
