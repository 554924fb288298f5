"""What a spell may be cast at: what its aim names, in reach, in sight, and of the right sort.  Nothing here asks.

An order names a formation, or a strip, as the spell's Aim says; where both may be meant, FIGURE + s is strip s.
Events name formations, and FIGURE + s for strips."""

from __future__ import annotations

from ...battle import refuse
from ...table.boxes import point_box_gap
from ...values import Order
from .charms import is_frozen, is_invisible, strip_is_invisible
from .newcomers import apart_spot, may_come_back, new_number
from .sight import sees_place, strip_sees, strip_sees_formation
from .state import (
    FIGURE,
    NOBODY,
    Aim,
    Battle,
    Colour,
    Formation,
    Lost,
    No,
    R,
    Spell,
    Strip,
    Troop,
    Weapon,
    Yes,
)
from .strips import box_of, is_character, is_garrison, is_lone_character, on_table
from .touching import in_contact, strip_formation_gap, strips_gap

FIRST_SPELL = 80  # BEGONE! is FW-080, and the others follow in the order of Spell


def rule_of(b: Battle, spell: int) -> int:
    """The rule of a spell: of the one that it is like, for a group's own [FW-073]."""
    return FIRST_SPELL + b.spells[spell].effect


# What an order means


def names_strip(aim: int, other: int) -> bool:
    """Does the order name a strip, not a formation?"""
    return (
        aim == Aim.STRIP or aim == Aim.CHARACTER or aim == Aim.DEAD or (aim == Aim.EITHER and other >= FIGURE)
    )


def target_strip(b: Battle, spell: int, o: Order) -> int:
    """The strip that a spell is cast at, or nobody; a character alone is meant himself [FW-068]."""
    aim = b.spells[spell].aim
    if names_strip(aim, o.other):
        return o.other - FIGURE if aim == Aim.EITHER else o.other
    if aim == Aim.EITHER and is_lone_character(b, b.formations[o.other]):
        return b.formations[o.other].members[0]
    return NOBODY


def target_formation(b: Battle, spell: int, o: Order) -> int:
    """The formation that a spell is cast at, or that of the strip; nobody for places and the dead [FW-068]."""
    aim = b.spells[spell].aim
    if aim == Aim.NOTHING or aim == Aim.PLACE or aim == Aim.DEAD:
        return NOBODY
    i = target_strip(b, spell, o)
    return b.strips[i].formation if i >= 0 else o.other


def target_code(b: Battle, spell: int, o: Order) -> int:
    """The target as events name it."""
    i = target_strip(b, spell, o)
    return FIGURE + i if i >= 0 else target_formation(b, spell, o)


# The checks


def check_target(b: Battle, i: int, spell: int, o: Order) -> int:
    """Strip i may cast that spell at what the order names [FW-068, FW-069, FW-R89]."""
    aim = b.spells[spell].aim
    if aim == Aim.NOTHING:
        return check_colour(b, i, o)
    if aim == Aim.PLACE:
        return check_place(b, i, spell, o)
    if aim == Aim.DEAD:
        return check_dead(b, i, spell, o)
    bad = check_named(b, i, aim, o)
    if bad == 0:
        bad = check_unseen(b, i, spell, o)
    if bad == 0:
        bad = check_reach(b, i, spell, o)
    if bad == 0:
        bad = check_sort(b, i, spell, o)
    if bad == 0:
        bad = check_sight(b, i, spell, o)
    return bad


def check_colour(b: Battle, i: int, o: Order) -> int:
    """A signal needs no target, but a colour [FW-084, FW-R89]."""
    if not 0 <= o.other <= Colour.WHITE:
        return refuse(b.refusal, 84, float(o.other), float(Colour.WHITE), i)
    return 0


