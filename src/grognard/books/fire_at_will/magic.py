"""What casting goes by: who may, and which spells; at what, is in spell_targets.py.  Nothing here asks."""

from __future__ import annotations

from ...battle import refuse
from ...values import Order
from .charms import is_frozen
from .spell_targets import check_target
from .state import NOBODY, Battle, Deed, No, R
from .strips import is_running, on_table
from .touching import in_contact


def has_magic(b: Battle) -> bool:
    """Magic is in the game; if not, a wizard is simply a hero [FW-062]."""
    return b.options.magic == No.TRUE


def check_pick(b: Battle, k: int, o: Order) -> int:
    """Six different spells of the list [FW-064, FW-R87]."""
    chosen = 0
    for spell in range(b.n_spells):
        chosen += (o.how >> spell) % 2
    if o.how < 0 or o.how >> b.n_spells != 0 or chosen != b.rules.picks:
        return refuse(b.refusal, 64, float(chosen), float(b.rules.picks), k)
    return 0


def knows(b: Battle, k: int, spell: int) -> bool:
    """Is it one of the six of mage k [FW-065]?"""
    return 0 <= spell < b.n_spells and (b.mages[k].spells >> spell) % 2 == 1


# Mages


def check_mage(b: Battle, side: int, i: int) -> int:
    """A magic user of one's own who is on the table, in a game with magic [FW-062, FW-063]."""
    if not has_magic(b):
        return refuse(b.refusal, 62, 0.0, 0.0, i)
    if not 0 <= i < b.n_strips:
        return refuse(b.refusal, 63, 0.0, 0.0, NOBODY)
    s = b.strips[i]
    if s.mage < 0 or s.side != side or not on_table(s):
        return refuse(b.refusal, 63, 0.0, 0.0, i)
    return 0


def check_still(b: Battle, i: int, rule: int) -> int:
    """Stationary, the formation he is with too, and doing nothing else [FW-067, FW-070, FW-R88, FW-R111]."""
    s = b.strips[i]
    u = b.formations[s.formation]
    if s.deed != Deed.NONE:
        return refuse(b.refusal, rule, 0.0, 0.0, i)
    if u.moved or u.began:
        return refuse(b.refusal, R + 88, u.spent, 0.0, s.formation)
    if is_running(u):
        return refuse(b.refusal, R + 111, 0.0, 0.0, s.formation)
    return 0


def check_cast(b: Battle, side: int, o: Order) -> int:
    """Stationary, one of his six, points enough, a target [FW-065, FW-066, FW-067, FW-068, FW-R88]."""
    bad = check_mage(b, side, o.actor)
    if bad == 0:
        bad = check_still(b, o.actor, 67)
    if bad == 0:
        bad = check_free_to_cast(b, o.actor)
    if bad != 0:
        return bad
    k = b.strips[o.actor].mage
    if not knows(b, k, o.how):
        return refuse(b.refusal, 65, 0.0, 0.0, o.actor)
    cost = b.spells[o.how].cost
    if b.mages[k].points < cost:
        return refuse(b.refusal, 66, float(cost), float(b.mages[k].points), o.actor)
    return check_target(b, o.actor, o.how, o)


def check_free_to_cast(b: Battle, i: int) -> int:
    """No spell by the frozen, or with an enemy in contact [FW-R88, FW-R98]."""
    f = b.strips[i].formation
    if is_frozen(b, f):
        return refuse(b.refusal, R + 98, 0.0, 0.0, f)
    if in_contact(b, f):
        return refuse(b.refusal, R + 88, 0.0, 0.0, f)
    return 0


def check_meditate(b: Battle, side: int, o: Order) -> int:
    """Stationary, and nothing else this turn [FW-070, FW-R90]."""
    bad = check_mage(b, side, o.actor)
    if bad != 0:
        return bad
    return check_still(b, o.actor, 70)
