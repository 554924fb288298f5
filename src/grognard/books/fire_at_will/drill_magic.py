"""The drill-book general's magic: which six spells, when to cast, at what, and when to meditate.

He reckons what a spell is likely to bring in strips' worth, against what its points could bring later."""

from __future__ import annotations

from ...battle import with_how
from ...table.vectors import distance
from ...values import Ask, Order
from .charms import is_frozen, is_unharmable, lies_on
from .drill_charge import no_order
from .drill_odds import worth, worth_of_hit
from .drill_plan import gap_between, is_foe, is_shooter, nearest_foe, threat_to
from .magic import check_cast, check_meditate
from .state import NOBODY, Act, Aim, Battle, Deed, Lost, Nerve, No, Spell
from .storms import is_tough
from .strips import is_big, is_character, is_garrison, is_running
from .touching import enemy_in_contact, in_contact

A_POINT = 0.35  # what a point of power is worth to him
TWO_UP = 5.0 / 6.0
THREE_UP = 4.0 / 6.0
HELD = 0.25  # of its worth that an enemy loses by a spell that only hampers him
DRIVEN = 0.6  # by one that makes him run
GATHERING = 2  # he meditates with fewer points than this
REACH = 13.0  # inches: nobody farther off is looked at but for storms


def pick_spells(b: Battle, ask: Ask) -> Order:
    """The six that bring most against what the enemy shows."""
    side = ask.side
    chosen = 0
    n = 0
    while n < b.rules.picks and n < b.n_spells:
        best, found = -1.0, 0
        for spell in range(b.n_spells):
            if (chosen >> spell) % 2 == 0 and liking(b, side, b.spells[spell].effect) > best:
                best, found = liking(b, side, b.spells[spell].effect), spell
        chosen |= 1 << found
        n += 1
    return with_how(Act.PICK, ask.actor, NOBODY, chosen)


def liking(b: Battle, side: int, effect: int) -> float:
    """How much he likes a spell before the battle."""
    if effect == Spell.LIGHTNING_BOLT:
        return 10.0
    if effect == Spell.YOU_ARE_MINE:
        return 9.0
    if effect == Spell.FREEZE:
        return 8.0
    if effect == Spell.GREAT_STORM:
        return 7.0
    if effect == Spell.TURN_UNDEAD:
        return 8.5 if shows_undead(b, side) else 0.5
    if effect == Spell.HEAL:
        return 5.0
    if effect == Spell.DEATH_AND_DECAY:
        return 4.0
    if effect == Spell.PHEONIX_DOWN:
        return 3.0
    return 2.0 if effect == Spell.HARM_HIM_NOT else 1.0


def shows_undead(b: Battle, side: int) -> bool:
    for g in range(b.n_formations):
        if is_foe(b, side, g) and b.strips[b.formations[g].members[0]].undead:
            return True
    return False


# Casting


def is_shielded(b: Battle, g: int) -> bool:
    """Does a MAGICAL SHIELD lie on it?  That everybody has seen."""
    return b.n_charms > 0 and lies_on(b, Spell.MAGICAL_SHIELD, g) >= 0


def cast_something(b: Battle, side: int) -> Order:
    """The best spell of the first mage who is free to cast; meditation if he has nothing better; or DONE."""
    if b.options.magic == No.FALSE:
        return no_order()
    for k in range(b.n_mages):
        i = b.mages[k].strip
        s = b.strips[i]
        if s.formation >= 0 and s.side == side and s.deed == Deed.NONE and s.lost == Lost.NO:
            order = best_spell(b, k)
            if order.kind == Act.DONE:
                order = rest(b, k)
            if order.kind != Act.DONE:
                return order
    return no_order()


def rest(b: Battle, k: int) -> Order:
    """Meditation, where nobody can come at him and his men do not need to move; or DONE."""
    m = b.mages[k]
    f = b.strips[m.strip].formation
    if m.points >= min(GATHERING, m.stock) or b.formations[f].n > 1:
        return no_order()
    _, short = threat_to(b, f)
    order = Order(Act.MEDITATE, m.strip, NOBODY, 0, 0.0, 0.0, 0.0, 0.0)
    if short < 0.0 or check_meditate(b, b.strips[m.strip].side, order) != 0:
        return no_order()
    return order


