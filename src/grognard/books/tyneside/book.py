"""The books of the family: what the contract asks of either, gathered from the family's modules."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from pathlib import Path

from ...armies import Muster
from ...book import Nouns, Procedure, Setup, Usual
from ...catalogue import of_book
from ...options import check_house
from ...purpose import Phrase
from ...tables import Override
from . import (
    conceal,
    gestures,
    hand,
    menu,
    picking,
    procedures,
    restrictions,
    rolls,
    scene,
    setup,
    sketch,
    telling,
)
from .names import FAMILY, Member
from .state import Act, AskKind, Battle, Book

ORDERS_TO_GROUPS = (
    Act.HOLD,
    Act.MARCH,
    Act.FORM,
    Act.TAKE_COVER,
    Act.SQUARE,
    Act.CIRCLE,
    Act.REFORM,
    Act.MOUNT,
    Act.DISMOUNT,
    Act.LIMBER,
    Act.UNLIMBER,
    Act.PIVOT,
    Act.MANHANDLE,
    Act.DRIVE,
    Act.HITCH_UP,
)
NOUNS: dict[tuple[int, int], Nouns] = {
    (AskKind.DECLARE, Act.YES): Nouns("group"),
    (AskKind.DECLARE, Act.NO): Nouns("group"),
    (AskKind.SPEND, Act.ACTIVATE): Nouns("group", "group"),
    **{(AskKind.MOVE, act): Nouns("group") for act in ORDERS_TO_GROUPS},
    (AskKind.MOVE, Act.STEP): Nouns("figure"),
    (AskKind.MOVE, Act.CHARGE): Nouns("group", "group"),
    (AskKind.MOVE, Act.JOIN): Nouns("group", "group"),
    (AskKind.MOVE, Act.SERVE): Nouns("group", "engine"),
    (AskKind.SHOOT, Act.FIRE): Nouns("group", "group"),
    (AskKind.SHOOT, Act.PICK): Nouns("group", "figure"),
    (AskKind.FOLLOW, Act.FOLLOW_UP): Nouns("group"),
    (AskKind.FOLLOW, Act.STAY): Nouns("group"),
    (AskKind.VICTIM, Act.STRIKE): Nouns("figure", "figure"),
}
BY_ACT = {act: nouns for (_, act), nouns in NOUNS.items()}  # for an act that is no answer to what is asked


class Tyneside(Usual):
    """One book of the family."""

    version = "1.1"
    unit = "cm"
    package = "books.tyneside"
    battle: type = Battle
    acts: type[enum.IntEnum] = Act
    asks: type[enum.IntEnum] = AskKind
    rolls: Mapping[str, Phrase] = rolls.ROLLS
    weights: Mapping[str, int] = {
        **dict.fromkeys(("shoots", "gun_fires", "hurt", "charges", "jams"), 1),
        **dict.fromkeys(("marker", "lost", "melee_score", "pushed_back", "gun_taken", "objective"), 2),
        **dict.fromkeys(("succeeds", "saved", "in_retreat", "over"), 3),
    }

    def __init__(
        self, book: Book, id: str, title: str, prefix: str, credit: str, qualities: tuple[str, str, str]
    ) -> None:
        self.id, self.title, self.prefix, self.credit = id, title, prefix, credit
        self.folder: Path = FAMILY / Book(book).name.lower()
        options = frozenset(option.name for option in of_book(self.folder, prefix).options)
        self.member = Member(id, book, prefix, self.folder, qualities, options)
        self.procedures: Mapping[str, Procedure] = procedures.procedures(self.member)

    def set_up(self, path: Path, house: Override) -> Setup:
        check_house(self.folder, self.prefix, house)
        battle, names, s = setup.new_battle(self.member, path, house)
        return Setup(battle, names, s.id, s.title, path)

    def check_force(self, path: Path, house: Override) -> Muster:
        check_house(self.folder, self.prefix, house)
        return restrictions.check_force(self.member, path, house)

    def nouns(self, ask: int, act: int) -> Nouns:
        return NOUNS.get((ask, act)) or BY_ACT.get(act, Nouns())

    seed = staticmethod(setup.seed)
    choices = staticmethod(menu.choices)
    offers = staticmethod(picking.offers)
    barred = staticmethod(menu.barred)
    describe_ask = staticmethod(menu.describe_ask)
    describe_order = staticmethod(menu.describe_order)
    explain = staticmethod(menu.explain)
    tell = staticmethod(telling.tell)
    draw = staticmethod(sketch.draw)
    outcome = staticmethod(telling.outcome)
    losses = staticmethod(gestures.losses)

    scene = staticmethod(scene.scene)
    hand = staticmethod(hand.hand)
    drag = staticmethod(gestures.drag)
    click = staticmethod(gestures.click)
    preview = staticmethod(gestures.preview)
    sight = staticmethod(gestures.sight)
    measure = staticmethod(gestures.measure)
    alone = staticmethod(gestures.alone)
    broken = staticmethod(gestures.broken)

    # A marker may be a group or nothing, and nobody knows which before it is turned over [TY-101].
    hides = True
    own_secrets = False
    hides_in = staticmethod(conceal.hides_in)
    heard = staticmethod(conceal.heard)
    conceal = staticmethod(conceal.conceal)
