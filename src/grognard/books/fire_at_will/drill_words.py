"""The drill-book general's words: speeches and insults when they pay, tests of the halted, and forced moves."""

from __future__ import annotations

from ...battle import plain
from ...table.vectors import is_closer, unit
from ...values import Ask, Order
from .drill_march import advance, face_to
from .drill_plan import is_foe, is_own, is_shooter, nearest_foe
from .fears import facing, outnumbered_by
from .nerves import exempt
from .sight import whole_box
from .speeches import check_insult, check_speech, may_speak
from .state import NOBODY, Act, Battle, Mage, Nerve, No, Troop, Why
from .strips import is_garrison, is_lone_character, is_running
from .touching import in_contact

RALLY = 4.0  # what a speech to those who run is worth, for each strip 1 more
PRESS = 2.0  # to those who are halted
STEADY = 1.0  # to those in melee
GOAD = 1.0  # an insult to those in melee, or to those who run
EARSHOT = 8.5  # inches: nobody farther off is looked at
BOLD = -1  # with no worse than this a test cannot end in flight


def speak(b: Battle, ask: Ask) -> Order:
    """The words that bring most, of those who have nothing better to do; or no more."""
    best, found = 0.5, plain(Act.DONE, NOBODY, NOBODY)
    for i in range(b.n_strips):
        if b.strips[i].role != 0 and may_speak(b, ask.side, i) and is_idle(b, i):
            for f in range(b.n_formations):
                value = word_value(b, ask.side, i, f)
                if value > best:
                    order = word_for(b, ask.side, i, f)
                    if is_heard(b, ask.side, order):
                        best, found = value, order
    return found


def is_idle(b: Battle, i: int) -> bool:
    """Words cost him and his men their move: those in contact, in a house, or who shoot, do not miss it."""
    f = b.strips[i].formation
    u = b.formations[f]
    if b.strips[i].mage >= 0 and b.options.magic == No.TRUE and has_points(b.mages[b.strips[i].mage]):
        return False
    return is_lone_character(b, u) or in_contact(b, f) or is_garrison(u) or is_shooter(b, f)


def has_points(m: Mage) -> bool:
    return m.points > 0


def word_for(b: Battle, side: int, i: int, f: int) -> Order:
    return plain(Act.SPEECH if b.formations[f].side == side else Act.INSULT, i, f)


def is_heard(b: Battle, side: int, o: Order) -> bool:
    if o.kind == Act.SPEECH:
        return check_speech(b, side, o) == 0
    return check_insult(b, side, o) == 0


def word_value(b: Battle, side: int, i: int, f: int) -> float:
    """What a speech to friends or an insult to an enemy is worth."""
    u = b.formations[f]
    if u.n == 0 or not is_near(b, i, f) or exempt(b, f):
        return 0.0
    if is_own(b, side, f):
        return 0.0 if u.speech else speech_value(b, f)
    if not is_foe(b, side, f) or u.insulted:
        return 0.0
    return GOAD + 0.1 * u.n if is_running(u) or in_contact(b, f) else 0.0


def speech_value(b: Battle, f: int) -> float:
    u = b.formations[f]
    if is_running(u):
        return RALLY + u.n
    if u.nerve == Nerve.HALTED and not is_shooter(b, f):
        return PRESS + 0.2 * u.n
    return STEADY + 0.2 * u.n if in_contact(b, f) else 0.0


def is_near(b: Battle, i: int, f: int) -> bool:
    """By a look: may he be heard there?"""
    u = b.formations[f]
    return is_closer(u.x - b.strips[i].x, u.y - b.strips[i].y, EARSHOT + 3.0)


# Tests


def hold_test(b: Battle, ask: Ask) -> Order:
    """Halted men who could do better test, if they cannot run from it."""
    for f in range(b.n_formations):
        u = b.formations[f]
        if is_own(b, ask.side, f) and u.nerve == Nerve.HALTED and not u.tested and not exempt(b, f):
            if not (is_shooter(b, f) and in_range(b, f)) and no_flight(b, f):
                return plain(Act.TEST, f, NOBODY)
    return plain(Act.DONE, NOBODY, NOBODY)


def in_range(b: Battle, f: int) -> bool:
    g, gap = nearest_foe(b, f)
    return g >= 0 and gap <= 8.0


def no_flight(b: Battle, f: int) -> bool:
    """Even a 1 leaves them standing: a speech, an insult, a spell, and by how many they are outnumbered [FW-141]."""
    u = b.formations[f]
    total = 0
    if u.speech:
        total += b.rules.factor[Why.SPEECH]
    if u.insulted:
        total += b.rules.factor[Why.INSULT]
    if u.spelled:
        total += b.rules.factor[Why.SPELL]
    odds = outnumbered_by(b, f)
    if odds >= b.rules.outnumbered_three or facing(b, f, Troop.BEHEMOTH):
        total += b.rules.factor[Why.THREE_TO_ONE]
    elif odds >= b.rules.outnumbered_two or facing(b, f, Troop.TROLL):
        total += b.rules.factor[Why.TWO_TO_ONE]
    return total >= BOLD


# Moving the enemy


def drive(b: Battle, ask: Ask) -> Order:
    """BEGONE!: his back to our men, then away from them."""
    f = ask.actor
    g, _ = nearest_foe(b, f)
    if g < 0:
        return plain(Act.DONE, NOBODY, NOBODY)
    its = whole_box(b, g)
    u = b.formations[f]
    fx, fy = unit(u.x - its.x, u.y - its.y)
    order = face_to(b, f, fx, fy)
    return order if order.kind != Act.DONE else advance(b, f, 20.0)