def best_spell(b: Battle, k: int) -> Order:
    """The spell that brings most beyond its cost, among those that may be cast; or DONE."""
    m = b.mages[k]
    side = b.strips[m.strip].side
    best, found = 0.0, no_order()
    f = b.strips[m.strip].formation
    if in_contact(b, f) or b.formations[f].moved or is_running(b.formations[f]) or is_frozen(b, f):
        return found
    for spell in range(b.n_spells):
        row = b.spells[spell]
        if (m.spells >> spell) % 2 == 1 and row.cost <= m.points:
            order, value = best_use(b, m.strip, spell, best + A_POINT * row.cost)
            value -= A_POINT * row.cost
            if value > best and check_cast(b, side, order) == 0:
                best, found = value, order
    return found


def best_use(b: Battle, i: int, spell: int, least: float) -> tuple[Order, float]:
    """The best target of a spell, and what it brings there."""
    aim = b.spells[spell].aim
    if aim == Aim.STRIP:
        return best_strip(b, i, spell, least)
    if aim == Aim.CHARACTER:
        return best_friend(b, i, spell, least)
    if aim == Aim.DEAD:
        return best_dead(b, i, spell, least)
    if aim == Aim.ENEMY or aim == Aim.FORMATION:
        return best_formation(b, i, spell, least)
    return no_order(), 0.0


def spell_at(i: int, spell: int, other: int) -> Order:
    return Order(Act.CAST, i, other, spell, 0.0, 0.0, 0.0, 0.0)


def near_enough(b: Battle, i: int, spell: int, g: int) -> bool:
    """By a look: is formation g within the reach of a spell?"""
    reach = b.spells[spell].reach
    return reach <= 0.0 or gap_between(b, b.strips[i].formation, g) <= reach


# At formations


def best_formation(b: Battle, i: int, spell: int, least: float) -> tuple[Order, float]:
    best, found = least, no_order()
    for g in range(b.n_formations):
        if is_foe(b, b.strips[i].side, g):
            value = formation_value(b, b.spells[spell].effect, g)
            if value > best and near_enough(b, i, spell, g):
                order = spell_at(i, spell, g)
                if check_cast(b, b.strips[i].side, order) == 0:
                    best, found = value, order
    return found, best


def formation_value(b: Battle, effect: int, g: int) -> float:
    """What a spell on an enemy formation brings."""
    v = b.formations[g]
    if is_running(v) or is_shielded(b, g):
        return 0.0
    all_of_it = formation_worth(b, g)
    if effect == Spell.DEATH_AND_DECAY:
        return rot_value(b, g)
    if effect == Spell.TURN_UNDEAD:
        return all_of_it * DRIVEN * THREE_UP
    if effect == Spell.FREEZE and not is_frozen(b, g) and not is_garrison(v) and not in_contact(b, g):
        return all_of_it * HELD * TWO_UP * closeness(b, g)
    if effect == Spell.BLINDED and is_shooter(b, g):
        return all_of_it * HELD * TWO_UP / 2.0
    if effect == Spell.BEGONE and comes_on(b, g):
        return all_of_it * HELD / 2.0
    if effect == Spell.GO_SLOW and comes_on(b, g):
        return all_of_it * HELD / 4.0
    return 0.0


def formation_worth(b: Battle, g: int) -> float:
    v = b.formations[g]
    total = 0.0
    for m in range(v.n):
        total += worth(b, v.members[m])
    return total


def closeness(b: Battle, g: int) -> float:
    """1 for an enemy about to charge somebody, less for one farther off."""
    h, gap = nearest_foe(b, g)
    return 1.0 if h >= 0 and gap <= REACH else 0.3


