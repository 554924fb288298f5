"""The drill-book general in contact: turning to face, lapping round, breaking off; and the choices of a fight."""

from __future__ import annotations

from ...battle import plain
from ...values import Ask, Order
from .contact import check_break_off, check_face
from .drill_charge import no_order
from .drill_odds import gain, worth, worth_of_hit
from .drill_plan import has_cinc
from .fighting import may_strike, sum_of_factors
from .links import may_duel
from .movement import allowance
from .overlaps import check_overlap
from .places import in_front_rank
from .state import NOBODY, Act, Battle, Edge, Overlap
from .strips import bears, is_garrison
from .touching import enemy_in_contact, touch

HOPELESS = -1.5  # what two more rounds may cost before it breaks off
SIDES = 4


def in_melee(b: Battle, f: int) -> Order:
    """What a formation in contact does in Phase 1; or DONE."""
    u = b.formations[f]
    if is_garrison(u):
        return no_order()
    g = enemy_in_contact(b, f, 0)
    losing = 0.0
    while g >= 0:
        order = plain(Act.FACE, f, g)
        if not u.began and check_face(b, u.side, order) == 0:
            return order
        losing += gain(b, f, g, Edge.FRONT, False)
        order = lap_round(b, f, g)
        if order.kind != Act.DONE:
            return order
        g = enemy_in_contact(b, f, g + 1)
    if losing < HOPELESS and not u.began:
        order = plain(Act.BREAK_OFF, f, NOBODY)
        if check_break_off(b, u.side, order) == 0:
            return order
    return no_order()


def lap_round(b: Battle, f: int, g: int) -> Order:
    """A strip beyond the end of the enemy's line goes round it [FW-055]; or DONE."""
    u = b.formations[f]
    if b.options.overlap == Overlap.OFF or not 0 < u.melee_since < b.turn:
        return no_order()
    for k in range(u.n):
        i = u.members[k]
        if in_front_rank(b, i) and (i != u.character or not b.strips[i].cinc):
            for edge in range(SIDES):
                order = Order(Act.OVERLAP, i, g, edge, 0.0, 0.0, 0.0, 0.0)
                if check_overlap(b, u.side, order) == 0:
                    return order
    return no_order()


# The choices of a fight


def lead_fight(b: Battle, ask: Ask) -> Order:
    """The one leads who adds most; of equals, whom one can best spare."""
    fight = b.fights[ask.actor]
    best, found = -1000.0, fight.foes[0]
    for k in range(fight.n):
        i = fight.foes[k]
        value = 10.0 * sum_of_factors(b, i, fight.single, 1) - worth(b, i)
        if value > best:
            best, found = value, i
    return plain(Act.LEAD, ask.actor, found)


def strike(b: Battle, ask: Ask) -> Order:
    """Who is worth most is struck, a hit being a part of him."""
    fight = b.fights[ask.other]
    best, found = -1.0, NOBODY
    for k in range(fight.n):
        j = fight.foes[k]
        if may_strike(b, ask.other, j, fight.margin) and worth_of_hit(b, j) > best:
            best, found = worth_of_hit(b, j), j
    return plain(Act.STRIKE, ask.actor, found)


def join_fight(b: Battle, ask: Ask) -> Order:
    """Where it is two to one against the more valuable."""
    best, found = -1000.0, ask.other
    for k in range(b.n_fights):
        j = b.fights[k].single
        if not b.fights[k].heroic and touch(b, ask.actor, j) and worth(b, j) - b.fights[k].n > best:
            best, found = worth(b, j) - b.fights[k].n, j
    return plain(Act.JOIN_FIGHT, ask.actor, found)


def pick_rival(b: Battle, ask: Ask) -> Order:
    """Who is nearest to death."""
    best, found = 1000, ask.other
    for j in range(b.n_strips):
        s = b.strips[j]
        if s.formation >= 0 and may_duel(b, ask.actor, j) and bears(b, s) - s.wounds < best:
            best, found = bears(b, s) - s.wounds, j
    return plain(Act.JOIN_FIGHT, ask.actor, found)


def pursue(b: Battle, ask: Ask) -> Order:
    """The largest of those who may; not he who commands, alone."""
    best, found = 0, NOBODY
    for f in range(b.n_formations):
        u = b.formations[f]
        if (b.pursuers >> f) % 2 == 1 and u.n > best and not (u.n == 1 and has_cinc(b, f)):
            best, found = u.n, f
    if found < 0:
        return plain(Act.NO, ask.actor, ask.other)
    return plain(Act.PURSUE, found, ask.other)


def stay(b: Battle, ask: Ask) -> Order:
    """He runs too, unless those in contact are fast enough to cut his men down."""
    g = enemy_in_contact(b, ask.other, 0)
    while g >= 0:
        if allowance(b, g) >= allowance(b, ask.other):
            return plain(Act.YES, ask.actor, ask.other)
        g = enemy_in_contact(b, ask.other, g + 1)
    return plain(Act.NO, ask.actor, ask.other)
