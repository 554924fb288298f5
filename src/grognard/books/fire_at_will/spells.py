"""What each spell does: one function each, by its effect [FW-073].

A spell is a row of numbers (state.SpellRow: cost, reach, aim, die, how long) and one of these functions, which
takes the caster's strip, the spell's number and the order.  A group's own spell names the function it is like."""

from __future__ import annotations

from ...battle import emit
from ...dice import die
from ...table.vectors import distance
from ...values import Order
from .charms import add_charm, forget_formation, forget_strip
from .decide import decide
from .hits import deal, doom, settle_formation, take_hit
from .movement import allowance, check_forced, left_to_move, move
from .newcomers import apart_spot, new_number, own_number, raising_spot, rejoin, rejoins, stand_alone
from .places import strike_off
from .rout import rout
from .spell_targets import rule_of, target_code, target_formation, target_strip
from .state import NOBODY, Act, AskKind, Battle, Deed, Ev, Lasts, Lost, Spell, Strip, Trigger
from .storms import is_tough, storm_over
from .strips import is_big, is_character


def work(b: Battle, i: int, spell: int, o: Order) -> None:
    """Strip i's spell, which has not failed, works on what the order names."""
    effect = b.spells[spell].effect
    if effect == Spell.BEGONE:
        begone(b, i, spell, o)
    elif effect == Spell.BLINDED:
        blinded(b, i, spell, o)
    elif effect == Spell.TURN_UNDEAD:
        turn_undead(b, i, spell, o)
    elif effect == Spell.DEATH_AND_DECAY:
        death_and_decay(b, i, spell, o)
    elif effect == Spell.FIRE_IN_THE_SKY:
        fire_in_the_sky(b, i, spell, o)
    elif effect == Spell.FLASH:
        flash(b, i, spell, o)
    elif effect == Spell.FOG_BANK:
        fog_bank(b, i, spell, o)
    elif effect == Spell.FREEZE:
        freeze(b, i, spell, o)
    elif effect == Spell.GO_SLOW:
        go_slow(b, i, spell, o)
    else:
        work_others(b, i, spell, o, effect)


def work_others(b: Battle, i: int, spell: int, o: Order, effect: int) -> None:
    """The second half of the list."""
    if effect == Spell.BE_GONE:
        be_gone(b, i, spell, o)
    elif effect == Spell.FAST_STRIKE:
        fast_strike(b, i, spell, o)
    elif effect == Spell.GREAT_STORM:
        great_storm(b, i, spell, o)
    elif effect == Spell.HARM_HIM_NOT:
        harm_him_not(b, i, spell, o)
    elif effect == Spell.HEAL:
        heal(b, i, spell, o)
    elif effect == Spell.LIGHTNING_BOLT:
        lightning_bolt(b, i, spell, o)
    elif effect == Spell.MAGICAL_SHIELD:
        magical_shield(b, i, spell, o)
    elif effect == Spell.PHEONIX_DOWN:
        pheonix_down(b, i, spell, o)
    else:
        you_are_mine(b, i, spell, o)


# Spells that stay in force


def bewitch(b: Battle, i: int, spell: int, o: Order, f: int, j: int) -> int:
    """The spell stays on formation f, or on strip j, as long as its row says [FW-074, FW-R91]."""
    row = b.spells[spell]
    left = row.turns if row.lasts == Lasts.TURNS else 0
    if row.lasts == Lasts.DICE:
        left = die(b.dice)
        emit(b.log, Ev.SPELL_DIE, rule_of(b, spell), i, target_code(b, spell, o), left, 0, 0.0)
    return add_charm(b, spell, i, f, j, left)


def on_formation(b: Battle, i: int, spell: int, o: Order) -> None:
    """It stays on the formation that the order names."""
    bewitch(b, i, spell, o, target_formation(b, spell, o), NOBODY)


def on_either(b: Battle, i: int, spell: int, o: Order) -> None:
    """It stays on the character that the order names, or on the formation."""
    j = target_strip(b, spell, o)
    bewitch(b, i, spell, o, NOBODY if j >= 0 else target_formation(b, spell, o), j)