def comes_on(b: Battle, g: int) -> bool:
    """One who is no shooter, and is free to charge."""
    v = b.formations[g]
    return v.nerve == Nerve.CALM and not is_shooter(b, g) and not is_garrison(v) and not in_contact(b, g)


def rot_value(b: Battle, g: int) -> float:
    """DEATH AND DECAY: a die for each strip, undead left out [FW-083]."""
    v = b.formations[g]
    total = 0.0
    for m in range(v.n):
        if not b.strips[v.members[m]].undead:
            total += storm_loss(b, v.members[m])
    return total


def storm_loss(b: Battle, j: int) -> float:
    """What a die under a storm is likely to cost strip j [FW-077]."""
    upto = b.rules.tough_hit if is_tough(b.strips[j]) else b.rules.soft_hit
    return upto / 6.0 * worth_of_hit(b, j)


# At strips


def best_strip(b: Battle, i: int, spell: int, least: float) -> tuple[Order, float]:
    """Of every enemy formation in reach the strip that would be missed most."""
    best, found = least, no_order()
    side = b.strips[i].side
    for g in range(b.n_formations):
        if is_foe(b, side, g) and near_enough(b, i, spell, g) and not is_shielded(b, g):
            v = b.formations[g]
            for m in range(v.n):
                value = strip_value(b, b.spells[spell].effect, side, v.members[m], spell)
                if value > best:
                    order = spell_at(i, spell, v.members[m])
                    if check_cast(b, side, order) == 0:
                        best, found = value, order
    return found, best


def strip_value(b: Battle, effect: int, side: int, j: int, spell: int) -> float:
    s = b.strips[j]
    if effect == Spell.LIGHTNING_BOLT:
        great = is_character(s) or is_big(s)
        return TWO_UP * (worth_of_hit(b, j) if great else worth(b, j))
    if effect == Spell.YOU_ARE_MINE:
        return 0.0 if is_character(s) else TWO_UP * worth(b, j) * 1.5
    if effect == Spell.GREAT_STORM and s.rank == 0:
        return storm_value(b, side, s.x, s.y, b.spells[spell].radius)
    return 0.0


def storm_value(b: Battle, side: int, x: float, y: float, radius: float) -> float:
    """Enemies under it, less friends; the hidden he does not know of [FW-R101]."""
    total = 0.0
    for j in range(b.n_strips):
        s = b.strips[j]
        if s.formation >= 0 and distance(s.x, s.y, x, y) <= radius:
            if s.side == side:
                total -= storm_loss(b, j)
            elif is_foe(b, side, s.formation):
                total += storm_loss(b, j)
    return total


# For friends


def best_friend(b: Battle, i: int, spell: int, least: float) -> tuple[Order, float]:
    """Whom to heal, or to keep from harm."""
    best, found = least, no_order()
    for j in range(b.n_strips):
        s = b.strips[j]
        if s.formation >= 0 and s.side == b.strips[i].side and is_character(s):
            value = friend_value(b, b.spells[spell].effect, j)
            if value > best:
                order = spell_at(i, spell, j)
                if check_cast(b, s.side, order) == 0:
                    best, found = value, order
    return found, best


def friend_value(b: Battle, effect: int, j: int) -> float:
    s = b.strips[j]
    if effect == Spell.HEAL and s.wounds > 0:
        return worth_of_hit(b, j) * 0.5
    if effect == Spell.HARM_HIM_NOT and not is_unharmable(b, j) and enemy_in_contact(b, s.formation, 0) >= 0:
        return worth_of_hit(b, j)
    return 0.0


def best_dead(b: Battle, i: int, spell: int, least: float) -> tuple[Order, float]:
    """Whom to raise."""
    best, found = least, no_order()
    for j in range(b.n_strips):
        s = b.strips[j]
        if s.side == b.strips[i].side and s.lost != Lost.NO and s.lost != Lost.OFF_TABLE:
            if worth(b, j) > best:
                order = spell_at(i, spell, j)
                if check_cast(b, s.side, order) == 0:
                    best, found = worth(b, j), order
    return found, best
