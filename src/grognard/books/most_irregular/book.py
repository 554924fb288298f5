"""Most Irregular as a book: what the contract asks of it, gathered from its modules."""

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
from . import gestures, hand, menu, picking, scene, setup, telling
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


class MostIrregular:
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
    weights: Mapping[str, int] = {
        **dict.fromkeys(("fires", "wounded", "dispersed", "rallies", "called"), 1),
        **dict.fromkeys(("assaults", "melee", "lost", "gives_ground", "withdraws", "objective", "won"), 2),
        **dict.fromkeys(("broken_up", "deserters", "succeeds", "broken", "over"), 3),
    }

    def set_up(self, path: Path, house: Override) -> Setup:
        check_house(self.folder, self.prefix, house)
        battle, names, s = setup.new_battle(path, house)
        return Setup(battle, names, s.id, s.title, path, tuple(setup.warnings(battle, names)))

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
        return gestures.alone(ask, order)

    def broken(self, battle: Any) -> frozenset[int]:
        return gestures.broken(battle)

    def outcome(self, battle: Any) -> Outcome | None:
        return telling.outcome(battle)

    def losses(self, battle: Any) -> tuple[int, int]:
        return telling.losses(battle)


BOOK = MostIrregular()
