"""Magic users: casting, meditating, and the clocks of spells in force."""

from __future__ import annotations

from ...battle import emit
from ...dice import die
from ...values import Order
from .charms import is_frozen, remove_charm, target_of
from .pushing import strike_fast
from .rout import run_on
from .shields import shield_holds
from .spell_targets import rule_of, target_code, target_formation, target_strip
from .spells import work
from .state import NOBODY, Battle, Charm, Deed, Ev, Lasts, Lost, R, Spell
from .strips import is_running, on_table


def cast(b: Battle, o: Order) -> None:
    """Points are spent, a shield is tried, the die is rolled; then the spell works [FW-066, FW-068, FW-R88]."""
    i = o.actor
    spell = o.how
    m = b.mages[b.strips[i].mage]
    b.strips[i].deed = Deed.CAST
    m.points -= b.spells[spell].cost
    m.shown |= 1 << spell
    target = target_code(b, spell, o)
    emit(b.log, Ev.CASTS, 66, i, target, spell, m.points, 0.0)
    mark_target(b, i, spell, o)
    if not is_shielded(b, i, spell, o) and succeeds(b, i, spell, target):
        emit(b.log, Ev.SPELL_WORKS, rule_of(b, spell), i, target, spell, 0, 0.0)
        work(b, i, spell, o)


def mark_target(b: Battle, i: int, spell: int, o: Order) -> None:
    """An enemy spell aimed at a formation shakes it, and disturbs those aimed at [FW-071, FW-079, FW-R90]."""
    f = target_formation(b, spell, o)
    if f < 0 or b.formations[f].side == b.strips[i].side:
        return
    u = b.formations[f]
    u.spelled = True
    j = target_strip(b, spell, o)
    for k in range(u.n):
        if j < 0 or u.members[k] == j:
            b.strips[u.members[k]].attacked = True


def is_shielded(b: Battle, i: int, spell: int, o: Order) -> bool:
    """Does a shield stop an enemy spell?  A storm asks each formation under it for itself [FW-095, FW-R105]."""
    f = target_formation(b, spell, o)
    if f < 0 or b.spells[spell].effect == Spell.GREAT_STORM:
        return False
    return shield_holds(b, i, f)


def succeeds(b: Battle, i: int, spell: int, target: int) -> bool:
    """The die that some spells need; the points are gone all the same [FW-075, FW-076, FW-R88]."""
    needs = b.spells[spell].needs
    if needs == 0:
        return True
    face = die(b.dice)
    rule = 76 if b.spells[spell].effect == Spell.TURN_UNDEAD else 75
    emit(b.log, Ev.SPELL_DIE, rule, i, target, face, needs, 0.0)
    if face < needs:
        emit(b.log, Ev.SPELL_FAILS, rule, i, target, spell, 0, 0.0)
    return face >= needs


# Meditation


def meditate(b: Battle, o: Order) -> None:
    """He does nothing else this turn [FW-070]."""
    b.strips[o.actor].deed = Deed.MEDITATE
    emit(b.log, Ev.MEDITATES, 70, o.actor, NOBODY, 0, 0, 0.0)


def pay_meditation(b: Battle) -> None:
    """A point, unless he was disturbed; never above his stock [FW-070, FW-071, FW-072, FW-R86, FW-R90]."""
    for k in range(b.n_mages):
        m = b.mages[k]
        s = b.strips[m.strip]
        if s.deed == Deed.MEDITATE and on_table(s):
            gain = min(b.rules.meditation, m.stock - m.points)
            if is_disturbed(b, m.strip):
                emit(b.log, Ev.DISTURBED, 71, m.strip, NOBODY, 0, 0, 0.0)
            elif gain > 0:
                m.points += gain
                emit(b.log, Ev.REGAINS, 70, m.strip, NOBODY, gain, m.points, 0.0)


def is_disturbed(b: Battle, i: int) -> bool:
    """Shot at, hit or not; in a fight, or the target of an enemy spell; or carried off [FW-070, FW-071, FW-R90]."""
    s = b.strips[i]
    u = b.formations[s.formation]
    return s.shot_at or s.attacked or u.moved or is_running(u)


# Clocks


def wear_off(b: Battle) -> None:
    """The clocks of spells, in order of casting [FW-074, FW-R13, FW-R91]."""
    k = 0
    while k < b.n_charms:
        c = b.charms[k]
        if is_over(b, c):
            f = c.formation
            thaws = c.effect == Spell.FREEZE and f >= 0 and not c.ran
            if c.effect == Spell.FOG_BANK:
                emit(b.log, Ev.FOG, 86, k, c.caster, 0, 0, 0.0)
            remove_charm(b, k)
            if thaws:
                thaw(b, f)
        else:
            k += 1


def is_over(b: Battle, c: Charm) -> bool:
    """A die for the lasting, a count for the others; the casting turn is the first [FW-074, FW-R91]."""
    if c.formation < 0 and c.strip >= 0 and b.strips[c.strip].lost != Lost.NO:
        return True
    lasts = b.spells[c.spell].lasts
    if lasts == Lasts.LASTING:
        face = die(b.dice)
        ends = face <= b.rules.wears_off
        emit(b.log, Ev.WEARS_OFF, 74, target_of(c), c.spell, face, 1 if ends else 0, 0.0)
        return ends
    if lasts == Lasts.UNTIL_BROKEN:
        return False
    return time_is_up(b, c, lasts)


def time_is_up(b: Battle, c: Charm, lasts: int) -> bool:
    """So many turns; the following turn; or only the turn of casting [FW-081, FW-086, FW-087, FW-R91, FW-R94]."""
    if lasts == Lasts.TURNS or lasts == Lasts.DICE:
        c.left -= 1
        ends = c.left <= 0
    elif lasts == Lasts.NEXT_TURN:
        ends = b.turn > c.since + 1
    else:
        ends = b.turn > c.since
    if ends and target_of(c) >= 0:
        emit(b.log, Ev.WEARS_OFF, R + 91, target_of(c), c.spell, 0, 1, 0.0)
    return ends


def thaw(b: Battle, f: int) -> None:
    """Who was to run while it was frozen runs now; who ran before that goes on as routers do [FW-R98]."""
    u = b.formations[f]
    if u.n > 0 and is_running(u) and not is_frozen(b, f):
        run_on(b, f)


def fast_strikes(b: Battle) -> None:
    """FAST STRIKE pushes back whom it may before the fights [FW-090, FW-R13, FW-R100]."""
    for k in range(b.n_charms):
        c = b.charms[k]
        if c.effect == Spell.FAST_STRIKE:
            strike_fast(b, c.formation, c.strip)
