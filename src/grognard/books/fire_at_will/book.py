"""Fire At Will, Men: what the contract asks of a book, gathered from its modules."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from pathlib import Path

from ...book import Nouns, Procedure, Setup
from ...options import check_house
from ...purpose import Phrase
from ...tables import Override
from . import (
    conceal,
    gestures,
    hand,
    menu,
    offers_magic,
    picking,
    rolls,
    rosters,
    scene,
    setup,
    sketch,
    telling,
)
from .forces import FOLDER, warnings
from .procedures import PROCEDURES
from .state import Act, AskKind, Battle, Edge, Posted, Spell

FORMATION, STRIP = "formation", "strip"
NOUNS: dict[int, Nouns] = {
    Act.PICK: Nouns(how="spell"),
    Act.SPEECH: Nouns(STRIP, FORMATION),
    Act.INSULT: Nouns(STRIP, FORMATION),
    **dict.fromkeys((Act.HOLD, Act.ADVANCE_ORDER, Act.CHARGE_ORDER, Act.TEST), Nouns(FORMATION)),
    **dict.fromkeys((Act.ADVANCE, Act.WHEEL, Act.BACK, Act.SIDESTEP, Act.MARCH), Nouns(FORMATION)),
    **dict.fromkeys((Act.RESHAPE, Act.ENTER, Act.GARRISON, Act.LEAVE, Act.BREAK_OFF), Nouns(FORMATION)),
    Act.TURN: Nouns(FORMATION, how=Edge),
    **dict.fromkeys((Act.CHARGE, Act.FACE, Act.VOLLEY, Act.PURSUE), Nouns(FORMATION, FORMATION)),
    Act.OVERLAP: Nouns(STRIP, FORMATION, Edge),
    Act.FLEE_DUEL: Nouns(STRIP, FORMATION),
    Act.JOIN: Nouns(STRIP, FORMATION, Posted),
    Act.DETACH: Nouns(STRIP),
    Act.POST: Nouns(STRIP, how=Posted),
    Act.CAST: Nouns(STRIP, how=Spell),
    Act.MEDITATE: Nouns(STRIP),
    **dict.fromkeys((Act.SHOOT, Act.JOIN_FIGHT, Act.STRIKE), Nouns(STRIP, STRIP)),
    Act.LEAD: Nouns(other=STRIP),
}


class FireAtWill:
    """The book of strips, heroes, monsters and spells."""

    id = "fire-at-will-men"
    title = "Fire At Will, Men"
    version = "1.0"
    prefix = "fw"
    credit = 'Stephen Gilbert, Fire At Will, Men (2007), after "Follow Me, Men" by Jim Wallman'
    unit = "inch"
    folder: Path = FOLDER
    package = "books.fire_at_will"
    battle: type = Battle
    acts: type[enum.IntEnum] = Act
    asks: type[enum.IntEnum] = AskKind
    procedures: Mapping[str, Procedure] = PROCEDURES
    rolls: Mapping[str, Phrase] = rolls.ROLLS
    weights: Mapping[str, int] = {
        **dict.fromkeys(("charges", "casts", "wounded", "halted", "revealed", "duel"), 1),
        **dict.fromkeys(
            ("killed", "contact", "spell_works", "rallies", "duel_hit", "raised", "converted"), 2
        ),
        **dict.fromkeys(("routs", "cut_down", "destroyed", "broken", "objective", "over"), 3),
    }

    def set_up(self, path: Path, house: Override) -> Setup:
        check_house(self.folder, self.prefix, house)
        battle, names, s = setup.new_battle(path, house)
        return Setup(battle, names, s.id, s.title, path, tuple(warnings(battle, names)))

    def nouns(self, ask: int, act: int) -> Nouns:
        if act in (Act.YES, Act.NO):
            return STAYING if ask == AskKind.STAY else Nouns(FORMATION, FORMATION)
        return NOUNS.get(act, Nouns())

    switches = staticmethod(setup.switches)
    check_force = staticmethod(rosters.check_force)
    seed = staticmethod(setup.seed)
    choices = staticmethod(menu.choices)
    offers = staticmethod(picking.offers)
    barred = staticmethod(menu.barred)
    picks = staticmethod(offers_magic.picks)
    describe_ask = staticmethod(menu.describe_ask)
    describe_order = staticmethod(menu.describe_order)
    explain = staticmethod(menu.explain)
    tell = staticmethod(telling.tell)
    draw = staticmethod(sketch.draw)
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

    # Formations may begin hidden, and mages write their spells down [FW-R87, FW-R114].
    hides = True
    own_secrets = True
    hides_in = staticmethod(conceal.hides_in)
    heard = staticmethod(conceal.heard)
    conceal = staticmethod(conceal.conceal)


STAYING = Nouns(STRIP, FORMATION)
BOOK = FireAtWill()
