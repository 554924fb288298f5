"""The drill-book general: a sensible player of this book, by the book's own maxims.

Here it answers the short questions; drill_plan says which places are worth having, drill_fire reckons what a
volley should bring, drill_cover finds shelter, drill_unit handles formed units, drill_loose the skirmishers and
drill_lead the commanders.  Formations stand and fire rapidly at what pays most, skirmishers fire from cover,
commanders keep to their men, and all of them march in time for the objectives."""

from __future__ import annotations

from ...battle import plain, with_how
from ...table.vectors import distance
from ...values import Ask, Order
from .drill_lead import danger_margin, first_to_act, in_danger, officers_step, step
from .drill_loose import next_activation
from .drill_plan import enemy_gap_at, enemy_near
from .drill_unit import next_action
from .legality import check, may_rally, may_succeed
from .men import formation_grade, men_gap, present
from .state import NOBODY, Act, AskKind, Battle
from .whim import certain

LAST_FEW = 3  # men left with the colours when as many run as may be: worth an officer's risk
HIND = 0.01  # comrades: what an inch from the enemy counts when a man takes command
FAR_BEHIND = 40.0  # inches: farther makes no difference
WOUNDED_FIRST = 1000.0  # inches: the wounded go before all others


def drill(b: Battle, ask: Ask) -> Order:
    """An order by the book; whatever check would refuse is not given."""
    if ask.kind == AskKind.ACTION:
        return next_action(b, ask)  # these have asked check already
    if ask.kind == AskKind.ACTIVATE:
        return next_activation(b, ask)
    if ask.kind == AskKind.STEP:
        return step(b, ask)
    if ask.kind == AskKind.OFFICER:
        return officers_step(b, ask)
    order = answer(b, ask)
    return order if check(b, ask, order) == 0 else certain(b, ask)


def answer(b: Battle, ask: Ask) -> Order:
    """The short questions."""
    kind = ask.kind
    if kind == AskKind.COMMANDER:
        return first_to_act(b, ask)
    if kind == AskKind.REROLL:
        return rally_them(b, ask)
    if kind == AskKind.RUN:
        return with_how(Act.RUN, ask.actor, NOBODY, spared(b, ask, True))
    if kind == AskKind.FALL:
        return with_how(Act.FALL, ask.actor, NOBODY, spared(b, ask, False))
    if kind == AskKind.SUCCESSOR:
        return plain(Act.SUCCEED, best_placed(b, ask.side), NOBODY)
    if kind == AskKind.LEAD and not goes_along(b, ask.actor):
        return plain(Act.NO, ask.actor, ask.other)
    return plain(Act.YES, ask.actor, ask.other)  # he leads, they react, they evade


def rally_them(b: Battle, ask: Ask) -> Order:
    """An officer out of danger steps in; one in danger only when the unit would go to pieces."""
    f = ask.actor
    runs = b.rules.target[formation_grade(b, f)] - ask.other
    for k in range(b.n_commanders):
        if may_rally(b, k, f):
            if not in_danger(b, k) or b.formations[f].size - runs < LAST_FEW:
                return plain(Act.YES, f, k)
    return plain(Act.NO, f, NOBODY)


def goes_along(b: Battle, k: int) -> bool:
    """He leads; but one whom nobody can shoot at is not led to where they could: he keeps behind the unit."""
    margin = danger_margin(b, k, b.commanders[k].x, b.commanders[k].y)
    return not 0.0 < margin <= b.rules.move


def best_placed(b: Battle, side: int) -> int:
    """Of those who may succeed the man with most comrades within a commander's reach; of equals the rearmost."""
    best = NOBODY
    best_key = -1e18
    for i in range(b.first_man[side], b.first_man[side] + b.men_of[side]):
        if may_succeed(b, side, i):
            m = b.men[i]
            key = comrades_near(b, i) + HIND * min(enemy_gap_at(b, side, m.x, m.y), FAR_BEHIND)
            if key > best_key:
                best = i
                best_key = key
    return best


def comrades_near(b: Battle, i: int) -> int:
    m = b.men[i]
    n = 0
    for j in range(b.first_man[m.side], b.first_man[m.side] + b.men_of[m.side]):
        if j != i and present(b.men[j]) and men_gap(b, m, b.men[j]) <= b.rules.unit_radius:
            n += 1
    return n


def spared(b: Battle, ask: Ask, farthest: bool) -> int:
    """Those the side can best spare: the wounded, then those farthest from (or nearest to) the enemy."""
    out = 0
    for k in range(b.men_of[ask.side]):
        if (b.sought >> k) % 2 == 1:
            b.paper.key[k] = spare_key(b, b.first_man[ask.side] + k, farthest)
    for _ in range(ask.other):
        best = NOBODY
        best_key = -1e18
        for k in range(b.men_of[ask.side]):
            if (b.sought >> k) % 2 == 1 and (out >> k) % 2 == 0:
                if b.paper.key[k] > best_key:
                    best = k
                    best_key = b.paper.key[k]
        if best >= 0:
            out |= 1 << best
    return out


def spare_key(b: Battle, i: int, farthest: bool) -> float:
    m = b.men[i]
    h = enemy_near(b, m.side, m.x, m.y)
    far = 0.0 if h < 0 else distance(m.x, m.y, b.men[h].x, b.men[h].y)
    key = far if farthest else -far
    return key + WOUNDED_FIRST if m.wounded else key
