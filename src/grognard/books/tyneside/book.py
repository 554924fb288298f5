"""The books of the family: what the contract asks of either, gathered from the family's modules."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...armies import Muster
from ...book import Choice, Line, Nouns, Outcome, Procedure, Refusal, Setup
from ...catalogue import of_book
from ...options import check_house
from ...scene import Hand, Preview, Scene, Spot, Tape
from ...tables import Override
from ...values import Ask, Order
from . import conceal, gestures, hand, menu, picking, procedures, restrictions, scene, setup, sketch, telling
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


class Tyneside:
    """One book of the family."""

    version = "1.0"
    unit = "cm"
    package = "books.tyneside"
    battle: type = Battle
    acts: type[enum.IntEnum] = Act
    asks: type[enum.IntEnum] = AskKind
    weights: Mapping[str, int] = {
        **dict.fromkeys(("shoots", "gun_fires", "hurt", "charges", "jams"), 1),
        **dict.fromkeys(("marker", "lost", "melee_score", "pushed_back", "gun_taken", "objective"), 2),
        **dict.fromkeys(("succeeds", "saved", "in_retreat", "over"), 3),
    }

    def __init__(
        self, book: Book, id: str, title: str, prefix: str, credit: str, qualities: tuple[str, str, str]
    ) -> None:
        self.id, self.title, self.prefix, self.credit = id, title, prefix, credit
        self.folder: Path = setup.FAMILY / Book(book).name.lower()
        options = frozenset(option.name for option in of_book(self.folder, prefix).options)
        self.member = setup.Member(id, book, prefix, self.folder, qualities, options)
        self.procedures: Mapping[str, Procedure] = procedures.procedures(self.member)

    def set_up(self, path: Path, house: Override) -> Setup:
        check_house(self.folder, self.prefix, house)
        battle, names, s = setup.new_battle(self.member, path, house)
        return Setup(battle, names, s.id, s.title, path)

    def check_force(self, path: Path, house: Override) -> Muster:
        check_house(self.folder, self.prefix, house)
        return restrictions.check_force(self.member, path, house)

    def seed(self, battle: Any, number: int) -> None:
        setup.seed(battle, number)

    def nouns(self, ask: int, act: int) -> Nouns:
        return NOUNS.get((ask, act)) or BY_ACT.get(act, Nouns())

    def choices(self, battle: Any, names: Any, ask: Ask) -> list[Choice]:
        return menu.choices(battle, names, ask)

    def offers(self, battle: Any, names: Any, ask: Ask, pieces: Sequence[int]) -> list[Choice]:
        return picking.offers(battle, names, ask, pieces)

    def barred(self, battle: Any, names: Any, ask: Ask) -> list[Choice]:
        return menu.barred(battle, names, ask)

    def describe_ask(self, battle: Any, names: Any, ask: Ask) -> str:
        return menu.describe_ask(battle, names, ask)

    def describe_order(self, battle: Any, names: Any, order: Order) -> str:
        return menu.describe_order(battle, names, order)

    def explain(self, battle: Any, names: Any, ask: Ask, order: Order, rule: int) -> Refusal:
        return menu.explain(battle, names, ask, order, rule)

    def tell(self, names: Any, events: Iterable[Any]) -> list[Line]:
        return telling.tell(names, events)

    def draw(self, battle: Any, names: Any, width: int) -> str:
        return sketch.draw(battle, names, width)

    # A marker may be a group or nothing, and nobody knows which before it is turned over [TY-101].
    hides = True
    own_secrets = False

    def hides_in(self, battle: Any) -> bool:
        return bool(battle.n_markers > 0)

    def conceal(self, battle: Any, names: Any, sides: tuple[int, ...]) -> Any:
        return conceal.conceal(battle, names, sides)

    def heard(self, names: Any, events: Iterable[Any], sides: tuple[int, ...]) -> list[Any]:
        return conceal.heard(names, events, sides)

    def scene(self, battle: Any, names: Any) -> Scene:
        return scene.scene(battle, names)

    def hand(self, battle: Any, names: Any, ask: Ask | None, piece: int) -> Hand:
        return hand.hand(battle, names, ask, piece)

    def drag(
        self,
        battle: Any,
        names: Any,
        ask: Ask,
        pieces: Sequence[int],
        pose: tuple[float, float, float, float],
        like: Order | None,
    ) -> Order | None:
        return gestures.drag(battle, names, ask, pieces, pose, like)

    def click(self, battle: Any, names: Any, ask: Ask, pieces: Sequence[int], target: int) -> list[Order]:
        return gestures.click(battle, names, ask, pieces, target)

    def preview(self, battle: Any, names: Any, ask: Ask, order: Order) -> Preview:
        return gestures.preview(battle, names, ask, order)

    def sight(self, battle: Any, names: Any, a: int, b: int) -> Tape:
        return gestures.sight(battle, names, a, b)

    def measure(self, battle: Any, names: Any, a: Spot, b: Spot) -> Tape:
        return gestures.measure(battle, names, a, b)

    def alone(self, ask: Ask, order: Order) -> Callable[[Any], None] | None:
        return gestures.alone(ask, order)

    def broken(self, battle: Any) -> frozenset[int]:
        return gestures.broken(battle)

    def outcome(self, battle: Any) -> Outcome | None:
        return telling.outcome(battle)

    def losses(self, battle: Any) -> tuple[int, int]:
        return telling.losses(battle)
