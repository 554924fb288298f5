"""Horse and Musket as a book: what the contract asks of it, gathered from its modules."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...book import Choice, Line, Nouns, Outcome, Procedure, Refusal, Setup
from ...options import check_house
from ...scene import Hand, Preview, Scene, Spot, Tape
from ...tables import Override
from ...values import Ask, Order
from . import foretelling, gestures, hand, menu, scene, setup, telling
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


class HorseAndMusket:
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

    def seed(self, battle: Any, number: int) -> None:
        setup.seed(battle, number)

    def nouns(self, ask: int, act: int) -> Nouns:
        return NOUNS.get((ask, act), Nouns("unit", "unit"))

    def choices(self, battle: Any, names: Any, ask: Ask) -> list[Choice]:
        return menu.choices(battle, names, ask)

    def offers(self, battle: Any, names: Any, ask: Ask, pieces: Sequence[int]) -> list[Choice]:
        return menu.offers(battle, names, ask, pieces)

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
        return telling.draw(battle, names, width)

    # Nothing of this book is hidden from anybody.
    hides = False
    own_secrets = True

    def hides_in(self, battle: Any) -> bool:
        return self.hides

    def conceal(self, battle: Any, names: Any, sides: tuple[int, ...]) -> Any:
        return names

    def heard(self, names: Any, events: Iterable[Any], sides: tuple[int, ...]) -> list[Any]:
        return list(events)

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
        return foretelling.alone(ask, order)

    def broken(self, battle: Any) -> frozenset[int]:
        return gestures.broken(battle)

    def outcome(self, battle: Any) -> Outcome | None:
        return telling.outcome(battle)

    def losses(self, battle: Any) -> tuple[int, int]:
        return telling.losses(battle)


BOOK = HorseAndMusket()
