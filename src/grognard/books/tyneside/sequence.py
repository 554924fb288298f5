"""The turn, as prose: six steps, always in this order [TY-007]."""

from __future__ import annotations

from ...battle import emit
from ...dice import die
from .actions import act_out
from .commanding import command_side, meet_civilians, succeed
from .decide import decide
from .early_19th.gatling import fire_gatling, is_gatling
from .figures import (
    appear,
    count_off_all,
    first,
    forget,
    forget_groups,
    nearest_among,
    next_of,
    radius,
    stands,
)
from .guns import capture_guns, fire_gun, has_worked, is_gun, work_on
from .hits import suffer_all
from .legality import check_gun, fires_gun, has_fired_already, serves_gun
from .loading import load_all
from .melee import fight_all
from .orders import carry_out, hold
from .plans import may_order
from .shooting import (
    anybody_armed,
    beyond_all_shots,
    forget_shots,
    how_things_stand,
    may_fire_at,
    may_shoot_at_all,
    shoots_now,
)
from .spotting import lay_markers, reveal_markers, spot
from .state import (
    NOBODY,
    Act,
    AskKind,
    Battle,
    Book,
    Ev,
    Initiative,
    Lost,
    Phase,
    PsSequence,
    R,
)
from .status import attach_all, is_commanded, look_about
from .throws import Whose, is_bound, is_of, obeys, throw_all
from .victory import judge
from .volleys import fire, fire_uncommanded, pick_off
from .ways import free_place


def play(b: Battle) -> int:
    """A whole battle: the winner, or 2 for a draw."""
    while b.winner < 0:
        play_turn(b)
    return b.winner


def play_turn(b: Battle) -> None:
    """Command, dice and moves of one side, shooting, the other side's, shooting, melees [TY-007]."""
    begin_turn(b)
    if b.book == Book.EARLY_19TH:
        turn_of_early_19th(b)
    elif b.options.ps_sequence == PsSequence.COMMANDED_FIRST:
        turn_commanded_first(b)
    else:
        turn_of_pike_and_shot(b)
    begin_step(b, 6, Phase.MELEE, b.side_a)
    fight_all(b)
    end_turn(b)


def turn_of_early_19th(b: Battle) -> None:
    """Each side shoots when it has moved [EC-013, EC-014]."""
    for k in range(2):
        side = b.side_a if k == 0 else 1 - b.side_a
        dice_and_moves(b, side, 1 if k == 0 else 4, Whose.ALL)
        shoot(b, side, 3 if k == 0 else 5, Whose.ALL)
        suffer_all(b)


def turn_of_pike_and_shot(b: Battle) -> None:
    """Commanded units shoot when their side has moved, the others of both sides at the end.

    [PS-013, PS-014, PS-015, PS-016, PS-R06, PS-R07]"""
    for k in range(2):
        side = b.side_a if k == 0 else 1 - b.side_a
        dice_and_moves(b, side, 1 if k == 0 else 4, Whose.ALL)
        shoot(b, side, 3 if k == 0 else 4, Whose.COMMANDED)
        suffer_all(b)
    uncommanded_shoot(b)


def turn_commanded_first(b: Battle) -> None:
    """If a game has it so, commanded units act wholly before any other dices [PS-R07]."""
    for k in range(2):
        side = b.side_a if k == 0 else 1 - b.side_a
        dice_and_moves(b, side, 1 if k == 0 else 4, Whose.COMMANDED)
        shoot(b, side, 3 if k == 0 else 4, Whose.COMMANDED)
        suffer_all(b)
    for k in range(2):
        side = b.side_a if k == 0 else 1 - b.side_a
        begin_step(b, 4, Phase.DICE, side)
        attach_all(b)
        look_about(b, side)
        throw_all(b, side, Whose.UNCOMMANDED)
        move(b, side, Whose.UNCOMMANDED)
    uncommanded_shoot(b)


def uncommanded_shoot(b: Battle) -> None:
    """Uncommanded units of both sides, at once [PS-014, PS-R07]."""
    for k in range(2):
        shoot(b, b.side_a if k == 0 else 1 - b.side_a, 5, Whose.UNCOMMANDED)
    suffer_all(b)