def blinded(b: Battle, i: int, spell: int, o: Order) -> None:
    """A formation of archers cannot shoot next turn [FW-081, FW-R94]."""
    on_formation(b, i, spell, o)


def flash(b: Battle, i: int, spell: int, o: Order) -> None:
    """Doubles a formation's movement: see charms.pace_factor [FW-085]."""
    on_formation(b, i, spell, o)


def go_slow(b: Battle, i: int, spell: int, o: Order) -> None:
    """A formation and the character with it move at half speed: see charms.pace_factor [FW-088]."""
    f = target_formation(b, spell, o)
    bewitch(b, i, spell, o, f, b.formations[f].character)


def freeze(b: Battle, i: int, spell: int, o: Order) -> None:
    """An enemy formation cannot move, shoot or speak for a die of turns [FW-087, FW-R98]."""
    on_formation(b, i, spell, o)


def magical_shield(b: Battle, i: int, spell: int, o: Order) -> None:
    """Protects a formation from enemy spells: see shields.py [FW-095, FW-R105]."""
    on_formation(b, i, spell, o)


def be_gone(b: Battle, i: int, spell: int, o: Order) -> None:
    """A formation or a character is invisible [FW-089, FW-R92, FW-R99]."""
    on_either(b, i, spell, o)


def fast_strike(b: Battle, i: int, spell: int, o: Order) -> None:
    """Pushes back all it touches this turn: see pushing.py [FW-090, FW-R100]."""
    on_either(b, i, spell, o)


def harm_him_not(b: Battle, i: int, spell: int, o: Order) -> None:
    """A character cannot be harmed [FW-092, FW-R102]."""
    on_either(b, i, spell, o)


def fog_bank(b: Battle, i: int, spell: int, o: Order) -> None:
    """Fog that one moves through, not sees through [FW-086, FW-R97]."""
    k = bewitch(b, i, spell, o, NOBODY, NOBODY)
    b.charms[k].x = o.x
    b.charms[k].y = o.y
    emit(b.log, Ev.FOG, 86, k, i, 1, 0, 0.0)


# Spells that move


def begone(b: Battle, i: int, spell: int, o: Order) -> None:
    """Moves one enemy formation as if it were the caster's; its own move is over [FW-080, FW-R92, FW-R93]."""
    f = target_formation(b, spell, o)
    u = b.formations[f]
    before = b.mover
    moved = u.moved
    x, y = u.x, u.y
    u.share = 1.0
    u.spent = 0.0
    u.began = False
    u.done = False
    while left_to_move(b, f) > b.rules.tolerance:
        take_rest(b, f)
        b.mover = f
        order = decide(b, AskKind.FORCED, b.strips[i].side, f, i)
        if order.kind == Act.DONE or check_forced(b, f, order) != 0:
            break  # somebody whom the caster does not know of may be in the way [FW-R114]
        moved = True
        move(b, order)
    u.moved = moved
    u.done = True
    b.mover = before
    emit(b.log, Ev.FORCED, 80, f, i, 0, 0, distance(x, y, u.x, u.y))


def take_rest(b: Battle, f: int) -> None:
    """What is left of a forced move is all there is for its next manoeuvre [FW-R93]."""
    u = b.formations[f]
    u.share = left_to_move(b, f) / allowance(b, f)
    u.spent = 0.0


def turn_undead(b: Battle, i: int, spell: int, o: Order) -> None:
    """Undead run a full move from the caster, and are routers then [FW-082, FW-R95, FW-R108]."""
    f = target_formation(b, spell, o)
    b.formations[f].routed_by = i
    rout(b, f, 82)


# Spells that harm and heal


def death_and_decay(b: Battle, i: int, spell: int, o: Order) -> None:
    """A die for each strip of the target and its character; undead are immune [FW-077, FW-083, FW-R96]."""
    u = b.formations[target_formation(b, spell, o)]
    for k in range(u.n):
        if not b.strips[u.members[k]].undead:
            rot(b, u.members[k])
    deal(b, Lost.MAGIC, 83)


