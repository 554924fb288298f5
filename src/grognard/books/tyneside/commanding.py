"""The command step: dice, points, and whom they buy [TY-008, TY-009, TY-R31]."""

from __future__ import annotations

from ...battle import emit, emit_roll
from ...dice import die, pool
from .command import (
    can_activate_any,
    dice_of,
    has_musician,
    is_musician,
    loses_a_die,
    price_of_group,
    purse_of,
    reaches_all,
    throws_as_relay,
)
from .decide import decide
from .figures import first, is_leader, next_of, stands
from .state import NOBODY, Act, AskKind, Battle, Ev, R, Role


def begin_command(b: Battle, side: int) -> None:
    """Last turn's command is over."""
    for g in range(b.n_groups):
        u = b.groups[g]
        if u.side == side:
            u.commander, u.declared, u.relay, u.points = NOBODY, False, False, 0


def command_side(b: Battle, side: int) -> None:
    """Each Player Character of the side in turn, with a purse of his own [TY-018, TY-R42]."""
    begin_command(b, side)
    for g in range(b.n_groups):
        if b.groups[g].side == side and b.groups[g].pc and stands(b, g):
            command(b, g)


def command(b: Battle, pc: int) -> None:
    """He says whether he will load or fire, throws, and spends as he sees fit [TY-019, TY-R31]."""
    u = b.groups[pc]
    u.declared = decide(b, AskKind.DECLARE, u.side, pc, NOBODY).kind == Act.YES
    throw_command(b, pc, pc)
    while can_activate_any(b, pc):
        o = decide(b, AskKind.SPEND, u.side, pc, u.points)
        if o.kind == Act.DONE:
            break
        activate(b, pc, o.other, o.how != 0)
    if u.points > 0:
        emit(b.log, Ev.POINTS_LOST, R + 31, pc, -1, u.points, 0, 0.0)


def throw_command(b: Battle, g: int, pc: int) -> None:
    """The command dice of a leader go into the purse [TY-008, TY-033, TY-R32]."""
    busy = loses_a_die(b, g)
    if busy != 0:
        emit(b.log, Ev.FEWER_DICE, 23, g, -1, busy, 0, 0.0)
    n = dice_of(b, g)
    pool(b.dice, n)
    score = 0
    for face in range(1, 7):
        score += face * b.dice.faces[face]
    rule = 22 - b.figures[first(b, g)].quality
    emit_roll(b.log, b.dice, Ev.COMMAND_DICE, rule, g, pc, n, score)
    b.groups[purse_owner(b, g, pc)].points += score


def purse_owner(b: Battle, g: int, pc: int) -> int:
    """One pool, or each leader his own [TY-R32]."""
    return pc if b.options.command_pool == 0 else g


def pay(b: Battle, pc: int, g: int, price: int) -> None:
    """From the pool; with pools of their own, from that of the leader who has most and reaches all."""
    if b.options.command_pool == 0:
        b.groups[pc].points -= price
        return
    most, found = -1, pc
    for k in range(b.n_groups):
        u = b.groups[k]
        chain = k == pc or (u.relay and u.commander == pc and stands(b, k))
        if chain and u.points > most and reaches_all(b, k, g):
            most, found = u.points, k
    b.groups[found].points -= price


def activate(b: Battle, pc: int, g: int, declares: bool) -> None:
    """A leader or a whole group is paid for; leaders join the chain and throw at once [TY-028, TY-032, TY-R33, TY-R38]."""
    u = b.groups[g]
    price = price_of_group(b, pc, g)
    first_musician = is_musician(b, g) and not has_musician(b, pc)
    pay(b, pc, g, price)
    u.commander = pc
    u.router, u.falling_back = False, u.falling_back and not u.router
    left = purse_of(b, pc, g)
    emit(b.log, Ev.ACTIVATED, 31 if not is_leader(u) else 28, g, pc, price, left, 0.0)
    if not is_leader(u):
        return
    u.relay, u.declared = True, declares
    if first_musician:
        extra(b, g, pc)
    if throws_as_relay(b, g):
        throw_command(b, g, pc)
    else:
        u.relay = False


def extra(b: Battle, g: int, pc: int) -> None:
    """One die more for the first drummer or bugler [TY-024, TY-R34]."""
    for _ in range(b.rules.extra_dice):
        roll = die(b.dice)
        b.groups[pc].points += roll
        emit(b.log, Ev.EXTRA_DIE, 24, g, pc, roll, 0, 0.0)


# Who commands when he is dead


def succeed(b: Battle, side: int) -> None:
    """The highest-class officer left, else NCO, is the player's character from the next turn [TY-R43]."""
    if b.options.succession != 0:
        return
    for g in range(b.n_groups):
        u = b.groups[g]
        if u.side == side and u.pc and first(b, g) < 0 and u.enters <= b.turn and u.marker < 0:
            u.pc = False
            heir = best_heir(b, side)
            if heir >= 0:
                b.groups[heir].pc = True
                emit(b.log, Ev.SUCCEEDS, R + 43, heir, g, 0, 0, 0.0)


def best_heir(b: Battle, side: int) -> int:
    best, found = -1, NOBODY
    for g in range(b.n_groups):
        u = b.groups[g]
        if u.side != side or u.pc or not stands(b, g):
            continue
        if u.role == Role.OFFICER or u.role == Role.NCO:
            worth = b.figures[first(b, g)].quality + (10 if u.role == Role.OFFICER else 0)
            if worth > best:
                best, found = worth, g
    return found


def meet_civilians(b: Battle) -> None:
    """Civilians are Loyal once one of their side has come within 5 of them."""
    for g in range(b.n_groups):
        u = b.groups[g]
        if u.loyal_when_met != 0 and stands(b, g) and somebody_near(b, g):
            u.loyal |= u.loyal_when_met
            u.loyal_when_met = 0


def somebody_near(b: Battle, g: int) -> bool:
    for h in range(b.n_groups):
        if h != g and b.groups[h].side == b.groups[g].side and not b.groups[h].civilian:
            i = first(b, h)
            while i >= 0:
                j = first(b, g)
                while j >= 0:
                    dx, dy = b.figures[i].x - b.figures[j].x, b.figures[i].y - b.figures[j].y
                    if dx * dx + dy * dy <= (b.rules.near + b.rules.foot_base) ** 2:
                        return True
                    j = next_of(b, j)
                i = next_of(b, i)
    return False
