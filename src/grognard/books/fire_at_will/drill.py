"""The drill-book general: what a captain who has read the book would do.

Here he answers the short questions.  drill_plan says whom he knows of and who takes which house; drill_odds reckons a
melee; drill_orders moves his formations, the foremost first (drill_charge, drill_march, drill_houses, drill_melee);
drill_fire shoots, drill_words speaks and tests, drill_magic casts.  What check refuses he does not do."""

from __future__ import annotations

from ...battle import plain
from ...values import Ask, Order
from .drill_fire import shoot
from .drill_magic import pick_spells
from .drill_melee import join_fight, lead_fight, pick_rival, pursue, stay, strike
from .drill_odds import gain
from .drill_orders import next_order
from .drill_plan import is_own, is_shooter, nearest_foe, stays_back
from .drill_words import drive, hold_test, speak
from .hiding import put_back, take_away
from .legality import check
from .movement import allowance
from .state import NOBODY, Act, AskKind, Battle, Edge
from .strips import is_garrison
from .whim import certain

STRIKING = 1.0  # inches more than its move at which one wants to go first


def drill(b: Battle, ask: Ask) -> Order:
    """His answer to any ask, by what his side knows: what he would do, or what is always allowed."""
    away = take_away(b, ask.side)
    order = answer(b, ask)
    asked = order.kind == Act.VOLLEY or (
        ask.kind == AskKind.ACTION and Act.ADVANCE <= order.kind <= Act.FACE
    )  # drill_fire, drill_march, drill_charge and drill_melee have
    if not asked and check(b, ask, order) != 0:
        order = certain(b, ask)
    put_back(b, away)
    return order


def answer(b: Battle, ask: Ask) -> Order:
    kind = ask.kind
    if kind == AskKind.ACTION:
        return next_order(b, ask)
    if kind == AskKind.SHOOT:
        return shoot(b, ask)
    if kind == AskKind.SPEECH:
        return speak(b, ask)
    if kind == AskKind.TEST:
        return hold_test(b, ask)
    if kind == AskKind.FORCED:
        return drive(b, ask)
    if kind == AskKind.PURSUE:
        return pursue(b, ask)
    if kind == AskKind.STAY:
        return stay(b, ask)
    return answer_shortly(b, ask)


def answer_shortly(b: Battle, ask: Ask) -> Order:
    """The choices before a turn and in a fight."""
    kind = ask.kind
    if kind == AskKind.LEAD:
        return lead_fight(b, ask)
    if kind == AskKind.VICTIM:
        return strike(b, ask)
    if kind == AskKind.FIGHT:
        return join_fight(b, ask)
    if kind == AskKind.DUEL:
        return pick_rival(b, ask)
    if kind == AskKind.SPELLS:
        return pick_spells(b, ask)
    if kind == AskKind.ORDERS:
        return plain(order_word(b, ask.actor), ask.actor, NOBODY)
    return plain(Act.FIRST if can_strike(b, ask.side) else Act.SECOND, NOBODY, NOBODY)


def can_strike(b: Battle, side: int) -> bool:
    """Is an enemy within a charge of somebody who would win?  Else he would rather see what they do."""
    for f in range(b.n_formations):
        if is_own(b, side, f) and would_charge(b, f):
            return True
    return False


def would_charge(b: Battle, f: int) -> bool:
    """One of the line, with a weaker enemy within its move."""
    if is_garrison(b.formations[f]) or is_shooter(b, f) or stays_back(b, f):
        return False
    g, gap = nearest_foe(b, f)
    return g >= 0 and gap <= allowance(b, f) + STRIKING and gain(b, f, g, Edge.FRONT, True) > 0.0


def order_word(b: Battle, f: int) -> int:
    """By option: hold a house or a good range, charge what can be charged, else advance [FW-R14]."""
    if is_garrison(b.formations[f]):
        return Act.HOLD
    if would_charge(b, f):
        return Act.CHARGE_ORDER
    return Act.ADVANCE_ORDER