def rot(b: Battle, j: int) -> None:
    """One die under the rain: knights, heroes and leaders suffer on a 1, others on 1 or 2 [FW-077, FW-083]."""
    upto = b.rules.tough_hit if is_tough(b.strips[j]) else b.rules.soft_hit
    face = die(b.dice)
    emit(b.log, Ev.STORM, 83, j, NOBODY, face, upto, 0.0)
    if face <= upto:
        take_hit(b, j, 1)


def great_storm(b: Battle, i: int, spell: int, o: Order) -> None:
    """A storm over an enemy strip and all near it, friend or foe [FW-077, FW-091, FW-R101]."""
    s = b.strips[target_strip(b, spell, o)]
    storm_over(b, i, s.x, s.y, b.spells[spell].radius + b.rules.tolerance)
    deal(b, Lost.MAGIC, 91)


def lightning_bolt(b: Battle, i: int, spell: int, o: Order) -> None:
    """Kills a strip; characters and the great take a hit [FW-078, FW-094, FW-R104]."""
    j = target_strip(b, spell, o)
    s = b.strips[j]
    if is_character(s) or is_big(s):
        take_hit(b, j, 1)
    else:
        doom(b, j, Lost.MAGIC)
    deal(b, Lost.MAGIC, 94)


def heal(b: Battle, i: int, spell: int, o: Order) -> None:
    """Takes one hit from a character [FW-093, FW-R103]."""
    j = target_strip(b, spell, o)
    s = b.strips[j]
    s.wounds = max(0, s.wounds - 1)
    emit(b.log, Ev.HEALED, 93, j, i, s.wounds, 0, 0.0)


def fire_in_the_sky(b: Battle, i: int, spell: int, o: Order) -> None:
    """A harmless signal of the colour the caster says [FW-084]."""
    emit(b.log, Ev.SIGNAL, 84, i, NOBODY, o.other, 0, 0.0)


# Spells of life and death


def pheonix_down(b: Battle, i: int, spell: int, o: Order) -> None:
    """Raises a dead strip, unhurt: with its formation, or near the caster; it does nothing this turn [FW-096, FW-R106]."""
    j = o.other
    s = b.strips[j]
    joins = rejoins(b, j, i)
    x, y, _ = raising_spot(b, j, i, b.spells[spell].reach)
    forget_strip(b, j)
    s.lost = Lost.NO
    s.wounds = 0
    s.duel = NOBODY
    s.toss_wins = 0
    if joins:
        rejoin(b, j)
    else:
        stand_alone(b, j, own_number(b, j), x, y)
    s.deed = Deed.RAISED
    emit(b.log, Ev.RAISED, 96, j, s.formation, 0, 0, 0.0)


def you_are_mine(b: Battle, i: int, spell: int, o: Order) -> None:
    """An enemy strip changes sides: a casualty to its formation, and a formation of one [FW-097, FW-R56, FW-R107]."""
    j = target_strip(b, spell, o)
    s = b.strips[j]
    f = s.formation
    x, y, _ = apart_spot(b, j)
    strike_off(b, j)
    s.side = b.strips[i].side
    s.home = new_number(b)
    stand_alone(b, j, s.home, x, y)
    s.deed = Deed.RAISED
    end_duel(b, s)
    emit(b.log, Ev.CONVERTED, 97, j, s.formation, f, 0, 0.0)
    bereave(b, f)
    know(b, s)


def end_duel(b: Battle, s: Strip) -> None:
    """He who fought it has no more opponent."""
    if s.duel >= 0:
        b.strips[s.duel].duel = NOBODY
    s.duel = NOBODY


def bereave(b: Battle, f: int) -> None:
    """The formation has lost a strip [FW-R56, FW-R107]."""
    u = b.formations[f]
    u.casualties += 1
    u.test_due |= Trigger.CASUALTY
    if u.n == 0:
        forget_formation(b, f)
    else:
        settle_formation(b, f)


def know(b: Battle, s: Strip) -> None:
    """Those who see whom they had on their side before are not surprised by it [FW-R65]."""
    for g in range(b.n_formations):
        b.formations[g].seen |= 1 << s.formation