def check_place(b: Battle, i: int, spell: int, o: Order) -> int:
    """A spot on the table, in reach and in sight [FW-086, FW-R89, FW-R97]."""
    if not (0.0 <= o.x <= b.ground.width and 0.0 <= o.y <= b.ground.depth):
        return refuse(b.refusal, R + 97, 0.0, 0.0, NOBODY)
    reach = b.spells[spell].reach
    gap = point_box_gap(box_of(b.strips[i]), o.x, o.y)
    if reach > 0.0 and gap > reach + b.rules.tolerance:
        return refuse(b.refusal, rule_of(b, spell), gap, reach, NOBODY)
    if not sees_place(b, i, o.x, o.y):
        return refuse(b.refusal, 69, 0.0, 0.0, NOBODY)
    return 0


def check_dead(b: Battle, i: int, spell: int, o: Order) -> int:
    """A friend who was lost but did not leave the table, and room for him [FW-096, FW-R106]."""
    if not 0 <= o.other < b.n_strips:
        return refuse(b.refusal, 68, 0.0, 0.0, NOBODY)
    s = b.strips[o.other]
    if s.side != b.strips[i].side or s.lost == Lost.NO or s.lost == Lost.OFF_TABLE:
        return refuse(b.refusal, R + 106, 0.0, 0.0, o.other)
    if not may_come_back(b, o.other, i, b.spells[spell].reach):
        return refuse(b.refusal, R + 106, 0.0, b.spells[spell].reach, o.other)
    return 0


def check_named(b: Battle, i: int, aim: int, o: Order) -> int:
    """It is on the table, of the side and the kind that the spell is for [FW-068]."""
    if names_strip(aim, o.other):
        j = o.other - FIGURE if aim == Aim.EITHER else o.other
        if not 0 <= j < b.n_strips or not on_table(b.strips[j]):
            return refuse(b.refusal, 68, 0.0, 0.0, NOBODY)
        if aim != Aim.STRIP and not is_character(b.strips[j]):
            return refuse(b.refusal, 68, 0.0, 0.0, j)
    elif not 0 <= o.other < b.n_formations or b.formations[o.other].n == 0:
        return refuse(b.refusal, 68, 0.0, 0.0, NOBODY)
    return check_whose(b, i, aim, o)


def check_whose(b: Battle, i: int, aim: int, o: Order) -> int:
    """Enemies, friends, or either [FW-068]."""
    side = b.strips[i].side
    its = b.strips[o.other].side if aim == Aim.STRIP else side
    if aim == Aim.ENEMY or aim == Aim.FRIEND:
        its = b.formations[o.other].side
    if aim == Aim.FRIEND and its != side:
        return refuse(b.refusal, 68, 0.0, 0.0, NOBODY)
    if (aim == Aim.ENEMY or aim == Aim.STRIP) and its == side:
        return refuse(b.refusal, 68, 0.0, 0.0, NOBODY)
    return 0


def check_unseen(b: Battle, i: int, spell: int, o: Order) -> int:
    """Neither the invisible nor the enemy's hidden troops can be chosen [FW-069, FW-R99, FW-R114]."""
    f = target_formation(b, spell, o)
    j = target_strip(b, spell, o)
    if b.formations[f].hidden and b.formations[f].side != b.strips[i].side:
        return refuse(b.refusal, 69, 0.0, 0.0, NOBODY)
    if (j >= 0 and strip_is_invisible(b, j)) or (j < 0 and is_invisible(b, f)):
        return refuse(b.refusal, R + 99, 0.0, 0.0, NOBODY)
    return 0


def check_reach(b: Battle, i: int, spell: int, o: Order) -> int:
    """From the mage's base to the nearest point of the target, all round; no number: unlimited [FW-R89]."""
    reach = b.spells[spell].reach
    j = target_strip(b, spell, o)
    gap = strips_gap(b, i, j) if j >= 0 else strip_formation_gap(b, i, o.other)
    if reach > 0.0 and gap > reach + b.rules.tolerance:
        return refuse(b.refusal, rule_of(b, spell), gap, reach, target_formation(b, spell, o))
    return 0