# The beginning and the end of a turn


def begin_turn(b: Battle) -> None:
    b.turn += 1
    if b.turn == 1:
        forget(b)
    else:
        forget_groups(b)
    emit(b.log, Ev.TURN, 7, NOBODY, NOBODY, b.turn, 0, 0.0)
    if b.turn == 1 and b.n_markers > 0:
        lay_markers(b)
    settle_initiative(b)
    for side in range(2):
        succeed(b, side)
    bring_on(b)
    for i in range(b.n_figures):
        b.figures[i].spent = 0.0
    for g in range(b.n_groups):
        u = b.groups[g]
        u.ordered, u.halted_to_shoot = False, False


def settle_initiative(b: Battle) -> None:
    """Side A is the scenario's for the whole game; or in turn, or by dice [TY-R30]."""
    if b.options.initiative == Initiative.ALTERNATE:
        b.side_a = b.first if b.turn % 2 == 1 else 1 - b.first
    elif b.options.initiative == Initiative.ROLL:
        blue = red = 0
        while blue == red:
            blue, red = die(b.dice), die(b.dice)
        b.side_a = 0 if blue > red else 1
        emit(b.log, Ev.INITIATIVE, R + 30, b.side_a, -1, blue, red, 0.0)


def bring_on(b: Battle) -> None:
    """Reserves come on where and when the scenario says."""
    for g in range(b.n_groups):
        u = b.groups[g]
        if u.enters == b.turn:
            i = u.head
            while i >= 0:
                f = b.figures[i]
                if f.lost == Lost.AWAITED:
                    r = radius(b, i)
                    x = min(max(f.x, r), b.ground.width - r)
                    y = min(max(f.y, r), b.ground.depth - r)
                    x, y, _ = free_place(b, i, x, y)
                    appear(b, i, x, y)
                i = f.next
            emit(b.log, Ev.ENTERS, 99, g, -1, 0, 0, 0.0)


def end_turn(b: Battle) -> None:
    b.phase = Phase.END
    load_all(b)
    capture_guns(b)
    meet_civilians(b)
    judge(b)


def begin_step(b: Battle, step: int, phase: int, side: int) -> None:
    b.step, b.phase, b.phase_side = step, phase, side
    count_off_all(b)
    emit(b.log, Ev.STEP, 7, side, -1, phase, step, 0.0)


# Command, dice, moves


def dice_and_moves(b: Battle, side: int, step: int, whose: int) -> None:
    """Spotting, command, dice for everybody, then the moves [TY-008, TY-009, TY-010, TY-011, TY-012, TY-R29]."""
    begin_step(b, step, Phase.COMMAND, side)
    reveal_markers(b)
    spot(b, side)
    attach_all(b)
    command_side(b, side)
    b.phase = Phase.DICE
    look_about(b, side)
    throw_all(b, side, whose)
    begin_step(b, step + 1 if step == 1 else step, Phase.MOVES, side)
    move(b, side, whose)
    reveal_markers(b)


def move(b: Battle, side: int, whose: int) -> None:
    """Commanded groups as their player wishes, then everybody else as the dice have it [TY-011, TY-037]."""
    if whose != Whose.UNCOMMANDED:
        give_orders(b, side)
    for g in range(b.n_groups):
        if is_of(b, g, side, whose) and stands(b, g) and obeys(b, g):
            act_out(b, g)
    for g in range(b.n_groups):
        u = b.groups[g]
        if (
            is_of(b, g, side, whose)
            and stands(b, g)
            and is_commanded(b, g)
            and not u.ordered
            and not is_bound(b, g)
        ):
            if not has_stepped(b, g):
                hold(b, g)
    serve_guns(b, side)


def has_stepped(b: Battle, g: int) -> bool:
    i = first(b, g)
    while i >= 0:
        if b.figures[i].stepped == b.turn:
            return True
        i = next_of(b, i)
    return False


def anybody_to_order(b: Battle, side: int) -> bool:
    for g in range(b.n_groups):
        if b.groups[g].side == side and stands(b, g) and may_order(b, g, side) == 0:
            return True
    return False


