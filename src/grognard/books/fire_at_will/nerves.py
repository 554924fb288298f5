"""What morale goes by: who is exempt, the factors, who may choose to test.  Nothing here asks."""

from __future__ import annotations

from ...battle import emit, refuse
from ...values import Order
from .charms import is_invisible
from .fears import facing, fights_undead, fights_with, in_its_move, is_living, outnumbered_by
from .sight import formation_sees
from .state import NOBODY, Battle, Ev, GiantFear, Nerve, R, Trigger, Troop, Why
from .strips import all_cinc, character_of, is_garrison, is_running
from .touching import formations_touch


def exempt(b: Battle, f: int) -> bool:
    """Garrisons and the commander in chief alone never test [FW-047, FW-142, FW-R66, FW-R67]."""
    u = b.formations[f]
    return is_garrison(u) or all_cinc(b, u)


def free_the_exempt(b: Battle) -> None:
    """Inside a building a halt is cancelled; nothing binds the commander in chief [FW-142, FW-R66, FW-R67]."""
    for f in range(b.n_formations):
        u = b.formations[f]
        if u.n > 0 and u.nerve != Nerve.CALM and exempt(b, f):
            u.nerve = Nerve.CALM
            emit(b.log, Ev.CALM, R + 67 if is_garrison(u) else 142, f, NOBODY, 0, 0, 0.0)


# The factors


def modifiers(b: Battle, f: int) -> int:
    """The sum of the factors, each told: lines add up, each counts once [FW-126, FW-138, FW-R60]."""
    return losses(b, f) + fears(b, f) + words(b, f)


def told(b: Battle, f: int, why: int, rule: int, times: int) -> int:
    """One line of the list, if it applies so many times."""
    value = b.rules.factor[why] * times
    if value != 0:
        emit(b.log, Ev.MODIFIER, rule, f, NOBODY, value, why, 0.0)
    return value


def losses(b: Battle, f: int) -> int:
    """Heroes and leaders lost in sight, strips lost: this turn, each [FW-127, FW-129, FW-R54, FW-R57]."""
    u = b.formations[f]
    return told(b, f, Why.HEROES_LOST, 127, u.heroes_lost) + told(b, f, Why.CASUALTIES, 129, u.casualties)


def fears(b: Battle, f: int) -> int:
    """Whom it fights, faces and is outnumbered by [FW-128, FW-134, FW-R59, FW-R60, FW-R61]."""
    total = 0
    if is_living(b, f) and fights_undead(b, f):
        total += told(b, f, Why.UNDEAD, 128, 1)
    odds = outnumbered_by(b, f)
    total += small_odds(b, f, odds) + great_odds(b, f, odds)
    if b.options.giant_fear == GiantFear.ALWAYS or character_of(b, b.formations[f]) < 0:
        if fights_with(b, f, Troop.DRAGON) or fights_with(b, f, Troop.GIANT):
            total += told(b, f, Why.GIANTS, 134, 1)
    return total


def small_odds(b: Battle, f: int, odds: int) -> int:
    """Two to one, or trolls: one line; at three to one the other line counts instead [FW-130, FW-131, FW-R60]."""
    if b.rules.outnumbered_two <= odds < b.rules.outnumbered_three:
        return told(b, f, Why.TWO_TO_ONE, 130, 1)
    if facing(b, f, Troop.TROLL):
        return told(b, f, Why.TROLLS, 131, 1)
    return 0


def great_odds(b: Battle, f: int, odds: int) -> int:
    """Three to one, or a behemoth: one line [FW-132, FW-133, FW-R60]."""
    if odds >= b.rules.outnumbered_three:
        return told(b, f, Why.THREE_TO_ONE, 132, 1)
    if facing(b, f, Troop.BEHEMOTH):
        return told(b, f, Why.BEHEMOTH, 133, 1)
    return 0


def words(b: Battle, f: int) -> int:
    """A speech, an insult, an enemy spell: each once, however many there were [FW-079, FW-135, FW-136, FW-137]."""
    u = b.formations[f]
    total = told(b, f, Why.SPEECH, 135, 1 if u.speech else 0)
    total += told(b, f, Why.INSULT, 136, 1 if u.insulted else 0)
    return total + told(b, f, Why.SPELL, 137, 1 if u.spelled else 0)


# Surprise


def note_surprises(b: Battle) -> None:
    """Enemies who have come into view inside their charge range: Trigger.SURPRISE [FW-124, FW-R65, FW-R99]."""
    for f in range(b.n_formations):
        u = b.formations[f]
        if u.n > 0 and not is_running(u) and not exempt(b, f):
            g = surprised_by(b, f)
            if g >= 0:
                u.test_due |= Trigger.SURPRISE
                emit(b.log, Ev.SURPRISED, 124, f, g, 0, 0, 0.0)


def surprised_by(b: Battle, f: int) -> int:
    """The first enemy it did not see as the turn began, sees now and has within that enemy's move; or nobody."""
    u = b.formations[f]
    for g in range(b.n_formations):
        v = b.formations[g]
        if v.n > 0 and v.side != u.side and (u.seen >> g) % 2 == 0 and not v.hidden:
            if appears(b, f, g):
                return g
    return NOBODY


def appears(b: Battle, f: int, g: int) -> bool:
    """Is the enemy within its own full move, and in view; or in contact, seen or not [FW-R65, FW-R99]?"""
    if not in_its_move(b, g, f):
        return False
    if is_invisible(b, g):
        return formations_touch(b, f, g)
    return formation_sees(b, f, g)


# Tests by choice


def any_halted(b: Battle, side: int) -> bool:
    """Is there a halted formation that may test to go nearer again [FW-140, FW-R63]?"""
    for f in range(b.n_formations):
        u = b.formations[f]
        if u.n > 0 and u.side == side and u.nerve == Nerve.HALTED and not u.tested and not exempt(b, f):
            return True
    return False


def check_test(b: Battle, side: int, o: Order) -> int:
    """One that its player would have test, or a halted one: once a turn, before it moves [FW-125, FW-R63, FW-R64]."""
    f = o.actor
    if not 0 <= f < b.n_formations or b.formations[f].n == 0 or b.formations[f].side != side:
        return refuse(b.refusal, 125, 0.0, 0.0, NOBODY)
    u = b.formations[f]
    if exempt(b, f):
        return refuse(b.refusal, 47 if is_garrison(u) else 142, 0.0, 0.0, f)
    if is_running(u):
        return refuse(b.refusal, 141, 0.0, 0.0, f)
    if u.tested or u.began or u.done:
        return refuse(b.refusal, R + 64, 0.0, 0.0, f)
    return 0