def check_sight(b: Battle, i: int, spell: int, o: Order) -> int:
    """He sees the target; a storm needs sight of the formation only; those with him he sees anyway [FW-069, FW-R89]."""
    f = target_formation(b, spell, o)
    j = target_strip(b, spell, o)
    if f == b.strips[i].formation:
        return 0
    if j >= 0 and b.spells[spell].effect != Spell.GREAT_STORM:
        seen = strip_sees(b, i, j, True)
    else:
        seen = strip_sees_formation(b, i, f)
    return 0 if seen else refuse(b.refusal, 69, 0.0, 0.0, f)


# Of the right sort


def check_sort(b: Battle, i: int, spell: int, o: Order) -> int:
    """What some spells ask of their targets besides."""
    effect = b.spells[spell].effect
    f = target_formation(b, spell, o)
    if effect == Spell.BEGONE:
        return check_begone(b, f)
    if effect == Spell.BLINDED:
        return 0 if has_shooters(b, f) else refuse(b.refusal, R + 94, 0.0, 0.0, f)
    if effect == Spell.TURN_UNDEAD:
        return check_turn_undead(b, f)
    j = target_strip(b, spell, o)
    if effect == Spell.HEAL and b.strips[j].wounds == 0:
        return refuse(b.refusal, R + 103, 0.0, 0.0, j)
    if effect == Spell.YOU_ARE_MINE:
        return check_you_are_mine(b, j)
    return 0


def check_begone(b: Battle, f: int) -> int:
    """Not in melee; nobody moves the frozen, or calls a garrison out [FW-080, FW-087, FW-R93]."""
    if in_contact(b, f):
        return refuse(b.refusal, 80, 0.0, 0.0, f)
    if is_garrison(b.formations[f]):
        return refuse(b.refusal, R + 93, 0.0, 0.0, f)
    if is_frozen(b, f):
        return refuse(b.refusal, 87, 0.0, 0.0, f)
    return 0


def has_shooters(b: Battle, f: int) -> bool:
    """Archers, crossbows or arquebus, on foot or mounted [FW-081, FW-R94]."""
    u = b.formations[f]
    for k in range(u.n):
        weapon = b.strips[u.members[k]].weapon
        if weapon == Weapon.BOW or weapon == Weapon.CROSSBOW:
            return True
    return False


def check_turn_undead(b: Battle, f: int) -> int:
    """Undead only, or by option anybody; a garrison never runs [FW-082, FW-R67, FW-R95]."""
    u = b.formations[f]
    if b.options.turn_undead_any == No.FALSE and not are_undead(b, u):
        return refuse(b.refusal, R + 95, 0.0, 0.0, f)
    if is_garrison(u):
        return refuse(b.refusal, R + 67, 0.0, 0.0, f)
    return 0


def are_undead(b: Battle, u: Formation) -> bool:
    """All its strips are, whoever leads them [FW-R95]."""
    for k in range(u.n):
        if u.members[k] != u.character and not b.strips[u.members[k]].undead:
            return False
    return True


def is_monster(s: Strip) -> bool:
    """Trolls, ogres, giants, behemoths, dragons and beasts [FW-R107, FW-R115]."""
    return (
        s.troop == Troop.TROLL
        or s.troop == Troop.OGRE
        or s.troop == Troop.GIANT
        or s.troop == Troop.BEHEMOTH
        or s.troop == Troop.DRAGON
        or s.troop == Troop.BEAST
    )


def check_you_are_mine(b: Battle, j: int) -> int:
    """No hero, leader or wizard; by option no monster; and there must be a spot for it [FW-097, FW-R107]."""
    s = b.strips[j]
    if is_character(s) or (b.options.convert_monsters == Yes.FALSE and is_monster(s)):
        return refuse(b.refusal, R + 107, 0.0, 0.0, j)
    _, _, found = apart_spot(b, j)
    if not found or new_number(b) < 0:
        return refuse(b.refusal, R + 107, 0.0, b.rules.set_apart, j)
    return 0