def give_orders(b: Battle, side: int) -> None:
    """The player orders his commanded groups, one after another [TY-037]."""
    while anybody_to_order(b, side):
        o = decide(b, AskKind.MOVE, side, NOBODY, NOBODY)
        if o.kind == Act.DONE:
            return
        carry_out(b, o)
        reveal_markers(b)


def serve_guns(b: Battle, side: int) -> None:
    """Crews who were told nothing else load [EC-088, EC-R22]."""
    for k in range(b.n_engines):
        e = b.engines[k]
        if e.side == side and is_gun(e) and e.crew >= 0 and e.fired != b.turn:
            u = b.groups[e.crew]
            if stands(b, e.crew) and not u.router and not u.moved and not has_worked(b, k):
                work_on(b, k)


# Shooting


def shoot(b: Battle, side: int, step: int, whose: int) -> None:
    """Commanded groups at whom their player points, the others at the nearest they can hit [TY-048, TY-060]."""
    begin_step(b, step, Phase.SHOOTING, side)
    attach_all(b)
    look_about(b, side)
    if whose != Whose.UNCOMMANDED:
        point_out(b, side)
    if whose != Whose.COMMANDED:
        for g in range(b.n_groups):
            if is_of(b, g, side, Whose.UNCOMMANDED):
                fire_uncommanded(b, g)


def point_out(b: Battle, side: int) -> None:
    """The player points at a target for each commanded group that has one, as long as he likes [TY-048]."""
    now = how_things_stand(b)
    note_able(b, side, now)
    while anybody_to_shoot(b, side):
        o = decide(b, AskKind.SHOOT, side, NOBODY, NOBODY)
        if o.kind == Act.DONE:
            return
        shoot_as_ordered(b, o.actor, o.other, o.kind)
        forget_shots(b, o.actor)
        b.paper.able[o.actor] = 1 if is_able_to_shoot(b, side, o.actor, now) else 0


def note_able(b: Battle, side: int, now: int) -> None:
    """Note on the paper who of a side has somebody to shoot at."""
    for g in range(b.n_groups):
        forget_shots(b, g)
        b.paper.able[g] = 1 if is_able_to_shoot(b, side, g, now) else 0


def shoot_as_ordered(b: Battle, g: int, other: int, kind: int) -> None:
    b.groups[g].aimed = b.turn
    if kind == Act.PICK:
        pick_off(b, g, other)
    elif fires_gun(b, g, other):
        k = b.groups[g].engine
        if is_gatling(b, k):
            fire_gatling(b, k, other)
        else:
            fire_gun(b, k, other)
    else:
        fire(b, g, other)


def is_able_to_shoot(b: Battle, side: int, g: int, now: int) -> bool:
    """Has a commanded group somebody to shoot at in this step?  Nobody moves in it, so it is asked once."""
    if b.groups[g].side != side or not stands(b, g) or not is_commanded(b, g) or not shoots_now(b, g):
        return False
    return not has_fired_already(b, g) and has_target(b, g, now)


def anybody_to_shoot(b: Battle, side: int) -> bool:
    for g in range(b.n_groups):
        if b.paper.able[g] != 0 and b.groups[g].side == side:
            return True
    return False


def has_target(b: Battle, g: int, now: int) -> bool:
    """Is there anybody whom a commanded group may shoot at?"""
    gun = serves_gun(b, g)
    if not gun and not (anybody_armed(b, g) and anybody_ready(b, g)):
        return False
    foes = 0
    for h in range(b.n_groups):
        if b.groups[h].side != b.groups[g].side and stands(b, h):
            if gun and check_gun(b, b.groups[g].engine, h) == 0:
                return True
            foes |= 1 << h
    farthest = beyond_all_shots(b, g)
    h, d, _, _ = nearest_among(b, g, foes)
    while h >= 0 and d <= farthest:  # the nearest first: him it mostly can
        if may_fire_at(b, g, h, now):
            return True
        foes &= ~(1 << h)
        h, d, _, _ = nearest_among(b, g, foes)
    return False


def anybody_ready(b: Battle, g: int) -> bool:
    i = first(b, g)
    while i >= 0:
        if may_shoot_at_all(b, i):
            return True
        i = next_of(b, i)
    return False
